//! Summaries in a mail: the quoted-printable body of one plain part, as `PokerStars` sends it.
//!
//! Mails of several parts and in base64 are not read.

use memchr::memmem;

/// The decoded body of a mail in quoted-printable, in the mail's charset; `None` for what is no such mail.
///
/// Lines that the encoding had broken are joined, so that places of errors are those in the body returned.
pub fn mail_body(mail: &[u8]) -> Option<Vec<u8>> {
    let (header, body) = split(mail)?;
    let encoding = header_field(header, b"content-transfer-encoding:")?;
    encoding.eq_ignore_ascii_case(b"quoted-printable").then(|| decode(body))
}

/// Whether `head` starts a mail with `PokerStars`' answer to a request for a tournament history.
pub(super) fn is_history(head: &[u8]) -> bool {
    let header = split(head).map_or(head, |(header, _)| header);
    let subject = header_field(header, b"subject:");
    subject.is_some_and(|subject| {
        memmem::find(subject, b"PokerStars Tournament History Request").is_some()
    })
}

/// Parts header and body at the first empty line.
fn split(mail: &[u8]) -> Option<(&[u8], &[u8])> {
    // What does not start with a field, `Received: `, is no mail.
    let name = mail.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
    if name == 0 || mail[name] != b':' {
        return None;
    }
    let unix = memmem::find(mail, b"\n\n").map(|at| (at, 2));
    let windows = memmem::find(mail, b"\r\n\r\n").map(|at| (at, 4));
    let (at, len) = unix.into_iter().chain(windows).min()?;
    Some((&mail[..at], &mail[at + len..]))
}

/// The field's value on its first line. `name` is in small letters and ends in a colon.
fn header_field<'a>(header: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    header.split(|byte| *byte == b'\n').find_map(|line| {
        let (front, value) = line.split_at_checked(name.len())?;
        front.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
    })
}

fn decode(body: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = memchr::memchr(b'=', rest) {
        decoded.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        match rest {
            [b'\n', behind @ ..] | [b'\r', b'\n', behind @ ..] => rest = behind,
            [high, low, behind @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                decoded.push(nibble(*high) << 4 | nibble(*low));
                rest = behind;
            }
            // Not written by an encoder: kept.
            _ => decoded.push(b'='),
        }
    }
    decoded.extend_from_slice(rest);
    decoded
}

/// The value of a hexadecimal digit.
fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit.to_ascii_lowercase() - b'a') + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_breaks_are_joined_and_bytes_decoded() {
        let mail = b"Received: x\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\nA =\r\nB=20\nC=E9=\nD a=b";
        assert_eq!(mail_body(mail).as_deref(), Some(&b"A B \nC\xE9D a=b"[..]));
    }

    #[test]
    fn what_is_no_such_mail_is_none() {
        for text in [
            &b""[..],
            b"PokerStars Tournament #1, No Limit Hold'em\n\nx",
            b"Received: x\n\nbody",
            b"Received: x\nContent-Transfer-Encoding: base64\n\nAAAA",
            b"Received: x\nContent-Transfer-Encoding: quoted-printable",
        ] {
            assert_eq!(mail_body(text), None);
        }
    }
}
