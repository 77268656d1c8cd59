//! What a hand prints more than once: recorded unchanged, for the audit to compare.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::chips;
use handlab_core::dialect::text::cards;
use handlab_core::hand::{CardsPlace, Outcome, PrintedBoard, PrintedCards, SeatLine};

use super::Reader;
use crate::syntax::text::{find, groups, split, split_once, trim, trim_end, trim_start};
use crate::syntax::words;

/// No hand prints more entries of a kind: later ones are not compared, so that hostile lists cost no time.
const MOST: usize = 512;

/// What may follow the name of a hand, with an amount.
const NOTES: [&str; 3] = [", Cashout Risk", ", EV Cashout", ", AII "];

/// Adds an entry, unless the list is full.
fn push<T>(list: &mut Vec<T>, printed: T) {
    if list.len() < MOST {
        list.push(printed);
    }
}

impl Reader<'_, '_> {
    /// Records the cards of a `Dealt to` or `shows` line, and the name in round brackets after them.
    pub(super) fn record_cards(
        &mut self,
        seat: u8,
        place: CardsPlace,
        (street, run_no): (Street, u8),
        cards: CardList,
        rest: &str,
    ) {
        let name = name_in_brackets(rest);
        let name = self.hand.push_text(name);
        let printed = PrintedCards { seat, place, street, run_no, cards, name };
        push(&mut self.hand.printed.cards, printed);
    }

    /// Records the printed size of the raise that comes next: `$2` of `$2 to $4`.
    pub(super) fn record_raise(&mut self, by: &str) {
        let by = chips::read(trim(by).as_bytes(), self.hand.scale);
        let number = u16::try_from(self.hand.actions.len()).ok();
        if let Some(raise) = number.zip(by) {
            push(&mut self.hand.printed.raises, raise);
        }
    }

    /// Records the cards that a street's line repeats before the new ones.
    pub(super) fn record_repeated(&mut self, run_no: u8, street: Street, rest: &str) {
        // The last group holds the new cards.
        let mut groups = groups(rest).peekable();
        let mut before = Some(CardList::EMPTY);
        while let Some(group) = groups.next().filter(|_| groups.peek().is_some()) {
            before = before.zip(cards(group)).map(|(mut all, group)| {
                all.extend(group.as_slice().iter().copied());
                all
            });
        }
        if let Some(cards) = before.filter(|cards| !cards.is_empty()) {
            push(&mut self.hand.printed.boards, PrintedBoard { run_no, street, cards });
        }
    }

    /// Records the board of the summary.
    pub(super) fn record_board(&mut self, run_no: u8, text: &str) {
        if let Some(mut cards) = groups(text).next().and_then(cards) {
            let street = Street::SHOWDOWN;
            // For a later board, some sites print only the cards that it does not share.
            let own = self.hand.boards.iter().filter(|board| board.run_no == run_no);
            let own: CardList =
                own.flat_map(|board| board.cards.as_slice().iter().copied()).collect();
            if run_no > 1 && cards == own {
                cards = self.hand.board(run_no);
            }
            push(&mut self.hand.printed.boards, PrintedBoard { run_no, street, cards });
        }
    }

    /// Records the content of a seat's line of the summary; `rest` follows the name. `part` is the board of that summary, or 0.
    /// True if the line only says when the seat folded.
    pub(super) fn record_seat_line(&mut self, seat: u8, rest: Option<&str>, part: u8) -> bool {
        let text = rest.unwrap_or_default();
        let (marks, story) = split_marks(text);
        let (outcome, after) = self.outcome(story);
        let line = SeatLine {
            seat,
            is_named: rest.is_some(),
            is_button: marks.is_button,
            is_small_blind: marks.is_small_blind,
            is_big_blind: marks.is_big_blind,
            outcome,
            did_not_bet: story.ends_with(DID_NOT_BET),
        };
        push(&mut self.hand.printed.seat_lines, line);
        if let Outcome::Folded(_) = outcome {
            return after.is_empty() || after.strip_prefix(' ') == Some(DID_NOT_BET);
        }
        if ["showed [", "mucked ["].iter().any(|start| story.starts_with(start)) {
            self.record_summary_cards(seat, story, part);
        }
        false
    }

    /// Records the cards of a seat's line, once for each runout with what they made there.
    fn record_summary_cards(&mut self, seat: u8, story: &str, part: u8) {
        let Some(cards) = groups(story).next().and_then(cards) else { return };
        let cards = self.held_in_summary(cards, story);
        let is_run = self.hand.n_runouts > 1 && find(story, ", and ").is_some();
        for (clause_no, clause) in (1..=u8::MAX).zip(split(story, ", and ")) {
            let run_no = if is_run { clause_no } else { part };
            let name = split_once(clause, " with ").map_or("", |(_, name)| name);
            let name = split_once(name, " (").map_or(name, |(name, _)| name);
            let name =
                NOTES.iter().find_map(|note| split_once(name, note)).map_or(name, |(name, _)| name);
            let name = self.hand.push_text(name.trim_end());
            let (place, street) = (CardsPlace::Summary, Street::SHOWDOWN);
            let printed = PrintedCards { seat, place, street, run_no, cards, name };
            push(&mut self.hand.printed.cards, printed);
        }
    }

