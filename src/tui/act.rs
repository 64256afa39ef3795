//! What can be done with a game on the screen.

use super::areas::Placed;
use super::state::{Chosen, Confirmed, Effect, Overlay, Picked, State, Waiting, drops, goal};
use crate::board::Site;
use crate::cli::play::session::Advance;
use crate::engine::{Move, PlayError, Question};
use crate::explain::english::{capital, is_plural, list, the_side, verb, with_article};
use crate::explain::{happened_text, why};
use crate::notation::site_text;
use crate::ruleset::SideId;
use ratatui::crossterm::event::KeyCode;

/// What is to be done outside, in order.
pub type Effects = Vec<Effect>;

impl State {
    /// The first thing on the screen.
    pub fn begin(&mut self) -> Effects {
        let rules = self.session.opened.game.rules();
        let title = rules.title.clone();
        let who = match &self.session.running {
            Some(_) => String::new(),
            None => self.session.seats.sentence(rules, self.session.names.as_deref()),
        };
        if self.replay.is_some() {
            self.say(&format!("{title}: {} moves. The right arrow goes on, the left arrow back.", self.known()));
            return Vec::new();
        }
        self.say(format!("{who} Arrows and Enter or the mouse move; ? tells the keys.").trim_start());
        if self.session.running.is_some() && !self.session.in_round() {
            return self.next_round();
        }
        if let Some(round) = self.session.running.as_ref().and_then(|r| r.play.current()) {
            let texts = self.session.round_texts(round).join(" ");
            self.say(&texts);
        }
        self.turn()
    }

    /// Whoever is to move now moves.
    pub fn turn(&mut self) -> Effects {
        if self.replay.is_some() {
            return Vec::new();
        }
        if self.session.is_over() {
            return self.announce();
        }
        if self.session.is_long() {
            if self.session.running.is_some() {
                self.session.cut();
                return self.announce();
            }
            self.stuck = true;
            self.say(&format!("The game is cut after {} moves.", self.session.play.made().len()));
            return Vec::new();
        }
        let side = self.session.play.position().to_move;
        if self.session.is_person(side) || self.stuck || self.waiting.is_some_and(|w| !w.hint) {
            return Vec::new();
        }
        self.think(false)
    }

    fn think(&mut self, hint: bool) -> Effects {
        let mut effects = self.stop();
        self.asked += 1;
        self.waiting = Some(Waiting { id: self.asked, hint });
        effects.push(Effect::Think { id: self.asked, play: Box::new(self.session.play.clone()), hint });
        effects
    }

    /// The computer need not think any more.
    pub fn stop(&mut self) -> Effects {
        if self.waiting.take().is_some() { vec![Effect::Stop] } else { Vec::new() }
    }

    fn announce(&mut self) -> Effects {
        let next = "Enter goes on; u takes the end back.";
        if self.session.in_round() {
            let mut said = self.session.round_end_texts();
            if self.session.seats.any_person() {
                said.push(next.to_owned());
                self.say(&said.join(" "));
                return Vec::new();
            }
            self.say(&said.join(" "));
            return self.next_round();
        }
        if self.session.running.is_none()
            && let Some(said) = self.session.end_text()
        {
            self.say(&format!("{said} u takes the end back, s saves the game, q leaves."));
        }
        Vec::new()
    }

    /// The round that is over is handed back, and the match goes on.
    pub fn next_round(&mut self) -> Effects {
        self.session.hand_back();
        let mut effects = vec![Effect::Keep];
        loop {
            match self.session.advance() {
                Ok(Advance::Single) => return effects,
                Ok(Advance::Round(round)) => {
                    let said = self.session.round_texts(&round).join(" ");
                    self.seat();
                    self.say(&said);
                    effects.extend(self.turn());
                    return effects;
                }
                Ok(Advance::Choose { player }) => {
                    let Some(running) = &self.session.running else { return effects };
                    let sides: Vec<String> = running.opened.game.rules().sides.iter().map(|s| s.name.clone()).collect();
                    if !running.is_person(player) {
                        let side = running.play.best_side();
                        if let Err(failure) = self.session.choose(side) {
                            self.refuse(&failure.to_string());
                            return effects;
                        }
                        continue;
                    }
                    let title = format!("{} lost the last round and chooses a side", running.play.name(player));
                    let items = sides.into_iter().enumerate().map(|(n, name)| (name, Chosen::Side(n as SideId)));
                    self.overlay = Some(Overlay::Choice { title, items: items.collect(), at: 0 });
                    return effects;
                }
                Ok(Advance::Over(result)) => {
                    let said = self.session.match_end_text(&result);
                    self.match_over = true;
                    self.refresh();
                    self.say(&format!("{said} s saves it, q leaves."));
                    return effects;
                }
                Err(fault) => {
                    self.stuck = true;
                    self.failed("The match cannot go on; s saves it, q leaves.", fault);
                    return effects;
                }
            }
        }
    }

