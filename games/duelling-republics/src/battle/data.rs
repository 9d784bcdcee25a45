//! Reading `battle.yaml`, with every inconsistency named by its line.

use super::chart::{
    Against, Chart, Commands, Country, Feature, Field, Figures, Modifiers, Ruling, Support, Traits,
};
use super::plan::{Ground, Spot};
use crate::elements::Troop;
use engine::data::Loading;
use engine::{Common, Reader};
use std::collections::BTreeMap;

pub(crate) const FILE: &str = "battle.yaml";

/// Reads the chart.
pub(crate) fn read(loading: &mut Loading<'_>) -> Option<Chart> {
    loading.take(FILE, |top| chart(top).filter(|_| !top.fatal()))
}

fn chart(top: &Reader<'_>) -> Option<Chart> {
    top.need("source");
    let figures = figures(&top.need("elements")?);
    let modifiers = modifiers(&top.need("modifiers")?);
    let supports = items(top, "supports").iter().filter_map(|row| support(row)).collect();
    let outcomes = top.need("outcomes")?;
    let beaten = outcomes.need("beaten").map(|part| table(&part)).unwrap_or_default();
    let mut doubled = outcomes.need("doubled").map(|part| table(&part)).unwrap_or_default();
    for troop in Troop::ALL.iter().filter(|troop| !beaten.contains_key(troop.word())) {
        wrong(&outcomes, format!("`beaten` has no entry for {troop}"));
    }
    let doubled_default = doubled.remove("default");
    if doubled_default.is_none() {
        wrong(&outcomes, "`doubled` has no `default` entry");
    }
    let field = field(&top.need("field")?);
    let commands = commands(&top.need("commands")?);
    let terrain = top.need("terrain")?;
    let features = features(&terrain);
    let max_features = number(&terrain, "max_features", 9).map(usize::from);
    let max_bad = number(&terrain, "max_bad", 9).map(usize::from);
    let types = types(&terrain, &features, max_features.unwrap_or(0));
    Some(Chart {
        figures: figures?,
        modifiers: modifiers?,
        supports,
        beaten: by_troop(beaten),
        doubled: by_troop(doubled),
        doubled_default: doubled_default?,
        field: field?,
        commands: commands?,
        features,
        types,
        max_features: max_features?,
        max_bad: max_bad?,
    })
}

/// A fault at a place.
fn wrong(reader: &Reader<'_>, message: impl Into<String>) {
    reader.complain(reader.fault("E-data", message));
}

/// The number under a key, from 0.
fn number(part: &Reader<'_>, key: &str, high: u8) -> Option<u8> {
    part.need(key)?.number(key, 0, high)
}

/// The number under a key, from 1.
fn positive(part: &Reader<'_>, key: &str, high: u8) -> Option<u8> {
    part.need(key)?.number(key, 1, high)
}

/// A truth that is false where it is not written.
fn flag(part: &Reader<'_>, key: &str) -> bool {
    part.get(key).and_then(|value| value.truth(key)).unwrap_or(false)
}

/// The items of a list under a key.
fn items<'a>(part: &Reader<'a>, key: &str) -> Vec<Reader<'a>> {
    part.need(key).map(|list| list.items()).unwrap_or_default()
}

/// A type of troops.
fn troop(reader: &Reader<'_>) -> Option<Troop> {
    reader.one_of("type of troops", Common::Data)
}

fn troops(part: &Reader<'_>, key: &str) -> Option<Vec<Troop>> {
    part.get(key).map(|list| list.items().iter().filter_map(|item| troop(item)).collect())
}

/// `going: good` or `bad`; none where it does not matter.
fn going(part: &Reader<'_>) -> Option<bool> {
    let word = part.get("going")?.word("E-data", "going", &["bad", "good"])?;
    Some(word == 1)
}

fn figures(part: &Reader<'_>) -> Option<BTreeMap<Troop, Figures>> {
    let mut figures = BTreeMap::new();
    for (key, row) in part.entries("a map of types")? {
        let Some(troop) = Troop::parse(&key.text) else {
            wrong(&row, format!("unknown type of troops `{}`", key.text));
            continue;
        };
        let keys = [
            "name",
            "class",
            "foot",
            "mounted",
            "good",
            "bad",
            "rough_troops",
            "impetuous",
            "furor",
            "slips_away",
            "horse",
        ];
        row.only(&keys);
        if let Some(read) = figure(&row) {
            figures.insert(troop, read);
        }
    }
    for troop in Troop::ALL.iter().filter(|troop| part.get(troop.word()).is_none()) {
        wrong(part, format!("there is no entry for {troop}"));
    }
    (figures.len() == Troop::ALL.len()).then_some(figures)
}

