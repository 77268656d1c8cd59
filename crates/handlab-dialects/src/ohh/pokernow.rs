//! The Open Hand History that `PokerNow` itself offers for download, under iPoker's name so that trackers accept it.
//!
//! Its liberties, which the CSV of the same game explains:
//! * A first bet of a street is a `Raise`, or a `Call` if it is no more than the big blind.
//! * Missed blinds are `Post Dead` both, but the big one counts towards the call.
//! * `name` is the account of most players; `display` is the name at the table.

use std::borrow::Cow;

use handlab_core::hand::{ActionKind, Hand, Kind};
use handlab_core::money::Currency;

use super::object::{Object, Player};
use crate::inferred::all_in::Level;
use crate::pokernow::SITE;

/// Whether the site itself wrote the object: its tables are called `pgl` and 22 letters, digits and signs of a URL.
pub(super) fn is_writer(object: &Object<'_>) -> bool {
    let is = |text: &Option<Cow<'_, str>>, wanted: &str| text.as_deref() == Some(wanted);
    let table = object.table_name.as_deref().and_then(|table| table.strip_prefix("pgl"));
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_table = |rest: &str| rest.len() > 16 && rest.bytes().all(is_sign);
    is(&object.site_name, "iPoker") && is(&object.currency, "PPC") && table.is_some_and(is_table)
}

/// Gives a hand the site and the money that the site's other logs have.
pub(super) fn set_site(hand: &mut Hand) {
    (hand.site, hand.network) = (SITE, Some(SITE));
    (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
}

/// The name at the table, with the account if others have the same.
pub(super) fn name<'a>(player: &'a Player<'_>, players: &[Player<'_>]) -> Cow<'a, str> {
    let Some(display) = player.display.as_deref().filter(|name| !name.is_empty()) else {
        return player.name().into();
    };
    let namesakes = players.iter().filter(|other| other.display.as_deref() == Some(display));
    if namesakes.count() > 1 {
        format!("{display} @ {}", player.name()).into()
    } else {
        display.into()
    }
}

/// Corrects the kinds of first bets and of missed big blinds.
pub(super) fn name_actions(hand: &mut Hand) {
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    let mut level = Level::default();
    for action in &mut hand.actions {
        let added = action.amount.printed();
        if action.kind == ActionKind::PostDead && added == big_blind {
            action.kind = ActionKind::PostBigBlind;
        }
        level.enter(action, big_blind);
        let is_bet = matches!(action.kind, ActionKind::Call | ActionKind::Raise);
        if is_bet && level.to_call(action.seat) == 0 {
            action.kind = level.kind_of(action.seat, added);
        }
        level.take(action);
    }
}
