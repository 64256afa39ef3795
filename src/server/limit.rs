//! What one client may take: requests by a bucket of tokens for each address, and so many streams at once.

use super::Options;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many addresses are told apart. Where more come at once, those that are left share a bucket.
const ADDRESSES: usize = 8192;
/// So many seconds' worth of tokens a bucket holds.
const BURST: f64 = 6.0;
/// How many streams of events one address may have.
const STREAMS_EACH: usize = 64;

/// A bucket of tokens.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

/// The limits of a server.
#[derive(Debug)]
pub struct Limits {
    /// Tokens a second for each address; none: no limit.
    rate: Option<f64>,
    buckets: Mutex<BTreeMap<IpAddr, Bucket>>,
    streams: Arc<Semaphore>,
    streams_of: Mutex<BTreeMap<IpAddr, usize>>,
}

/// Leave to keep a stream open, for as long as it lives.
#[derive(Debug)]
pub struct Stream {
    limits: Arc<Limits>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut of = self.limits.streams_of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = of.get_mut(&self.address) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                of.remove(&self.address);
            }
        }
    }
}

impl Limits {
    /// As the options say.
    pub fn new(options: &Options) -> Limits {
        Limits {
            rate: (options.rate > 0).then(|| f64::from(options.rate)),
            buckets: Mutex::default(),
            streams: Arc::new(Semaphore::new(options.streams)),
            streams_of: Mutex::default(),
        }
    }

    /// Takes so many tokens; else after how many seconds there will be so many.
    ///
    /// # Errors
    /// There are not so many.
    pub fn take(&self, address: IpAddr, cost: u32, now: Instant) -> Result<(), u64> {
        let Some(rate) = self.rate else { return Ok(()) };
        let (cost, full) = (f64::from(cost), rate * BURST);
        let filled = |b: &Bucket| (b.tokens + now.saturating_duration_since(b.at).as_secs_f64() * rate).min(full);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut address = network(address);
        if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| filled(bucket) < full);
            if buckets.len() >= ADDRESSES {
                address = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
            }
        }
        let bucket = buckets.entry(address).or_insert(Bucket { tokens: full, at: now });
        let tokens = filled(bucket);
        let enough = tokens >= cost;
        *bucket = Bucket { tokens: if enough { tokens - cost } else { tokens }, at: now };
        if enough { Ok(()) } else { Err(((cost - tokens) / rate).ceil().max(1.0) as u64) }
    }

    /// Leave for a stream; none where there are too many.
    pub fn stream(self: &Arc<Limits>, address: IpAddr) -> Option<Stream> {
        let permit = self.streams.clone().try_acquire_owned().ok()?;
        let address = network(address);
        let mut of = self.streams_of.lock().unwrap_or_else(PoisonError::into_inner);
        let open = of.entry(address).or_insert(0);
        // Where requests are not limited, one address may be everybody.
        if *open >= STREAMS_EACH && self.rate.is_some() {
            return None;
        }
        *open += 1;
        Some(Stream { limits: self.clone(), address, _permit: permit })
    }
}

/// What counts as one client: an address, or of the newer kind the network that one customer has.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Whether two addresses are one, however they are written.
pub(super) fn same(a: IpAddr, b: IpAddr) -> bool {
    a.to_canonical() == b.to_canonical()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn limits(rate: u32) -> Limits {
        Limits::new(&Options { rate, ..Options::default() })
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (limits, now) = (limits(10), Instant::now());
        let address: IpAddr = "192.0.2.1".parse().expect("an address");
        assert_eq!((0..61).flat_map(|_| limits.take(address, 1, now)).count(), 60);
        assert_eq!(limits.take(address, 30, now), Err(3));
        assert_eq!(limits.take(address, 30, now + Duration::from_secs(3)), Ok(()));
        let other = "192.0.2.2".parse().expect("an address");
        assert_eq!(limits.take(other, 60, now), Ok(()));
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_client() {
        let (limits, now) = (limits(1), Instant::now());
        let of = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(limits.take(of("2001:db8::1"), 6, now), Ok(()));
        assert!(limits.take(of("2001:db8::2"), 1, now).is_err());
        assert_eq!(limits.take(of("2001:db8:0:1::2"), 1, now), Ok(()));
        assert_eq!(limits.take(of("::ffff:192.0.2.1"), 6, now), Ok(()));
        assert!(limits.take(of("192.0.2.1"), 1, now).is_err());
    }

    #[test]
    fn memory_is_bounded_whoever_comes() {
        let (limits, now) = (limits(1), Instant::now());
        for n in 0..20_000_u32 {
            let _ = limits.take(IpAddr::V4(n.into()), 1, now);
        }
        assert!(limits.buckets.lock().expect("nobody panicked").len() <= ADDRESSES + 1);
    }
}
