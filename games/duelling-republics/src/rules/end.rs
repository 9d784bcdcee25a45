//! X1 and X2: the end of the game.

use super::{say, score};
use crate::Table;
use crate::elements::Side;
use crate::events::{Award, Sequence};
use crate::names::{CARTHAGE, ROME, Season};
use crate::orders::battle::Whose;
use crate::policy::End;
use crate::state::{Ending, Finish, Player, State};
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

/// Ends the game because all players of a side have left.
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
    let state = table.state();
    let paid = |player: &Player| (player.seat.clone(), territory(state, player.side));
    for (seat, points) in state.players.iter().map(paid).collect::<Vec<_>>() {
        let points = i16::try_from(points).expect("a map has few provinces");
        score::vp(table, "X2", &seat, points, Award::Territory);
    }
    finish(table, how, None);
}

/// X2: what each player of a side gets at the end for its provinces.
pub(crate) fn territory(state: &State, side: Side) -> u16 {
    let more = state.provinces(side).saturating_sub(state.provinces(side.other()));
    u16::try_from(more).expect("a map has few provinces")
}

fn finish(table: &mut Table<'_>, how: Ending, victor: Option<Side>) {
    let ranking = ranking(table.state(), victor, |player| player.vp);
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
/// after its side's others. Those who are equal in all of this share a place.
pub(crate) fn ranking(
    state: &State,
    victor: Option<Side>,
    score: impl Fn(&Player) -> u16,
) -> Vec<Vec<Seat>> {
    let mut players: Vec<_> = state.players.iter().collect();
    let key = |player: &Player| {
        let sits_with_as_many = |other: &Player| !other.vacant && score(other) == score(player);
        let late = player.vacant && state.of_side(player.side).any(sits_with_as_many);
        (victor.is_some_and(|side| player.side != side), std::cmp::Reverse(score(player)), late)
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
