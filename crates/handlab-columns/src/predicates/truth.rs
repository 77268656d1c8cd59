//! Whether predicates hold for rows: true, false or null, as in SQL, 64 rows per word.

/// The truth values of a predicate for some rows: a row is null if neither bit is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    yes: Vec<u64>,
    no: Vec<u64>,
}

const BITS: usize = u64::BITS as usize;

impl Truth {
    /// The same value for all rows.
    pub(super) fn constant(holds: bool, rows: usize) -> Self {
        let all = all(rows);
        let none = vec![0; all.len()];
        if holds { Self { yes: all, no: none } } else { Self { yes: none, no: all } }
    }

    /// Rows without nulls; bits after the last row are ignored.
    pub(super) fn of_bits(bits: &[u64], rows: usize) -> Self {
        let all = all(rows);
        let yes = all.iter().zip(bits).map(|(all, bits)| all & bits).collect();
        let no = all.iter().zip(bits).map(|(all, bits)| all & !bits).collect();
        Self { yes, no }
    }

    /// The rows in `bits`, except that rows for which `of_null` is set are null.
    pub(super) fn of_known(
        bits: &[u64],
        nulls: &[u64],
        rows: usize,
        of_null: Option<bool>,
    ) -> Self {
        let mut found = Self::of_bits(bits, rows);
        for (place, null) in nulls.iter().enumerate().take(found.yes.len()) {
            let null = null & (found.yes[place] | found.no[place]);
            found.yes[place] =
                found.yes[place] & !null | if of_null == Some(true) { null } else { 0 };
            found.no[place] =
                found.no[place] & !null | if of_null == Some(false) { null } else { 0 };
        }
        found
    }

    /// Each row gets the value of its hand, given the row at which each hand's rows end.
    pub(super) fn spread(&self, ends: &[u32], rows: usize) -> Self {
        Self { yes: spread(&self.yes, ends, rows), no: spread(&self.no, ends, rows) }
    }

    /// The rows for which the predicate is true; bits after the last row are zero.
    pub fn holds(&self) -> &[u64] {
        &self.yes
    }

    /// The truth value for a row.
    pub fn get(&self, row: usize) -> Option<bool> {
        let bit = |words: &[u64]| words[row / BITS] >> (row % BITS) & 1 == 1;
        bit(&self.yes).then_some(true).or_else(|| bit(&self.no).then_some(false))
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            yes: zipped(&self.yes, &other.yes, |one, other| one & other),
            no: zipped(&self.no, &other.no, |one, other| one | other),
        }
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self {
            yes: zipped(&self.yes, &other.yes, |one, other| one | other),
            no: zipped(&self.no, &other.no, |one, other| one & other),
        }
    }

    pub(super) fn negated(&self) -> Self {
        Self { yes: self.no.clone(), no: self.yes.clone() }
    }

    /// Whether the value is true, false or null, as asked; never null itself.
    pub(super) fn is(&self, asked: Option<bool>, rows: usize) -> Self {
        match asked {
            Some(true) => Self::of_bits(&self.yes, rows),
            Some(false) => Self::of_bits(&self.no, rows),
            None => Self::of_bits(&zipped(&self.yes, &self.no, |yes, no| !(yes | no)), rows),
        }
    }
}

/// One bit per row for which `holds` is true.
pub(super) fn bits(rows: usize, holds: impl Fn(usize) -> bool) -> Vec<u64> {
    let block = |start: usize| {
        let count = BITS.min(rows - start);
        std::array::from_fn(|place| u8::from(place < count && holds(start + place)))
    };
    (0..rows).step_by(BITS).map(|start| word(&block(start))).collect()
}

/// One bit per value that passes a test.
///
/// Blocks of a fixed length are compared many values at a time.
pub(super) fn passing<T: Copy>(values: &[T], passes: impl Fn(T) -> bool) -> Vec<u64> {
    let (blocks, rest) = values.as_chunks::<BITS>();
    let mut words = Vec::with_capacity(blocks.len() + 1);
    words.extend(blocks.iter().map(|block| word(&block.map(|value| u8::from(passes(value))))));
    if !rest.is_empty() {
        words.extend(bits(rest.len(), |row| passes(rest[row])));
    }
    words
}

