//! Orders by hand: what can be picked, what can be ordered for it, and what a draft would do, all by the code that
//! resolves. `camp` serves set-up and chits, `turn` the Commands of a Player Turn and `units` their units, `fight` attacks,
//! `question` choices in the middle of an activation, `lasting` standing orders.

mod camp;
mod fight;
mod lasting;
mod question;
mod turn;
mod units;

use super::Metaurus;
use super::check::after;
use super::events::Event;
use super::field::Field;
use super::names::{Go, Id, Side};
use super::orders::{Changes, Choice, Orders, Resign, SetUpOrders, TurnOrders};
use super::state::{Stage, State};
use engine::offers::form::told;
use engine::offers::written::{changes, lawful, written};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Chapter, Foreseen, Offer, Offers, Rules as _, Spot, Subject, Tempo};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

type Parsed = ParsedOrdersOf<Metaurus>;

/// The part of a file in which orders stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Now,
    Ahead,
}

/// The values from which all offers are made.
struct Draft<'a> {
    rules: &'a Metaurus,
    at: &'a AtSeat<'a, Metaurus>,
    filing: &'a Parsed,
    /// The draft as a file has it.
    file: Map<String, Value>,
    side: Side,
}

pub(super) fn offers(
    rules: &Metaurus,
    at: &AtSeat<'_, Metaurus>,
    filing: &Parsed,
    picked: Option<&str>,
) -> Offers {
    let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
    let file = written(filing, at.prompts.len());
    let draft = Draft { rules, at, filing, file, side };
    let mut subjects = draft.subjects();
    let page = picked.filter(|path| path.starts_with('/')).and_then(|path| draft.page(path));
    let Offers { offers, about, .. } = page.unwrap_or_else(|| Offers {
        offers: match picked.and_then(Id::new) {
            Some(id) => draft.of(id),
            None => draft.whole(),
        },
        ..Offers::default()
    });
    subjects.extend(
        draft
            .form()
            .subjects("/standing")
            .into_iter()
            .map(|subject| Subject { group: "Standing orders", ..subject }),
    );
    Offers { subjects, offers: lawful(rules, at, filing, offers), about }
}

/// The result of a filing on the seat's own view, as far as no dice decide it: the table after it, and the attacks.
pub(super) fn foresee(
    rules: &Metaurus,
    at: &AtSeat<'_, Metaurus>,
    filing: &Parsed,
) -> Option<Foreseen<Metaurus>> {
    let side = Side::of(at.seat)?;
    let file = written(filing, at.prompts.len());
    let draft = Draft { rules, at, filing, file, side };
    let phase = rules.phase(at.view);
    let chapter = |events| vec![Chapter { phase: phase.clone(), answers: Vec::new(), events }];
    if let Stage::SetUp { .. } = at.view.stage {
        at.prompts.first()?;
        let mut state = at.view.clone();
        let orders = draft.camp();
        let events = super::check::with_board(rules, &mut state, |board| {
            super::rules::set_up::set_up(board, side, &orders);
            board.entries().to_vec()
        });
        return Some((state, chapter(events)));
    }
    let turn = draft.turn()?;
    let (state, events) = draft.played(&turn);
    Some((state, chapter(events)))
}

/// True if the value here in the file is always a map or list, never a shorter spelling of one.
fn deep(at: &[&str]) -> bool {
    !matches!(
        at,
        ["standing", _]
            | [.., "units", _]
            | [.., "march" | "by" | "against" | "advance" | "then" | "use" | "combined"]
    )
}

