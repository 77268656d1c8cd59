//! The game, the table, the cards and the actions.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, GameFamily, Street};
use handlab_core::hand::ActionKind;

use super::{Pair, Side, note, same};
use crate::outcome::{Loss, Refusal};

pub(super) fn game(before: Side<'_>, after: Side<'_>) -> Result<(), Refusal> {
    let (one, two) = (before.hand, after.hand);
    let game = |side: Side<'_>| (side.hand.game, side.hand.is_hi_lo, side.hand.betting);
    same(game(before), game(after), Refusal::Game)?;
    same(one.is_split_board, two.is_split_board, Refusal::Runouts)?;
    same(one.n_runouts, two.n_runouts, Refusal::Runouts)?;
    same(one.is_bomb_pot, two.is_bomb_pot, Refusal::BombPot)?;
    same(one.is_cancelled, two.is_cancelled, Refusal::Cancelled)
}

/// For each seat of the second hand, its index in the first, by player name.
pub(super) fn seats(before: Side<'_>, after: Side<'_>) -> Result<Vec<usize>, Refusal> {
    let index_of = |seat: u8| {
        let name = after.hand.player(seat);
        (0..before.hand.seats.len()).find(|index| before.hand.player(*index as u8) == name)
    };
    let found: Option<Vec<usize>> = (0..after.hand.seats.len() as u8).map(index_of).collect();
    let found = found.ok_or(Refusal::Players)?;
    let dealt_in = |side: Side<'_>, map: &dyn Fn(usize) -> usize| {
        let seats = (0..side.hand.seats.len()).filter(|seat| side.is_dealt_in(*seat));
        let mut seats: Vec<_> = seats.map(map).collect();
        seats.sort_unstable();
        seats
    };
    let of_after = dealt_in(after, &|seat| found[seat]);
    same(dealt_in(before, &|seat| seat), of_after, Refusal::Players)?;
    Ok(found)
}

pub(super) fn table(pair: &Pair<'_>, losses: &mut Vec<Loss>) -> Result<(), Refusal> {
    let (before, after) = (pair.before, pair.after);
    for (place, index) in pair.seats.iter().enumerate() {
        let (one, two) = (&before.hand.seats[*index], &after.hand.seats[place]);
        same(one.seat, two.seat, Refusal::Players)?;
        note(one.is_sitting_out, two.is_sitting_out, Loss::SittingOut, losses);
        note(one.is_anonymous, two.is_anonymous, Loss::Anonymous, losses);
        if !before.is_dealt_in(*index) {
            cards(pair, one.hole_cards, two.hole_cards, losses)?;
            continue;
        }
        same(one.has_unknown_stack, two.has_unknown_stack, Refusal::UnknownStack)?;
        let stacks = (before.units(one.starting_stack), after.units(two.starting_stack));
        same(stacks.0, stacks.1, Refusal::Stacks)?;
        cards(pair, one.hole_cards, two.hole_cards, losses)?;
        if !two.hole_cards.is_empty() {
            note(one.cards_source, two.cards_source, Loss::CardsSource, losses);
        }
    }
    if pair.seats.len() < before.hand.seats.len() {
        losses.push(Loss::Spectators);
    }
    let runs = 0..=before.hand.n_runouts;
    for run_no in runs {
        for street in 0..5 {
            let cards = |side: Side<'_>| {
                let parts = side.hand.boards.iter();
                let parts = parts.filter(|part| (part.run_no, part.street.0) == (run_no, street));
                parts.flat_map(|part| part.cards.as_slice().iter().copied()).collect::<CardList>()
            };
            same(cards(before), cards(after), Refusal::Board)?;
        }
    }
    stakes(pair, losses)
}

/// Known cards may be lost, but unknown ones never gained.
fn cards(
    pair: &Pair<'_>,
    one: CardList,
    two: CardList,
    losses: &mut Vec<Loss>,
) -> Result<(), Refusal> {
    let (known, again) = (sorted(one), sorted(two));
    if known != again {
        let is_less = again.len() < known.len() && again.iter().all(|card| known.contains(card));
        losses.push(Loss::HoleCards);
        return same(is_less, true, Refusal::Cards);
    }
    if one != two {
        // In stud the order shows which cards are face up.
        same(pair.before.hand.game.family() == GameFamily::Stud, false, Refusal::Cards)?;
        losses.push(Loss::CardOrder);
    }
    Ok(())
}

fn sorted(cards: CardList) -> Vec<[u8; 2]> {
    let mut cards: Vec<_> = cards.as_slice().iter().map(|card| card.ascii()).collect();
    cards.sort_unstable();
    cards
}

