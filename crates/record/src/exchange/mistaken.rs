//! Recognises files that are no order files, and characters that only look like those of the form. The YAML reader
//! would complain of another place.

use super::codes::Code;
use super::yaml;
use engine::node::Value;
use engine::{Complaint, Complaints, Node, Path, Span};

/// Most characters that are reported for one file.
const MOST: usize = 10;
/// Fields of an order file whose texts are the author's own words.
const OWN_WORDS: [&str; 2] = ["note", "salt"];

/// The first bytes of files that are no text, and what such a file is.
const BEGINNINGS: [(&[u8], &str); 6] = [
    (b"{\\rtf", "this is RTF, the rich text of word processors"),
    (b"PK\x03\x04", "this is an archive, or a word processor's document (.docx, .odt)"),
    (b"%PDF", "this is a PDF document"),
    (b"\xd0\xcf\x11\xe0", "this is a word processor's document (.doc)"),
    (b"\x1f\x8b", "this is a compressed file"),
    (b"-----BEGIN SSH SIGNATURE", "this is only a signature, without the orders that it signs"),
];

/// The complaint about a file that is no order file at all, or has marks of another program in it.
pub(super) fn kind(bytes: &[u8]) -> Option<Complaint> {
    let start = bytes.trim_ascii_start();
    let save = "open the form, fill it in, and save it as plain text (encoding UTF-8)";
    let as_it_is = |what: &str, fix: &str| {
        Some(Code::Kind.at(Path::top(), what).at(place(1, 1, 0, 1)).fix(fix))
    };
    if let Some((_, what)) = BEGINNINGS.iter().find(|(begins, _)| start.starts_with(begins)) {
        return as_it_is(what, save);
    }
    let head = start[..start.len().min(200)].to_ascii_lowercase();
    if ["<!doctype", "<html", "<head", "<body", "<?xml", "<div", "<pre", "<p>"]
        .iter()
        .any(|tag| head.starts_with(tag.as_bytes()))
    {
        return as_it_is("this is a web page (HTML), not the text of the form", save);
    }
    let text = str::from_utf8(bytes).ok()?;
    merge(text).or_else(|| quoted(text))
}

/// Complains about the conflict markers of an unfinished git merge.
fn merge(text: &str) -> Option<Complaint> {
    let begins = |mark: &str| lines(text).find(|(_, _, line)| line.starts_with(mark));
    let (number, at, line) = begins("<<<<<<< ")?;
    begins(">>>>>>> ")?;
    let what = "an unfinished git merge: the file holds both versions";
    let fix = "keep the lines of one version, and remove those that begin with `<<<<<<<`, `=======` and `>>>>>>>`";
    Some(Code::Kind.at(Path::top(), what).at(place(number, 1, at, line.len())).fix(fix))
}

/// Complains about orders that are quoted the way a reply quotes a letter.
fn quoted(text: &str) -> Option<Complaint> {
    let of_form = |line: &str| line.trim_start_matches(['>', ' ']).starts_with("tabella:");
    let (number, at, line) =
        lines(text).find(|(_, _, line)| line.starts_with('>') && of_form(line))?;
    if lines(text).any(|(_, _, line)| line.starts_with("tabella:")) {
        return None;
    }
    let what = "these orders are quoted as in a mail reply: their lines begin with `>`";
    let fix = "remove the `>` and the space after it from every line, or fill in the form itself";
    Some(Code::Kind.at(Path::top(), what).at(place(number, 1, at, line.len())).fix(fix))
}

/// The complaints about characters that misled the YAML reader, to show instead of its own; `None` if there are none.
pub(super) fn instead(text: &str) -> Option<Complaints> {
    let mut found = Complaints::new();
    found.0.extend(greeting(text));
    let mut block = None;
    for (number, at, line) in lines(text) {
        let indent = line.len() - line.trim_start_matches(' ').len();
        // The words of a text that is written in lines of its own are the author's.
        if block.is_some_and(|outer| indent > outer || line.trim().is_empty()) {
            continue;
        }
        let behind = line.split(" #").next().unwrap_or_default().trim_end();
        block = behind
            .ends_with([':', '|', '>'])
            .then_some(indent)
            .filter(|_| behind.ends_with(['|', '>']));
        if line.trim_start().starts_with('#') || own_words(line) {
            continue;
        }
        found.0.extend(in_line(number, at, line));
        if found.0.len() >= MOST {
            break;
        }
    }
    (!found.0.is_empty()).then_some(found)
}

