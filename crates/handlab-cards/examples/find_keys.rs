//! Finds the rank keys of `score/keys.rs` and writes the shifts of its rows: `cargo run --release --example find_keys`
//! from the folder of the crate (a minute).
//!
//! # Keys
//! The sum of the keys of five to seven cards must identify their ranks, whatever the suits. Rank by rank the smallest
//! key is taken that leaves no two sets of cards with the same sum. Only sets whose sizes differ by at most two can
//! become hands of five to seven cards by the same further cards, so only these are kept apart.
//!
//! # Rows
//! Small sums are close together. Multiplied by an odd number, modulo 2^24, they stay distinct and spread evenly. They
//! are cut into rows, and the fullest rows first each row is moved to where it meets no other. Of many odd numbers the
//! one is kept that leaves the smallest table.
#![allow(clippy::print_stdout)]

const RANKS: usize = 13;
const COPIES: usize = 4;
const SMALLEST: usize = 5;
const LARGEST: usize = 7;
const MODULUS: u32 = (1 << 24) - 1;
const ROW_BITS: u32 = 11;
const PLACES_MASK: u32 = (1 << 17) - 1;
const FACTORS: u32 = 1000;

/// `sums[n]`: the sums of all sets of `n` cards of the ranks so far.
type Sums = [Vec<u32>; LARGEST + 1];

/// A set of numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word * 2 + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// For each number of additional copies, by how much two sets differ that these copies must not make equal.
fn differences(sums: &Sums, is_last: bool) -> [Bits; COPIES + 1] {
    let mut differences = [const { Bits(Vec::new()) }; COPIES + 1];
    let smallest = if is_last { SMALLEST } else { 0 };
    for fewer in 0..COPIES {
        for more in fewer + 1..=COPIES {
            for to in smallest.max(more)..=LARGEST {
                for from in smallest.max(fewer)..=LARGEST {
                    if to.abs_diff(from) > LARGEST - SMALLEST {
                        continue;
                    }
                    for high in &sums[from - fewer] {
                        for low in &sums[to - more] {
                            if high > low {
                                differences[more - fewer].insert(high - low);
                            }
                        }
                    }
                }
            }
        }
    }
    differences
}

/// The smallest keys.
fn keys() -> Vec<u32> {
    let mut sums: Sums = Default::default();
    sums[0].push(0);
    let mut keys: Vec<u32> = Vec::new();
    for rank in 0..RANKS {
        let taken = differences(&sums, rank + 1 == RANKS);
        let is_free =
            |key: &u32| (1..=COPIES).all(|times| !taken[times].contains(key * times as u32));
        let first = keys.last().map_or(1, |last| last + 1);
        let key = (first..MODULUS).find(is_free).expect("a key");
        let without = sums.clone();
        for copies in 1..=COPIES {
            for cards in copies..=LARGEST {
                let more = without[cards - copies].iter().map(|sum| sum + key * copies as u32);
                sums[cards].extend(more);
            }
        }
        keys.push(key);
    }
    keys
}

/// The sums of all hands, modulo 2^24, ascending.
fn sums(keys: &[u32]) -> Vec<u32> {
    fn more(keys: &[u32], sum: u32, cards: usize, sums: &mut Vec<u32>) {
        if cards >= SMALLEST {
            sums.push(sum & MODULUS);
        }
        for (rank, key) in keys.iter().enumerate() {
            for copies in 1..=COPIES.min(LARGEST - cards) {
                let sum = sum.wrapping_add(key.wrapping_mul(copies as u32));
                more(&keys[rank + 1..], sum, cards + copies, sums);
            }
        }
    }
    let mut sums_found = Vec::new();
    more(keys, 0, 0, &mut sums_found);
    sums_found.sort_unstable();
    let count = sums_found.len();
    sums_found.dedup();
    assert_eq!(count, sums_found.len(), "two hands have the same sum");
    sums_found
}

/// What to add to a sum of each row to get its place, and how many places there are.
fn shifts(sums: &[u32]) -> (Vec<u32>, u32) {
    let mut rows: Vec<&[u32]> = sums.chunk_by(|a, b| a >> ROW_BITS == b >> ROW_BITS).collect();
    // Full rows first; the sparse ones then fill the gaps.
    rows.sort_by_key(|row| std::cmp::Reverse(row.len()));
    let mut free = vec![u64::MAX; 1 << 12];
    let mut shifts = vec![0; (MODULUS >> ROW_BITS) as usize + 1];
    let (mut places, mut full) = (0, 0);
    for row in rows {
        while free[full] == 0 {
            full += 1;
        }
        let fits_at = |start: usize| {
            row.iter().fold(u64::MAX, |fits, sum| {
                let bit = start * 64 + (sum - row[0]) as usize;
                let words = u128::from(free[bit / 64]) | u128::from(free[bit / 64 + 1]) << 64;
                fits & (words >> (bit % 64)) as u64
            })
        };
        let start = (full..free.len()).find(|start| fits_at(*start) != 0).expect("room");
        let place = start as u32 * 64 + fits_at(start).trailing_zeros();
        for sum in row {
            let bit = place + sum - row[0];
            free[bit as usize / 64] &= !(1 << (bit % 64));
            places = places.max(bit + 1);
        }
        shifts[(row[0] >> ROW_BITS) as usize] = place.wrapping_sub(row[0]) & PLACES_MASK;
    }
    (shifts, places)
}

fn main() {
    let smallest = keys();
    println!("smallest keys {smallest:?}");
    let mut best = (u32::MAX, Vec::new(), Vec::new());
    let mut factor = 1_u32;
    for _ in 0..FACTORS {
        // Any odd numbers do; these come from a congruential generator.
        factor = factor.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let odd = factor >> 8 | 1;
        let keys: Vec<u32> = smallest.iter().map(|key| key.wrapping_mul(odd) & MODULUS).collect();
        let (shifts, places) = shifts(&sums(&keys));
        if places < best.0 {
            println!("{places} places with {odd}: {keys:?}");
            best = (places, keys, shifts);
        }
    }
    let bytes: Vec<u8> = best.2.iter().flat_map(|shift| shift.to_le_bytes()).collect();
    std::fs::write("src/score/key_shifts.bin", bytes).expect("run it from the folder of the crate");
}
