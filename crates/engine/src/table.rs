//! The table: where rules act, and the only place where a state changes.

use super::answer::{Answer, Answers};
use super::chapter::Entry;
use super::dice::{Dice, Roll, Secrecy};
use super::filing::InForce;
use super::game::{Given, Input};
use super::node::Path;
use super::origin::{OrderRef, Sources, sources};
use super::rules::{AnswersOf, Rules};
use super::seat::Seat;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

pub(super) type InputOf<R> = Input<<R as Rules>::Orders, <R as Rules>::Policy>;

/// The table that a resolution works on: there it reads the state, records events and throws dice. It never gets the
/// state to change.
pub struct Table<'a, R: Rules> {
    rules: &'a R,
    state: &'a mut R::State,
    force: &'a BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
    dice: &'a mut Dice,
    entries: Vec<Entry<R::Event>>,
    next: u32,
    /// The places of this phase's answers in the files, by seat and prompt.
    sources: Sources,
    /// The order that is being carried out.
    order: Option<OrderRef>,
    /// The inputs of a resolution that is repeated, up to its last question.
    inputs: &'a [InputOf<R>],
    /// Dice that were thrown the last time.
    thrown: VecDeque<Roll>,
    diverged: bool,
    /// True if the game itself is played here, not a rehearsal.
    asks: bool,
    /// The place where it ended or halted.
    cut: Option<Cut<R::State>>,
}

