//! What belongs to the tournament and not to the hand: its id and buy-in, finishes, bounties.

use handlab_core::chips;
use handlab_core::dialect::text::find_player;
use handlab_core::hand::{
    Finish, Hand, Purchase, PurchaseKind, SidePayment, SidePaymentKind, Text, Tournament,
};

use crate::lines::games::find_game;
use crate::lines::price::{first_money, money, read_price};
use crate::lines::stakes;
use crate::names::split_player;
use crate::syntax::text::{rfind, rsplit_once, split_once, strip_prefix_ignore_case};

/// Reads `354025449, $9.04+$0.96 USD ` after `Tournament #`; returns the rest of the line, which starts with the game.
///
/// Buy-ins: `$10+$1 USD`, `$5+$5+$1 EUR` (pool, bounty, fee), `Rs. 0.44+Rs. 0.06 INR`, `17000+3000`, `100FPP`,
/// `250 SC`, `Freeroll`; a shootout, and a tournament for tickets, may have none.
pub(crate) fn read_entry<'a>(text: &'a str, hand: &mut Hand) -> Option<&'a str> {
    let (id, rest) = text.split_once(',')?;
    let mut tournament =
        Tournament { tournament_id: hand.push_text(id.trim()), ..Tournament::default() };
    let rest = rest.trim_start();
    let (price, rest) = rest.split_at(rest.len() - after_price(rest).len());
    let price = price.trim_end_matches([' ', '-']);
    if strip_prefix_ignore_case(price, "Free").is_some() {
        (tournament.buy_in, tournament.fee) = (Some(0), Some(0));
    } else if price.contains(|letter: char| letter.is_ascii_digit()) {
        read_price(price, &mut tournament);
    }
    hand.tournament = Some(tournament);
    Some(rest.trim_start_matches([' ', '-']))
}

/// Sets the name of the hand's tournament, if it is one.
pub(crate) fn set_name(name: &str, hand: &mut Hand) {
    let name = hand.push_text(name.trim_matches([' ', ',']));
    if let Some(tournament) = hand.tournament.as_mut().filter(|entry| entry.name.is_empty()) {
        tournament.name = name;
    }
}

/// What follows the words of a price: the game. It may begin with a digit itself: `5 Card Draw`, `8-Game`,
/// `6+ Hold'em`.
fn after_price(text: &str) -> &str {
    const GAMES: [&str; 11] = [
        "4 Card", "5 Card", "6 Card", "7 Card", "4-Card", "5-Card", "6-Card", "7-Card", "6+ ",
        "2-7", "8-Game",
    ];
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_game = GAMES.iter().any(|game| strip_prefix_ignore_case(rest, game).is_some());
        if word.is_empty() || is_game || !is_of_price(word) {
            return rest;
        }
        rest = &rest[end..];
    }
}

/// Whether a word is an amount, a currency or the name of a price.
fn is_of_price(word: &str) -> bool {
    const NAMES: [&str; 7] = ["Freeroll", "Free", "Ticket", "Tickets", "StarsCoin", "+", "-"];
    // `stage_003` and `2026新春杯` are names of tournaments.
    let mut letters = word.split(|letter: char| letter.is_ascii() || !letter.is_alphabetic());
    if word.contains('_') || letters.any(|run| run.chars().count() > 2 && !chips::is_symbol(run)) {
        return false;
    }
    chips::is_symbol(word)
        || stakes::is_code(word)
        || word.bytes().any(|byte| byte.is_ascii_digit())
        || NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// The text after the name of a tournament, which converters of other sites' hands print before the game, in place of the
/// price: `Daily $5 Hold'em No Limit - Level (50/100)`. `entry` is what [`read_entry`] read, and `text` its rest.
pub(crate) fn after_name<'a>(entry: &str, text: &'a str, hand: &mut Hand) -> &'a str {
    let Some(tournament) = hand.tournament.as_mut().filter(|entry| entry.fee.is_none()) else {
        return text;
    };
    let end = rfind(text, " - Level").unwrap_or_else(|| stakes::split(text).0.len());
    let Some(start) = find_game(&text[..end]).filter(|start| *start > 0) else { return text };
    let name = text[..start].trim_end();
    if OTHER_GAMES.iter().any(|word| name.ends_with(word)) {
        return text;
    }
    let game = &text[start..];
    let (_, name) = entry[..entry.len() - game.len()].split_once(',').unwrap_or_default();
    // A number at the start of the name is not a price.
    *tournament = Tournament { tournament_id: tournament.tournament_id, ..Tournament::default() };
    // `0.95+0.05 MBTC` is one, in money that PokerStars does not have.
    let first = name.trim_start().split(' ').next().unwrap_or_default();
    let is_of_sum = |byte: u8| byte.is_ascii_digit() || b"+.".contains(&byte);
    if !(first.contains('+') && first.bytes().all(is_of_sum)) {
        set_name(name, hand);
    }
    game
}

