//! What a decision faces: nothing yet, or the last bet of its street by its kind.

/// What a decision faces, by the bets of its street before it.
///
/// A short all-in that raises the price is a raise here too; a post never is. Whose bet it was does not matter: a seat
/// that acts again after only its own raise, against the rules, faces its own raise.
///
/// # Names
/// The number in `3bet`, `4bet` and `5bet` counts the bets of the street. On the first street the blind, or what was
/// posted instead, is the first bet, and a raise of it the second; on later streets the bet is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// Nobody has called, bet or raised on the street; on a later street, nobody has checked either.
    #[default]
    Unopened,
    /// First street: one or more calls of the blind, and no raise.
    Limped,
    /// First street: one raise.
    Raised,
    /// Later street: one or more checks, and no bet.
    CheckedTo,
    /// Later street: a bet that is neither a c-bet nor a donk bet.
    Bet,
    /// Later street: a bet by the last raiser of the first street, who also made the c-bet on every street between.
    Cbet,
    /// Later street: a bet into the last aggressor of the previous street, who was still to act.
    Donk,
    /// Later street: a raise of the bet.
    Raise,
    /// Later street: a raise of the bet by a seat that had checked earlier.
    CheckRaise,
    /// The third bet of the street.
    ThreeBet,
    /// The fourth bet of the street.
    FourBet,
    /// The fifth bet of the street, or a later one.
    FiveBet,
}

impl Faces {
    /// The name in the `faces` column of `actions`.
    pub const fn name(self) -> &'static str {
        match self {
            Faces::Unopened => "unopened",
            Faces::Limped => "limped",
            Faces::Raised => "raised",
            Faces::CheckedTo => "checked_to",
            Faces::Bet => "bet",
            Faces::Cbet => "cbet",
            Faces::Donk => "donk",
            Faces::Raise => "raise",
            Faces::CheckRaise => "check_raise",
            Faces::ThreeBet => "3bet",
            Faces::FourBet => "4bet",
            Faces::FiveBet => "5bet",
        }
    }
}
