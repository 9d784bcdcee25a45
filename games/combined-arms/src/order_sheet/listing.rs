//! Moves of single units, and where entries of lists stand.

use super::{Draft, Which, words, written};
use crate::check;
use crate::data::chart::Kind;
use crate::names::UnitId;
use crate::orders::{Goal, Item, MoveItem, Orders};
use crate::rules::board::Ways;
use crate::rules::{Field, turn};
use crate::state::{State, Unit};
use engine::kit::{Facing, Square};
use engine::{Edit, Offer, Offers, Slot, Spot, Subject, Tempo};

/// A place in a list: the first entry of a unit, which may be new, or an entry by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    First(UnitId),
    Nth(usize),
}

impl Draft<'_> {
    /// Offers for a list of moves, or of attacks.
    pub(super) fn list(&self, picked: Option<&str>) -> Offers {
        let field = self.field();
        let lists = [Which::Moves, Which::Attacks].map(|which| self.entries(which));
        let subject = |unit: &Unit| {
            let own = |item: &&Item| unit_of(item) == Some(unit.id);
            let told: Vec<String> =
                lists.iter().flat_map(|list| list.iter().filter(own).map(words::entry)).collect();
            let ordered = (!told.is_empty()).then(|| told.join("; "));
            Subject {
                id: unit.id.to_string(),
                words: described(&field, unit),
                ordered,
                ..Subject::default()
            }
        };
        let subjects = field.of(self.side).map(subject).collect();
        let offers = match (self.unit(picked), picked) {
            (Some(unit), _) if self.moving() => self.unit_moving(unit),
            (Some(unit), _) => {
                let mut offers = self.attacks_of(self.state, Place::First(unit), unit);
                offers.extend(self.details(Which::Attacks, unit));
                offers.push(self.lasting_of(unit));
                offers
            }
            (None, None) => self.whole(),
            (None, Some(_)) => Vec::new(),
        };
        Offers { subjects, offers, ..Offers::default() }
    }

    /// All offers for one unit in a Move Phase.
    fn unit_moving(&self, id: UnitId) -> Vec<Offer> {
        let list = self.entries(Which::Moves);
        let before = self.before(id, first_of(list, id).unwrap_or(list.len()));
        let mut offers = self.moving_offers(Place::First(id), &self.first_move(id), &before);
        if self.state.options.tempo == Tempo::Brisk {
            offers.extend(self.attacks_of(&self.after(list), Place::First(id), id));
        }
        offers.extend(
            self.field().own(self.side, id).map(|unit| self.line_of(unit)).into_iter().flatten(),
        );
        offers.extend(self.details(Which::Moves, id));
        offers.extend(self.details(Which::Attacks, id));
        offers.push(self.lasting_of(id));
        offers
    }

    /// The offer that opens the page of a unit's first entry in a list.
    fn details(&self, which: Which, id: UnitId) -> Option<Offer> {
        let at = first_of(self.entries(which), id)?;
        let what = match which {
            Which::Moves => "The move: conditions, second choices, its place in the order",
            Which::Attacks => "The attack: conditions, second choices, its place in the order",
        };
        Some(Offer::new("More", what, false, Vec::new()).leads(which.page(at)))
    }

    /// Offers of squares, facings, a charge and an attack on the way.
    pub(super) fn moving_offers(&self, place: Place, own: &MoveItem, before: &State) -> Vec<Offer> {
        let field = Field::new(&self.rules.chart, before);
        let Some(unit) = field.own(self.side, own.unit) else { return Vec::new() };
        let mut offers = self.goals(place, &further(&field, unit, own), own, unit.square);
        offers.extend(Facing::ALL.map(|facing| {
            let chosen = own.face == Some(facing);
            let item = MoveItem { face: (!chosen).then_some(facing), ..own.clone() };
            Offer::new("Face", facing.word(), chosen, self.moved(place, item))
        }));
        if may_charge(&field, unit) {
            let item = MoveItem { charge: !own.charge, ..own.clone() };
            let item = in_reach(&field, unit, item);
            let words = "Declare a charge";
            offers.push(Offer::new("Charge", words, own.charge, self.moved(place, item)));
        }
        if field.kind(unit).abilities.skirmish {
            offers.extend(self.skirmishes(&field, unit, place, own));
        }
        offers
    }

    /// The squares that a unit can get to, the nearest first: as its only goal, or behind those that it has.
    fn goals(&self, place: Place, ways: &Ways, own: &MoveItem, from: Square) -> Vec<Offer> {
        let mut stops: Vec<Square> = ways.stops().iter().filter(|stop| *stop != from).collect();
        stops.sort_by_key(|stop| (ways.steps(*stop), *stop));
        let said = |to: Vec<Goal>| self.moved(place, MoveItem { to, ..own.clone() });
        let stay = match own.attack {
            Some(_) => "Stay where it attacked".to_owned(),
            None => format!("Stay on {from}"),
        };
        let mut offers = vec![Offer::new("Move", stay, own.to.is_empty(), said(Vec::new()))];
        let mut later = Vec::new();
        for stop in stops {
            let goal = Goal { square: stop, when: Vec::new() };
            let chosen = own.to.iter().any(|goal| goal.square == stop);
            let to = if chosen { Vec::new() } else { vec![goal.clone()] };
            let steps = ways.steps(stop).expect("a stop is offered only if a route leads there");
            let s = if steps == 1 { "" } else { "s" };
            let words = format!("{stop} ({steps} step{s})");
            let spot = || Spot::Cell(stop.to_string());
            offers.push(Offer::new("Move", words.clone(), chosen, said(to)).on(spot()));
            if !chosen && !own.to.is_empty() {
                let to = own.to.iter().cloned().chain([goal]).collect();
                later.push(Offer::new("Or else move", words, false, said(to)).on(spot()));
            }
        }
        offers.extend(later);
        offers
    }

    /// The position in which an entry of a unit is carried out: after all entries before it except the unit's own.
    pub(super) fn before(&self, unit: UnitId, at: usize) -> State {
        let others = self.entries(Which::Moves)[..at].iter();
        let others = others.filter(|item| unit_of(item) != Some(unit));
        self.after(&others.cloned().collect::<Vec<_>>())
    }

    pub(super) fn after(&self, list: &[Item]) -> State {
        let orders = Orders::List(list.to_vec());
        check::run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders))).0
    }

    /// A unit's first move, empty where it has none.
    pub(super) fn first_move(&self, id: UnitId) -> MoveItem {
        let list = self.entries(Which::Moves);
        match first_of(list, id).map(|at| &list[at]) {
            Some(Item::Move(own)) => own.clone(),
            _ => MoveItem::of(id),
        }
    }

    /// Writes a move. A unit's first entry is removed once it is empty; others stay until they are taken out.
    pub(super) fn moved(&self, place: Place, item: MoveItem) -> Vec<Edit> {
        let gone = matches!(place, Place::First(_)) && nothing(&item);
        self.write(Which::Moves, place, (!gone).then_some(Item::Move(item)))
    }

    /// Writes an entry of a list; removes it if `item` is `None`.
    pub(super) fn write(&self, which: Which, place: Place, item: Option<Item>) -> Vec<Edit> {
        let slot = match place {
            Place::First(unit) => Slot::Item(unit.to_string()),
            Place::Nth(at) => Slot::Nth(at),
        };
        let at = self.keys(which).iter().map(|key| (*key).to_owned()).collect();
        vec![Edit { at, slot, value: item.map(written) }]
    }
}

