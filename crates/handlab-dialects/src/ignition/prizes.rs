//! What a tournament pays: places, prizes and bounties, printed between the actions of the hand.

use handlab_core::chips;
use handlab_core::hand::{Hand, SidePayment, SidePaymentKind};
use handlab_core::money::Currency;

/// The words of the common form, each followed by its number.
pub(super) const PLACE: &str = "ranks";
pub(super) const PRIZE: &str = "gets";
pub(super) const BOUNTY: &str = "gets bounty";

/// Records `ranks 4`, `gets [$22.50]` or `gets bounty [$10]` of a seat; false if it is none of these.
pub(super) fn record(act: &str, seat: u8, hand: &mut Hand) -> bool {
    if let Some(place) = after(act, PLACE) {
        let Ok(place) = place.parse() else { return false };
        let finish = hand.finish_of(seat);
        finish.place = finish.place.or(Some(place));
    } else if let Some(amount) = after(act, BOUNTY) {
        let Some(amount) = money(hand, amount) else { return false };
        let kind = SidePaymentKind::Bounty;
        hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
    } else if let Some(amount) = after(act, PRIZE) {
        let Some(amount) = money(hand, amount) else { return false };
        let finish = hand.finish_of(seat);
        finish.prize = finish.prize.or(Some(amount));
    } else {
        return false;
    }
    true
}

/// What follows the words, without its brackets.
fn after<'a>(act: &'a str, words: &str) -> Option<&'a str> {
    let rest = act.strip_prefix(words)?.strip_prefix(' ')?;
    Some(rest.trim_matches(['[', ']', ' ']))
}

/// An amount of the tournament's money, whose currency no header prints.
fn money(hand: &mut Hand, text: &str) -> Option<i64> {
    let currency = chips::currency_of_symbol(text).map_or(Currency::PLAY, |(known, _)| known);
    let tournament = hand.tournament.as_mut()?;
    if tournament.currency.code().is_empty() {
        (tournament.currency, tournament.scale) = (currency, chips::scale_of(currency));
    }
    let is_same = tournament.currency.code() == currency.code();
    chips::read(text.as_bytes(), tournament.scale).filter(|_| is_same)
}
