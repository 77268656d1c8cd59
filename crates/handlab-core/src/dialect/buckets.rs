//! Which short texts Teddy examines together.
//!
//! `aho-corasick`'s Teddy puts every sixteenth text into one of 16 buckets. A place is a candidate for a bucket if the
//! upper half of each byte is from one of its texts and the lower half is too, whichever ones: `dAt"` and `er":` share
//! the halves of `eat `. Each candidate is then compared, which takes as long as the search of a hundred bytes.

/// The number of Teddy's buckets.
const BUCKETS: usize = 16;

/// Swaps are searched for at most this often; two or three times suffice.
const ROUNDS: usize = 8;

/// The order of texts of the same length, of four bytes at most, in which Teddy puts those into one bucket that together
/// let few other bytes pass; `frequency`, at most 64, says how often each byte occurs where they are searched for.
pub(super) fn by_bucket(texts: &[&[u8]], frequency: impl Fn(u8) -> u64) -> Vec<usize> {
    let frequencies: Vec<u64> = (0..=u8::MAX).map(frequency).collect();
    let passing = |bucket: &[usize]| passing(bucket, texts, &frequencies);
    // Neighbours are alike if the texts are sorted: a good start.
    let mut buckets = neighbours(texts.len());
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for one in 1..buckets.len() {
            let (others, rest) = buckets.split_at_mut(one);
            let one = &mut rest[0];
            for other in others {
                let mut least = passing(one) + passing(other);
                for (mine, theirs) in pairs(one.len(), other.len()) {
                    std::mem::swap(&mut one[mine], &mut other[theirs]);
                    let swapped = passing(one) + passing(other);
                    if swapped < least {
                        (least, is_better) = (swapped, true);
                    } else {
                        std::mem::swap(&mut one[mine], &mut other[theirs]);
                    }
                }
            }
        }
        if !is_better {
            break;
        }
    }
    let rows = 0..buckets.first().map_or(0, Vec::len);
    rows.flat_map(|row| buckets.iter().filter_map(move |bucket| bucket.get(row)).copied()).collect()
}

/// The numbers of the texts in each bucket, in order; the first buckets have one more if they cannot all have as many.
fn neighbours(count: usize) -> Vec<Vec<usize>> {
    let (size, larger) = (count / BUCKETS, count % BUCKETS);
    let mut next = 0..count;
    let len = |bucket| size + usize::from(bucket < larger);
    (0..BUCKETS).map(|bucket| next.by_ref().take(len(bucket)).collect()).collect()
}

fn pairs(one: usize, other: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..one).flat_map(move |mine| (0..other).map(move |theirs| (mine, theirs)))
}

/// How many of all places are candidates for a bucket, if bytes were independent of each other.
fn passing(bucket: &[usize], texts: &[&[u8]], frequencies: &[u64]) -> u64 {
    let Some(first) = bucket.first() else { return 0 };
    let of_byte = |at: usize| -> u64 {
        let halves = bucket.iter().map(|number| texts[*number][at]);
        let (upper, lower) = halves.fold((0, 0), |(upper, lower), byte| {
            (upper | 1 << (byte >> 4), lower | 1 << (byte & 15))
        });
        let bytes = ones(upper).flat_map(|upper| ones(lower).map(move |lower| upper << 4 | lower));
        bytes.map(|byte| frequencies[byte]).sum()
    };
    (0..texts[*first].len()).map(of_byte).product()
}

/// The places of the ones in a word.
fn ones(mut word: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_a_place() {
        for count in [0, 1, 15, 16, 17, 63, 200] {
            let texts: Vec<String> = (0..count).map(|number| format!("{number:04}")).collect();
            let texts: Vec<_> = texts.iter().map(String::as_bytes).collect();
            let mut found = by_bucket(&texts, |_| 1);
            found.sort_unstable();
            assert!(found.into_iter().eq(0..count));
        }
    }

    #[test]
    fn texts_that_together_let_much_pass_are_apart() {
        let texts: Vec<_> = [&b"dAt\""[..], b"er\":"].into_iter().cycle().take(32).collect();
        let found = by_bucket(&texts, |byte| u64::from(byte.is_ascii_lowercase()) + 1);
        assert!((0..16).all(|bucket| texts[found[bucket]] == texts[found[bucket + 16]]));
    }
}
