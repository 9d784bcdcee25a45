//! Reading `battle.yaml`, with every inconsistency named by its line.

use super::chart::{
    Against, Chart, Commands, Country, Feature, Field, Figures, Modifiers, Ruling, Support, Traits,
};
use super::plan::{Ground, Spot};
use crate::elements::Troop;
use engine::data::DataFault;
use engine::{Common, Complaint, Complaints, Data, Path, Reader};
use std::collections::BTreeMap;

pub(crate) const FILE: &str = "battle.yaml";

/// Reads the chart.
///
/// # Errors
/// Everything that is missing or inconsistent.
pub(crate) fn load(data: &Data) -> Result<Chart, Vec<DataFault>> {
    let mut complaints = Complaints::new();
    let chart =
        data.get(FILE).and_then(|node| read(&Reader::new(node, Path::top()), &mut complaints));
    if data.get(FILE).is_none() {
        complaints.push(Complaint::fault("E-data", Path::top(), format!("{FILE} is missing")));
    }
    match chart {
        Some(chart) if !complaints.fatal() => Ok(chart),
        _ => {
            complaints.sort();
            Err(complaints
                .0
                .into_iter()
                .map(|complaint| DataFault { file: FILE.to_owned(), complaint })
                .collect())
        }
    }
}

fn read(top: &Reader<'_>, complaints: &mut Complaints) -> Option<Chart> {
    top.need("source", complaints);
    let figures = figures(&top.need("elements", complaints)?, complaints);
    let modifiers = modifiers(&top.need("modifiers", complaints)?, complaints);
    let supports = items(top, "supports", complaints)
        .iter()
        .filter_map(|row| support(row, complaints))
        .collect();
    let outcomes = top.need("outcomes", complaints)?;
    let beaten = outcomes
        .need("beaten", complaints)
        .map(|part| table(&part, complaints))
        .unwrap_or_default();
    let mut doubled = outcomes
        .need("doubled", complaints)
        .map(|part| table(&part, complaints))
        .unwrap_or_default();
    for troop in Troop::ALL.iter().filter(|troop| !beaten.contains_key(troop.word())) {
        wrong(&outcomes, format!("`beaten` has no entry for {troop}"), complaints);
    }
    let doubled_default = doubled.remove("default");
    if doubled_default.is_none() {
        wrong(&outcomes, "`doubled` has no `default` entry", complaints);
    }
    let field = field(&top.need("field", complaints)?, complaints);
    let commands = commands(&top.need("commands", complaints)?, complaints);
    let terrain = top.need("terrain", complaints)?;
    let features = features(&terrain, complaints);
    let max_features = number(&terrain, "max_features", 9, complaints).map(usize::from);
    let max_bad = number(&terrain, "max_bad", 9, complaints).map(usize::from);
    let types = types(&terrain, &features, max_features.unwrap_or(0), complaints);
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
fn wrong(reader: &Reader<'_>, message: impl Into<String>, complaints: &mut Complaints) {
    complaints.push(reader.fault("E-data", message));
}

/// The number under a key, from 0.
fn number(part: &Reader<'_>, key: &str, high: u8, complaints: &mut Complaints) -> Option<u8> {
    part.need(key, complaints)?.number(key, 0, high, complaints)
}

/// The number under a key, from 1.
fn positive(part: &Reader<'_>, key: &str, high: u8, complaints: &mut Complaints) -> Option<u8> {
    part.need(key, complaints)?.number(key, 1, high, complaints)
}

/// A truth that is false where it is not written.
fn flag(part: &Reader<'_>, key: &str, complaints: &mut Complaints) -> bool {
    part.get(key).and_then(|value| value.truth(key, complaints)).unwrap_or(false)
}

/// The items of a list under a key.
fn items<'a>(part: &Reader<'a>, key: &str, complaints: &mut Complaints) -> Vec<Reader<'a>> {
    part.need(key, complaints).map(|list| list.items()).unwrap_or_default()
}

