//! A hand as text again.
