//! Tournament summaries: each `summary_*.txt` is read as its `.expected` says. Every name in them is invented.

use std::fmt::{Display, Write as _};
use std::path::Path;

use handlab_cards::game::Game;
use handlab_core::error::{ParseErrorKind, Position};
use handlab_core::framing::{self, Encoding, Piece, mail_body};
use handlab_core::summary::TournamentSummary;
use handlab_dialects::ALL;
use handlab_dialects::pokerstars::summary::{claims, parse};
use proptest::prelude::*;

use crate::summaries::spans;

const START: Position = Position { byte: 0, line: 1 };

fn read(text: &str) -> TournamentSummary {
    let mut summary = TournamentSummary::default();
    parse(text, START, &mut summary).expect(text);
    summary
}

/// The first summary that is found in a text.
fn read_first(text: &str) -> TournamentSummary {
    let (at, span) = spans(text.as_bytes()).remove(0);
    let mut summary = TournamentSummary::default();
    parse(&span, at, &mut summary).expect(text);
    summary
}

/// Each player with place and prize, and whether they are the hero.
fn places(summary: &TournamentSummary) -> Vec<(&str, Option<u32>, Option<i64>, bool)> {
    let rows = summary.players.iter();
    rows.map(|row| (row.player.as_str(), row.finish_place, row.prize, row.is_owner)).collect()
}

/// The summary in the form of the `.expected` files; `-` is unknown.
fn dump(summary: &TournamentSummary) -> String {
    fn known<T: Display>(value: Option<T>) -> String {
        value.map_or_else(|| "-".to_owned(), |value| value.to_string())
    }
    fn time(micros: Option<i64>) -> String {
        known(micros.map(|micros| jiff::Timestamp::from_microsecond(micros).expect("a time")))
    }
    let TournamentSummary { site, tournament_id, name, game, is_hi_lo, .. } = summary;
    let mut text = format!("{site} {tournament_id} name={}\n", known(name.as_ref()));
    let betting = known(summary.betting.map(handlab_cards::game::Betting::name));
    writeln!(text, "game={} is_hi_lo={is_hi_lo} betting={betting}", known(*game)).expect("text");
    let (currency, scale) = (summary.currency.code(), summary.scale);
    let [buy_in, fee, bounty] = [summary.buy_in, summary.fee, summary.bounty].map(known);
    let pool = known(summary.prize_pool);
    writeln!(
        text,
        "{currency} scale={scale} buy_in={buy_in} fee={fee} bounty={bounty} prize_pool={pool}"
    )
    .expect("text");
    let (started, finished) = (time(summary.started_at), time(summary.finished_at));
    let TournamentSummary { entries, owner_place, .. } = summary;
    let is_finished = known(summary.is_finished);
    let (entries, owner_place) = (known(*entries), known(*owner_place));
    writeln!(text, "started={started} finished={finished} is_finished={is_finished}")
        .expect("text");
    writeln!(text, "entries={entries} owner_place={owner_place}").expect("text");
    for player in &summary.players {
        let (place, prize) = (known(player.finish_place), known(player.prize));
        let (prize_text, entries) = (known(player.prize_text.as_ref()), player.entries);
        write!(
            text,
            "{}\tplace={place}\tprize={prize}\t{prize_text}\tentries={entries}",
            player.player
        )
        .expect("text");
        let playing = if player.is_still_playing { "\tstill_playing" } else { "" };
        let owner = if player.is_owner { "\towner" } else { "" };
        let (rebuys, add_ons) = (known(player.rebuys), known(player.add_ons));
        let paid = known(player.rebuys_paid);
        let bought = format!("\trebuys={rebuys} add_ons={add_ons} paid={paid}");
        let bought = if player.rebuys.is_some() { bought.as_str() } else { "" };
        writeln!(text, "{playing}{owner}{bought}").expect("text");
    }
    text
}

