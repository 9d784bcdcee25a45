//! The table: where rules act, and the only place where a state changes.

use super::dice::{Dice, Secrecy};
use super::rules::{InForce, Rules};
use super::run::Entry;
use super::seat::Seat;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a resolution works with: it reads the state, records events and throws dice. There is no
/// mutable state to reach for.
pub struct Table<'a, R: Rules> {
    rules: &'a R,
    state: &'a mut R::State,
    force: &'a BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
    dice: &'a mut Dice,
    entries: Vec<Entry<R::Event>>,
    next: u32,
}

impl<'a, R: Rules> Table<'a, R> {
    /// A table whose first event gets the number `next`.
    pub fn new(
        rules: &'a R,
        state: &'a mut R::State,
        force: &'a BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
        dice: &'a mut Dice,
        next: u32,
    ) -> Self {
        Self { rules, state, force, dice, entries: Vec::new(), next }
    }

    /// The laws.
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// The state as all events so far have left it.
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// A seat's standing orders.
    pub fn policy(&self, seat: &Seat) -> Option<&'a R::Policy> {
        self.force.get(seat)?.standing.as_ref().map(|filed| &filed.says)
    }

    /// What a seat has given ahead under `name`, for titles that consult it without a prompt.
    pub fn ahead(&self, seat: &Seat, name: &str) -> Option<&'a R::Orders> {
        self.force.get(seat)?.ahead.get(name).map(|filed| &filed.says)
    }

    /// Lets something happen, by a rule.
    pub fn record(&mut self, rule: &'static str, event: R::Event) {
        R::apply(self.state, &event);
        self.entries.push(Entry { n: self.next, rule: Cow::Borrowed(rule), event, roll: None });
        self.next += 1;
    }

    /// Throws `count` dice of `sides` sides and lets happen what `read` makes of the faces: one die,
    /// one event. The label says what the roll is for.
    pub fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        secrecy: Secrecy,
        sides: u32,
        count: usize,
        read: impl FnOnce(&R::State, &[u32]) -> R::Event,
    ) {
        let roll = self.dice.throw(label, secrecy, sides, count);
        let event = read(self.state, &roll.faces);
        R::apply(self.state, &event);
        self.entries.push(Entry {
            n: self.next,
            rule: Cow::Borrowed(rule),
            event,
            roll: Some(roll),
        });
        self.next += 1;
    }

    /// Shuffles `len` things; `read` gets their new order as indices from 0.
    pub fn shuffle(
        &mut self,
        rule: &'static str,
        label: &str,
        secrecy: Secrecy,
        len: usize,
        read: impl FnOnce(&R::State, &[u32]) -> R::Event,
    ) {
        let roll = self.dice.shuffle(label, secrecy, len);
        let event = read(self.state, &roll.faces);
        R::apply(self.state, &event);
        self.entries.push(Entry {
            n: self.next,
            rule: Cow::Borrowed(rule),
            event,
            roll: Some(roll),
        });
        self.next += 1;
    }

    /// What has been recorded so far.
    pub fn entries(&self) -> &[Entry<R::Event>] {
        &self.entries
    }

    /// Ends the work at this table.
    pub fn leave(self) -> Vec<Entry<R::Event>> {
        self.entries
    }
}
