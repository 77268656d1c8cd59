//! `PokerNow`: the CSV that a table's owner downloads, with the newest row first, or the same rows sorted oldest first; and
//! the JSON from which the site's own page shows them.
//!
//! Written from logs of 2020 to 2023, the JSON from one of 2026 and from programs that fetch it. `lines` reads the hand
//! after `translate` has put its rows in playing order and rewritten them into the common form:
//! ```text
//! entry,at,order                                                   some without `order`
//! "-- ending hand #4 --",2022-01-20T10:52:32.580Z,164267595258001
//! """N @ ID"" collected 200 from pot with Straight, 5 High (combination: 5♠, ...)",...
//! "Flop:  [3♦, 4♥, 8♠]" | "Turn: 3♦, 4♥, 8♠ [5♠]" | "Turn (second run): ..." | "Turn (second board): ..."
//! "flop:  [3♦, 4♥, 8♠]"                                                                              until 2020
//! """N @ ID"" raises to 100 and go all in" | calls 9 | bets 5 | posts a big blind of 20 | shows a J♥, K♠.
//! "Uncalled bet of 9 returned to ""N @ ID""",...
//! "Player stacks: #1 ""N @ ID"" (100) | #4 ""M @ ID"" (100)",...
//! "-- starting hand #4 (id: x)  (No Limit Texas Hold'em) (dealer: ""N @ ID"") --",...
//! "-- starting hand #4 (id: x)  No Limit Texas Hold'em (dealer: ""N @ ID"") --",...           newer; `(dead button)`
//! ```
//! In JSON the same rows are objects:
//! ```json
//! {"logs": [{"at": "2022-01-20T10:52:32.580Z", "created_at": "164267595258001", "msg": "-- ending hand #4 --"}, ...],
//!  "infos": {"min": "...", "max": "..."}}
//! [{"createdAt": 164267595258001, "msg": "-- ending hand #4 --"}, ...]
//! ```
//!
//! Liberties:
//! * The order of the rows is determined at each start of a hand, from its time and `order` and those of the row above
//!   it (module `order`). Programs that read these files sort them, and people keep the result.
//! * `calls`, `bets` and `raises to` print the total on the street, and so do `posts a straddle of` and `posts a missed
//!   big blind of`, including a small blind of the same seat.
//! * `and go all in` is also printed for a player who covers everyone else: the stacks show who is all-in.
//! * A hand without an ID gets the number in `order`: `#4` is only unique at its table.
//! * A player is named by the text before ` @ `, since the ID changes when a player returns; with the ID if two share a
//!   name.
//! * `Your hand is` does not say whose it is, so no seat is the owner's.
//! * The chips have no currency: they count as club chips. No rake is printed, or taken.
//! * A bet of a bomb pot is an ante. Without blinds, only the stacks show that a table has hundredths.
//! * Rows between the end of a hand and the next start belong to the hand before them: cards shown late, one at a time
//!   too, and seven-deuce bounties, which are paid outside the pot.
//! * A row may have line ends within its quotation marks; a torn row, whose quotation mark is not closed before the
//!   next row, is refused.
//! * So may the last of the column names.
//! * A player whose ID changes within a hand keeps the seat.
//! * The stakes are the posts. An all-in blind is below the stake if another row shows so; a straddle is twice the big
//!   blind.
//! * If no one posts the small blind (`Dead Small Blind`), or the post is all-in for less than half of the big one, it is
//!   known only if another row shows it.
//! * The JSON is fetched in pages: they may begin or end within a hand, follow one another, and repeat a row at a border.
//!   Without `at`, the number tells the time. Objects sorted oldest first are refused.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{HeaderPlace, Span};
use handlab_core::hand::{Hand, Kind, SidePayment, SidePaymentKind};
use handlab_core::rules::{PaidUncalled, RakePrinting, SiteRules};
use handlab_core::time;

use crate::lines::games::read_game;
use crate::lines::{self, Grammar};

mod amounts;
mod objects;
mod order;
mod rows;
mod stakes;
mod streets;
mod translate;

/// A file of rows; see the module.
pub struct PokerNow {
    name: &'static str,
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    /// With the place of the row that starts a hand within it.
    Csv(HeaderPlace),
    Json,
}

/// As the site writes it.
pub const NEWEST_FIRST: PokerNow = PokerNow { name: SITE, form: Form::Csv(HeaderPlace::Last) };

/// As programs sort it.
pub const OLDEST_FIRST: PokerNow =
    PokerNow { name: "pokernow_oldest_first", form: Form::Csv(HeaderPlace::First) };

/// As the site's page fetches it.
pub const JSON: PokerNow = PokerNow { name: "pokernow_log_json", form: Form::Json };

