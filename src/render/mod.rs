//! Boards and pieces as pictures: a small grid of styled characters, and SVG.
//!
//! A [`Picture`] is plain text for a pipe; a door that has colours reads the [`Style`] of each
//! character. On grids the plainest look is that of a rule file's diagrams, so that one can be
//! pasted into the other.

mod board;
mod layout;
mod picture;
mod svg;
#[cfg(test)]
mod tests;

pub use board::{Look, Marks, board_picture, move_sites, piece_diagram, zone_of};
#[cfg(feature = "tui")]
pub(crate) use board::{zone_char, zone_title, zones_seen};
#[cfg(feature = "tui")]
pub(crate) use layout::stroke;
pub use picture::{Picture, Style, Styled};
pub use svg::{
    Drawing, board_drawing, board_svg, is_drawn, kind_symbol, piece_svg, piece_symbol, side_colours, site_places,
};
#[cfg(feature = "pictures")]
pub use svg::{MAX_FRAME_PIXELS, MAX_FRAMES, MAX_PIXELS, PictureError, Pixels, gif, pixels, png};
