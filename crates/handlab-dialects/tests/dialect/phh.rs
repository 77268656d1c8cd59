//! PHH: its real files, and invalid ones.

use crate::outcomes::{Outcomes, codes, hand_ids, sample_text};
use crate::read::each_hand;

const NT: &str = "nt_three_handed_comments_underscores_and_a_rake";
const TWO: &str = "heads_up_lists_run_the_other_way_two_hands_in_one_file";

fn text_of(sample: &str) -> String {
    sample_text("phh", sample)
}

#[test]
fn fields_give_players_time_and_place() {
    each_hand(text_of(NT).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(0), hand.seats[0].seat), ("Ann # 1", 2));
        assert_eq!((hand.currency.code(), hand.str(hand.hand_id)), ("USD", "77"));
        assert_eq!(hand.started_at, Some(1_710_720_512_000_000));
        assert_eq!(hand.button_seat, Some(6));
    });
}

#[test]
fn the_only_player_with_chips_calls_no_more_than_short_blinds() {
    let text = "variant = \"NT\"
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1.00, 0]
min_bet = 1.00
starting_stacks = [0.30, 0.70, 50.00]
actions = [\"d dh p1 AsAh\", \"d dh p2 QsQh\", \"d dh p3 KsKh\", \"p3 cc\", \"d db 2c7d9h\", \"d db 4s\", \"d db 3c\"]
players = [\"Ann\", \"Bea\", \"Cid\"]
finishing_stacks = [0.90, 0.00, 50.10]
";
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.actions[2].amount.printed(), 70);
    });
    assert_eq!(codes(text), ["rake_inferred"]);
}

#[test]
fn the_first_player_has_the_button_only_if_that_is_the_order_of_play() {
    let buttons = |stacks: &str, actions: &str| {
        let text = format!(
            "variant = \"NT\"\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\n\
             starting_stacks = {stacks}\nactions = [{actions}]\n"
        );
        let mut button = None;
        each_hand(text.as_bytes(), |read| {
            button = read.outcome.as_ref().expect("a hand").hand.button_seat;
        });
        button
    };
    let dealt = "'d dh p1 ????', 'd dh p2 ????'";
    let after = |actions: &str| format!("{dealt}, {actions}");
    assert_eq!(buttons("[900, 900]", &after("'p1 f'")), Some(1));
    assert_eq!(buttons("[900, 900]", &after("'p1 cc', 'p2 cc', 'd db 2c7dKs', 'p2 cc'")), Some(1));
    assert_eq!(buttons("[900, 900]", &after("'p2 cc', 'p1 cc', 'd db 2c7dKs', 'p1 cc'")), Some(2));
    // In a wrong order the format's own counts, and so it does if the button has no chips to act with.
    assert_eq!(buttons("[900, 900]", &after("'p1 cc', 'p2 cc', 'd db 2c7dKs', 'p1 cc'")), Some(2));
    assert_eq!(buttons("[900, 5]", &after("'p1 cc', 'd db 2c7dKs'")), Some(2));
}

#[test]
fn hands_of_one_file_have_different_numbers() {
    let mut ids = Vec::new();
    each_hand(text_of(TWO).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        ids.push(hand.str(hand.hand_id).to_owned());
        // Heads-up, player 1 has the big blind and player 2 the button.
        assert_eq!(hand.button_seat, Some(2));
    });
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], "Sample #1");
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn an_assigned_number_does_not_depend_on_the_surrounding_text() {
    let text = text_of("no_result_is_printed");
    let wanted = hand_ids(&text);
    let other = text.replacen("['", "['d dh p1 ????', '", 1);
    assert_ne!(hand_ids(&other), wanted);
    for (before, between) in [
        ("", "# The next hand.\n"),
        ("[1]\n", "[2]\n"),
        ("[hand_1]\n", "[hand_2]\n"),
        ("[\"hand 1\"]\n", "[\"hand 2\"]\n"),
        ("[[hands]]\n", "[[hands]]\n"),
        ("", "And the next one:\n\n"),
    ] {
        for line_end in ["\n", "\r\n", " \n"] {
            let two = format!("{before}{text}\n{between}{text}").replace('\n', line_end);
            assert_eq!(hand_ids(&two), [&wanted[0], &wanted[0]].map(String::clone), "{two}");
        }
    }
    // Lakes store the number of this hand, computed with comments and leading spaces.
    let noted = text.replacen("['", "[\n  # Deal.\n  '", 1);
    assert_eq!(hand_ids(&noted), ["6df6a69df7fdeb7e"]);
    // A line in the form of a field is never read as prose.
    let broken = format!("{text}\nfinishing_stacks = [1, \nhand = 5\n\n{text}");
    assert_eq!(codes(&broken)[0], "unknown_line");
}

#[test]
fn winnings_may_hold_the_uncalled_bet_or_not() {
    let text = "variant = 'NT'\nante_trimming_status = true\nantes = [0, 0, 0]\n\
        blinds_or_straddles = [5, 10, 0]\nmin_bet = 10\nstarting_stacks = [1000, 1000, 1000]\n\
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 20', 'p1 f', 'p2 f']\n\
        winnings = [0, 0, 25]\n";
    assert_eq!(codes(text), ["rake_inferred"]);
    assert_eq!(codes(&text.replace("25]", "35]")), ["rake_inferred"]);
    assert_eq!(codes(&text.replace("25]", "36]")), ["mismatch"]);
}

#[test]
fn finishing_stacks_must_agree_with_the_cards() {
    let text = text_of(NT);
    let swapped = text.replace("[99.5, 60.75, 138]", "[99.5, 138, 60.75]");
    assert_ne!(codes(&swapped), ["rake_inferred"]);
    let more = text.replace("[99.5, 60.75, 138]", "[99.5, 60.75, 238]");
    assert_eq!(codes(&more), ["mismatch"]);
}

#[test]
fn hostile_files_end_in_a_reject() {
    let text = text_of(NT);
    for (from, to, code) in [
        ("\"p3 cbr 3\"", "\"p3 cbr many\"", "amount"),
        ("\"p3 cbr 3\"", "\"p9 cbr 3\"", "unknown_player"),
        ("\"p3 cbr 3\"", "\"p3 rob 3\"", "unknown_line"),
        ("d db Qh2c7d", "d db Qh2c7x", "cards"),
        ("0.50, 1, 0", "0.50, -1_x, 0", "unknown_line"),
        ("starting_stacks = [", "starting_stacks = [-", "amount"),
        ("seats = [2, 5, 6]", "seats = [2, 2, 6]", "seats"),
        ("hand = 77", "hand = 77\nhand = 78", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = format!("{text}x = {}\nhand_ = 1\n", "[".repeat(100_000));
    assert_eq!(codes(&deep).len(), 1);
    assert!(matches!(codes(&deep)[0], "unknown_line" | "truncated"), "{:?}", codes(&deep));
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("phh") else { return };
    assert_eq!(outcomes.total(), 51);
    // One states neither winnings nor final stacks.
    assert_eq!(outcomes.count(&["incomplete"]), 1);
    assert_eq!(outcomes.count(&["exact", "exact_uncalled_in_collected"]), 50, "{outcomes:?}");
}
