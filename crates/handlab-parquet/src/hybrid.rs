//! Parquet's hybrid of runs and packed bits (`RLE` and `RLE_DICTIONARY`), for codes and for levels.
//!
//! A run is its length, shifted left by one bit, and its value; a packed group of eight values is preceded by the number
//! of groups, whose lowest bit is set. See "Run Length Encoding / Bit-Packing Hybrid" in Parquet's `Encodings.md`.

/// From this length on a run takes less space than packed bits, whatever the values.
const LONG: usize = 8;

/// Writes codes of one width; equal neighbours become runs.
pub(crate) struct Hybrid<'a> {
    out: &'a mut Vec<u8>,
    width: u32,
    run: (u32, usize),
    /// Values to be packed, which precede `run`.
    packed: Vec<u32>,
}

impl<'a> Hybrid<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>, width: u32) -> Self {
        Self { out, width, run: (0, 0), packed: Vec::with_capacity(512) }
    }

    #[inline]
    pub(crate) fn push(&mut self, code: u32) {
        if self.run.0 == code {
            self.run.1 += 1;
            return;
        }
        self.end_run();
        self.run = (code, 1);
    }

    /// Several rows with the same code, kept as a run however short: wide codes take more space packed.
    pub(crate) fn push_run(&mut self, code: u32, rows: usize) {
        if self.run.0 == code || rows == 0 {
            self.run.1 += rows;
            return;
        }
        if self.run.1 > 0 {
            self.write_run(self.run.0, self.run.1);
        }
        self.run = (code, rows);
    }

    /// Writes what remains.
    pub(crate) fn finish(mut self) {
        let (code, rows) = self.run;
        if rows >= LONG || self.packed.is_empty() {
            self.end_run();
        } else {
            self.packed.extend(std::iter::repeat_n(code, rows));
        }
        self.write_packed();
    }

    #[inline]
    fn end_run(&mut self) {
        let (code, mut rows) = self.run;
        if rows == 0 {
            return;
        }
        if rows == 1 {
            self.packed.push(code);
            return self.write_whole();
        }
        // Only whole groups of eight may precede something else.
        let missing = self.packed.len().next_multiple_of(8) - self.packed.len();
        if rows >= LONG + missing {
            self.packed.extend(std::iter::repeat_n(code, missing));
            rows -= missing;
            self.write_packed();
            self.write_run(code, rows);
            return;
        }
        self.packed.extend(std::iter::repeat_n(code, rows));
        self.write_whole();
    }

    /// Writes whole groups once there are many, so that little is buffered.
    #[inline]
    fn write_whole(&mut self) {
        if self.packed.len() >= 504 && self.packed.len().is_multiple_of(8) {
            self.write_packed();
        }
    }

    fn write_run(&mut self, code: u32, rows: usize) {
        write_varint(self.out, (rows as u64) << 1);
        let bytes = self.width.div_ceil(8) as usize;
        self.out.extend_from_slice(&code.to_le_bytes()[..bytes]);
    }

    fn write_packed(&mut self) {
        write_packed(self.out, &self.packed, self.width);
        self.packed.clear();
    }
}

/// Writes codes of one width as one packed group, in any order.
pub(crate) fn write_packed(out: &mut Vec<u8>, codes: &[u32], width: u32) {
    if codes.is_empty() {
        return;
    }
    let groups = codes.len().div_ceil(8);
    write_varint(out, (groups as u64) << 1 | 1);
    let start = out.len();
    // The last group must be complete.
    let end = start + groups * width as usize;
    match width {
        8 => {
            out.resize(end, 0);
            out[start..].iter_mut().zip(codes).for_each(|(byte, code)| *byte = *code as u8);
        }
        16 => {
            out.resize(end, 0);
            let (words, _) = out[start..].as_chunks_mut();
            let codes = codes.iter().map(|code| (*code as u16).to_le_bytes());
            words.iter_mut().zip(codes).for_each(|(word, code)| *word = code);
        }
        1..16 => {
            // Each group is written with zeros after it, which the next one overwrites.
            out.resize(end + size_of::<u128>(), 0);
            let (eights, rest) = codes.as_chunks();
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            let last = (!rest.is_empty()).then_some(&last);
            let places = (start..).step_by(width as usize);
            for (eight, place) in eights.iter().chain(last).zip(places) {
                out[place..place + size_of::<u128>()].copy_from_slice(&packed_eight(eight, width));
            }
            out.truncate(end);
        }
        _ => {
            pack(out, codes.iter().map(|code| u64::from(*code)), width);
            out.resize(end, 0);
        }
    }
}

/// Packs a group of codes of up to 16 bits: pairs, then pairs of these, without a branch.
#[inline]
fn packed_eight(codes: &[u32; 8], width: u32) -> [u8; 16] {
    let pair = |place| u64::from(codes[place]) | u64::from(codes[place + 1]) << width;
    let four = |place| pair(place) | pair(place + 2) << (2 * width);
    (u128::from(four(0)) | u128::from(four(4)) << (4 * width)).to_le_bytes()
}

/// Writes one-bit levels, given as bits in whole words: a run if all are equal, else one packed group.
pub(crate) fn write_bits(out: &mut Vec<u8>, bits: &[u64], rows: usize, ones: usize) {
    if ones == 0 || ones == rows {
        write_varint(out, (rows as u64) << 1);
        out.push(u8::from(ones > 0));
        return;
    }
    let groups = rows.div_ceil(8);
    write_varint(out, (groups as u64) << 1 | 1);
    let bytes = bits.iter().flat_map(|word| word.to_le_bytes());
    out.extend(bytes.take(groups));
}

