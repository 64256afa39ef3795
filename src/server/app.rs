//! What all requests share, and how something happens in a game.

use super::edit::Editor;
use super::error::ApiError;
use super::event::Event;
use super::hall::{Hall, Locked, Room};
use super::json::View;
use super::limit::Limits;
use super::seat::SeatHash;
use super::shelf::Shelf;
use super::store::{Kept, Store, StoreError};
use super::table::Table;
use super::{Options, think};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// How many games are kept in memory while nobody looks at them.
const IN_MEMORY: usize = 4096;
/// How long it takes until something that could not be kept is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// What all requests share.
#[derive(Debug)]
pub struct App {
    /// How it was started.
    pub options: Options,
    /// The games on disk.
    pub store: Store,
    /// The games in memory.
    pub hall: Hall,
    /// The rulesets.
    pub shelf: Arc<Shelf>,
    /// Where rule files are edited.
    pub editor: Editor,
    /// What clients may take.
    pub limits: Arc<Limits>,
    /// Leave to use a thread for something short.
    short: Arc<Semaphore>,
    /// Leave to use a thread for rules that a browser sent.
    pub foreign: Arc<Semaphore>,
    /// Leave to think.
    pub thinkers: Arc<Semaphore>,
    /// Leave to think in a game without persons.
    pub alone: Arc<Semaphore>,
    /// Leave to analyse.
    pub analysts: Arc<Semaphore>,
    /// Set when the server is to end.
    pub closing: watch::Sender<bool>,
}

/// The app, shared.
pub type Shared = Arc<App>;

impl App {
    /// Of a server that begins.
    pub fn new(options: Options, store: Store) -> App {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut own: Vec<_> = options.rules.iter().chain(&options.edit).cloned().collect();
        own.dedup();
        App {
            shelf: Arc::new(Shelf::new(&own)),
            editor: Editor::new(&options),
            limits: Arc::new(Limits::new(&options)),
            hall: Hall::new(IN_MEMORY),
            short: Arc::new(Semaphore::new(cores.max(2) * 2)),
            foreign: Arc::new(Semaphore::new(2)),
            thinkers: Arc::new(Semaphore::new(cores)),
            alone: Arc::new(Semaphore::new(1)),
            analysts: Arc::new(Semaphore::new(cores.div_ceil(2))),
            closing: watch::channel(false).0,
            options,
            store,
        }
    }

