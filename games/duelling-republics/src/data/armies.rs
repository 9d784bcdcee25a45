//! `armies.yaml`: core lists, contingents, the armies at the start, minor wars.

use super::chart::{MinorRow, Roll, StartArmy};
use super::map::Board;
use super::{key_name, name, number, roll, small, text, troop, word, wrong};
use crate::elements::{ArmyId, Side, Troop};
use crate::names::{Name, Rank};
use engine::Reader;
use engine::data::Loading;
use std::collections::BTreeMap;

/// The number of slots in each form of the core lists.
const FORMS: [(&str, usize); 2] = [("standard", 12), ("expanded", 16)];
/// Slots of an allied contingent.
const CONTINGENT: usize = 6;
/// Slots of an army of a minor war.
const MINOR: usize = 12;
/// The name that stands for the core list of a province's owner.
const NATION: &str = "nation";

/// The contents of `armies.yaml`.
pub(super) struct Forces {
    pub(super) core: [[Roll; 2]; 2],
    pub(super) allied: BTreeMap<(Side, Name), Roll>,
    pub(super) allied_limit: usize,
    pub(super) separate_from: usize,
    pub(super) year_bc: u16,
    pub(super) initiative: Side,
    pub(super) small: usize,
    pub(super) start: Vec<StartArmy>,
    pub(super) raised: usize,
    pub(super) raise_at: [Vec<Name>; 2],
    pub(super) armies_max: usize,
    pub(super) minor_rows: Vec<MinorRow>,
    pub(super) minor_lists: BTreeMap<Name, Roll>,
}

pub(super) fn read(loading: &mut Loading<'_>, board: Option<&Board>) -> Option<Forces> {
    let board = board?;
    loading.take("armies.yaml", |top| {
        let core = core(&top.need("core")?)?;
        let allies = top.need("allied")?;
        let allied = allied(&allies, board)?;
        let start_part = top.need("start")?;
        let small_army = small(&start_part, "size_small")?;
        let start = start(&start_part, board, &core, small_army)?;
        let raising = top.need("raising")?;
        let minor = top.need("minor_wars")?;
        let minor_lists = minor_lists(&minor)?;
        let minor_rows = minor_rows(&minor, board, &minor_lists)?;
        Some(Forces {
            core,
            allied,
            allied_limit: small(&allies, "limit_without_province")?,
            separate_from: small(&allies, "separate_command_from")?,
            year_bc: number(&start_part, "year_bc", 1, 999)?,
            initiative: side(&start_part.need("initiative")?)?,
            small: small_army,
            start,
            raised: small(&raising, "free_elements")?,
            raise_at: raise_at(&raising, board)?,
            armies_max: small(&raising, "max_armies")?,
            minor_rows,
            minor_lists,
        })
    })
}

fn side(reader: &Reader<'_>) -> Option<Side> {
    word(reader, "side", &["rome", "carthage"], &Side::BOTH)
}

fn core(part: &Reader<'_>) -> Option<[[Roll; 2]; 2]> {
    let of = |form: (&str, usize), side: Side| {
        let part = part.need(form.0)?.need(side.word())?;
        part.need("source");
        roll(&part, side.word(), form.1)
    };
    let lists = [
        [of(FORMS[0], Side::Rome)?, of(FORMS[0], Side::Carthage)?],
        [of(FORMS[1], Side::Rome)?, of(FORMS[1], Side::Carthage)?],
    ];
    for side in Side::BOTH {
        let mut rest = lists[1][side as usize].slots.0.clone();
        for slot in &lists[0][side as usize].slots.0 {
            match rest.iter().position(|other| other == slot) {
                Some(at) => drop(rest.remove(at)),
                None => wrong(
                    part,
                    format!("the standard list of {side} does not fit into the expanded one"),
                ),
            }
        }
    }
    Some(lists)
}

fn allied(part: &Reader<'_>, board: &Board) -> Option<BTreeMap<(Side, Name), Roll>> {
    part.need("source");
    let lists = part.need("lists")?;
    let mut allied = BTreeMap::new();
    for side in Side::BOTH {
        let of_side = lists.need(side.word())?;
        for (theater, _) in &board.theaters {
            if let Some(list) = of_side.need(theater.as_str()) {
                allied.extend(
                    roll(&list, theater.as_str(), CONTINGENT).map(|roll| ((side, *theater), roll)),
                );
            }
        }
        let known: Vec<&str> = board.theaters.iter().map(|(name, _)| name.as_str()).collect();
        of_side.only(&known);
    }
    Some(allied)
}

