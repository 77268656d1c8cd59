//! The names of the site's files, which alone print a tournament's price.
//!
//! ```text
//! HH20220626-164936 - 6615315 - STT - Hyper Turbo (500 Chips) - $50-$2.50 - HOLDEM - NL -Tourney No.51169700.txt
//! HH20220619-004909 - 6556966 - Jackpot Sit & Go - Jackpot Sit And Go - $2 - TT$2-$0 - HOLDEM - NL -Tourney No.50991177.txt
//! HH20220618-220216 - 12208188 - RING - $0.50-$1 - OMAHA - PL - TBL No.26894678.txt           cash tables: stakes only
//! ```
//!
//! The fields are the time, the session, the kind, the tournament's name, which may be missing, its price and fee, and the
//! game. `TT` marks a price that may be paid with a ticket.

use handlab_core::hand::Hand;

use crate::lines::price::read_price;
use crate::syntax::text::split_once;

/// Adds name and price of the hand's tournament, if its number is that of the file's name.
pub(super) fn read(name: &str, hand: &mut Hand) {
    let Some(tournament) = hand.tournament.as_ref() else { return };
    let number = hand.str(tournament.tournament_id);
    let Some((title, price)) = parse(name, number) else { return };
    let mut printed = *tournament;
    read_price(&price, &mut printed);
    // Prizes, which are read by now, print the same sign.
    let has_prizes = !tournament.currency.code().is_empty();
    if has_prizes && tournament.currency != printed.currency {
        return;
    }
    printed.name = hand.push_text(title);
    hand.tournament = Some(printed);
}

/// Returns the tournament's name and its price such as `$50+$2.50`.
fn parse<'a>(name: &'a str, number: &str) -> Option<(&'a str, String)> {
    let (fields, after) = split_once(name.strip_prefix("HH")?, " -Tourney No.")?;
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    if number.is_empty() || after[..digits] != *number {
        return None;
    }
    let mut last = fields.rsplitn(4, " - ");
    let (_limit, _game, price, first) = (last.next()?, last.next()?, last.next()?, last.next()?);
    let title = first.splitn(4, " - ").nth(3).unwrap_or_default();
    let price = price.strip_prefix("TT").unwrap_or(price);
    let (buy_in, fee) = split_once(price, "-")?;
    let is_amount = |text: &str| text.starts_with('$') && text.len() > 1;
    (is_amount(buy_in) && is_amount(fee)).then(|| (title.trim(), [buy_in, "+", fee].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_each_kind_have_a_price() {
        let cases = [
            (
                "HH20220626-164936 - 6615315 - STT - Hyper Turbo (500 Chips) - $50-$2.50 - HOLDEM - NL -Tourney No.77.txt",
                Some(("Hyper Turbo (500 Chips)", "$50+$2.50")),
            ),
            (
                "HH20220619-004909 - 6556966 - Jackpot Sit & Go - Jackpot Sit And Go - $2 - TT$2-$0 - HOLDEM - NL -Tourney No.77.txt.gz",
                Some(("Jackpot Sit And Go - $2", "$2+$0")),
            ),
            (
                "HH20251113-113000 - 576 - MTT - $6.888 Garantidos (Crazy 8s) - $10-$1 - TorneioHOLDEM - NL -Tourney No.77.txt",
                Some(("$6.888 Garantidos (Crazy 8s)", "$10+$1")),
            ),
            (
                "HH20120801-1 - 5 - STT - $1-$0.10 - OMAHA HiLo - PL -Tourney No.77.txt",
                Some(("", "$1+$0.10")),
            ),
            // Another tournament, a cash table, and names that people gave.
            ("HH20120801-1 - 5 - STT - $1-$0.10 - OMAHA HiLo - PL -Tourney No.777.txt", None),
            ("HH20220618-220216 - 12208188 - RING - $0.50-$1 - OMAHA - PL - TBL No.77.txt", None),
            ("HH20120801-1 - 5 - STT - free-$0 - OMAHA HiLo - PL -Tourney No.77.txt", None),
            ("HH -Tourney No.77", None),
            ("77.txt", None),
            ("", None),
        ];
        for (name, expected) in cases {
            let found = parse(name, "77");
            let found = found.as_ref().map(|(title, price)| (*title, &**price));
            assert_eq!(found, expected, "{name}");
        }
        assert_eq!(parse("HH1 - 5 - STT - $1-$0.10 - HOLDEM - NL -Tourney No..txt", ""), None);
    }
}
