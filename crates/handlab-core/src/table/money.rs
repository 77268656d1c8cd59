//! `boards`, `pots`, `awards` and `side_payments`: what was in the middle and where it went.

use super::Audited;
use super::hands::small;
use handlab_columns::{Int8s, Int64s, Lists, OfHand, Strings, Words, table_of_hands};

table_of_hands! {
    /// One row per street of a runout.
    Boards {
        site: OfHand,
        hand_id: OfHand,
        run_no: Int8s,
        street: Words,
        cards: Strings,
    }
}

table_of_hands! {
    /// One row per pot.
    Pots {
        site: OfHand,
        hand_id: OfHand,
        pot_no: Int8s,
        gross: Int64s,
        rake: Int64s,
        fee: Int64s,
        net: Int64s,
        eligible_seats: Lists,
    }
}

table_of_hands! {
    /// One row per seat's win in a pot, runout and half.
    Awards {
        site: OfHand,
        hand_id: OfHand,
        pot_no: Int8s,
        run_no: Int8s,
        half: Words,
        seat: Int8s,
        amount: Int64s,
        printed: Int64s,
    }
}

table_of_hands! {
    /// One row per kind of payment between a seat and the house.
    SidePayments {
        site: OfHand,
        hand_id: OfHand,
        seat: Int8s,
        kind: Words,
        amount: Int64s,
        fee: Int64s,
    }
}

impl Boards {
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let hand = audited.hand;
        for board in &hand.boards {
            self.run_no.push(small(Some(board.run_no)));
            self.street.push(Some(board.street.name(hand.game)));
            self.cards.push_with(|text| board.cards.append_to(text));
        }
    }
}

impl Pots {
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let hand = audited.hand;
        for (number, pot) in audited.audit.pots.iter().enumerate() {
            self.pot_no.push(i8::try_from(number).ok());
            self.gross.push(Some(pot.gross));
            self.rake.push(Some(pot.rake));
            self.fee.push(Some(pot.fee));
            self.net.push(Some(pot.net()));
            let chairs =
                pot.eligible.iter().filter_map(|seat| small(Some(hand.seats.get(seat)?.seat)));
            self.eligible_seats.push(chairs);
        }
    }
}

impl Awards {
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let hand = audited.hand;
        for paid in &audited.audit.awards {
            let award = paid.award;
            self.pot_no.push(small(Some(award.pot_no)));
            self.run_no.push(small(Some(award.run_no)));
            self.half.push(Some(award.half.name(hand.game)));
            self.seat.push(small(hand.seats.get(usize::from(award.seat)).map(|seat| seat.seat)));
            self.amount.push(Some(award.amount));
            self.printed.push(paid.printed);
        }
    }
}

impl SidePayments {
    /// One row per kind: two bounties in one hand are added up.
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let hand = audited.hand;
        let payments = &hand.side_payments;
        for (at, payment) in payments.iter().enumerate() {
            let key = (payment.seat, payment.kind);
            if payments[..at].iter().any(|before| (before.seat, before.kind) == key) {
                continue;
            }
            let same = payments[at..].iter().filter(|other| (other.seat, other.kind) == key);
            let (amount, fee) = same.fold((0_i64, 0_i64), |(amount, fee), other| {
                (amount.saturating_add(other.amount), fee.saturating_add(other.fee))
            });
            self.seat.push(small(hand.seats.get(usize::from(payment.seat)).map(|seat| seat.seat)));
            self.kind.push(Some(payment.kind.name()));
            self.amount.push(Some(amount));
            self.fee.push(Some(fee));
        }
    }
}
