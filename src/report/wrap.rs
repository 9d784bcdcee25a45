//! Breaking lines.

/// Display width of a text, taking each character as one column.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// One paragraph with its blanks run together, in lines of at most `limit` characters (a longer word
/// stands alone). No line but the first begins with a sign that Markdown would take for a list, a
/// heading or a quotation.
pub(super) fn paragraph(text: &str, limit: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= limit || opens_block(word) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// A paragraph with every line but the first indented.
pub(super) fn hanging(text: &str, first: &str, rest: &str, limit: usize) -> String {
    let wrapped = paragraph(text, limit.saturating_sub(width(first).max(width(rest))).max(20));
    let mut lines = wrapped.lines();
    let mut out = format!("{first}{}", lines.next().unwrap_or_default());
    for line in lines {
        out.push('\n');
        out.push_str(rest);
        out.push_str(line);
    }
    out
}

/// True for a word that opens a block when it begins a line.
fn opens_block(word: &str) -> bool {
    let counted = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = counted.len() < word.len() && matches!(counted, "." | ")");
    let ruled = word.chars().all(|letter| matches!(letter, '-' | '=' | '*' | '_' | '+'));
    numbered || ruled || word.starts_with(['#', '>', '|']) || word.starts_with("```") || word.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_opens_a_list() {
        assert_eq!(paragraph("one two\n  three - 4. five", 9), "one two\nthree - 4.\nfive");
        assert_eq!(hanging("one two three", "- ", "  ", 9), "- one two three");
        assert_eq!(hanging("aaaaaaaaaa bbbbbbbbbb cc", "* ", "  ", 22), "* aaaaaaaaaa\n  bbbbbbbbbb cc");
    }
}
