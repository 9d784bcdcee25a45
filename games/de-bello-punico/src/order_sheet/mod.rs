//! Orders by hand: what can be picked, what can be ordered for it, and what a draft would do, all by the code that
//! resolves. `camp` serves set-up and chips, `march` movement, `fight` attacks and volleys, `question` choices in the middle of
//! an impulse, `ride` furious elephants, `lasting` standing orders.

mod camp;
mod fight;
mod lasting;
mod march;
mod question;
mod ride;

use super::DeBelloPunico;
use super::check::with_board;
use super::events::{Event, Sequence, apply};
use super::field::Field;
use super::names::{Id, PhaseName, Side};
use super::orders::{MovementOrders, Orders, Says};
use super::rules::{movement, set_up};
use super::state::{Impulse, ImpulseMarks, Place, Stage, State};
use engine::offers::form::told;
use engine::offers::written::{changes, lawful, written};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Chapter, Foreseen, Offer, Offers, Rules as _, Spot, Subject};
use serde_json::{Map, Value};

type Parsed = ParsedOrdersOf<DeBelloPunico>;
type Entries = Vec<engine::Entry<Event>>;

/// The values from which all offers are made.
struct Draft<'a> {
    rules: &'a DeBelloPunico,
    at: &'a AtSeat<'a, DeBelloPunico>,
    filing: &'a Parsed,
    /// The same, as a file has it.
    file: Map<String, Value>,
    side: Side,
}

impl<'a> Draft<'a> {
    fn new(
        rules: &'a DeBelloPunico,
        at: &'a AtSeat<'a, DeBelloPunico>,
        filing: &'a Parsed,
    ) -> Self {
        let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
        Self { rules, at, filing, file: written(filing, at.prompts.len()), side }
    }
}

pub(super) fn offers(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    filing: &Parsed,
    picked: Option<&str>,
) -> Offers {
    let draft = Draft::new(rules, at, filing);
    let page = picked.filter(|path| path.starts_with('/')).and_then(|path| draft.page(path));
    let Offers { offers, about, .. } = page.unwrap_or_else(|| Offers {
        offers: match picked {
            Some(id) => draft.of(id),
            None => draft.whole(),
        },
        ..Offers::default()
    });
    let mut subjects = draft.subjects();
    subjects.extend(draft.lasting_subjects());
    Offers { subjects, offers: lawful(rules, at, filing, offers), about }
}

/// The result of a filing on the seat's own view, as far as no dice decide it: the table after set-up, or after the
/// moves of the half, including those given ahead.
pub(super) fn foresee(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    filing: &Parsed,
) -> Option<Foreseen<DeBelloPunico>> {
    let draft = Draft::new(rules, at, filing);
    let (state, events) = if draft.asked()? == PhaseName::SetUp {
        let mut state = at.view.clone();
        let orders = draft.deployment();
        let events = with_board(rules, &mut state, |board| {
            set_up::set_up(board, draft.side, &orders);
            board.entries().to_vec()
        });
        (state, events)
    } else {
        let orders = draft.movement(PhaseName::Movement);
        let given = draft.open().contains(&PhaseName::Movement);
        if !given || orders == MovementOrders::default() {
            return None;
        }
        draft.moved(&orders)
    };
    Some((state, vec![Chapter { phase: rules.phase(at.view), answers: Vec::new(), events }]))
}

/// True if the value at this path of the file is always a map or list, never a shorter spelling of one.
fn deep(at: &[&str]) -> bool {
    !matches!(
        at,
        ["standing", _]
            | [.., "place" | "target" | "support" | "if" | "go" | "path" | "to"]
            | [.., "volley" | "command" | "return" | "moves", _]
    )
}

