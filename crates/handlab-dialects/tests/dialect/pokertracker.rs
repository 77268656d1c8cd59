//! Summaries of tournaments that `PokerTracker` exports: one of our own, and real ones.

use handlab_cards::game::{Betting, Game};
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::Speed;
use handlab_core::summary::TournamentSummary;
use handlab_dialects::pokertracker::Summaries;

use crate::logs::{corpus_of, each_file};
use crate::summaries::{read, spans};

const SUMMARY: &str = "PokerTracker 4 Tournament Summary
Site: MicroGaming
Game: Omaha Hi
Tournament #: 10300001
Started: 2013/07/31 18:32:39
Finished: 2013/07/31 22:24:14
Buyin: $15.00
Bounty: $5.00
Fee: $1.50
Rebuy: $15.00
Addon: $10.00
Prize Pool: $1,250.50
Table Type: MTT (6 max) REBUY
Tourney Type: Pot Limit
Players: 1,066

Place: 0, Player: Ann, Won: $0.00, Rebuys: 2,
Place: 0, Player: Bob, Won: $0.00, Bounties: 1,
Place: 1, Player: Cid, Won: 9, Won: $1,040.25, Rebuys: 1, Addons: 1,
Place: 66, Player: Dot, Won: $0.00,
";

fn summaries(data: &[u8]) -> Vec<Result<TournamentSummary, ParseErrorKind>> {
    let read =
        |(at, text): (_, String)| read(&Summaries, &text, at).map_err(|error| error.kind().clone());
    spans(data).into_iter().map(read).collect()
}

#[test]
fn a_summary_names_its_site_and_an_unknown_place_has_no_prize() {
    let [summary] = summaries(SUMMARY.as_bytes()).try_into().expect("one summary");
    let summary = summary.expect("a summary");
    assert_eq!((summary.site, summary.tournament_id.as_str()), ("microgaming", "10300001"));
    assert_eq!((summary.game, summary.betting), (Some(Game::Omaha), Some(Betting::PotLimit)));
    assert_eq!((summary.buy_in, summary.bounty, summary.fee), (Some(1500), Some(500), Some(150)));
    assert_eq!((summary.entries, summary.prize_pool), (Some(1066), Some(125_050)));
    assert_eq!(summary.speed, None);
    assert_eq!((summary.currency.code(), summary.is_finished), ("USD", Some(false)));
    let players: Vec<_> = summary
        .players
        .iter()
        .map(|player| (&*player.player, player.finish_place, player.prize, player.rebuys_paid))
        .collect();
    let wanted = [
        ("Ann", None, None, Some(3000)),
        ("Bob", None, None, None),
        ("Cid, Won: 9", Some(1), Some(104_025), Some(2500)),
        ("Dot", Some(66), Some(0), None),
    ];
    assert_eq!(players, wanted);
}

#[test]
fn the_type_of_the_table_names_the_speed() {
    for (kind, wanted) in [
        ("MTT Turbo ", Speed::Turbo),
        ("STT (6 max) Super-Turbo SNG", Speed::Hyper),
        ("STT (3 max) Hyper-Turbo SNG LOTTERY", Speed::Hyper),
    ] {
        let text = SUMMARY.replace("MTT (6 max) REBUY", kind);
        let [summary] = summaries(text.as_bytes()).try_into().expect("one summary");
        assert_eq!(summary.map(|it| it.speed), Ok(Some(wanted)), "{kind}");
    }
}

#[test]
fn an_unreadable_summary_is_rejected() {
    for (from, to) in [
        ("Site: MicroGaming", "Site: Sky Club"),
        ("#: 10300001", "#: none"),
        ("Won: $0.00,\n", "Won: nothing,\n"),
    ] {
        let [outcome] = summaries(SUMMARY.replace(from, to).as_bytes()).try_into().expect("one");
        assert!(matches!(outcome, Err(ParseErrorKind::Amount(_))), "{from}: {outcome:?}");
    }
    let cut = SUMMARY.split("Place:").next().expect("a head");
    assert_eq!(summaries(cut.as_bytes()), [Err(ParseErrorKind::Truncated)]);
    assert!(spans(format!("Ann: {SUMMARY}").as_bytes()).is_empty(), "typed into the chat");
}

#[test]
fn every_summary_of_the_corpus_is_read() {
    let (mut read, mut sites) = (0, Vec::new());
    for folder in ["pokertracker/summary", "fulltilt/summary", "microgaming/summary"] {
        let Some(folder) = corpus_of(folder) else { return };
        each_file(&folder, |name, data| {
            if !data.starts_with(b"PokerTracker ") {
                return;
            }
            let [outcome] = summaries(data).try_into().expect("one summary");
            let summary = outcome.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert!(summary.buy_in.is_some() && summary.fee.is_some(), "{name}");
            assert!(summary.entries >= Some(summary.players.len() as u32), "{name}");
            assert!(summary.game.is_some(), "{name}");
            sites.push(summary.site);
            read += 1;
        });
    }
    sites.sort_unstable();
    sites.dedup();
    assert_eq!(
        (read, sites),
        (12, vec!["fulltilt", "merge", "microgaming", "pokerstars", "winamax"])
    );
}
