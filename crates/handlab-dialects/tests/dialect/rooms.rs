//! Smaller sites whose logs are text: outcomes of their real logs, and unusual lines.

use handlab_core::hand::{ActionKind, Hand, Kind};

use crate::corpus::DIALECTS;
use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;
use crate::samples::samples_of;

/// Verdicts of hands that add up.
const GOOD: [&str; 8] = [
    "exact",
    "exact_uncalled_inferred",
    "exact_uncalled_in_collected",
    "exact_cashout",
    "odd_chip_only",
    "rake_inferred",
    "reconciled_unverified",
    "cancelled",
];

/// Sites whose logs are XML, JSON, TOML or CSV. Such logs are never quoted line by line, as in mails.
const MARKED: [&str; 14] = [
    "biggame",
    "boss",
    "drivehud",
    "everest",
    "globalpoker",
    "merge",
    "microgaming",
    "ohh",
    "phh",
    "pokergfx",
    "pokernow",
    "pokernow_json",
    "pokernow_log_json",
    "slumbot",
];

fn sample(site: &str, name: &str) -> Hand {
    let mut found = None;
    each_hand(&samples_of(site)[name], |read| {
        found = Some(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    found.expect("a hand")
}

/// All hands of a folder of the corpus, those that add up, and those that are refused with each of these codes.
#[track_caller]
fn assert_outcomes(folder: &str, all: usize, good: usize, refused: &[(&str, usize)]) {
    let Some(outcomes) = Outcomes::of_corpus(folder) else { return };
    assert_eq!((outcomes.total(), outcomes.count(&GOOD)), (all, good), "{folder}: {outcomes:?}");
    for (code, count) in refused {
        assert_eq!(outcomes.count(&[*code]), *count, "{folder} {code}: {outcomes:?}");
    }
    assert_eq!(outcomes.count(&["winner_mismatch"]), 0, "{folder}: {outcomes:?}");
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    assert_outcomes("ongame", 502, 502, &[]);
    assert_outcomes("entraction", 425, 425, &[]);
    // Checks before the title of their street, bets beyond a stack, an export in another order (6 hands, each twice).
    assert_outcomes("pokertracker", 540, 528, &[]);
    // A hand without its table, twice.
    assert_outcomes("pkr", 143, 141, &[("truncated", 2)]);
    // A tournament hand without its payment, three times.
    assert_outcomes("cake", 102, 99, &[("truncated", 3)]);
    // A player without a seat, three times.
    assert_outcomes("betonline", 80, 77, &[("unknown_player", 3)]);
    assert_outcomes("kingsclub", 42, 42, &[]);
    // One hand whose anonymised names differ from line to line, twice.
    assert_outcomes("absolute", 24, 24, &[]);
    assert_outcomes("ultimatebet", 3, 3, &[]);
    assert_outcomes("swc", 11, 11, &[]);
    // The printed payments of three of four hands do not add up.
    assert_outcomes("enet", 8, 2, &[]);
    assert_outcomes("betfair", 4, 4, &[]);
    assert_outcomes("unibet", 2, 2, &[]);
}

#[test]
fn a_cake_hand_whose_blinds_nothing_shows_is_refused() {
    let text = sample_text("cake", "nlhe_2018_freeroll_unknown_blinds_that_calls_show");
    for (from, to, code) in [
        ("big blind 30", "big blind -1", "exact"),
        ("Bea: calls 75", "Bea: raises to 200", "amount"),
        ("Bea: posts small blind -1\n", "", "header"),
        ("-1/-1/0", "0/15/30", "exact"),
        ("is all in 1 260\nAnn", "is all in 1 26\nAnn", "amount"),
        ("wins 4 120", "wins 4 12", "amount"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replace(from, to)), [code], "{from} as {to}");
    }
}

#[test]
fn a_typed_header_does_not_start_a_hand() {
    for (site, name, header) in [
        ("ongame", "nlhe_2max_dead_small_blind", "***** History for hand R5-1-1 *****"),
        ("pkr", "nlhe_2max_tournament_walk_prints_the_pot_twice", "Starting Hand #1"),
        ("kingsclub", "triple_draw_2max_discards_and_draws", "#1: Limit Razz - 40/80"),
        ("swc", "nlhe_3max_side_pot_before_the_showdown", "Hand #1-2 - 2013-04-12 00:37:11"),
    ] {
        let text = sample_text(site, name);
        let at = text.find("Seat ").expect("a seat");
        let chat = format!("{}Ann: {header}\n{}", &text[..at], &text[at..]);
        assert_eq!(codes(&chat).len(), 1, "{site}");
    }
}

#[test]
fn quotes_in_a_tables_name_belong_to_it() {
    for (site, name, table, expected) in [
        ("enet", "plo_2max_raises_are_added", "Vega 1", "'O'Brien's' - Pot Limit"),
        ("kingsclub", "triple_draw_2max_discards_and_draws", "8 Game Mix", "'O'Brien's'"),
        ("unibet", "nlhe_3max_all_fold_to_an_all_in", "€1 NL", "'O'Brien's"),
    ] {
        let name_in_log = expected.split(" - ").next().unwrap_or_default();
        let text = sample_text(site, name).replace(table, name_in_log);
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            assert_eq!(hand.str(hand.table_name), expected, "{site}");
        });
    }
}

