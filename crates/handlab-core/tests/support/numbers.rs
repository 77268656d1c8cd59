//! Numbers from a seed.

/// Numbers from a seed: the tests are the same on every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn from_seed(seed: u64) -> Self {
        Numbers(seed)
    }

    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`, or 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}
