//! `map.yaml`: theaters, provinces, links.

use super::chart::Province;
use super::{key_name, name, text, word, wrong};
use crate::battle;
use crate::elements::Side;
use crate::names::{CARTHAGE, City, Name, ROME, Way};
use engine::Reader;
use engine::data::Loading;
use std::collections::{BTreeMap, BTreeSet};

/// The contents of `map.yaml`.
pub(super) struct Board {
    /// Provinces, in map order.
    pub(super) provinces: Vec<Province>,
    /// The links, each both ways.
    pub(super) links: BTreeMap<(Name, Name), Way>,
    /// Theaters with their first owners.
    pub(super) theaters: Vec<(Name, Side)>,
}

impl Board {
    pub(super) fn find(&self, id: Name) -> Option<&Province> {
        self.provinces.iter().find(|province| province.id == id)
    }

    pub(super) fn first_owner(&self, id: Name) -> Option<Side> {
        let theater = self.find(id)?.theater?;
        self.theaters.iter().find(|(name, _)| *name == theater).map(|(_, side)| *side)
    }
}

pub(super) fn read(loading: &mut Loading<'_>, battle: Option<&battle::Chart>) -> Option<Board> {
    loading.take("map.yaml", |top| {
        top.need("source");
        let theaters = theaters(top)?;
        let mut provinces = Vec::new();
        for (key, entry) in top.need("provinces")?.entries("a map of provinces")? {
            provinces.extend(province(&key.text, &entry, &theaters, battle));
        }
        let mut board = Board { provinces, links: BTreeMap::new(), theaters };
        links(top, &mut board);
        whole(top, &board);
        Some(board)
    })
}

fn theaters(top: &Reader<'_>) -> Option<Vec<(Name, Side)>> {
    let mut theaters = Vec::new();
    for (key, entry) in top.need("theaters")?.entries("a map of theaters")? {
        let owner = entry.need("first_owner");
        let owner = owner.and_then(|part| word(&part, "side", &["rome", "carthage"], &Side::BOTH));
        theaters.extend(key_name(&key.text, &entry).zip(owner));
    }
    Some(theaters)
}

fn province(
    key: &str,
    entry: &Reader<'_>,
    theaters: &[(Name, Side)],
    battle: Option<&battle::Chart>,
) -> Option<Province> {
    let id = key_name(key, entry)?;
    let wild = entry.get("wild").and_then(|part| part.truth("true or false")).unwrap_or_default();
    let theater = name(&entry.need("theater")?)?;
    if !wild && !theaters.iter().any(|(known, _)| *known == theater) {
        wrong(entry, format!("{key}: there is no theater `{theater}`"));
    }
    let city = word(&entry.need("city")?, "city", City::WORDS, City::ALL)?;
    let city_name = entry.get("city_name").and_then(|part| part.text("a name")).unwrap_or_default();
    if (city == City::None) != city_name.is_empty() {
        wrong(
            entry,
            format!(
                "{key}: give a city a name, and give a city name only to a province with a city"
            ),
        );
    }
    let terrain = name(&entry.need("terrain")?)?;
    if battle.is_some_and(|chart| !chart.types.contains_key(terrain.as_str())) {
        wrong(entry, format!("{key}: there is no type of terrain `{terrain}`"));
    }
    let coast = entry.need("coast")?.truth("true or false")?;
    let place = entry.need("at")?.items();
    let axis = |at: usize| {
        let part = place.get(at)?;
        part.number("hundredths", 0, 10_000)
    };
    let at = axis(0).zip(axis(1));
    if at.is_none() {
        wrong(entry, format!("{key}: `at` must be [x, y], a point on the picture"));
    }
    Some(Province {
        id,
        name: text(entry, "name")?,
        theater: (!wild).then_some(theater),
        city,
        city_name: city_name.to_owned(),
        coast,
        terrain,
        at: at?,
    })
}

fn links(top: &Reader<'_>, board: &mut Board) -> Option<()> {
    let list = top.need("links")?;
    list.only(&["land", "mountain", "sea"]);
    for (key, way) in [("land", Way::Land), ("mountain", Way::Mountain), ("sea", Way::Sea)] {
        for pair in list.need(key)?.items() {
            let ends: Vec<Name> = pair.items().iter().filter_map(|part| name(part)).collect();
            let [a, b] = ends[..] else {
                wrong(&pair, "a link has two ends");
                continue;
            };
            if a == b || board.find(a).is_none() || board.find(b).is_none() {
                wrong(&pair, format!("{a} - {b}: a link joins two provinces of the map"));
                continue;
            }
            if way == Way::Sea
                && [a, b].iter().any(|end| board.find(*end).is_some_and(|province| !province.coast))
            {
                wrong(&pair, format!("{a} - {b}: a sea route ends at coasts"));
            }
            if board.links.insert((a, b), way).is_some() {
                wrong(&pair, format!("{a} - {b} are linked twice"));
            }
            board.links.insert((b, a), way);
        }
    }
    Some(())
}

/// Checks the map as a whole.
fn whole(top: &Reader<'_>, board: &Board) {
    let wild: Vec<&Province> =
        board.provinces.iter().filter(|province| province.theater.is_none()).collect();
    if wild.len() != 1 {
        wrong(top, format!("there are {} wild provinces; there must be exactly one", wild.len()));
    }
    for capital in [ROME, CARTHAGE] {
        if board.find(capital).is_none_or(|province| province.city != City::Major) {
            wrong(top, format!("{capital} must be a province with a major city"));
        }
    }
    for (side, capital) in [(Side::Rome, ROME), (Side::Carthage, CARTHAGE)] {
        if board.first_owner(capital) != Some(side) {
            wrong(top, format!("{capital} must belong to {side} at the start"));
        }
    }
    let mut reached = BTreeSet::from([ROME]);
    let mut todo = vec![ROME];
    while let Some(here) = todo.pop() {
        for (from, to) in board.links.keys() {
            if *from == here && reached.insert(*to) {
                todo.push(*to);
            }
        }
    }
    for province in board.provinces.iter().filter(|province| !reached.contains(&province.id)) {
        wrong(top, format!("{} cannot be reached", province.id));
    }
}
