//! Samples of every dialect with a few bytes or lines changed: whatever is read, nothing panics.

use handlab_core::dialect::Header;
use handlab_core::framing;

use crate::summaries::read;

use crate::corpus::DIALECTS;
use crate::read::{each_hand, whole};
use crate::samples::samples_of;

/// What often separates the parts of a line, and letters of several bytes.
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
