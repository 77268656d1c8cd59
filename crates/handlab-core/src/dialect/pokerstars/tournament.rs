//! What belongs to the tournament and not to the hand: its id and buy-in, finishes, bounties.

use crate::chips;
use crate::hand::{Currency, Finish, Hand, SidePayment, SidePaymentKind, Text, Tournament};

use super::super::text::{find_player, split_player};

/// Reads `354025449, $9.04+$0.96 USD ` behind `Tournament #`; gives the rest of the line, which starts with the game.
///
/// Buy-ins: `$10+$1 USD`, `$5+$5+$1 EUR` (pool, bounty, fee), `17000+3000`, `100FPP`, `250 SC`, `Freeroll`.
pub(super) fn read_entry<'a>(text: &'a str, hand: &mut Hand) -> Option<&'a str> {
    let (id, rest) = text.split_once(',')?;
    let mut tournament =
        Tournament { tournament_id: hand.keep(id.trim()), ..Tournament::default() };
    let (word, rest) = split_word(rest.trim_start());
    let (next, after) = split_word(rest);
    let is_code =
        (2..=3).contains(&next.len()) && next.bytes().all(|byte| byte.is_ascii_uppercase());
    let rest = if is_code { after } else { rest };
    if word.eq_ignore_ascii_case("Freeroll") {
        (tournament.buy_in, tournament.fee) = (Some(0), Some(0));
    } else {
        let (amounts, suffix) = match word.strip_suffix("FPP") {
            Some(amounts) => (amounts, "FPP"),
            None => (word, if is_code { next } else { "" }),
        };
        read_buy_in(amounts, suffix, &mut tournament);
    }
    hand.tournament = Some(tournament);
    Some(rest.trim_start_matches([' ', '-']))
}

fn read_buy_in(text: &str, code: &str, tournament: &mut Tournament) {
    let symbol = chips::currency_of_symbol(text).map(|(currency, _)| currency);
    let currency = match (code, symbol) {
        ("", Some(currency)) => currency,
        ("", None) => Currency::PLAY,
        (code, _) => Currency::from_code(code),
    };
    let scale = if matches!(code, "SC" | "FPP") { 0 } else { chips::scale_of(currency) };
    let mut parts = text.split('+').map(|part| chips::read(part.as_bytes(), scale));
    (tournament.currency, tournament.scale) = (currency, scale);
    tournament.buy_in = parts.next().flatten();
    let second = parts.next().flatten();
    match parts.next() {
        Some(third) => (tournament.bounty, tournament.fee) = (second, third),
        None => tournament.fee = second,
    }
}

/// Notes a line such as `NAME finished the tournament in 3rd place and received $5.`; false if it is none.
pub(super) fn read_line(line: &str, hand: &mut Hand) -> bool {
    if let Some((name, rest)) = line.split_once(" finished the tournament in ") {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let prize = rest.split_once(" and received ").and_then(|(_, prize)| money(hand, prize));
        let player = known_name(hand, name);
        hand.finishes.push(Finish { player, place: rest[..digits].parse().ok(), prize });
    } else if let Some((name, rest)) = line.split_once(" wins the tournament") {
        let prize = rest.split_once(" and receives ").and_then(|(_, prize)| {
            money(hand, prize.split_once(" - ").map_or(prize, |(prize, _)| prize))
        });
        let player = known_name(hand, name);
        hand.finishes.push(Finish { player, place: Some(1), prize });
    } else if let Some((names, _)) = [" for eliminating ", " for splitting the elimination of "]
        .iter()
        .find_map(|mark| line.split_once(mark))
    {
        read_bounty(names, hand);
    } else {
        return false;
    }
    true
}

/// Notes `NAME wins the $2 bounty`, `A, B split the $2 bounty` or `NAME wins $2`.
fn read_bounty(text: &str, hand: &mut Hand) {
    if let Some((names, amount)) = text.split_once(" split the ") {
        // Several names with commas between them, and perhaps within: whose name is whose is told by the seats.
        let mut seats = Vec::new();
        let mut rest = format!("{names}, ");
        while let Some((seat, after)) = split_player(hand, &rest, ", ") {
            seats.push(seat);
            rest = after.to_owned();
        }
        seats.sort_unstable();
        seats.dedup();
        let Some(amount) = money(hand, amount.trim_end_matches(" bounty")) else { return };
        let shares = seats.len() as i64;
        for (place, seat) in seats.into_iter().enumerate() {
            let odd = i64::from((place as i64) < amount % shares);
            push_bounty(hand, seat, amount / shares + odd);
        }
    } else if let Some((seat, amount)) = split_player(hand, text, " wins ") {
        let amount = amount.trim_start_matches("the ").trim_end_matches(" bounty");
        if let Some(amount) = money(hand, amount) {
            push_bounty(hand, seat, amount);
        }
    }
}

fn push_bounty(hand: &mut Hand, seat: u8, amount: i64) {
    let kind = SidePaymentKind::Bounty;
    hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
}

/// An amount of the tournament's money, a full stop behind it or not.
pub(super) fn money(hand: &Hand, text: &str) -> Option<i64> {
    let scale = hand.tournament.map_or(2, |tournament| tournament.scale);
    let text = text.trim();
    chips::read(text.trim_end_matches('.').as_bytes(), scale)
}

fn known_name(hand: &mut Hand, name: &str) -> Text {
    match find_player(hand, name) {
        Some(seat) => hand.seats[usize::from(seat)].player,
        None => hand.keep(name),
    }
}

fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}
