//! Every summary of the corpus is read, and the results are consistent. No part of the corpus is stored here.

use handlab_core::framing::mail_body;
use handlab_core::summary::TournamentSummary;
use handlab_dialects::ALL;
use handlab_dialects::pokerstars::summary::parse;

use crate::logs::{corpus_of, each_file};
use crate::summaries::spans;

/// Checks what holds for every summary, whoever wrote it.
fn check(summary: &TournamentSummary, text: &str, name: &str) {
    let players = &summary.players;
    assert!(!players.is_empty(), "{name}");
    assert_eq!(summary.scale, 2, "{name}");
    assert!(summary.betting.is_some() && summary.game.is_some(), "{name}");
    assert!(summary.started_at.is_some(), "{name}");
    assert!(summary.finished_at.is_none_or(|end| Some(end) > summary.started_at), "{name}");
    assert!(summary.buy_in.is_some() && summary.fee.is_some(), "{name}");

    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && line[digits..].starts_with(": ")
    });
    let lines = lines.count() as u32;
    assert!(summary.entries >= Some(lines.max(players.len() as u32)), "{name}");

    let places: Vec<u32> = players.iter().filter_map(|player| player.finish_place).collect();
    assert!(places.is_sorted(), "{name}: places run down the list");
    assert!(places.iter().all(|place| *place <= lines), "{name}");
    for player in players {
        let named = (&player.player, name);
        assert_eq!(player.finish_place.is_none(), player.is_still_playing, "{named:?}");
        assert!(!player.player.is_empty() && player.player.trim() == player.player, "{named:?}");
        // Looking for each of 30,000 names in a megabyte takes seconds.
        assert!(players.len() > 1000 || text.contains(&player.player), "{named:?}");
        assert!(!player.is_still_playing || player.prize.is_none(), "{named:?}");
        assert!(player.entries >= 1, "{named:?}");
    }

    // Prizes never increase down the list, except for sums over several entries.
    let once = players.iter().filter(|player| player.entries == 1);
    let prizes: Vec<i64> = once.filter_map(|player| player.prize).collect();
    assert!(prizes.is_sorted_by(|a, b| a >= b), "{name}");
    let paid: i64 = prizes.iter().sum();
    if summary.is_finished == Some(true) && players.iter().all(|player| player.entries == 1) {
        let pool = summary.prize_pool.unwrap_or(0);
        let has_tickets = players.iter().any(|player| player.prize_text.is_some());
        // Shares are cut to the cent, some are rounded up.
        assert!(has_tickets || (paid - pool).abs() <= 2, "{name}: {paid} of {pool}");
    }

    let owner = summary.owner();
    assert_eq!(owner.is_some(), text.contains("You finished in "), "{name}");
    if let Some(owner) = owner {
        assert_eq!(owner.finish_place, summary.owner_place, "{name}");
        assert_eq!(owner.rebuys.is_some(), text.contains("You made "), "{name}");
        assert_eq!(owner.rebuys_paid.is_some(), text.contains(" for a total of "), "{name}");
    }
}

#[test]
fn every_summary_of_the_corpus_is_read_and_agrees_with_itself() {
    let Some(folder) = corpus_of("pokerstars/summary") else { return };
    let (mut read, mut hands) = (0, 0);
    let mut summary = TournamentSummary::default();
    each_file(&folder, |name, bytes| {
        // The page of a player's tournaments is another form, see `tournament_pages`.
        if name.contains("Archive") {
            return;
        }
        let found =
            spans(&mail_body(bytes, |page| ALL.reads_tags(page)).unwrap_or_else(|| bytes.to_vec()));
        if found.is_empty() {
            // The only file in these folders that holds a hand.
            assert!(name.contains("converted.split"), "{name} is not claimed");
            hands += 1;
        }
        for (place, span) in found {
            parse(&span, place, &mut summary).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            check(&summary, &span, name);
            read += 1;
        }
    });
    assert!(read >= 38, "only {read} summaries were read");
    assert_eq!(hands, 2);
}
