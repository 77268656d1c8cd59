//! Scores of hands against counts, published tables and other programs.

mod block;
mod counts;
mod hands;
mod keys;
mod names;
mod pokerkit;
mod properties;
mod vectors;
mod wild;
