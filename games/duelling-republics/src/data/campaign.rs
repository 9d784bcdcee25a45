//! `campaign.yaml`: the numbers of the campaign, options, players, standing orders.

use super::chart::{Attrition, OptionRow, Points, SiegeNumbers, Stops};
use super::map::Board;
use super::{number, points, small, wrong};
use crate::elements::{ArmyId, Side, Troop};
use crate::events::Hardship;
use crate::names::{Gaul, Season};
use crate::policy::Policy;
use crate::policy::read::defaults;
use engine::Reader;
use engine::data::Loading;
use std::collections::BTreeMap;

/// The contents of `campaign.yaml`.
pub(super) struct Numbers {
    pub(super) stops: Stops,
    pub(super) attrition: Attrition,
    pub(super) siege: SiegeNumbers,
    pub(super) points: Points,
    pub(super) ally_cost: u16,
    pub(super) loot_chest: bool,
    pub(super) options: Vec<OptionRow>,
    pub(super) seats: [Vec<String>; 2],
    pub(super) split: BTreeMap<usize, [usize; 2]>,
    pub(super) standing: Policy,
    pub(super) gaul: [Gaul; 2],
}

pub(super) fn read(loading: &mut Loading<'_>, _: Option<&Board>) -> Option<Numbers> {
    loading.take("campaign.yaml", |top| {
        sequence(top);
        let chest = top.need("warchest")?;
        chest.need("source");
        let players = top.need("players")?;
        let (standing, gaul) = standing(&top.need("standing_defaults")?)?;
        let seats = seats(&players)?;
        Some(Numbers {
            stops: stops(&top.need("movement")?)?,
            attrition: attrition(&top.need("attrition")?)?,
            siege: siege(&top.need("siege")?)?,
            points: victory(&top.need("victory_points")?)?,
            ally_cost: number(&chest, "allied_element_cost", 0, 99)?,
            loot_chest: value(&chest.need("looted_to_winner")?)?,
            options: options(&top.need("options")?)?,
            split: split(&players, &seats)?,
            seats,
            standing,
            gaul,
        })
    })
}

/// The sequence of play is the program's; the file must tell the same.
fn sequence(top: &Reader<'_>) -> Option<()> {
    let part = top.need("sequence")?;
    let words = |key: &str| -> Option<Vec<String>> {
        let list = part.need(key)?;
        Some(list.items().iter().filter_map(|part| part.node.text().map(str::to_owned)).collect())
    };
    if words("seasons")? != Season::WORDS {
        wrong(&part, format!("the seasons are {}", Season::WORDS.join(", ")));
    }
    if words("move_order")? != ["initiative-I", "other-I", "initiative-II", "other-II"] {
        wrong(&part, "the order of moves is initiative-I, other-I, initiative-II, other-II");
    }
    Some(())
}

/// `{value: ..., source: ...}` with a truth in it.
fn value(reader: &Reader<'_>) -> Option<bool> {
    reader.need("source");
    reader.need("value")?.truth("true or false")
}

fn stops(part: &Reader<'_>) -> Option<Stops> {
    part.need("source");
    let ends = part.need("ends_on")?;
    ends.only(&["enemy_army", "wild", "mountain", "water", "enemy_province"]);
    for always in ["enemy_army", "wild"] {
        let entry = ends.need(always)?;
        if value(&entry) != Some(true) {
            wrong(&entry, format!("the list must include {always}, which always ends a move"));
        }
    }
    Some(Stops {
        mountain: value(&ends.need("mountain")?)?,
        water: value(&ends.need("water")?)?,
        enemy_province: value(&ends.need("enemy_province")?)?,
    })
}

fn attrition(part: &Reader<'_>) -> Option<Attrition> {
    part.need("source");
    let causes: Vec<&str> =
        part.need("causes")?.items().iter().filter_map(|part| part.node.text()).collect();
    if causes != Hardship::WORDS {
        wrong(part, format!("the causes are {}", Hardship::WORDS.join(", ")));
    }
    let list = part.need("modifiers")?;
    let known = [
        "friendly_both_ends",
        "hostile_landing",
        "punic_at_sea",
        "winter_move",
        "great_host",
        "hostile_quarters",
    ];
    list.only(&known);
    let of = |key: &str| {
        let entry = list.need(key)?;
        entry.need("when");
        number(&entry, "value", -9, 9)
    };
    let [friendly_both_ends, hostile_landing, punic_at_sea] =
        [of(known[0])?, of(known[1])?, of(known[2])?];
    let [winter_move, great_host, hostile_quarters] = [of(known[3])?, of(known[4])?, of(known[5])?];
    let hits_at_most = number(part, "black_hits_at_most", 0, 6)?;
    Some(Attrition {
        hits_at_most,
        friendly_both_ends,
        hostile_landing,
        punic_at_sea,
        winter_move,
        great_host,
        hostile_quarters,
    })
}

fn siege(part: &Reader<'_>) -> Option<SiegeNumbers> {
    part.need("source");
    let bonus = part.need("besieged_bonus")?;
    let of = |reader: &Reader<'_>, key: &str| number(reader, key, 0, 99);
    Some(SiegeNumbers {
        army: of(&bonus, "army")?,
        city: of(&bonus, "city")?,
        both: of(&bonus, "both")?,
        per_turn: of(part, "besieger_per_turn")?,
        first: of(part, "first_roll_counts")?,
    })
}

