//! Sections as text, Markdown and HTML.

use super::{Part, Section};

/// Plain text. A paragraph or an item of a list is one line, however long: who shows it knows how wide it may be.
pub fn text(sections: &[Section]) -> String {
    let mut out = String::new();
    for (n, section) in sections.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        let line = if n == 0 { "=" } else { "-" };
        out.push_str(&[&section.title, "\n", &line.repeat(section.title.chars().count()), "\n"].concat());
        for part in &section.parts {
            let words: Vec<&str> = part.text.split_whitespace().collect();
            out.push_str(&[if part.bullet { "  - " } else { "" }, &words.join(" "), "\n"].concat());
        }
    }
    out
}

/// Markdown, with the game's title as the first heading.
pub fn markdown(sections: &[Section]) -> String {
    let mut out = String::new();
    for (n, section) in sections.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        let level = if n == 0 { "#" } else { "##" };
        out.push_str(&[level, " ", &markdown_escape(&section.title), "\n\n"].concat());
        for (n, part) in section.parts.iter().enumerate() {
            let text = markdown_escape(&part.text);
            let before = n.checked_sub(1).and_then(|n| section.parts.get(n));
            // A list is set off from the paragraphs around it.
            if before.is_some_and(|b| b.bullet != part.bullet || !part.bullet) {
                out.push('\n');
            }
            out.push_str(&[if part.bullet { "- " } else { "" }, &text, "\n"].concat());
        }
    }
    out
}

fn markdown_escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// HTML: headings, paragraphs and lists, without a page around them.
pub fn html(sections: &[Section]) -> String {
    let mut out = String::new();
    for (n, section) in sections.iter().enumerate() {
        let level = if n == 0 { "h1" } else { "h2" };
        out.push_str("<section>\n");
        element(&mut out, level, &section.title);
        let mut rest: &[Part] = &section.parts;
        while let Some(first) = rest.first() {
            let length = rest.iter().take_while(|p| p.bullet == first.bullet).count();
            let (run, after) = rest.split_at(length);
            if first.bullet {
                out.push_str("<ul>\n");
            }
            for part in run {
                element(&mut out, if part.bullet { "li" } else { "p" }, &part.text);
            }
            if first.bullet {
                out.push_str("</ul>\n");
            }
            rest = after;
        }
        out.push_str("</section>\n");
    }
    out
}

fn element(out: &mut String, name: &str, text: &str) {
    out.push_str(&["<", name, ">", &html_escape(text), "</", name, ">\n"].concat());
}

/// A text as it may stand in HTML and XML.
pub(crate) fn html_escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd() -> Vec<Section> {
        let part = |bullet, text: &str| Part { bullet, text: text.into(), span: None };
        let parts = vec![part(false, "A & B."), part(true, "<b>*x*</b>."), part(true, "\"y\".")];
        vec![Section { title: "One <two>".into(), parts, span: None }]
    }

    #[test]
    fn html_escapes_everything() {
        let expected = "<section>\n<h1>One &lt;two&gt;</h1>\n<p>A &amp; B.</p>\n<ul>\n\
            <li>&lt;b&gt;*x*&lt;/b&gt;.</li>\n<li>&quot;y&quot;.</li>\n</ul>\n</section>\n";
        assert_eq!(html(&odd()), expected);
    }

    #[test]
    fn markdown_keeps_lists_apart() {
        let expected = "# One \\<two\\>\n\nA \\& B.\n\n- \\<b\\>\\*x\\*\\</b\\>.\n- \"y\".\n";
        assert_eq!(markdown(&odd()), expected);
    }

    #[test]
    fn text_has_a_line_for_each_part() {
        assert_eq!(text(&odd()), "One <two>\n=========\nA & B.\n  - <b>*x*</b>.\n  - \"y\".\n");
    }
}
