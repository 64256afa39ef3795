//! Rulesets.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::json::{
    NumberRange, OptionValue, ProseDiagram, ProsePart, ProseSection, RuleOption, RulesetPage, Rulesets, SideName, View,
};
use super::super::view;
use super::Asked;
use crate::engine::Play;
use crate::explain::english::{capital, the_side};
use crate::explain::{Section, prose};
use crate::match_play::single_round;
use crate::notation::{read_position, write_position};
use crate::open::Opened;
use crate::render::piece_svg;
use crate::ruleset::SettledOption;
use crate::search::Level;
use axum::Json;
use axum::extract::{Path, State};

/// `GET /api/rulesets`
pub async fn list(State(app): State<Shared>) -> Result<Json<Rulesets>, ApiError> {
    let shelf = app.shelf.clone();
    let mut list = app.work(false, move || shelf.list()).await?;
    list.rules_allowed = app.options.allow_rules;
    list.edits = app.options.edit_name();
    if let Some(first) = &app.options.first {
        list.default.clone_from(first);
    }
    Ok(Json(list))
}

/// `GET /api/rulesets/{id}`
pub async fn page(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<RulesetPage>, ApiError> {
    let settings = asked.settings()?;
    let shelf = app.shelf.clone();
    let page = move || {
        let text = shelf.find(&id)?;
        let opened = shelf.open(&text, &settings)?;
        page_of(&text.id, &opened, shelf.companion(&id))
    };
    app.work(false, page).await?.map(Json)
}

/// Rules under their settings, as a page tells them.
///
/// # Errors
/// A round of them cannot be begun.
pub fn page_of(id: &str, opened: &Opened, companion: Option<String>) -> Result<RulesetPage, ApiError> {
    let game = single_round(&opened.game)?;
    let rules = game.rules();
    let start = Play::new(&game);
    let header = opened.settled.header.as_ref();
    let sections = prose(&opened.settled, rules);
    Ok(RulesetPage {
        id: id.to_owned(),
        title: rules.title.clone(),
        about: header.and_then(|h| h.about.as_ref()).map(|a| a.text.clone()).unwrap_or_default(),
        source: opened.ruleset.sources.first().map(|s| s.text.clone()).unwrap_or_default(),
        companion,
        sides: rules.sides.iter().map(|s| side(&s.name)).collect(),
        contest: rules.match_play.is_some(),
        options: opened.settled.options.iter().map(option).collect(),
        prose: sections.iter().map(|s| section(s, opened)).collect(),
        board: view::board(&start, false),
        position: write_position(start.position(), start.history(), &game),
        levels: Level::ALL.iter().map(ToString::to_string).collect(),
    })
}

fn side(name: &str) -> SideName {
    SideName { name: name.to_owned(), title: capital(name), called: the_side(name) }
}

fn option(option: &SettledOption) -> RuleOption {
    let value = |(value, about): &(String, String)| OptionValue { value: value.clone(), about: about.clone() };
    RuleOption {
        name: option.name.clone(),
        about: option.question.clone(),
        values: option.values.iter().map(value).collect(),
        range: option.range.map(|(min, max)| NumberRange { min, max }),
        value: option.value.clone(),
        default: option.default.clone(),
        unclear: option.unclear,
    }
}

fn section(section: &Section, opened: &Opened) -> ProseSection {
    let drawn = crate::explain::diagrams(section, &opened.game).into_iter().map(|d| ProseDiagram {
        caption: d.of.clone().unwrap_or_default(),
        svg: piece_svg(&opened.game, d.kind, d.side, &d.reach),
    });
    ProseSection {
        title: section.title.clone(),
        parts: section.parts.iter().map(|p| ProsePart { text: p.text.clone(), bullet: p.bullet }).collect(),
        diagrams: drawn.collect(),
    }
}

/// `GET /api/position`
pub async fn position(State(app): State<Shared>, asked: Asked) -> Result<Json<View>, ApiError> {
    let settings = asked.settings()?;
    let id = asked.get("ruleset").ok_or_else(|| ApiError::bad("unreadable", "say which rules: `ruleset`"))?.to_owned();
    let position = asked.get("position").map(str::to_owned);
    let shelf = app.shelf.clone();
    let look = move || {
        let opened = shelf.open(&shelf.find(&id)?, &settings)?;
        let play = at(&opened, position.as_deref())?;
        let legal = play.moves()?;
        let mut view = view::of_position(&play, &legal);
        view.ruleset.id = id;
        Ok(view)
    };
    app.work(false, look).await?.map(Json)
}

/// A position of these rules, or the start.
///
/// # Errors
/// It cannot be read.
pub fn at(opened: &Opened, position: Option<&str>) -> Result<Play, ApiError> {
    let game = single_round(&opened.game)?;
    let Some(text) = position else { return Ok(Play::new(&game)) };
    let refused = |why: String| ApiError::unprocessable("position", format!("the position cannot be read: {why}"));
    let read = read_position(text, &game).map_err(|e| refused(e.to_string()))?;
    Play::from_position(&game, read.position, read.history).map_err(|e| refused(e.to_string()))
}
