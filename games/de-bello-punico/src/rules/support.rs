//! 10.4: support. Rule 28, rulings R19 and R20.

use crate::field::Field;
use crate::names::Id;

/// 10.4: the friends who may support a unit now: in its rear hexes, of its group, facing as it does, steady, outside every
/// enemy ZdC, and not spent on another combat of this impulse. Straight back first, then clockwise.
pub(crate) fn eligible(field: &Field<'_>, unit: Id) -> Vec<Id> {
    let Some((stand, hex)) = field.unit(unit).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Vec::new();
    };
    if !stand.steady() {
        return Vec::new();
    }
    let friends = field
        .rear_hexes(hex, stand.facing)
        .filter_map(|hex| Some((hex, field.steady(stand.side, hex)?)));
    let fit = friends.filter(|(hex, (_, friend))| {
        let same = friend.facing == stand.facing && field.comrades(friend.kind, stand.kind);
        same && !friend.impulse.supported && field.zone(stand.side, *hex).is_none()
    });
    fit.map(|(_, (id, _))| id).collect()
}

/// The reason why a friend that was named cannot support a unit (10.4); none if it can.
pub(crate) fn unfit(field: &Field<'_>, unit: Id, friend: Id) -> Option<String> {
    if eligible(field, unit).contains(&friend) {
        return None;
    }
    let (Some(stand), Some(other)) = (field.unit(unit), field.unit(friend)) else {
        return Some(format!("{friend} is not in this battle"));
    };
    let (Some(hex), Some(there)) = (stand.hex(), other.hex()) else {
        return Some(format!("{friend} is off the map"));
    };
    Some(if other.side != stand.side {
        format!("{friend} is an enemy")
    } else if !field.rear_hexes(hex, stand.facing).any(|rear| rear == there) {
        format!("{friend} ({there}) is not in a rear hex of {unit} ({hex}/{})", stand.facing)
    } else if other.panic.is_some() {
        format!("{friend} is In fugam")
    } else if !field.comrades(other.kind, stand.kind) {
        format!("{} does not support {}", other.kind, stand.kind)
    } else if other.facing != stand.facing {
        format!("{friend} faces {}, but {unit} faces {}", other.facing, stand.facing)
    } else if other.impulse.supported {
        format!("{friend} has already supported another combat in this impulse")
    } else {
        format!("{friend} is in an enemy ZdC")
    })
}
