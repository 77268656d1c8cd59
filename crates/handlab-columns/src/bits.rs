//! Bits computed from values, 64 rows per word from the lowest bit up.

pub(crate) const BITS: usize = u64::BITS as usize;

/// One bit per row for which `holds` is true.
pub(crate) fn bits(rows: usize, holds: impl Fn(usize) -> bool) -> Vec<u64> {
    let block = |start: usize| {
        let count = BITS.min(rows - start);
        std::array::from_fn(|place| u8::from(place < count && holds(start + place)))
    };
    (0..rows).step_by(BITS).map(|start| word(&block(start))).collect()
}

/// One bit per value that passes a test.
///
/// Blocks of a fixed length are compared many values at a time.
pub(crate) fn passing<T: Copy>(values: &[T], passes: impl Fn(T) -> bool) -> Vec<u64> {
    let (blocks, rest) = values.as_chunks::<BITS>();
    let mut words = Vec::with_capacity(blocks.len() + 1);
    words.extend(blocks.iter().map(|block| word(&block.map(|value| u8::from(passes(value))))));
    if !rest.is_empty() {
        words.extend(bits(rest.len(), |row| passes(rest[row])));
    }
    words
}

/// One bit per row whose two values pass a test.
pub(crate) fn pairs<T: Copy>(ones: &[T], others: &[T], passes: impl Fn(T, T) -> bool) -> Vec<u64> {
    let (blocks, rest) = ones.as_chunks::<BITS>();
    let (of_others, rest_of_others) = others.as_chunks::<BITS>();
    let mut words = Vec::with_capacity(blocks.len() + 1);
    words.extend(blocks.iter().zip(of_others).map(|(one, other)| {
        word(&std::array::from_fn(|place| u8::from(passes(one[place], other[place]))))
    }));
    if !rest.is_empty() {
        words.extend(bits(rest.len(), |row| passes(rest[row], rest_of_others[row])));
    }
    words
}

/// Packs 64 one-byte flags into bits: one multiplication turns eight bytes into eight bits.
fn word(flags: &[u8; BITS]) -> u64 {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = flags.as_chunks::<8>();
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, |word, eight| word << 8 | gathered(eight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_bit() {
        for rows in [0, 1, 7, 8, 63, 64, 65, 200] {
            let is_set = |row: usize| row % 7 == 3 || row.is_multiple_of(10);
            let words = bits(rows, is_set);
            let numbers: Vec<usize> = (0..rows).collect();
            assert_eq!(words, passing(&numbers, is_set));
            let others: Vec<usize> = (1000..1000 + rows).collect();
            let both = |row, other| other == row + 1000 && is_set(row);
            assert_eq!(words, pairs(&numbers, &others, both));
            assert_eq!(words.len(), rows.div_ceil(64));
            for row in 0..words.len() * 64 {
                assert_eq!(words[row / 64] >> (row % 64) & 1 == 1, row < rows && is_set(row));
            }
        }
    }
}
