//! Movement: where a unit goes, hex by hex or by the best way, who gets a Movement point, who comes back.

use super::{Draft, Spot, in_words};
use crate::names::{CommandBox, Id, Kind, PhaseName};
use crate::orders::{
    Course, Group, ManyMoves, MoveOrder, MovementOrders, OneMove, ReturnOrder, Says, Stand, Token,
};
use crate::rules::ways::Walker;
use crate::rules::{destination, movement, ways};
use crate::state::Place;
use engine::Offer;
use engine::kit::Hex;
use std::collections::BTreeSet;

const PHASE: PhaseName = PhaseName::Movement;

/// The orders of a movement for a unit, in words.
pub(super) fn told_of(orders: &MovementOrders, id: Id) -> Vec<String> {
    let mut told = Vec::new();
    for order in &orders.moves {
        match order {
            MoveOrder::One(one) if one.unit == id => {
                let to = one.to.map(|to| format!("to {to}"));
                told.push(to.unwrap_or_else(|| format!("goes {}", one.path)));
            }
            MoveOrder::Many(ManyMoves { units: Group::Units(units), go })
                if units.contains(&id) =>
            {
                told.push(format!("goes {go}"));
            }
            MoveOrder::One(_) | MoveOrder::Many(_) => {}
        }
    }
    if orders.command.iter().any(|list| list.contains(&id)) {
        told.push("with a Movement point".to_owned());
    }
    let back = orders.returns.iter().find(|one| one.unit == id);
    told.extend(back.map(|one| format!("comes by {}", in_words(&one.enter))));
    told
}

