//! Open Tournament Summary: as the Winning network writes it and as the specification does, next to hands of the same
//! program, and invalid texts.

use handlab_core::batch::{self, Options};
use handlab_core::error::{ParseError, Position};
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_dialects::ALL;
use handlab_dialects::ohh_summary::OpenTournamentSummary;

use crate::outcomes::codes;
use crate::read::whole;
use crate::samples::samples_of;
use crate::summaries::{self, spans};

/// The summary on one line, without the object around it and without prizes.
const WINNING: &str = concat!(
    r#"{"spec_version":"1.0.0","network_name":"WinningPokerNetwork","tournament_number":"T#23000001","#,
    r#""start_date_utc":"2026-01-22T18:30:05Z","end_date_utc":"2026-01-22T18:47:57Z","currency":"USD","prize_pool":42,"#,
    r#""player_count":3,"tournament_finishes_and_winnings":["#,
    r#"{"player_name":"Ann","finish_position":1,"prize":0,"ticket_value":0},"#,
    r#"{"player_name":"Bob {1}","finish_position":2,"prize":0,"ticket_value":0},"#,
    r#"{"player_name":"Cy","finish_position":2,"prize":0,"ticket_value":0}],"#,
    r#""site_name":"AmericasCardroom","internal_version":"1.45.0"}"#,
    "\n"
);

const WHOLE: &str = r#"{
  "ots": {
    "spec_version": "1.1.4",
    "site_name": "Vega Poker",
    "network_name": "Vega",
    "tournament_number": 1000001,
    "tournament_name": "$20 Bounty",
    "start_date_utc": "2026-02-01T09:45:26Z",
    "end_date_utc": "2026-02-01T11:45:26+01:00",
    "currency": "EUR",
    "buyin_amount": 12.50,
    "fee_amount": 2.0,
    "bounty_fee_amount": 5.5,
    "bounty_value_amount": 5.5,
    "type": "MTT",
    "flags": ["Bounty", "SNG"],
    "speed": {"type": "Normal", "round_time": 600},
    "prize_pool": 62.5,
    "hero_player_name": "Di",
    "player_count": 5,
    "tournament_finishes_and_winnings": [
      {"player_name": "Ed", "finish_position": 1, "still_playing": false, "prize": 40.5, "ticket_value": 0},
      {"player_name": "Di", "finish_position": 2, "still_playing": false, "prize": 12, "ticket_value": 10},
      {"player_name": "Fay", "finish_position": 3, "still_playing": false, "prize": 0.00, "ticket_value": 0},
      {"player_name": "Fay", "finish_position": 4, "still_playing": false, "prize": 0.00, "ticket_value": 0},
      {"player_name": "Gus", "finish_position": 5, "still_playing": false, "prize": 0.00, "ticket_value": 0}
    ],
    "rebuy_cost": 20,
    "addon_cost": null,
    "tournament_rebuys": [{"player_name": "Di", "rebuys": 2, "addons": 0}, {"player_name": "Nobody", "rebuys": 1}]
  }
}
"#;

fn read(text: &str) -> Result<TournamentSummary, ParseError> {
    let at = Position { byte: 0, line: 1 };
    let (_, text) = spans(text.as_bytes()).into_iter().next().expect("a summary");
    summaries::read(&OpenTournamentSummary, &text, at)
}

#[test]
fn prizes_of_a_list_without_any_are_unknown() {
    let found = read(WINNING).expect("a summary");
    assert_eq!((found.site, found.tournament_id.as_str()), ("winning", "23000001"));
    assert_eq!(
        (found.currency.code(), found.prize_pool, found.entries),
        ("USD", Some(4200), Some(3))
    );
    // 2026-01-22 18:30:05 UTC
    assert_eq!(found.started_at, Some(1_769_106_605_000_000));
    assert_eq!((found.is_finished, found.buy_in, found.owner_place), (Some(true), None, None));
    let rows: Vec<_> = found
        .players
        .iter()
        .map(|player| (player.player.as_str(), player.finish_place, player.prize))
        .collect();
    assert_eq!(rows, [("Ann", Some(1), None), ("Bob {1}", Some(2), None), ("Cy", Some(2), None)]);
    let paid = WINNING.replacen("\"prize\":0", "\"prize\":42.00", 1);
    let prizes: Vec<_> =
        read(&paid).expect("a summary").players.iter().map(|player| player.prize).collect();
    assert_eq!(prizes, [Some(4200), Some(0), Some(0)]);
}

