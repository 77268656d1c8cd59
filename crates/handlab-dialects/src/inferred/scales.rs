//! Amounts that are finer than their currency.

use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::Hand;

/// The decimals that amounts may have; the currency's own are tried first.
const SCALES: [u8; 4] = [0, 2, 4, 8];

/// Reads a hand, again with finer amounts if some are finer than its currency. `read` gets the minimum scale.
pub(crate) fn read(
    hand: &mut Hand,
    mut read: impl FnMut(u8, &mut Hand) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let mut outcome = read(SCALES[0], hand);
    for scale in &SCALES[1..] {
        match &outcome {
            Err(error)
                if matches!(error.kind(), ParseErrorKind::Amount(_)) && *scale > hand.scale => {}
            _ => break,
        }
        hand.clear();
        outcome = read(*scale, hand);
    }
    outcome
}
