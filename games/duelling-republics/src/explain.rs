//! Explains a seat's standing orders in a case that has not happened: an enemy enters upon an army of its own, or the
//! army loses elements. The rules themselves let the enemy come, on a copy of what the seat sees. The orders of others
//! are not known to it: the defaults stand in for them.

use super::codes::Code;
use super::elements::ArmyId;
use super::events::{Battles, Encounter, Event, Movement, Sieges};
use super::names::{Name, Way};
use super::orders::read::{army, name};
use super::orders::{Choice, Step};
use super::policy::{ArmyPolicy, Line};
use super::rules::{Field, Refusal, attrition, contact, march};
use super::state::State;
use super::{DuellingRepublics, Table, order_sheet};
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::{AtSeat, Common, Complaint, Complaints, Dice, Node, Path, Reader, Seat, Tempo};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The face that all dice show: with it an army that retreats loses nobody on its way.
const HARMLESS: u32 = 6;
/// Losses shown where none are asked for.
const SOME: usize = 3;
/// Most losses that may be asked for.
const MOST: i64 = 60;

enum Asked {
    /// An enemy enters the province in which an own army stands.
    Entered {
        army: ArmyId,
        by: ArmyId,
        /// The province, if it is not the army's present one.
        at: Name,
        from: Name,
        way: Way,
        /// The number of its elements, if it is not the one that it is known to have.
        size: Option<u16>,
    },
    /// An own army loses so many elements.
    Losses { army: ArmyId, number: usize },
}

/// Answers one question or several; without any, answers for every enemy army that could come, and for the first losses
/// of each own army. With a draft, the position is the one after its marches.
///
/// # Errors
/// Complaints about the parts of the question that cannot be understood.
pub(super) fn answer(
    rules: &DuellingRepublics,
    at: &AtSeat<'_, DuellingRepublics>,
    draft: Option<&ParsedOrdersOf<DuellingRepublics>>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    if at.view.state.player(at.seat).is_none() {
        let message = format!("{} has no seat in this game", at.seat);
        return Err(vec![Common::Explain.at(Path::top(), message)]);
    }
    let marched =
        draft.and_then(|filing| order_sheet::foresee(rules, at, filing)).map(|(view, _)| view);
    let state = &marched.as_ref().unwrap_or(at.view).state;
    let here = Answering { rules, state, seat: at.seat, force: at.in_force };
    let mut complaints = Complaints::new();
    let none = question.is_empty()
        || question.map().is_some_and(<[_]>::is_empty)
        || question.list().is_some_and(<[_]>::is_empty);
    let asked: Vec<Asked> = if none {
        here.own().flat_map(|id| here.suggested(id)).collect()
    } else {
        let items = Reader::new(question, Path::top(), &mut complaints).items();
        items.iter().flat_map(|item| here.read(item)).collect()
    };
    if complaints.fatal() {
        return Err(complaints.0);
    }
    let cases: Vec<Value> = asked.iter().map(|asked| here.case(asked)).collect();
    Ok(json!({
        "seat": at.seat, "draft": draft.is_some(), "moved": marched.is_some(), "commands": here.own().count(),
        "cases": cases,
    }))
}

/// The seat that asks, and its knowledge.
struct Answering<'a> {
    rules: &'a DuellingRepublics,
    state: &'a State,
    seat: &'a Seat,
    force: Option<&'a InForceOf<DuellingRepublics>>,
}

