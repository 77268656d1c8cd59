//! What belongs to which header: where one hand ends and the next begins.

use std::ops::Range;

use super::lines::{after_line, line_end, text_start};
use super::objects::{comma_end, object_border, opening};

/// The bytes after a header's line that may matter to it.
const MAX_LATER: usize = 4096;

/// Whether a header comes first or last in its hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderPlace {
    #[default]
    First,
    /// As in files with the newest line first.
    Last,
    /// As there, but each line is a JSON object: the header is a value in the last one, which may share its line with
    /// others.
    LastObject,
    /// Not that of a header, but of the first such object of a text: what precedes it belongs to no hand of them, unless it
    /// consists of such objects too.
    FirstObject,
}

/// A header's place in a text, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<H> {
    pub at: usize,
    pub header: H,
    pub place: HeaderPlace,
}

impl<H> Found<H> {
    /// Where one hand ends and the next begins, given this header.
    pub(super) fn border(&self, bytes: &[u8]) -> usize {
        match self.place {
            HeaderPlace::First | HeaderPlace::FirstObject => self.at,
            HeaderPlace::Last => after_line(bytes, self.at),
            HeaderPlace::LastObject => object_border(bytes, self.at),
        }
    }

    /// Whether there is a border, and it is known: the rest of a header that comes last may still be missing.
    pub(super) fn has_border(&self, bytes: &[u8]) -> bool {
        match self.place {
            HeaderPlace::First => true,
            HeaderPlace::FirstObject => false,
            HeaderPlace::Last => line_end(&bytes[self.at..]).is_some(),
            HeaderPlace::LastObject => object_border(bytes, self.at) < bytes.len(),
        }
    }
}

/// Calls `stretch` for each header with the bytes that belong to it, and whether another header follows. Returns where
/// the last one ends, and whether its header came last.
pub(super) fn stretches<H: Copy>(
    bytes: &[u8],
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
    mut stretch: impl FnMut(&Found<H>, Range<usize>, bool),
) -> (usize, bool) {
    let mut next = find(bytes, 0);
    let (mut border, mut is_after_last) = (0, false);
    // Without a header before them, all bytes may belong to objects: a file may be cut there.
    let mut is_of_objects = true;
    while let Some(found) = next {
        next = header_after(bytes, &found, &find);
        if found.place == HeaderPlace::FirstObject {
            if !is_of_objects {
                (border, is_after_last) = (opening(bytes, border, found.at), false);
            }
            is_of_objects = true;
            continue;
        }
        let next_at = match &next {
            Some(Found { at, place: HeaderPlace::FirstObject, .. })
                if found.place == HeaderPlace::First =>
            {
                opening(bytes, found.at + 1, *at)
            }
            next => next.as_ref().map_or(bytes.len(), |after| after.at),
        };
        is_of_objects = found.place == HeaderPlace::LastObject;
        let (start, end) = match (found.place, &next) {
            (HeaderPlace::Last, _) => (text_start(bytes, border, found.at), found.border(bytes)),
            (HeaderPlace::LastObject, _) => {
                let start = text_start(bytes, border, found.at);
                (comma_end(bytes, start, found.at), found.border(bytes))
            }
            // A header that comes last ends the previous hand; the next starts after this line.
            (_, Some(Found { place: HeaderPlace::Last | HeaderPlace::LastObject, .. })) => {
                (found.at, after_line(bytes, found.at))
            }
            _ => (found.at, next_at),
        };
        // The next header may be on the same line.
        let end = end.min(next_at);
        (border, is_after_last) = (end, found.place != HeaderPlace::First);
        stretch(&found, start..end, next.is_some());
    }
    (border, is_after_last)
}

/// The first header after `found`. If that header ends a hand, the text after its line is read without it, as it would
/// be if the file were cut there.
pub fn header_after<H: Copy>(
    bytes: &[u8],
    found: &Found<H>,
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
) -> Option<Found<H>> {
    if matches!(found.place, HeaderPlace::First | HeaderPlace::FirstObject) {
        return find(bytes, found.at + 1);
    }
    let border = found.border(bytes);
    let window = &bytes[..bytes.len().min(border + MAX_LATER)];
    let mut from = found.at + 1;
    while let Some(next) = find(window, from).filter(|next| next.at < border) {
        // Within what the header ends it is no first object.
        if next.place != HeaderPlace::FirstObject {
            return Some(next);
        }
        from = next.at + 1;
    }
    find(bytes, border)
}
