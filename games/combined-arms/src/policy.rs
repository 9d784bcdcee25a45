//! Answers prompts without a file: standing attack policies, and units placed ahead.

use super::names::{Side, UnitId};
use super::orders::{AtWill, Camp, FallBack, Item, Orders, Policy, Spot};
use super::rules::{retreat, setup};
use super::state::{State, Unit};
use super::{CombinedArms, Question};
use engine::kit::Squares;
use engine::{AheadAnswer, Prompt, StandingAnswer, Tempo};

/// Says whether orders given ahead answer a prompt now.
pub(super) fn ahead(view: &State, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
    match prompt.question {
        Question::Attack if view.options.tempo == Tempo::Brisk => AheadAnswer::Answer(kept.clone()),
        Question::Place { due } => place_ahead(view, usize::from(due), kept),
        _ => AheadAnswer::Wait,
    }
}

/// Says whether a standing order, or the title's default for it, answers a prompt by itself.
pub(super) fn standing(
    rules: &CombinedArms,
    view: &State,
    prompt: &Prompt<Question>,
    policy: Option<&Policy>,
) -> StandingAnswer<Orders> {
    match prompt.question {
        Question::Attack if view.options.tempo == Tempo::Brisk => {
            StandingAnswer::Answer(rules.attack_by_policy(policy))
        }
        Question::Retreat { unit } if view.unit(unit).is_some_and(|unit| settles(policy, unit)) => {
            StandingAnswer::Answer(Orders::FallBack(FallBack::default()))
        }
        _ => StandingAnswer::Pass,
    }
}

/// The orders of a side that is declared absent.
pub(super) fn fallback(
    rules: &CombinedArms,
    prompt: &Prompt<Question>,
    policy: Option<&Policy>,
) -> Orders {
    match prompt.question {
        Question::Muster | Question::Place { .. } | Question::Deploy { .. } => {
            Orders::Camp(Camp::default())
        }
        Question::Move => Orders::List(Vec::new()),
        Question::Attack => rules.attack_by_policy(policy),
        Question::Retreat { .. } => Orders::FallBack(FallBack::default()),
    }
}

/// True if a side's own standing orders say where a unit falls back to.
pub(super) fn settles(policy: Option<&Policy>, unit: &Unit) -> bool {
    retreat::criteria(policy, unit, &[]).0.is_some()
}

impl CombinedArms {
    /// The attacks of a side that says nothing else: its standing policy, else the data's.
    pub(super) fn attack_by_policy(&self, policy: Option<&Policy>) -> Orders {
        let attack = policy.and_then(|policy| policy.attack).unwrap_or(self.chart.attack_default);
        let at_will =
            attack.at_will.then_some(Item::AtWill(AtWill { units: None, pila: attack.pila }));
        Orders::List(at_will.into_iter().collect())
    }
}

/// How a list of units placed ahead answers a prompt for `due` units (S4): with the first that still fit, if they are
/// enough; the rest stays for later.
fn place_ahead(state: &State, due: usize, kept: &Orders) -> AheadAnswer<Orders> {
    let (Orders::Camp(camp), Some((side, _))) = (kept, setup::due(state)) else {
        return AheadAnswer::Wait;
    };
    let mut taken = Squares::new();
    let mut fit = Vec::new();
    let mut rest = Vec::new();
    for (unit, spot) in &camp.units {
        if fit.len() == due {
            rest.push((*unit, *spot));
        } else if fits(state, side, *unit, *spot)
            && !taken.has(spot.square)
            && !fit.iter().any(|(placed, _)| placed == unit)
        {
            taken.add(spot.square);
            fit.push((*unit, *spot));
        }
    }
    if fit.len() < due {
        return AheadAnswer::Wait;
    }
    let now =
        Orders::Camp(Camp { units: fit, draw: camp.draw, resign: camp.resign, ..Camp::default() });
    if rest.is_empty() {
        AheadAnswer::Answer(now)
    } else {
        AheadAnswer::Partly(now, Orders::Camp(Camp { units: rest, ..Camp::default() }))
    }
}

fn fits(state: &State, side: Side, unit: UnitId, spot: Spot) -> bool {
    setup::of(state, side).any(|waiting| waiting.id == unit)
        && setup::obstacle(state, side, spot.square).is_none()
}
