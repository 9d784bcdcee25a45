//! Units that were destroyed because they had no square to fall back to.

use super::Teller;
use super::chain::LOST;
use super::facts::{Assault, End};
use crate::events::Cause;
use crate::names::UnitId;
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation};

impl Teller<'_> {
    /// Units that were destroyed because no square behind them was free: the blows, then the reason.
    pub(super) fn traps(&mut self, chains: &[Vec<Assault>]) -> Situation {
        let targets: Vec<UnitId> = chains.iter().map(|chain| chain[0].target).collect();
        let mut told = Vec::new();
        for chain in chains {
            let mut fall = self.fall(chain, false);
            self.begin_at(chain, &mut fall);
            told.extend(fall);
        }
        let events: Vec<u32> = chains.iter().flatten().flat_map(|one| one.events.clone()).collect();
        let none = if targets.len() == 2 {
            "neither of the two".into()
        } else {
            super::names::count(targets.len(), "unit")
                .lead(Lead::Understood)
                .headed("none of the", false)
        };
        let clause = Clause::new(none, "have").object("a square to fall back to");
        told.push(Sentence::told(clause, &events));
        let last = chains.iter().filter_map(|chain| chain.last());
        told.extend(last.filter_map(|last| self.last_of_all(last)));
        let points = targets.iter().map(|id| LOST + u32::from(self.names.kind(*id).points));
        let headline = self.ruin(&targets);
        Situation::new(points.sum(), told)
            .headline(headline)
            .run_in("No way out")
            .at(self.wing(&chains[0]))
    }

    /// A sentence that begins with who moved onto the squares to which a unit could fall back, where that was its undoing.
    pub(super) fn opened(&self, assault: &Assault, first: Clause) -> Sentence {
        let closers = self.names.sorted(assault.closers());
        if closers.is_empty() || assault.end != End::Destroyed(Cause::Blocked) {
            return Sentence::told(first, &assault.events);
        }
        let events: Vec<u32> =
            closers.iter().flat_map(|id| self.facts.moves[id].events.clone()).collect();
        let target = Np::Full(self.names.unit(assault.target));
        let clause = Clause::new(self.names.some(closers), "cut off").object(target);
        Sentence::told(clause, &events).then(Relation::Which, first).telling(&assault.events)
    }

    /// The clause that says why a unit had no square to fall back to.
    pub(super) fn cornered(&self, assault: &Assault) -> Clause {
        let target = self.names.unit(assault.target);
        let trap = &assault.trap;
        if trap.edge && trap.enemies.is_empty() && trap.friends.is_empty() {
            let back = if target.man {
                "with his back to the edge of the board"
            } else {
                "with their backs to the edge of the board"
            };
            return Clause::new(target, "stand").with(back);
        }
        if !trap.friends.is_empty() && !trap.plateau {
            let (retreat, both) = match (target.man, target.plural) {
                (true, _) => ("his retreat", "his own men and the enemy"),
                (false, true) => ("their retreat", "their own men and the enemy"),
                (false, false) => ("its retreat", "its own men and the enemy"),
            };
            if !trap.enemies.is_empty() || trap.barred {
                return Clause::new(Np::words(both), "block").object("every way back");
            }
            let friends = match trap.friends.len() {
                0..=2 => self.names.units(trap.friends.clone()),
                _ => self.names.tally(&trap.friends),
            };
            return Clause::new(Np::Full(friends), "block").object(retreat);
        }
        Clause::new(target, "have").object("no square to fall back to")
    }
}
