//! Secrets of seats, and ids that cannot be guessed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// There is no chance to be had from the system.
#[derive(Clone, Copy, Debug)]
pub struct NoChance;

/// What a seat is kept as: whoever reads it cannot take the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatHash(String);

impl SeatHash {
    /// The hash of a secret.
    pub fn of(secret: &str) -> SeatHash {
        SeatHash(hex(&Sha256::digest(secret.as_bytes())))
    }

    /// Whether the secret is that of the seat; takes as long whatever it is.
    pub fn fits(&self, other: &SeatHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// A secret of 128 random bits, in 32 hexadecimal digits.
pub fn new_secret() -> Result<String, NoChance> {
    Ok(hex(&random()?))
}

/// The secret that a header `Authorization: Seat <secret>` has; none for anything else.
pub fn secret_of(header: &str) -> Option<&str> {
    let (scheme, secret) = header.split_once(' ')?;
    let secret = secret.trim();
    let fits = secret.len() == 32 && secret.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase());
    (scheme.eq_ignore_ascii_case("seat") && fits).then_some(secret)
}

/// How long an id is.
pub const ID_LENGTH: usize = 22;

/// An id of 128 random bits, in base-64url.
pub fn new_id() -> Result<String, NoChance> {
    let bits = u128::from_be_bytes(random()?);
    // 22 characters of 6 bits have room for 132.
    let digit = |n: usize| ALPHABET.get((bits >> (126 - 6 * n.min(21)) & 63) as usize).copied().unwrap_or(b'A');
    Ok((0..ID_LENGTH).map(|n| digit(n) as char).collect())
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Whether a text can be an id.
pub fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|b| ALPHABET.contains(&b))
}

/// A seed that no browser rounds: 53 bits.
pub fn new_seed() -> Result<u64, NoChance> {
    Ok((u128::from_be_bytes(random()?) >> 75) as u64)
}

fn random() -> Result<[u8; 16], NoChance> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(bytes)
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_ids_are_as_long_as_they_say_and_never_the_same() {
        let secrets = [new_secret(), new_secret()].map(|s| s.expect("there is chance"));
        assert_ne!(secrets[0], secrets[1]);
        assert_eq!(secret_of(&format!("Seat {}", secrets[0])), Some(secrets[0].as_str()));
        let ids = [new_id(), new_id()].map(|s| s.expect("there is chance"));
        assert_ne!(ids[0], ids[1]);
        assert!(ids.iter().all(|id| is_id(id)), "{ids:?}");
        assert!(new_seed().expect("there is chance") < 1 << 53);
    }

    #[test]
    fn what_is_no_secret_is_none() {
        let secret = "0123456789abcdef0123456789abcdef";
        assert_eq!(secret_of(&format!("seat  {secret}")), Some(secret));
        for bad in [
            "",
            "Seat",
            "Seat ",
            "Bearer 0123456789abcdef0123456789abcdef",
            "Seat 0123456789ABCDEF0123456789ABCDEF",
            "Seat 0123",
        ] {
            assert_eq!(secret_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_hash_fits_its_own_secret_alone() {
        let of = SeatHash::of("0123456789abcdef0123456789abcdef");
        assert!(of.fits(&SeatHash::of("0123456789abcdef0123456789abcdef")));
        assert!(!of.fits(&SeatHash::of("0123456789abcdef0123456789abcdee")));
    }
}
