//! Sites by name.

use super::NotationError;
use crate::board::{Board, Shape, Site};

/// The name of a site, such as `f6`; `?` for a number that is no site.
pub fn site_text(site: Site, board: &Board) -> &str {
    if (site as usize) < board.count() { board.name(site) } else { "?" }
}

/// The site with that name. Names are exact, capitals too.
pub fn read_site(text: &str, board: &Board) -> Result<Site, NotationError> {
    let names = || board.sites().iter().map(|s| board.name(s));
    if text.is_empty() {
        return Err(NotationError::expected(0, "a site", ""));
    }
    board.site(text).ok_or_else(|| {
        let error = NotationError::unknown(0, "site", text, names());
        match (board.shape(), board.sites().lowest(), board.sites().iter().last()) {
            (Shape::Squares | Shape::Points(_), Some(first), Some(last)) if error.help.is_empty() => {
                error.help(format!("sites run from `{}` to `{}`", board.name(first), board.name(last)))
            }
            _ => error,
        }
    })
}

/// Sites with a separator between each two, and those separators.
///
/// A name may hold any letter, `x` and `-` among them, so a text is cut where it can be cut: each
/// site is the longest after which the rest can still be read.
pub(crate) fn read_sites(text: &str, separators: &str, board: &Board) -> Result<(Vec<Site>, Vec<char>), NotationError> {
    let mut sites: Vec<(&str, Site)> = board.sites().iter().map(|s| (board.name(s), s)).collect();
    sites.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let separator = |at: usize| text[at..].chars().next().filter(|c| separators.contains(*c));
    let named = |at: usize| sites.iter().filter(move |(name, _)| text[at..].starts_with(name));
    // For each place: the site there after which the rest can be read, and where it ends.
    let mut found: Vec<Option<(Site, usize)>> = vec![None; text.len() + 1];
    for (at, _) in text.char_indices().rev() {
        let reads_on = |end: usize| match separator(end) {
            Some(c) => found.get(end + c.len_utf8()).is_some_and(Option::is_some),
            None => end == text.len(),
        };
        let here = named(at).map(|(name, s)| (*s, at + name.len())).find(|(_, end)| reads_on(*end));
        if let (Some(slot), Some(_)) = (found.get_mut(at), here) {
            *slot = here;
        }
    }
    let (mut read, mut between) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(Some((site, end))) = found.get(at) {
        read.push(*site);
        let Some(c) = separator(*end) else { return Ok((read, between)) };
        between.push(c);
        at = end + c.len_utf8();
    }
    // Nothing reads to the end: go as far as single sites go, and name the word that is none.
    at = 0;
    loop {
        let Some((_, end, c)) = named(at).find_map(|(n, s)| separator(at + n.len()).map(|c| (*s, at + n.len(), c)))
        else {
            let rest = &text[at..];
            let end = rest.find(|c: char| separators.contains(c)).filter(|e| *e > 0).unwrap_or(rest.len());
            return Err(match read_site(&rest[..end], board) {
                Err(e) => e.moved_by(at),
                Ok(_) => NotationError::expected(at + end, "a site", &rest[end..]),
            });
        };
        at = end + c.len_utf8();
    }
}
