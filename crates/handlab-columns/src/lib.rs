//! Columns in the form in which they are stored and passed on, and tables of them.
//!
//! # Scope
//! Nothing here depends on what a table means. A value shared by many rows is held once: words of a fixed list and
//! names are codes, and a column may belong to another table. [`Predicates`] are evaluated directly over the columns,
//! and [`Flags`] transfer results from some rows to others. [`RowOrder`] sorts rows by several columns.
//!
//! # Examples
//! A table whose rows belong to hands; its columns are `pub(super)`, visible to the module around the declaring one:
//! ```
//! mod tables {
//!     pub mod pots {
//!         use handlab_columns::{Int64s, OfHand, Words, table_of_hands};
//!
//!         table_of_hands! {
//!             /// One row per pot.
//!             Pots { site: OfHand, kind: Words, amount: Int64s, }
//!         }
//!
//!         impl Pots {
//!             pub fn push(&mut self, kind: &'static str, amount: i64) {
//!                 self.kind.push(Some(kind));
//!                 self.amount.push(Some(amount));
//!             }
//!         }
//!     }
//! }
//!
//! let mut pots = tables::pots::Pots::default();
//! pots.push("main", 300);
//! pots.push("side", 120);
//! assert_eq!(pots.len(), 2);
//! ```

mod ahead;
mod bits;
mod flags;
mod nulls;
mod numbers;
mod order;
mod owned;
mod predicates;
mod table;
mod texts;

pub use ahead::load_text;
pub use flags::Flags;
pub use nulls::Nulls;
pub use numbers::{Bools, Lists, Numbers, Timestamps};
pub use order::{OrderError, RowOrder, SortKey};
pub use owned::OwnedColumn;
pub use predicates::{Predicates, Rows, Truth, shared_with_hand};
pub use table::{AsColumn, OfHand};
pub use texts::{Names, SharedNames, Strings, Words};

/// Short names for column types.
pub type Int64s = Numbers<i64>;
pub type Int32s = Numbers<i32>;
pub type Int16s = Numbers<i16>;
pub type Int8s = Numbers<i8>;
pub type Float64s = Numbers<f64>;

/// A column of any type.
#[derive(Clone, Copy, Debug)]
pub enum Column<'a> {
    Int64(&'a Numbers<i64>),
    Int32(&'a Numbers<i32>),
    Int16(&'a Numbers<i16>),
    Int8(&'a Numbers<i8>),
    Float64(&'a Numbers<f64>),
    Bool(&'a Bools),
    /// Microseconds since 1970 in UTC.
    Timestamp(&'a Numbers<i64>),
    Text(&'a Strings),
    Words(&'a Words),
    /// Codes of the names.
    Names(&'a [u32], &'a Names),
    Int8Lists(&'a Lists),
    /// The column of `hands` with the same name.
    OfHand,
    /// Codes of the names of the players in `seats`.
    OfSeat(&'a [u32]),
}

impl Column<'_> {
    /// The number of values; 0 for a column stored in another table.
    pub fn len(&self) -> usize {
        match self {
            Column::Int64(rows) | Column::Timestamp(rows) => rows.len(),
            Column::Int32(rows) => rows.len(),
            Column::Int16(rows) => rows.len(),
            Column::Int8(rows) => rows.len(),
            Column::Float64(rows) => rows.len(),
            Column::Bool(rows) => rows.len(),
            Column::Text(rows) => rows.len(),
            Column::Words(rows) => rows.len(),
            Column::Names(codes, _) | Column::OfSeat(codes) => codes.len(),
            Column::Int8Lists(rows) => rows.len(),
            Column::OfHand => 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A named column of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn<'a> {
    pub name: &'a str,
    pub values: Column<'a>,
    /// If there is one value per hand: the row at which each hand's rows end.
    pub ends: Option<&'a [u32]>,
}

impl TableColumn<'_> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self.ends {
            Some(ends) => ends.last().map_or(0, |end| *end as usize),
            None => self.values.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
