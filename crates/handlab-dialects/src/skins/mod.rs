//! Clients and club apps that write hands like `PokerStars`, under another title: Run It Once, `BetRivers`,
//! `PokerBros`, `PokerMaster`, `PokerKing`, `PPPoker`, Suprema, MPL, Weplay, `VanillaPoker`, `ClubGG`, `PokerPlanets`,
//! 1Win, `SwC` since 2023, WPT Global, Phenom, `PokerChase`. Each is a separate site, as are 9stacks,
//! `StockPokerOnline` and Rounder Casino. The summaries of Run It Once are in `summary`.
//!
//! Written from logs of 2019 to 2023 (9stacks: six hands of one table in 2019); for `PPPoker`, `ClubGG` and WPT Global
//! only the title is known; for `PokerPlanets` and 1Win, what a converter of 2026 reads; for Weplay, `VanillaPoker`,
//! Phenom and `PokerKing`, what public parsers of their logs accept (2026; 46,768 hands of the last add up); for
//! `SwC`, four hands of 2023 and 2026, and what a public parser accepts; for `BetRivers`, which bought Run It Once's
//! program, what two such parsers accept (2026); for `PokerChase`, what the extension used by most of its players
//! writes (two hands of 2024); likewise for `StockPokerOnline` and `RounderCasino` (three hands of 2022). What differs
//! from `PokerStars`:
//! ```text
//! Run It Once Poker Hand #1:  Hold'em No Limit (€0.05/€0.10) - 2019/06/25 15:55 UTC [2019/06/25 16:55 CET]
//! Run It Once Poker Hand #1: Tournament #2, €4.69+€0.31 Cub3d, Hold'em No Limit (10/20) - 2021/02/13 22:01 UTC [...]
//! Table ID '30263259' 6-Max Seat #1 is the button
//! Seat 5: NAME (510 in chips) [hero]
//! STP added: €0.50                                               the house adds it to the pot
//! Dealt to NAME [As 4c]                                          for every player
//! NAME shows [Ks Ah Ts 5d] for Two Pairs [Qd Ts Tc 5d 5c]
//! Total pot €83.58 | Main pot €62.60 | Side pot €20.98 | Rake €2.00         the pots are gross
//! Seat 5: NAME (big blind) mucked hand and won €0.65
//! BetRivers Poker Hand #1: Hold'em No Limit ($0.50/$1.00) - 2026/02/06 10:09 EST
//! STP Added: $1.00                                               and only the owner's cards are printed
//! # {"gt":"PLO6HL",...}                                          left by the tool that wrote the file
//! NAME: posts big blind $8                                       the second one of $4: a straddle
//! Weplay Hand #1:  Hold'em No Limit ($0.50/$1) - 2026/07/05 18:59:16 UTC
//! NAME: raises $11.47 to $11.97                                  what the seat adds, and its total
//! NAME collected $26.90 from pot                                 before rake
//! NAME: raises $7.50 to $8 and is all-in                         over a bet of $30: a call for less
//! Weplay Hand #1: Tournament (MAIN EVENT)#2, $100+$9 Hold'em No Limit - Level VI (100/200) - 2026/02/15 19:02:03 UTC
//! 1WinPoker Hand #1: Hold'em No Limit (0.01 $/0.02 $) - 2026/08/01 18:00:00 UTC
//! PokerPlanets Hand #1: Tournament (NAME)#2, $5+$0.5 Hold'em No Limit - Level I (75/150(20)) 2026/05/14 18:00:00 UTC
//! NAME: sits out                                                 at PokerPlanets and 1Win instead of a fold
//! SwCPoker Hand #1:  Omaha Pot Limit (0.04/0.08) - 2026/09/08 9:03:10 UTC      amounts without a sign
//! PokerKing Hand #1:  Hold'em No Limit ($0.10/$0.20 - Ante $0.10 USD) - 2026/08/31 18:59:35 UTC
//! NAME: posts straddle $0.40                                     before the antes; no cards are dealt to anyone
//! 9stacks Poker Hand #1:  Hold'em No Limit (50/100) - 2019/03/18 13:12:14 UTC
//! Table 'HIGH (50/100) #1'(35528763) 7-max (Real Money) Seat #3 is the button
//! NAME: unknown 200                                              a straddle, here by the button
//! NAME: raises 600 to 600                                        what the seat adds, and its total
//! Total pot 1,805 | Rake 95                                      net of rake
//! Phenom Poker Hand #5a0c11b2d3e4: Badugi Limit ($1.00/$2.00) - 2026/09/01 12:00:00 UTC
//! NAME: discards 2 cards
//! NAME: draws 2 cards                                            to replace them
//! NAME: shows [## 5c] (high card Ace)                            one card; `[]` is none, even for a seat that folded
//! PokerChase Game #1: Tournament #2, NAME Hold'em No Limit - Level I (100/200) - 2024/04/09 16:44:02 JST
//! NAME: calls 600                                                by the big blind of 200: its total
//! StockPokerOnline Hand #1: Hold'em No Limit (300/600) - 2022/07/02 17:53:22 MDT [2022/07/02 23:53:22 UTC]
//! Table ID '9573159 - NAME' Seat #9 is the button
//! NAME: raises 3300                                              what the seat adds
//! Total pot 7800 | Rake 0                                        what the last winner collected; the rake is unknown
//! ```
//!
//! Liberties:
//! * Run It Once prints winter time as CET all year (`16:55 CET` in June is 15:55 UTC): the UTC time counts.
//! * The names that Run It Once invents for a session are a first name and a capital: such players are anonymous, unless the
//!   seat is marked as the owner's.
//! * 9stacks and `SwC` print no currency: tables that are not `(Play Money)` use rupees and thousandths of a bitcoin
//!   (`MBTC`). `SwC` prints one board of a bomb pot on two boards, so its payments contradict the cards.
//! * A big blind larger than the table's is a straddle.
//! * Weplay's tournaments print the blinds of the first level in every header: the posted ones count, unless they took
//!   their player's last chips, which no words say.
//! * Weplay prints payments before rake, and not which winner pays how much of it: the main pot pays first, and what is
//!   paid from one pot by size.
//! * A call at `PokerChase` is what the seat adds or its total, whichever is possible.
//! * Tournaments of `StockPokerOnline` and `RounderCasino` are read as play-money tables, from which nothing
//!   distinguishes them.
//! * Phenom does not print what a seat draws: the cards of a seat that drew are known only if it shows them.
//! * Weplay's streets after all but one have folded are shown for curiosity and are not part of the hand.