/// Words that make the game after them a different one: they never end a tournament's name.
const OTHER_GAMES: [&str; 5] = ["Double", "Showtime", "Swap", "Tempest", "Unfold"];

/// Records a line such as `NAME finished the tournament in 3rd place and received $5.`; false if it is not such a line.
pub(crate) fn read_line(line: &str, hand: &mut Hand) -> bool {
    if let Some((name, rest)) = split_once(line, " finished the tournament in ") {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let prize = split_once(rest, " and received ").map_or("", |(_, prize)| prize);
        push_finish(hand, name, rest[..digits].parse().ok(), prize);
    } else if let Some((name, rest)) = split_once(line, " wins the tournament") {
        let prize = split_once(rest, " and receives ").map_or("", |(_, prize)| prize);
        let prize = split_once(prize, " - congratulations").map_or(prize, |(prize, _)| prize);
        push_finish(hand, name, Some(1), prize);
    } else if let Some((seat, prize)) = extra_prize(line, hand) {
        add_prize_text(hand, seat, prize);
    } else if let Some((names, _)) = [" for eliminating ", " for splitting the elimination of "]
        .iter()
        .find_map(|mark| split_once(line, mark))
    {
        read_bounty(names, hand);
    } else if let Some((kind, name, rest)) = PURCHASES
        .iter()
        .find_map(|(mark, kind)| split_once(line, mark).map(|(name, rest)| (*kind, name, rest)))
    {
        read_purchase(kind, name, rest, hand);
    } else {
        return false;
    }
    true
}

/// Records where a player finished, with a prize of money or, such as a ticket, of another kind.
fn push_finish(hand: &mut Hand, name: &str, place: Option<u32>, printed: &str) {
    let prize = amount(hand, split_once(printed, " - ").map_or(printed, |(prize, _)| prize));
    let text = if prize.is_none() { trim_prize(printed) } else { "" };
    let prize_text = hand.push_text(text);
    let player = known_name(hand, name);
    hand.finishes.push(Finish { player, place, prize, prize_text });
}

/// How the prize of a satellite begins.
pub(super) const ENTRY: &str = "entry to ";

/// The seat and the prize of `NAME wins an entry to tournament #123`, `NAME wins a '$5 ticket' ticket` and `NAME also
/// received a Golden Sit & Go reward of $50`.
fn extra_prize<'t>(line: &'t str, hand: &Hand) -> Option<(u8, &'t str)> {
    let entry = split_player(hand, line, " wins an ");
    let ticket = || {
        let (seat, rest) = split_player(hand, line, " wins a '")?;
        Some((seat, rest.strip_suffix("' ticket")?))
    };
    entry.filter(|(_, prize)| prize.starts_with(ENTRY)).or_else(ticket).or_else(|| {
        [" also received a ", " also received an "]
            .iter()
            .find_map(|words| split_player(hand, line, words))
    })
}

/// To a text that is longer no further prizes are added.
const LONGEST_PRIZE: usize = 400;

/// Adds `entry to tournament #123` or `Golden Sit & Go reward of $50` to how a player finished: these are neither in the
/// prize pool nor, before they are used, money.
fn add_prize_text(hand: &mut Hand, seat: u8, text: &str) {
    let printed = hand.finish_of(seat).prize_text;
    let printed = hand.str(printed);
    let text = trim_prize(text);
    // A line may be printed twice, and lines without end must not make a text that grows with each.
    if printed.len() > LONGEST_PRIZE || printed.split(", ").any(|known| known == text) {
        return skip_line(hand, true);
    }
    let all = if printed.is_empty() { text.to_owned() } else { [printed, ", ", text].concat() };
    let all = hand.push_text(&all);
    hand.finish_of(seat).prize_text = all;
}

fn trim_prize(text: &str) -> &str {
    text.trim().trim_end_matches(['.', '!'])
}

const PURCHASES: [(&str, PurchaseKind); 4] = [
    (" re-buys and receives ", PurchaseKind::Rebuy),
    (" rebuys and receives ", PurchaseKind::Rebuy),
    (" takes the add-on and receives ", PurchaseKind::AddOn),
    (" takes the addon and receives ", PurchaseKind::AddOn),
];

