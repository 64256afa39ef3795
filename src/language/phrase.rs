//! What would have fitted, in words: one table from the grammar's rules to phrases.

use super::grammar::Rule;
use std::borrow::Cow;

/// Longer lists of what would fit are shown by class.
const MANY: usize = 4;

/// What a rule is called in a message.
struct Phrase {
    /// Itself.
    own: Cow<'static, str>,
    /// Its kind, for lists that would be too long.
    class: Cow<'static, str>,
    /// It only goes on with what stands before and can be left out: not worth a word where something else is due.
    more: bool,
}

/// The word of the language that a token stands for.
pub(super) fn keyword(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("k_").map(str::to_owned)
}

/// Every word of the language.
pub(super) fn keywords() -> impl Iterator<Item = String> {
    Rule::all_rules().iter().filter_map(|rule| keyword(*rule))
}

/// `a, b or c`: what would have fitted.
pub(super) fn expected(rules: &[Rule]) -> String {
    let phrases: Vec<Phrase> = rules.iter().map(|rule| phrase(*rule)).collect();
    let mut due = unique(phrases.iter().map(|p| &p.own));
    if due.len() > MANY {
        due = unique(phrases.iter().filter(|p| !p.more).map(|p| &p.own));
    }
    if due.len() > MANY || due.is_empty() {
        due = unique(phrases.iter().filter(|p| !p.more).map(|p| &p.class));
    }
    if due.is_empty() {
        due = unique(phrases.iter().map(|p| &p.class));
    }
    match due.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn unique<'a>(phrases: impl Iterator<Item = &'a Cow<'static, str>>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for phrase in phrases {
        if !out.iter().any(|known| known == phrase) {
            out.push(phrase.clone().into_owned());
        }
    }
    out
}

const STATEMENT: &str = "a statement such as `zone`, `piece` or `end`";
const TARGET: &str = "a target (`to`, `capturing`)";
const CONDITION: &str = "a condition (`when`, `unless`)";
const FOLLOWS: &str = "what follows (`then`, `must`, `may repeat`)";
const DIRECTION: &str = "a direction such as `forward`, `orthogonal` or `any direction`";
const VERB: &str = "a verb (`step`, `slide`, `leap`, `jump`, `drop`)";
const SELECTION: &str = "a selection of sites or pieces";
const PLACE: &str = "a place (`in`, `of`, `next to`)";
const NAME: &str = "a name";
const NUMBER: &str = "a number";
const EFFECT: &str = "an effect (`capture`, `remove`, `turn`, `place`, `move`)";
const ASKED: &str = "a condition such as `any dog in village` or `next player cannot move`";
const SIDE: &str = "a side";
const ATTRIBUTE: &str = "an attribute (`royal`, `stays in`, `never enters`, `in hand`, `like`)";
const MATCH_LINE: &str = "a line of the match (`rounds`, `won`, `play`, `added`, `first turn`, `resigned`)";
const CHANGE: &str = "a change (`add`, `remove`, `replace`)";
const HEAD_LINE: &str = "a line of the head (`version`, `also`, `by`, `about`)";

