//! The possible texts of a message before a mail program changed it. Each rule changes a whole text: nothing is
//! guessed.

/// Most places at which signed text may begin that are tried for one signature.
const STARTS_MAX: usize = 160;

/// Every text that `text` may have been, the likeliest first: as it came; without a byte order mark; with blanks for
/// no-break spaces, without blanks at line ends, with both; as a typewriter writes quotes and dashes.
pub fn variants(text: &str) -> Vec<Vec<u8>> {
    let came = text.trim_end_matches('\n');
    let plain = came.trim_start_matches('\u{feff}');
    let mut bodies: Vec<String> = Vec::new();
    for body in [
        came.to_owned(),
        plain.to_owned(),
        blanks(plain),
        trimmed(plain),
        trimmed(&blanks(plain)),
        typewriter(plain, "--"),
        typewriter(plain, "-"),
        trimmed(&typewriter(&blanks(plain), "--")),
    ] {
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    let mut found = Vec::new();
    for body in bodies {
        let windows = body.replace('\n', "\r\n");
        for (body, line_end) in [(body, "\n"), (windows, "\r\n")] {
            for end in [line_end, "", "\n\n"] {
                found.push(format!("{body}{end}").into_bytes());
            }
        }
    }
    found
}

fn blanks(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}

fn trimmed(text: &str) -> String {
    text.split('\n').map(|line| line.trim_end_matches([' ', '\t'])).collect::<Vec<_>>().join("\n")
}

fn typewriter(text: &str, dash: &str) -> String {
    text.replace(['“', '”', '„'], "\"")
        .replace(['‘', '’', '‚'], "'")
        .replace('…', "...")
        .replace(['—', '–'], dash)
}

/// The possible beginnings of the signed part of a text, the likeliest first: at its first key, at comments and
/// paragraphs above that, the nearest first, and at the top.
pub fn starts(text: &str) -> Vec<usize> {
    const DECORATION: [char; 4] = ['\u{feff}', '>', ' ', '\u{a0}'];
    let (mut keys, mut above) = (Vec::new(), Vec::new());
    let (mut at, mut after_blank) = (0, true);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(DECORATION);
        let blank = bare.trim().is_empty();
        if bare.starts_with("tabella:") {
            keys.extend([at, at + line.len() - bare.len()]);
        } else if bare.starts_with('#') || after_blank && !blank {
            above.push(at);
        }
        (after_blank, at) = (blank, at + line.len());
    }
    // Signed orders hold their first key, so they do not begin below the last one: long forms have hundreds of comments there.
    let last = keys.iter().max().copied();
    above.retain(|at| last.is_none_or(|last| *at <= last));
    let mut all: Vec<usize> = keys.into_iter().rev().chain(above.into_iter().rev()).collect();
    all.push(0);
    all.dedup();
    all.truncate(STARTS_MAX);
    all
}

/// The possible ends of the signed part of the text above a block: before the mark of two to four dots, whatever a
/// program made of it, and at the end.
pub fn ends(above: &str) -> Vec<usize> {
    let body = above.trim_end_matches([' ', '\n', '\u{a0}', '>']);
    let line = body.rfind('\n').map_or(0, |end| end + 1);
    let last = body[line..].trim_matches([' ', '>', '\u{a0}']);
    let dots = (2..=4).contains(&last.len()) && last.bytes().all(|c| c == b'.');
    if dots || last == "…" { vec![line, above.len()] } else { vec![above.len()] }
}

#[cfg(test)]
mod tests {
    use super::{ends, starts, variants};

    #[test]
    fn the_text_as_it_came_is_tried_first_and_last_line_ends_in_three_ways() {
        let tried = variants("a: 1\n\n");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let first: Vec<String> = tried.iter().take(3).map(|bytes| text(bytes)).collect();
        assert_eq!(first, ["a: 1\n", "a: 1", "a: 1\n\n"]);
        assert!(tried.contains(&b"a: 1\r\n".to_vec()));
    }

    #[test]
    fn what_typographers_changed_is_tried_as_a_typewriter_has_it() {
        let tried = variants("# “soon” — now…\n");
        assert!(tried.contains(&b"# \"soon\" -- now...\n".to_vec()));
    }

    #[test]
    fn signed_text_begins_at_its_key_or_at_what_stands_above() {
        let text = "Ave,\n\n# note\ntabella: 1\n";
        assert_eq!(starts(text)[0], text.find("tabella").unwrap());
        assert!(starts(text).contains(&text.find('#').unwrap()));
        assert_eq!(starts(text).last(), Some(&0));
    }

    #[test]
    fn comments_below_the_first_key_are_no_beginnings() {
        let text = format!("Ave,\n\n# form\n\ntabella: 1\n{}", "# a unit\n".repeat(500));
        assert!(starts(&text).contains(&text.find('#').unwrap()), "{:?}", starts(&text));
        assert!(starts(&text).len() < 6, "{:?}", starts(&text));
    }

    #[test]
    fn the_mark_may_be_dots_an_ellipsis_or_missing() {
        assert_eq!(ends("a: 1\n...\n"), [5, 9]);
        assert_eq!(ends("a: 1\n…\n"), [5, 9]);
        assert_eq!(ends("a: 1\n"), [5]);
    }
}
