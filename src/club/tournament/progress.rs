//! The state of a tournament: the results of its games.

use super::super::people::{Fate, Keys, fate};
use super::super::{Game, Seat};
use super::file::{Pairing, Tournament};
use record::PublicKey;
use serde::Serialize;
use std::collections::BTreeMap;

/// Half points of the two at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Decided {
    /// Half points of the first seat.
    pub first: u32,
    /// Half points of the second seat.
    pub second: u32,
}

impl Decided {
    const FIRST: Self = Self { first: 2, second: 0 };
    const SECOND: Self = Self { first: 0, second: 2 };
    const DRAWN: Self = Self { first: 1, second: 1 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Table {
    Unopened,
    Running,
    Decided(Decided),
}

/// A meeting of two entrants: one game, or one on every board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The entrant in the first seat, on the first board.
    pub(super) first: usize,
    pub(super) second: usize,
    /// Half points for the meeting, once all its games are decided.
    pub(super) points: Option<Decided>,
    /// Half points of the boards that are decided.
    pub(super) boards: Decided,
}

/// The record of an entrant in the rounds before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entrant {
    /// Half points, those for rounds without a game included.
    pub(super) points: u32,
    pub(super) met: Vec<usize>,
    pub(super) firsts: u32,
    pub(super) seconds: u32,
    /// True if they had the first seat the last time; none before their first game.
    pub(super) last: Option<bool>,
    pub(super) byes: u32,
}

/// The results of a tournament's games.
pub struct Progress<'a> {
    tournament: &'a Tournament,
    /// The games by id.
    pub tables: BTreeMap<String, Table>,
    /// Games that are not what the file says, and so count for nothing.
    pub faults: Vec<String>,
    rounds: Vec<Vec<Meeting>>,
}

impl<'a> Progress<'a> {
    /// Compares a tournament with the games that there are.
    pub fn of(tournament: &'a Tournament, games: &[Game]) -> Self {
        let keys = Keys::of(games);
        let by_id: BTreeMap<&str, &Game> =
            games.iter().map(|game| (game.id.as_str(), game)).collect();
        let (mut tables, mut faults) = (BTreeMap::new(), Vec::new());
        for one in tournament.played.iter().flat_map(|round| &round.games) {
            let table = match by_id.get(one.game.as_str()) {
                None => Table::Unopened,
                Some(game) => match foreign(tournament, one, game, &keys) {
                    Some(fault) => {
                        faults.push(fault);
                        Table::Unopened
                    }
                    None => outcome(tournament, game),
                },
            };
            let table = ruled(one).map_or(table, Table::Decided);
            tables.insert(one.game.clone(), table);
        }
        let mut progress = Self { tournament, tables, faults, rounds: Vec::new() };
        progress.rounds =
            (0..tournament.played.len()).map(|round| progress.meetings(round)).collect();
        progress
    }

    fn meetings(&self, round: usize) -> Vec<Meeting> {
        let order = self.tournament.starting_order();
        let mut meetings: Vec<(Meeting, bool)> = Vec::new();
        for one in &self.tournament.played[round].games {
            let [first, second] =
                one.players.each_ref().map(|name| self.tournament.entrant(&order, name));
            let (Some(first), Some(second)) = (first, second) else { continue };
            let at = meetings.iter().position(|(meeting, _)| {
                let pair = (meeting.first, meeting.second);
                pair == (first, second) || pair == (second, first)
            });
            let at = at.unwrap_or_else(|| {
                let boards = Decided { first: 0, second: 0 };
                meetings.push((Meeting { first, second, points: None, boards }, true));
                meetings.len() - 1
            });
            let (meeting, whole) = &mut meetings[at];
            match self.tables[&one.game] {
                Table::Decided(Decided { first: mine, second: theirs }) => {
                    let turned = meeting.first != first;
                    let (mine, theirs) = if turned { (theirs, mine) } else { (mine, theirs) };
                    meeting.boards.first += mine;
                    meeting.boards.second += theirs;
                }
                Table::Unopened | Table::Running => *whole = false,
            }
        }
        let close = |(meeting, whole): (Meeting, bool)| {
            let points = match meeting.boards.first.cmp(&meeting.boards.second) {
                std::cmp::Ordering::Less => Decided::SECOND,
                std::cmp::Ordering::Equal => Decided::DRAWN,
                std::cmp::Ordering::Greater => Decided::FIRST,
            };
            Meeting { points: whole.then_some(points), ..meeting }
        };
        meetings.into_iter().map(close).collect()
    }

