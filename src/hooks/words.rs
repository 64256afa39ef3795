//! The names of a game, as scripts say them.

use super::misuse::{Misuse, unknown};
use crate::board::{Board, Site, SiteSet};
use crate::ruleset::{KindId, MarkId, RenamedWords, Rules, SideId, SourceFile};
use rhai::{Dynamic, ImmutableString};
use std::collections::{BTreeMap, BTreeSet};

/// The names of a game, made once; their texts are shared with every script.
#[derive(Debug)]
pub(super) struct Words {
    /// By the number of a site.
    pub sites: Vec<ImmutableString>,
    pub on_board: SiteSet,
    by_name: BTreeMap<ImmutableString, Site>,
    pub sides: Vec<ImmutableString>,
    pub kinds: Vec<KindWords>,
    pub phases: Vec<ImmutableString>,
    /// Names and how long they last.
    marks: Vec<(ImmutableString, u8)>,
    zones: Vec<ZoneWords>,
    pub calls: Vec<ImmutableString>,
    settings: BTreeMap<ImmutableString, Dynamic>,
    /// Every word that stands anywhere in the rule files, under whatever option.
    written: BTreeSet<String>,
}

#[derive(Debug)]
pub(super) struct KindWords {
    pub name: ImmutableString,
    plural: ImmutableString,
    pub owners: Vec<SideId>,
}

#[derive(Debug)]
struct ZoneWords {
    name: ImmutableString,
    of: Option<SideId>,
    sites: Option<SiteSet>,
}

/// Which pieces are meant: of this kind, of this side, of both.
#[derive(Clone, Copy, Default)]
pub(super) struct Meant {
    pub kind: Option<KindId>,
    pub side: Option<SideId>,
}

impl Meant {
    /// Whether a piece is among them.
    pub fn holds(self, kind: KindId, owner: Option<SideId>) -> bool {
        self.kind.is_none_or(|k| k == kind) && self.side.is_none_or(|s| owner == Some(s))
    }
}

impl Words {
    /// As the file with this index among the sources calls everything: what its variants renamed has its old name.
    /// `sources` are those of the ruleset, its scripts among them.
    pub fn new(rules: &Rules, sources: &[SourceFile], file: u16) -> Words {
        let outer: Vec<&RenamedWords> = rules.renames.iter().rev().filter(|r| r.file < file).collect();
        let named = |name: &str| ImmutableString::from(outer.iter().fold(name, |name, renames| renames.before(name)));
        let board: &Board = &rules.board;
        let sites: Vec<ImmutableString> = (0..board.count()).map(|s| board.name(s as Site).into()).collect();
        let by_name = board.sites().iter().filter_map(|s| Some((sites.get(usize::from(s))?.clone(), s))).collect();
        let kind = |k: &crate::ruleset::Kind| KindWords {
            name: named(&k.name),
            plural: named(&k.plural),
            owners: k.owners.clone(),
        };
        let zone = |z: &crate::ruleset::Zone| ZoneWords { name: named(&z.name), of: z.of, sites: z.sites };
        // A value that is a number is one for the script too.
        let setting = |(name, value): &(String, String)| {
            let value = value.parse::<i64>().map_or_else(|_| Dynamic::from(named(value)), Dynamic::from);
            (named(name), value)
        };
        Words {
            on_board: board.sites(),
            by_name,
            sides: rules.sides.iter().map(|s| named(&s.name)).collect(),
            kinds: rules.kinds.iter().map(kind).collect(),
            phases: rules.phases.iter().map(|p| named(&p.name)).collect(),
            marks: rules.marks.iter().map(|m| (named(&m.name), m.lasts.min(255) as u8)).collect(),
            zones: rules.zones.iter().map(zone).collect(),
            calls: rules.calls.iter().map(|c| named(&c.name)).collect(),
            settings: rules.settings.iter().map(setting).collect(),
            written: sources.iter().filter(|s| !is_script(s)).flat_map(|s| words_in(&s.text)).collect(),
            sites,
        }
    }

