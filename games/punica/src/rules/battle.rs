//! Battles, from the choice of the card to the last retreat. Rules B1 to B8, E1 to E5, W1 to W7.

use super::aftermath::{aftermath, conclude};
use super::choice::{Decision, Pick, Situation, Sources, rules_of};
use super::effect::{Scope, has_movement, planned};
use super::movement::{void, walk};
use super::{Flow, GameTable};
use crate::Punica;
use crate::board::Board;
use crate::codes::Code;
use crate::data::chart::Area;
use crate::events::{BattleEvent, Part, TurnEvent, Victor};
use crate::names::{AreaId, CardId, Side};
use crate::orders::{Orders, Stake};
use crate::policy::{EffectPolicy, Play};
use crate::state::{Choice, Fight, Stage, State};
use engine::{OrderRef, Secrecy, Tempo};

/// The steps of a battle, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Both choose a card.
    Cards,
    Reveal,
    /// The attacker's card takes effect.
    AttackerEffect,
    DefenderEffect,
    Totals,
    /// The attacker decides what is lost and where the rest goes.
    AttackerAftermath,
    /// The defender takes their decisions of the aftermath.
    DefenderAftermath,
    /// Units fall and retreat.
    Conclude,
}

const STEPS: [Step; 8] = [
    Step::Cards,
    Step::Reveal,
    Step::AttackerEffect,
    Step::DefenderEffect,
    Step::Totals,
    Step::AttackerAftermath,
    Step::DefenderAftermath,
    Step::Conclude,
];

/// Fights the current battle on from a step, until it is finished or somebody must be asked.
pub(crate) fn fight_on(table: GameTable<'_, '_>, from: Step) -> Flow {
    for step in STEPS.into_iter().skip_while(|step| *step != from) {
        let Some(attacker) = table.state().fight.as_ref().map(|fight| fight.attacker) else {
            return Flow::On;
        };
        let flow = match step {
            Step::Cards => cards(table),
            Step::Reveal => reveal(table),
            Step::AttackerEffect => effect(table, attacker),
            Step::DefenderEffect => effect(table, attacker.other()),
            Step::Totals => totals(table),
            Step::AttackerAftermath => aftermath(table, attacker),
            Step::DefenderAftermath => aftermath(table, attacker.other()),
            Step::Conclude => conclude(table),
        };
        if flow != Flow::On {
            return flow;
        }
    }
    Flow::On
}

/// Begins a battle. Rule B2.
pub(crate) fn begin(table: GameTable<'_, '_>, area: AreaId, attacker: Side) {
    let (rules, state) = (table.rules(), table.state());
    let board = rules.board(state);
    let strength =
        |side| board.strength(rules.chart(), rules.worth(), side, rules.chart().index(area));
    let (att, dfn) = (strength(attacker), strength(attacker.other()));
    let nth = state.fought.get(&area).map_or(1, |fought| fought + 1);
    table.record("B2", BattleEvent::Battle { area, attacker, att, dfn, nth }.into());
}

/// The battle being fought, with the board as it stands.
pub(super) fn scene(table: GameTable<'_, '_>) -> Option<(Fight, Board, Area)> {
    let rules = table.rules();
    let fight = table.state().fight.clone()?;
    let area = rules.chart().index(fight.area);
    Some((fight, rules.board(table.state()), area))
}

/// In tempo full both seats are awaited; in tempo brisk their policies answer, or ask. Rule B3.
fn cards(table: GameTable<'_, '_>) -> Flow {
    let Some(fight) = table.state().fight.clone() else { return Flow::On };
    let sides = [fight.attacker, fight.attacker.other()];
    if table.state().tempo == Tempo::Full {
        table.record(
            "B3",
            TurnEvent::Awaits { stage: Stage::Battle { asked: Side::BOTH.to_vec() } }.into(),
        );
        return Flow::Wait;
    }
    let choices = sides.map(|side| (side, choose(table, side, None, false)));
    let mut asked = Vec::new();
    for (seat, choice) in choices {
        match choice {
            Some(choice) => {
                let order = source(table, seat, &choice);
                table.by_order(order);
                table.record("B3", BattleEvent::Sealed { seat, area: fight.area, choice }.into());
                table.by_order(None);
            }
            None => asked.push(seat),
        }
    }
    for seat in &asked {
        table.record("B3", BattleEvent::Asked { seat: *seat, area: fight.area }.into());
    }
    if asked.is_empty() {
        return Flow::On;
    }
    asked.sort_unstable();
    table.record("B3", TurnEvent::Awaits { stage: Stage::Battle { asked } }.into());
    Flow::Wait
}

