//! A script with its text: where in it something stands.

use crate::ruleset::Span;
use rhai::{AST, Position};

/// The text of a script, for finding places in it.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Its index among the sources.
    pub file: u16,
    pub text: String,
}

impl Text {
    /// The byte at a position, which counts lines and characters from 1.
    fn byte(&self, position: Position) -> Option<usize> {
        let line = position.line()?;
        let start = match line {
            0 | 1 => 0,
            _ => self.text.match_indices('\n').nth(line - 2)?.0 + 1,
        };
        let column = position.position().unwrap_or(1).max(1) - 1;
        let rest = self.text.get(start..)?;
        let within = rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at);
        Some((start + within).min(self.text.len()))
    }

    /// The word or sign at a position.
    pub fn span(&self, position: Position) -> Option<Span> {
        let start = self.byte(position)?;
        let rest = self.text.get(start..)?;
        let word: usize = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
        let quoted = || Some(rest.strip_prefix('"')?.split('\n').next()?.find('"')? + 2);
        let sign = || rest.chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
        let length = if word > 0 { word } else { quoted().unwrap_or_else(sign) };
        Some(self.between(start, start + length))
    }

    /// What stands before a position.
    pub fn before(&self, position: Position) -> &str {
        self.byte(position).and_then(|at| self.text.get(..at)).unwrap_or_default()
    }

    /// The sign at a byte.
    pub fn at(&self, byte: usize) -> Option<char> {
        self.text.get(byte..)?.chars().next()
    }

    pub fn between(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    /// The name of a function where it is declared, its body beginning at a position; with its parameters.
    pub fn declaration(&self, name: &str, body: Position) -> Option<Span> {
        let before = self.text.get(..self.byte(body)?)?;
        let start = before.rfind("fn ").map_or(0, |at| at + 3);
        let at = start + before.get(start..)?.find(name)?;
        Some(self.between(at, before.trim_end().len().max(at)))
    }

    /// Its first line.
    pub fn whole(&self) -> Span {
        self.between(0, self.text.lines().next().map_or(0, str::len))
    }
}

/// A script that was compiled and checked.
pub(super) struct Program {
    pub text: Text,
    pub ast: AST,
}
