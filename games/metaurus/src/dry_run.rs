//! The sure results of a draft, and the decisions that it leaves to the rules: rehearsed on the seat's own view,
//! without dice.

use super::Metaurus;
use super::check::{after, with_board};
use super::events::{Cause, Combat, Command, Effect, Event, Movement, Pairing, SetUp};
use super::field::Field;
use super::names::{Id, Order, Side};
use super::odds::{Chance, odds};
use super::orders::{ActivationOrders, Changes, Orders, SetUpOrders, TurnOrders};
use super::policy::{self, Policy};
use super::rules::activation;
use super::rules::combat::{Clash, Knowledge};
use super::rules::sequence::changes_of;
use super::rules::set_up;
use super::state::{Stage, State};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Tempo};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The value of a draft's dry run; null if it says nothing that can be rehearsed.
pub(super) fn dry_run(
    rules: &Metaurus,
    at: &AtSeat<'_, Metaurus>,
    filing: &ParsedOrdersOf<Metaurus>,
) -> Value {
    let Some(side) = Side::of(at.seat) else { return Value::Null };
    let in_force = engine::run::entered(rules, at.in_force, filing, u32::MAX);
    let policy = in_force.standing.as_ref().map(|filed| &filed.says);
    let mut parts: Vec<Value> = Vec::new();
    let fresh = filing.orders.values().map(|orders| (false, at.view.clone(), orders));
    let mut later = after(rules, at.view, side, filing);
    if later.stage != (Stage::Turn { side }) {
        later.acted.clear();
        later.inactive.clear();
    }
    let ahead = filing.ahead.iter().flat_map(|ahead| ahead.values());
    let ahead = ahead.map(|orders| (true, later.clone(), orders));
    for (ahead, state, orders) in fresh.chain(ahead) {
        let run = Run { rules, side, policy, ahead };
        match orders {
            // Nobody has set up yet: there is nothing to rehearse on.
            Orders::Turn(_) if state.units.is_empty() => {}
            Orders::Turn(turn) => parts.push(run.turn(state, turn)),
            Orders::Changes(changes) => parts.push(run.changes(state, changes)),
            Orders::SetUp(set_up) => parts.push(run.set_up(state, set_up)),
            Orders::Choice(_)
            | Orders::Resign(_)
            | Orders::FallBack(_)
            | Orders::StrikeBack(_)
            | Orders::GoOn(_)
            | Orders::NextAttacks(_)
            | Orders::Enter(_)
            | Orders::NextGaul(_)
            | Orders::Victim(_) => {}
        }
    }
    if parts.is_empty() { Value::Null } else { json!({ "side": side, "parts": parts }) }
}

/// Orders that are rehearsed.
struct Run<'a> {
    rules: &'a Metaurus,
    side: Side,
    policy: Option<&'a Policy>,
    ahead: bool,
}

