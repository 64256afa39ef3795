//! How a piece moves, as a drawing.

use super::plan::Plan;
use super::{escaped, ground, head, kind_name, piece_group, piece_name};
use crate::engine::{Game, Reach};
use crate::ruleset::{KindId, SideId};

/// How a piece of a kind moves for a side: the piece where it stands, dots where it may go, rings where it captures.
pub fn piece_svg(game: &Game, kind: KindId, side: SideId, reach: &Reach) -> String {
    let (rules, board) = (game.rules(), game.board());
    let plan = Plan::new(board, false);
    let mut svg = head(plan.width, plan.height, None, &format!("moves of the {}", kind_name(rules, kind)));
    ground::sites(&mut svg, board, &plan, None);
    ground::lines(&mut svg, board, &plan);
    ground::names(&mut svg, board, &plan);
    svg.push_str("<g class=\"pieces\">\n");
    if board.sites().contains(reach.from) {
        let name = escaped(board.name(reach.from));
        let owner = rules.kinds.get(usize::from(kind)).is_some_and(|k| k.owners.contains(&side)).then_some(side);
        let title = format!("{name}: {}", escaped(&piece_name(rules, kind, owner)));
        let place = format!("data-site=\"{name}\"");
        piece_group(&mut svg, rules, (kind, owner), plan.at(reach.from), &place, &title);
        svg.push_str("</g>\n");
    }
    svg.push_str("</g>\n");
    ground::reached(&mut svg, board, &plan, reach.moves, reach.captures);
    svg.push_str("</svg>\n");
    svg
}
