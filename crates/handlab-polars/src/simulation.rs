//! The simulator for Python: text by text.

use handlab_cards::game::{Betting, Game};
use handlab_simulate::{Config, Texts, samples};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An endless series of simulated hands in the format of PokerStars.
#[pyclass]
pub(crate) struct Simulation(Texts);

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (seed, *, game="holdem", betting="no_limit", is_hi_lo=false, chairs=6, small_blind=5,
        big_blind=10, ante=0, hero="riverbend88", is_blind_play=false))]
    #[expect(clippy::too_many_arguments, reason = "one keyword argument each in Python")]
    fn new(
        seed: u64,
        game: &str,
        betting: &str,
        is_hi_lo: bool,
        chairs: u8,
        small_blind: i64,
        big_blind: i64,
        ante: i64,
        hero: &str,
        is_blind_play: bool,
    ) -> PyResult<Self> {
        let game = Game::from_name(game).ok_or_else(|| unknown("game", game))?;
        if !handlab_simulate::deals(game) {
            return Err(PyValueError::new_err(format!(
                "expected a game that PokerStars deals, whose text is written, got `{game}`"
            )));
        }
        let config = Config {
            game,
            betting: Betting::from_name(betting).ok_or_else(|| unknown("betting", betting))?,
            is_hi_lo,
            chairs,
            players: chairs,
            small_blind,
            big_blind,
            ante,
            buy_in: big_blind.saturating_mul(100),
            hero: hero.to_owned(),
            is_blind_play,
            ..Config::default()
        };
        Ok(Simulation(Texts::new(&config, seed)))
    }

    /// The text of the next hands.
    fn text(&mut self, py: Python<'_>, hands: u64) -> String {
        py.detach(|| {
            let mut text = String::new();
            for _ in 0..hands {
                self.0.append_next(&mut text);
            }
            text
        })
    }
}

fn unknown(what: &str, got: &str) -> PyErr {
    PyValueError::new_err(format!("expected a known {what}, got `{got}`"))
}

/// File names and texts of `data/samples/pokerstars`.
#[pyfunction]
pub(crate) fn sample_texts(py: Python<'_>) -> Vec<(&'static str, String)> {
    py.detach(|| {
        let texts = samples().into_iter().map(|sample| {
            let hands = usize::try_from(sample.hands).unwrap_or(usize::MAX);
            let text = Texts::new(&sample.config, sample.seed).take(hands).collect();
            (sample.file_name, text)
        });
        texts.collect()
    })
}