impl Run<'_> {
    /// The places of all units after the set-up, those of them that the scenario decides, and their orders.
    fn set_up(&self, mut state: State, orders: &SetUpOrders) -> Value {
        let printed = &self.rules.printed;
        let entries = with_board(self.rules, &mut state, |board| {
            set_up::set_up(board, self.side, orders);
            board.entries().to_vec()
        });
        let (mut placed, mut aside, mut rest) = (Vec::new(), Vec::new(), 0_usize);
        let mut faces: BTreeMap<_, Vec<Id>> = BTreeMap::new();
        let mut under: BTreeMap<Order, (Vec<Id>, Vec<Id>)> = BTreeMap::new();
        for entry in &entries {
            match &entry.event {
                Event::SetUp(SetUp::Placed { unit, hex, facing }) => {
                    let group = printed.battle.group(*unit).expect("every unit has its group");
                    let stands = json!({ "unit": unit, "to": hex });
                    if orders.place.get(unit) == Some(hex) {
                        placed.push(stands);
                    } else if group.default.get(unit) == Some(hex) {
                        rest += 1;
                    } else {
                        aside.push(stands);
                    }
                    if *facing != group.facing {
                        faces.entry(*facing).or_default().push(*unit);
                    }
                }
                Event::SetUp(SetUp::OrdersSet { chits, units, .. }) => {
                    for given in chits.iter().chain(units) {
                        let own = orders.chits.get(&given.to).or(orders.units.get(&given.to));
                        let (named, silent) = under.entry(given.order).or_default();
                        let list = if own == Some(&given.order) { named } else { silent };
                        list.push(given.to);
                    }
                }
                _ => {}
            }
        }
        let faces = faces.iter().map(|(facing, units)| json!({ "to": facing, "units": units }));
        let under = under.iter().map(|(order, (named, silent))| {
            json!({ "order": order, "named": named, "by_default": silent })
        });
        json!({
            "what": "set-up", "ahead": self.ahead, "placed": placed, "aside": aside, "rest": rest,
            "faces": faces.collect::<Vec<_>>(), "under": under.collect::<Vec<_>>(),
        })
    }

    fn changes(&self, mut state: State, changes: &Changes) -> Value {
        let (lawful, _) =
            with_board(self.rules, &mut state, |board| changes_of(board, self.side, changes));
        let named = changes.change.keys();
        let same: Vec<&Id> =
            named.filter(|id| lawful.iter().all(|change| change.command != **id)).collect();
        json!({ "what": "changes", "ahead": self.ahead, "changes": lawful, "same": same })
    }

    fn turn(&self, mut state: State, turn: &TurnOrders) -> Value {
        state.stage = Stage::Turn { side: self.side };
        let mut acts = Vec::new();
        for (index, one) in turn.activations.iter().enumerate() {
            acts.push(self.activation(&mut state, index, one));
        }
        let last =
            state.options.tempo == Tempo::Brisk || turn.finish || turn.activations.is_empty();
        let mut rest = Vec::new();
        let waiting = |state: &State, id: Id| {
            !state.acted.contains(&id)
                && !state.inactive.contains(&id)
                && !Field::new(&self.rules.printed, state).command(id).is_empty()
        };
        for note in self.rules.printed.roster.of(self.side).filter(|note| note.chit) {
            if waiting(&state, note.id) {
                let bare =
                    ActivationOrders { command: Some(note.id), ..ActivationOrders::default() };
                rest.push(if last {
                    self.activation(&mut state, turn.activations.len(), &bare)
                } else {
                    json!({ "who": [note.id] })
                });
            }
        }
        json!({ "what": "turn", "ahead": self.ahead, "acts": acts, "rest": rest, "ends": last })
    }

    /// One activation, and the table after it.
    fn activation(&self, state: &mut State, index: usize, one: &ActivationOrders) -> Value {
        let entries = with_board(self.rules, state, |board| {
            activation::rehearse(board, self.side, index, one);
            board.entries().to_vec()
        });
        let field = Field::new(&self.rules.printed, state);
        let (mut moved, mut stayed, mut left) = (Vec::new(), Vec::new(), Vec::new());
        let (mut closed, mut attacks, mut who) = (BTreeSet::new(), Vec::new(), Vec::new());
        for entry in &entries {
            match &entry.event {
                Event::Command(Command::Activation { commands, .. }) => who.clone_from(commands),
                Event::Movement(Movement::Moved { unit, way, manner, .. }) => {
                    if field.order(*unit) == Some(Order::MoveToAttack) {
                        closed.insert(*unit);
                    }
                    moved.push(json!({ "unit": unit, "to": way.last(), "manner": manner }));
                }
                Event::Movement(Movement::Exited { unit, .. }) => left.push(*unit),
                Event::Movement(Movement::Stayed { unit, .. }) => stayed.push(*unit),
                Event::Effect(Effect::Eliminated { unit, cause: Cause::Edge, .. }) => {
                    left.push(*unit);
                }
                Event::Combat(Combat::Announced { attacks: all }) => attacks.clone_from(all),
                _ => {}
            }
        }
        let attacks: Vec<Value> =
            attacks.iter().map(|pairing| self.attack(&field, one, pairing, &closed)).collect();
        let order = who.first().and_then(|id| state.chits.get(id)).and_then(|chit| chit.order);
        let gauls = state.options.gauls && who.contains(&self.rules.printed.charts.gauls);
        let beasts = who.iter().filter_map(|id| self.rules.printed.roster.command(*id));
        let beasts = beasts.flat_map(|note| &note.units).any(|unit| {
            field.class(*unit) == super::names::Class::El && one.units.get(*unit).is_some()
        });
        json!({
            "who": who, "order": order, "moved": moved, "stayed": stayed, "left": left, "attacks": attacks,
            "combined": who.len() > 1, "gauls": gauls, "beasts": beasts,
        })
    }

    /// One attack with its odds: exact where the defenders' orders are known, else between the least and the most.
    fn attack(
        &self,
        field: &Field<'_>,
        one: &ActivationOrders,
        pairing: &Pairing,
        closed: &BTreeSet<Id>,
    ) -> Value {
        let case = |order: Order| {
            let supposed = Knowledge::Suppose(order);
            odds(field, &Clash { closed, ..Clash::new(&pairing.by, &pairing.against, supposed) })
        };
        let cases: Vec<_> = Order::ALL.iter().copied().map(case).collect();
        let least = cases.iter().min_by_key(|odds| odds.drm).expect("there are orders");
        let most = cases.iter().max_by_key(|odds| odds.drm).expect("there are orders");
        let harm = |chances: &[Chance]| {
            let one = |c: &Chance| json!({ "unit": c.unit, "harm": c.disordered + c.eliminated });
            chances.iter().map(one).collect::<Vec<_>>()
        };
        let listed = one.attacks.iter().find(|attack| {
            pairing.listed && attack.by.iter().any(|unit| pairing.by.contains(unit))
        });
        let printed = &self.rules.printed;
        let own = listed.and_then(|attack| attack.go_on);
        let asked = own.is_none()
            && field.state.options.tempo == Tempo::Full
            && !policy::settles_going_on(self.policy, printed, pairing.by[0]);
        let go_on = own.unwrap_or_else(|| policy::go_on(self.policy, printed, pairing.by[0]));
        json!({
            "by": pairing.by, "against": pairing.against, "listed": pairing.listed, "continue": (!asked).then_some(go_on),
            "least": least.drm, "most": most.drm,
            "by_harm": harm(&least.by), "against_harm": harm(&least.against),
        })
    }
}
