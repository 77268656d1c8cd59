//! Pseudonyms: the same for one person, different for two, and nothing remains of a name.

use std::collections::{BTreeMap, BTreeSet};

use handlab_convert::anonymize::{Anonymizer, Kept};
use handlab_convert::{Converter, Format};
use handlab_core::pipeline::Pipeline;
use handlab_dialects::ALL;

use crate::files::all_samples;
use crate::read::each_hand;

const KEY: &[u8] = b"0123456789abcdef";

const TEXT: &str = "\
PokerStars Hand #77: Tournament #5, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2024/03/17 16:08:32 ET
Table '5 9' 6-max Seat #1 is the button
Seat 1: Ann (200 in chips)
Seat 2: Bob the Great (20 in chips)
Ann: posts small blind 10
Bob the Great: posts big blind 20 and is all-in
*** HOLE CARDS ***
Dealt to Ann [Ah Ad]
Ann: calls 10
*** FLOP *** [2c 3c 4d]
*** TURN *** [2c 3c 4d] [9h]
*** RIVER *** [2c 3c 4d 9h] [Js]
*** SHOW DOWN ***
Bob the Great: shows [Kh Kd] (a pair of Kings)
Ann: shows [Ah Ad] (a pair of Aces)
Ann collected 40 from pot
Bob the Great finished the tournament in 9th place
Ann said, \"sorry, Bob\"
*** SUMMARY ***
Total pot 40 | Rake 0
Board [2c 3c 4d 9h Js]
Seat 1: Ann (button) (small blind) showed [Ah Ad] and won (40) with a pair of Aces
Seat 2: Bob the Great (big blind) showed [Kh Kd] and lost with a pair of Kings
";

fn read(text: &str) -> Pipeline {
    let mut pipeline = Pipeline::default();
    pipeline.read_text(&ALL, text).expect("a hand");
    pipeline
}

fn written(anonymizer: &Anonymizer, text: &str, format: Format) -> String {
    let mut pipeline = read(text);
    anonymizer.apply(&mut pipeline.hand).expect("different pseudonyms");
    let mut converter = Converter::new(format);
    converter.write(&pipeline).expect("a hand that can be written");
    converter.text().to_owned()
}

fn anonymizer(kept: Kept) -> Anonymizer {
    Anonymizer::new(KEY, kept).expect("a key")
}

#[test]
fn no_name_number_or_chat_remains() {
    for format in Format::ALL {
        let text = written(&anonymizer(Kept::default()), TEXT, format);
        for gone in ["Ann", "Bob", "sorry", "#77", "#5,", "\"5\"", "'5 9'"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
    }
    let text = written(&anonymizer(Kept::default()), TEXT, Format::PokerStars);
    let again = read(&text);
    assert_eq!(again.hand.hero, Some(0), "the owner of the file stays a fact");
    assert_eq!(again.hand.finishes.len(), 1);
    let loser = again.hand.str(again.hand.finishes[0].player);
    assert_eq!(loser, again.hand.player(1), "the line about the tournament names the same player");
}

#[test]
fn what_should_be_kept_is_kept() {
    let kept = Kept { hand_ids: true, tournament_ids: true, table_names: true };
    let text = written(&anonymizer(kept), TEXT, Format::PokerStars);
    let start = "PokerStars Hand #77: Tournament #5, $1.00+$0.10 USD Hold'em No Limit - Level I";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("\nTable '5 9' 6-max Seat #1 is the button\n"), "{text}");
}

#[test]
fn a_person_has_one_pseudonym_per_site_and_key() {
    let of = |anonymizer: &Anonymizer, text: &str| -> Vec<String> {
        let mut pipeline = read(text);
        anonymizer.apply(&mut pipeline.hand).expect("different pseudonyms");
        (0..2).map(|seat| pipeline.hand.player(seat).to_owned()).collect()
    };
    let own = anonymizer(Kept::default());
    let names = of(&own, TEXT);
    // Pinned: a change would break what users have published.
    assert_eq!(names, ["p63d12b15a07b34eb", "p13bc68824b71bd95"]);
    assert_eq!(of(&own, &TEXT.replace("#77", "#78").replace("Level I ", "Level II ")), names);
    let other = Anonymizer::new(b"another key of enough bytes", Kept::default()).expect("a key");
    assert!(of(&other, TEXT).iter().all(|name| !names.contains(name)));
    assert!(Anonymizer::new(b"too short", Kept::default()).is_none());
    assert!(Anonymizer::new(&[7; 65], Kept::default()).is_none());
}

#[test]
fn every_sample_is_the_same_hand_under_pseudonyms() {
    let anonymizer = anonymizer(Kept::default());
    let (mut plain, mut hidden) = (Converter::new(Format::Ohh), Converter::new(Format::Ohh));
    let mut persons: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut hands = 0;
    for (name, data) in all_samples() {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            let mut pipeline = Pipeline::default();
            pipeline.hand.clone_from(&followed.hand);
            pipeline.replay.clone_from(&followed.replay);
            pipeline.audit.clone_from(&followed.audit);
            anonymizer.apply(&mut pipeline.hand).expect("different pseudonyms");
            let hand = &pipeline.hand;
            let pseudonyms: BTreeSet<&str> =
                (0..hand.seats.len() as u8).map(|seat| hand.player(seat)).collect();
            assert_eq!(pseudonyms.len(), hand.seats.len(), "{name}");
            for (seat, of_seat) in followed.hand.seats.iter().enumerate() {
                let pseudonym = hand.player(seat as u8).to_owned();
                let scope = if of_seat.is_anonymous {
                    followed.hand.str(followed.hand.hand_id)
                } else {
                    ""
                };
                let person = format!("{} {scope}", followed.hand.site);
                let person = (person, followed.hand.player(seat as u8).to_owned());
                let known = persons.entry(pseudonym).or_insert_with(|| person.clone());
                assert_eq!(*known, person, "{name}: two persons, one pseudonym");
            }
            let (before, after) = (plain.write(followed).err(), hidden.write(&pipeline).err());
            // A name may prevent reading the text again, a pseudonym never does.
            assert!(before == after || before.is_some(), "{name}: {before:?} {after:?}");
            hands += usize::from(after.is_none());
        });
    }
    assert!(hands > 200, "only {hands} samples");
}
