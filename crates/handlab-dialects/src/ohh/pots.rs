//! What was paid: the pots, and a tournament's rebuys and bounties.

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{
    Collected, PotName, Purchase, PurchaseKind, SidePayment, SidePaymentKind,
};

use super::fill::Filler;
use super::object::{Object, Pot};
use crate::syntax::json::text_of;

impl<'s> Filler<'s, '_> {
    pub(super) fn pots(&mut self, pots: &[Pot<'s>]) -> Result<(), ParseError> {
        let (mut total, mut rake, mut fees) = (0_i64, 0_i64, 0_i64);
        let number_of =
            |pot: &Pot<'_>| text_of(pot.number).and_then(|text| text.parse::<u8>().ok());
        // Some writers number the pots from 1.
        let first = pots.iter().filter_map(number_of).min().unwrap_or(0);
        for (place, pot) in pots.iter().enumerate() {
            total = total.saturating_add(self.amount(pot.amount)?);
            rake = rake.saturating_add(self.amount(pot.rake)?);
            fees = fees.saturating_add(self.amount(pot.jackpot)?);
            let number = number_of(pot).map(|number| number - first);
            let name = match number.unwrap_or(place as u8) {
                _ if pots.len() == 1 => PotName::Pot,
                0 => PotName::Main,
                number => PotName::Side(number),
            };
            for win in &pot.player_wins {
                let Some(seat) = self.seat(win.player_id) else {
                    let kind = ParseErrorKind::UnknownPlayer(win.player_id.text().to_owned());
                    return Err(ParseError::new(kind, self.span.at));
                };
                let amount = self.amount(win.amount)?;
                if amount > 0 {
                    self.hand.collected.push(Collected { seat, amount, pot: name, run_no: 0 });
                }
                let (amount, fee) = (self.amount(win.cash_out)?, self.amount(win.cash_out_fee)?);
                if amount > 0 {
                    let kind = SidePaymentKind::CashOut;
                    self.hand.side_payments.push(SidePayment { seat, kind, amount, fee });
                }
                let (kind, amount, fee) = (SidePaymentKind::Bonus, self.amount(win.bonus)?, 0);
                if amount > 0 {
                    self.hand.side_payments.push(SidePayment { seat, kind, amount, fee });
                }
            }
        }
        let is_raked = pots.iter().any(|pot| text_of(pot.rake).is_some());
        if !is_raked {
            self.hand.rules = &super::RULES_WITHOUT_RAKE;
        }
        let printed = &mut self.hand.printed;
        (printed.total_pot, printed.rake) = (Some(total), Some(rake).filter(|_| is_raked));
        printed.fees = Some(fees).filter(|fees| *fees > 0);
        Ok(())
    }

    pub(super) fn purchases(&mut self, object: &Object<'s>) {
        let Some(scale) = self.hand.tournament.map(|tournament| tournament.scale) else { return };
        for bought in object.tournament_rebuys.iter().flatten() {
            let Some(seat) = self.seat(bought.player_id) else { continue };
            let is_add_on = bought.action.to_ascii_lowercase().starts_with("add");
            let kind = if is_add_on { PurchaseKind::AddOn } else { PurchaseKind::Rebuy };
            let price = text_of(bought.amount).and_then(|text| chips::read(text.as_bytes(), scale));
            let player = self.hand.seats[usize::from(seat)].player;
            self.hand.purchases.push(Purchase { player, kind, price });
        }
    }

    pub(super) fn bounties(&mut self, object: &Object<'s>) -> Result<(), ParseError> {
        let scale = self.hand.tournament.map_or(self.hand.scale, |tournament| tournament.scale);
        for won in object.tournament_bounties.iter().flatten() {
            let Some(seat) = self.seat(won.player_id) else {
                let kind = ParseErrorKind::UnknownPlayer(won.player_id.text().to_owned());
                return Err(ParseError::new(kind, self.span.at));
            };
            let text = text_of(won.bounty_won).unwrap_or("0");
            let amount = chips::read(text.as_bytes(), scale)
                .ok_or_else(|| self.error(ParseErrorKind::Amount(text.to_owned()), text))?;
            if amount > 0 {
                let kind = SidePaymentKind::Bounty;
                self.hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
            }
        }
        Ok(())
    }
}
