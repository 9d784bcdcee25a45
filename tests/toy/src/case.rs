//! Conformance cases: `given` a position, `when` two players name squares, `then` this happens.

use super::Toy;
use super::codes::Code;
use super::events::Event;
use super::names::{Player, Square, Stage};
use super::rules;
use super::state::{Orders, State};
use engine::case::{Found, Group, Matcher, faces};
use engine::prelude::*;
use engine::{
    Answer, Answers, Case, CaseResult, Complaints, Dice, Prompt, Reader, Source, Table, Tempo,
};
use std::collections::BTreeMap;

impl Cases for Toy {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        let mut result = CaseResult::new();
        let mut complaints = Complaints::new();
        let top = case.reader(&mut complaints);
        top.only(&["case", "rules", "given", "when", "dice", "then"]);
        let given = top.get("given").map(|given| position(self, &given));
        let answers = top.need("when").map(|when| answers(self, &when));
        let faces = faces(&top, 1, 6);
        let (Some(Some(mut state)), Some(answers), true) =
            (given, answers, result.understood(&top))
        else {
            return result;
        };
        let (force, mut dice) = (BTreeMap::new(), Dice::scripted(faces));
        let mut table = Table::new(self, &mut state, &force, &mut dice, 1);
        rules::turn(&mut table, &answers);
        let happened = table.leave();
        let known = |key: &str, word: &str| match key {
            "square" if !self.squares.iter().any(|square| *square == *word) => {
                Err(format!("there is no square `{word}`"))
            }
            _ => Ok(()),
        };
        let kinds = [Group::of::<Event>()];
        let matcher = Matcher::new(case, &kinds, Code::TABLE).known(&known);
        let own = |_: &str, block: &Reader<'_>, result: &mut CaseResult| {
            for square in block.items().iter().filter_map(|item| self.square(item)) {
                result.expect("free", "true", &rules::free(&state, square).to_string());
            }
        };
        let found = Found { entries: &happened, told: &Complaints::new() };
        if let Some(then) = top.need("then") {
            matcher.compare((case, &then), &found, (&["free"], own), &mut result);
        }
        result.dice(&dice);
        result.understood(&top);
        result
    }
}

/// Traps and marks in turn 1.
fn position(toy: &Toy, given: &Reader<'_>) -> Option<State> {
    given.only(&["traps", "marks"]);
    let traps = given.get("traps").and_then(|traps| traps.entries("traps"));
    let marks = given.get("marks").and_then(|marks| marks.entries("marks"));
    let mut state = State { stage: Stage::Mark, turn: 1, ..State::new(Tempo::Brisk) };
    for (player, square) in traps.into_iter().flatten() {
        state.traps.insert(Player::parse(&player.text)?, toy.square(&square)?);
    }
    for (square, player) in marks.into_iter().flatten() {
        let player = player.one_of("a player", engine::Common::Case)?;
        state.marks.insert(Square::new(&square.text)?, player);
    }
    Some(state)
}

/// Reads the squares that the players named.
fn answers(toy: &Toy, when: &Reader<'_>) -> Answers<(), Orders> {
    when.only(Player::WORDS);
    let answer = |player: &Player| {
        let square = toy.square(&when.get(player.word())?)?;
        let prompt = Prompt::new(player.seat(), Stage::Mark.word(), ());
        Some(Answer { prompt, orders: Orders { square }, source: Source::Fresh })
    };
    Answers(Player::ALL.iter().filter_map(answer).collect())
}
