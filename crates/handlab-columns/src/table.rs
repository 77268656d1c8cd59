//! Declares tables: named columns, and operations on all of them.

use crate::{Bools, Column, Lists, Names, Numbers, SharedNames, Strings, Timestamps, Words};

/// Fields of a table, each usable as a [`Column`].
pub trait AsColumn {
    fn as_column(&self) -> Column<'_>;

    /// Removes all rows but keeps the memory.
    fn clear(&mut self);

    /// The approximate memory use in bytes.
    fn bytes(&self) -> usize;
}

macro_rules! as_column {
    ($($type:ty => $kind:ident),* $(,)?) => {$(
        impl AsColumn for $type {
            fn as_column(&self) -> Column<'_> {
                Column::$kind(self)
            }

            fn clear(&mut self) {
                self.clear();
            }

            fn bytes(&self) -> usize {
                self.bytes()
            }
        }
    )*};
}

as_column! {
    Strings => Text,
    Words => Words,
    Numbers<i64> => Int64,
    Numbers<i32> => Int32,
    Numbers<i16> => Int16,
    Numbers<i8> => Int8,
    Numbers<f64> => Float64,
    Bools => Bool,
    Lists => Int8Lists,
}

impl AsColumn for Names {
    fn as_column(&self) -> Column<'_> {
        Column::Names(self.codes(), self)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

impl AsColumn for Timestamps {
    fn as_column(&self) -> Column<'_> {
        Column::Timestamp(&self.0)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl AsColumn for SharedNames {
    fn as_column(&self) -> Column<'_> {
        Column::OfSeat(self.codes())
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// A column with the hand's value, which is stored once per hand, in `hands`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfHand;

impl OfHand {
    pub fn append(self, _: &Self, _: std::ops::Range<usize>) {}
}

impl AsColumn for OfHand {
    fn as_column(&self) -> Column<'_> {
        Column::OfHand
    }

    fn clear(&mut self) {}

    fn bytes(&self) -> usize {
        0
    }
}

/// Declares a table: a struct with a field for each column, and its columns in order.
#[macro_export]
macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($column:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $(pub(super) $column: $type,)*
        }

        impl $name {
            /// Names and columns, in stored order.
            pub(super) fn columns(&self) -> Vec<(&'static str, $crate::Column<'_>)> {
                use $crate::AsColumn;
                vec![$((stringify!($column), self.$column.as_column()),)*]
            }

            /// Removes all rows but keeps the memory.
            pub(super) fn clear(&mut self) {
                use $crate::AsColumn;
                $(AsColumn::clear(&mut self.$column);)*
            }

            /// The approximate memory use in bytes.
            pub(super) fn bytes(&self) -> usize {
                use $crate::AsColumn;
                0 $(+ self.$column.bytes())*
            }

            /// The number of rows.
            pub fn len(&self) -> usize {
                self.columns().iter().map(|(_, column)| column.len()).max().unwrap_or(0)
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

/// Declares a table whose rows belong to hands, so that the rows of some hands can be copied.
#[macro_export]
macro_rules! table_of_hands {
    ($(#[$doc:meta])* $name:ident { $($column:ident: $type:ty,)* }) => {
        $crate::table! { $(#[$doc])* $name { $($column: $type,)* } }

        impl $name {
            /// Appends rows of another table.
            pub(super) fn append(&mut self, other: &Self, rows: std::ops::Range<usize>) {
                $(self.$column.append(&other.$column, rows.clone());)*
            }
        }
    };
}
