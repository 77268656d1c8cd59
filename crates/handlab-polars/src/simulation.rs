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
        let known = Game::from_name(game).filter(|&game| handlab_simulate::deals(game));
        let game = known.ok_or_else(|| {
            PyValueError::new_err(format!(
                "expected a game that PokerStars deals, whose text is written, got `{game}`"
            ))
        })?;
        let config = Config {
            game,
            betting: Betting::from_name(betting).ok_or_else(|| {
                PyValueError::new_err(format!("expected known betting limits, got `{betting}`"))
            })?,
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
        refuse_unplayable(&config)?;
        Ok(Simulation(Texts::new(&config, seed)))
    }

    /// The games that are dealt.
    #[staticmethod]
    fn games() -> Vec<&'static str> {
        Game::ALL
            .into_iter()
            .filter(|&game| handlab_simulate::deals(game))
            .map(Game::name)
            .collect()
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

/// Refuses what the simulator would play otherwise than it was asked to.
fn refuse_unplayable(config: &Config) -> PyResult<()> {
    let mut nearest = config.playable();
    if config.ante == 0 {
        // Short deck always has one.
        nearest.ante = 0;
    }
    let wrong = asked(config).into_iter().zip(asked(&nearest)).find(|(got, near)| got.1 != near.1);
    let Some(((expected, got), (_, nearest))) = wrong else { return Ok(()) };
    let message = format!("expected {expected}, got `{got}`; the nearest is `{nearest}`");
    Err(PyValueError::new_err(message))
}

/// What can be played and what is asked for, from the game on.
fn asked(config: &Config) -> [(String, String); 7] {
    let Config { game, betting, is_hi_lo, chairs, big_blind, small_blind, ante, .. } = config;
    [
        (format!("betting limits that {game} has"), betting.name().to_owned()),
        (format!("no `hi_lo` with {game}"), is_hi_lo.to_string()),
        (format!("a number of chairs that {game} has"), chairs.to_string()),
        ("a big blind".to_owned(), big_blind.to_string()),
        ("a small blind of at most the big blind".to_owned(), small_blind.to_string()),
        ("an ante of at most the big blind".to_owned(), ante.to_string()),
        ("a printable name of the hero".to_owned(), config.hero.clone()),
    ]
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
