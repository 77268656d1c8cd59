//! Finds the first of many short texts in bytes that hardly ever hold one.
//!
//! Of each text only a window of a few bytes is searched for, the one that other bytes hold least often: `nd #` and not
//! `Hand`. Many texts share theirs, so that there are few windows, which SIMD instructions find (`aho-corasick`'s
//! Teddy); `bench/README.md` has the times.

use aho_corasick::packed;
use aho_corasick::{AhoCorasick, Input, MatchKind};

/// The places in a text at which its window may start. What is found may have started as much earlier: in a text full of
/// windows, all of these are tried.
const PLACES: usize = 12;

/// Bytes of a window; fewer if a text is shorter. Teddy looks at four.
const WINDOW: usize = 4;

/// Texts to search for.
pub(super) struct Needles {
    texts: Vec<&'static [u8]>,
    windows: Windows,
    /// Bytes of each window.
    window: usize,
    /// For each window the texts that hold it, each with its place in the text.
    holders: Vec<Vec<(usize, usize)>>,
    /// The last place of a window in a text.
    last_place: usize,
}

enum Windows {
    Packed(packed::Searcher),
    /// On processors without the instructions.
    Automaton(AhoCorasick),
}

impl Needles {
    /// Texts of which none is empty and none begins with another.
    pub(super) fn new(texts: &[&'static str]) -> Self {
        let texts: Vec<_> = texts.iter().map(|text| text.as_bytes()).collect();
        let window = texts.iter().map(|text| text.len()).min().unwrap_or(WINDOW).min(WINDOW);
        let (mut windows, mut holders): (Vec<&[u8]>, Vec<Vec<_>>) = Default::default();
        for (number, text) in texts.iter().enumerate() {
            let place = rarest(text, window);
            let bytes = &text[place..place + window];
            let known = windows.iter().position(|known| *known == bytes).unwrap_or_else(|| {
                windows.push(bytes);
                holders.push(Vec::new());
                windows.len() - 1
            });
            holders[known].push((number, place));
        }
        let last_place = holders.iter().flatten().map(|(_, place)| *place).max().unwrap_or(0);
        Self { texts, windows: Windows::new(&windows), window, holders, last_place }
    }

    /// Bytes of a text.
    pub(super) fn len_of(&self, number: usize) -> usize {
        self.texts[number].len()
    }

    /// Where the first text that starts in `from..end` does, and which it is; it may end after that.
    pub(super) fn find(&self, bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        let (mut first, mut at, mut end) = (None, from, end.min(bytes.len()));
        loop {
            // A text whose window comes later may still start before the first one found.
            let last = bytes.len().min(end + self.last_place + self.window - 1);
            let Some((window, found)) = self.windows.find(bytes, at, last) else { return first };
            for (number, place) in &self.holders[window] {
                if let Some(start) = found.checked_sub(*place)
                    && (from..end).contains(&start)
                    && bytes[start..].starts_with(self.texts[*number])
                {
                    (first, end) = (Some((start, *number)), start);
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

    /// The first window within `from..end`, and where it starts.
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

/// Where in a text the window of some bytes starts that is least frequent in the logs of poker sites, which are words of
/// small letters, numbers, spaces, and stars around the names of streets.
fn rarest(text: &[u8], length: usize) -> usize {
    let rarity = |byte: &u8| match byte {
        b' ' | b'*' => 0,
        b'a'..=b'z' | b'0'..=b'9' => 1,
        b'A'..=b'Z' | b':' | b'.' | b'$' => 3,
        _ => 6,
    };
    let rarity_at = |start: &usize| text[*start..*start + length].iter().map(rarity).sum::<u32>();
    // The first of several, so that a text is found early.
    (0..(text.len() - length + 1).min(PLACES)).rev().max_by_key(rarity_at).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The first text by looking at every byte.
    fn slowly(texts: &[&str], bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        (from..end.min(bytes.len())).find_map(|start| {
            let begins = |text: &&str| bytes[start..].starts_with(text.as_bytes());
            texts.iter().position(begins).map(|number| (start, number))
        })
    }

    fn without_simd(needles: Needles) -> Needles {
        let windows: Vec<_> = needles
            .holders
            .iter()
            .map(|holders| &needles.texts[holders[0].0][holders[0].1..][..needles.window])
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
            let expected = slowly(texts, bytes, from, end);
            prop_assert_eq!(needles.find(bytes, from, end), expected);
            prop_assert_eq!(without_simd(needles).find(bytes, from, end), expected);
        }
    }

    #[test]
    fn more_parts_than_places_are_found() {
        let texts: Vec<&'static str> =
            (0..400).map(|number| &*format!("needle {number:03}#").leak()).collect();
        let needles = Needles::new(&texts);
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(needles.find(text.as_bytes(), 0, text.len()), Some((0, number)));
        }
    }
}