pub(super) fn described(field: &Field<'_>, unit: &Unit) -> String {
    let facing = unit.facing.word();
    format!("{} on {} facing {facing}", called(field.kind(unit), unit.id), unit.square)
}

/// A unit by its type and name; a General has one name for both.
pub(super) fn called(kind: &Kind, id: UnitId) -> String {
    if kind.abilities.general { kind.alias.clone() } else { format!("{} {id}", kind.alias) }
}

pub(super) fn unit_of(item: &Item) -> Option<UnitId> {
    match item {
        Item::Move(part) => Some(part.unit),
        Item::Attack(part) => Some(part.unit),
        Item::AtWill(_) | Item::Unread | Item::Draw(_) | Item::Resign => None,
    }
}

/// The place of a unit's first entry.
pub(super) fn first_of(list: &[Item], unit: UnitId) -> Option<usize> {
    list.iter().position(|item| unit_of(item) == Some(unit))
}

/// The ways of a unit after its attack on the way, if it makes one.
pub(super) fn further(field: &Field<'_>, unit: &Unit, own: &MoveItem) -> Ways {
    let charges = own.charge && may_charge(field, unit);
    let allowance = field.allowance(unit, charges);
    let ways = field.ways(unit, allowance);
    let mut at = own.attack.iter().flat_map(|attack| &attack.at);
    let stop = at.find_map(|goal| Some((goal.square, ways.steps(goal.square)?)));
    stop.map_or(ways, |(square, steps)| {
        field.ways(&Unit { square, ..unit.clone() }, allowance.saturating_sub(steps))
    })
}

/// A move without the squares that the unit has too few steps left for.
pub(super) fn in_reach(field: &Field<'_>, unit: &Unit, item: MoveItem) -> MoveItem {
    let ways = further(field, unit, &item);
    let to = item.to.iter().filter(|goal| ways.steps(goal.square).is_some()).cloned().collect();
    MoveItem { to, ..item }
}

fn may_charge(field: &Field<'_>, unit: &Unit) -> bool {
    field.kind(unit).abilities.charge && unit.charged.is_none()
}

/// True if an order does nothing.
fn nothing(item: &MoveItem) -> bool {
    item.attack.is_none() && item.to.is_empty() && item.face.is_none() && !item.charge
}
