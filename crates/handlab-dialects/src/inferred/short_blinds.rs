//! Blinds that took their posters' last chips, where the stakes come only from posts: the stakes are then more than
//! such a post.

use handlab_cards::game::Betting;
use handlab_cards::seat::{MAX_SEATS, SeatSet};
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind, Seat};

/// Corrects the stakes if one of the blinds took its player's last chips.
///
/// A short blind's full amount is that of the first call without a raise, or of a missed blind that is posted; in
/// tournaments the small blind is half of the big one. Otherwise it is unknown.
pub(crate) fn resolve(hand: &mut Hand) {
    let post = |kind| hand.actions.iter().find(|act| act.kind == kind);
    let (small, big) = (post(ActionKind::PostSmallBlind), post(ActionKind::PostBigBlind));
    let broke = without_chips(hand);
    let is_short =
        |post: Option<&Action>| post.is_some_and(|post| broke.contains(usize::from(post.seat)));
    let (is_small_short, is_big_short) = (is_short(small), is_short(big));
    if !is_small_short && !is_big_short {
        return;
    }
    let amount = |post: Option<&Action>| post.map(|post| post.amount.printed());
    let whole_small = amount(small).filter(|_| !is_small_short);
    let is_tournament = hand.kind == Kind::Tournament;
    let big = if is_big_short {
        let short = amount(big).unwrap_or(0);
        let doubled = whole_small.filter(|_| is_tournament).map(|small| small.saturating_mul(2));
        whole_big_blind(hand, short, broke).or(doubled.filter(|doubled| *doubled >= short))
    } else {
        amount(big)
    };
    let small = if is_small_short {
        let short = amount(small).unwrap_or(0);
        missed(hand, ActionKind::PostDead, short, broke)
            .or(big.filter(|_| is_tournament).map(|big| big / 2))
    } else {
        whole_small
    };
    if hand.betting == Betting::FixedLimit
        && hand.stakes.small_bet.is_none_or(|bet| Some(bet) == hand.stakes.big_blind)
    {
        // The fixed-limit bets are taken from the same post.
        hand.stakes.small_bet = big;
        hand.stakes.big_bet = big.and_then(|big| big.checked_mul(2));
    }
    (hand.stakes.small_blind, hand.stakes.big_blind) = (small, big);
}

/// Corrects the big blind of a cash table whose stakes the text does not print, if the post that it was taken from was
/// short. If nothing shows the full amount, the post stays, unless it is less than two small blinds.
pub(crate) fn restore_big_blind(hand: &mut Hand) {
    let post = |kind| hand.actions.iter().find(|act| act.kind == kind);
    let big = post(ActionKind::PostBigBlind).filter(|_| hand.kind != Kind::Tournament);
    let Some(big) = big else { return };
    let (seat, short) = (usize::from(big.seat), big.amount.printed());
    let broke = without_chips(hand);
    if hand.stakes.big_blind == Some(short) && broke.contains(seat) {
        let small = post(ActionKind::PostSmallBlind).map_or(0, |post| post.amount.printed());
        let whole = whole_big_blind(hand, short, broke).filter(|whole| *whole > short);
        let is_less = short < small.saturating_mul(2);
        hand.stakes.big_blind = whole.or(Some(short).filter(|_| !is_less));
    }
}

/// Corrects the small blind of such a table. A post of last chips below half of the big blind may be short: then only
/// someone else's dead blind shows the full amount.
pub(crate) fn restore_small_blind(hand: &mut Hand) {
    let post = hand.actions.iter().find(|act| act.kind == ActionKind::PostSmallBlind);
    let Some(post) = post.filter(|_| hand.kind != Kind::Tournament) else { return };
    let (seat, short) = (usize::from(post.seat), post.amount.printed());
    let broke = without_chips(hand);
    let is_less = hand.stakes.big_blind.is_none_or(|big| short < big / 2);
    if hand.stakes.small_blind == Some(short) && is_less && broke.contains(seat) {
        hand.stakes.small_blind = missed(hand, ActionKind::PostDead, short, broke);
    }
}

