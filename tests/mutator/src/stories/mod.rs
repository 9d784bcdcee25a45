//! Compares stories with the events that they tell. A game is played; every sentence is read clause by clause, and each
//! clause must be borne out by the events that its sentence cites, or by the position. A title brings a rule for each
//! kind of clause; beside that stands a test of the rules: one name, number, place, angle or side in a sentence is
//! changed, and they must notice.

mod game;
mod lies;
mod read;

pub use game::{Record, play};
pub use lies::{Lies, Swaps};
pub use read::{Hung, Read, Verdict, cited, clauses, counted, headline, hold, ids, word};

use engine::story::{Paragraph, Report, Sentence};

/// The sentences of a report that are checked: all except those on who decides next.
pub fn told(report: &Report) -> Vec<&Sentence> {
    let body = report.paragraphs.iter().flat_map(|paragraph| &paragraph.sentences);
    report.score.iter().chain(body).chain(&report.losses).collect()
}

/// A sentence on its own, in words.
pub fn said(sentence: &Sentence) -> String {
    let paragraph = Paragraph { sentences: vec![sentence.clone()], ..Paragraph::default() };
    let page = phrasebook::say(&Report { paragraphs: vec![paragraph], ..Report::default() });
    page.paragraphs[0].sentences[0].text.clone()
}

/// True if a report tells of the end, which must then be its last paragraph.
pub fn ends(report: &Report) -> bool {
    let paragraphs = &report.paragraphs;
    let end = paragraphs.iter().position(|paragraph| paragraph.run_in == "The end");
    assert!(end.is_none_or(|at| at + 1 == paragraphs.len()), "{report:?}");
    end.is_some()
}
