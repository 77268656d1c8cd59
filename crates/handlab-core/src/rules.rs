//! What a site prints and how it pays, as data: dialects declare it, the audit uses it.

use crate::money::Currency;

/// The rules of one site. Logs prove each of them; the dialect names the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
pub struct SiteRules {
    pub rake: RakePrinting,
    pub total: TotalKind,
    /// Whether printed main and side pots include the rake.
    pub are_pots_gross: bool,
    /// Whether printed main and side pots are net of the fees, as they are of the rake.
    pub are_pots_after_fees: bool,
    /// Whether every hand prints a total, so that one without it is incomplete. Elsewhere the payments alone must agree
    /// with what was put in.
    pub is_total_printed: bool,
    pub paid_uncalled: PaidUncalled,
    /// What a seat put in may be printed with its ante twice.
    pub may_count_antes_twice: bool,
    pub raises: RaisePrinting,
    /// Whether seats check on the streets after an all-in, though no one has anything to decide.
    pub has_idle_checks: bool,
    /// Whether cards of the board may be repeated in another order.
    pub may_sort_boards: bool,
    /// Whether the amount of a straddle is what the seat then has in, its blind included, and not what it adds.
    pub is_straddle_total: bool,
    /// Whether a second small blind counts towards the call. Elsewhere it is dead unless the poster's call shows that it
    /// counts.
    pub is_second_small_blind_live: bool,
    /// Whether the last player to call a short big blind may call the whole one, the rest of which comes back.
    pub may_call_whole_blind: bool,
    pub odd_policy: OddPolicy,
    pub pot_rake: PotRake,
    /// The smallest chip in which tables for money split a pot, in hundredths of the currency; `None` if it is the
    /// minor unit.
    pub smallest_chip: Option<i64>,
    /// A larger chip that some tables had once.
    pub former_chip: Option<FormerChip>,
    /// Rakes that differ by winner; `None` where everyone pays alike.
    pub winner_rakes: Option<WinnerRakes>,
}

impl SiteRules {
    /// A site that prints its rake, takes the same from everyone, and splits pots to the minor unit.
    pub const PLAIN: SiteRules = SiteRules {
        rake: RakePrinting::Always,
        total: TotalKind::Gross,
        are_pots_gross: false,
        are_pots_after_fees: false,
        is_total_printed: true,
        paid_uncalled: PaidUncalled::Either,
        may_count_antes_twice: false,
        raises: RaisePrinting::ByAndTo,
        has_idle_checks: false,
        may_sort_boards: false,
        is_straddle_total: false,
        is_second_small_blind_live: false,
        may_call_whole_blind: false,
        odd_policy: OddPolicy::LeftOfButton,
        pot_rake: PotRake::FromMainPot,
        smallest_chip: None,
        former_chip: None,
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

/// Whether printed payments contain an uncalled bet that no line returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaidUncalled {
    /// The sums show it.
    #[default]
    Either,
    /// Always. Where no rake is printed the sums would not show it.
    WithPot,
    /// Never.
    Apart,
}

/// What the amount of a raise means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaisePrinting {
    /// `raises 20 to 30`: both are printed, and the second counts.
    #[default]
    ByAndTo,
    /// What the seat has put in on the street.
    To,
    /// What the raise adds to the bet level.
    By,
    /// What the seat puts in now.
    Added,
    /// One of the last three, the same for all raises of a hand: the other numbers of the hand show which. Of two
    /// printed amounts the second.
    Ambiguous,
}

/// A chip that some tables had until a time: the payments of a hand show whether its table did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormerChip {
    /// In hundredths of the currency.
    pub hundredths: i64,
    /// Microseconds since 1970.
    pub until: i64,
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

/// Which pots pay the rake of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PotRake {
    /// The main pot first, so that it reaches the cap first; see [`crate::rake`].
    #[default]
    FromMainPot,
    /// Each by its size.
    ProRata,
}

/// Whether a site prints its rake: only where it does not may a missing rake be inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RakePrinting {
    Always,
    /// Some generations of the text have no rake: a pot that is paid whole then shows none.
    Era,
    /// Or hardly ever: a pot that is paid whole was not raked.
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