    /// Whether the words of a name stand in the rule files, so that there may be such a thing under other settings.
    pub fn is_written(&self, name: &str) -> bool {
        words_in(name).all(|word| self.written.contains(&word))
    }

    pub fn site(&self, name: &str) -> Result<Site, Misuse> {
        let known = || Misuse {
            why: format!("there is no site `{}` on the board", super::misuse::shortened(name)),
            help: Some(match self.by_name.keys().next().zip(self.by_name.keys().next_back()) {
                Some((first, last)) => format!("the sites are named like `{first}` and `{last}`"),
                None => "the board has no sites".to_owned(),
            }),
        };
        self.by_name.get(name).copied().ok_or_else(known)
    }

    /// The name of a site.
    pub fn site_name(&self, site: Site) -> ImmutableString {
        self.sites.get(usize::from(site)).cloned().unwrap_or_default()
    }

    pub fn side(&self, name: &str) -> Result<SideId, Misuse> {
        let at = self.sides.iter().position(|s| s == name);
        at.map(|s| s as SideId).ok_or_else(|| unknown("side", name, self.sides.iter().map(ImmutableString::as_str)))
    }

    /// The name of a side; nothing for none.
    pub fn side_name(&self, side: Option<SideId>) -> Dynamic {
        side.and_then(|s| self.sides.get(usize::from(s))).map_or(Dynamic::UNIT, |s| s.clone().into())
    }

    pub fn kind(&self, name: &str) -> Result<KindId, Misuse> {
        let at = self.kinds.iter().position(|k| k.name == name || k.plural == name);
        at.map(|k| k as KindId)
            .ok_or_else(|| unknown("kind of piece", name, self.kinds.iter().map(|k| k.name.as_str())))
    }

    /// Whether this is what a piece's kind reads: not a plural, and without a side.
    pub fn is_kind(&self, name: &str) -> Result<(), Misuse> {
        if self.kinds.iter().any(|k| k.name == name) {
            return Ok(());
        }
        let meant = self.meant(name).ok().and_then(|m| m.kind).map(|k| self.kind_name(k));
        let names = self.kinds.iter().map(|k| k.name.as_str());
        let wrong = unknown("kind of piece", name, names);
        Err(match meant {
            Some(meant) => {
                Misuse { why: format!("no piece's kind reads `{name}`"), help: Some(format!("write `{meant}`")) }
            }
            None => wrong,
        })
    }

    /// Whether there is a phase of that name.
    pub fn phase(&self, name: &str) -> Result<(), Misuse> {
        let named = self.phases.iter().map(ImmutableString::as_str).filter(|p| !p.is_empty());
        if named.clone().any(|p| p == name) { Ok(()) } else { Err(unknown("phase", name, named)) }
    }

    /// The name of a kind.
    pub fn kind_name(&self, kind: KindId) -> ImmutableString {
        self.kinds.get(usize::from(kind)).map(|k| k.name.clone()).unwrap_or_default()
    }

    /// `buffalo`, `buffaloes`, `herd`, `herd buffalo`.
    pub fn meant(&self, text: &str) -> Result<Meant, Misuse> {
        if let Some((side, kind)) = text.split_once(' ') {
            let (kind, side) = self.piece_of(self.kind(kind)?, Some(self.side(side)?))?;
            return Ok(Meant { kind: Some(kind), side });
        }
        match (self.kind(text), self.side(text)) {
            (Ok(kind), _) => Ok(Meant { kind: Some(kind), side: None }),
            (_, Ok(side)) => Ok(Meant { kind: None, side: Some(side) }),
            (Err(_), Err(_)) => {
                let names =
                    self.kinds.iter().map(|k| k.name.as_str()).chain(self.sides.iter().map(ImmutableString::as_str));
                Err(unknown("kind of piece or side", text, names))
            }
        }
    }

