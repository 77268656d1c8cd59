//! Samples of every dialect with a few bytes or lines changed: nothing may panic.

use handlab_core::dialect::Header;
use handlab_core::framing;

use crate::summaries::read;

use crate::corpus::DIALECTS;
use crate::read::{each_hand, whole};
use crate::samples::samples_of;

/// Common separators in lines, and letters of several bytes.
const PIECES: [&str; 16] = [
    "",
    " ",
    "\n",
    "(",
    ")",
    "[",
    "]",
    "/",
    " - ",
    ": ",
    "#",
    "$",
    "€",
    "\u{a0}",
    "99999999999999999999",
    "-1",
];

/// A generator with a fixed seed: a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).expect("below a usize")
    }
}

fn read_all(data: &[u8]) {
    each_hand(data, |_| {});
    let piece = whole(data);
    let bytes = framing::transcode(&piece);
    framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
        if let Header::Summary(dialect) = frame.header {
            let text = framing::decode(frame.bytes, &mut String::new()).to_owned();
            let _ = read(dialect, &text, frame.at);
        }
    });
}

#[test]
fn a_spoilt_hand_of_any_dialect_never_panics() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for dialect in DIALECTS {
        for data in samples_of(dialect).values() {
            for _ in 0..40 {
                let mut spoilt = data.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(spoilt.len());
                    let end = spoilt.len().min(at + random.below(6));
                    let piece = PIECES[random.below(PIECES.len())];
                    spoilt.splice(at..end, piece.bytes());
                }
                if random.below(4) == 0 {
                    spoilt.truncate(random.below(spoilt.len()));
                }
                read_all(&spoilt);
            }
        }
    }
}

/// The largest amounts, with and without hundredths, and ones whose sum overflows.
const EDGES: [&str; 6] = [
    "9223372036854775807",
    "92233720368547758.07",
    "92233720368547758",
    "4611686018427387905",
    "46116860184273880.00",
    "46116860184273880",
];

/// The positions of the numbers in a text.
fn numbers(data: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, byte) in data.iter().enumerate() {
        let is_next = found.last().is_some_and(|last| last.end == at);
        match found.last_mut() {
            Some(last) if is_next && (byte.is_ascii_digit() || matches!(byte, b'.' | b',')) => {
                last.end = at + 1;
            }
            _ if byte.is_ascii_digit() => found.push(at..at + 1),
            _ => {}
        }
    }
    found
}

#[test]
fn amounts_at_the_edge_of_what_fits_never_overflow_in_any_dialect() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for dialect in DIALECTS {
        for data in samples_of(dialect).values() {
            let numbers = numbers(data);
            for _ in 0..200 {
                let mut spoilt = data.clone();
                let mut changed: Vec<_> =
                    (0..=random.below(6)).map(|_| random.below(numbers.len())).collect();
                changed.sort_unstable();
                changed.dedup();
                // The last one first, so that the positions before it stay valid.
                for number in changed.into_iter().rev() {
                    let edge = EDGES[random.below(EDGES.len())];
                    spoilt.splice(numbers[number].clone(), edge.bytes());
                }
                read_all(&spoilt);
            }
        }
    }
}

#[test]
fn a_spoilt_summary_of_any_dialect_never_panics() {
    let summaries = [
        "Tournament #2, Bounty, Daily $88, Hold'em No Limit\nBuy-in: $40+$7+$40\n1,523 Players\nTotal Prize Pool: $46\n\
         12th : Hero, $140.5\nYou made 2 re-entries and received a total of $140.5.\n",
        "Full Tilt Poker Tournament Summary $1 Rush (24) Hold'em No Limit (Rush)\nBuy-In: $10 + $1\nAnn performed 2 Rebuys\n\
         Tournament started: 2013/01/25 11:31:00 CT [2013/01/25 12:31:00 ET]\nStill Playing - Zoe\n3: Bea, $13 Ticket\n\
         Ann finished in 5th place\n",
        "***** Cassava Tournament Summary *****\nTournament ID: 34\nBuy-In: $3.15 + $0.35\nTove performed 2 rebuys\n\
         Tove finished 59/468 and won $50.80\n",
        "PokerStars Tournament #2, No Limit Hold'em\nBuy-In: $80000000000000000.00/$80000000000000000.00 USD\n2 players\n\
         Tournament started 2020/05/06 14:15:00 ET\n  1: Ann (Peru), $4.00 (100%)\n  2: Bob (Peru), \n\
         You finished in 1st place.\nYou made 1 rebuys and 1 re-entries for a total of $2.00.\n",
    ];
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for text in summaries {
        for _ in 0..2_000 {
            let mut spoilt = text.as_bytes().to_vec();
            for _ in 0..=random.below(2) {
                let at = random.below(spoilt.len());
                let end = spoilt.len().min(at + random.below(6));
                spoilt.splice(at..end, PIECES[random.below(PIECES.len())].bytes());
            }
            read_all(&spoilt);
        }
    }
}
