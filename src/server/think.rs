//! What goes on in a game by itself: the computer moves, time runs out, a match without persons goes on.

use super::app::App;
use super::event::Event;
use super::hall::Room;
use super::table::Table;
use crate::engine::{Move, Play};
use crate::open::Opened;
use crate::search::{Level, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest that a level thinks about a move. Levels are limits of nodes; where rules are so slow that even those take
/// long, the clock is the limit.
const LONGEST: Duration = Duration::from_secs(30);
/// The same for rules that a browser sent.
const LONGEST_FOREIGN: Duration = Duration::from_secs(3);
/// Between two moves of computers alone, so that one can follow them.
const PAUSE: Duration = Duration::from_millis(300);

/// Sets going whatever goes on by itself in a game as it stands.
pub fn go_on(app: &Arc<App>, room: &Arc<Room>, table: &mut Table) {
    let version = table.version;
    room.think_no_more(version);
    if table.waits_for_computer() {
        if let Some(end) = room.begin_to_think(version) {
            let thought = Thought {
                play: table.play.clone(),
                opened: table.opened.clone(),
                level: table.setup.level(),
                seed: table.setup.seed,
                longest: if table.setup.foreign { LONGEST_FOREIGN } else { LONGEST },
                foreign: table.setup.foreign,
                alone: (0..table.setup.players.len()).all(|p| table.setup.is_computer(p)),
                end,
            };
            tokio::spawn(move_computer(app.clone(), room.clone(), version, thought));
        }
        return;
    }
    let due = table.clocks.as_ref().and_then(|c| c.due(Instant::now()));
    if let Some(due) = due {
        tokio::spawn(watch_clock(app.clone(), room.clone(), version, due));
    }
    if table.next_by_itself() {
        let decide = |table: &mut Table, _: &[usize]| {
            table.next_alone().ok_or_else(|| super::error::ApiError::conflict("no-round", "nothing goes on"))
        };
        let (app, room) = (app.clone(), room.clone());
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            let _ = boxed_act(&app, room, Box::new(decide)).await;
        });
    }
}

/// What the computer thinks about.
struct Thought {
    play: Play,
    opened: Arc<Opened>,
    level: Level,
    seed: u64,
    longest: Duration,
    /// No person plays.
    alone: bool,
    /// The rules were sent by a browser.
    foreign: bool,
    end: Arc<AtomicBool>,
}

impl Thought {
    /// The move, or why there is none.
    fn think(&self) -> Result<Option<Move>, String> {
        let (end, last) = (self.end.clone(), Instant::now() + self.longest);
        let ended = Arc::new(move || end.load(Ordering::Relaxed) || Instant::now() >= last);
        let limits = Limits { ended, ..Limits::nodes(self.level.nodes()) };
        let thought = self.opened.opponent(self.level, self.seed).think_within(&self.play, &limits);
        thought.map(|t| t.map(|t| t.mv)).map_err(|fault| fault.to_string())
    }
}

async fn move_computer(app: Arc<App>, room: Arc<Room>, version: u64, thought: Thought) {
    if thought.alone {
        tokio::time::sleep(PAUSE).await;
    }
    let end = thought.end.clone();
    // Games of computers alone wait for each other, and games by rules that were sent for their like: whoever sits at a
    // board is not to wait for them.
    let _turn = if thought.alone { app.alone.clone().acquire_owned().await.ok() } else { None };
    let queue = if thought.foreign { &app.foreign } else { &app.thinkers };
    let Ok(permit) = queue.clone().acquire_owned().await else { return };
    if end.load(Ordering::Relaxed) || *app.closing.borrow() {
        room.end_to_think(version);
        return;
    }
    let job = move || {
        let _permit = permit;
        thought.think()
    };
    let found = tokio::task::spawn_blocking(job).await;
    // What was thought about a game that has changed meanwhile is of no use.
    if end.load(Ordering::Relaxed) {
        return;
    }
    let found = match found {
        Ok(Ok(Some(mv))) => Ok(mv),
        Ok(Ok(None)) => Err("the computer has no move".to_owned()),
        Ok(Err(why)) => Err(format!("a script failed: {why}")),
        Err(_) => Err("the computer broke off".to_owned()),
    };
    let decide = move |table: &mut Table, _: &[usize]| {
        if table.version != version || !table.waits_for_computer() {
            return Err(super::error::ApiError::conflict("out-of-date", "the game went on"));
        }
        if table.version >= super::table::MAX_EVENTS {
            table.stuck = Some("it is too long".to_owned());
            return Err(super::error::ApiError::conflict("too-long", "it is too long"));
        }
        match &found {
            Ok(mv) => table.moved(mv),
            Err(why) => {
                table.stuck = Some(why.clone());
                Err(super::error::ApiError::unprocessable("stuck", why.clone()))
            }
        }
    };
    let done = boxed_act(&app, room.clone(), Box::new(decide)).await;
    room.end_to_think(version);
    if done.is_err() {
        // Those who watch see why it does not go on.
        room.tell();
    }
}

async fn watch_clock(app: Arc<App>, room: Arc<Room>, version: u64, due: Duration) {
    tokio::time::sleep(due + Duration::from_millis(5)).await;
    let decide = move |table: &mut Table, _: &[usize]| {
        let flagged = table.clocks.as_ref().and_then(|c| c.flagged(Instant::now()));
        match flagged.filter(|_| table.version == version && !table.is_over()) {
            Some(clock) => Ok(Event::Flagged { side: table.play.player(clock) }),
            None => Err(super::error::ApiError::conflict("out-of-date", "the game went on")),
        }
    };
    let _ = boxed_act(&app, room, Box::new(decide)).await;
}

type Decide = Box<dyn FnOnce(&mut Table, &[usize]) -> Result<Event, super::error::ApiError> + Send>;

/// Lets something happen in which nobody holds a seat. In a box, because what happens leads here again.
fn boxed_act(
    app: &Arc<App>,
    room: Arc<Room>,
    decide: Decide,
) -> std::pin::Pin<Box<dyn Future<Output = Result<(), super::error::ApiError>> + Send>> {
    let app = app.clone();
    Box::pin(async move { app.act(room, None, decide).await.map(|_| ()) })
}

/// Goes on with the games in which it was the server's turn when it ended.
pub async fn resume(app: Arc<App>) {
    let Ok(ids) = app.store.waiting().await else { return };
    for id in ids {
        let room = app.hall.room(&id);
        if let Ok(mut locked) = app.enter(&room).await {
            app.went_on(&room, &mut locked);
        }
    }
}
