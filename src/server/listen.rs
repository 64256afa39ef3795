//! Connections: so many at once, so many from one address, and none that does nothing for long.

use super::limit::{network, same};
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// A connection on which nothing is read or written for so long is closed. Streams of events write more often.
const IDLE: Duration = Duration::from_mins(1);
/// How many connections one address may have, where another address than the machine's own.
const EACH: usize = 128;

/// Who is at the other end.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The door.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    room: Arc<Semaphore>,
    /// From there come many.
    proxy: Option<IpAddr>,
    counts: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl Door {
    /// A door for so many connections at once, through which the proxy comes for many.
    pub fn new(listener: TcpListener, most: usize, proxy: Option<IpAddr>) -> Door {
        Door { listener, room: Arc::new(Semaphore::new(most)), proxy, counts: Arc::default() }
    }

    /// Counts a connection; false: there are enough from there.
    fn enters(&self, address: IpAddr) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(network(address)).or_insert(0);
        let many = address.to_canonical().is_loopback() || self.proxy.is_some_and(|proxy| same(proxy, address));
        let fits = many || *count < EACH;
        *count += usize::from(fits);
        fits
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = Peer;

    async fn accept(&mut self) -> (Guest, Peer) {
        loop {
            let Ok(permit) = self.room.clone().acquire_owned().await else {
                // Nobody closes it.
                std::future::pending::<()>().await;
                continue;
            };
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    if !self.enters(address.ip()) {
                        continue;
                    }
                    // A move is one small packet, which is not to wait for another.
                    let _ = stream.set_nodelay(true);
                    let guest = Guest {
                        stream,
                        idle: Box::pin(sleep(IDLE)),
                        address: address.ip(),
                        counts: self.counts.clone(),
                        _permit: permit,
                    };
                    return (guest, Peer(address));
                }
                // Such as too many open files: it may be better in a while.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<Peer> {
        self.listener.local_addr().map(Peer)
    }
}

impl Connected<IncomingStream<'_, Door>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Peer {
        *stream.remote_addr()
    }
}

/// A connection.
#[derive(Debug)]
pub struct Guest {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    address: IpAddr,
    counts: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&network(self.address)) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&network(self.address));
            }
        }
    }
}

impl Guest {
    /// What came of reading or writing; an error where nothing has come of it for too long.
    fn unless_idle<T>(&mut self, cx: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.idle.as_mut().reset(Instant::now() + IDLE);
            return poll;
        }
        match self.idle.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.unless_idle(cx, poll)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.unless_idle(cx, poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(cx);
        self.unless_idle(cx, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
