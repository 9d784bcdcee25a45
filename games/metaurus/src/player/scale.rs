//! By what the player of plans weighs what it could do: the fair one by what stands here, the strong one by `weights.yaml`.

use crate::names::Side;

engine::weights! {
    /// The weights of a position's parts: `weights.yaml` says what each means.
    pub(crate) struct Scale {
        caution,
        disorder,
        disorder_morale,
        exposed,
        crowded,
        assault,
        assault_near,
        stand_contact,
        stand,
        stand_ground,
        march_far,
        march_contact,
        march_ground,
        march,
        light,
        reform,
        reform_contact,
        reform_near,
        stalled,
        stalled_after,
        change,
        pair,
        strike,
        lone_strike,
        counter,
        go_on,
        retreat,
        reach,
        company,
        tries,
        ponder,
        dread,
        dread_last,
        hope,
        hope_last,
        again,
    }
}

pub(super) const fn fair(side: Side) -> Scale {
    let (rome, carthage) = match side {
        Side::Rome => (1, 0),
        Side::Carthage => (0, 1),
    };
    Scale {
        caution: 100,
        disorder: 25,
        disorder_morale: 5,
        exposed: 8,
        crowded: 5,
        assault: 0,
        assault_near: 0,
        stand_contact: 8,
        stand: 10 * carthage,
        stand_ground: 2 * carthage,
        march_far: 6 * rome,
        march_contact: 6,
        march_ground: 5 * carthage,
        march: -10 * carthage,
        light: 60,
        reform: 100,
        reform_contact: 16,
        reform_near: 6,
        stalled: 60 * rome,
        stalled_after: 3,
        change: 3,
        pair: 5,
        strike: 10,
        lone_strike: 0,
        counter: 0,
        go_on: 0,
        retreat: carthage,
        reach: 2,
        company: 2,
        tries: 0,
        ponder: 0,
        dread: 0,
        dread_last: 0,
        hope: 0,
        hope_last: 0,
        again: 0,
    }
}

/// The weights of the strong player, from the lines that begin with the side's name.
pub(crate) fn scale_of(side: Side, text: &str) -> Scale {
    let prefix = format!("{}_", side.word());
    let own: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(&prefix)).collect();
    Scale::read(&own.join("\n"))
}
