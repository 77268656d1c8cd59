//! Open Hand History: real objects, and invalid ones.

use handlab_cards::game::Betting;

use crate::outcomes::{Outcomes, codes, hand_ids, sample_text};
use crate::read::each_hand;

fn text_of(sample: &str) -> String {
    sample_text("ohh", sample)
}

const NLHE: &str = "nlhe_raise_adds_uncalled_has_no_field";

#[test]
fn objects_follow_one_another_with_and_without_empty_lines() {
    let text = text_of(NLHE);
    let compact = text_of("tournament_in_one_line_cards_in_one_text");
    let all = format!("{text}{}{compact}{compact}", text.trim_end());
    assert_eq!(
        codes(&all),
        ["exact_uncalled_inferred", "exact_uncalled_inferred", "exact", "exact"]
    );
    each_hand(compact.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.site, "ggpoker");
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!((hand.str(tournament.tournament_id), tournament.buy_in), ("T77", Some(1000)));
    });
}

#[test]
fn escapes_in_names_are_read_and_errors_have_their_line() {
    let text = text_of(NLHE);
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(1), hand.player(2)), ("Bob \"B\"", "Cléo"));
        assert_eq!((hand.site, hand.currency.code()), ("deepstack", "EUR"));
    });
    let wrong = text.replace("\"amount\": 9.0", "\"amount\": 9.123456789");
    let line = wrong.lines().position(|line| line.contains("9.1234")).expect("a line") as u64 + 1;
    each_hand(wrong.as_bytes(), |read| {
        let error = read.outcome.as_ref().expect_err("an amount finer than any money");
        assert_eq!((error.code(), error.at().line), ("amount", line));
    });
}

/// The hand without the object around it.
fn bare(text: &str) -> String {
    let (_, inside) = text.split_once("\"ohh\":").expect("a wrapper");
    let inside = inside.trim().strip_suffix('}').expect("its end");
    inside.trim().to_owned()
}

#[test]
fn hands_without_the_object_around_them_are_read_alone_and_in_lists() {
    let (spaced, compact) = (text_of(NLHE), text_of("tournament_in_one_line_cards_in_one_text"));
    let (one, two) = (bare(&spaced), bare(&compact));
    let wanted = ["exact_uncalled_inferred", "exact"];
    for text in [
        format!("{one}\n{two}\n"),
        format!("[{one},{two}]"),
        format!("[\n  {one},\n  {two}\n]\n"),
        format!("{{\"hands\": [{one}, {two}]}}\n"),
        format!("{{\"hand\": {one}}}\n{{\"hand\": {two}}}\n"),
        format!("\u{feff}{one}\r\n{two}\r\n"),
        // Some with the object, some without.
        format!("{spaced}\n{two}\n"),
        format!("[{}, {two}]", spaced.trim()),
    ] {
        assert_eq!(codes(&text), wanted, "{text}");
    }
    // Only the first key starts a hand: if another comes first, no part of the hand is read.
    assert!(codes("{\"x\": 1, \"spec_version\": \"1.4.7\"}").is_empty());
    for at in (30..one.len() - 2).filter(|at| one.is_char_boundary(*at)).step_by(11) {
        let found = codes(&one[..at]);
        assert!(found.iter().all(|code| *code == "truncated"), "cut at {at}: {found:?}");
    }
}

#[test]
fn values_may_be_texts_and_lists_may_be_empty_texts() {
    let text = text_of(NLHE);
    for (from, to) in [
        ("\"flags\": []", "\"flags\": \"\""),
        ("\"dealer_seat\": 1", "\"dealer_seat\": \"1\""),
        ("\"seat\": 1", "\"seat\": \"1\""),
        ("\"table_size\": 6", "\"table_size\": \"6\""),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replace(from, to)), ["exact_uncalled_inferred"], "{to}");
    }
}

#[test]
fn a_printed_binary_fraction_is_the_amount_it_stands_for() {
    let text = text_of(NLHE);
    let prints = ["9.000000000000002", "8.999999999999998", "9.0000000000000", "8.99999976158142"];
    for print in prints.into_iter().chain(["9.000001", "8.999999"]) {
        let found = codes(&text.replace("\"amount\": 9.0", &format!("\"amount\": {print}")));
        assert_eq!(found, ["exact_uncalled_inferred"], "{print}");
    }
    for print in ["9.004999999999999999", "9.1234567891234", "9.00000123456789", "9.00001"] {
        let found = codes(&text.replace("\"amount\": 9.0", &format!("\"amount\": {print}")));
        assert_ne!(found, ["exact_uncalled_inferred"], "{print}");
    }
}

#[test]
fn times_with_an_offset_bounties_and_unknown_cards_are_read() {
    let text = text_of("tournament_in_one_line_cards_in_one_text");
    let text = text.trim().strip_suffix("}}").expect("two ends");
    let text =
        format!("{text},\"tournament_bounties\":[{{\"player_id\":3,\"bounty_won\":2.5}}]}}}}\n");
    let (front, rest) = text.split_once("\"start_date_utc\": \"").expect("a start");
    let (start, rest) = rest.split_once('"').expect("its end");
    let offset = format!("{front}\"start_date_utc\": \"2024-05-01T22:00:00.5-03:30\"{rest}");
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.side_payments.iter().map(|paid| paid.amount).collect::<Vec<_>>(), [250]);
        assert_eq!((start.len(), hand.str(hand.zone)), (20, "UTC"));
    });
    each_hand(offset.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        // 2024-05-02 01:30:00.5 UTC
        assert_eq!(hand.started_at, Some(1_714_613_400_500_000));
        assert_eq!(hand.str(hand.started_raw), "2024-05-01T22:00:00.5");
    });
    let hidden = "{\"action_number\":0,\"player_id\":3,\"action\":\"Dealt Cards\",\"cards\":[null,\"X\",\"??\"]},";
    let hidden = text.replacen("\"actions\": [", &format!("\"actions\": [{hidden}"), 1);
    assert_eq!(codes(&hidden), ["exact"]);
    let mut cards = Vec::new();
    each_hand(hidden.as_bytes(), |read| {
        cards = read
            .outcome
            .as_ref()
            .expect("a hand")
            .hand
            .seats
            .iter()
            .map(|seat| seat.hole_cards)
            .collect();
    });
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.seats.iter().map(|seat| seat.hole_cards).collect::<Vec<_>>(), cards);
    });
}