/// One bit per row whose two values pass a test.
pub(super) fn pairs<T: Copy>(ones: &[T], others: &[T], passes: impl Fn(T, T) -> bool) -> Vec<u64> {
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

fn spread(of_hands: &[u64], ends: &[u32], rows: usize) -> Vec<u64> {
    let mut found = vec![0; rows.div_ceil(BITS)];
    let mut start = 0;
    for (hand, end) in ends.iter().enumerate() {
        let end = *end as usize;
        if of_hands[hand / BITS] >> (hand % BITS) & 1 == 1 {
            set(&mut found, start, end);
        }
        start = end;
    }
    found
}

/// Sets the bits of adjacent rows.
fn set(words: &mut [u64], start: usize, end: usize) {
    let places = if start < end { start / BITS..end.div_ceil(BITS) } else { 0..0 };
    for place in places {
        let from = start.saturating_sub(place * BITS);
        let above = (end - place * BITS).min(BITS);
        words[place] |= u64::MAX >> (BITS - (above - from)) << from;
    }
}

/// For each row, whether any row of its hand has a flag.
pub fn shared_with_hand(flags: &[u64], ends: &[u32]) -> Vec<u64> {
    let mut shared = vec![0_u64; flags.len()];
    let mut ends = ends.iter().map(|end| *end as usize);
    let (mut start, mut end) = (0, ends.next().unwrap_or(0));
    for (place, word) in flags.iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            let row = place * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            while row >= end {
                let Some(next) = ends.next() else { return shared };
                (start, end) = (end, next);
            }
            set(&mut shared, start, end);
        }
    }
    shared
}

fn zipped(one: &[u64], other: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| of(*one, *other)).collect()
}

/// A set bit for each row.
fn all(rows: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; rows.div_ceil(BITS)];
    if let Some(last) = words.last_mut().filter(|_| !rows.is_multiple_of(BITS)) {
        *last = (1 << (rows % BITS)) - 1;
    }
    words
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

    #[test]
    fn adjacent_rows_are_set() {
        for (start, end) in
            [(0, 1), (0, 64), (63, 64), (63, 65), (64, 128), (5, 5), (10, 190), (190, 192)]
        {
            let mut words = vec![0; 3];
            set(&mut words, start, end);
            let is_set = |row: usize| words[row / 64] >> (row % 64) & 1 == 1;
            assert!(
                (0..192).all(|row| is_set(row) == (start..end).contains(&row)),
                "{start} {end}"
            );
        }
    }

    #[test]
    fn what_holds_for_a_seat_holds_for_its_hand() {
        // Hands of 3, 0, 60, 2 and 4 seats; the second word starts within the fourth hand.
        let ends = [3, 3, 63, 65, 69];
        let holds = |rows: &[usize]| {
            let mut words = vec![0_u64; 2];
            for row in rows {
                words[row / 64] |= 1 << (row % 64);
            }
            words
        };
        assert_eq!(shared_with_hand(&holds(&[1]), &ends), holds(&[0, 1, 2]));
        assert_eq!(shared_with_hand(&holds(&[64]), &ends), holds(&[63, 64]));
        assert_eq!(shared_with_hand(&holds(&[0, 2, 68]), &ends), holds(&[0, 1, 2, 65, 66, 67, 68]));
        assert_eq!(shared_with_hand(&holds(&[]), &ends), holds(&[]));
    }

    #[test]
    fn bits_after_the_last_row_are_zero() {
        let truth =
            Truth::of_bits(&[u64::MAX], 3).negated().negated().or(&Truth::constant(true, 3));
        assert_eq!(truth.holds(), [0b111]);
        assert_eq!(truth.is(None, 3).negated().holds(), [0b111]);
    }
}
