//! The lines of an HTML text, as its author typed them.
//!
//! This is no browser: it restores the text that a mail program turned into HTML, so every block element and `<br>` ends
//! a line, blanks are folded as HTML folds them, `<pre>` is kept, and a no-break space stays one ([`crate::restore`]
//! tries a blank in its place).

/// Elements that begin and end a line.
const BLOCKS: [&str; 11] =
    ["div", "p", "li", "tr", "blockquote", "table", "h1", "h2", "h3", "ul", "ol"];
/// Elements whose content is not shown.
const UNSEEN: [&str; 4] = ["style", "script", "head", "title"];
/// Longest entity, from `&` to `;`.
const ENTITY_MAX: usize = 12;

/// The text of an HTML document, one line for each block, each ending in LF.
pub fn lines(html: &str) -> String {
    let mut reading = Reading { text: String::new(), preformatted: false, unseen: None };
    let mut rest = html;
    while !rest.is_empty() {
        rest = match rest.strip_prefix('<') {
            Some(tag) => match reading.tag(tag) {
                Some(rest) => rest,
                None => break,
            },
            None => {
                let (text, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
                reading.words(text);
                after
            }
        };
    }
    let line = |line: &str| match line.trim_end_matches(' ') {
        "\u{a0}" => String::from("\n"),
        line => format!("{line}\n"),
    };
    reading.text.lines().map(line).collect()
}

struct Reading {
    text: String,
    preformatted: bool,
    /// The hidden element whose end is awaited.
    unseen: Option<&'static str>,
}

impl Reading {
    /// Reads the tag that follows a `<` and returns what follows the tag; `None` if the tag is never closed.
    fn tag<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        if let Some(comment) = rest.strip_prefix("!--") {
            return Some(comment.find("-->").map_or("", |end| &comment[end + 3..]));
        }
        let end = rest.find('>')?;
        let tag = rest[..end].to_ascii_lowercase();
        let closing = tag.starts_with('/');
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if let Some(unseen) = self.unseen {
            if closing && name == unseen {
                self.unseen = None;
            }
        } else if name == "br" {
            self.text.push('\n');
        } else if name == "pre" {
            self.preformatted = !closing;
            self.end_line();
        } else if BLOCKS.contains(&name.as_str()) {
            self.end_line();
        } else if !closing {
            self.unseen = UNSEEN.into_iter().find(|unseen| *unseen == name);
        }
        Some(&rest[end + 1..])
    }

    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn words(&mut self, text: &str) {
        if self.unseen.is_some() {
            return;
        }
        let text = entities(text);
        if self.preformatted {
            self.text += &text;
            return;
        }
        for c in text.chars() {
            let blank = matches!(c, ' ' | '\t' | '\r' | '\n');
            let fold = self.text.is_empty() || self.text.ends_with(['\n', ' ']);
            match (blank, fold) {
                (true, true) => {}
                (true, false) => self.text.push(' '),
                (false, _) => self.text.push(c),
            }
        }
    }
}

/// A text with the entities that mail programs write turned into characters; other entities stay as they are.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out += &rest[..at];
        rest = &rest[at + 1..];
        // The end is looked for among bytes: an entity is ASCII, and a slice must not cut a character.
        let end = rest.bytes().take(ENTITY_MAX).position(|byte| byte == b';');
        match end.and_then(|end| Some((entity(rest.get(..end)?)?, end))) {
            Some((c, end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out + rest
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn each_block_is_a_line_and_blanks_fold_as_html_folds_them() {
        let page = "<html><head><title>no</title></head><body><div>a:\n  1</div><div>b: &quot;2&quot;</div>\
            <div><br></div><p>c<br>d</p></body></html>";
        assert_eq!(lines(page), "a: 1\nb: \"2\"\n\nc\nd\n");
    }

    #[test]
    fn preformatted_text_and_no_break_spaces_are_kept() {
        assert_eq!(lines("<pre>a:\n  b: 1\n</pre>x"), "a:\n  b: 1\nx\n");
        assert_eq!(lines("<div>a:</div><div>&nbsp; b: 1</div>"), "a:\n\u{a0} b: 1\n");
    }

    #[test]
    fn entities_that_are_none_and_tags_that_never_end_do_no_harm() {
        assert_eq!(lines("a & b &#x41;&#66;&bogus; &"), "a & b AB&bogus; &\n");
        assert_eq!(lines("a <!-- b"), "a\n");
        assert_eq!(lines("a <div"), "a\n");
        assert_eq!(lines("&äöüäöüäöü;"), "&äöüäöüäöü;\n");
    }
}
