//! Where a header may start: a dialect that rules a place out must not claim it, wherever the text ends.

use handlab_dialects::DIALECTS;

use crate::corpus;
use crate::samples::samples_of;

/// The longest beginning that is tried.
const LONGEST: usize = 400;

#[test]
fn no_dialect_claims_a_header_at_a_place_that_it_rules_out() {
    let (mut claimed, mut ruled_out) = (0, 0);
    for sample in corpus::DIALECTS.iter().flat_map(|folder| samples_of(folder).into_values()) {
        for dialect in DIALECTS {
            for needle in dialect.needles() {
                for at in memchr::memmem::find_iter(&sample, needle) {
                    let line = sample[..at].iter().rposition(|byte| *byte == b'\n');
                    let line = &sample[line.map_or(0, |newline| newline + 1)..at];
                    let head = &sample[at..sample.len().min(at + LONGEST)];
                    for before in [line, b""] {
                        let is_claimed = |end: usize| dialect.claims(before, &head[..end]);
                        // The needle itself is always there.
                        let is_claimed = (needle.len()..=head.len()).step_by(7).any(is_claimed);
                        let may_start = dialect.may_start(before, head);
                        assert!(
                            may_start || !is_claimed,
                            "{} rules out {}",
                            dialect.name(),
                            String::from_utf8_lossy(head)
                        );
                        claimed += usize::from(is_claimed);
                        ruled_out += usize::from(!may_start);
                    }
                }
            }
        }
    }
    assert!(claimed > 1000 && ruled_out > 1000, "{claimed} claimed, {ruled_out} ruled out");
}
