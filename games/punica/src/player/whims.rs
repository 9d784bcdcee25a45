//! The random player, lawful and aimless.

use crate::Punica;
use crate::board::Board;
use crate::check::spend;
use crate::data::chart::each;
use crate::names::{AreaId, CardId, EffectWord, Losses, PlayWord, Rank, Side, Unit};
use crate::orders::{
    Aftermath, Answer, Deed, EffectMoves, Movement, Orders, Plan, PlannedDeed, Spot, Stake,
};
use crate::policy::{Against, EffectPolicy, Guards, Play, PlayRule, Policy, Tuned, Weights, When};
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::movement::March;
use crate::state::{Stage, State};
use engine::rules::ParsedOrdersOf;
use engine::{Prompt, Rng};
use std::collections::BTreeMap;

/// Orders without an aim.
pub(super) fn propose(
    rules: &Punica,
    view: &State,
    side: Side,
    prompt: &Prompt<Question>,
    rng: &mut Rng,
) -> ParsedOrdersOf<Punica> {
    let mut filing = ParsedOrdersOf::<Punica>::default();
    let answer = match prompt.question {
        Question::Parley => None,
        Question::Action => Some(Answer {
            deed: Some(deed(rules, view, side, rng)),
            battles: areas(rules, rng),
            ..Answer::default()
        }),
        Question::Order => {
            let mut battles: Vec<AreaId> = view.pending.iter().map(|one| one.area).collect();
            if rng.chance(1, 2) {
                battles.reverse();
            }
            Some(Answer { battles, ..Answer::default() })
        }
        Question::Battle => view.fight.as_ref().map(|fight| {
            let stake = Stake {
                battle: fight.area,
                card: held(rules, view, side, rng).map_or(Play::Word(PlayWord::Lowest), Play::Card),
                policy: rng.chance(1, 3).then(|| effect(rules, side, rng)),
                losses: None,
                retreat: None,
            };
            Answer { stake: Some(stake), ..Answer::default() }
        }),
        Question::Effect => Some(Answer {
            effect: Some(EffectMoves { moves: march(rules, view, side, rng) }),
            ..Answer::default()
        }),
        Question::Aftermath => Some(aftermath(view, rng)),
    };
    if let Some(answer) = answer {
        filing.orders.insert(prompt.name.clone(), Orders::Answer(Box::new(answer)));
    }
    if rng.chance(1, 2) {
        filing.standing = Some(policy(rules, side, rng));
    }
    if rng.chance(1, 3) {
        filing.ahead = Some(ahead(rules, view, side, rng));
    }
    filing
}

/// A card in hand.
fn held(rules: &Punica, view: &State, side: Side, rng: &mut Rng) -> Option<CardId> {
    let hand = rules.ranked(&rules.board(view), side);
    rng.pick(&hand).map(|(card, _)| *card)
}

/// A lawful action.
fn deed(rules: &Punica, view: &State, side: Side, rng: &mut Rng) -> Deed {
    let (chart, board) = (rules.chart(), rules.board(view));
    let card = held(rules, view, side, rng);
    if rng.chance(1, 12) && board.fleets(chart, side) < u32::from(rules.counters(side).fleet) {
        let stands: Vec<AreaId> = each(board.held[side.at()] & chart.regions)
            .filter(|area| board.has(side, Unit::Army, *area))
            .map(|area| chart.id(area))
            .collect();
        if let Some(area) = rng.pick(&stands) {
            return Deed::Deploy { remove: Spot { unit: Unit::Army, area: *area } };
        }
    }
    let Some(card) = card.filter(|_| !rng.chance(1, 10)) else {
        return Deed::Pass { discard: card.map_or(Play::Word(PlayWord::Lowest), Play::Card) };
    };
    let mut spent = board;
    spend(rules, &mut spent, side, card);
    if rng.chance(1, 3) {
        let one = stroll(rules, board, side, None, view.options.escort, 1, rng);
        if let Some(movement) = one.first() {
            return Deed::Move { movement: *movement };
        }
    }
    let march = rules.card(card).map(March::new);
    let moves = stroll(rules, spent, side, march, view.options.escort, 6, rng);
    // A card without a movement says nothing that a pass does not say.
    if moves.is_empty() {
        Deed::Pass { discard: Play::Card(card) }
    } else {
        Deed::Card { card, moves }
    }
}

/// The movements of a star card.
fn march(rules: &Punica, view: &State, side: Side, rng: &mut Rng) -> Vec<Movement> {
    let Some((scope, board)) = scope(rules, view, side) else { return Vec::new() };
    stroll(rules, board, side, Some(March::new(scope.card)), view.options.escort, 6, rng)
}

