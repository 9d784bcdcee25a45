//! The output of commands: what was asked for on standard output, everything else on standard error.

use super::Error;
use crate::store;
use engine::text::unprintable;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// True if only errors, and what was asked for, are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Sets whether, from now on, only errors and what was asked for are printed.
pub(in crate::cli) fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

pub(in crate::cli) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// The greatest width of text: longer lines are hard to read, however wide the terminal is.
const WIDTH_MAX: usize = 100;

/// The least width of text: a narrower terminal breaks the lines itself.
const WIDTH_MIN: usize = 40;

/// The width of text if the terminal's width is not known.
const WIDTH_UNKNOWN: usize = 80;

/// Width of text for the terminal, in characters.
pub fn width() -> usize {
    store::environment::terminal_width().unwrap_or(WIDTH_UNKNOWN).clamp(WIDTH_MIN, WIDTH_MAX)
}

/// Prints what was asked for. A reader who has gone away (`tabella report --story | head`) is no error.
///
/// # Errors
/// Any other failure to write.
pub fn print(text: &str) -> Result<(), Error> {
    let text = seen(text);
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::files(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// A text as it may reach a terminal: colours and styles are the program's own and stay; any other control character, and marks that
/// turn the direction of writing, are shown by their numbers, wherever the text came from.
fn seen(text: &str) -> Cow<'_, str> {
    let control = |letter: char| unprintable(letter) && !matches!(letter, '\n' | '\t');
    if !text.contains(control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let style = style(rest);
        let (taken, after) = rest.split_at(style.unwrap_or(letter.len_utf8()));
        if style.is_none() && control(letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push_str(taken);
        }
        rest = after;
    }
    Cow::Owned(shown)
}

/// The length of the sequence that sets colour or style, if a text begins with one.
fn style(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|letter: char| !matches!(letter, '0'..='9' | ';'))?;
    parameters[end..].starts_with('m').then_some(end + 3)
}

/// Prints a value for a program.
///
/// # Errors
/// See [`print()`].
pub fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Error::files(error.to_string()))?;
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if unprintable(letter) && letter != '\n' {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(letter);
        }
    }
    print(&format!("{escaped}\n"))
}

/// Prints something in addition to what was asked for. Text from files or from other people cannot control the terminal
/// through it.
pub fn tell(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Like [`tell`], but prints even if the user asked for quiet.
pub(in crate::cli) fn complain(text: &str) {
    let lines: Vec<_> = text.split('\n').map(record::visible).collect();
    let _ = writeln!(anstream::stderr(), "{}", lines.join("\n"));
}

/// True if standard output takes colours.
pub fn colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

#[cfg(test)]
mod tests {
    use super::seen;

    #[test]
    fn colours_reach_a_terminal_and_nothing_else_that_would_move_it() {
        assert_eq!(seen("\u{1b}[1;31mno\u{1b}[0m\tGroße\n"), "\u{1b}[1;31mno\u{1b}[0m\tGroße\n");
        assert_eq!(
            seen("a\u{9b}2Jb\u{202e}c\u{61c}\u{1b}[2J\u{1b}]0;x\u{7}\r"),
            "a\\u{9b}2Jb\\u{202e}c\\u{61c}\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{d}"
        );
    }
}
