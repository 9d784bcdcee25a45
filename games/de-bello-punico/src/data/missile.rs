//! The missile volley table (9.3).

use super::{count_at, demand, kind_of};
use crate::names::Kind;
use engine::Reader;
use std::collections::BTreeMap;

/// Ranges, and the dice that hit.
#[derive(Clone, Debug)]
pub(crate) struct Missiles {
    range: BTreeMap<Kind, u8>,
    table: BTreeMap<(Kind, u8, Kind), u8>,
}

impl Missiles {
    /// The highest roll that hits; 0 if the target cannot be hit.
    pub(crate) fn number(&self, shooter: Kind, distance: u8, target: Kind) -> u8 {
        self.table.get(&(shooter, distance, target)).copied().unwrap_or(0)
    }

    /// The range of a type's shots, in hexes; 0 if it cannot shoot.
    pub(crate) fn range(&self, shooter: Kind) -> u8 {
        self.range.get(&shooter).copied().unwrap_or(0)
    }
}

impl Missiles {
    /// Reads the numbers of one shooter, at each distance and against each class of target.
    fn rows(
        &mut self,
        shooter: Kind,
        far: u8,
        rows: &Reader<'_>,
        columns: &BTreeMap<&str, Vec<Kind>>,
    ) -> Option<()> {
        let known: Vec<String> = (1..=far).map(|distance| distance.to_string()).collect();
        rows.only(&known.iter().map(String::as_str).collect::<Vec<_>>());
        for distance in 1..=far {
            let row = rows.need(&distance.to_string())?;
            row.only(&columns.keys().copied().collect::<Vec<_>>());
            for (class, kinds) in columns {
                let number = count_at(&row, class, 0, 6)?;
                self.table.extend(kinds.iter().map(|kind| ((shooter, distance, *kind), number)));
            }
        }
        Some(())
    }
}

pub(super) fn read(reader: &Reader<'_>, roster: &super::Roster) -> Option<Missiles> {
    reader.only(&["tabella-data", "source", "target_classes", "range", "table"]);
    let classes = reader.need("target_classes")?;
    let mut columns: BTreeMap<&str, Vec<Kind>> = BTreeMap::new();
    for (key, value) in classes.entries("a map from class to types")? {
        let kinds = value.items();
        let kinds = kinds.iter().filter_map(|one| kind_of(one.text("a type")?, one)).collect();
        columns.insert(key.text.as_str(), kinds);
    }
    let mut targets: Vec<Kind> = columns.values().flatten().copied().collect();
    targets.sort_unstable();
    demand(targets == Kind::ALL, &classes, || {
        "each type must be a target of exactly one class".to_owned()
    });
    let ranges = reader.need("range")?;
    let usual = count_at(&ranges, "default", 1, 2)?;
    let mut missiles = Missiles { range: BTreeMap::new(), table: BTreeMap::new() };
    let table = reader.need("table")?;
    for (key, rows) in table.entries("a map from shooter to distances")? {
        let Some(shooter) = kind_of(&key.text, &rows) else { continue };
        demand(roster.kind(shooter).missile, &rows, || format!("{shooter} has no missiles"));
        let far = ranges
            .get(shooter.word())
            .map_or(Some(usual), |_| count_at(&ranges, shooter.word(), 1, 2))?;
        missiles.range.insert(shooter, far);
        missiles.rows(shooter, far, &rows, &columns)?;
    }
    for kind in Kind::ALL.iter().filter(|kind| roster.kind(**kind).missile) {
        demand(missiles.range(*kind) > 0, &table, || {
            format!("{kind} has missiles, but no row in the table")
        });
    }
    Some(missiles)
}
