//! How much a script may take. Everything is counted, never timed, so that a script that passes on one machine passes
//! on all of them. Together the limits keep the memory of a call under 48 MiB: at most [`MAX_CALLS`] functions are under
//! way, each with [`MAX_VARIABLES`] variables, as many running loops and some sixty values that wait to be handed over
//! (expressions nest [`MAX_DEPTH`] deep, each call within them takes [`MAX_ARGUMENTS`] values), and no value is larger
//! than 50 KiB.

/// Operations of a call: expressions and statements carried out. Counting the groups of stones on the largest usual
/// board takes some 20,000; a hundred thousand take a tenth of a second.
pub const MAX_OPERATIONS: u64 = 100_000;

/// Functions under way at once. Helpers call helpers; nothing on a board must be searched by recursion.
pub const MAX_CALLS: usize = 8;

/// Nesting of blocks and expressions, which bounds the stack: 16 calls nested 64 deep fit into half a megabyte.
pub const MAX_DEPTH: usize = 32;

/// Variables of a function, its parameters counted.
pub const MAX_VARIABLES: usize = 24;

/// Functions of a script.
pub const MAX_FUNCTIONS: usize = 128;

/// Values handed to a function, and parameters.
pub const MAX_ARGUMENTS: usize = 5;

/// Bytes of a text, and of all the texts in a list or map: the names of all sites of the largest board.
pub const MAX_STRING: usize = 8192;

/// Elements of a list, those of lists in it counted. A board has at most 512 sites.
pub const MAX_LIST: usize = 640;

/// Entries of a map, those of maps in it counted.
pub const MAX_MAP: usize = 128;

/// Bytes of a key of a map, which nothing else counts.
pub const MAX_KEY: usize = 64;

/// Pieces, moves, players and the like that a script may hold at once.
pub const MAX_VIEWS: u32 = 20_000;

/// How much may be looked at in a call: one for each piece, move or player made or copied and for each element of a list
/// that is searched, more for what takes longer to find, such as whether a call of the rule file holds.
pub const MAX_LOOKS: u32 = 500_000;

/// Bytes of a sentence that people read.
pub const MAX_SENTENCE: usize = 400;

/// The greatest number of which `random` chooses one.
pub const MAX_RANDOM: i64 = 1_000_000;
