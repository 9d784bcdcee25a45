//! Reports in words: what [`engine::story`] holds as clauses, said in a language. It knows grammar only: agreement, tense,
//! articles, lists, a repeated subject that is left out, and when a full name may give way to a short one or to a pronoun.
//! Nothing here is random, and nothing depends on a clock.

mod clauses;
mod discourse;
#[cfg(test)]
mod tests;
mod verbs;

use clauses::Speech;
use engine::story::{Report, Sentence};

/// A sentence in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The sentence as text.
    pub text: String,
    /// Numbers of the events that it tells.
    pub events: Vec<u32>,
}

/// A paragraph in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// A few words before it; empty if there are none.
    pub run_in: String,
    /// The sentences as texts, in order.
    pub sentences: Vec<Said>,
}

/// A report in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The event that changed the game, in one line.
    pub headline: String,
    /// Both sides, each with what it needs.
    pub score: String,
    /// The events of the record, the decisive first.
    pub paragraphs: Vec<Told>,
    /// The losses of the record; empty if there are none.
    pub losses: String,
    /// The seats that decide next; empty if there are none.
    pub next: String,
}

/// A report in English.
pub fn say(report: &Report) -> Page {
    let paragraph = |paragraph: &engine::story::Paragraph| Told {
        run_in: paragraph.run_in.to_string(),
        sentences: sentences(&paragraph.sentences),
    };
    Page {
        headline: Speech::default().headline(&report.headline),
        score: passage(&report.score),
        paragraphs: report.paragraphs.iter().map(paragraph).collect(),
        losses: passage(&report.losses),
        next: passage(&report.next),
    }
}

/// Sentences of one paragraph: a fresh paragraph begins with full names.
fn sentences(told: &[Sentence]) -> Vec<Said> {
    let mut speech = Speech::default();
    let said =
        told.iter().map(|one| Said { text: speech.sentence(one), events: one.events.clone() });
    said.collect()
}

/// As `sentences`, but as one text.
fn passage(told: &[Sentence]) -> String {
    sentences(told).into_iter().map(|one| one.text).collect::<Vec<_>>().join(" ")
}
