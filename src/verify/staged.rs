//! One record checked alone, before it is signed: the referee's program believes neither its memory nor its notes.

use super::fold::{self, Folded, Recorded};
use super::foundation::Foundation;
use super::replay::Replay;
use super::{FileSource, Finding, Verdict, amended, record_files};
use crate::session::{Position, Session};
use engine::title::LoadedTitle;
use record::change::History;
use record::sums::{SUMS_SIGNATURE, record_name};
use record::{Digest, Secret, Seed};

/// What a record that waits to be signed is checked against.
pub struct Staged<'a> {
    /// The history of the previous record, and of this one.
    pub in_force: [&'a History; 2],
    pub loaded: Box<dyn LoadedTitle>,
    /// The game's start, and the seed of the previous record; none for record 0.
    pub after: Option<(Digest, Seed)>,
    /// The secret `h`, from which the seeds of hidden dice are made.
    pub hidden: &'a Secret,
}

impl Staged<'_> {
    /// Everything that does not add up in record `number` of `source`, except the missing signature.
    pub fn check(self, source: &dyn FileSource, number: u32) -> Vec<Finding> {
        let Self { in_force: [earlier, now], loaded, after, hidden } = self;
        let foundation = Foundation {
            charter: earlier.charter.clone(),
            signers: earlier.signers.clone(),
            loaded: Some(loaded),
            stands: true,
            goes_on: false,
        };
        let mut verdict = Verdict::default();
        let mut replay = Replay::new(&foundation, &mut verdict);
        replay.opens_with(now, hidden);
        let mut before = None;
        if let Some((start, seed)) = after {
            let previous = record_files::read(source, &foundation, earlier, number - 1);
            before = Recorded::of(&previous).unwrap_or_else(|finding| {
                verdict.find(finding);
                None
            });
            let text = before.as_ref().map(Recorded::text);
            let session = text.zip(previous.digest).and_then(|(text, head)| {
                let at = Position { number: number - 1, head, start, seed };
                let loaded = foundation.loaded.as_ref()?.as_ref();
                Session::resume(now.charter.clone(), loaded, at, text).ok()
            });
            replay.stands_behind(&previous, session);
            verdict.findings.extend(previous.findings);
        }
        let mut files = record_files::read(source, &foundation, now, number);
        let signature = format!("turns/{}/{SUMS_SIGNATURE}", record_name(number));
        files.findings.retain(|finding| finding.path != signature);
        let folded = match now.own() {
            Some(own) => amended::fold(source, number, &own.change.action),
            None => fold::fold(&foundation, number, before.as_ref(), &Recorded::of(&files)),
        };
        replay.take(files, now, &mut verdict);
        if let Folded::Differs(finding) = folded {
            verdict.find(finding);
        }
        if verdict.replayed == 0 && verdict.findings.is_empty() {
            let path = format!("turns/{}", record_name(number));
            verdict.find(Finding::new("V-replay", path, "it could not be played again"));
        }
        verdict.findings
    }
}
