//! Games on disk: a SQLite database that one thread owns.
//!
//! What is to be written waits in a queue; whatever waits goes into one transaction, and nobody is told that something is
//! kept before that transaction is on disk. So many games at once cost not much more than one.

use super::event::Event;
use super::setup::{Seat, Setup};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// How much may wait to be written.
const QUEUE: usize = 4096;
/// How much goes into one transaction at most.
const BATCH: usize = 512;
/// The form of the tables.
const FORM: i64 = 1;
/// Games in which nothing has happened for so long are forgotten, in milliseconds: 90 days.
const FORGOTTEN: i64 = 90 * 24 * 60 * 60 * 1000;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, made INTEGER NOT NULL, touched INTEGER NOT NULL,
        setup TEXT NOT NULL, seats TEXT NOT NULL, waits INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS waiting ON games (waits) WHERE waits = 1;
    CREATE INDEX IF NOT EXISTS age ON games (touched);
    CREATE TABLE IF NOT EXISTS events (
        game TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, n)
    ) STRICT, WITHOUT ROWID;
";

/// Why something cannot be kept or found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct StoreError(pub String);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What it was made from.
    pub setup: Setup,
    /// The seats.
    pub seats: Vec<Seat>,
    /// What has happened.
    pub events: Vec<Event>,
    /// When something happened last, in milliseconds since 1970.
    pub touched: i64,
}

/// Something to be written.
#[derive(Debug)]
enum Write {
    Game { id: String, setup: String, seats: String, waits: bool },
    Event { id: String, n: u64, event: String, waits: bool },
    Seats { id: String, seats: String },
}

enum Job {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    Load(String, oneshot::Sender<Result<Option<Kept>, StoreError>>),
    Waiting(oneshot::Sender<Result<Vec<String>, StoreError>>),
    Count(oneshot::Sender<Result<u64, StoreError>>),
    Forget(oneshot::Sender<Result<u64, StoreError>>),
}

/// The games on disk.
#[derive(Clone, Debug)]
pub struct Store {
    queue: mpsc::Sender<Job>,
}

impl Store {
    /// Opens the database, or makes it; none: one in memory. The thread ends when the last copy of the store is gone.
    ///
    /// # Errors
    /// It cannot be opened, or is of another form.
    pub fn open(place: Option<&Path>) -> Result<(Store, JoinHandle<()>), StoreError> {
        let connection = match place {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        prepare(&connection)?;
        let (queue, jobs) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(move || keep(connection, jobs));
        let thread = thread.map_err(|e| StoreError(e.to_string()))?;
        Ok((Store { queue }, thread))
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// It is not on disk.
    pub async fn create(&self, id: &str, setup: &Setup, seats: &[Seat], waits: bool) -> Result<(), StoreError> {
        let (setup, seats) = (serde_json::to_string(setup)?, serde_json::to_string(seats)?);
        self.write(Write::Game { id: id.to_owned(), setup, seats, waits }).await
    }

    /// Keeps what happened in a game, as the `n`th thing from 0. `waits`: the server itself has to go on.
    ///
    /// # Errors
    /// It is not on disk.
    pub async fn append(&self, id: &str, n: u64, event: &Event, waits: bool) -> Result<(), StoreError> {
        self.write(Write::Event { id: id.to_owned(), n, event: serde_json::to_string(event)?, waits }).await
    }

    /// Keeps who sits at a game.
    ///
    /// # Errors
    /// It is not on disk.
    pub async fn seats(&self, id: &str, seats: &[Seat]) -> Result<(), StoreError> {
        self.write(Write::Seats { id: id.to_owned(), seats: serde_json::to_string(seats)? }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.ask(|done| Job::Write(write, done)).await
    }

    /// A game; none where there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        self.ask(|done| Job::Load(id.to_owned(), done)).await
    }

    /// The games in which the server itself has to go on.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn waiting(&self) -> Result<Vec<String>, StoreError> {
        self.ask(Job::Waiting).await
    }

    /// How many games there are.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn count(&self) -> Result<u64, StoreError> {
        self.ask(Job::Count).await
    }

    /// Forgets old games; gives how many are left.
    ///
    /// # Errors
    /// They cannot be written.
    pub async fn forget(&self) -> Result<u64, StoreError> {
        self.ask(Job::Forget).await
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job) -> Result<T, StoreError> {
        let gone = || StoreError("the database is closed".to_owned());
        let (done, told) = oneshot::channel();
        self.queue.send(job(done)).await.map_err(|_| gone())?;
        told.await.map_err(|_| gone())?
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// How long ago something was.
pub fn age(touched: i64) -> std::time::Duration {
    std::time::Duration::from_millis(now().saturating_sub(touched).max(0) as u64)
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A transaction is on disk before it counts, whatever happens to the machine.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // One server at a time: two would each have their own idea of a game.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let form: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if form > FORM {
        return Err(StoreError(format!("the database was made by a newer version of this program (form {form})")));
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "user_version", FORM)?;
    connection.execute_batch("COMMIT")?;
    Ok(())
}

/// The thread.
fn keep(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut writes = Vec::new();
        let mut job = Some(first);
        while let Some(next) = job.take() {
            match next {
                Job::Write(write, done) => {
                    writes.push((write, done));
                    if writes.len() < BATCH {
                        job = jobs.try_recv().ok();
                    }
                }
                // Whoever reads sees what was written before.
                other => {
                    write_all(&mut connection, std::mem::take(&mut writes));
                    answer(&mut connection, other);
                }
            }
        }
        write_all(&mut connection, writes);
    }
    let _ = connection.execute_batch("PRAGMA optimize");
}

