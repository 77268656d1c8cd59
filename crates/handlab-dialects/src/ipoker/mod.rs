//! iPoker: the XML that its clients keep, one document per table or tournament.
//!
//! Written from documents of 2011 to 2023. What precedes the first game applies to all of them:
//! ```xml
//! <session sessioncode="6166981835"><general>
//!   <client_version>17.5.6.7</client_version>            since 2018
//!   <mode>real</mode>
//!   <gametype>Holdem NL €0.05/€0.10</gametype>           `Omaha HiLow PL`, `7 Card Stud L`, `Holdem БЛ`; no stakes in tournaments
//!   <tablename>Acropoli, 766490881</tablename>           in tournaments the table number; `Speed Hold'em 1` is fast-fold
//!   <tablecurrency>EUR</tablecurrency><currency>GBP</currency>    the table's, the account's
//!   <nickname>Hero</nickname>
//!   <tournamentcode>875000000</tournamentcode>           not in older documents, which have only the table number, if any
//!   <tournamentname>NAME</tournamentname><place>5</place><buyin>$5+$0.50</buyin>
//!   <totalbuyin>$5.50</totalbuyin><win>$16.40</win>
//! </general>
//! <game gamecode="5338624766"><general><startdate>2013-12-19 20:00:35</startdate><players>
//!   <player seat="3" name="N" chips="€21.12" dealer="0" win="€0" bet="€0.12" rebuy="0" addon="0"/></players></general>
//!   <player bet="0,06€" chips="2,47€" dealer="1" name="N" rakeamount="0,01€" seat="3" win="0,12€"/>         in 2026
//!   <player ... board1win="€9,50" board2win="€0" win="€9,50"/>         in 2024, if the hand is run twice
//!   <round no="0"><action no="1" player="N" type="15" sum="€0.02"/></round>         antes and blinds
//!   <round no="1"><cards type="Pocket" player="N">HJ D4</cards><action .../></round>
//!   <round no="2"><cards type="Flop">CQ C10 DQ</cards></round>
//!   <round no="4"><cards board="board1" type="River">S2</cards><cards board="board2" type="River">HK</cards></round>
//! </game></session>
//! ```
//! In stud round 2 is third street, and a player's cards are `Third Street` to `Sixth Street` and `River`.
//!
//! Liberties:
//! * Actions are grouped by player; their `no` is the order of play.
//! * Types: 0 fold, 1 small blind, 2 big blind, 3 call, 4 check, 5 bet, 6 raise, by what it adds, 7 all-in, 15 ante,
//!   16 bring-in, 23 raise. 8 and 9 are for players who sit out or leave. Any other type that moves chips is refused.
//! * Type 23 is a total. Where `bet` suggests that it is the added amount, the next hand's stacks contradict that.
//! * `bet` and `win` of a player are compared with the actions. Before 2018, when documents have no `client_version`,
//!   both include an uncalled bet, and `bet` counts the ante twice in some hands (all 17 that differ in 2011 and 2012;
//!   some exceed the player's chips). Since then `win` excludes it, and `bet` counts a raiser's earlier money again: in
//!   88 of 88 differences that the next stacks decide, the actions are right. So only `win` is compared there.
//! * A document of 2017 with `<uncalled_bet_enabled>false</uncalled_bet_enabled>` has the uncalled bet in both again.
//!   What `win` is short of the pot decides, with or without the bet; if both fit, the sum of `bet` in such a document
//!   does.
//! * A game dated 2018 or later in a document without a version is from a copy that has lost it, unless the sums of `bet`
//!   and `win` fit an uncalled bet in both.
//! * If a hand is run twice, cards with a `board` belong to that board and all others to both, and the payments are those
//!   of each board; `win` is compared with their sum. Documents with `board1win` count as new ones, even if a copy has
//!   lost `client_version`. A hand with one board has it as the shared one. If two boards are paid but no cards name
//!   theirs, those after the last decision are the first board's: the rest of the other is not given.
//! * No document has a total. The rake is what `win` is short of the pot, unless `rakeamount` gives it: that counts
//!   only if `bet` and `win` differ by the same amount.
//! * A post above the big blind includes a missed small blind, which is dead.
//! * If the owner opens a table during a hand, its `chips` are those after the blinds. An all-in shows that: its player
//!   puts in more than `chips`, by what they posted.
//! * A game without an end, as in excerpts, counts if its last round was on the last street, or all but one have folded,
//!   and its money adds up.
//! * Stakes may have no symbol, as in data miners' exports, which name only the account's currency. The table's is then
//!   `tablecurrency`, or that of the symbol in the stacks. Sessions that are not `real` are always play money.
//! * `kr` is the account's currency if that is a crown, and the Swedish one otherwise.
//! * Data miners write 100,000 or 10,000,000 for the stack of a player whom they did not see sit down: at a cash table
//!   such a stack is unknown if it exceeds 5,000 big blinds.
//! * At anonymous tables players are named after their seat (`Player 5`), and a converter names those of
//!   `Ignition` for one session (`P5_165660RI`): they are anonymous.
//! * A document without a session starts with `<root><general>`. One whose session has no code starts with
//!   `<session><general>`, and may have the blinds only in `smallblind` and `bigblind`, or nowhere.
//! * The blinds of a tournament are the posted ones, whatever stakes a lottery's `gametype` gives. So is the small
//!   blind in fixed limit, where `gametype` gives the two bets.
//! * In a tournament, an ante that only the big blind pays is for the whole table.
//! * In a price with three parts the fee is the smaller of the last two; `0€ + 0,01€ + 0,19€` is 0.19 and 0.01.
//!   If `buyin` has no parts or is a word, `totalbuyin` may have them.
//! * `place` and `win` belong to the hand in which the owner goes out, or wins what all others have left; to none if
//!   `totalbuyin` exceeds the price, because a rebuy may have followed that hand.
//! * A game without a name (`PL €3/€6`) is identified by the number of hole cards: 5-card Omaha if none are printed.
//! * `DriveHUD`'s database has hands of other sites in this form; `pokersite` names the site.
//! * No zone is printed. A date with slashes or full stops that starts with two digits starts with the day.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