#[test]
fn a_street_that_is_printed_again_after_an_all_in_is_dealt_once() {
    let hand = sample("ongame", "plo8_3max_tournament_flop_twice_after_an_all_in");
    assert_eq!((hand.board(0).len(), hand.boards.len(), hand.is_hi_lo), (5, 3, true));
}

#[test]
fn the_first_of_two_equal_blinds_is_the_small_one() {
    let hand = sample("ongame", "draw_3max_two_big_blinds_and_no_street_delimiter");
    let kinds: Vec<_> = hand.actions.iter().take(2).map(|action| action.kind).collect();
    assert_eq!(kinds, [ActionKind::PostSmallBlind, ActionKind::PostBigBlind]);
}

#[test]
fn stacks_after_the_posts_are_stacks_before_them() {
    let hand = sample("pokertracker", "merge_nlhe_3max_tournament_stacks_after_the_posts");
    let stacks: Vec<_> = hand.seats.iter().map(|seat| seat.starting_stack).collect();
    assert_eq!((stacks, hand.site), (vec![6704, 1425, 8384], "merge"));
}

#[test]
fn a_call_to_a_total_adds_the_difference() {
    let hand = sample("pkr", "nlhe_3max_calls_to_a_total_and_pots_twice");
    let call = hand.actions.iter().find(|action| action.kind == ActionKind::Call);
    assert_eq!(call.map(|call| call.amount.printed()), Some(16));
    assert_eq!(hand.str(hand.table_name), "Vega");
}

#[test]
fn a_blind_below_the_small_one_is_all_in() {
    let hand = sample("absolute", "lhe_3max_all_in_as_the_blind");
    let blind = hand.actions.iter().find(|action| action.kind == ActionKind::PostBigBlind);
    assert_eq!(blind.map(|blind| (blind.amount.printed(), blind.is_all_in)), Some((19_127, true)));
}

#[test]
fn the_streets_of_a_board_that_is_printed_once_are_dealt() {
    let hand = sample("betonline", "nlhe_4max_seat_zero_and_pot_won_in_the_summary");
    assert_eq!((hand.board(0).len(), hand.seats[2].seat), (5, 0));
    let hand = sample("kingsclub", "plo8_3max_two_boards_share_the_flop");
    assert_eq!(hand.board(1).to_string(), "2h7hTdKs4d");
    assert_eq!(hand.board(2).to_string(), "2h7hTdQdJd");
}

#[test]
fn a_price_in_chips_is_a_tournament() {
    let hand = sample("entraction", "nlhe_3max_tournament_all_in_and_side_pot");
    let tournament = hand.tournament.expect("a tournament");
    assert_eq!((tournament.buy_in, tournament.fee), (Some(1000), Some(100)));
    assert_eq!((hand.kind, hand.str(tournament.tournament_id)), (Kind::Tournament, "12700001"));
}

#[test]
fn a_showdown_without_a_printed_board_is_after_the_flop() {
    let text = sample_text("betonline", "nlhe_2max_gear_poker_all_in_without_a_board");
    each_hand(text.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        assert!(followed.replay.seats.iter().all(|seat| seat.saw_second_street));
        assert!(followed.audit.seats.iter().all(|seat| seat.went_to_showdown));
    });
}