#[test]
fn a_table_of_the_grand_tour_prints_no_buy_in_and_the_race_pays_an_award() {
    let text = "PokerStars Grand Tour Tournament #2651000001, No Limit Hold'em\n4 players\n\
        Tournament started 2019/06/05 21:03:00 CET [2019/06/05 15:03:00 ET]\n\n\
          1: Ann (Peru),\n  2: Bea (Peru),\n\n";
    let last = "You finished in 1st place. You won the race and a $60 award has been credited to your Stars Account.\n\n\
        You collected 2 bounties for a total of USD 1.50.\n";
    let race = read(&[text, last].concat());
    assert_eq!((&*race.tournament_id, race.name.as_deref()), ("2651000001", Some("Grand Tour")));
    assert_eq!((race.buy_in, race.fee, race.entries), (None, None, Some(4)));
    let ann = &race.players[0];
    assert_eq!((ann.prize, ann.bounties_won, ann.is_owner), (Some(6000), Some(150), true));
    let next =
        "You finished in 1st place. You started with a value of $0.90 and finished with $1.35.\n";
    let table = read(&[text, next].concat());
    assert_eq!((table.players[0].finish_place, table.players[0].prize), (Some(1), None));
    assert!(claims(b"", text.as_bytes()));
}

#[test]
fn a_mail_that_was_saved_as_rtf_is_read() {
    let data = b"{\\rtf1\\ansi\\ansicpg1252\\cocoartf2867\n{\\fonttbl\\f0\\fswiss Helvetica;}\n\\f0\\fs24 \\cf0 \
        PokerStars Tournament #1, HORSE\\\nBuy-In: \\uc0\\u8364 2.94/\\'800.36 EUR\\\n77 players\\\n\\\n  \
        9: \\{A\\} (Per\\'fa), \\'808.23 (3.635%)\\\n\\\nYou finished in 9th place.\\\n}";
    let piece = Piece { data, encoding: Encoding::Utf8, at: START, is_last: true };
    let (text, is_in_place) = framing::text(&piece, |_| false, |text| claims(b"", text));
    assert!(!is_in_place);
    let [(_, text)] = spans(&text).try_into().expect("one summary");
    let summary = read(&text);
    assert_eq!(
        (summary.buy_in, summary.fee, summary.currency.code()),
        (Some(294), Some(36), "EUR")
    );
    assert_eq!((&*summary.players[0].player, summary.players[0].prize), ("{A}", Some(823)));
}

#[test]
fn a_summary_may_say_that_its_tournament_goes_on() {
    let text = "PokerStars Tournament #1, No Limit Hold'em\nBuy-In: $1.00/$0.10 USD\n9 players\n\
        Total Prize Pool: $9.00 USD\nTournament started 2019/06/05 15:03:00 ET\n\
        Tournament is still in progress\n\n  9: Ann (Peru),\n\nYou finished in 9th place.\n";
    assert_eq!(read(text).is_finished, Some(false));
}

#[test]
fn every_sample_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut samples = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of samples") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.starts_with("summary_") || path.extension().is_none_or(|kind| kind != "txt") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a readable sample");
        let body = mail_body(&bytes, |page| ALL.reads_tags(page)).unwrap_or(bytes);
        let mut found = String::new();
        let mut summary = TournamentSummary::default();
        for (place, span) in spans(&body) {
            parse(&span, place, &mut summary).expect(&name);
            found += &dump(&summary);
        }
        let expected = path.with_extension("expected");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&expected, &found).expect("a writable folder");
        }
        let expected = std::fs::read_to_string(expected).expect("what is expected");
        assert_eq!(found, expected, "{name}");
        samples += 1;
    }
    assert!(samples >= 8, "only {samples} samples were found");
}

#[test]
fn a_line_ending_or_a_mark_before_the_text_changes_nothing() {
    let text = include_str!("../data/summary_still_playing.txt");
    let wanted = read(text);
    for changed in [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{feff}{text}"),
        format!("\u{10}{text}"),
        text.trim_end().to_owned(),
    ] {
        let found = spans(changed.as_bytes());
        assert_eq!(found.len(), 1, "{changed}");
        assert_eq!(read(&found[0].1), wanted);
    }
}

