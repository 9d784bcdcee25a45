//! A player who does anything lawful, and means nothing by it.

use super::report;
use super::ways::reach;
use crate::asked::Query;
use crate::battle::plan::{Draft, Posture, Sector};
use crate::elements::{ArmyId, Side, Troop};
use crate::events::sight::View;
use crate::names::{Do, Gaul, IfSiege};
use crate::orders::battle::{BattleId, BattleOrders, Elect, MinorOrders};
use crate::orders::{
    Choice, ElementItem, Item, Orders, Pick, Recruit, Reply, Resources, Says, Setup, Turns,
};
use crate::policy::{ArmyPolicy, End, MinorPolicy, Policy, Relieved, Sallied, Sent};
use crate::prompts::Question;
use crate::rules::{Field, control, entered, political, question};
use engine::{Rng, Seat};

pub(super) fn orders(
    field: &Field<'_>,
    view: &View,
    seat: &Seat,
    question: &Question,
    rng: &mut Rng,
) -> Option<Orders> {
    match question {
        Question::Ready => Some(Orders::default()),
        Question::Setup { army } => Some(Orders::Setup(setup(field, *army, rng))),
        Question::Resources | Question::Allocate => {
            let allocate = allocations(field, view.side?, rng);
            let mut army = ArmyId::of(view.side?).to_vec();
            rng.shuffle(&mut army);
            Some(Orders::Resources(Resources { allocate, army, ..Resources::default() }))
        }
        Question::Commands { armies } => {
            let army = rng.pick(armies).copied().into_iter().collect();
            Some(Orders::Resources(Resources { army, ..Resources::default() }))
        }
        Question::Season { army } => {
            Some(Orders::Season(Box::new(Turns::of(*army, vec![turn(field, *army, rng)]))))
        }
        Question::Answer { entry } => {
            let lawful: Vec<Do> = Do::ALL
                .iter()
                .copied()
                .filter(|what| entered::lawful(field, entry, *what).is_ok())
                .collect();
            let what = rng.pick(&lawful).copied().unwrap_or(Do::Fight);
            let (army, to, note) = (entry.target, Vec::new(), Vec::new());
            Some(Orders::Answer(Reply { army, what, to, resign: false, note }))
        }
        Question::Asked { query } => Some(Orders::Told(Box::new(told(field, query, rng).into()))),
        Question::Plan { battles } => Some(plans(field, seat, battles, rng)),
        Question::Ruling { battles } => Some(super::ruling(field, battles)),
        Question::Report { battle } => {
            let mut report = report(field.state.battle(*battle)?)?;
            if rng.chance(1, 6) {
                report.winner = super::Whose::Nobody;
            }
            Some(Orders::Report(Box::new(report)))
        }
        Question::Minor => {
            let row = u8::try_from(rng.below(field.chart.minor_rows.len()) + 1).ok();
            Some(Orders::Minor(Box::new(MinorOrders { row, ..MinorOrders::default() })))
        }
        Question::Seats | Question::Word => None,
    }
}

/// Any lawful answer in the middle of a phase.
fn told(field: &Field<'_>, query: &Query, rng: &mut Rng) -> Says {
    let body = question::body(field, query.army());
    let general = body.general;
    let mut men: Vec<_> = body.all().filter(|element| general != Some(*element)).collect();
    rng.shuffle(&mut men);
    let usual = question::usual(field, query, None);
    let said = match query {
        Query::Gaul { .. } => rng.pick(Gaul::ALL).copied().map(Says::Gaul),
        Query::Siege { .. } => rng.pick(IfSiege::ALL).copied().map(Says::IfSiege),
        Query::Retreat { places, .. } => rng.pick(places).map(|place| Says::To(vec![*place])),
        Query::Losses { number, .. } => {
            men.truncate(usize::from(*number));
            Some(Says::Lose(men))
        }
        Query::Contingent { most, .. } => {
            men.truncate(rng.below(usize::from(*most) + 1));
            Some(Says::Contingent(Sent::These(men)))
        }
        Query::HandOver { .. } => {
            men.truncate(rng.below(3));
            Some(Says::Give(men))
        }
    };
    said.filter(|says| question::refusals(field, query, says).is_empty()).unwrap_or(usual)
}

/// A plan where the seat leads, a wish to fight a minor war everywhere.
fn plans(field: &Field<'_>, seat: &Seat, battles: &[BattleId], rng: &mut Rng) -> Orders {
    let mut said = Vec::new();
    for battle in battles {
        let found = field.state.battle(*battle);
        let leads = found.is_some_and(|b| b.hosts.iter().any(|host| host.seat == *seat));
        let plan = leads.then(|| plan(rng));
        let (battle, minor_war) = (Some(*battle), Some(Elect::Elect));
        said.push(BattleOrders { battle, plan, minor_war, ..BattleOrders::default() });
    }
    Orders::Battles(said)
}

