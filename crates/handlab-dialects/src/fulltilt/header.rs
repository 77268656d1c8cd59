//! The first line until 2014: number, tournament, table, stakes and game in either order, time, date.

use handlab_cards::game::Betting;
use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Kind, Speed, Tournament};
use handlab_core::money::Currency;
use handlab_core::time::month as month_number;

use crate::lines::clock::read_time;
use crate::lines::games::{find_game, read_game};
use crate::lines::price::read_price;
use crate::syntax::text::{
    find_ignore_case, is_digits, is_line_start, rsplit_once, split_once, strip_prefix_ignore_case,
};

/// Whether a hand starts with `head`; within a line only if it ends like a header.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 500);
    let Some((_, rest)) = split_id(&line) else { return false };
    is_line_start(before) || rest.contains(" - ") && rest.contains(':')
}

/// Whether the hand is from the years in which the first line names the table.
pub(super) fn is_game(text: &str) -> bool {
    text.trim_start().split('#').next().is_some_and(|title| title.ends_with("Game "))
}

/// What precedes the number of a hand at `GameDesire`.
const GAME_DESIRE: &str = "GameDesire Game ";

/// Reads `Full Tilt Poker.fr Game #123: `.
fn split_id(line: &str) -> Option<(&str, &str)> {
    let (title, rest) = line.split_once('#')?;
    let words = title.strip_prefix("Full Tilt ").or_else(|| title.strip_prefix("FullTilt"));
    let is_title = title == GAME_DESIRE
        || words.is_some_and(|words| {
            matches!(words, "Hand " | "Rush Hand " | "Zoom Hand ")
                || (words.starts_with("Poker") && words.ends_with(" Game "))
        });
    let (hand_id, rest) = rest.split_once(':').filter(|_| is_title)?;
    is_digits(hand_id).then(|| (hand_id, rest.trim_start()))
}

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (hand_id, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    let rest = rest.trim_end();
    if rest.ends_with("(partial)") {
        return Err(ParseErrorKind::Truncated);
    }
    let (rest, bracket) = match rest.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((rest, bracket)) => (rest.trim_end(), bracket),
        None => (rest, ""),
    };
    let (front, clock) = split_clock(rest).ok_or_else(fault)?;
    let printed = in_order(clock).ok_or_else(fault)?;
    let clock = match in_order(bracket) {
        Some(bracket) => format!("{printed} [{bracket}]"),
        None => printed,
    };
    read_time(&clock, hand).ok_or_else(fault)?;
    // A table's name may contain dashes; the game and its stakes do not.
    let (front, second) = rsplit_once(front, " - ").ok_or_else(fault)?;
    let (table, first) = rsplit_once(front, " - ").ok_or_else(fault)?;
    let (game, stakes) = if first.contains('/')
        && first.contains(|c: char| c.is_ascii_digit())
        && find_game(first) != Some(0)
    {
        (second, first)
    } else {
        (first, second)
    };
    let table = read_entry(table, hand).ok_or_else(fault)?;
    read_table(table, hand);
    let game = game.trim();
    // `CAP NL Hold'em`: the cap's amount is not printed.
    let uncapped = strip_prefix_ignore_case(game, "CAP ");
    let (cap, game) = split_cap(uncapped.unwrap_or(game));
    let text = format!("{game} ({}{cap})", spell_out(stakes.trim()));
    read_game(&text, least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    if uncapped.is_some() {
        hand.betting = Betting::Cap;
    }
    if hand.kind != Kind::Tournament && find_ignore_case(table, "play chip").is_some() {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    Ok(())
}

/// Splits at the time, the last part but one: ` - 19:40:04 CET - 2011/04/07`.
fn split_clock(text: &str) -> Option<(&str, &str)> {
    let (front, _) = rsplit_once(text, " - ")?;
    let (before, _) = rsplit_once(front, " - ")?;
    Some((before, &text[before.len() + " - ".len()..]))
}

/// Rewrites `19:40:04 CET - 2011/04/07` and `15:13 ET - Wed, July 21, 2010` with the date first.
fn in_order(text: &str) -> Option<String> {
    let (time, date) = rsplit_once(text, " - ")?;
    let date = date.trim();
    if date.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Some(format!("{date} {}", time.trim()));
    }
    let mut parts = date.split(", ").skip(1);
    let (month, day) = parts.next()?.split_once(' ')?;
    let year = parts.next()?;
    let month = month_number(month)?;
    Some(format!("{year}/{month}/{day} {}", time.trim()))
}

