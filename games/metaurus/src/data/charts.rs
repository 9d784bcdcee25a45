//! The charts: terrain, weapons, orders, combat results, Elephant table.

use super::ground::Terrain;
use super::roster::Roster;
use super::{below, count_at, demand, points, points_at, raw};
use crate::names::{Arm, Class, Id, Order};
use engine::Reader;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

engine::words! {
    /// One part of a result of the Combat Results Table (10.0).
    pub enum CombatResult {
        /// The attackers are Disordered.
        ADisordered = "a-disordered",
        /// The attackers check for disorder.
        ACheck = "a-check",
        Engaged = "engaged",
        /// The defenders check for disorder.
        DCheck = "d-check",
        /// The defenders are Disordered.
        DDisordered = "d-disordered",
        /// The defenders are eliminated.
        DEliminated = "d-eliminated",
        /// The attackers may attack again.
        Continued = "continued",
    }
}

/// One row of the Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Band {
    /// The highest modified die of the row.
    pub max: i8,
    pub results: Vec<CombatResult>,
}

/// The actions of activated Elephants (12.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ElephantResult {
    Obey,
    Balk,
    /// They go for the nearest unit.
    Rampage,
    /// Their drivers kill them.
    Killed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ElephantBand {
    /// The highest modified die of the row.
    pub max: i8,
    pub result: ElephantResult,
}

/// Modifiers by order (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderPoints {
    /// An attacker moved under Move to Attack.
    pub closing: i8,
    /// Modifier for each order of the defender, in the order of `Order::ALL`.
    pub defender: [i8; 4],
}

#[derive(Clone, Debug)]
pub(crate) struct Charts {
    pub terrain: Vec<Terrain>,
    /// Movement points for each level climbed, by class.
    pub up: [u8; 3],
    /// Movement points for each level gone down, by class.
    pub down: [u8; 3],
    /// Modifier if all attackers stand lower than a defender.
    pub uphill: i8,
    /// Modifier if all attackers stand higher than all defenders.
    pub downhill: i8,
    /// The Weapons System Matrix: attacker, then defender.
    pub weapons: BTreeMap<Arm, BTreeMap<Arm, i8>>,
    pub orders: OrderPoints,
    /// Modifiers by angle: front, flank, rear, mixed.
    pub position: [i8; 4],
    /// Modifier for each additional unit.
    pub per_unit: i8,
    /// Modifier if an attacker is Disordered.
    pub disordered: i8,
    /// Modifier for each earlier attack of a continued one.
    pub per_previous: i8,
    pub results: Vec<Band>,
    /// The natural die that lets the defenders strike back.
    pub counter_on: u8,
    /// Added to the Elephants' die while they are Disordered.
    pub elephant_disordered: i8,
    pub elephants: Vec<ElephantBand>,
    /// Dice on which Gauls do nothing (5.4).
    pub gauls_refuse: Vec<u8>,
    /// The Command of the Gauls.
    pub gauls: Id,
    pub gauls_no_reform: bool,
    /// Dice on which a combined activation succeeds (5.3).
    pub combined_on: Vec<u8>,
    /// Most hexes of a retreat before combat.
    pub retreat_max: u8,
    /// Added to the retreat's die after two hexes.
    pub retreat_far: i8,
    /// Chit changes a Game Turn: Rome, Carthage.
    pub changes: [u8; 2],
}

impl Charts {
    /// The result of a modified die.
    pub(crate) fn result(&self, total: i8) -> &[CombatResult] {
        let band = self.results.iter().find(|band| total <= band.max).or(self.results.last());
        band.map_or(&[], |band| &band.results)
    }

    pub(crate) fn elephant(&self, total: i8) -> ElephantResult {
        let band = self.elephants.iter().find(|band| total <= band.max).or(self.elephants.last());
        band.map_or(ElephantResult::Balk, |band| band.result)
    }

    /// The matrix's modifier; 0 for an arm that never attacks.
    pub(crate) fn weapon(&self, attacker: Arm, defender: Arm) -> i8 {
        self.weapons.get(&attacker).and_then(|row| row.get(&defender)).copied().unwrap_or(0)
    }
}

