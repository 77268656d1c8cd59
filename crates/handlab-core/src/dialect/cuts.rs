//! Where on a line a header may be cut off by another one.

use std::collections::VecDeque;

use super::claims::{Candidate, Place};

/// The most places on a line at which an unclaimed header is cut: a line full of needles must stay cheap. There are
/// more than in the part of a first line that dialects read: the same header must be found where a file ends at the
/// last of them.
const MAX_CUTS: usize = 16;

/// A place where a header may start.
#[derive(Clone, Copy)]
pub(super) struct Cut<'a> {
    pub(super) at: usize,
    /// Where its needle ends.
    pub(super) end: usize,
    /// The dialects that may claim the header.
    pub(super) candidates: &'a [Candidate],
}

/// The places after a given one, for ascending places: on a line full of needles most are the same for the next place
/// and are not searched for again.
#[derive(Default)]
pub(super) struct Cuts<'a> {
    found: VecDeque<Cut<'a>>,
    /// Everything before this byte has been found, or precedes the place.
    searched: usize,
}

impl<'a> Cuts<'a> {
    /// The first places after a given one (never before that of the last call) that start on its line and whose needles
    /// end in its window; `find` searches for the first one from a byte on.
    pub(super) fn after(
        &mut self,
        place: &Place<'a>,
        find: impl Fn(usize) -> Option<Cut<'a>>,
    ) -> impl Iterator<Item = Cut<'a>> {
        let (at, line_end, window_end) = (place.at(), place.line_end(), place.window_end());
        while self.found.pop_front_if(|cut| cut.at <= at).is_some() {}
        self.searched = self.searched.max(at + 1);
        let mut number = 0;
        std::iter::from_fn(move || {
            if number == self.found.len() && self.searched < line_end {
                let cut = find(self.searched);
                self.searched = cut.map_or(line_end, |cut| cut.at + 1);
                self.found.extend(cut);
            }
            number += 1;
            self.found.get(number - 1).copied().filter(|cut| cut.at < line_end)
        })
        .filter(move |cut| cut.end <= window_end)
        .take(MAX_CUTS)
    }
}
