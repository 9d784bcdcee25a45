//! Odds, exactly counted: a fight has 36 equally likely throws. Whole battles are too long to count; they are tried out.

use super::chart::{Chart, Fate};
use super::line::Line;
use super::plan::{Posture, Role, Sector};
use super::rules::fights::outcome;
use super::rules::tally::tally;
use super::rules::{Called, deployed};
use super::usual;
use crate::elements::{ArmyId, ElementId, Host, Member, Soldier, Troop};
use engine::Seat;
use serde::Serialize;

/// The possible throws of two dice.
pub(crate) const THROWS: u8 = 36;

/// The possible fates of one side in a fight, in throws of 36.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Fates {
    /// Throws in which it loses without any effect.
    pub none: u8,
    /// Throws in which it gives ground.
    pub recoil: u8,
    /// Throws in which it leaves the line.
    pub flee: u8,
    /// Throws in which it is destroyed.
    pub destroyed: u8,
}

impl Fates {
    /// Throws in which it loses.
    pub(crate) const fn lost(self) -> u8 {
        self.none + self.recoil + self.flee + self.destroyed
    }

    fn add(&mut self, fate: Fate) {
        *match fate {
            Fate::None => &mut self.none,
            Fate::Recoil => &mut self.recoil,
            Fate::Flee => &mut self.flee,
            Fate::Destroyed => &mut self.destroyed,
        } += 1;
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Odds {
    /// The fates of the side whose bound it is.
    pub first: Fates,
    /// The fates of the other side.
    pub second: Fates,
    /// Throws in which nobody loses.
    pub equal: u8,
}

/// The odds of the fight in a file, in a bound of `active`; none if nobody faces anybody there.
pub(crate) fn of_fight(
    chart: &Chart,
    line: &Line,
    place: (usize, i16),
    active: Role,
) -> Option<Odds> {
    let first = tally(chart, line, place, active, active)?;
    let second = tally(chart, line, place, active.other(), active)?;
    let mut odds = Odds::default();
    for one in 1..=6 {
        for two in 1..=6 {
            let fight = outcome(chart, line, place, (&first, &second), (one, two));
            match fight.loser {
                None => odds.equal += 1,
                Some(loser) if loser == first.who => odds.first.add(fight.fate),
                Some(_) => odds.second.add(fight.fate),
            }
        }
    }
    Some(odds)
}

/// A meeting of two front elements, with its odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Clash {
    /// The lane, from 1.
    pub lane: u8,
    pub file: i16,
    pub attacker: Member,
    pub defender: Member,
    /// True if the attacking side moves into contact there.
    pub attacker_moves: bool,
    /// The odds; `first` is the element that moves into contact.
    pub odds: Odds,
}

/// The first clash of two plans: every file where two will meet, in the bound in which their lane comes into contact.
/// The ground is taken as chosen, before the edge die.
pub(crate) fn first_clash(chart: &Chart, called: &Called) -> Vec<Clash> {
    let mut line = Line::deploy(&deployed(chart, called));
    let mut found = Vec::new();
    for lane in 0..line.lanes.len() {
        let attacks = |role: Role| {
            let sector = called.plans[role as usize].sector(Sector::of_lane(lane, role));
            sector.posture == Posture::Attack || sector.from.is_some()
        };
        let mover = if attacks(Role::Attacker) || !attacks(Role::Defender) {
            Role::Attacker
        } else {
            Role::Defender
        };
        line.lanes[lane].distance = 0;
        line.lanes[lane].mover = Some(mover);
        let files: Vec<i16> = line.lanes[lane].files.keys().copied().collect();
        for file in files {
            let man = |role| line.lanes[lane].man(file, role).map(|man| man.who);
            let (Some(attacker), Some(defender)) = (man(Role::Attacker), man(Role::Defender))
            else {
                continue;
            };
            if let Some(odds) = of_fight(chart, &line, (lane, file), mover) {
                let lane = super::rules::number(lane);
                found.push(Clash {
                    lane,
                    file,
                    attacker,
                    defender,
                    attacker_moves: mover == Role::Attacker,
                    odds,
                });
            }
        }
    }
    found
}

/// The odds of a meeting of two types, each alone in a lane of plain ground or of bad going, with no modifier but those of
/// type and going. `own` is the one whose bound it is.
pub(crate) fn of_types(chart: &Chart, own: Troop, enemy: Troop, bad: bool) -> Odds {
    let lone = |army: ArmyId, troop| {
        let soldier = Soldier { id: Member::new(army, ElementId::core(troop, 1)), office: None };
        let seat = Seat::new(army.word());
        Host {
            army,
            seat: seat.clone(),
            players: vec![seat],
            elements: vec![soldier],
            contingents: Vec::new(),
        }
    };
    let hosts = [lone(ArmyId::Ma, own), lone(ArmyId::Mb, enemy)];
    let plans = Role::BOTH.map(|role| {
        let mut plan = usual::plan(chart, &hosts[role as usize], role, "");
        for sector in Sector::LINE {
            plan.sector_mut(sector).front.clear();
        }
        plan.reserve.clear();
        plan.centre.front =
            hosts[role as usize].elements.iter().map(|soldier| soldier.id).collect();
        plan
    });
    let mut line = Line::deploy(&deployed(
        chart,
        &Called { battle: String::new(), country: String::new(), hosts, plans },
    ));
    line.lanes[1].ground.bad = bad;
    line.lanes[1].mover = Some(Role::Attacker);
    of_fight(chart, &line, (1, 1), Role::Attacker).expect("the two elements face each other")
}
