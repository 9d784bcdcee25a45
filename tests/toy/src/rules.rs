//! Rules 1 to 5: traps, marks, the die, rows.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Table;
use super::codes::Code;
use super::events::Event;
use super::gates::Gate;
use super::names::{Player, Square, Stage};
use super::state::{Orders, State};
use crate::Toy;
use crate::events::{apply, sight};
use crate::state::Policy;
use engine::prelude::*;
use engine::{Answers, Common, Outcome, Secrecy};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Rows, columns and diagonals of the nine squares, as indices in reading order.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Rules for Toy {
    type State = State;
    type View = State;
    type Question = ();
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "toy";
    const REVISION: u32 = 2;
    const CODES: &'static [CodeEntry] = Code::TABLE;
    const OPEN: bool = false;

    fn load(data: &Data, revision: Revision) -> Result<Self, Vec<DataFault>> {
        let mut faults = Vec::new();
        let read = |reader: &Reader<'_>| {
            reader.only(&["squares", "turns"]);
            let items = reader.need("squares")?.items();
            let squares = items.iter().map(|item| Square::new(item.node.text()?));
            let squares = squares.collect::<Option<Vec<Square>>>().filter(|all| all.len() == 9);
            if squares.is_none() {
                reader.complain(Common::Data.here(reader, "a board has nine squares"));
            }
            let turns = reader.need("turns")?;
            let turns = turns.number("a number of turns", 1, 99)?;
            Some(Self { squares: squares?, turns, revision })
        };
        data.read("board.yaml", &mut faults, read).ok_or(faults)
    }

    fn prospectus(&self) -> Prospectus {
        let seats = Player::ALL.iter().map(|player| (player.seat(), player.word().to_owned()));
        let (name, title) = ("board".to_owned(), "The empty board".to_owned());
        Prospectus {
            title: "Traps and crosses".to_owned(),
            about: "Noughts and crosses with one die and one secret".to_owned(),
            scenarios: vec![ScenarioNote { name, title, seats: seats.collect() }],
            options: Vec::new(),
            tempos: vec![Tempo::Brisk, Tempo::Full],
            phases: Stage::WORDS.to_vec(),
        }
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        let offered = self.prospectus();
        let faults = [offered.refuses(setup), offered.refuses_options(setup)].concat();
        if faults.is_empty() { Ok(State::new(setup.tempo)) } else { Err(faults) }
    }

    fn phase(&self, state: &State) -> Phase {
        Phase { name: Cow::Borrowed(state.stage.word()), turn: state.turn, seat: None }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<()>> {
        let prompt = |player: &Player| Prompt::new(player.seat(), state.stage.word(), ());
        Player::ALL.iter().map(prompt).collect()
    }

    fn resolve(&self, table: &mut Table<'_>, answers: &AnswersOf<Self>) {
        match table.state().stage {
            Stage::Trap => hide(table, answers),
            Stage::Mark => turn(table, answers),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn witness(_state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        sight::witness(event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> State {
        let mut view = state.clone();
        view.traps.retain(|owner, _| match viewer {
            Viewer::Referee => true,
            Viewer::Seat(seat) => *seat == owner.seat(),
            Viewer::Public => false,
        });
        view
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        let on_board = |square: &Square| self.squares.contains(square);
        if !state.marks.keys().chain(state.traps.values()).all(on_board) {
            return Err(Unsound("a mark or a trap is off the board".to_owned()));
        }
        if state.turn > self.turns {
            return Err(Unsound(format!("turn {} of {}", state.turn, self.turns)));
        }
        Ok(())
    }
}

/// Rule 1: notes what both have hidden.
pub(crate) fn hide(table: &mut Table<'_>, answers: &Answers<(), Orders>) {
    for (seat, square) in named(answers) {
        table.by_order(table.order_of(&seat.seat(), Stage::Trap.word()));
        table.record("1", Event::Hidden { seat, square: Some(square) });
    }
    table.by_order(None);
    table.record("2", Event::Begins { turn: 1 });
}

/// Rules 2 to 5: one turn.
pub(crate) fn turn(table: &mut Table<'_>, answers: &Answers<(), Orders>) {
    let named = named(answers);
    let contested = match named[..] {
        [(_, one), (_, other)] if one == other && free(table.state(), one) => Some(one),
        _ => None,
    };
    if let Some(square) = contested {
        table.settle("3", &format!("contest-{square}"), Secrecy::Open, 6, 1, |_, faces| {
            let winner = if faces[0] % 2 == 0 { Player::Crosses } else { Player::Noughts };
            Event::Contested { square, winner }
        });
    }
    for (seat, square) in named {
        let order = table.order_of(&seat.seat(), Stage::Mark.word());
        table.by_order(order.map(|at| at.below("square")));
        mark(table, seat, square);
    }
    table.by_order(None);
    end(table);
}

/// The squares that both named, noughts first.
fn named(answers: &Answers<(), Orders>) -> Vec<(Player, Square)> {
    let of = |answer: &engine::Answer<(), Orders>| {
        (Player::of(&answer.prompt.seat), answer.orders.square)
    };
    let mut named: Vec<_> = answers.0.iter().map(of).collect();
    named.sort_unstable();
    named
}

/// Rules 2 and 4: one mark. Whoever lost the roll marks nothing.
fn mark(table: &mut Table<'_>, seat: Player, square: Square) {
    let lost = table.entries().iter().any(|entry| {
        matches!(entry.event, Event::Contested { square: at, winner } if at == square && winner != seat)
    });
    if lost || !free(table.state(), square) {
        return table.void("2", Code::Taken, Event::Void { seat, square });
    }
    let trapped = table.state().traps.iter().any(|(owner, at)| *owner != seat && *at == square);
    if trapped {
        table.record("4", Event::Sprung { seat, square });
    } else {
        table.record("2", Event::Marked { seat, square });
    }
}

pub(crate) fn free(state: &State, square: Square) -> bool {
    !state.marks.contains_key(&square)
}

/// Rule 5: three in a row, or the next turn.
fn end(table: &mut Table<'_>) {
    let (rules, state) = (table.rules(), table.state());
    let has = |player: Player, line: &[usize; 3]| {
        line.iter().all(|at| state.marks.get(&rules.squares[*at]) == Some(&player))
    };
    let rows = |player: &Player| LINES.iter().any(|line| has(*player, line));
    let winners: Vec<Player> = Player::ALL.iter().copied().filter(rows).collect();
    let over = state.marks.len() == rules.squares.len() || state.turn >= rules.turns;
    let (winner, reason) = match winners[..] {
        [one] => (Some(one.word().to_owned()), "row"),
        [_, ..] => (None, "two-rows"),
        [] if over && rules.revision.has(Gate::MarksDecide) => (more_marks(state), "marks"),
        [] if over => (None, "no-row"),
        [] => {
            let turn = state.turn + 1;
            return table.record("2", Event::Begins { turn });
        }
    };
    let outcome = Outcome { winner, reason: reason.to_owned(), rule: Cow::Borrowed("5") };
    table.record("5", Event::Ended { outcome });
}

/// Rule 5: who has more marks.
fn more_marks(state: &State) -> Option<String> {
    let count = |player: Player| state.marks.values().filter(|owner| **owner == player).count();
    let ahead = match count(Player::Noughts).cmp(&count(Player::Crosses)) {
        Ordering::Greater => Player::Noughts,
        Ordering::Less => Player::Crosses,
        Ordering::Equal => return None,
    };
    Some(ahead.word().to_owned())
}
