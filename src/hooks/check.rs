//! What is wrong with a script before it runs: names that there are not, and what would change or grow without bounds.
//! What is not known here is refused, so that nothing of Rhai is within reach but what the book lists.

use super::common::CHANGING;
use super::doubt;
use super::limits::{MAX_ARGUMENTS, MAX_KEY, MAX_LIST, MAX_MAP};
use super::named;
use super::program::Text;
use super::room::Catalogue;
use super::unread::foreign;
use super::words::Words;
use crate::ruleset::code::{self, Code};
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, Span};
use rhai::{AST, ASTFlags, ASTNode, Dynamic, Engine, Expr, FnCallExpr, Map, Position, ScriptFuncDef, Stmt, StmtBlock};
use std::collections::{BTreeMap, BTreeSet};

/// The one variable that every function sees.
pub(super) const SETTINGS: &str = "settings";

/// What the check goes by.
pub(super) struct Checker<'a> {
    pub engine: &'a Engine,
    pub catalogue: &'a Catalogue,
    pub words: &'a Words,
    pub text: &'a Text,
}

/// A check under way.
struct Walk<'a> {
    by: &'a Checker<'a>,
    /// The script's own functions with the numbers of their parameters.
    own: BTreeMap<String, BTreeSet<usize>>,
    /// Keys of the maps that the script makes.
    keys: BTreeSet<String>,
    /// The variables that are seen, innermost block last.
    seen: Vec<Vec<String>>,
    found: Vec<Diagnostic>,
}

/// Everything that is wrong with a script.
pub(super) fn check(by: &Checker, ast: &AST) -> Vec<Diagnostic> {
    let mut own: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for function in ast.iter_fn_def() {
        own.entry(function.name.to_string()).or_default().insert(function.params.len());
    }
    let mut walk = Walk { by, own, keys: BTreeSet::new(), seen: Vec::new(), found: Vec::new() };
    if let Some(statement) = ast.statements().first() {
        let help = "put it into a function; what all functions share is a function too: `fn limit() { 5 }`";
        walk.forbid(statement.position(), "a script holds functions and nothing else", help);
    }
    // Properties may be keys of the script's own maps, so these are gathered first. The statements of functions come
    // after those outside, one function after the other.
    let mut outside = ast.statements().len();
    let mut statements: Vec<Stmt> = Vec::new();
    ast.walk(&mut |path: &[ASTNode]| {
        match path {
            [ASTNode::Stmt(_)] if outside > 0 => outside -= 1,
            [ASTNode::Stmt(statement)] => statements.push((*statement).clone()),
            [.., ASTNode::Expr(expr)] => walk.gather(expr),
            _ => {}
        }
        true
    });
    let mut functions: Vec<&ScriptFuncDef> = ast.iter_fn_def().map(AsRef::as_ref).collect();
    functions.sort_by_key(|f| place(f.body.start_position()));
    for (n, function) in functions.iter().enumerate() {
        let start = place(function.body.start_position());
        let end = functions.get(n + 1).map_or((usize::MAX, 0), |next| place(next.body.start_position()));
        walk.function(function, statements.iter().filter(|s| (start..end).contains(&place(s.position()))));
    }
    walk.found.sort_by_key(|d| d.labels.first().map_or(0, |l| l.span.start));
    walk.found
}

/// Line and character.
fn place(position: Position) -> (usize, usize) {
    (position.line().unwrap_or(0), position.position().unwrap_or(0))
}

/// What stands behind a sign of a chain such as `a.b[c].d()`.
#[derive(Clone, Copy, PartialEq)]
enum Link {
    Dot,
    Index,
}

