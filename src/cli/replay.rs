//! `houserules replay`

use super::computer::time;
use super::fail::{Done, Failure};
use super::moves::ending;
use super::paint::paint;
use super::play::file::{Ended, load};
use super::render::{DrawingArgs, save};
use super::wrap::tell;
use crate::board::SiteSet;
use crate::engine::{Game, Play, Position};
use crate::notation::{move_text, result_text};
use crate::render::{Drawing, Look, Marks, board_drawing, board_picture, move_sites};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Go through a saved game, or draw it.
///
/// Each position of a record of a game or a match is shown with the move that led to it. With `--svg` or `--gif` they
/// are drawn instead.
#[derive(Args, Debug)]
pub struct Replay {
    /// A game or a match that was saved
    #[arg(value_name = "RECORD")]
    pub record: PathBuf,
    /// Of a match only this round, counted from 1
    #[arg(long, value_name = "N")]
    pub round: Option<usize>,
    /// Write a drawing of each position into this directory; or of the last one to this file, if its name ends in .svg
    #[arg(long, value_name = "DIR|FILE")]
    pub svg: Option<PathBuf>,
    /// Write the game to this file as an animated GIF
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// How long each position of a GIF is shown, such as `800ms`
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, requires = "gif")]
    pub delay: Duration,
    #[command(flatten)]
    pub look: DrawingArgs,
}

/// A position of a game, and the move that led to it.
pub struct Step {
    pub position: Position,
    /// The number of moves made before.
    pub ply: usize,
    /// Of the round, from 1.
    pub round: usize,
    /// The sites of the move.
    pub last: SiteSet,
    /// The move with its side, such as `herd: f1-f2`; none for a start.
    pub text: Option<String>,
    /// The game of the round: rounds may be played by different rules.
    pub game: Game,
    /// How the round ended, in a sentence without its full stop.
    pub end: Option<String>,
}

pub fn run(args: &Replay, out: &mut dyn Write) -> Done {
    let (title, steps) = steps(args)?;
    if args.svg.is_none() && args.gif.is_none() {
        return plain(&title, &steps, out);
    }
    let drawing = args.look.drawing();
    if let Some(path) = &args.svg {
        svg(path, &steps, drawing)?;
    }
    if let Some(path) = &args.gif {
        gif(path, &steps, drawing, args.delay)?;
    }
    Ok(())
}

/// Reads a record: the title of its rules, and all its positions.
pub fn steps(args: &Replay) -> Result<(String, Vec<Step>), Failure> {
    let saved = load(&args.record)?;
    let title = saved.opened.game.rules().title.clone();
    let rounds = match saved.running {
        Some(running) if running.begun => running.rounds.into_iter().chain([saved.play]).collect(),
        Some(running) => running.rounds,
        None => vec![saved.play],
    };
    let several = rounds.len();
    let mut steps = Vec::new();
    for (n, play) in rounds.into_iter().enumerate().filter(|(n, _)| args.round.is_none_or(|round| round == n + 1)) {
        steps.extend(of_round(play, n + 1, saved.ended.as_ref())?);
    }
    match (steps.is_empty(), args.round) {
        (true, Some(round)) => {
            let rounds = if several == 1 { "1 round".to_owned() } else { format!("{several} rounds") };
            Err(Failure::Usage(format!("there is no round {round}: the record has {rounds}")))
        }
        _ => Ok((title, steps)),
    }
}

/// The positions of a round, from its start.
fn of_round(mut play: Play, round: usize, ended: Option<&Ended>) -> Result<Vec<Step>, Failure> {
    let game = play.game().clone();
    let end = match (play.outcome(), ended) {
        (Some(outcome), _) => Some(ending(&result_text(outcome, &game), &outcome.reason, &game)),
        (None, Some(ended)) => Some(ending(&ended.result, &ended.reason, &game)),
        (None, None) => None,
    };
    let mut steps = Vec::new();
    loop {
        let (position, ply) = (play.position().clone(), play.made().len());
        let step = Step { position, ply, round, last: SiteSet::EMPTY, text: None, game: game.clone(), end: None };
        let Some(mv) = play.undo() else {
            steps.push(step);
            break;
        };
        let side = game.rules().sides.get(usize::from(mv.side)).map_or("?", |s| s.name.as_str());
        let text = format!("{side}: {}", move_text(&mv, &play.moves()?, &game));
        steps.push(Step { last: move_sites(&mv), text: Some(text), ..step });
    }
    steps.reverse();
    if let Some(last) = steps.last_mut() {
        last.end = end;
    }
    Ok(steps)
}

/// All positions, one below the other.
fn plain(title: &str, steps: &[Step], out: &mut dyn Write) -> Done {
    let several = steps.iter().any(|s| s.round != 1);
    for step in steps {
        let heading = match &step.text {
            None if several => format!("{title}, round {}", step.round),
            None => title.to_owned(),
            Some(text) => format!("{}. {text}", step.ply),
        };
        writeln!(out, "{heading}\n")?;
        let marks = Marks { last: step.last, ..Marks::default() };
        writeln!(out, "{}", paint(&board_picture(&step.game, &step.position, &marks, Look::FULL)))?;
        if let Some(end) = &step.end {
            tell(out, &format!("{}.\n", crate::explain::english::capital(end)))?;
        }
    }
    Ok(())
}

fn draw(step: &Step, drawing: Drawing) -> String {
    let marks = Marks { last: step.last, ..Marks::default() };
    board_drawing(&step.game, &step.position, &marks, drawing)
}

/// Draws the last position to a file, or each into a directory: `0000.svg` is the start.
fn svg(path: &Path, steps: &[Step], drawing: Drawing) -> Done {
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("svg")) {
        return steps.last().map_or(Ok(()), |step| save(path, draw(step, drawing).as_bytes()));
    }
    fs::create_dir_all(path)
        .map_err(|e| Failure::File(format!("`{}` cannot be made: {}", path.display(), super::disk::why(&e))))?;
    let several = steps.iter().any(|s| s.round != 1);
    for step in steps {
        let round = if several { format!("{:02}-", step.round) } else { String::new() };
        save(&path.join(format!("{round}{:04}.svg", step.ply)), draw(step, drawing).as_bytes())?;
    }
    Ok(())
}

#[cfg(feature = "pictures")]
fn gif(path: &Path, steps: &[Step], drawing: Drawing, delay: Duration) -> Done {
    use crate::render::PictureError;
    // In hundredths of a second; nobody shows what is shorter than two.
    let delay = (delay.as_millis() / 10).clamp(2, 6000) as u16;
    let mut frame = |n: usize| steps.get(n).map_or_else(String::new, |step| draw(step, drawing));
    let mut bytes = Vec::new();
    crate::render::gif(steps.len(), &mut frame, delay, &mut bytes).map_err(|e| {
        let hint = match e {
            PictureError::Uneven => "; choose a round with `--round`",
            PictureError::LargeFrame | PictureError::TooLarge => "; `--size` makes them smaller",
            _ => "",
        };
        Failure::Usage(format!("{e}{hint}"))
    })?;
    save(path, &bytes)
}

#[cfg(not(feature = "pictures"))]
fn gif(_: &Path, _: &[Step], _: Drawing, _: Duration) -> Done {
    Err(Failure::Usage("this program was built without pictures; `--svg` draws each position".into()))
}
