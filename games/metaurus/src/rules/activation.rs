//! 4.2, 5.1, 5.3, 5.4: Commands are activated one after the other, each complete before the next begins.

use super::{
    GameTable, Refusal, announcement, elephants, field, gauls, movement, reform, results, retreat,
    sequence, throw, void,
};
use crate::codes::Code;
use crate::data::CommandNote;
use crate::events::{Command, Why};
use crate::names::{Arm, Id, Order, Side};
use crate::orders::ActivationOrders;
use crate::state::State;

use engine::{OrderRef, Path, Step};
use std::collections::{BTreeMap, BTreeSet};

/// One activation under way.
pub(crate) struct Activation<'a> {
    pub(crate) side: Side,
    /// Its place in the file; none for those that the rules activate.
    pub(crate) index: Option<usize>,
    pub(crate) commands: Vec<Id>,
    pub(crate) orders: &'a ActivationOrders,
    /// The units that act, in unit order, each with the order of its chit or its own.
    pub(crate) units: Vec<(Id, Order)>,
    /// Gauls among them that do nothing, and why (5.4).
    pub(crate) idle: BTreeMap<Id, Idle>,
    /// Units that began the activation next to an enemy.
    pub(crate) contact: BTreeSet<Id>,
    pub(crate) moved: BTreeSet<Id>,
    /// Units that have moved under Move to Attack.
    pub(crate) closed: BTreeSet<Id>,
    /// The place of the activation in its file; none for those that the rules make.
    pub(crate) source: Option<OrderRef>,
    /// Enemies that no listed attack meets, in front of units that must attack: unit, enemy.
    pub(crate) uncovered: Vec<(Id, Id)>,
}

impl<'a> Activation<'a> {
    /// An activation of nobody yet.
    pub(crate) fn new(side: Side, index: Option<usize>, orders: &'a ActivationOrders) -> Self {
        Self {
            side,
            index,
            commands: Vec::new(),
            orders,
            units: Vec::new(),
            idle: BTreeMap::new(),
            contact: BTreeSet::new(),
            moved: BTreeSet::new(),
            closed: BTreeSet::new(),
            source: None,
            uncovered: Vec::new(),
        }
    }

    /// The order under which a unit acts; none if it is not activated here.
    pub(crate) fn order(&self, unit: Id) -> Option<Order> {
        self.units.iter().find(|(id, _)| *id == unit).map(|(_, order)| *order)
    }

    /// True if a unit is activated here and does something.
    pub(crate) fn acts(&self, unit: Id) -> bool {
        self.order(unit).is_some() && !self.idle.contains_key(&unit)
    }

    /// True if the Commands of this activation have chits.
    pub(crate) fn chit(&self, unit: Id) -> bool {
        self.order(unit).is_some() && !self.commands.is_empty()
    }

    /// The place in the file of a part of this activation.
    pub(crate) fn part(&self, below: &str) -> String {
        match self.index {
            Some(index) if below.is_empty() => format!("activations[{index}]"),
            Some(index) => format!("activations[{index}].{below}"),
            None => below.to_owned(),
        }
    }

    /// Attributes the events that follow to this part of the activation's orders.
    pub(crate) fn carries_out(&self, board: &mut GameTable<'_>, part: &[Step]) {
        let order = self.source.clone();
        board.by_order(order.map(|order| order.part(&Path(part.to_vec()))));
    }

    /// The refusal for a unit that is not activated here.
    pub(crate) fn stranger(&self, state: &State, unit: Id) -> Refusal {
        if state.acted.contains(&unit) {
            let reason = format!("{unit} has already acted in this Player Turn");
            return Refusal::new(Code::Acted, "4.2b", reason);
        }
        let who: Vec<String> = self.commands.iter().map(ToString::to_string).collect();
        Refusal::new(
            Code::Stranger,
            "5.1a",
            format!(
                "{unit} is not activated with {}",
                if who.is_empty() { "these units".into() } else { who.join(" and ") }
            ),
        )
    }
}

/// The reasons for which Gauls of an activated Command do nothing (5.4a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idle {
    /// The key `use` does not name them.
    Unused,
    /// Their die roll keeps them from acting.
    Unwilling,
}