/// Complains about words written above the form.
fn greeting(text: &str) -> Option<Complaint> {
    let spoken = |line: &str| !line.trim().is_empty() && !line.starts_with(['#', '-', '%']);
    let (number, at, line) = lines(text).find(|(_, _, line)| spoken(line))?;
    let field = line
        .split([':', ' '])
        .next()
        .is_some_and(|word| super::order_file::FIELDS.iter().any(|(name, _)| *name == word));
    let form = lines(text).find(|(_, _, line)| line.starts_with("tabella:"))?;
    if field || form.0 <= number {
        return None;
    }
    let what = "there is text above the orders, but the file may hold only the form";
    let fix = "remove everything above the line `tabella: 1`, or put `#` at the start of each \
         line";
    Some(Code::Kind.at(Path::top(), what).at(place(number, 1, at, line.len())).fix(fix))
}

fn own_words(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '-', '{']);
    line.starts_with("text:")
        || OWN_WORDS.iter().any(|field| line.starts_with(&format!("{field}:")))
}

/// The complaint about what misleads the reader in one line.
fn in_line(number: u32, start: usize, line: &str) -> Option<Complaint> {
    let at = |at: usize, c: char| {
        place(number, line[..at].chars().count() + 1, start + at, c.len_utf8())
    };
    // How far the line is nothing but blanks and dashes, and then nothing but one word that may be a key.
    let (mut blank, mut key) = (true, false);
    // An item of a list may be a word with a colon: `sea:achaea`.
    let item = line.trim_start().starts_with("- ");
    for (index, c) in line.char_indices() {
        if let Some((what, instead)) = lookalike(c) {
            return Some(named(c, what, instead).at(at(index, c)));
        }
        let next = line[index + c.len_utf8()..].chars().next();
        if c == ':' && key && !item && next.is_some_and(|next| !next.is_whitespace() && next != '/')
        {
            let complaint = missing("a space is missing after this colon", "write `key: value`");
            return Some(complaint.at(at(index, c)));
        }
        if c == '-' && blank && next.is_some_and(|next| next.is_alphabetic() || next == '{') {
            let complaint = missing(
                "a space is missing after this dash",
                "write `- ` before an item of a list",
            );
            return Some(complaint.at(at(index, c)));
        }
        key = is_of_key(c) && (blank || key) && !(blank && c == '-');
        blank = blank && matches!(c, ' ' | '-');
    }
    None
}

fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Complains about lookalike characters in a parsed tree where they cannot be meant: in keys, and in values that are
/// words.
pub(super) fn in_tree(text: &str, root: &Node) -> Complaints {
    let all: Vec<(u32, usize, &str)> = lines(text).collect();
    let mut found = Complaints::new();
    walk(root, &all, &mut found);
    found
}

fn walk(node: &Node, lines: &[(u32, usize, &str)], found: &mut Complaints) {
    if found.0.len() >= MOST {
        return;
    }
    match &node.value {
        Value::Scalar { text, plain } => {
            if *plain && misleads(text) {
                found.0.extend(of_line(lines, node.span));
            }
        }
        Value::List(items) => items.iter().for_each(|item| walk(item, lines, found)),
        Value::Map(entries) => {
            for (key, value) in entries {
                if key.text.chars().any(|c| lookalike(c).is_some()) {
                    found.0.extend(of_line(lines, key.span));
                } else if !OWN_WORDS.contains(&key.text.as_str()) {
                    walk(value, lines, found);
                }
            }
        }
    }
}

