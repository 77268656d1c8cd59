//! What a site prints and how it pays, as data: dialects declare it, the audit uses it.

use crate::money::Currency;

/// The rules of one site. Logs prove each of them; the dialect names the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteRules {
    pub rake: RakePrinting,
    pub total: TotalKind,
    pub odd_policy: OddPolicy,
    /// Rakes that differ by winner; `None` where everyone pays alike.
    pub winner_rakes: Option<WinnerRakes>,
}

impl SiteRules {
    /// A site that prints its rake and takes the same from everyone.
    pub const PLAIN: SiteRules = SiteRules {
        rake: RakePrinting::Always,
        total: TotalKind::Gross,
        odd_policy: OddPolicy::LeftOfButton,
        winner_rakes: None,
    };
}

impl Default for &SiteRules {
    fn default() -> Self {
        &SiteRules::PLAIN
    }
}

/// What the printed total pot includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TotalKind {
    /// Everything in the pot.
    #[default]
    Gross,
    /// Without rake and fees.
    Net,
}

/// Which tied winner gets the first odd unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OddPolicy {
    /// With the first winner left of the button, on to the button itself (TDA rules; `PokerStars`).
    #[default]
    LeftOfButton,
    /// The other way round, so that the first left of the button comes last (Winamax, one hand).
    RightOfButton,
}

/// Whether a site prints its rake: only where it does not may a missing rake be inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RakePrinting {
    Always,
    /// Some generations of the text have no rake.
    Era,
    Never,
}

/// Two rates of rake, and the tables at which they were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinnerRakes {
    /// Millionths of the pot.
    pub rates: [i64; 2],
    /// At most this from one pot, in minor units.
    pub caps: [i64; 2],
    pub currency: Currency,
    pub big_blind: i64,
    /// Microseconds since 1970: from the first, before the second.
    pub era: [i64; 2],
}
