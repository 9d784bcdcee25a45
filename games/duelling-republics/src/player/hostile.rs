//! A player who writes whatever can be written, to try the resolution.

use super::report;
use crate::battle::plan::{Charge, Commit, Draft, Manner, Named, Sector, When as Whenever};
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::names::{Do, Gaul, IfSiege, Name, Resolve};
use crate::orders::battle::{BattleOrders, Elect, MinorOrders, Whose};
use crate::orders::standing::{
    ArmyPolicy, HandOver, Line, Policy, Relieved, Sallied, Sent, SentWord, When,
};
use crate::orders::{
    Choice, Condition, ElementItem, Give, Item, Note, Orders, Pick, RaiseItem, Ratio, Recruit,
    Reply, Resources, Setup, Step, Turns,
};
use crate::prompts::Question;
use crate::rules::Field;
use engine::{Seat, Wander};

/// Orders for one prompt.
pub(super) fn orders(
    field: &Field<'_>,
    seat: &Seat,
    question: &Question,
    wander: &mut Wander,
) -> Option<Orders> {
    if wander.chance(1, 10) {
        return None.or(Some(Orders::default()));
    }
    let note =
        vec![Note { to: vec![seat.clone(), Seat::new("nobody")], text: "on the march".to_owned() }];
    match question {
        Question::Setup { .. } => {
            let elements = (0..wander.below(20)).map(|_| troop(wander)).collect();
            Some(Orders::Setup(Setup { army: army(wander), elements, resign: false, note }))
        }
        Question::Resources | Question::Allocate | Question::Commands { .. } => {
            let allocate = (0..wander.below(9)).map(|_| item(field, wander)).collect();
            Some(Orders::Resources(Resources {
                allocate,
                army: vec![army(wander), army(wander)],
                resign: false,
                note,
            }))
        }
        Question::Season { army: own } => {
            let mut turns =
                Turns::of(*own, (0..wander.below(4)).map(|_| choice(field, wander)).collect());
            if let Some(slot) = turns.slot(army(wander)) {
                slot.get_or_insert_default().push(choice(field, wander));
            }
            Some(Orders::Season(Box::new(turns)))
        }
        Question::Answer { entry } => {
            let what = wander.pick(Do::ALL).copied().unwrap_or(Do::Siege);
            let to = (0..wander.below(3)).map(|_| place(field, wander)).collect();
            Some(Orders::Answer(Reply { army: entry.target, what, to, resign: false, note }))
        }
        Question::Plan { battles } => Some(Orders::Battles(
            battles
                .iter()
                .map(|battle| BattleOrders {
                    battle: wander.chance(2, 3).then_some(*battle),
                    resolve: wander.pick(Resolve::ALL).copied(),
                    plan: Some(plan(wander)),
                    command: [(Sector::Left, crate::battle::plan::SectorDraft::default())].into(),
                    minor_war: wander.pick(Elect::ALL).copied(),
                    resign: false,
                    note: Vec::new(),
                })
                .collect(),
        )),
        Question::Report { battle } => {
            let mut report = report(field.state.battle(*battle)?)?;
            report.winner = wander.pick(Whose::ALL).copied().unwrap_or(Whose::Nobody);
            report.kills.insert(Seat::new("r9"), 3);
            report.camp_looted.insert(Side::Rome, seat.clone());
            Some(Orders::Report(Box::new(report)))
        }
        Question::Ruling { battles } => Some(super::ruling(field, battles)),
        Question::Minor => Some(Orders::Minor(Box::new(MinorOrders {
            row: u8::try_from(wander.below(300)).ok(),
            army: Some(place(field, wander)),
            elements: (0..wander.below(14)).map(|_| troop(wander)).collect(),
            plan: Some(plan(wander)),
            ..MinorOrders::default()
        }))),
        Question::Ready | Question::Seats | Question::Word => Some(Orders::default()),
    }
}

fn army(wander: &mut Wander) -> ArmyId {
    wander.pick(&ArmyId::ALL).copied().unwrap_or(ArmyId::Ra)
}

fn troop(wander: &mut Wander) -> Troop {
    wander.pick(&Troop::ALL).copied().unwrap_or(Troop::Cv)
}

fn place(field: &Field<'_>, wander: &mut Wander) -> Name {
    let there = wander.pick(&field.chart.provinces).map(|province| province.id);
    there.filter(|_| wander.chance(9, 10)).unwrap_or(Name::of("atlantis"))
}

fn element(wander: &mut Wander) -> ElementId {
    ElementId {
        allied: wander.chance(1, 3),
        troop: troop(wander),
        number: u16::try_from(wander.below(4)).unwrap_or(1),
    }
}

