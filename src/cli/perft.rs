//! `houserules perft`

use super::args::{Counted, Perft};
use super::fail::Done;
use super::{answer, subject};
use crate::engine::{Count, divide, perft};
use crate::notation::move_text;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &Perft, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let mut play = subject::start(&opened, &args.at)?;
    let count = match args.count {
        Counted::Moves => Count::Moves,
        Counted::Paths => Count::Paths,
    };
    if !args.divide || args.depth == 0 {
        let nodes = perft(&mut play, args.depth, count)?;
        if args.json.json {
            return answer(out, &json!({ "ruleset": opened.ruleset.id, "depth": args.depth, "nodes": nodes }));
        }
        return Ok(writeln!(out, "{nodes}")?);
    }
    let legal = play.moves()?;
    let parts = divide(&mut play, args.depth, count)?;
    let parts: Vec<(String, u64)> =
        parts.into_iter().map(|(mv, nodes)| (move_text(&mv, &legal, &opened.game), nodes)).collect();
    let nodes: u64 = parts.iter().map(|(_, n)| n).sum();
    if args.json.json {
        let parts: Vec<Value> = parts.iter().map(|(text, n)| json!({ "move": text, "nodes": n })).collect();
        let value = json!({ "ruleset": opened.ruleset.id, "depth": args.depth, "nodes": nodes, "divide": parts });
        return answer(out, &value);
    }
    for (text, nodes) in &parts {
        writeln!(out, "{text}: {nodes}")?;
    }
    Ok(writeln!(out, "{nodes}")?)
}