impl Draft<'_> {
    fn field<'s>(&'s self, state: &'s State) -> Field<'s> {
        Field::new(&self.rules.printed, state)
    }

    fn asked(&self) -> Option<PhaseName> {
        self.at.prompts.first().and_then(|prompt| PhaseName::parse(&prompt.name))
    }

    /// An offer that turns this filing into another.
    fn offer(
        &self,
        (group, words, chosen): (&'static str, String, bool),
        edit: impl FnOnce(&mut Parsed),
    ) -> Offer {
        let mut after = self.filing.clone();
        edit(&mut after);
        let edits = changes(&self.file, &written(&after, self.at.prompts.len()), &deep);
        Offer::new(group, words, chosen, edits)
    }

    /// The draft's orders for a phase: as an answer, or given ahead.
    fn said(&self, phase: PhaseName) -> Option<&Orders> {
        let name = phase.word();
        if self.asked() == Some(phase) {
            return self.filing.orders.get(name);
        }
        self.filing.ahead.as_ref()?.get(name)
    }

    /// An offer that says something else for a phase.
    fn says(&self, phase: PhaseName, what: (&'static str, String, bool), says: Says) -> Offer {
        let old = self.said(phase).cloned().unwrap_or_default();
        self.answers(phase, what, Orders { resign: false, says, ..old })
    }

    fn answers(
        &self,
        phase: PhaseName,
        what: (&'static str, String, bool),
        orders: Orders,
    ) -> Offer {
        let now = self.asked() == Some(phase);
        let name = phase.word().to_owned();
        self.offer(what, |filing| {
            if now {
                filing.orders.insert(name, orders);
                return;
            }
            let ahead = filing.ahead.get_or_insert_default();
            if orders == Orders::default() {
                ahead.remove(&name);
            } else {
                ahead.insert(name, orders);
            }
            if ahead.is_empty() {
                filing.ahead = None;
            }
        })
    }

    /// The phases that can be ordered in this file, with those of the half that can be given ahead.
    fn open(&self) -> Vec<PhaseName> {
        use PhaseName::{Choice, Combat, Elephants, Movement, Recovery, SetUp, Strategic, Volley};
        if self.at.view.over.is_some() || self.at.view.asked.is_some() {
            return Vec::new();
        }
        let stage = self.at.view.stage;
        let mut open: Vec<PhaseName> = self.asked().into_iter().collect();
        let ahead: &[PhaseName] = match (self.asked(), stage) {
            (Some(SetUp), _) | (_, Stage::SetUp { .. }) => &[],
            (Some(Strategic | Choice), _) => {
                &[Choice, Elephants, Movement, Volley, Combat, Recovery]
            }
            (_, Stage::Impulse { mover, impulse: Impulse::Elephants | Impulse::Movement })
                if mover == self.side =>
            {
                &[Movement, Combat, Recovery, Strategic]
            }
            (_, Stage::Impulse { mover, .. }) if mover == self.side => {
                &[Combat, Recovery, Strategic]
            }
            (_, Stage::Impulse { impulse: Impulse::Elephants | Impulse::Movement, .. }) => {
                &[Volley, Strategic]
            }
            (_, Stage::Impulse { .. } | Stage::Strategic { .. } | Stage::Choice { .. }) => {
                &[Strategic]
            }
            (_, Stage::Initiative | Stage::Interphase) => &[],
        };
        let rome = self.side == Side::Rome;
        let mine = |phase: &&PhaseName| !open.contains(phase) && (rome || **phase != Elephants);
        let ahead: Vec<PhaseName> = ahead.iter().filter(mine).copied().collect();
        open.extend(ahead);
        open
    }

    fn movement(&self, phase: PhaseName) -> MovementOrders {
        match self.said(phase).map(|orders| &orders.says) {
            Some(Says::Movement(own)) => own.clone(),
            Some(_) | None => MovementOrders::default(),
        }
    }

    /// The table at the start of one of the side's own impulses, before anything that the draft says for it.
    fn table(&self, impulse: Impulse) -> State {
        let mut state = self.at.view.clone();
        let mover = match impulse {
            Impulse::Elephants => Side::Carthage,
            Impulse::Volley => self.side.other(),
            Impulse::Movement | Impulse::Combat | Impulse::Recovery => self.side,
        };
        if matches!(impulse, Impulse::Combat | Impulse::Recovery)
            && self.open().contains(&PhaseName::Movement)
        {
            state = self.moved(&self.movement(PhaseName::Movement)).0;
        }
        let stage = Stage::Impulse { mover, impulse };
        if state.stage != stage {
            apply(&mut state, &Sequence::Stage { stage }.into());
            state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
        }
        state
    }

    fn moved(&self, orders: &MovementOrders) -> (State, Entries) {
        let mut state = self.at.view.clone();
        let stage = Stage::Impulse { mover: self.side, impulse: Impulse::Movement };
        if state.stage != stage {
            apply(&mut state, &Sequence::Stage { stage }.into());
        }
        let flights = !state.fled;
        let events = with_board(self.rules, &mut state, |board| {
            movement::resolve(board, self.side, orders, flights);
            board.entries().to_vec()
        });
        (state, events)
    }

    fn subjects(&self) -> Vec<Subject> {
        if self.asked() == Some(PhaseName::SetUp) {
            return self.deployed();
        }
        let field = self.field(self.at.view);
        let mut all = self.boxes();
        let leader = field.camp(self.side).leader;
        let one = |id: Id, words: String| Subject {
            group: "Units",
            id: id.to_string(),
            words,
            ordered: self.told_of(id),
        };
        if let Some(hex) = leader.hex {
            all.push(one(leader.id, format!("leader {} in {hex}", leader.id)));
        }
        for (id, unit) in field.army(self.side) {
            let name = &field.printed_on(unit).name;
            let disorder = if unit.dp > 0 { format!(", {} DP", unit.dp) } else { String::new() };
            let panic = if unit.panic.is_some() { ", In fugam" } else { "" };
            let place = format!("{}/{}", unit.place, unit.facing);
            all.push(one(id, format!("{name} {id} in {place}{disorder}{panic}")));
        }
        for (id, unit) in &self.at.view.units {
            if unit.side == self.side && matches!(unit.place, Place::Off(_) | Place::Reserve) {
                let name = &field.printed_on(unit).name;
                all.push(one(*id, format!("{name} {id}, off the map ({})", unit.place)));
            }
        }
        if self.open().contains(&PhaseName::Elephants) {
            for (id, unit) in field.army(Side::Carthage) {
                if unit.kind == super::names::Kind::El {
                    all.push(Subject {
                        group: "Enemy elephants",
                        ..one(id, format!("elephants {id} in {}", unit.place))
                    });
                }
            }
        }
        all
    }

    fn told_of(&self, id: Id) -> Option<String> {
        let mut told: Vec<String> = Vec::new();
        for phase in self.open() {
            let Some(orders) = self.said(phase) else { continue };
            match &orders.says {
                Says::Movement(own) => told.extend(march::told_of(own, id)),
                Says::Volley(own) => {
                    let aim = own.volley.0.iter().find(|(unit, _)| *unit == id);
                    told.extend(aim.map(|(_, aim)| format!("shoots at {}", in_words(aim))));
                }
                Says::Combat(own) => {
                    let attack = own.attacks.iter().find(|attack| attack.unit == id);
                    told.extend(
                        attack.map(|attack| format!("attacks {}", in_words(&attack.target))),
                    );
                }
                Says::Recovery(own) if own.recover.contains(&id) => {
                    told.push("recovers".to_owned());
                }
                Says::Elephants(own) if own.elephants.iter().any(|one| one.unit == id) => {
                    told.push("is rolled for".to_owned());
                }
                Says::Nothing
                | Says::SetUp(_)
                | Says::Chips(_)
                | Says::Place(_)
                | Says::Choice(_)
                | Says::Elephants(_)
                | Says::Recovery(_)
                | Says::Reply(_) => {}
            }
        }
        (!told.is_empty()).then(|| told.join("; "))
    }

    fn of(&self, name: &str) -> Vec<Offer> {
        if let Some(place) = super::names::CommandBox::parse(name) {
            return self.in_box(place);
        }
        let Some(id) = Id::new(name) else { return Vec::new() };
        let mut offers = Vec::new();
        for phase in self.open() {
            offers.extend(match phase {
                PhaseName::SetUp => self.in_camp(id),
                PhaseName::Movement => self.march(id),
                PhaseName::Volley => self.volley(id),
                PhaseName::Combat => self.combat(id),
                PhaseName::Recovery => self.recovery(id),
                PhaseName::Elephants => self.elephants(id),
                PhaseName::Strategic
                | PhaseName::Initiative
                | PhaseName::Choice
                | PhaseName::Interphase => Vec::new(),
            });
        }
        offers
    }

    fn whole(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        for phase in self.open() {
            offers.extend(match phase {
                PhaseName::Strategic => self.all_chips(),
                PhaseName::Choice => self.choice(),
                PhaseName::Movement => self.all_march(),
                PhaseName::Combat => self.all_combat(),
                PhaseName::Volley => self.all_volleys(),
                PhaseName::Elephants => self.all_elephants(),
                PhaseName::SetUp
                | PhaseName::Initiative
                | PhaseName::Recovery
                | PhaseName::Interphase => Vec::new(),
            });
        }
        offers.extend(self.replies());
        offers.push(self.chips_of_every_turn());
        offers.extend(self.ending());
        let clear = |filing: &mut Parsed| {
            *filing = Parsed::default();
            if let Some(prompt) = self.at.prompts.first() {
                filing.orders.insert(prompt.name.clone(), Orders::default());
            }
        };
        offers.push(self.offer(("Draft", "Take all orders out".to_owned(), false), clear));
        offers
    }

    /// Words about the game, which go with what is asked.
    fn ending(&self) -> Vec<Offer> {
        let Some(phase) = self.asked() else { return Vec::new() };
        let old = self.said(phase).cloned().unwrap_or_default();
        let group = "Ending the game";
        let draw = Orders { draw: !old.draw, ..old.clone() };
        let gone = Orders { resign: !old.resign, ..Orders::default() };
        vec![
            self.answers(phase, (group, self.draw_words(), old.draw), draw),
            self.answers(phase, (group, "Resign".to_owned(), old.resign), gone),
        ]
    }

    /// The words for a draw: to agree to one, if the other side has offered it.
    fn draw_words(&self) -> String {
        let offered = self.at.view.camps[self.side.other()].draw;
        if offered { "Agree to a draw" } else { "Offer a draw" }.to_owned()
    }
}

fn in_words<T: serde::Serialize>(entry: &T) -> String {
    told(&serde_json::to_value(entry).expect("orders are plain data"))
}