/// The table. A word of the language stands for itself.
fn phrase(rule: Rule) -> Phrase {
    let (own, class, more) = match rule {
        Rule::item
        | Rule::if_block
        | Rule::change
        | Rule::rename
        | Rule::set
        | Rule::remove_item
        | Rule::replace_item
        | Rule::replacement
        | Rule::board
        | Rule::zone
        | Rule::mark
        | Rule::side
        | Rule::piece
        | Rule::joint_move
        | Rule::start
        | Rule::option
        | Rule::unclear
        | Rule::turns
        | Rule::phase
        | Rule::passing
        | Rule::must
        | Rule::captured
        | Rule::after
        | Rule::illegal
        | Rule::call
        | Rule::score
        | Rule::end
        | Rule::match_play
        | Rule::hook => (STATEMENT, STATEMENT, false),
        Rule::game => ("`game`", STATEMENT, false),
        Rule::EOI => ("the end of the statement", "the end of the statement", true),
        Rule::only_if | Rule::piece_if => ("`if`", "`if`", true),
        Rule::setting => ("a setting such as `duty is free`", NAME, false),
        Rule::version => ("`version`", HEAD_LINE, false),
        Rule::also => ("`also`", HEAD_LINE, false),
        Rule::by => ("`by`", HEAD_LINE, false),
        Rule::about => ("`about`", HEAD_LINE, false),
        Rule::extends => ("`extends`", "`extends`", true),
        Rule::shape => ("`squares`, `points` or `hexes`", "a shape", false),
        Rule::extent => ("a size such as `8 x 8`", "a size", false),
        Rule::radius => ("`side`", "a size", false),
        Rule::graph | Rule::open | Rule::block | Rule::piece_body | Rule::values => ("`{`", "`{`", false),
        Rule::point => ("`point`", "`point`", false),
        Rule::line_decl => ("`line`", "`line`", false),
        Rule::board_mod | Rule::line_kind => ("the kind of `lines`, or `without`", "`lines`", false),
        Rule::corner_cut => ("`corners`", "`corners`", false),
        Rule::close => ("`}`", "`}`", false),
        Rule::bracket | Rule::group | Rule::paren | Rule::plural => ("`(`", "`(`", true),
        Rule::unbracket => ("`)`", "`)`", false),
        Rule::comma | Rule::pie | Rule::huff | Rule::whoever => ("`,`", "`,`", true),
        Rule::equals => ("`=`", "`=`", false),
        Rule::dots => ("`..`", "`..`", false),
        Rule::times => ("`x`", "`x`", false),
        Rule::bar => ("`|`", "`|`", false),
        Rule::string | Rule::text => ("a sentence in quotation marks", "a sentence in quotation marks", false),
        Rule::name | Rule::word => (NAME, NAME, false),
        Rule::number | Rule::amount | Rule::num => (NUMBER, NUMBER, false),
        Rule::decimal => ("a version such as `1.0`", NUMBER, false),
        Rule::owners => ("`of`", "`of`", false),
        Rule::piece_attr | Rule::stays | Rule::never | Rule::in_hand | Rule::like => (ATTRIBUTE, ATTRIBUTE, false),
        Rule::motion | Rule::leg | Rule::verb | Rule::placing => (VERB, VERB, false),
        Rule::becomes => ("`becomes`", "`becomes`", false),
        Rule::trigger => ("`reaching`, or `entering or leaving`", "`reaching`", false),
        Rule::range => ("a distance (`exactly`, `at most`, `at least`)", "a distance", true),
        Rule::past => ("`past`", TARGET, false),
        Rule::over => ("`over`", TARGET, false),
        Rule::to => ("`to`", TARGET, false),
        Rule::capturing => ("`capturing`", TARGET, false),
        Rule::from => ("`from`", "`from`", true),
        Rule::leaving => ("`leaving`", "`leaving`", true),
        Rule::may_repeat | Rule::repeat => ("`may repeat`", FOLLOWS, true),
        Rule::must_part => ("`must`", FOLLOWS, true),
        Rule::then_part => ("`then`", FOLLOWS, true),
        Rule::when => ("`when`", CONDITION, false),
        Rule::unless => ("`unless`", CONDITION, true),
        Rule::dirs | Rule::dir | Rule::dir_word | Rule::compass => (DIRECTION, DIRECTION, false),
        Rule::joint_leg => ("a line such as `king from e1 to g1`", "a line such as `king from e1 to g1`", false),
        Rule::site => ("a site", "a site", false),
        Rule::event => ("`move`, `capture` or `drop`", "an event", false),
        Rule::effect | Rule::remove | Rule::turn | Rule::capture | Rule::place_effect | Rule::move_effect => {
            (EFFECT, EFFECT, false)
        }
        Rule::of_what | Rule::of_side => ("`of`", PLACE, true),
        Rule::between => ("`between moved piece and`", "`between`", true),
        Rule::surrounded => ("`surrounded by`", "`surrounded by`", true),
        Rule::place => ("`place`", "`place`", false),
        Rule::picture => ("`picture`", "`picture`", true),
        Rule::diagram | Rule::row | Rule::rank_label => ("a row of the board", "a row of the board", false),
        Rule::files | Rule::file_label => ("the letters of the files", "the letters of the files", true),
        Rule::cell => ("a piece's letter, `.` or `#`", "a piece's letter", false),
        Rule::in_numbers | Rule::turns_from => ("`from`", "`from`", false),
        Rule::value => ("a value with its sentence", "a value with its sentence", false),
        Rule::default => ("`default`", "`default`", true),
        Rule::only => ("`only`", "`only`", false),
        Rule::for_side => ("`for`", "`for`", true),
        Rule::until => ("`until`", "`until`", false),
        Rule::most => ("`most`", "`most`", true),
        Rule::by_what => ("`by`", "`by`", true),
        Rule::leave => ("`leave at`", "`leave at`", false),
        Rule::go_to => ("`go to hand of`", "`go to hand of`", false),
        Rule::before => ("`before`", "`before`", true),
        Rule::result => ("a result such as `draw` or `mover wins`", "a result", false),
        Rule::highest => ("`highest score wins`", "a result", false),
        Rule::last_player => ("`last player wins`", "a result", false),
        Rule::by_hook => ("`by hook`", "a result", false),
        Rule::verdict => ("`wins`, `loses` or `is out`", "`wins`, `loses` or `is out`", false),
        Rule::rounds
        | Rule::added
        | Rule::more_rounds
        | Rule::first_turn
        | Rule::resigned
        | Rule::won
        | Rule::match_head => (MATCH_LINE, MATCH_LINE, false),
        Rule::round_mod => {
            ("`swapping sides`, `keeping sides` or `loser choosing sides`", "who plays which side", false)
        }
        Rule::still_tied => ("`tied`, `drawn` or `by hook`", "`tied`", false),
        Rule::hook_point => (
            "a point: `first turn`, `next round`, `legality`, `after move`, `ending`, `score` or `tiebreak`",
            "a point",
            false,
        ),
        Rule::target | Rule::named_target => ("what to act on, such as `piece dog` or `end \"...\"`", STATEMENT, false),
        Rule::piece_change | Rule::start_change | Rule::question_change | Rule::phase_change | Rule::match_change => {
            (CHANGE, CHANGE, false)
        }
        Rule::phase_head => ("`only`, `turns` or `until`", "a line of the phase", false),
        Rule::sel
        | Rule::phrase
        | Rule::nouns
        | Rule::noun
        | Rule::inner_sel
        | Rule::inner_phrase
        | Rule::inner_nouns
        | Rule::pick
        | Rule::picks
        | Rule::pattern
        | Rule::operand
        | Rule::near => (SELECTION, SELECTION, false),
        Rule::adjective
        | Rule::centre_of
        | Rule::ranks
        | Rule::files_set
        | Rule::edge
        | Rule::relative
        | Rule::own_site
        | Rule::builtin => (SELECTION, SELECTION, true),
        Rule::modifier
        | Rule::inner_modifier
        | Rule::place_phrase
        | Rule::inner_place
        | Rule::ahead
        | Rule::next_to
        | Rule::with_near => (PLACE, PLACE, true),
        Rule::except | Rule::inner_except => ("`except`", PLACE, true),
        Rule::near_place => ("a direction, `in front` or `behind`", DIRECTION, false),
        Rule::side_term | Rule::spoken_side => (SIDE, SIDE, false),
        Rule::cond
        | Rule::all_of
        | Rule::one_cond
        | Rule::throughout
        | Rule::occurs
        | Rule::phase_is
        | Rule::nobody
        | Rule::line_of
        | Rule::played
        | Rule::moves_without
        | Rule::quantified
        | Rule::quantity
        | Rule::side_does
        | Rule::side_is
        | Rule::sel_cond => (ASKED, ASKED, false),
        Rule::negation => ("`not`", "`not`", true),
        Rule::counted => ("`in hand`, `captured` or `left`", "`left`", true),
        Rule::sees => ("`sees`", "`sees`", true),
        Rule::cannot => ("`cannot move`", "`cannot move`", false),
        Rule::has_line => ("`has line of`", "`has`", false),
        Rule::connects => ("`connects`", "`connects`", false),
        Rule::on_turn => ("`on their turn`", "`on their turn`", true),
        Rule::has_near => ("`has` or `have`", "`has` or `have`", false),
        Rule::connected | Rule::in_one | Rule::are => ("`is` or `are`", "`is` or `are`", false),
        Rule::progress => ("`capture`, `drop`, `advance` or `move of`", "`capture`", false),
        other => return of_word(other),
    };
    Phrase { own: own.into(), class: class.into(), more }
}

