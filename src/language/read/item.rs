//! Items, the head of a file, boards, zones, the start, options.

use super::super::grammar::Rule;
use super::{Node, Read, change, piece, play, select};
use crate::board::Compass;
use crate::ruleset::item::{
    Amount, Answers, BoardDecl, Body, Diagram, DiagramRow, Header, Item, Layout, LineKind, MarkDecl, Name, Place,
    PlaceAt, Question, Setting, ShapeWord, SideDecl, StartDecl, StartPart, Text, Value, Without, ZoneDecl,
};

/// An `item` with its suffix `if`, or the `game` header.
pub(super) fn item(node: &Node) -> Read<Item> {
    let (part, only_if) = match node.rule() {
        Rule::game => (node.clone(), None),
        _ => (node.first()?, only_if(node)?),
    };
    Ok(Item { body: body(&part)?, only_if, span: node.span() })
}

fn body(node: &Node) -> Read<Body> {
    Ok(match node.rule() {
        Rule::game => Body::Game(header(node)?),
        Rule::change => Body::Change(change::change(node)?),
        Rule::if_block => Body::If(setting(&node.need(Rule::setting)?)?, block(node)?),
        Rule::rename => Body::Rename(change::rename(node)?),
        Rule::set => change::set(node)?,
        Rule::remove_item => Body::Remove(change::target(&node.need(Rule::target)?)?),
        Rule::replace_item => {
            let target = change::target(&node.need(Rule::target)?)?;
            let part = node.need(Rule::replacement)?;
            let item = Item { body: declaration(&part.first()?)?, only_if: None, span: part.span() };
            Body::Replace(target, Box::new(item))
        }
        _ => declaration(node)?,
    })
}

fn declaration(node: &Node) -> Read<Body> {
    Ok(match node.rule() {
        Rule::board => Body::Board(board(node)?),
        Rule::zone => Body::Zone(zone(node)?),
        Rule::mark => Body::Mark(MarkDecl { name: node.name()?, lasts: node.amount()? }),
        Rule::side => Body::Side(side(node)?),
        Rule::piece => Body::Piece(piece::piece(node)?),
        Rule::joint_move => Body::Joint(piece::joint(node)?),
        Rule::start => Body::Start(start(node)?),
        Rule::option | Rule::unclear => Body::Question(question(node)?),
        Rule::turns => Body::Turns(play::turns(node)?),
        Rule::phase => Body::Phase(play::phase(node)?),
        Rule::passing => Body::Passing(play::passing(node)?),
        Rule::must => Body::Must(play::must(node)?),
        Rule::captured => Body::Captured(play::captured(node)?),
        Rule::after => Body::After(piece::after(node)?),
        Rule::illegal => Body::Illegal(play::illegal(node)?),
        Rule::call => Body::Call(play::call(node)?),
        Rule::score => Body::Score(play::score(node)?),
        Rule::end => Body::End(play::end(node)?),
        Rule::match_play => Body::Match(play::match_play(node)?),
        Rule::hook => Body::Hook(play::hook(node)?),
        _ => return Err(node.disagree("a statement")),
    })
}

/// The items of the `block` among the parts; none where there is no block.
fn block(node: &Node) -> Read<Vec<Item>> {
    match node.get(Rule::block) {
        Some(block) => block.all(Rule::item).map(|n| item(&n)).collect(),
        None => Ok(Vec::new()),
    }
}

/// The suffix `if` among the parts.
pub(super) fn only_if(node: &Node) -> Read<Option<Setting>> {
    node.get(Rule::only_if).map(|n| setting(&n.need(Rule::setting)?)).transpose()
}

pub(super) fn setting(node: &Node) -> Read<Setting> {
    Ok(Setting {
        option: node.name()?,
        negated: node.has(Rule::negation),
        values: node.all(Rule::word).map(|n| n.as_name()).collect(),
        span: node.span(),
    })
}

// ---- head

fn header(node: &Node) -> Read<Header> {
    let by = node.get(Rule::by).map(|n| Ok((n.string()?, year(&n)?))).transpose()?;
    let mut also = Vec::new();
    for line in node.all(Rule::also) {
        also.extend(line.strings()?);
    }
    Ok(Header {
        title: node.string()?,
        extends: node.get(Rule::extends).map(|n| Ok(n.need(Rule::word)?.as_name())).transpose()?,
        version: node.get(Rule::version).map(|n| version(&n)).transpose()?,
        also,
        by,
        about: node.get(Rule::about).map(|n| n.string()).transpose()?,
    })
}

fn year(node: &Node) -> Read<Option<u32>> {
    node.get(Rule::number).map(|n| n.as_number()).transpose()
}

fn version(node: &Node) -> Read<Text> {
    let number = node.need(Rule::decimal)?;
    Ok(Text { text: number.pair.as_str().to_owned(), span: number.span() })
}

// ---- board, zones, sides

