//! The attacks within a move: for each own unit and each enemy that it could have before it, the best place to strike from.

use super::survey::{Lattice, Piece, Survey, Way, Who, front, rear};
use crate::DeBelloPunico;
use crate::field::Field;
use crate::form::fight;
use crate::geometry::SIDES;
use crate::names::{Kind, Side};
use crate::rules::movement;
use crate::state::{Place, State};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most attacks shown for one unit.
const MOST: usize = 3;

/// Attacks that can be made at once, as values for the form: each with its hex, the way there and the cost.
pub(crate) fn reach(rules: &DeBelloPunico, view: &State, side: Side) -> Vec<Value> {
    let field = Field::new(&rules.printed, view);
    let lattice = Lattice::new(field.grid());
    let survey = Survey::new(&field, &lattice, side);
    let mut all = Vec::new();
    for piece in &survey.own {
        if movement::movable(&field, side, piece.id).is_err()
            || view.stage.impulse() > Some(crate::state::Impulse::Movement)
        {
            continue;
        }
        let ways = survey.ways(piece, piece.note.mp);
        let mut best: BTreeMap<usize, (i16, &Way)> = BTreeMap::new();
        for way in ways.all.iter().filter(|way| way.mp > 0 && !way.left_zone) {
            for side in front(way.face) {
                let Some(Who::Foe(foe)) = survey.at.get(survey.lattice.next[way.hex][side]) else {
                    continue;
                };
                let worth = advantage(&survey, piece, way, *foe);
                if best.get(foe).is_none_or(|(other, old)| (worth, old.mp) > (*other, way.mp)) {
                    best.insert(*foe, (worth, way));
                }
            }
        }
        let mut found: Vec<(i64, Value)> = Vec::new();
        for (foe, (_, way)) in best {
            let mut after = view.clone();
            if let Some(unit) = after.units.get_mut(&piece.id) {
                (unit.place, unit.facing) = (Place::On(lattice.hexes[way.hex]), SIDES[way.face]);
                unit.half.straight = way.straight;
            }
            let there = lattice.hexes[survey.foe[foe].hex];
            let mut value = fight(
                &Field::new(&rules.printed, &after),
                piece.id,
                Some(survey.foe[foe].id),
                there,
            );
            value["from"] = json!(format!("{}/{}", lattice.hexes[way.hex], SIDES[way.face]));
            value["mp"] = json!(way.mp);
            value["path"] = json!(ways.course(&lattice, way));
            found.push((value["edge"].as_i64().unwrap_or(0), value));
        }
        found.sort_by_key(|(edge, _)| std::cmp::Reverse(*edge));
        all.extend(found.into_iter().take(MOST).map(|(_, value)| value));
    }
    all
}

/// The modifiers that a place adds to an attack: the enemy's back, a straight run, friends behind.
fn advantage(survey: &Survey<'_>, piece: &Piece<'_>, way: &Way, foe: usize) -> i16 {
    let foe = &survey.foe[foe];
    let behind = foe.steady()
        && rear(foe.face).into_iter().any(|side| survey.lattice.next[foe.hex][side] == way.hex);
    let run = piece.unit.kind == Kind::El && way.straight >= 4;
    let backs = |side: &usize| {
        let hex = survey.lattice.next[way.hex][*side];
        let Some(Who::Own(friend)) = survey.at.get(hex) else { return false };
        let friend = &survey.own[*friend];
        let same = friend.id != piece.id
            && friend.note.support == piece.note.support
            && friend.face == way.face;
        same && friend.steady() && survey.hostile[hex] == 0
    };
    let friends =
        i16::try_from(rear(way.face).iter().filter(|side| backs(side)).count()).expect("two sides");
    i16::from(run) + friends + if behind { i16::from(piece.note.rear_bonus) } else { 0 }
}
