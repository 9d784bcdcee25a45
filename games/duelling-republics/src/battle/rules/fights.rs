//! BA8: fights in their order; BA10: their results; BA15: the seat that a kill counts for.

use super::super::chart::{Chart, Fate};
use super::super::events::{Blow, Cause, Course, Fight, Fighter};
use super::super::line::Line;
use super::super::plan::Role;
use super::super::scene::Scene;
use super::tally::{Tally, tally};
use super::{Battle, number};
use crate::elements::{Member, Office};
use std::cmp::Reverse;

impl<S: Scene + ?Sized> Battle<'_, S> {
    /// Every file in contact, in the order fixed at the start of the step.
    pub(super) fn fights(&mut self, role: Role) {
        for place in order(self.chart, self.line(), role) {
            if self.line().fights().contains(&place) {
                self.fight(role, place);
            }
        }
    }

    /// One fight; `role` is the side whose bound it is.
    fn fight(&mut self, role: Role, place: (usize, i16)) {
        let of = |role_of| tally(self.chart, self.line(), place, role_of, role);
        let (Some(first), Some(second)) = (of(role), of(role.other())) else { return };
        let label = format!("{} v {}", first.who, second.who);
        let result = self.throw("BA8", &label, 2, |chart, line, faces| {
            Blow::Fight(Box::new(outcome(
                chart,
                line,
                place,
                (&first, &second),
                (faces[0], faces[1]),
            )))
        });
        let Blow::Fight(result) = result else { return };
        if result.fate != Fate::Destroyed {
            return;
        }
        let (loser, winner) =
            if result.loser == Some(first.who) { (first, second) } else { (second, first) };
        self.kill(loser.who, winner.who, Cause::Fight);
        if let Some(rear) = loser.helped_by {
            self.kill(rear, winner.who, Cause::Rear);
        }
    }

    /// Removes an element; the loss of a C-in-C scores besides. A command may be shaken by it.
    pub(super) fn kill(&mut self, who: Member, by: Member, cause: Cause) {
        let rule = match cause {
            Cause::Fight | Cause::Rear => "BA10",
            Cause::Pursuit | Cause::Withdrawal => "BA14",
        };
        let seat = self.line().party(self.line().role_of(by.army)).seat_of(by).clone();
        self.tell(rule, Blow::Killed { who, by, seat: seat.clone(), cause });
        let role = self.line().role_of(who.army);
        let party = self.line().party(role);
        let leads = |office| {
            party.host.all().any(|soldier| soldier.id == who && soldier.office == Some(office))
        };
        if leads(Office::General) {
            self.tell("BA15", Blow::GeneralKilled { who, by, seat });
        }
        self.shake(role, self.line().party(role).command_of(who));
    }

    /// BA14: a command of three or more is shaken when half of it is destroyed.
    fn shake(&mut self, role: Role, command: usize) {
        let party = self.line().party(role);
        let (left, all) = party.command_size(command);
        let lost = all - left;
        if party.shaken[command] || all < 3 || lost * self.chart.field.shaken_fraction < all {
            return;
        }
        let charge = &party.plan.commands[command];
        let count = |elements: usize| u8::try_from(elements).expect("an army has few elements");
        let (army, seat) = (party.army(), charge.seat.clone());
        self.tell(
            "BA14",
            Course::Shaken {
                army,
                command: number(command),
                seat,
                lost: count(lost),
                of: count(all),
            },
        );
    }
}

/// BA8: by the active side's modified factor less the enemy's, highest first, then lane, then file.
fn order(chart: &Chart, line: &Line, role: Role) -> Vec<(usize, i16)> {
    let mut places: Vec<(Reverse<i16>, (usize, i16))> = Vec::new();
    for place in line.fights() {
        let sum = |of| tally(chart, line, place, of, role).map_or(0, |tally| tally.sum());
        places.push((Reverse(sum(role) - sum(role.other())), place));
    }
    places.sort();
    places.into_iter().map(|(_, place)| place).collect()
}

/// Works out a fight from its dice.
pub(in super::super) fn outcome(
    chart: &Chart,
    line: &Line,
    place: (usize, i16),
    men: (&Tally, &Tally),
    dice: (u8, u8),
) -> Fight {
    let (first, second) = (fighter(men.0, dice.0), fighter(men.1, dice.1));
    let labels = vec![(first.who.to_string(), dice.0), (second.who.to_string(), dice.1)];
    let mut fight = Fight {
        lane: number(place.0),
        file: place.1,
        dice: labels,
        loser: None,
        doubled: false,
        turned_on: false,
        fate: Fate::None,
        apart: false,
        follows: false,
        crossed: false,
        first,
        second,
    };
    if fight.first.score == fight.second.score {
        return fight;
    }
    let first_wins = fight.first.score > fight.second.score;
    let (winner, loser) = if first_wins { (men.0, men.1) } else { (men.1, men.0) };
    let (high, low) = if first_wins {
        (fight.first.score, fight.second.score)
    } else {
        (fight.second.score, fight.first.score)
    };
    let lane = &line.lanes[place.0];
    let (won, lost) = (winner.who.element.troop, loser.who.element.troop);
    fight.loser = Some(loser.who);
    fight.doubled = high >= low * 2;
    fight.crossed =
        lane.ground.river && !lane.crossed && lane.mover == Some(line.role_of(winner.who.army));
    fight.fate = chart.fate(lost, won, lane.ground.bad, fight.doubled);
    if loser.turned_on && matches!(fight.fate, Fate::Recoil | Fate::Flee) {
        fight.turned_on = true;
        fight.fate = Fate::Destroyed;
    }
    if fight.fate == Fate::Recoil {
        fight.follows = chart.of(won).traits.impetuous;
        fight.apart = !fight.follows;
    }
    fight
}

fn fighter(tally: &Tally, die: u8) -> Fighter {
    Fighter {
        who: tally.who,
        die,
        factor: tally.factor,
        modifiers: tally.modifiers.clone(),
        score: tally.sum() + i16::from(die),
        helped_by: tally.helped_by,
    }
}
