//! Play and edit in a browser.
//!
//! ```text
//! listen ──► guard ──► routes ──► api/ ──► app ──► table (a game) ──► engine
//!                                           ├────► store (SQLite)
//!                                           └────► think (the computer, clocks)
//! ```
//!
//! A game is its `setup` and the `event`s in it. Whatever happens is decided by the `table`, done, written to disk, and
//! only then told to anybody. All that takes a processor runs on threads of its own, never on those that serve requests.
//! The API is described by what `GET /api/openapi.json` answers, and in docs/book/serving.md.

mod api;
mod app;
mod asset;
mod clock;
mod edit;
mod error;
mod event;
mod guard;
mod hall;
mod json;
mod limit;
mod listen;
mod openapi;
mod record;
mod routes;
mod say;
mod seat;
mod setup;
mod shelf;
mod store;
mod table;
mod think;
mod view;
mod why;

pub use edit::help;

use crate::disk;
use app::App;
use listen::{Door, Peer};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use store::Store;
use thiserror::Error;
use tokio::net::TcpListener;

/// When this program began to serve.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// For how long it has served.
fn uptime() -> Duration {
    BEGAN.elapsed()
}

/// How long those who are being answered may go on when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; port 0: any that is free.
    pub address: SocketAddr,
    /// The database; none: games are kept in memory and lost when the server ends.
    pub data: Option<PathBuf>,
    /// A rule file that is offered first.
    pub rules: Option<PathBuf>,
    /// The id of the ruleset that is offered first, where it is a built-in one.
    pub first: Option<String>,
    /// The rule file that the editor may save.
    pub edit: Option<PathBuf>,
    /// Browsers may send rules.
    pub allow_rules: bool,
    /// The program that is started as a helper; none: this one.
    pub program: Option<PathBuf>,
    /// The names by which it answers, besides those of the machine itself.
    pub hosts: Vec<String>,
    /// It stands behind a proxy that says who asks.
    pub behind_proxy: bool,
    /// That proxy, where it is on another machine: nothing else is believed who asks, and all its connections are taken.
    pub proxy: Option<IpAddr>,
    /// Tokens a second for each address; 0: no limit. A move costs 2.
    pub rate: u32,
    /// How many games are kept.
    pub games: u64,
    /// How many may watch games at once.
    pub streams: usize,
    /// How many connections there may be.
    pub connections: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: None,
            rules: None,
            first: None,
            edit: None,
            allow_rules: false,
            program: None,
            hosts: Vec::new(),
            behind_proxy: false,
            proxy: None,
            rate: 0,
            games: 100_000,
            streams: 4096,
            connections: 8192,
        }
    }
}

impl Options {
    /// Whether the server answers to what a request calls it. One that listens for this machine alone answers to the
    /// names of this machine alone: else a page of somebody else's could have its own name lead here.
    fn answers_to(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        let own = ["localhost", "127.0.0.1", "::1"].contains(&name) || name == self.address.ip().to_string();
        own || self.hosts.iter().any(|h| h.eq_ignore_ascii_case(name))
            || (self.hosts.is_empty() && !self.address.ip().is_loopback())
    }

    /// The name of the file that the editor may save.
    fn edit_name(&self) -> Option<String> {
        self.edit.as_ref()?.file_name().map(|n| n.to_string_lossy().into_owned())
    }
}

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// It cannot listen there.
    #[error("the server cannot listen on {0}: {why}", why = disk::why(.1))]
    Listen(SocketAddr, std::io::Error),
    /// The games cannot be kept.
    #[error("the games cannot be kept in `{place}`: {why}")]
    Data {
        /// The database.
        place: String,
        /// Why.
        why: String,
    },
    /// Something else.
    #[error("the server broke off: {why}", why = disk::why(.0))]
    Broke(std::io::Error),
}

/// Serves until `stop` is done, then until everybody has been answered. `ready` is told the address.
///
/// # Errors
/// It cannot start, or breaks off.
pub async fn serve(
    options: Options,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    LazyLock::force(&BEGAN);
    let file = options.data.clone();
    let opened = tokio::task::spawn_blocking(move || Store::open(file.as_deref())).await;
    let place = options.data.as_ref().map(|p| p.display().to_string()).unwrap_or_default();
    let (store, thread) = match opened {
        Ok(Ok(opened)) => opened,
        Ok(Err(why)) => return Err(ServeError::Data { place, why: why.to_string() }),
        Err(why) => return Err(ServeError::Data { place, why: why.to_string() }),
    };
    let listen = |e| ServeError::Listen(options.address, e);
    let listener = TcpListener::bind(options.address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let (connections, proxy) = (options.connections, options.proxy);
    let app = Arc::new(App::new(Options { address, ..options }, store));
    let resumed = tokio::spawn(think::resume(app.clone()));
    ready(address);
    let service = routes::router(app.clone()).into_make_service_with_connect_info::<Peer>();
    let (closing, told) = (app.clone(), app.closing.subscribe());
    let server = axum::serve(Door::new(listener, connections, proxy), service).with_graceful_shutdown(async move {
        stop.await;
        closing.closing.send_replace(true);
    });
    let ended = tokio::select! {
        ended = server.into_future() => ended,
        () = last_words(told) => Ok(()),
    };
    resumed.abort();
    drop(app);
    // What was acknowledged is on disk; this only closes the database in good order.
    let close = tokio::task::spawn_blocking(move || thread.join().is_ok());
    let _ = tokio::time::timeout(LAST_WORDS, close).await;
    ended.map_err(ServeError::Broke)
}

/// Done some time after the server was told to end.
async fn last_words(mut told: tokio::sync::watch::Receiver<bool>) {
    let _ = told.wait_for(|closing| *closing).await;
    tokio::time::sleep(LAST_WORDS).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_this_machine_answers_to_its_own_names_alone() {
        let options = Options::default();
        for host in ["localhost:8080", "127.0.0.1:80", "127.0.0.1", "[::1]:8080"] {
            assert!(options.answers_to(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org:80", "evil:8080"] {
            assert!(!options.answers_to(host), "{host}");
        }
        let open = Options { address: SocketAddr::from(([0, 0, 0, 0], 80)), ..Options::default() };
        assert!(open.answers_to("games.example.org"));
        let named = Options { hosts: vec!["games.example.org".into()], ..open };
        assert!(named.answers_to("games.example.org:443") && !named.answers_to("other.example.org"));
    }
}
