//! `rejects`: one row per span that is not stored as a hand.

use crate::error::ParseError;
use handlab_columns::{Int64s, Names, Strings, table};

use super::Source;

table! {
    /// See the module.
    Rejects {
        file_digest: Names,
        path: Names,
        member: Names,
        byte_offset: Int64s,
        byte_length: Int64s,
        line: Int64s,
        dialect: Strings,
        code: Strings,
        message: Strings,
        text: Strings,
    }
}

/// At most this much of a span's text is kept: a file that is one endless line must not fill the lake.
const MAX_TEXT: usize = 65_536;

impl Rejects {
    /// Adds a span, whose text may be only part of what the file holds there.
    pub fn push(&mut self, source: &Source<'_>, text: &str, dialect: &str, error: &ParseError) {
        let end = text.floor_char_boundary(MAX_TEXT);
        self.file_digest.push(source.digest);
        self.path.push(source.file);
        self.member.push(source.member);
        self.byte_offset.push(Some(source.offset));
        self.byte_length.push(Some(source.length));
        self.line.push(i64::try_from(error.at().line).ok());
        self.dialect.push(Some(dialect));
        self.code.push(Some(error.code()));
        self.message.push(Some(&error.to_string()));
        self.text.push(Some(&text[..end]));
    }
}
