//! The resolver. One file per chapter: the bound (BA6), sectors (BA7, BA11), reserves (BA12), fights (BA8 to BA10),
//! camps (BA13), endings (BA14); scores are added up in `tally` (BA8, BA9).

mod bound;
mod camp;
mod condition;
mod ending;
pub(super) mod fights;
mod reserves;
mod sectors;
pub(crate) mod tally;

pub(crate) use condition::holds;

use super::chart::{Chart, Feature};
use super::events::{Array, Course, Deployed, Ending, Event, LaneGround};
use super::line::Line;
use super::plan::{Ground, Plan, Role};
use super::report::Report;
use super::scene::Scene;
use super::snapshot::{Snapshot, Why};
use crate::elements::Host;

/// A battle that is to be fought: who, where, and by which plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    pub battle: String,
    /// The terrain type of the place.
    pub country: String,
    pub hosts: [Host; 2],
    /// The plans of attacker and defender; `plan::settle` gives plans that hold.
    pub plans: [Plan; 2],
}

/// A battle being fought: the chart, and the scene that keeps the line and takes what happens.
pub(super) struct Battle<'a, S: Scene + ?Sized> {
    /// The figures of `battle.yaml`.
    pub(super) chart: &'a Chart,
    /// Keeps the line, takes what happens, throws the dice.
    scene: &'a mut S,
}

pub(crate) fn fight<S: Scene + ?Sized>(chart: &Chart, scene: &mut S, called: &Called) -> Report {
    let deployed = deployed(chart, called);
    let mut battle = Battle { chart, scene };
    battle.tell("BA4", Course::Deployed(Box::new(deployed)));
    battle.edge();
    battle.show(Why::Deployed);
    battle.play(u8::MAX);
    battle.show(Why::End);
    Report::of(battle.line())
}

/// Fights on from the line of a scene, for so many bounds at most.
pub(crate) fn resume<S: Scene + ?Sized>(chart: &Chart, scene: &mut S, bounds: u8) {
    Battle { chart, scene }.play(bounds);
}

/// Both armies in line, before the edge die.
pub(crate) fn deployed(chart: &Chart, called: &Called) -> Deployed {
    let [attacker, defender] = [0, 1].map(|at| Array {
        host: called.hosts[at].clone(),
        plan: called.plans[at].clone(),
        limit: chart.breaking_point(called.hosts[at].len()),
    });
    Deployed {
        name: called.battle.clone(),
        country: called.country.clone(),
        lanes: grounds(chart, &called.plans[1].terrain),
        distance: chart.field.start_distance,
        room: chart.field.refuse_room,
        attacker,
        defender,
    }
}

pub(crate) fn grounds(chart: &Chart, chosen: &Ground) -> [LaneGround; 3] {
    let mut lanes: [LaneGround; 3] = Default::default();
    for (spot, name) in chosen {
        let feature =
            *chart.features.get(name).expect("ground is chosen from the chart's features");
        let spread: &[usize] = if feature.all_lanes { &[0, 1, 2] } else { spot.lanes() };
        for lane in spread {
            add_feature(&mut lanes[*lane], name, feature);
        }
    }
    lanes
}

fn add_feature(lane: &mut LaneGround, name: &str, feature: Feature) {
    lane.features.push(name.to_owned());
    lane.bad |= feature.bad;
    lane.uphill |= feature.uphill;
    lane.river |= feature.river;
}

impl<S: Scene + ?Sized> Battle<'_, S> {
    pub(super) fn line(&self) -> &Line {
        self.scene.line()
    }

    pub(super) fn tell(&mut self, rule: &'static str, event: impl Into<Event>) {
        self.scene.record(rule, event.into());
    }

    /// Throws dice, records the event that `read` makes of them, and returns it.
    pub(super) fn throw<E: Into<Event> + Clone>(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: impl Fn(&Chart, &Line, &[u8]) -> E,
    ) -> E {
        let chart = self.chart;
        let mut made = None;
        self.scene.settle(rule, label, count, &mut |line, faces| {
            let faces: Vec<u8> = faces
                .iter()
                .map(|face| u8::try_from(*face).expect("a die has six faces"))
                .collect();
            let event = read(chart, line, &faces);
            made = Some(event.clone());
            event.into()
        });
        made.expect("a scene reads all dice that it throws")
    }

    pub(super) fn show(&mut self, why: Why) {
        let snapshot = Snapshot::of(self.line(), why);
        self.tell("BA6", Course::Line(Box::new(snapshot)));
    }

    /// BA6: bounds alternate, the attacker first, until the battle is over.
    fn play(&mut self, bounds: u8) {
        let last = self.line().bound.saturating_add(bounds);
        while self.line().end.is_none() && self.line().bound < last {
            if self.line().bound >= self.chart.field.bounds {
                let bound = self.line().bound;
                self.tell("BA14", Ending::Night { bound });
            } else {
                self.bound(if self.line().bound.is_multiple_of(2) {
                    Role::Attacker
                } else {
                    Role::Defender
                });
            }
        }
    }

    /// BA5: the edge die, thrown always.
    fn edge(&mut self) {
        self.throw("BA5", "edge", 1, |chart, _, faces| {
            let score = faces[0];
            let mirrored = chart.field.edge_mirrored_on[usize::from(score) - 1];
            Course::Edge { score, mirrored }
        });
    }
}

/// A lane's number in events, from 1.
pub(super) fn number(index: usize) -> u8 {
    u8::try_from(index + 1).expect("a line of battle is short")
}
