//! Tournament summaries.