/// Reads the tournament before `, Table 1`; returns the table.
fn read_entry<'a>(text: &'a str, hand: &mut Hand) -> Option<&'a str> {
    let text = text.trim();
    let Some((entry, _)) = rsplit_once(text, ", Table ") else {
        return text.strip_prefix("Table ").or(Some(text));
    };
    let (name, id) = entry.strip_suffix(')')?.rsplit_once('(')?;
    id.parse::<u64>().ok()?;
    let tournament_id = hand.push_text(id);
    // With the price, as in the summary.
    let title = hand.push_text(name.trim());
    let speed = speed(name);
    let mut tournament = Tournament { tournament_id, name: title, speed, ..Tournament::default() };
    // `$4 + $0.40 Rush On Demand` is a price; the amount in `$750 Guarantee` is not.
    let mut words = name.split(' ');
    if let (Some(buy_in), Some("+"), Some(fee)) = (words.next(), words.next(), words.next()) {
        read_price(&format!("{buy_in}+{fee}"), &mut tournament);
    }
    hand.tournament = Some(tournament);
    hand.is_fast_fold = name.split(' ').any(|word| word == "Rush");
    Some(&text[entry.len() + ", Table ".len()..])
}

/// The speed that a label in brackets states: `(Super Turbo, Heads Up)`. Other words of a name may say anything.
pub(super) fn speed(text: &str) -> Option<Speed> {
    let groups = text.split('(').skip(1).filter_map(|group| group.split_once(')'));
    let mut labels = groups.flat_map(|(inside, _)| inside.split(", "));
    labels.find(|label| label.ends_with("Turbo")).and_then(Speed::of_word)
}

/// Reads `Rymer (6 max, shallow)`.
fn read_table(text: &str, hand: &mut Hand) {
    let (name, notes) = rsplit_once(text, " (").unwrap_or((text, ""));
    hand.table_name = hand.push_text(name.trim());
    for note in notes.trim_end_matches(')').split(", ") {
        if let Some(seats) = note.strip_suffix(" max") {
            hand.max_seats = seats.parse().ok();
        } else if note.eq_ignore_ascii_case("heads up") {
            hand.max_seats = Some(2);
        } else if note.eq_ignore_ascii_case("rush") {
            hand.is_fast_fold = true;
        }
    }
}

/// Splits `$20 Cap No Limit Hold'em` into the cap in the wording of `lines`, and the game.
fn split_cap(game: &str) -> (String, &str) {
    match split_once(game, " Cap ") {
        Some((cap, game)) if cap.contains(|letter: char| letter.is_ascii_digit()) => {
            (format!(" - {cap} Cap"), game)
        }
        _ => (String::new(), game),
    }
}