#[test]
fn a_reused_summary_holds_nothing_of_the_previous_one() {
    let mut summary = read(include_str!("../data/summary_re_entries_rebuys.txt"));
    let other = include_str!("../data/summary_freeroll_no_prizes.txt");
    parse(other, START, &mut summary).expect("a summary");
    assert_eq!(summary, read(other));
}

#[test]
fn other_texts_are_not_claimed() {
    for head in [
        "",
        "PokerStars Hand #3406008447: Hold'em No Limit ($10/$20)",
        "PokerStars Game #1: Tournament #2, $1+$0.10 Hold'em",
        "PokerStars Tournament #",
        "PokerStars Tournament #1",
        "PokerStars Tournament #x, No Limit Hold'em",
        "PokerStars Tournament #1 was great",
        "<title>Hand</title>",
        "PokerStars #1, hello",
    ] {
        assert!(!claims(b"", head.as_bytes()), "{head}");
    }
}

#[test]
fn a_summary_starts_a_line_or_is_complete_on_it_and_is_not_chat() {
    let header = b"PokerStars Tournament #1, No Limit Hold'em";
    for before in [&b""[..], b"  ", b"> > ", b"| *", b"\xEF\xBB\xBF", b"\x10"] {
        assert!(claims(before, header), "{before:?}");
    }
    for before in [&b"Ann said, \""[..], b"see ", b"Subject: "] {
        assert!(!claims(before, header), "{before:?}");
    }
    let glued = b"PokerStars Tournament #1, No Limit Hold'em Buy-In: $2.00/$0.20 USD 2 players";
    assert!(claims(b"as you asked: ", glued));
    assert!(!claims(b"Ann said, \"", glued));
}

#[test]
fn an_error_is_reported_with_its_byte_and_line() {
    let header = "PokerStars Tournament #1, No Limit Hold'em\n";
    let list = "  1: Ann (Peru), $1.00\n";
    let unknown = |text: &str| ParseErrorKind::UnknownLine(text.to_owned());
    let cases = [
        (String::new(), ParseErrorKind::UnknownDialect, (100, 7)),
        (
            "PokerStars Tournament #1".into(),
            ParseErrorKind::Header("PokerStars Tournament #1".into()),
            (100, 7),
        ),
        (header.into(), ParseErrorKind::Truncated, (100, 7)),
        (format!("{header}\n  1: Ann Peru,\n"), unknown("1: Ann Peru,"), (144, 9)),
        (
            format!("{header}99999999999: Ann (Peru),"),
            unknown("99999999999: Ann (Peru),"),
            (143, 8),
        ),
        (
            format!("{header}Buy-In: free\n{list}"),
            ParseErrorKind::Amount("Buy-In: free".into()),
            (143, 8),
        ),
        (format!("{header}{list}{header}{list}"), unknown(header.trim()), (166, 9)),
    ];
    for (text, kind, (byte, line)) in cases {
        let at = Position { byte: 100, line: 7 };
        let fault = parse(&text, at, &mut TournamentSummary::default()).expect_err(&text);
        assert_eq!((fault.kind(), fault.at()), (&kind, Position { byte, line }), "{text}");
    }
}

#[test]
fn a_summary_in_another_language_is_rejected_with_its_line() {
    for header in ["Torneio PokerStars #7, No Limit Hold'em", "PokerStars-Turnier #7, Limit Razz"] {
        let text = format!("hello\n{header}\n9 jogadores\n");
        let (place, span) = spans(text.as_bytes()).remove(0);
        let fault = parse(&span, place, &mut TournamentSummary::default()).expect_err(header);
        assert!(fault.to_string().contains("another language"), "{fault}");
        assert_eq!(fault.at().line, 2);
    }
}

