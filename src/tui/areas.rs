//! How the screen is divided.

use super::geometry::{Plan, plan};
use super::state::State;
use crate::board::Site;
use ratatui::layout::Rect;

/// The least columns and rows of a terminal on which there is a screen.
pub const LEAST: (u16, u16) = (40, 12);
/// From so many columns on there is a panel beside the board.
const WITH_PANEL: u16 = 60;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    pub title: Rect,
    pub board: Rect,
    /// Sides, hands and moves; nothing where there is no room.
    pub panel: Rect,
    /// What is said.
    pub message: Rect,
    /// Keys, or the line that is typed.
    pub foot: Rect,
}

pub fn areas((width, height): (u16, u16)) -> Areas {
    let said = if height < 20 { 1 } else { 2 + u16::from(height >= 36) };
    let middle = height.saturating_sub(2 + said);
    let beside = if width < WITH_PANEL { 0 } else { (width / 3).clamp(24, 44) };
    let gap = u16::from(beside > 0);
    Areas {
        title: Rect::new(0, 0, width, height.min(1)),
        board: Rect::new(0, 1, width - beside - gap, middle),
        panel: Rect::new(width - beside, 1, beside, middle),
        message: Rect::new(0, 1 + middle, width, said),
        foot: Rect::new(0, height.saturating_sub(1), width, height.min(1)),
    }
}

/// The board as it stands in its part of the screen.
pub struct Placed {
    pub plan: Plan,
    /// The corner of the window on the plan.
    corner: (i32, i32),
    room: Rect,
}

impl Placed {
    pub fn new(state: &State) -> Placed {
        let room = areas(state.size).board;
        let window = (i32::from(room.width), i32::from(room.height));
        let game = state.session.play.game();
        let letters = game.rules().kinds.iter().flat_map(|k| &k.letters).map(|l| l.chars().count()).max().unwrap_or(1);
        let plan = plan(game.board(), window, state.flip, letters);
        let corner = plan.corner(window, state.cursor);
        Placed { plan, corner, room }
    }

    /// Where a place of the plan is on the screen, if it is seen.
    pub fn seen(&self, (column, row): (i32, i32)) -> Option<(u16, u16)> {
        let (x, y) = (column - self.corner.0, row - self.corner.1);
        let inside = (0..i32::from(self.room.width)).contains(&x) && (0..i32::from(self.room.height)).contains(&y);
        inside.then(|| (self.room.x + x as u16, self.room.y + y as u16))
    }

    /// The site at a place on the screen.
    pub fn site_at(&self, (column, row): (u16, u16)) -> Option<Site> {
        if !self.room.contains((column, row).into()) {
            return None;
        }
        let (x, y) = (i32::from(column - self.room.x), i32::from(row - self.room.y));
        self.plan.site_at((x + self.corner.0, y + self.corner.1))
    }

    /// Whether a part of the board is out of sight.
    pub fn is_cut(&self) -> bool {
        self.plan.size.0 > i32::from(self.room.width) || self.plan.size.1 > i32::from(self.room.height)
    }
}
