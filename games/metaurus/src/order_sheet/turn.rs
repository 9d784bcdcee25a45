//! A Player Turn: which Commands act, in which order, and what a whole Command does.

use super::{Draft, Entries, Parsed, Place, in_words};
use crate::check::with_board;
use crate::data::CommandNote;
use crate::names::Id;
use crate::orders::{ActivationOrders, All, Gauls, Orders, Tries, TurnOrders};
use crate::rules::activation;
use crate::state::State;
use engine::{Offer, Tempo};

pub(super) struct Turn {
    /// The part of the file: an answer, or orders given ahead.
    pub(super) place: Place,
    pub(super) name: String,
    pub(super) orders: TurnOrders,
    /// The table as the Player Turn begins.
    pub(super) state: State,
}

pub(super) fn is_of(one: &ActivationOrders, command: Id) -> bool {
    one.command == Some(command) || one.combined.is_some_and(|pair| pair.contains(&command))
}

impl Turn {
    /// The index of a Command's activation.
    pub(super) fn of(&self, command: Id) -> Option<usize> {
        self.orders.activations.iter().position(|one| is_of(one, command))
    }

    pub(super) fn told_of(&self, command: Id) -> Option<String> {
        let at = self.of(command)?;
        let one = &self.orders.activations[at];
        let mut said = format!("acts as no. {}", at + 1);
        if let Some([first, second]) = one.combined {
            said = format!("{said}, {first} and {second} together");
        }
        if !one.march.is_empty() {
            let steps: Vec<&str> = one.march.iter().map(|step| step.letters()).collect();
            said = format!("{said}, march {}", steps.join(" "));
        }
        if let Some(face) = one.face {
            said = format!("{said}, face {face}");
        }
        Some(said)
    }

