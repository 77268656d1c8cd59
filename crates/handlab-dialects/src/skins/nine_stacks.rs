//! 9stacks: cash tables whose amounts have no symbol, and straddles without a word.

use handlab_cards::game::Street;
use handlab_core::chips;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{Action, ActionKind, Amount, Hand};
use handlab_core::money::Currency;

use super::{find_straddles, header};

/// Like the other clients' first line, in rupees.
pub(super) fn read_header(
    line: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseErrorKind> {
    header::read_in(Currency::from_code("INR"), line, least_scale, hand)
}

/// Records `unknown 200`: a straddle, as the seat's total. False for any other action.
pub(super) fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    let amount = act.strip_prefix("unknown ").filter(|_| hand.boards.is_empty());
    let Some(amount) = amount.and_then(|text| chips::read(text.trim().as_bytes(), hand.scale))
    else {
        return false;
    };
    hand.stakes.straddle = hand.stakes.straddle.max(Some(amount));
    let straddle = Action::new(Street::FIRST, seat, ActionKind::Straddle, Amount::To(amount));
    hand.actions.push(straddle);
    true
}

/// Drops the first amounts of raises, which are what the seat adds.
pub(super) fn complete(hand: &mut Hand) {
    find_straddles(hand);
    hand.printed.raises.clear();
}
