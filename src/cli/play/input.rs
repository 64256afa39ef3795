//! Where lines come from: a line editor on a terminal, else standard input.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Read};

/// The longest line that is read, in bytes; a longer one is cut.
const MAX_LINE: u64 = 64 * 1024;

pub enum Input {
    Editor(Box<DefaultEditor>),
    /// Plain lines; `person`: to be treated as if somebody sat there, which is so in tests alone.
    Lines {
        lines: Box<dyn BufRead>,
        person: bool,
    },
}

impl Input {
    /// A line editor if a person sits there, else plain lines.
    pub fn new() -> Input {
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        match DefaultEditor::new() {
            Ok(editor) if person => Input::Editor(Box::new(editor)),
            _ => Input::Lines { lines: Box::new(io::stdin().lock()), person: false },
        }
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Editor(_) | Input::Lines { person: true, .. })
    }

    /// The next line without its end; none at the end of the input. A line that was broken off (Ctrl-C) is empty.
    pub fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Input::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // The history only spares typing.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Io(e)) => Err(e),
                Err(e) => Err(io::Error::other(e)),
            },
            Input::Lines { lines: stdin, .. } => {
                let mut bytes = Vec::new();
                stdin.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
                if bytes.is_empty() {
                    return Ok(None);
                }
                if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
                    stdin.skip_until(b'\n')?;
                }
                Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
            }
        }
    }
}