fn victory(part: &Reader<'_>) -> Option<Points> {
    part.need("source");
    if points(part, "floor")? != 0 {
        wrong(part, "a score never goes below 0");
    }
    let of = |key: &str| points(part, key);
    let (resource, camp, element, general) =
        (of("resource")?, of("camp")?, of("element")?, of("general")?);
    let (lost_army, lost, won) =
        (of("lost_army")?, of("lost_battle_or_siege")?, of("won_battle_or_siege")?);
    let (disbanded, minor_city, major_city) =
        (of("disbanded")?, of("minor_city")?, of("major_city")?);
    let disbanded_from = small(part, "disbanded_from")?;
    Some(Points {
        resource,
        camp,
        element,
        general,
        lost_army,
        lost,
        won,
        disbanded,
        disbanded_from,
        minor_city,
        major_city,
    })
}

/// The options that the program knows.
const OPTIONS: [&str; 9] = [
    "years",
    "tempo",
    "battles",
    "brisk_plans",
    "minor_wars",
    "rosters",
    "first_year",
    "deadline_misses_to_vacant",
    "handicap",
];

fn options(part: &Reader<'_>) -> Option<Vec<OptionRow>> {
    part.only(&OPTIONS);
    let mut rows = Vec::new();
    for key in OPTIONS {
        let entry = part.need(key)?;
        let default = entry.need("default")?;
        let default_text = match default.node.text() {
            Some(text) => text.to_owned(),
            None => {
                let of = |side: Side| number(&default, side.word(), 0, 99);
                format!("{}/{}", of(Side::Rome)?, of(Side::Carthage)?)
            }
        };
        let mut choices: Vec<String> = Vec::new();
        for item in entry.get("choices").map(|part| part.items()).unwrap_or_default() {
            choices.extend(item.node.text().map(str::to_owned));
        }
        if matches!(default_text.as_str(), "true" | "false") {
            choices = vec!["true".to_owned(), "false".to_owned()];
        }
        if !choices.is_empty() && !choices.contains(&default_text) {
            wrong(&default, format!("{key}: the default is not among the choices"));
        }
        let ends: Vec<u32> = entry
            .get("range")
            .map(|part| part.items())
            .unwrap_or_default()
            .iter()
            .filter_map(|part| part.number("a number", 0, 999))
            .collect();
        let range = <[u32; 2]>::try_from(ends).ok().map(|[low, high]| (low, high));
        if range.is_some_and(|(low, high)| {
            default_text.parse().is_ok_and(|at: u32| at < low || at > high)
        }) {
            wrong(&default, format!("{key}: the default is out of its range"));
        }
        let note =
            entry.get("note").and_then(|part| part.text("a note")).unwrap_or_default().to_owned();
        rows.push(OptionRow { name: key.to_owned(), choices, range, default: default_text, note });
    }
    Some(rows)
}

fn seats(part: &Reader<'_>) -> Option<[Vec<String>; 2]> {
    let list = part.need("seats")?;
    let of = |side: Side| -> Option<Vec<String>> {
        let items = list.need(side.word())?.items();
        Some(items.iter().filter_map(|part| part.text("a seat").map(str::to_owned)).collect())
    };
    Some([of(Side::Rome)?, of(Side::Carthage)?])
}

fn split(part: &Reader<'_>, seats: &[Vec<String>; 2]) -> Option<BTreeMap<usize, [usize; 2]>> {
    let (min, max) = (small(part, "min")?, small(part, "max")?);
    let list = part.need("split")?;
    let mut split = BTreeMap::new();
    for players in min..=max {
        let entry = list.need(&players.to_string())?;
        let shares: Vec<usize> =
            entry.items().iter().filter_map(|part| part.number("players", 1, 9)).collect();
        let [rome, carthage] = shares[..] else {
            wrong(&entry, "the numbers of players of Rome and of Carthage");
            continue;
        };
        let fits =
            rome <= seats[0].len() && carthage <= seats[1].len() && rome >= 2 && carthage >= 2;
        if rome + carthage != players || rome.abs_diff(carthage) > 1 || !fits {
            wrong(
                &entry,
                format!(
                    "divide {players} players as equally as possible, with at least two on each \
                     side"
                ),
            );
        }
        split.insert(players, [rome, carthage]);
    }
    Some(split)
}

/// Standing orders of one who gives none; the same for every army but for what it wants in Transalpine Gaul.
fn standing(part: &Reader<'_>) -> Option<(Policy, [Gaul; 2])> {
    part.need("source");
    let wish = part.need("gaul")?;
    let of = |side: Side| {
        let entry = wish.need(side.word())?;
        super::word(&entry, "wish", Gaul::WORDS, Gaul::ALL)
    };
    let gaul = [of(Side::Rome)?, of(Side::Carthage)?];
    let army = defaults(part)?;
    let mut losses = army.losses.clone().unwrap_or_default();
    losses.sort_unstable();
    if losses != Troop::ALL {
        wrong(part, "`losses` names each type of troops once");
    }
    let mut policy = Policy::default();
    for id in ArmyId::CAMPAIGN {
        if let Some(slot) = policy.slot(id) {
            *slot = Some(army.clone());
        }
    }
    Some((policy, gaul))
}