fn stakes(pair: &Pair<'_>, losses: &mut Vec<Loss>) -> Result<(), Refusal> {
    let forced = |side: Side<'_>| {
        let stakes = side.hand.stakes;
        let bets = [stakes.small_blind, stakes.big_blind, stakes.small_bet, stakes.big_bet];
        let units = |amount: i64| side.units(amount);
        let none_as_nothing = |amount: Option<i64>| amount.filter(|amount| *amount != 0).map(units);
        (bets.map(none_as_nothing), none_as_nothing(stakes.cap))
    };
    let (own, again) = (forced(pair.before), forced(pair.after));
    if pair.before.hand.betting == Betting::FixedLimit {
        // The actions show what was posted and bet.
        note(own, again, Loss::Bets, losses);
    } else {
        same(own, again, Refusal::Stakes)?;
        // What is not known is not nothing.
        let known = |side: Side<'_>| {
            let stakes = side.hand.stakes;
            [stakes.small_blind.is_some(), stakes.big_blind.is_some()]
        };
        note(known(pair.before), known(pair.after), Loss::Bets, losses);
    }
    let others = |side: Side<'_>| {
        let stakes = side.hand.stakes;
        let others = [stakes.ante, stakes.bring_in, stakes.straddle];
        others.map(|amount| amount.filter(|amount| *amount != 0).map(|amount| side.units(amount)))
    };
    note(others(pair.before), others(pair.after), Loss::Stakes, losses);
    let ante_kind = |side: Side<'_>| side.hand.stakes.ante_kind;
    note(ante_kind(pair.before), ante_kind(pair.after), Loss::AnteKind, losses);
    Ok(())
}

/// What is compared for a post, a decision or a draw: seat, street, kind, amounts, all-in, cards.
type Act = (usize, Street, ActionKind, i128, i128, bool, CardList);

pub(super) fn acts(pair: &Pair<'_>, losses: &mut Vec<Loss>) -> Result<(), Refusal> {
    let one = acts_of(pair.before, &|seat| seat);
    let two = acts_of(pair.after, &|seat| pair.seats[seat]);
    let is_forced = |act: &&Act| act.2.is_post() && act.2 != ActionKind::BringIn;
    let split = |acts: &[Act]| {
        let forced: Vec<Act> = acts.iter().filter(is_forced).copied().collect();
        let free: Vec<Act> = acts.iter().filter(|act| !is_forced(act)).copied().collect();
        (forced, free)
    };
    let ((posts, decisions), (posts_again, decisions_again)) = (split(&one), split(&two));
    if posts != posts_again {
        // Each seat posts the same; only the running totals depend on the order.
        let by_seat = |posts: &[Act]| {
            let mut posts: Vec<_> =
                posts.iter().map(|act| (act.0, act.2 as u8, act.3, act.5)).collect();
            posts.sort_unstable();
            posts
        };
        same(by_seat(&posts), by_seat(&posts_again), Refusal::Posts)?;
        losses.push(Loss::PostOrder);
    }
    same(decisions, decisions_again, Refusal::Actions)?;
    let capped = |side: Side<'_>| side.hand.actions.iter().filter(|act| act.is_capped).count();
    note(capped(pair.before), capped(pair.after), Loss::Cap, losses);
    let shows = |side: Side<'_>, map: &dyn Fn(usize) -> usize| -> Vec<_> {
        let acts = side.hand.actions.iter();
        let acts = acts.filter(|act| matches!(act.kind, ActionKind::Show | ActionKind::Muck));
        acts.map(|act| (map(usize::from(act.seat)), act.kind, sorted(act.cards))).collect()
    };
    let again = shows(pair.after, &|seat| pair.seats[seat]);
    note(shows(pair.before, &|seat| seat), again, Loss::Shows, losses);
    let uncalled = |side: Side<'_>, map: &dyn Fn(usize) -> usize| -> Vec<_> {
        let seats = side.replay.seats.iter().enumerate().filter(|(_, seat)| seat.uncalled != 0);
        let mut seats: Vec<_> =
            seats.map(|(index, seat)| (map(index), side.units(seat.uncalled))).collect();
        seats.sort_unstable();
        seats
    };
    let again = uncalled(pair.after, &|seat| pair.seats[seat]);
    same(uncalled(pair.before, &|seat| seat), again, Refusal::Uncalled)
}

fn acts_of(side: Side<'_>, map: &dyn Fn(usize) -> usize) -> Vec<Act> {
    let acts = side.hand.actions.iter().zip(&side.replay.actions);
    let acts = acts.filter(|(act, state)| match act.kind {
        ActionKind::Show | ActionKind::Muck => false,
        // A post of nothing is not a post.
        kind if kind.is_post() => state.added != 0,
        _ => true,
    });
    acts.map(|(act, state)| {
        let (added, total) = match act.kind {
            ActionKind::Discard => (i128::from(act.amount.printed()), 0),
            _ => (side.units(state.added), side.units(state.street_total)),
        };
        let seat = map(usize::from(act.seat));
        (seat, act.street, act.kind, added, total, state.is_all_in, act.cards)
    })
    .collect()
}
