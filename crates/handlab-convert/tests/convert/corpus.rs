//! The whole corpus in each format: every hand is read again, and rejections and losses are counted.

use std::collections::BTreeMap;

use handlab_convert::{Converter, Format};

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;

#[derive(Default)]
struct Count {
    hands: usize,
    written: usize,
    lossless: usize,
    refused: BTreeMap<&'static str, usize>,
    lost: BTreeMap<&'static str, usize>,
}

/// The least share of sound hands that can be written in each format, in percent.
const LEAST: [(Format, f64); 3] =
    [(Format::PokerStars, 97.2), (Format::Phh, 93.1), (Format::Ohh, 98.4)];

#[test]
fn the_corpus_is_written_as_far_as_the_formats_allow() {
    let Some(folder) = corpus_of("") else { return };
    let loud = std::env::var("LOUD").ok();
    for (format, least) in LEAST {
        let mut converter = Converter::new(format);
        let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
        let mut shown = BTreeMap::new();
        each_file(&folder, |name, data| {
            each_hand(data, |read| {
                let Ok(followed) = &read.outcome else { return };
                let count = counts.entry(followed.hand.site).or_default();
                count.hands += 1;
                let mut show = |code: &'static str, text: &str| {
                    let shown = shown.entry((followed.hand.site, code)).or_insert(0);
                    *shown += 1;
                    if loud.as_deref() == Some(code) && *shown <= 2 {
                        eprintln!("{} {code} {name}:{}\n{text}", format.name(), read.at.line);
                    }
                };
                match converter.write(followed) {
                    Ok(losses) => {
                        count.written += 1;
                        count.lossless += usize::from(losses.is_empty());
                        let losses = losses.to_vec();
                        for loss in losses {
                            *count.lost.entry(loss.code()).or_default() += 1;
                            show(loss.code(), converter.text());
                        }
                    }
                    Err(refusal) => {
                        *count.refused.entry(refusal.code()).or_default() += 1;
                        let again = converter.again();
                        let audit = &again.audit;
                        let faults =
                            (audit.text_fault, again.replay.turn_fault, again.replay.fault);
                        let what = format!("{} {faults:?}\n", audit.verdict.name());
                        show(refusal.code(), &(what + converter.refused_text()));
                    }
                }
            });
        });
        let (mut hands, mut sound, mut written) = (0, 0, 0);
        for (site, count) in &counts {
            eprintln!(
                "{:10} {site:12} {:6} written {:6} lossless {:6} refused {:?}",
                format.name(),
                count.hands,
                count.written,
                count.lossless,
                count.refused
            );
            eprintln!("           lost {:?}", count.lost);
            let unsound = ["unsound", "rake_unknown"]
                .map(|code| count.refused.get(code).copied().unwrap_or(0));
            hands += count.hands;
            sound += count.hands - unsound.iter().sum::<usize>();
            written += count.written;
        }
        let share = 100.0 * written as f64 / sound as f64;
        eprintln!("{}: {written} written of {sound} sound of {hands}: {share:.2} %", format.name());
        assert!(share >= least, "{}: {share:.2} %", format.name());
    }
}
