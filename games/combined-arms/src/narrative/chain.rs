//! Chains: all that was done to one unit in a record, told from the first blow to the end.

use super::facts::{Assault, End};
use super::strike::{act, groups};
use super::{Teller, ground};
use crate::events::Cause;
use crate::names::UnitId;
use engine::story::{Clause, Np, Past, Relation, Sentence, Situation, Tense};

/// The weight of a lost unit.
pub(super) const LOST: u32 = 70;
/// Most further clauses in a sentence that also tells an earlier deed of the unit.
const BESIDE: usize = 2;

/// The verb for a unit whose side must say where it falls back to: a participle like the others of its series.
const FORCED: &str = "force to fall back";

impl Teller<'_> {
    /// Situations of units that were lost, those without a square to fall back to together, and of Generals who were
    /// attacked.
    pub(super) fn decisive(&mut self, chains: &[Vec<Assault>]) -> Vec<Situation> {
        let trapped = |chain: &&Vec<Assault>| {
            !self.names.general(chain[0].target)
                && chain.iter().any(|one| one.end == End::Destroyed(Cause::Blocked))
        };
        let traps: Vec<Vec<Assault>> = chains.iter().filter(trapped).cloned().collect();
        let mut situations = Vec::new();
        if traps.len() > 1 {
            situations.push(self.traps(&traps));
        }
        // The heaviest is told first, so that it is told in full.
        let mut chains: Vec<&Vec<Assault>> = chains.iter().collect();
        chains.sort_by_key(|chain| std::cmp::Reverse(self.names.kind(chain[0].target).points));
        for chain in chains {
            let target = chain[0].target;
            let lost = chain.iter().any(Assault::destroyed);
            if self.names.general(target) {
                situations.push(self.general(chain));
            } else if lost && (traps.len() < 2 || !traps.iter().any(|one| one[0].target == target))
            {
                let weight = LOST + u32::from(self.names.kind(target).points);
                let headline = self.ruin(&[target]);
                let told = self.fall(chain, true);
                let mut told = self.with_past(chain, told);
                self.begin_at(chain, &mut told);
                situations
                    .push(Situation::new(weight, told).headline(headline).at(self.wing(chain)));
            }
        }
        situations
    }

    pub(super) fn wing(&self, chain: &[Assault]) -> &'static str {
        ground::wing(chain[0].square, self.after.board.size)
    }

    pub(super) fn begin_at(&self, chain: &[Assault], told: &mut [Sentence]) {
        if !chain[0].blows.is_empty()
            && let Some(first) = told.first_mut().filter(|first| first.front.is_none())
        {
            first.front = Some(self.place(&chain[0]).into());
        }
    }

    /// The place of an attack on a unit: deep in the enemy's ground, or the wing.
    pub(super) fn place(&self, assault: &Assault) -> &'static str {
        assault.deep.unwrap_or_else(|| ground::wing(assault.square, self.after.board.size))
    }

    /// The headline of units that were destroyed.
    pub(super) fn ruin(&self, units: &[UnitId]) -> Clause {
        let by = super::names::side(self.names.side(units[0]).other());
        Clause::new(by, "destroy").object(self.names.units(units.to_vec())).now()
    }

    /// The same with what brought the unit there, or whom it helped to destroy a turn or two earlier; once per report.
    fn with_past(&mut self, chain: &[Assault], mut told: Vec<Sentence>) -> Vec<Sentence> {
        let target = chain[0].target;
        let who = self.names.unit(target);
        let starts = told.first().is_some_and(|first| {
            let bare = matches!(&first.main.subject, Np::Name(one) if one.key == who.key);
            first.main.passive && bare && first.more.len() <= BESIDE
        });
        let Some(past) = self.past(&chain[0]) else { return told };
        if !starts || self.form("past", 99) > 0 {
            return told;
        }
        let main = &mut told[0].main;
        main.subject = Np::Full(who).who(past.tense(Tense::Pluperfect));
        main.adverb = "now".into();
        told
    }

    /// An earlier deed of a unit, with its time.
    fn past(&self, assault: &Assault) -> Option<Clause> {
        let who = self.names.unit(assault.target);
        let ago = |turn: u32| match self.before.turn.saturating_sub(turn) {
            1 => Some("a turn earlier"),
            2 => Some("two turns earlier"),
            _ => None,
        };
        let rode = self.ledger.last(assault.target, "rode");
        let there = |past: &&Past| {
            let unit = self.before.unit(assault.target);
            unit.is_some_and(|unit| unit.square.to_string() == past.other)
                && assault.square.to_string() == past.other
        };
        if let (Some(past), Some(_)) = (rode.filter(there), assault.deep)
            && let Some(ago) = ago(past.turn)
        {
            return Some(Clause::new(who, "ride").with("forward").with(ago));
        }
        // Not in every report of a side, so that two in a row do not begin alike.
        if self.before.turn / 2 % 2 == 1 {
            return None;
        }
        let beat = self.ledger.last(assault.target, "beat")?;
        let victim = self.names.unit(UnitId::new(&beat.other)?);
        Some(Clause::new(who, "help to destroy").object(victim).with(ago(beat.turn)?))
    }

    /// The sentences on a chain of attacks on a unit that was lost or driven back; `reason` says whether to tell why. A
    /// sentence tells at most two fates of the unit.
    pub(super) fn fall(&mut self, chain: &[Assault], reason: bool) -> Vec<Sentence> {
        if let [one] = chain
            && let Some(told) = self.at_once(one)
        {
            return told;
        }
        let brief = chain.len() > 1;
        let pieces: Vec<_> = chain.iter().map(|one| self.pieces(one, reason, brief)).collect();
        let mut told: Vec<Sentence> = Vec::new();
        for (assault, clauses) in chain.iter().zip(pieces) {
            let Some((first, more)) = clauses.split_first() else { continue };
            let clause = first.1.clone();
            let one = !more.iter().any(|(relation, _)| *relation != Relation::Because);
            let mut sentence = match told.pop() {
                None => self.opened(assault, clause),
                Some(before) if one && before.more.is_empty() => {
                    let (relation, clause) = match self.form("then", 2) {
                        0 => (Relation::And, clause.adverb("then")),
                        _ => (Relation::OnlyTo, clause),
                    };
                    before.then(relation, clause).telling(&assault.events)
                }
                Some(before) => {
                    told.push(before);
                    self.opened(assault, clause.adverb("then"))
                }
            };
            for (relation, clause) in more {
                sentence = sentence.then(*relation, clause.clone());
            }
            told.push(sentence);
        }
        told.extend(chain.last().and_then(|last| self.rule(last)));
        if reason {
            told.extend(chain.last().and_then(|last| self.last_of_all(last)));
        }
        told
    }

    /// Says that no unit of its type is left, if this was the last.
    pub(super) fn last_of_all(&self, assault: &Assault) -> Option<Sentence> {
        let kind = self.names.kind(assault.target);
        let last = self.facts.fallen.iter().rfind(|id| self.names.kind(**id).name == kind.name)?;
        let gone = !self.after.units.iter().any(|unit| unit.kind == kind.name);
        if *last != assault.target || !gone {
            return None;
        }
        let none = Np::Words { text: self.names.none_left(*last)?.into(), plural: true };
        let clause = Clause::new(super::names::side(kind.side), "have").object(none).now();
        Some(Sentence::stands(clause))
    }

    /// The clauses of one assault, each with its relation to the one before it. `brief` leaves out how each blow was
    /// struck.
    pub(super) fn pieces(
        &self,
        assault: &Assault,
        reason: bool,
        brief: bool,
    ) -> Vec<(Relation, Clause)> {
        let target = self.target(assault);
        let plain = Np::from(self.names.unit(assault.target));
        let kill = if self.names.general(assault.target) { "kill" } else { "destroy" };
        let verb = match assault.end {
            End::Back => Some("drive back"),
            End::Destroyed(_) => Some(kill),
            End::Asked => Some(FORCED),
            End::Held => None,
        };
        let at_a_blow =
            verb.filter(|_| brief).and_then(|verb| self.at_a_blow(assault, &target, verb));
        let summed = at_a_blow.is_some();
        let mut clauses: Vec<(Relation, Clause)> = match at_a_blow {
            Some(clause) => vec![(Relation::Comma, clause)],
            None => self
                .suffered(assault, &target)
                .into_iter()
                .map(|clause| (Relation::Comma, clause))
                .collect(),
        };
        let struck = !clauses.is_empty();
        match assault.end {
            End::Held => {
                last_with_and(&mut clauses);
                clauses.push((Relation::But, Clause::new(plain, "hold")));
            }
            End::Asked => {
                if !summed {
                    clauses.push((Relation::And, Clause::new(plain, FORCED).passive()));
                }
            }
            End::Back if struck => {
                if !summed {
                    clauses.push((Relation::And, Clause::new(plain, "drive back").passive()));
                }
            }
            End::Back => {
                let to = assault.to.map(|square| format!("to {square}"));
                clauses.push((Relation::And, Clause::new(plain, "fall back").maybe(to)));
            }
            End::Destroyed(cause) => {
                if !summed {
                    clauses.push((Relation::And, Clause::new(plain, kill).passive()));
                }
                let why = matches!(cause, Cause::Blocked | Cause::OffBoard) && reason;
                clauses.extend(why.then(|| (Relation::Because, self.cornered(assault))));
            }
        }
        clauses
    }

    /// An assault in a single manner, told as one deed; `None` where the unit's own fate tells it better.
    fn at_once(&mut self, assault: &Assault) -> Option<Vec<Sentence>> {
        let groups = groups(assault);
        let [(manner, by)] = groups.as_slice() else { return None };
        let why = match assault.end {
            End::Back => "drive",
            End::Destroyed(Cause::Elephant | Cause::DoubleWhammy) => "destroy",
            End::Destroyed(Cause::Blocked | Cause::OffBoard) | End::Held | End::Asked => {
                return None;
            }
        };
        let marked = assault.earlier > 0 || self.routed(assault);
        if self.names.general(assault.target) || marked || self.form(why, 2) == 1 {
            return None;
        }
        let by = self.names.some(by.clone());
        let target = self.names.unit(assault.target);
        let attack = Sentence::told(act(by.clone(), *manner, target.clone()), &assault.events);
        let deed = Clause::new(by, why).object(target);
        let deed = if assault.end == End::Back { deed.with("back") } else { deed };
        let mut told = vec![attack.then(Relation::And, deed)];
        told.extend(self.rule(assault));
        Some(told)
    }

    /// The rule by which a unit was lost, once a game.
    fn rule(&mut self, assault: &Assault) -> Option<Sentence> {
        let End::Destroyed(cause) = assault.end else { return None };
        let who: Np = match cause {
            Cause::Elephant => Np::words("Elephants that must fall back"),
            Cause::DoubleWhammy => "a unit that must fall back twice in one phase".into(),
            Cause::Blocked | Cause::OffBoard => return None,
        };
        let known = self.ledger.last("rule", cause.word()).is_some();
        (!known && self.form(cause.word(), 99) == 0)
            .then(|| Sentence::stands(Clause::new(who, "lose").passive().now()))
    }
}

fn last_with_and(clauses: &mut [(Relation, Clause)]) {
    if let [_, .., (relation, _)] = clauses {
        *relation = Relation::And;
    }
}
