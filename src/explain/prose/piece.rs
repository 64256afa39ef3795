//! The pieces in prose.

use super::super::english::{capital, list, the_side};
use super::super::lookup::{motions, pieces};
use super::super::words::Words;
use super::{Book, Section};
use crate::ruleset::item::{Body, CallDecl, CallOf, EffectKind, MotionPart, PieceDecl, PieceLine};

impl Book<'_> {
    /// A section for each kind, and one for the words that the file gives a meaning.
    pub(super) fn pieces(&self) -> Vec<Section> {
        let mut sections: Vec<Section> =
            pieces(&self.settled.items).map(|(piece, span)| self.piece(piece, span)).collect();
        sections.push(self.calls());
        sections
    }

    fn piece(&self, piece: &PieceDecl, span: crate::ruleset::Span) -> Section {
        let letters: Vec<String> = piece.letters.iter().map(|t| t.text.clone()).collect();
        let mut section = Section::new(format!("The {} ({})", piece.name.text, letters.join(", ")));
        section.span = Some(span);
        let (_, many) = self.words.kind(&piece.name.text).unwrap_or(("", &piece.name.text));
        let owners: Vec<String> = piece.owners.iter().map(|o| the_side(&o.text)).collect();
        let whose = match owners.as_slice() {
            [] => format!("{} belong to nobody", capital(many)),
            owners => format!("{} belong to {}", capital(many), list(owners, "and")),
        };
        // `Buffaloes belong to the buffaloes` tells nobody anything.
        if owners.len() != 1 || piece.owners[0].text != many {
            section.say(whose, Some(piece.name.span));
        }
        for line in &piece.lines {
            match line {
                PieceLine::Motion(motion) => {
                    section.item(format!("it {}", self.words.motion(motion)), Some(motion.span));
                }
                PieceLine::Becomes(becomes) => {
                    section.item(format!("it {}", self.words.becomes(becomes)), Some(becomes.span));
                }
                PieceLine::If(..) => {}
            }
        }
        for attr in &piece.attrs {
            if let Some(text) = self.words.attribute(attr) {
                section.item(format!("it {text}"), Some(attr.span));
            }
        }
        let kind = self.rules.kinds.iter().find(|k| k.name == piece.name.text);
        let moves = kind.is_some_and(|k| !k.motions.is_empty());
        if !moves {
            section.say("it does not move", None);
        } else if !motions(piece).any(takes)
            && !kind.is_some_and(|k| k.motions.iter().any(|m| m.legs.iter().any(|l| l.capturing.is_some())))
        {
            section.say("it captures nothing", None);
        }
        section
    }

    /// What the words mean that a `call` defines.
    fn calls(&self) -> Section {
        let mut section = Section::new("What some words mean");
        for item in &self.settled.items {
            let Body::Call(call) = &item.body else { continue };
            section.item(call_words(&self.words, call), Some(item.span));
        }
        section
    }
}

/// What a word means, in a clause: `the herd is blocked when ...`.
pub(crate) fn call_words(words: &Words, call: &CallDecl) -> String {
    let who = match &call.of {
        CallOf::Player => format!("a player is {}", call.name.text),
        CallOf::Piece => format!("a piece is called {}", call.name.text),
        CallOf::Named(name) if words.is_side(&name.text) => {
            let is = if super::super::english::is_plural(&name.text) { "are" } else { "is" };
            format!("{} {is} {}", the_side(&name.text), call.name.text)
        }
        CallOf::Named(name) => format!("a {} is called {}", name.text, call.name.text),
    };
    format!("{who} when {}", words.cond(&call.cond))
}

/// Whether a motion takes anything, by itself or by what follows.
fn takes(motion: &crate::ruleset::item::Motion) -> bool {
    motion.parts.iter().any(|(part, _)| match part {
        MotionPart::Capturing { .. } => true,
        MotionPart::Then(e) | MotionPart::Must(e) => {
            matches!(e.kind, EffectKind::Capture(_) | EffectKind::CaptureOne(_) | EffectKind::Remove(_))
        }
        _ => false,
    })
}