impl Idle {
    /// The refusal of what such a unit was ordered to do.
    pub(crate) fn refusal(self, unit: Id) -> Refusal {
        match self {
            Self::Unused => {
                let reason = format!("{unit} does nothing: `use` does not name it");
                let fix = format!("write `use: [{unit}]` in this activation, or `use: all`");
                Refusal::new(Code::Use, "5.4a", reason).fix(fix)
            }
            Self::Unwilling => {
                Refusal::new(Code::Unwilling, "5.4a", format!("{unit} refuses to act"))
            }
        }
    }
}

/// Carries out one activation of the order file.
pub(crate) fn named(
    board: &mut GameTable<'_>,
    side: Side,
    index: usize,
    orders: &ActivationOrders,
) {
    let mut act = Activation::new(side, Some(index), orders);
    let file = board.order_of(&side.seat(), sequence::name(board.state()));
    act.source = file.map(|order| order.below("activations").below(index));
    act.carries_out(board, &[]);
    match enlist(board, &act) {
        Err(no) => {
            let part = act.part("");
            void(board, side, &part, None, no);
        }
        Ok(Enlisted::Chits(commands)) => {
            for command in &commands {
                reveal(board, *command, Why::Activated);
            }
            if let [a, b] = commands[..]
                && !combine(board, [a, b])
            {
                return;
            }
            begin(board, &mut act, &commands);
        }
        Ok(Enlisted::Chitless(note)) => {
            gauls::misused(board, &act);
            chitless(board, &mut act, &note);
        }
    }
}

/// Rehearses one activation of a file: movement and announcement, no dice. Two legions are taken to act as one, Gauls and
/// Elephants to obey. Gives the enemies that listed attacks leave out.
pub(crate) fn rehearse(
    board: &mut GameTable<'_>,
    side: Side,
    index: usize,
    orders: &ActivationOrders,
) -> Vec<(Id, Id)> {
    let mut act = Activation::new(side, Some(index), orders);
    let commands = match enlist(board, &act) {
        Err(no) => {
            let part = act.part("");
            void(board, side, &part, None, no);
            return Vec::new();
        }
        Ok(Enlisted::Chits(commands)) => {
            enter(board, &mut act, &commands);
            gauls::misused(board, &act);
            gauls::leave_unused(board, &mut act);
            commands
        }
        Ok(Enlisted::Chitless(note)) => {
            gauls::misused(board, &act);
            let (riders, beasts) = muster(board, &act, &note);
            riders.iter().chain(&beasts).for_each(|unit| give(board, &mut act, *unit));
            vec![note.id]
        }
    };
    let units = act.units.iter().map(|(unit, _)| *unit).collect();
    board.record("4.2a", Command::Activation { seat: side, commands, units, order: None }.into());
    movement::movement(board, &mut act);
    announcement::announce(board, &mut act);
    act.uncovered
}

/// The Commands that act.
enum Enlisted {
    Chits(Vec<Id>),
    Chitless(CommandNote),
}

/// Checks that each of these Commands is the side's own, has not acted, and has a unit left on the map.
fn can_act(board: &GameTable<'_>, side: Side, named: &[Id]) -> Result<(), Refusal> {
    let roster = &board.rules().printed.roster;
    let state = board.state();
    for id in named {
        let own = roster.command(*id).is_some_and(|note| note.side == side);
        if !own {
            return Err(Refusal::new(
                Code::Stranger,
                "5.1a",
                format!("`{id}` is not one of your Commands"),
            ));
        }
        if state.acted.contains(id) || state.inactive.contains(id) {
            return Err(Refusal::new(
                Code::Acted,
                "4.2a",
                format!("`{id}` has already acted in this Player Turn, or is Inactive"),
            ));
        }
    }
    let empty = |id: &Id| {
        roster
            .command(*id)
            .is_some_and(|note| !note.units.iter().any(|unit| state.units.contains_key(unit)))
    };
    if let Some(id) = named.iter().find(|id| empty(id)) {
        return Err(Refusal::new(
            Code::Gone,
            "4.2a",
            format!("no unit of `{id}` is left on the map"),
        ));
    }
    Ok(())
}