/// True if a value holds a lookalike as a quote at either end, as a colon or blank after a key, or in a single word.
fn misleads(text: &str) -> bool {
    let odd = |c: char| lookalike(c).is_some();
    let quoted = text.starts_with(odd) || text.ends_with(odd);
    let behind_key = text.trim_start_matches(is_of_key);
    let mut behind = behind_key.chars();
    let colon = behind_key.len() < text.len()
        && match behind.next() {
            Some(':') => behind.next().is_some_and(|c| odd(c) || c.is_ascii_lowercase()),
            Some(c) => lookalike(c).is_some_and(|(_, instead)| instead == ":"),
            None => false,
        };
    let word = !text.contains(' ') && text.chars().any(odd);
    quoted || colon || word
}

fn of_line(lines: &[(u32, usize, &str)], span: Span) -> Option<Complaint> {
    let (number, start, line) = *lines.get((span.line as usize).checked_sub(1)?)?;
    in_line(number, start, line)
}

fn named(c: char, what: &str, instead: &str) -> Complaint {
    let message = format!("{what}, U+{:04X}, instead of `{instead}`", u32::from(c));
    let fix = match instead {
        " " => "write an ordinary space".to_owned(),
        "\"" => "write ordinary quotes (`\"`), or none: a single word needs no quotes".to_owned(),
        other => format!("write `{other}`"),
    };
    Code::Lookalike.at(Path::top(), message).fix(fix)
}

fn missing(what: &str, fix: &str) -> Complaint {
    Code::Lookalike.at(Path::top(), what).fix(fix)
}

/// The name of a character that looks like one of the form's, and the one that belongs there.
fn lookalike(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '\u{a0}' => ("a no-break space", " "),
        '\u{202f}' => ("a narrow no-break space", " "),
        '\u{3000}' => ("an ideographic blank", " "),
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{205f}' => ("a space of unusual width", " "),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
            ("a dash that is not a hyphen", "-")
        }
        '\u{ff1a}' | '\u{fe55}' | '\u{a789}' | '\u{2236}' => ("a colon from another script", ":"),
        '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2039}' | '\u{203a}' => {
            ("curly quotes", "\"")
        }
        '\u{ff02}' | '\u{ff07}' => ("a full-width quote", "\""),
        '\u{ff0c}' => ("a full-width comma", ","),
        '\u{ff3b}' => ("a full-width bracket", "["),
        '\u{ff3d}' => ("a full-width bracket", "]"),
        '\u{ff5b}' => ("a full-width brace", "{"),
        '\u{ff5d}' => ("a full-width brace", "}"),
        '\u{ff01}'..='\u{ff5e}' => ("a full-width letter or sign", FULL_WIDTH[c as usize - 0xff01]),
        _ => return None,
    })
}

/// The ordinary signs for the full-width ones from U+FF01 on.
const FULL_WIDTH: [&str; 94] = [
    "!", "\"", "#", "$", "%", "&", "'", "(", ")", "*", "+", ",", "-", ".", "/", "0", "1", "2", "3",
    "4", "5", "6", "7", "8", "9", ":", ";", "<", "=", ">", "?", "@", "A", "B", "C", "D", "E", "F",
    "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y",
    "Z", "[", "\\", "]", "^", "_", "`", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l",
    "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "{", "|", "}", "~",
];

/// The lines of a text: number from 1, first byte, and the line without its end.
fn lines(text: &str) -> impl Iterator<Item = (u32, usize, &str)> {
    let mut start = 0;
    (1..).zip(text.split_inclusive('\n')).map(move |(number, line)| {
        let at = start;
        start += line.len();
        let shown = line.trim_end_matches(['\n', '\r']);
        match shown.strip_prefix('\u{feff}').filter(|_| number == 1) {
            Some(rest) => (number, at + shown.len() - rest.len(), rest),
            None => (number, at, shown),
        }
    })
}

fn place(line: u32, column: usize, from: usize, length: usize) -> Span {
    Span { from, to: from + length, line, column: yaml::number(column) }
}

#[cfg(test)]
#[path = "mistaken_tests.rs"]
mod tests;
