//! `PokerStars` in other languages: cases that the samples do not cover.

use handlab_core::error::ParseError;
use handlab_core::hand::Hand;

use crate::read::each_hand;
use crate::samples::samples_of;

/// For each language a sample whose first hand has an action, and that action.
const SAMPLES: [(&str, &str, &str); 7] = [
    ("pokerstars_french", "nlhe_4max_cash_raise_and_mucked_hand", "Denis : suit. 0.02 €"),
    (
        "pokerstars_greek",
        "nlhe_5max_tournament_side_pot_and_end_of_a_tournament",
        "Βασίλης: call 60",
    ),
    ("pokerstars_portuguese", "nlhe_2max_cash_signs_apart_from_amounts", "Beto: iguala $ 0.20"),
    (
        "pokerstars_russian",
        "nlhe_4max_cash_all_in_and_a_bet_returned",
        "Глеб: делает рейз $0.06 $0.08",
    ),
    ("pokerstars_spanish", "nlhe_5max_zoom_signs_after_amounts", "Diego: sube 0.07 € a 0.12 €"),
    ("pokerstars_chinese", "nlhe_3max_cash_all_in_and_showdown", "Cid: 加注 0.06$至 0.08$"),
    ("pokerstars_german", "nlhe_3max_cash_all_in_and_a_bet_returned", "Cora: geht mit $0.08"),
];

fn sample(language: &str, name: &str) -> String {
    let data = samples_of(language)[name].clone();
    String::from_utf8(data).expect("UTF-8")
}

/// The first hand of a text, and its verdict.
fn first(data: &[u8]) -> Result<(Hand, &'static str), ParseError> {
    let mut found = None;
    each_hand(data, |read| {
        let of_hand = |outcome: &_| {
            let followed: &handlab_core::pipeline::Pipeline = outcome;
            (followed.hand.clone(), followed.audit.verdict.name())
        };
        found.get_or_insert_with(|| read.outcome.clone().map(of_hand));
    });
    found.expect("a header")
}

#[test]
fn an_unknown_act_that_moves_money_is_rejected() {
    for (language, name, act) in SAMPLES {
        let (player, _) = act.rsplit_once(':').expect("a colon");
        let other = format!("{player}: quux 5");
        let text = sample(language, name).replacen(act, &other, 1);
        let error = first(text.as_bytes()).expect_err("an unknown act");
        assert_eq!(error.code(), "unknown_line", "{language}");
        assert!(error.to_string().contains(&other), "the line as it stands: {error}");
    }
}

#[test]
fn money_in_unknown_words_is_counted() {
    for (language, name, act) in SAMPLES {
        let (player, _) = act.rsplit_once(':').expect("a colon");
        for words in ["quux $12.50 | Quux $0.10", "quux 12.50 €"] {
            let line = format!("{} {words}", player.trim_end());
            let text = sample(language, name).replacen(act, &format!("{line}\n{act}"), 1);
            let found = first(text.as_bytes()).map(|(hand, verdict)| (hand.unread_lines, verdict));
            assert_eq!(found, Ok((1, "exact")), "{line}");
        }
    }
}

#[test]
fn chat_is_not_an_act() {
    for (language, name, act) in SAMPLES {
        let (player, _) = act.rsplit_once(':').expect("a colon");
        let said = format!("{}, \"Bob: folds\"", player.trim_end().to_owned() + " quux");
        let text = sample(language, name).replacen(act, &format!("{said}\n{act}"), 1);
        assert_eq!(first(text.as_bytes()).map(|(_, verdict)| verdict), Ok("exact"), "{said}");
    }
}

#[test]
fn the_day_comes_first_and_eastern_time_counts() {
    // 2013-01-28 16:20:22, 2025-02-05 11:34:49 and 2026-05-04 18:35:18 UTC.
    for (at, micros) in
        [(0, 1_359_390_022_000_000), (4, 1_738_755_289_000_000), (3, 1_777_919_718_000_000)]
    {
        let (language, name, _) = SAMPLES[at];
        let (hand, _) = first(sample(language, name).as_bytes()).expect("a hand");
        assert_eq!(hand.started_at, Some(micros), "{language}");
    }
}

#[test]
fn single_byte_letters_are_read_too() {
    let (language, name, _) = SAMPLES[0];
    let bytes: Vec<u8> = sample(language, name)
        .chars()
        .map(|letter| if letter == '€' { 0x80 } else { letter as u8 })
        .collect();
    let (hand, verdict) = first(&bytes).expect("a hand");
    assert_eq!((hand.player(2), verdict), ("Chloé : 1", "exact"));
}

#[test]
fn a_fast_fold_game_is_named_as_in_english() {
    for (language, name, site, zoom) in [
        (SAMPLES[0].0, SAMPLES[0].1, "Main PokerStars ", "Main PokerStars Zoom "),
        (SAMPLES[1].0, SAMPLES[1].1, "PokerStars Παρτίδα", "PokerStars Zoom Παρτίδα"),
        (SAMPLES[2].0, SAMPLES[2].1, "Mão PokerStars ", "Mão PokerStars Zoom "),
        (SAMPLES[3].0, SAMPLES[3].1, "Раздача PokerStars ", "Раздача PokerStars Zoom "),
        (SAMPLES[6].0, SAMPLES[6].1, "PokerStars Hand ", "PokerStars Zoom Hand "),
    ] {
        let text = sample(language, name);
        let (hand, _) = first(text.as_bytes()).expect("a hand");
        assert!(!hand.is_fast_fold, "{language}");
        let (hand, verdict) = first(text.replacen(site, zoom, 1).as_bytes()).expect("a hand");
        assert_eq!((hand.is_fast_fold, verdict), (true, "exact"), "{language}");
    }
}

#[test]
fn the_first_pot_of_the_totals_is_the_main_pot_whatever_its_words() {
    let text = sample("pokerstars_spanish", "nlhe_3max_tournament_bounties_all_in_and_a_side_pot");
    for totals in [
        "9300 Bote principal 4500. Bote secundario 4800. |",
        "9300 Principal bote 4500. Secundario-1 bote 4800. |",
        "9300 Quux 4500. Quux quux 1 4800 |",
    ] {
        let text = text.replacen("9300 Bote principal 4500. Bote secundario 4800. |", totals, 1);
        let (hand, verdict) = first(text.as_bytes()).expect("a hand");
        assert_eq!(
            (hand.printed.pots.as_slice(), verdict),
            (&[4500, 4800][..], "exact"),
            "{totals}"
        );
    }
    let apart = text.replacen("9300 Bote", "9 300 Bote", 1);
    assert_eq!(first(apart.as_bytes()).expect_err("two totals").code(), "amount");
}

#[test]
fn german_seats_have_two_names_and_players_a_place() {
    let text = sample("pokerstars_german", "nlhe_3max_tournament_side_pot");
    let (wanted, _) = first(text.as_bytes()).expect("a hand");
    let text = text.replace("\nPlatz ", "\nSeat ").replace("Platz #2", "Seat #2");
    let finish = "Cora beendet das Turnier auf Platz 3\n*** ZUSAMMENFASSUNG ***";
    let text = text.replacen("*** ZUSAMMENFASSUNG ***", finish, 1);
    let (hand, verdict) = first(text.as_bytes()).expect("a hand");
    assert_eq!((hand.button_seat, verdict), (wanted.button_seat, "exact"));
    assert_eq!((hand.seats.len(), hand.player(2)), (3, "Cora"));
    let finish = hand.finishes[0];
    assert_eq!((hand.str(finish.player), finish.place), ("Cora", Some(3)));
}
