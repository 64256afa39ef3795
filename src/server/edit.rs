//! Rule files that are being written.

use super::Options;

/// Where rule files are edited.
#[derive(Debug)]
pub struct Editor {}

impl Editor {
    /// As the options say.
    pub fn new(_: &Options) -> Editor {
        Editor {}
    }
}
