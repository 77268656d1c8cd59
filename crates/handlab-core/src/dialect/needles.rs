//! Finds the first of many short texts in bytes that rarely contain one.
//!
//! Only a window of a few bytes of each text is searched for: one that is rare in other bytes and shared by many of the
//! texts, such as `Poke`. The fewer windows, the fewer false candidates from the SIMD instructions that find them
//! (`aho-corasick`'s Teddy); `bench/README.md` has the times.

use std::collections::{BTreeMap, HashMap};

use aho_corasick::packed;
use aho_corasick::{AhoCorasick, Input, MatchKind};

use super::buckets::by_bucket;

/// The offsets in a text at which its window may start. A match may have started that much earlier: in a text full of
/// windows, all offsets are tried.
const PLACES: usize = 24;

/// From this rarity on, a window may be chosen because many texts share it: the rarity of a word with a capital.
const RARE: u32 = 6;

/// Frequent in many logs: players whose names are hidden are called `Player7`, and most headers have `Hand #`.
const FREQUENT: [&[u8]; 2] = [b"Play", b"nd #"];

/// Bytes in a window; fewer if a text is shorter. Teddy examines four.
const WINDOW: usize = 4;

/// Texts to search for.
pub(super) struct Needles {
    texts: Vec<&'static [u8]>,
    windows: Windows,
    /// Bytes of each window.
    window: usize,
    /// For each window, the texts that hold it.
    holders: Vec<Vec<Holders>>,
    /// The largest offset of a window in a text.
    last_place: usize,
    /// For each first byte, the texts' numbers.
    by_letter: Vec<Vec<usize>>,
    longest: usize,
}

/// The texts that hold a window at the same offset: a popular window has dozens, nearly all of which differ from the
/// bytes that are searched in the first letter.
struct Holders {
    place: usize,
    /// For each byte whether a text starts with it.
    letters: [u64; 4],
    /// The first letters of the texts, and the texts' numbers.
    texts: Vec<(u8, usize)>,
}

impl Holders {
    fn new(place: usize, texts: Vec<(u8, usize)>) -> Self {
        let mut letters = [0; 4];
        for (letter, _) in &texts {
            letters[usize::from(letter >> 6)] |= 1 << (letter & 63);
        }
        Self { place, letters, texts }
    }

    /// The text that starts some bytes.
    #[inline]
    fn text_of(&self, bytes: &[u8], texts: &[&[u8]]) -> Option<usize> {
        let first = bytes[0];
        if self.letters[usize::from(first >> 6)] >> (first & 63) & 1 == 0 {
            return None;
        }
        let is_text =
            |(letter, number): &&(u8, usize)| *letter == first && bytes.starts_with(texts[*number]);
        self.texts.iter().find(is_text).map(|(_, number)| *number)
    }
}

enum Windows {
    Packed(packed::Searcher),
    /// For processors without SIMD.
    Automaton(AhoCorasick),
}

impl Needles {
    /// The texts must not be empty, nor be prefixes of one another.
    pub(super) fn new(texts: &[&'static str]) -> Self {
        let texts: Vec<_> = texts.iter().map(|text| text.as_bytes()).collect();
        let window = texts.iter().map(|text| text.len()).min().unwrap_or(WINDOW).min(WINDOW);
        let mut holders: BTreeMap<&[u8], BTreeMap<usize, Vec<_>>> = BTreeMap::new();
        for (number, place) in shared_windows(&texts, window).into_iter().enumerate() {
            let text = texts[number];
            let of_window = holders.entry(&text[place..place + window]).or_default();
            of_window.entry(place).or_default().push((text[0], number));
        }
        let last_place = holders.values().flat_map(BTreeMap::keys).max().copied().unwrap_or(0);
        let windows: Vec<&[u8]> = holders.keys().copied().collect();
        let windows: Vec<_> =
            by_bucket(&windows, frequency).into_iter().map(|number| windows[number]).collect();
        let of_window = |window| {
            let by_place = holders.remove(window).into_iter().flatten();
            by_place.map(|(place, texts)| Holders::new(place, texts)).collect()
        };
        let holders = windows.iter().copied().map(of_window).collect();
        let mut by_letter = vec![Vec::new(); usize::from(u8::MAX) + 1];
        for (number, text) in texts.iter().enumerate() {
            by_letter[usize::from(text[0])].push(number);
        }
        let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
        let windows = Windows::new(&windows);
        Self { texts, windows, window, holders, last_place, by_letter, longest }
    }

    /// The length of the text at the start of some bytes.
    pub(super) fn len_at_start(&self, bytes: &[u8]) -> Option<usize> {
        let texts = &self.by_letter[usize::from(*bytes.first()?)];
        let found = texts.iter().find(|number| bytes.starts_with(self.texts[**number]));
        found.map(|number| self.len_of(*number))
    }

    /// Length of the longest text in bytes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Length of a text in bytes.
    pub(super) fn len_of(&self, number: usize) -> usize {
        self.texts[number].len()
    }

    /// The start and number of the first text that starts in `from..end`; it may end later.
    pub(super) fn find(&self, bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        let (mut first, mut at, mut end) = (None, from, end.min(bytes.len()));
        loop {
            // A text whose window comes later may still start before the first one found.
            let last = bytes.len().min(end + self.last_place + self.window - 1);
            let Some((window, found)) = self.windows.find(bytes, at, last) else { return first };
            for holders in &self.holders[window] {
                let start = found.wrapping_sub(holders.place);
                if (from..end).contains(&start)
                    && let Some(number) = holders.text_of(&bytes[start..], &self.texts)
                {
                    (first, end) = (Some((start, number)), start);
                }
            }
            at = found + 1;
        }
    }
}

impl Windows {
    fn new(windows: &[&[u8]]) -> Self {
        let packed =
            packed::Config::new().heuristic_pattern_limits(false).builder().extend(windows).build();
        packed.map_or_else(|| Windows::automaton(windows), Windows::Packed)
    }

