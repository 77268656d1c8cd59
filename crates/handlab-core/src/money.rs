//! Currencies. Amounts are whole minor units of one of them; [`crate::chips`] reads them.

/// A currency code of up to eight characters: `USD`, `CHIPS` (of a tournament), `PLAY`, `CLUB`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Currency([u8; 8]);

impl Currency {
    pub const CHIPS: Currency = Currency::from_code("CHIPS");
    pub const PLAY: Currency = Currency::from_code("PLAY");
    pub const CLUB: Currency = Currency::from_code("CLUB");
    pub const USD: Currency = Currency::from_code("USD");
    pub const EUR: Currency = Currency::from_code("EUR");

    /// The currency with that code; anything beyond eight characters is cut off.
    pub const fn from_code(code: &str) -> Currency {
        let code = code.as_bytes();
        let mut bytes = [0; 8];
        let mut i = 0;
        while i < code.len() && i < 8 {
            bytes[i] = if code[i].is_ascii() { code[i].to_ascii_uppercase() } else { b'?' };
            i += 1;
        }
        Currency(bytes)
    }

    pub fn code(&self) -> &str {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

impl std::fmt::Debug for Currency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}
