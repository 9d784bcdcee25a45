//! The value of a position if luck favours nobody: the player of plans plays the halves that follow, and every attack
//! counts for its average result. No die is thrown, so the values tell two moves apart that dice would not in very many
//! games.

use super::Player;
use super::fights::{Fought, fought};
use super::march::{self, Mood};
use super::scale::{FAIR, Scale};
use crate::events::{Event, Sequence, apply};
use crate::names::Side;
use crate::state::{Impulse, Stage, State};

/// The value of a position after a side's own movement, on the book's scale: its attacks, less the enemy's answer, and
/// so on by halves.
pub(super) fn worth(me: &Player<'_>, moved: &State) -> i32 {
    let Fought { mut gain, after: mut state, .. } = fought(me, moved.clone());
    let own = Scale { effort: 0, ..*me.scale };
    let (mut mover, mut share) = (me.side, 100);
    for _ in 0..me.scale.halves {
        mover = mover.other();
        share = share * me.scale.later / 100;
        turn_to(me, &mut state, mover);
        let scale = if mover == me.side { &own } else { &FAIR };
        let next = Player { view: &state, side: mover, scale, ..*me };
        let (_, moved) = march::plan(&next, |_| Mood::By(scale));
        let Fought { gain: more, after, .. } = fought(&next, moved);
        gain += if mover == me.side { more } else { -more } * share / 100;
        state = after;
    }
    gain
}

/// Begins the next half. After the second half of a turn the next turn begins, with as many chips as lie in this one,
/// since nobody knows where they will lie.
fn turn_to(me: &Player<'_>, state: &mut State, mover: Side) {
    if state.first == Some(mover) {
        apply(state, &Event::Sequence(Sequence::Turn { turn: state.turn + 1 }));
        state.first = Some(mover);
        for side in Side::BOTH {
            state.camps[side].chips.clone_from(&me.view.camps[side].chips);
        }
    }
    let stage = Stage::Impulse { mover, impulse: Impulse::Movement };
    apply(state, &Event::Sequence(Sequence::Stage { stage }));
}
