//! The nations' business: commands, new armies, what the provinces yield, the initiative, those who did not write.

use super::Teller;
use super::names::{all, count, elements, seat, side};
use super::stand::shares;
use crate::elements::{ArmyId, Side, Troop};
use crate::events::{Event, Players, Politics, Sequence};
use crate::orders::{Item, Pick};
use crate::state::Known;
use engine::Seat;
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation};
use std::collections::BTreeMap;

const RAISED: u32 = 62;
const COMMANDS: u32 = 40;
const PASSES: u32 = 26;
/// The place of the initiative among situations.
pub(super) const INITIATIVE: &str = "initiative";
const YIELD: u32 = 24;
const MUSTERED: u32 = 20;
const TURN: u32 = 14;
const MISSED: u32 = 25;
const VACANT: u32 = 60;

impl Teller<'_> {
    pub(super) fn council(&self) -> Vec<Situation> {
        let mut told = self.mustered();
        told.extend(self.drawn());
        told.extend(self.yields());
        told.extend(self.commands());
        told.extend(self.turns());
        told.extend(self.initiative());
        told.extend(self.absent());
        told
    }

    fn politics(&self) -> impl Iterator<Item = (u32, &Politics)> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Politics(event) => Some((n, event.as_ref())),
            _ => None,
        })
    }

    /// The sentence on who has which army, one clause for each.
    fn given(
        &self,
        given: &[(Seat, ArmyId)],
        verb: &'static str,
        events: &[u32],
    ) -> Option<Sentence> {
        let mut sentence: Option<Sentence> = None;
        for (at, (who, army)) in given.iter().enumerate() {
            let clause = Clause::new(seat(who), if at == 0 { verb } else { "" });
            let clause = clause.object(Np::Full(self.army(*army)));
            sentence = Some(match sentence {
                None => Sentence::told(clause, events),
                Some(told) => {
                    let last = at + 1 == given.len();
                    told.then(if last { Relation::And } else { Relation::Comma }, clause)
                }
            });
        }
        sentence
    }

    fn mustered(&self) -> Vec<Situation> {
        let mut sizes: BTreeMap<u16, Vec<ArmyId>> = BTreeMap::new();
        let mut events = Vec::new();
        for (n, event) in self.politics() {
            if let Politics::Mustered { army, size, .. } = event {
                sizes.entry(*size).or_default().push(*army);
                events.push(n);
            }
        }
        let mut sentences = Vec::new();
        let groups = sizes.len();
        for (at, (size, armies)) in sizes.into_iter().rev().enumerate() {
            let who = if at + 1 == groups && at > 0 && armies.len() > 2 {
                count(armies.len(), "army").lead(Lead::TheOther)
            } else {
                all(armies.iter().map(|id| Np::Full(self.army(*id))).collect())
            };
            let clause = Clause::new(who, "begin").object("the war").prep("with", elements(size));
            let clause = if armies.len() > 1 { clause.with("each") } else { clause };
            sentences.push(Sentence::told(clause, &events));
        }
        let headline = Clause::new(Np::words("the armies"), "form").passive().now();
        one(MUSTERED, sentences, headline)
    }

    /// The commands of the first year, which dice gave.
    fn drawn(&self) -> Vec<Situation> {
        let mut sentences = Vec::new();
        for (n, event) in self.politics() {
            if let Politics::Drawn { armies, .. } = event {
                let given: Vec<_> =
                    armies.iter().map(|(army, seat)| (seat.clone(), *army)).collect();
                sentences.extend(self.given(&given, "get", &[n]));
            }
        }
        let headline = Clause::new(Np::words("the dice"), "give").object("the commands").now();
        one(COMMANDS, sentences, headline)
    }

    fn commands(&self) -> Vec<Situation> {
        let mut sentences = Vec::new();
        let mut changed: Option<Clause> = None;
        let mut kept = Vec::new();
        for of in Side::BOTH {
            let mut given: Vec<(Seat, ArmyId)> = Vec::new();
            let (mut events, mut same) = (Vec::new(), Vec::new());
            for (n, event) in self.politics() {
                let Politics::Command { seat, army, .. } = event else { continue };
                if army.side() != of {
                    continue;
                }
                let last = self.before.player(seat).and_then(|player| player.last);
                if last == Some(*army) {
                    same.push((seat.clone(), *army));
                    kept.push(n);
                } else {
                    given.push((seat.clone(), *army));
                    events.push(n);
                }
            }
            sentences.extend(self.given(&given, "take over", &events));
            let keeps: Vec<u32> = kept.clone();
            sentences.extend(self.given(&same, "keep", &keeps));
            if let ([(who, army), ..], None) = (given.as_slice(), &changed) {
                let clause = Clause::new(seat(who), "take over").object(Np::Full(self.army(*army)));
                changed = Some(clause.now());
            }
        }
        let quiet = Clause::new(Np::words("the armies"), "keep").object("their generals").now();
        one(COMMANDS, sentences, changed.unwrap_or(quiet))
    }

    /// The scores and sizes that everybody knew before the political phase.
    fn known(&self) -> Option<&Known> {
        self.before.political.as_ref().map(|political| &political.before)
    }

    /// Tells what both sides did with the year's resources, as far as it is public.
    fn yields(&self) -> Vec<Situation> {
        let disclosed = self.politics().find_map(|(n, event)| match event {
            Politics::Disclosed { known } => Some((n, known)),
            _ => None,
        });
        let (Some((n, now)), Some(was)) = (disclosed, self.known()) else { return Vec::new() };
        let mut situations = Vec::new();
        let mut sentences = Vec::new();
        let mut most: Option<(i64, Option<Clause>)> = None;
        for of in Side::BOTH {
            let (mut grown, mut new): (Option<Sentence>, Vec<ArmyId>) = Default::default();
            for (army, size) in now.sizes.iter().filter(|(army, _)| army.side() == of) {
                let before = was.sizes.get(army).copied();
                let before = before.map_or_else(
                    || {
                        new.push(*army);
                        i64::try_from(self.chart.raised).expect("few")
                    },
                    i64::from,
                );
                let more = i64::from(*size) - before;
                if more <= 0 {
                    continue;
                }
                let lead = if grown.is_none() { Lead::Bare } else { Lead::Understood };
                let clause = Clause::new(side(of), if grown.is_none() { "add" } else { "" });
                let added = Np::count(more, "element").lead(lead);
                let army = Np::Full(self.army(*army));
                let clause = clause.object(added).prep("to", army.clone());
                let headline = Clause::new(side(of), "strengthen").object(army).now();
                match &mut most {
                    // No army gained most.
                    Some((least, tied)) if more == *least => *tied = None,
                    Some((least, _)) if more < *least => {}
                    _ => most = Some((more, Some(headline))),
                }
                grown = Some(match grown {
                    None => Sentence::told(clause, &[n]),
                    Some(told) => told.then(Relation::And, clause),
                });
            }
            situations.extend(self.raised(n, of, &new));
            sentences.extend(grown);
            sentences.extend(self.drew(n, of, was, now));
        }
        let quiet = Clause::new(Np::words("the generals"), "share out")
            .object("the year's resources")
            .now();
        situations.extend(one(
            YIELD,
            sentences,
            most.and_then(|(_, headline)| headline).unwrap_or(quiet),
        ));
        situations
    }

    /// The points that generals of a side took instead.
    fn drew(&self, n: u32, of: Side, was: &Known, now: &Known) -> Option<Sentence> {
        let of_side = self.after.of_side(of);
        let drew = of_side.filter_map(|player| {
            let points = |known: &Known| known.scores.get(&player.seat).copied().map(i64::from);
            Some((player.seat.clone(), points(now)? - points(was)?)).filter(|(_, more)| *more > 0)
        });
        let told = shares("draw", drew.collect(), &[n])?;
        let main = told.main.clone().with("from the provinces");
        Some(Sentence { main, ..told })
    }

    /// A new army. Nothing that an earlier army of the same name did belongs to it.
    fn raised(&self, n: u32, of: Side, new: &[ArmyId]) -> Option<Situation> {
        let mut sentence: Option<Sentence> = None;
        for (at, army) in new.iter().enumerate() {
            let clause = Clause::new(side(of), if at == 0 { "raise" } else { "" });
            let clause = clause.object(Np::Full(self.army(*army)));
            let clause = if at == 0 { clause.with("anew") } else { clause };
            let clause = match self.after.army(*army) {
                Some(there) => clause.prep("in", self.at(there.at)),
                None => clause,
            };
            let raised = elements(self.chart.raised);
            let lead = if at == 0 { Lead::Bare } else { Lead::Understood };
            let clause = clause.prep("with", raised.lead(lead));
            sentence = Some(match sentence {
                None => Sentence::told(clause, &[n]),
                Some(told) => told.then(Relation::And, clause),
            });
        }
        let armies = count(new.len(), "new army").lead(Lead::A);
        let headline = Clause::new(side(of), "raise").object(armies).now();
        Some(Situation::new(RAISED, vec![sentence?]).headline(headline))
    }

    /// One turn of a side's own with the year's resources; the enemy does not see it.
    fn turns(&self) -> Vec<Situation> {
        if self.politics().any(|(_, event)| matches!(event, Politics::Disclosed { .. })) {
            return Vec::new();
        }
        let mut told = Vec::new();
        for (n, event) in self.politics() {
            let Politics::Resource { done, .. } = event else { continue };
            let who = seat(&done.seat);
            let clause = match &done.item {
                Item::Vp(_) => Clause::new(who, "draw").object(count(1, "point").lead(Lead::A)),
                Item::Gold { gold } => Clause::new(who, "put")
                    .object(count(1, "talent").lead(Lead::A))
                    .prep("into the chest of", Np::Full(self.army(*gold))),
                Item::Element { element } => {
                    let kind = match element.kind {
                        Pick::General => "a general of allies",
                        Pick::Of(troop) if element.allied => allied(troop),
                        Pick::Of(troop) => troop.name(),
                    };
                    let army = Np::Full(self.army(element.army));
                    Clause::new(who, "add").object(Np::words(kind)).prep("to", army)
                }
                Item::Raise { raise } => {
                    Clause::new(who, "raise").object("a new army").prep("in", self.at(raise.place))
                }
                Item::Repeat { .. } => continue,
            };
            let headline = clause.clone().now();
            let mut sentences = vec![Sentence::told(clause, &[n])];
            sentences.extend(self.turns_left());
            told.push(Situation::new(TURN, sentences).headline(headline));
        }
        told
    }

    fn initiative(&self) -> Option<Situation> {
        self.told.events().find_map(|(n, event)| {
            let Event::Sequence(event) = event else { return None };
            let Sequence::Initiative { side: of, passes: true, wins } = event.as_ref() else {
                return None;
            };
            let [rome, carthage] = *wins;
            let (more, less) = (rome.max(carthage), rome.min(carthage));
            let take = Clause::new(side(*of), "take").object("the initiative");
            let headline = take.clone().now();
            let won = Clause::new(side(*of), "win").tense(engine::story::Tense::Pluperfect);
            let won = won.object(count(more, "battle")).with("of the year");
            let lost = Clause::new(side(of.other()), "").object(Np::understood(less, "battle"));
            let sentence =
                Sentence::told(take, &[n]).then(Relation::Because, won).then(Relation::And, lost);
            Some(Situation::new(PASSES, vec![sentence]).headline(headline).at(INITIATIVE))
        })
    }

    /// Those who did not write, and seats that are empty.
    fn absent(&self) -> Vec<Situation> {
        let mut told = Vec::new();
        let mut voids = Vec::new();
        for (n, event) in self.told.events() {
            let Event::Players(event) = event else { continue };
            let (weight, clause) = match event.as_ref() {
                Players::Missed { seat: who, .. } => {
                    (MISSED, Clause::new(seat(who), "miss").object("the deadline"))
                }
                Players::Vacant { seat: who, resigned: true } => {
                    (VACANT, Clause::new(seat(who), "leave").object("the game"))
                }
                Players::Vacant { seat: who, resigned: false } => {
                    let clause = Clause::new(seat(who), "lose").object("the seat");
                    (VACANT, clause.with("for want of orders"))
                }
                Players::Substitute { seat: who } => {
                    (VACANT, Clause::new(seat(who), "return").with("to the table"))
                }
                Players::Void { .. } => {
                    voids.push(n);
                    continue;
                }
                Players::Vp { .. } | Players::Note { .. } => continue,
            };
            let headline = clause.clone().now();
            told.push(
                Situation::new(weight, vec![Sentence::told(clause, &[n])]).headline(headline),
            );
        }
        if !voids.is_empty() {
            let orders = count(voids.len(), "order");
            let clause = Clause::new(orders, "come").with("to nothing");
            let sentence = Sentence::told(clause, &voids);
            told.push(Situation::new(MISSED, vec![sentence]));
        }
        told
    }
}

/// A situation, if there is anything to be said.
fn one(weight: u32, sentences: Vec<Sentence>, headline: Clause) -> Vec<Situation> {
    if sentences.is_empty() {
        return Vec::new();
    }
    vec![Situation::new(weight, sentences).headline(headline)]
}

/// The words for allied elements of a type.
const fn allied(troop: Troop) -> &'static str {
    match troop {
        Troop::Bd => "allied blades",
        Troop::Sp => "allied spears",
        Troop::Pk => "allied pikes",
        Troop::Wb => "allied warband",
        Troop::Ax => "allied auxilia",
        Troop::Ps => "allied psiloi",
        Troop::Hd => "allied hordes",
        Troop::Cv => "allied cavalry",
        Troop::LH => "allied light horse",
        Troop::Kn => "allied knights",
        Troop::El => "allied elephants",
    }
}
