//! The built-in players of this title.

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
use super::rules::Field;
use super::state::Battle;
use engine::prelude::*;
use engine::{AtSeat, BotStyle, ParsedOrders, Rng};
use std::collections::BTreeMap;

impl BuiltInPlayer for DuellingRepublics {
    const PLAYER: u32 = 3;
    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../../weights.yaml");

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let field = &self.field(at.view);
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

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        if thinks(at) {
            engine::search::propose(self, at, rng)
        } else {
            self.propose(at, BotStyle::Sensible, rng)
        }
    }

    fn weigh_by(&mut self, text: &str) {
        self.scale = Scale::read(text);
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        // Armies can be drawn; what lies half resolved, a battle above all, cannot.
        thinks(at).then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        thinks(at).then(|| engine::search::imagined(self, at, seed))
    }
}

/// The report that both built-in commanders of a battle on the table give: the bigger host won, at a price.
pub(super) fn report(battle: &Battle) -> Option<Report> {
    let [attacker, defender] = &battle.hosts[..] else { return None };
    let (winner, loser) =
        if attacker.len() > defender.len() { (attacker, defender) } else { (defender, attacker) };
    let fallen = fallen(loser, loser.len().div_ceil(3).max(1));
    let paid = fallen_of_winner(winner);
    let kills = |host: &Host, lost: &[Member]| {
        (host.seat.clone(), u16::try_from(lost.len()).expect("an army has few elements"))
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
