//! Games as a seat imagines them.

use super::imagine::Imagine;
use crate::chapter::Outcome;
use crate::dice::Dice;
use crate::filing::{Filed, InForce};
use crate::game::GameState;
use crate::player::BotStyle;
use crate::prompt::Prompt;
use crate::rng::Rng;
use crate::rules::{AtSeat, GameStateOf, InForceOf, ParsedOrdersOf};
use crate::run::run;
use crate::seat::{Seat, Viewer};
use crate::stop::Stop;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// Nothing but what their standing orders and the rules do for them.
    Stand,
    /// They file what the built-in player would.
    Play,
}

/// A game as the seat imagines it, before the open phase.
pub(super) struct World<R: Imagine> {
    position: GameStateOf<R>,
    /// The seed from which the answers of the other seats are drawn.
    seed: u64,
    dice: [[u8; 32]; 2],
}

/// A game that agrees with what a seat sees, with only its own orders in force; the same seed draws the same game.
pub fn imagined<R: Imagine>(rules: &R, at: &AtSeat<'_, R>, seed: u64) -> GameStateOf<R> {
    let mut game = GameState::new(rules.imagine(at, &mut Rng::new(seed)));
    game.force.extend(at.in_force.map(|own| (at.seat.clone(), own.clone())));
    game
}

impl<R: Imagine> World<R> {
    /// Another game that agrees with what the seat sees.
    pub(super) fn imagine(rules: &R, at: &AtSeat<'_, R>, rng: &mut Rng) -> Self {
        let state = rules.imagine(at, rng);
        let supposed = rules.suppose(&state, at.seat).into_iter();
        let mut force: BTreeMap<Seat, InForceOf<R>> = supposed
            .map(|(seat, says)| {
                let standing = Some(Filed { phase: 0, says });
                (seat, InForce { standing, ..InForce::default() })
            })
            .collect();
        if let Some(own) = at.in_force {
            force.insert(at.seat.clone(), own.clone());
        }
        let dice = [seed(rng), seed(rng)];
        Self { position: GameState { force, ..GameState::new(state) }, seed: rng.word(), dice }
    }

    /// The game, ready to be played on.
    pub(super) fn begin(&self) -> Imagined<R> {
        let [open, hidden] = self.dice;
        Imagined {
            position: self.position.clone(),
            rng: Rng::new(self.seed),
            dice: Dice::seeded(open, Some(hidden)),
            records: 0,
            outcome: None,
        }
    }
}

pub(super) struct Imagined<R: Imagine> {
    pub(super) position: GameStateOf<R>,
    rng: Rng,
    dice: Dice,
    pub(super) records: u32,
    pub(super) outcome: Option<Outcome>,
}

impl<R: Imagine> Imagined<R> {
    /// Resolves the open phase and all that then runs by itself: `own` is what one seat files; for the others, built-in
    /// players file, or nobody does. False if nothing was left to resolve.
    pub(super) fn step(
        &mut self,
        rules: &R,
        own: Option<(&Seat, &ParsedOrdersOf<R>)>,
        others: Others,
    ) -> bool {
        let mut by_seat: BTreeMap<Seat, Vec<Prompt<R::Question>>> = BTreeMap::new();
        for prompt in rules.prompts(&self.position.state) {
            by_seat.entry(prompt.seat.clone()).or_default().push(prompt);
        }
        // Whoever's built-in player is silent counts as absent.
        let asked: BTreeSet<Seat> = by_seat.keys().cloned().collect();
        let mut filings = BTreeMap::new();
        for (seat, prompts) in by_seat {
            let filing = match own {
                Some((own, filing)) if *own == seat => filing.clone(),
                _ if others == Others::Stand => continue,
                _ => {
                    let view = rules.view(&self.position.state, &Viewer::Seat(seat.clone()));
                    let in_force = self.position.force.get(&seat);
                    let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force };
                    rules.propose(&at, BotStyle::Sensible, &mut self.rng)
                }
            };
            filings.insert(seat, filing);
        }
        let number = self.records + 1;
        match run(rules, &mut self.position, number, &filings, &asked, &mut self.dice) {
            Ok(turn) => {
                self.records = number;
                self.outcome = turn.outcome;
                true
            }
            Err(Stop::Over) => false,
            Err(stop @ (Stop::Awaiting(_) | Stop::Unsound(_) | Stop::Sealed)) => {
                panic!("a rehearsal follows the rules: {stop:?}")
            }
        }
    }
}

fn seed(rng: &mut Rng) -> [u8; 32] {
    std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte"))
}
