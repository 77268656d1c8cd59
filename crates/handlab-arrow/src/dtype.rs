//! Column types, with Polars' names.

use std::fmt;

/// The column types that handlab reads or writes.
#[derive(Clone, PartialEq, Eq)]
pub enum DataType {
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    Int128,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    UInt128,
    Float32,
    Float64,
    String,
    Binary,
    /// Microseconds since 1970, shown in the given zone; without a zone if empty.
    Timestamp(String),
    List(Box<DataType>),
    Struct(Vec<Field>),
    /// A type that no function accepts, by its name for messages.
    Other(String),
}

/// A column's name and type.
#[derive(Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub dtype: DataType,
}

impl Field {
    pub fn new(name: &str, dtype: DataType) -> Self {
        Field { name: name.to_owned(), dtype }
    }
}

impl DataType {
    pub fn list(of: DataType) -> Self {
        DataType::List(Box::new(of))
    }

    pub fn is_integer(&self) -> bool {
        use DataType::{Int8, Int16, Int32, Int64, Int128, UInt8, UInt16, UInt32, UInt64, UInt128};
        matches!(
            self,
            Int8 | Int16 | Int32 | Int64 | Int128 | UInt8 | UInt16 | UInt32 | UInt64 | UInt128
        )
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataType::Boolean => "Boolean",
            DataType::Int8 => "Int8",
            DataType::Int16 => "Int16",
            DataType::Int32 => "Int32",
            DataType::Int64 => "Int64",
            DataType::Int128 => "Int128",
            DataType::UInt8 => "UInt8",
            DataType::UInt16 => "UInt16",
            DataType::UInt32 => "UInt32",
            DataType::UInt64 => "UInt64",
            DataType::UInt128 => "UInt128",
            DataType::Float32 => "Float32",
            DataType::Float64 => "Float64",
            DataType::String => "String",
            DataType::Binary => "Binary",
            DataType::Other(name) => name,
            DataType::Timestamp(zone) if zone.is_empty() => "Datetime('μs')",
            DataType::Timestamp(zone) => return write!(f, "Datetime('μs', '{zone}')"),
            DataType::List(of) => return write!(f, "List({of})"),
            DataType::Struct(fields) => {
                f.write_str("Struct({")?;
                for (nth, field) in fields.iter().enumerate() {
                    let comma = if nth == 0 { "" } else { ", " };
                    write!(f, "{comma}'{}': {}", field.name, field.dtype)?;
                }
                return f.write_str("})");
            }
        })
    }
}