#[test]
fn a_summary_in_german_is_read_as_the_english_one() {
    let text = "PokerStars Turnier #3950000001, No Limit Hold'em\nBuy-in: $1.80/$0.20 USD\n1.300 Spieler\n\
                Preispool gesamt: $2340.00 USD\nTurnierbeginn 06.01.2026 17:10:11 MEZ [06.01.2026 11:10:11 ET]\n\n  \
                1: Ann (Österreich), spielt noch\n  2: Du 2 (Deutschland), $25.27 (1.080%)\n  3: Cal (Peru), \n\n\
                Du hast den 2. Platz belegt (in Hand #1 aus dem Turnier ausgeschieden).\n";
    let out = read_first(text);
    assert_eq!((out.tournament_id.as_str(), out.game), ("3950000001", Some(Game::Holdem)));
    assert_eq!((out.buy_in, out.fee, out.prize_pool), (Some(180), Some(20), Some(234_000)));
    // 2026-01-06 16:10:11 UTC
    assert_eq!((out.entries, out.started_at), (Some(1300), Some(1_767_715_811_000_000)));
    let wanted = [
        ("Ann", None, None, false),
        ("Du 2", Some(2), Some(2527), true),
        ("Cal", Some(3), Some(0), false),
    ];
    assert_eq!((places(&out), out.is_finished), (wanted.to_vec(), Some(false)));
    // Other sentences addressed to the owner are unknown.
    let other = format!("{text}Du hast 2 Mal gequuxt.\n");
    let (at, span) = spans(other.as_bytes()).remove(0);
    let fault = parse(&span, at, &mut TournamentSummary::default()).expect_err("unknown words");
    assert_eq!((fault.code(), fault.at().line), ("unknown_line", 12));
}

#[test]
fn a_summary_in_french_is_read_as_the_english_one() {
    let text = "PokerStars Tournoi #3950000002, No Limit Hold'em\nBuy-in : €0.93/€0.07 EUR\n1 300 joueurs\n\
                Dotation totale\u{a0}: €1209.00 EUR\nTournoi commencé 06/01/2026 17:10:11 CET [06/01/2026 11:10:11 ET]\n\n  \
                1: Ann (France), quux encore\n  2: Bea 7 (Belgique), €31,42 (0,434%)\n  \
                3: Cal (France), Ticket Dimanche (€5,00)\n  4: Dan (France), \n\nVous avez terminé à la 2e place.\n";
    let out = read_first(text);
    assert_eq!((out.tournament_id.as_str(), out.game), ("3950000002", Some(Game::Holdem)));
    assert_eq!((out.buy_in, out.fee, out.prize_pool), (Some(93), Some(7), Some(120_900)));
    assert_eq!((out.entries, out.currency.code()), (Some(1300), "EUR"));
    // 2026-01-06 16:10:11 UTC
    assert_eq!(out.started_at, Some(1_767_715_811_000_000));
    // Whether the first is still playing is printed in unknown words: then 1 is not a place.
    let wanted = [
        ("Ann", None, None, false),
        ("Bea 7", Some(2), Some(3142), true),
        ("Cal", Some(3), None, false),
        ("Dan", Some(4), Some(0), false),
    ];
    assert_eq!((places(&out), out.is_finished), (wanted.to_vec(), None));

    let whole = text.replace("quux encore", "€90 (1%)").replace("2e place", "1er place");
    let out = read_first(&whole);
    assert_eq!((out.owner_place, out.is_finished), (Some(1), Some(true)));
    let old = text.replace(
        "06/01/2026 17:10:11 CET [06/01/2026 11:10:11 ET]",
        "- 2008/11/30 - 03:49:34 (ET)",
    );
    let old = old.replace("terminé à la 2e", "fini le tournoi à la 2e");
    let out = read_first(&old);
    // 2008-11-30 08:49:34 UTC
    assert_eq!((out.owner_place, out.started_at), (Some(2), Some(1_228_034_974_000_000)));

    // Other sentences addressed to the owner are unknown.
    let other = format!("{text}Vous avez fait 2 quux.\n");
    let (at, span) = spans(other.as_bytes()).remove(0);
    let fault = parse(&span, at, &mut TournamentSummary::default()).expect_err("unknown words");
    assert_eq!((fault.code(), fault.at().line), ("unknown_line", 13));
}

