//! Bytes, read one after the other.

/// A value being read. What is wrong with it is remembered instead of handed up from every step: the
/// steps stay small, and who reads asks once, at the end.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    pub(super) wrong: bool,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            wrong: false,
        }
    }

    /// The byte to come. Past the end 0, which is wrong wherever something is expected.
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// The next byte.
    #[inline(never)]
    pub(super) fn next(&mut self) -> u8 {
        let byte = self.peek();
        self.at = self.at.wrapping_add(1);
        byte
    }

    /// The next byte, which must be this one.
    #[inline(never)]
    pub(super) fn expect(&mut self, byte: u8) {
        self.wrong |= self.next() != byte;
    }

    /// Steps over this byte, if it comes next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let here = self.peek() == byte;
        self.at = self.at.wrapping_add(usize::from(here));
        here
    }

    /// Steps over all bytes of a kind, to which 0 does not belong; says how many these were.
    #[inline]
    pub(super) fn skip(&mut self, of_kind: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while of_kind(self.peek()) {
            self.at = self.at.wrapping_add(1);
        }
        self.at.wrapping_sub(start)
    }

    /// Whether everything was read.
    pub(super) const fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }
}
