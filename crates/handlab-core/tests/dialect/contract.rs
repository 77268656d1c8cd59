//! What a dialect may do that no site of today does: made-up ones, whose hands are in the notation of `paper.rs`.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::dialect::{Dialect, Registry};
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::{Encoding, Piece, Span};
use handlab_core::hand::{Collected, Hand, PotName};
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use crate::paper;
use crate::rows::column;

/// Reads the hands whose header ends with `mark`.
struct Paper {
    name: &'static str,
    mark: &'static str,
}

impl Dialect for Paper {
    fn site(&self) -> &'static str {
        "paper"
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Paper hand #"]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        line.ends_with(self.mark.as_bytes())
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        let mut lines = span.text.lines();
        let header = lines.next().unwrap_or_default();
        let number = header.split(['#', ' ']).nth(3).unwrap_or_default();
        hand.hand_id = hand.keep(number);
        for line in lines {
            if let Some(amount) = line.strip_prefix("3 collected ") {
                let amount = amount.parse().expect("a number");
                let seat = hand.seat_index(3).expect("a seat");
                hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
                hand.printed.total_pot = Some(amount);
                hand.printed.rake = Some(0);
            } else if !paper::take(hand, line) {
                let kind = ParseErrorKind::UnknownLine(line.to_owned());
                return Err(ParseError::new(kind, span.at));
            }
        }
        Ok(())
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &["Paper hand summary "]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        self.claims(before, head)
    }

    fn parse_summary(
        &self,
        text: &str,
        at: Position,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        let Some(player) = text.lines().nth(1) else {
            return Err(ParseError::new(ParseErrorKind::Truncated, at));
        };
        summary.site = self.site();
        summary.tournament_id.push_str(self.name);
        let player = TournamentPlayer { player: player.to_owned(), ..TournamentPlayer::default() };
        summary.players.push(player);
        Ok(())
    }
}

static OLD: Paper = Paper { name: "paper_old", mark: "(old)" };
static NEW: Paper = Paper { name: "paper_new", mark: "(new)" };

fn parsed(text: &str) -> Batch {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last: true };
    let dialects = Registry::new(&[&OLD, &NEW]);
    batch::parse(&piece, &Options { dialects: Some(&dialects), ..Options::default() })
}

const ACTS: &str = "\
blinds 5/10 button 1
seats 1:1000 2:1000 3:1000
2 sb 5
3 bb 10
1 fold
2 fold
uncalled 3 5
3 collected 10
";

#[test]
fn dialects_that_share_a_needle_are_asked_in_turn() {
    let found = parsed(&format!("Paper hand #1 (new)\n{ACTS}Paper hand #2 (old)\n{ACTS}"));
    let nobodys = parsed(&format!("Paper hand #3 (other)\n{ACTS}"));

    assert_eq!(found.dialect, Some("paper_new"));
    assert_eq!(column(&found, "hands", "site"), ["paper", "paper"]);
    assert_eq!(column(&found, "hands", "hand_id"), ["1", "2"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact", "exact"]);
    assert_eq!((nobodys.headers, nobodys.dialect), (0, None));
}

#[test]
fn summaries_are_read_by_the_dialect_that_writes_them() {
    let text = format!("Paper hand summary (new)\nann\n\nPaper hand #1 (old)\n{ACTS}");

    let found = parsed(&text);

    assert_eq!((found.summaries, found.headers, found.rejected), (1, 1, 0));
    assert_eq!(column(&found, "tournament_reports", "tournament_id"), ["paper_new"]);
    let cut = parsed("Paper hand summary (old)");
    assert_eq!(cut.summaries, 0);
    assert_eq!(column(&cut, "rejects", "dialect"), ["paper_old"]);
}