impl<'a> Answering<'a> {
    fn own(&self) -> impl Iterator<Item = ArmyId> + use<'a> {
        let (state, seat) = (self.state, self.seat);
        ArmyId::CAMPAIGN
            .into_iter()
            .filter(move |id| state.army(*id).is_some_and(|army| army.seat.as_ref() == Some(seat)))
    }

    fn policy(&self, id: ArmyId) -> Option<&'a ArmyPolicy> {
        self.force.and_then(|force| force.standing.as_ref()).and_then(|filed| filed.says.army(id))
    }

    /// Every enemy army that may come upon an own army where it stands, and the own army's first losses.
    fn suggested(&self, army: ArmyId) -> Vec<Asked> {
        let enemies = self.state.armies_of(army.side().other());
        let comes = enemies.filter_map(|(by, _)| self.entered(army, by));
        comes.chain([Asked::Losses { army, number: SOME }]).collect()
    }

    /// The case of an enemy that comes upon an army where it stands: from its own province, or the nearest that lies
    /// open.
    fn entered(&self, army: ArmyId, by: ArmyId) -> Option<Asked> {
        let at = self.state.army(army)?.at;
        let from = self.origin(by, at)?;
        let way = self.way(from, at).ok()?;
        Some(Asked::Entered { army, by, at, from, way, size: None })
    }

    /// The province from which an enemy army would come: its present one if that is next to the province, else the
    /// first neighbour.
    fn origin(&self, by: ArmyId, at: Name) -> Option<Name> {
        let now = self.state.army(by).map(|army| army.at);
        let near: Vec<Name> = self.rules.chart.neighbours(at).map(|(place, _)| place).collect();
        now.filter(|now| near.contains(now)).or_else(|| near.first().copied())
    }

    /// The way from one province into another: by a link where there is one, else over the open sea.
    fn way(&self, from: Name, at: Name) -> Result<Way, Refusal> {
        let open_sea = self.rules.chart.link(from, at).is_none();
        march::way(&Field::new(&self.rules.chart, self.state), from, Step { to: at, open_sea })
    }

    /// A question: an own army, or a map about one.
    fn read(&self, reader: &Reader<'_>) -> Vec<Asked> {
        if reader.node.text().is_some() {
            let id = self.commanded(reader);
            return id.map(|id| self.suggested(id)).unwrap_or_default();
        }
        self.read_map(reader).into_iter().collect()
    }

    fn read_map(&self, reader: &Reader<'_>) -> Option<Asked> {
        reader.entries("one of your armies, or a map such as {army: ra, by: ca}")?;
        reader.only(&["army", "by", "at", "from", "size", "lose"]);
        let id = self.commanded(&reader.need("army")?)?;
        if let Some(part) = reader.get("lose") {
            let number = part.number("a number of elements", 1, MOST)?;
            let number = usize::try_from(number).expect("a small number");
            return Some(Asked::Losses { army: id, number });
        }
        let part = reader.need("by")?;
        let by = army(&part)?;
        if by.side() == id.side() || self.state.army(by).is_none() {
            let fault = Code::Word.here(&part, format!("{by} is not an enemy army"));
            reader.complain(fault.fix("name an enemy army that the map shows"));
            return None;
        }
        let place = |key: &str| match reader.get(key) {
            Some(part) => {
                let found = name(&part, "a province")?;
                let known = self.rules.chart.find(found).is_some();
                if !known {
                    let fault = Code::Word.here(&part, format!("there is no province {found}"));
                    reader.complain(
                        fault.fix("name a province that the map shows, such as campania"),
                    );
                }
                known.then_some(Some(found))
            }
            None => Some(None),
        };
        let (at, from) = (place("at")?, place("from")?);
        let at = at.or_else(|| self.state.army(id).map(|army| army.at))?;
        let from = from.or_else(|| self.origin(by, at))?;
        let way = self.way(from, at);
        let way = way.map_err(|no| reader.complain(no.code.here(reader, no.reason))).ok()?;
        let size = match reader.get("size") {
            Some(part) => Some(part.number("a number of elements", 1, MOST)?),
            None => None,
        };
        let size = size.map(|size| u16::try_from(size).expect("a small number"));
        Some(Asked::Entered { army: id, by, at, from, way, size })
    }

    /// An army that the seat leads.
    fn commanded(&self, reader: &Reader<'_>) -> Option<ArmyId> {
        let id = army(reader)?;
        let own = self.own().any(|own| own == id);
        if !own {
            let list: Vec<String> = self.own().map(|id| id.to_string()).collect();
            let fix = match &list[..] {
                [] => "you lead no army now".to_owned(),
                list => format!("you lead {}", list.join(", ")),
            };
            let fault = Code::Word.here(reader, format!("{id} is not one of your armies"));
            reader.complain(fault.fix(fix));
        }
        own.then_some(id)
    }

    fn case(&self, asked: &Asked) -> Value {
        match asked {
            Asked::Losses { army, number } => self.losses(*army, *number),
            Asked::Entered { army, by, at, from, way, size } => {
                self.comes((*army, *by), (*at, *from, *way), *size)
            }
        }
    }

    /// The order in which an army loses its elements.
    fn losses(&self, id: ArmyId, number: usize) -> Value {
        let order = attrition::loss_order(&self.rules.chart, self.policy(id), id);
        let body = self.state.army(id).map(|army| &army.body);
        let lost = body.map(|body| attrition::casualties(body, &[], &order, number));
        let own = self.policy(id).is_some_and(|policy| policy.losses.is_some());
        json!({ "what": "losses", "army": id, "own": own, "order": order, "lost": lost })
    }

    /// The answer of an army when an enemy comes.
    fn comes(
        &self,
        (army, by): (ArmyId, ArmyId),
        (at, from, way): (Name, Name, Way),
        size: Option<u16>,
    ) -> Value {
        let mut state = self.state.clone();
        for (id, place) in [(army, at), (by, at)] {
            let stands =
                state.armies.get_mut(&id).expect("queries are only about armies on the map");
            (stands.at, stands.port) = (place, stands.port.filter(|_| id == army));
        }
        let mover = state.armies.get_mut(&by).expect("queries are only about armies on the map");
        mover.size = size.unwrap_or(mover.size);
        let sizes = json!([state.army(army).map(|army| army.size), mover_size(&state, by)]);
        let field = Field::new(&self.rules.chart, &state);
        let wild = field.chart.wild(at);
        let policy = self.policy(army);
        // In tempo full the player is asked; what answers for one who is absent is what a tempo without questions does.
        let asked = state.options.tempo == Tempo::Full
            && !policy.and_then(|policy| policy.last_word).unwrap_or_default();
        state.options.tempo = Tempo::Brisk;
        let force = self.force.map(|force| (self.seat.clone(), force.clone()));
        let force: BTreeMap<Seat, InForceOf<DuellingRepublics>> = force.into_iter().collect();
        let mut dice = Dice::always(HARMLESS);
        let mut table = Table::new(self.rules, &mut state, &force, &mut dice, 1);
        let gaul = contact::gaul_wish(&table, army);
        let events = if wild {
            Vec::new()
        } else {
            contact::enter(&mut table, by, from, way, &Choice::default());
            told(&table)
        };
        json!({
            "what": "entered", "army": army, "by": by, "at": at, "from": from, "way": way, "sizes": sizes,
            "asked": asked, "lines": lines(policy, &events, army), "wild": wild, "gaul": gaul, "events": events,
        })
    }
}

