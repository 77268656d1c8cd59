//! Shared by translators into the common form: the header as one line, names, dates, cards.
//!
//! A site may spread the header over several lines, or print parts of it only at the end. Its translator collects these
//! in a [`Header`], writes it as the first line of the translation, and [`read_header`] reads that line.

use std::borrow::Cow;
use std::fmt::{self, Write};

use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::cursor::{quote_of, unquoted};
use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, CardsSource, Hand, Kind, SeatTotal, Tournament};
use handlab_core::money::Currency;

use crate::lines::clock::read_time;
use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::names::longest_name;
use crate::syntax::text::{
    find_ignore_case, split_at_mark, split_once, trim, trim_end, trim_start, write_line,
};

/// Separates the fields of a header.
const MARK: u8 = 0x1f;

/// What the text says about the hand as a whole; fields that it does not give are empty.
#[derive(Clone, Default)]
pub(crate) struct Header<'a> {
    pub(crate) id: Cow<'a, str>,
    /// `Hold'em No Limit ($0.05/$0.10)`, in a tournament perhaps with `Level 4` before the stakes.
    pub(crate) game: Cow<'a, str>,
    /// Year, month and day, time, zone.
    pub(crate) time: Cow<'a, str>,
    pub(crate) table: Cow<'a, str>,
    pub(crate) max_seats: Cow<'a, str>,
    /// The seat number of the button.
    pub(crate) button: Cow<'a, str>,
    pub(crate) is_tournament: bool,
    pub(crate) tournament: Cow<'a, str>,
    /// The tournament's name.
    pub(crate) event: Cow<'a, str>,
    /// `$10+$1`.
    pub(crate) price: Cow<'a, str>,
    pub(crate) is_play_money: bool,
}

impl Header<'_> {
    /// Writes the header as one line, with its line end.
    pub(crate) fn write(&self, out: &mut String) -> fmt::Result {
        let flag = |is: bool| if is { "1" } else { "" };
        let fields = [
            &*self.id,
            &self.game,
            &self.time,
            &self.table,
            &self.max_seats,
            &self.button,
            flag(self.is_tournament),
            &self.tournament,
            &self.event,
            &self.price,
            flag(self.is_play_money),
        ];
        for field in fields {
            out.write_str(trim(field))?;
            out.write_char(char::from(MARK))?;
        }
        out.write_char('\n')
    }
}

/// Fills the hand from the line of a [`Header`]. Amounts are read with `least_scale` decimals at least.
pub(crate) fn read_header(
    line: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let mut rest = line;
    let mut field = || {
        let (field, after) = split_at_mark(rest, MARK).unwrap_or((rest, ""));
        rest = after;
        field
    };
    let (id, game, time, table) = (field(), field(), field(), field());
    let (max_seats, button, is_tournament) = (field(), field(), !field().is_empty());
    let (tournament, event, price) = (field(), field(), field());
    let is_play_money = !field().is_empty();
    if id.is_empty() || game.is_empty() {
        return Err(fault());
    }
    hand.hand_id = hand.push_text(id);
    if !time.is_empty() {
        read_time(time, hand).ok_or_else(fault)?;
    }
    hand.table_name = hand.push_text(table);
    (hand.max_seats, hand.button_seat) = (max_seats.parse().ok(), button.parse().ok());
    if is_tournament {
        let (tournament_id, name) = (hand.push_text(tournament), hand.push_text(event));
        let mut entry = Tournament { tournament_id, name, ..Tournament::default() };
        if price.contains(|letter: char| letter.is_ascii_digit()) {
            read_price(price, &mut entry);
        }
        hand.tournament = Some(entry);
    }
    read_game(game, least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    if is_play_money && hand.kind == Kind::Cash {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    Ok(())
}

/// An amount of the hand's money that the engine has no field for; an error is placed at the start of the hand.
pub(crate) fn amount(text: &str, span: Span<'_>, hand: &Hand) -> Result<i64, ParseError> {
    let fault = || ParseError::new(ParseErrorKind::Amount(text.to_owned()), span.at);
    chips::read(text.trim().as_bytes(), hand.scale).ok_or_else(fault)
}

/// More than sit at any table: the engine refuses such a hand, and the search for a name must not take forever.
pub(crate) const MOST_NAMES: usize = 8 * MAX_SEATS;

/// The players at the table, the first [`MOST_NAMES`] of them.
pub(crate) struct Names<'a>(Vec<&'a str>);

impl Default for Names<'_> {
    fn default() -> Self {
        Names(Vec::with_capacity(MAX_SEATS))
    }
}

