//! The blinds of a hand, which its rows show only through posts.

use handlab_core::chips;

use super::amounts::{SCALE, push_amount};
use super::rows::Row;
use crate::syntax::text::split_once;

/// The blinds as `10/20`; empty if no big blind was posted, `/20` if no row shows the small one.
///
/// A blind that took its player's last chips is short if another row shows so: a change of blinds, a post of a missed
/// one, the straddle of twice the big blind, the first call without a straddle, or a small blind of more than half. A
/// small blind of less than half may be short, too: without another row it is unknown.
pub(super) fn of_rows(rows: &[Row]) -> String {
    let (small, big) = (after(rows, SMALL_BLIND), after(rows, BIG_BLIND));
    let Some(big) = big else { return String::new() };
    let full = last_chips(big).and_then(|short| Some(full_big_blind(rows, short)?.max(short)));
    let big = full.map_or_else(|| first_word(big).to_owned(), to_text);
    let named = || named_blind(rows, "small");
    let small = match small {
        Some(post) => match last_chips(post) {
            Some(short) if named().is_some() => named().map(|full| to_text(full.max(short))),
            Some(short) if amount(&big).is_some_and(|big| short < big / 2) => None,
            _ => Some(first_word(post).to_owned()),
        },
        // No one posts it.
        None => named().map(to_text),
    };
    format!("{}/{big}", small.unwrap_or_default())
}

const SMALL_BLIND: &str = " posts a small blind of ";
const BIG_BLIND: &str = " posts a big blind of ";
const STRADDLE: &str = " posts a straddle of ";

/// The rest of the first row that has these words.
fn after<'r>(rows: &'r [Row], words: &str) -> Option<&'r str> {
    rows.iter().find_map(|row| Some(split_once(&row.entry, words)?.1))
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn amount(text: &str) -> Option<i64> {
    chips::read(text.as_bytes(), SCALE)
}

/// The amount of a post that took its player's last chips.
fn last_chips(post: &str) -> Option<i64> {
    amount(first_word(post)).filter(|_| is_all_in(post))
}

/// The amount of a post that did not.
fn whole(post: &str) -> Option<i64> {
    amount(first_word(post)).filter(|_| !is_all_in(post))
}

fn is_all_in(act: &str) -> bool {
    act.contains(" go all in")
}

fn to_text(amount: i64) -> String {
    let mut text = String::new();
    push_amount(amount, &mut text);
    text
}

/// The big blind according to rows other than its post, which was `short`.
fn full_big_blind(rows: &[Row], short: i64) -> Option<i64> {
    let straddle = after(rows, STRADDLE);
    named_blind(rows, "big")
        // Whoever calls a straddle pays it, not the blind.
        .or_else(|| straddle.and_then(whole).map(|straddle| straddle / 2))
        .or_else(|| match first_call(rows).filter(|_| straddle.is_none()) {
            Some((call, _)) if call > short => Some(call),
            // A caller with others still to act pays the whole blind.
            Some((_, has_others_behind)) if has_others_behind => Some(short),
            _ => after(rows, SMALL_BLIND).and_then(whole)?.checked_mul(2),
        })
}

/// The blind that a change of the stakes or the post of a missed one names.
fn named_blind(rows: &[Row], blind: &str) -> Option<i64> {
    let named = |words: String| amount(first_word(after(rows, &words)?));
    named(format!("The game's {blind} blind was changed from "))
        .or_else(|| named(format!(" posts a missed {blind} blind of ")))
        .or_else(|| named(format!(" posts a missing {blind} blind of ")))
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
            "calls" if is_all_in(act) => {}
            "calls" => return Some((amount(act.split(' ').nth(1)?)?, in_hand > 2)),
            "raises" | "bets" | "checks" | "collected" => return None,
            _ => {}
        }
    }
    None
}
