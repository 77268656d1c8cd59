//! Pokerbots: the logs of the engine with which students' programs play at the Massachusetts Institute of Technology,
//! and at schools that adopted it.
//!
//! [`engine_2012`] reads what the engine of 2012 to 2017 wrote. This is the engine since 2020, written from eight logs of
//! 2020 to 2026, each of hundreds of hands, and from the engine itself:
//! ```text
//! 6.9630 MIT Pokerbots - NAME vs NAME
//!
//! Round #2, Bea (4), Abe (-4)                   each one's winnings so far; the first has the small blind
//! Bea posts the blind of 1
//! Abe posts the blind of 2
//! Bea dealt [Kc 3d]
//! Bea calls                                     without an amount
//! Abe raises to 6
//! Abe attempted illegal FoldAction              or `ran out of time`, `disconnected`, `response misformatted: `
//! Flop [Js Td 2s], Bea (6), Abe (6)             each one's contribution
//! Current stacks: 394, 394                      some years
//! Bea shows [Kc 3d]
//! Bea awarded -6                                each one's win or loss
//! Abe awarded 6
//! Winning counts at the end of the round: , Bea (-2), Abe (2)
//! Final, Bea (-2), Abe (2)
//! ```
//!
//! Liberties:
//! * Each hand starts with the same stacks, which only the line of current stacks shows: without it they are unknown.
//! * The log shows all cards. They count as shown; only those who are in the hand at the end show them there.
//! * Each match numbers its rounds from 1, so a digest of the hand is appended to the number.
//! * Each year adds a rule to the game: an auction for a third card, cards that are swapped or discarded, several
//!   boards, a sixth board card. Only hold'em is read, and hands that show such a rule are refused, as are those in
//!   which a bounty for a rank is paid. Hands of such a match that ended before the rule showed cannot be distinguished
//!   from hold'em.

use handlab_cards::card::CardList;
use handlab_cards::game::{self, Game, Street};
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{ActionKind, CardsSource, Collected, Hand, Kind, PotName, Seat};
use handlab_core::money::Currency;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::names::split_player;
use crate::phh::fill::digest;
use crate::syntax::text::{is_digits, is_line_start, rsplit_once, split_once};

mod betting;
pub mod engine_2012;

use betting::{Betting, Fault, amount, bracketed, read_lines, result};

/// See the module.
pub struct Pokerbots;

const SITE: &str = "pokerbots";
const OPENING: &str = "Round #";
const POSTS: &str = " posts the blind of ";

/// A program that fails checks or folds, as the next line shows.
const FAILURES: [&str; 5] =
    [" ran out of time", " disconnected", "IndexError", "KeyError", "ValueError"];

impl Dialect for Pokerbots {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && header(&first_line(head, 400)).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        read(span, hand)
    }
}

/// The engine takes no rake. A seat is paid its result plus what it had put in, including any uncalled bet. After an
/// all-in the engine asks both programs on every street.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    has_idle_checks: true,
    ..SiteRules::PLAIN
};

/// Number and players of `Round #2, Bea (4), Abe (-4)`.
fn header(line: &str) -> Option<(&str, &str)> {
    let (number, players) = split_once(line.strip_prefix(OPENING)?, ", ")?;
    let (first, won) = rsplit_once(players.trim_end().strip_suffix(')')?, " (")?;
    let (_, before) = rsplit_once(rsplit_once(first, "), ")?.0, " (")?;
    let are_results = result(won).is_some() && result(before).is_some();
    (is_digits(number) && are_results).then_some((number, players))
}

fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    (hand.game, hand.betting) = (Game::Holdem, game::Betting::NoLimit);
    (hand.max_seats, hand.button_seat) = (Some(2), Some(1));
    let mut cursor = Cursor::new(span.text, span.at);
    let first = cursor.next_line().unwrap_or_default();
    let (number, players) = header(first).unwrap_or_default();
    let mut kept = first.trim_end().to_owned();
    let mut round = Round::new(hand, players);
    read_lines(&mut cursor, &mut kept, |line| round.line(line))?;
    let [Some(won), Some(other)] = round.awards else {
        return Err(cursor.error(ParseErrorKind::Truncated));
    };
    round.pay([won, other]).map_err(|kind| cursor.error(kind(first.to_owned())))?;
    hand.hand_id = hand.push_text(&format!("{number}-{:016x}", digest(&kept)));
    hand.printed.rake = Some(0);
    Ok(())
}

