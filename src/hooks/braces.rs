//! Which brace of a script is not closed: a guess for messages.

/// A brace that is open.
struct Open {
    at: usize,
    /// How far the line is indented on which it stands.
    indent: usize,
    /// It begins a value within a text in backquotes.
    in_text: bool,
}

/// Where the brace stands that was most likely left open; none where as many are closed as were opened. Braces in texts and
/// comments do not count. A `}` that begins a line and is indented less than the line of its `{` most likely closes
/// another, and no function begins within a function.
pub(super) fn unclosed(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied();
    let mut open: Vec<Open> = Vec::new();
    let (mut suspect, mut line, mut at) = (None, 0, 0);
    while let Some(c) = byte(at) {
        let starts_line = || bytes.get(line..at).is_some_and(|b| b.iter().all(u8::is_ascii_whitespace));
        match c {
            b'\n' => line = at + 1,
            b'/' if byte(at + 1) == Some(b'/') => at = after(text, at, "\n").saturating_sub(2),
            b'/' if byte(at + 1) == Some(b'*') => at = after(text, at + 2, "*/") - 1,
            b'"' => at = quoted(bytes, at + 1),
            b'`' => at = backquoted(bytes, at + 1, &mut open),
            b'{' => open.push(Open { at, indent: indent(bytes, line), in_text: false }),
            b'}' => match open.pop() {
                Some(o) if o.in_text => at = backquoted(bytes, at + 1, &mut open),
                Some(o) if starts_line() && at - line < o.indent => suspect = suspect.or(Some(o.at)),
                _ => {}
            },
            b'f' if at == line && text.get(at..).is_some_and(|t| t.starts_with("fn ")) && !open.is_empty() => break,
            _ => {}
        }
        at += 1;
    }
    let last = open.last()?.at;
    Some(suspect.unwrap_or(last))
}

/// Behind the next such mark; the end where there is none.
fn after(text: &str, at: usize, mark: &str) -> usize {
    let found = text.as_bytes().get(at..).and_then(|rest| rest.windows(mark.len()).position(|w| w == mark.as_bytes()));
    found.map_or(text.len() + 1, |n| at + n + mark.len())
}

fn indent(bytes: &[u8], line: usize) -> usize {
    bytes.iter().skip(line).take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// The closing quotation mark.
fn quoted(bytes: &[u8], mut at: usize) -> usize {
    while let Some(c) = bytes.get(at) {
        match c {
            b'\\' => at += 1,
            b'"' => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The closing backquote, or the brace of a value in the text, which is open then.
fn backquoted(bytes: &[u8], mut at: usize, open: &mut Vec<Open>) -> usize {
    while let Some(c) = bytes.get(at) {
        if *c == b'`' {
            break;
        }
        if *c == b'$' && bytes.get(at + 1) == Some(&b'{') {
            open.push(Open { at: at + 1, indent: 0, in_text: true });
            return at + 1;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::unclosed;

    #[track_caller]
    fn left_open(text: &str, line: Option<usize>) {
        let found = unclosed(text).map(|at| text[..at].matches('\n').count() + 1);
        assert_eq!(found, line, "{text}");
    }

    #[test]
    fn the_brace_that_was_meant() {
        left_open("fn a() { 1 }\nfn b() {\n    \"{\"; // {\n    /* { */ `{${ if x { 1 } }`\n}\n", None);
        left_open("fn a() {\n    1\n", Some(1));
        // The `}` at the left closes the function by its indent.
        left_open("fn a() {\n    if x {\n        1;\n    2\n}\n", Some(2));
        left_open("fn a() {\n    if x {\n        1;\n    }\n\nfn b() {\n    2\n}\n", Some(1));
        left_open("fn a() { /* } */ // }", Some(1));
        left_open("\"", None);
        left_open("fn a() { `${", Some(1));
        left_open("/* {", None);
        left_open("}}}", None);
    }
}
