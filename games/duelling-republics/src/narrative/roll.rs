//! Keeps account, through a record, of each army's elements, of its place, and of the elements that it has lost for
//! good, as far as the viewer knows their number. An element that goes home or to another army is not lost.

use crate::asked::Query;
use crate::elements::ArmyId;
use crate::events::{Battles, Event, Movement, Politics, Sequence, Sieges};
use crate::names::Name;
use crate::state::State;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(super) struct Roll {
    sizes: BTreeMap<ArmyId, u32>,
    places: BTreeMap<ArmyId, Name>,
    pub(super) lost: BTreeMap<ArmyId, u32>,
    /// The army that the last event cost elements, in case its C-in-C is asked to choose them.
    cost: Option<ArmyId>,
}

impl Roll {
    pub(super) fn of(state: &State) -> Self {
        let sizes = state.armies.iter().map(|(id, army)| (*id, u32::from(army.size)));
        let places = state.armies.iter().map(|(id, army)| (*id, army.at));
        Self { sizes: sizes.collect(), places: places.collect(), ..Self::default() }
    }

    /// The number of elements that an army has now.
    pub(super) fn size(&self, army: ArmyId) -> u32 {
        self.sizes.get(&army).copied().unwrap_or_default()
    }

    pub(super) fn place(&self, army: ArmyId) -> Option<Name> {
        self.places.get(&army).copied()
    }

    /// Takes in an event. Returns the army whose C-in-C is asked which elements the event before cost it: they are lost
    /// only when they are chosen.
    pub(super) fn enter(&mut self, event: &Event) -> Option<ArmyId> {
        let cost = self.cost.take();
        match event {
            Event::Politics(event) => self.politics(event),
            Event::Movement(event) => self.movement(event),
            // Each army there loses one, which a viewer may not know by name.
            Event::Sieges(event) => {
                if let Sieges::SiegeLostElement { army, .. } = event.as_ref() {
                    self.loses(*army, 1);
                }
            }
            Event::Battles(event) => self.battle(event),
            Event::Sequence(event) => {
                if let Sequence::Asked { query: Query::Losses { army, number }, .. } =
                    event.as_ref()
                    && cost == Some(*army)
                {
                    *self.lost.entry(*army).or_default() -= u32::from(*number);
                    self.joins(*army, *number);
                    return cost;
                }
            }
            // The end of a battle counts those who fell in it.
            Event::Fought(_) | Event::Encounter(_) | Event::Players(_) | Event::Reports(_) => {}
        }
        None
    }

    fn joins(&mut self, army: ArmyId, number: u16) {
        *self.sizes.entry(army).or_default() += u32::from(number);
    }

    fn leaves(&mut self, army: ArmyId, number: u32) {
        let size = self.sizes.entry(army).or_default();
        *size = size.saturating_sub(number);
    }

    fn loses(&mut self, army: ArmyId, number: usize) {
        let number = u32::try_from(number).expect("an army has few elements");
        *self.lost.entry(army).or_default() += number;
        self.leaves(army, number);
    }

    /// An army is lost with all that is left of it.
    fn perishes(&mut self, army: ArmyId) {
        *self.lost.entry(army).or_default() += self.sizes.remove(&army).unwrap_or_default();
    }

    fn politics(&mut self, event: &Politics) {
        match event {
            Politics::Mustered { army, size, .. } | Politics::Raised { army, size, .. } => {
                self.sizes.insert(*army, u32::from(*size));
            }
            // The allocations of the others were hidden until now.
            Politics::Disclosed { known } => {
                let sizes = known.sizes.iter().map(|(id, size)| (*id, u32::from(*size)));
                self.sizes.extend(sizes);
            }
            Politics::Control { .. }
            | Politics::Drawn { .. }
            | Politics::RankThrow { .. }
            | Politics::Rank { .. }
            | Politics::Political { .. }
            | Politics::Resource { .. }
            | Politics::PassedOver { .. }
            | Politics::Command { .. } => {}
        }
    }

