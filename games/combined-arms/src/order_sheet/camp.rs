//! Offers for armies and set-ups.

use super::ground::Ground;
use super::listing::called;
use super::{Draft, camp_of, offer, offer_on, set_up};
use crate::check;
use crate::data::chart::Kind;
use crate::names::{Edges as _, TypeName, UnitId};
use crate::orders::{ArmyChoice, Camp, Orders, Spot as Post};
use crate::rules::{Field, muster, setup};
use crate::state::State;
use engine::kit::{Facing, Square};
use engine::{Edit, Offer, Offers, Spot, Subject};
use serde_json::{Value, json};

/// The parts of a prompt about army and set-up.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub army: bool,
    /// The units whose squares are asked for; none if no squares are.
    pub place: Option<Placing>,
}

#[derive(Clone, Copy)]
pub(super) enum Placing {
    All,
    Due(usize),
}

impl Draft<'_> {
    /// Offers for an army, a set-up, or both.
    pub(super) fn camp(&self, picked: Option<&str>, asked: Asked) -> Offers {
        let camp = camp_of(self.orders);
        let stands = self.stands(&camp, asked);
        let mut subjects = Vec::new();
        if asked.army {
            subjects.extend(self.kinds(&camp));
            subjects.extend(Ground::BOTH.iter().filter_map(|ground| self.ground(*ground, &camp)));
        }
        for unit in stands.units.iter().filter(|unit| unit.side == self.side) {
            let kind = self.rules.chart.kind(unit.kind);
            let placed = spots(&camp).any(|(id, _)| *id == unit.id);
            let ordered = format!("{} {}", unit.square, unit.facing);
            let words = called(kind, unit.id);
            let ordered = placed.then_some(ordered);
            subjects.push(Subject { id: unit.id.to_string(), words, ordered, group: "Units" });
        }
        for unit in setup::of(&stands, self.side) {
            let words =
                format!("{}, not on the board", called(self.rules.chart.kind(unit.kind), unit.id));
            let id = unit.id.to_string();
            subjects.push(Subject { id, words, group: "Units", ordered: None });
        }
        let kind = picked.and_then(TypeName::new).and_then(|name| self.rules.chart.find_kind(name));
        let unit = picked.and_then(UnitId::new);
        let ground = Ground::BOTH.into_iter().find(|ground| picked == Some(ground.key()));
        let offers = match (
            kind.filter(|kind| asked.army && self.varies(kind)),
            ground.filter(|_| asked.army),
            unit,
        ) {
            (Some(kind), _, _) => self.numbers(kind, &camp),
            (None, Some(ground), _) => self.lay(ground, &camp),
            (None, None, Some(unit)) => self.unit_in_camp(unit, &camp, &stands, asked),
            (None, None, None) if picked.is_none() => self.whole_camp(&camp, asked),
            (None, None, None) => Vec::new(),
        };
        Offers { subjects, offers, ..Offers::default() }
    }

    /// The position as the draft would leave it.
    fn stands(&self, camp: &Camp, asked: Asked) -> State {
        match asked.place {
            Some(Placing::All) => set_up(self.rules, self.state, self.side, camp, asked.army).0,
            Some(Placing::Due(_)) => {
                check::run(self.rules, self.state, |table| setup::place(table, camp)).0
            }
            None => {
                let camps = [(self.side, std::borrow::Cow::Borrowed(camp))];
                check::run(self.rules, self.state, |table| muster::show_both(table, &camps)).0
            }
        }
    }

    fn kinds(&self, camp: &Camp) -> Vec<Subject> {
        let counts = self.counts(camp);
        let subject = |kind: &Kind| {
            let count = counts.iter().find(|(name, _)| *name == kind.name).map_or(0, |one| one.1);
            let words = format!(
                "{}: Move {}, range {}, Defense {}",
                kind.alias, kind.movement, kind.range, kind.defense
            );
            Subject {
                id: kind.name.to_string(),
                words,
                ordered: Some(count.to_string()),
                group: "How many of each type",
            }
        };
        let kinds = self.rules.chart.kinds_of(self.side);
        kinds.filter(|kind| self.varies(kind)).map(subject).collect()
    }

    /// True if an army may have more or fewer units of a type. There is only one General; his type has the unit's own
    /// name.
    fn varies(&self, kind: &Kind) -> bool {
        let (least, most) = self.limits(kind);
        least < most
    }

    /// The least and the most units of a type.
    fn limits(&self, kind: &Kind) -> (u32, u32) {
        let scenario = self.rules.scenario(self.state);
        let (least, most) = muster::limits(kind, scenario.limits_factor);
        let size = muster::size(scenario, &self.state.options, self.side);
        (least, most.unwrap_or_else(|| u32::from(size)))
    }

    fn counts(&self, camp: &Camp) -> Vec<(TypeName, u32)> {
        let scenario = self.rules.scenario(self.state);
        if let Some(ArmyChoice::Own(counts)) = &camp.army {
            return counts.clone();
        }
        let named = match &camp.army {
            Some(ArmyChoice::Ready(name)) => Some(*name),
            _ => scenario.armies_of(self.side).first().copied(),
        };
        let (chart, options) = (&self.rules.chart, &self.state.options);
        let army = named.and_then(|name| chart.army(name));
        army.map(|army| muster::ready(chart, scenario, options, army).units).unwrap_or_default()
    }

    /// Offers of numbers for one type, with the rest of the army as it is.
    fn numbers(&self, kind: &Kind, camp: &Camp) -> Vec<Offer> {
        let (least, most) = self.limits(kind);
        let counts = self.counts(camp);
        let now = counts.iter().find(|(name, _)| *name == kind.name).map_or(0, |one| one.1);
        let number = |count: u32| {
            let mut army: serde_json::Map<String, Value> = counts
                .iter()
                .filter(|(name, _)| *name != kind.name)
                .map(|(name, count)| (name.to_string(), json!(count)))
                .collect();
            if count > 0 {
                army.insert(kind.name.to_string(), json!(count));
            }
            let edits = new_army(Some(Value::Object(army)));
            Offer::new("Units of this type", count.to_string(), count == now, edits)
        };
        (least..=most).map(number).collect()
    }

    /// Ready armies and layouts, and the words beside them.
    fn whole_camp(&self, camp: &Camp, asked: Asked) -> Vec<Offer> {
        let scenario = self.rules.scenario(self.state);
        let mut offers = Vec::new();
        let armies = scenario.armies_of(self.side).iter().filter(|_| asked.army);
        for army in armies.filter_map(|name| self.rules.chart.army(*name)) {
            let chosen = camp.army == Some(ArmyChoice::Ready(army.name));
            let edits = new_army((!chosen).then(|| json!(army.name)));
            let words = format!("{}: {}", army.name, army.note);
            offers.push(Offer::new("Army", words, chosen, edits));
        }
        let all = matches!(asked.place, Some(Placing::All));
        let layouts = scenario.layouts_of(self.side).iter().filter(|_| all);
        for layout in layouts.filter_map(|name| self.rules.chart.layout(*name)) {
            let chosen = camp.layout == Some(layout.name);
            let value = (!chosen).then(|| json!(layout.name));
            let edit = Edit::key(&["orders"], "layout", value);
            offers.push(offer("Layout", format!("{}: {}", layout.name, layout.note), chosen, edit));
        }
        offers.extend(self.lasting());
        offers.extend(self.words(&["orders"], false));
        offers
    }

    /// Squares, facings and rank of one unit.
    fn unit_in_camp(&self, id: UnitId, camp: &Camp, stands: &State, asked: Asked) -> Vec<Offer> {
        let mut offers = Vec::new();
        let own = setup::of(stands, self.side).any(|unit| unit.id == id);
        if !own && Field::new(&self.rules.chart, stands).own(self.side, id).is_none() {
            return offers;
        }
        if asked.army && self.state.options.veterans > 0 {
            offers.push(self.veteran(id, camp, stands));
        }
        let Some(placing) = asked.place else {
            offers.push(self.lasting_of(id));
            return offers;
        };
        let later = |places: Option<&Orders>| match places {
            Some(Orders::Camp(later)) => later.units.clone(),
            Some(Orders::List(_) | Orders::FallBack(_)) | None => Vec::new(),
        };
        let ahead = later(self.places);
        let full = matches!(placing, Placing::Due(due) if camp.units.len() >= due);
        let here = spots(camp).find(|(unit, _)| *unit == id).map(|(_, post)| *post);
        let at: &[&str] = match placing {
            Placing::All => &["orders", "place"],
            Placing::Due(_) if here.is_none() && full => &["ahead", "place"],
            Placing::Due(_) => &["orders"],
        };
        let own =
            here.or_else(|| ahead.iter().find(|(unit, _)| *unit == id).map(|(_, post)| *post));
        let taken = |square: Square| {
            let others = spots(camp).chain(&ahead).filter(|(unit, _)| *unit != id);
            others.into_iter().any(|(_, post)| post.square == square)
        };
        let facing = own.and_then(|post| post.facing);
        for square in self.field().free_squares(self.side).filter(|square| !taken(*square)) {
            let chosen = own.is_some_and(|post| post.square == square);
            let value = (!chosen).then(|| post(square, facing));
            let edit = Edit::key(at, id.as_str(), value);
            let choice = offer("Square", square.to_string(), chosen, edit);
            offers.push(offer_on(Spot::Cell(square.to_string()), choice));
        }
        let stood = stands.unit(id).map(|unit| unit.square);
        if let Some(square) = own.map(|post| post.square).or(stood) {
            for face in Facing::ALL {
                let chosen = facing.unwrap_or(self.side.front()) == face;
                let edit = Edit::key(at, id.as_str(), Some(post(square, Some(face))));
                offers.push(offer("Face", face.word().to_owned(), chosen, edit));
            }
        }
        offers.push(self.lasting_of(id));
        offers
    }

    /// The offer to make a unit a veteran. Where all veterans are given, the one named first loses the rank.
    fn veteran(&self, id: UnitId, camp: &Camp, stands: &State) -> Offer {
        let waiting = stands.waiting.iter().filter(|unit| unit.veteran).map(|unit| unit.id);
        let placed = stands.units.iter().filter(|unit| unit.veteran).map(|unit| unit.id);
        let now = camp.veterans.clone().unwrap_or_else(|| waiting.chain(placed).collect());
        let chosen = now.contains(&id);
        let mut veterans: Vec<UnitId> = now.into_iter().filter(|other| *other != id).collect();
        let mut words = "Veteran".to_owned();
        if !chosen {
            if veterans.len() >= usize::from(self.state.options.veterans) {
                words = format!("Veteran, instead of {}", veterans.remove(0));
            }
            veterans.push(id);
        }
        let edit = Edit::key(&["orders"], "veterans", Some(json!(veterans)));
        offer("Rank", words, chosen, edit)
    }
}

/// The edits that choose another army; they also remove what was said of the former one's units.
fn new_army(value: Option<Value>) -> Vec<Edit> {
    let orders = &["orders"];
    vec![
        Edit::key(orders, "army", value),
        Edit::key(orders, "place", None),
        Edit::key(orders, "veterans", None),
    ]
}

/// All squares that the draft gives by name.
fn spots(camp: &Camp) -> impl Iterator<Item = &(UnitId, Post)> {
    camp.place.iter().chain(&camp.units)
}

fn post(square: Square, facing: Option<Facing>) -> Value {
    json!(facing.map_or(square.to_string(), |facing| format!("{square} {facing}")))
}
