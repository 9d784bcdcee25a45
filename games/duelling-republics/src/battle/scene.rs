//! The places where a battle can be played: the campaign's table, a case with scripted dice, or a trial.

use super::apply::write;
use super::events::Event;
use super::line::Line;
use engine::dice::{Dice, Secrecy};
use engine::{Entry, Rng};
use std::borrow::Cow;

/// Keeps the line, takes events, which alone change it, and throws dice. One call throws and tells what came of it, so
/// that a roll always explains one event.
pub(crate) trait Scene {
    /// The line after all events so far. A battle begins with its deployment: before it there is no line.
    fn line(&self) -> &Line;

    /// Records an event under a rule.
    fn record(&mut self, rule: &'static str, event: Event);

    /// Throws `count` six-sided dice, and records the event that `read` makes of the line and their faces. `read` is
    /// called exactly once.
    ///
    /// A label for several dice names them in the order thrown, with ` v ` between them.
    fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: &mut dyn FnMut(&Line, &[u32]) -> Event,
    );
}

/// The reason why a line is there whenever it is asked for.
pub(crate) const DEPLOYED: &str = "a battle begins with its deployment";

/// A scene with dice of its own that keeps what happens: for cases and dry runs.
#[derive(Debug)]
pub(crate) struct Logged {
    pub dice: Dice,
    pub entries: Vec<Entry<Event>>,
    line: Option<Line>,
}

impl Logged {
    pub(crate) const fn new(dice: Dice) -> Self {
        Self { dice, entries: Vec::new(), line: None }
    }

    pub(crate) const fn from_line(dice: Dice, line: Line) -> Self {
        Self { dice, entries: Vec::new(), line: Some(line) }
    }

    fn push(&mut self, rule: &'static str, event: Event, roll: Option<engine::Roll>) {
        write(&mut self.line, &event);
        let n = u32::try_from(self.entries.len() + 1).expect("every battle ends");
        self.entries.push(Entry {
            n,
            rule: Cow::Borrowed(rule),
            event,
            roll,
            order: None,
            code: None,
        });
    }
}

impl Scene for Logged {
    fn line(&self) -> &Line {
        self.line.as_ref().expect(DEPLOYED)
    }

    fn record(&mut self, rule: &'static str, event: Event) {
        self.push(rule, event, None);
    }

    fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: &mut dyn FnMut(&Line, &[u32]) -> Event,
    ) {
        let roll = self.dice.throw(label, Secrecy::Open, 6, count);
        let event = read(self.line(), &roll.faces);
        self.push(rule, event, Some(roll));
    }
}

/// A scene that forgets what happened: for trials. Its dice are a player's own random numbers, never the game's.
pub(crate) struct Trial<'a> {
    rng: &'a mut Rng,
    line: Option<Line>,
}

impl<'a> Trial<'a> {
    pub(crate) const fn new(rng: &'a mut Rng) -> Self {
        Self { rng, line: None }
    }
}

impl Scene for Trial<'_> {
    fn line(&self) -> &Line {
        self.line.as_ref().expect(DEPLOYED)
    }

    fn record(&mut self, _: &'static str, event: Event) {
        write(&mut self.line, &event);
    }

    fn settle(
        &mut self,
        _: &'static str,
        _: &str,
        count: usize,
        read: &mut dyn FnMut(&Line, &[u32]) -> Event,
    ) {
        let faces: Vec<u32> =
            (0..count).map(|_| u32::try_from(self.rng.below(6)).expect("below six") + 1).collect();
        let event = read(self.line(), &faces);
        write(&mut self.line, &event);
    }
}
