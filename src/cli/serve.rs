//! `houserules serve`

use super::disk::{path_of, why};
use super::fail::{Done, Failure};
use super::subject;
use super::wrap::say;
use crate::server::{Options, ServeError, help, serve};
use clap::Args;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// Play and edit in a browser: the address is printed
#[derive(Args, Debug)]
#[command(after_help = "For other machines than this one:\n  houserules serve --address 0.0.0.0")]
pub struct Serve {
    /// The ruleset that is offered first: a built-in one, or the path of a rule file. All that are built in are offered
    /// anyway
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The address to listen on; `0.0.0.0` is for other machines, too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: IpAddr,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// Where games are kept, a SQLite database; else among your data, in `houserules/games.sqlite`
    #[arg(long, value_name = "FILE", conflicts_with = "temporary")]
    pub data: Option<PathBuf>,
    /// Keep games in memory alone: they are lost when the program ends
    #[arg(long)]
    pub temporary: bool,
    /// Let the editor in the browser save this rule file, and its companion beside it
    #[arg(long, value_name = "FILE")]
    pub edit: Option<PathBuf>,
    /// Play and check rules that a browser sends; they are bounded, and have no scripts of their own. So it is without
    /// being said where the server is for this machine alone
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub allow_rules: Option<bool>,
    /// A name by which the server is called; may be repeated. One for this machine alone needs none
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// It stands behind a proxy of yours: who asks is the last address in `X-Forwarded-For`
    #[arg(long)]
    pub behind_proxy: bool,
    /// The same of a proxy on another machine, which has this address. Nobody else is believed, and it may have as many
    /// connections as it likes
    #[arg(long, value_name = "ADDRESS", conflicts_with = "behind_proxy")]
    pub trust_proxy: Option<IpAddr>,
    /// What one address may ask, in tokens a second (a move costs 2); 0 is no limit. 50, but for this machine alone
    #[arg(long, value_name = "N")]
    pub rate: Option<u32>,
    /// How many games are kept
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub games: u64,
    /// How many may watch games at once
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub streams: u16,
    /// The process that looks at rule files for a server
    #[arg(long, hide = true)]
    pub helper: bool,
}

pub fn run(args: &Serve, out: &mut dyn Write) -> Done {
    if args.helper {
        return Ok(help(&mut std::io::stdin().lock(), out)?);
    }
    let rules = args.ruleset.as_deref().map(rules).transpose()?.flatten();
    let first = args.ruleset.clone().filter(|_| rules.is_none());
    let edit = args.edit.clone();
    if let Some(path) = edit.as_ref().filter(|path| !path.is_file()) {
        return Err(Failure::File(format!("`{}` cannot be edited: there is no such file", path.display())));
    }
    let local = args.address.is_loopback() && !args.behind_proxy && args.trust_proxy.is_none();
    if edit.is_some() && !local {
        let why = "everybody who reaches the server could write into the file: `--edit` is for this machine alone";
        return Err(Failure::Usage(why.to_owned()));
    }
    let data = if args.temporary { None } else { Some(place(args.data.clone())?) };
    let options = Options {
        address: SocketAddr::new(args.address, args.port),
        data,
        rules: rules.or_else(|| edit.clone()),
        first,
        edit,
        allow_rules: args.allow_rules.unwrap_or(local),
        hosts: args.hosts.clone(),
        behind_proxy: args.behind_proxy,
        proxy: args.trust_proxy,
        rate: args.rate.unwrap_or(if local { 0 } else { 50 }),
        games: args.games,
        streams: usize::from(args.streams),
        ..Options::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| Failure::File(format!("the server cannot start: {}", why(&e))))?;
    let mut told = Ok(());
    let ready = |address: SocketAddr| {
        told = writeln!(out, "http://{address}/").and_then(|()| out.flush());
        say("Ctrl-C ends it.");
    };
    let served = runtime.block_on(serve(options, ready, stopped()));
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    served.map_err(|e| match e {
        ServeError::Listen(..) => Failure::File(format!("{e}; `--port 0` takes any port that is free")),
        other => Failure::File(other.to_string()),
    })?;
    Ok(told?)
}

/// The rule file that somebody names; none for one that is built in.
fn rules(name: &str) -> Result<Option<PathBuf>, Failure> {
    subject::exists(name)?;
    Ok(path_of(name))
}

/// The database, in a folder that is there.
fn place(data: Option<PathBuf>) -> Result<PathBuf, Failure> {
    if let Some(data) = data {
        return Ok(data);
    }
    let folder = data_folder().ok_or_else(|| {
        Failure::Usage(
            "there is no folder for your data: name a file with `--data FILE`, or say `--temporary`".to_owned(),
        )
    })?;
    let failed = |e: std::io::Error| Failure::File(format!("`{}` cannot be made: {}", folder.display(), why(&e)));
    let mut maker = std::fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        // Whoever knows the id of a game can watch it.
        maker.mode(0o700);
    }
    maker.create(&folder).map_err(failed)?;
    Ok(folder.join("games.sqlite"))
}

/// Where this program keeps what belongs to a user, as is the custom of the system.
fn data_folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_DATA_HOME").filter(|p| p.is_absolute()).or_else(|| of("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("houserules"))
}

/// Done when the program is told to end.
async fn stopped() {
    let ctrl_c = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let told = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let told = std::future::pending::<()>();
    tokio::select! {
        () = ctrl_c => {}
        () = told => {}
    }
}
