//! The checker: a filing is rehearsed on the seat's own view by the very code that resolves it, without dice.

use super::Metaurus;
use super::codes::Code;
use super::events::{Cause, Combat, Command, Effect, Event, Pairing};
use super::field::Field;
use super::names::{Id, Order, Side};
use super::orders::{ActivationOrders, Orders, TurnOrders};
use super::policy::{DEFAULT, Policy};
use super::rules::sequence::changes_of;
use super::rules::{GameTable, Refusal, activation, question, set_up};
use super::state::{Chit, Stage, State};
use crate::names::Go;
use crate::orders::{Changes, Choice, SetUpOrders};
use crate::policy;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Complaint, Dice, Entry, Path, Place, Table, Tempo, path_of};
use std::borrow::Cow;
use std::collections::BTreeMap;

impl OrderRules for Metaurus {
    fn read_orders(&self, name: &str, _place: Place, reader: &Reader<'_>) -> Option<Orders> {
        self.reading().orders(name, reader)
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec!["orders", "turn"]
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        self.reading().policy(reader)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let Some(side) = Side::of(at.seat) else { return Vec::new() };
        let view = at.view;
        let mut all = Vec::new();
        for (name, orders) in &filing.orders {
            let path = path_of(at.prompts, name, Place::Orders);
            all.extend(Draft { rules: self, view, side, path, now: true }.check(orders));
        }
        let mut later = after(self, view, side, filing);
        let own = |unit: &Id| self.printed.roster.unit(*unit).is_some_and(|unit| unit.side == side);
        let standing = later.units.keys().any(own);
        for (name, orders) in filing.ahead.iter().flatten() {
            let now = view.stage == Stage::Orders && view.first == Some(side);
            if name == "turn" && !standing {
                // Nobody of this side is on the map yet: nothing can be said of it before that.
                continue;
            }
            if name == "turn" {
                later.stage = Stage::Turn { side };
                later.acted.clear();
                later.inactive.clear();
            }
            let path = path_of(at.prompts, name, Place::Ahead);
            all.extend(Draft { rules: self, view: &later, side, path, now }.check(orders));
        }
        if let Some(policy) = &filing.standing {
            all.extend(policy_of(self, side, policy));
        }
        all
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            return if question::settled(&self.printed, query, policy) {
                StandingAnswer::Answer(question::by_policy(self, view, query, policy))
            } else {
                StandingAnswer::Pass
            };
        }
        if prompt.name != "initiative" {
            return StandingAnswer::Pass;
        }
        let choice =
            policy.and_then(|policy| policy.initiative).and_then(policy::Initiative::choice);
        let brisk = (view.options.tempo == Tempo::Brisk).then_some(Go::First);
        choice.or(brisk).map_or(StandingAnswer::Pass, |go| {
            StandingAnswer::Answer(Orders::Choice(Choice { go }))
        })
    }

    fn fallback(&self, view: &State, prompt: &Prompt<()>, policy: Option<&Policy>) -> Orders {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            return question::by_policy(self, view, query, policy);
        }
        match prompt.name.as_str() {
            "setup-carthage" | "setup-rome" => Orders::SetUp(SetUpOrders::default()),
            "initiative" => Orders::Choice(Choice { go: Go::First }),
            "orders" => Orders::Changes(Changes { change: BTreeMap::new(), agree: None }),
            _ => Orders::Turn(TurnOrders { activations: Vec::new(), finish: true }),
        }
    }
}

/// The position in which orders given ahead will be carried out, as far as it depends on this file: after its set-up
/// and its changes.
pub(super) fn after(
    rules: &Metaurus,
    view: &State,
    side: Side,
    filing: &ParsedOrdersOf<Metaurus>,
) -> State {
    let mut later = view.clone();
    if view.stage == (Stage::SetUp { side }) {
        let own = filing.orders.values().find_map(|orders| {
            if let Orders::SetUp(own) = orders { Some(own.clone()) } else { None }
        });
        with_board(rules, &mut later, |board| {
            set_up::set_up(board, side, &own.unwrap_or_default());
        });
    }
    if let Some(Orders::Changes(changes)) = filing.orders.get("orders") {
        let lawful =
            with_board(rules, &mut later.clone(), |board| changes_of(board, side, changes).0);
        for change in lawful {
            later.chits.insert(change.command, Chit { order: Some(change.new), up: false });
        }
    }
    later
}

/// Runs something on a table whose dice all show a 1: a check must not hang on how they fall.
pub(super) fn with_board<T>(
    rules: &Metaurus,
    state: &mut State,
    work: impl FnOnce(&mut GameTable<'_>) -> T,
) -> T {
    let (force, mut dice) = (BTreeMap::new(), Dice::always(1));
    let mut board = Table::new(rules, state, &force, &mut dice, 1);
    work(&mut board)
}

struct Draft<'a> {
    rules: &'a Metaurus,
    view: &'a State,
    side: Side,
    path: Path,
    /// True if they are carried out in the present position.
    now: bool,
}

