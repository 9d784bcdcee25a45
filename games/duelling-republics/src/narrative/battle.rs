//! A battle from the approach to what it led to: one situation.

use super::Teller;
use super::facts::Journey;
use super::field::{Clash, Over, clashes};
use super::march::sentences;
use super::names::{all, elements, seat};
use crate::elements::{ArmyId, Side};
use crate::events::{Decision, Doom};
use crate::names::{Do, Name};
use crate::orders::battle::Whose;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Situation};

const WON: u32 = 120;
const DRAWN: u32 = 95;
const PENDING: u32 = 90;
/// The weight of armies that are about to fight because of an attack in an earlier record.
const MET: u32 = 29;
const DIFFERS: u32 = 64;
const MINOR: u32 = 50;
const JOINED: u32 = 44;

impl Teller<'_> {
    pub(super) fn battles(&mut self) -> Vec<Situation> {
        let all = clashes(self.before, self.told.chapters);
        all.iter().filter_map(|clash| self.battle(clash)).collect()
    }

    /// The leader of one of the two armies of a battle.
    fn leader(&self, clash: &Clash, at: usize) -> Entity {
        match &clash.minor {
            Some(seats) => seat(&seats[at]),
            None => self.who(clash.armies[at]),
        }
    }

    pub(super) fn leader_of(&self, clash: &Clash, army: ArmyId) -> Entity {
        self.leader(clash, usize::from(army != clash.armies[0]))
    }

    fn battle(&mut self, clash: &Clash) -> Option<Situation> {
        if clash.minor.is_some() {
            return self.minor(clash);
        }
        let at = clash.at?;
        let accepted = self.accepted(clash, at);
        let mut told = self.approach(clash);
        if clash.over.is_none() && clash.opening.is_empty() {
            let n = clash.differs?;
            let battle = self.battle_at(at).headed("the two reports of", true);
            let sentence = Sentence::told(Clause::new(battle, "differ"), &[n]);
            let headline = sentence.main.clone().now();
            return Some(Situation::new(DIFFERS, vec![sentence]).headline(headline));
        }
        if let Some(fight) = &accepted {
            told.push(fight.clone());
        } else if !clash.opening.is_empty() {
            told.push(self.met(clash));
            let sent = clash.sent.iter().map(|(army, n)| {
                let own = usize::from(army.side() != clash.armies[0].side());
                let of = clash.sizes.map_or(0, |sizes| sizes[own]);
                let of = Lead::OfThe(i64::try_from(of).expect("few"));
                let clause = Clause::new(self.who(*army), "send").object(elements(*n).lead(of));
                Sentence::told(clause, &clash.opening)
            });
            told.extend(sent.collect::<Vec<_>>());
        }
        let Some(over) = &clash.over else {
            let weight = if clash.contact { PENDING } else { MET };
            let headline = accepted.map_or_else(|| self.meeting(clash), |fight| fight.main).now();
            return Some(Situation::new(weight, told).headline(headline).at(self.region(at)));
        };
        if over.how == Decision::Reported {
            told.extend(self.reported(clash, over));
        } else {
            told.extend(self.course(clash));
        }
        let here = |why: Doom| matches!(why, Doom::Battle | Doom::NoRetreat);
        let doomed = winner(clash, over).map(|won| other(clash, won)).filter(|lost| {
            self.facts.dooms.iter().any(|(_, army, why)| army == lost && here(*why))
        });
        told.extend(self.aftermath(clash, over));
        let mut weight = match (doomed, over.winner) {
            (Some(_), _) => super::end::GONE + 1,
            (None, Whose::Nobody) => DRAWN,
            (None, Whose::Rome | Whose::Carthage) => WON,
        };
        let mut headline = self.outcome(clash, over, doomed);
        if self.relief(at).is_some() {
            weight += super::siege::more(at);
            headline = headline.with("and ends the siege");
        }
        Some(Situation::new(weight, told).headline(headline).at(self.region(at)))
    }

    /// A battle by its place: `the battle before Rome`.
    pub(super) fn battle_at(&self, at: Name) -> Np {
        match self.field(at) {
            Phrase::Prep(word, at) => at.headed(format!("the battle {word}"), false),
            Phrase::Words(_) | Phrase::Extent(_) => panic!("a battle has a place"),
        }
    }

    /// Who beat whom, or that nobody did.
    fn result(&self, clash: &Clash, over: &Over) -> Clause {
        let at = self.field(clash.at.expect("a battle has a place"));
        match winner(clash, over) {
            Some(won) => Clause::new(self.leader_of(clash, won), "beat")
                .object(self.leader_of(clash, other(clash, won)))
                .with(at),
            None => {
                let both =
                    Np::List(vec![self.leader(clash, 0).into(), self.leader(clash, 1).into()]);
                Clause::new(both, "fight").with("without a result").with(at)
            }
        }
    }

    /// The battle as a headline, with the army that it destroyed, and with the numbers where the weaker won.
    fn outcome(&self, clash: &Clash, over: &Over, doomed: Option<ArmyId>) -> Clause {
        let result = self.result(clash, over).now();
        let result = match doomed {
            Some(army) => {
                Clause { verb: "destroy".into(), ..result.object(Np::Full(self.army(army))) }
            }
            None => result,
        };
        let sizes = clash.sizes.map(|sizes| sizes.map(|n| i64::try_from(n).expect("few")));
        match (winner(clash, over), sizes) {
            (Some(won), Some([attacker, defender])) => {
                let first = won == clash.armies[0];
                let [own, foes] = if first { [attacker, defender] } else { [defender, attacker] };
                if own * 3 > foes * 2 {
                    return result;
                }
                result.prep("with", elements(own)).prep("against", Np::understood(foes, "element"))
            }
            _ => result,
        }
    }

    /// The way that brought the attacker there.
    fn approach(&mut self, clash: &Clash) -> Vec<Sentence> {
        let Some(at) = clash.at.filter(|_| !clash.opening.is_empty()) else { return Vec::new() };
        let there = |army: ArmyId| {
            clash.armies.contains(&army) || clash.sent.iter().any(|(second, _)| *second == army)
        };
        let came = |one: &&Journey| {
            !one.retreat && one.end() == at && there(one.army) && self.fresh(&one.events)
        };
        let ways: Vec<Journey> = self.facts.journeys.iter().filter(came).cloned().collect();
        let mut told = Vec::new();
        for way in ways {
            if !self.fresh(&way.events) {
                continue;
            }
            let (clauses, events, _) = self.arrival(&way);
            told.extend(sentences(&clauses, &events));
            let met = self.evasions(Some(way.army));
            told.extend(met.into_iter().flat_map(|one| one.sentences));
        }
        let fights: Vec<u32> = self
            .facts
            .answers
            .iter()
            .filter(|one| one.says == Do::Fight && one.at == at)
            .map(|one| one.n)
            .collect();
        self.tells(&fights);
        told
    }

    /// The sentence on an army that chose to fight one whose coming an earlier record told.
    fn accepted(&self, clash: &Clash, at: Name) -> Option<Sentence> {
        let came = |one: &Journey| one.army == clash.armies[0] && one.end() == at;
        if clash.sizes.is_some() || self.facts.journeys.iter().any(came) {
            return None;
        }
        let mut answers = self.facts.answers.iter();
        let answer = answers.find(|one| one.says == Do::Fight && one.at == at)?;
        let choose = Clause::new(self.who(answer.army), "choose").with("to fight");
        let choose = choose.with(Phrase::Extent(self.who(answer.by).into())).with(self.field(at));
        let mut events = vec![answer.n];
        events.extend(&clash.opening);
        Some(Sentence::told(choose, &events))
    }

    /// Who attacked whom, or met whom, if an earlier record told of the attack.
    fn meeting(&self, clash: &Clash) -> Clause {
        let verb = if clash.contact || clash.over.is_some() { "attack" } else { "meet" };
        let clause = Clause::new(self.leader(clash, 0), verb).object(self.leader(clash, 1));
        clause.maybe(clash.at.map(|at| self.field(at)))
    }

    /// The sentence on who met whom, and with what.
    fn met(&self, clash: &Clash) -> Sentence {
        let clause = self.meeting(clash);
        let clause = match clash.sizes {
            Some([own, foes]) => {
                let foes = Np::count(i64::try_from(foes).expect("few"), "element");
                clause.prep("with", elements(own)).prep("against", foes.lead(Lead::Understood))
            }
            None => clause,
        };
        Sentence::told(clause, &clash.opening)
    }

    /// A battle that was fought on the table.
    fn reported(&self, clash: &Clash, over: &Over) -> Vec<Sentence> {
        let clause = self.result(clash, over);
        let mut told = vec![Sentence::told(clause.with("on the table"), &[over.n])];
        told.extend(self.cost(clash, over));
        told
    }

    /// The sentence on the losses of both armies.
    fn cost(&self, clash: &Clash, over: &Over) -> Option<Sentence> {
        let of = |side: Side| -> usize {
            let own = over.losses.iter().filter(|(army, _)| army.side() == side);
            own.map(|(_, lost)| lost.len()).sum()
        };
        let lost = clash.armies.map(|army| of(army.side()));
        let lose = |at: usize, lead: Lead| {
            let lost = Np::count(i64::try_from(lost[at]).expect("few"), "element").lead(lead);
            Clause::new(self.leader(clash, at), "lose").object(lost)
        };
        if lost[0] + lost[1] == 0 {
            return None;
        }
        let (most, least) = if lost[1] > lost[0] { (1, 0) } else { (0, 1) };
        let other = Clause { verb: "".into(), ..lose(least, Lead::Understood) };
        Some(Sentence::told(lose(most, Lead::Bare), &[over.n]).then(Relation::And, other))
    }

    /// Retreats, sieges and ends of armies that a battle led to.
    fn aftermath(&mut self, clash: &Clash, over: &Over) -> Vec<Sentence> {
        let at = clash.at.expect("a battle has a place");
        let mut told = Vec::new();
        for army in ArmyId::CAMPAIGN {
            if let Some(back) = self.retreat_of(army, at) {
                self.tells(&back.events);
                let mut clauses = self.way(&back, Some(elements(back.size)));
                if back.lost > 0 {
                    clauses.pop();
                    clauses.extend(self.way_and_cost(&back));
                }
                told.extend(sentences(&clauses, &back.events));
                if let Some((_, more)) = self.lost_on(&back) {
                    told.extend(more);
                }
            }
        }
        told.extend(self.lifted(at));
        let here: Vec<ArmyId> = over.losses.iter().map(|(army, _)| *army).collect();
        for army in here {
            let why =
                self.facts.dooms.iter().find(|(_, one, _)| *one == army).map(|(_, _, why)| *why);
            match why {
                Some(Doom::NoRetreat) => {
                    if let Some((_, more)) = self.doom(army, Doom::NoRetreat) {
                        let n = more[0].events[0];
                        let clause =
                            Clause::new(self.who(army), "have").object("no way to retreat");
                        told.push(Sentence::told(clause, &[n]));
                        told.extend(more);
                    }
                }
                Some(Doom::Battle) => {
                    let gone = self.doom(army, Doom::Battle);
                    told.extend(gone.into_iter().flat_map(|one| one.1));
                }
                Some(Doom::Siege | Doom::Hunger | Doom::Attrition) | None => {}
            }
        }
        let begun: Vec<_> = self.facts.begun.iter().filter(|one| one.at == at).copied().collect();
        for siege in begun {
            if self.fresh(&[siege.n]) {
                self.tells(&[siege.n]);
                told.push(Sentence::told(self.lays_siege(&siege), &[siege.n]));
            }
        }
        told
    }

    /// A minor war, which counts for points alone.
    fn minor(&mut self, clash: &Clash) -> Option<Situation> {
        let pair = || (self.leader(clash, 0), self.leader(clash, 1));
        let Some(over) = &clash.over else {
            if clash.opening.is_empty() {
                return None;
            }
            let (own, foe) = pair();
            let clause = Clause::new(own, "begin")
                .object(if self.form("minor war begun", 2) == 0 {
                    "a minor war"
                } else {
                    "another"
                })
                .prep("against", foe);
            let headline = clause.clone().now();
            let sentence = Sentence::told(clause, &clash.opening);
            return Some(Situation::new(JOINED, vec![sentence]).headline(headline));
        };
        let clause = match winner(clash, over) {
            Some(won) => Clause::new(self.leader_of(clash, won), "beat")
                .object(self.leader_of(clash, other(clash, won)))
                .with(if self.form("minor war", 2) == 0 { "in a minor war" } else { "in another" }),
            None => {
                let (own, foe) = pair();
                let both = all(vec![own.into(), foe.into()]);
                Clause::new(both, "fight").object("a minor war").with("without a result")
            }
        };
        let headline = clause.clone().now();
        let mut told = vec![Sentence::told(clause, &[over.n])];
        match winner(clash, over) {
            Some(won) => {
                let lost = |army: ArmyId| {
                    let own = over.losses.iter().find(|(one, _)| *one == army);
                    own.map_or(0, |(_, lost)| lost.len())
                };
                let foes = lost(other(clash, won));
                let own = Np::count(i64::try_from(lost(won)).expect("few"), "element");
                let who = || self.leader_of(clash, won);
                let first = told.remove(0);
                let destroy = Clause::new(who(), "destroy").object(elements(foes));
                let lose = Clause::new(who(), "lose").object(own.lead(Lead::Understood));
                told.push(first.then(Relation::Comma, destroy).then(Relation::And, lose));
            }
            None => told.extend(self.cost(clash, over)),
        }
        Some(Situation::new(MINOR, told).headline(headline).at("minor wars"))
    }
}

fn winner(clash: &Clash, over: &Over) -> Option<ArmyId> {
    let of = |side: Side| clash.armies.into_iter().find(|army| army.side() == side);
    match over.winner {
        Whose::Rome => of(Side::Rome),
        Whose::Carthage => of(Side::Carthage),
        Whose::Nobody => None,
    }
}

fn other(clash: &Clash, army: ArmyId) -> ArmyId {
    if army == clash.armies[0] { clash.armies[1] } else { clash.armies[0] }
}

/// The word for the general of an army, who stands with his men.
pub(super) const fn commander(army: ArmyId) -> &'static str {
    match army {
        ArmyId::Ra | ArmyId::Rb => "the Roman general",
        ArmyId::Ca | ArmyId::Cb => "the Carthaginian general",
        ArmyId::Ma | ArmyId::Mb => "the general",
    }
}