    /// The games of the rounds before one that have no result yet.
    pub(super) fn unfinished(&self, round: usize) -> Vec<String> {
        let before = self.tournament.played.iter().take(round).flat_map(|round| &round.games);
        let open = before.filter(|one| !matches!(self.tables[&one.game], Table::Decided(_)));
        open.map(|one| one.game.clone()).collect()
    }

    /// The meetings of the rounds before one.
    pub(super) fn before(&self, round: usize) -> impl Iterator<Item = &Meeting> {
        self.rounds.iter().take(round).flatten()
    }

    pub(super) fn round(&self, round: usize) -> &[Meeting] {
        self.rounds.get(round).map_or(&[], Vec::as_slice)
    }

    /// The records of all entrants before a round, by starting number.
    pub(super) fn entrants(&self, round: usize) -> Vec<Entrant> {
        let order = self.tournament.starting_order();
        let mut entrants = vec![Entrant::default(); order.len()];
        for meeting in self.before(round) {
            let pair =
                [(meeting.first, meeting.second, true), (meeting.second, meeting.first, false)];
            for (one, other, sat_first) in pair {
                let entrant = &mut entrants[one];
                entrant.met.push(other);
                entrant.last = Some(sat_first);
                *(if sat_first { &mut entrant.firsts } else { &mut entrant.seconds }) += 1;
                let points = meeting
                    .points
                    .map_or(0, |points| if sat_first { points.first } else { points.second });
                entrant.points += points;
            }
        }
        for name in self.tournament.played.iter().take(round).flat_map(|round| &round.byes) {
            if let Some(at) = order.iter().position(|one| one == name) {
                entrants[at].points += 2;
                entrants[at].byes += 1;
            }
        }
        entrants
    }

    /// The rungs of a ladder before a round, the highest first, as starting numbers less one: whoever beat a neighbour
    /// above has taken their place.
    pub(super) fn ladder(&self, round: usize) -> Vec<usize> {
        let mut rungs: Vec<usize> = (0..self.tournament.starting_order().len()).collect();
        for meeting in self.before(round) {
            let Some(points) = meeting.points else { continue };
            let place = |who| {
                rungs.iter().position(|one| *one == who).expect("every player is on the ladder")
            };
            let (first, second) = (place(meeting.first), place(meeting.second));
            let climbs = if first > second {
                points.first > points.second
            } else {
                points.second > points.first
            };
            if climbs {
                rungs.swap(first, second);
            }
        }
        rungs
    }
}

fn ruled(one: &Pairing) -> Option<Decided> {
    let word = one.ruling.as_ref()?;
    Some(match one.players.iter().position(|name| name == word) {
        Some(0) => Decided::FIRST,
        Some(_) => Decided::SECOND,
        None => Decided::DRAWN,
    })
}

fn seat<'a>(game: &'a Game, name: &str) -> Option<&'a Seat> {
    game.seats.iter().find(|seat| seat.seat == name)
}

/// The reason why a game is not the one that the file means; none if it is. The player named must be the one who sat
/// down first. A player who takes over plays on for them.
fn foreign(tournament: &Tournament, one: &Pairing, game: &Game, keys: &Keys) -> Option<String> {
    let wrong = |what: String| Some(format!("game {}: {what}", one.game));
    if game.title != tournament.title {
        return wrong(format!("it uses the rules of {}", game.title));
    }
    if tournament.scenario.as_ref().is_some_and(|scenario| *scenario != game.opening) {
        return wrong(format!("its scenario is {}", game.opening));
    }
    for (name, player) in tournament.seats.iter().zip(&one.players) {
        let Some(holder) = game.holder(name, 0) else {
            return wrong(format!("it has no seat {name}"));
        };
        let line = tournament.player(player).expect("the file was checked");
        let key = PublicKey::parse(&line.key).expect("the file was checked").fingerprint();
        if keys.newest(&holder.key) != keys.newest(&key) {
            return wrong(format!("the seat {name} is not played with the key of {player}"));
        }
    }
    None
}

fn outcome(tournament: &Tournament, game: &Game) -> Table {
    let [first, second] =
        tournament.seats.each_ref().map(|name| seat(game, name).map(|seat| fate(game, seat)));
    match (first, second) {
        _ if game.outcome.is_none() => Table::Running,
        (Some(Fate::Won), Some(Fate::Lost)) => Table::Decided(Decided::FIRST),
        (Some(Fate::Lost), Some(Fate::Won)) => Table::Decided(Decided::SECOND),
        _ => Table::Decided(Decided::DRAWN),
    }
}
