//! What scripts look at: read-only handles, cheap to copy.

mod moves;
mod piece;
mod position;
mod tournament;

pub(super) use moves::MoveView;
pub(super) use piece::PieceView;
pub(super) use position::{PositionView, direction};
pub(super) use tournament::{MatchView, PlayerView, player_named};

use super::budget::Counted;
use super::limits::MAX_LIST;
use super::misuse::{Asked, misuse};
use super::room::Room;
use super::words::Words;
use crate::board::Site;
use rhai::{Array, Dynamic, Engine};
use std::any::TypeId;
use std::sync::Arc;

/// The option values: `settings.columns`, `settings["dog-count"]`.
#[derive(Clone, Debug)]
pub(super) struct SettingsView {
    pub words: Arc<Words>,
    pub _counted: Counted,
}

/// Gives scripts everything that they may ask of what they look at.
pub(super) fn furnish(room: &mut Room) {
    room.engine.register_type_with_name::<SettingsView>("settings");
    // Any name is a property of the settings.
    room.engine.register_indexer_get(|view: &mut SettingsView, name: &str| -> Asked<Dynamic> {
        Ok(view.words.setting(name)?)
    });
    room.hidden("contains", |view: &mut SettingsView, name: &str| view.words.setting(name).is_ok());
    position::furnish(room);
    piece::furnish(room);
    moves::furnish(room);
    tournament::furnish(room);
}

/// Names a type as messages call it.
fn name<T: rhai::Variant + Clone>(engine: &mut Engine, name: &str) {
    engine.register_type_with_name::<T>(name);
}

/// How messages call the views.
pub(super) fn type_name(id: TypeId) -> Option<&'static str> {
    let names = [
        (TypeId::of::<SettingsView>(), "settings"),
        (TypeId::of::<PositionView>(), "position"),
        (TypeId::of::<PieceView>(), "piece"),
        (TypeId::of::<MoveView>(), "move"),
        (TypeId::of::<moves::MovesView>(), "moves"),
        (TypeId::of::<MatchView>(), "match"),
        (TypeId::of::<PlayerView>(), "player"),
        (TypeId::of::<tournament::RoundView>(), "round"),
    ];
    names.into_iter().find(|n| n.0 == id).map(|n| n.1)
}

/// A list, if it is not too long for a script.
fn list(values: impl Iterator<Item = Dynamic>) -> Asked<Dynamic> {
    let list: Array = values.take(MAX_LIST + 1).collect();
    if list.len() > MAX_LIST {
        return Err(misuse(format!("the list has more than {MAX_LIST} elements"), None));
    }
    Ok(Dynamic::from_array(list))
}

/// The names of sites.
fn site_names(words: &Words, sites: impl Iterator<Item = Site>) -> Asked<Dynamic> {
    list(sites.map(|s| words.site_name(s).into()))
}
