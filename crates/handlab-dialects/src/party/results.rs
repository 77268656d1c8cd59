//! What the summary says about each player.

use crate::syntax::text::{before, split, write_line};

use super::seats::amount;

/// A summary line about a player, as printed.
#[derive(Default)]
pub(super) struct PlayerResult<'a> {
    pub(super) name: &'a str,
    pub(super) balance: &'a str,
    pub(super) put_in: &'a str,
    pub(super) collected: &'a str,
}

/// The sums of a summary line, up to the cards.
pub(super) fn sums<'a>(
    name: &'a str,
    text: &'a str,
    out: &mut String,
) -> Result<PlayerResult<'a>, std::fmt::Error> {
    let (sums, cards) = text.split_at(text.find('[').unwrap_or(text.len()));
    let mut result = PlayerResult { name, ..PlayerResult::default() };
    // Commas also separate thousands; those between fields are followed by a space.
    for field in split(sums, ", ").map(|field| field.trim_matches([' ', ','])) {
        let value = field.rsplit(' ').next().unwrap_or_default();
        if let Some(lost) = field.strip_prefix("lost ") {
            // After `bet`, it is what the returned part of the bet leaves of it.
            if result.put_in.is_empty() {
                result.put_in = amount(lost.split(' ').next().unwrap_or_default());
            }
        } else if field.starts_with("bet ") {
            result.put_in = value;
        } else if field.starts_with("collected ") {
            result.collected = value;
        } else if result.balance.is_empty() {
            result.balance = value;
        }
    }
    if let Some((hole, made)) = cards.trim_start_matches('[').split_once(']') {
        let made = before(made.trim_matches([' ', '[', ']']), " -- ");
        write_line(out, [name, ": shows [", hole.trim(), "] (", made, ")"])?;
    }
    Ok(result)
}
