//! The first four lines: number, client, stakes with game and time, table or tournament.

use std::borrow::Cow;

use handlab_cards::game::Betting;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use crate::lines::clock::read_time;
use crate::lines::games::read_game;
use crate::lines::price::{name_parts, read_price};
use crate::lines::stakes::take_for_blinds;
use crate::syntax::text::{
    find, find_ignore_case, is_digits, is_line_start, is_line_start_or_joined, rsplit_once,
    split_once, trim, trim_end,
};

const OPENING: &str = "#Game No : ";
const TITLE: &str = " Hand History for Game ";

/// The start of a hand whose first line is missing: the stars and the client.
pub(super) const NEEDLES: [&str; 11] = [
    OPENING,
    "***** 888",
    "***** Cassava",
    "***** LuckyAce",
    "***** Pacific",
    "***** WSOP",
    "**** 888",
    "**** Cassava",
    "**** LuckyAce",
    "**** Pacific",
    "**** WSOP",
];

/// What `kr` means, except for the client of Denmark.
const SWEDISH_CROWN: Currency = Currency::from_code("SEK");
const DANISH_CROWN: Currency = Currency::from_code("DKK");

/// The client of `***** 888poker Snap Poker Hand History for Game 7 *****`, with four or five stars.
fn client_of(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"***** ").or_else(|| line.strip_prefix(b"**** "))?;
    let client = &rest[..memchr::memmem::find(rest, TITLE.as_bytes())?];
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b" .-".contains(byte);
    (!client.is_empty() && client.iter().all(is_of_name)).then_some(client)
}

/// Whether a hand may start with `head` after these bytes: the line with the number comes first.
pub(super) fn may_follow(earlier: &[u8], head: &[u8]) -> bool {
    let earlier = earlier.trim_ascii_end();
    let start = memchr::memrchr2(b'\n', b'\r', earlier).map_or(0, |newline| newline + 1);
    let line = &earlier[start..];
    let is_opening = |at: usize| is_line_start_or_joined(&line[..at]);
    head.starts_with(OPENING.as_bytes())
        || !memchr::memmem::find(line, OPENING.as_bytes()).is_some_and(is_opening)
}

/// Whether a hand starts with `head`: the next line must name the client, which another site's does not.
///
/// A client's name contains no mark behind which another header could hide: a file may be cut at that header.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    const MOST: usize = 300;
    if !is_line_start(before) {
        return false;
    }
    let head = &head[..head.len().min(MOST)];
    let Some(end) = memchr::memchr2(b'\n', b'\r', head) else { return false };
    if !head.starts_with(OPENING.as_bytes()) {
        return client_of(&head[..end]).is_some();
    }
    let next = head[end..].trim_ascii_start();
    client_of(&next[..memchr::memchr2(b'\n', b'\r', next).unwrap_or(next.len())]).is_some()
}

/// Fills the hand from its first lines. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(text: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let fault = |line: &str| ParseErrorKind::Header(line.to_owned());
    let number = line();
    let (title, stakes, table) = match number.strip_prefix(OPENING) {
        Some(_) => (line(), line(), line()),
        None => (number, line(), line()),
    };
    // If the line with the number is missing, the title has the number, and there is one line more than belongs to the
    // header.
    let of_title = || split_once(title, TITLE)?.1.split(' ').next();
    let hand_id =
        number.strip_prefix(OPENING).or_else(of_title).ok_or_else(|| fault(number))?.trim();
    let button = line().strip_prefix("Seat ").and_then(|line| line.strip_suffix(" is the button"));
    hand.button_seat = button.and_then(|seat| seat.trim().parse().ok()).or(hand.button_seat);
    if !is_digits(hand_id) {
        return Err(fault(number));
    }
    hand.hand_id = hand.push_text(hand_id);
    hand.is_fast_fold = find(title, " Snap ").is_some();
    read_table(table, hand).ok_or_else(|| fault(table))?;
    let (game, clock) = split_once(stakes, " - ***").ok_or_else(|| fault(stakes))?;
    if let Some(clock) = in_order(clock.trim()) {
        read_time(&clock, hand).ok_or_else(|| fault(stakes))?;
    }
    let (blinds, game) = split_once(game, " Blinds ").ok_or_else(|| fault(stakes))?;
    let mut game = trim(game);
    while let Some(front) = game.strip_suffix("Jackpot table") {
        game = front;
    }
    let blinds = match hand.tournament {
        Some(_) => Cow::Owned(without_thousands(trim(blinds))),
        None => Cow::Borrowed(trim(blinds)),
    };
    let game = [trim_end(game), " (", &blinds, ")"].concat();
    read_game(&game, least_scale, hand).map_err(|kind| kind(stakes.to_owned()))?;
    if hand.currency == SWEDISH_CROWN && find(title, "888.dk ").is_some() {
        hand.currency = DANISH_CROWN;
    }
    if hand.betting == Betting::FixedLimit {
        take_for_blinds(&mut hand.stakes);
    }
    if hand.kind == Kind::Cash && find_ignore_case(table, "(Practice Play)").is_some() {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    Ok(())
}

/// Removes the dots and commas before three digits from chips, which would look like decimals: `1.500 $`.
fn without_thousands(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_separator = |at: usize| {
        matches!(bytes[at], b'.' | b',') && (at + 1..=at + 3).all(is_digit) && !is_digit(at + 4)
    };
    let bare: String = text
        .char_indices()
        .filter(|(at, _)| !is_separator(*at))
        .map(|(_, letter)| letter)
        .collect();
    // Chips with decimals, which only some prizes have, are unchanged.
    if bare.contains(['.', ',']) { text.to_owned() } else { bare }
}

