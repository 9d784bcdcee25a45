//! Offers for one unit in a Player Turn.

use super::turn::{Turn, entry};
use super::{Draft, Spot, fight};
use crate::data::Counter;
use crate::events::{Event, Manner, Movement};
use crate::field::Field;
use crate::names::{Id, Order};
use crate::orders::{ActivationOrders, Gauls, Listed, Tries, UnitOrders};
use crate::rules::ways;
use crate::state::{State, Unit};
use engine::Offer;
use engine::kit::Hex;

/// A unit, what it is told, and the table as it begins to move.
struct Mover<'a> {
    turn: &'a Turn,
    counter: &'a Counter,
    own: UnitOrders,
    /// The orders that it tries if the first cannot be carried out.
    others: Vec<UnitOrders>,
    field: &'a Field<'a>,
    order: Option<Order>,
    chit: bool,
}

impl Draft<'_> {
    pub(super) fn unit_acts(&self, turn: &Turn, counter: &Counter) -> Vec<Offer> {
        let unit = counter.id;
        let at = turn.of(counter.command);
        let tries = at.and_then(|at| turn.orders.activations[at].units.get(unit));
        let (own, others) = match tries.map_or(&[][..], Tries::all) {
            [first, rest @ ..] => (first.clone(), rest.to_vec()),
            [] => (UnitOrders::default(), Vec::new()),
        };
        let state = self.before(turn, at, unit);
        let field = self.field(&state);
        if field.unit(unit).is_none() {
            return Vec::new();
        }
        let note = self.rules.printed.roster.command(counter.command);
        let chit = note.is_some_and(|note| note.chit);
        let order = own.order.or_else(|| field.order(unit));
        let mover = Mover { turn, counter, own, others, field: &field, order, chit };
        let mut offers = self.moves(&mover);
        offers.extend(self.facings(&mover));
        if !chit {
            offers.extend(self.orders(&mover));
        }
        if turn.state.options.gauls && counter.command == self.rules.printed.charts.gauls {
            offers.push(self.gaul(turn, counter, at));
        }
        offers.extend(self.attacks(turn, counter, at));
        offers
    }

    /// The table as a unit begins to move: after the activations before its own, and after those who are named before it.
    fn before(&self, turn: &Turn, at: Option<usize>, unit: Id) -> State {
        let count = at.unwrap_or(turn.orders.activations.len());
        let (mut state, _) = self.after_first(turn, count);
        let Some(one) = at.map(|at| &turn.orders.activations[at]) else { return state };
        let ahead = one.units.0.iter().take_while(|(id, _)| *id != unit).cloned().collect();
        let named = ActivationOrders { units: Listed(ahead), march: Vec::new(), ..one.clone() };
        let events = self.rehearsed(&mut state.clone(), count, &named);
        for entry in events {
            if let Event::Movement(Movement::Moved { unit, way, facing, manner, .. }) = entry.event
                && manner == Manner::Ordered
                && let (Some(hex), Some(stand)) = (way.last(), state.units.get_mut(&unit))
            {
                *stand = Unit { hex: *hex, facing, ..*stand };
            }
        }
        state
    }

    /// An offer of what a mover does first from then on.
    fn first(
        &self,
        mover: &Mover<'_>,
        what: (&'static str, String, bool),
        own: UnitOrders,
    ) -> Offer {
        let some = own != UnitOrders::default() || !mover.others.is_empty();
        let tries = some.then(|| match mover.others.as_slice() {
            [] => Tries::One(own),
            others => Tries::Some(std::iter::once(own).chain(others.to_vec()).collect()),
        });
        self.told_unit(mover.turn, (mover.counter.command, mover.counter.id), what, tries)
    }

    fn moves(&self, mover: &Mover<'_>) -> Vec<Offer> {
        let (unit, own) = (mover.counter.id, &mover.own);
        if mover.field.engaged(unit) {
            return Vec::new();
        }
        let mut offers = self.steps(mover);
        let may = |order: Order| mover.order == Some(order) || !mover.chit;
        let mut goals: Vec<(Hex, u8, Order)> = Vec::new();
        if may(Order::Move) {
            let reach = ways::reach(mover.field, unit);
            goals.extend(reach.into_iter().map(|(hex, way)| (hex, way.mp, Order::Move)));
        }
        if may(Order::MoveToAttack) && !mover.field.in_contact(unit) {
            let steps = ways::closing(mover.field, unit);
            goals.extend(steps.into_iter().map(|(hex, mp)| (hex, mp, Order::MoveToAttack)));
        }
        goals.sort_by_key(|(hex, mp, _)| (*mp, *hex));
        let mut later = Vec::new();
        for (hex, mp, order) in goals {
            let chosen = own.to == Some(hex);
            // A unit without a chit is given the order that lets it go there.
            let given = (!mover.chit).then_some(order);
            let to = UnitOrders { order: given, to: Some(hex), ..UnitOrders::default() };
            let went = UnitOrders { face: own.face, ..to.clone() };
            let stays = UnitOrders { order: own.order, ..UnitOrders::default() };
            let points = if mp == 1 { "point" } else { "points" };
            let words = format!("{hex} ({mp} movement {points})");
            let group = if order == Order::Move { "Move" } else { "Close with the enemy" };
            let what = (group, words.clone(), chosen);
            let offer = self.first(mover, what, if chosen { stays } else { went });
            offers.push(offer.on(Spot::Cell(hex.to_string())));
            if own.moves() && !chosen && mover.others.iter().all(|other| other.to != Some(hex)) {
                let tries = std::iter::once(own.clone()).chain(mover.others.clone()).chain([to]);
                let what = ("Or else to", words, false);
                let ids = (mover.counter.command, unit);
                let tries = Some(Tries::Some(tries.collect()));
                let offer = self.told_unit(mover.turn, ids, what, tries);
                later.push(offer.on(Spot::Cell(hex.to_string())));
            }
        }
        offers.extend(later);
        if !mover.others.is_empty() {
            let less = &mover.others[..mover.others.len() - 1];
            let tries = std::iter::once(own.clone()).chain(less.to_vec());
            let ids = (mover.counter.command, unit);
            let what = ("Or else to", "Remove the last try".to_owned(), false);
            offers.push(self.told_unit(mover.turn, ids, what, Some(Tries::Some(tries.collect()))));
        }
        let exit = UnitOrders { exit: !own.exit, ..own.clone() };
        let what = ("Move", "Leave the map there".to_owned(), own.exit);
        offers.push(self.first(mover, what, exit));
        offers
    }

    /// A way hex by hex. Once it is begun, the map takes its next step.
    fn steps(&self, mover: &Mover<'_>) -> Vec<Offer> {
        let (own, unit) = (&mover.own, mover.counter.id);
        if mover.order != Some(Order::Move) {
            return Vec::new();
        }
        let group = "This exact path, hex by hex";
        let Some(here) = own.path.last().copied().or_else(|| mover.field.hex(unit)) else {
            return Vec::new();
        };
        let step = |hex: Hex| {
            let path = own.path.iter().copied().chain([hex]).collect();
            let way = UnitOrders { to: None, path, ..own.clone() };
            let offer = self.first(mover, (group, format!("on to {hex}"), false), way);
            if own.path.is_empty() { offer } else { offer.on(Spot::Cell(hex.to_string())) }
        };
        let mut offers: Vec<Offer> = mover.field.around(here).map(step).collect();
        if !own.path.is_empty() {
            let path = own.path[..own.path.len() - 1].to_vec();
            let back = UnitOrders { path, ..own.clone() };
            let back = if back.moves() {
                back
            } else {
                UnitOrders { order: own.order, ..UnitOrders::default() }
            };
            offers.push(self.first(mover, (group, "one step back".to_owned(), false), back));
        }
        offers
    }

    fn facings(&self, mover: &Mover<'_>) -> Vec<Offer> {
        let face = |face| {
            let chosen = mover.own.face == Some(face);
            let own = UnitOrders { face: (!chosen).then_some(face), ..mover.own.clone() };
            self.first(mover, ("Face", face.word().to_owned(), chosen), own)
        };
        self.rules.printed.ground.grid.vertices().map(face).into()
    }

    fn orders(&self, mover: &Mover<'_>) -> Vec<Offer> {
        let one = |order: &Order| {
            let chosen = mover.own.order == Some(*order);
            let face = mover.own.face;
            let own =
                UnitOrders { order: (!chosen).then_some(*order), face, ..UnitOrders::default() };
            self.first(mover, ("Order", order.title().to_owned(), chosen), own)
        };
        Order::ALL.iter().map(one).collect()
    }

    fn gaul(&self, turn: &Turn, counter: &Counter, at: Option<usize>) -> Offer {
        let now = match at.and_then(|at| turn.orders.activations[at].gauls.clone()) {
            Some(Gauls::Some(some)) => some,
            Some(Gauls::All(_)) => self.field(&turn.state).command(counter.command),
            None => Vec::new(),
        };
        let chosen = now.contains(&counter.id);
        let what = ("Gauls that are to act", counter.id.to_string(), chosen);
        self.turned(turn, what, |orders| {
            let mut some: Vec<Id> = now.into_iter().filter(|id| *id != counter.id).collect();
            if !chosen {
                some.push(counter.id);
            }
            let gauls = (!some.is_empty()).then_some(Gauls::Some(some));
            entry(orders, counter.command).gauls = gauls;
        })
    }

    /// The offers of attacks by a unit after the movement of its Command.
    fn attacks(&self, turn: &Turn, counter: &Counter, at: Option<usize>) -> Vec<Offer> {
        let count = at.unwrap_or(turn.orders.activations.len());
        let (mut state, _) = self.after_first(turn, count);
        let bare =
            ActivationOrders { command: Some(counter.command), ..ActivationOrders::default() };
        let one = at.map_or(&bare, |at| &turn.orders.activations[at]);
        let events = self.rehearsed(&mut state, count, one);
        let field = self.field(&state);
        fight::Attacker { draft: self, turn, counter, one, field: &field, events: &events }.offers()
    }
}
