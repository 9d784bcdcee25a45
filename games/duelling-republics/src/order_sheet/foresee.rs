//! The forecast of a draft: the marches of its armies on the seat's own view, by the first of their options that holds
//! now.

use crate::DuellingRepublics;
use crate::elements::ArmyId;
use crate::events::apply::apply;
use crate::events::sight::View;
use crate::events::{Event, Movement};
use crate::orders::{Choice, Orders};
use crate::rules::{choices, march};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Chapter, Entry, Foreseen, Rules};

/// The position after the marches that a draft orders, so far as nobody stands in their way; none if it orders none.
pub(crate) fn foresee(
    rules: &DuellingRepublics,
    at: &AtSeat<'_, DuellingRepublics>,
    filing: &ParsedOrdersOf<DuellingRepublics>,
) -> Option<Foreseen<DuellingRepublics>> {
    let mut view = at.view.clone();
    let mut steps = Vec::new();
    for orders in filing.orders.values() {
        let Orders::Season(turns) = orders else { continue };
        for id in ArmyId::CAMPAIGN {
            let own = view.state.army(id).is_some_and(|army| army.seat.as_ref() == Some(at.seat));
            if own {
                steps.extend(walk(rules, &mut view, id, turns.get(id).unwrap_or_default()));
            }
        }
    }
    if steps.is_empty() {
        return None;
    }
    let entry =
        |(n, event)| Entry { n, rule: "M1".into(), event, roll: None, order: None, code: None };
    let chapter = Chapter {
        phase: rules.phase(&at.view.state),
        answers: Vec::new(),
        events: (1..).zip(steps).map(entry).collect(),
    };
    Some((view, vec![chapter]))
}

/// The steps of an army by the first option whose conditions hold, as far as its way goes.
fn walk(rules: &DuellingRepublics, view: &mut View, id: ArmyId, options: &[Choice]) -> Vec<Event> {
    let mut steps = Vec::new();
    let field = rules.field(view);
    let Some(option) = options.iter().find(|option| choices::holds(&field, id, &option.when))
    else {
        return steps;
    };
    let Some(start) = field.state.army(id).map(|army| army.at) else { return steps };
    for (_, step) in option.steps(start) {
        let field = rules.field(view);
        let Some(from) = field.state.army(id).map(|army| army.at) else { break };
        let Ok(way) = march::way(&field, from, *step) else { break };
        let ends = march::ends(&field, id.side(), step.to, way);
        let moved = Movement::Moved { army: id, from, to: step.to, way, ends };
        let event = Event::Movement(Box::new(moved));
        apply(&mut view.state, &event);
        steps.push(event);
        if ends.is_some() {
            break;
        }
    }
    steps
}
