//! What the text does not print but its sums show: the fee of jackpot tables, and a hand that no one played.

use handlab_core::chips;
use handlab_core::hand::Hand;

/// The marks of jackpot tables, in brackets in their names.
const MARKS: [&str; 2] = ["JP", "Beast"];

/// What such a table takes besides the rake.
const FEE: &[u8] = b"0.25";

/// The fee of a jackpot table, if no line prints it and exactly that is missing between the bets of all seats, the
/// printed rake and the pot, which is what the winners collect.
pub(super) fn jackpot_fee(hand: &Hand) -> Option<i64> {
    let printed = &hand.printed;
    if printed.fees.is_some() {
        return None;
    }
    let (pot, rake) = printed.total_pot.zip(printed.rake)?;
    let seats = &printed.seat_totals;
    let bets = sum(seats.iter().map(|seat| seat.contributed))?;
    let collected = sum(seats.iter().map(|seat| seat.won))?;
    let fee = bets.checked_sub(pot)?.checked_sub(rake)?;
    let is_due = collected == pot && Some(fee) == chips::read(FEE, hand.scale);
    (is_due && is_marked(hand.str(hand.table_name))).then_some(fee)
}

/// `None` if an amount is unknown.
fn sum(mut amounts: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    amounts.try_fold(0_i64, |sum, amount| sum.checked_add(amount?))
}

/// Whether a table is called `Cristalite (JP)`, `Barstowite   (Short, JP)` or `Braunite ( Beast )`.
fn is_marked(table: &str) -> bool {
    let inside = table.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    inside.flat_map(|(marks, _)| marks.split(',')).any(|mark| MARKS.contains(&mark.trim()))
}

/// Whether blinds were posted and returned, without a card, a decision or a pot.
pub(super) fn is_unplayed(hand: &Hand, has_cards: bool) -> bool {
    !has_cards
        && hand.printed.total_pot == Some(0)
        && hand.collected.is_empty()
        && hand.boards.is_empty()
        && hand.actions.iter().all(|action| action.kind.is_post())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_marked_in_brackets() {
        for table in
            ["Cristalite (JP) - CAP - 6-Max", "Barstowite   (Short, JP) - 2", "Braunite ( Beast )"]
        {
            assert!(is_marked(table), "{table}");
        }
        for table in ["Urayuli (PRR)", "JP", "Beast", "Beast (Short)", "A (JP"] {
            assert!(!is_marked(table), "{table}");
        }
    }
}
