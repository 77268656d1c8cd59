//! The languages other than English in which summaries are read.

use super::french::FRENCH;
use super::german::GERMAN;
use super::language::Language;

pub(super) static LANGUAGES: [Language; 2] = [FRENCH, GERMAN];
