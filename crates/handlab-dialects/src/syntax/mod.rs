//! What a text is made of, whoever wrote it: parts of lines, words, and the markup of HTML, JSON and XML.

pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod text;
pub(crate) mod words;
pub(crate) mod xml;