fn mover_size(state: &State, by: ArmyId) -> Option<u16> {
    state.army(by).map(|army| army.size)
}

/// The lines of an army's standing orders, each with whether it spoke.
fn lines(policy: Option<&ArmyPolicy>, events: &[Event], army: ArmyId) -> Vec<Value> {
    let spoke = events.iter().find_map(|event| match event {
        Event::Encounter(what) => match &**what {
            Encounter::Entered { army: who, line, .. } => line.filter(|_| *who == army),
            Encounter::EvasionThrow { .. }
            | Encounter::Evasion { .. }
            | Encounter::Entering { .. } => None,
        },
        Event::Sequence(_)
        | Event::Politics(_)
        | Event::Movement(_)
        | Event::Players(_)
        | Event::Battles(_)
        | Event::Reports(_)
        | Event::Sieges(_)
        | Event::Fought(_) => None,
    });
    let lines = policy.and_then(|policy| policy.entered.as_deref()).unwrap_or_default();
    let one = |(number, line): (u8, &Line)| json!({ "line": number, "says": line, "fires": spoke == Some(number) });
    (1..).zip(lines).map(one).collect()
}

/// The events that depend on no dice.
fn told(table: &Table<'_>) -> Vec<Event> {
    let events = table.entries().iter().map(|entry| entry.event.clone());
    events.filter(certain).collect()
}

fn certain(event: &Event) -> bool {
    match event {
        Event::Encounter(what) => matches!(**what, Encounter::Entered { .. }),
        Event::Battles(what) => matches!(**what, Battles::Contact { .. } | Battles::Joined { .. }),
        Event::Movement(what) => {
            matches!(**what, Movement::Retreated { .. } | Movement::Destroyed { .. })
        }
        Event::Sieges(what) => {
            matches!(**what, Sieges::SiegeBegun { .. } | Sieges::SiegeLifted { .. })
        }
        Event::Sequence(_)
        | Event::Politics(_)
        | Event::Players(_)
        | Event::Reports(_)
        | Event::Fought(_) => false,
    }
}
