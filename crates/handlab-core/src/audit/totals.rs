//! The sums of a hand, and whether they agree.

use crate::rules::{PaidUncalled, RakePrinting, TotalKind};

/// The source of the rake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RakeSource {
    Logged,
    Inferred,
    #[default]
    Unknown,
}

impl RakeSource {
    /// The name in the `rake_source` column.
    pub const fn name(self) -> &'static str {
        match self {
            RakeSource::Logged => "logged",
            RakeSource::Inferred => "inferred",
            RakeSource::Unknown => "unknown",
        }
    }
}

/// How well a hand adds up, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    #[default]
    Exact,
    /// The text prints no uncalled bet; with the computed one everything is exact.
    ExactUncalledInferred,
    /// The site pays the uncalled bet with the pot.
    ExactUncalledInCollected,
    /// The house took a pot of a player who had cashed out.
    ExactCashout,
    /// The winners are right; some got a unit more or less.
    OddChipOnly,
    /// The body contradicts itself; the summary adds up.
    SummaryReconciled,
    /// The sums hold; some contenders' cards are unknown.
    ReconciledUnverified,
    RakeInferred,
    RakeUnknown,
    /// The sums hold, but by the cards someone else won.
    WinnerMismatch,
    /// The sums do not hold.
    Mismatch,
    /// An action breaks the rules, or a card occurs twice.
    CorruptActions,
    /// No total is printed.
    Incomplete,
    Cancelled,
}

impl Verdict {
    pub const ALL: [Verdict; 14] = [
        Verdict::Exact,
        Verdict::ExactUncalledInferred,
        Verdict::ExactUncalledInCollected,
        Verdict::ExactCashout,
        Verdict::OddChipOnly,
        Verdict::SummaryReconciled,
        Verdict::ReconciledUnverified,
        Verdict::RakeInferred,
        Verdict::RakeUnknown,
        Verdict::WinnerMismatch,
        Verdict::Mismatch,
        Verdict::CorruptActions,
        Verdict::Incomplete,
        Verdict::Cancelled,
    ];

    /// The name in the `verdict` column.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::ExactUncalledInferred => "exact_uncalled_inferred",
            Verdict::ExactUncalledInCollected => "exact_uncalled_in_collected",
            Verdict::ExactCashout => "exact_cashout",
            Verdict::OddChipOnly => "odd_chip_only",
            Verdict::SummaryReconciled => "summary_reconciled",
            Verdict::ReconciledUnverified => "reconciled_unverified",
            Verdict::RakeInferred => "rake_inferred",
            Verdict::RakeUnknown => "rake_unknown",
            Verdict::WinnerMismatch => "winner_mismatch",
            Verdict::Mismatch => "mismatch",
            Verdict::CorruptActions => "corrupt_actions",
            Verdict::Incomplete => "incomplete",
            Verdict::Cancelled => "cancelled",
        }
    }
}

/// The sums of a hand, in minor units.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Net of the uncalled bet.
    pub contributed: i64,
    pub uncalled: i64,
    /// The uncalled bet is computed, not printed.
    pub is_uncalled_inferred: bool,
    /// Put in by the house.
    pub added: i64,
    pub total: Option<i64>,
    /// The printed total may be off by less than this.
    pub total_unit: i64,
    pub total_kind: TotalKind,
    /// The body's payments, including those that the house took after a cash-out.
    pub collected: i64,
    /// The summary's payments.
    pub summary_collected: i64,
    pub rake: Option<i64>,
    pub fees: i64,
    pub printing: RakePrinting,
    pub paid_uncalled: PaidUncalled,
    /// Whether a rake may be taken at all: tournaments charge a fee with the buy-in.
    pub is_raked: bool,
    /// Only the summary reported a payment, because its winner had cashed out.
    pub is_cashed_out: bool,
}

/// The result of comparing the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reconciliation {
    pub rake: i64,
    pub rake_source: RakeSource,
    /// Printed total less what the actions put in; `None` without a printed total.
    pub residual_contributed: Option<i64>,
    /// The pot less payments, rake and fees; `None` if the text ends before them.
    pub residual_collected: Option<i64>,
    /// The uncalled bet, if it was paid with the pots.
    pub uncalled_paid: i64,
    pub verdict: Verdict,
}