/// The state of a hand after the lines read so far.
struct Round<'h, 't> {
    betting: Betting<'h>,
    /// The players in the header.
    players: &'t str,
    /// The number of board cards dealt.
    dealt: usize,
    /// Each seat's printed win or loss.
    awards: [Option<i64>; 2],
    has_bounty: bool,
}

impl<'h, 't> Round<'h, 't> {
    fn new(hand: &'h mut Hand, players: &'t str) -> Round<'h, 't> {
        let betting = Betting::new(hand);
        Round { betting, players, dealt: 0, awards: [None; 2], has_bounty: false }
    }

    /// Reads a line; false if it is not part of the hand.
    fn line(&mut self, line: &str) -> Result<bool, Fault> {
        if let Some((name, blind)) = rsplit_once(line, POSTS) {
            self.post(name, blind)?;
        } else if line.starts_with("Players ") {
            // `Players did not reach flop. No auction occured.`
            return Err(ParseErrorKind::UnknownGame);
        } else if let Some((seat, act)) = split_player(self.betting.hand, line, " ") {
            return self.act(usize::from(seat), act);
        } else if split_player(self.betting.hand, line, "'s hand: ").is_some() {
            return Err(ParseErrorKind::UnknownGame);
        } else if self.awards != [None; 2] {
            // What follows belongs to the match or to the next file.
            return Ok(false);
        } else if let Some(stacks) = line.strip_prefix("Current stacks: ") {
            self.stacks(stacks)?;
        } else if let Some((title, board)) = split_once(line, " [") {
            self.board(title, board)?;
        } else {
            let is_news = line.is_empty() || line.starts_with("Bounties reset to ");
            let is_failure = FAILURES.contains(&line);
            return if is_news || is_failure {
                Ok(false)
            } else {
                Err(ParseErrorKind::UnknownLine)
            };
        }
        Ok(true)
    }

    /// Reads the player and the blind of `Bea posts the blind of 1`.
    fn post(&mut self, name: &str, blind: &str) -> Result<(), Fault> {
        if blind.ends_with(" on each board") {
            return Err(ParseErrorKind::UnknownGame);
        }
        let blind = amount(blind)?;
        let hand = &mut *self.betting.hand;
        let index = hand.seats.len();
        let (kind, stake, is_listed) = match index {
            0 => (
                ActionKind::PostSmallBlind,
                &mut hand.stakes.small_blind,
                self.players.starts_with(&format!("{name} (")),
            ),
            1 => (
                ActionKind::PostBigBlind,
                &mut hand.stakes.big_blind,
                self.players.contains(&format!("), {name} (")),
            ),
            _ => return Err(ParseErrorKind::Seats),
        };
        if !is_listed {
            return Err(ParseErrorKind::Header);
        }
        *stake = Some(blind);
        let seat = Seat { seat: index as u8 + 1, has_unknown_stack: true, ..Seat::default() };
        if name.is_empty() || !push_seat(hand, seat, name) {
            return Err(ParseErrorKind::Seats);
        }
        self.betting.seat();
        self.betting.put(index, kind, blind);
        Ok(())
    }

