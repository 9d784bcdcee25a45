//! The table of a tournament, with its tie-breaks.

use super::bracket::survivors;
use super::file::{System, TieBreak, Tournament};
use super::progress::{Entrant, Meeting, Progress};
use serde::Serialize;
use std::cmp::Reverse;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Place from 1; entrants who stay tied to the end share one.
    pub place: usize,
    /// The player, or the team.
    pub name: String,
    /// Number in the draw, from 1.
    pub number: usize,
    /// Points, such as `2½`; a ladder has none.
    pub points: String,
    /// Meetings that are decided.
    pub played: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// Rounds that they sat out.
    pub byes: u32,
    /// The tie-breaks in the file's order, as numbers in words; a hyphen where one does not apply.
    pub ties: Vec<String>,
}

/// The table as it stands: by points, in a knock-out by rounds survived, in a ladder by rungs; then by the tie-breaks that the
/// file names.
pub fn standings(tournament: &Tournament, progress: &Progress<'_>) -> Vec<Line> {
    let rounds = tournament.played.len();
    let sums =
        Sums { entrants: progress.entrants(rounds), meetings: progress.before(rounds).collect() };
    let ranks = ranks(tournament, progress, &sums);
    let mut groups = grouped((0..ranks.len()).collect(), |who| Some(ranks[who]));
    let mut ties: Vec<Vec<String>> = vec![Vec::new(); ranks.len()];
    for tie in &tournament.tie_breaks {
        let mut next = Vec::new();
        for group in groups {
            let values: Vec<(usize, Option<u32>)> =
                group.iter().map(|who| (*who, sums.value(*tie, *who, &group))).collect();
            for (who, value) in &values {
                ties[*who].push(value.map_or_else(|| "-".to_owned(), quarters));
            }
            let of = |who| values.iter().find(|(one, _)| *one == who).and_then(|it| it.1);
            next.extend(grouped(group, of));
        }
        groups = next;
    }
    let order = tournament.starting_order();
    let mut lines = Vec::new();
    for group in groups {
        let place = lines.len() + 1;
        for who in group {
            let ties = std::mem::take(&mut ties[who]);
            lines.push(sums.line(tournament, place, who, order[who], ties));
        }
    }
    lines
}

/// The numbers by which the table is sorted first, the highest first.
fn ranks(tournament: &Tournament, progress: &Progress<'_>, sums: &Sums<'_>) -> Vec<u32> {
    let rounds = tournament.played.len();
    let mut ranks: Vec<u32> = sums.entrants.iter().map(|entrant| entrant.points).collect();
    match tournament.system {
        System::RoundRobin | System::Swiss => {}
        System::KnockOut => {
            ranks.fill(0);
            let done = (0..=rounds).take_while(|round| progress.unfinished(*round).is_empty());
            for round in done {
                for who in survivors(tournament, progress, round).into_iter().flatten() {
                    ranks[who] = u32::try_from(round).expect("few rounds");
                }
            }
        }
        System::Ladder => {
            for (below, who) in (0..).zip(progress.ladder(rounds).into_iter().rev()) {
                ranks[who] = below;
            }
        }
    }
    ranks
}

/// Splits a group by a value, the highest first; the group stays whole if one of its members has no value.
fn grouped(mut group: Vec<usize>, value: impl Fn(usize) -> Option<u32>) -> Vec<Vec<usize>> {
    if group.iter().any(|who| value(*who).is_none()) {
        return vec![group];
    }
    group.sort_by_key(|who| (Reverse(value(*who)), *who));
    let parts = group.chunk_by(|one, other| value(*one) == value(*other));
    parts.map(<[usize]>::to_vec).collect()
}

struct Sums<'a> {
    entrants: Vec<Entrant>,
    meetings: Vec<&'a Meeting>,
}

impl Sums<'_> {
    /// The decided meetings of somebody: opponent, own half points, own half points on the boards.
    fn results(&self, who: usize) -> impl Iterator<Item = (usize, u32, u32)> {
        self.meetings.iter().filter_map(move |meeting| {
            let points = meeting.points?;
            if meeting.first == who {
                Some((meeting.second, points.first, meeting.boards.first))
            } else if meeting.second == who {
                Some((meeting.first, points.second, meeting.boards.second))
            } else {
                None
            }
        })
    }

    /// A tie-break in quarters of a point; none where it does not apply to this group.
    fn value(&self, tie: TieBreak, who: usize, group: &[usize]) -> Option<u32> {
        let opponents = || self.results(who).map(|(other, ..)| self.entrants[other].points);
        let won = |(_, points, _): &(usize, u32, u32)| *points == 2;
        Some(match tie {
            TieBreak::Buchholz => opponents().sum::<u32>() * 2,
            TieBreak::BuchholzCut1 => {
                (opponents().sum::<u32>() - opponents().min().unwrap_or(0)) * 2
            }
            TieBreak::SonnebornBerger => self
                .results(who)
                .map(|(other, points, _)| self.entrants[other].points * points)
                .sum(),
            TieBreak::HeadToHead => {
                let met = |one: &usize, other: &usize| {
                    self.results(*one).any(|(opponent, ..)| opponent == *other)
                };
                let all = group
                    .iter()
                    .all(|one| group.iter().all(|other| one == other || met(one, other)));
                if !all || group.len() < 2 {
                    return None;
                }
                let among = self.results(who).filter(|(other, ..)| group.contains(other));
                among.map(|(_, points, _)| points * 2).sum()
            }
            TieBreak::Wins => {
                u32::try_from(self.results(who).filter(won).count()).expect("few games") * 4
            }
            TieBreak::Boards => self.results(who).map(|(.., boards)| boards * 2).sum(),
        })
    }

    fn line(
        &self,
        tournament: &Tournament,
        place: usize,
        who: usize,
        name: &str,
        ties: Vec<String>,
    ) -> Line {
        let with =
            |wanted: u32| self.results(who).filter(|(_, points, _)| *points == wanted).count();
        let points = match tournament.system {
            System::RoundRobin | System::Swiss | System::KnockOut => {
                quarters(self.entrants[who].points * 2)
            }
            System::Ladder => "-".to_owned(),
        };
        Line {
            place,
            name: name.to_owned(),
            number: who + 1,
            points,
            played: self.results(who).count(),
            won: with(2),
            drawn: with(1),
            lost: with(0),
            byes: self.entrants[who].byes,
            ties,
        }
    }
}

/// Quarters of a point as they are written: `2`, `2¼`, `2½`, `2¾`, `½`.
fn quarters(value: u32) -> String {
    let whole = value / 4;
    let part = ["", "¼", "½", "¾"][(value % 4) as usize];
    if whole == 0 && !part.is_empty() { part.to_owned() } else { format!("{whole}{part}") }
}
