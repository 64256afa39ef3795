//! An opponent that looks one move ahead, and one reply.

use crate::engine::{Dice, HookFault, Move, Play, Verdict};
use crate::ruleset::SideId;

/// How many replies an opponent looks at for one move of its own, unless told otherwise.
///
/// Looking at a reply means making it and judging the position. Without a bound a game with hundreds
/// of moves on both sides would keep a person waiting.
pub const REPLIES: u32 = 4000;

/// A player that sees what is right in front of it and no further.
///
/// 1. A move that wins at once is taken.
/// 2. Else a move after which another side, moving next, could win at once is avoided, and so is a
///    move that loses at once.
/// 3. Among what is left each move is equally likely.
///
/// The same seed and the same games give the same moves. At most [`REPLIES`] replies are looked at for
/// one move; once they are used up, the moves not yet looked at count as harmless.
pub struct Opponent {
    dice: Dice,
    replies: u32,
}

impl Opponent {
    /// An opponent whose choices depend on this seed.
    pub fn new(seed: u64) -> Opponent {
        Opponent { dice: Dice::new(seed), replies: REPLIES }
    }

    /// The same with another bound on the replies that it looks at for one move.
    #[must_use]
    pub fn looking_at(mut self, replies: u32) -> Opponent {
        self.replies = replies;
        self
    }

    /// The move that it makes for the side to move; none when the game is over.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn choose(&mut self, play: &Play) -> Result<Option<Move>, HookFault> {
        let me = play.position().to_move;
        let mut ahead = play.clone();
        let mut moves = play.choices(true)?;
        self.shuffle(&mut moves);
        let (mut harmless, mut losing) = (Vec::new(), Vec::new());
        for made in moves {
            let mv = made.mv.clone();
            ahead.make(made.clone())?;
            match ahead.outcome().map(|o| &o.result) {
                Some(Verdict::Win(side)) if *side == me => return Ok(Some(mv)),
                Some(Verdict::Win(_)) => losing.push(mv),
                _ => harmless.push(made),
            }
            ahead.undo();
        }
        // The moves stand in random order, so the first that nothing speaks against is as likely as any other.
        let mut budget = self.replies;
        let mut avoided = None;
        for made in harmless {
            let mv = made.mv.clone();
            ahead.make(made)?;
            let loses = can_win_at_once(&mut ahead, me, &mut budget)?;
            ahead.undo();
            if !loses {
                return Ok(Some(mv));
            }
            avoided = avoided.or(Some(mv));
        }
        Ok(avoided.or_else(|| losing.into_iter().next()))
    }

    /// Fisher and Yates.
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for n in (1..list.len()).rev() {
            list.swap(n, self.dice.below(n as u32 + 1) as usize);
        }
    }
}

/// Whether the side to move is another one and has, among the replies that the budget allows, a move that wins at once.
fn can_win_at_once(play: &mut Play, me: SideId, budget: &mut u32) -> Result<bool, HookFault> {
    if play.position().to_move == me || *budget == 0 {
        return Ok(false);
    }
    let replies = play.choices(true)?;
    if play.game().asks_hooks() {
        // A script has been asked about every one of them.
        *budget = budget.saturating_sub(replies.len() as u32);
    }
    for reply in replies {
        if *budget == 0 {
            return Ok(false);
        }
        *budget -= 1;
        play.make(reply)?;
        let won = matches!(play.outcome(), Some(o) if matches!(o.result, Verdict::Win(side) if side != me));
        play.undo();
        if won {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::notation::{move_text, read_position};

    fn bison() -> Game {
        crate::open("bison", &[]).expect("it is built in")
    }

    fn at(text: &str, game: &Game) -> Play {
        let read = read_position(text, game).expect("a position");
        Play::from_position(game, read.position, read.history).expect("a position of this game")
    }

    fn chosen(opponent: &mut Opponent, play: &Play) -> String {
        let mv = opponent.choose(play).expect("no script").expect("a move");
        move_text(&mv, &play.moves().expect("no script"), play.game())
    }

    #[test]
    fn a_win_is_taken_at_once() {
        let game = bison();
        // The buffalo on j6 is one step from the village.
        let play = at("11/9B1/3DDCDD3/11/11/11/BBBBBBBB3 herd", &game);
        for seed in 0..20 {
            assert_eq!(chosen(&mut Opponent::new(seed), &play), "j6-j7");
        }
    }

    #[test]
    fn a_move_that_lets_the_other_side_win_is_avoided() {
        let game = bison();
        // Nobody can stand in the village, so only the chief, by capturing, keeps the buffalo from a7.
        let play = at("11/BC9/3DDDD4/11/11/11/1BBBBBBBB2 defenders", &game);
        for seed in 0..20 {
            assert_eq!(chosen(&mut Opponent::new(seed), &play), "b6xa6");
        }
    }

    #[test]
    fn where_all_is_lost_it_still_moves() {
        let game = bison();
        // Two buffaloes reach the village, and the chief can capture one of them at most.
        let play = at("11/BC8B/3DDDD4/11/11/11/11 defenders", &game);
        assert!(Opponent::new(1).choose(&play).expect("no script").is_some());
    }

    #[test]
    fn without_replies_to_look_at_a_threat_is_not_seen() {
        let game = bison();
        let play = at("11/BC9/3DDDD4/11/11/11/1BBBBBBBB2 defenders", &game);
        let blind = (0..20).map(|seed| chosen(&mut Opponent::new(seed).looking_at(0), &play));
        assert!(blind.into_iter().any(|mv| mv != "b6xa6"));
    }

    #[test]
    fn same_seed_same_game() {
        let game = bison();
        let play_out = |seed| {
            let mut play = Play::new(&game);
            let mut opponent = Opponent::new(seed);
            while let Some(mv) = opponent.choose(&play).expect("no script") {
                play.play(&mv).expect("a legal move");
            }
            play.made().to_vec()
        };
        assert_eq!(play_out(5), play_out(5));
        assert_ne!(play_out(5), play_out(6));
    }
}
