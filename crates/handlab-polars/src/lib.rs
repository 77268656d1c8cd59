//! The border between Polars and handlab-core: dtypes, nulls and broadcasting; nothing is decided here.