    /// Makes a move that is legal.
    pub fn make(&mut self, mv: &Move) -> Effects {
        let text = self.text(mv);
        let mut effects = self.stop();
        match self.session.play.play(mv) {
            Ok(()) => {
                let name = self.session.name(mv.side).to_owned();
                let happened = happened_text(self.session.play.happened(), self.game());
                let then = happened.map_or_else(String::new, |then| format!(", then {then}"));
                self.texts.push(text.clone());
                if self.future.last() == Some(mv) {
                    self.future.pop();
                } else {
                    self.future.clear();
                }
                (self.stuck, self.scrolled) = (false, 0);
                self.say(&format!("{}: {text}{then}.", capital(&name)));
                self.refresh();
                effects.extend(self.turn());
            }
            Err(PlayError::Hook(fault)) => {
                self.stuck = true;
                self.failed("The move cannot be made.", fault);
            }
            Err(e) => self.refuse(&e.to_string()),
        }
        effects
    }

    /// Makes one of these moves: the only one, or that which is chosen from a list.
    fn offer(&mut self, moves: &[Move]) -> Effects {
        match moves {
            [] => Vec::new(),
            [only] => self.make(&only.clone()),
            several => {
                let items = several.iter().map(|mv| (self.text(mv), Chosen::Move(mv.clone()))).collect();
                self.overlay = Some(Overlay::Choice { title: "Which move?".to_owned(), items, at: 0 });
                Vec::new()
            }
        }
    }

    /// Why nobody can pick or move anything now, if that is so.
    fn refused_now(&mut self) -> bool {
        if self.replay.is_some() {
            self.refuse("This is a record: the arrows step through it, q leaves.");
        } else if self.session.is_over() {
            self.refuse(&format!("{}; u takes the end back.", self.session.over_text()));
        } else if !self.is_mine() {
            let side = self.session.play.position().to_move;
            let name = self.session.name(side);
            let so =
                format!("{} {} the computer's to move.", capital(&the_side(name)), verb(is_plural(name), "is", "are"));
            self.refuse(&so);
        } else {
            return false;
        }
        true
    }

    /// The match goes on when the person says so.
    pub fn waits_for_round(&self) -> bool {
        let over = self.session.running.is_some() && self.session.is_over();
        over && !self.match_over && self.waiting.is_none() && self.replay.is_none()
    }

    /// Enter, or a click: picks what is on a site, or moves there.
    pub fn choose(&mut self, site: Site) -> Effects {
        self.cursor = site;
        if self.waits_for_round() {
            return self.next_round();
        }
        if self.refused_now() {
            return Vec::new();
        }
        let there: Vec<Move> = self.picked_moves().into_iter().filter(|mv| goal(mv).contains(&site)).cloned().collect();
        if !there.is_empty() {
            return self.offer(&there);
        }
        if self.picked == Some(Picked::Piece(site)) {
            self.picked = None;
            self.say("");
            return Vec::new();
        }
        if !self.moves_from(site).is_empty() {
            self.pick(Picked::Piece(site));
            return Vec::new();
        }
        let at: Vec<Move> = self.moves_at(site).into_iter().cloned().collect();
        if self.picked.is_none() && !at.is_empty() {
            return self.offer(&at);
        }
        self.reason(site);
        Vec::new()
    }

    pub fn pick(&mut self, picked: Picked) {
        self.picked = Some(picked);
        self.hint = None;
        let moves = self.picked_moves();
        let goals: Vec<String> = {
            let mut sites: Vec<Site> = moves.iter().flat_map(|mv| goal(mv)).collect();
            sites.sort_unstable();
            sites.dedup();
            sites.into_iter().map(|s| site_text(s, self.game().board()).to_owned()).collect()
        };
        let what = match picked {
            Picked::Piece(site) => {
                format!("The {} on {}", self.kind_on(site), site_text(site, self.game().board()))
            }
            Picked::Hand(kind) => {
                let name = self.game().rules().kinds.get(usize::from(kind)).map_or("piece", |k| k.name.as_str());
                format!("{} from the hand", capital(&with_article(name)))
            }
        };
        let said = if goals.len() > 12 {
            format!("{what} may go to {} sites.", goals.len())
        } else {
            format!("{what} may go to {}.", list(&goals, "or"))
        };
        self.say(&said);
    }

    fn kind_on(&self, site: Site) -> &str {
        let kind = self.session.play.position().piece(site).map(|p| usize::from(p.kind));
        kind.and_then(|k| self.game().rules().kinds.get(k)).map_or("piece", |k| k.name.as_str())
    }

