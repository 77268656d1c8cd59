//! Who gets what of each pot on a runout, added up.

use super::{Answer, UNITS};

/// Who of `contenders` (bit `i` for player `i`) has the highest of `strengths`.
pub(super) fn winners(strengths: &[u32], contenders: u16) -> u16 {
    let (mut best, mut winners) = (0, 0);
    for (player, strength) in strengths.iter().enumerate() {
        let bit = 1 << player;
        if contenders & bit == 0 || *strength < best {
            continue;
        }
        winners = if *strength > best { bit } else { winners | bit };
        best = *strength;
    }
    winners
}

/// What each player gets of a pot that `highs` and `lows` win; without a low the highs take all.
pub(super) fn shares(highs: u16, lows: u16) -> impl Fn(usize) -> u64 {
    let half = if lows == 0 { UNITS } else { UNITS / 2 };
    let high = half / u64::from(highs.count_ones().max(1));
    let low = half / u64::from(lows.count_ones().max(1));
    move |player| u64::from(highs >> player & 1) * high + u64::from(lows >> player & 1) * low
}

impl Answer {
    /// Adds `times` runouts on which the players have these highs and lows (0: no low). Calls `each` with the place
    /// in `units` and what went there of one pot.
    pub(super) fn add(
        &mut self,
        pots: &[u16],
        highs: &[u32],
        lows: &[u32],
        times: u64,
        mut each: impl FnMut(usize, u64),
    ) {
        let players = highs.len();
        self.runouts += times;
        for (pot, contenders) in pots.iter().enumerate() {
            let low = match lows.iter().max() {
                Some(0) | None => 0,
                // Somebody who is not in this pot may have the only low.
                Some(_) => winners(lows, with_low(lows, *contenders)),
            };
            let share = shares(winners(highs, *contenders), low);
            for player in 0..players {
                let units = share(player);
                each(pot * players + player, units);
                self.units[pot * players + player] += units * times;
                if pot == 0 && units != 0 {
                    let whole = if units == UNITS { &mut self.wins } else { &mut self.ties };
                    whole[player] += times;
                }
            }
        }
    }
}

/// Those of `contenders` who have a low.
fn with_low(lows: &[u32], contenders: u16) -> u16 {
    let has_low = |player: &usize| lows[*player] != 0;
    contenders & (0..lows.len()).filter(has_low).map(|player| 1 << player).sum::<u16>()
}
