//! Where JSON objects end, in files whose hands consist of one object per row.

/// No row is longer from its header or first key on: a text full of headers must stay cheap.
const LONGEST: usize = 1 << 12;

/// The end of the JSON object that `bytes` are within, after its bracket and outside of strings; `None` if the bytes end
/// before it, or a string holds a line end, which is torn.
pub fn object_end(bytes: &[u8]) -> Option<usize> {
    walk(bytes).ok()
}

/// As there, or where the search ended.
fn walk(bytes: &[u8]) -> Result<usize, usize> {
    let most = bytes.len().min(LONGEST);
    let (mut at, mut depth, mut is_string) = (0, 1_usize, false);
    while at < most {
        match bytes[at] {
            b'\\' if is_string => at += 1,
            b'"' => is_string = !is_string,
            b'\n' | b'\r' if is_string => return Err(at),
            b'{' if !is_string => depth += 1,
            b'}' if !is_string => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(most)
}

/// Where the object with the string at `at` ends, or what is left of it.
pub(super) fn object_border(bytes: &[u8], at: usize) -> usize {
    let (Ok(end) | Err(end)) = walk(&bytes[at..]);
    at + end
}

/// The start of the next value after a comma at `start`, at most `to`.
pub(super) fn comma_end(bytes: &[u8], start: usize, to: usize) -> usize {
    match bytes[start..to].strip_prefix(b",") {
        Some(rest) => to - rest.trim_ascii_start().len(),
        None => start,
    }
}

/// Where the array starts that has a key at `at` in its first object: its line if that starts at or after `from`.
pub(super) fn opening(bytes: &[u8], from: usize, at: usize) -> usize {
    let front = &bytes[from..at];
    let object = memchr::memrchr(b'{', front).unwrap_or(front.len());
    let front = front[..object].trim_ascii_end();
    let front = front.strip_suffix(b"[").unwrap_or(front);
    let line = memchr::memrchr2(b'\n', b'\r', front);
    from + line.map_or(front.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_ends_outside_of_strings_and_of_other_objects() {
        for (text, wanted) in [
            (r#""a \"}", "b": {"c": 1}}, {"#, Some(23)),
            ("\"a\n\"}", None),
            ("\"a\", 1", None),
            ("\"a\\", None),
        ] {
            assert_eq!(object_end(text.as_bytes()), wanted, "{text}");
        }
        let long = format!("{}}}", " ".repeat(LONGEST));
        assert_eq!(object_end(long.as_bytes()), None);
        assert_eq!(object_border(long.as_bytes(), 0), LONGEST);
    }

    #[test]
    fn an_array_starts_with_its_line() {
        for (text, from, wanted) in [
            ("x\n{\"logs\": [\n  { \"a", 0, 2),
            ("x [{\"a", 0, 2),
            ("x\n[{\"b\": 1, \"a", 2, 2),
            ("\"a", 0, 0),
        ] {
            let at = text.find("\"a").expect("a key");
            assert_eq!(opening(text.as_bytes(), from, at), wanted, "{text}");
        }
    }
}
