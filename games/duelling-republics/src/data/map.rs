//! `map.yaml`: theaters, provinces, links.

use super::chart::Province;
use super::{Loading, key_name, name, text, word, wrong};
use crate::battle;
use crate::elements::Side;
use crate::names::{CARTHAGE, City, Name, ROME, Way};
use engine::{Complaints, Reader};
use std::collections::{BTreeMap, BTreeSet};

/// The contents of the file.
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

    /// The side that owns a province at the start.
    pub(super) fn first_owner(&self, id: Name) -> Option<Side> {
        let theater = self.find(id)?.theater?;
        self.theaters.iter().find(|(name, _)| *name == theater).map(|(_, side)| *side)
    }
}

pub(super) fn read(loading: &mut Loading<'_>, battle: Option<&battle::Chart>) -> Option<Board> {
    loading.take("map.yaml", |top, complaints| {
        top.need("source", complaints);
        let theaters = theaters(top, complaints)?;
        let mut provinces = Vec::new();
        for (key, entry) in
            top.need("provinces", complaints)?.entries("a map of provinces", complaints)?
        {
            provinces.extend(province(&key.text, &entry, &theaters, battle, complaints));
        }
        let mut board = Board { provinces, links: BTreeMap::new(), theaters };
        links(top, &mut board, complaints);
        whole(top, &board, complaints);
        Some(board)
    })
}

fn theaters(top: &Reader<'_>, complaints: &mut Complaints) -> Option<Vec<(Name, Side)>> {
    let mut theaters = Vec::new();
    for (key, entry) in
        top.need("theaters", complaints)?.entries("a map of theaters", complaints)?
    {
        let owner = entry.need("first_owner", complaints);
        let owner = owner
            .and_then(|part| word(&part, "side", &["rome", "carthage"], &Side::BOTH, complaints));
        theaters.extend(key_name(&key.text, &entry, complaints).zip(owner));
    }
    Some(theaters)
}

fn province(
    key: &str,
    entry: &Reader<'_>,
    theaters: &[(Name, Side)],
    battle: Option<&battle::Chart>,
    complaints: &mut Complaints,
) -> Option<Province> {
    let id = key_name(key, entry, complaints)?;
    let wild = entry
        .get("wild")
        .and_then(|part| part.truth("true or false", complaints))
        .unwrap_or_default();
    let theater = name(&entry.need("theater", complaints)?, complaints)?;
    if !wild && !theaters.iter().any(|(known, _)| *known == theater) {
        wrong(entry, format!("{key}: there is no theater `{theater}`"), complaints);
    }
    let city = word(&entry.need("city", complaints)?, "city", City::WORDS, City::ALL, complaints)?;
    let city_name =
        entry.get("city_name").and_then(|part| part.text("a name", complaints)).unwrap_or_default();
    if (city == City::None) != city_name.is_empty() {
        wrong(
            entry,
            format!(
                "{key}: give a city a name, and give a city name only to a province with a city"
            ),
            complaints,
        );
    }
    let terrain = name(&entry.need("terrain", complaints)?, complaints)?;
    if battle.is_some_and(|chart| !chart.types.contains_key(terrain.as_str())) {
        wrong(entry, format!("{key}: there is no type of terrain `{terrain}`"), complaints);
    }
    let coast = entry.need("coast", complaints)?.truth("true or false", complaints)?;
    let place = entry.need("at", complaints)?.items();
    let mut axis = |at: usize| {
        let part = place.get(at)?;
        part.number("hundredths", 0, 10_000, complaints)
    };
    let at = axis(0).zip(axis(1));
    if at.is_none() {
        wrong(entry, format!("{key}: `at` must be [x, y], a point on the picture"), complaints);
    }
    Some(Province {
        id,
        name: text(entry, "name", complaints)?,
        theater: (!wild).then_some(theater),
        city,
        city_name: city_name.to_owned(),
        coast,
        terrain,
        at: at?,
    })
}

fn links(top: &Reader<'_>, board: &mut Board, complaints: &mut Complaints) -> Option<()> {
    let list = top.need("links", complaints)?;
    list.only(&["land", "mountain", "sea"], complaints);
    for (key, way) in [("land", Way::Land), ("mountain", Way::Mountain), ("sea", Way::Sea)] {
        for pair in list.need(key, complaints)?.items() {
            let ends: Vec<Name> =
                pair.items().iter().filter_map(|part| name(part, complaints)).collect();
            let [a, b] = ends[..] else {
                wrong(&pair, "a link has two ends", complaints);
                continue;
            };
            if a == b || board.find(a).is_none() || board.find(b).is_none() {
                wrong(
                    &pair,
                    format!("{a} - {b}: a link joins two provinces of the map"),
                    complaints,
                );
                continue;
            }
            if way == Way::Sea
                && [a, b].iter().any(|end| board.find(*end).is_some_and(|province| !province.coast))
            {
                wrong(&pair, format!("{a} - {b}: a sea route ends at coasts"), complaints);
            }
            if board.links.insert((a, b), way).is_some() {
                wrong(&pair, format!("{a} - {b} are linked twice"), complaints);
            }
            board.links.insert((b, a), way);
        }
    }
    Some(())
}

/// Checks the map as a whole.
fn whole(top: &Reader<'_>, board: &Board, complaints: &mut Complaints) {
    let wild: Vec<&Province> =
        board.provinces.iter().filter(|province| province.theater.is_none()).collect();
    if wild.len() != 1 {
        wrong(
            top,
            format!("there are {} wild provinces; there must be exactly one", wild.len()),
            complaints,
        );
    }
    for capital in [ROME, CARTHAGE] {
        if board.find(capital).is_none_or(|province| province.city != City::Major) {
            wrong(top, format!("{capital} must be a province with a major city"), complaints);
        }
    }
    for (side, capital) in [(Side::Rome, ROME), (Side::Carthage, CARTHAGE)] {
        if board.first_owner(capital) != Some(side) {
            wrong(top, format!("{capital} must belong to {side} at the start"), complaints);
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
        wrong(top, format!("{} cannot be reached", province.id), complaints);
    }
}
