//! How a site prints raises and in which chips it splits pots, as data: made-up dialects that differ in nothing else.

use handlab_cards::card::CardList;
use handlab_core::batch::{self, Batch, Options};
use handlab_core::dialect::{Dialect, Registry};
use handlab_core::error::ParseError;
use handlab_core::framing::{Encoding, Piece, Span};
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind};
use handlab_core::rules::{FormerChip, RaisePrinting, SiteRules};

use crate::columns::column;
use crate::made_up::{START, take_line};
use crate::paper;

/// Reads the notation of `paper.rs` by its own rules, with two more lines: `1 raises 30`, and `cards 1 AhKh`.
struct Ruled {
    rules: SiteRules,
    kind: Kind,
}

impl Ruled {
    fn take(&self, hand: &mut Hand, line: &str, span: Span<'_>) -> Result<(), ParseError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let seat_of = |hand: &Hand, seat: &str| {
            hand.seat_index(seat.parse().expect("a chair")).expect("a seat")
        };
        match words.as_slice() {
            [seat, "raises", amount, rest @ ..] => {
                let amount = amount.parse().expect("an amount");
                let action = Action {
                    street: hand.last_street,
                    seat: seat_of(hand, seat),
                    kind: ActionKind::Raise,
                    amount: Amount::of_raise(self.rules.raises, amount),
                    is_all_in: *rest == ["all-in"],
                    is_capped: false,
                    cards: CardList::EMPTY,
                };
                hand.actions.push(action);
                Ok(())
            }
            ["cards", seat, cards] => {
                let seat = usize::from(seat_of(hand, seat));
                hand.seats[seat].hole_cards = paper::card_list(cards);
                Ok(())
            }
            _ => take_line(hand, line, span.at),
        }
    }
}

impl Dialect for Ruled {
    fn site(&self) -> &'static str {
        "ruled"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Ruled hand #"]
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        before.is_empty()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        // A dialect's rules are a constant; here each test has its own.
        hand.rules = Box::leak(Box::new(self.rules));
        (hand.site, hand.kind, hand.scale) = (self.site(), self.kind, 2);
        hand.started_at = Some(0);
        let mut lines = span.text.lines();
        hand.hand_id = hand.push_text(lines.next().unwrap_or_default());
        lines.try_for_each(|line| self.take(hand, line, span))
    }
}

fn parsed(rules: SiteRules, kind: Kind, acts: &str) -> Batch {
    let text = format!("Ruled hand #1\n{acts}");
    let dialects = Registry::new(&[Box::leak(Box::new(Ruled { rules, kind }))]);
    let data = text.as_bytes();
    let piece = Piece { data, encoding: Encoding::Utf8, at: START, is_last: true };
    batch::parse(&piece, &Options::new(&dialects))
}

/// A raise to 30 and one to 70, by players who have contributed 0 and 5.
fn two_raises(first: u32, second: u32) -> String {
    format!(
        "blinds 5/10 button 1\nseats 1:1000 2:1000 3:1000\n2 sb 5\n3 bb 10\n1 raises {first}\n\
         2 raises {second}\n3 fold\n1 call 40\nflop 2c3d4h\n2 bet 50\n1 fold\nuncalled 2 50\n2 collected 150\n"
    )
}

const PRINTED: [(RaisePrinting, u32, u32); 3] =
    [(RaisePrinting::To, 30, 70), (RaisePrinting::By, 20, 40), (RaisePrinting::Added, 30, 65)];

fn raising(raises: RaisePrinting) -> SiteRules {
    SiteRules { raises, ..SiteRules::PLAIN }
}

#[test]
fn a_raise_is_read_as_the_site_prints_it() {
    for (printing, first, second) in PRINTED {
        let acts = two_raises(first, second);
        for (read_as, _, _) in PRINTED {
            let found = parsed(raising(read_as), Kind::Cash, &acts);

            let is_exact = column(&found, "hands", "verdict") == ["exact"];
            assert_eq!(is_exact, read_as == printing, "{printing:?} read as {read_as:?}");
            if is_exact {
                let raised = &column(&found, "actions", "raise_by")[2..4];
                assert_eq!(raised, ["20", "40"], "{printing:?}");
            }
        }
    }
}

