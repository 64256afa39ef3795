//! Well-mixed numbers.

/// The finaliser of `SplitMix64` by Sebastiano Vigna (public domain).
pub(super) fn narrow(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The same, twice as wide.
pub(super) fn wide(n: u64) -> u128 {
    u128::from(narrow(n)) << 64 | u128::from(narrow(n ^ 0x5851_F42D_4C95_7F2D))
}

/// A hash of a long number, for tables.
pub(super) fn hash(n: u128) -> u64 {
    narrow(n as u64 ^ narrow((n >> 64) as u64))
}