pub(crate) const SITE: &str = "pokernow";

/// The start of a header.
const START: &str = "-- starting hand #";
const QUOTED_START: &str = "\"-- starting hand #";

impl Dialect for PokerNow {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn needles(&self) -> &'static [&'static str] {
        match self.form {
            // Programs that save the file again omit needless quotation marks.
            Form::Csv(_) => &[QUOTED_START, START],
            Form::Json => &[QUOTED_START],
        }
    }

    /// Including the quotation mark, if the row has one: a row is not two headers.
    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        match self.form {
            Form::Csv(_) => before.trim_ascii_start().is_empty(),
            Form::Json => objects::is_entry(before),
        }
    }

    fn may_follow(&self, earlier: &[u8], head: &[u8]) -> bool {
        match self.form {
            Form::Csv(place) => order::header_place(earlier, head) == Some(place),
            Form::Json => true,
        }
    }

    fn header_place(&self) -> HeaderPlace {
        match self.form {
            Form::Csv(place) => place,
            Form::Json => HeaderPlace::LastObject,
        }
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        match self.form {
            Form::Csv(_) => &["entry,at", "\"entry\",\"at\""],
            Form::Json => &[objects::KEY],
        }
    }

    /// The column names, or the first object: what precedes them in the file is not part of this table.
    fn claims_preamble(&self, before: &[u8], _: &[u8]) -> bool {
        match self.form {
            Form::Csv(_) => before.trim_ascii_start().is_empty(),
            Form::Json => true,
        }
    }

    fn preamble_may_follow(&self, earlier: &[u8], head: &[u8]) -> bool {
        match self.form {
            Form::Csv(_) => true,
            Form::Json => objects::is_of_first_row(earlier, head),
        }
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        translate::translate(span, self.form, scratch)?;
        lines::read(&GRAMMAR, Span { text: scratch, ..span }, hand)
            .map_err(|error| translate::locate(&error, span, self.form))?;
        // Cards and bounties may follow the end, which is last only where the newest row comes first.
        hand.is_open = false;
        hand.may_go_on = span.is_last && self.header_place() == HeaderPlace::First;
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    act: read_act,
    ..Grammar::COMMON
};

/// `collected` is the whole pot; `Uncalled bet of X returned` has its own row. A straddle by the small blind adds the
/// excess over that blind, as a public parser inferred from 6 hands that no one played.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::Apart,
    is_straddle_total: true,
    ..SiteRules::PLAIN
};

/// Separates the parts of the header that the translation writes: number, game, stakes, time.
const MARK: char = '\u{1f}';

/// The last part of the header of a hand that begins on the flop.
const BOMB_POT: &str = "bomb pot";

/// Ends the header of a hand with hundredths.
const CENTS: &str = "\u{1f}cents";

/// The actions of a seven-deuce bounty.
const PAYS: &str = "pays the 7-2 bounty ";
const RECEIVES: &str = "receives the 7-2 bounty ";

/// Reads what a player pays or receives for a seven and a deuce.
fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    let (text, sign) = match (act.strip_prefix(PAYS), act.strip_prefix(RECEIVES)) {
        (Some(text), _) => (text, -1),
        (_, Some(text)) => (text, 1),
        _ => return false,
    };
    let Some(amount) = chips::read(text.as_bytes(), hand.scale) else { return false };
    let amount = amount * sign;
    let kind = SidePaymentKind::SevenDeuce;
    let known = hand.side_payments.iter_mut().find(|paid| paid.seat == seat);
    match known {
        Some(paid) => paid.amount = paid.amount.saturating_add(amount),
        None => hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 }),
    }
    true
}

fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let mut parts = line.split(MARK);
    let mut part = || parts.next().unwrap_or_default();
    let (id, game, stakes, at, pot) = (part(), part(), part(), part(), part());
    hand.is_bomb_pot = pot == BOMB_POT;
    let least_scale = if line.ends_with(CENTS) { least_scale.max(2) } else { least_scale };
    hand.hand_id = hand.push_text(id);
    let local = at.strip_suffix('Z').unwrap_or(at);
    hand.started_at = time::utc_micros(local, "UTC");
    (hand.started_raw, hand.zone) = (hand.push_text(local), hand.push_text("UTC"));
    hand.kind = Kind::Club;
    let lone_blind = stakes.strip_prefix('/');
    let text = match lone_blind {
        Some(big) => format!("{game} ({big}/{big})"),
        None if stakes.is_empty() => game.to_owned(),
        None => format!("{game} ({stakes})"),
    };
    read_game(&text, least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    if lone_blind.is_some() {
        hand.stakes.small_blind = None;
    }
    Ok(())
}
