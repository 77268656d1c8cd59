//! Finds the dialect for each part of a file: needles locate possible headers, then the dialects are tried.

use std::ops::Range;

use crate::framing::{self, Found, HeaderPlace, Piece};

use super::Dialect;
use super::claims::{Candidate, Header, MAX_HEADER, Place};
use super::cuts::{Cut, Cuts};
use super::needles::Needles;

/// Dialects that are tried in order. Several may share a needle: the next one is tried when one declines.
pub struct Registry {
    texts: Needles,
    /// For each needle the candidates, with their own needles, which may be longer or shorter.
    candidates: Vec<Vec<Candidate>>,
    /// The single-byte needle, if there is one, with its candidates.
    single_byte: Option<(u8, Vec<Candidate>)>,
    /// Whether there may be a preamble is known long before all headers are found.
    preambles: Needles,
    dialects: Vec<&'static dyn Dialect>,
}

/// The most line ends at which a header of several lines may be decided before all of its bytes are searched for
/// another.
const MAX_LINES: usize = 8;

/// The most bytes of a header before its needle.
const MAX_LEAD: usize = 30;

/// The block size for searching texts and the single byte together: about a hand.
const BLOCK: usize = 1024;

/// How long before its search a block is loaded.
const AHEAD: usize = 4096;

impl Registry {
    /// The dialects are tried in this order, for hands first.
    pub fn new(dialects: &[&'static dyn Dialect]) -> Registry {
        let hands = dialects.iter().flat_map(|dialect| {
            dialect.needles().iter().map(|needle| (*needle, Header::Hand(*dialect)))
        });
        let summaries = dialects.iter().flat_map(|dialect| {
            dialect.summary_needles().iter().map(|needle| (*needle, Header::Summary(*dialect)))
        });
        let preambles = dialects.iter().flat_map(|dialect| {
            dialect.preamble_needles().iter().map(|needle| (*needle, Header::Preamble(*dialect)))
        });
        let all: Vec<Candidate> = hands.chain(summaries).chain(preambles).collect();
        // Fewer and longer needles are faster: a needle that begins with another is found by that one, and a single
        // byte is searched for separately.
        let mut texts: Vec<&'static str> = Vec::new();
        for (text, _) in &all {
            let is_found = all.iter().any(|(other, _)| other != text && text.starts_with(other));
            if !is_found && !texts.contains(text) {
                texts.push(text);
            }
        }
        let byte = texts.iter().position(|text| text.len() == 1).map(|at| texts.remove(at));
        let candidates_of = |text: &str| {
            let may_match = |other: &str| other.starts_with(text) || text.starts_with(other);
            all.iter().filter(|(other, _)| may_match(other)).copied().collect()
        };
        let candidates = texts.iter().map(|text| candidates_of(text)).collect();
        let single_byte = byte.map(|text| (text.as_bytes()[0], candidates_of(text)));
        let preambles: Vec<_> =
            dialects.iter().flat_map(|dialect| dialect.preamble_needles()).copied().collect();
        let dialects = dialects.to_vec();
        Registry {
            texts: Needles::new(&texts),
            candidates,
            single_byte,
            preambles: Needles::new(&preambles),
            dialects,
        }
    }

    /// The first header at or after `from`, which is the start of the text or of a line, or the byte after the start of
    /// another header. Bytes before that header do not matter: a file may be cut there.
    pub fn find(&self, bytes: &[u8], from: usize) -> Option<Found<Header>> {
        let mut cuts = Cuts::default();
        self.hits(bytes, from..bytes.len()).find_map(|hit| {
            let claim = self.claim(&hit, &mut cuts)?;
            // After the start of a header its needle is still to come, but it is no second header.
            let at = Some(hit.start(claim)).filter(|at| *at >= from)?;
            let header = hit.header(claim);
            let place = match header {
                Header::Hand(dialect) => dialect.header_place(),
                Header::Preamble(dialect) if dialect.header_place() == HeaderPlace::LastObject => {
                    HeaderPlace::FirstObject
                }
                Header::Summary(_) | Header::Preamble(_) => HeaderPlace::First,
            };
            Some(Found { at, header, place })
        })
    }

    /// Which candidate claims the header at a place. What belongs to a later header is not part of it: a buffer that is
    /// cut there must give the same hands.
    fn claim<'a>(&'a self, place: &Place<'a>, cuts: &mut Cuts<'a>) -> Option<usize> {
        let (line_end, window_end) = (place.line_end(), place.window_end());
        let (claim, is_by_line) = place.claim();
        let (reach, searched_to) = match claim {
            Some(_) if !is_by_line => {
                // The header ends with the line that decides; a header on it may end in a later one.
                let end = memchr::memchr2_iter(b'\n', b'\r', &place.bytes()[line_end..window_end])
                    .map(|newline| line_end + newline)
                    .skip(1)
                    .take(MAX_LINES)
                    .find(|end| place.claim_before(*end) == claim)
                    .unwrap_or(window_end);
                (end, window_end)
            }
            None if !self.is_claimed_as_cut(place, cuts) => return None,
            _ => (line_end, line_end),
        };
        let next = self.first_header(place.bytes(), place.at() + 1..searched_to, reach);
        match next {
            Some(next) => place.claim_before(next),
            None => claim,
        }
    }