/// The elements of an army at the start by default, in both forms of the lists; `size` if it is not full.
fn rosters(
    chosen: &Reader<'_>,
    id: ArmyId,
    core: &[[Roll; 2]; 2],
    size: Option<usize>,
) -> Option<[Vec<Troop>; 2]> {
    let mut elements = [Vec::new(), Vec::new()];
    for (form, (called, full)) in FORMS.into_iter().enumerate() {
        let list = chosen.need(called)?;
        let troops: Vec<Troop> = list.items().iter().filter_map(|part| troop(part)).collect();
        let roll = &core[form][id.side() as usize];
        let due = size.unwrap_or(full);
        if troops.len() != due || troops.first() != Some(&roll.general) || !roll.slots.fits(&troops)
        {
            let message =
                format!("{id} needs {due} elements of the core list, the general's first");
            wrong(&list, message);
        }
        elements[form] = troops;
    }
    Some(elements)
}

fn start(
    part: &Reader<'_>,
    board: &Board,
    core: &[[Roll; 2]; 2],
    small_army: usize,
) -> Option<Vec<StartArmy>> {
    part.need("source");
    let defaults = part.need("default_elements")?;
    let armies = part.need("armies")?;
    armies.only(&["ra", "rb", "ca", "cb"]);
    let mut start = Vec::new();
    for id in ArmyId::CAMPAIGN {
        let entry = armies.need(id.word())?;
        let at = name(&entry.need("at")?)?;
        if board.first_owner(at) != Some(id.side()) || side(&entry.need("side")?) != Some(id.side())
        {
            wrong(&entry, format!("{id} must start in a province of its own side"));
        }
        let full = word(&entry.need("size")?, "size", &["small", "full"], &[false, true])?;
        let rank = word(&entry.need("rank")?, "rank", Rank::WORDS, Rank::ALL)?;
        let chosen = defaults.need(id.word())?;
        let elements = rosters(&chosen, id, core, (!full).then_some(small_army))?;
        let name = text(&entry, "name")?;
        start.push(StartArmy { id, rank, name, at, full, elements });
    }
    for side in Side::BOTH {
        let mut ranks: Vec<Rank> =
            start.iter().filter(|army| army.id.side() == side).map(|army| army.rank).collect();
        ranks.sort_unstable();
        if ranks != [Rank::I, Rank::II] {
            wrong(&armies, format!("{side} must have one army I and one army II"));
        }
    }
    Some(start)
}

fn raise_at(part: &Reader<'_>, board: &Board) -> Option<[Vec<Name>; 2]> {
    part.need("source");
    let places = part.need("places")?;
    let of = |side: Side| {
        let list = places.need(side.word())?;
        let names: Vec<Name> = list.items().iter().filter_map(|part| name(part)).collect();
        if names.is_empty() || names.iter().any(|name| board.first_owner(*name).is_none()) {
            wrong(&list, format!("{side} must raise armies in provinces of the map"));
        }
        Some(names)
    };
    Some([of(Side::Rome)?, of(Side::Carthage)?])
}

fn minor_lists(part: &Reader<'_>) -> Option<BTreeMap<Name, Roll>> {
    part.need("source");
    let mut lists = BTreeMap::new();
    for (key, entry) in part.need("lists")?.entries("a map of armies")? {
        let name = key_name(&key.text, &entry);
        entry.need("source");
        lists.extend(name.zip(roll(&entry, &key.text, MINOR)));
    }
    Some(lists)
}

fn minor_rows(
    part: &Reader<'_>,
    board: &Board,
    lists: &BTreeMap<Name, Roll>,
) -> Option<Vec<MinorRow>> {
    let mut rows = Vec::new();
    for (at, entry) in part.need("rows")?.items().iter().enumerate() {
        if number(entry, "row", 1, 99) != Some(at + 1) {
            wrong(entry, "rows are numbered from 1");
        }
        let names = |key: &str| -> Option<Vec<Name>> {
            let list = entry.need(key)?;
            Some(list.items().iter().filter_map(|part| name(part)).collect())
        };
        let (region, left, right) = (names("region")?, names("left")?, names("right")?);
        if region.is_empty() || region.iter().any(|place| board.first_owner(*place).is_none()) {
            wrong(entry, "a row names provinces that can be owned");
        }
        let known = |name: &&Name| !lists.contains_key(name) && name.as_str() != NATION;
        for odd in left.iter().chain(&right).filter(known) {
            wrong(entry, format!("there is no army `{odd}`"));
        }
        if left.is_empty() || right.is_empty() || left.iter().any(|name| name.as_str() == NATION) {
            wrong(
                entry,
                "each column must name an army, and the left column must give the army's own name",
            );
        }
        rows.push(MinorRow { region, left, right });
    }
    let named =
        |name: &Name| rows.iter().any(|row| row.left.contains(name) || row.right.contains(name));
    for odd in lists.keys().filter(|name| !named(name)) {
        wrong(part, format!("no row names the army `{odd}`"));
    }
    Some(rows)
}
