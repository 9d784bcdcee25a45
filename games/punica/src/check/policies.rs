//! Refuses orders given ahead and standing orders that name cards and units which the side never has.

use crate::Punica;
use crate::codes::Code;
use crate::names::{CardId, Side, Unit};
use crate::orders::{Action, Movement, Orders};
use crate::policy::{EffectPolicy, Play, PlayRule, Policy};
use engine::Path;
use engine::complaint::Complaint;

pub(super) fn ahead_complaints(
    rules: &Punica,
    side: Side,
    orders: &Orders,
    path: &Path,
) -> Vec<Complaint> {
    match orders {
        Orders::Rules(list) => rule_complaints(rules, side, list, path, "ahead.battle"),
        Orders::Policy(policy) => effect_complaints(side, policy, path),
        Orders::Plans(plans) => {
            let mut found = Vec::new();
            for (at, plan) in plans.iter().enumerate() {
                let path = path.then(at);
                let cards =
                    plan.guards.hand.iter().map(|card| (*card, path.then("if").then("hand")));
                let played = match &plan.order.action {
                    Action::Card { card, .. } => Some((*card, path.then("do").then("card"))),
                    Action::Pass { discard: Play::Card(card) } => {
                        Some((*card, path.then("do").then("discard")))
                    }
                    _ => None,
                };
                found.extend(cards.chain(played).filter_map(|(card, path)| {
                    foreign(rules, side, card, path, &format!("ahead.action plan {}", at + 1))
                }));
            }
            found
        }
        Orders::Retreat(_) | Orders::Losses(_) | Orders::Answer(_) => Vec::new(),
    }
}

pub(super) fn policy_complaints(rules: &Punica, side: Side, policy: &Policy) -> Vec<Complaint> {
    let path = Path::top().then("standing");
    let mut found = rule_complaints(
        rules,
        side,
        policy.battle.as_deref().unwrap_or_default(),
        &path.then("battle"),
        "standing.battle",
    );
    if let Some(effect) = &policy.effect {
        found.extend(effect_complaints(side, effect, &path.then("effect")));
    }
    found
}

fn effect_complaints(side: Side, policy: &EffectPolicy, path: &Path) -> Vec<Complaint> {
    match policy {
        EffectPolicy::Moves(fixed) => unit_complaints(side, &fixed.moves, &path.then("moves")),
        _ => Vec::new(),
    }
}

fn rule_complaints(
    rules: &Punica,
    side: Side,
    list: &[PlayRule],
    path: &Path,
    what: &str,
) -> Vec<Complaint> {
    let one = |(at, rule): (usize, &PlayRule)| {
        let (path, what) = (path.then(at), format!("{what} rule {}", at + 1));
        let mut found = play_complaints(rules, side, &rule.play, &path.then("play"), &what);
        found.extend(
            rule.effect
                .iter()
                .flat_map(|policy| effect_complaints(side, policy, &path.then("effect"))),
        );
        found
    };
    list.iter().enumerate().flat_map(one).collect()
}

/// Cards of a play that are not the side's.
pub(super) fn play_complaints(
    rules: &Punica,
    side: Side,
    play: &Play,
    path: &Path,
    what: &str,
) -> Vec<Complaint> {
    match play {
        Play::Card(card) => foreign(rules, side, *card, path.clone(), what).into_iter().collect(),
        Play::Mix { mix } => mix
            .0
            .iter()
            .filter_map(|(card, _)| {
                foreign(rules, side, *card, path.then("mix").key(card.as_str()), what)
            })
            .collect(),
        Play::First(plays) => {
            let each = plays.iter().enumerate();
            each.flat_map(|(at, play)| play_complaints(rules, side, play, &path.then(at), what))
                .collect()
        }
        Play::Word(_) | Play::Beat { .. } | Play::Hold { .. } => Vec::new(),
    }
}

fn foreign(rules: &Punica, side: Side, card: CardId, path: Path, what: &str) -> Option<Complaint> {
    (rules.owner(card) != Some(side)).then(|| {
        let own: Vec<String> = rules.deck(side).0.iter().map(|card| card.id.to_string()).collect();
        let refusal = Code::Foreign.at(path, format!("{what}: '{card}' is not a card of {side}"));
        refusal.fix(format!("your cards: {}", own.join(", ")))
    })
}

/// Movements of a unit that the side can never have.
pub(super) fn unit_complaints(side: Side, moves: &[Movement], path: &Path) -> Vec<Complaint> {
    let foreign = |unit: Unit| side == Side::Rome && matches!(unit, Unit::Hannibal | Unit::Escort);
    let wrong = moves.iter().enumerate().filter(|(_, movement)| foreign(movement.unit));
    wrong
        .map(|(at, _)| {
            Code::NoUnit.at(path.then(at), "Rome has no Hannibal").by("G4").fix("write army")
        })
        .collect()
}
