//! The boundary between Polars and handlab-core: dtypes, nulls and broadcasting; nothing is decided here.
//!
//! - `conversion` converts hands to other formats.
//! - `native` is what ingestion calls: bytes in, tables out; `batch` keeps these tables, `files` writes them as Parquet.
//!   `sorted` writes stored rows as Parquet in a different order. `simulation` makes texts, `scalar` answers single
//!   questions.
//! - `expressions` is the plugin: columns in, a column out; `plugin` is Polars' interface for them, in C.
//! - `inputs` converts arguments to the core's types; `frames` converts the core's columns to Arrow columns.
//! - `capsule` passes frames and columns through Python.

mod allocator;
mod batch;
mod capsule;
mod conversion;
mod equity_columns;
mod equity_faults;
mod expressions;
mod files;
mod frames;
mod holdings;
mod inputs;
mod lists;
mod masks;
mod native;
mod plugin;
mod scalar;
mod seats;
mod simulation;
mod sorted;
mod statistics;

use allocator::PolarsAllocator;
use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: PolarsAllocator = PolarsAllocator;

#[pymodule]
fn _handlab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("PARSER_VERSION", handlab_core::table::PARSER_VERSION)?;
    module.add_function(wrap_pyfunction!(allocator::shares_polars_memory, module)?)?;
    module.add_function(wrap_pyfunction!(native::cut, module)?)?;
    module.add_function(wrap_pyfunction!(native::last_preamble, module)?)?;
    module.add_function(wrap_pyfunction!(native::parse_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::parse_parts, module)?)?;
    module.add_function(wrap_pyfunction!(batch::free_kept_tables, module)?)?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<files::ParquetFiles>()?;
    module.add_class::<sorted::SortedParquet>()?;
    module.add_class::<statistics::SeatPredicates>()?;
    module.add_class::<statistics::SeatStatistics>()?;
    module.add_function(wrap_pyfunction!(conversion::convert_part, module)?)?;
    module.add_function(wrap_pyfunction!(conversion::conversion_outcomes, module)?)?;
    module.add_function(wrap_pyfunction!(native::is_zone, module)?)?;
    module.add_function(wrap_pyfunction!(native::dialects, module)?)?;
    module.add_function(wrap_pyfunction!(native::headers, module)?)?;
    module.add_function(wrap_pyfunction!(native::key_hash, module)?)?;
    module.add_class::<simulation::Simulation>()?;
    module.add_function(wrap_pyfunction!(simulation::sample_texts, module)?)?;
    module.add_function(wrap_pyfunction!(scalar::odds, module)?)?;
    module.add_function(wrap_pyfunction!(scalar::describe_hand, module)?)?;
    module.add_function(wrap_pyfunction!(scalar::deal, module)?)?;
    module.add_function(wrap_pyfunction!(scalar::draw_categories, module)?)?;
    Ok(())
}
