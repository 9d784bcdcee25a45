//! Explains a seat's standing orders in an attack that has not happened: the rules themselves make it, on a copy of
//! what the seat sees, with dice that bring a counter-attack, an even course and a good one. The other side's standing
//! orders are not known to the seat: the defaults stand in for them.

use super::Metaurus;
use super::check::{after, with_board};
use super::codes::Code;
use super::events::{Combat, Event};
use super::field::Field;
use super::names::{Id, Order, Side};
use super::odds::{Chance, odds};
use super::orders::{ActivationOrders, Orders};
use super::policy::{self, Policy};
use super::rules::activation::{self, Activation};
use super::rules::announcement::Attack;
use super::rules::combat::{Clash, Knowledge};
use super::rules::{GameTable, results, retreat};
use super::state::{Chit, Stage, State};
use engine::kit::{Aspect, Bearing, Hex};
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::{AtSeat, Common, Complaint, Complaints, Dice, Node, Path, Reader, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most cases that one answer holds.
const MOST: usize = 40;
/// Dice of the attack: the one that lets the defenders strike back, one in the middle, the best.
const THROWS: [u32; 3] = [1, 5, 9];
/// The face that is read as 0: nobody fails a check.
const HARMLESS: u32 = 10;

/// An attack that is imagined.
#[derive(Clone, Debug)]
struct Asked {
    by: Vec<Id>,
    against: Vec<Id>,
    /// The hex of the attacker, if it is not its present one.
    from: Option<Hex>,
    /// The order assumed for enemies whose own is not known.
    order: Order,
}

/// Answers one question or several; without any, every attack that units in contact could make. With a draft, the
/// position is the one after its moves.
///
/// # Errors
/// Complaints about the parts of the question that cannot be understood.
pub(super) fn answer(
    rules: &Metaurus,
    at: &AtSeat<'_, Metaurus>,
    draft: Option<&ParsedOrdersOf<Metaurus>>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    let Some(side) = Side::of(at.seat) else {
        let message = format!("{} has no seat in this game", at.seat);
        return Err(vec![Common::Explain.at(Path::top(), message)]);
    };
    let view = draft.map(|filing| moved(rules, at.view, side, filing));
    let view = view.as_ref().unwrap_or(at.view);
    let field = Field::new(&rules.printed, view);
    let mut complaints = Complaints::new();
    let none = question.is_empty()
        || question.map().is_some_and(<[_]>::is_empty)
        || question.list().is_some_and(<[_]>::is_empty);
    let asked: Vec<Asked> = if none {
        contacts(&field)
    } else {
        let items = Reader::new(question, Path::top(), &mut complaints).items();
        items.iter().filter_map(|item| read(&field, item)).collect()
    };
    if complaints.fatal() {
        return Err(complaints.0);
    }
    let seat = Answering { rules, view, side, seat: at.seat, force: at.in_force };
    let cases: Vec<Value> = asked.iter().take(MOST).map(|asked| seat.case(asked)).collect();
    Ok(json!({
        "seat": side, "tempo": view.options.tempo, "draft": draft.is_some(), "cases": cases,
    }))
}

/// The position after what a draft sets up, changes and moves now.
fn moved(rules: &Metaurus, view: &State, side: Side, filing: &ParsedOrdersOf<Metaurus>) -> State {
    let mut state = after(rules, view, side, filing);
    if state.stage == (Stage::Turn { side }) {
        for orders in filing.orders.values() {
            let Orders::Turn(turn) = orders else { continue };
            for (index, one) in turn.activations.iter().enumerate() {
                with_board(rules, &mut state, |board| {
                    activation::rehearse(board, side, index, one);
                });
            }
        }
    }
    state
}

fn able(field: &Field<'_>, unit: Id, target: Id) -> bool {
    let linked = field.linked(unit);
    field.attacks(unit)
        && !field.frozen(unit)
        && (linked.is_empty() || linked.contains(&target))
        && field.faces(unit, target)
}

/// For each unit with enemies before it, an attack on it by all of them that can.
fn contacts(field: &Field<'_>) -> Vec<Asked> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        for target in field.army(side) {
            let by: Vec<Id> =
                field.army(side.other()).filter(|unit| able(field, *unit, target)).collect();
            if !by.is_empty() {
                all.push(Asked { by, against: vec![target], from: None, order: Order::Stand });
            }
        }
    }
    all
}

