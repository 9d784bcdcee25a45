//! `map.yaml`: regions and seas. Rules G1 to G3.

use super::{format, hold, text};
use crate::data::chart::{AREAS_MAX, Area, Areas, Chart, Place, PlaceKind, bit, each};
use crate::names::{AreaId, Side};
use engine::Reader;

/// Numbers that the rulebook states.
const REGIONS: usize = 11;
const SEAS: usize = 8;
const ISLANDS: usize = 3;
const INFLUENCE: u32 = 5;

/// One area as written, with the lists of ids that tie it to others.
struct Draft<'a> {
    place: Place,
    reader: Reader<'a>,
    beside: Vec<Reader<'a>>,
    touch: Vec<Reader<'a>>,
}

pub(super) fn read(reader: &Reader<'_>) -> Option<Chart> {
    format(reader, "punica-map/1");
    reader.only(&["format", "regions", "seas"]);
    let mut drafts = Vec::new();
    for (part, sea) in [("regions", false), ("seas", true)] {
        let Some(part) = reader.need(part) else { continue };
        for (key, entry) in part.entries("a map of areas").unwrap_or_default() {
            let Some(id) = AreaId::new(&key.text) else {
                reader.complain(entry.fault(
                    "E-data",
                    format!("`{}` is not an id: up to 24 lower-case letters and hyphens", key.text),
                ));
                continue;
            };
            let draft = if sea { read_sea(id, &entry) } else { read_region(id, &entry) };
            drafts.extend(draft);
        }
    }
    drafts.sort_by_key(|draft| draft.place.id);
    names(reader, &drafts);
    if reader.fatal() || drafts.len() > AREAS_MAX {
        return None;
    }
    let chart = assemble(&drafts)?;
    counts(reader, &chart);
    for side in Side::BOTH {
        sides(reader, &chart, side);
    }
    for (area, draft) in drafts.iter().enumerate() {
        ties(&chart, area, &draft.reader);
    }
    (!reader.fatal()).then_some(chart)
}

fn read_region<'a>(id: AreaId, reader: &Reader<'a>) -> Option<Draft<'a>> {
    reader.entries("a region")?;
    reader.only(&["code", "name", "kind", "of", "island", "seas", "land", "at", "source"]);
    let kind =
        reader.need("kind").and_then(|p| p.word("E-data", "kind", &["capital", "influence"]));
    let of =
        reader.need("of").and_then(|p| p.word("E-data", "owner", &["rome", "carthage", "both"]));
    let island = reader.get("island").and_then(|p| p.truth("true or false")).unwrap_or(false);
    let of = of.map(|at| [at != 1, at != 0]);
    let place = place(id, PlaceKind::Region { capital: kind? == 0, of: of?, island }, reader)?;
    let list = |key: &str| reader.get(key).map(|part| part.items()).unwrap_or_default();
    Some(Draft { place, reader: reader.clone(), beside: list("land"), touch: list("seas") })
}

fn read_sea<'a>(id: AreaId, reader: &Reader<'a>) -> Option<Draft<'a>> {
    reader.entries("a sea")?;
    reader.only(&["code", "name", "symbol", "adjacent", "at", "source"]);
    let words = ["rome", "carthage", "none"];
    let symbol = reader.need("symbol").and_then(|p| p.word("E-data", "symbol", &words))?;
    let place = place(id, PlaceKind::Sea { symbol: Side::BOTH.get(symbol).copied() }, reader)?;
    let beside = reader.get("adjacent").map(|part| part.items()).unwrap_or_default();
    Some(Draft { place, reader: reader.clone(), beside, touch: Vec::new() })
}

fn place(id: AreaId, kind: PlaceKind, reader: &Reader<'_>) -> Option<Place> {
    let code = text(reader, "code");
    let name = text(reader, "name");
    text(reader, "source");
    let at = reader.need("at")?;
    let spots: Vec<u16> =
        at.items().iter().filter_map(|item| item.number("a place", 0, 200)).collect();
    hold(&at, spots.len() == 2, || format!("{id}: `at` must be a column and a row"));
    let spot = |n: usize| spots.get(n).copied();
    Some(Place {
        id,
        code: code?.to_owned(),
        name: name?.to_owned(),
        kind,
        at: (spot(0)?, spot(1)?),
    })
}

/// Ids, codes and drawing places differ.
fn names(reader: &Reader<'_>, drafts: &[Draft<'_>]) {
    hold(reader, drafts.len() <= AREAS_MAX, || format!("at most {AREAS_MAX} areas"));
    for (n, draft) in drafts.iter().enumerate() {
        let Place { id, code, at, .. } = &draft.place;
        let form = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        hold(&draft.reader, form, || format!("{id}: a code must be three capital letters"));
        for other in drafts.iter().take(n) {
            let Place { id: known, code: taken, at: spot, .. } = &other.place;
            hold(&draft.reader, known != id, || format!("{id} is both a region and a sea"));
            hold(&draft.reader, taken != code, || {
                format!("{id} and {known} have the same code {code}")
            });
            hold(&draft.reader, spot != at, || {
                format!("{id} and {known} are drawn in the same place")
            });
        }
        let slug = drafts.iter().any(|other| other.place.id == *code.to_ascii_lowercase());
        hold(&draft.reader, !slug, || format!("{id}: the code {code} is the id of an area"));
    }
}

