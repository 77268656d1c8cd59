//! The pots so far, printed at the start of each street and of the showdown.

use handlab_cards::game::Street;
use handlab_core::chips;
use handlab_core::hand::{Collected, Hand, PotName};

use crate::syntax::text::split_once;

/// Records `Main pot $79.20 | Rake $0.80`, which restarts the list of pots, and `Side pot(1) $36.62 | Rake $0.24`;
/// tournaments print no rake. The pots of a single board, such as `Main pot 1 $19 | Rake $1`, are dropped. False for
/// any other line.
pub(super) fn read_line(line: &str, hand: &mut Hand) -> bool {
    let Some((number, amount)) = read(line, hand.scale) else {
        return is_of_board(line, hand.scale);
    };
    let pots = &mut hand.printed.pots;
    if number == 0 {
        pots.clear();
    }
    pots.push(amount);
    true
}

fn read(line: &str, scale: u8) -> Option<(usize, i64)> {
    let (number, pot) = if let Some(pot) = line.strip_prefix("Main pot ") {
        (0, pot)
    } else {
        let (number, pot) = line.strip_prefix("Side pot(")?.split_once(") ")?;
        (number.parse().ok()?, pot)
    };
    let amount = split_once(pot, " | Rake ").map_or(pot, |(amount, _)| amount);
    Some((number, chips::read(amount.as_bytes(), scale)?))
}

/// Whether a line is the pot of a board: its number comes before the amount.
fn is_of_board(line: &str, scale: u8) -> bool {
    let pot = ["Main pot ", "Side pot "].iter().find_map(|start| line.strip_prefix(start));
    let amount = pot.and_then(|pot| {
        let (number, amount) = pot.split_once(' ')?;
        number.parse::<u8>().ok()?;
        read(&["Main pot ", amount].concat(), scale)
    });
    amount.is_some()
}

/// Drops pots that are not final: without a showdown, those before the last street's bets. If a hand is run twice, it
/// has pots for each board: the final ones are what was paid from both.
pub(super) fn keep_last(hand: &mut Hand) {
    let is_shown = hand.actions.iter().any(|action| action.street == Street::SHOWDOWN);
    let printed = &mut hand.printed;
    let sum = printed.pots.iter().try_fold(0_i64, |sum, pot| sum.checked_add(*pot));
    if hand.n_runouts > 1 || !is_shown && sum != printed.total_pot {
        printed.pots.clear();
    }
    if hand.n_runouts > 1
        && let Some(paid) = paid_by_pot(&hand.collected).filter(|paid| paid.len() > 1)
    {
        hand.printed.pots = paid;
    }
}

/// What was paid from the main pot and each side pot over all boards; `None` if a payment names no pot, or a pot has no
/// payment.
fn paid_by_pot(collected: &[Collected]) -> Option<Vec<i64>> {
    let mut paid = Vec::new();
    for line in collected {
        let number = match line.pot {
            PotName::Pot => return None,
            PotName::Main => 0,
            PotName::Side(number) => usize::from(number),
        };
        paid.resize(paid.len().max(number + 1), 0_i64);
        paid[number] = paid[number].saturating_add(line.amount);
    }
    paid.iter().all(|amount| *amount > 0).then_some(paid)
}