    fn automaton(windows: &[&[u8]]) -> Self {
        let automaton = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(windows);
        Windows::Automaton(automaton.expect("a few short windows"))
    }

    /// The first window within `from..end`: which one, and where it starts.
    #[inline]
    fn find(&self, bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        if from >= end {
            return None;
        }
        let found = match self {
            Windows::Packed(searcher) => searcher.find_in(bytes, (from..end).into()),
            Windows::Automaton(automaton) => automaton.find(Input::new(bytes).range(from..end)),
        };
        found.map(|found| (found.pattern().as_usize(), found.start()))
    }
}

/// The offset of a window of `length` bytes in each text: rare enough, and shared by most texts.
fn shared_windows(texts: &[&[u8]], length: usize) -> Vec<usize> {
    let mut holders: HashMap<&[u8], usize> = HashMap::new();
    for (_, window) in texts.iter().flat_map(|text| rare_windows(text, length)) {
        *holders.entry(window).or_default() += 1;
    }
    let most_shared = |text: &&[u8]| {
        // The first of several, so that a text is found early.
        let windows = rare_windows(text, length).rev();
        windows
            .max_by_key(|(_, window)| (holders[window], rarity(window)))
            .map_or(0, |(place, _)| place)
    };
    texts.iter().map(most_shared).collect()
}

/// The windows of a text that are rare enough, or the rarest if none is.
fn rare_windows(text: &[u8], length: usize) -> impl DoubleEndedIterator<Item = (usize, &[u8])> {
    let windows = text.windows(length).take(PLACES).enumerate();
    let rarest = windows.clone().map(|(_, window)| rarity(window)).max().unwrap_or(0);
    windows.filter(move |(_, window)| rarity(window) >= rarest.min(RARE))
}

/// How rare some bytes are in poker logs, which consist of lower-case words, numbers, spaces, and stars around the
/// names of streets.
fn rarity(window: &[u8]) -> u32 {
    if FREQUENT.contains(&window) {
        return 0;
    }
    window.iter().copied().map(byte_rarity).sum()
}

fn byte_rarity(byte: u8) -> u32 {
    match byte {
        b' ' | b'*' => 0,
        b'a'..=b'z' | b'0'..=b'9' => 1,
        b'A'..=b'Z' | b':' | b'.' | b'$' => 3,
        _ => 6,
    }
}

/// How often a byte occurs in poker logs, next to others.
fn frequency(byte: u8) -> u64 {
    64 >> byte_rarity(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The first text, found by examining every byte.
    fn naive_find(texts: &[&str], bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        (from..end.min(bytes.len())).find_map(|start| {
            let begins = |text: &&str| bytes[start..].starts_with(text.as_bytes());
            texts.iter().position(begins).map(|number| (start, number))
        })
    }

    fn without_simd(needles: Needles) -> Needles {
        let windows: Vec<_> = needles
            .holders
            .iter()
            .map(|holders| {
                &needles.texts[holders[0].texts[0].1][holders[0].place..][..needles.window]
            })
            .collect();
        Needles { windows: Windows::automaton(&windows), ..needles }
    }

    proptest! {
        #[test]
        fn the_first_text_is_found(
            bytes in "[ab#Hn]{0,60}|(HaaaHaa#|abnHn#|ann#abH|aabb#H|b#Hn|Hnaab#nnn|[ab#Hn]{0,4}){0,12}",
            of in 0_usize..6,
            from in 0_usize..20,
            length in 0_usize..60,
        ) {
            let texts: &[&str] = [
                &["Hand#", "#aab#", "abab#H", "aaaaaa"][..],
                &["a#", "Hn", "bbb"],
                &["#", "ab"],
                &[],
                &["HaaaHaa#", "abnHn#", "ann#abH"],
                &["aabb#H", "b#Hn", "Hnaab#nnn"],
            ][of];
            let bytes = bytes.as_bytes();
            let from = from.min(bytes.len());
            let end = (from + length).min(bytes.len());
            let needles = Needles::new(texts);
            let expected = naive_find(texts, bytes, from, end);
            prop_assert_eq!(needles.find(bytes, from, end), expected);
            prop_assert_eq!(without_simd(needles).find(bytes, from, end), expected);
        }
    }

    #[test]
    fn a_hidden_name_is_not_a_window() {
        let text: &[u8] = b"Player Details: ";
        assert_eq!(shared_windows(&[text], WINDOW), [7]);
    }

    #[test]
    fn more_needles_than_slots_are_found() {
        let texts: Vec<&'static str> =
            (0..400).map(|number| &*format!("needle {number:03}#").leak()).collect();
        let needles = Needles::new(&texts);
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(needles.find(text.as_bytes(), 0, text.len()), Some((0, number)));
        }
    }
}
