//! Money that the house drops into the pot without a line saying who got it.

use handlab_core::hand::{Collected, Hand, PotName};

/// Adds the splash to its winners' payments if the text leaves it out.
///
/// Hands of 2026 include the splash in the total but pay only what the players put in, less the rake. It goes with the
/// pot, so it is known who got it if one player won a board, or several won equal parts.
pub(super) fn pay(hand: &mut Hand) {
    let added = hand.printed.added;
    let (Some(total), Some(rake)) = (hand.printed.total_pot, hand.printed.rake) else { return };
    if added <= 0 {
        return;
    }
    let taken = rake.saturating_add(hand.printed.fees.unwrap_or(0));
    let of_players = total.saturating_sub(taken).saturating_sub(added);
    let runs = i64::from(hand.n_runouts.max(1));
    for lines in [&mut hand.collected, &mut hand.summary_collected] {
        let paid = lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.amount));
        if paid != of_players || added % runs != 0 {
            continue;
        }
        let mut with_splash = lines.clone();
        let first = u8::from(runs > 1);
        let is_known =
            (first..).zip(0..runs).all(|(run, _)| pay_run(&mut with_splash, run, added / runs));
        if is_known {
            *lines = with_splash;
        }
    }
}

/// Divides a board's part among its winners; false if the division is unknown.
fn pay_run(lines: &mut [Collected], run: u8, part: i64) -> bool {
    let mut of_run: Vec<&mut Collected> =
        lines.iter_mut().filter(|line| line.run_no == run).collect();
    let winners = of_run.len() as i64;
    let amounts = || of_run.iter().map(|line| line.amount);
    let (Some(least), Some(most)) = (amounts().min(), amounts().max()) else { return false };
    // With several pots it would be in the first, and the lines do not show which that is.
    let is_one_pot = of_run.iter().enumerate().all(|(at, line)| {
        line.pot == PotName::Pot && !of_run[..at].iter().any(|other| other.seat == line.seat)
    });
    if !is_one_pot || most - least > 1 || part % winners != 0 {
        return false;
    }
    for line in &mut of_run {
        line.amount = line.amount.saturating_add(part / winners);
    }
    true
}
