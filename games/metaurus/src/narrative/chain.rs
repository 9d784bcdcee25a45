//! Chains: all that one side did to one unit, and what that led to, told from the first blow to the end.

use super::Teller;
use super::facts::{Clash, Manner};
use crate::names::Id;
use engine::story::{Blow, Clause, Phrase, Relation, Sentence, Situation, chains};

/// The weight of a lost unit that counts, and of one that does not.
const LOST: u32 = 70;
const LOST_LIGHT: u32 = 55;
/// The weight of a unit disordered within a chain.
const SHAKEN: u32 = 6;
/// The most that a chain may weigh: what decides the battle weighs more.
const MOST: u32 = 140;

/// The most verbs that one sentence may have.
const VERBS: usize = 3;

impl Teller<'_> {
    pub(super) fn chains(&self) -> Vec<Vec<Clash>> {
        let clashes: Vec<&Clash> =
            self.facts.clashes.iter().filter(|clash| !self.apart.contains(&clash.at)).collect();
        let blows: Vec<Blow<'_, Id>> = clashes
            .iter()
            .map(|clash| Blow {
                by: &clash.fight.by,
                against: &clash.fight.against,
                follows: clash.manner != Manner::Attack,
            })
            .collect();
        let same = |one: Id, other: Id| self.names.side(one) == self.names.side(other);
        let chains = chains(&blows, same).into_iter();
        let mut chains: Vec<Vec<Clash>> = chains
            .map(|chain| chain.into_iter().map(|at| Clash::clone(clashes[at])).collect())
            .collect();
        while let Some((one, other)) = self.bound(&chains) {
            let more = chains.remove(other);
            chains[one].extend(more);
            chains[one].sort_by_key(|clash| clash.at);
        }
        chains
    }

    /// Finds two chains of which one harmed somebody whom the other then struck as well, or struck somebody who fell in
    /// the other: they are told as one, in the order of time.
    fn bound(&self, chains: &[Vec<Clash>]) -> Option<(usize, usize)> {
        let side = |clash: &Clash| self.names.side(clash.fight.by[0]);
        let leads = |early: &Clash, late: &Clash| {
            let against = &early.fight.against;
            let hurt = [early.broke(against), early.lost(against)].concat();
            let struck = late.fight.against.iter().any(|id| hurt.contains(id));
            let fell = late.dead.iter().any(|id| against.contains(id));
            early.at < late.at && (fell || struck && side(early) == side(late))
        };
        let bound = |one: &[Clash], other: &[Clash]| {
            one.iter().any(|one| other.iter().any(|two| leads(one, two) || leads(two, one)))
        };
        let pairs =
            (0..chains.len()).flat_map(|one| (one + 1..chains.len()).map(move |two| (one, two)));
        pairs.into_iter().find(|(one, two)| bound(&chains[*one], &chains[*two]))
    }

    pub(super) fn weigh(&self, chain: &[Clash]) -> u32 {
        let dead = chain.iter().flat_map(|clash| &clash.dead);
        let dead: u32 = dead.map(|id| if self.counts(*id) { LOST } else { LOST_LIGHT }).sum();
        let shaken: usize = chain.iter().map(|clash| clash.shaken.len()).sum();
        (dead + SHAKEN * u32::try_from(shaken).expect("units are few")).min(MOST)
    }

    /// A chain that destroyed somebody.
    pub(super) fn chain(&mut self, chain: &[Clash]) -> Situation {
        let situation =
            Situation::new(self.weigh(chain), self.beats(chain)).at(self.place_of(&chain[0]));
        match self.chain_headline(chain) {
            Some(headline) => situation.headline(headline),
            None => situation,
        }
    }

    /// All the blows, in order, then the end.
    pub(super) fn beats(&mut self, chain: &[Clash]) -> Vec<Sentence> {
        let (mut told, mut at) = (Vec::new(), 0);
        while at < chain.len() {
            let (clash, next) = (&chain[at], chain.get(at + 1));
            let vain = self.in_vain(chain, at);
            if vain.len() > 1 {
                told.extend(self.fell_back_first(clash));
                told.push(self.again_and_again(vain));
                at += vain.len();
                continue;
            }
            match clash.manner {
                Manner::Attack => {
                    told.extend(self.fell_back_first(clash));
                    let struck_back = next.filter(|next| {
                        next.manner == Manner::Counter && !next.quiet() && clash.quiet()
                    });
                    if let Some(counter) = struck_back {
                        told.extend(self.answer(Some(clash), counter));
                        at += 2;
                        continue;
                    }
                    told.extend(self.strike(clash));
                }
                Manner::Counter => told.extend(self.answer(None, clash)),
                Manner::Continued => {
                    let before = at.checked_sub(1).map(|before| &chain[before]);
                    self.follow(clash, before, &mut told);
                }
            }
            at += 1;
        }
        told
    }

    /// The attacks from `at` on, each carrying on the one before against the same enemy, that came to nothing.
    fn in_vain<'c>(&self, chain: &'c [Clash], at: usize) -> &'c [Clash] {
        let pair = |clash: &Clash| {
            let (by, against) = (&clash.fight.by, &clash.fight.against);
            (self.names.sorted(by.clone()), self.names.sorted(against.clone()))
        };
        let first = &chain[at];
        let carried_on = first.manner == Manner::Continued
            && at.checked_sub(1).is_some_and(|before| pair(&chain[before]) == pair(first));
        if first.manner == Manner::Counter || first.manner == Manner::Continued && !carried_on {
            return &[];
        }
        let vain = |(n, clash): &(usize, &Clash)| {
            (*n == 0 || clash.manner == Manner::Continued)
                && clash.idle()
                && pair(clash) == pair(first)
        };
        &chain[at..at + chain[at..].iter().enumerate().take_while(vain).count()]
    }

    fn again_and_again(&self, vain: &[Clash]) -> Sentence {
        let by = self.names.units(vain[0].fight.by.clone());
        let target = self.names.units(vain[0].fight.against.clone());
        let events: Vec<u32> = vain.iter().flat_map(|clash| clash.events.clone()).collect();
        let times = super::names::count(vain.len(), "time");
        let clause = if vain[0].manner == Manner::Attack {
            let mut attack = self.attack(&vain[0], None, false);
            let times = if vain.len() == 2 { "twice".into() } else { Phrase::Extent(times) };
            attack.rest.insert(0, times);
            attack
        } else {
            let times = Phrase::Extent(times.lead(engine::story::Lead::More));
            Clause::new(by, "attack").object(target).with(times)
        };
        Sentence::told(clause.with("without effect"), &events)
    }

    /// Those who fell back from an earlier attack and are struck now.
    fn fell_back_first(&self, clash: &Clash) -> Vec<Sentence> {
        let back = clash.fight.against.iter().filter_map(|id| {
            let retreat = self.facts.retreats.get(id).filter(|retreat| retreat.event < clash.n)?;
            let clause = Clause::new(self.names.unit(*id), "fall back").with("from a first attack");
            Some(Sentence::told(clause, &[retreat.event]))
        });
        back.collect()
    }

    /// An attack carried on, against the same enemy or against the next one.
    pub(super) fn follow(
        &mut self,
        clash: &Clash,
        before: Option<&Clash>,
        told: &mut Vec<Sentence>,
    ) {
        let by = self.names.units(clash.fight.by.clone());
        let target = self.names.units(clash.fight.against.clone());
        let same = before.is_some_and(|before| {
            self.names.sorted(before.fight.against.clone())
                == self.names.sorted(clash.fight.against.clone())
        });
        let own = |clause: &Clause| {
            clause.subject.entity().is_some_and(|who| who.key == by.key) && !clause.passive
        };
        let joins = |last: &Sentence| {
            same && !(clash.quiet() && (Self::beaten_off(clash) || !clash.idle()))
                && match last.more.last() {
                    Some((_, before)) => !vain_once(before),
                    None => vain_once(&last.main) && !clash.quiet(),
                }
                && last.more.len() < VERBS
                && last.clauses().all(own)
        };
        if told.last().is_some_and(joins) {
            // "disordered them, attacked again and destroyed them"
            let mut last = told.pop().expect("the list has a last entry");
            if let Some((relation, _)) = last.more.last_mut() {
                *relation = Relation::Comma;
            }
            let again = Clause::new(by, "attack").with("again");
            let last = last.telling(&clash.events);
            if clash.quiet() {
                told.push(last.then(Relation::And, again.with("without effect")));
            } else {
                told.extend(self.outcome(last.then(Relation::Comma, again), clash));
            }
            return;
        }
        let clause = if same {
            Clause::new(by, "attack").with("again")
        } else if before.is_some() {
            Clause::new(by, "go on").with("to attack").with(Phrase::Extent(target.into()))
        } else {
            // The attack that it continues is in another record.
            Clause::new(by, "strike again").prep("at", target)
        };
        let sentence = Sentence::told(clause, &clash.events);
        if clash.quiet() {
            told.push(self.vain(sentence, clash));
        } else {
            told.extend(self.outcome(sentence, clash));
        }
    }

    /// The headline of a chain: its losses, else whom it disordered.
    pub(super) fn chain_headline(&self, chain: &[Clash]) -> Option<Clause> {
        let several = |units: &[Id]| {
            if units.len() == 1 {
                self.names.units(units.to_vec())
            } else {
                self.names.men(units.to_vec())
            }
        };
        let side = |clash: &Clash| self.names.side(clash.fight.by[0]);
        if let Some(clash) = chain.iter().rev().find(|clash| !clash.dead.is_empty()) {
            if !clash.lost(&clash.fight.against).is_empty() {
                let mine = chain.iter().filter(|other| {
                    side(other) == side(clash) && !other.lost(&other.fight.against).is_empty()
                });
                let (mut by, mut killed) = (Vec::new(), Vec::new());
                for clash in mine {
                    by.extend(clash.fight.by.clone());
                    killed.extend(clash.lost(&clash.fight.against));
                }
                let by = several(&self.names.sorted(by));
                let killed = self.names.some(killed, 1);
                return Some(Clause::new(by, "destroy").object(killed).now());
            }
            let who = self.names.units(clash.lost(&clash.fight.by));
            let target = several(&clash.fight.against);
            return Some(
                Clause::new(who, "destroy").passive().now().prep("in an attack on", target),
            );
        }
        let shaken: Vec<&Clash> =
            chain.iter().filter(|clash| !clash.broke(&clash.fight.against).is_empty()).collect();
        // Blows of both sides are not told as one side's.
        if let Some(first) = shaken.first() {
            let mine: Vec<&&Clash> =
                shaken.iter().filter(|clash| side(clash) == side(first)).collect();
            let by = mine.iter().flat_map(|clash| clash.fight.by.clone());
            let units = mine.iter().flat_map(|clash| clash.broke(&clash.fight.against));
            let by = several(&self.names.sorted(by));
            return Some(Clause::new(by, "disorder").object(self.names.some(units, 1)).now());
        }
        let upset: Vec<&Clash> = chain
            .iter()
            .filter(|clash| {
                clash.manner != Manner::Counter && !clash.broke(&clash.fight.by).is_empty()
            })
            .collect();
        let attack = if upset.len() == 1 {
            "into disorder in an attack"
        } else {
            "into disorder in attacks"
        };
        let who: Vec<Id> = upset.iter().flat_map(|clash| clash.broke(&clash.fight.by)).collect();
        (!who.is_empty()).then(|| Clause::new(self.names.some(who, 1), "fall").with(attack).now())
    }
}

/// True of one attack without effect, not of several told together.
fn vain_once(clause: &Clause) -> bool {
    let once = |phrase: &Phrase| match phrase {
        Phrase::Words(text) => text != "twice",
        Phrase::Prep(..) | Phrase::Extent(_) => false,
    };
    clause.rest.last() == Some(&"without effect".into()) && clause.rest.iter().all(once)
}