impl<'n> Names<'n> {
    /// Adds a name without its leading spaces: lines that start with it have lost theirs, like indented lines.
    pub(crate) fn push(&mut self, name: &'n str) {
        if self.0.len() < MOST_NAMES {
            self.0.push(trim_start(name));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'n str> {
        self.0.iter().copied()
    }

    /// The player whose name starts the text and is followed by `after`, and the rest of the text; the longest such
    /// name.
    #[inline]
    pub(crate) fn split<'a>(&self, text: &'a str, after: &str) -> Option<(&'a str, &'a str)> {
        let text = trim_start(text);
        let names = self.0.iter().map(|name| name.as_bytes()).enumerate();
        let (_, len) = longest_name(names, text, after)?;
        Some((&text[..len], &text[len + after.len()..]))
    }

    /// The player and action of a line that looks like another kind of line because the player is called `Seat 1: Bob`.
    pub(crate) fn split_act<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let is_act = |act: &str| act.starts_with(char::is_lowercase);
        self.split(line, " ").filter(|(_, act)| is_act(act) && !self.is_dealt(line))
    }

    /// Whether a line deals cards to a player, even if another one is called `Dealt`.
    pub(crate) fn is_dealt(&self, line: &str) -> bool {
        let dealt = line.strip_prefix("Dealt to ");
        dealt.is_some_and(|dealt| self.split(dealt, " [").is_some())
    }

    /// Whether a line is a player's action; see [`Names::split_act`].
    pub(crate) fn has_act(&self, line: &str) -> bool {
        self.split_act(line).is_some()
    }
}

/// Refuses a line about a player without a seat, if it moves chips: it is written as an action of that name, which the
/// engine rejects. `moves_chips` decides from the text before and after one of `acts`. Other lines are left out.
pub(crate) fn refuse_if_chips_move(
    line: &str,
    acts: &[&str],
    moves_chips: impl FnOnce(&str, &str) -> bool,
    out: &mut String,
) -> std::fmt::Result {
    let found = split_at_act(line, acts).filter(|(name, rest)| moves_chips(name, rest));
    found.map_or(Ok(()), |(name, _)| write_line(out, [name, ": raises 0"]))
}

/// What comes before and after one of `acts` in a line that contains a digit, as every line that moves chips does.
fn split_at_act<'a>(line: &'a str, acts: &[&str]) -> Option<(&'a str, &'a str)> {
    // Most lines about other people contain no digit.
    let has_number = has_digit(line);
    has_number.then(|| acts.iter().find_map(|act| split_once(line, act)))?
}

/// Whether a text contains a digit.
pub(crate) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text is nothing but an amount.
pub(crate) fn is_amount(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
}

/// Rewrites cards with the suit first (`HA C10`) to have the rank first (`AH 10C`), and appends them; anything else is
/// unchanged.
pub(crate) fn push_rank_first(out: &mut String, cards: &str) {
    let words = cards.split([' ', ',']).filter(|word| !word.is_empty());
    for (number, word) in words.enumerate() {
        if number > 0 {
            out.push(' ');
        }
        let (suit, rank) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let is_suit = matches!(suit, "c" | "d" | "h" | "s" | "C" | "D" | "H" | "S");
        let is_rank = !rank.is_empty() && rank.len() <= 2 && rank.is_ascii();
        if is_suit && is_rank {
            out.push_str(rank);
            out.push_str(suit);
        } else {
            out.push_str(word);
        }
    }
}

/// The non-empty lines of a text, with any line ends, without quotation marks and spaces around them.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    lines_behind(quote_of(text), text)
}

/// Like [`lines`], for the part of a text whose lines have that prefix.
pub(crate) fn lines_behind<'a>(
    quote: &'a str,
    text: &'a str,
) -> impl Iterator<Item = &'a str> + Clone {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = rest?;
        let end = memchr::memchr2(b'\n', b'\r', text.as_bytes());
        rest = end.map(|end| &text[end + 1..]);
        Some(unquoted(trim_end(&text[..end.unwrap_or(text.len())]), quote))
    });
    lines.filter(|line| !line.is_empty())
}

/// The lines that contain `mark`. Most of a text has none and is not split into lines.
pub(crate) fn lines_with<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    let finder = memchr::memmem::Finder::new(mark);
    lines_where(text, move |rest| finder.find(rest.as_bytes()))
}

/// Like [`lines_with`], ignoring case.
pub(crate) fn lines_with_any_case<'a>(
    text: &'a str,
    mark: &'a str,
) -> impl Iterator<Item = &'a str> {
    lines_where(text, move |rest| find_ignore_case(rest, mark))
}

fn lines_where(text: &str, find: impl Fn(&str) -> Option<usize>) -> impl Iterator<Item = &str> {
    let (mut from, bytes, quote) = (0, text.as_bytes(), quote_of(text));
    std::iter::from_fn(move || {
        let at = from + find(&text[from..])?;
        let start = memchr::memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr2(b'\n', b'\r', &bytes[at..]);
        from = end.map_or(bytes.len(), |end| at + end);
        Some(unquoted(trim_end(&text[start..from]), quote))
    })
}