    /// Reads `calls`, `raises to 6` and other actions of a player; false for anything else.
    fn act(&mut self, seat: usize, act: &str) -> Result<bool, Fault> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        if self.betting.act(seat, verb, rest)? {
            return Ok(true);
        }
        let to_call = self.betting.to_call(seat);
        match (verb, rest) {
            ("calls", "") if to_call > 0 => self.betting.put(seat, ActionKind::Call, to_call),
            ("dealt", dealt) => {
                let cards = hole_cards(dealt)?;
                let holder = &mut self.betting.hand.seats[seat];
                (holder.hole_cards, holder.cards_source) = (cards, Some(CardsSource::Shown));
            }
            ("shows", shown) => {
                let cards = hole_cards(shown)?;
                if cards != self.betting.hand.seats[seat].hole_cards {
                    return Err(ParseErrorKind::UnknownGame);
                }
                self.betting.show(seat, cards);
            }
            ("awarded", won) => {
                self.awards[seat] = Some(result(won).ok_or(ParseErrorKind::Amount as Fault)?);
            }
            ("hits", "their bounty") => self.has_bounty = true,
            ("bids" | "assigns" | "discards" | "won", _) => {
                return Err(ParseErrorKind::UnknownGame);
            }
            _ if act.contains(" on board ") => return Err(ParseErrorKind::UnknownGame),
            ("attempted" | "response", _) => return Ok(false),
            _ if FAILURES.iter().any(|failure| failure.trim_start() == act) => return Ok(false),
            _ => return Err(ParseErrorKind::UnknownLine),
        }
        Ok(true)
    }

    /// Reads `Turn` and `Js Td 2s 9c], Bea (6), Abe (6)`.
    fn board(&mut self, title: &str, board: &str) -> Result<(), Fault> {
        let (street, count) = match title {
            "Flop" => (Street(1), 3),
            "Turn" => (Street(2), 4),
            "River" => (Street(3), 5),
            // `Run [`: a sixth card.
            _ if !title.contains(' ') => return Err(ParseErrorKind::UnknownGame),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let (board, put_in) = split_once(board, "]").ok_or(ParseErrorKind::Cards as Fault)?;
        let board = cards(board).ok_or(ParseErrorKind::Cards as Fault)?;
        if board.len() != count || put_in.contains(" on board ") {
            return Err(ParseErrorKind::UnknownGame);
        }
        // The price of an auction is not an action.
        let Betting { hand, put_in: of_seats, .. } = &self.betting;
        let is_put_in = hand.seats.iter().zip(of_seats).all(|(seat, put_in_by_it)| {
            let part = format!(", {} ({put_in_by_it})", hand.str(seat.player));
            put_in.contains(&part)
        });
        if !is_put_in {
            return Err(ParseErrorKind::UnknownLine);
        }
        let dealt = board.as_slice().get(self.dealt..).unwrap_or_default();
        self.betting.deal(street, dealt.iter().copied().collect())?;
        self.dealt = count;
        Ok(())
    }

    /// Reads `394, 394`: each seat started the hand with that plus what it has put in.
    fn stacks(&mut self, stacks: &str) -> Result<(), Fault> {
        let (first, second) = split_once(stacks, ", ").ok_or(ParseErrorKind::Amount as Fault)?;
        for (index, left) in [amount(first)?, amount(second)?].into_iter().enumerate() {
            if let Some(seat) = self.betting.hand.seats.get_mut(index) {
                seat.starting_stack = left.saturating_add(self.betting.put_in[index]);
                seat.has_unknown_stack = false;
            }
        }
        Ok(())
    }

    /// Pays each seat its win or loss plus what it had put in.
    fn pay(&mut self, awards: [i64; 2]) -> Result<(), Fault> {
        let Betting { hand, put_in, folded, .. } = &mut self.betting;
        let at_stake = put_in.iter().min().copied().unwrap_or_default();
        let is_plain = awards[0].abs() == at_stake || awards[0] == 0 && !folded.contains(&true);
        if self.has_bounty && !is_plain {
            return Err(ParseErrorKind::UnknownGame);
        }
        for (seat, award) in awards.into_iter().enumerate() {
            let paid = award.saturating_add(put_in[seat]);
            if paid > 0 {
                let (seat, amount, pot) = (seat as u8, paid, PotName::Pot);
                hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
            }
        }
        Ok(())
    }
}

/// The cards of `[Kc 3d]`. Some years' games deal three or six.
fn hole_cards(text: &str) -> Result<CardList, Fault> {
    let cards = bracketed(text)?;
    if cards.len() == 2 { Ok(cards) } else { Err(ParseErrorKind::UnknownGame) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_round_of_two_players_with_their_winnings_starts_a_hand() {
        assert!(Pokerbots.claims(b"", b"Round #12, Bea (4), Abe (-4)\r\nBea posts"));
        assert!(Pokerbots.claims(b"", b"Round #1, Team (B), x (0), C (0)\n"));
        for other in [
            "Round #1: fight",
            "Round #1, Bea (4)",
            "Round #x, A (0), B (0)",
            "Round #2, A (0), B (x)",
        ] {
            assert!(!Pokerbots.claims(b"", other.as_bytes()), "{other}");
        }
        assert!(!Pokerbots.claims(b"see ", b"Round #1, A (0), B (0)\n"));
    }
}