use handlab_cards::game::Street;
use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand, Outcome, SeatLine};
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules, TotalKind};
use handlab_core::summary::TournamentSummary;

use crate::inferred::readings::{self, Reading};
use crate::lines::{self, Grammar};
use crate::pokerstars;
use crate::syntax::text::strip_prefix_ignore_case;

mod header;
mod nine_stacks;
mod other_rooms;
mod phenom;
mod sitting_out;
mod summary;
mod weplay;

pub(crate) use header::read as read_header;
pub use other_rooms::OtherRooms;

/// One of the clients; see the module.
pub struct Skin {
    /// The start of the first line.
    needles: &'static [&'static str],
    /// The start of its tournament summaries.
    summaries: &'static [&'static str],
    grammar: &'static Grammar,
}

/// A client without known summaries.
const WITHOUT_SUMMARIES: Skin = Skin { needles: &[], summaries: &[], grammar: &CLUB };

/// The form of `PokerStars`, also as converters write it.
const CLUB: Grammar = Grammar {
    site: "",
    network: "",
    rules: &SiteRules::PLAIN,
    header: header::read,
    event: read_event,
    complete,
    ..pokerstars::GRAMMAR
};

pub static RUN_IT_ONCE: Skin = Skin {
    needles: &["Run It Once Poker Hand #"],
    summaries: &[summary::RUN_IT_ONCE],
    grammar: &Grammar {
        site: "runitonce",
        network: "runitonce",
        rules: &RUN_IT_ONCE_RULES,
        has_bare_payments: true,
        complete: complete_run_it_once,
        ..CLUB
    },
};

pub static BET_RIVERS: Skin = Skin {
    needles: &["BetRivers Poker Hand #"],
    grammar: &Grammar { site: "betrivers", network: "betrivers", ..*RUN_IT_ONCE.grammar },
    ..WITHOUT_SUMMARIES
};

