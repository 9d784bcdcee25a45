//! BA6: a bound, step by step; pips and the rally.

use super::super::events::{Clause, Course};
use super::super::line::Line;
use super::super::plan::{Role, Sector};
use super::super::scene::Scene;
use super::super::snapshot::Why;
use super::{Battle, holds, number};

impl<S: Scene + ?Sized> Battle<'_, S> {
    pub(super) fn bound(&mut self, role: Role) {
        let before = marks(self.line());
        let party = self.line().party(role);
        let begins =
            Course::Bound { bound: self.line().bound + 1, army: party.army(), own: party.own + 1 };
        self.tell("BA6", begins);
        if self
            .line()
            .party(role)
            .plan
            .withdraw
            .as_ref()
            .is_some_and(|when| holds(self.line(), role, when))
        {
            self.withdraw(role);
            return;
        }
        self.pips(role);
        self.arrivals(role);
        self.rally(role);
        self.commits(role);
        for sector in self.line().party(role).plan.priority.clone() {
            self.sector(role, sector);
        }
        self.fights(role);
        self.camps(role);
        self.breaking();
        let after = marks(self.line());
        if self.line().end.is_none() && after != before {
            self.show(Why::Turning);
        }
    }

    /// One die for each command with an element left.
    fn pips(&mut self, role: Role) {
        for command in 0..self.line().party(role).plan.commands.len() {
            if self.line().party(role).command_size(command).0 == 0 {
                continue;
            }
            let label = format!("pips {} {}", self.line().party(role).army(), command + 1);
            self.throw("BA6", &label, 1, |_, line, faces| {
                let party = line.party(role);
                let headless = party.general_lost();
                Course::Pips {
                    army: party.army(),
                    command: number(command),
                    seat: party.plan.commands[command].seat.clone(),
                    score: faces[0],
                    modifiers: if headless {
                        vec![Clause::new("general-lost", -1)]
                    } else {
                        Vec::new()
                    },
                    pips: faces[0].saturating_sub(u8::from(headless)),
                }
            });
        }
    }

    /// The first element that fled goes to the reserve.
    fn rally(&mut self, role: Role) {
        let party = self.line().party(role);
        let Some(who) = party.fled.first().copied() else { return };
        let command = party.command_of(who);
        if party.pips.get(command).is_some_and(|pips| *pips > 0) {
            self.tell("BA6", Course::Rally { who, command: number(command) });
        }
    }
}

/// The facts that make a bound a turning point when they change: contact, lanes that a side has lost, generals, camps.
fn marks(line: &Line) -> Vec<bool> {
    let lanes = line.lanes.iter().flat_map(|lane| {
        let empty = Role::BOTH.map(|role| lane.strength(role) == 0);
        [lane.in_contact(), empty[0], empty[1]]
    });
    let heads = Role::BOTH.into_iter().flat_map(|role| {
        let party = line.party(role);
        [party.general_lost(), party.looted.is_some()]
    });
    lanes.chain(heads).collect()
}

/// The pips that a sector's command has left.
pub(super) fn pips_of(line: &Line, role: Role, sector: Sector) -> u8 {
    let party = line.party(role);
    *party.pips.get(party.plan.command_of(sector)).expect("every command has its pips")
}
