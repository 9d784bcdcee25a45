//! The only writer of a line: it stores, adds and removes what events say.

#![deny(clippy::wildcard_enum_match_arm)]

use super::chart::Fate;
use super::events::{
    Array, Arrive, Blow, Course, Departure, Deployed, Ending, Event, Fight, Manoeuvre, Placed,
};
use super::line::{End, File, Lane, Line, Man, Party, Raider, Transit};
use super::plan::{Role, Sector};
use super::scene::DEPLOYED;
use super::snapshot::Snapshot;
use crate::elements::Member;
use std::collections::BTreeMap;

/// Writes an event into the line of a battle, which begins with its deployment.
pub(crate) fn write(line: &mut Option<Line>, event: &Event) {
    match (line, event) {
        (Some(line), event) => line.apply(event),
        (line, Event::Course(Course::Deployed(deployed))) => *line = Some(Line::deploy(deployed)),
        (None, _) => panic!("{DEPLOYED}"),
    }
}

impl Line {
    /// The line before the first bound.
    pub fn deploy(deployed: &Deployed) -> Self {
        let mut lanes = deployed.lanes.clone().map(|ground| Lane {
            ground,
            distance: deployed.distance,
            mover: None,
            crossed: false,
            files: BTreeMap::new(),
        });
        place_wings(&mut lanes, deployed);
        place_centres(&mut lanes[1], deployed);
        let parties =
            [&deployed.attacker, &deployed.defender].map(|array| party(array, deployed.room));
        Self { battle: deployed.name.clone(), bound: 0, parties, lanes, end: None }
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Course(event) => self.course(event),
            Event::Manoeuvre(event) => self.manoeuvre(event),
            Event::Blow(event) => self.blow(event),
            Event::Ending(event) => self.ending(event),
        }
    }

    fn course(&mut self, event: &Course) {
        match event {
            Course::Deployed(deployed) => *self = Self::deploy(deployed),
            Course::Edge { score: _, mirrored } => {
                if *mirrored {
                    let [first, _, third] = &mut self.lanes;
                    std::mem::swap(&mut first.ground, &mut third.ground);
                }
            }
            Course::Bound { bound, army, own } => {
                self.bound = *bound;
                let party = self.party_mut(self.role_of(*army));
                party.own = *own;
                party.pips.fill(0);
            }
            Course::Pips { army, command, seat: _, score: _, modifiers: _, pips } => {
                let role = self.role_of(*army);
                self.party_mut(role).pips[from_one(*command)] = *pips;
            }
            Course::Rally { who, command } => self.rally(*who, from_one(*command)),
            Course::Shaken { army, command, seat: _, lost: _, of: _ } => {
                let role = self.role_of(*army);
                self.party_mut(role).shaken[from_one(*command)] = true;
            }
            // The line as it stands already, for those who watch.
            Course::Line(snapshot) => {
                let Snapshot { why: _, bound: _, lanes: _, sides: _ } = &**snapshot;
            }
        }
    }

    fn manoeuvre(&mut self, event: &Manoeuvre) {
        match event {
            Manoeuvre::Arrive(arrive) => self.arrive(arrive),
            Manoeuvre::Commit { army, entry, to: _, lane, manner: _, placed } => {
                let role = self.role_of(*army);
                self.commit(role, from_one(*entry), from_one(*lane), placed);
            }
            Manoeuvre::Advance { army, sector, lane, from: _, to } => {
                self.spend(self.role_of(*army), *sector, 1);
                self.lanes[from_one(*lane)].distance = *to;
            }
            Manoeuvre::FallBack { army, sector, lane, from: _, to, room } => {
                let role = self.role_of(*army);
                self.spend(role, *sector, 1);
                self.lanes[from_one(*lane)].distance = *to;
                self.party_mut(role).room[from_one(*lane)] = *room;
            }
            Manoeuvre::Contact { lane, army } => {
                self.lanes[from_one(*lane)].mover = Some(self.role_of(*army));
            }
            Manoeuvre::CloseUp { army, lane, files } => {
                let (role, lane) = (self.role_of(*army), from_one(*lane));
                self.spend(role, Sector::of_lane(lane, role), 1);
                for file in files {
                    self.lanes[lane].files.entry(*file).or_default().apart = None;
                }
            }
            Manoeuvre::Turn { who, lane, file, on, pips } => {
                let (role, lane) = (self.role_of(who.army), from_one(*lane));
                self.spend(role, Sector::of_lane(lane, role), *pips);
                self.man_mut(lane, *file, role).turned = Some(*on);
            }
            Manoeuvre::RideRound(departure)
            | Manoeuvre::RollUp(departure)
            | Manoeuvre::ToCamp(departure) => self.depart(departure),
        }
    }

    fn blow(&mut self, event: &Blow) {
        match event {
            Blow::Fight(fight) => self.fight(fight),
            Blow::Killed { who, by, seat, cause: _ } => {
                self.remove(*who);
                self.party_mut(self.role_of(who.army)).lost.push(*who);
                *self.party_mut(self.role_of(by.army)).kills.entry(seat.clone()).or_default() += 1;
            }
            Blow::GeneralKilled { who, by, seat } => {
                self.party_mut(self.role_of(by.army)).generals.push((*who, seat.clone()));
            }
            Blow::CampFight {
                who: _,
                camp: _,
                die: _,
                modifiers: _,
                score: _,
                camp_die: _,
                camp_modifiers: _,
                camp_score: _,
            } => {}
            Blow::CampLooted { army, by: _, seat, counts } => {
                let party = self.party_mut(self.role_of(*army));
                party.looted = Some(seat.clone());
                party.camp_losses = *counts;
            }
        }
    }

    fn ending(&mut self, event: &Ending) {
        match event {
            Ending::Broken {
                army,
                losses: _,
                enemy_losses: _,
                limit: _,
                general_lost: _,
                pursuit_limit: _,
            } => self.end = Some(End::Broken(self.role_of(*army))),
            Ending::Withdrew { army, losses: _, enemy_losses: _ } => {
                self.end = Some(End::Withdrew(self.role_of(*army)));
            }
            Ending::Night { bound: _ } => self.end = Some(End::Night),
            Ending::Pursuit { who: _, score: _, needed: _, hit: _ }
            | Ending::Withdrawal {
                who: _,
                lane: _,
                file: _,
                from: _,
                score: _,
                caught_on: _,
                caught: _,
            } => {}
        }
    }

    fn party_mut(&mut self, role: Role) -> &mut Party {
        &mut self.parties[role as usize]
    }

    fn man_mut(&mut self, lane: usize, file: i16, role: Role) -> &mut Man {
        let file = self.lanes[lane].files.get_mut(&file);
        let man = file.and_then(|file| file.men[role as usize].as_mut());
        man.expect("an event names only files that contain its element")
    }

    fn spend(&mut self, role: Role, sector: Sector, pips: u8) {
        let party = self.party_mut(role);
        let command = party.plan.command_of(sector);
        party.take(command, pips);
    }

    fn rally(&mut self, who: Member, command: usize) {
        let party = self.party_mut(self.role_of(who.army));
        party.take(command, 1);
        party.fled.retain(|other| *other != who);
        party.reserve.push(who);
    }

    fn arrive(&mut self, arrive: &Arrive) {
        let role = self.role_of(arrive.who.army);
        self.party_mut(role).transit.retain(|transit| transit.who != arrive.who);
        let lane = from_one(arrive.lane);
        match arrive.file {
            Some(file) => self.stand(lane, file, role, arrive.who),
            None => self.party_mut(role).reserve.push(arrive.who),
        }
        if arrive.contact {
            self.lanes[lane].distance = 0;
            self.lanes[lane].mover = Some(role);
        }
    }

    fn commit(&mut self, role: Role, entry: usize, lane: usize, placed: &[Placed]) {
        self.spend(role, Sector::Reserve, 1);
        self.party_mut(role).used[entry] = true;
        for place in placed {
            self.party_mut(role).reserve.retain(|other| *other != place.who);
            match place.behind {
                Some(_) => self.man_mut(lane, place.file, role).rear = Some(place.who),
                None => self.stand(lane, place.file, role, place.who),
            }
        }
    }

    /// Puts an element into a file; an enemy there faces front again.
    fn stand(&mut self, lane: usize, file: i16, role: Role, who: Member) {
        let place = self.lanes[lane].files.entry(file).or_default();
        place.men[role as usize] = Some(Man::new(who));
        place.apart = None;
        if let Some(enemy) = &mut place.men[role.other() as usize] {
            enemy.turned = None;
        }
    }

    fn depart(&mut self, departure: &Departure) {
        let role = self.role_of(departure.army);
        self.spend(role, departure.sector, 1);
        for who in &departure.who {
            self.remove(*who);
            let from = from_one(departure.lane);
            let party = self.party_mut(role);
            match departure.to {
                Some(to) => party.transit.push(Transit { who: *who, from, to: from_one(to) }),
                None => party.raiders.push(Raider { who: *who, left: party.own }),
            }
        }
    }

    fn fight(&mut self, fight: &Fight) {
        let lane = from_one(fight.lane);
        self.lanes[lane].crossed |= fight.crossed;
        let Some(loser) = fight.loser else { return };
        let role = self.role_of(loser.army);
        if fight.apart {
            self.lanes[lane].files.entry(fight.file).or_default().apart = Some(role);
        }
        if fight.fate == Fate::Flee {
            self.remove(loser);
            self.party_mut(role).fled.push(loser);
        }
    }

    /// Removes an element from every place in which it may stand. The element behind it steps up, and enemies that had
    /// turned on it no longer do.
    fn remove(&mut self, who: Member) {
        let role = self.role_of(who.army);
        let party = self.party_mut(role);
        party.reserve.retain(|other| *other != who);
        party.fled.retain(|other| *other != who);
        party.transit.retain(|transit| transit.who != who);
        party.raiders.retain(|raider| raider.who != who);
        for lane in &mut self.lanes {
            for file in lane.files.values_mut() {
                file.release(role, who);
            }
            lane.files.retain(|_, file| file.men.iter().any(Option::is_some));
        }
    }
}