#[test]
fn a_satellite_in_french_names_those_who_are_still_playing_or_qualified() {
    let text = "PokerStars Tournoi #3950000003, No Limit Hold'em\nSuper Satellite\nBuy-in : €0.90/€0.10 EUR\n\
                5 joueurs\nDotation totale : €4.50 EUR \nTournoi cible #3950000009 Buy-in : €9.00/1.00 EUR\n\
                1 tickets pour le tournoi cible\n\n\
                Tournoi commencé 04/08/2026 15:05:00 CET [04/08/2026 9:05:00 ET]\n\
                Tournoi fini 04/08/2026 16:10:42 CET [04/08/2026 10:10:42 ET]\n  \
                1: Ann [2] (France),  (qualifiés pour le tournoi cible)\n  2: Bea (Espagne), €3,20\n  \
                3: Cal (France),\n  4: Dan (France), \n  5: Eve (Réunion), \n\n\
                Vous avez terminé à la 2e place (éliminé lors de la main #93000000007).\n";
    let out = read_first(text);
    assert_eq!(
        (out.name.as_deref(), out.buy_in, out.fee),
        (Some("Super Satellite"), Some(90), Some(10))
    );
    // 2026-08-04 13:05:00 and 14:10:42 UTC
    let times = (Some(1_785_848_700_000_000), Some(1_785_852_642_000_000));
    assert_eq!((out.started_at, out.finished_at), times);
    let wanted = [
        ("Ann", Some(1), None, false),
        ("Bea", Some(2), Some(320), true),
        ("Cal", Some(3), Some(0), false),
        ("Dan", Some(4), Some(0), false),
        ("Eve", Some(5), Some(0), false),
    ];
    assert_eq!((places(&out), out.is_finished), (wanted.to_vec(), Some(true)));
    let prize = out.players[0].prize_text.as_deref();
    assert_eq!(prize, Some("qualified for the target tournament"));

    let early = text.replace(" (qualifiés pour le tournoi cible)", "encore en lice");
    let early = early.replace("terminé à la 2e place", "terminé le tournoi");
    let out = read_first(&early);
    assert_eq!((out.owner_place, out.is_finished), (None, Some(false)));
    let first = &out.players[0];
    assert_eq!((first.finish_place, first.is_still_playing), (None, true));
    assert_eq!(first.prize_text, None);
}

/// Changes that people and programs make to a mail before storing it.
#[test]
fn a_forwarded_summary_is_the_same_summary() {
    let text = include_str!("../data/summary_re_entries_rebuys.txt");
    let wanted = read(text);
    let quoted =
        |mark: &str| text.trim().lines().fold(String::new(), |all, line| all + mark + line + "\n");
    let page = text.trim().replace('&', "&amp;").replace('\n', "<br>\n");
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shapes = [
        quoted("> "),
        quoted(">"),
        quoted("> > "),
        quoted("    "),
        quoted("\t| "),
        format!(
            "Hi Bob,\n10:30 is fine.\n\n{text}\n2 days ago I was second.\n12:30 see you\n-- \nEve\n"
        ),
        format!("Subject: Fwd: my result\nFrom: Eve <eve@example.org>\n\n{}", quoted("> ")),
        format!("<html><body><p>{page}</p></body></html>"),
        text.replace('\n', "\n\n"),
        text.replace(" [2020/05/06 14:15:00 ET]", "\n[2020/05/06 14:15:00 ET]")
            .replace(" [2020/05/07 21:22:59 ET]", " [2020/05/07\n21:22:59 ET]"),
        text.replace(",\n", ", =20\n"),
        one_line,
    ];
    for shape in shapes {
        let body = mail_body(shape.as_bytes(), |page| ALL.reads_tags(page))
            .unwrap_or_else(|| shape.clone().into_bytes());
        let found = spans(&body);
        assert_eq!(found.len(), 1, "{shape}");
        assert_eq!(read(&found[0].1), wanted, "{shape}");
    }
}