    /// A new piece: `dog`, or `white man` where several sides have men.
    pub fn piece(&self, text: &str) -> Result<(KindId, Option<SideId>), Misuse> {
        match text.split_once(' ') {
            Some((side, kind)) => self.piece_of(self.kind(kind)?, Some(self.side(side)?)),
            None => self.piece_of(self.kind(text)?, None),
        }
    }

    /// A new piece of that kind and owner, where there is such a one.
    pub fn piece_of(&self, kind: KindId, side: Option<SideId>) -> Result<(KindId, Option<SideId>), Misuse> {
        let Some(words) = self.kinds.get(usize::from(kind)) else { return Ok((kind, side)) };
        let name = &words.name;
        match (words.owners.as_slice(), side) {
            (owners, Some(side)) if owners.contains(&side) => Ok((kind, Some(side))),
            (_, Some(side)) => {
                let side = self.sides.get(usize::from(side)).map_or("", |s| s.as_str());
                Err(Misuse { why: format!("`{side}` has no {name}"), help: None })
            }
            ([], None) => Ok((kind, None)),
            ([owner], None) => Ok((kind, Some(*owner))),
            ([owner, ..], None) => {
                let owner = self.sides.get(usize::from(*owner)).map_or("", |s| s.as_str());
                let help = Some(format!("say whose, as in `{owner} {name}`"));
                Err(Misuse { why: format!("several sides have a {name}"), help })
            }
        }
    }

    /// A mark, and for how many moves it stays.
    pub fn mark(&self, name: &str) -> Result<(MarkId, u8), Misuse> {
        let at = self.marks.iter().position(|m| m.0 == name);
        let found = at.and_then(|m| Some((m as MarkId, self.marks.get(m)?.1)));
        found.ok_or_else(|| unknown("mark", name, self.marks.iter().map(|m| m.0.as_str())))
    }

    /// Whether there is a zone of that name, of whomever.
    pub fn has_zone(&self, name: &str) -> Result<(), Misuse> {
        let names = self.zones.iter().map(|z| z.name.as_str());
        if names.clone().any(|z| z == name) { Ok(()) } else { Err(unknown("zone", name, names)) }
    }

    /// The sites of a zone; of a side's own zone where a side is named.
    pub fn zone(&self, name: &str, of: Option<SideId>) -> Result<SiteSet, Misuse> {
        let named: Vec<&ZoneWords> = self.zones.iter().filter(|z| z.name == name).collect();
        let Some(zone) = named.iter().find(|z| z.of == of).or(named.iter().find(|z| z.of.is_none())) else {
            if named.is_empty() {
                return Err(unknown("zone", name, self.zones.iter().map(|z| z.name.as_str())));
            }
            let help = Some("name the side too".to_owned());
            return Err(Misuse { why: format!("the zone `{name}` is not the same for all sides"), help });
        };
        zone.sites.ok_or_else(|| Misuse {
            why: format!("the zone `{name}` is not the same in every position, or not for every side"),
            help: Some("name the sites, or ask for the pieces".to_owned()),
        })
    }

    /// The value of an option.
    pub fn setting(&self, name: &str) -> Result<Dynamic, Misuse> {
        self.settings
            .get(name)
            .cloned()
            .ok_or_else(|| unknown("option", name, self.settings.keys().map(ImmutableString::as_str)))
    }

    /// The names of the options.
    pub fn options(&self) -> impl Iterator<Item = &str> + Clone {
        self.settings.keys().map(ImmutableString::as_str)
    }
}

/// The words of a text: letters, digits and what joins them to names.
fn words_in(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter(|w| !w.is_empty()).map(str::to_owned)
}

fn is_script(source: &SourceFile) -> bool {
    std::path::Path::new(&source.name).extension().is_some_and(|e| e == "rhai")
}
