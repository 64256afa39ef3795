//! A game as it is shown.

use super::json::{
    Can, Choose, HandView, MatchOver, Over, PieceView, PlayerKind, SideView, SiteView, Standing, Titled, View,
};
use super::say::{kind_name, move_view, side_name};
use super::table::{Contest, Ended, Next, NextStep, Table, millis};
use crate::engine::{Game, Move, Play, Verdict};
use crate::explain::english::{capital, is_plural, sentence, the_side, verb};
use crate::match_play::{Match, MatchOutcome, MatchResult};
use crate::notation::{match_result_clause, move_texts, result_clause, result_text, site_text, write_position};
use crate::render::{Drawing, Marks, board_drawing, move_sites, piece_symbol, site_places};
use crate::ruleset::{Hand, SideId};
use std::sync::Arc;
use std::time::Instant;

/// What is to be seen of a position itself.
///
/// # Errors
/// A script failed.
pub fn of_position(play: &Play, legal: &[Move]) -> View {
    let game = play.game();
    let rules = game.rules();
    let position = play.position();
    let texts = move_texts(legal, game);
    let to_move = if play.outcome().is_some() { Vec::new() } else { vec![side_name(game, position.to_move)] };
    View {
        ruleset: Titled { id: rules.id.clone(), title: rules.title.clone() },
        settings: rules.changed_settings.iter().cloned().collect(),
        ply: play.made().len(),
        phase: rules.phases.get(usize::from(position.phase)).map(|p| p.name.clone()).filter(|n| !n.is_empty()),
        sides: sides(game),
        to_move,
        position: write_position(position, play.history(), game),
        board: board(play, false),
        pieces: pieces(play),
        hands: hands(play),
        sites: sites(game),
        legal: legal.iter().zip(&texts).map(|(mv, text)| move_view(mv, text, game)).collect(),
        over: over(play, None),
        ..View::default()
    }
}

/// The board as SVG, the last move marked.
pub fn board(play: &Play, flip: bool) -> String {
    let last = play.made().last().map(move_sites).unwrap_or_default();
    board_drawing(play.game(), play.position(), &Marks { last, ..Marks::default() }, Drawing { flip, width: None })
}

fn sides(game: &Game) -> Vec<SideView> {
    let side = |name: &String| SideView {
        name: name.clone(),
        title: capital(name),
        kind: PlayerKind::Person,
        player: String::new(),
        level: None,
        joined: false,
        open: false,
        clock_ms: None,
    };
    game.rules().sides.iter().map(|s| side(&s.name)).collect()
}

fn pieces(play: &Play) -> Vec<PieceView> {
    let game = play.game();
    let all = game.board().sites().iter().filter_map(|site| Some((site, play.position().piece(site)?)));
    let view = |(site, piece): (crate::board::Site, crate::engine::Piece)| {
        let kind = kind_name(game, piece.kind).to_owned();
        let side = piece.owner.map(|o| side_name(game, o));
        let name = side.as_ref().map_or_else(|| kind.clone(), |side| format!("{kind} of {}", the_side(side)));
        PieceView { site: site_text(site, game.board()).to_owned(), side, kind, name }
    };
    all.map(view).collect()
}

fn hands(play: &Play) -> Vec<HandView> {
    let game = play.game();
    let rules = game.rules();
    let mut hands = Vec::new();
    for (s, side) in rules.sides.iter().enumerate() {
        for (k, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| kind.owners.contains(&(s as SideId))) {
            let held = play.position().hands.get(s * rules.kinds.len() + k).copied().unwrap_or(0);
            let count = if kind.hand == Hand::Unlimited { None } else { Some(held) };
            if count == Some(0) {
                continue;
            }
            let letter = kind.letter(Some(s as SideId)).to_owned();
            hands.push(HandView {
                side: side.name.clone(),
                kind: kind.name.clone(),
                name: kind.name.clone(),
                count,
                svg: piece_symbol(&kind.name, &letter, Some(s as SideId)),
                letter,
            });
        }
    }
    hands
}

fn sites(game: &Game) -> Vec<SiteView> {
    let board = game.board();
    let places = site_places(board, false).into_iter();
    places.map(|(site, (x, y))| SiteView { name: site_text(site, board).to_owned(), x, y }).collect()
}

