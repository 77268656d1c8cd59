//! What a site prints and how it pays, as data: dialects declare it, the audit uses it.

use crate::money::Currency;

/// The rules of one site. Each is proven by logs, which the dialect names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
pub struct SiteRules {
    pub rake: RakePrinting,
    pub total: TotalKind,
    /// Whether printed main and side pots include the rake.
    pub are_pots_gross: bool,
    /// Whether printed main and side pots are net of fees, as they are of rake.
    pub are_pots_after_fees: bool,
    /// Whether every hand prints a total, so that one without it is incomplete. Elsewhere the payments alone must agree
    /// with what was put in.
    pub is_total_printed: bool,
    pub paid_uncalled: PaidUncalled,
    /// A seat's printed total may count its ante twice.
    pub may_count_antes_twice: bool,
    pub raises: RaisePrinting,
    /// Whether seats check on the streets after an all-in, when no one has anything to decide.
    pub has_idle_checks: bool,
    /// Whether the seats of a table for fewer players may be numbered up to ten.
    pub skips_seat_numbers: bool,
    /// Whether repeated board cards may be in another order.
    pub may_sort_boards: bool,
    /// Whether a straddle's amount is the seat's total including its blind, not what it adds.
    pub is_straddle_total: bool,
    /// Whether a second small blind counts towards the call. Elsewhere it is dead unless the poster's call shows that it
    /// counts.
    pub is_second_small_blind_live: bool,
    /// Whether the last player to call a short big blind may call the whole one, with the rest returned.
    pub may_call_whole_blind: bool,
    /// Whether a call of a short big blind costs only what was posted.
    pub matches_short_blind: bool,
    pub odd_policy: OddPolicy,
    pub pot_rake: PotRake,
    /// The smallest chip with which cash tables split a pot, in hundredths of the currency; `None` for the minor unit.
    pub smallest_chip: Option<i64>,
    /// A larger chip that some tables once used.
    pub former_chip: Option<FormerChip>,
    /// Rakes that differ by winner; `None` if everyone pays the same.
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
        skips_seat_numbers: false,
        may_sort_boards: false,
        is_straddle_total: false,
        is_second_small_blind_live: false,
        may_call_whole_blind: false,
        matches_short_blind: false,
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

/// Whether printed payments include an uncalled bet that no line returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaidUncalled {
    /// The sums show it.
    #[default]
    Either,
    /// Always. Without a printed rake the sums would not show it.
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
    /// One of the last three, the same for all raises of a hand: the hand's other numbers show which. If two amounts
    /// are printed, the second.
    Ambiguous,
}

/// A chip that some tables used until a certain time: a hand's payments show whether its table did.
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
    /// The other way round, so that the first seat left of the button comes last (Winamax, one hand).
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

/// Whether a site prints its rake: a missing rake may be inferred only if it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RakePrinting {
    Always,
    /// Some generations of the text print no rake: a pot that is paid in full shows none.
    Era,
    /// Never, or hardly ever: a pot that is paid in full was not raked.
    Never,
}

/// Two rake rates, and the tables at which they were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinnerRakes {
    /// Millionths of the pot.
    pub rates: [i64; 2],
    /// At most this from any one pot, in minor units.
    pub caps: [i64; 2],
    pub currency: Currency,
    pub big_blind: i64,
    /// Microseconds since 1970, as a half-open range.
    pub era: [i64; 2],
}
