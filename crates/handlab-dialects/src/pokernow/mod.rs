//! `PokerNow`: the CSV that the owner of a table downloads, newest row first.
//!
//! Written from logs of 2021 to 2023. `lines` reads the hand after `translate` has turned its rows round and rewritten
//! them into the common form:
//! ```text
//! entry,at,order                                                   some without `order`
//! "-- ending hand #4 --",2022-01-20T10:52:32.580Z,164267595258001
//! """N @ ID"" collected 200 from pot with Straight, 5 High (combination: 5♠, ...)",...
//! "Flop:  [3♦, 4♥, 8♠]" | "Turn: 3♦, 4♥, 8♠ [5♠]" | "Turn (second run): ..." | "Turn (second board): ..."
//! """N @ ID"" raises to 100 and go all in" | calls 9 | bets 5 | posts a big blind of 20 | shows a J♥, K♠.
//! "Uncalled bet of 9 returned to ""N @ ID""",...
//! "Player stacks: #1 ""N @ ID"" (100) | #4 ""M @ ID"" (100)",...
//! "-- starting hand #4 (id: x)  (No Limit Texas Hold'em) (dealer: ""N @ ID"") --",...
//! "-- starting hand #4 (id: x)  No Limit Texas Hold'em (dealer: ""N @ ID"") --",...           newer; `(dead button)`
//! ```
//!
//! Liberties:
//! * `calls`, `bets` and `raises to` print the total on the street.
//! * `and go all in` is also said of who has more chips than all others: the stacks show who is all-in.
//! * A hand without an id of its own has the number in `order`: `#4` counts anew at each table.
//! * A player is the name before ` @ `, since the ID changes when a player comes back; with it where two have one name.
//! * `Your hand is` does not say whose, so that no seat is the owner's.
//! * The chips have no currency: they are those of a private club. No rake is printed, or taken.
//! * A bet of a bomb pot is an ante.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{HeaderPlace, Span};
use handlab_core::hand::{Hand, Kind};
use handlab_core::rules::{PaidUncalled, RakePrinting, SiteRules};
use handlab_core::time;

use crate::lines::games::read_game;
use crate::lines::{self, Grammar};

mod translate;

/// See the module.
pub struct PokerNow;

const SITE: &str = "pokernow";

/// What a header starts with.
const START: &str = "-- starting hand #";

impl Dialect for PokerNow {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[START]
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        // Programs that save the file again leave out needless quotation marks.
        before == b"\"" || before.is_empty()
    }

    fn header_place(&self) -> HeaderPlace {
        HeaderPlace::Last
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &["entry,at", "\"entry\",\"at\""]
    }

    /// The names of the columns: whatever precedes them in the file is not of these rows.
    fn claims_preamble(&self, before: &[u8], _: &[u8]) -> bool {
        before.is_empty()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        translate::translate(span, scratch)?;
        lines::read(&GRAMMAR, Span { text: scratch, ..span }, hand)
            .map_err(|error| translate::locate(&error, span))?;
        hand.is_open = false;
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `collected` is the whole pot; `Uncalled bet of X returned` has a row of its own.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};

/// Between the parts of the header that the translation writes: number, game, stakes, time.
const MARK: char = '\u{1f}';

fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let mut parts = line.split(MARK);
    let mut part = || parts.next().unwrap_or_default();
    let (id, game, stakes, at) = (part(), part(), part(), part());
    hand.hand_id = hand.push_text(id);
    let local = at.strip_suffix('Z').unwrap_or(at);
    hand.started_at = time::utc_micros(local, "UTC");
    (hand.started_raw, hand.zone) = (hand.push_text(local), hand.push_text("UTC"));
    hand.kind = Kind::Club;
    let text = if stakes.is_empty() { game.to_owned() } else { format!("{game} ({stakes})") };
    read_game(&text, least_scale, hand).map_err(|kind| kind(line.to_owned()))
}