/// A type of troops.
fn troop(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Troop> {
    reader.one_of("type of troops", Common::Data, complaints)
}

fn troops(part: &Reader<'_>, key: &str, complaints: &mut Complaints) -> Option<Vec<Troop>> {
    part.get(key)
        .map(|list| list.items().iter().filter_map(|item| troop(item, complaints)).collect())
}

/// `going: good` or `bad`; none where it does not matter.
fn going(part: &Reader<'_>, complaints: &mut Complaints) -> Option<bool> {
    let word = part.get("going")?.word("E-data", "going", &["bad", "good"], complaints)?;
    Some(word == 1)
}

fn figures(part: &Reader<'_>, complaints: &mut Complaints) -> Option<BTreeMap<Troop, Figures>> {
    let mut figures = BTreeMap::new();
    for (key, row) in part.entries("a map of types", complaints)? {
        let Some(troop) = Troop::parse(&key.text) else {
            wrong(&row, format!("unknown type of troops `{}`", key.text), complaints);
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
        row.only(&keys, complaints);
        if let Some(read) = figure(&row, complaints) {
            figures.insert(troop, read);
        }
    }
    for troop in Troop::ALL.iter().filter(|troop| part.get(troop.word()).is_none()) {
        wrong(part, format!("there is no entry for {troop}"), complaints);
    }
    (figures.len() == Troop::ALL.len()).then_some(figures)
}

fn figure(row: &Reader<'_>, complaints: &mut Complaints) -> Option<Figures> {
    let class = row
        .need("class", complaints)
        .and_then(|word| word.word("E-data", "class", &["foot", "mounted"], complaints));
    let mut of = |key: &str, high: u8| positive(row, key, high, complaints);
    let (foot, mounted, good, bad) =
        (of("foot", 9), of("mounted", 9), of("good", 12), of("bad", 12));
    let traits = Traits {
        rough_troops: flag(row, "rough_troops", complaints),
        impetuous: flag(row, "impetuous", complaints),
        furor: flag(row, "furor", complaints),
        slips_away: flag(row, "slips_away", complaints),
        horse: flag(row, "horse", complaints),
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
        wrong(row, "the element moves faster in bad going than in good going", complaints);
    }
    if figures.traits.horse && !figures.mounted {
        wrong(row, "`horse` is for mounted troops", complaints);
    }
    Some(figures)
}

fn modifiers(part: &Reader<'_>, complaints: &mut Complaints) -> Option<Modifiers> {
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
    part.only(&keys, complaints);
    let mut of = |key: &str| part.need(key, complaints)?.number(key, -9, 9, complaints);
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

fn support(row: &Reader<'_>, complaints: &mut Complaints) -> Option<Support> {
    row.only(&["rear", "front", "against", "going", "not"], complaints);
    let rear = row.need("rear", complaints).and_then(|word| troop(&word, complaints));
    let front = troops(row, "front", complaints).unwrap_or_default();
    let against = row.need("against", complaints)?;
    let against =
        against.word("E-data", "kind of enemy", &["any", "foot", "mounted"], complaints)?;
    let against = [Against::Any, Against::Foot, Against::Mounted][against];
    let not = troops(row, "not", complaints).unwrap_or_default();
    Some(Support { rear: rear?, front, against, good: going(row, complaints), not })
}

/// An outcome table: names of types, or `default`, to their lines.
fn table(part: &Reader<'_>, complaints: &mut Complaints) -> BTreeMap<String, Vec<Ruling>> {
    let mut found = BTreeMap::new();
    for (key, rows) in part.entries("a map of types", complaints).unwrap_or_default() {
        if key.text != "default" && Troop::parse(&key.text).is_none() {
            wrong(&rows, format!("unknown type of troops `{}`", key.text), complaints);
        }
        let verdicts: Vec<Ruling> =
            rows.items().iter().filter_map(|row| verdict(row, complaints)).collect();
        if verdicts.last().is_none_or(|last| last.by.is_some() || last.good.is_some()) {
            wrong(
                &rows,
                "the last line must be {result: ...} alone, without conditions, so that it always \
                 applies",
                complaints,
            );
        }
        found.insert(key.text.clone(), verdicts);
    }
    found
}

fn by_troop(table: BTreeMap<String, Vec<Ruling>>) -> BTreeMap<Troop, Vec<Ruling>> {
    table.into_iter().filter_map(|(key, rows)| Some((Troop::parse(&key)?, rows))).collect()
}

fn verdict(row: &Reader<'_>, complaints: &mut Complaints) -> Option<Ruling> {
    row.only(&["by", "going", "result"], complaints);
    let fate = row.need("result", complaints)?.one_of("result", Common::Data, complaints)?;
    Some(Ruling { by: troops(row, "by", complaints), good: going(row, complaints), fate })
}

fn field(part: &Reader<'_>, complaints: &mut Complaints) -> Option<Field> {
    let mut mirrored = [false; 6];
    for face in items(part, "edge_mirrored_on", complaints) {
        if let Some(face) = face.number("a face", 1, 6, complaints) {
            mirrored[face - 1] = true;
        }
    }
    if let (Some(lanes), Some(at)) = (number(part, "lanes", 9, complaints), part.get("lanes"))
        && lanes != 3
    {
        wrong(&at, "a battle has three lanes", complaints);
    }
    let mut of = |key: &str, high: u8| positive(part, key, high, complaints);
    let (start_distance, bounds) = (of("start_distance", 60), of("bounds", 200));
    let (max_front, roll_up) = (of("max_front", 40), of("roll_up", 40));
    let (break_fraction, break_minimum) = (of("break_fraction", 20), of("break_minimum", 40));
    let (pursuit_score, shaken_fraction, camp_counts) =
        (of("pursuit_score", 6), of("shaken_fraction", 20), of("camp_counts", 20));
    let refuse_room = number(part, "refuse_room", 60, complaints);
    let (defence, guard) =
        (number(part, "camp_defence", 9, complaints), number(part, "camp_guard", 9, complaints));
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

fn commands(part: &Reader<'_>, complaints: &mut Complaints) -> Option<Commands> {
    let mut of = |key: &str| positive(part, key, 40, complaints).map(usize::from);
    let (min_elements, max, per_player) = (of("min_elements"), of("max"), of("per_player"));
    Some(Commands { min_elements: min_elements?, max: max?, per_player: per_player? })
}

fn features(terrain: &Reader<'_>, complaints: &mut Complaints) -> BTreeMap<String, Feature> {
    let mut found = BTreeMap::new();
    let Some(part) = terrain.need("features", complaints) else { return found };
    for (key, row) in part.entries("a map of features", complaints).unwrap_or_default() {
        row.only(&["going", "uphill", "river", "lanes"], complaints);
        let all_lanes = row
            .get("lanes")
            .and_then(|word| word.word("E-data", "lanes", &["all"], complaints))
            .is_some();
        let feature = Feature {
            bad: going(&row, complaints) == Some(false),
            uphill: flag(&row, "uphill", complaints),
            river: flag(&row, "river", complaints),
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
    complaints: &mut Complaints,
) -> BTreeMap<String, Country> {
    let mut found = BTreeMap::new();
    let Some(part) = terrain.need("types", complaints) else { return found };
    let known: Vec<&str> = features.keys().map(String::as_str).collect();
    for (key, row) in part.entries("a map of terrain types", complaints).unwrap_or_default() {
        row.only(&["choose", "centre_bad", "default"], complaints);
        let named = items(&row, "choose", complaints);
        let choose: Vec<String> = named
            .iter()
            .filter_map(|item| item.word("E-data", "feature", &known, complaints))
            .map(|at| known[at].to_owned())
            .collect();
        let centre_bad = flag(&row, "centre_bad", complaints);
        let country = Country { centre_bad, default: default(&row, &choose, complaints), choose };
        let bad = |spot: Spot| {
            country.default.get(&spot).and_then(|name| features.get(name)).is_some_and(|f| f.bad)
        };
        if country.default.len() > most || (bad(Spot::Centre) && !centre_bad) {
            wrong(&row, "its default is not among its defender's choices", complaints);
        }
        found.insert(key.text.clone(), country);
    }
    found
}

fn default(row: &Reader<'_>, choose: &[String], complaints: &mut Complaints) -> Ground {
    let mut ground = Ground::new();
    let Some(part) = row.get("default") else { return ground };
    let choose: Vec<&str> = choose.iter().map(String::as_str).collect();
    for (key, value) in part.entries("a map of sectors", complaints).unwrap_or_default() {
        let spot = Spot::WORDS.iter().position(|word| *word == key.text);
        if spot.is_none() {
            wrong(&value, format!("unknown sector `{}`", key.text), complaints);
        }
        let feature = value.word("E-data", "feature of this type", &choose, complaints);
        if let (Some(spot), Some(feature)) = (spot, feature) {
            ground.insert(Spot::ALL[spot], choose[feature].to_owned());
        }
    }
    ground
}