/// How a round ended.
fn over(play: &Play, ended: Option<&Ended>) -> Option<Over> {
    let game = play.game();
    let (result, reason, winner, draw) = match (ended, play.outcome()) {
        (Some(ended), _) => {
            let mut others = (0..game.rules().sides.len() as SideId).filter(|s| Some(*s) != ended.loser);
            let winner = ended.loser.and_then(|_| others.next()).filter(|_| others.next().is_none());
            (ended.result.clone(), ended.reason.clone(), winner, false)
        }
        (None, Some(outcome)) => {
            let winner = if let Verdict::Win(side) = outcome.result { Some(side) } else { None };
            (result_text(outcome, game), outcome.reason.clone(), winner, outcome.result == Verdict::Draw)
        }
        (None, None) => return None,
    };
    let clause = result_clause(&result, game);
    let says = if reason.is_empty() { sentence(&clause) } else { sentence(&format!("{clause}: {reason}")) };
    Some(Over { winner: winner.map(|s| side_name(game, s)), draw, clause: reason, says })
}

impl Table {
    /// The game as those see it who have these seats; nobody's for a spectator. Where a script failed it says so, and shows
    /// what can be seen without it.
    pub fn view(&mut self, id: &str, players: &[usize]) -> View {
        let legal = match self.legal() {
            Ok(legal) => legal,
            Err(error) => {
                self.stuck = Some(error.message().to_owned());
                Arc::default()
            }
        };
        // Many look at the same position.
        let seen = self.seen.get_or_insert_with(|| Arc::new(of_position(&self.play, &legal)));
        let mut view = (**seen).clone();
        view.id = Some(id.to_owned());
        view.version = self.version;
        if self.is_over() {
            view.to_move = Vec::new();
            view.legal = Vec::new();
        }
        view.sides = self.sides(view.sides);
        let sides = 0..self.seating.len() as SideId;
        let yours = sides.filter(|side| players.contains(&self.player_of(*side)));
        view.you = yours.map(|side| side_name(self.play.game(), side)).collect();
        view.thinking = self.waits_for_computer();
        view.last = self.last();
        view.moves.clone_from(&self.texts);
        view.can = self.can(players);
        view.over = over(&self.play, self.ended.as_ref());
        view.undo_asked =
            self.asked.as_ref().and_then(|(p, _)| self.side_of(*p)).map(|s| side_name(self.play.game(), s));
        view.clock = self.setup.clock;
        view.rematch.clone_from(&self.rematch);
        view.message = self.message(&view);
        if let Some(contest) = &self.contest {
            self.of_match(contest, players, &mut view);
        }
        view
    }

    /// The round as it stood after so many moves; as it stands, where it has not so many. Nothing can be done there.
    pub fn view_at(&mut self, id: &str, players: &[usize], ply: usize) -> View {
        let mut now = self.view(id, players);
        let made = self.play.made().len();
        if ply >= made {
            return now;
        }
        let mut then = self.play.clone();
        (ply..made).for_each(|_| drop(then.undo()));
        let past = of_position(&then, &[]);
        let last = then.made().last().map(|mv| {
            let text = ply.checked_sub(1).and_then(|n| self.texts.get(n)).map_or("", String::as_str);
            move_view(mv, text, self.play.game())
        });
        now.can = Can::default();
        View {
            ply,
            phase: past.phase,
            to_move: past.to_move,
            position: past.position,
            board: past.board,
            pieces: past.pieces,
            hands: past.hands,
            legal: Vec::new(),
            last,
            over: None,
            match_over: None,
            ..now
        }
    }

    fn sides(&self, sides: Vec<SideView>) -> Vec<SideView> {
        let now = Instant::now();
        let full = |(n, side): (usize, SideView)| {
            let player = self.player_of(n as SideId);
            let (who, seat) = (self.setup.players.get(player), self.seats.get(player));
            let kind = who.map_or(PlayerKind::Person, |p| p.kind);
            let computer = kind == PlayerKind::Computer;
            SideView {
                kind,
                player: who.map(|p| p.name.clone()).unwrap_or_default(),
                level: computer.then(|| self.setup.level.clone()),
                joined: computer || seat.is_some_and(|s| s.joined),
                open: seat.is_some_and(|s| s.open),
                clock_ms: self.clocks.as_ref().map(|c| millis(c.left(self.play.player(n as SideId), now))),
                ..side
            }
        };
        sides.into_iter().enumerate().map(full).collect()
    }

