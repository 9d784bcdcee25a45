//! The text that an author reads: every complaint with its line, its rule and what to write instead.

use super::yaml;
use engine::Span;
use engine::complaint::{Complaint, Complaints, Kind};

use annotate_snippets::{AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Most complaints that are printed.
const MOST: usize = 60;
/// Most warnings of one code that are printed one by one.
const ALIKE: usize = 3;
/// Most characters of one message that are printed: what it quotes may be longer than any line.
const LONGEST: usize = 500;
/// Most characters that are marked on one line.
const MARKED: usize = 60;
/// Width of what is printed; a longer line is shown in part, around the marked place.
const WIDTH: usize = 120;

/// The way in which complaints are shown.
pub struct Style<'a> {
    pub colour: bool,
    /// The heading of a rule number, where there is one.
    pub heading: &'a dyn Fn(&str) -> Option<String>,
    /// Translates one of our sentences into the reader's language.
    pub say: &'a dyn Fn(&str) -> String,
}

/// All complaints as text for a terminal, and a last line that counts them. `text` is the file as far as it is text.
pub fn render(file_name: &str, text: &str, complaints: &Complaints, style: &Style<'_>) -> String {
    let &Style { colour, say, .. } = style;
    let file_name = plain(file_name);
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').split('\n').collect();
    let mut out = String::new();
    let (shown, folded) = fold(complaints);
    for complaint in shown.iter().take(MOST) {
        out += &renderer.render(&[group(&file_name, &lines, complaint, style)]);
        out += "\n\n";
    }
    for (code, lines) in folded {
        let count = lines.len();
        // A line may be warned of more than once.
        let mut lines: Vec<String> = lines.iter().map(|line| say(line)).collect();
        lines.dedup();
        let more = say(&format!("{count} more like it: {}", lines.join(", ")));
        let _ = writeln!(out, "{}[{code}]: {more}\n", say("warning"));
    }
    if let Some(more @ 1..) = shown.len().checked_sub(MOST) {
        let _ = writeln!(out, "{}\n", say(&format!("... and {more} more")));
    }
    out + &count(complaints, say) + "\n"
}

/// The complaints to print one by one and, for each warning code with many complaints, the lines of the rest.
fn fold(complaints: &Complaints) -> (Vec<&Complaint>, BTreeMap<&'static str, Vec<String>>) {
    let (mut shown, mut alike) = (Vec::new(), BTreeMap::<&str, usize>::new());
    let mut folded: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for complaint in &complaints.0 {
        let seen = alike.entry(complaint.code).or_default();
        *seen += 1;
        if complaint.kind() == Kind::Warning && *seen > ALIKE {
            let line = complaint
                .span
                .map_or_else(|| "the file".to_owned(), |span| format!("line {}", span.line));
            folded.entry(complaint.code).or_default().push(line);
        } else {
            shown.push(complaint);
        }
    }
    (shown, folded)
}

/// One line: the number of errors and warnings, and what became of the file. `say` translates our sentences.
pub fn count(complaints: &Complaints, say: &dyn Fn(&str) -> String) -> String {
    let warnings =
        complaints.0.iter().filter(|complaint| complaint.kind() == Kind::Warning).count();
    let of_errors = match complaints.0.len() - warnings {
        0 => None,
        1 => Some(say("1 error")),
        errors => Some(say(&format!("{errors} errors"))),
    };
    let of_warnings = match warnings {
        0 => None,
        1 => Some(say("1 warning")),
        warnings => Some(say(&format!("{warnings} warnings"))),
    };
    say(&match (of_errors, of_warnings) {
        (None, None) => "no errors, no warnings".to_owned(),
        (None, Some(warnings)) => format!("no errors, {warnings}"),
        (Some(errors), None) => format!("{errors}: the file was not accepted"),
        (Some(errors), Some(warnings)) => {
            format!("{errors}, {warnings}: the file was not accepted")
        }
    })
}

pub fn to_json(complaints: &Complaints) -> Value {
    let one = |complaint: &Complaint| {
        json!({
            "code": complaint.code,
            "kind": complaint.kind(),
            "rule": complaint.rule,
            "line": complaint.span.map(|span| span.line),
            "column": complaint.span.map(|span| span.column),
            "path": complaint.path.to_string(),
            "message": complaint.message,
            "fix": complaint.fix,
        })
    };
    complaints.0.iter().map(one).collect()
}

fn group<'a>(
    file_name: &'a str,
    lines: &[&'a str],
    complaint: &'a Complaint,
    style: &Style<'_>,
) -> Group<'a> {
    let level = if complaint.kind() == Kind::Warning {
        Level::WARNING.with_name((style.say)("warning"))
    } else {
        Level::ERROR.with_name((style.say)("error"))
    };
    let message = brief(&(style.say)(&complaint.message));
    let group = Group::with_title(level.primary_title(message).id(complaint.code));
    let shown = complaint.span.and_then(|span| Some((span, excerpt(lines, span)?)));
    let group = if let Some((span, (line, marked))) = shown {
        let snippet = Snippet::source(line).path(file_name).line_start(span.line as usize);
        group.element(snippet.annotation(AnnotationKind::Primary.span(marked)))
    } else {
        group.element(Origin::path(file_name))
    };
    group.elements(notes(complaint, style))
}

/// A text made safe to show: it stays on its line and moves no cursor. Each character is replaced by one.
fn plain(text: &str) -> String {
    let safe = |c: char| match c {
        '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        _ if yaml::is_hidden(c) => '\u{fffd}',
        _ => c,
    };
    text.chars().map(safe).collect()
}

/// A message made safe to show. Tabs appear as their picture, because not every printed part of a message is widened;
/// an excerpt keeps them for the renderer to widen.
fn brief(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    plain(&text[..end]).replace('\t', "\u{2409}") + if end < text.len() { "..." } else { "" }
}

/// The notes below a complaint: its rule and its fix.
fn notes(complaint: &Complaint, style: &Style<'_>) -> Vec<Message<'static>> {
    let (say, mut notes) = (style.say, Vec::new());
    if let Some(rule) = complaint.rule {
        let text = (style.heading)(rule)
            .map_or_else(|| format!("rule {rule}"), |heading| format!("rule {rule}: {heading}"));
        notes.push(Level::NOTE.with_name(say("note")).message(brief(&say(&text))));
    }
    if let Some(fix) = &complaint.fix {
        notes.push(Level::HELP.with_name(say("help")).message(brief(&say(fix))));
    }
    notes
}

/// The line of a span as it may be shown, and the bytes of it to be marked. None where the text has no such line.
fn excerpt(lines: &[&str], span: Span) -> Option<(String, Range<usize>)> {
    let line = *lines.get((span.line as usize).checked_sub(1)?)?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut places =
        line.char_indices().map(|(at, _)| at).skip((span.column as usize).saturating_sub(1));
    let from = places.next().unwrap_or(line.len());
    let wanted = from + span.to.saturating_sub(span.from);
    let to = places.take(MARKED - 1).find(|at| *at >= wanted);
    let last = line[from..].char_indices().nth(MARKED).map_or(line.len(), |(at, _)| from + at);
    let (before, marked) = (plain(&line[..from]), plain(&line[from..to.unwrap_or(last)]));
    let range = before.len()..before.len() + marked.len();
    Some((before + &marked + &plain(&line[to.unwrap_or(last)..]), range))
}

#[cfg(test)]
#[path = "diagnosis_tests.rs"]
mod tests;
