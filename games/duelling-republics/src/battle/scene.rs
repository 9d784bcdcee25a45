//! Where a battle is played: the campaign's table, a case with scripted dice, or a trial.

use super::events::Event;
use engine::dice::{Dice, Secrecy};
use engine::{Entry, Rng};
use std::borrow::Cow;

/// Takes events and throws dice. One call throws and tells what came of it, so that a roll always explains one event.
pub trait Scene {
    /// Lets something happen, by a rule.
    fn record(&mut self, rule: &'static str, event: Event);

    /// Throws `count` six-sided dice and lets happen what `read` makes of their faces. `read` is called exactly once.
    ///
    /// A label that names several dice does so in the order thrown, with ` v ` between them.
    fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: &mut dyn FnMut(&[u32]) -> Event,
    );
}

/// A scene with dice of its own that keeps what happens: for cases and dry runs.
#[derive(Debug)]
pub struct Logged {
    /// The dice.
    pub dice: Dice,
    /// What happened so far.
    pub entries: Vec<Entry<Event>>,
}

impl Logged {
    /// Nothing has happened yet.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, entries: Vec::new() }
    }

    fn push(&mut self, rule: &'static str, event: Event, roll: Option<engine::Roll>) {
        let n = u32::try_from(self.entries.len()).unwrap_or(u32::MAX).saturating_add(1);
        self.entries.push(Entry { n, rule: Cow::Borrowed(rule), event, roll });
    }
}

impl Scene for Logged {
    fn record(&mut self, rule: &'static str, event: Event) {
        self.push(rule, event, None);
    }

    fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: &mut dyn FnMut(&[u32]) -> Event,
    ) {
        let roll = self.dice.throw(label, Secrecy::Open, 6, count);
        let event = read(&roll.faces);
        self.push(rule, event, Some(roll));
    }
}

/// A scene that forgets: for trials, with a player's whims as dice, never the game's.
pub struct Trial<'a>(pub &'a mut Rng);

impl Scene for Trial<'_> {
    fn record(&mut self, _: &'static str, _: Event) {}

    fn settle(
        &mut self,
        _: &'static str,
        _: &str,
        count: usize,
        read: &mut dyn FnMut(&[u32]) -> Event,
    ) {
        let faces: Vec<u32> =
            (0..count).map(|_| u32::try_from(self.0.below(6)).unwrap_or(0) + 1).collect();
        read(&faces);
    }
}
