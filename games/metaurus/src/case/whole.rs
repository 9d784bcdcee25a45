//! A step of a case in tempo full, as the machine plays it: questions in the middle of an activation are asked, and the next
//! step answers them.

use super::Forces;
use crate::Metaurus;
use crate::events::Event;
use crate::orders::Orders;
use crate::state::State;
use engine::rules::ParsedOrdersOf;
use engine::run::{awaited, run};
use engine::{Dice, Entry, GameState, GameStateOf, Rules, Seat, Stop, Tempo};
use std::collections::{BTreeMap, BTreeSet};

/// The game of a case, from its position on.
pub(super) struct Whole {
    game: GameStateOf<Metaurus>,
    records: u32,
}

impl Whole {
    pub(super) fn new(mut state: State, side: super::Side) -> Self {
        state.options.tempo = Tempo::Full;
        state.stage = super::Stage::Turn { side };
        // The other side's Player Turn follows, and waits.
        state.first = Some(side);
        Self { game: GameState::new(state), records: 0 }
    }

    pub(super) fn state(&self) -> &State {
        &self.game.state
    }

    /// Takes a step's files.
    ///
    /// # Errors
    /// Why nothing was resolved.
    pub(super) fn step(
        &mut self,
        rules: &Metaurus,
        orders: &BTreeMap<Seat, Orders>,
        absent: &BTreeSet<Seat>,
        forces: &Forces,
        dice: &mut Dice,
    ) -> Result<Vec<Entry<Event>>, Stop> {
        self.game.force.clone_from(forces);
        let mut filings: BTreeMap<Seat, ParsedOrdersOf<Metaurus>> = BTreeMap::new();
        for prompt in rules.prompts(&self.game.state) {
            if let Some(orders) = orders.get(&prompt.seat) {
                let filing = filings.entry(prompt.seat).or_default();
                filing.orders.insert(prompt.name, orders.clone());
            }
        }
        self.records += 1;
        let turn = run(rules, &mut self.game, self.records, &filings, absent, dice)?;
        Ok(turn.chapters.into_iter().flat_map(|chapter| chapter.events).collect())
    }

    /// The open question with its seat: `rome retreat`.
    pub(super) fn asked(&self, rules: &Metaurus) -> String {
        let all = awaited(rules, &self.game);
        let one = |prompt: &engine::Prompt<()>| format!("{} {}", prompt.seat, prompt.name);
        all.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
