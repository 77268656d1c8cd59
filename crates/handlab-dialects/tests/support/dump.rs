//! An audited hand as text that a person can check line by line.

use std::fmt::Write;

use handlab_core::chips;
use handlab_core::hand::{Hand, PotName};

use handlab_core::pipeline::Pipeline;

use super::read::Read;

/// Appends everything that is known about a hand, or why it was rejected.
pub(crate) fn append(out: &mut String, read: &Read<'_>) {
    let (byte, line, length) = (read.at.byte, read.at.line, read.length);
    match &read.outcome {
        Ok(followed) => {
            let id = followed.hand.str(followed.hand.hand_id);
            put(out, format_args!("hand {id} at byte {byte}, line {line}, {length} bytes"));
            let dump = Dump { followed };
            dump.table(out);
            dump.seats(out);
            dump.actions(out);
            dump.pots(out);
            dump.money_besides(out);
            dump.checks(out);
            dump.expected(out);
        }
        Err(error) => {
            put(out, format_args!("no hand at byte {byte}, line {line}, {length} bytes"));
            put(out, format_args!("  {}: {error}", error.code()));
        }
    }
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(out, "{line}").expect("a string takes everything");
}

struct Dump<'a> {
    followed: &'a Pipeline,
}

impl Dump<'_> {
    fn hand(&self) -> &Hand {
        &self.followed.hand
    }

    fn money(&self, amount: i64) -> String {
        of_scale(amount, self.hand().scale)
    }

    fn signed(&self, amount: i64) -> String {
        let sign = if amount > 0 { "+" } else { "" };
        format!("{sign}{}", self.money(amount))
    }

    fn number(&self, seat: u8) -> u8 {
        self.hand().seats[usize::from(seat)].seat
    }

    fn table(&self, out: &mut String) {
        let hand = self.hand();
        let low = if hand.is_hi_lo { " hi-lo" } else { "" };
        let (game, betting) = (hand.game.name(), hand.betting.name());
        let (kind, currency, scale) = (hand.kind.name(), hand.currency.code(), hand.scale);
        put(out, format_args!("  {kind}, {game}{low} {betting}, {currency} with {scale} decimals"));
        let stakes = &hand.stakes;
        let named = [
            ("small blind", stakes.small_blind),
            ("big blind", stakes.big_blind),
            ("small bet", stakes.small_bet),
            ("big bet", stakes.big_bet),
            ("ante", stakes.ante),
            ("bring-in", stakes.bring_in),
            ("straddle", stakes.straddle),
            ("cap", stakes.cap),
        ];
        let known = named.iter().filter_map(|(name, amount)| Some((name, (*amount)?)));
        let printed: Vec<_> =
            known.map(|(name, amount)| format!("{name} {}", self.money(amount))).collect();
        put(out, format_args!("  {}", printed.join(", ")));
        let max = hand.max_seats.map_or("?".to_owned(), |seats| seats.to_string());
        let button = hand.button_seat.map_or("none".to_owned(), |seat| seat.to_string());
        let fast = if hand.is_fast_fold { ", fast fold" } else { "" };
        let name = hand.str(hand.table_name);
        put(out, format_args!("  table `{name}`, {max}-max, button {button}{fast}"));
        let start = hand.started_at.and_then(|at| jiff::Timestamp::from_microsecond(at).ok());
        let start = start.map_or("unknown".to_owned(), |at| at.to_string());
        let (raw, zone) = (hand.str(hand.started_raw), hand.str(hand.zone));
        put(out, format_args!("  started {start}, printed `{raw}` `{zone}`"));
        if let Some(entry) = &hand.tournament {
            let (id, level) = (hand.str(entry.tournament_id), hand.str(entry.level));
            let price = |amount: Option<i64>| {
                amount.map_or("-".to_owned(), |amount| of_scale(amount, entry.scale))
            };
            let (buy_in, bounty, fee) =
                (price(entry.buy_in), price(entry.bounty), price(entry.fee));
            let code = entry.currency.code();
            put(
                out,
                format_args!(
                    "  tournament {id} level {level}: {buy_in} + bounty {bounty} + fee {fee} {code}"
                ),
            );
            if !entry.name.is_empty() {
                put(out, format_args!("  named {}", hand.str(entry.name)));
            }
        }
        if let Some(hero) = hand.hero {
            put(out, format_args!("  hero {}", self.number(hero)));
        }
    }

    fn seats(&self, out: &mut String) {
        let Pipeline { hand, replay, audit, .. } = self.followed;
        put(out, format_args!("seats"));
        for (index, seat) in hand.seats.iter().enumerate() {
            let (state, result) = (&replay.seats[index], &audit.seats[index]);
            let position = state.position.unwrap_or("-");
            let mut line = format!(
                "  {} `{}` {position} {}",
                seat.seat,
                hand.str(seat.player),
                if seat.has_unknown_stack {
                    "unknown".to_owned()
                } else {
                    self.money(seat.starting_stack)
                }
            );
            let mut add = |text: String| {
                line.push_str(" | ");
                line.push_str(&text);
            };
            add(format!(
                "in {} back {}",
                self.money(state.contributed()),
                self.money(state.uncalled)
            ));
            let net = result.won + result.side - state.contributed();
            let side = if result.side == 0 {
                String::new()
            } else {
                format!("side {} ", self.signed(result.side))
            };
            add(if result.is_known {
                format!("won {} {side}net {}", self.money(result.won), self.signed(net))
            } else {
                "result unknown".to_owned()
            });
            if let Some(source) = seat.cards_source {
                add(format!("{} {}", seat.hole_cards, source.name()));
            }
            if let Some(street) = state.folded_street {
                add(format!("folded {}", street.name(hand.game)));
            }
            if let Some(street) = state.all_in_street {
                add(format!("all-in {}", street.name(hand.game)));
            }
            if let Some(bounty) = seat.bounty {
                let scale = hand.tournament.map_or(2, |entry| entry.scale);
                add(format!("bounty {}", of_scale(bounty, scale)));
            }
            let flags = [
                (!state.is_dealt_in, "not dealt in"),
                (seat.is_sitting_out, "sitting out"),
                (result.went_to_showdown && result.is_known, "showdown"),
                (result.won_at_showdown, "won there"),
            ];
            for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
                add((*flag).to_owned());
            }
            put(out, format_args!("{line}"));
        }
    }

    /// One line per action: its kind, its amounts, and the state before it.
    fn actions(&self, out: &mut String) {
        let Pipeline { hand, replay, .. } = self.followed;
        put(
            out,
            format_args!(
                "actions: amount, to, by | raises, limpers, callers, to call, pot, stack before"
            ),
        );
        for (action, state) in hand.actions.iter().zip(&replay.actions) {
            let street = action.street.name(hand.game);
            let (seat, kind) = (self.number(action.seat), action.kind.name());
            let mut line = format!("  {street} {seat} {kind}");
            let money = [state.added, state.street_total, state.raise_by];
            line.push_str(&money.map(|amount| format!(" {}", self.money(amount))).concat());
            let counts = [state.raises_before, state.limpers_before, state.callers_before];
            line.push_str(" |");
            line.push_str(&counts.map(|count| format!(" {count}")).concat());
            let money = [state.to_call, state.pot_before, state.stack_before];
            let is_known = !hand.seats[usize::from(action.seat)].has_unknown_stack;
            let known = if is_known { money.len() } else { money.len() - 1 };
            line.extend(money[..known].iter().map(|amount| format!(" {}", self.money(*amount))));
            let flags = [
                (state.can_raise, " can-raise"),
                (state.is_all_in, " all-in"),
                (action.is_capped, " capped"),
            ];
            line.extend(flags.iter().filter(|(holds, _)| *holds).map(|(_, flag)| *flag));
            if !action.cards.is_empty() {
                write!(line, " {}", action.cards).expect("a string takes everything");
            }
            put(out, format_args!("{line}"));
        }
    }

    fn pots(&self, out: &mut String) {
        let Pipeline { hand, audit, .. } = self.followed;
        for board in &hand.boards {
            let street = board.street.name(hand.game);
            put(out, format_args!("board run {} {street} {}", board.run_no, board.cards));
        }
        for (number, pot) in audit.pots.iter().enumerate() {
            let eligible: Vec<_> =
                pot.eligible.iter().map(|seat| self.number(seat as u8).to_string()).collect();
            put(
                out,
                format_args!(
                    "pot {number} gross {} rake {} fee {} for {}",
                    self.money(pot.gross),
                    self.money(pot.rake),
                    self.money(pot.fee),
                    eligible.join(" ")
                ),
            );
        }
        for paid in &audit.awards {
            let award = paid.award;
            let printed = paid.printed.map_or("nothing".to_owned(), |amount| self.money(amount));
            put(
                out,
                format_args!(
                    "award pot {} run {} {} seat {} {} printed {printed}",
                    award.pot_no,
                    award.run_no,
                    award.half.name(hand.game),
                    self.number(award.seat),
                    self.money(award.amount)
                ),
            );
        }
    }

    fn money_besides(&self, out: &mut String) {
        let hand = self.hand();
        for (seat, amount) in &hand.uncalled {
            put(
                out,
                format_args!(
                    "printed uncalled {} seat {}",
                    self.money(*amount),
                    self.number(*seat)
                ),
            );
        }
        for line in &hand.collected {
            let pot = match line.pot {
                PotName::Pot => "pot".to_owned(),
                PotName::Main => "main".to_owned(),
                PotName::Side(number) => format!("side {number}"),
            };
            let (seat, amount) = (self.number(line.seat), self.money(line.amount));
            put(
                out,
                format_args!("printed collected {amount} seat {seat} {pot} run {}", line.run_no),
            );
        }
        let prize_scale = hand.tournament.map_or(2, |entry| entry.scale);
        for payment in &hand.side_payments {
            let scale = if payment.kind.name() == "bounty" { prize_scale } else { hand.scale };
            put(
                out,
                format_args!(
                    "{} seat {} {} fee {}",
                    payment.kind.name(),
                    self.number(payment.seat),
                    of_scale(payment.amount, scale),
                    of_scale(payment.fee, scale)
                ),
            );
        }
        for finish in &hand.finishes {
            let place = finish.place.map_or("?".to_owned(), |place| place.to_string());
            let prize =
                finish.prize.map_or("nothing".to_owned(), |prize| of_scale(prize, prize_scale));
            let text = match hand.str(finish.prize_text) {
                "" => String::new(),
                text => format!(", `{text}`"),
            };
            let player = hand.str(finish.player);
            put(out, format_args!("finish `{player}` {place} prize {prize}{text}"));
        }
    }

    fn checks(&self, out: &mut String) {
        let Pipeline { hand, replay, audit, .. } = self.followed;
        let money =
            |amount: Option<i64>| amount.map_or("none".to_owned(), |amount| self.money(amount));
        let pots = audit.pots_agree.map_or("none", |agree| if agree { "ok" } else { "differ" });
        put(
            out,
            format_args!(
                "printed total {} rake {}",
                money(hand.printed.total_pot),
                money(hand.printed.rake)
            ),
        );
        put(
            out,
            format_args!(
                "residuals contributed {} collected {} uncalled {}; uncalled {:?}, rake {}",
                money(audit.residual_contributed),
                money(audit.residual_collected),
                money(replay.residual_uncalled),
                replay.uncalled_source,
                audit.rake_source.name()
            ),
        );
        let fault = replay.action_check();
        let twice = if audit.has_card_twice { "twice" } else { "ok" };
        put(
            out,
            format_args!(
                "checks pots {pots}, actions {fault}, cards {twice}, winner {:?} with {} of {} known, chip {}",
                audit.winner_check,
                audit.cards_known,
                audit.contenders,
                money(audit.chip_unit)
            ),
        );
        if let Some(fault) = replay.turn_fault {
            put(out, format_args!("turns {}", fault.name()));
        }
        if let Some(fault) = audit.text_fault {
            put(out, format_args!("text {}", fault.name()));
        }
        put(out, format_args!("verdict {}", audit.verdict.name()));
    }

    /// The expected values at an all-in with cards to come, if there was one.
    fn expected(&self, out: &mut String) {
        let Pipeline { hand, replay, expectation, .. } = self.followed;
        let (Some(street), Some(method)) = (expectation.street, expectation.method) else { return };
        let street = street.name(hand.game);
        put(out, format_args!("all-in {street}, expected values {}", method.name()));
        for (index, expected) in expectation.seats.iter().enumerate() {
            let net = expected.payout - replay.seats[index].contributed() as f64;
            let net = net / 10_f64.powi(i32::from(hand.scale));
            put(
                out,
                format_args!(
                    "  seat {} expects {:+.4} equity {:.6}",
                    self.number(index as u8),
                    net,
                    expected.equity
                ),
            );
        }
    }
}

fn of_scale(amount: i64, scale: u8) -> String {
    let mut text = String::new();
    chips::append_to(&mut text, amount, scale);
    text
}
