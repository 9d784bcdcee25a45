//! A line in the form in which cases write positions.

use super::super::line::{Lane, Line};
use super::super::plan::Role;
use serde_json::{Map, Value, json};

/// The position as a case would write it.
pub(super) fn shown(line: &Line) -> Value {
    let armies = Role::BOTH.map(|role| line.party(role).army().word());
    let lanes: Map<String, Value> = line
        .lanes
        .iter()
        .enumerate()
        .map(|(at, lane)| ((at + 1).to_string(), lane_shown(lane, armies)))
        .collect();
    let mut map = Map::new();
    map.insert("bound".to_owned(), json!(line.bound));
    map.insert("lanes".to_owned(), Value::Object(lanes));
    for (role, army) in Role::BOTH.into_iter().zip(armies) {
        let party = line.party(role);
        let shaken =
            party.shaken.iter().enumerate().filter(|(_, shaken)| **shaken).map(|(at, _)| at + 1);
        let side = json!({
            "own": party.own,
            "pips": party.pips,
            "reserve": party.reserve,
            "fled": party.fled,
            "lost": party.lost,
            "transit": party.transit.iter().map(|transit| transit.who).collect::<Vec<_>>(),
            "raiders": party.raiders.iter().map(|raider| raider.who).collect::<Vec<_>>(),
            "looted": party.looted.is_some(),
            "shaken": shaken.collect::<Vec<_>>(),
            "room": party.room,
        });
        map.insert(army.to_owned(), side);
    }
    Value::Object(map)
}

fn lane_shown(lane: &Lane, armies: [&str; 2]) -> Value {
    let mut files = Map::new();
    for (at, file) in &lane.files {
        let mut shown = Map::new();
        for (role, army) in Role::BOTH.into_iter().zip(armies) {
            let Some(man) = file.man(role) else { continue };
            shown.insert(army.to_owned(), json!(man.who));
            if let Some(rear) = man.rear {
                shown.insert(format!("{army}-rear"), json!(rear));
            }
            if let Some(turned) = man.turned {
                shown.insert(format!("{army}-turned"), json!(turned));
            }
        }
        if let Some(role) = file.apart {
            shown.insert("apart".to_owned(), json!(armies[role as usize]));
        }
        files.insert(at.to_string(), Value::Object(shown));
    }
    let mover = lane.mover.map(|role| armies[role as usize]);
    json!({
        "ground": lane.ground.features,
        "distance": lane.distance,
        "mover": mover,
        "crossed": lane.crossed,
        "files": files,
    })
}
