//! M8: options and their conditions.

use super::Field;
use crate::elements::ArmyId;
use crate::orders::Condition;

pub(crate) fn holds(field: &Field<'_>, id: ArmyId, when: &[Condition]) -> bool {
    when.iter().all(|condition| one(field, id, condition))
}

fn one(field: &Field<'_>, id: ArmyId, condition: &Condition) -> bool {
    let side = id.side();
    match condition {
        Condition::EnemyIn { enemy_in } => field.enemy_in(*enemy_in, side),
        Condition::FriendIn { friend_in } => {
            field.state.armies_of(side).any(|(other, army)| other != id && army.at == *friend_in)
        }
        Condition::Owner { owner: (place, owner) } => field.state.owned(*place, *owner),
        Condition::Besieged { besieged } => field.state.sieges.contains_key(besieged),
        Condition::Odds { odds: (place, ratio) } => {
            let own = field.state.army(id).map_or(0, |army| usize::from(army.size));
            let there = field.state.armies_of(side.other()).filter(|(_, army)| army.at == *place);
            ratio.reached(own, there.map(|(_, army)| usize::from(army.size)).sum())
        }
    }
}
