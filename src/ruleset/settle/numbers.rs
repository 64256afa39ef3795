//! Puts numbers in place of the options that name them.

use super::super::code::{NOT_IN_NUMBERS, UNKNOWN_OPTION};
use super::super::item::{Amount, Item, StartChange};
use super::super::nearest::nearest;
use super::super::walk::{self, Visit};
use super::super::{Diagnostic, Span};
use super::SettledOption;

struct PutIn<'a> {
    options: &'a [SettledOption],
    errors: &'a mut Vec<Diagnostic>,
}

impl Visit for PutIn<'_> {
    fn amount(&mut self, amount: &mut Amount) {
        let Amount::Option(name) = amount else { return };
        let known = self.options.iter().find(|o| o.name == name.text);
        match known.map(|o| o.number) {
            Some(Some(number)) => *amount = Amount::Number(number, name.span),
            Some(None) => self.errors.push(
                Diagnostic::new(&NOT_IN_NUMBERS, name.span, format!("option `{}` is not in numbers", name.text))
                    .help("declare it with `from 1 to 9, default 5`, or write a number"),
            ),
            None => {
                let numbers = self.options.iter().filter(|o| o.number.is_some()).map(|o| o.name.as_str());
                let message = format!("`{}` is neither a number nor an option in numbers", name.text);
                let help = match nearest(&name.text, numbers) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "write a number, or declare an option `from .. to .., default ..`".to_owned(),
                };
                self.errors.push(Diagnostic::new(&UNKNOWN_OPTION, name.span, message).help(help));
            }
        }
    }
}

pub(super) fn put_in(
    items: &mut [Item],
    changes: &mut [(StartChange, Span)],
    options: &[SettledOption],
    errors: &mut Vec<Diagnostic>,
) {
    let mut visit = PutIn { options, errors };
    walk::items(&mut visit, items);
    for (change, _) in changes {
        walk::start_change(&mut visit, change);
    }
}
