//! The plugin's expressions: check, call, wrap.

// pyo3-polars requires functions that take keyword arguments by value and return a `Result`.
#![expect(clippy::needless_pass_by_value, reason = "the macro's signature")]

mod award;
mod equity;
mod hand;
mod name;
mod pot;
mod scheme;
mod score;
mod wild;

/// pyo3-polars as `#[polars_expr]` sees it: every error of an expression passes here on its way to Polars.
///
/// The macro calls `pyo3_polars::derive::_update_last_error`, which makes a C string of the message and panics if that
/// holds a NUL, as a card text or the name of a column may.
mod pyo3_polars {
    pub(super) mod derive {
        pub(crate) use ::pyo3_polars::derive::*;
        use polars::prelude::{PolarsError, polars_err};

        pub(crate) fn _update_last_error(error: PolarsError) {
            let message = error.to_string();
            if message.contains('\0') {
                let message = message.replace('\0', "\\0");
                ::pyo3_polars::derive::_update_last_error(polars_err!(ComputeError: "{message}"));
            } else {
                ::pyo3_polars::derive::_update_last_error(error);
            }
        }
    }
}