mod blinds;
mod boards;
mod game;
pub(crate) mod session;
mod stacks;
mod tournament;
mod uncalled;

/// See the module.
pub struct IPoker;

const SITE: &str = "ipoker";

impl Dialect for IPoker {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<game "]
    }

    /// Documents of other sites have games too, but without codes.
    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        tag(head).is_some_and(|tag| memchr::memmem::find(tag, b" gamecode=").is_some())
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &["<session ", ROOTS[0], ROOTS[1]]
    }

    fn claims_preamble(&self, _: &[u8], head: &[u8]) -> bool {
        if let Some(rest) = ROOTS.iter().find_map(|root| head.strip_prefix(root.as_bytes())) {
            // A mail quotes each line.
            let next =
                rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'>'));
            return next.is_some_and(|next| rest[next..].starts_with(b"<general>"));
        }
        tag(head).is_some_and(|tag| memchr::memmem::find(tag, b" sessioncode=").is_some())
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        game::read(span, hand)
    }
}

/// The first element of a document without a session, or whose session has no code.
const ROOTS: [&str; 2] = ["<root>", "<session>"];

/// No tag of a header is longer.
const MAX_TAG: usize = 300;

/// The first tag of a text, if it ends on its line.
fn tag(head: &[u8]) -> Option<&[u8]> {
    let head = &head[..head.len().min(MAX_TAG)];
    let end = memchr::memchr3(b'>', b'\n', b'\r', head)?;
    (head[end] == b'>').then(|| &head[..end])
}

/// `win` excludes the rake in all documents.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    ..SiteRules::PLAIN
};

/// For hands whose uncalled bet is in `win`, though the sums would also fit without it.
const RULES_WITH_POT: SiteRules = SiteRules { paid_uncalled: PaidUncalled::WithPot, ..RULES };

/// Before 2018, `win` includes the player's uncalled bet: from a pot of 6.05 with 0.30 uncalled 5.95 is paid, which is
/// 6.6 % rake as in all other hands of that table. A `bet` of 645 with 635 chips counts the ante of 10 twice.
const OLD_RULES: SiteRules =
    SiteRules { paid_uncalled: PaidUncalled::WithPot, may_count_antes_twice: true, ..RULES };
