//! The grid: options with the values that they take, and all combinations of these.

use super::MAX_CELLS;
use super::error::{LabError, asked};
use crate::ruleset::SettledOption;
use crate::ruleset::nearest::nearest;
use serde::{Deserialize, Serialize};

/// An option, or an open question, and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Varied {
    /// Its name.
    pub option: String,
    /// The file's own default.
    pub default: String,
    /// The values, in the order in which they were named.
    pub values: Vec<String>,
}

impl Varied {
    /// Reads `option=a,b,c`. `*` stands for all the values of a choice, `3..7` for the numbers from 3 to 7.
    ///
    /// # Errors
    /// There is no such option or value.
    pub fn read(text: &str, options: &[SettledOption]) -> Result<Varied, LabError> {
        let (name, list) = text.split_once('=').unwrap_or((text, ""));
        let (name, list) = (name.trim(), list.trim());
        let Some(option) = options.iter().find(|o| o.name == name) else {
            let near = did_you_mean(name, options.iter().map(|o| o.name.as_str()));
            return asked(format!(
                "there is no option `{name}`{near}; `houserules show` lists the options of the rules"
            ));
        };
        if list.is_empty() {
            let example = option.values.iter().map(|(value, _)| value).find(|v| **v != option.default);
            let example = example.map_or_else(|| option.range.map_or(0, |r| r.0).to_string(), Clone::clone);
            let default = &option.default;
            return asked(format!(
                "`--vary {name}` names no values; write values, as `--vary {name}={default},{example}`"
            ));
        }
        let mut values = Vec::new();
        for part in list.split(',').map(str::trim) {
            for value in expanded(part, option)? {
                if values.contains(&value) {
                    return asked(format!("`--vary {name}` has the value `{value}` twice"));
                }
                values.push(value);
                if values.len() > MAX_CELLS {
                    return asked(too_many(&format!("`--vary {name}`")));
                }
            }
        }
        Ok(Varied { option: name.to_owned(), default: option.default.clone(), values })
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// There is no such option or value, an option is named twice, or it is set to one value as well.
    pub fn read_all(
        texts: &[String],
        options: &[SettledOption],
        set: &[(String, String)],
    ) -> Result<Vec<Varied>, LabError> {
        let mut all: Vec<Varied> = Vec::new();
        for text in texts {
            let varied = Varied::read(text, options)?;
            let name = &varied.option;
            if all.iter().any(|v| v.option == *name) {
                return asked(format!("`{name}` is varied twice; put its values into one `--vary {name}=VALUE,VALUE`"));
            }
            if set.iter().any(|(option, _)| option == name) {
                return asked(format!("`{name}` is set to one value and varied; leave out one of the two"));
            }
            all.push(varied);
        }
        Ok(all)
    }
}

/// The values that a part of a list stands for.
fn expanded(part: &str, option: &SettledOption) -> Result<Vec<String>, LabError> {
    let name = &option.name;
    if let Some((low, high)) = option.range {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|n| (low..=high).contains(n));
        let range = part.split_once("..").map(|(from, to)| (number(from), number(to)));
        return match (range, number(part)) {
            (Some((Some(from), Some(to))), _) if from <= to => Ok((from..=to).map(|n| n.to_string()).collect()),
            (None, Some(n)) => Ok(vec![n.to_string()]),
            _ => asked(format!(
                "`{part}` is no value of `{name}`, which is a number from {low} to {high}; write numbers, as \
                 `--vary {name}={low},{}`, or a range, as `--vary {name}={low}..{high}`",
                option.default
            )),
        };
    }
    let values = option.values.iter().map(|(value, _)| value.as_str());
    if part == "*" {
        return Ok(values.map(str::to_owned).collect());
    }
    if values.clone().any(|v| v == part) {
        return Ok(vec![part.to_owned()]);
    }
    let near = did_you_mean(part, values.clone());
    let list = values.map(|v| format!("`{v}`")).collect::<Vec<_>>().join(", ");
    asked(format!("`{part}` is no value of `{name}`{near}; its values: {list}; `*` stands for all of them"))
}

fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

fn too_many(what: &str) -> String {
    format!("{what} makes more than {MAX_CELLS} cells; vary fewer options at a time, or fewer values of each")
}

/// All combinations of the values, the last option changing fastest. Without options there is one, of nothing.
///
/// # Errors
/// There are too many.
pub fn cells_of(varied: &[Varied]) -> Result<Vec<Vec<String>>, LabError> {
    let count = varied.iter().try_fold(1usize, |n, v| n.checked_mul(v.values.len()).filter(|n| *n <= MAX_CELLS));
    if count.is_none() {
        return asked(too_many("the product of all `--vary`"));
    }
    let mut cells = vec![Vec::new()];
    for v in varied {
        let with = |cell: &Vec<String>, value: &String| cell.iter().chain([value]).cloned().collect::<Vec<_>>();
        cells = cells.iter().flat_map(|cell| v.values.iter().map(move |value| with(cell, value))).collect();
    }
    Ok(cells)
}