impl Walk<'_> {
    fn say(&mut self, code: &'static Code, at: Position, message: String, help: impl Into<String>) {
        let span = self.by.text.span(at).unwrap_or_else(|| self.by.text.whole());
        self.say_at(code, span, message, help);
    }

    fn say_at(&mut self, code: &'static Code, span: Span, message: String, help: impl Into<String>) {
        let same = |d: &Diagnostic| {
            d.message == message
                && d.labels.first().is_some_and(|l| (l.span.start, l.span.end) == (span.start, span.end))
        };
        if !self.found.iter().any(same) {
            self.found.push(Diagnostic::new(code, span, message).help(help));
        }
    }

    fn forbid(&mut self, at: Position, message: &str, help: &str) {
        self.say(&code::SCRIPT_FORBIDDEN, at, message.to_owned(), help);
    }

    fn too_large(&mut self, at: Position, message: String) {
        self.say(&code::SCRIPT_TOO_LARGE, at, message, "split it");
    }

    fn unknown<'k>(
        &mut self,
        at: Position,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
        else_help: &str,
    ) {
        let help = match (foreign(name), nearest(name, known)) {
            (Some(help), _) => help.to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => else_help.to_owned(),
        };
        self.say(&code::SCRIPT_NAME, at, format!("there is no {what} `{name}`"), help);
    }

    fn gather(&mut self, expr: &Expr) {
        match expr {
            Expr::Map(map, _) => self.keys.extend(map.0.iter().map(|(key, _)| key.name.to_string())),
            Expr::DynamicConstant(value, _) => {
                if let Some(map) = value.read_lock::<Map>() {
                    self.keys.extend(map.keys().map(ToString::to_string));
                }
            }
            Expr::MethodCall(call, _) | Expr::FnCall(call, _) if call.name == "set" => {
                let keys = call.args.iter().filter_map(|a| match a {
                    Expr::StringConstant(text, _) => Some(text.to_string()),
                    _ => None,
                });
                self.keys.extend(keys);
            }
            _ => {}
        }
    }

    fn function<'s>(&mut self, function: &ScriptFuncDef, statements: impl Iterator<Item = &'s Stmt>) {
        let at = function.body.start_position();
        if function.this_type.is_some() {
            self.forbid(at, "a function of a type is not for scripts", "write `fn name(value) { ... }`");
        }
        if function.params.len() > MAX_ARGUMENTS {
            self.too_large(at, format!("a function has at most {MAX_ARGUMENTS} parameters"));
        }
        self.seen = vec![function.params.iter().map(ToString::to_string).collect()];
        statements.for_each(|s| self.statement(s));
    }

    fn block(&mut self, block: &StmtBlock) {
        self.seen.push(Vec::new());
        for statement in block.statements() {
            self.statement(statement);
        }
        self.seen.pop();
    }

    fn declare(&mut self, name: &str) {
        if let Some(block) = self.seen.last_mut() {
            block.push(name.to_owned());
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Noop(_) => {}
            Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                self.expr(&flow.expr);
                self.block(&flow.body);
                self.block(&flow.branch);
            }
            Stmt::Switch(parts, _) => {
                self.expr(&parts.0);
                for case in &parts.1.expressions {
                    self.expr(&case.lhs);
                    self.expr(&case.rhs);
                }
            }
            Stmt::For(parts, _) => {
                self.expr(&parts.2.expr);
                self.seen.push(Vec::new());
                self.declare(&parts.0.name);
                if let Some(counter) = &parts.1 {
                    self.declare(&counter.name);
                }
                self.block(&parts.2.body);
                self.seen.pop();
            }
            Stmt::Var(parts, ..) => {
                self.expr(&parts.1);
                self.declare(&parts.0.name);
            }
            Stmt::Assignment(parts) => self.assignment(&parts.1.lhs, &parts.1.rhs),
            Stmt::FnCall(call, at) => self.call(call, *at),
            Stmt::Block(block) => self.block(block),
            Stmt::TryCatch(flow, _) => {
                self.block(&flow.body);
                self.seen.push(Vec::new());
                if let Expr::Variable(name, ..) = &flow.expr {
                    self.declare(&name.1);
                }
                self.block(&flow.branch);
                self.seen.pop();
            }
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::BreakLoop(expr, ..) | Stmt::Return(expr, ..) => {
                if let Some(expr) = expr {
                    self.expr(expr);
                }
            }
            other => self.forbid(other.position(), "this statement is not for scripts", "write it in another way"),
        }
    }

    fn assignment(&mut self, to: &Expr, value: &Expr) {
        self.expr(value);
        if let Expr::Variable(name, _, at) = to {
            self.variable(&name.1, *at);
            if name.1 == SETTINGS {
                self.forbid(*at, "the settings cannot be changed", "use a variable of another name");
            }
            return;
        }
        // Rhai measures only the part that is put in, not the whole into which it goes.
        let help = "write `list.set(index, value)` or `map.set(\"key\", value)`";
        self.forbid(to.start_position(), "only a variable as a whole can be given a value", help);
        self.expr(to);
    }

    fn variable(&mut self, name: &str, at: Position) {
        if name == SETTINGS || self.seen.iter().flatten().any(|v| v == name) {
            return;
        }
        let seen: Vec<String> = self.seen.iter().flatten().cloned().chain([SETTINGS.to_owned()]).collect();
        let help = "a function sees its parameters, its own variables and `settings`";
        self.unknown(at, "variable", name, seen.iter().map(String::as_str), help);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::DynamicConstant(value, at) => self.constant(value, *at),
            Expr::InterpolatedString(parts, _) => parts.iter().for_each(|e| self.expr(e)),
            Expr::Array(parts, at) => {
                if parts.len() > MAX_LIST {
                    self.too_large(*at, format!("a list has at most {MAX_LIST} elements"));
                }
                parts.iter().for_each(|e| self.expr(e));
            }
            Expr::Map(map, at) => {
                if map.0.len() > MAX_MAP {
                    self.too_large(*at, format!("a map has at most {MAX_MAP} entries"));
                }
                for (key, value) in &map.0 {
                    self.key(&key.name, key.pos);
                    self.expr(value);
                }
            }
            Expr::Variable(name, _, at) => self.variable(&name.1, *at),
            Expr::ThisPtr(at) => self.forbid(*at, "`this` is not for scripts", "hand the value over as a parameter"),
            Expr::Stmt(block) => self.block(block),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::Dot(parts, flags, _) => {
                self.expr(&parts.lhs);
                let plain = matches!(&parts.lhs, Expr::Variable(..));
                self.chain(Link::Dot, &parts.rhs, *flags, plain);
            }
            Expr::Index(parts, flags, _) => {
                self.expr(&parts.lhs);
                if let (Expr::Variable(name, ..), Expr::StringConstant(key, at)) = (&parts.lhs, &parts.rhs)
                    && name.1 == SETTINGS
                {
                    self.option(key, *at);
                }
                self.chain(Link::Index, &parts.rhs, *flags, false);
            }
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
                parts.iter().for_each(|e| self.expr(e));
            }
            Expr::StringConstant(text, at) => self.found.extend(doubt::not_filled_in(text, *at, self.by.text)),
            Expr::CharConstant(sign, at) => {
                self.forbid(
                    *at,
                    "a text in `'` is not for scripts",
                    &format!("a text stands in `\"`: write `\"{sign}\"`"),
                );
            }
            Expr::BoolConstant(..) | Expr::IntegerConstant(..) | Expr::Unit(_) => {}
            // Properties and methods stand in chains alone.
            other => {
                self.forbid(other.start_position(), "this expression is not for scripts", "write it in another way");
            }
        }
    }

    /// What follows a `.` or a `[`; `plain`: it is called on a variable itself.
    fn chain(&mut self, link: Link, rest: &Expr, flags: ASTFlags, plain: bool) {
        let ends = flags.contains(ASTFlags::BREAK);
        let (item, next) = match rest {
            Expr::Dot(parts, flags, _) if !ends => (&parts.lhs, Some((Link::Dot, &parts.rhs, *flags))),
            Expr::Index(parts, flags, _) if !ends => (&parts.lhs, Some((Link::Index, &parts.rhs, *flags))),
            item => (item, None),
        };
        match (link, item) {
            (Link::Dot, Expr::Property(names, at)) => self.property(&names.2, *at),
            (Link::Dot, Expr::MethodCall(call, at)) => self.method(call, *at, plain),
            (_, item) => self.expr(item),
        }
        if let Some((link, rest, flags)) = next {
            self.chain(link, rest, flags, false);
        }
    }

    fn property(&mut self, name: &str, at: Position) {
        let by = self.by;
        if by.catalogue.properties.contains(name) || self.keys.contains(name) || by.words.options().any(|o| o == name) {
            return;
        }
        if by.catalogue.functions.contains_key(name) {
            let help = format!("call it: `.{name}(...)`");
            return self.say(&code::SCRIPT_NAME, at, format!("`{name}` is a function, not a property"), help);
        }
        let keys: Vec<String> = self.keys.iter().cloned().collect();
        let known =
            by.catalogue.properties.iter().copied().chain(by.words.options()).chain(keys.iter().map(String::as_str));
        self.unknown(at, "property", name, known, "the chapter on scripts lists the properties");
    }

    fn option(&mut self, name: &str, at: Position) {
        let by = self.by;
        if by.words.options().all(|o| o != name) {
            self.unknown(at, "option", name, by.words.options(), "name an option of the rule file");
        }
    }

    fn arguments(&mut self, call: &FnCallExpr, at: Position) {
        if call.args.len() > MAX_ARGUMENTS {
            self.too_large(at, format!("a function is handed at most {MAX_ARGUMENTS} values"));
        }
        if call.capture_parent_scope {
            self.forbid(at, "a function does not see the variables of another", "hand them over as parameters");
        }
        call.args.iter().for_each(|e| self.expr(e));
    }

    fn method(&mut self, call: &FnCallExpr, at: Position, plain: bool) {
        self.arguments(call, at);
        let name = call.name.as_str();
        if CHANGING.contains(&name) && !plain {
            let message = format!("`{name}` changes a value that is not a variable");
            let help = format!("put it into a variable first: `let list = ...; list.{name}(...)`");
            return self.say(&code::SCRIPT_FORBIDDEN, at, message, help);
        }
        if self.own.contains_key(name) && !self.by.catalogue.functions.contains_key(name) {
            let message = format!("`{name}` is a function of the script, not of a value");
            let help = format!("hand the value over: `{name}(value)`");
            return self.say(&code::SCRIPT_FORBIDDEN, at, message, help);
        }
        self.known(name, call.args.len() + 1, at, 1);
        self.names(call, true);
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) {
        self.arguments(call, at);
        if call.is_operator_call() {
            self.found.extend(doubt::comparison(call, &self.keys, self.by.words, self.by.text));
            return;
        }
        if self.own.get(call.name.as_str()).is_some_and(|counts| counts.contains(&call.args.len())) {
            return;
        }
        self.known(&call.name, call.args.len(), at, 0);
        self.names(call, false);
    }

    /// The names that a call hands over as texts.
    fn names(&mut self, call: &FnCallExpr, method: bool) {
        self.found.extend(named::arguments(call, method, self.by.words, self.by.text));
    }

    /// Whether there is a function of that name which takes so many values, `hidden` of them before the dot.
    fn known(&mut self, name: &str, count: usize, at: Position, hidden: usize) {
        let by = self.by;
        let none = BTreeSet::new();
        let own = self.own.get(name).filter(|_| hidden == 0).unwrap_or(&none);
        let native = by.catalogue.functions.get(name).unwrap_or(&none);
        if native.contains(&count) {
            return;
        }
        if own.is_empty() && native.is_empty() {
            if by.catalogue.properties.contains(name) {
                let message = format!("`{name}` is a property, not a function");
                return self.say(&code::SCRIPT_NAME, at, message, format!("write it without brackets: `.{name}`"));
            }
            let own: Vec<String> = self.own.keys().cloned().collect();
            let known = by.catalogue.functions.keys().copied().chain(own.iter().map(String::as_str));
            return self.unknown(at, "function", name, known, "the chapter on scripts lists the functions");
        }
        let counts: Vec<String> =
            own.iter().chain(native).filter(|n| **n >= hidden).map(|n| (n - hidden).to_string()).collect();
        let message = format!("`{name}` is handed {}", values(count - hidden));
        let takes = if counts == ["1"] { "value" } else { "values" };
        self.say(&code::SCRIPT_NAME, at, message, format!("it takes {} {takes}", counts.join(" or ")));
    }

    fn key(&mut self, key: &str, at: Position) {
        if key.len() > MAX_KEY {
            self.too_large(at, format!("a key has at most {MAX_KEY} bytes"));
        }
    }

    /// A list or map whose parts are all constants, and which is copied without being measured.
    fn constant(&mut self, value: &Dynamic, at: Position) {
        if value.is_fnptr() {
            return self.forbid(at, "functions are not values here", "call the function by its name");
        }
        if self.by.engine.ensure_data_size_within_limits(value).is_err() {
            self.too_large(at, format!("a list has at most {MAX_LIST} elements, a map {MAX_MAP} entries"));
        }
        self.keys_of(value, at);
    }

    fn keys_of(&mut self, value: &Dynamic, at: Position) {
        if let Some(map) = value.read_lock::<Map>() {
            for (key, value) in map.iter() {
                self.key(key, at);
                self.keys_of(value, at);
            }
        } else if let Some(list) = value.read_lock::<rhai::Array>() {
            list.iter().for_each(|v| self.keys_of(v, at));
        }
    }
}

/// So many values, in words.
pub(super) fn values(n: usize) -> String {
    match n {
        0 => "no values".to_owned(),
        1 => "1 value".to_owned(),
        n => format!("{n} values"),
    }
}
