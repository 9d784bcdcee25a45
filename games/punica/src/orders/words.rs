//! Reading words of the order grammar: areas, units, cards, movements, regions in order.

use crate::codes::Code;
use crate::data::chart::{Chart, Deck};
use crate::names::{AreaId, CardId, Unit};
use crate::orders::{Movement, Spot};
use engine::complaint::{Complaint, nearest};
use engine::node::Step;
use engine::{Complaints, Reader, apart};

/// The names that a title's data defines.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub chart: &'a Chart,
    /// The decks, by side.
    pub decks: &'a [Deck; 2],
    /// Whether standing orders may name the order of battles, as those of a seat may and the printed defaults may not.
    pub battles: bool,
}

impl Words<'_> {
    /// An area named by id or code.
    pub(crate) fn area(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<AreaId> {
        let text = reader.text("an area", complaints)?;
        self.area_of(reader, text, complaints)
    }

    /// The area that a word of a longer text names.
    pub(crate) fn area_of(
        &self,
        reader: &Reader<'_>,
        word: &str,
        complaints: &mut Complaints,
    ) -> Option<AreaId> {
        if let Some(area) = self.chart.named(word) {
            return Some(self.chart.id(area));
        }
        let ids: Vec<&str> = self.chart.places.iter().map(|place| place.id.as_str()).collect();
        let codes = self.chart.places.iter().map(|place| place.code.as_str());
        let fix = match nearest(word, ids.iter().copied().chain(codes)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("areas: {}", ids.join(", ")),
        };
        complaints
            .push(reader.fault(Code::Area, format!("unknown area '{word}'")).fix(fix).by("G1"));
        None
    }

    /// Areas: one or a list.
    pub(crate) fn areas(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<AreaId> {
        apart(&reader.items(), complaints, |item, complaints| self.area(item, complaints))
    }

    /// Regions: one or a list.
    pub(crate) fn regions(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<AreaId> {
        let read = |item: &Reader<'_>, complaints: &mut Complaints| {
            let id = self.area(item, complaints)?;
            if self.chart.is_sea(self.chart.index(id)) {
                let fix = "armies retreat to regions; fleets go to the home sea by themselves";
                complaints
                    .push(item.fault(Code::Policy, format!("{id} is a sea")).fix(fix).by("W6"));
                return None;
            }
            Some(id)
        };
        apart(&reader.items(), complaints, read)
    }

    /// A card of either deck.
    pub(crate) fn card(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<CardId> {
        let text = reader.text("a card", complaints)?;
        self.card_of(reader, text, Code::Card, complaints)
    }

    /// The card that a word names.
    pub(crate) fn card_of(
        &self,
        reader: &Reader<'_>,
        word: &str,
        code: Code,
        complaints: &mut Complaints,
    ) -> Option<CardId> {
        let lower = word.to_ascii_lowercase();
        let cards = || self.decks.iter().flat_map(|deck| deck.0.iter());
        if let Some(card) = cards().find(|card| card.id == *lower) {
            return Some(card.id);
        }
        let named = cards().find(|card| card.name.eq_ignore_ascii_case(word)).map(|card| card.id);
        let fix = match named {
            Some(id) => format!("write {id}"),
            None => {
                // A card's id begins with its deck's letter: only that deck can be meant.
                let all: Vec<String> = cards().map(|card| card.id.to_string()).collect();
                let deck: Vec<String> = all
                    .iter()
                    .filter(|id| id.chars().next() == lower.chars().next())
                    .cloned()
                    .collect();
                format!("cards: {}", if deck.is_empty() { all } else { deck }.join(", "))
            }
        };
        complaints.push(reader.fault(code, format!("unknown card '{word}'")).fix(fix).by("K5"));
        None
    }

    /// A movement: unit, from, to.
    pub(crate) fn movement(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Movement> {
        let text = reader.text("a movement", complaints)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let [unit, from, to] = words[..] else {
            complaints.push(bad_move(reader, format!("'{text}' is not a movement")));
            return None;
        };
        let unit = unit_of(reader, unit, complaints);
        let from = self.area_of(reader, from, complaints);
        let to = self.area_of(reader, to, complaints);
        Some(Movement { unit: unit?, from: from?, to: to? })
    }

    /// Movements: a list, which may be empty; none if one of them cannot be read, for what follows depends on it.
    pub(crate) fn movements(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Vec<Movement>> {
        let read: Vec<_> =
            reader.items().iter().map(|item| self.movement(item, complaints)).collect();
        read.into_iter().collect()
    }

    /// A unit in an area.
    pub(crate) fn spot(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Spot> {
        let text = reader.text("a unit and its area", complaints)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let [unit, area] = words[..] else {
            let fault = reader.fault(Code::Move, format!("'{text}' is not a unit and its area"));
            complaints.push(
                fault.fix("write unit and area, for example 'army gallia-cisalpina'").by("D1"),
            );
            return None;
        };
        let unit = unit_of(reader, unit, complaints);
        let area = self.area_of(reader, area, complaints);
        Some(Spot { unit: unit?, area: area? })
    }
}

fn bad_move(reader: &Reader<'_>, message: String) -> Complaint {
    reader
        .fault(Code::Move, message)
        .fix("a movement is 'unit from to', for example 'army roma sicilia'")
        .by("M1")
}

/// The unit that a word names.
pub(crate) fn unit_of(
    reader: &Reader<'_>,
    word: &str,
    complaints: &mut Complaints,
) -> Option<Unit> {
    let unit = Unit::named(word);
    if unit.is_none() {
        let fix = match nearest(word, Unit::WORDS.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("units: {}", Unit::WORDS.join(", ")),
        };
        complaints
            .push(reader.fault(Code::Unit, format!("unknown unit '{word}'")).fix(fix).by("G4"));
    }
    unit
}

/// Gives complaints from number `known` on the rule that they rest on and the way out, where whoever complained had none:
/// actions rest on T1, the choice of a card and what goes with it on B3.
pub(crate) fn complete(complaints: &mut Complaints, known: usize) {
    for complaint in complaints.0.iter_mut().skip(known) {
        let key = |at: usize, text: &str| matches!(complaint.path.0.get(at), Some(Step::Key(key) | Step::KeyOf(key)) if key == text);
        let action = key(0, "orders") || key(1, "action");
        complaint.rule.get_or_insert(if action { "T1" } else { "B3" });
        complaint.fix.get_or_insert_with(|| "write it as the order form shows it".to_owned());
    }
}

/// Complains of every key that is not known here.
pub(crate) fn only(reader: &Reader<'_>, known: &[&str], what: &str, complaints: &mut Complaints) {
    for (key, _) in reader.node.map().unwrap_or_default() {
        if known.contains(&key.text.as_str()) {
            continue;
        }
        let fix = match nearest(&key.text, known.iter().copied()) {
            Some(near) => format!("did you mean '{near}'? {what} takes {}", known.join(", ")),
            None => format!("{what} takes {}", known.join(", ")),
        };
        let path = reader.path.key(&key.text);
        let fault = Code::Key.at(path, format!("unknown key '{}' under {what}", key.text));
        complaints.push(fault.at(key.span).fix(fix));
    }
}

/// The value under a key that must be there.
pub(crate) fn need<'a>(
    reader: &Reader<'a>,
    key: &str,
    what: &str,
    complaints: &mut Complaints,
) -> Option<Reader<'a>> {
    let found = reader.node.get(key).map(|node| Reader { node, path: reader.path.then(key) });
    if found.is_none() {
        complaints.push(
            reader
                .fault(Code::Missing, format!("{what} needs '{key}'"))
                .fix(format!("add '{key}:'")),
        );
    }
    found
}