    /// Does something that takes a processor and not long. What rules of a browser's do waits for its own few threads,
    /// so that it can hold up nothing but its like.
    ///
    /// # Errors
    /// There is no thread to be had, or the work broke off.
    pub async fn work<T: Send + 'static>(
        &self,
        foreign: bool,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permits = if foreign { &self.foreign } else { &self.short };
        let permit =
            permits.clone().acquire_owned().await.map_err(|_| ApiError::unavailable("the server is closing"))?;
        let job = move || {
            let _permit = permit;
            job()
        };
        tokio::task::spawn_blocking(job).await.map_err(|_| ApiError::internal("the work broke off"))
    }

    /// The game in a room, loaded if need be.
    ///
    /// # Errors
    /// There is no such game, or it cannot be loaded.
    pub async fn enter(&self, room: &Room) -> Result<Locked, ApiError> {
        let mut locked = room.lock().await;
        if locked.is_none() {
            let Some(kept) = self.store.load(&room.id).await? else {
                self.hall.forget(&room.id);
                return Err(ApiError::not_found("there is no such game")
                    .hint("it may have been forgotten: games are kept for 90 days"));
            };
            let text = self.shelf.kept(&kept.setup.ruleset, kept.setup.source.clone(), kept.setup.foreign);
            let opened = {
                let settings = kept.setup.settings.clone();
                let foreign = kept.setup.foreign;
                let shelf = self.shelf.clone();
                self.work(foreign, move || shelf.open(&text, &settings)).await??
            };
            let table = self.work(kept.setup.foreign, move || again(kept, opened)).await??;
            *locked = Some(Box::new(table));
        }
        Ok(locked)
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// There is no such game, or what is asked cannot be answered.
    pub async fn look<T: Send + 'static>(
        &self,
        room: &Room,
        look: impl FnOnce(&mut Table) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let mut locked = self.enter(room).await?;
        let foreign = locked.as_ref().is_some_and(|t| t.setup.foreign);
        let job = move || locked.as_mut().map_or_else(|| Err(lost()), |table| look(table));
        self.work(foreign, job).await?
    }

    /// Lets something happen in a game: decided, done, kept, and told to all who watch. It goes on to its end even where
    /// whoever asked has gone.
    ///
    /// # Errors
    /// It was refused, with the game as it stands where that is of use; or it is not on disk, and has not happened.
    pub async fn act(
        self: &Arc<App>,
        room: Arc<Room>,
        secret: Option<SeatHash>,
        decide: impl FnOnce(&mut Table, &[usize]) -> Result<Event, ApiError> + Send + 'static,
    ) -> Result<View, ApiError> {
        let app = self.clone();
        let task = tokio::spawn(async move { app.do_act(&room, secret, decide).await });
        task.await.map_err(|_| ApiError::internal("the work broke off"))?
    }

    async fn do_act(
        self: &Arc<App>,
        room: &Arc<Room>,
        secret: Option<SeatHash>,
        decide: impl FnOnce(&mut Table, &[usize]) -> Result<Event, ApiError> + Send + 'static,
    ) -> Result<View, ApiError> {
        let locked = self.enter(room).await?;
        let foreign = locked.as_ref().is_some_and(|t| t.setup.foreign);
        let id = room.id.clone();
        let (mut locked, done) = {
            let secret = secret.clone();
            let job = move || {
                let mut locked = locked;
                let done = decide_and_do(&mut locked, secret.as_ref(), &id, decide);
                (locked, done)
            };
            self.work(foreign, job).await?
        };
        let (event, waits) = match done {
            Ok(done) => done,
            Err(refused) => return Err(*refused),
        };
        let Some(n) = locked.as_ref().map(|t| t.version.saturating_sub(1)) else { return Err(lost()) };
        if let Err(error) = self.store.append(&room.id, n, &event, waits).await {
            // It has not happened: the game is loaded as it is on disk, when somebody asks for it, or the computer is to
            // go on.
            *locked = None;
            let (app, room) = (self.clone(), room.clone());
            tokio::spawn(async move {
                tokio::time::sleep(AGAIN).await;
                if let Ok(mut locked) = app.enter(&room).await {
                    app.went_on(&room, &mut locked);
                }
            });
            return Err(error.into());
        }
        self.went_on(room, &mut locked);
        let id = room.id.clone();
        let flagged = matches!(event, Event::Flagged { .. });
        let job = move || {
            locked.as_mut().map(|table| {
                let players = table.players_with(secret.as_ref());
                table.view(&id, &players)
            })
        };
        let view = self.work(foreign, job).await?.ok_or_else(lost)?;
        if flagged {
            return Err(ApiError::conflict("over", "the time had run out").game(view));
        }
        Ok(view)
    }

    /// Something has happened: the computer goes on, a clock runs, and those who watch are told.
    pub fn went_on(self: &Arc<App>, room: &Arc<Room>, locked: &mut Locked) {
        if let Some(table) = locked.as_mut() {
            think::go_on(self, room, table);
        }
        room.tell();
    }
}

fn lost() -> ApiError {
    ApiError::internal("the game is not there")
}

/// A game from its beginning to where it stood.
fn again(kept: Kept, opened: Arc<crate::open::Opened>) -> Result<Table, ApiError> {
    let idle = super::store::age(kept.touched);
    let mut table = Table::new(kept.setup, kept.seats, opened)?;
    for event in &kept.events {
        table.apply(event)?;
    }
    let now = Instant::now();
    if let Some(clocks) = &mut table.clocks {
        // The time while the server was not there is nobody's fault.
        clocks.ran_for(idle.min(super::uptime()), now);
    }
    Ok(table)
}

/// Decides what happens and lets it happen; gives that, and whether the server has to go on by itself afterwards.
fn decide_and_do(
    locked: &mut Option<Box<Table>>,
    secret: Option<&SeatHash>,
    id: &str,
    decide: impl FnOnce(&mut Table, &[usize]) -> Result<Event, ApiError>,
) -> Result<(Event, bool), Box<ApiError>> {
    let Some(table) = locked else { return Err(Box::new(lost())) };
    let players = table.players_with(secret);
    let event = match decide(table, &players) {
        Ok(event) => event,
        Err(error) if error.wants_game() => return Err(Box::new(error.game(table.view(id, &players)))),
        Err(error) => return Err(Box::new(error)),
    };
    match table.apply(&event) {
        Ok(()) => Ok((event, table.waits_for_server())),
        Err(error) => {
            // It may be half done: the game is loaded as it is on disk, when somebody asks for it.
            *locked = None;
            Err(Box::new(error))
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::unavailable(format!("the games cannot be kept: {error}"))
    }
}
