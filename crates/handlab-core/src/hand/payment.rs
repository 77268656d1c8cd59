//! Payments that the text prints: from pots, and between a player and the house.

/// Which pot a printed payment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotName {
    /// "from pot": the only pot, or the site does not say which.
    Pot,
    Main,
    /// Counted from 1.
    Side(u8),
}

impl PotName {
    /// The number of the pot; 0, which is that of the main pot, also if the text does not say which.
    pub const fn number(self) -> u8 {
        match self {
            PotName::Pot | PotName::Main => 0,
            PotName::Side(number) => number,
        }
    }
}

/// A printed payment from a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    pub amount: i64,
    pub pot: PotName,
    /// 0 where the hand was not run more than once.
    pub run_no: u8,
}

/// Money between a player and the house that never touches a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SidePayment {
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    pub kind: SidePaymentKind,
    /// What the player received; negative if they paid. Bounties are in the tournament's money, the rest in the hand's.
    pub amount: i64,
    pub fee: i64,
}

/// What a side payment was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePaymentKind {
    /// The house takes the pot of a player who cashed out.
    CashOut,
    /// The player keeps the pot and pays the difference, or gets the difference instead of the pot.
    EvCashOut,
    Insurance,
    /// What players pay one another for extra time to think.
    TimeBank,
    /// For knocking a player out of a tournament.
    Bounty,
    /// What a player pays into a jackpot from their stack, before the cards are played.
    Jackpot,
    /// What each player pays a winner who held a seven and a deuce.
    SevenDeuce,
    /// What the house pays beside the pot, such as a share of a jackpot.
    Bonus,
}

impl SidePaymentKind {
    /// The name in the `kind` column of `side_payments`.
    pub const fn name(self) -> &'static str {
        match self {
            SidePaymentKind::CashOut => "cash_out",
            SidePaymentKind::EvCashOut => "ev_cash_out",
            SidePaymentKind::Insurance => "insurance",
            SidePaymentKind::TimeBank => "time_bank",
            SidePaymentKind::Bounty => "bounty",
            SidePaymentKind::Jackpot => "jackpot",
            SidePaymentKind::SevenDeuce => "seven_deuce",
            SidePaymentKind::Bonus => "bonus",
        }
    }
}
