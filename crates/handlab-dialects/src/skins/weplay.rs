//! What only the whole text of a Weplay hand shows: the level, each winner's rake, streets without players.

use handlab_cards::game::Street;
use handlab_cards::seat::{MAX_SEATS, SeatSet};
use handlab_core::hand::{Action, ActionKind, Collected, Hand, Kind, Text};
use handlab_core::pot::Pot;
use handlab_core::rake;

use super::find_straddles;
use crate::inferred::all_in::name_short_calls;
use crate::inferred::{short_blinds, unknown_stacks};

/// Reads the level, drops the first amounts of raises, which are what the seat adds, names calls for less, and takes the
/// rake.
pub(super) fn complete(hand: &mut Hand) {
    // A player who has just sat down is listed without chips (one hand of 2026).
    unknown_stacks::mark(hand);
    if hand.kind == Kind::Tournament {
        read_level(hand);
    } else {
        find_straddles(hand);
    }
    hand.printed.raises.clear();
    name_short_calls(hand);
    drop_idle_streets(hand);
    if hand.n_runouts > 1 {
        // There is one showdown for all boards, and it does not say which one the names of hands are for.
        hand.printed.cards.iter_mut().for_each(|cards| cards.name = Text::default());
    }
    take_rake(hand);
}

/// Takes the blinds from the posts: the header keeps those of the first level. A post that took its player's last chips
/// may be short, which no words say: then the other blind shows the level (the small one is half of the big one on every
/// level), or the first call. Otherwise it is unknown.
fn read_level(hand: &mut Hand) {
    let broke = short_blinds::without_chips(hand);
    let posts = |kind: ActionKind| hand.actions.iter().filter(move |post| post.kind == kind);
    let whole = |kind: ActionKind| {
        let is_whole = |post: &&Action| !post.is_all_in && !broke.contains(usize::from(post.seat));
        posts(kind).find(is_whole).map(|post| post.amount.printed())
    };
    let (small, big) = (whole(ActionKind::PostSmallBlind), whole(ActionKind::PostBigBlind));
    let short = posts(ActionKind::PostBigBlind).chain(posts(ActionKind::PostSmallBlind)).next();
    let Some(short) = short.map(|post| post.amount.printed()) else { return };
    let big = big
        .or(small.map(|small| small.saturating_mul(2)))
        .or_else(|| short_blinds::first_call(hand, short));
    hand.stakes.small_blind = small.or(big.map(|big| big / 2));
    hand.stakes.big_blind = big;
}

/// Removes the streets that are shown after all but one have folded.
fn drop_idle_streets(hand: &mut Hand) {
    let (mut players, mut last) = (SeatSet::EMPTY, None);
    for action in &hand.actions {
        if action.kind.is_post() || action.kind.is_decision() {
            players.insert(usize::from(action.seat));
        }
        last = last.max(action.kind.is_decision().then_some(action.street));
    }
    for fold in hand.actions.iter().filter(|action| action.kind == ActionKind::Fold) {
        players.remove(usize::from(fold.seat));
    }
    let Some(last) = last.filter(|_| players.len() == 1) else { return };
    if hand.boards.iter().all(|board| board.street <= last) {
        return;
    }
    hand.boards.retain(|board| board.street <= last);
    hand.printed.boards.retain(|board| board.street <= last);
    hand.last_street = last;
    for action in hand.actions.iter_mut().filter(|action| action.street > last) {
        action.street = Street::SHOWDOWN;
    }
}

/// Takes the rake from payments that add up to the gross pots: of each pot what it owes if the main pot pays first, of
/// several payments from one pot each one's part. `collected $59.19` and `$59.17` from 118.36 with 5.91 rake become 56.23
/// and 56.22, with 2.96 and 2.95.
fn take_rake(hand: &mut Hand) {
    let Some(rake) = hand.printed.rake.filter(|rake| *rake > 0) else { return };
    let lines = &hand.collected;
    // Shares of a sum that overflows would add up to more than the rake.
    let paid = lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount));
    let is_whole = paid.is_some_and(|paid| hand.printed.total_pot == Some(paid) && paid > rake);
    if !is_whole || lines.iter().any(|line| line.amount < 0) {
        return;
    }
    let number = |line: &Collected| usize::from(line.pot.number());
    let last = hand.collected.iter().map(number).max().unwrap_or(0);
    let mut pots = vec![Pot::default(); last + 1];
    for line in &hand.collected {
        pots[number(line)].gross += line.amount;
    }
    rake::attribute(rake, &mut pots);
    let mut of_seats = [0_i64; MAX_SEATS];
    for (pot, owed) in pots.iter().enumerate() {
        let mut lines: Vec<&mut Collected> =
            hand.collected.iter_mut().filter(|line| number(line) == pot).collect();
        let parts = shares(owed.rake, lines.iter().map(|line| line.amount));
        for (line, part) in lines.iter_mut().zip(parts) {
            line.amount -= part;
            of_seats[usize::from(line.seat)] += part;
        }
    }
    for (seat, part) in of_seats.into_iter().enumerate() {
        let of_seat = |line: &&mut Collected| usize::from(line.seat) == seat;
        let mut lines = hand.summary_collected.iter_mut().filter(of_seat);
        if let Some(line) = lines.find(|line| line.amount > part) {
            line.amount -= part;
        }
    }
}

/// Divides an amount by size. The odd units are those of the largest remaining fractions; if these are equal, the last
/// ones pay: the first one listed gets the odd unit of a pot.
fn shares(amount: i64, sizes: impl Iterator<Item = i64> + Clone) -> Vec<i64> {
    let sum = sizes.clone().map(i128::from).sum::<i128>().max(1);
    let products = sizes.map(|size| i128::from(size) * i128::from(amount));
    let mut parts: Vec<(i64, i128)> =
        products.map(|product| ((product / sum) as i64, product % sum)).collect();
    let mut left = amount - parts.iter().map(|(part, _)| part).sum::<i64>();
    while left > 0
        && let Some(next) = parts.iter_mut().max_by_key(|(_, fraction)| *fraction)
    {
        (next.0, next.1) = (next.0 + 1, -1);
        left -= 1;
    }
    parts.into_iter().map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use handlab_core::hand::PotName;

    use super::*;

    #[test]
    fn payments_whose_sum_overflows_are_unchanged() {
        let most = i64::MAX;
        let paid = |seat| Collected { seat, amount: most, pot: PotName::Pot, run_no: 0 };
        let mut hand = Hand::default();
        hand.collected.extend((0..3).map(paid));
        (hand.printed.total_pot, hand.printed.rake) = (Some(most), Some(most / 2));

        take_rake(&mut hand);

        assert!(hand.collected.iter().all(|line| line.amount == most));
    }
}