    fn movement(&mut self, event: &Movement) {
        match event {
            Movement::Recruited { army, number, .. } => self.joins(*army, *number),
            Movement::Given { from, to, number, .. } => {
                self.leaves(*from, u32::from(*number));
                self.joins(*to, *number);
            }
            Movement::AlliesDisbanded { army, number, .. } => {
                self.leaves(*army, u32::from(*number));
            }
            Movement::Attrition { army, loses, .. } => {
                self.loses(*army, usize::from(*loses));
                self.cost = Some(*army);
            }
            Movement::LossesChosen { army, number, .. } => self.loses(*army, usize::from(*number)),
            Movement::Disbanded { army, surrender: false, .. } => {
                self.sizes.remove(army);
            }
            Movement::Disbanded { army, surrender: true, .. }
            | Movement::Destroyed { army, .. } => self.perishes(*army),
            Movement::Moved { army, to, .. } | Movement::Retreated { army, to, .. } => {
                self.places.insert(*army, *to);
            }
            Movement::Stayed { .. } | Movement::Captured { .. } => {}
        }
    }

    fn battle(&mut self, event: &Battles) {
        match event {
            Battles::BattleOver { losses, counts: true, .. } => {
                for (army, lost) in losses {
                    self.loses(*army, lost.len());
                }
            }
            // A minor war is fought by armies that are nobody's on the map.
            Battles::BattleOver { counts: false, .. }
            | Battles::Contact { .. }
            | Battles::Joined { .. }
            | Battles::BattleCalled { .. }
            | Battles::PlanFiled { .. }
            | Battles::Mode { .. }
            | Battles::BattleStage { .. }
            | Battles::Succeeds { .. }
            | Battles::Chest { .. }
            | Battles::MinorWar { .. }
            | Battles::NoMinorWar { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Roll;
    use crate::elements::ArmyId::{self, Ca, Cb, Ra, Rb};
    use crate::events::{Doom, Event, Movement, Sequence, Sieges};

    /// The losses of armies of twelve by these events.
    fn lost(events: &[Event]) -> Vec<(ArmyId, u32)> {
        let mut roll =
            Roll { sizes: [Ra, Rb, Ca, Cb].map(|id| (id, 12)).into(), ..Roll::default() };
        for event in events {
            roll.enter(event);
        }
        roll.lost.into_iter().collect()
    }

    fn attrition(army: ArmyId, loses: u16) -> Event {
        let (causes, modifiers, coloured, lost) = Default::default();
        let (black, total) = (6, 6);
        Movement::Attrition { army, causes, black, modifiers, total, coloured, loses, lost }.into()
    }

    #[test]
    fn an_army_that_is_destroyed_falls_with_all_that_is_left_of_it() {
        let gone = Movement::Destroyed { army: Ra, why: Doom::NoRetreat }.into();
        assert_eq!(lost(&[attrition(Ra, 3), gone]), [(Ra, 12)]);
        let worn = Movement::Destroyed { army: Cb, why: Doom::Attrition }.into();
        assert_eq!(lost(&[attrition(Cb, 12), worn]), [(Cb, 12)]);
    }

    #[test]
    fn what_is_still_to_be_chosen_is_lost_when_it_is() {
        let query = crate::asked::Query::Losses { army: Ra, number: 3 };
        let asked = Sequence::Asked { seat: engine::Seat::new("r1"), query }.into();
        let thrown = [attrition(Ra, 3), asked];
        assert_eq!(lost(&thrown), [(Ra, 0)]);
        let chosen = Movement::LossesChosen { army: Ra, number: 3, lost: Vec::new() }.into();
        assert_eq!(lost(&[&thrown[..], &[chosen]].concat()), [(Ra, 3)]);
    }

    #[test]
    fn what_a_siege_costs_is_counted_by_those_too_who_may_not_know_what_it_was() {
        let starved = Sieges::SiegeLostElement { army: Ra, lost: Vec::new() }.into();
        assert_eq!(lost(&[starved]), [(Ra, 1)]);
    }

    #[test]
    fn who_surrenders_is_lost_and_who_is_sent_home_or_elsewhere_is_not() {
        let ends = |army, surrender| Movement::Disbanded { army, size: 12, surrender }.into();
        assert_eq!(lost(&[ends(Rb, true)]), [(Rb, 12)]);
        assert_eq!(lost(&[ends(Rb, false)]), []);
        let at = crate::names::Name::of("etruria");
        let given = |whole| {
            let (elements, general) = (Vec::new(), None);
            Movement::Given { from: Ca, to: Cb, at, elements, number: 5, general, whole }.into()
        };
        let gone = || Movement::Destroyed { army: Ca, why: Doom::Siege }.into();
        assert_eq!(lost(&[given(None), gone()]), [(Ca, 7)]);
        let home = Movement::AlliesDisbanded { army: Ca, elements: Vec::new(), number: 4 };
        assert_eq!(lost(&[home.into(), gone()]), [(Ca, 8)]);
    }
}
