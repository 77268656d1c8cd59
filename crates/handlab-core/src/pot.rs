//! Contributions to main and side pots: who may win which.
