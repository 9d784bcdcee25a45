//! Games by built-in players, shown record by record as each viewer is told of them.

use crate::tree;
use engine::story::{Ledger, Report};
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Seat, Viewer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One record as one viewer is told it.
pub struct Record<'a> {
    pub number: u32,
    pub viewer: &'a Viewer,
    pub report: &'a Report,
    /// The events that this viewer saw, each with its number.
    pub events: &'a [Value],
    /// The public position before it and after it.
    pub before: &'a Value,
    pub after: &'a Value,
    pub past: &'a [Value],
}

/// Plays at most `records` records and shows each to `shown` as the public, then each of these seats, is told it.
pub fn play(
    play: &mut dyn Play,
    style: BotStyle,
    seed: u8,
    records: u32,
    seats: &[&str],
    mut shown: impl FnMut(&Record<'_>),
) {
    let mut viewers = vec![Viewer::Public];
    viewers.extend(seats.iter().map(|seat| Viewer::Seat(Seat::new(seat))));
    let mut rng = Rng::new(u64::from(seed));
    let (mut ledger, mut past) = (Ledger::default(), Vec::new());
    let mut before = position(play);
    for number in 1..=records {
        let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
        let mut sheets = BTreeMap::new();
        for seat in asked {
            let text = play.propose(&seat, style, &mut rng);
            sheets.insert(seat, crate::sheet(&text));
        }
        let byte = number.to_le_bytes()[0].wrapping_add(seed);
        let mut dice = Dice::seeded([byte; 32], None);
        play.turn(number, &sheets, &BTreeSet::new(), &mut dice).expect("a record");
        let after = position(play);
        for viewer in &viewers {
            let narrative = play.narrative(viewer, &ledger, &play.awaited());
            shown(&Record {
                number,
                viewer,
                report: &narrative.expect("this title tells in clauses"),
                events: &events(play, viewer),
                before: &before,
                after: &after,
                past: &past,
            });
        }
        play.remember(&mut ledger);
        past.extend(events(play, &Viewer::Public));
        before = after;
        if play.outcome().is_some() {
            return;
        }
    }
}

fn position(play: &dyn Play) -> Value {
    tree(&play.public_state()).plain_value()["state"].clone()
}

fn events(play: &dyn Play, viewer: &Viewer) -> Vec<Value> {
    let chapters = play.chapters(viewer);
    let chapters = chapters.as_array().expect("chapters are a list").iter();
    chapters.flat_map(|chapter| chapter["events"].as_array().expect("events").clone()).collect()
}
