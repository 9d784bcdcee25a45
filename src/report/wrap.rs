//! Breaks lines of text at a width.

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
            Some(line) if width(line) + 1 + width(word) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if opens_block(word) => {
                // The words before it go down with it, as far as there are any.
                let cut = line
                    .rmatch_indices(' ')
                    .map(|(at, _)| at)
                    .find(|at| !opens_block(first_word(&line[at + 1..])));
                let down = cut.map(|at| line.split_off(at));
                match down {
                    Some(down) => lines.push(format!("{} {word}", down.trim_start())),
                    None => line.extend([" ", word]),
                }
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

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// True for a word that opens a block when it begins a line.
fn opens_block(word: &str) -> bool {
    let counted = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = counted.len() < word.len() && matches!(counted, "." | ")");
    let ruled = word.chars().all(|letter| matches!(letter, '-' | '=' | '*' | '_' | '+'));
    numbered
        || ruled
        || word.starts_with(['#', '>', '|'])
        || word.starts_with("```")
        || word.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_opens_a_list() {
        assert_eq!(paragraph("one two\n  three - 4. five", 9), "one two\nthree - 4.\nfive");
        assert_eq!(
            paragraph("aa bb 2) cc", 6),
            "aa\nbb 2)\ncc",
            "and none is longer for it where that can be helped"
        );
        assert_eq!(hanging("one two three", "- ", "  ", 9), "- one two three");
        assert_eq!(
            hanging("aaaaaaaaaa bbbbbbbbbb cc", "* ", "  ", 22),
            "* aaaaaaaaaa\n  bbbbbbbbbb cc"
        );
    }
}
