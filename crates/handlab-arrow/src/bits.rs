//! Bitmaps: which rows are valid, and boolean columns.

use std::borrow::Cow;

/// A bitmap that we own.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
    set: usize,
}

impl Bits {
    pub fn with_capacity(bits: usize) -> Self {
        Bits { bytes: Vec::with_capacity(bits.div_ceil(8)), len: 0, set: 0 }
    }

    /// One bit per value, eight values at a time.
    pub fn of<T>(values: &[T], is_set: impl Fn(&T) -> bool) -> Self {
        let (eights, rest) = values.as_chunks::<8>();
        let byte = |values: &[T]| {
            values.iter().rev().fold(0, |byte, value| byte << 1 | u8::from(is_set(value)))
        };
        let mut bytes = Vec::with_capacity(values.len().div_ceil(8));
        bytes.extend(eights.iter().map(|eight| byte(eight)));
        bytes.extend((!rest.is_empty()).then(|| byte(rest)));
        let set = bytes.iter().map(|byte| byte.count_ones() as usize).sum();
        Bits { bytes, len: values.len(), set }
    }

    pub fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(byte) = self.bytes.last_mut() {
            *byte |= u8::from(bit) << (self.len % 8);
        }
        self.len += 1;
        self.set += usize::from(bit);
    }

    /// The number of bits that are not set.
    pub fn unset(&self) -> usize {
        self.len - self.set
    }

    /// The bits as a validity bitmap: `None` if all are set.
    pub fn unless_all(self) -> Option<Self> {
        (self.unset() > 0).then_some(self)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let bits = bits.into_iter();
        let mut all = Bits::with_capacity(bits.size_hint().0);
        // Byte by byte: eight bits are assembled in a register.
        let (mut byte, mut count) = (0_u8, 0_usize);
        for bit in bits {
            byte |= u8::from(bit) << (count % 8);
            count += 1;
            if count.is_multiple_of(8) {
                all.bytes.push(byte);
                all.set += byte.count_ones() as usize;
                byte = 0;
            }
        }
        if !count.is_multiple_of(8) {
            all.bytes.push(byte);
            all.set += byte.count_ones() as usize;
        }
        all.len = count;
        all
    }
}

/// A borrowed bitmap, or one joined from several.
#[derive(Clone, Debug)]
pub struct BitSlice<'a> {
    bytes: Cow<'a, [u8]>,
    start: usize,
}

impl<'a> BitSlice<'a> {
    /// The bits from `start` on.
    pub(super) fn new(bytes: &'a [u8], start: usize) -> Self {
        BitSlice { bytes: Cow::Borrowed(bytes), start }
    }

    #[inline]
    pub fn get(&self, row: usize) -> bool {
        let at = self.start + row;
        self.bytes[at / 8] >> (at % 8) & 1 == 1
    }

    /// The 32 bits starting at a row, the first one lowest; bits beyond the last row are unspecified.
    #[inline]
    pub fn get_u32(&self, row: usize) -> u32 {
        let at = self.start + row;
        let bytes = self.bytes.get(at / 8..).unwrap_or_default();
        let word = match bytes.first_chunk::<8>() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        (word >> (at % 8)) as u32
    }
}

impl From<Bits> for BitSlice<'_> {
    fn from(bits: Bits) -> Self {
        BitSlice { bytes: Cow::Owned(bits.bytes), start: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::{BitSlice, Bits};

    #[test]
    fn bits_are_read_as_they_were_written() {
        let wanted: Vec<bool> = (0..77).map(|bit| bit % 3 == 0 || bit > 70).collect();
        let collected: Bits = wanted.iter().copied().collect();
        let mut pushed = Bits::default();
        for bit in &wanted {
            pushed.push(*bit);
        }
        let of = Bits::of(&wanted, |bit| *bit);
        for bits in [collected, pushed, of] {
            assert_eq!(bits.unset(), wanted.iter().filter(|bit| !**bit).count());
            let slice = BitSlice::from(bits);
            let read: Vec<bool> = (0..77).map(|row| slice.get(row)).collect();
            assert_eq!(read, wanted);
            for row in 0..77 {
                let of_row = (0..32.min(77 - row)).map(|bit| u32::from(wanted[row + bit]) << bit);
                let mask = u32::MAX >> (32 - 32.min(77 - row) as u32);
                assert_eq!(slice.get_u32(row) & mask, of_row.sum::<u32>(), "from row {row}");
            }
        }
    }

    #[test]
    fn all_set_means_no_bitmap() {
        assert!([true; 9].into_iter().collect::<Bits>().unless_all().is_none());
        assert!([true, false].into_iter().collect::<Bits>().unless_all().is_some());
    }
}
