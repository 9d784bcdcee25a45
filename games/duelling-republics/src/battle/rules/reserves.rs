//! BA11 (arrival) and BA12: men who come into the line from elsewhere.

use super::super::events::{Arrive, Manoeuvre, Placed};
use super::super::line::{Lane, Man, Party, Transit};
use super::super::plan::{Commit, Manner, Role, Sector};
use super::super::scene::Scene;
use super::bound::pips_of;
use super::{Battle, holds, number};
use crate::elements::Member;

impl<S: Scene + ?Sized> Battle<'_, S> {
    /// Elements in transit come out at the near end of their lane.
    pub(super) fn arrivals(&mut self, role: Role) {
        for transit in self.line().party(role).transit.clone() {
            let arrive = self.arrival(role, transit);
            self.tell("BA11", Manoeuvre::Arrive(arrive));
        }
    }

    fn arrival(&self, role: Role, transit: Transit) -> Arrive {
        let lane = &self.line().lanes[transit.to];
        let high = transit.from == 2 && transit.to == 1;
        let mut enemies = lane.front(role.other());
        let last = if high { enemies.next_back() } else { enemies.next() };
        let alone = last.filter(|(file, _)| lane.man(*file, role).is_none());
        let file = last.map(|_| alone.map_or_else(|| lane.beyond(high), |(file, _)| file));
        Arrive {
            who: transit.who,
            lane: number(transit.to),
            sector: if file.is_some() {
                Sector::of_lane(transit.to, role)
            } else {
                Sector::Reserve
            },
            file,
            facing: alone.map(|(_, man)| man.who),
            contact: file.is_some() && !lane.in_contact(),
        }
    }

    /// Carries out the commit entries whose conditions hold, in the plan's order.
    pub(super) fn commits(&mut self, role: Role) {
        for index in 0..self.line().party(role).plan.commit.len() {
            let party = self.line().party(role);
            let entry = &party.plan.commit[index];
            let due = !party.used[index] && pips_of(self.line(), role, Sector::Reserve) > 0;
            if !due || !holds(self.line(), role, &entry.when) {
                continue;
            }
            let takes = takes(party, entry);
            let Some(lane) = entry.to.lane(role).filter(|_| !takes.is_empty()) else { continue };
            let outer = entry.to.is_wing() || role == Role::Attacker;
            let placed = places(&self.line().lanes[lane], role, entry.manner, outer, &takes);
            let (army, to, manner) = (party.army(), entry.to, entry.manner);
            self.tell(
                "BA12",
                Manoeuvre::Commit {
                    army,
                    entry: number(index),
                    to,
                    lane: number(lane),
                    manner,
                    placed,
                },
            );
        }
    }
}

/// The elements that an entry takes from the reserve; the general only by name.
fn takes(party: &Party, entry: &Commit) -> Vec<Member> {
    let limit = entry.n.map_or(usize::MAX, usize::from);
    if let Some(listed) = &entry.elements {
        let named = listed.iter().map(|name| name.member(party.army()));
        return named.filter(|who| party.reserve.contains(who)).take(limit).collect();
    }
    let general = party.host.general();
    party.reserve.iter().copied().filter(|who| Some(*who) != general).take(limit).collect()
}

/// The places of the elements that are put in, one after the other. `outer` says at which end a line grows.
fn places(lane: &Lane, role: Role, manner: Manner, outer: bool, takes: &[Member]) -> Vec<Placed> {
    let mut lane = lane.clone();
    let mut placed = Vec::new();
    for who in takes.iter().copied() {
        let unsupported = || {
            lane.front(role).find(|(_, man)| man.rear.is_none()).map(|(file, man)| (file, man.who))
        };
        if let Some((file, front)) = unsupported().filter(|_| manner == Manner::Support) {
            placed.push(Placed { who, file, behind: Some(front), facing: None });
            if let Some(man) =
                lane.files.get_mut(&file).and_then(|place| place.men[role as usize].as_mut())
            {
                man.rear = Some(who);
            }
            continue;
        }
        let open = lane.open_files(role).next().filter(|_| manner == Manner::Fill);
        let file = open.unwrap_or_else(|| lane.beyond(outer));
        let facing = lane.man(file, role.other()).map(|man| man.who);
        placed.push(Placed { who, file, behind: None, facing });
        lane.files.entry(file).or_default().men[role as usize] = Some(Man::new(who));
    }
    placed
}