#[test]
fn the_same_summary_in_the_words_of_another_client_is_the_same_tournament() {
    let text = "PokerStars Tournament #5, Hold'em No Limit\nBuy-In: US$ 0,49/US$ 0,06 USD\n1,199 players\n\
        Total Prize Pool: US$ 587,51 USD\n  1: Ann (Brasil), US$ 90,25 (15,36%)\n  188: Eve (Brasil), \n\
        You finished in 188th place.\nYou made 1 re-entries for a total of US$ 0,55.\n\
        You received US$ 1,25 for eliminating players.\n";
    let summary = read(text);
    assert_eq!(summary.game, Some(handlab_cards::game::Game::Holdem));
    assert_eq!((summary.buy_in, summary.fee, summary.entries), (Some(49), Some(6), Some(1199)));
    let eve = summary.owner().expect("the owner");
    assert_eq!((eve.player.as_str(), eve.entries, eve.rebuys), ("Eve", 2, None));
    assert_eq!((eve.prize, eve.bounties_won), (Some(0), Some(125)));
    assert_eq!(summary.players[0].prize, Some(9025));
}

#[test]
fn rebuys_are_what_re_entries_leave_of_their_common_sum() {
    let text = "PokerStars Tournament #5, No Limit Hold'em\nBuy-In: $5.00/$0.50 USD\n2 players\n\
        1: Ann (Peru), $20.00\n2: Eve (Peru),\nYou finished in 2nd place.\n\
        You made 2 rebuys and 1 re-entries for a total of $15.50.\n";
    let summary = read(text);
    let eve = summary.owner().expect("the owner");
    assert_eq!(
        (eve.entries, eve.rebuys, eve.add_ons, eve.rebuys_paid),
        (2, Some(2), Some(0), Some(1000))
    );
}

#[test]
fn a_long_list_takes_time_in_proportion() {
    let mut text = "PokerStars Tournament #1, No Limit Hold'em\n300000 players\n".to_owned();
    for place in 1..=300_000 {
        writeln!(text, "  {place}: player{} (Peru),", place % 200_000).expect("text");
    }
    text += &"You finished in 7th place.\n".repeat(10_000);
    text += &"You made 1 rebuys and 1 addons.\n".repeat(10_000);
    let start = std::time::Instant::now();
    let summary = read(&text);
    assert_eq!((summary.players.len(), summary.entries), (200_000, Some(300_000)));
    assert_eq!(summary.owner().map(|owner| owner.player.as_str()), Some("player7"));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("PokerStars Tournament #1, ".to_owned()),
                Just("\nBuy-In: ".to_owned()),
                Just("\n  1: ".to_owned()),
                Just("\n2 players\n".to_owned()),
                Just("Ann [2] (Peru), ".to_owned()),
                Just("\nYou finished in 1st place and received ".to_owned()),
                Just("\nYou made 1 rebuys and 2 addons for a total of ".to_owned()),
                Just("\nTournament started ".to_owned()),
                Just("2011/11/06 1:30:00 ET".to_owned()),
                Just("$9223372036854775807.99".to_owned()),
                Just("(19.275%)".to_owned()),
                "[(),:/.$\u{20ac}0-9 A-Za-z\\[\\]\n\r=]{0,12}",
            ],
            0..30,
        )
    ) {
        let text = parts.concat();
        let _ = (claims(b"", text.as_bytes()), mail_body(text.as_bytes(), |page| ALL.reads_tags(page)));
        let mut summary = TournamentSummary::default();
        let mut spanned = 0;
        for (place, span) in spans(text.as_bytes()) {
            spanned += span.len();
            if let Err(fault) = parse(&span, place, &mut summary) {
                prop_assert!(fault.at().byte <= text.len() as u64);
            }
        }
        prop_assert!(spanned <= text.len());
    }
}
