//! Attacks and volleys: at whom, at what odds, and how.

use super::{Draft, Spot};
use crate::field::Field;
use crate::names::{Id, PhaseName};
use crate::odds::outlook;
use crate::orders::{
    Aim, AimWord, AttackOrder, Being, Bound, CombatOrders, Condition, HexCondition, Holds, Says,
    Several, Target, UnitCondition, VolleyOrders, YesNo,
};
use crate::policy::{Cmp, Face, Support, SupportWord};
use crate::rules::{support, targets, volley};
use crate::state::Impulse;
use engine::Offer;
use engine::kit::Hex;

const COMBAT: PhaseName = PhaseName::Combat;

impl Draft<'_> {
    fn attacks(&self) -> CombatOrders {
        match self.said(COMBAT).map(|orders| &orders.says) {
            Some(Says::Combat(own)) => own.clone(),
            Some(_) | None => CombatOrders::default(),
        }
    }

    fn fights(
        &self,
        what: (&'static str, String, bool),
        change: impl FnOnce(&mut CombatOrders),
    ) -> Offer {
        let mut orders = self.attacks();
        change(&mut orders);
        let idle = orders == CombatOrders::default() && self.asked() != Some(COMBAT);
        self.says(COMBAT, what, if idle { Says::Nothing } else { Says::Combat(orders) })
    }

    pub(super) fn all_combat(&self) -> Vec<Offer> {
        let last = self.attacks().last;
        let what = ("Attacks", "No more in this impulse".to_owned(), last);
        vec![self.fights(what, |orders| orders.last = !last)]
    }

    pub(super) fn all_volleys(&self) -> Vec<Offer> {
        let orders = self.shots();
        let what = ("Shoot at", "No more in this impulse".to_owned(), orders.last);
        let shots = VolleyOrders { last: !orders.last, ..orders };
        vec![self.shoots(what, shots)]
    }

    fn shots(&self) -> VolleyOrders {
        match self.said(PhaseName::Volley).map(|orders| &orders.says) {
            Some(Says::Volley(own)) => own.clone(),
            Some(_) | None => VolleyOrders::default(),
        }
    }

    fn shoots(&self, what: (&'static str, String, bool), orders: VolleyOrders) -> Offer {
        let idle = orders == VolleyOrders::default();
        self.says(PhaseName::Volley, what, if idle { Says::Nothing } else { Says::Volley(orders) })
    }

    /// The offers of targets for a unit, and of the ways to attack.
    pub(super) fn combat(&self, id: Id) -> Vec<Offer> {
        let state = self.table(Impulse::Combat);
        let field = self.field(&state);
        let orders = self.attacks();
        let at = orders.attacks.iter().position(|attack| attack.unit == id);
        let mut offers = Vec::new();
        let Some(unit) = field.unit(id).filter(|unit| unit.side == self.side) else {
            return offers;
        };
        if targets::attacker(&field, self.side, id).is_ok() {
            for quarry in targets::quarries(&field, unit) {
                let leader = field.camp(self.side.other()).leader.id;
                let foe = quarry.unit.unwrap_or(leader);
                let words = format!("{foe} in {}{}", quarry.hex, chances(&field, id, quarry.unit));
                let target = Target::Unit(foe);
                let spot = Spot::Piece(foe.to_string());
                offers.extend(self.at_target(id, at, target, words, Some(&spot)));
                let words = format!("whoever stands in {}", quarry.hex);
                offers.extend(self.at_target(id, at, Target::Hex(quarry.hex), words, None));
            }
            if !offers.is_empty() {
                offers.extend(self.at_target(
                    id,
                    at,
                    Target::Any,
                    "the best target".to_owned(),
                    None,
                ));
            }
        }
        if let Some(at) = at {
            offers.extend(self.manner(&field, at));
            if at > 0 {
                let what = ("Order of attacks", "Earlier".to_owned(), false);
                offers.push(self.fights(what, |orders| orders.attacks.swap(at - 1, at)));
            }
        }
        offers
    }

    /// Offers to make a target the only one, or to put it after those that the attack has.
    fn at_target(
        &self,
        id: Id,
        at: Option<usize>,
        target: Target,
        words: String,
        spot: Option<&Spot>,
    ) -> Vec<Offer> {
        let own = at.map(|at| self.attacks().attacks[at].target.0.clone()).unwrap_or_default();
        let chosen = own.contains(&target);
        let on = |offer: Offer| match spot {
            Some(spot) => offer.on(spot.clone()),
            None => offer,
        };
        let main = self.fights(("Attack", words.clone(), chosen), |orders| match at {
            Some(at) if chosen => drop(orders.attacks.remove(at)),
            Some(at) => orders.attacks[at].target = Several(vec![target]),
            None => orders.attacks.push(AttackOrder::new(id, vec![target])),
        });
        let mut offers = vec![on(main)];
        if let Some(at) = at.filter(|_| !chosen) {
            let or = self.fights(("Or else attack", words, false), |orders| {
                orders.attacks[at].target.0.push(target);
            });
            offers.push(on(or));
        }
        offers
    }

    /// Offers of points, charge, support, advance and facing for an attack, and of when it is made.
    fn manner(&self, field: &Field<'_>, at: usize) -> Vec<Offer> {
        let own = self.attacks().attacks[at].clone();
        let mut offers = Vec::new();
        for (yes, words) in [(true, "A point for it"), (false, "No point for this attack")] {
            let chosen = own.command == Some(yes);
            offers.push(self.fights(("Combat point", words.to_owned(), chosen), |orders| {
                orders.attacks[at].command = (!chosen).then_some(yes);
            }));
        }
        let what = ("Combat point", "Charge, by Furor".to_owned(), own.charge);
        offers.push(self.fights(what, |orders| orders.attacks[at].charge = !own.charge));
        for word in SupportWord::ALL {
            let chosen = own.support == Some(Support::Word(*word));
            offers.push(self.fights(("Support", word.to_string(), chosen), |orders| {
                orders.attacks[at].support = (!chosen).then_some(Support::Word(*word));
            }));
        }
        let named = match &own.support {
            Some(Support::Units(units)) => units.clone(),
            Some(Support::Word(_)) | None => Vec::new(),
        };
        for friend in support::eligible(field, own.unit) {
            let chosen = named.contains(&friend);
            let mut units: Vec<Id> = named.iter().copied().filter(|id| *id != friend).collect();
            if !chosen {
                units.push(friend);
            }
            let list = (!units.is_empty()).then_some(Support::Units(units));
            offers.push(self.fights(("Support", friend.to_string(), chosen), |orders| {
                orders.attacks[at].support = list;
            }));
        }
        for (word, words) in [(YesNo::Yes, "Advances"), (YesNo::No, "Stays")] {
            let chosen = own.advance == Some(word);
            offers.push(self.fights(("If it may advance", words.to_owned(), chosen), |orders| {
                orders.attacks[at].advance = (!chosen).then_some(word);
            }));
        }
        let faces = [(Face::Ahead, "the way it went"), (Face::Keep, "as it stood")];
        let sides = crate::geometry::SIDES.map(|way| (Face::To(way), way.word()));
        for (face, words) in faces.into_iter().chain(sides) {
            let chosen = own.face == Some(face);
            offers.push(self.fights(
                ("Facing after an advance", words.to_owned(), chosen),
                |orders| {
                    orders.attacks[at].face = (!chosen).then_some(face);
                },
            ));
        }
        offers.extend(self.conditions(field, at, &own));
        offers
    }

    fn conditions(&self, field: &Field<'_>, at: usize, own: &AttackOrder) -> Vec<Offer> {
        let mut all: Vec<(String, Condition)> = Vec::new();
        let mut units = vec![own.unit];
        units.extend(own.target.0.iter().filter_map(|target| match target {
            Target::Unit(id) => Some(*id),
            Target::Hex(_) | Target::Any => None,
        }));
        for unit in units {
            let bare = UnitCondition { unit, dp: None, is: None, at: None };
            for (being, words) in [
                (Being::Play, "is steady"),
                (Being::Panic, "is In fugam"),
                (Being::Gone, "is gone"),
            ] {
                let is = UnitCondition { is: Some(being), ..bare.clone() };
                all.push((format!("{unit} {words}"), Condition::Unit(is)));
            }
            for number in 1..=4 {
                let dp = Some(Bound { cmp: Cmp::AtLeast, number });
                let least = Condition::Unit(UnitCondition { dp, ..bare.clone() });
                all.push((format!("{unit} has {number} DP or more"), least));
            }
            if let Some(hex) = field.hex(unit) {
                let here = Condition::Unit(UnitCondition { at: Some(hex), ..bare });
                all.push((format!("{unit} is in {hex}"), here));
            }
        }
        let front: Vec<Hex> = field
            .unit(own.unit)
            .and_then(|unit| Some(field.front_hexes(unit.hex()?, unit.facing).collect()))
            .unwrap_or_default();
        for hex in front {
            for holds in Holds::ALL {
                let condition = Condition::Hex(HexCondition { hex, holds: *holds });
                let words = match holds {
                    Holds::Enemy => format!("an enemy is in {hex}"),
                    Holds::Friend => format!("a friendly unit is in {hex}"),
                    Holds::None => format!("{hex} is empty"),
                };
                all.push((words, condition));
            }
        }
        let one = |(words, condition): (String, Condition)| {
            let chosen = own.when.0.contains(&condition);
            self.fights(("Only if", words, chosen), |orders| {
                let when = &mut orders.attacks[at].when.0;
                if chosen {
                    when.retain(|other| *other != condition);
                } else {
                    when.push(condition);
                }
            })
        };
        all.into_iter().map(one).collect()
    }

    pub(super) fn volley(&self, id: Id) -> Vec<Offer> {
        let state = self.table(Impulse::Volley);
        let field = self.field(&state);
        let orders = self.shots();
        let Ok(found) = volley::archer(&field, self.side, id) else { return Vec::new() };
        let now = orders.volley.0.iter().find(|(unit, _)| *unit == id).map(|(_, aim)| aim.clone());
        let aims = |what: (&'static str, String, bool), aim: Option<Aim>| {
            let mut list = orders.volley.0.clone();
            match (list.iter().position(|(unit, _)| *unit == id), aim) {
                (Some(at), Some(aim)) => list[at].1 = aim,
                (Some(at), None) => drop(list.remove(at)),
                (None, Some(aim)) => list.push((id, aim)),
                (None, None) => {}
            }
            let last = orders.last;
            self.shoots(what, VolleyOrders { volley: crate::orders::Listed(list), last })
        };
        let listed = match &now {
            Some(Aim::At(list)) => list.0.clone(),
            Some(Aim::Word(_)) | None => Vec::new(),
        };
        let mut offers = Vec::new();
        for (target, words, spot) in shots(&field, &found) {
            let chosen = listed.contains(&target);
            let aim = (!chosen).then(|| Aim::At(Several(vec![target])));
            let offer = aims(("Shoot at", words.clone(), chosen), aim);
            offers.push(match spot {
                Some(spot) => offer.on(spot),
                None => offer,
            });
            if !chosen && !listed.is_empty() {
                let list = listed.iter().copied().chain([target]).collect();
                let aim = Some(Aim::At(Several(list)));
                offers.push(aims(("Or else shoot at", words, false), aim));
            }
        }
        for (word, words) in
            [(AimWord::Hold, "Does not shoot"), (AimWord::Auto, "By standing orders")]
        {
            let chosen = now == Some(Aim::Word(word));
            let aim = (!chosen).then_some(Aim::Word(word));
            offers.push(aims(("Shoot at", words.to_owned(), chosen), aim));
        }
        offers
    }
}

/// The odds of an attack as it would be fought now, in words.
fn chances(field: &Field<'_>, id: Id, foe: Option<Id>) -> String {
    let Some(foe) = foe else { return ", a leader alone".to_owned() };
    if field.unit(foe).is_some_and(|unit| unit.panic.is_some()) {
        return ", In fugam: no dice are thrown".to_owned();
    }
    outlook(field, id, foe, false).map_or_else(String::new, |look| {
        let (won, lost) = (look.odds.win + look.odds.double, look.odds.lose + look.odds.doubled);
        format!(
            ": edge {:+}; of 36 throws {won} win and {lost} lose; the target breaks in {}, this \
             unit in {}",
            look.edge, look.defender_breaks, look.attacker_breaks
        )
    })
}

/// All that can be shot at: the target, its words, and where it stands.
fn shots(field: &Field<'_>, found: &[volley::Shot]) -> Vec<(Target, String, Option<Spot>)> {
    let mut choices = Vec::new();
    for shot in found {
        let words = format!("{} at {} hexes: {} of 6 hit", shot.target, shot.distance, shot.number);
        let spot = Some(Spot::Piece(shot.target.to_string()));
        choices.push((Target::Unit(shot.target), words, spot));
        if let Some(hex) = field.hex(shot.target) {
            choices.push((Target::Hex(hex), format!("any unit in {hex}"), None));
        }
    }
    choices.push((Target::Any, "the best target".to_owned(), None));
    choices
}
