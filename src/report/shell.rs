//! The frame round the report on a page: turns before and after, the map alone, the contents.

use super::html::{self, Heading};
use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

/// The place where a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// In a mail program: one drawing, no links.
    Letter,
    /// Wherever somebody has put it: it leads nowhere but within itself.
    Alone,
    /// In the folder of its record, beside the map and the folders of other records.
    Record {
        number: u32,
        /// True if there will be a record after it.
        goes_on: bool,
        /// True if the game's page with all steps lies beside the folders. Never in a sealed record.
        replay: bool,
    },
}

/// Name of the page on which a game can be followed step by step.
pub const REPLAY: &str = "replay.html";

#[derive(Serialize)]
struct Link {
    href: String,
    record: u32,
}

/// The values that the frame of a page needs besides title, style and body.
#[derive(Serialize)]
struct Around {
    previous: Option<Link>,
    next: Option<Link>,
    map: Option<&'static str>,
    replay: Option<String>,
    contents: Vec<Heading>,
}

/// The values that the frame of a page gets from its surroundings and from the headings in its Markdown.
pub(super) fn around(shell: Shell, markdown: &str) -> Value {
    let link = |record: u32| Link { href: format!("../{record:04}/report.html"), record };
    let contents = match shell {
        Shell::Letter => Vec::new(),
        Shell::Alone | Shell::Record { .. } => html::headings(markdown),
    };
    let around = match shell {
        Shell::Letter | Shell::Alone => {
            Around { previous: None, next: None, map: None, replay: None, contents }
        }
        Shell::Record { number, goes_on, replay } => Around {
            previous: number.checked_sub(1).map(link),
            next: goes_on.then(|| link(number + 1)),
            map: Some("map.svg"),
            replay: replay.then(|| format!("../{REPLAY}#r{number}")),
            contents,
        },
    };
    Value::from(Serde(&around))
}