impl Draft<'_> {
    fn field<'s>(&'s self, state: &'s State) -> Field<'s> {
        Field::new(&self.rules.printed, state)
    }

    fn asked(&self) -> Option<&str> {
        self.at.prompts.first().map(|prompt| prompt.name.as_str())
    }

    /// An offer that makes another filing of this one.
    fn offer(
        &self,
        group: &'static str,
        words: impl Into<String>,
        chosen: bool,
        edit: impl FnOnce(&mut Parsed),
    ) -> Offer {
        let mut after = self.filing.clone();
        edit(&mut after);
        let edits = changes(&self.file, &written(&after, self.at.prompts.len()), &deep);
        Offer::new(group, words, chosen, edits)
    }

    /// Sets what answers the prompt, or what is given ahead under this name.
    fn answer(filing: &mut Parsed, place: Place, name: &str, orders: Orders) {
        match place {
            Place::Now => drop(filing.orders.insert(name.to_owned(), orders)),
            Place::Ahead => {
                let empty = match &orders {
                    Orders::Changes(own) => own.change.is_empty() && own.agree.is_none(),
                    Orders::Turn(own) => own.activations.is_empty(),
                    Orders::Resign(_)
                    | Orders::Choice(_)
                    | Orders::SetUp(_)
                    | Orders::FallBack(_)
                    | Orders::StrikeBack(_)
                    | Orders::GoOn(_)
                    | Orders::NextAttacks(_)
                    | Orders::Enter(_)
                    | Orders::NextGaul(_)
                    | Orders::Victim(_) => false,
                };
                let ahead = filing.ahead.get_or_insert_default();
                if empty {
                    ahead.remove(name);
                } else {
                    ahead.insert(name.to_owned(), orders);
                }
                if ahead.is_empty() {
                    filing.ahead = None;
                }
            }
        }
    }

    /// The draft's answer under a name, or what it gives ahead.
    fn said(&self, place: Place, name: &str) -> Option<&Orders> {
        match place {
            Place::Now => self.filing.orders.get(name),
            Place::Ahead => self.filing.ahead.as_ref()?.get(name),
        }
    }

    /// Commands and units, with what the draft orders for each.
    fn subjects(&self) -> Vec<Subject> {
        let turn = self.turn();
        let setting_up = self.setting_up();
        let camp = setting_up.then(|| self.camp());
        let state = turn.as_ref().map_or(self.at.view, |turn| &turn.state);
        let field = self.field(state);
        let mut all = Vec::new();
        for note in self.rules.printed.roster.of(self.side) {
            let left = setting_up || !field.command(note.id).is_empty();
            if !left {
                continue;
            }
            let order = state.chits.get(&note.id).and_then(|chit| chit.order);
            let order = order.map(|order| format!(", {}", order.title())).unwrap_or_default();
            let words = format!("{} ({}){order}", note.name, note.id);
            let mut told: Vec<String> =
                self.chit_told(note.id, camp.as_ref()).into_iter().collect();
            told.extend(turn.as_ref().and_then(|turn| turn.told_of(note.id)));
            let ordered = (!told.is_empty()).then(|| told.join("; "));
            all.push(Subject { group: "Commands", id: note.id.to_string(), words, ordered });
        }
        if let Some(camp) = &camp {
            all.extend(self.places(camp));
            return all;
        }
        for unit in field.army(self.side) {
            let counter = field.counter(unit).expect("only printed units stand on the map");
            let stand = field.unit(unit).expect("the unit in the hex is on the map");
            let kind = self.rules.printed.roster.arms.get(&counter.arm);
            let kind = kind.map_or("unit", String::as_str);
            let mut words =
                format!("{kind} {unit} in {} facing {}", stand.hex, stand.facing.word());
            for (holds, word) in
                [(stand.disordered, "Disordered"), (field.engaged(unit), "Engaged")]
            {
                if holds {
                    words = format!("{words}, {word}");
                }
            }
            let ordered = turn.as_ref().and_then(|turn| turn.told_of_unit(unit));
            all.push(Subject { group: "Units", id: unit.to_string(), words, ordered });
        }
        all
    }

    fn of(&self, id: Id) -> Vec<Offer> {
        let roster = &self.rules.printed.roster;
        let unit = roster.unit(id).filter(|unit| unit.side == self.side);
        let command = roster.command(id).filter(|note| note.side == self.side);
        let mut offers = Vec::new();
        if self.setting_up() {
            match (unit, command) {
                (Some(unit), _) => offers.extend(self.unit_in_camp(unit)),
                (None, Some(note)) => offers.extend(self.command_in_camp(note)),
                (None, None) => {}
            }
            return offers;
        }
        if let (Some(unit), Some(turn)) = (unit, self.turn()) {
            offers.extend(self.unit_acts(&turn, unit));
        }
        if let Some(note) = command.filter(|_| unit.is_none()) {
            offers.extend(self.chit(note));
            offers.extend(self.turn().into_iter().flat_map(|turn| self.command_acts(&turn, note)));
        }
        offers.extend(self.answers(unit.map(|unit| unit.id)));
        let who = unit.map(|unit| unit.id).or_else(|| command.map(|note| note.id));
        offers.extend(who.into_iter().flat_map(|who| self.lasting_of(who)));
        offers
    }

    fn whole(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        match self.at.view.stage {
            Stage::SetUp { .. } if self.setting_up() => offers.extend(self.whole_camp()),
            Stage::Choice { .. } if self.asked().is_some() => {
                for go in Go::ALL.iter().copied() {
                    let orders = Orders::Choice(Choice { go });
                    let chosen = self.said(Place::Now, "initiative") == Some(&orders);
                    let words = format!("Go {go} in this Game Turn");
                    offers.push(self.offer("Initiative", words, chosen, |filing| {
                        Self::answer(filing, Place::Now, "initiative", orders);
                    }));
                }
            }
            Stage::Initiative | Stage::Choice { .. } | Stage::Orders | Stage::Turn { .. } => {
                offers.extend(self.agreement());
            }
            Stage::SetUp { .. } | Stage::End => {}
        }
        offers.extend(self.turn().into_iter().flat_map(|turn| self.whole_turn(&turn)));
        offers.extend(self.answers(None));
        offers.extend(self.lasting_of_all());
        offers.extend(self.resigning());
        if !self.file.is_empty() {
            let clear = |filing: &mut Parsed| {
                *filing = Parsed::default();
                if let Some(prompt) = self.at.prompts.first() {
                    filing.orders.insert(prompt.name.clone(), self.nothing());
                }
            };
            offers.push(self.offer("Draft", "Take all orders out", false, clear));
        }
        offers
    }

    fn nothing(&self) -> Orders {
        if let Some(query) = self.at.view.question(self.side) {
            return self.by_policy(query);
        }
        match self.at.view.stage {
            Stage::SetUp { .. } => Orders::SetUp(SetUpOrders::default()),
            Stage::Choice { .. } => Orders::Choice(Choice { go: Go::First }),
            Stage::Orders => Orders::Changes(Changes { change: BTreeMap::new(), agree: None }),
            Stage::Turn { .. } | Stage::Initiative | Stage::End => {
                Orders::Turn(TurnOrders::default())
            }
        }
    }

    /// Both sides may name a winner where chits are changed.
    fn agreement(&self) -> Vec<Offer> {
        if self.at.view.over.is_some() {
            return Vec::new();
        }
        let place = self.chits_at();
        let group = match place {
            Place::Now => {
                "Ends the game only if the other side names the same winner in the same phase"
            }
            Place::Ahead => {
                "Ends the game at the next change of orders, but only if the other side then \
                 names the same winner"
            }
        };
        let own = self.changes(place);
        let name = |winner: Side| {
            let chosen = own.agree == Some(winner);
            let agree = (!chosen).then_some(winner);
            let changed = Changes { agree, ..own.clone() };
            let words =
                format!("{} has won", if winner == Side::Rome { "Rome" } else { "Carthage" });
            self.offer(group, words, chosen, |filing| {
                Self::answer(filing, place, "orders", Orders::Changes(changed));
            })
        };
        Side::BOTH.map(name).into()
    }

    /// Giving up: in the answer to what is asked, else in that to what is asked next.
    fn resigning(&self) -> Vec<Offer> {
        let offer = |place: Place, name: &str, words: &'static str, nothing: Orders| {
            let chosen =
                matches!(self.said(place, name), Some(Orders::Resign(Resign { resign: true })));
            let orders = if chosen { nothing } else { Orders::Resign(Resign { resign: true }) };
            self.offer("Ending the game", words, chosen, |filing| {
                Self::answer(filing, place, name, orders);
            })
        };
        if let Some(name) = self.asked() {
            return vec![offer(Place::Now, name, "Resign", self.nothing())];
        }
        if self.at.view.over.is_some() {
            return Vec::new();
        }
        let changes = Orders::Changes(Changes { change: BTreeMap::new(), agree: None });
        let mut offers =
            vec![offer(Place::Ahead, "orders", "Resign at the next change of orders", changes)];
        if self.turn().is_some() {
            let turn = Orders::Turn(TurnOrders::default());
            offers.push(offer(Place::Ahead, "turn", "Resign in your next Player Turn", turn));
        }
        offers
    }

    /// True if this side is asked for its set-up.
    fn setting_up(&self) -> bool {
        self.at.view.stage == (Stage::SetUp { side: self.side }) && self.asked().is_some()
    }

    /// The Player Turn that the draft orders: the one that is asked for, or the next, given ahead.
    fn turn(&self) -> Option<turn::Turn> {
        let view = self.at.view;
        if view.asked.is_some() {
            return None;
        }
        let brisk = view.options.tempo == Tempo::Brisk;
        let place = match view.stage {
            Stage::Turn { side } if side == self.side => Place::Now,
            Stage::Turn { .. } | Stage::Orders if brisk => Place::Ahead,
            Stage::SetUp { .. }
            | Stage::Initiative
            | Stage::Choice { .. }
            | Stage::Turn { .. }
            | Stage::Orders
            | Stage::End => return None,
        };
        if place == Place::Now && self.asked().is_none() || view.over.is_some() {
            return None;
        }
        let name = if place == Place::Now { self.asked()?.to_owned() } else { "turn".to_owned() };
        let orders = match self.said(place, &name) {
            Some(Orders::Turn(orders)) => orders.clone(),
            Some(_) | None => TurnOrders::default(),
        };
        let mut state = match place {
            Place::Now => view.clone(),
            Place::Ahead => after(self.rules, view, self.side, self.filing),
        };
        if place == Place::Ahead {
            state.stage = Stage::Turn { side: self.side };
            state.acted.clear();
            state.inactive.clear();
        }
        Some(turn::Turn { place, name, orders, state })
    }
}

fn in_words<T: serde::Serialize>(entry: &T) -> String {
    told(&serde_json::to_value(entry).expect("orders are plain data"))
}

type Entries = Vec<engine::Entry<Event>>;