#[test]
fn hostile_objects_end_in_a_reject() {
    let text = text_of(NLHE);
    let deep = text.replace("\"flags\": []", &format!("\"x\": {}", "[".repeat(100_000)));
    assert_eq!(codes(&deep), ["unknown_line"]);
    let huge = text.replace("\"amount\": 9.0", "\"amount\": 9e300");
    assert_eq!(codes(&huge), ["amount"]);
    let nobody = text.replace("\"id\": 9", "\"id\": 8");
    assert_eq!(codes(&nobody), ["unknown_player"]);
    assert_eq!(codes(&text.replace("\"Holdem\"", "\"Draw\"")), ["unknown_game"]);
    assert_eq!(codes(&text.replace("\"Bet\"", "\"Rob\"")), ["unknown_line"]);
    for at in (40..text.len() - 10).filter(|at| text.is_char_boundary(*at)).step_by(11) {
        let found = codes(&text[..at]);
        assert!(found.iter().all(|code| *code == "truncated"), "cut at {at}: {found:?}");
    }
}

#[test]
fn betting_is_read_in_any_words_and_refused_in_unknown_ones() {
    let text = text_of(NLHE);
    let betting = |word: &str| {
        let mut found = Err("no hand");
        let text = text.replace("\"bet_type\": \"NL\"", &format!("\"bet_type\": {word}"));
        each_hand(text.as_bytes(), |read| {
            found = match &read.outcome {
                Ok(read) => Ok(read.hand.betting),
                Err(error) => Err(error.code()),
            };
        });
        found
    };
    for (word, expected) in [
        ("\"NL\"", Ok(Betting::NoLimit)),
        ("\"\"", Ok(Betting::NoLimit)),
        ("null", Ok(Betting::NoLimit)),
        ("\"pl\"", Ok(Betting::PotLimit)),
        ("\"Pot-Limit\"", Ok(Betting::PotLimit)),
        ("\"fl\"", Ok(Betting::FixedLimit)),
        ("\"FixedLimit\"", Ok(Betting::FixedLimit)),
        ("\"Spread\"", Err("unknown_game")),
    ] {
        assert_eq!(betting(word), expected, "{word}");
    }
}

#[test]
fn hands_without_a_number_have_ids_of_their_own() {
    let text = text_of("nlhe_raise_adds_uncalled_has_no_field");
    let at = text.find("\"game_number\"").expect("a number");
    let end = at + text[at..].find(',').expect("another field");
    let blank = format!("{}\"game_number\": \"\"{}", &text[..at], &text[end..]);
    let other = blank.replacen("\"table_name\": \"", "\"table_name\": \"Other ", 1);
    let found = hand_ids(&format!("{blank}\n{other}\n{blank}"));
    assert!(found[0].len() == 16 && found[0] != found[1], "{found:?}");
    assert_eq!((found.len(), &found[0]), (3, &found[2]));
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("ohh") else { return };
    assert_eq!(outcomes.total(), 1218);
    // A converter marks players as all-in who have chips left.
    let good = ["exact", "exact_uncalled_inferred", "reconciled_unverified", "odd_chip_only"];
    assert!(outcomes.count(&good) >= 1206, "{outcomes:?}");
}

#[test]
fn calls_and_raises_are_totals_if_the_pots_require_it() {
    let text = sample_text("ohh", "nlhe_calls_and_raises_are_totals_uncalled_in_the_pot");
    assert_eq!(codes(&text), ["exact_uncalled_in_collected"]);
    // Pots without the uncalled bet, as the specification says.
    let net = text.replace("\"amount\": 30", "\"amount\": 18").replace("29}", "17}");
    assert_eq!(codes(&net), ["exact_uncalled_inferred"]);
    // The same hand with amounts that say what is added.
    let added = text.replace("\"Raise\", \"amount\": 3", "\"Raise\", \"amount\": 2.5");
    let added = added.replace("\"Raise\", \"amount\": 9", "\"Raise\", \"amount\": 8");
    let added = added.replace("\"Call\", \"amount\": 9", "\"Call\", \"amount\": 6");
    let added = added.replace("\"Raise\", \"amount\": 12", "\"Bet\", \"amount\": 12");
    assert_eq!(codes(&added), ["exact_uncalled_in_collected"]);
    for (from, to) in [
        ("\"amount\": 30", "\"amount\": 31"),
        ("\"Call\", \"amount\": 9", "\"Call\", \"amount\": 8"),
        ("\"Call\", \"amount\": 9", "\"Call\", \"amount\": 6"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = codes(&text.replace(from, to));
        assert!(["mismatch", "corrupt_actions"].contains(&found[0]), "{from} as {to}: {found:?}");
    }
}