    /// Where the first header in `range` starts, if before `reach`. All places are tried from the last one on: what a
    /// header claims ends at the next.
    fn first_header(&self, bytes: &[u8], range: Range<usize>, reach: usize) -> Option<usize> {
        let first = range.start;
        // Most headers of several lines are followed by none, and need no search beyond the line that decides.
        let near = reach + MAX_LEAD + self.texts.longest();
        if near < range.end {
            self.hits(bytes, first..near).next()?;
        }
        let hits: Vec<_> = self.hits(bytes, range).collect();
        let next = hits.into_iter().rev().fold(None, |next, hit| {
            // What leads to the needle of a header may hold other needles.
            if next.is_some_and(|next| hit.at() >= next) {
                return next;
            }
            let claim = hit.before(next.unwrap_or(bytes.len())).claim().0;
            claim.map(|claim| hit.start(claim)).filter(|start| *start >= first).or(next)
        });
        next.filter(|next| *next < reach)
    }

    /// Where headers may start in `range`, in order.
    ///
    /// Texts and the single byte are searched for block by block: a file that lacks one must not be searched to its end
    /// each time the other is found. The byte is frequent: where no dialect can claim it, it is skipped.
    fn hits<'a>(&'a self, bytes: &'a [u8], range: Range<usize>) -> impl Iterator<Item = Place<'a>> {
        let start = range.start;
        let known = start.saturating_sub(1);
        let place = move |at, candidates| Place::new(bytes, known, start + at, candidates);
        let text = bytes.get(range).unwrap_or_default();
        let mut block_end = 0;
        // Where each search continues, and what it has found in the block. Directly after the needle of a header come its
        // own words, such as `Hand #`, which begin the headers of other sites.
        let header = start.checked_sub(1).and_then(|at| bytes.get(at..));
        let own = header.and_then(|header| self.texts.len_at_start(header));
        let (mut texts_from, mut text_hit) = (own.unwrap_or(0).min(text.len()), None);
        let (mut bytes_from, mut byte_hit) = (0, None);
        let mut cuts = Cuts::default();
        std::iter::from_fn(move || {
            loop {
                if let Some((byte, candidates)) = &self.single_byte
                    && byte_hit.is_none()
                    && bytes_from < block_end
                {
                    byte_hit = memchr::memchr_iter(*byte, &text[bytes_from..block_end])
                        .map(|at| bytes_from + at)
                        .filter(|at| !is_within_a_sentence(&bytes[known..start + at]))
                        .map(|at| place(at, candidates))
                        .find(|hit| self.is_claimed(hit, &mut cuts));
                    bytes_from = byte_hit.map_or(block_end, |hit| hit.at() + 1 - start);
                }
                // What follows the byte is searched once it is known not to be a header.
                let texts_end = byte_hit.map_or(block_end, |hit| hit.at() - start);
                if text_hit.is_none() && texts_from < texts_end {
                    text_hit = self.texts.find(text, texts_from, texts_end);
                    texts_from =
                        text_hit.map_or(texts_end, |(at, text)| at + self.texts.len_of(text));
                }
                let is_first = |(at, _): &mut (usize, usize)| {
                    byte_hit.is_none_or(|hit| start + *at < hit.at())
                };
                if let Some((at, text)) = text_hit.take_if(is_first) {
                    return Some(place(at, &self.candidates[text]));
                }
                if let Some(hit) = byte_hit.take() {
                    return Some(hit);
                }
                if block_end == text.len() {
                    return None;
                }
                block_end = end_of_block(text, block_end);
            }
        })
    }

