//! The randomness of a guest, from the seed of its request.

use std::cell::Cell;

/// The generator behind `Math.random`: `SplitMix64`.
#[derive(Debug, Default)]
pub(crate) struct Random(Cell<u64>);

impl Random {
    /// Starts the sequence of a seed.
    pub(crate) fn seed(&self, seed: u64) {
        self.0.set(seed);
    }

    /// The next number from 0 to 1, with 53 bits.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(crate) fn next(&self) -> f64 {
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }
}
