//! `houserules render`

use super::args::{At, Subject};
use super::disk;
use super::fail::{Done, Failure};
use super::subject;
use crate::engine::{Play, PlayError};
use crate::notation::read_move;
use crate::render::{Drawing, Marks, board_drawing, move_sites};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Draw the board, as SVG or PNG.
///
/// The drawing of a position, with the sites of the last move marked. It holds all that it needs, letters included, and
/// is the same on every machine.
#[derive(Args, Debug)]
pub struct Render {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub at: At,
    /// Make this move before; may be repeated
    #[arg(long = "move", value_name = "MOVE")]
    pub moves: Vec<String>,
    #[command(flatten)]
    pub look: DrawingArgs,
    /// Write to this file, as its name ends: `.svg` or `.png`; without it, or for `-`, SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// How a board is drawn.
#[derive(Args, Clone, Copy, Debug)]
pub struct DrawingArgs {
    /// Seen from the other side of the board
    #[arg(long)]
    pub flip: bool,
    /// The width in pixels; without it, 40 for each cell
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub size: Option<u32>,
}

impl DrawingArgs {
    /// The same for the drawing itself.
    pub fn drawing(self) -> Drawing {
        Drawing { flip: self.flip, width: self.size }
    }
}

pub fn run(args: &Render, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let mut play = subject::start(&opened, &args.at)?;
    for text in &args.moves {
        make(&mut play, text)?;
    }
    let svg = svg(&play, args.look.drawing());
    match args.out.as_deref() {
        Some(path) if path != Path::new("-") => write(path, &svg),
        None if io::stdout().is_terminal() => Err(Failure::Usage(
            "a drawing says little in a terminal: `-o board.svg` writes it to a file, `-o -` shows it all the same"
                .to_owned(),
        )),
        _ => Ok(out.write_all(svg.as_bytes())?),
    }
}

/// The present position with its last move.
pub fn svg(play: &Play, drawing: Drawing) -> String {
    let last = play.made().last().map(move_sites).unwrap_or_default();
    board_drawing(play.game(), play.position(), &Marks { last, ..Marks::default() }, drawing)
}

/// Makes a move that is given as text.
fn make(play: &mut Play, text: &str) -> Done {
    let legal = play.moves()?;
    let mv = read_move(text, &legal, play.game())
        .map_err(|e| subject::pointed(&format!("the move `{text}` cannot be made"), text, &e))?;
    play.play(&mv).map_err(|e| match e {
        PlayError::Hook(fault) => fault.into(),
        other => Failure::Usage(format!("the move `{text}` cannot be made: {other}")),
    })
}

/// Writes a drawing in the form that the name of a file asks for.
fn write(path: &Path, svg: &str) -> Done {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => png(svg)?,
        _ => {
            return Err(Failure::Usage(format!("`{}`: the name of a drawing ends in .svg or .png", path.display())));
        }
    };
    save(path, &bytes)
}

/// Writes a file of this program's own.
pub fn save(path: &Path, bytes: &[u8]) -> Done {
    let written = disk::replace_with(path, &mut |file| file.write_all(bytes));
    written.map_err(|e| Failure::File(format!("`{}` cannot be written: {}", path.display(), disk::why(&e))))
}

#[cfg(feature = "pictures")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    crate::render::png(svg).map_err(|e| Failure::Usage(e.to_string()))
}

#[cfg(not(feature = "pictures"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::Usage("this program was built without pictures; write `.svg`".into()))
}
