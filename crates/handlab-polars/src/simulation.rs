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
    let nearest = config.playable();
    let of_game = |what| format!("{what} that {} has", config.game);
    let wrong = if nearest.betting != config.betting {
        (
            of_game("betting limits"),
            config.betting.name().to_owned(),
            nearest.betting.name().to_owned(),
        )
    } else if nearest.is_hi_lo != config.is_hi_lo {
        (format!("no `hi_lo` with {}", config.game), "true".to_owned(), "false".to_owned())
    } else if nearest.chairs != config.chairs {
        (of_game("a number of chairs"), config.chairs.to_string(), nearest.chairs.to_string())
    } else if nearest.big_blind != config.big_blind {
        ("a big blind".to_owned(), config.big_blind.to_string(), nearest.big_blind.to_string())
    } else if nearest.small_blind != config.small_blind {
        let what = "a small blind of at most the big blind".to_owned();
        (what, config.small_blind.to_string(), nearest.small_blind.to_string())
    } else if nearest.ante != config.ante && config.ante != 0 {
        // Short deck always has one.
        let what = "an ante of at most the big blind".to_owned();
        (what, config.ante.to_string(), nearest.ante.to_string())
    } else if nearest.hero != config.hero {
        ("a printable name of the hero".to_owned(), config.hero.clone(), nearest.hero)
    } else {
        return Ok(());
    };
    let (expected, got, nearest) = wrong;
    let message = format!("expected {expected}, got `{got}`; the nearest is `{nearest}`");
    Err(PyValueError::new_err(message))
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
