//! Rules and rulings in words: why a move is legal or not, the rules as a rulebook would say them, and what a
//! variant changes.

mod english;
mod words;
