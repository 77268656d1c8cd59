//! German, according to three public parsers of such logs. Two call a seat `Platz`, one `Seat`; that one alone reads a
//! place in a tournament. None reads the whole line of a returned bet: in a language without that phrase, it is any line
//! with an amount in brackets followed by a player.

use super::Language;

/// See the module.
pub static GERMAN: Language = Language {
    name: "pokerstars_german",
    needles: &["PokerStars Hand Nr. ", "PokerStars Zoom Hand Nr. "],
    opening: &["PokerStars Hand ", "PokerStars Zoom Hand "],
    after_id: &[":"],
    header: &[("Turnier Nr. ", "Tournament #"), ("Turnier #", "Tournament #")],
    table: "Tisch ",
    button: &["Platz #", "Seat #"],
    play_money: "(Spielgeld)",
    seat: &["Platz ", "Seat "],
    chips: &[" in Chips", " in chips"],
    seat_notes: &[("setzt aus", "is sitting out")],
    acts: &[
        ("setzt Small Blind ", "posts small blind "),
        ("setzt Big Blind ", "posts big blind "),
        ("setzt Ante ", "posts the ante "),
        ("setzt aus", "sits out"),
        ("setzt ", "bets "),
        ("geht mit ", "calls "),
        ("erhöht ", "raises "),
        ("checkt", "checks"),
        ("passt", "folds"),
        ("zeigt [", "shows ["),
    ],
    to: " auf ",
    all_in: "",
    dealt: &[],
    is_dealt: " bekommt: [",
    // `aus dem  Pot` has `Main` or `Side` in the gap.
    collected: ("gewinnt ", &[" aus "]),
    main_pot: "Main",
    side_pot: "Side",
    uncalled: ["", ""],
    titles: &[("ZUSAMMENFASSUNG", "SUMMARY")],
    finished: (&[], &["beendet das Turnier auf Platz "]),
    won_tournament: "",
    prize: "",
    eliminated: [""; 4],
    notices: &[],
    total: "Pot gesamt: ",
    rake: "Rake: ",
    board: "Board [",
    results: &[
        (" (Dealer)", " (button)"),
        (" (Small Blind)", " (small blind)"),
        (" (Big Blind)", " (big blind)"),
        (" passt vor dem Flop", " folded before Flop"),
        (" passt auf: ", " folded on the "),
        (" gewinnt (", " collected ("),
        (" zeigt [", " showed ["),
        ("] und gewinnt (", "] and won ("),
        ("] und verliert", "] and lost"),
    ],
};
