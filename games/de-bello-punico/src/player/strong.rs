//! The moves of the strong player: by moods, one for each unit. Moods of the whole army are tried first; then units
//! that stand together are given another, and that is kept if it leads to something better.

use super::march::{self, Mood};
use super::scale::{FAIR, Scale};
use super::{Player, foresight};
use crate::names::Id;
use crate::orders::MovementOrders;
use crate::state::State;
use engine::Rng;
use engine::kit::Hex;
use std::collections::BTreeMap;

/// The largest radius, in hexes, within which units are given another mood.
const TOGETHER: usize = 3;

/// A way to move whose consequences were looked at.
struct Trial {
    /// The mood of each unit, as an index into all moods; one past the last means to stand still.
    moods: BTreeMap<Id, usize>,
    orders: MovementOrders,
    after: State,
    worth: i32,
}

/// Orders for a movement impulse, and the position that they lead to.
pub(super) fn plan(me: &Player<'_>, rng: &mut Rng) -> (MovementOrders, State) {
    let scales = moods(me.scale);
    let own = me.view.units.iter().filter(|(_, unit)| unit.side == me.side && unit.steady());
    let units: Vec<(Id, Hex)> = own.filter_map(|(id, unit)| Some((*id, unit.hex()?))).collect();
    let all =
        |mood: usize| -> BTreeMap<Id, usize> { units.iter().map(|(id, _)| (*id, mood)).collect() };
    let mut best = trial(me, &scales, all(0), None).expect("the first differs from all others");
    for tried in 1..=me.scale.effort {
        let whole = usize::try_from(tried).ok().filter(|mood| *mood <= scales.len());
        let moods = match whole {
            Some(mood) => all(mood),
            None => varied(me, &units, &best.moods, scales.len(), rng),
        };
        if let Some(other) = trial(me, &scales, moods, Some(&best))
            && other.worth > best.worth
        {
            best = other;
        }
    }
    (best.orders, best.after)
}

/// The result of moods; none if they lead to the same position as the best so far.
fn trial(
    me: &Player<'_>,
    scales: &[Scale],
    moods: BTreeMap<Id, usize>,
    best: Option<&Trial>,
) -> Option<Trial> {
    let mood = |id: Id| {
        let mood = moods.get(&id).copied().unwrap_or(0);
        scales.get(mood).map_or(Mood::Still, Mood::By)
    };
    let (orders, after) = march::plan(me, mood);
    if best.is_some_and(|best| best.after == after) {
        return None;
    }
    let worth = foresight::worth(me, &after);
    Some(Trial { moods, orders, after, worth })
}

/// Gives the units around a random one another mood: one of `count`, or to stand still.
fn varied(
    me: &Player<'_>,
    units: &[(Id, Hex)],
    moods: &BTreeMap<Id, usize>,
    count: usize,
    rng: &mut Rng,
) -> BTreeMap<Id, usize> {
    let mut moods = moods.clone();
    let Some((_, middle)) = rng.pick(units) else { return moods };
    let radius = rng.below(TOGETHER + 1);
    let mood = rng.below(count + 1);
    let grid = me.rules.printed.grid;
    let near = |hex: Hex| usize::from(grid.distance(hex, *middle)) <= radius;
    moods.extend(units.iter().filter(|(_, hex)| near(*hex)).map(|(id, _)| (*id, mood)));
    moods
}

/// All moods except standing still.
fn moods(own: &Scale) -> Vec<Scale> {
    let still = Scale { foot: 0, light: 0, cavalry: 0, elephants: 0, danger: 100, ..FAIR };
    vec![
        *own,
        FAIR,
        // Waits where the enemy cannot strike first.
        still,
        // Gives way.
        Scale { foot: -60, light: -45, cavalry: -45, elephants: -45, ..still },
        // Comes on with care.
        Scale { danger: 120, second_blow: 100, hasty: 120, ..FAIR },
        // Storms.
        Scale { danger: 0, foot: 200, cavalry: 130, hasty: 0, ..FAIR },
        // Keeps together.
        Scale { flank: 40, alone: 60, beside: 60, ..FAIR },
        // Backs whoever fights.
        Scale { support: 80, support_contact: 160, ..FAIR },
    ]
}

#[cfg(test)]
mod tests {
    use super::{Rng, foresight, march, plan};
    use crate::check::with_board;
    use crate::names::Side;
    use crate::orders::SetUpOrders;
    use crate::player::march::Mood;
    use crate::player::{Player, Scale, book};
    use crate::rules::set_up;
    use crate::state::{Impulse, Stage, State};
    use crate::tests::{rules, setup};
    use engine::{Rules, Tempo};

    /// Both armies as the scenario has them, a side about to move.
    fn armies(rules: &crate::DeBelloPunico, mover: Side) -> State {
        let mut state = rules.open(&setup("zama", Tempo::Brisk)).expect("a battle");
        with_board(rules, &mut state, |board| {
            for side in Side::BOTH {
                set_up::set_up(board, side, &SetUpOrders::default());
            }
        });
        (state.turn, state.first) = (2, Some(mover));
        state.stage = Stage::Impulse { mover, impulse: Impulse::Movement };
        state
    }

    #[test]
    fn what_is_looked_ahead_is_never_worth_less_than_what_comes_to_mind_first() {
        let rules = rules();
        for side in Side::BOTH {
            let view = armies(&rules, side);
            let scale = Scale { effort: 9, ..rules.scales[side] };
            let book = book::Book::new(scale.rout, scale.arms, scale.chief);
            let me = Player { rules: &rules, view: &view, side, scale: &scale, book };
            let (_, first) = march::plan(&me, |_| Mood::By(&scale));
            let of = |seed| plan(&me, &mut Rng::new(seed));
            let (orders, after) = of(1);
            assert!(foresight::worth(&me, &after) >= foresight::worth(&me, &first), "{side}");
            assert_eq!((orders, after), of(1), "{side}: the same by the same seed");
        }
    }
}