/// The place of the order, or of the rule given ahead or standing, by which a card was chosen.
pub(super) fn source(table: GameTable<'_, '_>, seat: Side, choice: &Choice) -> Option<OrderRef> {
    let (seat, rule) = (seat.seat(), usize::try_from(choice.rule).expect("a short list"));
    let list = match choice.by.as_str() {
        "order" => return table.order_of(&seat, "battle"),
        "ahead" => table.order_ahead(&seat, "battle"),
        "standing" => table.standing_order(&seat, "battle"),
        _ => None,
    };
    list.map(|list| list.below(rule - 1))
}

/// The card that a seat plays: by its order, else by what it gave ahead, else by its standing rules, else by the
/// defaults; none if it is to be asked first.
fn choose(
    table: GameTable<'_, '_>,
    side: Side,
    stake: Option<&Stake>,
    asked: bool,
) -> Option<Choice> {
    let rules = table.rules();
    let (fight, board, area) = scene(table)?;
    let situation = Situation::of(rules, &board, area, fight.attacker, side);
    if let Some(stake) = stake {
        match situation.pick(&stake.card, true).and_then(play_of) {
            Some(play) => return Some(by_order(play, stake)),
            None => void(
                table,
                side,
                format!("battle {}", fight.area),
                "the play does not choose a card in your hand".to_owned(),
                ("B3", Code::Hand),
            ),
        }
    }
    let ahead = ahead_of(table, side, "battle");
    let ahead = ahead
        .and_then(|orders| if let Orders::Rules(rules) = orders { Some(&rules[..]) } else { None });
    let standing = rules_of(table.policy(&side.seat()));
    let defaults = rules_of(Some(rules.defaults())).expect("the defaults say what to play");
    let sources = Sources { ahead, standing, defaults };
    by_policy(sources.decide(&situation, asked)?)
}

fn play_of(pick: Pick) -> Option<Play> {
    match pick {
        Pick::Card(card) => Some(Play::Card(card)),
        Pick::Lot(mix) => Some(Play::Mix { mix }),
        Pick::Ask => None,
    }
}

fn by_order(play: Play, stake: &Stake) -> Choice {
    let Stake { policy, losses, retreat, .. } = stake.clone();
    Choice { play, by: "order".to_owned(), rule: 0, effect: policy, losses, retreat }
}

fn by_policy(decision: Decision<'_>) -> Option<Choice> {
    let rule = decision.rule;
    let number = u32::try_from(decision.number).expect("an order file is small");
    let (effect, losses, retreat) = (rule.effect.clone(), rule.losses, rule.retreat.clone());
    Some(Choice {
        play: play_of(decision.pick)?,
        by: decision.by.to_owned(),
        rule: number,
        effect,
        losses,
        retreat,
    })
}

/// The orders that a seat gave ahead for this turn; they do not count in tempo full.
pub(super) fn ahead_of<'a>(table: GameTable<'_, 'a>, side: Side, name: &str) -> Option<&'a Orders> {
    if table.state().tempo == Tempo::Full { None } else { table.ahead(&side.seat(), name) }
}

/// Takes the answers of the seats that were asked, and seals them.
pub(crate) fn stakes(table: GameTable<'_, '_>, asked: &[Side], answers: &[Option<Stake>; 2]) {
    let Some(fight) = table.state().fight.clone() else { return };
    for seat in asked {
        let given = answers[seat.at()].as_ref();
        table.by_order(table.order_of(&seat.seat(), "battle"));
        let meant = given.filter(|stake| stake.battle == fight.area);
        if let Some(wrong) = given.filter(|stake| stake.battle != fight.area) {
            let why = format!("a card must now be chosen for the battle in {}", fight.area);
            void(table, *seat, format!("battle {}", wrong.battle), why, ("B2", Code::WrongBattle));
        }
        if let Some(choice) = choose(table, *seat, meant, true) {
            let order = source(table, *seat, &choice);
            table.by_order(order);
            table
                .record("B3", BattleEvent::Sealed { seat: *seat, area: fight.area, choice }.into());
        }
    }
}

