//! Names and movements in the order grammar: areas, units, cards, movements.

use crate::codes::Code;
use crate::data::chart::{Chart, Deck};
use crate::names::{AreaId, CardId, Unit};
use crate::orders::{Movement, Plan, Spot};
use engine::codes::CodeEntry;
use engine::complaint::nearest;
use engine::grammar::{any_case, list, several, shared};
use engine::language::Names;
use engine::node::Step;
use engine::{Complaints, Reader, apart};

/// The names that a title's data defines.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub chart: &'a Chart,
    pub decks: &'a [Deck; 2],
}

impl Names for Words<'_> {
    const KEY: &'static CodeEntry = Code::Key.entry();
    const MISSING: &'static CodeEntry = Code::Missing.entry();
}

/// Most plans that may be given ahead.
const PLANS_MAX: usize = 32;

engine::kinds! { Words<'_>;
    /// An area, by id or code.
    pub struct AreaName: AreaId = |words, reader| words.area(reader), |_| shared("area");
    /// A region, for a retreat.
    pub struct RegionName: AreaId = |words, reader| words.region(reader), |_| shared("region");
    /// A card of either deck, by id.
    pub struct CardName: CardId = |words, reader| words.card(reader), |_| shared("card");
    /// Movements, one or a list; none if one of them cannot be read, for what follows depends on it.
    pub struct Movements: Vec<Movement> = |words, reader| {
        let read: Vec<_> = reader.items().iter().map(|item| Movement::read(words, item)).collect();
        read.into_iter().collect()
    }, |_| several(shared("movement")), or_nothing;
    /// Plans given ahead; what is no list of them holds none, and the rest of the file is judged with it.
    pub struct Plans: Vec<Plan> = |words, reader| Some(
        reader
            .list("a list of plans such as {if: {no-battle: true}, do: {...}}")
            .filter(|items| within(PLANS_MAX, items.len(), "plans", None, reader))
            .map(|items| apart(&items, |item| Plan::read(words, item)))
            .unwrap_or_default(),
    ), |_| list(&shared("plan"), Some(PLANS_MAX));
}

engine::kinds! { Words<'_>;
    Unit: Self = |_, reader| unit_of(reader, reader.text("a unit")?),
        |_| any_case(Self::WORDS.iter().copied());
    Movement: Self = |words, reader| words.movement(reader), |_| shared("movement");
    Spot: Self = |words, reader| words.spot(reader), |_| shared("spot");
}

/// Complains of a list that is longer than it may be.
pub(crate) fn within(
    most: usize,
    many: usize,
    what: &str,
    fix: Option<&str>,
    reader: &Reader<'_>,
) -> bool {
    if many > most {
        let mut fault = reader.fault(
            Code::Policy,
            format!("{many} {what} are given, but at most {most} are allowed"),
        );
        fault.fix = fix.map(str::to_owned);
        reader.complain(fault);
    }
    many <= most
}

impl Words<'_> {
    /// An area named by id or code.
    pub(crate) fn area(&self, reader: &Reader<'_>) -> Option<AreaId> {
        let text = reader.text("an area")?;
        self.area_of(reader, text)
    }

    /// The area that a word of a longer text names.
    pub(crate) fn area_of(&self, reader: &Reader<'_>, word: &str) -> Option<AreaId> {
        if let Some(area) = self.chart.named(word) {
            return Some(self.chart.id(area));
        }
        let ids: Vec<&str> = self.chart.places.iter().map(|place| place.id.as_str()).collect();
        let codes = self.chart.places.iter().map(|place| place.code.as_str());
        let fix = match nearest(word, ids.iter().copied().chain(codes)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("areas: {}", ids.join(", ")),
        };
        reader
            .complain(reader.fault(Code::Area, format!("unknown area '{word}'")).fix(fix).by("G1"));
        None
    }

    fn region(&self, reader: &Reader<'_>) -> Option<AreaId> {
        let id = self.area(reader)?;
        if self.chart.is_sea(self.chart.index(id)) {
            let fault = reader.fault(Code::Policy, format!("{id} is a sea"));
            let fix = "armies retreat to regions; fleets go to the home sea by themselves";
            reader.complain(fault.fix(fix).by("W6"));
            return None;
        }
        Some(id)
    }

    fn movement(&self, reader: &Reader<'_>) -> Option<Movement> {
        let text = reader.text("a movement")?;
        let [unit, from, to] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            let fault = reader.fault(Code::Move, format!("'{text}' is not a movement"));
            let fix = "a movement is 'unit from to', for example 'army roma sicilia'";
            reader.complain(fault.fix(fix).by("M1"));
            return None;
        };
        let unit = unit_of(reader, unit);
        let from = self.area_of(reader, from);
        let to = self.area_of(reader, to);
        Some(Movement { unit: unit?, from: from?, to: to? })
    }

    fn spot(&self, reader: &Reader<'_>) -> Option<Spot> {
        let text = reader.text("a unit and its area")?;
        let [unit, area] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            let fault = reader.fault(Code::Move, format!("'{text}' is not a unit and its area"));
            let fix = "write the unit and its area, for example `army gallia-cisalpina`";
            reader.complain(fault.fix(fix).by("D1"));
            return None;
        };
        let unit = unit_of(reader, unit);
        let area = self.area_of(reader, area);
        Some(Spot { unit: unit?, area: area? })
    }

    /// A card of either deck.
    pub(crate) fn card(&self, reader: &Reader<'_>) -> Option<CardId> {
        let text = reader.text("a card")?;
        self.card_of(reader, text, Code::Card)
    }

    /// The card that a word names.
    pub(crate) fn card_of(&self, reader: &Reader<'_>, word: &str, code: Code) -> Option<CardId> {
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
        reader.complain(reader.fault(code, format!("unknown card '{word}'")).fix(fix).by("K5"));
        None
    }
}

/// The unit that a word names.
fn unit_of(reader: &Reader<'_>, word: &str) -> Option<Unit> {
    let unit = Unit::named(word);
    if unit.is_none() {
        let fix = match nearest(word, Unit::WORDS.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("units: {}", Unit::WORDS.join(", ")),
        };
        reader
            .complain(reader.fault(Code::Unit, format!("unknown unit '{word}'")).fix(fix).by("G4"));
    }
    unit
}

/// Gives complaints from number `known` on a rule and a fix where they lack one: T1 for actions, B3 for the choice of a
/// card and what goes with it.
pub(crate) fn complete(complaints: &mut Complaints, known: usize) {
    for complaint in complaints.0.iter_mut().skip(known) {
        let key = |at: usize, text: &str| matches!(complaint.path.0.get(at), Some(Step::Key(key) | Step::KeyOf(key)) if key == text);
        let action = key(0, "orders") || key(1, "action");
        complaint.rule.get_or_insert(if action { "T1" } else { "B3" });
        complaint.fix.get_or_insert_with(|| "write it as the order form shows it".to_owned());
    }
}
