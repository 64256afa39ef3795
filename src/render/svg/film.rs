//! Drawings one after another, as an animated GIF.

use super::picture::{PictureError, Pixels, pixels};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

/// The most pictures of a film.
pub const MAX_FRAMES: usize = 2000;
/// The most pixels of one of them.
pub const MAX_FRAME_PIXELS: u64 = 1 << 21;

/// The colours that a GIF may have.
const COLOURS: usize = 256;
/// So many pictures are looked at for their colours.
const LOOKED_AT: usize = 8;
/// So much longer than the others the last picture is shown.
const LAST: u16 = 4;

type Colour = [u8; 3];

/// Writes an animated GIF that is shown again and again. `frame` draws the picture of a number from 0; each is shown
/// for `delay` hundredths of a second, the last one longer. All must be of one size. Of each picture but the first only
/// what has changed is written.
///
/// # Errors
/// There are no pictures or too many, one is too large or of another size, or it cannot be written.
pub fn gif(
    frames: usize,
    frame: &mut dyn FnMut(usize) -> String,
    delay: u16,
    out: &mut dyn Write,
) -> Result<(), PictureError> {
    if frames == 0 || frames > MAX_FRAMES {
        return Err(PictureError::Frames(frames));
    }
    let mut paint = |n: usize| -> Result<Pixels, PictureError> {
        let painted = pixels(&frame(n))?;
        let size = u64::from(painted.width) * u64::from(painted.height);
        if size > MAX_FRAME_PIXELS { Err(PictureError::LargeFrame) } else { Ok(painted) }
    };
    let mut palette = Palette::default();
    let step = frames.div_ceil(LOOKED_AT).max(1);
    for n in (0..frames).step_by(step).chain([frames - 1]) {
        palette.look(&paint(n)?);
    }
    palette.choose();
    let first = paint(0)?;
    let (width, height) = (first.width as u16, first.height as u16);
    let failed = |e: gif::EncodingError| PictureError::Unwritten(e.to_string());
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut shown: Vec<u8> = Vec::new();
    for n in 0..frames {
        let painted = if n == 0 { first.clone() } else { paint(n)? };
        if (painted.width, painted.height) != (first.width, first.height) {
            return Err(PictureError::Uneven);
        }
        let next = palette.numbers(&painted);
        let area = changed(&shown, &next, usize::from(width));
        let (left, top, wide, high) = area;
        let rows = next.chunks(usize::from(width).max(1)).skip(top).take(high);
        let buffer: Vec<u8> = rows.flat_map(|row| row.iter().skip(left).take(wide).copied()).collect();
        let delay = if n + 1 == frames { delay.saturating_mul(LAST) } else { delay };
        let part = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            width: wide as u16,
            height: high as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&part).map_err(failed)?;
        shown = next;
    }
    Ok(())
}

/// The smallest box in which two pictures are different, as left, top, width and height; of two that are alike one
/// pixel, of which nobody sees anything, so that the time passes.
fn changed(before: &[u8], after: &[u8], width: usize) -> (usize, usize, usize, usize) {
    let width = width.max(1);
    if before.len() != after.len() {
        return (0, 0, width, after.len() / width);
    }
    let different =
        before.iter().zip(after).enumerate().filter(|(_, (a, b))| a != b).map(|(n, _)| (n % width, n / width));
    let mut bounds: Option<(usize, usize, usize, usize)> = None;
    for (x, y) in different {
        let (x0, x1, y0, y1) = bounds.unwrap_or((x, x, y, y));
        bounds = Some((x0.min(x), x1.max(x), y0.min(y), y1.max(y)));
    }
    bounds.map_or((0, 0, 1, 1), |(x0, x1, y0, y1)| (x0, y0, x1 - x0 + 1, y1 - y0 + 1))
}

/// The colours of a film: those that most of its pixels have.
#[derive(Default)]
struct Palette {
    counted: BTreeMap<Colour, u64>,
    chosen: Vec<Colour>,
    known: BTreeMap<Colour, u8>,
}

impl Palette {
    fn look(&mut self, of: &Pixels) {
        for (colour, run) in runs(of) {
            *self.counted.entry(colour).or_default() += run as u64;
        }
    }

    fn choose(&mut self) {
        let mut all: Vec<(u64, Colour)> = self.counted.iter().map(|(colour, n)| (*n, *colour)).collect();
        all.sort_by_key(|(n, colour)| (std::cmp::Reverse(*n), *colour));
        self.chosen = all.into_iter().take(COLOURS).map(|(_, colour)| colour).collect();
        self.known = self.chosen.iter().enumerate().map(|(n, colour)| (*colour, n as u8)).collect();
    }

    fn bytes(&self) -> Vec<u8> {
        self.chosen.iter().flatten().copied().collect()
    }

    /// A picture as numbers of colours.
    fn numbers(&mut self, of: &Pixels) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(of.bytes.len() / 4);
        for (colour, run) in runs(of) {
            let number = match self.known.get(&colour) {
                Some(number) => *number,
                None => {
                    let nearest = nearest(&self.chosen, colour);
                    self.known.insert(colour, nearest);
                    nearest
                }
            };
            numbers.resize(numbers.len() + run, number);
        }
        numbers
    }
}

/// The number of the colour that is nearest to another.
fn nearest(among: &[Colour], colour: Colour) -> u8 {
    let apart =
        |other: &Colour| -> u32 { other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    among.iter().enumerate().min_by_key(|(_, other)| apart(other)).map_or(0, |(n, _)| n as u8)
}

/// Pixels of one colour that follow each other.
fn runs(of: &Pixels) -> impl Iterator<Item = (Colour, usize)> {
    of.bytes.as_chunks::<4>().0.chunk_by(|a, b| a == b).map(|run| {
        let [red, green, blue, _] = run.first().copied().unwrap_or_default();
        ([red, green, blue], run.len())
    })
}
