//! Random picks that are the same on every machine.

/// SplitMix64.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to one below this.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A number of these, both ends included.
    pub(super) fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1).unsigned_abs()) as i64
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub(super) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// So many digits.
    pub(super) fn digits(&mut self, count: u64) -> String {
        (0..count)
            .map(|_| self.one_of(&['0', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']))
            .collect()
    }
}
