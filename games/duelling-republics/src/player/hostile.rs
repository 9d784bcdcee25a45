//! A player who writes whatever can be written, to try the resolution.

use super::report;
use crate::battle::plan::{
    Charge, Commit, Draft, Manner, Named, Sector, SectorDraft, When as Whenever,
};
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::names::{Do, Gaul, IfSiege, Name, Resolve};
use crate::orders::battle::{BattleId, BattleOrders, Elect, MinorOrders, Whose};
use crate::orders::{
    Choice, Condition, ElementItem, Give, Item, Note, Orders, Pick, RaiseItem, Ratio, Recruit,
    Reply, Resources, Setup, Step, Turns,
};
use crate::policy::{ArmyPolicy, HandOver, Line, Policy, Relieved, Sallied, Sent, SentWord, When};
use crate::prompts::Question;
use crate::rules::Field;
use engine::{Rng, Seat};

/// Orders for one prompt.
pub(super) fn orders(
    field: &Field<'_>,
    seat: &Seat,
    question: &Question,
    rng: &mut Rng,
) -> Option<Orders> {
    if rng.chance(1, 10) {
        return Some(Orders::default());
    }
    let note =
        vec![Note { to: vec![seat.clone(), Seat::new("nobody")], text: "on the march".to_owned() }];
    match question {
        Question::Setup { .. } => {
            let elements = (0..rng.below(20)).map(|_| troop(rng)).collect();
            Some(Orders::Setup(Setup { army: army(rng), elements, resign: false, note }))
        }
        Question::Resources | Question::Allocate | Question::Commands { .. } => {
            let allocate = (0..rng.below(9)).map(|_| item(field, rng)).collect();
            Some(Orders::Resources(Resources {
                allocate,
                army: vec![army(rng), army(rng)],
                resign: false,
                note,
            }))
        }
        Question::Season { army: own } => {
            let mut turns =
                Turns::of(*own, (0..rng.below(4)).map(|_| choice(field, rng)).collect());
            if let Some(slot) = turns.slot(army(rng)) {
                slot.get_or_insert_default().push(choice(field, rng));
            }
            Some(Orders::Season(Box::new(turns)))
        }
        Question::Answer { entry } => {
            let what = rng.pick(Do::ALL).copied().unwrap_or(Do::Siege);
            let to = (0..rng.below(3)).map(|_| place(field, rng)).collect();
            Some(Orders::Answer(Reply { army: entry.target, what, to, resign: false, note }))
        }
        Question::Plan { battles } => {
            Some(Orders::Battles(battles.iter().map(|battle| wild(*battle, rng)).collect()))
        }
        Question::Report { battle } => {
            let mut report = report(field.state.battle(*battle)?)?;
            report.winner = rng.pick(Whose::ALL).copied().unwrap_or(Whose::Nobody);
            report.kills.insert(Seat::new("r9"), 3);
            report.camp_looted.insert(Side::Rome, seat.clone());
            Some(Orders::Report(Box::new(report)))
        }
        Question::Ruling { battles } => Some(super::ruling(field, battles)),
        Question::Minor => Some(Orders::Minor(Box::new(MinorOrders {
            row: u8::try_from(rng.below(300)).ok(),
            army: Some(place(field, rng)),
            elements: (0..rng.below(14)).map(|_| troop(rng)).collect(),
            plan: Some(plan(rng)),
            ..MinorOrders::default()
        }))),
        Question::Ready | Question::Seats | Question::Word => Some(Orders::default()),
    }
}

fn wild(battle: BattleId, rng: &mut Rng) -> BattleOrders {
    BattleOrders {
        battle: rng.chance(2, 3).then_some(battle),
        resolve: rng.pick(Resolve::ALL).copied(),
        plan: Some(plan(rng)),
        command: [(Sector::Left, SectorDraft::default())].into(),
        minor_war: rng.pick(Elect::ALL).copied(),
        resign: false,
        note: Vec::new(),
    }
}

fn army(rng: &mut Rng) -> ArmyId {
    rng.pick(&ArmyId::ALL).copied().unwrap_or(ArmyId::Ra)
}

fn troop(rng: &mut Rng) -> Troop {
    rng.pick(&Troop::ALL).copied().unwrap_or(Troop::Cv)
}

fn place(field: &Field<'_>, rng: &mut Rng) -> Name {
    let there = rng.pick(&field.chart.provinces).map(|province| province.id);
    there.filter(|_| rng.chance(9, 10)).unwrap_or(Name::of("atlantis"))
}

