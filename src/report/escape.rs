//! Making foreign text harmless: in Markdown, in YAML, on a terminal.

use engine::text::unprintable;

/// One line of printable text: line ends and tabs become blanks, other controls vanish.
pub(super) fn plain(text: &str) -> String {
    let blank = |letter| matches!(letter, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' | '\u{85}');
    text.chars()
        .map(|letter| if blank(letter) { ' ' } else { letter })
        .filter(|letter| !unprintable(*letter))
        .collect()
}

/// A line without what cannot be printed.
pub(super) fn printable(line: &str) -> String {
    line.chars().filter(|letter| !unprintable(*letter)).collect()
}

/// Text that HTML shows as it is.
pub(super) fn html(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text that Markdown shows as it is, in a line or at the start of one.
pub(super) fn markdown(text: &str) -> String {
    let text = plain(text);
    let mut safe = String::with_capacity(text.len() + 8);
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let item = text.len() - number.len();
    for (at, letter) in text.char_indices() {
        let special = matches!(
            letter,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$'
        );
        let opens = at == 0 && matches!(letter, '#' | '+' | '-' | '=');
        let counts = item > 0
            && at == item
            && matches!(letter, '.' | ')')
            && !number[1..].starts_with(|c: char| c != ' ');
        if special || opens || counts {
            safe.push('\\');
        }
        safe.push(letter);
    }
    safe
}

/// A scalar of an order file: as it is where that is safe, else in double quotes.
pub(super) fn scalar(text: &str) -> String {
    let safe = |letter: char| {
        letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '/' | ' ')
    };
    let word = text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(safe)
        && !text.ends_with(' ')
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null"
        );
    if word {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in plain(text).chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_marks() {
        assert_eq!(markdown("zama-2026"), "zama-2026");
        assert_eq!(markdown("<b>*x*</b>"), "\\<b\\>\\*x\\*\\</b\\>");
        assert_eq!(markdown("# Title\n> quote"), "\\# Title \\> quote");
        assert_eq!(markdown("12. item"), "12\\. item");
        assert_eq!(markdown("0.1.0"), "0.1.0");
        assert_eq!(markdown("a\u{202e}b\u{7}c"), "abc");
    }

    #[test]
    fn scalars_are_quoted_where_yaml_would_misread_them() {
        assert_eq!(scalar("rome"), "rome");
        assert_eq!(scalar("no"), "\"no\"");
        assert_eq!(scalar("12"), "\"12\"");
        assert_eq!(scalar("a: \"b\"\nc"), "\"a: \\\"b\\\" c\"");
    }
}
