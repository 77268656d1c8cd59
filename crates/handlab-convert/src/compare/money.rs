//! Pots, what the house took, and what players received.

use handlab_core::hand::SidePaymentKind;

use super::{Pair, Side, note, same, units};
use crate::outcome::{Loss, Refusal};

/// A mapping of seats.
type Map<'a> = &'a dyn Fn(usize) -> usize;

pub(super) fn pots(pair: &Pair<'_>, losses: &mut Vec<Loss>) -> Result<(), Refusal> {
    let (before, after) = (pair.before, pair.after);
    let (own, map): (Map<'_>, Map<'_>) = (&|seat| seat, &|seat| pair.seats[seat]);
    let layers = |side: Side<'_>, map: Map<'_>| -> Vec<_> {
        let pots = side.audit.pots.iter();
        pots.map(|pot| {
            let mut eligible: Vec<usize> = pot.eligible.iter().map(map).collect();
            eligible.sort_unstable();
            (side.units(pot.gross), eligible)
        })
        .collect()
    };
    same(layers(before, own), layers(after, map), Refusal::Pots)?;
    let added = |side: Side<'_>| side.units(side.hand.printed.added);
    same(added(before), added(after), Refusal::Pots)?;
    let taken = |side: Side<'_>| side.units(side.audit.rake) + side.units(side.audit.fees);
    same(taken(before), taken(after), Refusal::Rake)?;
    let fees = |side: Side<'_>| side.units(side.audit.fees);
    note(fees(before), fees(after), Loss::Fees, losses);
    let by_pot = |side: Side<'_>| -> Vec<_> {
        side.audit.pots.iter().map(|pot| side.units(pot.rake) + side.units(pot.fee)).collect()
    };
    note(by_pot(before), by_pot(after), Loss::PotRake, losses);
    let won = |side: Side<'_>, map: Map<'_>| -> Vec<_> {
        let seats = side.audit.seats.iter().enumerate().filter(|(_, seat)| seat.won != 0);
        let mut seats: Vec<_> =
            seats.map(|(index, seat)| (map(index), side.units(seat.won))).collect();
        seats.sort_unstable();
        seats
    };
    same(won(before, own), won(after, map), Refusal::Payments)?;
    let shares = |side: Side<'_>, map: Map<'_>| -> Vec<_> {
        let awards = side.audit.awards.iter().map(|paid| paid.award);
        let mut shares: Vec<_> = awards
            .map(|award| {
                let seat = map(usize::from(award.seat));
                (
                    award.pot_no,
                    award.run_no,
                    award.half.name(side.hand.game),
                    seat,
                    side.units(award.amount),
                )
            })
            .collect();
        shares.sort_unstable();
        shares
    };
    note(shares(before, own), shares(after, map), Loss::PotShares, losses);
    note(
        side_payments(before, own, false),
        side_payments(after, map, false),
        Loss::SidePayments,
        losses,
    );
    note(side_payments(before, own, true), side_payments(after, map, true), Loss::Bounties, losses);
    Ok(())
}

fn side_payments(side: Side<'_>, map: Map<'_>, bounties: bool) -> Vec<(usize, u8, i128, i128)> {
    let payments = side.hand.side_payments.iter();
    let payments = payments.filter(|paid| (paid.kind == SidePaymentKind::Bounty) == bounties);
    // Bounties are in the tournament's money.
    let of_tournament = side.hand.tournament.map(|tournament| tournament.scale);
    let scale = of_tournament.filter(|_| bounties).unwrap_or(side.hand.scale);
    let mut payments: Vec<_> = payments
        .map(|paid| {
            let (amount, fee) = (units(paid.amount, scale), units(paid.fee, scale));
            (map(usize::from(paid.seat)), paid.kind as u8, amount, fee)
        })
        .collect();
    payments.sort_unstable();
    payments
}
