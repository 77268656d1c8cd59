//! Numbers in the form of nearly all logs: a dot for decimals, commas for thousands.

const POWERS: [i64; 19] = {
    let mut powers = [1; 19];
    let mut i = 1;
    while i < 19 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

/// Reads the most common form: digits, perhaps with a dot that can only be decimal; or as [`read_grouped`].
#[inline]
pub(super) fn read_common(text: &[u8], scale: u8) -> Option<i64> {
    // Eighteen digits cannot overflow.
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    let (mut value, mut dot) = (0, None);
    for (at, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            value = value * 10 + i64::from(digit);
        } else if *byte == b'.' && dot.is_none() {
            dot = Some(at);
        } else if *byte == b',' {
            return read_grouped(text, scale);
        } else {
            return None;
        }
    }
    let decimals = dot.map_or(0, |dot| text.len() - 1 - dot);
    // Three digits after a dot may be thousands.
    if dot.is_some() && matches!(decimals, 0 | 3) {
        return None;
    }
    let missing = usize::from(scale).checked_sub(decimals)?;
    value.checked_mul(*POWERS.get(missing)?)
}

/// Reads up to 18 bytes: commas that can only separate thousands, a dot that can only be decimal.
fn read_grouped(text: &[u8], scale: u8) -> Option<i64> {
    let mut value = 0;
    let mut decimals = 0;
    // Where the group after the last comma must end.
    let mut group_end = None;
    for (i, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => value = value * 10 + i64::from(byte - b'0'),
            b',' if decimals == 0 => {
                if group_end.map_or(i == 0 || i > 3 || text[0] == b'0', |end| end != i) {
                    return None;
                }
                group_end = Some(i + 4);
            }
            b'.' if decimals == 0 => {
                decimals = text.len() - 1 - i;
                let is_ambiguous = decimals == 3 && group_end.is_none();
                if decimals == 0 || is_ambiguous || group_end.is_some_and(|end| end != i) {
                    return None;
                }
                group_end = None;
            }
            _ => return None,
        }
    }
    if group_end.is_some_and(|end| end != text.len()) {
        return None;
    }
    let missing = usize::from(scale).checked_sub(decimals)?;
    value.checked_mul(*POWERS.get(missing)?)
}
