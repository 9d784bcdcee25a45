//! Built-in players: a sensible one that looks one action ahead and weighs cards against cards and a random one.

mod cards;
mod moves;
mod random_orders;
mod strong;
mod value;

pub(super) use cards::imagined;
pub(super) use strong::Scale;

use crate::Punica;
use crate::board::Board;
use crate::check::after_action;
use crate::data::chart::{Area, bit};
use crate::explain::threat::threats;
use crate::names::{EffectWord, PlayWord, Rank, Role, Side, Unit};
use crate::orders::{Action, Aftermath, Answer, EffectMoves, Orders, Stake};
use crate::policy::{Against, EffectPolicy, Play, PlayRule, Policy, When};
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::effect::planned;
use crate::rules::retreat::{Field, preferred};
use crate::state::{Stage, State};
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{BotStyle, Prompt, Rng, Tempo};
use moves::Plan;
use std::collections::BTreeMap;

/// The number of actions looked at closely.
const CLOSELY: usize = 14;

impl BuiltInPlayer for Punica {
    const PLAYER: u32 = 5;
    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../../weights.yaml");

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let mut filing = ParsedOrdersOf::<Punica>::default();
        let view = at.view;
        let (Some(side), [prompt]) = (Side::of(at.seat), at.prompts) else { return filing };
        if style != BotStyle::Sensible {
            return random_orders::propose(self, at, side, prompt, rng);
        }
        if prompt.question == Question::Parley {
            // Before the first own action there is nothing in force: say how attacks are met.
            if view.turn == 1 {
                filing.standing = Some(defence(self, &self.board(view), side));
            }
            return filing;
        }
        let answer = match prompt.question {
            Question::Action => {
                let best = choose(self, view, side, rng);
                return filed(self, view, side, prompt, best.as_ref());
            }
            Question::Order => {
                let battles = view.pending.iter().map(|pending| pending.area).collect();
                Answer { battles, ..Answer::default() }
            }
            Question::Battle => stake(self, view, side),
            Question::Effect => effect(self, view, side),
            Question::Aftermath | Question::Parley => aftermath(self, view, side),
        };
        filing.orders.insert(prompt.name.clone(), Orders::Answer(Box::new(answer)));
        filing
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        // Cards against cards, effects and losses are weighed by the built-in player already.
        if matches!(at.view.stage, Stage::Action {}) {
            engine::search::propose(self, at, rng)
        } else {
            self.propose(at, BotStyle::Sensible, rng)
        }
    }

    fn weigh_by(&mut self, text: &str) {
        self.scale = Scale::read(text);
    }

    fn missed(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<bool> {
        let thinks = matches!(at.view.stage, Stage::Action {});
        thinks.then(|| engine::search::missed(self, at, rng)).flatten()
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        Some(engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        // In a battle cards lie sealed that nobody can draw again.
        let open = matches!(at.view.stage, Stage::Action {});
        open.then(|| engine::search::imagined(self, at, seed))
    }
}

const PASS: Action = Action::Pass { discard: Play::Word(PlayWord::Lowest) };

/// The action that promises most, of a few that a narrow search finds.
fn choose(rules: &Punica, view: &State, side: Side, rng: &mut Rng) -> Option<Plan> {
    let board = rules.board(view);
    let mut found = moves::candidates(rules, &board, side, view.options.escort, CLOSELY);
    let mut scored: Vec<(i32, usize)> = Vec::with_capacity(found.len());
    for (at, plan) in found.iter().enumerate() {
        let whim = i32::try_from(rng.below(8)).expect("less than 8");
        scored.push((value::outlook(rules, plan, side) + whim, at));
    }
    scored.sort_by_key(|(score, at)| (-score, *at));
    scored.first().map(|(_, at)| found.swap_remove(*at))
}

/// An action as it is filed: with the cards for its battles, and with standing orders for the enemy's; a pass if there is
/// none.
fn filed(
    rules: &Punica,
    view: &State,
    side: Side,
    prompt: &Prompt<Question>,
    plan: Option<&Plan>,
) -> ParsedOrdersOf<Punica> {
    let action = plan.map_or(PASS, |plan| plan.action.clone());
    let standing = Some(defence(rules, &after_action(rules, view, side, &action), side));
    let ahead = (view.tempo == Tempo::Brisk)
        .then(|| plan.map(|plan| attack(rules, side, plan)).unwrap_or_default());
    let answer = Answer { action: Some(action), battles: Vec::new(), ..Answer::default() };
    let orders = BTreeMap::from([(prompt.name.clone(), Orders::Answer(Box::new(answer)))]);
    ParsedOrdersOf::<Punica> { orders, ahead, standing, ..Default::default() }
}

/// The cards for the battles that an action starts.
fn attack(rules: &Punica, side: Side, plan: &Plan) -> BTreeMap<String, Orders> {
    let mut list = Vec::new();
    for field in &plan.fields {
        let weights = cards::weigh(rules, &plan.board, field, side).0;
        let area = vec![rules.chart().id(field.area)];
        list.push(rule(
            When { area, role: Some(Role::Attacker), ..When::default() },
            cards::play(&weights),
        ));
    }
    list.push(rule(
        When::default(),
        Play::First(vec![
            Play::Beat { beat: Against::Rank(Rank::Middle) },
            Play::Word(PlayWord::Middle),
        ]),
    ));
    BTreeMap::from([("battle".to_owned(), Orders::Rules(list))])
}

fn rule(when: When, play: Play) -> PlayRule {
    PlayRule { when, play, effect: None, losses: None, retreat: None }
}

/// Standing orders for the attacks that the enemy could make next.
fn defence(rules: &Punica, board: &Board, side: Side) -> Policy {
    let chart = rules.chart();
    let mut list = Vec::new();
    let mut worst: BTreeMap<Area, i32> = BTreeMap::new();
    for threat in threats(rules, board, side.other()) {
        let strength = worst.entry(threat.area).or_default();
        *strength = (*strength).max(threat.strength);
    }
    for (area, strength) in worst {
        if board.units(side, area) == 0 {
            continue;
        }
        let attacked = imagined(rules, board, side.other(), area, strength);
        let field = Field { area, attacker: side.other(), from: 0, pending: bit(area) };
        let weights = cards::weigh(rules, &attacked, &field, side).0;
        let when =
            When { area: vec![chart.id(area)], role: Some(Role::Defender), ..When::default() };
        list.push(rule(when, cards::play(&weights)));
    }
    let plays = [
        Play::Beat { beat: Against::Rank(Rank::Middle) },
        Play::Hold { hold: Against::Rank(Rank::Middle) },
        Play::Word(PlayWord::Lowest),
    ];
    list.push(rule(When::default(), Play::First(plays.to_vec())));
    Policy {
        battle: Some(list),
        effect: Some(EffectPolicy::Word(EffectWord::Win)),
        losses: None,
        retreat: None,
        battles: None,
    }
}

fn stake(rules: &Punica, view: &State, side: Side) -> Answer {
    let (Some(fight), Some(field)) = (&view.fight, Field::of(rules.chart(), view)) else {
        return Answer::default();
    };
    let weights = cards::weigh(rules, &rules.board(view), &field, side).0;
    let stake = Stake {
        battle: fight.area,
        card: cards::play(&weights),
        policy: None,
        losses: None,
        retreat: None,
    };
    Answer { stake: Some(stake), ..Answer::default() }
}

/// The movements of a star card: what wins the battle.
fn effect(rules: &Punica, view: &State, side: Side) -> Answer {
    let win = EffectPolicy::Word(EffectWord::Win);
    let moves = scope(rules, view, side)
        .map(|(scope, board)| planned(&scope, &board, &win))
        .unwrap_or_default();
    Answer { effect: Some(EffectMoves { moves }), ..Answer::default() }
}

/// Loses an army before Hannibal, and takes the first place of retreat.
fn aftermath(rules: &Punica, view: &State, side: Side) -> Answer {
    let Stage::Aftermath { lose, retreat, .. } = &view.stage else { return Answer::default() };
    let (chart, board) = (rules.chart(), rules.board(view));
    let areas = retreat.iter().fold(0, |all, area| all | bit(chart.index(*area)));
    let strength = |area| board.strength(chart, rules.worth(), side, area);
    let first = preferred(chart, strength, areas, side, &[]).first().map(|area| chart.id(*area));
    let aftermath = Aftermath { lose: lose.then_some(Unit::Army), retreat_to: first };
    Answer { aftermath, ..Answer::default() }
}
