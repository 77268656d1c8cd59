//! The languages in which summaries are read besides English.

use super::french::FRENCH;
use super::german::GERMAN;
use super::language::Language;

pub(super) static LANGUAGES: [Language; 2] = [FRENCH, GERMAN];
