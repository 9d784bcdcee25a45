//! The blows on one unit, as what it suffered and as what others did.

use super::Teller;
use super::facts::{Assault, Blow, Manner};
use crate::names::UnitId;
use engine::story::{Clause, Np};

/// Up to so many blows, struck in so many ways, every way is told; of more, only the worst is told apart.
const BLOWS: usize = 4;
const WAYS: usize = 3;

/// Those who struck in one way.
pub(super) type Group = (Manner, Vec<UnitId>);

/// Blows grouped by manner, those that decided last.
pub(super) fn groups(assault: &Assault) -> Vec<Group> {
    let manners: Vec<Manner> = assault.blows.iter().map(|blow| blow.manner).collect();
    let groups = gathered(assault, |manner| manner);
    if assault.blows.len() <= BLOWS && groups.len() <= WAYS {
        return groups;
    }
    let worst = |manner: &Manner| matches!(manner, Manner::Rear | Manner::Flank);
    let common = manners.iter().rfind(|manner| !worst(manner)).copied();
    gathered(assault, |manner| match common {
        Some(_) if !worst(&manner) => Manner::Front,
        Some(_) | None => manner,
    })
}

fn gathered(assault: &Assault, called: impl Fn(Manner) -> Manner) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for blow in &assault.blows {
        let manner = called(blow.manner);
        let mut units = vec![blow.by];
        if let Some(at) = groups.iter().position(|(other, _)| *other == manner) {
            units = [groups.remove(at).1, units].concat();
        }
        groups.push((manner, units));
    }
    groups
}

/// An attack in the active voice.
pub(super) fn act(by: impl Into<Np>, manner: Manner, target: impl Into<Np>) -> Clause {
    let (by, target) = (by.into(), target.into());
    match manner {
        Manner::Rear => Clause::new(by, "take").object(target).with("in the rear"),
        Manner::Flank => Clause::new(by, "take").object(target).with("in the flank"),
        Manner::Front => Clause::new(by, "attack").object(target),
        Manner::Charge => Clause::new(by, "charge").object(target),
        Manner::Missile => Clause::new(by, "shoot at").object(target),
        Manner::Pilum => Clause::new(by, "throw").object("pila").prep("at", target),
    }
}

/// An attack in the passive voice.
pub(super) fn suffer(target: impl Into<Np>, manner: Manner, by: impl Into<Np>) -> Clause {
    let (by, target) = (by.into(), target.into());
    let clause = |verb: &'static str| Clause::new(target, verb).passive();
    match manner {
        Manner::Rear => clause("take").with("in the rear").prep("by", by),
        Manner::Flank => clause("take").with("in the flank").prep("by", by),
        Manner::Front => clause("attack").prep("by", by),
        Manner::Charge => clause("charge").prep("by", by),
        Manner::Missile => clause("shoot at").prep("by", by),
        Manner::Pilum => clause("hit").prep("by the pila of", by),
    }
}

impl Teller<'_> {
    /// All attacks on a unit in one clause: `driven back by the pila of the First Hastati`; none if it was struck in
    /// the flank or in the rear.
    pub(super) fn at_a_blow(
        &self,
        assault: &Assault,
        target: &Np,
        verb: &'static str,
    ) -> Option<Clause> {
        let worst = |manner: Manner| matches!(manner, Manner::Rear | Manner::Flank);
        if assault.blows.is_empty() || assault.blows.iter().any(|blow| worst(blow.manner)) {
            return None;
        }
        let all = |fits: &dyn Fn(&Blow) -> bool| assault.blows.iter().all(fits);
        let by = if all(&|blow| blow.manner == Manner::Pilum) {
            "by the pila of"
        } else if all(&|blow| blow.manner == Manner::Missile && self.names.javelins(blow.by)) {
            "by the javelins of"
        } else {
            "by"
        };
        let who = self.names.some(assault.blows.iter().map(|blow| blow.by));
        Some(Clause::new(target.clone(), verb).passive().prep(by, Np::Full(who)))
    }

    /// The attacks on a unit, one clause each.
    pub(super) fn suffered(&self, assault: &Assault, target: &Np) -> Vec<Clause> {
        let groups = groups(assault).into_iter();
        let mut told: Vec<Clause> = groups
            .map(|(manner, by)| suffer(target.clone(), manner, Np::Full(self.names.some(by))))
            .collect();
        // "Taken in the rear by these, in the flank by those."
        for at in 1..told.len() {
            if told[at].verb == "take" && told[at - 1].verb == "take" {
                told[at].verb = "".into();
            }
        }
        told
    }

    /// A unit that is attacked, with what was wrong with it before.
    pub(super) fn target(&self, assault: &Assault) -> Np {
        let target = Np::from(self.names.unit(assault.target));
        if self.routed(assault) {
            target.apposed("already forced back once in this phase")
        } else if assault.earlier > 0 && !assault.blows.is_empty() {
            target.apposed("already hit this turn")
        } else {
            target
        }
    }

    /// True if an earlier record tells that a unit was forced back in this phase.
    pub(super) fn routed(&self, assault: &Assault) -> bool {
        let first = self.facts.assaults.iter().find(|other| other.target == assault.target);
        assault.again && first.is_some_and(|first| first.events == assault.events)
    }
}