#[test]
fn an_ambiguous_raise_is_read_such_that_the_hand_adds_up() {
    for (printing, first, second) in PRINTED {
        let rules = raising(RaisePrinting::Ambiguous);

        let found = parsed(rules, Kind::Cash, &two_raises(first, second));

        assert_eq!(column(&found, "hands", "verdict"), ["exact"], "{printing:?}");
        let totals = &column(&found, "actions", "street_total")[2..4];
        assert_eq!(totals, ["30", "70"], "{printing:?}");
    }
}

#[test]
fn the_stack_shows_what_an_uncalled_raise_is() {
    let hand = |raise: &str, uncalled: &str| {
        let acts = format!(
            "blinds 5/10 button 1\nseats 1:1000 2:1000 3:1000\n2 sb 5\n3 bb 10\n1 raises {raise}\n2 fold\n\
             3 fold\n{uncalled}1 collected 25\n"
        );
        parsed(raising(RaisePrinting::Ambiguous), Kind::Cash, &acts)
    };

    let by_990 = hand("990 all-in", "");
    let to_1000 = hand("1000 all-in", "");
    let by_40 = hand("40", "uncalled 1 40\n");

    let total = |found: &Batch| column(found, "actions", "street_total")[2].clone();
    assert_eq!([total(&by_990), total(&to_1000)], ["1000", "1000"]);
    assert_eq!(total(&by_40), "50");
    // The hand does not show which: the usual form is assumed.
    assert_eq!(total(&hand("40", "")), "40");
}

#[test]
fn a_hand_that_adds_up_in_no_way_stays_wrong() {
    let acts = two_raises(30, 70).replace("collected 150", "collected 140");

    let found = parsed(raising(RaisePrinting::Ambiguous), Kind::Cash, &acts);

    assert_eq!(column(&found, "hands", "verdict"), ["mismatch"]);
}

/// A pot of 25 that two seats split: the seat left of the button gets the odd chip.
const SPLIT: &str = "\
blinds 5/10 button 1
seats 1:1000 2:1000 3:1000
cards 1 2c3d
cards 3 2d3c
2 sb 5
3 bb 10
1 call 10
2 fold
3 check
flop AhKhQh
3 check
1 check
turn Jh
3 check
1 check
river Th
3 check
1 check
";

fn split(rules: SiteRules, kind: Kind, payments: [u32; 2]) -> [String; 2] {
    let [first, second] = payments;
    let acts = format!("{SPLIT}3 collected {first}\n1 collected {second}\npot 25\n");
    let found = parsed(rules, kind, &acts);
    ["verdict", "chip_unit"].map(|name| column(&found, "hands", name).concat())
}

#[test]
fn pots_are_split_in_the_smallest_chip_of_the_site() {
    let chips_of_five = SiteRules { smallest_chip: Some(5), ..SiteRules::PLAIN };

    assert_eq!(split(SiteRules::PLAIN, Kind::Cash, [13, 12]), ["exact", "null"]);
    assert_eq!(split(SiteRules::PLAIN, Kind::Cash, [15, 10]), ["winner_mismatch", "null"]);
    assert_eq!(split(chips_of_five, Kind::Cash, [15, 10]), ["exact", "5"]);
    assert_eq!(split(chips_of_five, Kind::Cash, [13, 12])[0], "odd_chip_only");
    // Tournament chips are not money.
    assert_eq!(split(chips_of_five, Kind::Tournament, [13, 12]), ["exact", "null"]);
}

#[test]
fn a_former_smallest_chip_is_inferred_from_the_payments() {
    let until = |until| SiteRules {
        former_chip: Some(FormerChip { hundredths: 5, until }),
        ..SiteRules::PLAIN
    };

    assert_eq!(split(until(1), Kind::Cash, [15, 10]), ["exact", "5"]);
    assert_eq!(split(until(1), Kind::Cash, [13, 12]), ["exact", "null"]);
    assert_eq!(split(until(0), Kind::Cash, [15, 10]), ["winner_mismatch", "null"]);
}
