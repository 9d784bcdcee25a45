//! Decides who sees what on a battlefield: everybody sees all of it, because hosts and plans that are in line are no
//! longer secret. Still every field is named, so that the author of a new one decides about it too.
#![deny(clippy::wildcard_enum_match_arm)]

use super::super::Event;
use crate::battle;
use crate::battle::events::{
    Array, Arrive, Blow, Course, Departure, Deployed, Ending, Fight, Manoeuvre,
};
use crate::battle::snapshot::Snapshot;
use engine::Sight;

/// The part of an event of a battle that anybody sees.
pub(super) fn witness(event: &battle::Event) -> Sight<Event> {
    match event {
        battle::Event::Course(event) => course(event),
        battle::Event::Manoeuvre(event) => manoeuvre(event),
        battle::Event::Blow(event) => blow(event),
        battle::Event::Ending(event) => ending(event),
    }
}

fn course(event: &Course) -> Sight<Event> {
    match event {
        Course::Deployed(deployed) => {
            let Deployed {
                name: _,
                country: _,
                lanes: _,
                distance: _,
                room: _,
                attacker,
                defender,
            } = &**deployed;
            let [Array { host: _, plan: _, limit: _ }, Array { host: _, plan: _, limit: _ }] =
                [attacker, defender];
            Sight::Whole
        }
        Course::Edge { score: _, mirrored: _ }
        | Course::Bound { bound: _, army: _, own: _ }
        | Course::Pips { army: _, command: _, seat: _, score: _, modifiers: _, pips: _ }
        | Course::Rally { who: _, command: _ }
        | Course::Shaken { army: _, command: _, seat: _, lost: _, of: _ } => Sight::Whole,
        Course::Line(snapshot) => {
            let Snapshot { why: _, bound: _, lanes: _, sides: _ } = &**snapshot;
            Sight::Whole
        }
    }
}

fn manoeuvre(event: &Manoeuvre) -> Sight<Event> {
    match event {
        Manoeuvre::Arrive(Arrive {
            who: _,
            lane: _,
            sector: _,
            file: _,
            facing: _,
            contact: _,
        })
        | Manoeuvre::Advance { army: _, sector: _, lane: _, from: _, to: _ }
        | Manoeuvre::Contact { lane: _, army: _ }
        | Manoeuvre::FallBack { army: _, sector: _, lane: _, from: _, to: _, room: _ }
        | Manoeuvre::CloseUp { army: _, lane: _, files: _ }
        | Manoeuvre::Turn { who: _, lane: _, file: _, on: _, pips: _ }
        | Manoeuvre::RideRound(Departure { army: _, sector: _, lane: _, who: _, to: _ })
        | Manoeuvre::RollUp(Departure { army: _, sector: _, lane: _, who: _, to: _ })
        | Manoeuvre::Commit { army: _, entry: _, to: _, lane: _, manner: _, placed: _ }
        | Manoeuvre::ToCamp(Departure { army: _, sector: _, lane: _, who: _, to: _ }) => {
            Sight::Whole
        }
    }
}

fn blow(event: &Blow) -> Sight<Event> {
    match event {
        Blow::Fight(fight) => {
            let Fight {
                lane: _,
                file: _,
                first: _,
                second: _,
                dice: _,
                loser: _,
                doubled: _,
                turned_on: _,
                fate: _,
                apart: _,
                follows: _,
                crossed: _,
            } = &**fight;
            Sight::Whole
        }
        Blow::Killed { who: _, by: _, seat: _, cause: _ }
        | Blow::GeneralKilled { who: _, by: _, seat: _ }
        | Blow::CampFight {
            who: _,
            camp: _,
            die: _,
            modifiers: _,
            score: _,
            camp_die: _,
            camp_modifiers: _,
            camp_score: _,
        }
        | Blow::CampLooted { army: _, by: _, seat: _, counts: _ } => Sight::Whole,
    }
}

fn ending(event: &Ending) -> Sight<Event> {
    match event {
        Ending::Broken {
            army: _,
            losses: _,
            enemy_losses: _,
            limit: _,
            general_lost: _,
            pursuit_limit: _,
        }
        | Ending::Pursuit { who: _, score: _, needed: _, hit: _ }
        | Ending::Withdrew { army: _, losses: _, enemy_losses: _ }
        | Ending::Withdrawal {
            who: _,
            lane: _,
            file: _,
            from: _,
            score: _,
            caught_on: _,
            caught: _,
        }
        | Ending::Night { bound: _ } => Sight::Whole,
    }
}