/// Draws lots and turns both cards over. Rules B3, K4.
fn reveal(table: GameTable<'_, '_>) -> Flow {
    let Some(fight) = table.state().fight.clone() else { return Flow::On };
    let sides = [fight.attacker, fight.attacker.other()];
    let mut turned = |side| {
        let sealed = table.state().sealed.get(&side).and_then(|sealed| sealed.choice.as_ref());
        let choice =
            sealed.expect("both sides have chosen before the cards are turned over").clone();
        match choice.play {
            Play::Card(card) => card,
            Play::Mix { mix } => draw(table, side, &fight, &mix.0),
            Play::Word(_) | Play::Beat { .. } | Play::Hold { .. } | Play::First(_) => {
                unreachable!("only a card or a lot is sealed")
            }
        }
    };
    // The attacker's lot is drawn first.
    let [attacker, defender] = sides.map(&mut turned);
    let [rome, carthage] = match fight.attacker {
        Side::Rome => [attacker, defender],
        Side::Carthage => [defender, attacker],
    };
    table.record("B3", BattleEvent::Reveal { area: fight.area, rome, carthage }.into());
    let cards = [rome, carthage];
    for seat in sides {
        refill(table, seat, cards[seat.at()]);
    }
    Flow::On
}

/// Draws a card by lot: one die over the sum of the weights, read in the order written.
fn draw(table: GameTable<'_, '_>, side: Side, fight: &Fight, weights: &[(CardId, u32)]) -> CardId {
    let sides = weights.iter().map(|(_, weight)| weight).sum::<u32>();
    let which = if fight.nth > 1 { format!(" {}", fight.nth) } else { String::new() };
    let label = format!("mix {side} {}{which}", fight.area);
    let why = label.clone();
    let mut drawn = None;
    table.settle("B3", &label, Secrecy::Open, sides, 1, |_, faces| {
        let face = *faces.first().expect("exactly one die is thrown");
        let mut sum = 0;
        drawn = weights.iter().find(|(_, weight)| {
            sum += weight;
            face <= sum
        });
        BattleEvent::Die { seat: side, why, sides, face }.into()
    });
    drawn.expect("a face is at most the sum of the weights").0
}

/// Takes a hand up again once it is empty. Rule K4.
pub(crate) fn refill(table: GameTable<'_, '_>, seat: Side, kept_out: CardId) {
    if table.state().camp(seat).hand.is_empty() {
        table.record("K4", TurnEvent::Refill { seat, kept_out }.into());
    }
}

/// Attacker's and defender's total as they stand. Rule B5.
fn sums(rules: &Punica, fight: &Fight, board: &Board, area: Area, side: Side) -> (i32, Vec<Part>) {
    let (chart, worth) = (rules.chart(), rules.worth());
    let count = i32::from(board.count[side.at()][area]);
    let (one, many, each) = if chart.is_sea(area) {
        ("fleet", "fleets", worth.fleet)
    } else {
        ("army", "armies", worth.army)
    };
    let what = if count == 1 { one } else { many };
    let mut parts = Vec::new();
    if count > 0 {
        parts.push(Part { what: format!("{count} {what}"), points: count * each });
    }
    if board.hannibal_at(side, area) {
        parts.push(Part { what: "hannibal".to_owned(), points: worth.hannibal });
    }
    if let Some(card) = fight.card(side).and_then(|id| rules.card(id)) {
        parts.push(Part { what: format!("card {}", card.id), points: card.strength });
    }
    (parts.iter().map(|part| part.points).sum(), parts)
}