const KEYS: [&str; 14] = [
    "tabella-data",
    "terrain",
    "weapons",
    "orders-drm",
    "position-drm",
    "numerical-drm",
    "disordered-attacker-drm",
    "continued-attack-drm",
    "crt",
    "elephant-table",
    "gauls",
    "combined-activation",
    "retreat",
    "order-changes-per-turn",
];

pub(super) fn read(reader: &Reader<'_>) -> Option<Charts> {
    reader.only(&KEYS);
    let terrain = reader.need("terrain")?;
    let crt = reader.need("crt")?;
    let elephants = reader.need("elephant-table")?;
    let gauls = reader.need("gauls")?;
    let retreat = reader.need("retreat")?;
    let changes = reader.need("order-changes-per-turn")?;
    let combined = reader.need("combined-activation")?;
    demand(raw(&terrain, "only-one").and_then(|n| n.text()) == Some("true"), &terrain, || {
        "only-one must be true: at most one terrain modifier counts".to_owned()
    });
    let gauls_id = gauls.need("command")?;
    let gauls_name = Id::new(gauls_id.text("a Command")?);
    demand(gauls_name.is_some(), &gauls_id, || "not a Command's name".to_owned());
    Some(Charts {
        terrain: kinds(&terrain.need("types")?)?,
        up: by_class(&terrain.need("up-a-level")?)?,
        down: by_class(&terrain.need("down-a-level")?)?,
        uphill: points_at(&terrain, "uphill")?,
        downhill: points_at(&terrain, "downhill")?,
        weapons: weapons(&reader.need("weapons")?)?,
        orders: orders(&reader.need("orders-drm")?)?,
        position: angles(&reader.need("position-drm")?)?,
        per_unit: points_at(&reader.need("numerical-drm")?, "per-unit")?,
        disordered: points_at(&reader.need("disordered-attacker-drm")?, "drm")?,
        per_previous: points_at(&reader.need("continued-attack-drm")?, "per-previous-attack")?,
        results: bands(&crt.need("rows")?)?,
        counter_on: count_at(&crt, "counter-attack-on-natural", 0, 9)?,
        elephant_disordered: points_at(&elephants, "disordered-drm")?,
        elephants: elephant_bands(&elephants.need("rows")?)?,
        gauls_refuse: dice(&gauls.need("refuses-on")?)?,
        gauls: gauls_name?,
        gauls_no_reform: gauls.need("no-reform")?.truth("true or false")?,
        combined_on: dice(&combined.need("succeeds-on")?)?,
        retreat_max: count_at(&retreat, "max-hexes", 1, 2)?,
        retreat_far: points_at(&retreat, "two-hex-drm")?,
        changes: [count_at(&changes, "rome", 0, 9)?, count_at(&changes, "carthage", 0, 9)?],
    })
}

fn angles(reader: &Reader<'_>) -> Option<[i8; 4]> {
    let mut all = [0; 4];
    for (points, key) in all.iter_mut().zip(["front", "flank", "rear", "mixed"]) {
        *points = points_at(reader, key)?;
    }
    Some(all)
}

fn kinds(reader: &Reader<'_>) -> Option<Vec<Terrain>> {
    let mut kinds = Vec::new();
    for (key, value) in reader.entries("a map of terrain")? {
        let mp = value.need("mp")?;
        let mut costs = [None; 3];
        for class in Class::ALL.iter().copied() {
            let closed = raw(&mp, class.word()).is_some_and(|node| node.text() == Some("null"));
            if !closed {
                costs[class as usize] = Some(count_at(&mp, class.word(), 1, 9)?);
            }
        }
        let out_of = value.get("out-of").map_or(Some(0), |r| points(&r, "out-of"))?;
        let defender = points_at(&value, "defender")?;
        kinds.push(Terrain { name: key.text.clone(), mp: costs, defender, out_of });
    }
    Some(kinds)
}

fn by_class(reader: &Reader<'_>) -> Option<[u8; 3]> {
    let mut all = [0; 3];
    for class in Class::ALL.iter().copied() {
        all[class as usize] = count_at(reader, class.word(), 0, 9)?;
    }
    Some(all)
}