impl File {
    /// Takes an element of `role` out of the file; enemies that had turned on it no longer do.
    fn release(&mut self, role: Role, who: Member) {
        if let Some(man) = &mut self.men[role as usize] {
            if man.rear == Some(who) {
                man.rear = None;
            } else if man.who == who {
                self.men[role as usize] = man.rear.map(Man::new);
                self.apart = None;
            }
        }
        if let Some(enemy) = &mut self.men[role.other() as usize]
            && enemy.turned == Some(who)
        {
            enemy.turned = None;
        }
    }
}

impl Party {
    fn take(&mut self, command: usize, pips: u8) {
        let left = self.pips[command].checked_sub(pips);
        self.pips[command] = left.expect("a command spends only pips that it has");
    }
}

/// A number that counts from 1, as an index.
const fn from_one(number: u8) -> usize {
    (number as usize).checked_sub(1).expect("numbers in events count from 1")
}

/// The number of the file that lies this many places from the first.
fn file_number(place: usize) -> i16 {
    i16::try_from(place).expect("a front has at most a few dozen elements") + 1
}

/// BA4: wings from the centre outward.
fn place_wings(lanes: &mut [Lane; 3], deployed: &Deployed) {
    for (role, array) in
        [(Role::Attacker, &deployed.attacker), (Role::Defender, &deployed.defender)]
    {
        for sector in [Sector::Left, Sector::Right] {
            let Some(lane) = sector.lane(role) else { continue };
            for (place, who) in array.plan.sector(sector).front.iter().enumerate() {
                put(&mut lanes[lane], file_number(place), role, *who, array);
            }
        }
    }
}