fn element(rng: &mut Rng) -> ElementId {
    ElementId {
        allied: rng.chance(1, 3),
        troop: troop(rng),
        number: u16::try_from(rng.below(4)).unwrap_or(1),
    }
}

fn pick(rng: &mut Rng) -> Pick {
    if rng.chance(1, 4) { Pick::General } else { Pick::Of(troop(rng)) }
}

fn item(field: &Field<'_>, rng: &mut Rng) -> Item {
    match rng.below(6) {
        0 => Item::VP,
        1 => Item::Gold { gold: army(rng) },
        2 => {
            let elements = (0..6).map(|_| troop(rng)).collect();
            Item::Raise { raise: RaiseItem { place: place(field, rng), elements } }
        }
        3 => Item::Repeat { repeat: Box::new(Item::Gold { gold: army(rng) }) },
        _ => Item::Element {
            element: ElementItem { army: army(rng), kind: pick(rng), allied: rng.chance(1, 2) },
        },
    }
}

fn choice(field: &Field<'_>, rng: &mut Rng) -> Choice {
    let when = match rng.below(6) {
        0 => vec![Condition::EnemyIn { enemy_in: place(field, rng) }],
        1 => vec![Condition::Odds { odds: (place(field, rng), Ratio(90)) }],
        2 => vec![Condition::Owner { owner: (place(field, rng), Side::Rome) }],
        3 => {
            vec![
                Condition::Besieged { besieged: place(field, rng) },
                Condition::FriendIn { friend_in: place(field, rng) },
            ]
        }
        _ => Vec::new(),
    };
    let path = |rng: &mut Rng| Step { to: place(field, rng), open_sea: rng.chance(2, 3) };
    Choice {
        when,
        recruit: vec![Recruit { at: place(field, rng), elements: vec![pick(rng), pick(rng)] }],
        give: vec![Give {
            at: place(field, rng),
            to: army(rng),
            elements: vec![element(rng), element(rng)],
        }],
        path: (0..rng.below(4)).map(|_| path(rng)).collect(),
        if_siege: rng.pick(IfSiege::ALL).copied(),
        sally: rng.chance(1, 3),
        disband: rng.chance(1, 25),
        leave_siege: rng.chance(1, 2),
        gaul: rng.pick(Gaul::ALL).copied(),
    }
}

fn plan(rng: &mut Rng) -> Draft {
    let named =
        |rng: &mut Rng| Named { army: rng.chance(1, 3).then(|| army(rng)), element: element(rng) };
    let mut draft = Draft::default();
    if rng.chance(1, 2) {
        let sectors = vec![Sector::Left, Sector::Left, Sector::Reserve];
        draft.commands = Some(vec![Charge { seat: Seat::new("c9"), sectors, delegate: true }]);
        draft.reserve = Some((0..rng.below(5)).map(|_| named(rng)).collect());
        let elements = Some(vec![named(rng)]);
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
    if let Some(said) = draft.sector_mut(Sector::Centre).filter(|_| rng.chance(1, 2)) {
        said.front = Some((0..rng.below(12)).map(|_| named(rng)).collect());
    }
    draft
}

/// Standing orders as wild as orders.
pub(super) fn policy(field: &Field<'_>, rng: &mut Rng) -> Policy {
    let mut policy = Policy::default();
    for id in ArmyId::CAMPAIGN {
        let line = Line { when: When { size: Some(5), ..When::default() }, what: Do::Siege };
        let said = ArmyPolicy {
            entered: Some(vec![line]),
            last_word: Some(rng.chance(1, 2)),
            retreat_to: Some(vec![place(field, rng)]),
            if_siege: rng.pick(IfSiege::ALL).copied(),
            gaul: rng.pick(Gaul::ALL).copied(),
            relieved: rng.pick(Relieved::ALL).copied(),
            sallied_upon: rng.pick(Sallied::ALL).copied(),
            contingent: Some(if rng.chance(1, 2) {
                Sent::These(vec![element(rng)])
            } else {
                Sent::Word(SentWord::Nothing)
            }),
            hand_over: Some(vec![HandOver { to: army(rng), elements: vec![element(rng)] }]),
            losses: Some(vec![troop(rng), troop(rng)]),
            plan: rng.chance(1, 2).then(|| plan(rng)),
        };
        if let Some(slot) = policy.slot(id) {
            *slot = Some(said);
        }
    }
    policy
}
