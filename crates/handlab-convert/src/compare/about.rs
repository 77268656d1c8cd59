//! When and where the hand was played, and its tournament.

use handlab_core::hand::{Hand, Tournament};
use handlab_core::time;

use super::{Pair, note, units};
use crate::levels;
use crate::outcome::{Loss, Refusal};

const SECOND: i64 = 1_000_000;

pub(super) fn moment(pair: &Pair<'_>, losses: &mut Vec<Loss>) -> Result<(), Refusal> {
    let (before, after) = (pair.before.hand, pair.after.hand);
    match (before.started_at, after.started_at) {
        (Some(one), Some(two)) if one == two => {}
        (Some(one), Some(two)) if one.div_euclid(SECOND) * SECOND == two => {
            losses.push(Loss::Fraction);
        }
        (Some(_), None) => losses.push(Loss::Time),
        // A time that was unknown would be invented.
        (_, Some(_)) => return Err(Refusal::Moment),
        (None, None) => {
            // The digits without a zone, however they are formatted.
            let digits = |hand: &Hand| {
                let raw = hand.str(hand.started_raw);
                time::utc_micros(raw, "UTC").ok_or_else(|| raw.replace(['/', '.'], "-"))
            };
            note(digits(before), digits(after), Loss::Time, losses);
        }
    }
    let printed =
        |hand: &Hand| (hand.str(hand.started_raw).to_owned(), hand.str(hand.zone).to_owned());
    if !losses.contains(&Loss::Time) {
        note(printed(before), printed(after), Loss::PrintedTime, losses);
    }
    if before.started_at_later.is_some() && after.started_at_later.is_none() {
        losses.push(Loss::RepeatedHour);
    }
    Ok(())
}

pub(super) fn facts(pair: &Pair<'_>, losses: &mut Vec<Loss>) {
    let (one, two) = (pair.before.hand, pair.after.hand);
    let place = |hand: &Hand| (hand.site, hand.network, hand.skin);
    note(place(one), place(two), Loss::Site, losses);
    note(one.str(one.hand_id), two.str(two.hand_id), Loss::HandId, losses);
    note(one.str(one.table_name), two.str(two.table_name), Loss::TableName, losses);
    note(one.max_seats, two.max_seats, Loss::MaxSeats, losses);
    note(one.kind, two.kind, Loss::Kind, losses);
    note(one.currency, two.currency, Loss::Currency, losses);
    note(one.is_fast_fold, two.is_fast_fold, Loss::FastFold, losses);
    let hero = two.hero.map(|hero| pair.seats[usize::from(hero)]);
    note(one.hero.map(usize::from), hero, Loss::Hero, losses);
    note(one.button_seat, two.button_seat, Loss::Button, losses);
    let (states, again) = (&pair.before.replay.seats, &pair.after.replay.seats);
    for (place, index) in pair.seats.iter().enumerate() {
        note(states[*index].position, again[place].position, Loss::Button, losses);
        let bounty = |hand: &Hand, seat: usize| {
            let scale = hand.tournament.map_or(hand.scale, |tournament| tournament.scale);
            hand.seats[seat].bounty.map(|bounty| units(bounty, scale))
        };
        note(bounty(one, *index), bounty(two, place), Loss::SeatBounties, losses);
    }
    tournament(one, two, losses);
}

fn tournament(one: &Hand, two: &Hand, losses: &mut Vec<Loss>) {
    let none = Tournament::default();
    let (own, again) = (one.tournament.unwrap_or(none), two.tournament.unwrap_or(none));
    note(one.str(own.tournament_id), two.str(again.tournament_id), Loss::TournamentId, losses);
    // A format that has one field for number and name gives a name to a tournament without one.
    if !own.name.is_empty() {
        note(one.str(own.name), two.str(again.name), Loss::TournamentName, losses);
    }
    // The same number in digits and in numerals.
    let level = |hand: &Hand, of: Tournament| {
        let level = hand.str(of.level);
        levels::roman(level).unwrap_or_else(|| level.to_owned())
    };
    note(level(one, own), level(two, again), Loss::Level, losses);
    let price = |of: Tournament| {
        let parts =
            [of.buy_in, of.bounty, of.fee].map(|part| part.map(|part| units(part, of.scale)));
        // Zero is the same in any currency.
        let code =
            if parts.iter().flatten().any(|part| *part != 0) { of.currency.code() } else { "" };
        (parts, code.to_owned())
    };
    note(price(own), price(again), Loss::Price, losses);
    let finishes = |hand: &Hand| -> Vec<_> {
        let scale = hand.tournament.map_or(hand.scale, |tournament| tournament.scale);
        let finishes = hand.finishes.iter();
        finishes
            .map(|finish| {
                let prize = finish.prize.map(|prize| units(prize, scale));
                let text = hand.str(finish.prize_text).to_owned();
                (hand.str(finish.player).to_owned(), finish.place, prize, text)
            })
            .collect()
    };
    note(finishes(one), finishes(two), Loss::Finishes, losses);
    let purchases = |hand: &Hand| -> Vec<_> {
        let scale = hand.tournament.map_or(hand.scale, |tournament| tournament.scale);
        let purchases = hand.purchases.iter();
        purchases
            .map(|bought| {
                let price = bought.price.map(|price| units(price, scale));
                (hand.str(bought.player).to_owned(), bought.kind as u8, price)
            })
            .collect()
    };
    note(purchases(one), purchases(two), Loss::Purchases, losses);
}