/// BA4: the shorter centre stands in the middle of the longer; the attacker is listed from the low files, the defender
/// from the high ones.
fn place_centres(lane: &mut Lane, deployed: &Deployed) {
    let arrays = [(Role::Attacker, &deployed.attacker), (Role::Defender, &deployed.defender)];
    let [one, other] = arrays.map(|(_, array)| array.plan.centre.front.len());
    let width = one.max(other);
    for (role, array) in arrays {
        let front = &array.plan.centre.front;
        let offset = (width - front.len()) / 2;
        for (place, who) in front.iter().enumerate() {
            let from_low = if role == Role::Attacker { place } else { front.len() - 1 - place };
            put(lane, file_number(offset + from_low), role, *who, array);
        }
    }
}

fn put(lane: &mut Lane, file: i16, role: Role, who: Member, array: &Array) {
    let rear =
        Sector::LINE.iter().find_map(|sector| array.plan.sector(*sector).rear.get(&who).copied());
    lane.files.entry(file).or_default().men[role as usize] = Some(Man { who, rear, turned: None });
}

fn party(array: &Array, room: u8) -> Party {
    let (host, plan) = (&array.host, &array.plan);
    let roster: Vec<Member> = host.all().map(|soldier| soldier.id).collect();
    let command = roster
        .iter()
        .map(|who| (*who, plan.sector_of(*who).map_or(0, |sector| plan.command_of(sector))))
        .collect();
    Party {
        host: host.clone(),
        plan: plan.clone(),
        roster,
        command,
        own: 0,
        pips: vec![0; plan.commands.len()],
        reserve: plan.reserve.clone(),
        fled: Vec::new(),
        transit: Vec::new(),
        raiders: Vec::new(),
        lost: Vec::new(),
        used: vec![false; plan.commit.len()],
        looted: None,
        camp_losses: 0,
        room: [room; 3],
        shaken: vec![false; plan.commands.len()],
        limit: array.limit,
        kills: BTreeMap::new(),
        generals: Vec::new(),
    }
}
