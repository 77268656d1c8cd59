//! The second line of Microgaming's exports, and their seat lines.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::money::Currency;

use crate::lines::common_form::{Header, between, lines};
use crate::syntax::text::{before, drop_all, is_digits, rsplit_once, split_once, trim_end};

/// Used if no currency is printed.
pub(super) const NO_CURRENCY: Currency = Currency::from_code("XXX");

/// Decimals of amounts that are compared.
const SCALE: u8 = 2;

/// Reads `** Anonymous (Heads Up) - 5K Max [Hold'em] (25|50 NL -  Cash Game seats:2 badbeat ) Real Money`, and for a
/// tournament `** Heads Up(10195133):Table 1 [Multi Table Hold'em] (10|20 NL - MTT seats:2 ) Real Money`; also returns
/// the blinds.
///
/// The currency is that of `(0.05|0.10 NL - € Cash Game)`, or else that of the stacks in the hand's `text`.
pub(super) fn header<'a>(line: &'a str, text: &str) -> (Header<'a>, [Option<i64>; 2]) {
    let mut header = Header::default();
    let title = line.trim_start_matches(['*', ' ']);
    let Some((table, rest)) = title.rsplit_once('[') else { return (header, [None; 2]) };
    let Some((game, rest)) = rest.split_once(']') else { return (header, [None; 2]) };
    let inside = between(rest, "(", ")").unwrap_or_default();
    let mut words = inside.split_whitespace();
    let stakes = words.next().unwrap_or_default().replace('|', "/");
    let betting = match words.next() {
        Some("NL") => "No Limit",
        Some("PL") => "Pot Limit",
        _ => "Limit",
    };
    header.table = table.trim().into();
    header.is_play_money = rest.contains("Play Money");
    header.is_tournament = ["Tournament", "MTT", "STT"].iter().any(|kind| inside.contains(kind));
    if header.is_tournament {
        let id = between(table, "(", ")").filter(|id| is_digits(id));
        header.tournament = id.unwrap_or_default().into();
        header.event = id.map_or("", |_| before(table, "(")).into();
    }
    let kind = ["Multi Table ", "Single Table "].iter().find_map(|kind| game.strip_prefix(kind));
    let game = kind.unwrap_or(game);
    let seats = words.find_map(|word| word.strip_prefix("seats:"));
    header.max_seats = seats.unwrap_or_default().into();
    let code = if header.is_tournament || header.is_play_money {
        String::new()
    } else {
        let named = currency(inside).or_else(|| currency(stack_of(text)));
        format!(" {}", named.unwrap_or(NO_CURRENCY).code())
    };
    let stakes = stakes.replace(|sign: char| !matches!(sign, '0'..='9' | '.' | ',' | '/'), "");
    let (small, big) = split_once(&stakes, "/").unwrap_or_default();
    let mut blinds = [small, big].map(money);
    let mut stakes = Cow::Borrowed(&*stakes);
    if betting == "Limit" {
        // The numbers are the bets, unless the second is posted as the blind.
        let posted = [posted(text, "small"), posted(text, "big")];
        if let Some(bet) = posted[1].filter(|_| posted[1] == blinds[1]) {
            let [first, second] = [bet, bet.saturating_mul(2)].map(decimal);
            stakes = format!("{first}/{second}").into();
        }
        blinds = posted;
    }
    header.game = format!("{game} {betting} ({stakes}{code})").into();
    (header, blinds)
}

/// The amount posted as that blind.
fn posted(text: &str, blind: &str) -> Option<i64> {
    let words = [" posted the ", blind, " blind - "].concat();
    lines(text).find_map(|line| money(split_once(line, &words)?.1))
}

/// An amount in cents as it is printed.
fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// The printed stack of the first seat.
fn stack_of(text: &str) -> &str {
    lines(text).find_map(seat).map_or("", |seat| seat.stack)
}

/// The currency of a sign within `text`.
fn currency(text: &str) -> Option<Currency> {
    let sign = text.find(['$', '€', '£'])?;
    chips::currency_of_symbol(&text[sign..]).map(|(currency, _)| currency)
}

/// An amount in cents, with any currency sign.
pub(super) fn money(text: &str) -> Option<i64> {
    let digits = text.trim_start_matches(|first: char| !first.is_ascii_digit());
    chips::read(digits.as_bytes(), SCALE)
}

/// A seat's line.
pub(super) struct Seat<'a> {
    pub(super) name: &'a str,
    pub(super) number: &'a str,
    pub(super) stack: &'a str,
    pub(super) end: Option<&'a str>,
    pub(super) is_out: bool,
}

/// Reads `- NAME sitting in seat 1 with 14785.00 at end 14585.00 [Dealer]`, in 2016 without the hyphen; `[Sitting out]`.
pub(super) fn seat(mut line: &str) -> Option<Seat<'_>> {
    let mut is_out = false;
    loop {
        line = trim_end(drop_all(trim_end(line), "[Dealer]"));
        let Some(rest) = line.strip_suffix("[Sitting out]") else { break };
        (line, is_out) = (rest, true);
    }
    let line = line.strip_prefix("- ").unwrap_or(line);
    let (name, rest) = rsplit_once(line, " sitting in seat ")?;
    let (number, stack) = split_once(rest, " with ")?;
    number.parse::<u8>().ok()?;
    let (stack, end) = match split_once(stack, " at end ") {
        Some((stack, end)) => (stack, Some(end)),
        None => (stack, None),
    };
    Some(Seat { name, number, stack, end, is_out })
}
