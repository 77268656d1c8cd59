//! Payments from later pots that the summary leaves out, as that of `CoinPoker` and `ClubGG` does.

use handlab_core::hand::{Collected, Hand};

/// Adds to the summary what a seat is paid from later pots: it prints the first payment only.
pub(crate) fn add_to_summary(hand: &mut Hand) {
    let Hand { collected, summary_collected, .. } = hand;
    for seat in 0..hand.seats.len() as u8 {
        let of_seat = |paid: &&Collected| paid.seat == seat;
        let mut summary = summary_collected.iter().filter(of_seat);
        let mut paid = collected.iter().filter(of_seat);
        let (Some(printed), None, Some(first)) = (summary.next(), summary.next(), paid.next())
        else {
            continue;
        };
        if printed.amount == first.amount {
            let later: Vec<_> = paid.copied().collect();
            summary_collected.extend(later);
        }
    }
}
