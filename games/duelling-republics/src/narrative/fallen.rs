//! The fallen of a record: the elements that each army lost for good on its way, in battle and before walls, as far as the
//! viewer knows their number. Whoever goes home or to another army is none of them.

use super::realm::Realm;
use crate::elements::ArmyId;
use crate::events::{Battles, Event, Movement, Politics, Sieges};
use engine::Chapter;
use engine::story::{Line, say};
use std::collections::BTreeMap;

/// The line that names them, army by army.
pub(super) fn balance(realm: &Realm<'_>, chapters: &[Chapter<Event>]) -> Vec<Line> {
    let sizes = realm.before.armies.iter().map(|(id, army)| (*id, u32::from(army.size)));
    let parts: Vec<Line> = count(sizes.collect(), chapters)
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(army, count)| say("fallen").with("who", realm.army_only(army)).with("count", count))
        .collect();
    if parts.is_empty() { Vec::new() } else { vec![say("balance").with("parts", parts)] }
}

/// What each army has lost, and how many it still is.
struct Roll {
    sizes: BTreeMap<ArmyId, u32>,
    lost: BTreeMap<ArmyId, u32>,
}

/// How many elements each army loses; `sizes` are those before.
fn count(sizes: BTreeMap<ArmyId, u32>, chapters: &[Chapter<Event>]) -> BTreeMap<ArmyId, u32> {
    let mut roll = Roll { sizes, lost: BTreeMap::new() };
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        match &entry.event {
            Event::Politics(event) => roll.politics(event),
            Event::Movement(event) => roll.movement(event),
            Event::Sieges(event) => roll.siege(event),
            Event::Battles(event) => roll.battle(event),
            // The end of a battle counts those who fell in it.
            Event::Fought(_)
            | Event::Sequence(_)
            | Event::Encounter(_)
            | Event::Players(_)
            | Event::Reports(_) => {}
        }
    }
    roll.lost
}

impl Roll {
    fn joins(&mut self, army: ArmyId, number: u16) {
        *self.sizes.entry(army).or_default() += u32::from(number);
    }

    fn leaves(&mut self, army: ArmyId, number: u32) {
        let size = self.sizes.entry(army).or_default();
        *size = size.saturating_sub(number);
    }

    fn loses(&mut self, army: ArmyId, number: usize) {
        let number = u32::try_from(number).expect("an army is small");
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
            // What others were allotted was hidden until now.
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
            Movement::Attrition { army, loses, .. } => self.loses(*army, usize::from(*loses)),
            Movement::Disbanded { army, surrender: false, .. } => {
                self.sizes.remove(army);
            }
            Movement::Disbanded { army, surrender: true, .. }
            | Movement::Destroyed { army, .. } => self.perishes(*army),
            Movement::Moved { .. }
            | Movement::Stayed { .. }
            | Movement::Retreated { .. }
            | Movement::Captured { .. } => {}
        }
    }

    fn siege(&mut self, event: &Sieges) {
        match event {
            Sieges::SiegeLostElement { army, lost } => self.loses(*army, lost.len()),
            Sieges::SiegeBegun { .. }
            | Sieges::SiegeFought { .. }
            | Sieges::SiegeThrow { .. }
            | Sieges::SiegeRoll { .. }
            | Sieges::SiegeLifted { .. }
            | Sieges::SiegeLeft { .. }
            | Sieges::SiegeWon { .. } => {}
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
    use super::count;
    use crate::elements::ArmyId::{Ca, Cb, Ra, Rb};
    use crate::events::{Doom, Event, Movement};
    use engine::{Chapter, Entry, Phase};

    /// What armies of twelve lose by these events.
    fn lost(events: Vec<Movement>) -> Vec<(crate::elements::ArmyId, u32)> {
        let entry = |(n, event)| Entry {
            n,
            rule: "M6".into(),
            event: Event::Movement(Box::new(event)),
            roll: None,
            order: None,
            code: None,
        };
        let chapter = Chapter {
            phase: Phase { name: "spring".into(), turn: 1, seat: None },
            answers: Vec::new(),
            events: (1..).zip(events).map(entry).collect(),
        };
        count([Ra, Rb, Ca, Cb].map(|id| (id, 12)).into(), &[chapter]).into_iter().collect()
    }

    fn attrition(army: crate::elements::ArmyId, loses: u16) -> Movement {
        let (causes, modifiers, coloured, lost) = Default::default();
        Movement::Attrition { army, causes, black: 6, modifiers, total: 6, coloured, loses, lost }
    }

    #[test]
    fn an_army_that_is_destroyed_falls_with_all_that_is_left_of_it() {
        let gone = Movement::Destroyed { army: Ra, why: Doom::NoRetreat };
        assert_eq!(lost(vec![attrition(Ra, 3), gone]), [(Ra, 12)]);
        let worn = Movement::Destroyed { army: Cb, why: Doom::Attrition };
        assert_eq!(lost(vec![attrition(Cb, 12), worn]), [(Cb, 12)]);
    }

    #[test]
    fn who_surrenders_is_lost_and_who_is_sent_home_or_elsewhere_is_not() {
        let ends = |army, surrender| Movement::Disbanded { army, size: 12, surrender };
        assert_eq!(lost(vec![ends(Rb, true)]), [(Rb, 12)]);
        assert_eq!(lost(vec![ends(Rb, false)]), []);
        let at = crate::names::Name::of("etruria");
        let given = |whole| Movement::Given {
            from: Ca,
            to: Cb,
            at,
            elements: Vec::new(),
            number: 5,
            general: None,
            whole,
        };
        let gone = Movement::Destroyed { army: Ca, why: Doom::Siege };
        assert_eq!(lost(vec![given(None), gone]), [(Ca, 7)]);
        let home = Movement::AlliesDisbanded { army: Ca, elements: Vec::new(), number: 4 };
        let gone = Movement::Destroyed { army: Ca, why: Doom::Siege };
        assert_eq!(lost(vec![home, gone]), [(Ca, 8)]);
    }
}
