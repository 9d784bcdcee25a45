//! One attack and its result. The sentence follows from the result, from the angle of the attack, and from the weakness
//! of its target; the second and third time in a report it takes another plain form.

use super::facts::{Angle, Check, Clash, Manner};
use super::names::remark;
use super::{Teller, ground, memory};
use crate::data::CombatResult;
use crate::events::Fate;
use crate::names::Id;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Text, number};

/// An attack that destroys in at most this many cases of a hundred is against the odds: one in six.
const LONG_ODDS: u32 = 16;

impl Teller<'_> {
    /// The clause on an attack, by its angle.
    pub(super) fn attack(&self, clash: &Clash, target: Option<Np>, passive: bool) -> Clause {
        let by: Np = self.names.units(clash.fight.by.clone()).into();
        let target = target.unwrap_or_else(|| self.names.units(clash.fight.against.clone()).into());
        let spot = ground::spot(self.printed, clash.hex());
        let (verb, angle) = match clash.angle() {
            Angle::Rear if !passive && clash.came_up => {
                return Clause::new(by, "come up behind").object(target).maybe(spot);
            }
            Angle::Rear => ("take", Some("from behind")),
            Angle::Flank => ("take", Some("in the flank")),
            Angle::Mixed => ("attack", Some("from two sides")),
            Angle::Front => ("attack", None),
        };
        if passive {
            let clause = Clause::new(target, verb).passive().maybe(angle).maybe(spot);
            return clause.prep("by", by);
        }
        Clause::new(by, verb).object(target).maybe(angle).maybe(spot)
    }

    pub(super) fn strike(&mut self, clash: &Clash) -> Vec<Sentence> {
        let (killed, broken) =
            (clash.lost(&clash.fight.against), clash.broke(&clash.fight.against));
        let (fallen, upset) = (clash.lost(&clash.fight.by), clash.broke(&clash.fight.by));
        if !killed.is_empty() {
            return self.destroyed(clash, &killed, &broken);
        }
        if !broken.is_empty() {
            return vec![self.shaken(clash, &broken)];
        }
        if !fallen.is_empty() {
            return self.failed(clash, &fallen, &upset);
        }
        if !upset.is_empty() {
            return vec![self.recoiled(clash, &upset)];
        }
        let sentence = Sentence::told(self.attack(clash, None, false), &clash.events);
        vec![self.vain(sentence, clash)]
    }

    /// True if an attack that hurt nobody made only the attackers check.
    pub(super) fn beaten_off(clash: &Clash) -> bool {
        let tested = |units: &[Id]| clash.checks.iter().any(|check| units.contains(&check.unit));
        tested(&clash.fight.by) && !tested(&clash.fight.against)
    }

    /// Adds that an attack locked the two or parted them, was beaten off, or did not move its target.
    pub(super) fn vain(&self, sentence: Sentence, clash: &Clash) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        if !clash.locked.is_empty() {
            let fresh = |units: &[Id]| {
                let met = |id: &Id| clash.locked.iter().any(|link| link.other(*id).is_some());
                self.names.units(units.iter().copied().filter(met))
            };
            let lock = Clause::new(fresh(&clash.fight.by), "lock");
            let lock = lock.object(fresh(&clash.fight.against)).with("in combat");
            sentence.then(Relation::And, lock)
        } else if clash.held {
            let stay = Clause::new(by, "stay").with("locked in combat").prep("with", target);
            sentence.then(Relation::And, stay)
        } else if let Some((n, locks)) = clash.parted {
            let (by, against) = (clash.fight.by.len(), clash.fight.against.len());
            if locks == by * against {
                let all = if locks == 1 { "the two" } else { "all of them" };
                let apart = Clause::new(Np::words(all), "come apart");
                return sentence.telling(&[n]).then(Relation::And, apart);
            }
            // `bonds` names them.
            let locks = if locks == 1 { "the lock" } else { "the locks" };
            sentence.then(Relation::And, Clause::new(Np::words(locks), "break"))
        } else if Self::beaten_off(clash) {
            sentence.then(Relation::But, Clause::new(by, "beat off").passive())
        } else if ends_with(&sentence.main, &target) {
            sentence.then(Relation::Which, Clause::new(target, "hold"))
        } else {
            // "but the Second Ligurians held" would name them twice.
            let main = sentence.main.clone().with("without effect");
            Sentence { main, ..sentence }
        }
    }

    fn destroyed(&mut self, clash: &Clash, killed: &[Id], broken: &[Id]) -> Vec<Sentence> {
        let whole = killed.len() == clash.fight.against.len();
        let thrown = if let [one] = killed { throw(clash, *one) } else { None };
        let fault: Option<Text> = match killed {
            [one] if whole && thrown.is_none() && clash.disordered.contains(one) => {
                Some(remark("already in disorder"))
            }
            _ if whole && clash.has("defender-reform") => Some(remark("caught re-forming")),
            _ => None,
        };
        let sentence = if whole {
            self.destroyed_whole(clash, fault.as_ref())
        } else {
            self.destroyed_in_part(clash, killed, broken)
        };
        let mut told = vec![sentence];
        if let [one] = killed {
            told.extend(self.luck(clash, *one, thrown, false));
        }
        told
    }

    /// An attack that destroyed all whom it struck; `fault` says what was wrong with them.
    fn destroyed_whole(&mut self, clash: &Clash, fault: Option<&Text>) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        let topic = || match fault {
            Some(fault) => Np::from(target.clone()).apposed(fault.clone()),
            None => target.clone().into(),
        };
        let (thing, forms) = match clash.angle() {
            Angle::Front => ("kill", 3),
            Angle::Flank => ("kill in the flank", 2),
            Angle::Rear => ("kill from behind", 2),
            Angle::Mixed => ("kill from two sides", 2),
        };
        let form = self.form(thing, forms);
        let attack = self.attack(clash, Some(topic()), false);
        let caught = clash.has("defender-reform");
        match form {
            0 if caught => self.caught(clash),
            // A remark with more words behind it would part the verb from them.
            0 if fault.is_none() || attack.rest.is_empty() => Sentence::told(attack, &clash.events)
                .then(Relation::And, Clause::new(by, "destroy").object(target)),
            0 | 1 => Sentence::told(self.attack(clash, Some(topic()), true), &clash.events)
                .then(Relation::And, Clause::new(topic(), "destroy").passive()),
            _ => {
                let clause = if fault.is_some() {
                    Clause::new(topic(), "destroy").passive().prep("by", by)
                } else {
                    Clause::new(by, "destroy").object(target)
                };
                let spot = ground::spot(self.printed, clash.hex());
                Sentence::told(clause.maybe(spot).with("in another attack"), &clash.events)
            }
        }
    }

    /// An attack that destroyed units while they re-formed.
    fn caught(&self, clash: &Clash) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        let caught = Clause::new(by.clone(), "catch").object(target.clone()).with("re-forming");
        let caught = caught.maybe(ground::spot(self.printed, clash.hex()));
        let sentence = Sentence::told(caught, &clash.events);
        let (verb, how) = match clash.angle() {
            Angle::Front => ("attack", None),
            Angle::Flank => ("take", Some("in the flank")),
            Angle::Rear => ("take", Some("from behind")),
            Angle::Mixed => ("attack", Some("from two sides")),
        };
        let sentence = match how {
            None => sentence,
            Some(how) => {
                let attack = Clause::new(by.clone(), verb).object(target.clone()).with(how);
                sentence.then(Relation::Comma, attack)
            }
        };
        sentence.then(Relation::And, Clause::new(by, "destroy").object(target))
    }

    fn destroyed_in_part(&self, clash: &Clash, killed: &[Id], broken: &[Id]) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let rest: Vec<Id> = broken.iter().filter(|id| !killed.contains(id)).copied().collect();
        let first = if rest.is_empty() { Relation::And } else { Relation::Comma };
        // "The First" and "the Third" of two peoples are told apart by nothing.
        let people = |id: &Id| id.as_str().split('-').next().map(str::to_owned);
        let one = clash.fight.against.iter().all(|id| people(id) == people(&killed[0]));
        let named = |who: Entity| if one { Np::Name(who) } else { Np::Full(who) };
        let dead = named(self.names.units(killed.to_vec()));
        let sentence = Sentence::told(self.attack(clash, None, false), &clash.events)
            .then(first, Clause::new(by.clone(), "destroy").object(dead));
        if rest.is_empty() {
            sentence
        } else {
            let rest = named(self.names.units(rest));
            sentence.then(Relation::And, Clause::new(by, "disorder").object(rest))
        }
    }

    fn shaken(&mut self, clash: &Clash, broken: &[Id]) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let broken = self.names.units(broken.to_vec());
        let form = self.form("shake", 3);
        if clash.angle() != Angle::Front && form == 0 {
            return Sentence::told(self.attack(clash, None, false), &clash.events)
                .then(Relation::And, Clause::new(by, "disorder").object(broken));
        }
        let clause = match form {
            1 => Clause::new(broken, "disorder").passive().prep("by", by),
            2 => Clause::new(broken, "fall").with("into disorder").prep("under an attack by", by),
            _ => Clause::new(by, "disorder").object(broken),
        };
        Sentence::told(clause, &clash.events)
    }

    /// An attack in which attackers were destroyed.
    fn failed(&mut self, clash: &Clash, fallen: &[Id], upset: &[Id]) -> Vec<Sentence> {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        let whole = fallen.len() == clash.fight.by.len();
        let sentence = if whole && self.form("fail", 2) == 1 {
            let spot = ground::spot(self.printed, clash.hex());
            let clause = Clause::new(by, "destroy").passive().prep("in an attack on", target);
            Sentence::told(clause.maybe(spot), &clash.events)
        } else {
            let attack = Sentence::told(self.attack(clash, None, false), &clash.events);
            let (relation, who) = if whole {
                (Relation::And, by)
            } else {
                (Relation::But, self.names.units(fallen.to_vec()))
            };
            let lost = Clause::new(who, "destroy").passive().with("in the attempt");
            let attack = attack.then(relation, lost);
            let rest: Vec<Id> = upset.iter().filter(|id| !fallen.contains(id)).copied().collect();
            if whole || rest.is_empty() {
                attack
            } else {
                let clause = Clause::new(self.names.units(rest), "fall").with("into disorder");
                attack.then(Relation::And, clause)
            }
        };
        let mut told = vec![sentence];
        if let [one] = fallen {
            told.extend(self.luck(clash, *one, throw(clash, *one), true));
        }
        told
    }

    /// An attack that only hurt those who made it.
    fn recoiled(&mut self, clash: &Clash, upset: &[Id]) -> Sentence {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        let form = self.form("recoil", 3);
        let who = self.names.units(upset.to_vec());
        if form == 0 && upset.len() == clash.fight.by.len() {
            let own = if by.plural { "into disorder themselves" } else { "into disorder itself" };
            return Sentence::told(self.attack(clash, None, false), &clash.events)
                .then(Relation::But, Clause::new(by, "fall").with(own));
        }
        let clause = if form == 1 {
            let attack = Np::from(target).headed("an attack on", false);
            Clause::new(attack, "leave").object(who).with("in disorder")
        } else {
            Clause::new(who, "fall").with("into disorder").prep("in an attack on", target)
        };
        Sentence::told(clause, &clash.events)
    }

    /// The roll that decided it, compared with what was needed, and long odds; each once a report.
    pub(super) fn luck(
        &mut self,
        clash: &Clash,
        unit: Id,
        thrown: Option<Check>,
        own: bool,
    ) -> Vec<Sentence> {
        let who = self.names.unit(unit);
        let mut told = Vec::new();
        if let Some(check) = thrown.filter(|_| self.form("roll", 9) == 0) {
            let front = clash.disordered.contains(&unit).then(|| self.since(clash, unit)).flatten();
            let needed = Np::Throw { n: i64::from(check.needed), or_less: true };
            let die = Np::Throw { n: i64::from(check.die), or_less: false };
            let clause = Clause::new(who.clone(), "need").object(needed).with("to hold");
            let sentence = Sentence::told(clause, &[check.event])
                .then(Relation::And, Clause::new(who, "roll").object(die));
            told.push(Sentence { front, ..sentence });
        }
        let odds = self.deadly(clash.fight.drm, unit, clash.disordered.contains(&unit));
        if !own && (1..=LONG_ODDS).contains(&odds) && self.form("odds", 9) == 0 {
            let attack = match clash.manner {
                Manner::Attack | Manner::Counter => "an attack like that",
                Manner::Continued => "an attack carried on like that",
            };
            let clause = Clause::new(attack, "destroy").object("its target").now();
            told.push(Sentence::told(clause.with(hundredths(odds)), &[clash.n]));
        }
        told
    }

    /// Since when, and through whom, a unit had been in disorder; nothing where the reader has just been told.
    fn since(&self, clash: &Clash, unit: Id) -> Option<Phrase> {
        let earlier = self.facts.clashes.iter().take_while(|other| other.at != clash.at);
        if earlier.into_iter().any(|other| other.shaken.contains(&unit)) {
            return None;
        }
        let side = self.names.side(unit);
        let past = memory::shaken(self.ledger, unit)
            .filter(|past| past.others.iter().all(|other| self.names.side(*other) != side));
        let Some(past) = past else { return Some("already in disorder,".into()) };
        let now = self.before.turn;
        let when = match now.saturating_sub(past.turn) {
            0 => "earlier in the Game Turn".to_owned(),
            1 => "in the Game Turn before".to_owned(),
            _ => format!("in Game Turn {}", past.turn),
        };
        let many = self.names.unit(unit).plural;
        Some(
            if past.struck {
                let men = self.names.men(past.others).full;
                format!(
                    "in disorder since {men} attacked {} {when},",
                    if many { "them" } else { "it" }
                )
            } else {
                format!(
                    "in disorder since {} own attack {when},",
                    if many { "their" } else { "its" }
                )
            }
            .into(),
        )
    }

    /// In how many cases of a hundred an attack with this modifier destroys a unit.
    fn deadly(&self, drm: i8, unit: Id, disordered: bool) -> u32 {
        let counter = self.printed.roster.unit(unit).expect("the unit is in the roster");
        let fails = |morale: u8| u32::from(9_u8.saturating_sub(morale));
        let (sound, shaken) = (fails(counter.morale(false)), fails(counter.morale(true)));
        let light = counter.faces.back.is_none();
        let share = |results: &[CombatResult]| {
            if results.contains(&CombatResult::DEliminated) {
                10
            } else if results.contains(&CombatResult::DDisordered) {
                if light {
                    10
                } else if disordered {
                    shaken
                } else {
                    0
                }
            } else if results.contains(&CombatResult::DCheck) {
                if light {
                    sound
                } else if disordered {
                    shaken
                } else {
                    0
                }
            } else {
                0
            }
        };
        (0..10_i8).map(|die| share(self.printed.charts.result(die.saturating_add(drm)))).sum()
    }

    /// Adds the result of an attack to the sentence that tells it.
    pub(super) fn outcome(&mut self, sentence: Sentence, clash: &Clash) -> Vec<Sentence> {
        let (by, against) = (&clash.fight.by, &clash.fight.against);
        let (killed, broken) = (clash.lost(against), clash.broke(against));
        let (fallen, upset) = (clash.lost(by), clash.broke(by));
        let who = self.names.units(by.clone());
        let again = sentence.more.last().is_some_and(|(_, clause)| clause.rest == ["again".into()]);
        let disorder = |clause: Clause| clause.with("into disorder");
        let rest: Vec<Id> = upset.iter().filter(|id| !fallen.contains(id)).copied().collect();
        let sentence = if !killed.is_empty() {
            let dead = self.names.units(killed.clone());
            sentence.then(Relation::And, Clause::new(who, "destroy").object(dead))
        } else if !broken.is_empty() {
            let broken = self.names.units(broken);
            sentence.then(Relation::And, Clause::new(who, "disorder").object(broken))
        } else if !fallen.is_empty() {
            let lost =
                if fallen.len() == by.len() { who } else { self.names.units(fallen.clone()) };
            let lost = Clause::new(lost, "destroy").passive().with("in the attempt");
            let sentence = sentence.then(Relation::But, lost);
            if rest.is_empty() {
                sentence
            } else {
                sentence.then(Relation::And, disorder(Clause::new(self.names.units(rest), "fall")))
            }
        } else if upset.len() == by.len() && again {
            let own = if who.plural { "into disorder themselves" } else { "into disorder itself" };
            sentence.then(Relation::And, Clause::new(who, "fall").with(own))
        } else if !upset.is_empty() {
            let who = if upset.len() == by.len() { who } else { self.names.units(upset) };
            sentence.then(Relation::But, disorder(Clause::new(who, "fall")))
        } else {
            sentence
        };
        let mut told = vec![sentence];
        if let [one] = killed.as_slice() {
            told.extend(self.luck(clash, *one, throw(clash, *one), false));
        }
        if let [one] = fallen.as_slice() {
            told.extend(self.luck(clash, *one, throw(clash, *one), true));
        }
        told
    }

    /// A defender that strikes back, in one sentence with the attack where that had shaken nobody.
    pub(super) fn answer(&mut self, first: Option<&Clash>, counter: &Clash) -> Vec<Sentence> {
        debug_assert!(counter.manner == Manner::Counter);
        let by = self.names.units(counter.fight.by.clone());
        let Some(first) = first else {
            let back = Clause::new(Np::Full(by), "strike back");
            let sentence = Sentence::told(back, &counter.events);
            return if counter.quiet() {
                vec![self.vain(sentence, counter)]
            } else {
                self.outcome(sentence, counter)
            };
        };
        let hurt = !counter.lost(&counter.fight.by).is_empty()
            || !counter.broke(&counter.fight.by).is_empty();
        let attack =
            Sentence::told(self.attack(first, None, false), &first.events).telling(&counter.events);
        if !hurt && ends_with(&attack.main, &by) {
            let back = attack.then(Relation::Which, Clause::new(by, "strike back"));
            return self.outcome(back, counter);
        }
        let relation = if hurt { Relation::Against } else { Relation::But };
        // "And it struck back, but" would leave the reader to look for it.
        let defenders =
            Entity { full: "the defenders".to_owned(), short: None, plural: true, ..by.clone() };
        let back = Clause::new(Np::Full(defenders.clone()), "strike back");
        let mut told = self.outcome(attack.then(relation, back), counter);
        for (_, clause) in &mut told[0].more {
            if clause.subject.entity().is_some_and(|who| who.key == by.key) {
                clause.subject = Np::Full(defenders.clone());
            }
        }
        told
    }
}

/// True if the last words of a clause name somebody.
fn ends_with(clause: &Clause, who: &Entity) -> bool {
    let last = match clause.rest.last() {
        None => clause.object.as_ref(),
        Some(Phrase::Prep(_, np) | Phrase::Extent(np)) => Some(np),
        Some(Phrase::Words(_)) => None,
    };
    last.and_then(Np::entity).is_some_and(|one| one.key == who.key)
}

/// The check that a unit failed.
pub(super) fn throw(clash: &Clash, unit: Id) -> Option<Check> {
    let failed = |check: &&Check| {
        check.unit == unit && matches!(check.fate, Fate::Eliminated | Fate::Disordered)
    };
    clash.checks.iter().find(failed).copied()
}

fn hundredths(odds: u32) -> String {
    match (odds / 10, odds % 10) {
        (1, 0) => "one time in ten".to_owned(),
        (tenths, 0) => format!("{} times in ten", number(tenths)),
        _ => format!("{} times in a hundred", number(odds)),
    }
}