/// Reads a question: a unit, which every enemy attacks that can, or a map.
fn read(field: &Field<'_>, reader: &Reader<'_>) -> Option<Asked> {
    if reader.node.text().is_some() {
        let target = unit(field, reader)?;
        let side = field.side(target)?;
        let by: Vec<Id> =
            field.army(side.other()).filter(|unit| able(field, *unit, target)).collect();
        if by.is_empty() {
            let fault = reader.fault(Code::Front, format!("no enemy has {target} in its front"));
            reader.complain(fault.fix(EXAMPLE));
            return None;
        }
        return Some(Asked { by, against: vec![target], from: None, order: Order::Stand });
    }
    reader.entries("a unit, or a map such as {by: [la-1], against: [ce-1]}")?;
    reader.only(&["by", "against", "from", "order"]);
    let units = |key: &str| -> Option<Vec<Id>> {
        let items = reader.need(key)?.items();
        let found: Vec<Id> = items.iter().filter_map(|item| unit(field, item)).collect();
        (found.len() == items.len() && !found.is_empty()).then_some(found)
    };
    let (by, against) = (units("by")?, units("against")?);
    let order = match reader.get("order") {
        Some(part) => part.one_of::<Order>("an order", Code::Word)?,
        None => Order::Stand,
    };
    let from = match reader.get("from") {
        Some(part) => {
            let hex = Hex::parse(part.text("a hex such as \"1009\"")?);
            if hex.is_none() {
                reader
                    .complain(part.fault(Code::Word, "no hex").fix("write it in quotes: \"1009\""));
            }
            Some(hex?)
        }
        None => None,
    };
    let asked = Asked { by, against, from, order };
    let no = barred(field, &asked);
    if let Some(why) = &no {
        reader.complain(reader.fault(Code::Attack, why.clone()).fix(EXAMPLE));
    }
    no.is_none().then_some(asked)
}

const EXAMPLE: &str = "write for example {by: [la-1], against: [ce-1], from: \"1518\"}; `from` \
                       supposes that the attacker is in another hex";

/// A unit on the map.
fn unit(field: &Field<'_>, reader: &Reader<'_>) -> Option<Id> {
    let text = reader.text("a unit")?;
    let found = Id::new(text).filter(|id| field.unit(*id).is_some());
    if found.is_none() {
        reader.complain(reader.fault(Code::Word, format!("there is no unit {text} on the map")));
    }
    found
}

fn barred(field: &Field<'_>, asked: &Asked) -> Option<String> {
    let sides = |ids: &[Id]| ids.iter().filter_map(|id| field.side(*id)).collect::<Vec<_>>();
    let (by, against) = (sides(&asked.by), sides(&asked.against));
    let side = *by.first()?;
    if by.iter().any(|other| *other != side) || against.contains(&side) {
        return Some(
            "the attackers must be on one side, and the defenders on the other".to_owned(),
        );
    }
    if let Some(light) = asked.by.iter().find(|unit| !field.attacks(**unit)) {
        return Some(format!("{light} is light infantry, which never attacks"));
    }
    let Some(from) = asked.from else {
        let blind = asked.by.iter().flat_map(|unit| asked.against.iter().map(move |t| (unit, t)));
        let blind = blind.into_iter().find(|(unit, target)| !able(field, **unit, **target))?;
        return Some(format!("{} cannot attack {} from where it is", blind.0, blind.1));
    };
    let [unit] = asked.by[..] else {
        return Some("`from` can be used with only one attacker".to_owned());
    };
    let free = field.printed.ground.grid.has(from)
        && (field.vacant_for(unit, from) || field.hex(unit) == Some(from));
    if !free {
        return Some(format!("{unit} cannot be in {from}"));
    }
    looking(field, from, &asked.against)
        .is_none()
        .then(|| format!("{unit} in {from} cannot have all these defenders in its front"))
}

/// A facing with which a unit in this hex has all of `against` in front.
fn looking(field: &Field<'_>, from: Hex, against: &[Id]) -> Option<Bearing> {
    let grid = field.printed.ground.grid;
    let front = |facing: &Bearing| {
        against.iter().all(|target| {
            let way = field.hex(*target).and_then(|hex| grid.side_to(from, hex));
            way.and_then(|way| grid.aspect(*facing, way)) == Some(Aspect::Front)
        })
    };
    grid.vertices().into_iter().find(front)
}

/// The seat that asks, and its knowledge.
struct Answering<'a> {
    rules: &'a Metaurus,
    view: &'a State,
    side: Side,
    seat: &'a Seat,
    force: Option<&'a InForceOf<Metaurus>>,
}

