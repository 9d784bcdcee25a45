//! The forecasts of this title: face-down chits are drawn at random, and quantities counted.

use crate::Metaurus;
use crate::field::Field;
use crate::names::{Order, Side};
use crate::state::State;
use engine::{AtSeat, Imagine, Rng, Seat};

impl Imagine for Metaurus {
    fn imagine(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> State {
        let mut state = at.view.clone();
        for (command, chit) in state.chits.iter_mut().filter(|(_, chit)| chit.order.is_none()) {
            // Legions come on, whoever awaits them stands; nobody is supposed to reform unseen.
            let legion = self.printed.roster.command(*command).is_some_and(|note| note.legion);
            let likely = if legion { Order::MoveToAttack } else { Order::Stand };
            let other = [Order::Stand, Order::Move, Order::MoveToAttack];
            chit.order = if rng.chance(3, 5) { Some(likely) } else { rng.pick(&other).copied() };
        }
        for chit in state.given.values_mut().filter(|chit| chit.order.is_none()) {
            chit.order = rng.pick(&[Order::Stand, Order::Move, Order::MoveToAttack]).copied();
        }
        state
    }

    fn figures(&self, state: &State, seat: &Seat) -> Vec<(&'static str, i64)> {
        let side = Side::of(seat).expect("a seat of this title has a side");
        let field = Field::new(&self.printed, state);
        let all =
            |side: Side| i64::try_from(field.army(side).count()).expect("the number fits the map");
        let shaken = |side: Side| {
            let shaken = field.army(side).filter(|unit| field.disordered(*unit));
            i64::try_from(shaken.count()).expect("the number fits the map")
        };
        vec![
            ("our units on the map", all(side)),
            ("of these Disordered", shaken(side)),
            ("enemy units on the map", all(side.other())),
            ("of them Disordered", shaken(side.other())),
        ]
    }
}