/// Answers what is no writing. Whoever asked may be gone by now, which is no concern of ours.
fn answer(connection: &mut Connection, job: Job) {
    match job {
        Job::Write(write, done) => write_all(connection, vec![(write, done)]),
        Job::Load(id, done) => drop(done.send(load(connection, &id))),
        Job::Waiting(done) => drop(done.send(waiting(connection))),
        Job::Count(done) => drop(done.send(count(connection))),
        Job::Forget(done) => drop(done.send(forget(connection))),
    }
}

type Waiting = (Write, oneshot::Sender<Result<(), StoreError>>);

fn write_all(connection: &mut Connection, writes: Vec<Waiting>) {
    if writes.is_empty() {
        return;
    }
    let (writes, dones): (Vec<Write>, Vec<_>) = writes.into_iter().unzip();
    if together(connection, &writes).is_ok() {
        dones.into_iter().for_each(|done| drop(done.send(Ok(()))));
        return;
    }
    // One of them is at fault: the others are kept nevertheless.
    for (write, done) in writes.iter().zip(dones) {
        let _ = done.send(together(connection, std::slice::from_ref(write)));
    }
}

fn together(connection: &mut Connection, writes: &[Write]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    for write in writes {
        put(&transaction, write)?;
    }
    Ok(transaction.commit()?)
}

fn put(transaction: &Transaction, write: &Write) -> Result<(), StoreError> {
    let now = now();
    match write {
        Write::Game { id, setup, seats, waits } => {
            let sql = "INSERT INTO games (id, made, touched, setup, seats, waits) VALUES (?1, ?2, ?2, ?3, ?4, ?5)";
            transaction.prepare_cached(sql)?.execute(params![id, now, setup, seats, waits])?;
        }
        Write::Event { id, n, event, waits } => {
            let n = i64::try_from(*n).map_err(|e| StoreError(e.to_string()))?;
            let sql = "INSERT INTO events (game, n, at, event) VALUES (?1, ?2, ?3, ?4)";
            transaction.prepare_cached(sql)?.execute(params![id, n, now, event])?;
            // A game that was forgotten meanwhile takes no more moves.
            let sql = "UPDATE games SET touched = ?2, waits = ?3 WHERE id = ?1";
            if transaction.prepare_cached(sql)?.execute(params![id, now, waits])? != 1 {
                return Err(StoreError("there is no such game any more".to_owned()));
            }
        }
        Write::Seats { id, seats } => {
            transaction.prepare_cached("UPDATE games SET seats = ?2 WHERE id = ?1")?.execute(params![id, seats])?;
        }
    }
    Ok(())
}

fn load(connection: &Connection, id: &str) -> Result<Option<Kept>, StoreError> {
    let sql = "SELECT setup, seats, touched FROM games WHERE id = ?1";
    let columns = |row: &rusqlite::Row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?));
    let found = connection.prepare_cached(sql)?.query_row([id], columns).optional()?;
    let Some((setup, seats, touched)) = found else { return Ok(None) };
    let mut statement = connection.prepare_cached("SELECT event FROM events WHERE game = ?1 ORDER BY n")?;
    let events = statement.query_map([id], |row| row.get::<_, String>(0))?;
    let events: Result<Vec<Event>, StoreError> = events.map(|text| Ok(serde_json::from_str(&text?)?)).collect();
    let (setup, seats) = (serde_json::from_str(&setup)?, serde_json::from_str(&seats)?);
    Ok(Some(Kept { setup, seats, events: events?, touched }))
}

fn waiting(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare("SELECT id FROM games WHERE waits = 1 ORDER BY touched DESC")?;
    let ids = statement.query_map([], |row| row.get(0))?;
    ids.map(|id| Ok(id?)).collect()
}

fn count(connection: &Connection) -> Result<u64, StoreError> {
    let count: i64 = connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
    Ok(count.max(0) as u64)
}

fn forget(connection: &mut Connection) -> Result<u64, StoreError> {
    let before = now().saturating_sub(FORGOTTEN);
    let transaction = connection.transaction()?;
    transaction.execute("DELETE FROM events WHERE game IN (SELECT id FROM games WHERE touched < ?1)", [before])?;
    transaction.execute("DELETE FROM games WHERE touched < ?1", [before])?;
    transaction.commit()?;
    count(connection)
}
