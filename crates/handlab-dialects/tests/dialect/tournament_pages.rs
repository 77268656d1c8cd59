//! Pages on which a site lists the tournaments of one player, as saved from a browser.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_dialects::ALL;

use crate::columns::column;
use crate::logs::{corpus_of, each_file};

const POKERSTARS: &str = "
<html>
<head><META HTTP-EQUIV=\"Content-Type\" content=\"text/html; charset=Windows-1252\"></head>
<BODY>
<title>TOURNEYS: &lt;Ann&gt;</title><h2>All  RegularTournaments played by '<b>Ann &amp; Bo's':</h2><h3>Listing:  All </h3>
<table>
	<tr><td><b>From:</b></td><td>2012-1-1-00.00.00</td></tr>
</table>
<TABLE class=\"ex\"><thead>
<tr>
	<th>Date/Time</th><th>Tourney</th><th>Game</th><th>Currency</th><th>Buy-In</th><th>ReBuys<br>AddOns</th><th>Rake</th>
	<th>Place</th><th>Entries</th>
		<th>TLB Points</th>
	<th>Prize</th><th>Bounty Awarded</th><th>Target ID</th><th>Qualified</th>
</tr>
</thead>
<tbody>
<tr id=\"row_11\"><td align=\"right\">1/1/2012 11:45:57 PM</td><td align=\"center\">11</td><td>NL Hold'em</td><td align=center>EUR</td><td>30.00</td><td>90.00</td><td>3.00</td><td>138</td><td>2,070</td><td>0.00</td><td nowrap>1,234.50</td><td>20.00</td><td>&nbsp;</td><td>&nbsp;</td></tr><tr id=\"row_12\"><td>4/30/2005 4:16:48 AM</td><td>12</td><td>PNL Hold'em</td><td>USD</td><td>1,000 FPP</td><td>0.00</td><td>0.00</td><td>1</td><td>287</td><td>0.00</td><td>55.00</td><td>0.00</td><td>99</td><td>*\\/*</td></tr><tr id=\"row_13\"><td>1/2/2012 1:07:48 AM</td><td>13</td><td>Limit HORSE</td><td>USD</td><td>20.00</td><td>0.00</td><td>x</td><td>2</td><td>3</td><td>0.00</td><td>0.00</td><td>0.00</td><td>&nbsp;</td><td>&nbsp;</td></tr>
</tbody>
<tfoot>
<tr><td><b>Total</td><td><b>3</td></tr>
</tfoot>
</TABLE>
</BODY></HTML>
";

/// The cells of an amount: money, points, play money, tickets.
fn amounts(real: &str, comps: &str, play: &str, ticket: &str) -> String {
    [real, comps, play, ticket].map(|amount| format!("<td>{amount}</td>")).concat()
}

fn winning() -> String {
    let kinds = "<th>Real</th><th>Comps</th><th>Play</th><th>TB</th>".repeat(5);
    let nothing = amounts("$0.00", "0.00", "0.00", "0.00");
    let end = "<td>8/4/2016 12:25:00 PM</td><td>8/4/2016 12:25:41 PM</td><td>8/4/2016 1:07:13 PM</td><td> 00:41:32</td>";
    let row = |id: u32, name: &str, amounts: [&str; 5]| {
        let amounts = amounts.concat();
        format!("<tr>\n\t\t\t<td>{id}</td><td>Hold'em</td><td>{name}</td>{amounts}{end}\n\t\t</tr>")
    };
    let price = amounts("$5.00", "0.00", "0.00", "0.00");
    let fee = amounts("$0.37", "0.00", "0.00", "0.00");
    let won = amounts("$1,004.80", "0.00", "0.00", "0.00");
    let ticket = amounts("$0.00", "0.00", "0.00", "2.20");
    let play = amounts("$0.00", "0.00", "500.00", "0.00");
    let points = amounts("$0.00", "40.00", "0.00", "0.00");
    let rows = [
        row(21, "$5 Regular &amp; 9-Max", [&price, &fee, &ticket, &price, &won]),
        row(22, "Ticket", [&ticket, &nothing, &nothing, &nothing, &points]),
        row(23, "Play", [&play, &nothing, &nothing, &nothing, &play]),
        row(24, "Points", [&points, &nothing, &nothing, &nothing, &nothing]),
    ];
    format!(
        "<!DOCTYPE html>\n<html><body><a class=\"menu\" href=\"x\">Player Details: Ann_1</a>\n\
        <table><tr><td>Date from:</td><td>08/01/2016</td></tr></table>\n<table><tbody><tr>\n\
        <td colspan=\"3\"></td><td colspan=\"4\">Buy In</td><td colspan=\"4\">Tourney fee</td><td colspan=\"4\">Rebuy</td>\
        <td colspan=\"4\">Addon</td><td colspan=\"4\">Wins</td><td colspan=\"4\"></td></tr><tr>\n\
        <th><a href=\"y\">Tourney ID</a></th><th>Game type</th><th>Tourney name</th>{kinds}<th>Reg. Time</th>\
        <th>Start Time</th><th>End Time</th><th>Total Time</th></tr>{}<tr>\n\t\t\t<td align=\"right\" colspan=\"3\">Total </td>\
        <td>$5.00</td></tr></tbody></table></body></html>\n",
        rows.concat()
    )
}

