//! The order in which a heads-up hand lists its players.

use std::borrow::Cow;

use handlab_core::hand::Hand;

/// Whether antes and blinds are listed from the second of two players to the first, who has the big blind.
///
/// Some writers list the button first, and its blind before the other (`pokerforbots`, 2025): only then does player 1 act
/// first before the flop, and player 2 after it.
pub(super) fn is_reversed(
    actions: &[Cow<'_, str>],
    hand: &Hand,
    antes: &[i64],
    blinds: &[i64],
) -> bool {
    let [_, second] = &hand.seats[..] else { return false };
    let Some(small_blind) = blinds.first() else { return true };
    let posted = antes.first().unwrap_or(&0).saturating_add(*small_blind);
    // A second player who is all-in from the start cannot act first.
    let can_act = second.has_unknown_stack || second.starting_stack > posted;
    let is_button_first = first_to_act(actions, true) == Some("p1")
        && matches!(first_to_act(actions, false), None | Some("p2"));
    !(can_act && is_button_first)
}

/// The first player who decides on the first street, or on a later one.
fn first_to_act<'a>(actions: &'a [Cow<'_, str>], is_on_first_street: bool) -> Option<&'a str> {
    let mut is_first_street = true;
    actions.iter().find_map(|act| {
        let mut words = act.split_whitespace();
        let (who, what) = (words.next()?, words.next()?);
        is_first_street &= !matches!((who, what), ("d", "db") | (_, "sd"));
        let is_decision = matches!(what, "f" | "cc" | "cbr");
        (is_decision && is_first_street == is_on_first_street).then_some(who)
    })
}