fn enlist(board: &GameTable<'_>, act: &Activation<'_>) -> Result<Enlisted, Refusal> {
    let roster = &board.rules().printed.roster;
    let state = board.state();
    let named: Vec<Id> = match (act.orders.command, act.orders.combined) {
        (_, Some(pair)) => pair.to_vec(),
        (Some(command), None) => vec![command],
        (None, None) => Vec::new(),
    };
    can_act(board, act.side, &named)?;
    if let [a, b] = named[..] {
        let legion = |id| roster.command(id).is_some_and(|note| note.legion);
        let order = |id: Id| state.chits.get(&id).and_then(|chit| chit.order);
        if a == b || !legion(a) || !legion(b) || order(a).is_none() || order(a) != order(b) {
            let reason = format!(
                "combined [{a}, {b}] needs two legions that are under the same order and have not \
                 acted yet"
            );
            return Err(Refusal::new(Code::Combined, "5.3a", reason)
                .fix("activate them one after the other, or change a chit first"));
        }
        return Ok(Enlisted::Chits(named));
    }
    let Some(note) = named.first().and_then(|id| roster.command(*id)) else {
        return Err(Refusal::new(Code::Word, "4.2a", "no Command is named")
            .fix("write `command:` or `combined:`"));
    };
    if note.chit {
        return Ok(Enlisted::Chits(named));
    }
    let free =
        note.units.iter().any(|id| state.units.contains_key(id) && !state.acted.contains(id));
    if free {
        Ok(Enlisted::Chitless(note.clone()))
    } else {
        Err(Refusal::new(
            Code::Acted,
            "4.2b",
            format!("all units of `{}` have acted or are no longer on the map", note.id),
        ))
    }
}

/// Commands that were not named act by default, chitless units if Engaged (4.2b, 4.2c).
pub(crate) fn rest(board: &mut GameTable<'_>, side: Side) {
    let rules = board.rules();
    let notes: Vec<CommandNote> = rules.printed.roster.of(side).cloned().collect();
    let nothing = ActivationOrders::default();
    for note in notes {
        if !note.chit {
            chitless(board, &mut Activation::new(side, None, &nothing), &note);
        } else if !done(board, &note) {
            reveal(board, note.id, Why::Activated);
            begin(board, &mut Activation::new(side, None, &nothing), &[note.id]);
        }
    }
}

/// True if nobody of a side is left to act: all chits have, and all units without one.
pub(crate) fn all_acted(board: &GameTable<'_>, side: Side) -> bool {
    let state = board.state();
    let gone = |id: &Id| state.acted.contains(id) || !state.units.contains_key(id);
    board
        .rules()
        .printed
        .roster
        .of(side)
        .all(|note| if note.chit { done(board, note) } else { note.units.iter().all(gone) })
}

/// True if a Command with a chit has acted, may not act, or has no unit left.
fn done(board: &GameTable<'_>, note: &CommandNote) -> bool {
    let state = board.state();
    let left = note.units.iter().any(|id| state.units.contains_key(id));
    !left || state.acted.contains(&note.id) || state.inactive.contains(&note.id)
}

/// Turns a chit face up, unless it is already.
pub(crate) fn reveal(board: &mut GameTable<'_>, command: Id, why: Why) {
    let chit = board.state().chits.get(&command).filter(|chit| !chit.up);
    if let Some(order) = chit.and_then(|chit| chit.order) {
        board.record("5.2b", Command::ChitRevealed { command, order, why }.into());
    }
}

/// Makes the orders of units that are attacked known (R5).
pub(crate) fn reveal_attacked(board: &mut GameTable<'_>, units: &[Id]) {
    for unit in units {
        let Some(command) = board.rules().printed.roster.unit(*unit).map(|counter| counter.command)
        else {
            continue;
        };
        reveal(board, command, Why::Attacked);
        let given = board.state().given.get(unit).filter(|given| !given.up);
        if let Some(order) = given.and_then(|given| given.order) {
            board.record(
                "5.2c",
                Command::OrderShown { unit: *unit, order, why: Why::Attacked }.into(),
            );
        }
    }
}

/// 5.3a: one die for two legions; false if both are Inactive.
fn combine(board: &mut GameTable<'_>, pair: [Id; 2]) -> bool {
    let succeeds = board.rules().printed.charts.combined_on.clone();
    throw(board, "5.3a", &format!("combined/{}+{}", pair[0], pair[1]), |die| Command::Combined {
        pair,
        die,
        success: succeeds.contains(&die),
    });
    !board.state().inactive.contains(&pair[0])
}

