//! The state of the battle: the score with what each side needs, losses; how an army is drawn up; records in which
//! nothing happened.

use super::{Teller, names};
use crate::events::{Event, Sequence, SetUp};
use crate::names::{Id, Side};
use crate::state::{Impulse, Place, Stage};
use engine::kit::Hex;
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence, Situation, Tense, number};
use std::cmp::Ordering;

const SET_UP: u32 = 30;

impl Teller<'_> {
    /// Both sides, each with what it can bear.
    pub(super) fn score(&self) -> Vec<Sentence> {
        let (rout, state) = (self.names.battle.rout, self.after);
        let tense = if state.over.is_some() { Tense::Past } else { Tense::Present };
        let has = |of: Side| state.camps[of].pr;
        let mut told = Vec::new();
        if has(Side::Rome) + has(Side::Carthage) == 0 {
            let none = Clause::new("neither army", "have").object("a rout point").tense(tense);
            let none = Sentence::stands(none);
            let level = |who: Np, verb: &'static str, points: u8| {
                Clause::new(who, verb).prep("at", Np::understood(points, "rout point")).now()
            };
            told.push(if state.over.is_some() {
                none
            } else if rout.rome == rout.carthage {
                none.then(Relation::Against, level("each".into(), "break", rout.rome))
            } else {
                let side = |of: Side| names::side(of).into();
                none.then(Relation::Against, level(side(Side::Rome), "break", rout.rome))
                    .then(Relation::And, level(side(Side::Carthage), "", rout.carthage))
            });
        } else {
            let first =
                if has(Side::Carthage) > has(Side::Rome) { Side::Carthage } else { Side::Rome };
            let second = first.other();
            let all = Np::count(has(first), "rout point");
            let level = i64::from(rout[first]);
            let all = match i64::from(has(first)).cmp(&level) {
                Ordering::Less => all.lead(Lead::OfThe(level)).tail("that would break it"),
                Ordering::Equal => all.lead(Lead::The).tail("that break it"),
                Ordering::Greater => all.tail(format!(", where {} break it", number(level))),
            };
            let rest = Np::understood(has(second), "rout point");
            let rest = if has(second) >= rout[second] {
                rest.tail(format!(", where {} break it", number(i64::from(rout[second]))))
            } else {
                rest.tail(format!("of its {}", number(i64::from(rout[second]))))
            };
            let clause = |of: Side, object: Np| {
                Clause::new(names::side(of), "have").object(object).tense(tense)
            };
            told.push(
                Sentence::stands(clause(first, all)).then(Relation::Against, clause(second, rest)),
            );
        }
        told.extend(self.time());
        told
    }

    /// The last turns, and which side a draw favours.
    fn time(&self) -> Option<Sentence> {
        let (turns, state) = (u32::from(self.names.battle.turns), self.after);
        let begins = matches!(state.stage, Stage::SetUp { .. })
            || self.told.events().any(|(_, event)| matches!(event, Event::SetUp(_)));
        if state.over.is_some() || state.turn + 1 < turns && !begins {
            return None;
        }
        let last = Clause::new(Np::count(i64::from(turns), "turn").lead(Lead::All), "be");
        let clause = if begins {
            let most = Np::count(i64::from(turns), "turn");
            Clause::new("the battle", "last").object(most).with("at most")
        } else if state.turn == turns {
            Clause { subject: "this".into(), ..last.object("the last turn") }
        } else {
            Clause { subject: "one more turn".into(), verb: "follow".into(), ..last }
        };
        let sentence = Sentence::stands(clause.now());
        Some(match self.favoured() {
            Some(whose) => {
                sentence.then(Relation::And, Clause::new("a draw", "be").object(whose).now())
            }
            None => sentence,
        })
    }

    /// The words for the side that wins instead of a draw.
    pub(super) fn favoured(&self) -> Option<&'static str> {
        self.names.battle.draw.map(|side| match side {
            Side::Rome => "Rome's victory",
            Side::Carthage => "Carthage's victory",
        })
    }

    pub(super) fn losses(&self) -> Vec<Sentence> {
        let lost = |side: Side| self.facts.broken(side).len();
        let (rome, carthage) = (lost(Side::Rome), lost(Side::Carthage));
        if (rome, carthage) == (0, 0) {
            return Vec::new();
        }
        let units = |n: usize, lead: Lead| names::count(n, "unit").lead(lead);
        let mut told = vec![if rome == carthage {
            Sentence::stands(Clause::new("each side", "lose").object(units(rome, Lead::Bare)))
        } else {
            let (most, more, least, less) = if carthage > rome {
                (Side::Carthage, carthage, Side::Rome, rome)
            } else {
                (Side::Rome, rome, Side::Carthage, carthage)
            };
            let first = Clause::new(names::side(most), "lose").object(units(more, Lead::Bare));
            let rest = Clause::new(names::side(least), "").object(units(less, Lead::Understood));
            Sentence::stands(first).then(Relation::Comma, rest)
        }];
        let gained = |of: Side| -> i64 {
            let own =
                self.facts.rout.iter().filter(|(_, side, points, _)| *side == of && *points > 0);
            own.map(|(_, _, points, _)| i64::from(*points)).sum()
        };
        let cost = |of: Side| {
            let points = Np::count(gained(of), "rout point");
            Clause::new("that", "cost").object(names::side(of)).with(Phrase::Extent(points))
        };
        told.push(match (gained(Side::Rome), gained(Side::Carthage)) {
            (0, 0) => Sentence::stands(Clause::new("that", "cost").object("no rout points")),
            (_, 0) => Sentence::stands(cost(Side::Rome)),
            (0, _) => Sentence::stands(cost(Side::Carthage)),
            (one, other) if one == other => {
                let points = Phrase::Extent(Np::count(one, "rout point"));
                Sentence::stands(Clause::new("that", "cost").object("each side").with(points))
            }
            _ => Sentence::stands(cost(Side::Rome))
                .then(Relation::And, Clause { verb: "".into(), ..cost(Side::Carthage) }),
        });
        told
    }

    pub(super) fn drawn_up(&self) -> Vec<Situation> {
        let mut situations = Vec::new();
        for side in Side::BOTH {
            let placed: Vec<(u32, Id, Place, u8)> = self
                .told
                .events()
                .filter_map(|(n, event)| match event {
                    Event::SetUp(SetUp::Placed { unit, side: of, place, dp, .. })
                        if *of == side =>
                    {
                        Some((n, *unit, *place, *dp))
                    }
                    _ => None,
                })
                .collect();
            if placed.is_empty() {
                continue;
            }
            let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
            let army = Clause::new(names::side(side), "draw up").object("its army");
            let back = placed.iter().find(|(.., place, _)| *place == Place::Reserve);
            let units = names::count(placed.len() - usize::from(back.is_some()), "unit");
            let drawn = army.clone().with(Phrase::Prep("of".into(), units));
            let drawn = Sentence::told(drawn, &events);
            let mut told = vec![match back {
                Some((_, unit, ..)) => {
                    let kept = Clause::new(names::side(side), "hold back");
                    drawn.then(Relation::And, kept.object(self.names.unit(*unit)))
                }
                None => drawn,
            }];
            told.extend(self.horse(side, &placed));
            let cold = placed.iter().filter(|(.., dp)| *dp > 0).count();
            if cold > 0 {
                let clause = Clause::new(names::count(cold, "Roman unit"), "be");
                let clause = clause.with("in disorder from the cold of the river").now();
                let cold = Sentence::told(clause, &events);
                told.push(if placed.iter().filter(|(.., dp)| *dp > 0).count() > 12 {
                    cold.front("in all,")
                } else {
                    cold
                });
            }
            told.extend(self.leader_stands(side));
            situations.push(Situation::new(SET_UP, told).headline(army.now()));
        }
        situations
    }

    /// On which wings the horse stands.
    fn horse(&self, side: Side, placed: &[(u32, Id, Place, u8)]) -> Option<Sentence> {
        let horse = placed
            .iter()
            .filter(|(_, unit, ..)| self.names.class(*unit) == crate::names::Class::Cavalry);
        let on: Vec<(u32, Hex)> =
            horse.filter_map(|(n, _, place, _)| Some((*n, place.hex()?))).collect();
        let wing = |wing: &str| on.iter().filter(|(_, hex)| names::wing(*hex) == wing).count();
        let (left, right) = (wing("on the Roman left"), wing("on the Roman right"));
        if on.is_empty() || left + right < on.len() {
            return None;
        }
        let events: Vec<u32> = on.iter().map(|(n, _)| *n).collect();
        let noun = match side {
            Side::Rome => "unit of Roman horse",
            Side::Carthage => "unit of Carthaginian horse",
        };
        let stand = |n: usize| Clause::new(names::count(n, noun), "stand").now();
        Some(match (left, right) {
            (0, n) => Sentence::told(stand(n).with("on the Roman right"), &events),
            (n, 0) => Sentence::told(stand(n).with("on the Roman left"), &events),
            (one, other) => {
                let rest = names::count(other, noun).lead(Lead::Understood);
                let rest = Clause::new(rest, "").with("on the Roman right");
                Sentence::told(stand(one).with("on the Roman left"), &events)
                    .then(Relation::And, rest)
            }
        })
    }

    fn leader_stands(&self, side: Side) -> Option<Sentence> {
        let (n, leader, hex) = self.told.events().find_map(|(n, event)| match event {
            Event::SetUp(SetUp::LeaderPlaced { leader, side: of, hex }) if *of == side => {
                Some((n, *leader, *hex))
            }
            _ => None,
        })?;
        let (unit, _) = self.after.units.iter().find(|(_, unit)| unit.hex() == Some(hex))?;
        let clause = Clause::new(names::leader(leader), "be").now();
        Some(Sentence::told(clause.prep("with", self.names.unit(*unit)), &[n]))
    }

    /// A record in which nobody did anything that is told.
    pub(super) fn quiet(&self) -> Sentence {
        let Some((n, _)) = self.told.events().next() else {
            return Sentence::stands(Clause::new("nobody", "move"));
        };
        let turn = self.sequence().find_map(|(n, event)| match event {
            Sequence::Turn { turn } => Some((n, *turn)),
            _ => None,
        });
        let side = |of: Side| names::side(of);
        let clause = match self.before.stage {
            Stage::Impulse { mover, impulse } => match impulse {
                Impulse::Movement => Clause::new(side(mover), "stay").with("where it was"),
                Impulse::Volley => Clause::new(side(mover.other()), "shoot").denied(),
                Impulse::Combat => Clause::new(side(mover), "make").object("no attack"),
                Impulse::Recovery => Clause::new(side(mover), "rally").object("no unit"),
                Impulse::Elephants => {
                    Clause::new(side(Side::Rome), "leave").object("the elephants").with("alone")
                }
            },
            _ => Clause::new("nobody", "move"),
        };
        match turn {
            Some((n, turn)) => {
                let turn = engine::story::Entity::new("turn", format!("turn {turn}"));
                Sentence::told(Clause::new(turn, "begin"), &[n])
            }
            None => Sentence::told(clause, &[n]),
        }
    }
}