    /// Whether a header at a place is claimed by its line, by further lines, or up to where another may start.
    fn is_claimed<'a>(&'a self, place: &Place<'a>, cuts: &mut Cuts<'a>) -> bool {
        place.claim().0.is_some() || self.is_claimed_as_cut(place, cuts)
    }

    /// Whether a header at a place is claimed up to another header on its line.
    fn is_claimed_as_cut<'a>(&'a self, place: &Place<'a>, cuts: &mut Cuts<'a>) -> bool {
        place.may_be_claimed()
            && cuts
                .after(place, |from| self.first_start(place.bytes(), from..place.line_end()))
                .any(|cut| place.is_claimed_before(cut.at, cut.candidates))
    }

    /// The first place in `range` where a header may start: the single byte, or a text, which may end after the range.
    fn first_start<'a>(&'a self, bytes: &[u8], range: Range<usize>) -> Option<Cut<'a>> {
        let byte = self.single_byte.as_ref().and_then(|(byte, candidates)| {
            let at = range.start + memchr::memchr(*byte, &bytes[range.clone()])?;
            Some(Cut { at, end: at + 1, candidates })
        });
        // Only up to the byte, which is faster to find.
        let end = byte.as_ref().map_or(range.end, |byte| byte.at);
        let text = self.texts.find(bytes, range.start, end);
        let of_text = |(at, text)| Cut {
            at,
            end: at + self.texts.len_of(text),
            candidates: &self.candidates[text],
        };
        text.map(of_text).or(byte)
    }

    /// The range of the last preamble in a piece, from its header to the next one, and the number of lines before it.
    pub fn last_preamble(&self, piece: &Piece<'_>) -> Option<(Range<u64>, u64)> {
        let bytes = framing::transcode(piece);
        // Most files have none, and a search for all headers takes several times as long.
        let is_in_block =
            |start| self.preambles.find(&bytes, start, end_of_block(&bytes, start)).is_some();
        if !(0..bytes.len()).step_by(BLOCK).any(is_in_block) {
            return None;
        }
        let find = |bytes: &[u8], from: usize| self.find(bytes, from);
        let (mut last, mut start) = (None, None);
        let mut next = find(&bytes, 0);
        while let Some(found) = next {
            last = start.take().map(|start| start..found.at).or(last);
            let is_preamble = matches!(found.header, Header::Preamble(_));
            start = (is_preamble && found.place == HeaderPlace::First).then_some(found.at);
            next = framing::header_after(&bytes, &found, find);
        }
        let last = start.map(|start| start..bytes.len()).or(last)?;
        Some(framing::place_in_piece(piece, &bytes, last))
    }

    /// Whether a dialect reads this HTML page with its tags.
    pub fn reads_tags(&self, page: &[u8]) -> bool {
        self.dialects.iter().any(|dialect| dialect.reads_tags(page))
    }

    /// Whether a line that is unfinished may become a header.
    pub fn may_be_header(&self, line: &[u8]) -> bool {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        let is_mark = |byte: &&u8| matches!(byte, b'>' | b'|' | b' ' | b'\t');
        let line = &line[line.iter().take_while(is_mark).count()..];
        let may_go_on = |rest: &[u8], needle: &[u8]| {
            needle.starts_with(rest) || (rest.starts_with(needle) && self.find(line, 0).is_none())
        };
        // With all the bytes that a header may have, it already is one or is not.
        line.len() <= MAX_HEADER
            && self.dialects.iter().any(|dialect| {
                let leads = (0..=line.len().min(MAX_LEAD))
                    .filter(|length| dialect.lead(&line[..*length]) == *length);
                let needles = dialect.needles();
                leads
                    .map(|length| &line[length..])
                    .any(|rest| needles.iter().any(|needle| may_go_on(rest, needle.as_bytes())))
            })
    }
}

/// Where a block ends that is now searched; loads the one that is searched a few blocks later.
fn end_of_block(bytes: &[u8], start: usize) -> usize {
    let soon = bytes.len().min(start + AHEAD)..bytes.len().min(start + AHEAD + BLOCK);
    handlab_columns::load_text(&bytes[soon]);
    bytes.len().min(start + BLOCK)
}

/// Whether this is directly after a word and a space: neither the start of a line nor the seam of joined files.
fn is_within_a_sentence(before: &[u8]) -> bool {
    matches!(before, [.., b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', b' '])
}
