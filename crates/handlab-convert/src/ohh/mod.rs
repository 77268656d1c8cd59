//! A hand as an object of Open Hand History (hh-specs.handhistory.org), version 1.4.7.
//!
//! One object per line, followed by an empty line, as the specification requires. The amount of an action is what it
//! adds; a pot is its contents before rake, excluding the uncalled bet. Fields that the specification requires are left
//! out if the hand does not say what they hold: start, button, number of seats. It has no words for the streets of stud
//! nor for a bring-in: `Third` to `Seventh` and `Bring In` are our own.

mod object;
mod rounds;

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game};
use handlab_core::chips;
use handlab_core::hand::{Hand, Kind, SidePaymentKind};
use handlab_core::pipeline::Pipeline;
use serde_json::value::RawValue;

use crate::clock;
use crate::outcome::Refusal;
use object::{BetLimit, BountyWon, Document, Number, Object, Player, Pot, TournamentInfo, Win};

/// The code for money that is worth nothing.
const PLAY_MONEY: &str = "XPM";

/// Appends a hand.
///
/// # Errors
/// If the format cannot hold the hand.
pub(crate) fn write(read: &Pipeline, out: &mut String) -> Result<(), Refusal> {
    let hand = &read.hand;
    let mut seats = hand.seats.iter().zip(&read.replay.seats);
    if hand.is_cancelled {
        return Err(Refusal::Cancelled);
    }
    // What the house takes from a pot is its rake.
    if hand.printed.added < 0 {
        return Err(Refusal::HouseMoney);
    }
    if seats.any(|(seat, state)| seat.has_unknown_stack && state.is_dealt_in) {
        return Err(Refusal::UnknownStack);
    }
    let document = Document { ohh: object(read)? };
    let text = serde_json::to_string(&document).map_err(|_| Refusal::Unreadable)?;
    out.push_str(&text);
    out.push_str("\n\n");
    Ok(())
}

/// An amount with the decimals of its money.
fn number(amount: i64, scale: u8) -> Result<Number, Refusal> {
    let mut text = String::new();
    chips::append_to(&mut text, amount, scale);
    RawValue::from_string(text).map_err(|_| Refusal::Unreadable)
}

fn cards(cards: CardList) -> Vec<String> {
    cards.as_slice().iter().map(ToString::to_string).collect()
}

fn object(read: &Pipeline) -> Result<Object<'_>, Refusal> {
    let hand = &read.hand;
    let money = |amount: Option<i64>| number(amount.unwrap_or(0), hand.scale);
    let known = |amount: Option<i64>| amount.map(|amount| number(amount, hand.scale)).transpose();
    let start = hand.started_at.and_then(clock::in_utc);
    Ok(Object {
        spec_version: "1.4.7",
        site_name: hand.site,
        network_name: hand.network.unwrap_or(hand.site),
        internal_version: concat!("handlab ", env!("CARGO_PKG_VERSION")),
        tournament: hand.kind == Kind::Tournament,
        tournament_info: tournament(hand)?,
        game_number: hand.str(hand.hand_id),
        start_date_utc: start.map(|(date, time)| format!("{date}T{time}Z")),
        table_name: hand.str(hand.table_name),
        game_type: game_type(hand)?,
        bet_limit: BetLimit { bet_type: bet_type(hand)?, bet_cap: money(hand.stakes.cap)? },
        table_size: hand.max_seats,
        currency: match hand.kind {
            Kind::Cash => hand.currency.code(),
            Kind::Play | Kind::Club => PLAY_MONEY,
            Kind::Tournament => "",
        },
        dealer_seat: hand.button_seat,
        small_blind_amount: known(hand.stakes.small_blind)?,
        big_blind_amount: known(hand.stakes.big_blind)?,
        ante_amount: money(hand.stakes.ante)?,
        hero_player_id: hand.hero,
        flags: flags(hand),
        players: players(hand)?,
        rounds: rounds::rounds(read)?,
        pots: pots(read)?,
        tournament_bounties: bounties(hand)?,
    })
}

fn game_type(hand: &Hand) -> Result<&'static str, Refusal> {
    match (hand.game, hand.is_hi_lo) {
        _ if hand.is_split_board => Err(Refusal::Game),
        (Game::Holdem, false) => Ok("Holdem"),
        (Game::Omaha | Game::Omaha5 | Game::Omaha6, false) => Ok("Omaha"),
        (Game::Omaha | Game::Omaha5 | Game::Omaha6, true) => Ok("OmahaHiLo"),
        (Game::Stud, false) => Ok("Stud"),
        (Game::Stud, true) => Ok("StudHiLo"),
        _ => Err(Refusal::Game),
    }
}

fn bet_type(hand: &Hand) -> Result<&'static str, Refusal> {
    match hand.betting {
        Betting::NoLimit | Betting::Cap => Ok("NL"),
        Betting::PotLimit => Ok("PL"),
        Betting::FixedLimit => Ok("FL"),
        Betting::PotLimitPreflop => Err(Refusal::Game),
    }
}

