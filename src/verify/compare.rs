//! Finds the first place at which two texts differ.

use super::Finding;

/// Maximum length of a line excerpt in a message, in characters.
const EXCERPT_MAX: usize = 60;

/// A finding about the first byte at which a recorded file differs from what follows from `source`; none if they agree.
pub(super) fn difference(
    code: &'static str,
    path: &str,
    recorded: &[u8],
    derived: &[u8],
    source: &str,
) -> Option<Finding> {
    if recorded == derived {
        return None;
    }
    let byte = recorded.iter().zip(derived).take_while(|(ours, theirs)| ours == theirs).count();
    let line = recorded[..byte].split(|c| *c == b'\n').count();
    let (found, expected) = (line_at(recorded, byte), line_at(derived, byte));
    let message = format!("recorded `{found}`, but `{expected}` follows from {source}");
    Some(Finding::new(code, path, message).line(line).byte(byte))
}

/// The line of a text that contains a byte, shortened, with invisible characters shown.
fn line_at(text: &[u8], byte: usize) -> String {
    let byte = byte.min(text.len());
    let from = text[..byte].iter().rposition(|c| *c == b'\n').map_or(0, |at| at + 1);
    let to = text[byte..].iter().position(|c| *c == b'\n').map_or(text.len(), |at| byte + at);
    let line = String::from_utf8_lossy(&text[from..to]).trim().escape_debug().to_string();
    if line.is_empty() && to == text.len() {
        return "(the end of the file)".to_owned();
    }
    match line.char_indices().nth(EXCERPT_MAX) {
        Some((cut, _)) => format!("{}...", &line[..cut]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_first_differing_byte_is_named_with_its_line() {
        let finding =
            difference("V-state", "x.yaml", b"a: 1\nb: 2\n", b"a: 1\nb: 3\n", "the orders")
                .unwrap();
        assert_eq!(
            finding.to_string(),
            "V-state x.yaml:2 (byte 8): recorded `b: 2`, but `b: 3` follows from the orders"
        );
    }

    #[test]
    fn a_file_that_ends_too_early_is_told_so() {
        let finding = difference("V-state", "x", b"a: 1\n", b"a: 1\nb: 2\n", "y").unwrap();
        assert!(finding.message.contains("(the end of the file)"), "{finding}");
        assert_eq!(difference("V-state", "x", b"same", b"same", "y"), None);
    }
}
