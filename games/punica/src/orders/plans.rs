//! Plans given ahead for the next action: guards, and whether the order is lawful.

use crate::Punica;
use crate::check::action_complaints;
use crate::names::Side;
use crate::orders::{Answer, Orders, Plan, Planned};
use crate::policy::Guards;
use crate::state::State;
use engine::{AheadAnswer, Path, Seat, Tempo};

/// The plan that is carried out now: the first whose guards hold and whose order is wholly lawful.
pub(crate) fn due(
    rules: &Punica,
    view: &State,
    seat: &Seat,
    plans: &[Plan],
) -> AheadAnswer<Orders> {
    // In tempo full every action is awaited.
    let Some(side) = Side::of(seat).filter(|_| view.tempo == Tempo::Brisk) else {
        return AheadAnswer::Wait;
    };
    let (found, reasons) = first(rules, view, side, plans);
    match found {
        Some(answer) => AheadAnswer::Answer(Orders::Answer(Box::new(answer))),
        None => AheadAnswer::Retire(
            reasons
                .into_iter()
                .map(|(n, why)| format!("plan {n}: {why}"))
                .collect::<Vec<_>>()
                .join("; "),
        ),
    }
}

/// The first plan that fits, and why those before it, or all, do not.
pub(crate) fn first(
    rules: &Punica,
    view: &State,
    side: Side,
    plans: &[Plan],
) -> (Option<Answer>, Vec<(usize, String)>) {
    let (mut void, mut reasons) = (Vec::new(), Vec::new());
    for (at, plan) in plans.iter().enumerate() {
        if let Some(why) = unmet(rules, view, side, &plan.guards) {
            reasons.push((at + 1, why));
            continue;
        }
        let complaints = action_complaints(rules, view, side, &plan.order.action, &Path::top());
        if let Some(first) =
            complaints.into_iter().find(|complaint| complaint.kind() != engine::Kind::Warning)
        {
            void.push((at + 1, first.message.clone(), first.code));
            reasons.push((at + 1, first.message));
            continue;
        }
        let planned = Some(Planned { entry: at + 1, void });
        let (action, battles) = (Some(plan.order.action.clone()), plan.order.battles.clone());
        return (Some(Answer { action, battles, planned, ..Answer::default() }), reasons);
    }
    (None, reasons)
}

/// The first guard that does not hold, in words.
fn unmet(rules: &Punica, view: &State, side: Side, guards: &Guards) -> Option<String> {
    let (chart, board) = (rules.chart(), rules.board(view));
    if guards.no_battle && view.battle_before {
        return Some("a battle was fought in the enemy's turn".to_owned());
    }
    for (who, owner, numbers) in
        [("enemy", side.other(), &guards.enemy), ("mine", side, &guards.mine)]
    {
        for (area, compare) in numbers {
            let units = board.units(owner, chart.index(*area));
            if !compare.holds(i32::from(units)) {
                return Some(format!("{who} in {area} is {units}, which is not {compare}"));
            }
        }
    }
    let missing = guards.hand.iter().find(|card| !view.camp(side).hand.contains(card));
    missing.map(|card| format!("{card} is not in your hand"))
}
