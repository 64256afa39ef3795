//! Words for directions, for each side.

use super::super::Span;
use super::super::code::{NO_DIRECTION, NO_FACES, NO_SUCH_DIRECTION};
use super::super::item::{self, DirWord};
use super::super::rules::{Dirs, PerSide, SideId};
use super::scope::Scope;
use super::world::{SideMask, World};
use crate::board::{Compass, CompassSet, Shape};

impl World<'_> {
    /// Every direction that there is.
    pub(super) fn any_direction(&self, span: Span) -> Dirs {
        Dirs { compass: self.for_all(self.board.compass()), all: true, onward: false, span }
    }

    /// No direction (leaps and drops).
    pub(super) fn no_direction(&self, span: Span) -> Dirs {
        Dirs { compass: self.for_all(CompassSet::NONE), all: false, onward: false, span }
    }

    /// `D or D`, or every direction where nothing is said.
    pub(super) fn dirs_or_any(&mut self, dirs: Option<&item::Dirs>, scope: Scope, span: Span) -> Dirs {
        match dirs {
            Some(dirs) => self.dirs(dirs, scope),
            None => self.any_direction(span),
        }
    }

    /// `D or D`
    pub(super) fn dirs(&mut self, dirs: &item::Dirs, scope: Scope) -> Dirs {
        let mut joined = self.no_direction(dirs.span);
        let onward = dirs.any_of.iter().filter(|d| d.words.contains(&DirWord::Onward)).count();
        if onward != 0 && onward != dirs.any_of.len() {
            let message = "`onward` cannot be one of several directions";
            self.error(&NO_SUCH_DIRECTION, dirs.span, message, "write two lines");
        }
        for dir in &dirs.any_of {
            let one = self.dir(dir, scope, scope.actors);
            for (a, b) in joined.compass.0.iter_mut().zip(one.compass.0) {
                *a = a.or(b);
            }
            joined.all |= one.all;
            joined.onward |= one.onward;
        }
        joined
    }

    /// One word, as in `next to S diagonally`, `with S north`.
    pub(super) fn word(&mut self, word: DirWord, scope: Scope, readers: SideMask, span: Span) -> Dirs {
        self.dir(&item::Dir { any: false, words: vec![word], span }, scope, readers)
    }

    /// Words side by side, read by these sides: they intersect.
    pub(super) fn dir(&mut self, dir: &item::Dir, scope: Scope, readers: SideMask) -> Dirs {
        if dir.words.is_empty() {
            return self.any_direction(dir.span);
        }
        let mut result = self.no_direction(dir.span);
        let half = dir.any || dir.words.len() > 1;
        let errors = self.errors.len();
        for word in &dir.words {
            self.check_word(*word, scope, dir.span);
        }
        result.onward = dir.words.contains(&DirWord::Onward);
        if self.errors.len() > errors {
            return self.any_direction(dir.span);
        }
        // Others than the readers have directions too where the words mean something for them, so that what does
        // not depend on the side is the same for all.
        for side in self.sides_in(self.all_sides()) {
            let asked = readers >> side & 1 == 1;
            let sets: Option<Vec<CompassSet>> = dir.words.iter().map(|w| self.meant(*w, half, side)).collect();
            let Some(sets) = sets else {
                if asked {
                    self.no_faces(side, dir.span);
                    return self.any_direction(dir.span);
                }
                continue;
            };
            let set = sets.into_iter().fold(self.board.compass(), CompassSet::and);
            if set.is_empty() && asked {
                let message = "these directions never meet";
                self.error(&NO_DIRECTION, dir.span, message, "join them by `or`, or leave one out");
                return self.any_direction(dir.span);
            }
            result.compass.0[side as usize] = set;
        }
        result
    }

    /// The error for a side that looks nowhere.
    pub(super) fn no_faces(&mut self, side: SideId, span: Span) {
        let name = self.sides[side as usize].name.clone();
        let message = format!("`{name}` does not face anywhere, so nothing is forward for it");
        let at = self.sides[side as usize].span;
        let error = super::super::Diagnostic::new(&NO_FACES, span, message)
            .label(at, "the side")
            .help(format!("write e.g. `side {name} faces north`, or name a direction of the compass"));
        self.errors.push(error);
    }

    /// The directions that a word means for a side; nothing if the side looks nowhere.
    fn meant(&self, word: DirWord, half: bool, side: SideId) -> Option<CompassSet> {
        let faces = self.sides[side as usize].faces;
        let toward = |c: Compass| {
            let one = CompassSet::one(c);
            if half { one.or(self.board.compass().beside(c)) } else { one }
        };
        let turned = |n: i32| faces.map(|f| CompassSet::one(f.turned(n)));
        // Beside another word it means that half.
        let aside = |n: i32| faces.map(|f| toward(f.turned(n)));
        match word {
            DirWord::Forward => faces.map(toward),
            DirWord::Backward => faces.map(|f| toward(f.opposite())),
            DirWord::Left => aside(-2),
            DirWord::Right => aside(2),
            DirWord::Sideways => Some(turned(-2)?.or(turned(2)?)),
            DirWord::Orthogonal => Some(CompassSet::ORTHOGONAL),
            DirWord::Diagonal => Some(CompassSet::DIAGONAL),
            DirWord::Onward => Some(CompassSet::ALL),
            DirWord::Compass(c) => Some(CompassSet::one(c)),
        }
    }

    /// Refuses words that mean nothing on this board.
    fn check_word(&mut self, word: DirWord, scope: Scope, span: Span) {
        if word == DirWord::Onward && !scope.onward {
            let message = "nothing was travelled yet, so nothing is `onward`";
            self.error(&NO_SUCH_DIRECTION, span, message, "name a direction, or use `onward` after `then`");
            return;
        }
        if !self.board.has_compass() {
            let message = "this board has no compass: its points have no places";
            let help = "say `any direction`, or give every point its place: `point p at 1 2`";
            self.error(&NO_SUCH_DIRECTION, span, message, help);
            return;
        }
        let on_hexes = self.board.shape() == Shape::Hexes;
        let missing = match word {
            DirWord::Orthogonal | DirWord::Diagonal | DirWord::Sideways | DirWord::Left | DirWord::Right => on_hexes,
            DirWord::Compass(c) => on_hexes && !CompassSet::HEX.contains(c),
            DirWord::Forward | DirWord::Backward | DirWord::Onward => false,
        };
        if missing {
            let message = format!("there is no `{}` on hexes", dir_word(word));
            let help = "hexes have `east`, `west`, `northeast`, `northwest`, `southeast` and `southwest`";
            self.error(&NO_SUCH_DIRECTION, span, message, help);
        }
    }

    /// The sides must look where the board has a direction.
    pub(super) fn check_faces(&mut self) {
        let compass = self.board.compass();
        for n in 0..self.sides.len() {
            let side = &self.sides[n];
            if let Some(faces) = side.faces
                && !compass.contains(faces)
            {
                let (message, span) = (format!("there is no `{}` on hexes", faces.word()), side.span);
                let help = "let the side face `east`, `west`, `northeast`, `northwest`, `southeast` or `southwest`";
                self.error(&NO_SUCH_DIRECTION, span, message, help);
            }
        }
    }

    /// One direction for each side, for `edge D` and `last rank`.
    pub(super) fn one_direction(
        &mut self,
        word: DirWord,
        scope: Scope,
        span: Span,
    ) -> Option<PerSide<Option<Compass>>> {
        let errors = self.errors.len();
        let dirs = self.word(word, scope, scope.actors, span);
        if self.errors.len() > errors {
            return None;
        }
        if dirs.compass.0.iter().any(|set| set.iter().count() > 1) || dirs.onward {
            let message = format!("`{}` is not one direction", dir_word(word));
            self.error(&NO_SUCH_DIRECTION, span, message, "name one direction, e.g. `edge north`");
            return None;
        }
        Some(PerSide(dirs.compass.0.iter().map(|set| set.iter().next()).collect()))
    }
}

/// The word as written.
pub(super) fn dir_word(word: DirWord) -> &'static str {
    match word {
        DirWord::Forward => "forward",
        DirWord::Backward => "backward",
        DirWord::Left => "left",
        DirWord::Right => "right",
        DirWord::Sideways => "sideways",
        DirWord::Orthogonal => "orthogonal",
        DirWord::Diagonal => "diagonal",
        DirWord::Onward => "onward",
        DirWord::Compass(c) => c.word(),
    }
}