/// Records `1500 chips for $10.00` or `1500 chips for 250 StarsCoin`.
fn read_purchase(kind: PurchaseKind, name: &str, text: &str, hand: &mut Hand) {
    let price = rsplit_once(text, " for ").and_then(|(_, price)| amount(hand, price));
    let player = known_name(hand, name);
    hand.purchases.push(Purchase { player, kind, price });
}

/// Reads `$10.00` or `250 StarsCoin`. Points are not money: a tournament for dollars may sell and award them as well.
fn amount(hand: &mut Hand, text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches('.');
    let Some((number, "StarsCoin" | "FPP" | "FPPs" | "SC")) = text.split_once(' ') else {
        return first_money(hand, text);
    };
    let currency = hand.tournament.map(|tournament| tournament.currency)?;
    matches!(currency.code(), "SC" | "FPP").then(|| money(hand, number))?
}

/// Records `NAME wins the $2 bounty`, `A, B split the $2 bounty` or `NAME wins $2`. Other winnings of a player at the table,
/// such as a ticket, are counted as unread.
fn read_bounty(text: &str, hand: &mut Hand) {
    if let Some((names, amount)) = split_once(text, " split the ") {
        // Several names with commas between them, and perhaps within them: the seats show which name is whose.
        let mut seats = Vec::new();
        let list = format!("{names}, ");
        let mut rest = list.as_str();
        while let Some((seat, after)) = split_player(hand, rest, ", ") {
            seats.push(seat);
            rest = after;
        }
        seats.sort_unstable();
        seats.dedup();
        let Some(amount) = first_money(hand, without_kind(amount)) else {
            return skip_line(hand, !seats.is_empty());
        };
        let shares = seats.len() as i64;
        for (place, seat) in seats.into_iter().enumerate() {
            let odd = i64::from((place as i64) < amount % shares);
            push_bounty(hand, seat, amount / shares + odd);
        }
    } else if let Some((seat, amount)) = split_player(hand, text, " wins ") {
        match first_money(hand, without_kind(amount.trim_start_matches("the "))) {
            Some(amount) => push_bounty(hand, seat, amount),
            None => skip_line(hand, true),
        }
    }
}

/// The amount of `$25 bounty` or `$25 Mystery Bounty`.
fn without_kind(text: &str) -> &str {
    let mut amount = text;
    while let Some((front, word)) = amount.rsplit_once(' ')
        && ["bounty", "mystery"].iter().any(|kind| kind.eq_ignore_ascii_case(word))
    {
        amount = front;
    }
    amount
}

fn skip_line(hand: &mut Hand, is_of_player: bool) {
    hand.unread_lines = hand.unread_lines.saturating_add(u16::from(is_of_player));
}

fn push_bounty(hand: &mut Hand, seat: u8, amount: i64) {
    let kind = SidePaymentKind::Bounty;
    hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
}

