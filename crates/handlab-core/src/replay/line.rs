//! What a seat has done on a street: `XR` is a check-raise, `BC` a bet and a call.

use crate::hand::ActionKind;

/// A seat's actions on a street in order, at most the first four: `X` check, `B` bet, `C` call, `R` raise.
///
/// By the rules a seat checks or bets only as its first action on a street. A second bet counts as a raise, a later
/// check as a call of nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line(u8);

const FIRST: [char; 4] = ['X', 'B', 'C', 'R'];

/// By length, then by the first action in the order of [`FIRST`], then calls before raises.
const LINES: [&str; 61] = [
    "", //
    "X", "B", "C", "R", //
    "XC", "XR", "BC", "BR", "CC", "CR", "RC", "RR", //
    "XCC", "XCR", "XRC", "XRR", "BCC", "BCR", "BRC", "BRR", //
    "CCC", "CCR", "CRC", "CRR", "RCC", "RCR", "RRC", "RRR", //
    "XCCC", "XCCR", "XCRC", "XCRR", "XRCC", "XRCR", "XRRC", "XRRR", //
    "BCCC", "BCCR", "BCRC", "BCRR", "BRCC", "BRCR", "BRRC", "BRRR", //
    "CCCC", "CCCR", "CCRC", "CCRR", "CRCC", "CRCR", "CRRC", "CRRR", //
    "RCCC", "RCCR", "RCRC", "RCRR", "RRCC", "RRCR", "RRRC", "RRRR", //
];

impl Line {
    /// The name in the `line` column of `actions`.
    pub fn name(self) -> &'static str {
        LINES[usize::from(self.0)]
    }

    /// Whether the only action so far is a check.
    pub(super) fn is_check(self) -> bool {
        self.0 == 1
    }

    /// Adds an action; only bets, checks, calls and raises are part of a line.
    pub fn push(&mut self, kind: ActionKind) {
        let act = match kind {
            ActionKind::Check => 'X',
            ActionKind::Bet => 'B',
            ActionKind::Call => 'C',
            ActionKind::Raise => 'R',
            _ => return,
        };
        // Each length has twice as many lines as the one before, and those with a common prefix are adjacent.
        let (start, next) = match self.name().len() {
            0 => (0, 1),
            1 => (1, 5),
            2 => (5, 13),
            3 => (13, 29),
            _ => return,
        };
        let place = if start == 0 {
            FIRST.iter().position(|first| *first == act).unwrap_or(0) as u8
        } else {
            (self.0 - start) * 2 + u8::from(matches!(act, 'B' | 'R'))
        };
        self.0 = next + place;
    }
}

#[cfg(test)]
mod tests {
    use super::{LINES, Line};
    use crate::hand::ActionKind::{Bet, Call, Check, Fold, PostBigBlind, Raise, Show};

    #[test]
    fn every_line_of_four_acts_is_reached() {
        let mut lines = vec![Line::default()];
        for _ in 0..4 {
            let longer: Vec<Line> = lines
                .iter()
                .flat_map(|line| {
                    [Check, Bet, Call, Raise].map(|kind| {
                        let mut line = *line;
                        line.push(kind);
                        line
                    })
                })
                .collect();
            lines.extend(longer);
        }
        let mut names: Vec<&str> = lines.iter().map(|line| line.name()).collect();
        names.sort_unstable();
        names.dedup();
        let mut all = LINES.to_vec();
        all.sort_unstable();
        assert_eq!(names, all);
    }

    #[test]
    fn a_line_is_named_by_its_acts() {
        let named = |kinds: &[_]| {
            let mut line = Line::default();
            for kind in kinds {
                line.push(*kind);
            }
            line.name()
        };
        assert_eq!(named(&[PostBigBlind]), "");
        let mut line = Line::default();
        line.push(Check);
        assert!(line.is_check());
        assert_eq!(named(&[Check, Raise, Call]), "XRC");
        assert_eq!(named(&[Bet, Call, Fold, Show]), "BC");
        assert_eq!(named(&[Raise, Raise, Raise, Raise, Call]), "RRRR");
        assert_eq!(named(&[Bet, Bet, Check]), "BRC");
    }
}
