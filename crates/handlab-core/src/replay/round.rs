//! The state of one betting round.

use super::faces::Faces;
use super::line::Line;
use handlab_cards::game::Street;

/// The state of the betting round and of the pot before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    pub(super) street: Street,
    /// Each seat's live money on this street.
    pub(super) committed: Vec<i64>,
    /// The highest seat's commitment, or the whole blind if its poster was short.
    pub(super) bet_level: i64,
    /// The highest seat's commitment.
    pub(super) highest: i64,
    pub(super) raises: u8,
    pub(super) limpers: u8,
    pub(super) callers: u8,
    pub(super) pot: i64,
    /// One seat pays the ante for everyone: anyone may win it, no one has to match it.
    pub(super) is_ante_dead: bool,
    /// The most that a seat may put in during the hand.
    pub(super) cap: Option<i64>,
    pub(super) aggressor: Option<u8>,
    /// Who bet or raised last on the previous street.
    pub(super) previous_aggressor: Option<u8>,
    /// What each seat has done on this street.
    pub(super) lines: Vec<Line>,
    /// The decisions that each seat has made on this street.
    pub(super) decisions: Vec<u16>,
    /// What the next decision faces.
    pub(super) faces: Faces,
    /// The seat whose first bet of this street is a c-bet.
    pub(super) may_cbet: Option<u8>,
    /// Whether that seat has made it.
    pub(super) has_cbet: bool,
    /// Who posted the first small blind: a second one is dead until its poster's call shows that it counts.
    pub(super) small_blind: Option<u8>,
    /// The site's rule for a second small blind.
    pub(super) is_second_small_blind_live: bool,
    pub(super) doubtful_blinds: Vec<(u8, i64)>,
}

impl Round {
    /// Before the first decision: the first street opens for at least the blind.
    pub(super) fn open(&mut self, blind: i64) {
        if self.street == Street::FIRST {
            self.bet_level = self.bet_level.max(blind);
        }
    }

    pub(super) fn next_street(&mut self, street: Street) {
        self.face_nothing(street);
        self.street = street;
        self.committed.fill(0);
        self.lines.fill(Line::default());
        self.previous_aggressor = self.aggressor.filter(|_| self.raises > 0);
        (self.bet_level, self.highest, self.raises, self.callers) = (0, 0, 0, 0);
        self.decisions.fill(0);
    }
}