fn pick(wander: &mut Wander) -> Pick {
    if wander.chance(1, 4) { Pick::General } else { Pick::Of(troop(wander)) }
}

fn item(field: &Field<'_>, wander: &mut Wander) -> Item {
    match wander.below(6) {
        0 => Item::VP,
        1 => Item::Gold { gold: army(wander) },
        2 => {
            let elements = (0..6).map(|_| troop(wander)).collect();
            Item::Raise { raise: RaiseItem { place: place(field, wander), elements } }
        }
        3 => Item::Repeat { repeat: Box::new(Item::Gold { gold: army(wander) }) },
        _ => Item::Element {
            element: ElementItem {
                army: army(wander),
                kind: pick(wander),
                allied: wander.chance(1, 2),
            },
        },
    }
}

fn choice(field: &Field<'_>, wander: &mut Wander) -> Choice {
    let when = match wander.below(6) {
        0 => vec![Condition::EnemyIn { enemy_in: place(field, wander) }],
        1 => vec![Condition::Odds { odds: (place(field, wander), Ratio(90)) }],
        2 => vec![Condition::Owner { owner: (place(field, wander), Side::Rome) }],
        3 => {
            vec![
                Condition::Besieged { besieged: place(field, wander) },
                Condition::FriendIn { friend_in: place(field, wander) },
            ]
        }
        _ => Vec::new(),
    };
    let path =
        |wander: &mut Wander| Step { to: place(field, wander), open_sea: wander.chance(2, 3) };
    Choice {
        when,
        recruit: vec![Recruit {
            at: place(field, wander),
            elements: vec![pick(wander), pick(wander)],
        }],
        give: vec![Give {
            at: place(field, wander),
            to: army(wander),
            elements: vec![element(wander), element(wander)],
        }],
        path: (0..wander.below(4)).map(|_| path(wander)).collect(),
        if_siege: wander.pick(IfSiege::ALL).copied(),
        sally: wander.chance(1, 3),
        disband: wander.chance(1, 25),
        leave_siege: wander.chance(1, 2),
        gaul: wander.pick(Gaul::ALL).copied(),
    }
}

fn plan(wander: &mut Wander) -> Draft {
    let named = |wander: &mut Wander| Named {
        army: wander.chance(1, 3).then(|| army(wander)),
        element: element(wander),
    };
    let mut draft = Draft::default();
    if wander.chance(1, 2) {
        let sectors = vec![Sector::Left, Sector::Left, Sector::Reserve];
        draft.commands = Some(vec![Charge { seat: Seat::new("c9"), sectors, delegate: true }]);
        draft.reserve = Some((0..wander.below(5)).map(|_| named(wander)).collect());
        let elements = Some(vec![named(wander)]);
        let when = Whenever { losses: Some(1), ..Whenever::default() };
        draft.commit = Some(vec![Commit {
            when,
            to: Sector::Centre,
            manner: Manner::Fill,
            n: Some(200),
            elements,
        }]);
        draft.withdraw = Some(Whenever { behind: Some(1), ..Whenever::default() });
    }
    if let Some(said) = draft.sector_mut(Sector::Centre).filter(|_| wander.chance(1, 2)) {
        said.front = Some((0..wander.below(12)).map(|_| named(wander)).collect());
    }
    draft
}

/// Standing orders as wild as orders.
pub(super) fn policy(field: &Field<'_>, wander: &mut Wander) -> Policy {
    let mut policy = Policy::default();
    for id in ArmyId::CAMPAIGN {
        let line = Line { when: When { size: Some(5), ..When::default() }, what: Do::Siege };
        let said = ArmyPolicy {
            entered: Some(vec![line]),
            last_word: Some(wander.chance(1, 2)),
            retreat_to: Some(vec![place(field, wander)]),
            if_siege: wander.pick(IfSiege::ALL).copied(),
            gaul: wander.pick(Gaul::ALL).copied(),
            relieved: wander.pick(Relieved::ALL).copied(),
            sallied_upon: wander.pick(Sallied::ALL).copied(),
            contingent: Some(if wander.chance(1, 2) {
                Sent::These(vec![element(wander)])
            } else {
                Sent::Word(SentWord::Nothing)
            }),
            hand_over: Some(vec![HandOver { to: army(wander), elements: vec![element(wander)] }]),
            losses: Some(vec![troop(wander), troop(wander)]),
            plan: wander.chance(1, 2).then(|| plan(wander)),
        };
        if let Some(slot) = policy.slot(id) {
            *slot = Some(said);
        }
    }
    policy
}
