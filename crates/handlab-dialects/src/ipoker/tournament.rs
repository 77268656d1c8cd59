//! What the document says about the tournament: its number, its price, and how its owner finished.

use handlab_core::chips;
use handlab_core::hand::{ActionKind, Finish, Hand, Tournament};
use handlab_core::money::Currency;

use crate::inferred::all_in::Level;
use crate::lines::price::{money, name_parts, read_price};
use crate::syntax::xml::text_of;

/// The number and the price.
pub(super) fn read(preamble: &str, table: &str, hand: &mut Hand) -> Tournament {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let name = text_of(preamble, "tournamentname");
    let number = table
        .rsplit_once("(#")
        .or_else(|| table.rsplit_once(", "))
        .filter(|(_, number)| name.as_deref() != Some(*number))
        .map_or("", |(_, number)| &number[..digits(number)]);
    // The same code for all tables of a tournament.
    let code = text_of(preamble, "tournamentcode");
    let code = code.as_deref().map(str::trim).filter(|code| !code.is_empty());
    let tournament_id = hand.push_text(code.unwrap_or(number));
    // `Hyper Turbo (#16727068)`
    let name = name.as_deref().unwrap_or_default().trim();
    let bare = name.rsplit_once(" (#").filter(|(_, id)| id.strip_suffix(')') == Some(number));
    let name = hand.push_text(bare.map_or(name, |(bare, _)| bare));
    let mut tournament = Tournament { tournament_id, name, ..Tournament::default() };
    let buy_in = text_of(preamble, "buyin").unwrap_or_default();
    let total = text_of(preamble, "totalbuyin").unwrap_or_default();
    if let Some(price) = price_of(&buy_in, &total) {
        // The site's points.
        let is_points = price.starts_with("Pts");
        read_price(&price.replace("Pts ", ""), &mut tournament);
        if is_points {
            tournament.currency = Currency::from_code("PTS");
        }
        name_parts(&mut tournament);
    }
    tournament
}

/// The text with the parts of the price. `buyin` may be their sum, or a word if a ticket paid (`Token`): the parts, or
/// the amount, are then in `totalbuyin`, with words around them in some languages.
fn price_of(buy_in: &str, total: &str) -> Option<String> {
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    if !buy_in.contains('+') {
        let mut parts = total.split('+').map(str::trim);
        let first = parts.next().and_then(|first| first.split_ascii_whitespace().next_back());
        let rest = parts.filter_map(|part| part.split_ascii_whitespace().next());
        let parts: Vec<&str> = first.into_iter().chain(rest).collect();
        let sum: Option<i64> =
            parts.iter().map(|part| chips::read(part.as_bytes(), 2)).sum::<Option<i64>>();
        let known = chips::read(buy_in.as_bytes(), 2);
        let first = parts.first().and_then(|part| chips::read(part.as_bytes(), 2));
        let agrees = !has_digit(buy_in) || known == sum || known == first;
        let is_needed = parts.len() > 1 || !parts.is_empty() && !has_digit(buy_in);
        if sum.is_some() && agrees && is_needed {
            return Some(parts.join("+"));
        }
    }
    (!buy_in.is_empty()).then(|| buy_in.to_owned())
}

/// Records the owner's place and prize with the hand in which they go out or win everything. If more was paid than the
/// price, a rebuy may have followed the hand.
pub(super) fn finish(preamble: &str, hand: &mut Hand) {
    let (Some(tournament), Some(hero)) = (hand.tournament, hand.hero) else { return };
    let place = text_of(preamble, "place").and_then(|place| place.parse().ok());
    let Some(place) = place.filter(|place| *place > 0) else { return };
    let parts = [tournament.buy_in, tournament.fee, tournament.bounty];
    let price = parts.into_iter().flatten().fold(0, i64::saturating_add);
    let paid = text_of(preamble, "totalbuyin").and_then(|paid| money(hand, &paid));
    if paid.is_some_and(|paid| paid > price && price > 0) {
        return;
    }
    let is_out = |seat: usize| is_out(hand, seat as u8);
    let hero = usize::from(hero);
    let wins_all = place == 1 && (0..hand.seats.len()).all(|seat| seat == hero || is_out(seat));
    if wins_all || is_out(hero) {
        let prize = text_of(preamble, "win").and_then(|won| money(hand, &won));
        let player = hand.seats[hero].player;
        hand.finishes.push(Finish { player, place: Some(place), prize, ..Finish::default() });
    }
}

/// Whether the seat loses all its chips.
fn is_out(hand: &Hand, seat: u8) -> bool {
    let stack = hand.seats[usize::from(seat)].starting_stack;
    let wins = hand.collected.iter().any(|won| won.seat == seat);
    stack > 0 && !wins && lost(hand, seat) >= stack
}

/// What a seat loses: its bets without the unmatched part.
fn lost(hand: &Hand, seat: u8) -> i64 {
    let mut level = Level::default();
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    let (mut sum, mut street) = (0_i64, None);
    for action in &hand.actions {
        if street.replace(action.street).is_some_and(|before| before != action.street) {
            sum = sum.saturating_add(matched(hand, &level, seat));
        }
        level.enter(action, big_blind);
        level.take(action);
        if action.seat == seat && matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead)
        {
            sum = sum.saturating_add(action.amount.printed());
        }
    }
    sum.saturating_add(matched(hand, &level, seat))
}

/// What a seat has in on the street, up to the highest other seat.
fn matched(hand: &Hand, level: &Level, seat: u8) -> i64 {
    let others = (0..hand.seats.len() as u8).filter(|other| *other != seat);
    let most = others.map(|other| level.committed(other)).max().unwrap_or(0);
    level.committed(seat).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_is_the_text_that_shows_its_parts() {
        for (buy_in, total, wanted) in [
            ("$5+$0.50", "$15.50", Some("$5+$0.50")),
            ("€0,50", "Iscriviti[ €0,40 + €0,10 N2EF ]", Some("€0,40+€0,10")),
            ("$100", "$100 + $5", Some("$100+$5")),
            ("$100", "$200 + $5", Some("$100")),
            ("Token", "$550", Some("$550")),
            ("Token", "", Some("Token")),
            ("", "", None),
        ] {
            assert_eq!(price_of(buy_in, total).as_deref(), wanted, "{buy_in} {total}");
        }
    }
}