/// Packs values of `width` bits end to end, from the lowest bit up.
#[inline]
pub(crate) fn pack(out: &mut Vec<u8>, values: impl Iterator<Item = u64>, width: u32) {
    if width <= u32::BITS {
        pack_narrow(out, values, width);
        return;
    }
    let (mut buffer, mut filled) = (0_u128, 0);
    for value in values {
        buffer |= u128::from(value) << filled;
        filled += width;
        if filled >= 64 {
            out.extend_from_slice(&(buffer as u64).to_le_bytes());
            buffer >>= 64;
            filled -= 64;
        }
    }
    let rest = (buffer as u64).to_le_bytes();
    out.extend_from_slice(&rest[..filled.div_ceil(8) as usize]);
}

/// [`pack`] for values of up to 32 bits, nearly all that are written: one word holds the remaining bits and the next
/// value.
#[inline]
fn pack_narrow(out: &mut Vec<u8>, values: impl Iterator<Item = u64>, width: u32) {
    let (mut buffer, mut filled) = (0_u64, 0);
    for value in values {
        buffer |= value << filled;
        filled += width;
        if filled >= u32::BITS {
            out.extend_from_slice(&(buffer as u32).to_le_bytes());
            buffer >>= u32::BITS;
            filled -= u32::BITS;
        }
    }
    out.extend_from_slice(&buffer.to_le_bytes()[..filled.div_ceil(8) as usize]);
}

pub(crate) fn write_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads codes of one width.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    width: u32,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], width: u32) -> Self {
        Self { bytes, width }
    }

    /// Appends `codes` codes; `None` if there are fewer, or a code exceeds 32 bits.
    pub(crate) fn read(&mut self, codes: usize, out: &mut Vec<u32>) -> Option<()> {
        if self.width > u32::BITS {
            return None;
        }
        let end = out.len() + codes;
        while out.len() < end {
            let header = self.varint()?;
            let left = end - out.len();
            if header & 1 == 0 {
                let size = self.width.div_ceil(8) as usize;
                let mut code = [0; 4];
                code[..size].copy_from_slice(self.take(size)?);
                let rows = usize::try_from(header >> 1).ok()?.min(left);
                out.extend(std::iter::repeat_n(u32::from_le_bytes(code), rows));
            } else {
                let groups = usize::try_from(header >> 1).ok()?;
                let bytes = self.take(groups.checked_mul(self.width as usize)?)?;
                // Groups of eight are complete: the last one may have more codes than there are rows.
                unpack(out, bytes, self.width, groups.saturating_mul(8).min(left));
            }
        }
        Some(())
    }

    fn take(&mut self, size: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(size)?;
        self.bytes = rest;
        Some(taken)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = *self.take(1)? else { return None };
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }
}

/// Appends values packed by [`pack`]; there must be enough bytes.
fn unpack(out: &mut Vec<u32>, bytes: &[u8], width: u32, values: usize) {
    let mask = (1_u64 << width) - 1;
    let (mut buffer, mut filled) = (0_u64, 0);
    let mut words = bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    });
    out.extend((0..values).map(|_| {
        if filled < width {
            buffer |= u64::from(words.next().unwrap_or(0)) << filled;
            filled += u32::BITS;
        }
        let value = buffer & mask;
        buffer >>= width;
        filled -= width;
        value as u32
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads back what was written, up to the last byte.
    fn read(bytes: &[u8], width: u32, rows: usize) -> Vec<u32> {
        let (mut reader, mut codes) = (Reader::new(bytes, width), Vec::new());
        reader.read(rows, &mut codes).expect("as many codes");
        assert!(reader.bytes.is_empty());
        codes
    }

    #[test]
    fn runs_and_packed_codes_are_read_as_the_format_describes_them() {
        // From `Encodings.md`: the numbers 0 to 7, packed in three bits each; then a run of five 4s.
        let bytes = [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010, 5 << 1, 4];
        let mut codes = vec![9];

        Reader::new(&bytes, 3).read(13, &mut codes).expect("as many codes");
        assert_eq!(codes, [9, 0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 4, 4, 4]);

        for (bytes, rows) in
            [(&bytes[..3], 8), (&bytes[..5], 9), (&bytes[..], 14), (&[0x80; 20], 1)]
        {
            assert_eq!(Reader::new(bytes, 3).read(rows, &mut codes), None, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn codes_are_read_back(runs in prop::collection::vec((0..9_u32, 1..40_usize), 0..200), width in 4..20_u32) {
            let codes: Vec<u32> =
                runs.iter().flat_map(|(code, rows)| std::iter::repeat_n(*code, *rows)).collect();
            let (mut pushed, mut as_runs) = (Vec::new(), Vec::new());
            let mut hybrid = Hybrid::new(&mut pushed, width);
            for code in &codes {
                hybrid.push(*code);
            }
            hybrid.finish();
            let mut hybrid = Hybrid::new(&mut as_runs, width);
            for (code, rows) in &runs {
                hybrid.push_run(*code, *rows);
            }
            hybrid.finish();

            prop_assert_eq!(&read(&pushed, width, codes.len()), &codes);
            prop_assert_eq!(&read(&as_runs, width, codes.len()), &codes);
        }

        #[test]
        fn bits_are_read_back(flags in prop::collection::vec(any::<bool>(), 1..300)) {
            let mut bits = vec![0_u64; flags.len().div_ceil(64)];
            for (row, flag) in flags.iter().enumerate() {
                bits[row / 64] |= u64::from(*flag) << (row % 64);
            }
            let mut out = Vec::new();
            write_bits(&mut out, &bits, flags.len(), flags.iter().filter(|flag| **flag).count());

            let read: Vec<bool> = read(&out, 1, flags.len()).iter().map(|bit| *bit == 1).collect();
            prop_assert_eq!(&read, &flags);
        }
    }
}
