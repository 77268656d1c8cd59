//! Hands on paper, replayed action by action and compared with states worked out by hand: `data/replay_states.txt`.

use handlab_core::hand::Hand;
use handlab_core::replay::{ActionState, Faces, Replay};

/// A hand of the file: its title, its lines, the expected states of its actions by number, and its expected end.
struct Case<'a> {
    title: &'a str,
    hand: Hand,
    states: Vec<(usize, &'a str)>,
    end: &'a str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    text.split("\n== ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case<'_> {
    let (title, lines) = text.split_once('\n').expect("a title");
    let (mut hand, mut states, mut end) = (crate::paper::blank(), Vec::new(), "");
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let (act, state) = line.split_once('|').unwrap_or((line, ""));
        if let Some(rest) = act.strip_prefix("end ") {
            end = rest;
        } else {
            assert!(crate::paper::take(&mut hand, act), "{title}: cannot read {act:?}");
            if !state.is_empty() {
                states.push((hand.actions.len() - 1, state));
            }
        }
    }
    Case { title, hand, states, end }
}

/// A state in the notation of `wanted`: equal to it if all of it is true.
fn describe(hand: &Hand, state: &ActionState, wanted: &str) -> String {
    let number = |word: &str| {
        Some(match word {
            "r" => state.raises_before.into(),
            "l" => state.limpers_before.into(),
            "c" => state.callers_before.into(),
            "call" => state.to_call,
            "pot" => state.pot_before,
            "stack" => state.stack_before,
            "add" => state.added,
            "by" => state.raise_by,
            "behind" => state.players_behind.into(),
            "no" => state.decision_no.map_or(0, i64::from),
            "eff" => state.effective_stack.unwrap_or(-1),
            _ => return None,
        })
    };
    let words = wanted.split_whitespace().filter_map(|word| match (number(word), word) {
        (Some(number), _) => Some(format!("{word} {number}")),
        (None, "can" | "cannot") => Some(if state.can_raise { "can" } else { "cannot" }.to_owned()),
        (None, "in") => Some(if state.is_all_in { "in" } else { "not in" }.to_owned()),
        (None, "due" | "acted" | "gone") => Some(match state.aggressor_to_act {
            Some(true) => "due".to_owned(),
            Some(false) => "acted".to_owned(),
            None => "gone".to_owned(),
        }),
        (None, "ip" | "oop" | "alone") => Some(match state.in_position {
            Some(true) => "ip".to_owned(),
            Some(false) => "oop".to_owned(),
            None => "alone".to_owned(),
        }),
        (None, word) if word.starts_with("before:") => {
            let seat = state.previous_aggressor.map(|index| hand.seats[usize::from(index)].seat);
            Some(format!("before:{}", seat.map_or("none".to_owned(), |seat| seat.to_string())))
        }
        (None, word) if word.starts_with("faces:") => {
            Some(format!("faces:{}", state.faces.map_or("none", Faces::name)))
        }
        (None, word) if word.starts_with("line:") => Some(format!("line:{}", state.line.name())),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn ended(hand: &Hand, replay: &Replay) -> String {
    let of_seats = |amount: &dyn Fn(usize) -> Option<i64>| {
        let seats = hand.seats.iter().enumerate();
        let amounts = seats.filter_map(|(at, seat)| Some(format!("{}:{}", seat.seat, amount(at)?)));
        let amounts: Vec<_> = amounts.collect();
        if amounts.is_empty() { "none".to_owned() } else { amounts.join(" ") }
    };
    let contributed = of_seats(&|at| Some(replay.seats[at].contributed()));
    let back = of_seats(&|at| Some(replay.seats[at].uncalled).filter(|back| *back != 0));
    let fault = Some(replay.action_check()).filter(|check| *check != "ok").unwrap_or("none");
    let residual = replay.residual_uncalled.map_or("none".to_owned(), |amount| amount.to_string());
    format!("i {contributed} b {back} fault {fault} residual {residual}")
}

#[test]
fn every_state_is_as_worked_out_on_paper() {
    let cases = cases(include_str!("../data/replay_states.txt"));
    assert!(cases.len() >= 25, "only {} hands", cases.len());
    let mut replay = Replay::default();
    let mut wrong = Vec::new();
    for case in &cases {
        replay.run(&case.hand);
        for (act, wanted) in &case.states {
            let state = &replay.actions[*act];
            let (wanted, found) = (wanted.trim(), describe(&case.hand, state, wanted));
            if wanted != found {
                wrong.push(format!("{}: act {act}\n  want  {wanted}\n  found {found}", case.title));
            }
        }
        let found = ended(&case.hand, &replay);
        if case.end != found {
            wrong.push(format!("{}: end\n  want  {}\n  found {found}", case.title, case.end));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_fault_has_a_hand_that_shows_it() {
    let text = include_str!("../data/replay_states.txt");
    let faults = [
        "acts_after_fold",
        "more_than_stack",
        "checks_facing_bet",
        "wrong_call",
        "no_raise",
        "not_all_in",
        "too_much_uncalled",
        "more_than_pot",
    ];
    for fault in faults {
        assert!(text.contains(&format!("fault {fault} ")), "no hand shows {fault}");
    }
}

#[test]
fn stacks_and_contributions_account_for_every_chip() {
    let mut replay = Replay::default();
    for case in &cases(include_str!("../data/replay_states.txt")) {
        replay.run(&case.hand);
        if replay.fault.is_some() {
            continue;
        }
        for (seat, state) in case.hand.seats.iter().zip(&replay.seats) {
            let accounted = state.stack + state.contributed();
            assert_eq!(accounted, seat.starting_stack, "chair {} of {}", seat.seat, case.title);
        }
    }
}

#[test]
fn a_reused_replay_forgets_the_previous_hand() {
    let cases = cases(include_str!("../data/replay_states.txt"));
    let mut used = Replay::default();
    for case in cases.iter().chain(cases.iter().rev()) {
        used.run(&case.hand);
        let mut fresh = Replay::default();
        fresh.run(&case.hand);
        assert_eq!(used.actions, fresh.actions, "{}", case.title);
        assert_eq!(used.seats, fresh.seats, "{}", case.title);
        let ends =
            |replay: &Replay| (replay.fault, replay.residual_uncalled, replay.uncalled_source);
        assert_eq!(ends(&used), ends(&fresh), "{}", case.title);
    }
}