/// Elements at random, as many as are due.
fn setup(field: &Field<'_>, army: ArmyId, rng: &mut Rng) -> Setup {
    let (side, due) = (army.side(), control::due(field, army));
    let list = field.core(side);
    let mut elements: Vec<Troop> = vec![list.general];
    let mut slots: Vec<usize> = (0..list.slots.0.len()).collect();
    rng.shuffle(&mut slots);
    for slot in slots {
        let more = rng.pick(&list.slots.0[slot]).copied().unwrap_or(list.general);
        if elements.len() < due && list.slots.admits(&elements, more) {
            elements.push(more);
        }
    }
    if control::unlawful(field, side, &elements, due).is_some() {
        let form = usize::from(field.state.options.expanded);
        let start = field.chart.start.iter().find(|start| start.id == army);
        elements.clone_from(&start.expect("every army has a starting place").elements[form]);
    }
    Setup { army, elements, resign: false, note: Vec::new() }
}

fn allocations(field: &Field<'_>, side: Side, rng: &mut Rng) -> Vec<Item> {
    let mut list = Vec::new();
    for _ in 0..8 {
        let army = *rng.pick(&ArmyId::of(side)).unwrap_or(&ArmyId::of(side)[0]);
        let kind = rng.pick(Troop::ALL).copied().map_or(Pick::General, Pick::Of);
        let item = match rng.below(4) {
            0 => Item::VP,
            1 => Item::Gold { gold: army },
            2 => Item::Element { element: ElementItem { army, kind, allied: true } },
            _ => Item::Element { element: ElementItem { army, kind, allied: false } },
        };
        if political::lawful(field, side, &item).is_ok() {
            list.push(item);
        }
    }
    list
}

fn turn(field: &Field<'_>, id: ArmyId, rng: &mut Rng) -> Choice {
    if field.state.besieged(id) {
        return Choice { sally: rng.chance(1, 3), ..Choice::default() };
    }
    let routes = reach(field, id);
    let routes: Vec<_> = routes.values().collect();
    let Some(route) = rng.pick(&routes).filter(|_| rng.chance(2, 3)) else {
        return Choice::default();
    };
    let at = field.state.army(id).map(|army| army.at);
    let recruit = at
        .filter(|_| rng.chance(1, 2))
        .map(|at| Recruit { at, elements: vec![Pick::General, Pick::Of(Troop::Ps)] });
    // Each element counts for the next: the list has one general, and a foreign theater gives a few elements in all.
    let lawful = |recruit: &Recruit| {
        let Some(army) = field.state.army(id) else { return false };
        let mut body = army.body.clone();
        recruit.elements.iter().all(|kind| {
            political::ally_of(field, id, recruit.at, &body, *kind)
                .map(|(troop, general)| body.hire(troop, general))
                .is_ok()
        })
    };
    // The player is asked later for a choice that is left out here.
    let (if_siege, gaul) = (rng.chance(1, 2), rng.chance(1, 2));
    Choice {
        recruit: recruit.filter(lawful).into_iter().collect(),
        path: route.steps.clone(),
        leave_siege: field.state.besieges(id),
        if_siege: rng.pick(IfSiege::ALL).copied().filter(|_| if_siege),
        gaul: rng.pick(Gaul::ALL).copied().filter(|_| gaul),
        ..Choice::default()
    }
}

fn plan(rng: &mut Rng) -> Draft {
    let mut draft = Draft::default();
    for sector in Sector::LINE {
        if let Some(said) = draft.sector_mut(sector) {
            said.posture = rng.pick(Posture::ALL).copied();
        }
    }
    draft
}

pub(super) fn policy(field: &Field<'_>, seat: &Seat, rng: &mut Rng) -> Policy {
    let mut policy = Policy {
        minor_war: Some(MinorPolicy { elect: Some(rng.chance(1, 2)), ..MinorPolicy::default() }),
        end: rng.chance(1, 20).then_some(End::Agree),
        ..Policy::default()
    };
    if let Some(slot) = field.state.command(seat).and_then(|id| policy.slot(id)) {
        *slot = Some(ArmyPolicy {
            gaul: rng.pick(Gaul::ALL).copied(),
            relieved: rng.pick(Relieved::ALL).copied(),
            sallied_upon: rng.pick(Sallied::ALL).copied(),
            if_siege: rng.pick(IfSiege::ALL).copied(),
            last_word: Some(rng.chance(1, 2)),
            ..ArmyPolicy::default()
        });
    }
    policy
}