/// Puts the areas together; adjacency is written once and holds both ways.
fn assemble(drafts: &[Draft<'_>]) -> Option<Chart> {
    let places: Vec<Place> = drafts.iter().map(|draft| draft.place.clone()).collect();
    let set = |test: &dyn Fn(&Place) -> bool| -> Areas {
        places
            .iter()
            .enumerate()
            .filter(|(_, place)| test(place))
            .fold(0, |all, (area, _)| all | bit(area))
    };
    let is_sea = |place: &Place| matches!(place.kind, PlaceKind::Sea { .. });
    let (seas, regions) = (set(&is_sea), set(&|place| !is_sea(place)));
    let (mut beside, mut touch) = (vec![0; places.len()], vec![0; places.len()]);
    for (area, draft) in drafts.iter().enumerate() {
        let kind = if seas & bit(area) == 0 { regions } else { seas };
        for item in &draft.beside {
            link(&places, (area, item), kind, &mut beside);
        }
        for item in &draft.touch {
            link(&places, (area, item), seas, &mut touch);
        }
    }
    let first = |test: &dyn Fn(&Place) -> bool| each(set(test)).next();
    let capital = Side::BOTH.map(|side| {
        first(
            &|place| matches!(place.kind, PlaceKind::Region { capital: true, of, .. } if of[side.at()] && !of[side.other().at()]),
        )
    });
    let home = Side::BOTH.map(|side| {
        first(&|place| matches!(place.kind, PlaceKind::Sea { symbol } if symbol == Some(side)))
    });
    let influence =
        Side::BOTH.map(|side| set(&|place| matches!(place.kind, PlaceKind::Region { capital: false, of, .. } if of[side.at()])));
    if let ([Some(a), Some(b)], [Some(c), Some(d)]) = (capital, home) {
        return Some(Chart {
            places,
            beside,
            touch,
            regions,
            seas,
            capital: [a, b],
            home: [c, d],
            influence,
        });
    }
    let top = &drafts.first()?.reader;
    top.complain(top.fault("E-data", "each side needs a capital, and a sea with its fleet symbol"));
    None
}

/// Links an area with the one that an item names.
fn link(places: &[Place], (area, item): (Area, &Reader<'_>), kind: Areas, links: &mut [Areas]) {
    let text = item.node.text().unwrap_or_default();
    let found = places.iter().position(|place| place.id == *text);
    let id = places[area].id;
    match found {
        Some(other) if other == area => {
            item.complain(item.fault("E-data", format!("{id} is adjacent to itself")));
        }
        Some(other) if kind & bit(other) != 0 => {
            links[area] |= bit(other);
            links[other] |= bit(area);
        }
        Some(_) => {
            item.complain(
                item.fault("E-data", format!("{id}: `{text}` is of the wrong kind here")),
            );
        }
        None => item.complain(item.fault("E-data", format!("{id}: there is no area `{text}`"))),
    }
}

/// Counts that the rulebook states.
fn counts(reader: &Reader<'_>, chart: &Chart) {
    let islands = chart
        .places
        .iter()
        .filter(|p| matches!(p.kind, PlaceKind::Region { island: true, .. }))
        .count();
    let both: Vec<&str> = chart
        .places
        .iter()
        .filter(|p| matches!(p.kind, PlaceKind::Region { of: [true, true], .. }))
        .map(|p| p.id.as_str())
        .collect();
    let found = [chart.regions.count_ones() as usize, chart.seas.count_ones() as usize, islands];
    for (what, expected, found) in
        [("regions", REGIONS, found[0]), ("seas", SEAS, found[1]), ("islands", ISLANDS, found[2])]
    {
        hold(reader, expected == found, || {
            format!("the board must have {expected} {what}, but {found} are given")
        });
    }
    hold(reader, both == ["sicilia"], || {
        format!("only Sicilia may count for both sides, but these do: {}", both.join(", "))
    });
    let (mut seen, mut fresh) = (0, chart.seas & chart.seas.wrapping_neg());
    while fresh != 0 {
        seen |= fresh;
        fresh = each(fresh).fold(0, |all, sea| all | chart.beside[sea]) & !seen;
    }
    hold(reader, seen == chart.seas, || "the seas are not all connected".to_owned());
}

/// Checks the areas and units of a side.
fn sides(reader: &Reader<'_>, chart: &Chart, side: Side) {
    let of = |test: &dyn Fn(&PlaceKind) -> bool| {
        chart.places.iter().filter(|place| test(&place.kind)).count()
    };
    let capitals =
        of(&|kind| matches!(kind, PlaceKind::Region { capital: true, of, .. } if of[side.at()]));
    let symbols = of(&|kind| matches!(kind, PlaceKind::Sea { symbol } if *symbol == Some(side)));
    hold(reader, capitals == 1, || format!("{side} has {capitals} capitals instead of one"));
    hold(reader, symbols == 1, || {
        format!("{side} has {symbols} seas with its fleet symbol instead of one")
    });
    let influence = chart.influence[side.at()].count_ones();
    hold(reader, influence == INFLUENCE, || {
        format!("{side} has {influence} areas of influence, not {INFLUENCE}")
    });
    let (capital, home) = (chart.capital[side.at()], chart.home[side.at()]);
    let touches = chart.touch[capital] == bit(home);
    hold(reader, touches, || {
        format!("{side}: the capital must border the sea with its fleet symbol, and no other sea")
    });
}

/// Checks that an area touches the regions or seas that it must touch.
fn ties(chart: &Chart, area: Area, reader: &Reader<'_>) {
    let id = chart.id(area);
    hold(reader, chart.touch[area] != 0, || {
        format!("{id} touches no {}", if chart.is_sea(area) { "region" } else { "sea" })
    });
    if let PlaceKind::Region { island, .. } = chart.places[area].kind {
        let borders = chart.beside[area] != 0;
        hold(reader, island != borders, || {
            if island {
                format!("{id} is an island, but has a border")
            } else {
                format!("{id} has no border, but is not an island")
            }
        });
    }
}
