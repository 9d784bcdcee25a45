//! Set-up, chips, the choice of the first half, elephants and rallies.

use super::ride::Rage;
use super::{Draft, Spot};
use crate::names::{CommandBox, Id, PhaseName, Rank, Side};
use crate::orders::{
    Chips, ChoiceOrders, ElephantOrder, ElephantsOrders, NextChip, PlaceOrders, RecoveryOrders,
    Says, SetUpOrders, Several, Stand, Vacuus,
};
use crate::policy::{Policy, StandingChips};
use crate::rules::{set_up, strategic};
use crate::state::Impulse;
use engine::{Offer, Subject, Tempo};

/// The chips that a change of boxes is about.
#[derive(Clone, Copy)]
enum Laid {
    /// The chips of this turn, or of the next if they are given in advance.
    Now,
    /// The chips of every turn.
    Always,
}

impl Draft<'_> {
    pub(super) fn deployment(&self) -> SetUpOrders {
        match self.said(PhaseName::SetUp).map(|orders| &orders.says) {
            Some(Says::SetUp(own)) => own.clone(),
            Some(_) | None => SetUpOrders::default(),
        }
    }

    /// The units of a set-up, where the draft puts them.
    pub(super) fn deployed(&self) -> Vec<Subject> {
        let orders = self.deployment();
        let printed = &self.rules.printed;
        let all = set_up::deploy(printed, self.at.view, self.side, &orders);
        let mut subjects: Vec<Subject> = Vec::new();
        let mut units: Vec<_> = all.units.iter().collect();
        units.sort_by_key(|(id, _)| crate::field::counted(**id));
        for (id, (kind, hex, face)) in units {
            let mut said: Vec<String> =
                orders.units.get(id).map(|stand| format!("to {stand}")).into_iter().collect();
            if orders.leader == Some(*id) {
                said.push("with the leader".to_owned());
            }
            subjects.push(Subject {
                group: "Units",
                id: id.to_string(),
                words: format!("{} {id} in {hex}/{face}", printed.kind(*kind).name),
                ordered: (!said.is_empty()).then(|| said.join(", ")),
            });
        }
        subjects.extend(all.reserve.map(|(id, kind)| Subject {
            group: "Units",
            id: id.to_string(),
            words: format!("{} {id}", printed.kind(kind).name),
            ordered: Some("kept back".to_owned()),
        }));
        subjects
    }

    fn deploys(
        &self,
        what: (&'static str, String, bool),
        change: impl FnOnce(&mut SetUpOrders),
    ) -> Offer {
        let mut orders = self.deployment();
        change(&mut orders);
        self.says(PhaseName::SetUp, what, Says::SetUp(orders))
    }

    /// Offers of a unit's hex and facing, and to give it the leader or keep it back.
    pub(super) fn in_camp(&self, id: Id) -> Vec<Offer> {
        let printed = &self.rules.printed;
        let orders = self.deployment();
        let all = set_up::deploy(printed, self.at.view, self.side, &orders);
        let note = printed.battle(self.at.view.battle);
        let mut offers = Vec::new();
        let kind = note.ids(&printed.roster, self.side).into_iter().find(|(own, _)| *own == id);
        let Some((_, kind)) = kind else { return offers };
        let here = all.units.get(&id).map(|(_, hex, face)| (*hex, *face));
        for hex in note.hexes(self.side, kind).iter().copied() {
            let chosen = here.is_some_and(|(at, _)| at == hex);
            let other = all.units.iter().find(|(own, (_, at, _))| *at == hex && **own != id);
            let words = match other {
                Some((other, _)) => format!("{hex}, for {other}"),
                None => hex.to_string(),
            };
            let facing = orders.units.get(&id).and_then(|stand| stand.facing);
            let other = other.map(|(other, _)| *other);
            let offer = self.deploys(("Hex", words, chosen), |orders| {
                if chosen {
                    orders.units.remove(&id);
                    return;
                }
                orders.units.insert(id, Stand { hex, facing });
                // A unit that stood there changes places with it.
                if let (Some(other), Some((hex, _))) = (other, here) {
                    let facing = orders.units.get(&other).and_then(|stand| stand.facing);
                    orders.units.insert(other, Stand { hex, facing });
                }
            });
            offers.push(offer.on(Spot::Cell(hex.to_string())));
        }
        if let Some((hex, now)) = here {
            for face in crate::geometry::SIDES {
                let what = ("Face", face.word().to_owned(), face == now);
                offers.push(self.deploys(what, |orders| {
                    orders.units.insert(id, Stand { hex, facing: Some(face) });
                }));
            }
            let chosen = orders.leader == Some(id);
            let what = ("Leader", "The leader starts with this unit".to_owned(), chosen);
            offers.push(self.deploys(what, |orders| orders.leader = (!chosen).then_some(id)));
        }
        if note.ambush.is_some_and(|ambush| ambush.side == self.side && ambush.kind == kind) {
            let chosen = orders.reserve == Some(id);
            let what = ("Ambush", "Keep it back".to_owned(), chosen);
            offers.push(self.deploys(what, |orders| {
                orders.units.remove(&id);
                orders.reserve = (!chosen).then_some(id);
            }));
        }
        offers
    }

    pub(super) fn choice(&self) -> Vec<Offer> {
        let now = match self.said(PhaseName::Choice).map(|orders| &orders.says) {
            Some(Says::Choice(own)) => Some(own.choice),
            Some(_) | None => None,
        };
        let one = |choice: &Rank| {
            let chosen = now == Some(*choice);
            let says = Says::Choice(ChoiceOrders { choice: *choice });
            let says = if chosen { Says::Nothing } else { says };
            self.says(
                PhaseName::Choice,
                ("If the initiative is won", choice.to_string(), chosen),
                says,
            )
        };
        Rank::ALL.iter().map(one).collect()
    }

    /// The boxes of the card, where chips can be laid.
    pub(super) fn boxes(&self) -> Vec<Subject> {
        if !self.open().contains(&PhaseName::Strategic) {
            return Vec::new();
        }
        let (printed, view) = (&self.rules.printed, self.at.view);
        let chips = self.chips();
        let open = printed
            .boxes
            .of(self.side)
            .filter(|place| strategic::open(printed, view, self.side, *place));
        let subject = |place: CommandBox| {
            let note = printed.boxes.note(place);
            let said = chips.as_ref().map(|chips| {
                let points = chips.chips.get(&place).copied().unwrap_or(0);
                let blank = if chips.vacuus == place { " and the blank" } else { "" };
                format!("{points}{blank}")
            });
            let words = format!("{place}, at most {}: {}", note.max, note.effect);
            Subject { group: "Boxes", id: place.to_string(), words, ordered: said }
        };
        open.map(subject).collect()
    }

    /// The whole placement of the draft, if it is given at once.
    fn chips(&self) -> Option<Chips> {
        strategic::said(&self.said(PhaseName::Strategic)?.says)
    }

    fn at_once(&self) -> bool {
        self.at.view.tempo == Tempo::Brisk
    }

    pub(super) fn all_chips(&self) -> Vec<Offer> {
        let now = self.said(PhaseName::Strategic).map(|orders| &orders.says);
        let mut offers = Vec::new();
        if self.at_once() {
            let usual = strategic::usual(&self.rules.printed, self.at.view, self.side, None);
            let chosen = self.chips().as_ref() == Some(&usual);
            let says = if chosen { Says::Nothing } else { Says::Chips(usual) };
            let what = ("Chips", "The usual placement".to_owned(), chosen);
            offers.push(self.says(PhaseName::Strategic, what, says));
            return offers;
        }
        let ahead = self.asked() != Some(PhaseName::Strategic);
        let listed = match now {
            Some(Says::Place(own)) => own.place.0.clone(),
            Some(_) | None => Vec::new(),
        };
        for place in self.rules.printed.boxes.of(self.side) {
            for chip in [NextChip::Point(place), NextChip::Vacuus(Vacuus { vacuus: place })] {
                let blank = if chip.vacuus() { ", the blank" } else { "" };
                let chosen = !ahead && listed.first() == Some(&chip);
                let mut list = if ahead { listed.clone() } else { Vec::new() };
                list.push(chip);
                let says = if chosen {
                    Says::Nothing
                } else {
                    Says::Place(PlaceOrders { place: Several(list) })
                };
                let group = if ahead { "And then a chip" } else { "The next chip" };
                offers.push(self.says(
                    PhaseName::Strategic,
                    (group, format!("{place}{blank}"), chosen),
                    says,
                ));
            }
        }
        if ahead && !listed.is_empty() {
            let list = listed[..listed.len() - 1].to_vec();
            let says = if list.is_empty() {
                Says::Nothing
            } else {
                Says::Place(PlaceOrders { place: Several(list) })
            };
            let what = ("And then a chip", "One less".to_owned(), false);
            offers.push(self.says(PhaseName::Strategic, what, says));
        }
        offers
    }

    /// Offers of points, and of the blank, for a box.
    pub(super) fn in_box(&self, place: CommandBox) -> Vec<Offer> {
        let usual = || strategic::usual(&self.rules.printed, self.at.view, self.side, None);
        let mut offers = Vec::new();
        if self.at_once() && self.open().contains(&PhaseName::Strategic) {
            offers.extend(self.put_in_box(place, &self.chips().unwrap_or_else(usual), Laid::Now));
        }
        let lasting = self.lasting_chips().unwrap_or_else(usual);
        offers.extend(self.put_in_box(place, &lasting, Laid::Always));
        offers
    }

    fn put_in_box(&self, place: CommandBox, chips: &Chips, laid: Laid) -> Vec<Offer> {
        let mut offers = Vec::new();
        for (from, count) in
            chips.chips.iter().filter(|(from, count)| **from != place && **count > 0)
        {
            let mut after = chips.clone();
            if *count == 1 {
                after.chips.remove(from);
            } else {
                after.chips.insert(*from, count - 1);
            }
            *after.chips.entry(place).or_insert(0) += 1;
            offers.push(self.laid(laid, (format!("A point from {from}"), false), after));
        }
        let chosen = chips.vacuus == place;
        let after = Chips { vacuus: place, ..chips.clone() };
        offers.push(self.laid(laid, ("The blank".to_owned(), chosen), after));
        offers
    }

    fn laid(&self, laid: Laid, (words, chosen): (String, bool), chips: Chips) -> Offer {
        match laid {
            Laid::Now => {
                let what = ("Put a chip here", words, chosen);
                self.says(PhaseName::Strategic, what, Says::Chips(chips))
            }
            Laid::Always => {
                self.offer(("Put a chip here in every turn", words, chosen), |filing| {
                    let policy = filing.standing.get_or_insert_default();
                    policy.chips = Some(StandingChips { boxes: chips.chips, vacuus: chips.vacuus });
                    filing.withdrawn.remove("chips");
                })
            }
        }
    }

    /// The chips of every turn in the draft, else those in force.
    fn lasting_chips(&self) -> Option<Chips> {
        let force = self.at.in_force.and_then(|force| force.standing.as_ref());
        let drafted = self.filing.standing.as_ref().and_then(|policy| policy.chips.clone());
        let chips = drafted.or_else(|| force.and_then(|filed| filed.says.chips.clone()))?;
        Some(Chips { chips: chips.boxes, vacuus: chips.vacuus })
    }

    pub(super) fn chips_of_every_turn(&self) -> Offer {
        let usual = strategic::usual(&self.rules.printed, self.at.view, self.side, None);
        let drafted = self.filing.standing.as_ref().is_some_and(|policy| policy.chips.is_some());
        let what = ("Chips for every turn", "The usual placement".to_owned(), drafted);
        let chips = StandingChips { boxes: usual.chips, vacuus: usual.vacuus };
        self.offer(what, |filing| {
            let policy = filing.standing.get_or_insert_default();
            policy.chips = (!drafted).then_some(chips);
            filing.withdrawn.remove("chips");
            if *policy == Policy::default() {
                filing.standing = None;
            }
        })
    }

    /// The offers to recover a unit, and their order.
    pub(super) fn recovery(&self, id: Id) -> Vec<Offer> {
        let state = self.table(Impulse::Recovery);
        if state.unit(id).is_none_or(|unit| unit.side != self.side) {
            return Vec::new();
        }
        let now = match self.said(PhaseName::Recovery).map(|orders| &orders.says) {
            Some(Says::Recovery(own)) => own.recover.clone(),
            Some(_) | None => Vec::new(),
        };
        let at = now.iter().position(|other| *other == id);
        let place = at.unwrap_or(now.len()) + 1;
        let mut recover: Vec<Id> = now.into_iter().filter(|other| *other != id).collect();
        if at.is_none() {
            recover.push(id);
        }
        let says = if recover.is_empty() {
            Says::Nothing
        } else {
            Says::Recovery(RecoveryOrders { recover })
        };
        let what = ("Recovery", format!("Recovers as no. {place}"), at.is_some());
        vec![self.says(PhaseName::Recovery, what, says)]
    }

    pub(super) fn all_elephants(&self) -> Vec<Offer> {
        let Some(Says::Elephants(own)) = self.said(PhaseName::Elephants).map(|orders| &orders.says)
        else {
            return Vec::new();
        };
        let what = ("Elephants", "No more rolls in this impulse".to_owned(), own.last);
        let says = Says::Elephants(ElephantsOrders { last: !own.last, ..own.clone() });
        vec![self.says(PhaseName::Elephants, what, says)]
    }

    /// Offers of rolls against the enemy's elephants.
    pub(super) fn elephants(&self, id: Id) -> Vec<Offer> {
        if self.side != Side::Rome {
            return Vec::new();
        }
        let (now, last) = match self.said(PhaseName::Elephants).map(|orders| &orders.says) {
            Some(Says::Elephants(own)) => (own.elephants.clone(), own.last),
            Some(_) | None => (Vec::new(), false),
        };
        let says = |elephants: Vec<ElephantOrder>| {
            if elephants.is_empty() {
                Says::Nothing
            } else {
                Says::Elephants(ElephantsOrders { elephants, last })
            }
        };
        let own = now.iter().find(|one| one.unit == id).cloned();
        let others = || now.iter().filter(|one| one.unit != id).cloned();
        let with = |Rage { ride: furious, victim }: Rage| {
            let one = ElephantOrder { unit: id, furious, victim };
            let list = now.iter().map(|old| if old.unit == id { one.clone() } else { old.clone() });
            says(list.collect())
        };
        let phase = PhaseName::Elephants;
        let all = match own {
            Some(_) => says(others().collect()),
            None => says(
                others().chain([ElephantOrder { unit: id, furious: None, victim: None }]).collect(),
            ),
        };
        let what = ("Elephants", "Roll for them".to_owned(), own.is_some());
        let mut offers = vec![self.says(phase, what, all)];
        let Some(own) = own else { return offers };
        let rage = Rage { ride: own.furious, victim: own.victim };
        offers.extend(self.rages(id, &rage, |what, rage| self.says(phase, what, with(rage))));
        offers
    }
}
