//! The Parquet types of a table's columns.

use std::fmt::Write;
use std::sync::Arc;

use handlab_columns::{Column, TableColumn};
use parquet::errors::Result;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::TypePtr;

/// The schema of a file with these columns; every column is nullable.
pub(crate) fn of_columns(columns: &[TableColumn<'_>]) -> Result<TypePtr> {
    let mut text = String::from("message schema {\n");
    for TableColumn { name, values, .. } in columns {
        let kind = match values {
            Column::Int64(_) | Column::Timestamp(_) => "INT64",
            Column::Int32(_) | Column::Int16(_) | Column::Int8(_) => "INT32",
            Column::Float64(_) => "DOUBLE",
            Column::Bool(_) => "BOOLEAN",
            Column::Text(_) | Column::Words(_) | Column::Names(..) => "BYTE_ARRAY",
            Column::Int8Lists(_) => {
                let element = "REPEATED group list { OPTIONAL INT32 element (INTEGER(8,true)); }";
                let _ = writeln!(text, "OPTIONAL group {name} (LIST) {{ {element} }}");
                continue;
            }
            Column::OfHand | Column::OfSeat(_) => unreachable!("resolved by the tables"),
        };
        let meaning = match values {
            Column::Timestamp(_) => " (TIMESTAMP(MICROS,true))",
            Column::Int16(_) => " (INTEGER(16,true))",
            Column::Int8(_) => " (INTEGER(8,true))",
            Column::Text(_) | Column::Words(_) | Column::Names(..) => " (STRING)",
            _ => "",
        };
        let _ = writeln!(text, "OPTIONAL {kind} {name}{meaning};");
    }
    text.push('}');
    parse_message_type(&text).map(Arc::new)
}
