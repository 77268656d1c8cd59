//! How strong a hand is, in every game.
