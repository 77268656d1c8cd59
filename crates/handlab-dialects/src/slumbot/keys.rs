//! The keys of an object, before it is known to be one.

/// The keys of the object that a text is within, as JSON or Python writes them: not those of objects within it.
pub(super) struct Keys<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Keys<'t> {
    /// From a key or a comma on, outside of strings.
    pub(super) const fn of(text: &'t [u8]) -> Keys<'t> {
        Keys { text, at: 0 }
    }

    /// The string that starts after the quotation mark at `at - 1`; a line end tears it.
    fn string(&mut self, quote: u8) -> Option<&'t [u8]> {
        let start = self.at;
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\n' | b'\r' => return None,
                _ if byte == quote => return Some(&self.text[start..self.at - 1]),
                _ => {}
            }
        }
    }
}

impl<'t> Iterator for Keys<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let mut depth = 0_usize;
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            match byte {
                b'"' | b'\'' => {
                    let string = self.string(byte)?;
                    let rest = self.text.get(self.at..)?.trim_ascii_start();
                    if depth == 0 && rest.starts_with(b":") {
                        return Some(string);
                    }
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
    }
}
