//! Tests of proofs between players while a game goes on: copies, receipts, changes of keys.

mod changes;
mod copies;
mod history;
mod items;
mod keys;
mod lists;
mod notes;
mod options;
mod receipts;
mod recover;
mod served;
mod shown;
mod threats;
mod vouching;
mod waiting;

use crate::table::{Table, tabella};
use engine::{BotStyle, Rng, Seat};
use std::path::Path;

/// Has every awaited seat file what a built-in player proposes, and resolves, `records` times or until the game is
/// over.
pub(crate) fn play(table: &Table, records: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..records {
        let play = table.game().session.play;
        if play.outcome().is_some() {
            return;
        }
        let mut seats: Vec<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
        seats.sort();
        seats.dedup();
        for seat in seats {
            table.file(seat.name(), &play.propose(&seat, BotStyle::Sensible, &mut rng));
        }
        table.resolve();
    }
}

pub(crate) fn verdict(folder: &Path, more: &[&str]) -> (i32, serde_json::Value) {
    let run = crate::table::run(tabella().arg("verify").arg(folder).arg("--json").args(more));
    let json = run.json();
    (run.code.expect("it ended by itself"), json)
}

pub(crate) fn codes(verdict: &serde_json::Value) -> Vec<&str> {
    let findings = verdict["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}