/// The full amount of a big blind of `short`: someone else's post, or the first call without a raise.
fn whole_big_blind(hand: &Hand, short: i64, broke: SeatSet) -> Option<i64> {
    missed(hand, ActionKind::PostBigBlind, short, broke).or_else(|| first_call(hand, short))
}

/// The seats whose posts took all of their chips.
pub(crate) fn without_chips(hand: &Hand) -> SeatSet {
    let mut posted = [0_i64; MAX_SEATS];
    for post in hand.actions.iter().filter(|act| act.kind.is_post()) {
        if let Some(posted) = posted.get_mut(usize::from(post.seat)) {
            *posted = posted.saturating_add(post.amount.printed());
        }
    }
    let seats = hand.seats.iter().zip(posted).enumerate();
    let is_out = |seat: &Seat, posted| !seat.has_unknown_stack && posted >= seat.starting_stack;
    seats.filter(|(_, (seat, posted))| is_out(seat, *posted)).map(|(index, _)| index).collect()
}

/// Another player's post of that kind, if it exceeds `short`.
fn missed(hand: &Hand, kind: ActionKind, short: i64, broke: SeatSet) -> Option<i64> {
    let posts = hand
        .actions
        .iter()
        .filter(|act| act.kind == kind && !broke.contains(usize::from(act.seat)));
    posts.map(|post| post.amount.printed()).find(|amount| *amount > short)
}

/// The first call before any raise, by a player who has posted nothing and has more chips. A caller of a straddle pays
/// that, and not the blind.
pub(crate) fn first_call(hand: &Hand, short: i64) -> Option<i64> {
    if hand.actions.iter().any(|act| act.kind == ActionKind::Straddle) {
        return None;
    }
    let has_posted = |seat: u8| {
        hand.actions
            .iter()
            .any(|act| act.seat == seat && act.kind.is_post() && act.kind != ActionKind::PostAnte)
    };
    let broke = without_chips(hand);
    let is_able = |seat: &usize| {
        let acts = hand.actions.iter().any(|act| usize::from(act.seat) == *seat);
        acts && !broke.contains(*seat)
    };
    let mut able: SeatSet = (0..hand.seats.len()).filter(is_able).collect();
    // All-ins whose kind is not known yet: a later call of the same amount may call one of these.
    let mut all_in = Vec::new();
    for act in hand.actions.iter().filter(|act| act.kind.is_decision()) {
        if act.is_all_in || act.kind == ActionKind::Fold {
            able.remove(usize::from(act.seat));
        }
        match (act.kind, act.amount) {
            (ActionKind::Raise, Amount::Added(added)) if act.is_all_in => all_in.push(added),
            (ActionKind::Fold, _) => {}
            (ActionKind::Call, _) if act.is_all_in => {}
            (ActionKind::Call, amount) if !has_posted(act.seat) => {
                let call = amount.printed();
                // A player who alone has chips left pays no more than the others have in.
                let is_whole = call > short || call == short && able.len() > 1;
                return Some(call).filter(|call| is_whole && !all_in.contains(call));
            }
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use handlab_cards::game::Street;

    use super::*;

    #[test]
    fn a_call_of_a_straddle_says_nothing_about_a_short_big_blind() {
        let stacked = |starting_stack| Seat { starting_stack, ..Seat::default() };
        let added =
            |seat, kind, amount| Action::new(Street::FIRST, seat, kind, Amount::Added(amount));
        let mut hand = Hand::default();
        hand.seats.extend([1000, 15, 1000, 1000].map(stacked));
        hand.actions.extend([
            added(0, ActionKind::PostSmallBlind, 10),
            added(1, ActionKind::PostBigBlind, 15),
            added(3, ActionKind::Call, 40),
        ]);
        assert_eq!(first_call(&hand, 15), Some(40));

        hand.actions.insert(2, added(2, ActionKind::Straddle, 40));
        assert_eq!(first_call(&hand, 15), None);
    }
}
