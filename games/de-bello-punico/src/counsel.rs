//! Doubts about a filing that is lawful: backs that lie open after it, supports that two attacks both want, boxes and
//! standing orders that do not fit each other. Warnings, never more.

use super::DeBelloPunico;
use super::check::with_board;
use super::field::Field;
use super::form::open_back;
use super::names::{CommandBox, Id, Side};
use super::orders::{CombatOrders, Orders, Says};
use super::policy::Policy;
use super::rules::{movement, support, targets};
use super::state::{Impulse, ImpulseMarks, Stage, State};
use crate::codes::Code;
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::run::entered;
use engine::{AtSeat, Complaint, Path, Place, Prompt, Tempo, path_of};
use std::collections::BTreeMap;

/// Warnings about lawful orders of a filing that are probably mistakes.
pub(super) fn counsel(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    filing: &ParsedOrdersOf<DeBelloPunico>,
) -> Vec<Complaint> {
    let AtSeat { view, seat, prompts, in_force: force } = *at;
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let adviser =
        Adviser { rules, view, side, prompts, filing, standing: standing(rules, filing, force) };
    let mut found = Vec::new();
    let after = after_moves(rules, view, side, filing);
    if let Some(after) = &after {
        found.extend(adviser.backs(after));
    }
    let position = after.as_ref().unwrap_or(view);
    let at = |place: Place| path_of(prompts, "combat", place);
    let fresh = filing.orders.get("combat").map(|orders| (orders, at(Place::Orders)));
    let ahead = filing
        .ahead
        .as_ref()
        .and_then(|ahead| ahead.get("combat"))
        .map(|orders| (orders, at(Place::Ahead)));
    for (orders, path) in fresh.into_iter().chain(ahead) {
        if let Says::Combat(attacks) = &orders.says {
            found.extend(adviser.wanted_twice(position, attacks, &path));
        }
    }
    found.extend(adviser.idle(after.as_ref(), force));
    found.extend(adviser.boxes());
    found
}

/// The standing orders that are in force once the filing counts.
pub(super) fn standing(
    rules: &DeBelloPunico,
    filing: &ParsedOrdersOf<DeBelloPunico>,
    force: Option<&InForceOf<DeBelloPunico>>,
) -> Policy {
    entered(rules, force, filing, u32::MAX).standing.map(|filed| filed.says).unwrap_or_default()
}

/// The position after the moves of a filing, if it holds any for the phase that is open and all can be made.
pub(super) fn after_moves(
    rules: &DeBelloPunico,
    view: &State,
    side: Side,
    filing: &ParsedOrdersOf<DeBelloPunico>,
) -> Option<State> {
    let Says::Movement(orders) = &filing.orders.get("movement")?.says else { return None };
    let mut state = view.clone();
    // Moves that are refused or void anyway need no advice.
    let voids = with_board(rules, &mut state, |board| {
        movement::resolve(board, side, orders, !view.fled);
        board.entries().iter().any(|entry| entry.code.is_some())
    });
    (!voids).then_some(state)
}

struct Adviser<'a> {
    rules: &'a DeBelloPunico,
    view: &'a State,
    side: Side,
    prompts: &'a [Prompt<()>],
    filing: &'a ParsedOrdersOf<DeBelloPunico>,
    standing: Policy,
}

