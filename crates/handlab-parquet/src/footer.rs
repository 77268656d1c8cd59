//! How a file starts and ends.

use std::io::Write;
use std::sync::Arc;

use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::TypePtr;

/// Starts a file.
pub(crate) fn writer<W: Write + Send>(file: W, schema: TypePtr) -> Result<SerializedFileWriter<W>> {
    let properties = WriterProperties::builder()
        .set_created_by(concat!("handlab ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    SerializedFileWriter::new(file, schema, Arc::new(properties))
}

/// Ends a file with the metadata for its footer.
pub(crate) fn finish(
    mut writer: SerializedFileWriter<impl Write + Send>,
    about: &[(String, String)],
) -> Result<()> {
    for (key, value) in about {
        writer.append_key_value_metadata(KeyValue::new(key.clone(), value.clone()));
    }
    writer.close().map(|_| ())
}
