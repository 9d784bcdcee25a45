//! The story of one unit: all the blows that it took, in the order of time, and how it ended.

use super::acts::{Act, disorder};
use super::{Teller, names};
use crate::asked::Query;
use crate::names::{Class, Id};
use crate::rules::combat::result;
use engine::story::{Clause, Np, Relation, Sentence, Tense};

/// The results of an attack on a unit, up to the one that broke it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Ruined,
    Beaten,
    Hit,
    /// It was struck from behind, and took disorder.
    Behind,
    Evaded,
    Broken,
}

impl Teller<'_> {
    /// The result of an attack on a unit for that unit.
    fn blow(act: &Act, target: Id) -> Option<Blow> {
        Some(if act.withdrew.is_some() {
            Blow::Evaded
        } else if act.panicked(target) {
            Blow::Broken
        } else if act.pair().is_some_and(|(by, _)| act.beaten(by)) {
            Blow::Ruined
        } else if act.points(target) == 0 {
            act.fight.as_ref()?;
            Blow::Beaten
        } else if act.rear() {
            Blow::Behind
        } else {
            Blow::Hit
        })
    }

    /// The verb for a unit that broke in a fight, with the words after it.
    pub(super) fn ruin(&self, unit: Id) -> (&'static str, Option<&'static str>) {
        match self.names.class(unit) {
            Class::Infantry | Class::Cavalry => ("break", None),
            Class::Light => ("scatter", None),
            Class::Elephant => ("drive", Some("from the field")),
        }
    }

    /// All attacks on one unit in one sentence or two: whom it beat off, who shook it, who broke it.
    pub(super) fn blows(&mut self, acts: &[&Act], target: Id) -> Vec<Sentence> {
        let all: Vec<(&Act, Blow)> =
            acts.iter().filter_map(|act| Some((*act, Self::blow(act, target)?))).collect();
        let Some(end) = all.iter().position(|(_, blow)| *blow == Blow::Broken) else {
            return self.survived(&all, target);
        };
        let (last, before) = (all[end].0, &all[..end]);
        let mut told = if before.is_empty() {
            let sentence = self.broken_at_once(last, target);
            vec![self.luck(last, target, sentence)]
        } else if let Some(sentence) = self.finished_off(before, last, target) {
            vec![sentence]
        } else {
            self.topic(before, Some(last), target)
        };
        told.extend(self.own_loss(&all.iter().map(|(act, _)| *act).collect::<Vec<_>>()));
        told
    }

    fn broken_at_once(&mut self, act: &Act, target: Id) -> Sentence {
        let (attacker, _) = act.pair().expect("the attack has a target");
        let (by, whom) = (self.led(act, attacker), self.fault(act, target));
        let (verb, how) = self.ruin(target);
        let form = self.form(if act.rear() { "break from behind" } else { "break" }, 3);
        let charge = act.charge().then_some("in a charge");
        let behind = act.rear().then_some("from behind");
        match form {
            1 => {
                let clause = Clause::new(whom, verb).passive().maybe(how).maybe(behind);
                Sentence::told(clause.prep("by", by).maybe(charge), &act.events)
            }
            2 if !act.rear() || act.charge() => {
                let attack = Clause::new(by.clone(), "break").object(whom).maybe(charge);
                let attack = Clause { verb: verb.into(), ..attack };
                Sentence::told(attack.maybe(how).maybe(behind), &act.events)
            }
            _ if act.rear() => {
                let attack = Clause::new(by.clone(), "take").object(whom).with("from behind");
                let ruin = Clause::new(by, verb).object(self.names.unit(target)).maybe(how);
                Sentence::told(attack, &act.events).then(Relation::And, ruin)
            }
            _ => {
                let verb_of = if act.charge() { "charge" } else { "attack" };
                let attack = Clause::new(by.clone(), verb_of).object(whom);
                let ruin = Clause::new(by, verb).object(self.names.unit(target)).maybe(how);
                Sentence::told(attack, &act.events).then(Relation::And, ruin)
            }
        }
    }

    /// A unit that one blow broke after blows of one kind, told in a sentence about the unit that broke it. Returns
    /// `None` every second time, so that the form of the sentences varies.
    fn finished_off(
        &mut self,
        before: &[(&Act, Blow)],
        last: &Act,
        target: Id,
    ) -> Option<Sentence> {
        let (attacker, _) = last.pair()?;
        let kind = before.first().map(|(_, blow)| *blow)?;
        let plain = matches!(kind, Blow::Hit | Blow::Behind)
            && before.iter().all(|(_, blow)| *blow == kind)
            && self.names.class(target) != Class::Elephant
            && !last.rear()
            && !last.charge();
        if !plain || self.form("finished off", 2) == 0 {
            return None;
        }
        let (whom, (verb, _)) = (self.names.unit(target), self.ruin(target));
        let first =
            self.names.units(before.iter().filter_map(|(act, _)| act.pair()).map(|(by, _)| by));
        let shaken = match kind {
            Blow::Behind => Clause::new(first, "take").object(whom.clone()).with("from behind"),
            _ => {
                let (verb, how) = disorder([before[0].0.worn(target)]);
                Clause::new(first, verb).object(whom.clone()).maybe(how)
            }
        };
        let mut events: Vec<u32> = before.iter().flat_map(|(act, _)| act.events.clone()).collect();
        events.extend(&last.events);
        let broke = Clause::new(self.names.unit(attacker), verb).object(whom);
        let shaken = shaken.tense(Tense::Pluperfect);
        Some(Sentence::told(broke, &events).then(Relation::Whom, shaken))
    }

    /// A unit, with what was already wrong with it when it was struck; at most twice per report.
    fn fault(&mut self, act: &Act, unit: Id) -> Np {
        let name = Np::from(self.names.unit(unit));
        if act.before.units[&unit].dp == 0 || self.form("fault", 9) > 1 {
            return name;
        }
        name.apposed("already in disorder")
    }

    /// The name of a unit that fought, with what helped it: its leader, or a Combat point without which the fight would
    /// have ended otherwise.
    fn led(&self, act: &Act, unit: Id) -> Np {
        let name = Np::from(self.names.unit(unit));
        let Some(fight) = &act.fight else { return name };
        let attacks = fight.attacker.unit == unit;
        let mine = if attacks { &fight.attacker } else { &fight.defender };
        let had = |what: &str| mine.modifiers.iter().any(|part| part.what == what);
        if had("leader") {
            let leader = act.before.camps[self.names.side(unit)].leader.id;
            return name.apposed(format!("with {} among them", names::leader(leader).full));
        }
        let (by, on) = (fight.attacker.total, fight.defender.total);
        let without = if attacks {
            result(by.saturating_sub(1), on)
        } else {
            result(by, on.saturating_sub(1))
        };
        let answered = matches!(self.before.asked.as_ref().map(|asked| &asked.query),
            Some(Query::Defend { target, .. }) if *target == unit);
        if !had("command") || without == result(by, on) || answered {
            return name;
        }
        name.apposed("helped by a Combat point")
    }

    /// Several attacks on one unit, told with that unit as the subject: at most one clause for each kind of blow.
    fn topic(&self, before: &[(&Act, Blow)], last: Option<&Act>, target: Id) -> Vec<Sentence> {
        let whom = self.names.unit(target);
        let by = |kinds: &[Blow]| {
            let own = before.iter().filter(|(_, blow)| kinds.contains(blow));
            own.filter_map(|(act, _)| act.pair().map(|(attacker, _)| attacker)).collect::<Vec<_>>()
        };
        let mut events: Vec<u32> = before.iter().flat_map(|(act, _)| act.events.clone()).collect();
        let at = |kind: Blow| before.iter().position(|(_, blow)| *blow == kind);
        let mut kinds = [Blow::Evaded, Blow::Ruined, Blow::Beaten, Blow::Behind, Blow::Hit];
        kinds.sort_by_key(|kind| at(*kind));
        let mut clauses: Vec<Clause> = Vec::new();
        for kind in kinds {
            let those = by(&[kind]);
            if those.is_empty() {
                continue;
            }
            let (verb, how) = self.ruin(those[0]);
            let (who, those) = (whom.clone(), self.names.units(those));
            clauses.push(match kind {
                Blow::Evaded => Clause::new(who, "fall back").prep("before", those),
                Blow::Ruined => Clause::new(who, verb).object(those).maybe(how),
                Blow::Beaten => Clause::new(who, "beat off").object(those),
                Blow::Behind => {
                    Clause::new(who, "take").passive().with("from behind").prep("by", those)
                }
                Blow::Hit | Blow::Broken => {
                    let first = before.iter().find(|(_, blow)| *blow == kind);
                    let (verb, how) = disorder(first.map(|(act, _)| act.worn(target)));
                    Clause::new(who, verb).passive().maybe(how).prep("by", those)
                }
            });
        }
        if last.is_none() && hurt_from_behind(before) {
            let first = before.iter().find(|(_, blow)| *blow == Blow::Behind);
            let (verb, how) = disorder(first.map(|(act, _)| act.worn(target)));
            clauses.push(Clause::new(whom.clone(), verb).passive().maybe(how));
        }
        if let Some(act) = last {
            let (attacker, _) = act.pair().expect("the attack has a target");
            let (verb, how) = self.ruin(target);
            let clause = Clause::new(whom, verb).passive().maybe(how);
            let said = clauses.iter().any(|clause| clause.rest.contains(&"from behind".into()));
            let clause = clause.maybe((act.rear() && !said).then_some("from behind"));
            let clause = clause.prep("by", self.led(act, attacker));
            let clause = clause.maybe(act.charge().then_some("in a charge"));
            // "by A and B and broken by C" would be read twice.
            let crowded = ends_in_several(&clauses);
            clauses.push(if crowded { clause.adverb("then") } else { clause });
            events.extend(&act.events);
        }
        Self::series(&clauses, &events)
    }

    /// Joins clauses on one subject into sentences. What it did and what it suffered make no common series: a sentence
    /// turns once from one to the other, with "but", or twice where the parts are short.
    fn series(clauses: &[Clause], events: &[u32]) -> Vec<Sentence> {
        let turns: Vec<&[Clause]> =
            clauses.chunk_by(|one, other| one.passive == other.passive).collect();
        let short = match turns.as_slice() {
            [first, second, _] => first.len() + second.len() == 2 && !ends_in_several(first),
            _ => false,
        };
        let told = turns.chunks(if short { 3 } else { 2 }).enumerate();
        told.map(|(at, turns)| {
            let mut all = turns.iter().enumerate().flat_map(|(turn, clauses)| {
                clauses
                    .iter()
                    .enumerate()
                    .map(move |(at, clause)| (turn, at, clauses.len(), clause))
            });
            let then = |clause: &Clause| clause.clone().adverb("then");
            let (.., first) = all.next().expect("a turn has clauses");
            let first = if at > 0 { then(first) } else { first.clone() };
            all.fold(Sentence::told(first, events), |told, (turn, at, count, clause)| {
                match (turn, at) {
                    (1, 0) if short => told.then(Relation::And, clause.clone()),
                    (_, 0) if short => told.then(Relation::But, then(clause)),
                    (_, 0) if clause.verb != "fall back" => {
                        told.then(Relation::But, clause.clone())
                    }
                    _ if at + 1 < count => told.then(Relation::Comma, clause.clone()),
                    _ => told.then(Relation::And, clause.clone()),
                }
            })
        })
        .collect()
    }

    /// Attacks that a unit stood, or evaded.
    fn survived(&mut self, all: &[(&Act, Blow)], target: Id) -> Vec<Sentence> {
        match all {
            [] => Vec::new(),
            [(act, _)] => self.single(act),
            many => {
                let mut told = self.topic(many, None, target);
                told.extend(self.own_loss(&many.iter().map(|(act, _)| *act).collect::<Vec<_>>()));
                told
            }
        }
    }

    /// The attackers that took disorder in attacks that hurt their targets too.
    pub(super) fn own_loss(&self, acts: &[&Act]) -> Option<Sentence> {
        let hurt = |act: &&&Act| {
            let (by, on) = act.pair().expect("the attack has a target");
            act.points(by) > 0 && act.points(on) > 0 && !act.panicked(by)
        };
        let own: Vec<&&Act> = acts.iter().filter(hurt).collect();
        let events: Vec<u32> = own.iter().flat_map(|act| act.events.clone()).collect();
        let who = self.names.sorted(own.iter().filter_map(|act| act.pair()).map(|(by, _)| by));
        if who.is_empty() {
            return None;
        }
        let clause = Clause::new(self.names.units(who), "shake").passive();
        Some(Sentence::told(clause.with("in the fighting"), &events))
    }

    /// Tells of one attack that broke nobody.
    pub(super) fn single(&mut self, act: &Act) -> Vec<Sentence> {
        let (attacker, target) = act.pair().expect("the attack has a target");
        let (by, whom) = (self.names.unit(attacker), self.names.unit(target));
        let Some(blow) = Self::blow(act, target) else { return Vec::new() };
        let charge = act.charge().then_some("in a charge");
        let events = &act.events;
        let own = act.points(attacker) > 0;
        match blow {
            Blow::Evaded => {
                let clause = Clause::new(whom, "fall back").prep("before", by);
                vec![Sentence::told(clause, events)]
            }
            Blow::Hit | Blow::Behind if own => {
                let both = self.names.units([attacker, target]);
                if act.rear() {
                    let attack = Clause::new(by, "take").object(whom).with("from behind");
                    let shaken = Clause::new(Np::words("both"), "shake").passive();
                    return vec![Sentence::told(attack, events).then(Relation::And, shaken)];
                }
                vec![Sentence::told(Clause::new("an even fight", "shake").object(both), events)]
            }
            Blow::Ruined => vec![self.own_end(act)],
            Blow::Hit | Blow::Broken => {
                let by = self.led(act, attacker);
                let (verb, how) = disorder([act.worn(target)]);
                let clause = if self.form("shake", 2) == 1 {
                    Clause::new(whom, verb).passive().maybe(how).prep("by", by)
                } else {
                    Clause::new(by, verb).object(whom).maybe(how)
                };
                let clause = clause.maybe(charge);
                vec![Sentence::told(clause, events)]
            }
            Blow::Behind => {
                let attack = Clause::new(self.led(act, attacker), "take").object(whom.clone());
                let attack = attack.with("from behind");
                let (verb, how) = disorder([act.worn(target)]);
                let shaken = Clause::new(by, verb).object(whom).maybe(how);
                vec![Sentence::told(attack, events).then(Relation::And, shaken)]
            }
            Blow::Beaten => {
                let sentence = self.beaten(act);
                vec![self.mischance(act, sentence)]
            }
        }
    }

    /// Tells of an attack that hurt only its attacker.
    fn beaten(&mut self, act: &Act) -> Sentence {
        let (attacker, target) = act.pair().expect("the attack has a target");
        let (by, whom) = (self.names.unit(attacker), self.names.unit(target));
        let verb = if act.charge() { "charge" } else { "attack" };
        let held = self.led(act, target);
        let helped = matches!(held, Np::Apposed(..));
        match (act.rear(), self.form("beaten off", 2) == 1 || helped) {
            (false, true) => {
                let clause = Clause::new(held, "beat off").object(by);
                Sentence::told(clause, &act.events)
            }
            (rear, _) => {
                let attack = if rear {
                    Clause::new(by.clone(), "take").object(whom).with("from behind")
                } else {
                    Clause::new(by.clone(), verb).object(whom)
                };
                let off = Clause::new(by, "beat off").passive();
                Sentence::told(attack, &act.events).then(Relation::But, off)
            }
        }
    }

    /// A unit that broke in its own attack.
    pub(super) fn own_end(&mut self, act: &Act) -> Sentence {
        let (attacker, target) = act.pair().expect("the attack has a target");
        let (by, whom) = (self.names.unit(attacker), self.names.unit(target));
        if act.panicked(target) {
            let clause = Clause::new(by, "break").with("in the same fight");
            return Sentence::told(clause, &act.events);
        }
        let (verb, how) = self.ruin(attacker);
        if self.form("own end", 2) == 1 {
            let clause = Clause::new(by, verb).passive().maybe(how).prep("in an attack on", whom);
            return Sentence::told(clause, &act.events);
        }
        let attack = if act.rear() {
            Clause::new(by.clone(), "take").object(whom).with("from behind")
        } else {
            let verb = if act.charge() { "charge" } else { "attack" };
            Clause::new(by.clone(), verb).object(whom)
        };
        let end = Clause::new(by, verb).passive().maybe(how).with("in the attempt");
        Sentence::told(attack, &act.events).then(Relation::But, end)
    }
}

/// True if all that hurt a unit came from behind.
fn hurt_from_behind(before: &[(&Act, Blow)]) -> bool {
    let has = |kind: Blow| before.iter().any(|(_, blow)| *blow == kind);
    has(Blow::Behind) && !has(Blow::Hit)
}

/// True if the last clause says what its subject suffered from several others.
fn ends_in_several(clauses: &[Clause]) -> bool {
    let several =
        |clause: &Clause| clause.names().last().is_some_and(|who| !who.members.is_empty());
    clauses.last().is_some_and(|clause| clause.passive && several(clause))
}