#[test]
fn first_place_before_the_end_is_not_a_place() {
    let rows = |text: &str| -> Vec<(String, Option<u32>, bool)> {
        let found = read(text).expect("a summary");
        assert_eq!(found.is_finished == Some(false), found.players[0].is_still_playing);
        let row = |of: &TournamentPlayer| (of.player.clone(), of.finish_place, of.is_still_playing);
        found.players.iter().map(row).collect()
    };
    let placed = |name: &str, place| (name.to_owned(), Some(place), false);
    let early = WINNING
        .replace("\"player_count\":3", "\"player_count\":40")
        .replacen("\"finish_position\":2", "\"finish_position\":12", 1)
        .replacen("\"finish_position\":2", "\"finish_position\":31", 1);
    let others = [placed("Bob {1}", 12), placed("Cy", 31)];
    let playing = ("Ann".to_owned(), None, true);
    assert_eq!(rows(&early), [&[playing][..], &others].concat());
    // With a prize, with a second place, or if all entries are listed, it is one.
    let first = [&[placed("Ann", 1)][..], &others].concat();
    assert_eq!(rows(&early.replacen("\"prize\":0", "\"prize\":42", 1)), first);
    assert_eq!(rows(&early.replace("\"player_count\":40", "\"player_count\":3")), first);
    assert_eq!(rows(&early.replace("\"player_count\":40,", "")), first);
    let second = early.replace("\"finish_position\":12", "\"finish_position\":2");
    assert_eq!(rows(&second)[..2], [placed("Ann", 1), placed("Bob {1}", 2)]);
    // The list itself may say so.
    let over = "\"finish_position\":1,\"still_playing\":false";
    assert_eq!(rows(&early.replacen("\"finish_position\":1", over, 1)), first);
}

#[test]
fn all_fields_of_the_specification_are_read() {
    let found = read(WHOLE).expect("a summary");
    assert_eq!((found.site, found.tournament_id.as_str()), ("vegapoker", "1000001"));
    assert_eq!(found.name.as_deref(), Some("$20 Bounty"));
    assert_eq!(
        (found.currency.code(), found.buy_in, found.fee, found.bounty, found.prize_pool),
        ("EUR", Some(1250), Some(200), Some(550), Some(6250))
    );
    let hour = found.finished_at.zip(found.started_at).map(|(end, start)| end - start);
    assert_eq!(hour, Some(3_600_000_000));
    assert_eq!((found.entries, found.owner_place), (Some(5), Some(2)));
    let owner = found.owner().expect("an owner");
    assert_eq!((owner.prize, owner.rebuys, owner.rebuys_paid), (Some(2200), Some(2), Some(4000)));
    let again = &found.players[2];
    assert_eq!((again.entries, again.finish_place, again.prize), (2, Some(3), Some(0)));
    let open = WHOLE.replace(
        "\"finish_position\": 1, \"still_playing\": false, \"prize\": 40.5",
        "\"still_playing\": true, \"x\": 0",
    );
    let open = read(&open).expect("a summary");
    assert_eq!((open.is_finished, open.players[0].finish_place), (Some(false), None));
}

#[test]
fn summaries_and_hands_may_share_a_file() {
    let (_, hand) = samples_of("ohh").into_iter().next().expect("a hand");
    let hand = String::from_utf8(hand).expect("UTF-8");
    let wanted = codes(&hand);
    for text in [
        format!("{WHOLE}\n{WINNING}\n{hand}"),
        format!("{hand}\n{WINNING}{WHOLE}"),
        format!("{WINNING}{WHOLE}{hand}").replace('\n', "\r\n"),
    ] {
        let batch = batch::parse(&whole(text.as_bytes()), &Options::new(&ALL));
        assert_eq!((batch.summaries, batch.rejected + batch.partial), (2, 0), "{text}");
        assert_eq!(codes(&text), wanted);
    }
}

#[test]
fn an_invalid_summary_is_rejected() {
    for (from, to, wanted) in [
        ("\"prize\": 40.5", "\"prize\": 40.555", "amount"),
        ("\"prize\": 40.5", "\"prize\": \"much\"", "amount"),
        ("\"finish_position\": 1", "\"finish_position\": -1", "unknown_line"),
        ("\"tournament_finishes_and_winnings\"", "\"finishes\"", "unknown_line"),
    ] {
        assert!(WHOLE.contains(from), "{from}");
        let error = read(&WHOLE.replacen(from, to, 1)).expect_err(from);
        assert_eq!(error.code(), wanted, "{from} to {to}: {error}");
    }
    let end = WHOLE.find("still_playing").expect("players");
    assert_eq!(read(&WHOLE[..end]).expect_err("half").code(), "truncated");
}

#[test]
fn a_long_list_takes_time_in_proportion() {
    let row = |number: usize| {
        format!(r#"{{"player_name":"p{number}","finish_position":{number},"rebuys":1}},"#)
    };
    let rows: String = (2..40_000).map(row).collect();
    let text = WINNING.replacen("_winnings\":[", &format!("_winnings\":[{rows}"), 1);
    let bought = format!("\"tournament_rebuys\":[{}],\"site_name\"", rows.trim_end_matches(','));
    let found = read(&text.replace("\"site_name\"", &bought)).expect("a summary");
    assert_eq!((found.players.len(), found.players[9].rebuys), (40_001, Some(1)));
}