impl Adviser<'_> {
    fn answer(&self, name: &str) -> Option<&Orders> {
        self.filing.orders.get(name)
    }

    /// Warns of units whose back the enemy could strike in their next half.
    fn backs(&self, after: &State) -> Option<Complaint> {
        let field = Field::new(&self.rules.printed, after);
        let bare = |(id, unit): (Id, &super::state::Unit)| {
            let worth = field.printed_on(unit).pr > 0;
            let hexes = open_back(&field, unit);
            (worth && !hexes.is_empty()).then(|| {
                let hexes: Vec<String> = hexes.iter().map(ToString::to_string).collect();
                format!("{id} ({}/{}) from {}", unit.place, unit.facing, hexes.join(", "))
            })
        };
        let all: Vec<String> = field.army(self.side).into_iter().filter_map(bare).collect();
        let path = path_of(self.prompts, "movement", Place::Orders);
        let message = format!(
            "an enemy could get behind {} of your units in the enemy's next half: {}",
            all.len(),
            all.join("; ")
        );
        let fix =
            "put a friendly unit behind them, or one on the flank whose ZdC covers the way there";
        (!all.is_empty()).then(|| Code::Back.at(path.then("moves"), message).fix(fix))
    }

    /// Warns of friends that two attacks of one list would both use as support.
    fn wanted_twice(
        &self,
        position: &State,
        attacks: &CombatOrders,
        path: &Path,
    ) -> Vec<Complaint> {
        let field = Field::new(&self.rules.printed, position);
        let mut claims: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
        for order in attacks.attacks.iter().filter(|order| order.support.is_none()) {
            for friend in support::eligible(&field, order.unit) {
                claims.entry(friend).or_default().push(order.unit);
            }
        }
        let twice = claims.into_iter().filter(|(_, by)| by.len() > 1);
        let warning = |(friend, by): (Id, Vec<Id>)| {
            let names: Vec<String> = by.iter().map(ToString::to_string).collect();
            let message = format!(
                "{} all ask for the support of {friend}, which can support only once: {} gets it",
                names.join(", "),
                by[0]
            );
            let fix =
                format!("say which attack gets it, for example with `support: none` for {}", by[0]);
            Code::WantedTwice.at(path.then("attacks"), message).fix(fix)
        };
        twice.map(warning).collect()
    }

    /// Warns of units that will stand before an enemy in the combat impulse with no order to attack.
    fn idle(
        &self,
        after: Option<&State>,
        force: Option<&InForceOf<DeBelloPunico>>,
    ) -> Option<Complaint> {
        let after = after.filter(|after| after.tempo == Tempo::Brisk)?;
        let ahead = match &self.filing.ahead {
            Some(ahead) => ahead.contains_key("combat"),
            None => force.is_some_and(|force| force.ahead.contains_key("combat")),
        };
        let rules = self.standing.attack.as_ref().is_some_and(|rules| !rules.is_empty());
        let waits = self
            .standing
            .wait
            .as_ref()
            .is_some_and(|phases| phases.contains(&super::names::PhaseName::Combat));
        let mut state = after.clone();
        state.stage = Stage::Impulse { mover: self.side, impulse: Impulse::Combat };
        state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
        let field = Field::new(&self.rules.printed, &state);
        let ready = field
            .army(self.side)
            .into_iter()
            .filter(|(id, _)| targets::threatens(&field, self.side, *id));
        let ready: Vec<String> = ready.map(|(id, _)| id.to_string()).collect();
        if ahead || rules || waits || ready.is_empty() {
            return None;
        }
        let message = format!(
            "{} will have an enemy in front, but no order tells them to attack",
            ready.join(", ")
        );
        let fix = "add ahead.combat, or standing.attack such as [{units: all, when: \"edge>=2\"}], or wait: [combat]";
        Some(Code::Idle.at(path_of(self.prompts, "movement", Place::Orders), message).fix(fix))
    }

    /// Warns of chips that no standing order will use well.
    fn boxes(&self) -> Vec<Complaint> {
        let Some(Says::Chips(chips)) = self.answer("strategic").map(|orders| &orders.says) else {
            return Vec::new();
        };
        let path = path_of(self.prompts, "strategic", Place::Orders).then("chips");
        let laid = |place: CommandBox| chips.chips.get(&place).copied().unwrap_or(0) > 0;
        let mut found = Vec::new();
        let mut warn = |place: CommandBox, rule: &'static str, message: &str, fix: &str| {
            found.push(
                Code::IdlePoint.at(path.then(place.word()), message).by(rule).fix(fix.to_owned()),
            );
        };
        if laid(CommandBox::Fortuna) && self.standing.fortuna.is_none() {
            let what = "a Fortuna point without a standing order is used only to save the leader";
            warn(
                CommandBox::Fortuna,
                "4.9",
                what,
                "add standing.fortuna, for example [{die: combat, when: doubled}]",
            );
        }
        let riders = self.view.units.values().any(|unit| {
            unit.side == self.side
                && matches!(unit.place, super::state::Place::Off(_) | super::state::Place::Reserve)
        });
        if laid(CommandBox::Cavalry) && self.standing.pursuit.is_none() && !riders {
            let what = "none of your units is off the map and no standing order holds a pursuer \
                        back, so the Cavalry point would be useless";
            warn(
                CommandBox::Cavalry,
                "4.5",
                what,
                "add standing.pursuit, for example [{units: [E]}]",
            );
        }
        let never = self.standing.elephants.is_some_and(|rule| rule.within == 0);
        if laid(CommandBox::Elephants) && never && self.view.tempo == Tempo::Brisk {
            let what = "your standing orders never roll for elephants";
            warn(
                CommandBox::Elephants,
                "4.8",
                what,
                "raise standing.elephants.within, or give the rolls ahead",
            );
        }
        found
    }
}
