//! How a player decides: the share of hands that they play, and how they bet them.
//!
//! A style sees its own cards only as a [`Spot::quality`], the share of hands that these beat. It is meant to
//! produce statistics like those of real players, not to win.

use crate::decision::{Choice, Legal};
use handlab_cards::deal::Generator;

/// A player's habits, per mille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Share of hands played when no one has raised.
    pub vpip: u16,
    /// Share of hands raised first in; at most `vpip` counts.
    pub pfr: u16,
    /// Share of hands re-raised.
    pub three_bet: u16,
    /// How readily the player bets and raises after the first street.
    pub aggression: u16,
    /// How often the player bets with nothing.
    pub bluff: u16,
    /// How readily the player calls: 500 is according to the pot odds.
    pub calling: u16,
}

impl Default for Style {
    fn default() -> Self {
        Style::TIGHT_AGGRESSIVE
    }
}

impl Style {
    /// Few hands, mostly raised.
    pub const TIGHT_AGGRESSIVE: Style =
        Style { vpip: 235, pfr: 190, three_bet: 75, aggression: 640, bluff: 230, calling: 470 };
    /// Few hands, rarely raised.
    pub const TIGHT_PASSIVE: Style =
        Style { vpip: 170, pfr: 90, three_bet: 30, aggression: 360, bluff: 70, calling: 480 };
    /// Many hands, often raised.
    pub const LOOSE_AGGRESSIVE: Style =
        Style { vpip: 330, pfr: 260, three_bet: 110, aggression: 720, bluff: 330, calling: 520 };
    /// Many hands, called to the end.
    pub const LOOSE_PASSIVE: Style =
        Style { vpip: 430, pfr: 90, three_bet: 25, aggression: 330, bluff: 60, calling: 690 };

    /// The same style with every share capped at 1000.
    pub(crate) fn playable(self) -> Style {
        let Style { vpip, pfr, three_bet, aggression, bluff, calling } = self;
        let [vpip, pfr, three_bet] = [vpip, pfr, three_bet].map(|habit| habit.min(1000));
        let [aggression, bluff, calling] =
            [aggression, bluff, calling].map(|habit| habit.min(1000));
        Style { vpip, pfr, three_bet, aggression, bluff, calling }
    }

    /// One of the four types, as frequent as among real players, with individual variation.
    pub(crate) fn random(source: &mut Generator) -> Style {
        let kinds = [
            Style::TIGHT_AGGRESSIVE,
            Style::TIGHT_AGGRESSIVE,
            Style::LOOSE_AGGRESSIVE,
            Style::TIGHT_PASSIVE,
            Style::LOOSE_PASSIVE,
            Style::LOOSE_PASSIVE,
        ];
        let kind = kinds[source.between(0, kinds.len() as u32 - 1) as usize];
        let mut vary =
            |habit: u16| (u32::from(habit) * source.between(82, 120) / 100).min(900) as u16;
        Style {
            vpip: vary(kind.vpip),
            pfr: vary(kind.pfr),
            three_bet: vary(kind.three_bet),
            aggression: vary(kind.aggression),
            bluff: vary(kind.bluff),
            calling: vary(kind.calling),
        }
    }
}

/// The situation of a player whose turn it is.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen by itself")]
pub(crate) struct Spot {
    pub(crate) is_first_street: bool,
    /// Per mille of other hands that this one beats.
    pub(crate) quality: u16,
    /// Players who were dealt in.
    pub(crate) players: usize,
    /// Players still in, not counting this one.
    pub(crate) opponents: u32,
    /// The player acts among the last of the round.
    pub(crate) is_late: bool,
    /// The player has money in from a blind.
    pub(crate) is_in_blind: bool,
    /// The player made the last raise of the previous street.
    pub(crate) has_initiative: bool,
    pub(crate) raises: u32,
    pub(crate) big_blind: i64,
    /// Everything in the pot.
    pub(crate) pot: i64,
    /// The amount to match on this street.
    pub(crate) bet_level: i64,
    pub(crate) legal: Legal,
}

/// The decision of a player with that style.
pub(crate) fn decide(style: &Style, spot: &Spot, source: &mut Generator) -> Choice {
    let wish = if spot.is_first_street {
        first_street(style, spot)
    } else {
        later_street(style, spot, source)
    };
    match wish {
        Wish::Raise => Choice::Raise(size(spot, source)),
        Wish::Call => Choice::Call,
        Wish::Fold => Choice::Fold,
    }
}

