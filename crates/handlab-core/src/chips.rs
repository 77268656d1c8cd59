//! Amounts as sites print them, to whole minor units.