/// The movements that a revealed star card permits, and the board for them; none if the card bears no star.
pub(crate) fn scope<'a>(
    rules: &'a Punica,
    state: &State,
    side: Side,
) -> Option<(Scope<'a>, Board)> {
    let fight = state.fight.as_ref()?;
    let card = fight.card(side).and_then(|id| rules.card(id)).filter(|card| card.symbol)?;
    let board = rules.board(state);
    let area = rules.chart().index(fight.area);
    let total = |side| sums(rules, fight, &board, area, side).0;
    Some((Scope { rules, area, side, card, behind: total(side.other()) - total(side) }, board))
}

/// The effect of a side's card. Rules E1 to E5.
fn effect(table: GameTable<'_, '_>, side: Side) -> Flow {
    let rules = table.rules();
    let Some((scope, board)) = scope(rules, table.state(), side) else { return Flow::On };
    if table.state().tempo == Tempo::Full {
        if !has_movement(&scope, &board) {
            return Flow::On;
        }
        table.record("E1", TurnEvent::Awaits { stage: Stage::Effect { seat: side } }.into());
        return Flow::Wait;
    }
    effect_by_policy(table, side)
}

pub(crate) fn effect_by_policy(table: GameTable<'_, '_>, side: Side) -> Flow {
    let Some((scope, board)) = scope(table.rules(), table.state(), side) else { return Flow::On };
    let (policy, order) = effect_policy(table, side);
    let moves = planned(&scope, &board, &policy);
    table.by_order(order);
    let flow = walk(table, side, (scope.card, &moves), true, None);
    table.by_order(None);
    flow
}

/// A side's policy for its card, and the place of that order: with the card itself, ahead, or standing.
fn effect_policy(table: GameTable<'_, '_>, side: Side) -> (EffectPolicy, Option<OrderRef>) {
    let seat = side.seat();
    let sealed = table.state().sealed.get(&side).and_then(|sealed| sealed.choice.clone());
    let with_card = sealed.and_then(|choice| Some((choice.effect.clone()?, choice)));
    if let Some((policy, choice)) = with_card {
        return (policy, source(table, side, &choice).map(|order| order.below("effect")));
    }
    if let Some(Orders::Policy(policy)) = ahead_of(table, side, "effect") {
        return (policy.clone(), table.order_ahead(&seat, "effect"));
    }
    if let Some(policy) = table.policy(&seat).and_then(|policy| policy.effect.clone()) {
        return (policy, table.standing_order(&seat, "effect"));
    }
    let own = table.rules().defaults().effect.clone();
    (own.unwrap_or(EffectPolicy::Word(crate::names::EffectWord::None)), None)
}

/// Compares the totals. Rules B5 to B7.
fn totals(table: GameTable<'_, '_>) -> Flow {
    let rules = table.rules();
    let Some((fight, board, area)) = scene(table) else { return Flow::On };
    let (att, att_parts) = sums(rules, &fight, &board, area, fight.attacker);
    let (dfn, dfn_parts) = sums(rules, &fight, &board, area, fight.attacker.other());
    let attacker = fight.attacker;
    let winner = Victor::of(winner(att, dfn, fight.attacker));
    table.record(
        "B5",
        BattleEvent::Result { area: fight.area, att, dfn, att_parts, dfn_parts, attacker, winner }
            .into(),
    );
    Flow::On
}

fn winner(att: i32, dfn: i32, attacker: Side) -> Option<Side> {
    match att.cmp(&dfn) {
        std::cmp::Ordering::Greater => Some(attacker),
        std::cmp::Ordering::Less => Some(attacker.other()),
        std::cmp::Ordering::Equal => None,
    }
}

/// The sides that lose a unit, and the side that retreats.
pub(super) fn beaten(
    rules: &Punica,
    fight: &Fight,
    board: &Board,
    area: Area,
) -> (Vec<Side>, Side) {
    let total = |side| sums(rules, fight, board, area, side).0;
    let enemy = fight.attacker.other();
    match winner(total(fight.attacker), total(enemy), fight.attacker) {
        None => (vec![fight.attacker, enemy], fight.attacker),
        Some(winner) => (vec![winner.other()], winner.other()),
    }
}
