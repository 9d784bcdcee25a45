//! The elephants table (15.1).

use super::{count_at, demand};
use crate::events::Rage;
use engine::Reader;

/// The elephants table, and what running wild costs.
#[derive(Clone, Debug)]
pub(crate) struct ElephantTable {
    results: Vec<Rage>,
    /// Disorder Points of enraged elephants.
    pub enraged: u8,
    /// Disorder Points of furious elephants and of the unit they run into, each.
    pub furious: u8,
}

impl ElephantTable {
    pub(crate) fn result(&self, die: u8) -> Rage {
        self.results.get(usize::from(die).saturating_sub(1)).copied().unwrap_or(Rage::NoEffect)
    }
}

pub(super) fn read(reader: &Reader<'_>) -> Option<ElephantTable> {
    reader.only(&["tabella-data", "source", "results", "disorder"]);
    let table = reader.need("results")?;
    let faces = ["1", "2", "3", "4", "5", "6"];
    table.only(&faces);
    let mut results = Vec::new();
    for face in faces {
        let row = table.need(face)?;
        results.push(Rage::ALL[row.word(engine::Common::Data, "result", Rage::WORDS)?]);
    }
    for rage in Rage::ALL {
        demand(results.contains(rage), &table, || format!("no die result gives {rage}"));
    }
    let disorder = reader.need("disorder")?;
    disorder.only(&["enraged", "furious"]);
    let enraged = count_at(&disorder, "enraged", 0, 6)?;
    let furious = count_at(&disorder, "furious", 0, 6)?;
    Some(ElephantTable { results, enraged, furious })
}
