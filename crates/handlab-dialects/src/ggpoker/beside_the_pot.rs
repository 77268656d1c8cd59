//! Payments between players and the house, or among players, outside the pot.
//!
//! ```text
//! NAME: Chooses to EV Cashout
//! NAME: Pays Cashout Risk ($2)             NAME won the pot, and is paid it too; one line per street
//! NAME: Receives Cashout ($1,306.18)       NAME lost
//! NAME: get an all-in insurance (premium ($0/$4/$0) for ($0/$10.8/$0) - (Mandatory/Main/Sub))
//! NAME: pay premium of all-in insurance ($4)
//! NAME: Pays All-in Insurance premium ($4)
//! Seat 1: NAME received ($0.01) from time bank card, folded before Flop
//! Seat 3: NAME bought time bank card ($0.05), won ($3.24)
//! ```
//! The next hand of a table with a cash-out shows that its amount goes to the stack (2022, one hand).

use handlab_core::chips;
use handlab_core::hand::{Hand, SidePayment, SidePaymentKind};

use crate::syntax::text::{find, find_ignore_case, split_once, strip_prefix_ignore_case};

/// Records an action that pays outside the pot, or only announces that; false for any other action.
pub(crate) fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    let starts = |words: &str| strip_prefix_ignore_case(act, words).is_some();
    if starts("Chooses to EV Cashout") || (starts("get an ") && find(act, "(premium (").is_some()) {
        return true;
    }
    let is_insurance = find_ignore_case(act, "insurance").is_some();
    let (kind, is_paid) = if starts("Pays Cashout Risk") {
        (SidePaymentKind::EvCashOut, true)
    } else if starts("Receives Cashout") {
        (SidePaymentKind::EvCashOut, false)
    } else if is_insurance && starts("pay") {
        (SidePaymentKind::Insurance, true)
    } else if is_insurance && (starts("get") || starts("receive")) {
        (SidePaymentKind::Insurance, false)
    } else {
        return false;
    };
    let amount = split_once(act, " (").and_then(|(_, amount)| in_brackets(amount, hand.scale));
    let Some(amount) = amount else { return false };
    pay(hand, seat, kind, if is_paid { -amount } else { amount });
    true
}

/// Records the summary's notes about time bank cards.
pub(super) fn read_note(text: &str, seat: u8, hand: &mut Hand) {
    const BOUGHT: &str = "bought time bank card (";
    let bought = split_once(text, BOUGHT).map(|(_, amount)| amount);
    let received = find(text, ") from time bank card")
        .and_then(|end| split_once(&text[..=end], "received (").map(|(_, amount)| amount));
    for (amount, sign) in [(bought, -1), (received, 1)] {
        if let Some(amount) = amount.and_then(|amount| in_brackets(amount, hand.scale)) {
            pay(hand, seat, SidePaymentKind::TimeBank, amount * sign);
        }
    }
}

/// The amount up to the first closing bracket, if nothing else is there.
fn in_brackets(text: &str, scale: u8) -> Option<i64> {
    chips::read(text.split(')').next()?.trim().as_bytes(), scale)
}

/// Adds to the seat's earlier payments for the same thing.
fn pay(hand: &mut Hand, seat: u8, kind: SidePaymentKind, amount: i64) {
    let known = hand.side_payments.iter_mut().find(|paid| (paid.seat, paid.kind) == (seat, kind));
    match known {
        Some(paid) => paid.amount = paid.amount.saturating_add(amount),
        None => hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 }),
    }
}
