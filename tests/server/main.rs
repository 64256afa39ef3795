//! The server as a browser sees it: the real program is started, asked over the network, and ended in every way.

#![cfg(feature = "server")]

mod edit;
mod faults;
mod games;
mod guard;
mod help;
mod matches;
mod shapes;