/// Rewrites `27 06 2023 12:02:42` with the year first; `None` if there is no time.
fn in_order(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    Some([year, "/", month, "/", day, " ", words.next()?].concat())
}

/// Reads `Table Kazan 6 Max (Real Money)` or `Tournament #38340077 $0.90 + $0.09 - Table #73 9 Max (Real Money)`.
fn read_table(line: &str, hand: &mut Hand) -> Option<()> {
    let text = trim(rsplit_once(line, " (").map_or(line, |(text, _)| text));
    let (text, seats) = match text.strip_suffix(" Max").and_then(|text| text.rsplit_once(' ')) {
        Some((text, seats)) => (text, seats.parse().ok()),
        None => (text, None),
    };
    hand.max_seats = seats;
    let Some(entry) = text.strip_prefix("Tournament #") else {
        let name = text.strip_prefix("Table ")?;
        hand.table_name = hand.push_text(name.trim());
        return Some(());
    };
    let (id, rest) = entry.split_once(' ').unwrap_or((entry, ""));
    let (price, table) = split_once(rest, " - Table #").unwrap_or((rest, ""));
    hand.table_name = hand.push_text(table.trim());
    let tournament_id = hand.push_text(id);
    hand.tournament = Some(Tournament { tournament_id, ..price_of(price) });
    Some(())
}

/// Reads `$10 + $1`, `4,57 $ + 0,43 $`, `10 + 1`; a price without a number is free.
pub(super) fn price_of(text: &str) -> Tournament {
    let mut tournament = Tournament::default();
    if text.contains(|letter: char| letter.is_ascii_digit()) {
        read_price(text.trim(), &mut tournament);
        name_parts(&mut tournament);
    } else {
        (tournament.buy_in, tournament.fee) = (Some(0), Some(0));
    }
    tournament
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::Game;

    fn header(stakes: &str, table: &str) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        let text = format!(
            "#Game No : 7\n***** 888poker{TITLE}7 *****\n{stakes} - *** 03 12 2015 15:12:29\n{table}"
        );
        assert_eq!(read(&text, 0, &mut hand), Ok(()), "{text}");
        hand
    }

    #[test]
    fn amounts_are_read_as_each_country_writes_them() {
        for (stakes, code, blinds) in [
            ("$0.02/$0.05 Blinds No Limit Holdem", "USD", (2, 5)),
            ("0,02$/0,04$ Blinds No Limit Holdem", "USD", (2, 4)),
            ("25 $/50 $ Blinds Pot Limit Omaha", "USD", (2500, 5000)),
            ("$ 10/$ 20 Blinds Pot Limit Omaha", "USD", (1000, 2000)),
            ("0,50 €/1 € Blinds No Limit Holdem Jackpot table", "EUR", (50, 100)),
        ] {
            let hand = header(stakes, "Table Frisco 6 Max (Real Money)");
            let found = (hand.stakes.small_blind, hand.stakes.big_blind);
            assert_eq!(
                (hand.currency.code(), found),
                (code, (Some(blinds.0), Some(blinds.1))),
                "{stakes}"
            );
            assert_eq!((hand.str(hand.table_name), hand.max_seats), ("Frisco", Some(6)));
            assert_eq!(hand.str(hand.started_raw), "2015/12/03 15:12:29");
        }
    }

    #[test]
    fn a_limit_game_prints_its_blinds() {
        let hand = header("15/30 Blinds Fix Limit OmahaHL", "Table Cologne (Practice Play)");
        let stakes = hand.stakes;
        assert_eq!((hand.game, hand.is_hi_lo, hand.kind), (Game::Omaha, true, Kind::Play));
        assert_eq!([stakes.small_blind, stakes.big_blind], [Some(15), Some(30)]);
        assert_eq!([stakes.small_bet, stakes.big_bet], [Some(30), Some(60)]);
    }

    #[test]
    fn the_sign_of_a_currency_means_chips_in_a_tournament() {
        for (stakes, table, price) in [
            (
                "$500/$1,000",
                "Tournament #9 $0.90 + $0.09 - Table #73 (Real Money)",
                (Some(90), Some(9)),
            ),
            (
                "500 €/1.000 €",
                "Tournament #9 0,01 € - Table #29 9 Max (Real Money)",
                (Some(1), None),
            ),
            (
                "500 $/1 000 $",
                "Tournament #9 4,57 $ + 0,43 $ - Table #1 4 Max (Real Money)",
                (Some(457), Some(43)),
            ),
            ("500/1 000", "Tournament #9 Бесплатно 10 Max (Real Money)", (Some(0), Some(0))),
        ] {
            let hand = header(&format!("{stakes} Blinds No Limit Holdem"), table);
            let tournament = hand.tournament.expect("a tournament");
            assert_eq!((hand.kind, hand.currency.code()), (Kind::Tournament, "CHIPS"), "{table}");
            assert_eq!(hand.stakes.big_blind, Some(1000), "{table}");
            assert_eq!((tournament.buy_in, tournament.fee), price, "{table}");
            assert_eq!(hand.str(tournament.tournament_id), "9");
        }
    }

    #[test]
    fn a_header_of_another_site_is_not_claimed() {
        assert!(claims(b"", b"#Game No : 7\r\n***** Cassava Hand History for Game 7 *****\r\n"));
        assert!(!claims(b"", b"#Game No : 7\r\n***** Hand History for Game 7 *****\r\n"));
        assert!(!claims(b"", b"#Game No : 7\n***** # 1 ***** Hand History for Game 7 *****\n"));
        assert!(!claims(b"Bob: ", b"#Game No : 7\n***** 888poker Hand History for Game 7 *****\n"));
    }
}