/// Some lawful movements, one after the other.
fn stroll(
    rules: &Punica,
    mut board: Board,
    side: Side,
    mut march: Option<March<'_>>,
    escort: bool,
    most: usize,
    rng: &mut Rng,
) -> Vec<Movement> {
    let chart = rules.chart();
    let mut moves = Vec::new();
    while moves.len() < most && !rng.chance(1, 8) {
        let mut found = Vec::new();
        for unit in Unit::ALL.iter().copied().filter(|unit| escort || *unit != Unit::Escort) {
            let next = match &march {
                Some(march) => match march.after(unit) {
                    Ok(next) => Some(next),
                    Err(_) => continue,
                },
                None => None,
            };
            let free = board.held[side.at()] & !board.held[side.other().at()];
            for from in each(free).filter(|area| board.has(side, unit, *area)) {
                if chart.is_sea(from) == unit.by_land() {
                    continue;
                }
                let range = if unit == Unit::Escort {
                    chart.beside[from]
                } else {
                    board.range(chart, side, unit, from)
                };
                found.extend(each(range).map(|to| (unit, from, to, next.clone())));
            }
        }
        let Some((unit, from, to, next)) = rng.pick(&found).cloned() else { break };
        march = next.or(march);
        board.shift(side, unit, from, to);
        moves.push(Movement { unit, from: chart.id(from), to: chart.id(to) });
    }
    moves
}

/// A decision of the aftermath, only of what was asked.
fn aftermath(view: &State, rng: &mut Rng) -> Answer {
    let Stage::Aftermath { lose, retreat, .. } = &view.stage else { return Answer::default() };
    let unit = if rng.chance(1, 2) { Unit::Army } else { Unit::Hannibal };
    let aftermath =
        Aftermath { lose: lose.then_some(unit), retreat_to: rng.pick(retreat).copied() };
    Answer { aftermath, ..Answer::default() }
}

fn areas(rules: &Punica, rng: &mut Rng) -> Vec<AreaId> {
    let places = &rules.chart().places;
    let count = rng.below(3);
    (0..count).filter_map(|_| rng.pick(places).map(|place| place.id)).collect()
}

/// A play of the side's own cards.
fn play(rules: &Punica, side: Side, rng: &mut Rng) -> Play {
    let deck = &rules.deck(side).0;
    let mut card = || rng.pick(deck).map_or(CardId::of("r0"), |card| card.id);
    let (first, second) = (card(), card());
    match rng.below(8) {
        0 => Play::Word(PlayWord::Ask),
        1 => Play::Beat { beat: Against::Rank(Rank::Best) },
        2 => Play::Hold { hold: Against::Rank(Rank::Middle) },
        3 if first != second => Play::Mix { mix: Weights(vec![(first, 2), (second, 1)]) },
        4 => Play::Word(PlayWord::Middle),
        5 => Play::First(vec![Play::Beat { beat: Against::Number(4) }, Play::Card(first)]),
        6 => Play::Word(PlayWord::Highest),
        _ => Play::Card(first),
    }
}

fn effect(rules: &Punica, side: Side, rng: &mut Rng) -> EffectPolicy {
    let aim = rng.pick(EffectWord::ALL).copied().unwrap_or(EffectWord::Win);
    if rng.chance(1, 2) {
        return EffectPolicy::Word(aim);
    }
    let capital = rules.chart().id(rules.chart().capital[side.at()]);
    let keep = BTreeMap::from([(capital.to_string(), 1)]);
    EffectPolicy::Tuned(Tuned { aim, keep: Some(keep), from: areas(rules, rng) })
}

/// Standing orders of any kind.
fn policy(rules: &Punica, side: Side, rng: &mut Rng) -> Policy {
    let rule = |rng: &mut Rng| PlayRule {
        when: When {
            area: if rng.chance(1, 2) { areas(rules, rng) } else { Vec::new() },
            ..When::default()
        },
        play: play(rules, side, rng),
        effect: None,
        losses: None,
        retreat: None,
    };
    let count = rng.below(4);
    Policy {
        battle: Some((0..count).map(|_| rule(rng)).collect()),
        effect: Some(effect(rules, side, rng)),
        losses: rng.pick(Losses::ALL).copied(),
        retreat: None,
        battles: None,
    }
}

/// Orders given ahead of any kind.
fn ahead(rules: &Punica, view: &State, side: Side, rng: &mut Rng) -> BTreeMap<String, Orders> {
    let mut given = BTreeMap::new();
    let guards = Guards { no_battle: rng.chance(1, 2), ..Guards::default() };
    let deed = deed(rules, view, side, rng);
    if !matches!(deed, Deed::Deploy { .. }) {
        given.insert(
            "action".to_owned(),
            Orders::Plans(vec![Plan { guards, order: PlannedDeed { deed, battles: Vec::new() } }]),
        );
    }
    if let Some(rules) = policy(rules, side, rng).battle.filter(|rules| !rules.is_empty()) {
        given.insert("battle".to_owned(), Orders::Rules(rules));
    }
    given
}
