//! Built-in players.

mod aimless;
mod imagined;
mod sensible;
mod strong;
pub(super) mod ways;

pub(super) use strong::{Scale, thinks};

use super::DuellingRepublics;
use super::elements::{Host, Member, Office, Side};
use super::orders::Orders;
use super::orders::battle::{BattleId, Report, Whose};
use super::policy::Policy;
use super::rules::Field;
use super::state::Battle;
use engine::rules::ParsedOrders;
use engine::{AtSeat, BotStyle, Rng};
use std::collections::BTreeMap;

/// Orders of a built-in player.
pub(super) fn propose(
    field: &Field<'_>,
    at: &AtSeat<'_, DuellingRepublics>,
    style: BotStyle,
    rng: &mut Rng,
) -> ParsedOrders<Orders, Policy> {
    let AtSeat { view, seat, prompts, .. } = *at;
    let mut filing = ParsedOrders::default();
    for prompt in prompts.iter().filter(|prompt| prompt.seat == *seat) {
        let orders = match style {
            BotStyle::Sensible => sensible::orders(field, view, seat, &prompt.question),
            BotStyle::Random => aimless::orders(field, view, seat, &prompt.question, rng),
        };
        if let Some(orders) = orders {
            filing.orders.insert(prompt.name.clone(), orders);
        }
    }
    if style == BotStyle::Random && rng.chance(1, 8) {
        filing.standing = Some(aimless::policy(field, seat, rng));
    }
    filing
}

/// What both built-in commanders of a battle on the table report: the bigger host won, at a price.
pub(super) fn report(battle: &Battle) -> Option<Report> {
    let [attacker, defender] = &battle.hosts[..] else { return None };
    let (winner, loser) =
        if attacker.len() > defender.len() { (attacker, defender) } else { (defender, attacker) };
    let fallen = fallen(loser, loser.len().div_ceil(3).max(1));
    let paid = fallen_of_winner(winner);
    let kills = |host: &Host, lost: &[Member]| {
        (host.seat.clone(), u16::try_from(lost.len()).expect("an army is small"))
    };
    Some(Report {
        battle: battle.id,
        winner: Whose::of(Some(winner.army.side())),
        withdrew: Whose::Nobody,
        general_killed: [(winner, &paid), (loser, &fallen)]
            .into_iter()
            .filter(|(host, lost)| {
                host.all().any(|man| man.office == Some(Office::General) && lost.contains(&man.id))
            })
            .map(|(host, _)| host.army.side())
            .collect(),
        kills: BTreeMap::from([kills(winner, &fallen), kills(loser, &paid)]),
        lost: BTreeMap::<Side, _>::from([(loser.army.side(), fallen), (winner.army.side(), paid)]),
        camp_looted: BTreeMap::new(),
        other: BTreeMap::new(),
        general_by: BTreeMap::new(),
        at_table: Vec::new(),
        resign: false,
        note: Vec::new(),
    })
}

/// The referee's ruling on battles whose reports differ: as the commanders' own built-in report would have it.
fn ruling(field: &Field<'_>, battles: &[BattleId]) -> Orders {
    Orders::Rulings(battles.iter().filter_map(|id| report(field.state.battle(*id)?)).collect())
}

fn fallen(host: &Host, number: usize) -> Vec<Member> {
    let mut all: Vec<Member> = host.all().map(|man| man.id).collect();
    all.reverse();
    all.truncate(number);
    all
}

fn fallen_of_winner(host: &Host) -> Vec<Member> {
    if host.len() > 3 { fallen(host, 1) } else { Vec::new() }
}
