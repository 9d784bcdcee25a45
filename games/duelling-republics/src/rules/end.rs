//! X1 and X2: the end of the game.

use super::{Field, say, score};
use crate::Table;
use crate::elements::Side;
use crate::events::{Award, Sequence};
use crate::names::{CARTHAGE, ROME, Season};
use crate::orders::battle::Whose;
use crate::policy::End;
use crate::state::{Ending, Finish, Player};
use engine::Seat;

/// Ends the game at the close of a season, if it ends.
pub(crate) fn judge(table: &mut Table<'_>) {
    let state = table.state();
    let fallen = [state.owned(ROME, Side::Carthage), state.owned(CARTHAGE, Side::Rome)];
    let last = state.season == Season::Winter && state.year >= state.options.years;
    match fallen {
        [true, false] => finish(table, Ending::Capital, Some(Side::Carthage)),
        [false, true] => finish(table, Ending::Capital, Some(Side::Rome)),
        [true, true] => by_territory(table, Ending::Capital),
        [false, false] if last => by_territory(table, Ending::Time),
        [false, false] if agreed(table) => by_territory(table, Ending::Agreement),
        [false, false] => {}
    }
}

/// All players of a side have left.
pub(crate) fn desert(table: &mut Table<'_>, side: Side) {
    finish(table, Ending::Resigned, Some(side.other()));
}

fn agreed(table: &Table<'_>) -> bool {
    let mut there = table.state().players.iter().filter(|player| !player.vacant).peekable();
    there.peek().is_some()
        && there.all(|player| {
            table.policy(&player.seat).and_then(|policy| policy.end) == Some(End::Agree)
        })
}

/// X2: the side with more provinces adds the difference to each of its players.
fn by_territory(table: &mut Table<'_>, how: Ending) {
    let [rome, carthage] = Side::BOTH
        .map(|side| i16::try_from(table.state().provinces(side)).expect("a map has few provinces"));
    let ahead = if rome > carthage { Side::Rome } else { Side::Carthage };
    let seats: Vec<Seat> = table.state().of_side(ahead).map(|player| player.seat.clone()).collect();
    for seat in seats {
        score::vp(table, "X2", &seat, (rome - carthage).abs(), Award::Territory);
    }
    finish(table, how, None);
}

fn finish(table: &mut Table<'_>, how: Ending, victor: Option<Side>) {
    let ranking = ranking(&super::field(table), victor);
    let rule = match (how, victor) {
        (Ending::Capital, Some(_)) => "X1",
        (Ending::Resigned, _) => "Z5",
        _ => "X2",
    };
    say(
        table,
        rule,
        Sequence::GameOver { finish: Finish { how, victor: Whose::of(victor), ranking } },
    );
}

/// Places, best first: all of the victor's side before the others, then by score; at equal scores a vacant seat comes
/// after its side's others. Who is equal in all that shares a place.
pub(crate) fn ranking(field: &Field<'_>, victor: Option<Side>) -> Vec<Vec<Seat>> {
    let mut players: Vec<_> = field.state.players.iter().collect();
    let key = |player: &Player| {
        let sits_with_as_many = |other: &Player| !other.vacant && other.vp == player.vp;
        let late = player.vacant && field.state.of_side(player.side).any(sits_with_as_many);
        (victor.is_some_and(|side| player.side != side), std::cmp::Reverse(player.vp), late)
    };
    players.sort_by_key(|player| key(player));
    let mut places: Vec<Vec<Seat>> = Vec::new();
    let mut before = None;
    for player in players {
        let mine = key(player);
        match places.last_mut() {
            Some(place) if before == Some(mine) => place.push(player.seat.clone()),
            _ => places.push(vec![player.seat.clone()]),
        }
        before = Some(mine);
    }
    places
}
