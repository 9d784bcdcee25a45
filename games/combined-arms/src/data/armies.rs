//! `armies.yaml`: the ready armies.

use super::{name, number, side, text, wrong};
use crate::data::chart::{Chart, ReadyArmy};
use crate::names::{Side, TypeName, UnitId};
use crate::rules::muster;
use engine::Reader;
use engine::data::Loading;

const VETERANS_MAX: usize = 4;

const FILE: &str = "armies.yaml";
/// Units of a normal army; a campaign army has a multiple of it.
const NORMAL: u8 = 16;

pub(super) fn read(loading: &mut Loading<'_>, chart: &Chart) -> Vec<ReadyArmy> {
    loading
        .take(FILE, |top| {
            let mut armies = Vec::new();
            if let Some(list) = top.need("armies") {
                for (key, entry) in list.entries("a map of armies").unwrap_or_default() {
                    armies.extend(army(&key.text, &entry, chart));
                }
            }
            for side in Side::BOTH {
                for factor in [1, 2] {
                    if muster::legal_armies(chart, side, NORMAL * factor, factor) == 0 {
                        wrong(
                            top,
                            format!("no army of {} units is allowed for {side}", NORMAL * factor),
                        );
                    }
                }
            }
            Some(armies)
        })
        .unwrap_or_default()
}

fn army(key: &str, entry: &Reader<'_>, chart: &Chart) -> Option<ReadyArmy> {
    let name = name(entry, key)?;
    let side = side(entry)?;
    let size = number(entry, "size", 64)?;
    let list = entry.need("units")?;
    let mut units = Vec::new();
    for (kind, count) in list.entries("a map from type to number")? {
        let Some(known) = TypeName::new(&kind.text).filter(|kind| chart.find_kind(*kind).is_some())
        else {
            wrong(&count, format!("`{}` is not a unit type", kind.text));
            continue;
        };
        let count = count.number("a number of units", 0, u32::from(size))?;
        units.push((known, count));
    }
    if size == 0 || size % NORMAL != 0 {
        wrong(entry, format!("{key}: an army has {NORMAL} units or a multiple of it"));
        return None;
    }
    let factor = size / NORMAL;
    for (_, no) in muster::unlawful(chart, side, &units, size, factor) {
        wrong(&list, format!("{key}: {}", no.reason));
    }
    let roster = chart.roster(&units);
    let mut veterans = Vec::new();
    for item in entry.need("veterans").map(|part| part.items()).unwrap_or_default() {
        let id = item.node.text().and_then(UnitId::new);
        match id.filter(|id| roster.iter().any(|(unit, _)| unit == id)) {
            Some(id) => veterans.push(id),
            None => wrong(&item, format!("{key}: this veteran is not in the army")),
        }
    }
    // As many as the printed option allows at least, and no more than any option.
    let (least, most) = (2 * usize::from(factor), VETERANS_MAX);
    if !(least..=most).contains(&veterans.len()) {
        let message =
            format!("{key}: {} veterans; there must be {least} to {most}", veterans.len());
        wrong(entry, message);
    }
    Some(ReadyArmy { name, side, size, note: text(entry, "note"), units, veterans })
}