fn known_name(hand: &mut Hand, name: &str) -> Text {
    match find_player(hand, name) {
        Some(seat) => hand.seats[usize::from(seat)].player,
        None => hand.push_text(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_only_in_a_tournament_for_points() {
        for (price, wanted) in [("$5+$0.50 USD", [None, None]), ("100FPP", [Some(500), Some(300)])]
        {
            let mut hand = Hand::default();
            read_entry(&format!("77, {price} Hold'em"), &mut hand).expect("an entry");
            for line in [
                "Ann finished the tournament in 4th place and received 500 FPP.",
                "Bea takes the add-on and receives 2000 chips for 300 StarsCoin",
            ] {
                assert!(read_line(line, &mut hand), "{line}");
            }
            assert_eq!([hand.finishes[0].prize, hand.purchases[0].price], wanted, "{price}");
        }
    }

    #[test]
    fn a_prize_that_is_not_money_is_kept_as_printed() {
        use handlab_core::hand::Seat;
        let cases: [(&[&str], Option<i64>, &str); 7] = [
            (
                &[
                    "Ann wins the tournament - congratulations!",
                    "Ann wins a '$10 Step 3 ticket' ticket",
                ],
                None,
                "$10 Step 3 ticket",
            ),
            (&["Ann finished the tournament in 3rd place and received $5."], Some(500), ""),
            (&["Ann finished the tournament in 3rd place and received 500 FPP."], None, "500 FPP"),
            (
                &[
                    "Ann finished the tournament in 1st place",
                    "Ann wins an entry to tournament #78",
                ],
                None,
                "entry to tournament #78",
            ),
            (
                &[
                    "Ann wins the tournament and receives $25.00 - congratulations!",
                    "Ann also received a Golden Sit & Go reward of $50",
                ],
                Some(2500),
                "Golden Sit & Go reward of $50",
            ),
            (
                &[
                    "Ann wins an entry to tournament #78",
                    "Ann wins an entry to tournament #78",
                    "Ann also received a badge.",
                ],
                None,
                "entry to tournament #78, badge",
            ),
            (&["Ann finished the tournament in 9th place", "Eve also received a"], None, ""),
        ];
        for (lines, prize, text) in cases {
            let mut hand = Hand::default();
            read_entry("77, $5+$0.50 USD Hold'em", &mut hand).expect("an entry");
            let player = hand.push_text("Ann");
            hand.seats.push(Seat { player, ..Seat::default() });
            for line in lines {
                read_line(line, &mut hand);
            }
            let [finish] = &hand.finishes[..] else { panic!("{lines:?}") };
            assert_eq!((finish.prize, hand.str(finish.prize_text)), (prize, text), "{lines:?}");
        }
    }

    #[test]
    fn a_bounty_is_an_amount_whatever_its_kind_or_counted_as_unread() {
        use handlab_core::hand::Seat;
        for (line, wanted) in [
            ("Ann wins the $25 bounty for eliminating Bea", (Some(2500), 0)),
            ("Ann wins the $1,025.50 Mystery Bounty for eliminating Bea", (Some(102_550), 0)),
            (
                "Ann wins $2.50 for eliminating Bea and their own bounty increases by $2.50 to $7",
                (Some(250), 0),
            ),
            ("Ann wins the Golden Ticket for eliminating Bea", (None, 1)),
            ("Eve wins the Golden Ticket for eliminating Bea", (None, 0)),
        ] {
            let mut hand = Hand::default();
            read_entry("77, $5+$5+$1 USD Hold'em", &mut hand).expect("an entry");
            let player = hand.push_text("Ann");
            hand.seats.push(Seat { player, ..Seat::default() });
            assert!(read_line(line, &mut hand), "{line}");
            let amount = hand.side_payments.first().map(|paid| paid.amount);
            assert_eq!((amount, hand.unread_lines), wanted, "{line}");
        }
    }

    #[test]
    fn prices_are_separated_from_the_game() {
        let cases = [
            ("$9.04+$0.96 USD Hold'em No Limit", "USD", [Some(904), None, Some(96)]),
            ("$5+$5+$1 EUR Hold'em No Limit", "EUR", [Some(500), Some(500), Some(100)]),
            ("Rs. 0.44+Rs. 0.06 INR Hold'em No Limit", "INR", [Some(44), None, Some(6)]),
            ("€0.25 + €0.05 EUR 7 Card Stud Limit", "EUR", [Some(25), None, Some(5)]),
            (
                "\u{fffd}2+\u{fffd}3+\u{fffd}0.40 EUR Hold'em",
                "EUR",
                [Some(200), Some(300), Some(40)],
            ),
            ("\u{fffd}2+\u{fffd}0.40 Hold'em", "PLAY", [None, None, None]),
            ("1€+0,50€ Razz Limit", "EUR", [Some(100), None, Some(50)]),
            ("17000+3000 5 Card Draw No Limit", "PLAY", [Some(17000), None, Some(3000)]),
            ("100FPP 6+ Hold'em No Limit", "FPP", [Some(100), None, None]),
            ("250 SC 8-Game (Razz Limit)", "SC", [Some(250), None, None]),
            ("Freeroll  Hold'em No Limit", "", [Some(0), None, Some(0)]),
            ("Ticket Hold'em No Limit", "", [None, None, None]),
            ("Hold'em No Limit", "", [None, None, None]),
            ("stage_003 Hold'em No Limit", "", [None, None, None]),
            ("5 Card Omaha Pot Limit", "", [None, None, None]),
            ("HORSE (Razz Limit)", "", [None, None, None]),
            ("- NL Hold'em", "", [None, None, None]),
            ("NLHE", "", [None, None, None]),
        ];
        for (text, code, [buy_in, bounty, fee]) in cases {
            let mut hand = Hand::default();
            let line = format!("77, {text}");
            let rest = read_entry(&line, &mut hand).expect("an entry");
            let opening = rest.split(' ').next().unwrap_or_default();
            assert!(
                ["Hold'em", "7", "Razz", "5", "6+", "8-Game", "HORSE", "NL", "NLHE", "stage_003"]
                    .contains(&opening),
                "{rest}"
            );
            let found = hand.tournament.expect("a tournament");
            assert_eq!((found.buy_in, found.bounty, found.fee), (buy_in, bounty, fee), "{text}");
            assert_eq!(found.currency.code(), code, "{text}");
        }
    }
}
