//! The first line: stakes, game, number of players.

use handlab_core::chips;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::syntax::text::{rsplit_once, split_once, strip_suffix_ignore_case};

/// The parts of a title.
#[derive(Default)]
struct Parts<'t> {
    price: &'t str,
    is_tournament: bool,
    small: &'t str,
    big: &'t str,
    ante: &'t str,
    betting: &'t str,
    game: &'t str,
    max_seats: Option<u8>,
    players: usize,
    is_fast_fold: bool,
}

/// Whether a line is a title: the number of players is its end.
pub(super) fn is_title(line: &str) -> bool {
    parts(line).is_some()
}

/// Fills the hand from its title, with `least_scale` decimals at least; returns the number of players.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Option<usize> {
    let title = parts(line)?;
    read_game(&format!("{} {}", title.game, title.betting), least_scale, hand).ok()?;
    let sign = chips::read_money(title.big, None)?.currency;
    (hand.kind, hand.currency, hand.scale) = match sign {
        Some(currency) if !title.is_tournament => {
            (Kind::Cash, currency, chips::scale_of(currency).max(least_scale))
        }
        _ => (Kind::Tournament, Currency::CHIPS, least_scale),
    };
    if hand.kind == Kind::Tournament {
        let mut tournament = Tournament::default();
        if !title.price.is_empty() {
            read_price(title.price, &mut tournament);
        }
        hand.tournament = Some(tournament);
    }
    let amount = |printed: &str| chips::read(printed.as_bytes(), hand.scale);
    hand.stakes.big_blind = Some(amount(title.big).filter(|big| *big > 0)?);
    hand.stakes.small_blind = amount(title.small);
    hand.stakes.ante = amount(title.ante);
    hand.max_seats = title.max_seats;
    hand.is_fast_fold = title.is_fast_fold;
    Some(title.players)
}

fn parts(line: &str) -> Option<Parts<'_>> {
    let front = strip_suffix_ignore_case(line, " players")?;
    by_dashes(front).or_else(|| by_commas(front))
}

/// Reads `PokerStars - $5+$0.50|30/60 Ante 5 NL FAST (6 max) - Holdem - 6`.
fn by_dashes(text: &str) -> Option<Parts<'_>> {
    let mut fields = text.split(" - ");
    let [Some(_room), Some(stakes), Some(game), Some(players), None] =
        [fields.next(), fields.next(), fields.next(), fields.next(), fields.next()]
    else {
        return None;
    };
    let (price, stakes) = split_once(stakes, "|").unwrap_or(("", stakes));
    let mut title = Parts { price, game, players: players.parse().ok()?, ..Parts::default() };
    title.is_tournament = !price.is_empty();
    let mut words = stakes.split_whitespace();
    (title.small, title.big) = blinds(words.next()?);
    while let Some(word) = words.next() {
        match word {
            "NL" => title.betting = "No Limit",
            "PL" => title.betting = "Pot Limit",
            "Ante" => title.ante = words.next()?,
            "FAST" | "Zoom" | "Rush" => title.is_fast_fold = true,
            _ => {
                let size = word.strip_prefix('(').and_then(|size| size.parse().ok());
                title.max_seats = title.max_seats.or(size);
            }
        }
    }
    Some(title)
}

/// Reads `Poker Stars, $0.05/$0.10 No Limit Hold'em Cash, 6`, and for a tournament
/// `Poker Stars, $10 Buy-in (25/50 blinds, 5 ante) No Limit Hold'em Tournament, 9`.
fn by_commas(text: &str) -> Option<Parts<'_>> {
    let (_room, rest) = split_once(text, ", ")?;
    let (rest, players) = rsplit_once(rest, ", ")?;
    let (rest, kind) = rest.rsplit_once(' ')?;
    let betting = ["No Limit", "Pot Limit"].into_iter().find(|words| rest.contains(words))?;
    let (stakes, game) = split_once(rest, betting)?;
    let mut title = Parts { betting, game: game.trim(), ..Parts::default() };
    title.players = players.parse().ok()?;
    title.is_tournament = match kind {
        "Cash" => false,
        "Tournament" => true,
        _ => return None,
    };
    let stakes = match split_once(stakes, " Buy-in (") {
        Some((price, stakes)) => {
            title.price = price.trim();
            let (blinds, ante) = split_once(stakes, ", ").unwrap_or((stakes, ""));
            title.ante = ante.split_whitespace().next().unwrap_or_default();
            blinds
        }
        None => stakes,
    };
    (title.small, title.big) = blinds(stakes.split_whitespace().next()?);
    Some(title)
}

/// The blinds of `30/60`, or the big blind alone.
fn blinds(text: &str) -> (&str, &str) {
    text.split_once('/').unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use handlab_cards::game::{Betting, Game};

    use super::*;

    #[test]
    fn titles_of_both_forms_are_read() {
        for (line, game, stakes, players) in [
            (
                "PokerStars - €0.02 NL (6 max) - Holdem - 6 players",
                Game::Holdem,
                [None, Some(2), None],
                6,
            ),
            (
                "iPoker - $5+$0.50|30/60 Ante 5 NL - Omaha - 9 players",
                Game::Omaha,
                [Some(30), Some(60), Some(5)],
                9,
            ),
            (
                "Poker Stars, $0.05/$0.10 No Limit Hold'em Cash, 5 Players",
                Game::Holdem,
                [Some(5), Some(10), None],
                5,
            ),
            (
                "Poker Stars, $10 Buy-in (25/50 blinds, 5 ante) Pot Limit Omaha Tournament, 2 Players",
                Game::Omaha,
                [Some(25), Some(50), Some(5)],
                2,
            ),
        ] {
            let mut hand = Hand::default();
            hand.clear();
            assert_eq!(read(line, 0, &mut hand), Some(players), "{line}");
            let read = hand.stakes;
            assert_eq!((hand.game, [read.small_blind, read.big_blind, read.ante]), (game, stakes));
            assert!(matches!(hand.betting, Betting::NoLimit | Betting::PotLimit));
        }
    }

    #[test]
    fn other_sentences_are_not_titles() {
        for line in [
            "PokerStars - $0.10 NL - Holdem - many players",
            "PokerStars - a room for all players",
            "Poker Stars, $0.05/$0.10 No Limit Hold'em Home, 6 Players",
            "Poker Stars, $5/$10 Limit Hold'em Cash, 6 Players",
            "iPoker, 6 Players",
        ] {
            assert!(!is_title(line), "{line}");
        }
    }
}