fn read(page: &str) -> Batch {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: page.as_bytes(), encoding: Encoding::Utf8, at, is_last: true };
    batch::parse(&piece, &Options::new(&ALL))
}

/// A column of what the page reports.
fn reported(page: &Batch, name: &str) -> Vec<String> {
    column(page, "tournament_reports", name)
}

#[test]
fn each_row_of_the_page_of_pokerstars_is_a_tournament_of_its_player() {
    let page = read(POKERSTARS);
    assert_eq!(reported(&page, "player"), ["Ann & Bo's", "Ann & Bo's"]);
    assert_eq!(reported(&page, "tournament_id"), ["11", "12"]);
    assert_eq!(reported(&page, "betting"), ["no_limit", "pot_limit_preflop"]);
    assert_eq!(reported(&page, "currency"), ["EUR", "FPP"]);
    assert_eq!(reported(&page, "buy_in"), ["3000", "100000"]);
    assert_eq!(reported(&page, "fee"), ["300", "0"]);
    assert_eq!(reported(&page, "entries"), ["2070", "287"]);
    assert_eq!(reported(&page, "finish_place"), ["138", "1"]);
    assert_eq!(reported(&page, "rebuys_paid"), ["9000", "0"]);
    assert_eq!(reported(&page, "bounties_won"), ["2000", "0"]);
    // A prize in dollars is not an amount of points; the seat that was won is recorded instead.
    assert_eq!(reported(&page, "prize"), ["123450", "null"]);
    assert_eq!(reported(&page, "prize_text"), ["null", "Target ID 99"]);
    // Times are in the player's time zone, and whether others were still playing is not printed.
    assert_eq!(reported(&page, "started_at"), ["null", "null"]);
    assert_eq!(reported(&page, "is_finished"), ["null", "null"]);
    // The third row, whose rake is not an amount, is rejected at its own position.
    assert_eq!(column(&page, "rejects", "code"), ["amount"]);
    let place = POKERSTARS.find("<tr id=\"row_13\"").expect("a row").to_string();
    assert_eq!(column(&page, "rejects", "byte_offset"), [place]);
}

#[test]
fn a_row_may_have_no_buy_in_or_a_prize_in_money_and_points() {
    let page = POKERSTARS
        .replace("<td>30.00</td>", "<td>Freeroll</td>")
        .replace("<td nowrap>1,234.50</td>", "<td>1.50 + 100&nbsp;FPP</td>")
        .replace("<td>1,000 FPP</td>", "<td>5&nbsp;StarsCoin</td>");
    let page = read(&page);
    assert_eq!(reported(&page, "tournament_id"), ["11", "12"]);
    assert_eq!(reported(&page, "currency"), ["EUR", "SC"]);
    assert_eq!(reported(&page, "buy_in"), ["0", "500"]);
    assert_eq!(reported(&page, "prize"), ["150", "null"]);
    assert_eq!(reported(&page, "prize_text"), ["100 FPP", "Target ID 99"]);
}