impl Draft<'_> {
    fn check(&self, orders: &Orders) -> Vec<Complaint> {
        let (rules, view, side) = (self.rules, self.view, self.side);
        match orders {
            Orders::SetUp(orders) => {
                let refused = set_up::refusals(&rules.printed, view, side, orders);
                refused.into_iter().map(|(part, no)| no.at(self.path.below(&part))).collect()
            }
            Orders::Changes(changes) => {
                let refused = with_board(rules, &mut view.clone(), |board| {
                    changes_of(board, side, changes).1
                });
                let place = |command: Id| self.path.then("change").then(command.as_str());
                refused.into_iter().map(|(command, no)| no.at(place(command))).collect()
            }
            Orders::Turn(turn) => self.turn(turn),
            Orders::FallBack(_)
            | Orders::StrikeBack(_)
            | Orders::GoOn(_)
            | Orders::NextAttacks(_)
            | Orders::Enter(_)
            | Orders::NextGaul(_)
            | Orders::Victim(_) => {
                let query = view.question(side);
                let refused = query.map(|query| question::refusals(rules, view, query, orders));
                let refused = refused.into_iter().flatten();
                refused.map(|(part, no)| no.at(self.path.below(&part))).collect()
            }
            Orders::Choice(_) | Orders::Resign(_) => Vec::new(),
        }
    }

    fn turn(&self, turn: &TurnOrders) -> Vec<Complaint> {
        let mut all = Vec::new();
        let mut state = self.view.clone();
        for (index, one) in turn.activations.iter().enumerate() {
            all.extend(self.nobody(&state, one, index));
            let (events, uncovered) = with_board(self.rules, &mut state, |board| {
                let uncovered = activation::rehearse(board, self.side, index, one);
                (board.entries().to_vec(), uncovered)
            });
            all.extend(events.iter().filter_map(|entry| self.told(entry, index)));
            all.extend(self.uncovered(one, index, &uncovered, &events));
        }
        let full = self.view.options.tempo == Tempo::Full;
        if full && turn.activations.is_empty() && !turn.finish {
            let message = "no Command is activated: the Player Turn ends here, and the remaining \
                           units act by default";
            all.push(warning(Code::Finish, self.path.clone(), message));
        }
        if !full || turn.finish || turn.activations.is_empty() {
            all.extend(self.walks(turn));
        }
        all
    }

    /// The complaint that an event of the rehearsal gives to the author; none if it gives none.
    fn told(&self, entry: &Entry<Event>, index: usize) -> Option<Complaint> {
        match &entry.event {
            Event::Command(Command::Void { part, code, reason, fix, .. }) => {
                let code = Code::of(code).expect("a void event carries a code of this title");
                let place = self.path.below(part);
                let mut complaint = if POSITIONAL.contains(&code) && (index > 0 || !self.now) {
                    code.warn(place, reason.clone())
                } else {
                    code.at(place, reason.clone())
                };
                complaint.rule =
                    if let Cow::Borrowed(rule) = entry.rule { Some(rule) } else { None };
                complaint.fix = fix.clone().or_else(|| Some(code.entry().way_out.to_owned()));
                Some(complaint)
            }
            Event::Effect(Effect::Eliminated { unit, hex, cause: Cause::Edge, .. }) => {
                let units = self.path.then("activations").then(index).then("units");
                let message = format!("{unit} leaves the map from {hex} and is eliminated");
                Some(warning(Code::Leaves, units.then(unit.as_str()), message))
            }
            _ => None,
        }
    }

    /// Enemies that must be met and are in no attack.
    fn uncovered(
        &self,
        one: &ActivationOrders,
        index: usize,
        uncovered: &[(Id, Id)],
        events: &[Entry<Event>],
    ) -> Vec<Complaint> {
        if one.attacks.is_empty() {
            return Vec::new();
        }
        let at = self.path.then("activations").then(index).then("attacks");
        let announced = events.iter().find_map(|entry| match &entry.event {
            Event::Combat(Combat::Announced { attacks }) => Some(attacks.as_slice()),
            _ => None,
        });
        let warn = |(unit, enemy): &(Id, Id)| {
            let plan = announced.into_iter().flatten();
            let attack = plan.into_iter().find(|attack| attack.against.contains(enemy));
            let instead = attack.map(|attack| assigned(one, attack, *enemy)).unwrap_or_default();
            let message =
                format!("{enemy} is in front of {unit} and must also be attacked{instead}");
            warning(Code::Uncovered, at.clone(), message)
                .fix(format!("add an attack against {enemy}, or add it to another attack"))
        };
        uncovered.iter().map(warn).collect()
    }

    /// A Command without a chit of which no unit would act.
    fn nobody(&self, state: &State, one: &ActivationOrders, index: usize) -> Option<Complaint> {
        let note = self.rules.printed.roster.command(one.command?)?;
        let field = Field::new(&self.rules.printed, state);
        let acts = |unit: &Id| one.units.get(*unit).is_some() || field.engaged(*unit);
        let units = field.command(note.id);
        if note.chit || note.side != self.side || units.is_empty() || units.iter().any(acts) {
            return None;
        }
        let message = format!(
            "`{}` is activated, but none of its units is named, so none of them acts",
            note.id
        );
        let fix = format!(
            "name each unit that is to act: `units: {{{}: {{order: move, to: ...}}}}`",
            units[0]
        );
        let at = self.path.then("activations").then(index).then("command");
        Some(warning(Code::Nobody, at, message).fix(fix))
    }

    /// Commands under Move that the file does not name: their units walk by themselves (5.2f).
    fn walks(&self, turn: &TurnOrders) -> Option<Complaint> {
        let (state, printed) = (self.view, &self.rules.printed);
        let field = Field::new(printed, state);
        let named = |id: Id| {
            turn.activations.iter().any(|one| {
                one.command == Some(id) || one.combined.is_some_and(|pair| pair.contains(&id))
            })
        };
        let under_move =
            |id: Id| state.chits.get(&id).and_then(|chit| chit.order) == Some(Order::Move);
        let walks = |id: Id| {
            under_move(id)
                && !named(id)
                && !state.acted.contains(&id)
                && !state.inactive.contains(&id)
                && (!state.options.gauls || id != printed.charts.gauls)
                && field.command(id).iter().any(|unit| !field.engaged(*unit))
        };
        let left: Vec<String> = printed
            .roster
            .of(self.side)
            .filter(|note| walks(note.id))
            .map(|note| note.name.clone())
            .collect();
        let message = format!(
            "these Commands are under Move and not named: {}; each of their units will move to \
             the cheapest hex away from the enemy",
            left.join(", ")
        );
        (!left.is_empty()).then(|| warning(Code::Walks, self.path.then("activations"), message))
    }
}

