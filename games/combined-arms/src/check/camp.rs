//! Armies and set-ups: E-army, E-veteran, E-layout, E-zone, E-square, E-due.

use super::Check;
use crate::codes::Code;
use crate::names::{Name, Side, UnitId};
use crate::orders::{Camp, Draw, Spot};
use crate::rules::muster::{self, Army};
use crate::rules::{setup, terrain};
use engine::Path;
use engine::complaint::nearest;
use engine::kit::Square;

impl Check<'_> {
    /// Checks an army with its veterans (Y1, Y2, X1).
    pub(super) fn army(&mut self, camp: &Camp, path: &Path) {
        self.army_of(camp, path);
        self.camp_words(camp, path);
    }

    fn army_of(&mut self, camp: &Camp, path: &Path) -> Option<Army> {
        let scenario = self.rules.scenario(self.state);
        let (chart, options) = (&self.rules.chart, &self.state.options);
        let named = camp.veterans.as_deref();
        for fault in terrain::sort(self.state, self.side, camp).faults {
            self.complaints.push(fault.no.at(path.then(fault.key).then(fault.at)));
        }
        match muster::army(chart, scenario, self.side, options, camp.army.as_ref(), named) {
            Ok(army) => Some(army),
            Err((faults, army)) => {
                let place = path.then(if army.is_some() { "veterans" } else { "army" });
                for (kind, no) in faults {
                    let place =
                        kind.map_or_else(|| place.clone(), |kind| place.then(kind.as_str()));
                    self.complaints.push(no.at(place));
                }
                army
            }
        }
    }

    /// Checks a whole set-up, with or without the army (S1, S2).
    pub(super) fn set_up(&mut self, camp: &Camp, with_army: bool, path: &Path) {
        self.camp_words(camp, path);
        let roster: Vec<UnitId> = if with_army {
            match self.army_of(camp, path) {
                Some(army) => {
                    self.rules.chart.roster(&army.units).into_iter().map(|(id, _)| id).collect()
                }
                // The squares are checked even if the army is unlawful.
                None => camp.place.iter().map(|(unit, _)| *unit).collect(),
            }
        } else {
            for (there, key) in [
                (camp.army.is_some(), "army"),
                (camp.veterans.is_some(), "veterans"),
                (!camp.hills.is_empty(), "hills"),
                (!camp.plateaus.is_empty(), "plateaus"),
            ] {
                if there {
                    let message = match key {
                        "hills" | "plateaus" => "the terrain is already placed",
                        _ => "the armies have already been shown and placed",
                    };
                    let message = message.to_owned();
                    self.refuse(
                        Code::Army,
                        "Y3",
                        &path.then(key),
                        message,
                        format!("leave `{key}` out"),
                    );
                }
            }
            setup::of(self.state, self.side).map(|unit| unit.id).collect()
        };
        if let Some(name) = camp.layout {
            self.layout(name, path);
        }
        self.spots(&camp.place, &[], &path.then("place"), &roster);
    }

    fn layout(&mut self, name: Name, path: &Path) {
        let known = self.rules.scenario(self.state).layouts_of(self.side);
        if !known.contains(&name) {
            let words: Vec<&str> = known.iter().map(Name::as_str).collect();
            let fix = match nearest(name.as_str(), words.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of: {}", words.join(", ")),
            };
            let message = format!("{} has no layout `{name}` here", self.side.proper_name());
            self.refuse(Code::Layout, "S1", &path.then("layout"), message, fix);
        }
    }

    /// Checks the units that are due (S4).
    pub(super) fn placing(&mut self, camp: &Camp, due: usize, path: &Path) {
        self.camp_words(camp, path);
        if camp.resign {
            return;
        }
        let given = camp.units.len();
        if given != due {
            let fix =
                format!("place exactly {due} now; you may list more units under `ahead: place:`");
            self.refuse(
                Code::Due,
                "S4",
                path,
                format!("{due} units must be placed now, but the file places {given}"),
                fix,
            );
        }
        self.spots(&camp.units, &[], path, &self.roster());
    }

    pub(super) fn places_ahead(&mut self, now: Option<&Camp>, ahead: &Camp, path: &Path) {
        if self.state.options.placement == 0 || self.state.turn > 0 {
            let message = "units given in advance would never be placed".to_owned();
            self.refuse(
                Code::Ahead,
                "S4",
                path,
                message,
                "leave `place` out: all units are already placed, or all are placed at the same time",
            );
            return;
        }
        if self.state.first.is_some() {
            let before = now.map(|camp| camp.units.as_slice()).unwrap_or_default();
            self.spots(&ahead.units, before, path, &self.roster());
        }
    }

    /// All units of the side, on the board or waiting.
    fn roster(&self) -> Vec<UnitId> {
        let waiting = setup::of(self.state, self.side).map(|unit| unit.id);
        waiting
            .chain(
                self.state.units.iter().filter(|unit| unit.side == self.side).map(|unit| unit.id),
            )
            .collect()
    }

    /// Checks squares for units: units of the army, not yet placed, each on a free square of the zone (S1, S2, B3).
    fn spots(
        &mut self,
        spots: &[(UnitId, Spot)],
        before: &[(UnitId, Spot)],
        path: &Path,
        roster: &[UnitId],
    ) {
        for (at, (unit, spot)) in spots.iter().enumerate() {
            let place = path.then(unit.as_str());
            if !roster.contains(unit) {
                let fix = match nearest(unit.as_str(), roster.iter().map(UnitId::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "name units of your army".to_owned(),
                };
                self.complaints.push(
                    Code::Unit.at(path.key(unit.as_str()), format!("no unit {unit}")).fix(fix),
                );
            } else if self.state.units.iter().any(|placed| placed.id == *unit) {
                self.refuse(
                    Code::Due,
                    "S4",
                    &place,
                    format!("{unit} is already placed"),
                    "leave it out",
                );
            } else if before.iter().any(|(placed, _)| placed == unit) {
                self.refuse(
                    Code::Due,
                    "S4",
                    &place,
                    format!("{unit} is placed by `orders`"),
                    "leave it out here",
                );
            }
            if self.on_board(spot.square, &place) {
                self.free(*unit, spot.square, before.iter().chain(&spots[..at]), &place);
            }
        }
    }

    /// Checks that a square is in the zone and that no other unit has it.
    fn free<'s>(
        &mut self,
        unit: UnitId,
        square: Square,
        others: impl Iterator<Item = &'s (UnitId, Spot)>,
        path: &Path,
    ) {
        let board = self.state.board;
        if !board.in_zone(self.side, square) {
            let (low, high) = match self.side {
                Side::Rome => (1, board.zone),
                Side::Carthage => (board.size - board.zone + 1, board.size),
            };
            let message = format!("{unit}: {square} is outside rows {low}-{high}");
            self.refuse(
                Code::Zone,
                "S1",
                path,
                message,
                format!("choose a square of rows {low} to {high}"),
            );
        }
        let on_board = self.state.on(square).map(|other| other.id);
        let same = on_board.or_else(|| {
            others.into_iter().find(|(_, spot)| spot.square == square).map(|(other, _)| *other)
        });
        if let Some(other) = same {
            self.refuse(
                Code::Taken,
                "B3",
                path,
                format!("{other} and {unit} are both on {square}"),
                "choose a free square",
            );
        }
    }

    fn camp_words(&mut self, camp: &Camp, path: &Path) {
        if camp.draw == Some(Draw::Accept) {
            self.accept(&path.then("draw"));
        }
    }
}
