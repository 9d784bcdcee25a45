//! The origin of an event: the order of a seat, by its file and its place in it.

use super::answer::{Answer, Answers, Source};
use super::node::{Path, Step};
use super::prompt::Prompt;
use super::seat::Seat;
use std::collections::BTreeMap;

/// The order that an event carries out, voids or alters: what a seat filed, and where in its file it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRef {
    /// The seat that filed it.
    pub seat: Seat,
    /// The phase whose file gave it.
    pub phase: u32,
    /// Its place in that file.
    pub path: Path,
}

impl OrderRef {
    /// The part of it below a key or an index.
    #[must_use]
    pub fn below(mut self, step: impl Into<Step>) -> Self {
        self.path = self.path.then(step);
        self
    }

    /// The part of it at a written path, relative to it: `activations[0].units.la-1`.
    #[must_use]
    pub fn at(self, part: &str) -> Self {
        self.part(&Path::written(part))
    }

    /// The part of it at `path`, as seen from here.
    #[must_use]
    pub fn part(mut self, path: &Path) -> Self {
        self.path.0.extend(path.0.iter().cloned());
        self
    }
}

/// The place in a file of the answer that a seat gave to a prompt, by seat and name of the prompt.
pub(super) type Sources = BTreeMap<(Seat, String), OrderRef>;

/// The places in the seats' files of the answers of a phase. Only the open phase has fresh answers, from the files of
/// record `number`.
pub(super) fn sources<Q, O>(answers: &Answers<Q, O>, number: u32, asked: &[Prompt<Q>]) -> Sources {
    let of = |answer: &Answer<Q, O>| {
        let Prompt { seat, name, .. } = &answer.prompt;
        let (phase, path) = match answer.source {
            Source::Fresh => {
                let alone = asked.iter().filter(|prompt| prompt.seat == *seat).count() == 1;
                let top = Path::top().then("orders");
                (number, if alone { top } else { top.then(name.as_str()) })
            }
            Source::Ahead { filed } => (filed, Path::top().then("ahead").then(name.as_str())),
            Source::Standing { filed } => (filed?, Path::top().then("standing")),
            Source::Fallback => return None,
        };
        Some(((seat.clone(), name.clone()), OrderRef { seat: seat.clone(), phase, path }))
    };
    answers.0.iter().filter_map(of).collect()
}