impl Answering<'_> {
    fn policy(&self) -> Option<&Policy> {
        self.force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says)
    }

    /// The position in which the attack is made, and the enemies whose orders are supposed.
    fn scene(&self, asked: &Asked) -> (State, Vec<Id>) {
        let mut state = self.view.clone();
        let field = Field::new(&self.rules.printed, self.view);
        if let (Some(from), [unit]) = (asked.from, &asked.by[..]) {
            let facing = looking(&field, from, &asked.against)
                .expect("the question is asked only if there is such a facing");
            state.units.entry(*unit).and_modify(|stand| (stand.hex, stand.facing) = (from, facing));
        }
        let hidden = |id: &Id| field.order(*id).is_none();
        let supposed: Vec<Id> = asked.against.iter().copied().filter(hidden).collect();
        for id in &supposed {
            let command = field.counter(*id).map(|counter| counter.command);
            let chit = Chit { order: Some(asked.order), up: true };
            match command.filter(|command| state.chits.contains_key(command)) {
                Some(command) => state.chits.insert(command, chit),
                None => state.given.insert(*id, chit),
            };
        }
        (state, supposed)
    }

    fn case(&self, asked: &Asked) -> Value {
        let (state, supposed) = self.scene(asked);
        let field = Field::new(&self.rules.printed, &state);
        let attacker = field.side(asked.by[0]).expect("a unit has a side");
        let fight = odds(&field, &Clash::new(&asked.by, &asked.against, Knowledge::All));
        let harm = |chances: &[Chance]| {
            let one = |c: &Chance| json!({ "unit": c.unit, "harm": c.disordered + c.eliminated });
            chances.iter().map(one).collect::<Vec<_>>()
        };
        let ends: Vec<Value> = THROWS
            .iter()
            .map(|die| {
                let (retreats, rest) = self.fought(state.clone(), attacker, asked, *die);
                json!({ "die": die, "retreats": retreats, "events": rest })
            })
            .collect();
        json!({
            "by": asked.by, "against": asked.against, "from": asked.from, "supposed": supposed, "order": asked.order,
            "mine": if attacker == self.side { "attack" } else { "defence" },
            "drm": fight.drm, "by_harm": harm(&fight.by), "against_harm": harm(&fight.against),
            "orders": self.orders(asked, attacker), "ends": ends,
        })
    }

    fn orders(&self, asked: &Asked, attacker: Side) -> Vec<Value> {
        let (policy, printed) = (self.policy(), &self.rules.printed);
        if attacker == self.side {
            let unit = asked.by[0];
            let (when, own) = (
                policy::go_on(policy, printed, unit),
                policy::settles_going_on(policy, printed, unit),
            );
            return vec![json!({ "what": "continue", "unit": unit, "when": when, "own": own })];
        }
        let each = asked.against.iter().flat_map(|unit| {
            let rule = policy::retreat(policy, self.rules, *unit);
            let own = policy::settles_retreat(policy, printed, *unit);
            let counter = policy::counter(policy, printed, *unit);
            let settled = policy::settles_counter(policy, printed, *unit);
            [
                json!({ "what": "retreat", "unit": unit, "when": rule.when, "own": own }),
                json!({ "what": "counter", "unit": unit, "when": counter, "own": settled }),
            ]
        });
        each.collect()
    }

    /// The events of the attack with this die: retreats before it, and what follows. Later dice harm nobody.
    fn fought(
        &self,
        mut state: State,
        attacker: Side,
        asked: &Asked,
        die: u32,
    ) -> (Vec<Event>, Vec<Event>) {
        let force = self.force.map(|force| (self.seat.clone(), force.clone()));
        let force: BTreeMap<Seat, InForceOf<Metaurus>> = force.into_iter().collect();
        let nothing = ActivationOrders::default();
        let act = Activation::new(attacker, None, &nothing);
        let mut attacks = [Attack::assigned(asked.by.clone(), asked.against.clone())];
        let mut before = Dice::always(HARMLESS);
        let retreats = {
            let mut board = GameTable::new(self.rules, &mut state, &force, &mut before, 1);
            retreat::before_combat(&mut board, &mut attacks, &act.closed, 0);
            told(&board)
        };
        let mut dice = Dice::scripted(vec![die]).then_always(HARMLESS);
        let mut board = GameTable::new(self.rules, &mut state, &force, &mut dice, 1);
        let [attack] = attacks;
        results::resolve(&mut board, &act, &attack, results::Nature::Announced);
        (retreats, told(&board))
    }
}

/// The events of choices, and those with the dice of the attacks.
fn told(board: &GameTable<'_>) -> Vec<Event> {
    let telling = |event: &Event| {
        matches!(
            event,
            Event::Combat(
                Combat::Retreat { .. }
                    | Combat::RetreatBarred { .. }
                    | Combat::Attack(_)
                    | Combat::CounterAttack(_)
                    | Combat::ContinuedAttack(_)
                    | Combat::Declined { .. }
            )
        )
    };
    let events = board.entries().iter().map(|entry| entry.event.clone());
    events.filter(telling).collect()
}