/// What the rules make of an enemy that the orders leave out: who attacks it, and which ordered attack that changes.
fn assigned(orders: &ActivationOrders, attack: &Pairing, enemy: Id) -> String {
    let named = |units: &[Id]| units.iter().map(Id::as_str).collect::<Vec<_>>().join(" and ");
    let by = named(&attack.by);
    if attack.listed {
        let others: Vec<Id> =
            attack.against.iter().copied().filter(|other| *other != enemy).collect();
        return format!(": the attack of {by} on {} will include it", named(&others));
    }
    let left = attack.by.iter().find_map(|unit| {
        let ordered = orders.attacks.iter().find(|ordered| ordered.by.contains(unit))?;
        Some(format!(": {unit} will attack it instead of {}", named(&ordered.against)))
    });
    left.unwrap_or_else(|| format!(": {by} will attack it"))
}

fn warning(code: Code, path: Path, message: impl Into<String>) -> Complaint {
    code.at(path, message).fix(code.entry().way_out)
}

/// Codes that depend on where everybody stands, which is known only for the first activation of a file.
const POSITIONAL: [Code; 10] = [
    Code::Near,
    Code::Far,
    Code::Way,
    Code::Close,
    Code::MustMove,
    Code::Engaged,
    Code::Exit,
    Code::Attack,
    Code::Front,
    Code::TwoAttacks,
];

fn policy_of(rules: &Metaurus, side: Side, policy: &Policy) -> Vec<Complaint> {
    let roster = &rules.printed.roster;
    let own = |id: &Id| {
        let unit = roster.unit(*id).map(|counter| counter.side);
        *id == DEFAULT || unit.or_else(|| roster.command(*id).map(|note| note.side)) == Some(side)
    };
    let keys = |name: &str, ids: Vec<Id>| {
        let path = Path::top().then("standing").then(name);
        let bad = ids.into_iter().filter(|id| !own(id));
        let complain = |id: Id| {
            let no = Refusal::new(Code::Stranger, "5.1a", format!("`{id}` is not yours"));
            no.at(path.key(id.as_str()))
        };
        bad.map(complain).collect::<Vec<_>>()
    };
    let retreat = policy.retreat.iter().flat_map(|map| map.keys().copied()).collect();
    let counter = policy.counter.iter().flat_map(|map| map.keys().copied()).collect();
    let go_on = policy.go_on.iter().flat_map(|map| map.keys().copied()).collect();
    let named = [("retreat", retreat), ("counter", counter), ("continue", go_on)];
    let mut all: Vec<Complaint> =
        named.into_iter().flat_map(|(name, ids)| keys(name, ids)).collect();
    if policy.rampage.is_some() && side == Side::Rome {
        let path = Path::top().then("standing").then("rampage");
        all.push(warning(Code::NoElephants, path, "only Carthage has Elephants"));
    }
    all
}