fn figure(row: &Reader<'_>) -> Option<Figures> {
    let class =
        row.need("class").and_then(|word| word.word("E-data", "class", &["foot", "mounted"]));
    let of = |key: &str, high: u8| positive(row, key, high);
    let (foot, mounted, good, bad) =
        (of("foot", 9), of("mounted", 9), of("good", 12), of("bad", 12));
    let traits = Traits {
        rough_troops: flag(row, "rough_troops"),
        impetuous: flag(row, "impetuous"),
        furor: flag(row, "furor"),
        slips_away: flag(row, "slips_away"),
        horse: flag(row, "horse"),
    };
    let figures = Figures {
        mounted: class? == 1,
        foot: i16::from(foot?),
        horse_factor: i16::from(mounted?),
        good: good?,
        bad: bad?,
        traits,
    };
    if figures.bad > figures.good {
        wrong(row, "the element moves faster in bad going than in good going");
    }
    if figures.traits.horse && !figures.mounted {
        wrong(row, "`horse` is for mounted troops");
    }
    Some(figures)
}

fn modifiers(part: &Reader<'_>) -> Option<Modifiers> {
    let keys = [
        "general",
        "furor",
        "support",
        "shield_wall",
        "flank",
        "uphill",
        "bad_going",
        "river",
        "shaken",
    ];
    part.only(&keys);
    let mut of = |key: &str| part.need(key)?.number(key, -9, 9);
    let [general, furor, support, shield_wall, flank, uphill, bad_going, river, shaken] =
        keys.map(&mut of);
    Some(Modifiers {
        general: general?,
        furor: furor?,
        support: support?,
        shield_wall: shield_wall?,
        flank: flank?,
        uphill: uphill?,
        bad_going: bad_going?,
        river: river?,
        shaken: shaken?,
    })
}

fn support(row: &Reader<'_>) -> Option<Support> {
    row.only(&["rear", "front", "against", "going", "not"]);
    let rear = row.need("rear").and_then(|word| troop(&word));
    let front = troops(row, "front").unwrap_or_default();
    let against = row.need("against")?;
    let against = against.word("E-data", "kind of enemy", &["any", "foot", "mounted"])?;
    let against = [Against::Any, Against::Foot, Against::Mounted][against];
    let not = troops(row, "not").unwrap_or_default();
    Some(Support { rear: rear?, front, against, good: going(row), not })
}

/// An outcome table: names of types, or `default`, to their lines.
fn table(part: &Reader<'_>) -> BTreeMap<String, Vec<Ruling>> {
    let mut found = BTreeMap::new();
    for (key, rows) in part.entries("a map of types").unwrap_or_default() {
        if key.text != "default" && Troop::parse(&key.text).is_none() {
            wrong(&rows, format!("unknown type of troops `{}`", key.text));
        }
        let verdicts: Vec<Ruling> = rows.items().iter().filter_map(|row| verdict(row)).collect();
        if verdicts.last().is_none_or(|last| last.by.is_some() || last.good.is_some()) {
            wrong(
                &rows,
                "the last line must be {result: ...} alone, without conditions, so that it always \
                 applies",
            );
        }
        found.insert(key.text.clone(), verdicts);
    }
    found
}

fn by_troop(table: BTreeMap<String, Vec<Ruling>>) -> BTreeMap<Troop, Vec<Ruling>> {
    table.into_iter().filter_map(|(key, rows)| Some((Troop::parse(&key)?, rows))).collect()
}

fn verdict(row: &Reader<'_>) -> Option<Ruling> {
    row.only(&["by", "going", "result"]);
    let fate = row.need("result")?.one_of("result", Common::Data)?;
    Some(Ruling { by: troops(row, "by"), good: going(row), fate })
}