enum Wish {
    Fold,
    Call,
    Raise,
}

fn first_street(style: &Style, spot: &Spot) -> Wish {
    // The habits are for a six-handed table: with fewer players more hands are worth playing.
    let at_table = match spot.players {
        0..=2 => 200,
        3 => 150,
        4 => 120,
        5..=6 => 100,
        _ => 82,
    };
    let at_position = |habit: u16| {
        let share = if spot.is_late { 135 } else { 85 };
        (u32::from(habit) * share / 100 * at_table / 100).min(900)
    };
    let in_blind = if spot.is_in_blind { 150 } else { 100 };
    let three_bet = u32::from(style.three_bet) * at_table.min(180) / 100;
    let vpip = at_position(style.vpip);
    let (raising, playing) = match spot.raises {
        0 => (at_position(style.pfr), vpip),
        1 => (three_bet, vpip * 62 / 100 * in_blind / 100),
        2 => (three_bet * 35 / 100, three_bet * 120 / 100),
        _ => (three_bet * 25 / 100, three_bet * 50 / 100),
    };
    // The best hands out of a thousand are those with top quality.
    let missing = 1000 - u32::from(spot.quality.min(1000));
    if missing < raising {
        Wish::Raise
    } else if missing < playing.max(raising) {
        Wish::Call
    } else {
        Wish::Fold
    }
}

fn later_street(style: &Style, spot: &Spot, source: &mut Generator) -> Wish {
    // A hand that beats one opponent in two rarely beats several.
    let crowd = 45 * i64::from(spot.opponents.saturating_sub(1).min(5));
    let quality = i64::from(spot.quality) - crowd;
    let aggression = i64::from(style.aggression);
    let to_call = spot.legal.to_call;
    if to_call == 0 {
        let worth = quality > 850 - aggression * 2 / 5;
        let bluff = style.bluff + if spot.has_initiative { 250 } else { 0 };
        let bets = if worth {
            source.chance(style.aggression / 2 + 420)
        } else {
            source.chance(bluff / 2)
        };
        return if bets { Wish::Raise } else { Wish::Call };
    }
    let odds = to_call * 1000 / (spot.pot + to_call).max(1);
    // A large bet is rarely weak: each doubling beyond four big blinds requires a better hand.
    let weight = i64::from((to_call / (spot.big_blind * 4).max(1)).max(1).ilog2().min(5));
    let raises = i64::from(spot.raises.min(4));
    let wanted =
        (odds + 350 - i64::from(style.calling) / 3 + 55 * (raises - 1) + 80 * weight).min(960);
    if quality > 1010 - aggression / 7 + 14 * (raises + weight) && source.chance(700) {
        Wish::Raise
    } else if quality > wanted {
        Wish::Call
    } else if spot.raises < 2 && source.chance(style.bluff / 12) {
        Wish::Raise
    } else {
        Wish::Fold
    }
}

/// The total to bet or raise to, in usual sizes; the rules limit it later.
fn size(spot: &Spot, source: &mut Generator) -> i64 {
    let legal = &spot.legal;
    let to = if spot.is_first_street {
        match spot.raises {
            0 => {
                let limps = (spot.pot - spot.big_blind * 3 / 2).max(0) / spot.big_blind.max(1);
                spot.bet_level.max(spot.big_blind) * i64::from(source.between(22, 32)) / 10
                    + limps.min(6) * spot.big_blind
            }
            1 => spot.bet_level * i64::from(source.between(28, 36)) / 10,
            _ => spot.bet_level * i64::from(source.between(21, 26)) / 10,
        }
    } else if spot.bet_level == 0 {
        let shares = [33, 50, 50, 66, 75, 100];
        spot.pot * shares[source.between(0, 5) as usize] / 100
    } else {
        spot.bet_level * i64::from(source.between(23, 34)) / 10 + spot.pot / 10
    };
    // No one bets a fraction of a chip, and few leave the last quarter of a stack behind.
    let chip = (spot.big_blind / 20).max(1);
    let to = to - to % chip;
    if to > legal.max_to / 4 * 3 { legal.max_to } else { to }
}
