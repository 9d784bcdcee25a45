//! Collects the answers to the prompts of a phase: fresh orders, orders given in advance, standing orders, the fallback.

use super::answer::{AheadAnswer, Answer, Retired, Source, StandingAnswer};
use super::filing::{InForce, ParsedOrders};
use super::order_rules::OrderRules;
use super::prompt::Prompt;
use super::rules::InForceOf;
use super::seat::{Seat, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// The files and absences that the open phase has received.
pub(super) struct Fresh<'a, O, P> {
    pub(super) filings: &'a BTreeMap<Seat, ParsedOrders<O, P>>,
    pub(super) absent: &'a BTreeSet<Seat>,
    pub(super) phase: u32,
}

/// The answers to one phase's prompts, and what taking them costs.
pub(super) struct Gathered<Q, O> {
    pub(super) answers: Vec<Answer<Q, O>>,
    pub(super) missing: Vec<Seat>,
    /// Orders given in advance that are used up (`None`) or cut down to what is left.
    pub(super) used: Vec<(Seat, String, Option<O>)>,
    pub(super) retired: Vec<Retired>,
    pub(super) withdrawn: Vec<Seat>,
}

impl<Q, O> Gathered<Q, O> {
    pub(super) const fn new() -> Self {
        Self {
            answers: Vec::new(),
            missing: Vec::new(),
            used: Vec::new(),
            retired: Vec::new(),
            withdrawn: Vec::new(),
        }
    }
}

/// Answers each prompt from fresh orders, else orders given in advance, else a standing order, else the
/// fallback of a seat declared absent.
pub(super) fn gather<R: OrderRules>(
    rules: &R,
    state: &R::State,
    force: &BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
    fresh: &Fresh<'_, R::Orders, R::Policy>,
) -> Gathered<R::Question, R::Orders> {
    let mut all = Gathered::new();
    for prompt in rules.prompts(state) {
        match answer(rules, state, force.get(&prompt.seat), fresh, &prompt, &mut all) {
            Some((orders, source)) => all.answers.push(Answer { prompt, orders, source }),
            None if prompt.optional || all.missing.contains(&prompt.seat) => {}
            None => all.missing.push(prompt.seat),
        }
    }
    all
}

fn answer<R: OrderRules>(
    rules: &R,
    state: &R::State,
    force: Option<&InForce<R::Orders, R::Policy>>,
    fresh: &Fresh<'_, R::Orders, R::Policy>,
    prompt: &Prompt<R::Question>,
    all: &mut Gathered<R::Question, R::Orders>,
) -> Option<(R::Orders, Source)> {
    let (seat, name) = (&prompt.seat, &prompt.name);
    if let Some(orders) = fresh.filings.get(seat).and_then(|filing| filing.orders.get(name)) {
        let spent =
            force.and_then(|f| f.ahead.get(name)).is_some_and(|filed| filed.phase != fresh.phase);
        if spent && rules.outdated(prompt) {
            all.used.push((seat.clone(), name.clone(), None));
        }
        return Some((orders.clone(), Source::Fresh));
    }
    let view = rules.view(state, &Viewer::Seat(seat.clone()));
    if let Some(answer) = by_force(rules, &view, force, prompt, all) {
        return Some(answer);
    }
    let policy = force.and_then(|f| f.standing.as_ref()).map(|filed| &filed.says);
    let absent = fresh.absent.contains(seat) && !prompt.optional;
    absent.then(|| (rules.fallback(&view, prompt, policy), Source::Fallback))
}

/// The answer to one prompt by what is in force: orders given in advance, else a standing order.
pub(super) fn by_force<R: OrderRules>(
    rules: &R,
    view: &R::View,
    force: Option<&InForceOf<R>>,
    prompt: &Prompt<R::Question>,
    all: &mut Gathered<R::Question, R::Orders>,
) -> Option<(R::Orders, Source)> {
    let (seat, name) = (&prompt.seat, &prompt.name);
    if let Some(filed) = force.and_then(|f| f.ahead.get(name)) {
        let source = Source::Ahead { filed: filed.phase };
        let (said, left) = match rules.ahead(view, prompt, &filed.says) {
            AheadAnswer::Answer(orders) => (Some(orders), Some(None)),
            AheadAnswer::Partly(orders, rest) => (Some(orders), Some(Some(rest))),
            AheadAnswer::Wait => (None, None),
            AheadAnswer::Retire(reason) => {
                all.retired.push(Retired { seat: seat.clone(), prompt: name.clone(), reason });
                (None, Some(None))
            }
        };
        if let Some(left) = left {
            all.used.push((seat.clone(), name.clone(), left));
        }
        if let Some(orders) = said {
            return Some((orders, source));
        }
    }
    let standing = force.and_then(|f| f.standing.as_ref());
    let policy = standing.map(|filed| &filed.says);
    match rules.standing(view, prompt, policy) {
        StandingAnswer::Answer(orders) => {
            return Some((orders, Source::Standing { filed: standing.map(|filed| filed.phase) }));
        }
        StandingAnswer::Pass => {}
        StandingAnswer::Retire(reason) => {
            all.retired.push(Retired { seat: seat.clone(), prompt: name.clone(), reason });
            all.withdrawn.push(seat.clone());
        }
    }
    None
}

/// Takes out of force what was withdrawn in a phase that now waits: its author is told at once, and may be the one
/// awaited. What else was gathered stays as it is until the phase is resolved.
pub(super) fn withdraw<O, P>(
    force: &mut BTreeMap<Seat, InForce<O, P>>,
    used: &[(Seat, String, Option<O>)],
    withdrawn: &[Seat],
    retired: &[Retired],
) {
    for (seat, name, _) in used {
        if retired.iter().any(|gone| gone.seat == *seat && gone.prompt == *name)
            && let Some(force) = force.get_mut(seat)
        {
            force.ahead.remove(name);
        }
    }
    for seat in withdrawn {
        if let Some(force) = force.get_mut(seat) {
            force.standing = None;
            force.since.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, InForce, Retired, Seat, withdraw};
    use crate::filing::Filed;

    #[test]
    fn what_withdraws_from_a_phase_that_waits_is_out_of_force_and_nothing_else() {
        let (rome, carthage) = (Seat::new("rome"), Seat::new("carthage"));
        let filed = |says: u8| Filed { phase: 3, says };
        let both =
            || BTreeMap::from([("move".to_owned(), filed(1)), ("attack".to_owned(), filed(2))]);
        let in_force =
            || InForce { ahead: both(), standing: Some(filed(9)), since: BTreeMap::new() };
        let mut force =
            BTreeMap::from([(rome.clone(), in_force()), (carthage.clone(), in_force())]);
        // Rome's moves given in advance withdrew; Carthage's would answer, and its standing order withdrew from another prompt.
        let used =
            [(rome.clone(), "move".to_owned(), None), (carthage.clone(), "move".to_owned(), None)];
        let gone = |seat: &Seat, prompt: &str| Retired {
            seat: seat.clone(),
            prompt: prompt.to_owned(),
            reason: String::new(),
        };
        withdraw(
            &mut force,
            &used,
            std::slice::from_ref(&carthage),
            &[gone(&rome, "move"), gone(&carthage, "attack")],
        );
        assert_eq!(force[&rome].ahead.keys().collect::<Vec<_>>(), ["attack"]);
        assert!(force[&rome].standing.is_some());
        assert_eq!(
            force[&carthage],
            InForce { ahead: both(), standing: None, since: BTreeMap::new() }
        );
    }
}