/// The phrase of a word of the language.
fn of_word(rule: Rule) -> Phrase {
    let own: Cow<str> = match keyword(rule) {
        Some(word) => format!("`{word}`").into(),
        None => format!("{rule:?}").replace('_', " ").into(),
    };
    let more = matches!(rule, Rule::k_or | Rule::k_and | Rule::k_if | Rule::k_one | Rule::k_own | Rule::k_behind);
    let adjective = matches!(
        rule,
        Rule::k_empty
            | Rule::k_enemy
            | Rule::k_friendly
            | Rule::k_unmoved
            | Rule::k_stuck
            | Rule::k_attacked
            | Rule::k_safe
            | Rule::k_unpromoted
            | Rule::k_promoted
            | Rule::k_royal
    );
    let class = if adjective { SELECTION.into() } else { own.clone() };
    Phrase { own, class, more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_shown_by_class() {
        let rules = [Rule::to, Rule::capturing, Rule::over, Rule::past, Rule::k_or, Rule::when, Rule::unless];
        assert_eq!(expected(&rules), "a target (`to`, `capturing`) or a condition (`when`, `unless`)");
    }

    #[test]
    fn short_lists_are_shown_in_full() {
        assert_eq!(expected(&[Rule::k_to, Rule::comma, Rule::name]), "`to`, `,` or a name");
    }
}
