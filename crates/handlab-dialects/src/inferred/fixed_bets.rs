//! Fixed-limit stakes that are not printed: the bets if the stakes are only posts, the small blind if the stakes are
//! the two bets.

use handlab_cards::game::Betting;
use handlab_core::hand::{ActionKind, Hand};

use crate::inferred::short_blinds;

/// Infers the two bets of a fixed-limit game from the big blind, if no stakes are printed.
pub(crate) fn infer(hand: &mut Hand) {
    let stakes = &mut hand.stakes;
    if hand.betting == Betting::FixedLimit && stakes.small_bet.is_none() {
        stakes.small_bet = stakes.big_blind;
        stakes.big_bet = stakes.big_blind.and_then(|big| big.checked_mul(2));
    }
}

/// Infers the small blind of a fixed-limit game from its post, unless its poster had no more chips.
pub(crate) fn infer_small_blind(hand: &mut Hand) {
    if hand.betting == Betting::FixedLimit && hand.stakes.small_blind.is_none() {
        let broke = short_blinds::without_chips(hand);
        let mut posts = hand.actions.iter().filter(|act| act.kind == ActionKind::PostSmallBlind);
        let post = posts.next().filter(|post| !broke.contains(usize::from(post.seat)));
        hand.stakes.small_blind = post.map(|post| post.amount.printed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_big_blind_is_the_small_bet_of_a_fixed_limit() {
        let bets = |betting: Betting, printed: Option<i64>| {
            let mut hand = Hand::default();
            (hand.betting, hand.stakes.big_blind) = (betting, Some(100));
            hand.stakes.small_bet = printed;
            infer(&mut hand);
            (hand.stakes.small_bet, hand.stakes.big_bet)
        };
        assert_eq!(bets(Betting::FixedLimit, None), (Some(100), Some(200)));
        assert_eq!(bets(Betting::FixedLimit, Some(80)), (Some(80), None));
        assert_eq!(bets(Betting::NoLimit, None), (None, None));
    }
}
