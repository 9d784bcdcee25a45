//! Characters that a reader of the text would not see, or would see somewhere else.

use super::super::codes::Code;
use super::{enough, number};
use engine::{Complaint, Complaints, Path, Span};

pub(super) const BOM: char = '\u{feff}';

/// The harm that a character would do in a text; `None` for the ordinary ones, line feed and tab among them.
pub(super) fn mischief(c: char) -> Option<&'static str> {
    Some(match c {
        '\n' | '\t' => return None,
        '\0' => "a NUL character",
        '\r' => "a carriage return without a line feed",
        '\u{85}' | '\u{2028}' | '\u{2029}' => "a line separator that editors do not count as one",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a character that changes the writing direction"
        }
        BOM => "a byte order mark inside the text",
        '\u{ad}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{fffe}'
        | '\u{ffff}'
        | '\u{e0000}'..='\u{e0fff}' => "an invisible character",
        _ if c.is_control() => "a control character",
        _ => return None,
    })
}

/// Complaints about all such characters in a text, comments included; `skipped` bytes of the file come before it.
pub(super) fn hidden(text: &str, skipped: usize) -> Complaints {
    let mut complaints = Complaints::new();
    let (mut line, mut column) = (1, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        column += 1;
        if c == '\n' {
            (line, column) = (line + 1, 0);
            continue;
        }
        if c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n') {
            continue;
        }
        let Some(what) = mischief(c) else { continue };
        let from = skipped + at;
        let span =
            Span { from, to: from + c.len_utf8(), line: number(line), column: number(column) };
        complaints.push(complaint(c, what).at(span));
        // One NUL never comes alone: the file is of another kind.
        if c == '\0' || enough(&mut complaints) {
            break;
        }
    }
    complaints
}

pub(super) fn complaint(c: char, what: &str) -> Complaint {
    let fix = match c {
        '\0' => "remove it; if the text is full of them, it was saved as UTF-16: save it as UTF-8",
        '\r' => "end lines with LF or CR LF",
        _ => "remove it, or retype the word by hand",
    };
    Code::Control.at(Path::top(), format!("{what}, U+{:04X}", u32::from(c))).fix(fix)
}
