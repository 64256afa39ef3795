//! Drawings as pictures of pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The widest and highest picture, in pixels.
pub const MAX_PIXELS: u32 = 8192;

/// Why a drawing cannot be made a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// It is wider or higher than a picture may be, or has no size.
    #[error("the picture would be larger than {MAX_PIXELS} by {MAX_PIXELS} pixels")]
    TooLarge,
    /// It is no SVG.
    #[error("the drawing cannot be read: {0}")]
    NoSvg(String),
    /// It cannot be written.
    #[error("the picture cannot be written: {0}")]
    Unwritten(String),
    /// A film has no picture, or too many.
    #[error("a film has 1 to {most} pictures, not {0}", most = super::MAX_FRAMES)]
    Frames(usize),
    /// A picture of a film is too large.
    #[error("the pictures of a film have at most {} pixels", super::MAX_FRAME_PIXELS)]
    LargeFrame,
    /// The pictures of a film are not of one size.
    #[error("the pictures of a film must be of one size, and these are not")]
    Uneven,
}

/// Pixels: four bytes each, red, green, blue and opacity, in rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Four bytes a pixel.
    pub bytes: Vec<u8>,
}

/// Paints a drawing on white. It is as wide as its `width` says. Fonts of the machine play no part.
///
/// # Errors
/// It is no SVG, or too large.
pub fn pixels(svg: &str) -> Result<Pixels, PictureError> {
    let pixmap = paint(svg)?;
    // On white nothing is transparent, so that premultiplied colours are the colours.
    Ok(Pixels { width: pixmap.width(), height: pixmap.height(), bytes: pixmap.take() })
}

/// A drawing as a PNG.
///
/// # Errors
/// It is no SVG, or too large.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    paint(svg)?.encode_png().map_err(|e| PictureError::Unwritten(e.to_string()))
}

fn paint(svg: &str) -> Result<Pixmap, PictureError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| PictureError::NoSvg(e.to_string()))?;
    let size = tree.size().to_int_size();
    if size.width() > MAX_PIXELS || size.height() > MAX_PIXELS {
        return Err(PictureError::TooLarge);
    }
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or(PictureError::TooLarge)?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}