fn field(part: &Reader<'_>) -> Option<Field> {
    let mut mirrored = [false; 6];
    for face in items(part, "edge_mirrored_on") {
        if let Some(face) = face.number("a face", 1, 6) {
            mirrored[face - 1] = true;
        }
    }
    if let (Some(lanes), Some(at)) = (number(part, "lanes", 9), part.get("lanes"))
        && lanes != 3
    {
        wrong(&at, "a battle has three lanes");
    }
    let of = |key: &str, high: u8| positive(part, key, high);
    let (start_distance, bounds) = (of("start_distance", 60), of("bounds", 200));
    let (max_front, roll_up) = (of("max_front", 40), of("roll_up", 40));
    let (break_fraction, break_minimum) = (of("break_fraction", 20), of("break_minimum", 40));
    let (pursuit_score, shaken_fraction, camp_counts) =
        (of("pursuit_score", 6), of("shaken_fraction", 20), of("camp_counts", 20));
    let refuse_room = number(part, "refuse_room", 60);
    let (defence, guard) = (number(part, "camp_defence", 9), number(part, "camp_guard", 9));
    Some(Field {
        start_distance: start_distance?,
        refuse_room: refuse_room?,
        bounds: bounds?,
        max_front: usize::from(max_front?),
        roll_up: usize::from(roll_up?),
        camp_defence: i16::from(defence?),
        camp_guard: i16::from(guard?),
        camp_counts: camp_counts?,
        break_fraction: usize::from(break_fraction?),
        break_minimum: break_minimum?,
        pursuit_score: pursuit_score?,
        shaken_fraction: usize::from(shaken_fraction?),
        edge_mirrored_on: mirrored,
    })
}

fn commands(part: &Reader<'_>) -> Option<Commands> {
    let of = |key: &str| positive(part, key, 40).map(usize::from);
    let (min_elements, max, per_player) = (of("min_elements"), of("max"), of("per_player"));
    Some(Commands { min_elements: min_elements?, max: max?, per_player: per_player? })
}

fn features(terrain: &Reader<'_>) -> BTreeMap<String, Feature> {
    let mut found = BTreeMap::new();
    let Some(part) = terrain.need("features") else { return found };
    for (key, row) in part.entries("a map of features").unwrap_or_default() {
        row.only(&["going", "uphill", "river", "lanes"]);
        let all_lanes =
            row.get("lanes").and_then(|word| word.word("E-data", "lanes", &["all"])).is_some();
        let feature = Feature {
            bad: going(&row) == Some(false),
            uphill: flag(&row, "uphill"),
            river: flag(&row, "river"),
            all_lanes,
        };
        found.insert(key.text.clone(), feature);
    }
    found
}

fn types(
    terrain: &Reader<'_>,
    features: &BTreeMap<String, Feature>,
    most: usize,
) -> BTreeMap<String, Country> {
    let mut found = BTreeMap::new();
    let Some(part) = terrain.need("types") else { return found };
    let known: Vec<&str> = features.keys().map(String::as_str).collect();
    for (key, row) in part.entries("a map of terrain types").unwrap_or_default() {
        row.only(&["choose", "centre_bad", "default"]);
        let named = items(&row, "choose");
        let choose: Vec<String> = named
            .iter()
            .filter_map(|item| item.word("E-data", "feature", &known))
            .map(|at| known[at].to_owned())
            .collect();
        let centre_bad = flag(&row, "centre_bad");
        let country = Country { centre_bad, default: default(&row, &choose), choose };
        let bad = |spot: Spot| {
            country.default.get(&spot).and_then(|name| features.get(name)).is_some_and(|f| f.bad)
        };
        if country.default.len() > most || (bad(Spot::Centre) && !centre_bad) {
            wrong(&row, "its default is not among its defender's choices");
        }
        found.insert(key.text.clone(), country);
    }
    found
}

fn default(row: &Reader<'_>, choose: &[String]) -> Ground {
    let mut ground = Ground::new();
    let Some(part) = row.get("default") else { return ground };
    let choose: Vec<&str> = choose.iter().map(String::as_str).collect();
    for (key, value) in part.entries("a map of sectors").unwrap_or_default() {
        let spot = Spot::WORDS.iter().position(|word| *word == key.text);
        if spot.is_none() {
            wrong(&value, format!("unknown sector `{}`", key.text));
        }
        let feature = value.word("E-data", "feature of this type", &choose);
        if let (Some(spot), Some(feature)) = (spot, feature) {
            ground.insert(Spot::ALL[spot], choose[feature].to_owned());
        }
    }
    ground
}
