//! What the computer thinks of a position.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::json::{AnalysedMove, AnalysisAnswer};
use super::super::say::{origin, says, side_name};
use super::{Asked, room};
use crate::engine::{Move, Play};
use crate::notation::{move_text, site_text};
use crate::open::Opened;
use crate::search::{Level, Limits, Score, Thought};
use axum::Json;
use axum::extract::{Path, State};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest that is thought about one position.
const LONGEST: Duration = Duration::from_secs(5);
/// So many moves are told.
const MOVES: usize = 3;
/// So much of a line is told.
const LINE: usize = 10;

/// `GET /api/games/{id}/analysis`
pub async fn analysis(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<AnalysisAnswer>, ApiError> {
    let level = match asked.get("level") {
        None => Level::Club,
        Some(name) => name.parse().map_err(|e: crate::search::NoLevel| ApiError::bad("level", e.to_string()))?,
    };
    // A few at a time, and nobody waits for the others.
    let busy = || ApiError::busy("busy", "the computer is thinking about other games", 2);
    let permit = app.analysts.clone().try_acquire_owned().map_err(|_| busy())?;
    let look = move |table: &mut super::super::table::Table| {
        if table.is_over() {
            return Err(ApiError::conflict("over", "the round is over"));
        }
        if !table.setup.hints {
            return Err(ApiError::forbidden("no-hints", "this game is played without the computer's advice"));
        }
        Ok((table.version, table.play.clone(), table.opened.clone(), table.setup.foreign))
    };
    let (version, play, opened, foreign) = app.look(&*room(&app, &id)?, look).await?;
    if foreign {
        // Rules that were sent have threads of their own.
        drop(permit);
        return app.work(true, move || think(version, &play, &opened, level)).await?.map(Json);
    }
    let job = move || {
        let _permit = permit;
        think(version, &play, &opened, level)
    };
    let found = tokio::task::spawn_blocking(job).await.map_err(|_| ApiError::internal("the work broke off"))?;
    found.map(Json)
}

fn think(version: u64, play: &Play, opened: &Opened, level: Level) -> Result<AnalysisAnswer, ApiError> {
    let last = Instant::now() + LONGEST;
    let limits = Limits { ended: Arc::new(move || Instant::now() >= last), ..Limits::nodes(level.nodes()) };
    // The same question has the same answer.
    let thoughts = opened.opponent(level, 1).analyse(play, &limits, MOVES)?;
    let best = thoughts.first().ok_or_else(|| ApiError::conflict("over", "there is no move to think about"))?;
    let (wins_in, loses_in) = match best.score {
        Score::Wins(n) => (Some(n), None),
        Score::Loses(n) => (None, Some(n)),
        Score::Value(_) => (None, None),
    };
    let legal = play.moves()?;
    Ok(AnalysisAnswer {
        version,
        side: side_name(play.game(), play.position().to_move),
        score: best.score.rank(),
        chance: best.score.chance(),
        text: best.score.to_string(),
        wins_in,
        loses_in,
        best: thoughts.iter().map(|t| analysed(t, &legal, play)).collect(),
    })
}

fn analysed(thought: &Thought, legal: &[Move], play: &Play) -> AnalysedMove {
    let game = play.game();
    let site = |s| site_text(s, game.board()).to_owned();
    let mv = &thought.mv;
    AnalysedMove {
        mv: move_text(mv, legal, game),
        from: origin(mv, game).map(site),
        to: mv.to().map(site),
        score: thought.score.rank(),
        text: thought.score.to_string(),
        says: says(mv, game),
        line: line(thought, play),
    }
}

/// The beginning of a line as it is written.
fn line(thought: &Thought, play: &Play) -> Vec<String> {
    let mut ahead = play.clone();
    let mut texts = Vec::new();
    for mv in thought.line.iter().take(LINE) {
        let Ok(legal) = ahead.moves() else { break };
        texts.push(move_text(mv, &legal, ahead.game()));
        if ahead.play(mv).is_err() {
            break;
        }
    }
    texts
}
