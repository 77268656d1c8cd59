//! What is lost and what is rejected, each on a sample that shows it; and all samples in all formats.

use std::collections::BTreeMap;

use handlab_convert::{Converter, Format, Loss, Refusal};

use crate::files::{all_samples, sample};
use crate::read::each_hand;

fn outcome(format: Format, text: &str) -> Result<(String, Vec<Loss>), Refusal> {
    let mut converter = Converter::new(format);
    let mut found = None;
    each_hand(text.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        let losses = converter.write(followed).map(<[Loss]>::to_vec);
        found = Some(losses.map(|losses| (converter.text().to_owned(), losses)));
    });
    found.expect("a hand")
}

#[test]
fn most_samples_can_be_written_in_each_format() {
    for (format, least) in [(Format::PokerStars, 240), (Format::Phh, 156), (Format::Ohh, 224)] {
        let mut converter = Converter::new(format);
        let (mut written, mut refused) = (0, BTreeMap::new());
        for (name, data) in all_samples() {
            each_hand(&data, |read| {
                let Ok(followed) = &read.outcome else { return };
                match converter.write(followed) {
                    Ok(_) => written += 1,
                    Err(refusal) => {
                        assert!(converter.text().is_empty(), "{name}: refused, but written");
                        *refused.entry(refusal.code()).or_insert(0) += 1;
                    }
                }
            });
        }
        eprintln!("{}: {written} written, refused {refused:?}", format.name());
        assert!(written >= least, "{}: {written}, refused {refused:?}", format.name());
    }
}

