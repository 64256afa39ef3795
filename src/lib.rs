//! houserules: a rules-variant scripting engine for board games.
//!
//! The rules of a game are a text file that reads like the printed rulebook. This crate reads such files, settles their
//! options, and plays by them:
//!
//! ```
//! use houserules::engine::Play;
//! use houserules::notation::{move_texts, read_move};
//!
//! // A built-in ruleset, with one of its open questions answered.
//! let game = houserules::open("bison", &[("columns", "5")])?;
//! let mut play = Play::new(&game);
//!
//! let legal = play.moves()?;
//! assert_eq!(move_texts(&legal, &game), ["a1-a2", "b1-b2", "c1-c2", "d1-d2", "e1-e2"]);
//!
//! let mv = read_move("c1-c2", &legal, &game)?;
//! play.play(&mv)?;
//! assert!(play.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | open a ruleset | [`open()`], [`open_text`], [`open_from`]; the built-in ones are in [`library`] |
//! | play | [`engine::Game`], [`engine::Play`], [`search::Opponent`] |
//! | play a match | [`match_play::Match`], with [`Opened::rounds`] |
//! | read and write moves, positions and records | [`notation`] |
//! | say why a move is legal or not, and the rules in words | [`explain`] |
//! | draw a board | [`render`] |
//! | find mistakes in a rule file | [`check`], [`language::report`] |
//! | test what rules mean | [`testing`] |
//! | let the computer play itself, over values of options | [`search::lab`] |
//!
//! Nothing here reads a file or a clock: rule files come through [`language::Files`]. The two functions that find
//! companions in folders, for tests, do read files: [`testing::companions_below`] and [`testing::assert_companions`].

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
mod disk;
pub mod engine;
pub mod explain;
#[cfg(feature = "hooks")]
pub mod hooks;
pub mod language;
pub mod library;
pub mod match_play;
pub mod notation;
mod open;
pub mod render;
pub mod ruleset;
pub mod search;
#[cfg(feature = "server")]
pub mod server;
pub mod testing;

pub use open::{Checked, OpenError, Opened, check, open, open_from, open_text};
