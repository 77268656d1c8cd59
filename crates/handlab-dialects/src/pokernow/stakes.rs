//! The blinds of a hand, which its rows show only through posts.

use handlab_core::chips;

use super::amounts::{SCALE, push_amount};
use super::rows::Row;
use crate::syntax::text::split_once;

/// The blinds as `10/20`; empty if no big blind was posted, `/20` if no row shows the small one.
///
/// A blind that took its player's last chips is short if another row shows so: a change of blinds, a post of a missed
/// one, the first call, or a small blind of more than half.
pub(super) fn of_rows(rows: &[Row]) -> String {
    let post = |words: &str| rows.iter().find_map(|row| Some(split_once(&row.entry, words)?.1));
    let (small, big) = (post(" posts a small blind of "), post(" posts a big blind of "));
    let Some(big) = big else { return String::new() };
    let big = whole(rows, "big", big);
    let small = match small {
        Some(post) => whole(rows, "small", post),
        // No one posts it.
        None => shown_blind(rows, "small", 0).map(to_text).unwrap_or_default(),
    };
    format!("{small}/{big}")
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn amount(text: &str) -> Option<i64> {
    chips::read(text.as_bytes(), SCALE)
}

/// The blind shown by a post: more than the post if that was short and another row shows the full blind.
fn whole(rows: &[Row], blind: &str, post: &str) -> String {
    let posted = first_word(post);
    let short = amount(posted).filter(|_| post.contains(" go all in"));
    let found = short.and_then(|short| Some(shown_blind(rows, blind, short)?.max(short)));
    found.map_or_else(|| posted.to_owned(), to_text)
}

fn to_text(amount: i64) -> String {
    let mut text = String::new();
    push_amount(amount, &mut text);
    text
}

/// The blind according to rows other than its post, which was `short`.
fn shown_blind(rows: &[Row], blind: &str, short: i64) -> Option<i64> {
    let after = |words: &str| {
        rows.iter().find_map(|row| amount(first_word(split_once(&row.entry, words)?.1)))
    };
    let named = after(&format!("The game's {blind} blind was changed from "))
        .or_else(|| after(&format!(" posts a missed {blind} blind of ")))
        .or_else(|| after(&format!(" posts a missing {blind} blind of ")));
    if named.is_some() || blind != "big" {
        return named;
    }
    match first_call(rows) {
        Some((call, _)) if call > short => Some(call),
        // A caller with others still to act pays the whole blind.
        Some((_, has_others_behind)) if has_others_behind => Some(short),
        _ => after(" posts a small blind of ")?.checked_mul(2),
    }
}

/// The amount of a call before any raise, and whether anyone but the caller and the big blind is in.
fn first_call(rows: &[Row]) -> Option<(i64, bool)> {
    let mut in_hand = 0;
    for row in rows {
        if let Some(stacks) = row.entry.strip_prefix("Player stacks: ") {
            in_hand = stacks.split(" | #").count();
        }
        let Some((_, act)) = row.entry.strip_prefix('"').and_then(|row| split_once(row, "\" "))
        else {
            continue;
        };
        match first_word(act) {
            "folds" => in_hand = in_hand.saturating_sub(1),
            // The call of a player with no more chips may be less than the blind.
            "calls" if act.contains(" go all in") => {}
            "calls" => return Some((amount(act.split(' ').nth(1)?)?, in_hand > 2)),
            "raises" | "bets" | "checks" | "collected" => return None,
            _ => {}
        }
    }
    None
}
