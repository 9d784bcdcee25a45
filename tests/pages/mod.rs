//! A game in memory for tests of reporters, without a folder.
#![allow(dead_code, reason = "each test binary uses its part")]

use engine::story::Ledger;
use engine::title::{Play, RawOrders};
use engine::{Seat, Viewer};
use record::exchange::yaml;
use std::collections::BTreeMap;
use tabella::report::{Awaited, Context, FormContext};

/// A game that tests describe.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) play: &'a dyn Play,
    /// Slug of the title.
    pub(crate) title: &'a str,
    /// The title as printed.
    pub(crate) title_name: &'a str,
    pub(crate) number: u32,
}

impl Scene<'_> {
    pub(crate) fn record(&self, viewer: &Viewer) -> Context {
        let Self { play, title, title_name, number } = *self;
        let mut awaited: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
        for asked in play.awaited() {
            awaited.entry(asked.seat).or_default().push(asked.prompt);
        }
        let awaited = awaited.into_iter();
        Context {
            game: "zama-2026".to_owned(),
            title: title.to_owned(),
            title_name: title_name.to_owned(),
            scenario_name: "The printed game".to_owned(),
            viewer: viewer.name().to_owned(),
            number,
            next: number + 1,
            phase: serde_json::to_value(play.phase()).unwrap(),
            chapters: play.chapters(viewer),
            facts: play.report_context(viewer),
            awaited: awaited
                .map(|(seat, prompts)| Awaited { seat: seat.to_string(), prompts })
                .collect(),
            outcome: play.outcome().map(|outcome| serde_json::to_value(outcome).unwrap()),
            narrative: play.narrative(viewer, &Ledger::default(), &play.awaited()),
            in_force: viewer.seat().map(|seat| play.in_force(seat)).unwrap_or_default(),
            start: "0".repeat(64),
            previous: Some("1".repeat(64)),
            version: "0.1.0".to_owned(),
            revision: 1,
            ..Context::default()
        }
    }

    pub(crate) fn form(&self, seat: &Seat) -> FormContext {
        let asked = self.play.asked().into_iter().filter(|asked| asked.seat == *seat);
        FormContext {
            name: record::order_name("zama-2026", self.number, seat.name()),
            game: "zama-2026".to_owned(),
            title: self.title.to_owned(),
            seat: seat.to_string(),
            number: self.number,
            phase: serde_json::to_value(self.play.phase()).unwrap(),
            prompts: asked.map(|asked| asked.prompt).collect(),
            awaited: self.play.awaited().iter().any(|asked| asked.seat == *seat),
            revision: 1,
            start: "0".repeat(64),
            after: "1".repeat(64),
            deadline: None,
            key: None,
            brief: false,
            signs: false,
            notes: None,
            vouch: Vec::new(),
            vouch_in_powershell: Vec::new(),
            vouch_required: false,
            form: self.play.form(seat),
            in_force: self.play.in_force(seat),
        }
    }
}

/// The parts of an order file that the game reads.
pub(crate) fn sheet(text: &str) -> RawOrders {
    let node = yaml::parse(text).unwrap_or_else(|complaints| panic!("{complaints}\n{text}"));
    RawOrders::of(&node)
}