pub static POKER_BROS: Skin = Skin {
    needles: &["PokerBros Hand #"],
    grammar: &Grammar { site: "pokerbros", network: "pokerbros", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static POKER_MASTER: Skin = Skin {
    needles: &["PokerMaster Hand #"],
    grammar: &Grammar { site: "pokermaster", network: "pokermaster", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static POKER_KING: Skin = Skin {
    needles: &["PokerKing Hand #"],
    grammar: &Grammar { site: "pokerking", network: "pokerking", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static PP_POKER: Skin = Skin {
    needles: &["PPPoker Hand #"],
    grammar: &Grammar { site: "pppoker", network: "pppoker", complete: complete_pp_poker, ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static SUPREMA_POKER: Skin = Skin {
    needles: &["SupremaPoker Hand #"],
    grammar: &Grammar { site: "supremapoker", network: "supremapoker", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static MPL_POKER: Skin = Skin {
    needles: &["MPLPoker Hand #"],
    grammar: &Grammar { site: "mplpoker", network: "mplpoker", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static WEPLAY: Skin = Skin {
    needles: &["Weplay Hand #", "WePlay Hand #"],
    grammar: &Grammar { site: "weplay", ..WEPLAY_NETWORK },
    ..WITHOUT_SUMMARIES
};

pub static VANILLA_POKER: Skin = Skin {
    needles: &["VanillaPoker Hand #"],
    grammar: &Grammar { site: "vanillapoker", ..WEPLAY_NETWORK },
    ..WITHOUT_SUMMARIES
};

pub static CLUB_GG: Skin = Skin {
    needles: &["ClubGG Hand #"],
    grammar: &Grammar { site: "clubgg", network: "clubgg", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static POKER_PLANETS: Skin = Skin {
    needles: &["PokerPlanets Hand #"],
    grammar: &Grammar { site: "pokerplanets", network: "pokerplanets", ..NAMED_TABLES },
    ..WITHOUT_SUMMARIES
};

pub static ONE_WIN: Skin = Skin {
    needles: &["1WinPoker Hand #"],
    grammar: &Grammar { site: "1winpoker", network: "1winpoker", ..NAMED_TABLES },
    ..WITHOUT_SUMMARIES
};

pub static SWC_POKER: Skin = Skin {
    needles: &["SwCPoker Hand #"],
    grammar: &Grammar { site: "swc", network: "swc", header: read_swc_header, ..NAMED_TABLES },
    ..WITHOUT_SUMMARIES
};

pub static WPT_GLOBAL: Skin = Skin {
    needles: &["WPT Global Hand #"],
    grammar: &Grammar { site: "wptglobal", network: "wptglobal", ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static PHENOM: Skin = Skin {
    needles: &["Phenom Poker Hand #"],
    grammar: &Grammar { site: "phenom", network: "phenom", complete: phenom::complete, ..CLUB },
    ..WITHOUT_SUMMARIES
};

pub static POKER_CHASE: Skin = Skin {
    needles: &["PokerChase Game #", "PokerChase Hand #"],
    grammar: &Grammar {
        site: "pokerchase",
        network: "pokerchase",
        complete: complete_poker_chase,
        ..CLUB
    },
    ..WITHOUT_SUMMARIES
};

pub static STOCK_POKER: Skin = Skin {
    needles: &["StockPokerOnline Hand #"],
    grammar: &Grammar { site: "stockpoker", ..ENTERRA },
    ..WITHOUT_SUMMARIES
};

pub static ROUNDER_CASINO: Skin = Skin {
    needles: &["RounderCasino Hand #"],
    grammar: &Grammar { site: "roundercasino", ..ENTERRA },
    ..WITHOUT_SUMMARIES
};

pub static NINE_STACKS: Skin = Skin {
    needles: &["9stacks Poker Hand #"],
    grammar: &Grammar {
        site: "9stacks",
        network: "9stacks",
        rules: &NINE_STACKS_RULES,
        header: nine_stacks::read_header,
        act: nine_stacks::read_act,
        complete: nine_stacks::complete,
        ..CLUB
    },
    ..WITHOUT_SUMMARIES
};

/// 1,900 went in, of which 95 was rake: `Total pot 1,805`, all of it paid (two hands; the other four took no rake).
const NINE_STACKS_RULES: SiteRules = SiteRules { total: TotalKind::Net, ..SiteRules::PLAIN };

const ENTERRA: Grammar = Grammar {
    network: "enterra",
    rules: &ENTERRA_RULES,
    has_bare_payments: true,
    complete: complete_enterra,
    ..CLUB
};

/// With 3,600 including a post of 300, `raises 3300`, of which 3,000 over the blind of 600 is returned (one hand of
/// three in 2022).
const ENTERRA_RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::Added,
    ..SiteRules::PLAIN
};

const WEPLAY_NETWORK: Grammar =
    Grammar { network: "weplay", rules: &WEPLAY_RULES, complete: weplay::complete, ..CLUB };

/// Clients that write like Weplay's: `Tournament (NAME)#2`, `Table 'NAME'(1061498)`, blinds of the first level.
const NAMED_TABLES: Grammar = Grammar { act: sitting_out::read_act, ..WEPLAY_NETWORK };

/// `collected $26.90` from a pot of 26.90, of which 1.34 was rake: pots and payments are printed before rake.
const WEPLAY_RULES: SiteRules = SiteRules { are_pots_gross: true, ..SiteRules::PLAIN };

/// 62.60 and 20.98 make 83.58, of which 2.00 was rake: the side pot was paid in full (one hand of 2019). Over a bet of
/// 0.58 a seat with 0.19 in `raises €0.54 to €1.12`, and the other calls 0.73: until April 2019 the second amount is
/// what the seat adds (two hands), from June on its total (four). In the same two hands everyone checks after the
/// all-ins.
const RUN_IT_ONCE_RULES: SiteRules = SiteRules {
    are_pots_gross: true,
    raises: RaisePrinting::Ambiguous,
    has_idle_checks: true,
    ..SiteRules::PLAIN
};

impl Dialect for Skin {
    fn site(&self) -> &'static str {
        self.grammar.site
    }

    fn needles(&self) -> &'static [&'static str] {
        self.needles
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        lines::read(self.grammar, span, hand)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        self.summaries
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        summary::claims(before, head)
    }

    fn parse_summary(&self, span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
        summary::read(self.grammar.site, span, out)
    }
}

/// Thousandths of a bitcoin, as in the site's older text.
fn read_swc_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    header::read_in(Currency::from_code("MBTC"), line, least_scale, hand)
}

/// Records a line about the tournament, or what the house adds to the pot; false for any other line.
fn read_event(line: &str, hand: &mut Hand) -> bool {
    let Some(added) = strip_prefix_ignore_case(line, "STP added: ") else {
        return (pokerstars::GRAMMAR.event)(line, hand);
    };
    let added = chips::read(added.trim().as_bytes(), hand.scale);
    hand.printed.added = hand.printed.added.saturating_add(added.unwrap_or(0));
    added.is_some()
}

/// Completes a hand in the form of `PokerStars`, with the straddles of clubs.
fn complete(hand: &mut Hand) {
    pokerstars::complete_form(hand);
    find_straddles(hand);
}

/// Changes big blinds larger than the table's to straddles.
fn find_straddles(hand: &mut Hand) {
    let Some(big_blind) = hand.stakes.big_blind else { return };
    for action in &mut hand.actions {
        let amount = action.amount.printed();
        if action.kind == ActionKind::PostBigBlind && amount > big_blind {
            action.kind = ActionKind::Straddle;
            hand.stakes.straddle = hand.stakes.straddle.max(Some(amount));
        }
    }
}

/// Also forgets that seats folded on the flop if the summary says so of all that folded: a program of 2025 does, whenever
/// they did.
fn complete_pp_poker(hand: &mut Hand) {
    complete(hand);
    let on_flop = Outcome::Folded(Street(1));
    let has_folded = |line: &SeatLine| matches!(line.outcome, Outcome::Folded(_));
    let lines = &mut hand.printed.seat_lines;
    if lines.iter().filter(|line| has_folded(line)).all(|line| line.outcome == on_flop) {
        lines
            .iter_mut()
            .filter(|line| has_folded(line))
            .for_each(|line| line.outcome = Outcome::Unknown);
    }
}

/// Reads calls that are printed as totals.
fn complete_poker_chase(hand: &mut Hand) {
    readings::resolve(hand, &[Reading::To]);
}

/// Drops the total, which is what the last winner collected, and the rake, which is always 0.
fn complete_enterra(hand: &mut Hand) {
    find_straddles(hand);
    (hand.printed.total_pot, hand.printed.rake) = (None, None);
}

/// Also marks the players whose names are valid for one session only.
fn complete_run_it_once(hand: &mut Hand) {
    find_straddles(hand);
    for index in 0..hand.seats.len() {
        let name = hand.player(index as u8).as_bytes();
        let is_invented = matches!(name, [first, .., b' ', last]
            if first.is_ascii_uppercase() && last.is_ascii_uppercase());
        hand.seats[index].is_anonymous = is_invented && hand.hero != Some(index as u8);
    }
}
