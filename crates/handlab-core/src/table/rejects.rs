//! `rejects`: one row per span that is not a hand of the lake. The caller adds the file's name.

use crate::error::ParseError;

use super::column::{Int64s, Strings, table};

table! {
    /// See the module.
    Rejects {
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
    pub fn push(
        &mut self,
        offset: i64,
        text: &str,
        length: i64,
        dialect: &str,
        error: &ParseError,
    ) {
        let end = text.floor_char_boundary(MAX_TEXT);
        self.byte_offset.push(Some(offset));
        self.byte_length.push(Some(length));
        self.line.push(i64::try_from(error.at().line).ok());
        self.dialect.push(Some(dialect));
        self.code.push(Some(error.code()));
        self.message.push(Some(&error.to_string()));
        self.text.push(Some(&text[..end]));
    }
}
