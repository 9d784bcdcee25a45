//! Answers to a question in the middle of an activation.

use super::{Draft, Place, Spot};
use crate::events::Pairing;
use crate::names::Id;
use crate::orders::{Enter, FallBack, GoOn, NextAttacks, NextGaul, Orders, StrikeBack, Victim};
use crate::rules::question;
use crate::state::{May, Query, Target};
use engine::Offer;
use engine::kit::{Bearing, Hex};

impl Draft<'_> {
    /// The answer that standing orders or the rules give if the seat writes nothing.
    pub(super) fn by_policy(&self, query: &Query) -> Orders {
        let standing = self.at.in_force.and_then(|force| force.standing.as_ref());
        question::by_policy(self.rules, self.at.view, query, standing.map(|filed| &filed.says))
    }

    /// All that can be answered; of one unit where one is picked.
    pub(super) fn answers(&self, picked: Option<Id>) -> Vec<Offer> {
        let Some(query) = self.at.view.question(self.side) else { return Vec::new() };
        let said = self.asked().and_then(|name| self.said(Place::Now, name));
        let told = said.cloned().unwrap_or_else(|| self.by_policy(query));
        let here = |id: Id| picked.is_none_or(|picked| picked == id);
        match (query, told) {
            (Query::Retreat { units }, Orders::FallBack(told)) => {
                let units = units.iter().filter(|may| here(may.unit));
                units.flat_map(|may| self.falls_back(may, &told)).collect()
            }
            (Query::Counter { by, against, .. }, Orders::StrikeBack(told)) => {
                let units = by.iter().filter(|unit| here(**unit));
                units.map(|unit| self.strikes(*unit, against, &told)).collect()
            }
            (Query::Continue { targets }, Orders::GoOn(told)) => {
                targets.iter().map(|target| self.goes_on(target, &told)).collect()
            }
            (Query::Order { attacks }, Orders::NextAttacks(told)) => {
                attacks.iter().filter_map(|attack| self.comes_next(attack, &told)).collect()
            }
            (Query::Advance { to, units, face }, Orders::Enter(told)) => {
                let mut all: Vec<Offer> =
                    units.iter().map(|unit| self.enters(*unit, *to, &told)).collect();
                all.extend(if *face { self.turns(&told) } else { Vec::new() });
                all
            }
            (Query::Gauls { units }, Orders::NextGaul(told)) => {
                let next = units.iter().copied().map(Some).chain([None]);
                next.map(|unit| self.rolls(unit, &told)).collect()
            }
            (Query::Rampage { unit, targets }, Orders::Victim(told)) => {
                let one = |target: &Id| {
                    let words = format!("{unit} attacks {target}");
                    let what = ("Rampage", words, told.target == *target);
                    let says = Orders::Victim(Victim { target: *target });
                    self.answering(what, Spot::Piece(target.to_string()), says)
                };
                targets.iter().map(one).collect()
            }
            (_, _) => Vec::new(),
        }
    }

    fn enters(&self, unit: Id, to: Hex, told: &Enter) -> Offer {
        let chosen = told.advance == Some(unit);
        let says = Enter { advance: (!chosen).then_some(unit), ..told.clone() };
        let what = ("Advance", format!("{unit} enters {to}"), chosen);
        self.answering(what, Spot::Piece(unit.to_string()), Orders::Enter(says))
    }

    fn turns(&self, told: &Enter) -> Vec<Offer> {
        let one = |way: Bearing| {
            let chosen = told.face == Some(way);
            let says = Enter { face: (!chosen).then_some(way), ..told.clone() };
            let what = ("Face there", way.word().to_owned(), chosen);
            let (group, words, chosen) = what;
            let name = self.asked().expect("answers are offered only to the seat that is asked");
            self.offer(group, words, chosen, |filing| {
                Self::answer(filing, Place::Now, name, Orders::Enter(says));
            })
        };
        self.rules.printed.ground.grid.vertices().into_iter().map(one).collect()
    }

    fn rolls(&self, unit: Option<Id>, told: &NextGaul) -> Offer {
        let words =
            unit.map_or("No other Gaul rolls".to_owned(), |unit| format!("{unit} rolls next"));
        let name = self.asked().expect("answers are offered only to the seat that is asked");
        let offer = self.offer("Gauls", words, told.gaul == unit, |filing| {
            Self::answer(filing, Place::Now, name, Orders::NextGaul(NextGaul { gaul: unit }));
        });
        match unit {
            Some(unit) => offer.on(Spot::Piece(unit.to_string())),
            None => offer,
        }
    }

    fn answering(&self, what: (&'static str, String, bool), spot: Spot, says: Orders) -> Offer {
        let (group, words, chosen) = what;
        let name = self.asked().expect("answers are offered only to the seat that is asked");
        let offer = self.offer(group, words, chosen, |filing| {
            Self::answer(filing, Place::Now, name, says);
        });
        offer.on(spot)
    }

    fn falls_back(&self, may: &May, told: &FallBack) -> Vec<Offer> {
        let to = |hex: &Hex| {
            let chosen = told.fall_back.get(&may.unit) == Some(hex);
            let mut says = told.clone();
            says.fall_back.remove(&may.unit);
            if !chosen {
                says.fall_back.insert(may.unit, *hex);
            }
            let words = format!("{} falls back to {hex}", may.unit);
            let what = ("Retreat before combat", words, chosen);
            self.answering(what, Spot::Cell(hex.to_string()), Orders::FallBack(says))
        };
        may.to.iter().map(to).collect()
    }

    fn strikes(&self, unit: Id, against: &[Id], told: &StrikeBack) -> Offer {
        let chosen = told.strike.contains(&unit);
        let mut says = told.clone();
        says.strike.retain(|id| *id != unit);
        if !chosen {
            says.strike.push(unit);
        }
        let words = format!("{unit} strikes back at whichever of {} it can attack", named(against));
        let spot = Spot::Piece(unit.to_string());
        self.answering(("Counter-attack", words, chosen), spot, Orders::StrikeBack(says))
    }

    fn goes_on(&self, target: &Target, told: &GoOn) -> Offer {
        let chosen = told.against == Some(target.against);
        let says = GoOn { against: (!chosen).then_some(target.against) };
        let words = format!(
            "{} on against {}, modifier {:+}",
            named(&target.by),
            target.against,
            target.drm
        );
        let spot = Spot::Piece(target.against.to_string());
        self.answering(("Continued attack", words, chosen), spot, Orders::GoOn(says))
    }

    fn comes_next(&self, attack: &Pairing, told: &NextAttacks) -> Option<Offer> {
        let first = attack.against.first()?;
        let at = told.next.iter().position(|id| attack.against.contains(id));
        let mut says = told.clone();
        match at {
            Some(at) => drop(says.next.remove(at)),
            None => says.next.push(*first),
        }
        let place = at.map(|at| format!("{}. ", at + 1)).unwrap_or_default();
        let words = format!("{place}{} on {}", named(&attack.by), named(&attack.against));
        let what = ("Attacks, in this order", words, at.is_some());
        Some(self.answering(what, Spot::Piece(first.to_string()), Orders::NextAttacks(says)))
    }
}

fn named(units: &[Id]) -> String {
    units.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
