//! Every code that a player or referee can meet, from the lists that the program itself complains by: the page
//! `docs/codes.md` is made of them.

#[cfg(feature = "git")]
use crate::gate;
use crate::{catalogue, verify};
use engine::{CodeEntry, Common, Kind};
use record::exchange::codes::Code;
use std::fmt::Write;

/// Says a sentence of the program in the reader's language.
pub type Say<'a> = dyn Fn(&str) -> String + 'a;

/// The codes of one part of the program.
pub struct Part {
    pub title: String,
    /// The part of the program that says these codes, and the occasion.
    pub about: String,
    pub codes: &'static [CodeEntry],
}

/// All parts, those of files before those of the titles.
pub fn parts() -> Vec<Part> {
    let part = |title: &str, about: &str, codes| Part {
        title: title.to_owned(),
        about: about.to_owned(),
        codes,
    };
    let mut all = vec![
        part(
            "Files",
            "These mistakes are found, in this sequence, before the orders in a file are read.",
            Code::TABLE,
        ),
        part(
            "Every title",
            "Every title uses these codes for orders, charters, data files and conformance cases.",
            Common::TABLE,
        ),
    ];
    let titles = catalogue::titles().iter().filter(|title| !title.codes().is_empty());
    all.extend(titles.map(|title| {
        let about = format!(
            "These are the codes of `{0}`. [Its guide](../games/{0}/README.md) explains how to write its orders.",
            title.slug()
        );
        part(&format!("`{}`", title.slug()), &about, title.codes())
    }));
    all
}

/// The meaning of a code and the way out; none if it is no code.
pub fn lines(code: &str, say: &Say<'_>) -> Option<String> {
    let mut text = String::new();
    for entry in parts().iter().flat_map(|part| part.codes) {
        let rule = |rule| format!(" ({})", say(&format!("rule {rule}")));
        let rule = entry.rule.map(rule).unwrap_or_default();
        let (says, way_out) = (say(entry.says), say(entry.way_out));
        let mut add = |code: &str, kind: Kind, says: &str| {
            let kind = say(&kind.to_string());
            let _ = writeln!(text, "{code}  {kind}{rule}: {says}\n  -> {way_out}");
        };
        if entry.code.eq_ignore_ascii_case(code) {
            add(entry.code, entry.kind, &says);
        } else if let Some(warning) = warning(entry).filter(|it| it.eq_ignore_ascii_case(code)) {
            let later = say("as things stand now; this may change before the order is carried out");
            add(warning, Kind::Warning, &format!("{says} ({later})"));
        }
    }
    for (finding, says, way_out) in
        verify::CODES.iter().filter(|(finding, ..)| finding.eq_ignore_ascii_case(code))
    {
        let _ = writeln!(text, "{finding}  {}: {says}\n  -> {way_out}", say("finding"));
    }
    #[cfg(feature = "git")]
    for (refused, says, way_out) in
        gate::CODES.iter().filter(|(refused, ..)| refused.eq_ignore_ascii_case(code))
    {
        let gate = say("refusal by the gate");
        let _ = writeln!(text, "{refused}  {gate}: {says}\n  -> {way_out}");
    }
    (!text.is_empty()).then_some(text)
}

/// The code of a refusal as that of a warning.
fn warning(entry: &CodeEntry) -> Option<&'static str> {
    (entry.kind == Kind::Refusal).then_some(entry.as_warning)
}

#[cfg(feature = "git")]
pub fn entry(title: &str, code: &str) -> Option<&'static CodeEntry> {
    let titles = catalogue::titles().iter().filter(|known| known.slug() == title);
    let own = titles.flat_map(|title| title.codes());
    let mut all = Code::TABLE.iter().chain(Common::TABLE).chain(own);
    all.find(|entry| entry.code == code)
}

/// The code most like a mistyped one.
pub fn nearest(code: &str) -> Option<&'static str> {
    let parts = parts();
    let complaints = parts
        .iter()
        .flat_map(|part| part.codes)
        .flat_map(|entry| [entry.code].into_iter().chain(warning(entry)));
    let findings = verify::CODES.iter().map(|(code, ..)| *code);
    #[cfg(feature = "git")]
    let findings = findings.chain(gate::CODES.iter().map(|(code, ..)| *code));
    engine::complaint::nearest(code, complaints.chain(findings))
}

/// The page of all codes, in Markdown.
pub fn page(say: &Say<'_>) -> String {
    let mut text = String::from(INTRODUCTION);
    for part in parts() {
        let _ = write!(text, "\n## {}\n\n{}\n\n", part.title, part.about);
        text += "| code | kind | what it means | what to do |\n|---|---|---|---|\n";
        for entry in part.codes {
            text += &row(entry, say);
        }
    }
    #[cfg(feature = "git")]
    {
        text += GATE;
        for (code, says, way_out) in gate::CODES {
            let _ = writeln!(text, "| `{code}` | {} | {} |", cell(says), cell(way_out));
        }
    }
    text += FINDINGS;
    for (code, says, way_out) in verify::CODES {
        let _ = writeln!(text, "| `{code}` | {} | {} |", cell(says), cell(way_out));
    }
    text
}

const INTRODUCTION: &str = "# Codes\n\nA code never changes its meaning, but its wording may \
     change. There are five kinds:\n\n- **Fault**: the program does not understand the file, or \
     a part of it. The file goes back, and nothing has changed.\n- **Refusal**: the program \
     understands the order, but the rules forbid it. The file goes back with the number of the \
     rule.\n- **Warning**: the order is lawful, but probably not what you meant. The file is \
     accepted. `W-` before the name of a\n  refusal, as in `W-ca-way` for `E-ca-way`, warns that \
     the order would be refused as things stand now, which may change\n  before it is carried \
     out.\n- **Refusal of the gate** (`G-`): a push adds something that it may not add.\n- \
     **Finding** of `tabella verify` (`V-`): something in the game's past is wrong.\n\n`tabella \
     tools codes CODE` explains a single code.\n\n<!-- Made by `tabella tools codes > \
     docs/codes.md`; a test compares it with the program. -->\n";

#[cfg(feature = "git")]
const GATE: &str = "
## The gate

The gate of a public repository refuses a push for these reasons ([git.md](git.md)).

| code | what it means | what to do |
|---|---|---|
";

const FINDINGS: &str = "
## Findings

`tabella verify` finds these faults in a game's records.

| code | what it means | what to do |
|---|---|---|
";

fn row(entry: &CodeEntry, say: &Say<'_>) -> String {
    let rule = entry.rule.map(|rule| format!(", {}", say(&format!("rule {rule}"))));
    let rule = rule.unwrap_or_default();
    let kind = say(&entry.kind.to_string());
    let (says, way_out) = (cell(&say(entry.says)), cell(&say(entry.way_out)));
    format!("| `{}` | {kind}{rule} | {says} | {way_out} |\n", entry.code)
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests;