fn board(node: &Node) -> Read<BoardDecl> {
    let shape = node.need(Rule::shape)?.choose(&[
        (Rule::k_squares, ShapeWord::Squares),
        (Rule::k_points, ShapeWord::Points),
        (Rule::k_hexes, ShapeWord::Hexes),
    ])?;
    let layout = if let Some(graph) = node.get(Rule::graph) {
        graph_layout(&graph)?
    } else if let Some(radius) = node.get(Rule::radius) {
        Layout::Side(radius.amount()?)
    } else {
        let extent = node.need(Rule::extent)?;
        let (columns, rows) = extent.two(extent.amounts()?)?;
        Layout::Extent(columns, rows)
    };
    let mut lines = None;
    let mut without = Vec::new();
    for part in node.all(Rule::board_mod) {
        if let Some(kind) = part.get(Rule::line_kind) {
            lines = Some(kind.choose(&[
                (Rule::k_orthogonal, LineKind::Orthogonal),
                (Rule::k_alquerque, LineKind::Alquerque),
                (Rule::k_all, LineKind::All),
            ])?);
        } else if let Some(cut) = part.get(Rule::corner_cut) {
            let extent = cut.need(Rule::extent)?;
            let (columns, rows) = extent.two(extent.amounts()?)?;
            without.push(Without::Corners(columns, rows));
        } else {
            without.push(Without::Sites(select::selection(&part)?));
        }
    }
    Ok(BoardDecl { shape, layout, lines, without, span: node.span() })
}

fn graph_layout(node: &Node) -> Read<Layout> {
    let mut points = Vec::new();
    for point in node.all(Rule::point) {
        let (x, y) = point.two(point.numbers()?)?;
        points.push((point.name()?, x, y));
    }
    let lines = node.all(Rule::line_decl).map(|n| n.names()).collect();
    Ok(Layout::Graph { points, lines })
}

fn zone(node: &Node) -> Read<ZoneDecl> {
    Ok(ZoneDecl { name: node.name()?, of: select::of_side(node)?, sel: select::selection(node)? })
}

fn side(node: &Node) -> Read<SideDecl> {
    Ok(SideDecl { name: node.name()?, faces: node.get(Rule::compass).map(|n| compass(&n)).transpose()? })
}

pub(super) fn compass(node: &Node) -> Read<Compass> {
    node.choose(&[
        (Rule::k_north, Compass::North),
        (Rule::k_northeast, Compass::Northeast),
        (Rule::k_east, Compass::East),
        (Rule::k_southeast, Compass::Southeast),
        (Rule::k_south, Compass::South),
        (Rule::k_southwest, Compass::Southwest),
        (Rule::k_west, Compass::West),
        (Rule::k_northwest, Compass::Northwest),
    ])
}

// ---- start

fn start(node: &Node) -> Read<StartDecl> {
    let mut parts = Vec::new();
    let mut picture = None;
    for part in node.parts() {
        match part.rule() {
            Rule::diagram => parts.push(StartPart::Diagram(diagram(&part)?)),
            Rule::place => parts.push(StartPart::Place(place(&part)?)),
            Rule::picture => picture = Some(diagram(&part.need(Rule::diagram)?)?),
            _ => {}
        }
    }
    let by = node.get(Rule::by_number).map(|n| n.name()).transpose()?;
    let by = by.map(|name| (name.clone(), Amount::Option(name)));
    Ok(StartDecl { by, parts, picture })
}

fn diagram(node: &Node) -> Read<Diagram> {
    let mut rows = Vec::new();
    for row in node.all(Rule::row) {
        rows.push(DiagramRow {
            rank: row.need(Rule::rank_label)?.as_number()?,
            cells: row.all(Rule::cell).map(|n| n.as_name()).collect(),
            span: row.span(),
        });
    }
    let files = node.get(Rule::files).map(|n| n.all(Rule::file_label).map(|n| n.as_name()).collect());
    Ok(Diagram { rows, files, span: node.span() })
}

pub(super) fn place(node: &Node) -> Read<Place> {
    let kind = node.name()?;
    let mut more: Vec<Name> = node.names().into_iter().skip(1).collect();
    let at = match select::optional(node)? {
        Some(sel) if node.has(Rule::one_of) => PlaceAt::OneOf(sel),
        Some(sel) => PlaceAt::Sites(sel),
        None => PlaceAt::Beside(more.pop().ok_or_else(|| node.disagree("a kind"))?),
    };
    let count = node.get(Rule::amount).map(|n| n.as_amount()).transpose()?;
    Ok(Place { count, kind, more, of: select::of_side(node)?, at, span: node.span() })
}

// ---- options

fn question(node: &Node) -> Read<Question> {
    let answers = match node.get(Rule::in_numbers) {
        Some(part) => numbers(&part)?,
        None => Answers::Values(node.need(Rule::values)?.all(Rule::value).map(|n| value(&n)).collect::<Read<_>>()?),
    };
    let unclear = node.rule() == Rule::unclear;
    Ok(Question { unclear, name: node.name()?, question: node.string()?, answers })
}

fn numbers(node: &Node) -> Read<Answers> {
    let numbers = node.all(Rule::number).collect::<Vec<_>>();
    let [from, to, default] = numbers.as_slice() else { return Err(node.disagree("three numbers")) };
    let span = node.need(Rule::k_from)?.span().to(default.span());
    Ok(Answers::Numbers {
        from: from.as_number()?,
        to: to.as_number()?,
        default: default.as_number()?,
        items: block(node)?,
        span,
    })
}

pub(super) fn value(node: &Node) -> Read<Value> {
    Ok(Value {
        name: node.need(Rule::word)?.as_name(),
        text: node.string()?,
        default: node.has(Rule::default),
        items: block(node)?,
        span: node.span(),
    })
}
