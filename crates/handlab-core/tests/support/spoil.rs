//! Texts damaged as files get damaged: bytes flipped, lines lost, doubled and swapped, ends cut off, words inserted.

use super::numbers::Numbers;

/// Words that occur in the lines of hands, and that reach deep into the parser.
const WORDS: [&str; 40] = [
    "$9223372036854775807",
    "$92233720368547758.07",
    "$-1",
    "$0",
    "1e9",
    "$.",
    "[",
    "]",
    "[Ah Ah]",
    "[2c 3c 4c 5c 6c 7c 8c 9c]",
    "*** ",
    "*** FLOP *** [Ah Kd 2c]",
    "*** FIRST RIVER *** [Ah Kd 2c 3d] [4h]",
    "*** THIRD TURN *** [Ah]",
    "*** SHOW DOWN ***",
    "*** SUMMARY ***",
    ": ",
    " collected $5 from side pot-255",
    " collected $5 from side pot-999",
    " cashed out the hand for $1 | Cash Out Fee $1",
    "Uncalled bet ($9) returned to ",
    "Total pot $5 Main pot $1. Side pot-1 $2. Side pot-2 $2. | Rake $1 | Fee $1",
    "Hand cancelled",
    "Hand was run twice",
    " and is all-in",
    " and has reached the $10 cap",
    "\u{0}",
    "\u{80}",
    "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET",
    " posts small & big blinds $3",
    "*** FLOP 2 *** [Ah Kd 2c]",
    "***SECOND TURN*** [Ah Kd 2c] [3d]",
    "***",
    "> ",
    "\t",
    " : ",
    "posts an ante of 0.125",
    "Total pot: 5 | rake: 0",
    " ALL IN for 1 234,5 €",
    "Board 2: [Ah Kd 2c 3d 4h]",
];

/// Damages a text in a random way.
pub(crate) fn spoil(data: &mut Vec<u8>, numbers: &mut Numbers) {
    let mut lines: Vec<Vec<u8>> =
        data.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(9) {
        0 | 1 if !data.is_empty() => {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(data.len());
                data[at] ^= 1 << numbers.below(8);
            }
            return;
        }
        2 if !data.is_empty() => return data.truncate(numbers.below(data.len())),
        3 if !lines.is_empty() => drop(lines.remove(one)),
        4 if !lines.is_empty() => lines.insert(other, lines[one].clone()),
        5 if !lines.is_empty() => lines.swap(one, other),
        6 => {
            let at = numbers.below(data.len() + 1);
            let word = WORDS[numbers.below(WORDS.len())].bytes();
            return drop(data.splice(at..at, word));
        }
        7 => {
            // Replaces the next amount.
            let from = numbers.below(data.len());
            let digit = data[from..].iter().position(u8::is_ascii_digit).map(|at| from + at);
            let Some(start) = digit else { return };
            let digits = data[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number =
                ["0", "9223372036854775807", "99999999999999999999", "92233720368547758", "1"];
            let number = number[numbers.below(number.len())].bytes();
            return drop(data.splice(start..start + digits, number));
        }
        _ if !lines.is_empty() => {
            let word = WORDS[numbers.below(WORDS.len())];
            lines.insert(one, format!("{word}\n").into_bytes());
        }
        _ => {}
    }
    *data = lines.concat();
}