    fn last(&self) -> Option<super::json::MoveView> {
        let mv = self.play.made().last()?;
        let text = self.texts.last().map_or("", String::as_str);
        let mut last = move_view(mv, text, self.play.game());
        if let Some(told) = crate::explain::happened_text(self.play.happened(), self.play.game()) {
            last.says.push_str(&format!("; {told}"));
        }
        Some(last)
    }

    fn can(&self, players: &[usize]) -> Can {
        let seated = !players.is_empty();
        let alone = self.plays_alone(players);
        let granting = self.asked.as_ref().is_some_and(|(asker, _)| !players.contains(asker));
        let asking = self.asked.is_none() && self.undo_plies(players).is_some();
        let next = self.contest.as_ref().and_then(|c| c.next.as_ref()).map(|n| &n.step);
        Can {
            undo: seated && (granting || asking),
            redo: seated && alone && self.can_redo(),
            resign: seated && !self.is_over(),
            hint: seated && self.to_move().is_some_and(|s| players.contains(&self.player_of(s))),
            rematch: seated && self.is_finished(),
            next_round: seated
                && match next {
                    Some(NextStep::Round) => true,
                    Some(NextStep::Choose(p)) => players.contains(p) || self.setup.is_computer(*p),
                    Some(NextStep::Over(_)) | None => false,
                },
            claim: !seated && self.seats.iter().any(|s| s.open),
        }
    }

    fn message(&self, view: &View) -> Option<String> {
        if let Some(stuck) = &self.stuck {
            return Some(format!("The game cannot go on: {stuck}"));
        }
        let asker = view.undo_asked.as_ref()?;
        Some(format!(
            "{} {} to take the last move back.",
            capital(&the_side(asker)),
            verb(is_plural(asker), "asks", "ask")
        ))
    }

    fn of_match(&self, contest: &Contest, players: &[usize], view: &mut View) {
        let next = contest.next.as_ref();
        let play = next.map_or(&contest.play, |n| &n.after);
        let round = contest.play.current();
        view.round = round.map(|r| r.number);
        view.rounds = Some(play.planned());
        view.standing = Some(standing(play));
        view.tiebreak = play.result().and_then(|r| r.ruling.as_ref().map(|_| sentence(&r.reason_text())));
        match next.map(|n| &n.step) {
            Some(NextStep::Over(result)) => view.match_over = Some(match_over(result, play)),
            Some(NextStep::Choose(player)) => {
                view.choose = Some(Choose {
                    player: play.name(*player).to_owned(),
                    you: players.contains(player),
                    sides: view.sides.iter().map(|s| s.name.clone()).collect(),
                });
            }
            Some(NextStep::Round) | None => {}
        }
        let note = round.map(|r| r.different.note.clone()).filter(|n| !n.is_empty());
        if view.message.is_none() {
            view.message = note.map(|note| sentence(&format!("in this round: {note}")));
        }
        if let Some(Next { after, .. }) = next
            && after.played().last().is_some_and(|p| !p.counts)
            && view.message.is_none()
        {
            view.message = Some("A round that is given up does not count; it is played again.".to_owned());
        }
    }
}

fn standing(play: &Match) -> Vec<Standing> {
    let standing = play.standing();
    let of = |(player, wins): (usize, &u32)| {
        let rounds = if *wins == 1 { "1 round".to_owned() } else { format!("{wins} rounds") };
        let name = play.name(player).to_owned();
        Standing { text: format!("{name} has won {rounds}"), player: name, points: *wins }
    };
    standing.wins.iter().enumerate().map(of).collect()
}

fn match_over(result: &MatchResult, play: &Match) -> MatchOver {
    let winner = if let MatchOutcome::Won(player) = result.outcome { Some(play.name(player).to_owned()) } else { None };
    let reason = result.reason_text();
    let clause = match_result_clause(result.outcome, play);
    let says = if reason.is_empty() { sentence(&clause) } else { sentence(&format!("{clause}: {reason}")) };
    MatchOver { winner, draw: result.outcome == MatchOutcome::Drawn, says }
}