fn begin(board: &mut GameTable<'_>, act: &mut Activation<'_>, commands: &[Id]) {
    enter(board, act, commands);
    let order = act.units.first().map(|(_, order)| *order);
    let shown = order.or_else(|| {
        commands.first().and_then(|id| board.state().chits.get(id)).and_then(|chit| chit.order)
    });
    let event = Command::Activation {
        seat: act.side,
        commands: commands.to_vec(),
        units: Vec::new(),
        order: shown,
    };
    board.record("4.2a", event.into());
    gauls::roll(board, act);
    carry_out(board, act);
}

/// Puts the units of Commands with chits into an activation.
pub(crate) fn enter(board: &GameTable<'_>, act: &mut Activation<'_>, commands: &[Id]) {
    act.commands = commands.to_vec();
    let field = field(board);
    let mut units: Vec<Id> = commands.iter().flat_map(|command| field.command(*command)).collect();
    units.sort_by_key(|id| board.rules().printed.roster.order(*id));
    act.units = units.into_iter().filter_map(|id| Some((id, field.order(id)?))).collect();
}

/// Units without a chit: those named, and those Engaged, that have not acted yet (R14).
fn chitless(board: &mut GameTable<'_>, act: &mut Activation<'_>, note: &CommandNote) {
    let (riders, beasts) = muster(board, act, note);
    for unit in beasts {
        let mut alone = Activation::new(act.side, act.index, act.orders);
        alone.source.clone_from(&act.source);
        if elephants::activate(board, &mut alone, unit) {
            carry_out(board, &mut alone);
        }
    }
    if riders.is_empty() {
        return;
    }
    for unit in &riders {
        give(board, act, *unit);
    }
    board.record(
        "4.2a",
        Command::Activation { seat: act.side, commands: vec![note.id], units: riders, order: None }
            .into(),
    );
    carry_out(board, act);
}

/// The cavalry and the Elephants of a chitless Command that act now.
pub(crate) fn muster(
    board: &GameTable<'_>,
    act: &Activation<'_>,
    note: &CommandNote,
) -> (Vec<Id>, Vec<Id>) {
    let field = field(board);
    let ready = |unit: &Id| {
        let named = act.orders.units.get(*unit).is_some();
        (named || field.engaged(*unit)) && !board.state().acted.contains(unit)
    };
    field
        .command(note.id)
        .into_iter()
        .filter(ready)
        .partition(|unit| field.counter(*unit).is_some_and(|c| c.arm != Arm::El))
}

/// Gives a chitless unit its order, or the last one again (5.2c), and enters it.
pub(crate) fn give(board: &mut GameTable<'_>, act: &mut Activation<'_>, unit: Id) {
    let last = board.state().given.get(&unit).copied();
    let ordered =
        act.orders.units.get(unit).and_then(|tries| tries.all().iter().find_map(|one| one.order));
    let Some(order) = ordered.or_else(|| last.and_then(|last| last.order)) else { return };
    if last.is_none_or(|last| !last.up || last.order != Some(order)) {
        board.record("5.2c", Command::OrderShown { unit, order, why: Why::Activated }.into());
    }
    act.units.push((unit, order));
}

/// Carries on an activation whose movement is already done: cases begin at that point. Units next to an enemy that have
/// not moved count as having begun next to it.
pub(crate) fn carry_on(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    let Ok(Enlisted::Chits(commands)) = enlist(board, act) else { return };
    for command in &commands {
        reveal(board, *command, Why::Activated);
    }
    enter(board, act, &commands);
    act.contact = {
        let field = field(board);
        act.units
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|unit| field.in_contact(*unit) && !act.closed.contains(unit))
            .collect()
    };
    fight(board, act);
}

/// Carries out the steps (3) to (7) of rule 4.2a.
fn carry_out(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    movement::movement(board, act);
    fight(board, act);
}

/// Carries out the steps (4) to (7) of rule 4.2a.
fn fight(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    let mut attacks = announcement::announce(board, act);
    retreat::before_combat(board, &mut attacks, &act.closed, 0);
    results::resolve_all(board, act, attacks);
    reform::reform(board, act);
}