    /// What is asked of the rules when what is picked is to go to a site.
    pub fn question(&self, to: Site) -> Question {
        match self.picked {
            Some(Picked::Piece(from)) => Question::Piece { from, to, through: Vec::new() },
            Some(Picked::Hand(kind)) => Question::Drop { kind, to },
            // Of a piece that cannot be picked it is asked why: any way that it might go will do.
            None => {
                let board = self.game().board();
                let near = board.neighbours(to).map(|(_, s)| s).next();
                let aim = near.or_else(|| board.sites().iter().find(|s| *s != to)).unwrap_or(to);
                Question::Piece { from: to, to: aim, through: Vec::new() }
            }
        }
    }

    /// Says why what is picked may not go to a site, or why nothing can be picked there.
    pub fn reason(&mut self, site: Site) {
        let name = site_text(site, self.game().board()).to_owned();
        let piece = self.session.play.position().piece(site);
        if self.picked.is_none() {
            let mover = self.session.play.position().to_move;
            match piece {
                None => return self.say(&format!("{name} is empty{}.", self.about(site))),
                Some(piece) if piece.owner == Some(mover) => {
                    // It is picked all the same: then any site says why it may not go there.
                    let kind = self.kind_on(site).to_owned();
                    self.picked = Some(Picked::Piece(site));
                    let so = "choose where it should go to see why it may not";
                    return self.refuse(&format!("The {kind} on {name} has no move now; {so}."));
                }
                Some(_) => {}
            }
        }
        let question = self.question(site);
        if let Question::Piece { from, .. } = question
            && self.picked.is_some()
        {
            let board = self.game().board();
            let text = format!("{}-{}", site_text(from, board), site_text(site, board));
            self.session.asked = Some((text, false, self.session.play.position().clone()));
        }
        match why(&self.session.play, &self.session.opened.settled, &question) {
            Ok(answer) => {
                let said = answer.cited(&self.session.opened.ruleset.sources);
                self.refuse(&format!("{}.", capital(&said)));
            }
            Err(fault) => self.failed("A script failed.", fault),
        }
    }

    /// The zones of a site.
    fn about(&self, site: Site) -> String {
        let zones = self.game().rules().zones.iter().filter(|z| z.sites.is_some_and(|s| s.contains(site)));
        let zones: Vec<String> = zones.map(|z| z.name.clone()).collect();
        if zones.is_empty() { String::new() } else { format!(" ({})", zones.join(", ")) }
    }

    /// Takes moves back until a person is to move again; one, where nobody is a person.
    pub fn undo(&mut self) -> Effects {
        if self.replay.is_some() {
            return self.step_by_key(KeyCode::Left).unwrap_or_default();
        }
        let effects = self.stop();
        if self.session.running.is_some() && !self.session.in_round() {
            self.refuse(&format!("{}; what was played in it stands.", self.session.over_text()));
            return effects;
        }
        if self.session.ended.take().is_some() {
            self.refresh();
            let what = if self.session.in_round() { "round" } else { "game" };
            self.say(&format!("The {what} goes on."));
            return effects.into_iter().chain(self.turn()).collect();
        }
        let any = self.session.seats.any_person();
        let mut before = self.session.play.clone();
        let mut taken = Vec::new();
        while let Some(mv) = before.undo() {
            taken.push(mv);
            if !any || self.session.seats.is_person(before.player(before.position().to_move)) {
                self.session.play = before;
                let kept = self.texts.len().saturating_sub(taken.len());
                let mut texts = self.texts.split_off(kept);
                texts.truncate(taken.len());
                self.future.extend(taken);
                self.stuck = !any;
                self.refresh();
                self.say(&format!("Taken back: {}.", texts.join(" ")));
                return effects;
            }
        }
        self.refuse("There is nothing to take back.");
        effects
    }

    /// Makes moves again that were taken back, until a person is to move.
    pub fn redo(&mut self) -> Effects {
        if self.replay.is_some() {
            return self.step_by_key(KeyCode::Right).unwrap_or_default();
        }
        if self.future.is_empty() {
            self.refuse("There is nothing to make again.");
            return Vec::new();
        }
        let effects = self.stop();
        let any = self.session.seats.any_person();
        while let Some(mv) = self.future.last().cloned() {
            let text = self.text(&mv);
            if let Err(e) = self.session.play.play(&mv) {
                self.refuse(&e.to_string());
                break;
            }
            self.future.pop();
            self.texts.push(text);
            self.refresh();
            if !any || self.session.is_over() || self.session.is_person(self.session.play.position().to_move) {
                break;
            }
        }
        self.stuck = !any;
        let made = self.session.play.made().len();
        let last = self.texts.last().cloned().unwrap_or_default();
        let name = self.session.play.made().last().map_or("", |mv| self.session.name(mv.side));
        let said = format!("{} of {}: {name} {last}.", made, self.known());
        self.say(&said);
        if self.session.play.outcome().is_some() || (self.future.is_empty() && any) {
            let mut effects = effects;
            effects.extend(self.turn());
            return effects;
        }
        effects
    }