/// What is between the first `open` and the first `close` after it.
pub(crate) fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let split = |text: &'a str, mark: &str| match mark {
        "" | " " => text.split_once(mark),
        _ => split_once(text, mark),
    };
    let (_, rest) = split(text, open)?;
    split(rest, close).map(|(inside, _)| inside)
}

/// What is between the first and the last quote: a table's name may hold quotes.
pub(crate) fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('\'')?;
    rest.rsplit_once('\'').map(|(inside, _)| inside)
}

/// Records each seat's ending stack, from the names and amounts of a text.
pub(crate) fn push_ending_stacks(stacks: &[(impl AsRef<str>, impl AsRef<str>)], hand: &mut Hand) {
    for (name, stack) in stacks {
        let Some(seat) = find_player(hand, name.as_ref()) else { continue };
        let ending_stack = chips::read(stack.as_ref().as_bytes(), hand.scale);
        let total = SeatTotal { seat, ending_stack, ..SeatTotal::default() };
        hand.printed.seat_totals.push(total);
    }
}

/// Marks the shown cards of everyone but the owner as shown, for texts that list them as dealt face up.
pub(crate) fn mark_shown(hand: &mut Hand) {
    for action in hand.actions.iter().filter(|action| action.kind == ActionKind::Show) {
        if Some(action.seat) != hand.hero {
            hand.seats[usize::from(action.seat)].cards_source = Some(CardsSource::Shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::{Betting, Game};

    #[test]
    fn a_header_is_read_back_as_written() {
        let header = Header {
            id: "77".into(),
            game: "Omaha Hi/Lo Pot Limit - Level 3 (50/100)".into(),
            time: "2010/09/04 05:34:19 GMT+0100".into(),
            table: "Vega (1)".into(),
            max_seats: "6".into(),
            button: "5".into(),
            is_tournament: true,
            tournament: "R-1-2".into(),
            event: "Daily (Turbo)".into(),
            price: "$10+$1".into(),
            is_play_money: false,
        };
        let mut line = String::new();
        assert_eq!(header.write(&mut line), Ok(()));
        let mut hand = Hand::default();
        hand.clear();
        assert_eq!(read_header(line.trim_end_matches('\n'), 0, &mut hand), Ok(()));
        assert_eq!(
            (hand.game, hand.is_hi_lo, hand.betting),
            (Game::Omaha, true, Betting::PotLimit)
        );
        assert_eq!((hand.max_seats, hand.button_seat), (Some(6), Some(5)));
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!(hand.str(tournament.name), "Daily (Turbo)");
        assert_eq!((tournament.buy_in, tournament.fee), (Some(1000), Some(100)));
        assert_eq!(hand.str(tournament.level), "3");
        // 2010-09-04 04:34:19 UTC
        assert_eq!(hand.started_at, Some(1_283_574_859_000_000));
    }

    #[test]
    fn the_longest_name_is_the_players() {
        let mut names = Names::default();
        names.push("Bob");
        names.push("Bob folds");
        assert_eq!(names.split("Bob folds calls 5", " "), Some(("Bob folds", "calls 5")));
        assert_eq!(names.split("Bob: folds", ": "), Some(("Bob", "folds")));
        assert_eq!(names.split("Bobby: folds", ": "), None);
    }

    #[test]
    fn marked_text_may_start_the_line_or_follow_a_space() {
        assert_eq!(between("17:08 EST | 2", "", " |"), Some("17:08 EST"));
        assert_eq!(between("Seat #3 is", "Seat #", " "), Some("3"));
        assert_eq!(between("of 6-max", " ", "-max"), Some("6"));
        assert_eq!(between("of (6", "(", ")"), None);
    }

    #[test]
    fn every_line_end_is_read_and_empty_lines_are_omitted() {
        let found: Vec<_> = lines("a \r\n\nb\rc\u{a0}\n").collect();
        assert_eq!(found, ["a", "b", "c"]);
    }

    #[test]
    fn a_line_with_a_mark_is_found_once() {
        let found: Vec<_> = lines_with("a: b: c\r\nd\n: e\u{a0}\n\n: ", ": ").collect();
        assert_eq!(found, ["a: b: c", ": e", ":"]);
        assert_eq!(lines_with("", ": ").count(), 0);
        let found: Vec<_> = lines_with_any_case("a Post 1\nB POST 2 \nPos", "post ").collect();
        assert_eq!(found, ["a Post 1", "B POST 2"]);
    }

    #[test]
    fn ranks_go_before_suits() {
        for (cards, wanted) in [("HA C10 sK", "AH 10C Ks"), ("X X", "X X")] {
            let mut out = String::new();
            push_rank_first(&mut out, cards);
            assert_eq!(out, wanted);
        }
    }

    #[test]
    fn an_act_is_followed_by_a_number() {
        let acts = [" posts ", " calls "];
        assert_eq!(split_at_act("Ann calls 5", &acts), Some(("Ann", "5")));
        assert_eq!(split_at_act("Ann calls a friend", &acts), None);
    }
}