    pub(super) fn told_of_unit(&self, unit: Id) -> Option<String> {
        let acts = &self.orders.activations;
        let moves = acts.iter().find_map(|one| one.units.get(unit)).map(in_words);
        let mut attacks = acts.iter().flat_map(|one| &one.attacks);
        let attack = attacks.find(|attack| attack.by.contains(&unit)).map(|attack| {
            let list: Vec<String> = attack.against.iter().map(ToString::to_string).collect();
            format!("attack {}", list.join(" and "))
        });
        let said: Vec<String> = moves.into_iter().chain(attack).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

impl Draft<'_> {
    /// An offer that changes the Player Turn.
    pub(super) fn turned(
        &self,
        turn: &Turn,
        (group, words, chosen): (&'static str, String, bool),
        change: impl FnOnce(&mut TurnOrders),
    ) -> Offer {
        let mut orders = turn.orders.clone();
        change(&mut orders);
        let (place, name) = (turn.place, turn.name.as_str());
        self.offer(group, words, chosen, |filing: &mut Parsed| {
            Self::answer(filing, place, name, Orders::Turn(orders));
        })
    }

    /// The table after the first `count` activations of a draft, and what happened in them.
    pub(super) fn after_first(&self, turn: &Turn, count: usize) -> (State, Entries) {
        let mut state = turn.state.clone();
        let mut events = Entries::new();
        for (index, one) in turn.orders.activations.iter().take(count).enumerate() {
            events.extend(self.rehearsed(&mut state, index, one));
        }
        (state, events)
    }

    /// Carries one activation out on a table, and returns its events.
    pub(super) fn rehearsed(
        &self,
        state: &mut State,
        index: usize,
        one: &ActivationOrders,
    ) -> Entries {
        with_board(self.rules, state, |board| {
            activation::rehearse(board, self.side, index, one);
            board.entries().to_vec()
        })
    }

    /// The whole of a Player Turn, with what the rules make of those that are not named.
    pub(super) fn played(&self, turn: &Turn) -> (State, Entries) {
        let acts = &turn.orders.activations;
        let (mut state, mut events) = self.after_first(turn, acts.len());
        let brisk = self.at.view.options.tempo == Tempo::Brisk;
        if turn.place == Place::Ahead && acts.is_empty() || !brisk && !turn.orders.finish {
            return (state, events);
        }
        let waits = |note: &&CommandNote| {
            note.chit
                && turn.of(note.id).is_none()
                && !turn.state.acted.contains(&note.id)
                && !turn.state.inactive.contains(&note.id)
        };
        for note in self.rules.printed.roster.of(self.side).filter(waits) {
            let bare = ActivationOrders { command: Some(note.id), ..ActivationOrders::default() };
            events.extend(self.rehearsed(&mut state, acts.len(), &bare));
        }
        (state, events)
    }

    pub(super) fn whole_turn(&self, turn: &Turn) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.at.view.options.tempo == Tempo::Full && turn.place == Place::Now {
            let finish = !turn.orders.finish;
            let words = "The Player Turn ends with this file".to_owned();
            offers.push(self.turned(turn, ("Player Turn", words, !finish), |orders| {
                orders.finish = finish;
            }));
        }
        for note in self.rules.printed.roster.of(self.side) {
            let chosen = turn.of(note.id).is_some();
            let words = format!("{} ({})", note.name, note.id);
            let what = ("Units that act, in order", words, chosen);
            offers.push(self.turned(turn, what, |orders| activate(orders, note.id)));
        }
        offers
    }

    pub(super) fn command_acts(&self, turn: &Turn, note: &CommandNote) -> Vec<Offer> {
        let mut offers = Vec::new();
        let at = turn.of(note.id);
        let words = match at {
            Some(at) => format!("Acts as no. {}", at + 1),
            None => format!("Acts as no. {}", turn.orders.activations.len() + 1),
        };
        let group = "Activation";
        offers.push(self.turned(turn, (group, words, at.is_some()), |orders| {
            activate(orders, note.id);
        }));
        if let Some(at) = at.filter(|at| *at > 0) {
            let words = "Earlier".to_owned();
            offers.push(self.turned(turn, (group, words, false), |orders| {
                orders.activations.swap(at - 1, at);
            }));
        }
        offers.extend(self.pairs(turn, note));
        let own = at.map(|at| turn.orders.activations[at].clone()).unwrap_or_default();
        let grid = self.rules.printed.ground.grid;
        for side in grid.sides() {
            let words = format!("One step {}", side.word());
            offers.push(self.turned(
                turn,
                ("March, for units without an order of their own", words, false),
                |orders| {
                    entry(orders, note.id).march.push(side);
                },
            ));
        }
        if !own.march.is_empty() {
            let words = "One step less".to_owned();
            offers.push(self.turned(
                turn,
                ("March, for units without an order of their own", words, false),
                |orders| {
                    entry(orders, note.id).march.pop();
                },
            ));
        }
        for face in grid.vertices() {
            let chosen = own.face == Some(face);
            let what =
                ("Facing, for units without an order of their own", face.word().to_owned(), chosen);
            offers.push(self.turned(turn, what, |orders| {
                entry(orders, note.id).face = (!chosen).then_some(face);
            }));
        }
        if turn.state.options.gauls && note.id == self.rules.printed.charts.gauls {
            let chosen = matches!(own.gauls, Some(Gauls::All(_)));
            let what = ("Gauls that are to act", "All of them".to_owned(), chosen);
            offers.push(self.turned(turn, what, |orders| {
                entry(orders, note.id).gauls = (!chosen).then_some(Gauls::All(All::All));
            }));
        }
        offers
    }

    /// Two legions that act as one.
    fn pairs(&self, turn: &Turn, note: &CommandNote) -> Vec<Offer> {
        let others = self.rules.printed.roster.of(self.side);
        let others = others.filter(|other| note.legion && other.legion && other.id != note.id);
        let pair = |other: &CommandNote| {
            let pairs = |one: &ActivationOrders| {
                one.combined.is_some_and(|pair| pair.contains(&note.id) && pair.contains(&other.id))
            };
            let chosen = turn.orders.activations.iter().any(pairs);
            let what = ("Together with another legion", other.name.clone(), chosen);
            self.turned(turn, what, |orders| {
                let own = (!chosen).then(|| entry(orders, note.id).clone());
                orders.activations.retain(|one| !is_of(one, note.id) && !is_of(one, other.id));
                orders.activations.extend(own.map(|own| ActivationOrders {
                    command: None,
                    combined: Some([note.id, other.id]),
                    ..own
                }));
            })
        };
        others.map(pair).collect()
    }

    /// A change of what one unit does.
    pub(super) fn told_unit(
        &self,
        turn: &Turn,
        (command, unit): (Id, Id),
        what: (&'static str, String, bool),
        tries: Option<Tries>,
    ) -> Offer {
        self.turned(turn, what, |orders| {
            let units = &mut entry(orders, command).units.0;
            match (units.iter().position(|(id, _)| *id == unit), tries) {
                (Some(at), Some(tries)) => units[at].1 = tries,
                (Some(at), None) => drop(units.remove(at)),
                (None, Some(tries)) => units.push((unit, tries)),
                (None, None) => {}
            }
        })
    }
}

/// The activation of a Command, appended if there is none.
pub(super) fn entry(orders: &mut TurnOrders, command: Id) -> &mut ActivationOrders {
    let list = &mut orders.activations;
    let at = list.iter().position(|one| is_of(one, command)).unwrap_or(list.len());
    if at == list.len() {
        list.push(ActivationOrders { command: Some(command), ..ActivationOrders::default() });
    }
    &mut list[at]
}

/// Appends an activation for a Command, or takes out the one it has.
fn activate(orders: &mut TurnOrders, command: Id) {
    let before = orders.activations.len();
    orders.activations.retain(|one| !is_of(one, command));
    if orders.activations.len() == before {
        entry(orders, command);
    }
}
