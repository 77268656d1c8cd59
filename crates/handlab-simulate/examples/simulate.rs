//! Writes simulated hands to the standard output, for benchmarks of any size.
//!
//! `cargo run --release -p handlab-simulate --example simulate -- --hands 1000000 --seed 1 > hands.txt`
//!
//! Options: `--hands N`, `--seed S`, `--game NAME`, `--betting NAME`, `--chairs N`, `--small-blind N`, `--big-blind N`
//! and `--ante N` in cents, `--hi-lo`, `--blind-play`, `--hero NAME`, `--sample FILE_NAME` (one of the samples), `--count` (plays
//! without writing, and says how fast).

use std::io::{self, BufWriter, Write};
use std::time::Instant;

use handlab_cards::game::{Betting, Game};
use handlab_core::hand::Hand;
use handlab_simulate::{Config, Simulator, Texts, samples};

/// What the command line asks for.
struct Request {
    config: Config,
    seed: u64,
    hands: u64,
    is_count: bool,
}

fn main() -> io::Result<()> {
    let request = match read(std::env::args().skip(1)) {
        Ok(request) => request,
        Err(message) => return Err(io::Error::new(io::ErrorKind::InvalidInput, message)),
    };
    if request.is_count { count(&request) } else { write(&request) }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Request, String> {
    let config = Config { hero: "riverbend88".to_owned(), ..Config::default() };
    let mut request = Request { config, seed: 1, hands: 1000, is_count: false };
    while let Some(option) = words.next() {
        let config = &mut request.config;
        match option.as_str() {
            "--hi-lo" => config.is_hi_lo = true,
            "--blind-play" => config.is_blind_play = true,
            "--count" => request.is_count = true,
            _ => {
                let value =
                    words.next().ok_or_else(|| format!("expected a value behind `{option}`"))?;
                set(&mut request, &option, &value)?;
            }
        }
    }
    Ok(request)
}

fn set(request: &mut Request, option: &str, value: &str) -> Result<(), String> {
    let number = || value.parse::<i64>().map_err(|_| format!("expected a number, got `{value}`"));
    let unknown = || format!("cannot read `{option} {value}`");
    let config = &mut request.config;
    match option {
        "--hands" => request.hands = number()?.unsigned_abs(),
        "--seed" => request.seed = number()?.cast_unsigned(),
        "--chairs" => {
            config.chairs = number()?.clamp(2, 10) as u8;
            config.players = config.chairs;
        }
        "--small-blind" => config.small_blind = number()?,
        "--big-blind" => {
            config.big_blind = number()?;
            config.buy_in = config.big_blind.saturating_mul(100);
        }
        "--ante" => config.ante = number()?,
        "--hero" => value.clone_into(&mut config.hero),
        "--game" => config.game = Game::from_name(value).ok_or_else(unknown)?,
        "--betting" => {
            let all = [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit, Betting::Cap];
            config.betting =
                all.into_iter().find(|known| known.name() == value).ok_or_else(unknown)?;
        }
        "--sample" => {
            let sample = samples()
                .into_iter()
                .find(|sample| sample.file_name == value)
                .ok_or_else(unknown)?;
            (request.config, request.seed, request.hands) =
                (sample.config, sample.seed, sample.hands);
        }
        _ => return Err(unknown()),
    }
    Ok(())
}

fn write(request: &Request) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut texts = Texts::new(&request.config, request.seed);
    let mut text = String::new();
    for _ in 0..request.hands {
        text.clear();
        texts.append_next(&mut text);
        out.write_all(text.as_bytes())?;
    }
    out.flush()
}

fn count(request: &Request) -> io::Result<()> {
    let mut simulator = Simulator::new(&request.config, request.seed);
    let mut hand = Hand::default();
    let start = Instant::now();
    for _ in 0..request.hands {
        simulator.next_hand(&mut hand);
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(io::stderr(), "{:.0} hands a second", request.hands as f64 / seconds)
}