impl Draft<'_> {
    fn marches(
        &self,
        what: (&'static str, String, bool),
        change: impl FnOnce(&mut MovementOrders),
    ) -> Offer {
        let mut orders = self.movement(PHASE);
        change(&mut orders);
        let says = if orders == MovementOrders::default() {
            Says::Nothing
        } else {
            Says::Movement(orders)
        };
        self.says(PHASE, what, says)
    }

    /// All that a unit, or the leader, can be told in the movement of its half.
    pub(super) fn march(&self, id: Id) -> Vec<Offer> {
        let view = self.at.view;
        let leads = view.leads(id) == Some(self.side);
        let own = view.unit(id).is_some_and(|unit| unit.side == self.side);
        if !leads && !own {
            return Vec::new();
        }
        let orders = self.movement(PHASE);
        let at = orders
            .moves
            .iter()
            .position(|order| matches!(order, MoveOrder::One(one) if one.unit == id));
        let mine = match at.map(|at| &orders.moves[at]) {
            Some(MoveOrder::One(one)) => one.clone(),
            Some(MoveOrder::Many(_)) | None => {
                OneMove { unit: id, path: Course::default(), to: None }
            }
        };
        let before = MovementOrders {
            moves: orders.moves[..at.unwrap_or(orders.moves.len())].to_vec(),
            ..orders.clone()
        };
        let (state, _) = self.moved(&before);
        let field = self.field(&state);
        let mut offers = Vec::new();
        if leads {
            offers.extend(self.ride(&field, &mine));
            return offers;
        }
        let Some(unit) = field.unit(id) else { return offers };
        match unit.place {
            Place::On(here) => {
                offers.extend(self.walk(&field, (id, here), &mine));
                offers.extend(self.hurry(id, unit.kind, &orders));
            }
            Place::Off(_) | Place::Reserve => offers.extend(self.comes(&field, id, &orders)),
            Place::Fled | Place::Exited | Place::Removed | Place::Eliminated => {}
        }
        offers
    }

    /// An offer that gives a unit another move, or none.
    fn goes(&self, what: (&'static str, String, bool), one: OneMove) -> Offer {
        self.marches(what, |orders| {
            let id = one.unit;
            let own =
                |order: &MoveOrder| matches!(order, MoveOrder::One(other) if other.unit == id);
            let at = orders.moves.iter().position(own);
            let stays = one.path.is_empty() && one.to.is_none();
            match at {
                Some(at) if stays => drop(orders.moves.remove(at)),
                Some(at) => orders.moves[at] = MoveOrder::One(one),
                None if stays => {}
                None => orders.moves.push(MoveOrder::One(one)),
            }
        })
    }

    fn walk(
        &self,
        field: &crate::field::Field<'_>,
        (id, here): (Id, Hex),
        mine: &OneMove,
    ) -> Vec<Offer> {
        if movement::movable(field, self.side, id).is_err() {
            return Vec::new();
        }
        let mut offers = self.steps(field, (id, here), mine);
        let stay = OneMove { path: Course::default(), to: None, ..mine.clone() };
        let chosen = *mine == stay;
        offers.push(self.goes(("Move", format!("Stay in {here}"), chosen), stay.clone()));
        let mut goals: Vec<(u8, Hex)> =
            destination::reach(field, id).into_iter().map(|(hex, mp)| (mp, hex)).collect();
        goals.sort_unstable();
        for (mp, hex) in goals.into_iter().filter(|(_, hex)| *hex != here) {
            let chosen = mine.to.is_some_and(|to| to.hex == hex);
            let to = Some(Stand { hex, facing: None });
            let one = if chosen { stay.clone() } else { OneMove { to, ..stay.clone() } };
            let offer = self.goes(("Move", format!("{hex} ({mp} MP)"), chosen), one);
            offers.push(offer.on(Spot::Cell(hex.to_string())));
        }
        if let Some(to) = mine.to {
            for face in crate::geometry::SIDES {
                let chosen = to.facing == Some(face);
                let to = Stand { facing: (!chosen).then_some(face), ..to };
                let one = OneMove { to: Some(to), ..mine.clone() };
                offers.push(self.goes(("Face there", face.word().to_owned(), chosen), one));
            }
        }
        offers
    }

    /// Offers of a way hex by hex. Once it is begun, its next step is picked on the map.
    fn steps(
        &self,
        field: &crate::field::Field<'_>,
        (id, here): (Id, Hex),
        mine: &OneMove,
    ) -> Vec<Offer> {
        let Some(unit) = field.unit(id) else { return Vec::new() };
        let walker = Walker::new(field, id, unit);
        let (now, _) = walker.walk(walker.start(here), &mine.path.0);
        let mut offers = Vec::new();
        let group = "Hex by hex";
        for way in crate::geometry::SIDES {
            for (token, words) in [(Token::Go(way), "on to the"), (Token::Turn(way), "turn to the")]
            {
                let path = Course(mine.path.0.iter().copied().chain([token]).collect());
                let one = OneMove { path, to: None, ..mine.clone() };
                let offer = self.goes((group, format!("{words} {}", way.word()), false), one);
                let next = field.grid().step(now.hex, way);
                let begun = !mine.path.is_empty() && matches!(token, Token::Go(_));
                offers.push(match next.filter(|_| begun) {
                    Some(hex) => offer.on(Spot::Cell(hex.to_string())),
                    None => offer,
                });
            }
        }
        let out = Course(mine.path.0.iter().copied().chain([Token::Exit]).collect());
        let leaves = OneMove { path: out, to: None, ..mine.clone() };
        offers.push(self.goes((group, "off the map".to_owned(), false), leaves));
        if !mine.path.is_empty() {
            let path = Course(mine.path.0[..mine.path.0.len() - 1].to_vec());
            let back = OneMove { path, ..mine.clone() };
            offers.push(self.goes((group, "one step back".to_owned(), false), back));
        }
        offers
    }

    fn ride(&self, field: &crate::field::Field<'_>, mine: &OneMove) -> Vec<Offer> {
        let Some(here) = field.leader(self.side) else { return Vec::new() };
        let stay = OneMove { path: Course::default(), to: None, ..mine.clone() };
        let mut offers =
            vec![self.goes(("Ride", format!("Stay in {here}"), *mine == stay), stay.clone())];
        let mp = field.printed.leader(field.camp(self.side).leader.id).mp;
        let near =
            field.grid().all().filter(|hex| field.distance(here, *hex) <= mp && *hex != here);
        for hex in near.filter(|hex| ways::lead_to(field, self.side, *hex).is_ok()) {
            let chosen = mine.to.is_some_and(|to| to.hex == hex);
            let to = Some(Stand { hex, facing: None });
            let one = if chosen { stay.clone() } else { OneMove { to, ..stay.clone() } };
            let offer = self.goes(("Ride", hex.to_string(), chosen), one);
            offers.push(offer.on(Spot::Cell(hex.to_string())));
        }
        offers
    }

    /// Offers of movement points for a unit: in a list of its own, or with others.
    fn hurry(&self, id: Id, kind: Kind, orders: &MovementOrders) -> Vec<Offer> {
        if self.field(self.at.view).camp(self.side).chips(CommandBox::Movement) == 0 {
            return Vec::new();
        }
        let group = "Movement point";
        if let Some(at) = orders.command.iter().position(|list| list.contains(&id)) {
            let what = (group, "It gets one".to_owned(), true);
            return vec![self.marches(what, |orders| {
                orders.command[at].retain(|other| *other != id);
                orders.command.retain(|list| !list.is_empty());
            })];
        }
        let mut offers = vec![self.marches(
            (group, format!("A point for {}", self.rules.printed.kind(kind).name), false),
            |orders| {
                orders.command.push(vec![id]);
            },
        )];
        for (at, list) in orders.command.iter().enumerate() {
            let names: Vec<String> = list.iter().map(ToString::to_string).collect();
            let what = (group, format!("With {}", names.join(", ")), false);
            offers.push(self.marches(what, |orders| orders.command[at].push(id)));
        }
        offers
    }

    /// Offers of the hexes by which a unit comes back, and of how it goes on.
    fn comes(
        &self,
        field: &crate::field::Field<'_>,
        id: Id,
        orders: &MovementOrders,
    ) -> Vec<Offer> {
        let Some(unit) = field.unit(id) else { return Vec::new() };
        let at = orders.returns.iter().position(|one| one.unit == id);
        let mut offers = Vec::new();
        for hex in movement::entries(field, self.side, unit) {
            let chosen = at.is_some_and(|at| orders.returns[at].enter == hex);
            let offer = self.marches(("Comes by", hex.to_string(), chosen), |orders| {
                orders.returns.retain(|one| one.unit != id);
                let order = ReturnOrder { unit: id, enter: hex, path: Course::default() };
                orders.returns.extend((!chosen).then_some(order));
            });
            offers.push(offer.on(Spot::Cell(hex.to_string())));
        }
        let Some(at) = at else { return offers };
        for way in crate::geometry::SIDES {
            let what = ("And goes on", format!("to the {}", way.word()), false);
            offers
                .push(self.marches(what, |orders| orders.returns[at].path.0.push(Token::Go(way))));
        }
        if !orders.returns[at].path.is_empty() {
            let what = ("And goes on", "one step less".to_owned(), false);
            offers.push(self.marches(what, |orders| {
                orders.returns[at].path.0.pop();
            }));
        }
        offers
    }

    /// Offers to move all units of a type one step.
    pub(super) fn all_march(&self) -> Vec<Offer> {
        let orders = self.movement(PHASE);
        let field = self.field(self.at.view);
        let kinds: BTreeSet<Kind> =
            field.army(self.side).into_iter().map(|(_, unit)| unit.kind).collect();
        let mut offers = Vec::new();
        for kind in kinds {
            let name = &self.rules.printed.kind(kind).name;
            let of = |order: &MoveOrder| matches!(order, MoveOrder::Many(many) if many.units == Group::Kind(kind));
            let at = orders.moves.iter().position(of);
            for way in crate::geometry::SIDES {
                let words = format!("All {name} go one step {}", way.word());
                offers.push(self.marches(("Whole lines", words, false), |orders| match at {
                    Some(at) => {
                        if let MoveOrder::Many(many) = &mut orders.moves[at] {
                            many.go.0.push(Token::Go(way));
                        }
                    }
                    None => orders.moves.push(MoveOrder::Many(ManyMoves {
                        units: Group::Kind(kind),
                        go: Course(vec![Token::Go(way)]),
                    })),
                }));
            }
            if let Some(at) = at {
                let words = format!("{name} stay where they are");
                offers.push(self.marches(("Whole lines", words, false), |orders| {
                    orders.moves.remove(at);
                }));
            }
        }
        offers
    }
}