/// The moment after which nothing counts any more.
struct Cut<S> {
    state: S,
    entries: usize,
    dice: Dice,
    /// True if it waits for an answer.
    asks: bool,
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
        Self {
            rules,
            state,
            force,
            dice,
            entries: Vec::new(),
            next,
            sources: BTreeMap::new(),
            order: None,
            inputs: &[],
            thrown: VecDeque::new(),
            diverged: false,
            asks: false,
            cut: None,
        }
    }

    /// Lets a resolution that has asked already be done again: `inputs` is all that it was given and is given now, the
    /// first of them in hand; `thrown` the dice that it threw.
    pub(super) fn does_again(&mut self, inputs: &'a [InputOf<R>], thrown: Vec<Roll>) {
        self.inputs = &inputs[1..];
        self.thrown = thrown.into();
    }

    /// Asks, in the middle of a resolution, what the state asks of its seats after the event just recorded: the answers
    /// to all of [`Rules::prompts`]. Without answers the resolution halts here: whatever the title still does, by
    /// whatever answer it likes, does not count. Once there are answers, the resolution is done again up to here, event
    /// for event. To be called only where [`Table::asks`] is true.
    pub fn ask(&mut self) -> Option<AnswersOf<R>> {
        if self.cut.is_some() {
            return None;
        }
        let Some((input, rest)) = self.inputs.split_first() else {
            self.cut(true);
            return None;
        };
        (self.inputs, self.force) = (rest, &input.force);
        let Some((answers, sources)) = taken(self.rules, self.state, input) else {
            self.diverged = true;
            self.cut(false);
            return None;
        };
        self.sources.extend(sources);
        Some(answers)
    }

    /// Ends the resolution here, even in its middle: nothing that a title still does counts.
    pub fn end(&mut self) {
        if self.cut.is_none() {
            self.cut(false);
        }
    }

    fn cut(&mut self, asks: bool) {
        let (state, dice) = (self.state.clone(), self.dice.clone());
        self.cut = Some(Cut { state, entries: self.entries.len(), dice, asks });
    }

    /// Sets where the answers of this phase are in the files, and notes that the game itself is played; never called
    /// for a rehearsal.
    pub(super) fn answered_from(&mut self, sources: Sources) {
        (self.sources, self.asks) = (sources, true);
    }

    /// True if the resolution can ask here for an answer in its middle; never at a table that rehearses.
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// The place in a seat's file of its answer to the prompt `name`; none if no file gave it.
    pub fn order_of(&self, seat: &Seat, name: &str) -> Option<OrderRef> {
        self.sources.get(&(seat.clone(), name.to_owned())).cloned()
    }

    /// The place in a seat's file of its standing order under `key`; none if the title's default holds.
    pub fn standing_order(&self, seat: &Seat, key: &str) -> Option<OrderRef> {
        let force = self.force.get(seat)?;
        let phase = force.since.get(key).copied().or(force.standing.as_ref().map(|s| s.phase))?;
        let path = Path::top().then("standing").then(key);
        Some(OrderRef { seat: seat.clone(), phase, path })
    }

    /// The place in a seat's file of what it gave ahead under `name`, for titles that consult it without a prompt.
    pub fn order_ahead(&self, seat: &Seat, name: &str) -> Option<OrderRef> {
        let phase = self.force.get(seat)?.ahead.get(name)?.phase;
        let path = Path::top().then("ahead").then(name);
        Some(OrderRef { seat: seat.clone(), phase, path })
    }

    /// Sets the order for which the title acts from now on: all events recorded until the next call carry it out, void
    /// or alter it. `None`: they follow from the rules alone.
    pub fn by_order(&mut self, order: Option<OrderRef>) {
        self.order = order;
    }

    /// The order for which the title acts now.
    pub fn current_order(&self) -> Option<&OrderRef> {
        self.order.as_ref()
    }

    /// The title with its data, by which the game is played.
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

    /// The orders that a seat gave ahead under `name`, for titles that consult them without a prompt.
    pub fn ahead(&self, seat: &Seat, name: &str) -> Option<&'a R::Orders> {
        self.force.get(seat)?.ahead.get(name).map(|filed| &filed.says)
    }

    /// Lets something happen, by a rule.
    pub fn record(&mut self, rule: &'static str, event: R::Event) {
        self.push(rule, event, None, None);
    }

    /// Records that an order, or a part of it, comes to nothing, and the code under which it does.
    pub fn void(&mut self, rule: &'static str, code: impl Into<&'static str>, event: R::Event) {
        self.push(rule, event, None, Some(code.into()));
    }

    /// Throws `count` dice of `sides` sides and records the event that `read` makes of the faces: one die, one event.
    /// The label says what the roll is for.
    pub fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        secrecy: Secrecy,
        sides: u32,
        count: usize,
        read: impl FnOnce(&R::State, &[u32]) -> R::Event,
    ) {
        let again = self.again(label, 1..=sides, count);
        let roll = again.unwrap_or_else(|| self.dice.throw(label, secrecy, sides, count));
        let event = read(self.state, &roll.faces);
        self.push(rule, event, Some(roll), None);
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
        let last = u32::try_from(len).expect("few items are shuffled");
        let again = self.again(label, 0..=last.saturating_sub(1), len);
        let roll = again.unwrap_or_else(|| self.dice.shuffle(label, secrecy, len));
        let event = read(self.state, &roll.faces);
        self.push(rule, event, Some(roll), None);
    }

    /// The roll that was thrown here the last time; none where dice were thrown for something else.
    fn again(&mut self, label: &str, faces: RangeInclusive<u32>, count: usize) -> Option<Roll> {
        let roll = self.thrown.pop_front()?;
        // A label that was used before in its record has a number.
        let same = roll.label.split('#').next() == Some(label)
            && roll.faces.len() == count
            && roll.faces.iter().all(|face| faces.contains(face));
        self.diverged |= !same;
        same.then_some(roll)
    }

    pub(super) fn diverged(&self) -> bool {
        self.diverged
    }

    fn push(
        &mut self,
        rule: &'static str,
        event: R::Event,
        roll: Option<Roll>,
        code: Option<&'static str>,
    ) {
        R::apply(self.state, &event);
        let (rule, order) = (Cow::Borrowed(rule), self.order.clone());
        self.entries.push(Entry { n: self.next, rule, event, roll, order, code });
        self.next += 1;
    }

    /// The events recorded so far.
    pub fn entries(&self) -> &[Entry<R::Event>] {
        &self.entries
    }

    /// Ends the work at this table and returns what happened.
    pub fn leave(self) -> Vec<Entry<R::Event>> {
        self.close().0
    }

    /// Ends the work at this table and returns what happened, and whether an answer is awaited.
    pub(super) fn close(mut self) -> (Vec<Entry<R::Event>>, bool) {
        let Some(cut) = self.cut else { return (self.entries, false) };
        self.entries.truncate(cut.entries);
        (*self.state, *self.dice) = (cut.state, cut.dice);
        (self.entries, cut.asks)
    }
}

/// The answers that an input gives to what `state` asks, and the place of each in its file; `None` if the input
/// answered another question.
pub(super) fn taken<R: Rules>(
    rules: &R,
    state: &R::State,
    input: &InputOf<R>,
) -> Option<(AnswersOf<R>, Sources)> {
    let asked = rules.prompts(state);
    let answer = |given: &Given<R::Orders>| {
        let prompt = asked.iter().find(|p| p.seat == given.seat && p.name == given.prompt)?;
        let (orders, source) = (given.says.clone(), given.source.clone());
        Some(Answer { prompt: prompt.clone(), orders, source })
    };
    let answers = Answers(input.answers.iter().map(answer).collect::<Option<_>>()?);
    let sources = sources(&answers, input.record, &asked);
    Some((answers, sources))
}