/// `$2.50/$5 Ante $0.40` in the form that `lines` reads, with billions in digits.
fn spell_out(text: &str) -> String {
    let (blinds, ante) = split_once(text, " Ante ").unwrap_or((text, ""));
    let gap = if ante.is_empty() { "" } else { " - Ante " };
    format!("{blinds}{gap}{ante}").replace('B', "000000000")
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::Game;

    fn header(text: &str) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        let line = format!("Full Tilt Poker Game #1: {text}");
        assert_eq!(read(&line, 0, &mut hand), Ok(()), "{line}");
        hand
    }

    #[test]
    fn game_and_stakes_come_in_either_order() {
        for text in [
            "Table Vera (6 max) - NL Hold'em - $0.01/$0.02 - 08:55:55 ET - 2013/05/08",
            "Table Vera (6 max) - $0.01/$0.02 - No Limit Hold'em - 8:55:55 ET - 2013/05/08",
            "Table Vera (6 max) - $0.01/$0.02 - No Limit Hold'em - 08:55:55 ET - Wed, May 8, 2013",
            "Table Vera (6 max) - NL Hold'em - $0.01/$0.02 - 14:55:55 CET - 2013/05/08 [08:55:55 ET - 2013/05/08]",
        ] {
            let hand = header(text);
            assert_eq!((hand.game, hand.betting), (Game::Holdem, Betting::NoLimit), "{text}");
            assert_eq!((hand.stakes.small_blind, hand.stakes.big_blind), (Some(1), Some(2)));
            assert_eq!((hand.str(hand.table_name), hand.max_seats), ("Vera", Some(6)), "{text}");
            // 2013-05-08 12:55:55 UTC
            assert_eq!(hand.started_at, Some(1_368_017_755_000_000), "{text}");
        }
    }

    #[test]
    fn a_table_with_commas_and_a_cap_is_read() {
        let hand = header(
            "Table Acamar IV CAP, Fast,20-50 bb (9 max, fast) - $0.50/$1 - $30 Cap No Limit Hold'em - 16:13:10 ET - 2009/05/22",
        );
        assert_eq!(hand.str(hand.table_name), "Acamar IV CAP, Fast,20-50 bb");
        assert_eq!((hand.stakes.cap, hand.betting), (Some(3000), Betting::Cap));
    }

    #[test]
    fn a_cap_may_have_no_amount() {
        for text in [
            "Table Rymer (6 max) - CAP NL Hold'em - $0.05/$0.10 - 04:44:44 ET - 2015/04/08",
            "Table Rymer (6 max) - $0.05/$0.10 - Cap No Limit Hold'em - 04:44:44 ET - 2015/04/08",
        ] {
            let hand = header(text);
            assert_eq!((hand.game, hand.betting), (Game::Holdem, Betting::Cap), "{text}");
            assert_eq!((hand.stakes.cap, hand.stakes.big_blind), (None, Some(10)), "{text}");
        }
    }

    #[test]
    fn a_tournaments_name_may_hold_amounts_and_numbers_in_brackets() {
        let hand = header(
            "$17,500 Rush Guar (Rebuy) (248089208), Table 21 - 10/20 Ante 5 - No Limit Hold'em - 11:31:21 CT - 2013/01/25",
        );
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!(hand.str(tournament.tournament_id), "248089208");
        assert_eq!((tournament.buy_in, hand.stakes.ante), (None, Some(5)));
        assert!(hand.is_fast_fold);
        let hand = header(
            "$4 + $0.40 Rush On Demand (7), Table 5 - 20/40 - NL Hold'em - 21:14:44 ET - 2011/04/19",
        );
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!((tournament.buy_in, tournament.fee), (Some(400), Some(40)));
        assert!(hand.is_fast_fold);
        let flipout = header(
            "$300 Flipout (7), Table 1 - NL Hold'em - 2B/2B Ante 2B - 4:46:00 ET - 2014/08/07",
        );
        assert_eq!(flipout.stakes.ante, Some(2_000_000_000));
        assert!(!flipout.is_fast_fold);
    }

    #[test]
    fn a_label_in_brackets_is_the_speed() {
        for (name, wanted) in [
            ("$5 Sit & Go (Super Turbo)", Some(Speed::Hyper)),
            ("$10 Heads-Up Sit & Go (Turbo, Heads Up)", Some(Speed::Turbo)),
            ("$15K Super Turbo Knockout", None),
            ("$1,000 Guarantee (3x Chance)", None),
        ] {
            let hand = header(&format!(
                "{name} (7), Table 1 - NL Hold'em - 15/30 - 19:02:47 ET - 2013/05/14"
            ));
            assert_eq!(hand.tournament.expect("a tournament").speed, wanted, "{name}");
        }
    }

    #[test]
    fn a_partial_hand_is_truncated() {
        let line = "Full Tilt Poker Game #1: Table X - $1/$2 - NL Hold'em - 4:46:00 ET - 2014/08/07 (partial)";
        assert_eq!(read(line, 0, &mut Hand::default()), Err(ParseErrorKind::Truncated));
    }
}
