//! Errors about columns: one sentence, which Polars or Python raises.

use std::fmt;

/// A message: what was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(message: impl Into<String>) -> Self {
        Error(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Returns an [`Error`] with a formatted message.
#[macro_export]
macro_rules! bail {
    ($($message:tt)*) => {
        return Err($crate::Error::new(format!($($message)*)))
    };
}