    /// Asks the computer for a move.
    pub fn ask_hint(&mut self) -> Effects {
        if self.refused_now() {
            return Vec::new();
        }
        self.picked = None;
        self.say("The computer looks for a move; Esc stops it.");
        self.think(true)
    }

    /// Passes, where that is legal; else says why not.
    pub fn pass(&mut self) -> Effects {
        if self.refused_now() {
            return Vec::new();
        }
        match self.legal.iter().find(|mv| mv.is_pass()).cloned() {
            Some(mv) => self.make(&mv),
            None => {
                match why(&self.session.play, &self.session.opened.settled, &Question::Pass) {
                    Ok(answer) => {
                        let said = answer.cited(&self.session.opened.ruleset.sources);
                        self.refuse(&format!("{}.", capital(&said)));
                    }
                    Err(fault) => self.failed("A script failed.", fault),
                }
                Vec::new()
            }
        }
    }

    /// Asks before the game is given up.
    pub fn ask_resign(&mut self) {
        if self.session.is_over() || self.replay.is_some() {
            return self.refuse(&format!("{} already.", self.session.over_text()));
        }
        let side = self.session.play.position().to_move;
        if self.session.seats.any_person() && !self.session.is_person(side) {
            return self.refuse("It is not your turn: wait for the move, or press Esc to stop the computer.");
        }
        let name = self.session.name(side);
        let gives = verb(is_plural(name), "gives", "give");
        let what = if self.session.running.is_some() { "round" } else { "game" };
        let text = format!("{} {gives} the {what} up? y or n", capital(&the_side(name)));
        self.overlay = Some(Overlay::Confirm { text, then: Confirmed::Resign });
    }

    pub fn resign(&mut self) -> Effects {
        let mut effects = self.stop();
        self.session.resign();
        self.refresh();
        effects.extend(self.announce());
        effects
    }

    /// All the moves, to choose one.
    pub fn list_moves(&mut self) {
        if self.refused_now() {
            return;
        }
        let of: Vec<Move> =
            if self.picked.is_some() { self.picked_moves().into_iter().cloned().collect() } else { self.legal.clone() };
        let items: Vec<_> = of.iter().map(|mv| (self.text(mv), Chosen::Move(mv.clone()))).collect();
        self.overlay = Some(Overlay::Choice { title: format!("{} moves", items.len()), items, at: 0 });
    }

    /// The next, or the one before, of the sites to which what is picked may go, or of the pieces that can move.
    pub fn cycle(&mut self, back: bool) {
        let mut sites: Vec<Site> = match self.picked {
            Some(_) => self.picked_moves().iter().flat_map(|mv| goal(mv)).collect(),
            None => {
                let froms: Vec<Site> = self.legal.iter().filter_map(Move::from).collect();
                if froms.is_empty() { self.legal.iter().flat_map(goal).collect() } else { froms }
            }
        };
        let placed = Placed::new(self);
        let place = |site: Site| placed.plan.spot(site).map(|s| (s.at.1, s.at.0));
        sites.sort_by_key(|s| place(*s));
        sites.dedup();
        let here = place(self.cursor);
        let next = if back {
            sites.iter().rev().find(|s| place(**s) < here).or(sites.last())
        } else {
            sites.iter().find(|s| place(**s) > here).or(sites.first())
        };
        if let Some(site) = next {
            self.cursor = *site;
        }
    }

    /// The next kind in hand is picked.
    pub fn pick_hand(&mut self, n: usize) {
        if self.refused_now() {
            return;
        }
        match self.droppable().get(n) {
            Some(kind) => {
                self.pick(Picked::Hand(*kind));
                if let Some(site) = self.picked_moves().first().and_then(|mv| goal(mv).first().copied()) {
                    self.cursor = site;
                }
            }
            None => self.refuse("No such piece can be dropped from the hand now."),
        }
    }

    /// What the computer advises is shown.
    pub fn show_hint(&mut self, thought: &crate::search::Thought) {
        let text = self.text(&thought.mv);
        let worth = crate::cli::computer::worth(thought.score);
        self.say(&format!("Hint: {text} ({worth})."));
        if let Some(to) = goal(&thought.mv).first() {
            self.cursor = thought.mv.from().unwrap_or(*to);
        }
        if let Some(kind) = drops(&thought.mv) {
            self.picked = Some(Picked::Hand(kind));
        }
        self.hint = Some(thought.mv.clone());
    }
}