    /// What happened to a seat, and the rest of the text if it folded.
    fn outcome<'t>(&self, story: &'t str) -> (Outcome, &'t str) {
        let Some(folded) = story.strip_prefix("folded ") else {
            // Converters also call folded hands mucked or shown.
            let is_end =
                [" and won ", " and lost with "].iter().any(|end| find(story, end).is_some())
                    || story.starts_with("collected (")
                    || story.starts_with("won ");
            return (if is_end { Outcome::StayedIn } else { Outcome::Unknown }, "");
        };
        let game = self.hand.game;
        if game.family() == GameFamily::Stud
            && let Some(outcome) = street_of_stud(folded, game)
        {
            return (outcome, folded);
        }
        let river = game.streets().max(4) - 1;
        folded_on(folded, river).map_or((Outcome::Unknown, ""), |(street, rest)| {
            (Outcome::Folded(Street(street)), rest)
        })
    }
}

/// The street on which a seat folded, and what follows the words for it.
fn folded_on(text: &str, river: u8) -> Option<(u8, &str)> {
    // The words of nearly all lines, which are compared without a call.
    if let Some(rest) = text.strip_prefix("before Flop") {
        return Some((0, rest));
    }
    if let Some(rest) = text.strip_prefix("on the Flop") {
        return Some((1, rest));
    }
    let mut known = FOLDED.iter();
    known.find_map(|(words, street)| Some((street.unwrap_or(river), text.strip_prefix(words)?)))
}

/// At the end of the line of a seat that put nothing in.
const DID_NOT_BET: &str = "(didn't bet)";

/// When a seat folded, after `folded `; none is the street of the river.
const FOLDED: [(&str, Option<u8>); 16] = [
    ("on the Turn", Some(2)),
    ("on the River", None),
    ("before the Flop", Some(0)),
    ("before the draw", Some(0)),
    ("on the Pre-Flop", Some(0)),
    ("before Turn", Some(1)),
    ("before River", Some(2)),
    ("on the pre-flop", Some(0)),
    ("on the flop", Some(1)),
    ("on the turn", Some(2)),
    ("on the river", None),
    ("before the Draw", Some(0)),
    ("after the Draw", Some(1)),
    ("after the 1st Draw", Some(1)),
    ("after the 2nd Draw", Some(2)),
    ("after the 3rd Draw", Some(3)),
];

/// Streets of stud are numbered by the cards that they bring: `folded on 2nd St.` in five-card stud. `None` without a number.
fn street_of_stud(folded: &str, game: Game) -> Option<Outcome> {
    let number = folded.strip_prefix("on ")?;
    let number = number.strip_prefix("the ").unwrap_or(number).split(' ').next()?;
    let street = words::number(number)?.checked_sub(game.dealt_cards() as u8).map(Street);
    let street = street.filter(|street| street.0 < game.streets());
    Some(street.map_or(Outcome::Unknown, Outcome::Folded))
}

/// What a seat's line says between the name and the rest.
#[derive(Default)]
struct Marks {
    is_button: bool,
    is_small_blind: bool,
    is_big_blind: bool,
}

/// Cuts ` (button) (small blind) folded` into the marks and the rest.
fn split_marks(text: &str) -> (Marks, &str) {
    let mut marks = Marks::default();
    let mut rest = trim_start(text);
    while rest.starts_with('(') {
        let after = if let Some(after) = rest.strip_prefix("(button)") {
            marks.is_button = true;
            after
        } else if let Some(after) = rest.strip_prefix("(small blind)") {
            marks.is_small_blind = true;
            after
        } else if let Some(after) = rest.strip_prefix("(big blind)") {
            marks.is_big_blind = true;
            after
        } else if let Some(after) =
            ["(button blind)", "(straddle)"].iter().find_map(|mark| rest.strip_prefix(mark))
        {
            after
        } else {
            break;
        };
        rest = trim_start(after);
    }
    (marks, trim_end(rest))
}

/// The text of the last ` (...)` after brackets: what the cards make.
fn name_in_brackets(text: &str) -> &str {
    let bytes = text.as_bytes();
    let open = memchr::memrchr_iter(b'(', bytes).find(|open| bytes[..*open].ends_with(b"] "));
    open.map_or("", |open| text[open + 1..].trim_end_matches([')', ' ']))
}