#[test]
fn a_written_hand_can_be_written_again_without_a_loss() {
    for format in Format::ALL {
        let mut converter = Converter::new(format);
        let (mut written, mut wrong) = (0, Vec::new());
        for (name, data) in all_samples() {
            each_hand(&data, |read| {
                let Ok(followed) = &read.outcome else { return };
                if converter.write(followed).is_err() {
                    return;
                }
                written += 1;
                let text = converter.text().to_owned();
                // Chips may have decimals the first time.
                let again = outcome(format, &text).and_then(|(again, losses)| {
                    outcome(format, &again).map(|(third, _)| (again, third, losses))
                });
                match again {
                    Ok((again, third, losses)) if third == again && losses.is_empty() => {}
                    Ok((again, third, losses)) => {
                        let mut pairs = again.lines().zip(third.lines());
                        let differ = pairs.find(|(one, two)| one != two);
                        wrong.push(format!("{name}: lost {losses:?}, {differ:?}"));
                    }
                    Err(refusal) => wrong.push(format!("{name}: {refusal:?}\n{text}")),
                }
            });
        }
        assert!(written > 0);
        assert!(wrong.is_empty(), "{}: {}\n{}", format.name(), wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn names_are_quoted_as_the_format_needs() {
    let text = sample("phh", "nt_three_handed_comments_underscores_and_a_rake");
    let (written, _) = outcome(Format::Phh, &text).expect("a hand");
    // A name with the character that begins a comment, and one with the character that ends a text.
    assert!(written.contains("players = [\"Ann # 1\", \"Bob\", \"Cy\"]"), "{written}");
    let odd = written.replace("\"Bob\"", "\"B\\\"o\\u0007b\"");
    let (written, _) = outcome(Format::Phh, &odd).expect("a hand");
    assert!(written.contains("\"B\\\"o\\u0007b\""), "{written}");
}

#[test]
fn the_name_of_a_tournament_is_kept_or_listed() {
    let text = sample("ggpoker", "nlhe_8max_tournament_thousands_and_ante_in_the_level");
    for (format, is_kept) in
        [(Format::PokerStars, false), (Format::Phh, false), (Format::Ohh, true)]
    {
        let (_, losses) = outcome(format, &text).expect("a hand");
        assert_eq!(!losses.contains(&Loss::TournamentName), is_kept, "{}", format.name());
    }
}

#[test]
fn unknown_stakes_follow_from_the_bets_or_the_hand_is_refused() {
    let bet = sample("ignition", "stud_tournament_streets_without_titles");
    let (written, losses) = outcome(Format::PokerStars, &bet).expect("a hand");
    assert!(written.contains(" (10/20) - "), "{written}");
    // They are inferred with the hand, so the converted one has the same.
    assert!(!losses.contains(&Loss::Bets), "{losses:?}");
    let folded = sample("ignition", "stud_2max_tournament_no_stakes_and_no_zone");
    assert_eq!(outcome(Format::PokerStars, &folded).err(), Some(Refusal::Stakes));
}

#[test]
fn seats_without_cards_sit_out_in_pokerstars_form() {
    let mut converter = Converter::new(Format::PokerStars);
    let (mut waiting, mut wrong) = (0, Vec::new());
    for (name, data) in all_samples() {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            if converter.write(followed).is_err() {
                return;
            }
            for (index, state) in followed.replay.seats.iter().enumerate() {
                let seat = format!("Seat {}: ", followed.hand.seats[index].seat);
                let mut lines = converter.text().lines().filter(|line| line.starts_with(&seat));
                let first = lines.next().expect("a seat");
                // PokerStars' summary has the name alone.
                let is_bare =
                    lines.next().is_none_or(|line| first.starts_with(&[line, " ("].concat()));
                let is_out =
                    first.ends_with(" is sitting out") && is_bare && lines.next().is_none();
                waiting += usize::from(!state.is_dealt_in);
                if !state.is_dealt_in && !is_out {
                    wrong.push(format!("{name}: {first}"));
                }
            }
        });
    }
    assert!(waiting > 20, "only {waiting}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn winners_have_their_amounts_in_the_summary() {
    let mut converter = Converter::new(Format::PokerStars);
    let (mut unseen, mut wrong) = (0, Vec::new());
    for (name, data) in all_samples() {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            if converter.write(followed).is_err() {
                return;
            }
            for paid in &followed.audit.awards {
                let seat = &followed.hand.seats[usize::from(paid.award.seat)];
                let start = format!("Seat {}: ", seat.seat);
                let line = converter.text().lines().rfind(|line| line.starts_with(&start));
                let line = line.expect("a seat");
                let is_contested = followed.replay.contenders() > 1;
                unseen += usize::from(is_contested && seat.hole_cards.is_empty());
                if !line.contains("collected (") && !line.contains("won (") {
                    wrong.push(format!("{name}: {line}"));
                }
            }
        });
    }
    assert!(unseen > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_date_without_a_time_is_not_written_as_the_start() {
    let text = sample("phh", "nt_three_handed_comments_underscores_and_a_rake");
    let day = text.replace("time = 20:08:32\ntime_zone = \"America/New_York\"\n", "");
    assert_ne!(day, text);
    assert!(outcome(Format::PokerStars, &text).is_ok());
    assert_eq!(outcome(Format::PokerStars, &day).err(), Some(Refusal::NoTime));
    assert!(outcome(Format::Phh, &day).is_ok());
}

#[test]
fn levels_have_numerals_in_pokerstars_form() {
    let text = sample("ggpoker", "nlhe_8max_tournament_thousands_and_ante_in_the_level");
    let (written, losses) = outcome(Format::PokerStars, &text).expect("a hand");
    let (_, level) = written.split_once(" - Level ").expect("a level");
    assert!(level.starts_with(['I', 'V', 'X', 'L']), "{written}");
    assert!(!losses.contains(&Loss::Level), "{losses:?}");
}

#[test]
fn every_outcome_has_a_code_and_a_sentence_of_its_own() {
    let losses = Loss::ALL.iter().map(|loss| (loss.code(), loss.sentence()));
    let refusals = Refusal::ALL.iter().map(|refusal| (refusal.code(), refusal.sentence()));
    let all: Vec<_> = losses.chain(refusals).collect();
    for (code, sentence) in &all {
        let is_code = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        assert!(is_code && !sentence.ends_with('.'), "{code}: {sentence}");
        assert_eq!(all.iter().filter(|(_, other)| other == sentence).count(), 1, "{sentence}");
    }
}