impl Totals {
    /// The residuals, and the verdict on the sums alone.
    pub fn reconcile(&self) -> Reconciliation {
        let pot = self.contributed.saturating_add(self.added);
        let (rake, rake_source) = self.find_rake(pot);
        let taken = rake.saturating_add(self.fees);
        let beyond = |collected: i64| collected.saturating_add(taken).saturating_sub(pot);
        // A printed return has left the pot: it cannot be paid again.
        let is_uncalled_paid = self.is_uncalled_inferred
            && self.uncalled > 0
            && beyond(self.collected) == self.uncalled;
        let extra = if is_uncalled_paid { self.uncalled } else { 0 };
        let gross = self.total.map(|total| match self.total_kind {
            TotalKind::Gross => total.saturating_sub(if total == pot { 0 } else { extra }),
            TotalKind::Net => {
                let gross = total.saturating_add(taken);
                gross.saturating_sub(if gross == pot { 0 } else { extra })
            }
        });
        let residual_contributed = gross.map(|gross| {
            let residual = gross.saturating_sub(pot);
            if residual.saturating_abs() < self.total_unit { 0 } else { residual }
        });
        let residual_collected = extra.saturating_sub(beyond(self.collected));
        let is_summary_right = beyond(self.summary_collected) == 0 && self.summary_collected > 0;
        let found = [
            (residual_contributed.is_some_and(|residual| residual != 0), Verdict::Mismatch),
            (residual_collected != 0 && !is_summary_right, Verdict::Mismatch),
            (rake_source == RakeSource::Unknown && self.rake.is_none(), Verdict::RakeUnknown),
            (rake_source == RakeSource::Inferred && self.is_raked, Verdict::RakeInferred),
            (residual_collected != 0, Verdict::SummaryReconciled),
            (self.is_cashed_out, Verdict::ExactCashout),
            (is_uncalled_paid, Verdict::ExactUncalledInCollected),
            (self.is_uncalled_inferred, Verdict::ExactUncalledInferred),
        ];
        let worst = found.iter().find(|(holds, _)| *holds);
        let verdict = worst.map_or(Verdict::Exact, |(_, verdict)| *verdict);
        let uncalled_paid = extra;
        Reconciliation {
            rake,
            rake_source,
            residual_contributed,
            residual_collected: Some(residual_collected),
            uncalled_paid,
            verdict,
        }
    }

    /// Compares what was put in before the text breaks off, with or without the bet that no one has called. No payment
    /// is printed, and a rake is final only if the hand does not go on.
    pub(super) fn reconcile_part(&self, goes_on: bool) -> Reconciliation {
        let pot = self.contributed.saturating_add(self.added);
        let residual = |total: i64| match total.saturating_sub(pot) {
            residual if residual == self.uncalled => 0,
            residual => residual,
        };
        let residual_contributed = self.total.map(residual);
        let is_right = residual_contributed.is_none_or(|residual| residual == 0);
        let rake = self.rake.filter(|_| !goes_on);
        Reconciliation {
            rake: rake.unwrap_or(0),
            rake_source: rake.map_or(RakeSource::Unknown, |_| RakeSource::Logged),
            residual_contributed,
            residual_collected: None,
            uncalled_paid: 0,
            verdict: if is_right { Verdict::ReconciledUnverified } else { Verdict::Mismatch },
        }
    }

    /// The printed rake or, if the site prints none, a plausible missing amount.
    fn find_rake(&self, pot: i64) -> (i64, RakeSource) {
        if let Some(rake) = self.rake {
            return (rake, RakeSource::Logged);
        }
        let missing = pot.saturating_sub(self.collected).saturating_sub(self.fees);
        // The pot may have been paid with the uncalled bet included.
        let uncalled = if self.is_uncalled_inferred { self.uncalled } else { 0 };
        let with_uncalled = missing.saturating_add(uncalled);
        // Where only some texts print the rake, a pot that was paid in full is no evidence.
        let least = i64::from(self.printing == RakePrinting::Era);
        let is_plausible = |rake: &i64| (least..=pot / 10).contains(rake);
        match self.printing {
            RakePrinting::Always => (0, RakeSource::Unknown),
            _ if !self.is_raked => (0, RakeSource::Inferred),
            _ if is_plausible(&missing) && self.paid_uncalled != PaidUncalled::WithPot => {
                (missing, RakeSource::Inferred)
            }
            _ if is_plausible(&with_uncalled) && self.paid_uncalled != PaidUncalled::Apart => {
                (with_uncalled, RakeSource::Inferred)
            }
            _ => (0, RakeSource::Unknown),
        }
    }
}