fn weapons(reader: &Reader<'_>) -> Option<BTreeMap<Arm, BTreeMap<Arm, i8>>> {
    let mut matrix = BTreeMap::new();
    for (key, value) in reader.entries("the matrix")? {
        if key.text == "source" {
            continue;
        }
        let arm = Arm::parse(&key.text);
        demand(arm.is_some(), &value, || format!("no unit type `{}`", key.text));
        let mut row = BTreeMap::new();
        for (column, cell) in value.entries("a row of the matrix")? {
            let against = Arm::parse(&column.text);
            demand(against.is_some(), &cell, || format!("no unit type `{}`", column.text));
            row.insert(against?, points(&cell, "a modifier")?);
        }
        demand(row.len() == Arm::ALL.len(), &value, || {
            format!("row {} must name all {} types", key.text, Arm::ALL.len())
        });
        matrix.insert(arm?, row);
    }
    Some(matrix)
}

fn orders(reader: &Reader<'_>) -> Option<OrderPoints> {
    let closing = points_at(&reader.need("attacker")?, "move-to-attack")?;
    let defenders = reader.need("defender")?;
    defenders.only(Order::WORDS);
    let mut defender = [0; 4];
    for order in Order::ALL.iter().copied() {
        if let Some(at) = defenders.get(order.word()) {
            defender[order as usize] = points(&at, "a modifier")?;
        }
    }
    Some(OrderPoints { closing, defender })
}

fn bands(reader: &Reader<'_>) -> Option<Vec<Band>> {
    let mut bands: Vec<Band> = Vec::new();
    let mut seen = [false; 7];
    for row in reader.list("rows")? {
        let max = row.need("max")?.number("max", -99, 99)?;
        demand(bands.last().is_none_or(|last| last.max < max), &row, || {
            "rows must rise".to_owned()
        });
        let mut results = Vec::new();
        for item in row.need("results")?.items() {
            let at = item.word(engine::Common::Data, "result", CombatResult::WORDS)?;
            seen[at] = true;
            results.push(CombatResult::ALL[at]);
        }
        bands.push(Band { max, results });
    }
    demand(bands.last().is_some_and(|last| last.max >= 30), reader, || {
        "the last row must reach 30".to_owned()
    });
    for (word, _) in CombatResult::WORDS.iter().zip(seen).filter(|(_, seen)| !seen) {
        demand(false, reader, || format!("the result {word} does not occur"));
    }
    Some(bands)
}

fn elephant_bands(reader: &Reader<'_>) -> Option<Vec<ElephantBand>> {
    use ElephantResult::{Balk, Killed, Obey, Rampage};
    let mut bands: Vec<ElephantBand> = Vec::new();
    for row in reader.list("rows")? {
        let max = row.need("max")?.number("max", -99, 99)?;
        demand(bands.last().is_none_or(|last| last.max < max), &row, || {
            "rows must rise".to_owned()
        });
        let words = ["obey", "balk", "rampage", "killed"];
        let at = row.need("result")?.word(engine::Common::Data, "result", &words)?;
        bands.push(ElephantBand { max, result: [Obey, Balk, Rampage, Killed][at] });
    }
    demand(bands.last().is_some_and(|last| last.max >= 10), reader, || {
        "the last row must reach 10".to_owned()
    });
    Some(bands)
}

fn dice(reader: &Reader<'_>) -> Option<Vec<u8>> {
    let faces = reader.list("a list of dice")?;
    faces.iter().map(|face| face.number("die", 0, 9)).collect()
}

/// Checks what needs the units.
pub(super) fn check(charts: &Charts, roster: &Roster, reader: &Reader<'_>) {
    if let Some(at) = below(reader, &["gauls", "command"]) {
        let known = roster
            .command(charts.gauls)
            .is_some_and(|command| command.side == super::super::names::Side::Carthage);
        demand(known, &at, || format!("Carthage has no Command `{}`", charts.gauls));
    }
    if let Some(at) = reader.get("weapons") {
        for arm in Arm::ALL.iter().copied() {
            let (listed, fights) = (charts.weapons.contains_key(&arm), roster.attacks(arm));
            demand(listed == fights, &at, || {
                format!(
                    "{}: every type that attacks must have a row, and no other type",
                    arm.word()
                )
            });
        }
    }
}