#[test]
fn each_row_of_the_page_of_winning_is_a_tournament_of_its_player() {
    let page = read(&winning());
    assert_eq!(column(&page, "rejects", "message"), Vec::<String>::new());
    assert_eq!(reported(&page, "site"), ["winning"; 4]);
    assert_eq!(reported(&page, "player"), ["Ann_1"; 4]);
    assert_eq!(reported(&page, "name"), ["$5 Regular & 9-Max", "Ticket", "Play", "Points"]);
    assert_eq!(reported(&page, "game"), ["holdem"; 4]);
    assert_eq!(reported(&page, "currency"), ["USD", "USD", "PLAY", "USD"]);
    // A ticket counts at its value; a price in points has no known value in a currency.
    assert_eq!(reported(&page, "buy_in"), ["500", "220", "50000", "null"]);
    assert_eq!(reported(&page, "fee"), ["37", "0", "0", "null"]);
    assert_eq!(reported(&page, "rebuys_paid"), ["720", "0", "0", "null"]);
    assert_eq!(reported(&page, "prize"), ["100480", "0", "50000", "0"]);
    assert_eq!(reported(&page, "prize_text"), ["null", "40.00 Comps", "null", "null"]);
    assert_eq!(reported(&page, "finish_place"), ["null"; 4]);
}

#[test]
fn a_page_without_its_start_is_rejected_row_by_row() {
    for (page, needle) in
        [(POKERSTARS.to_owned(), "<tr id=\"row_"), (winning(), "<tr>\n\t\t\t<td>21")]
    {
        let rows = &page[page.find(needle).expect("a row")..];
        let found = read(&format!("x\n{rows}"));
        assert_eq!(found.summaries, 0);
        assert!(column(&found, "rejects", "code").iter().all(|code| code == "header"));
        assert!(column(&found, "rejects", "code").len() >= 3);
    }
}

#[test]
fn a_page_that_is_cut_anywhere_never_panics_and_is_not_misread() {
    for page in [POKERSTARS.to_owned(), winning()] {
        let whole = read(&page);
        let ids = reported(&whole, "tournament_id");
        for end in (0..page.len()).filter(|end| page.is_char_boundary(*end)) {
            let found = read(&page[..end]);
            let prefix = reported(&found, "tournament_id");
            assert_eq!(prefix, ids[..prefix.len()], "cut at {end}");
        }
    }
}

/// The sums of known amounts, and the number of tournaments.
fn sums(page: &Batch) -> ([i64; 4], usize) {
    let sum = |name| reported(page, name).iter().filter_map(|text| text.parse::<i64>().ok()).sum();
    let names = ["buy_in", "rebuys_paid", "fee", "prize"];
    (names.map(sum), reported(page, "tournament_id").len())
}

#[test]
fn pages_of_the_corpus_add_up_to_what_they_print() {
    let folders = [corpus_of("pokerstars/summary"), corpus_of("winning/summary")];
    let mut count = 0;
    for folder in folders.into_iter().flatten() {
        each_file(&folder, |name, data| {
            let page = read(&String::from_utf8_lossy(data));
            let wanted = match name {
                // Net -33.00, with a price of 1,000 points.
                _ if name.contains("Archive-201007") => ([103_000, 0, 300, 0], 3),
                // The page converts euros and pounds to dollars by rates of its own.
                _ if name.contains("Archive-2012") => {
                    ([24_579_066, 8_491_564, 1_779_864, 40_037_663], 1996)
                }
                _ if name.contains("PlayerTransactionHistory") => ([1230, 0, 84, 480], 5),
                _ => return,
            };
            assert_eq!(sums(&page), wanted, "{name}");
            assert_eq!(column(&page, "rejects", "code"), Vec::<String>::new(), "{name}");
            count += 1;
        });
        assert!(count > 0, "no page in {}", folder.display());
    }
}
