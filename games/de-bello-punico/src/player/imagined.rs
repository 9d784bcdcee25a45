//! The forecasts of this title: the enemy's false point is drawn at random, and quantities counted.

use crate::DeBelloPunico;
use crate::names::Side;
use crate::state::State;
use engine::{AtSeat, Imagine, Rng, Seat};

impl Imagine for DeBelloPunico {
    fn imagine(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> State {
        let mut state = at.view.clone();
        let own = Side::of(at.seat).expect("a seat of this title has a side");
        let camp = &mut state.camps[own.other()];
        if camp.vacuus.is_none() {
            // A false point lies wherever a point could lie, most likely where most do.
            let lie =
                camp.chips.iter().flat_map(|(place, count)| vec![*place; usize::from(*count)]);
            camp.vacuus = rng.pick(&lie.collect::<Vec<_>>()).copied();
        }
        state
    }

    fn figures(&self, state: &State, seat: &Seat) -> Vec<(&'static str, i64)> {
        let side = Side::of(seat).expect("a seat of this title has a side");
        let steady = |side: Side| {
            let steady = state.units.values().filter(|unit| unit.side == side && unit.steady());
            i64::try_from(steady.count()).expect("the number fits the map")
        };
        let disorder = |side: Side| -> i64 {
            let own = state.units.values().filter(|unit| unit.side == side && unit.steady());
            own.map(|unit| i64::from(unit.dp)).sum()
        };
        let battle = self.printed.battle(state.battle);
        let left = |side: Side| i64::from(battle.rout[side].saturating_sub(state.camps[side].pr));
        vec![
            ("our units that are not In fugam", steady(side)),
            ("enemy steady units", steady(side.other())),
            ("our disorder points", disorder(side)),
            ("enemy disorder points", disorder(side.other())),
            ("rout points left before our army breaks", left(side)),
            ("rout points left before the enemy breaks", left(side.other())),
        ]
    }
}