#[test]
fn a_side_pot_goes_only_to_its_contenders() {
    let text = sample_text("betonline", "nlhe_3max_side_pot_without_its_payment");
    assert_eq!(codes(&text), ["exact"]);
    // Bea has the best hand and wins the main pot; who won the side pot is not printed.
    let main_alone = text
        .replace("Kc Kd", "7c 7s")
        .replace("[7c 7s] but did not win", "[7c 7s] and won (5.90)")
        .replace("[As Ah] and won (5.90)", "[As Ah] but did not win");
    assert_eq!(codes(&main_alone), ["mismatch"]);
}

#[test]
fn a_small_blind_of_betclic_without_its_mark_is_dead_and_comes_after_the_blinds() {
    let hand = sample("betclic", "nlhe_5max_newcomer_posts_a_dead_small_blind");
    let posts: Vec<_> =
        hand.actions.iter().take(3).map(|action| (action.seat, action.kind)).collect();
    let (small, big) = (ActionKind::PostSmallBlind, ActionKind::PostBigBlind);
    assert_eq!(posts, [(2, small), (3, big), (3, ActionKind::PostDead)]);
    assert_eq!((hand.hero, hand.max_seats, hand.button_seat), (Some(4), Some(6), Some(2)));
}

#[test]
fn bounties_and_prizes_of_betclic_are_of_the_tournament() {
    let hand = sample("betclic", "nlhe_3max_knockout_with_a_bet_in_the_side_pot");
    let paid: Vec<_> = hand.side_payments.iter().map(|paid| (paid.seat, paid.amount)).collect();
    let bounties: Vec<_> = hand.seats.iter().map(|seat| seat.bounty).collect();
    assert_eq!((paid, bounties), (vec![(0, 250)], vec![Some(500), Some(500), Some(750)]));
    let hand = sample("betclic", "nlhe_2max_spin_ends_with_its_prize");
    let places: Vec<_> = hand.finishes.iter().map(|finish| (finish.place, finish.prize)).collect();
    assert_eq!(places, [(Some(2), None), (Some(1), Some(600))]);
    // Without a price the bounty is in euros as well; an older client names no loser.
    let text = sample_text("betclic", "nlhe_3max_knockout_with_a_bet_in_the_side_pot")
        .replace("Buy In: 10.00€\n", "")
        .replace("wins €2.50 for eliminating Béa (x1)", "won Bounty 2.50 EUR");
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.side_payments.first().map(|paid| paid.amount), Some(250));
    });
    // Who knocks two players out has the same line twice.
    let line = text.lines().find(|line| line.contains("won Bounty")).expect("a bounty");
    let both = text.replace(line, &format!("{line}\n{line}"));
    each_hand(both.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        let paid: Vec<_> = hand.side_payments.iter().map(|paid| paid.amount).collect();
        assert_eq!(paid, [250, 250]);
    });
}

#[test]
fn other_payments_of_betclic_are_not_won_from_the_pots() {
    let text = sample_text("betclic", "nlhe_2max_spin_ends_with_its_prize");
    let ticket = text.replace("Bea finished", "Ann wins a ticket of €5.00\nBea finished");
    assert_eq!(codes(&ticket), codes(&text));
    let unknown = text.replace("Bea: Calls 580", "Eve: Calls 580");
    assert_eq!(codes(&unknown), ["unknown_player"]);
}

#[test]
fn a_hand_of_betclic_may_end_in_its_header() {
    let text = sample_text("betclic", "nlhe_2max_spin_ends_with_its_prize");
    let players = text.find("*** PLAYERS").expect("players");
    for lines in 1..text[..players].lines().count() {
        let header: String = text.split_inclusive('\n').take(lines).collect();
        assert_eq!(codes(&header), ["truncated"], "{header}");
    }
}

#[test]
fn indentation_changes_nothing() {
    for site in DIALECTS {
        for (name, data) in samples_of(site) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            let wanted = codes(text);
            for indent in ["    ", "\t", "> "] {
                if indent == "> " && MARKED.contains(&site) {
                    continue;
                }
                let indented = text.split_inclusive('\n').flat_map(|line| [indent, line]);
                assert_eq!(
                    codes(&indented.collect::<String>()),
                    wanted,
                    "{site} {name} {indent:?}"
                );
            }
        }
    }
}
