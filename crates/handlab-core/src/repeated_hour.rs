//! Decides which pass of the repeated hour, when summer time ends, the hands of a file are from.
//!
//! The text prints `1:30` in both. A file holds its hands in order, so its neighbours decide:
//! * if the printed clock goes back within a run of such hands, the second pass begins there;
//! * otherwise the extra hour lies in the longest pause among the hands and their neighbours outside the hour. A pause of
//!   three hours or more proves nothing, nor do the ends of the file: without evidence it is the first pass.
//!
//! Files that list the newest hand first are read backwards. Hands of several tables in one file are treated as one
//! sequence.

/// A pause of this length, in microseconds, only shows that the player came back later.
const LONG_PAUSE: i64 = 3 * 3600 * 1_000_000;

/// A hand in the repeated hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmbiguousHand {
    /// Its index among the hands of the file.
    pub hand: usize,
    pub first: i64,
    pub later: i64,
}

/// Decides the pass of each run of neighbouring `hands`: `start_of` returns a hand's start, and `correct` is called
/// for each hand of the second pass.
pub fn resolve(
    hands: &[AmbiguousHand],
    mut start_of: impl FnMut(usize) -> Option<i64>,
    mut correct: impl FnMut(usize, i64),
) {
    for run in hands.chunk_by(|one, next| one.hand + 1 == next.hand) {
        let before = run[0].hand.checked_sub(1).and_then(&mut start_of);
        let after = start_of(run[run.len() - 1].hand + 1);
        let is_newest_first = before.zip(after).is_some_and(|(before, after)| before > after);
        if is_newest_first {
            let run: Vec<_> = run.iter().rev().copied().collect();
            resolve_run(&run, after, before, &mut correct);
        } else {
            resolve_run(run, before, after, &mut correct);
        }
    }
}

fn resolve_run(
    run: &[AmbiguousHand],
    before: Option<i64>,
    after: Option<i64>,
    correct: &mut impl FnMut(usize, i64),
) {
    let second = second_pass(run, before, after);
    for hand in &run[second..] {
        correct(hand.hand, hand.later);
    }
}

/// Where the second pass begins in `run`; its length if it does not.
fn second_pass(run: &[AmbiguousHand], before: Option<i64>, after: Option<i64>) -> usize {
    if before.is_some_and(|before| before > run[0].first) {
        return 0;
    }
    if let Some(back) = run.windows(2).position(|pair| pair[1].first < pair[0].first) {
        return back + 1;
    }
    let last = run[run.len() - 1];
    let pause = |from: Option<i64>, to: Option<i64>| {
        let known = from.zip(to).map(|(from, to)| to.saturating_sub(from).max(0));
        known.unwrap_or(LONG_PAUSE).min(LONG_PAUSE)
    };
    let mut longest = (pause(before, Some(run[0].first)), 0);
    let within = run.windows(2).map(|pair| pair[1].first - pair[0].first);
    let pauses = within.chain([pause(Some(last.later), after)]);
    for (place, pause) in pauses.enumerate() {
        if pause >= longest.0 {
            longest = (pause, place + 1);
        }
    }
    longest.1
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000_000;

    /// The passes of hands at the given minutes; the hour from 60 to 119 runs twice: `1` first, `2` second, `-` outside
    /// it.
    fn passes(minutes: &[i64]) -> String {
        // After the hour all times are an hour later than the printed clock.
        let utc = |minute: i64| if minute >= 120 { minute + 60 } else { minute };
        let is_ambiguous = |minute: &i64| (60..120).contains(minute);
        let hands: Vec<_> = minutes
            .iter()
            .enumerate()
            .filter(|(_, minute)| is_ambiguous(minute))
            .map(|(hand, minute)| {
                let first = minute * MINUTE;
                AmbiguousHand { hand, first, later: first + 60 * MINUTE }
            })
            .collect();
        let mut found: Vec<char> =
            minutes.iter().map(|minute| if is_ambiguous(minute) { '1' } else { '-' }).collect();
        let start_of = |hand: usize| minutes.get(hand).map(|minute| utc(*minute) * MINUTE);
        resolve(&hands, start_of, |hand, _| found[hand] = '2');
        found.into_iter().collect()
    }

    #[test]
    fn neighbours_decide_the_pass() {
        let cases: [(&[i64], &str); 16] = [
            // Alone, or far from all others: first pass.
            (&[90], "1"),
            (&[-600, 90], "-1"),
            (&[90, 600], "1-"),
            (&[-600, 90, 600], "-1-"),
            // Near one neighbour.
            (&[55, 62, 90], "-11"),
            (&[90, 118, 125], "22-"),
            (&[-600, 90, 118, 125], "-22-"),
            (&[55, 62, 90, 600], "-11-"),
            (&[125, 90], "-2"),
            // The clock goes back.
            (&[55, 70, 100, 65, 80, 121], "-1122-"),
            (&[100, 65], "12"),
            // Near both: the hour was spent in the longest pause.
            (&[58, 62, 110, 121], "-12-"),
            (&[30, 90, 121], "-2-"),
            // Newest first.
            (&[121, 80, 65, 100, 70, 55], "-2211-"),
            (&[125, 118, 112, 20], "-22-"),
            // Two such nights in one file.
            (&[55, 62, 130, 90, 121], "-1-2-"),
        ];
        for (minutes, wanted) in cases {
            assert_eq!(passes(minutes), wanted, "{minutes:?}");
        }
    }

    #[test]
    fn starts_at_the_end_of_time_do_not_overflow() {
        let run = [AmbiguousHand { hand: 1, first: i64::MAX - 1, later: i64::MAX }];
        resolve(&run, |hand| (hand == 0).then_some(i64::MIN), |_, _| ());
    }
}
