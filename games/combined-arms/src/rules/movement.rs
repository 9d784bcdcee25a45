//! Move Phase: M1, F4, A2, A5, R15.

use super::super::Table;
use super::super::events::{Listing, Movement, Passed, Reason, Void};
use super::super::names::{Side, UnitId};
use super::super::orders::{Goal, MoveItem, Skirmish};
use super::{Field, attack, void};
use engine::kit::Facing;

/// One entry of a list that is being carried out.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub side: Side,
    /// The entry's number, from 1.
    pub number: u32,
    pub unit: UnitId,
}

impl Line {
    pub(crate) fn void(self, reason: Reason) -> Void {
        let (entry, unit) = (Some(self.number), Some(self.unit));
        Void { entry, unit, ..Void::new(self.side, reason) }
    }

    pub(crate) fn skip(self, table: &mut Table<'_>, reason: Passed) {
        table.record(
            "R15",
            Listing::Skipped { seat: self.side, entry: self.number, unit: Some(self.unit), reason }
                .into(),
        );
    }
}

/// Carries out one unit's move; `moved` holds the units that have had theirs (M1).
pub(crate) fn carry_out(
    table: &mut Table<'_>,
    line: Line,
    item: &MoveItem,
    moved: &mut Vec<UnitId>,
) {
    let field = Field::new(&table.rules().chart, table.state());
    let Some(unit) = field.own(line.side, line.unit) else {
        return void(table, "R15", line.void(Reason::NoUnit));
    };
    if moved.contains(&line.unit) {
        return line.skip(table, Passed::Moved);
    }
    if !field.all_hold(&item.when) {
        return line.skip(table, Passed::Guard);
    }
    moved.push(line.unit);
    let mut allowance = field.allowance(unit, false);
    if item.charge {
        let can = field.kind(unit).abilities.charge && unit.charged.is_none();
        allowance = field.allowance(unit, can);
        let turn = field.state.turn;
        if can {
            table.record("A5", Movement::Charge { unit: line.unit, turn }.into());
        } else {
            void(table, "R15", line.void(Reason::NoCharge));
        }
    }
    if let Some(part) = &item.attack {
        allowance = allowance.saturating_sub(skirmish(table, line, part, allowance));
        if table.state().result.is_some() {
            return;
        }
    }
    go(table, line, &item.to, item.face, allowance);
}

/// Carries out an attack during the move (A2): from the first square that can be reached, at the first target that can
/// be attacked from there. Returns the steps it took.
fn skirmish(table: &mut Table<'_>, line: Line, part: &Skirmish, allowance: u8) -> u8 {
    let field = Field::new(&table.rules().chart, table.state());
    let unit = field.state.unit(line.unit).expect("the unit whose turn it is stands on the board");
    if !field.kind(unit).abilities.skirmish {
        void(table, "R15", line.void(Reason::NoSkirmisher));
        return 0;
    }
    let mut steps = 0;
    if !part.at.is_empty() {
        let ways = field.ways(unit, allowance);
        let mut open = part.at.iter().filter(|goal| field.goal_open(goal));
        let Some((to, taken)) = open.find_map(|goal| Some((goal.square, ways.steps(goal.square)?)))
        else {
            let squares = part.at.iter().map(|goal| goal.square).collect();
            void(table, "R15", line.void(Reason::AttackSquare).squares(squares));
            return 0;
        };
        if to != unit.square {
            let (from, facing) = (unit.square, unit.facing);
            let event = Movement::Moved {
                unit: line.unit,
                from,
                to,
                way: ways.way(to),
                was: facing,
                facing,
            };
            table.record("A2", event.into());
        }
        steps = taken;
    }
    for target in &part.target {
        let field = Field::new(&table.rules().chart, table.state());
        let open = field.state.unit(line.unit).is_some_and(|unit| field.target_open(unit, target));
        if open && attack::carry_out(table, line.unit, target.unit, true) {
            return steps;
        }
    }
    let targets = part.target.iter().map(|target| target.unit).collect();
    void(table, "R15", line.void(Reason::NoTarget).targets(targets));
    steps
}

/// Moves a unit to the first destination that can be reached, and sets its facing at the end (M4, F4).
fn go(table: &mut Table<'_>, line: Line, to: &[Goal], face: Option<Facing>, allowance: u8) {
    let field = Field::new(&table.rules().chart, table.state());
    let unit = field.state.unit(line.unit).expect("the side on turn loses nobody");
    let (from, was) = (unit.square, unit.facing);
    let facing = face.unwrap_or(was);
    let mut gone = false;
    if !to.is_empty() {
        let ways = field.ways(unit, allowance);
        let open = to.iter().filter(|goal| field.goal_open(goal));
        match open.map(|goal| goal.square).find(|square| ways.steps(*square).is_some()) {
            Some(to) if to == from => {}
            Some(to) => {
                let way = ways.way(to);
                table.record(
                    "M1",
                    Movement::Moved { unit: line.unit, from, to, way, was, facing }.into(),
                );
                gone = true;
            }
            None => {
                let squares = to.iter().map(|goal| goal.square).collect();
                void(table, "R15", line.void(Reason::Unreachable).squares(squares));
            }
        }
    }
    if !gone && facing != was {
        table.record("F4", Movement::Turned { unit: line.unit, square: from, was, facing }.into());
    }
}