fn flags(hand: &Hand) -> Vec<&'static str> {
    let flags = [
        (hand.n_runouts > 1, "Run_It_Twice"),
        (hand.seats.iter().any(|seat| seat.is_anonymous), "Anonymous"),
        (hand.is_fast_fold, "Fast"),
        (hand.stakes.cap.is_some(), "Cap"),
        (hand.is_bomb_pot, "Bomb_Pot"),
        (hand.hero.is_none(), "Observed"),
    ];
    flags.into_iter().filter_map(|(holds, flag)| holds.then_some(flag)).collect()
}

fn tournament(hand: &Hand) -> Result<Option<TournamentInfo<'_>>, Refusal> {
    let Some(tournament) = &hand.tournament else { return Ok(None) };
    let price =
        |amount: Option<i64>| amount.map(|amount| number(amount, tournament.scale)).transpose();
    let tournament_number = hand.str(tournament.tournament_id);
    let name = hand.str(tournament.name);
    Ok(Some(TournamentInfo {
        tournament_number,
        name: if name.is_empty() { tournament_number } else { name },
        currency: tournament.currency.code(),
        buyin_amount: price(tournament.buy_in)?,
        fee_amount: price(tournament.fee)?,
        bounty_fee_amount: price(tournament.bounty)?,
    }))
}

/// What players won for knocking out others; the hand does not say whom.
fn bounties(hand: &Hand) -> Result<Vec<BountyWon>, Refusal> {
    let scale = hand.tournament.map_or(hand.scale, |tournament| tournament.scale);
    let won = hand.side_payments.iter().filter(|paid| paid.kind == SidePaymentKind::Bounty);
    won.map(|paid| Ok(BountyWon { player_id: paid.seat, bounty_won: number(paid.amount, scale)? }))
        .collect()
}

fn players(hand: &Hand) -> Result<Vec<Player<'_>>, Refusal> {
    let scale = hand.tournament.map_or(hand.scale, |tournament| tournament.scale);
    let player = |(index, seat): (usize, &handlab_core::hand::Seat)| {
        Ok(Player {
            id: index as u8,
            seat: seat.seat,
            name: hand.player(index as u8),
            starting_stack: number(seat.starting_stack, hand.scale)?,
            bounty: seat.bounty.map(|bounty| number(bounty, scale)).transpose()?,
            is_sitting_out: seat.is_sitting_out,
        })
    };
    hand.seats.iter().enumerate().map(player).collect()
}

/// Each pot with what each player won from it, on all boards together.
fn pots(read: &Pipeline) -> Result<Vec<Pot>, Refusal> {
    let (hand, audit) = (&read.hand, &read.audit);
    let money = |amount: i64| number(amount, hand.scale);
    let mut wins: Vec<(usize, u8, i64)> = Vec::new();
    for award in audit.awards.iter().map(|paid| paid.award) {
        let key = (usize::from(award.pot_no), award.seat);
        match wins.iter_mut().find(|(pot, seat, _)| (*pot, *seat) == key) {
            Some((_, _, amount)) => *amount = amount.saturating_add(award.amount),
            None => wins.push((key.0, key.1, award.amount)),
        }
    }
    let besides = hand
        .side_payments
        .iter()
        .filter(|paid| matches!(paid.kind, SidePaymentKind::CashOut | SidePaymentKind::Bonus));
    for paid in besides.clone() {
        if wins.iter().all(|(_, seat, _)| *seat != paid.seat) {
            wins.push((0, paid.seat, 0));
        }
    }
    let mut is_paid_out = vec![false; hand.seats.len()];
    let mut pots = Vec::with_capacity(audit.pots.len());
    for (number, pot) in audit.pots.iter().enumerate() {
        let mut player_wins = Vec::new();
        for (_, seat, amount) in wins.iter().filter(|(of_pot, ..)| *of_pot == number) {
            let is_first = !std::mem::replace(&mut is_paid_out[usize::from(*seat)], true);
            let (mut cash_out, mut fee, mut bonus) = (0_i64, 0_i64, 0_i64);
            for paid in besides.clone().filter(|paid| is_first && paid.seat == *seat) {
                let is_bonus = paid.kind == SidePaymentKind::Bonus;
                let sum = if is_bonus { &mut bonus } else { &mut cash_out };
                *sum = sum.saturating_add(paid.amount);
                fee = fee.saturating_add(if is_bonus { 0 } else { paid.fee });
            }
            player_wins.push(Win {
                player_id: *seat,
                win_amount: money(*amount)?,
                cashout_amount: money(cash_out)?,
                cashout_fee: money(fee)?,
                bonus_amount: (bonus > 0).then(|| money(bonus)).transpose()?,
            });
        }
        pots.push(Pot {
            number,
            amount: money(pot.gross)?,
            rake: money(pot.rake)?,
            jackpot: money(pot.fee)?,
            player_wins,
        });
    }
    Ok(pots)
}
