//! What a checker would refuse: unknown, foreign and dead units, squares off the board, orders for other phases.

use super::Player;
use crate::names::{Name, TypeName, UnitId};
use crate::orders::{
    ArmyChoice, AtWill, AttackItem, AttackPolicy, CONDITIONS, Camp, Condition, Criterion, Draw,
    Goal, Guard, Item, MoveItem, Orders, Pila, Policy, Skirmish, Spot, Target, Test,
};
use engine::Rng;
use engine::kit::square::SIZE_MAX;
use engine::kit::{Facing, Square};

/// An answer to anything.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> Orders {
    let mut junk = Junk { me, rng };
    let for_camp = me.state.turn == 0;
    if junk.rng.chance(1, 12) == for_camp {
        Orders::List(junk.items())
    } else {
        Orders::Camp(junk.camp())
    }
}

/// A standing order that may name anything.
pub(super) fn policy(me: &Player<'_>, rng: &mut Rng) -> Policy {
    let mut junk = Junk { me, rng };
    let criteria = |junk: &mut Junk<'_, '_>| {
        let word =
            junk.rng.pick(&Criterion::WORDS).map_or(Criterion::Back, |(_, criterion)| *criterion);
        if junk.rng.chance(1, 4) { Criterion::Square(junk.square()) } else { word }
    };
    let lists = (0..junk.rng.below(4)).map(|_| {
        let unit = junk.unit();
        let key = if junk.rng.chance(1, 2) {
            TypeName::of("default")
        } else {
            TypeName::new(unit.as_str()).unwrap_or(TypeName::of("ve1"))
        };
        let many = junk.rng.below(5);
        (key, (0..many).map(|_| criteria(&mut junk)).collect())
    });
    let retreat = Some(lists.collect());
    let pila = if junk.rng.chance(1, 2) { Pila::Keep } else { Pila::Throw };
    Policy { retreat, attack: Some(AttackPolicy { at_will: junk.rng.chance(1, 2), pila }) }
}

struct Junk<'a, 'w> {
    me: &'a Player<'a>,
    rng: &'w mut Rng,
}

impl Junk<'_, '_> {
    /// A square near the others or anywhere up to the largest board.
    fn square(&mut self) -> Square {
        let size = if self.rng.chance(1, 8) { SIZE_MAX } else { self.me.state.board.size };
        let mut below = || u8::try_from(self.rng.below(usize::from(size))).unwrap_or_default();
        Square::new(below(), below())
    }

    /// Any unit: mostly of the game, own or not, alive or not, sometimes none at all.
    fn unit(&mut self) -> UnitId {
        let state = self.me.state;
        let alive = state.units.iter().map(|unit| unit.id);
        let known: Vec<UnitId> = alive
            .chain(state.lost.iter().map(|unit| unit.id))
            .chain(state.waiting.iter().map(|unit| unit.id))
            .collect();
        let known = self.rng.pick(&known).copied().filter(|_| self.rng.chance(9, 10));
        known.unwrap_or(UnitId::of("xx99"))
    }

    fn test(&mut self) -> Test {
        let at = Condition::At(self.square());
        let state = self.rng.pick(&CONDITIONS).map_or(at, |(_, state)| *state);
        Test { not: self.rng.chance(1, 2), state: if self.rng.chance(1, 6) { at } else { state } }
    }

    fn guards(&mut self) -> Vec<Guard> {
        let many = if self.rng.chance(1, 4) { self.rng.below(3) } else { 0 };
        (0..many).map(|_| Guard { unit: self.unit(), test: self.test() }).collect()
    }

    fn goals(&mut self) -> Vec<Goal> {
        let many = self.rng.below(4);
        (0..many)
            .map(|_| {
                let near = self.rng.chance(1, 2);
                let by = self.rng.pick(&self.me.state.units).map(|unit| unit.square);
                let square = by.filter(|_| near).unwrap_or_else(|| self.square());
                Goal { square, when: self.guards() }
            })
            .collect()
    }

    fn targets(&mut self) -> Vec<Target> {
        let many = self.rng.below(4);
        (0..many)
            .map(|_| {
                let tests = if self.rng.chance(1, 4) { self.rng.below(3) } else { 0 };
                Target { unit: self.unit(), when: (0..tests).map(|_| self.test()).collect() }
            })
            .collect()
    }

    fn items(&mut self) -> Vec<Item> {
        let many = self.rng.below(40);
        (0..many).map(|_| self.item()).collect()
    }

    fn item(&mut self) -> Item {
        match self.rng.below(48) {
            0..20 => {
                let mut item = MoveItem::of(self.unit());
                item.to = self.goals();
                item.charge = self.rng.chance(1, 4);
                item.face = self.rng.pick(&Facing::ALL).copied().filter(|_| self.rng.chance(1, 2));
                item.when = self.guards();
                if self.rng.chance(1, 3) {
                    item.attack = Some(Skirmish { at: self.goals(), target: self.targets() });
                }
                Item::Move(item)
            }
            20..40 => Item::Attack(AttackItem {
                unit: self.unit(),
                target: self.targets(),
                when: self.guards(),
            }),
            40..44 => {
                let units = (0..self.rng.below(6)).map(|_| self.unit()).collect();
                Item::AtWill(AtWill {
                    units: self.rng.chance(1, 2).then_some(units),
                    pila: Pila::Throw,
                })
            }
            44 => Item::Draw(Draw::Offer),
            45 if self.rng.chance(1, 6) => Item::Draw(Draw::Accept),
            46 if self.rng.chance(1, 60) => Item::Resign,
            _ => Item::Unread,
        }
    }

    fn camp(&mut self) -> Camp {
        let names = ["consular", "trebia", "triplex-acies", "crescent", "nowhere"];
        let mut name = || self.rng.pick(&names).and_then(|name| Name::new(name));
        let (ready, layout) = (name(), name());
        let kinds: Vec<TypeName> = self.me.rules.chart.kinds.iter().map(|kind| kind.name).collect();
        let own = (0..self.rng.below(9)).filter_map(|_| {
            let count = u32::try_from(self.rng.below(20)).unwrap_or_default();
            Some((*self.rng.pick(&kinds)?, count))
        });
        let own = ArmyChoice::Own(own.collect());
        let army = if self.rng.chance(1, 2) { ready.map(ArmyChoice::Ready) } else { Some(own) };
        let named = (0..self.rng.below(6)).map(|_| self.unit()).collect();
        let veterans = self.rng.chance(1, 2).then_some(named);
        let mut spots = || {
            let many = self.rng.below(24);
            let spot = |junk: &mut Self| Spot { square: junk.square(), facing: Some(Facing::E) };
            (0..many).map(|_| (self.unit(), spot(self))).collect()
        };
        let (place, units) = (spots(), spots());
        Camp { army, veterans, layout, place, units, draw: None, resign: false }
    }
}
