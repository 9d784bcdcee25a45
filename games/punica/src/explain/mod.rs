//! The rule of a policy that would fire for an attack which has not happened, the card that it would play, and the
//! chances of that card.

pub(crate) mod imagine;
pub(crate) mod threat;

use crate::board::Board;
use crate::check::after_action;
use crate::codes::Code;
use crate::data::chart::{Area, Chart, bit, each};
use crate::explain::threat::{Threat, threats, ways_into};
use crate::names::{AreaId, CardId, Losses, Side};
use crate::orders::Orders;
use crate::player::imagined;
use crate::policy::{EffectPolicy, Play, PlayRule, Policy};
use crate::prompts::Question;
use crate::rules::choice::{Decision, Pick, Situation, Sources, rules_of};
use crate::{At, Punica};
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::run::entered;
use engine::{AtSeat, Complaint, Path, Tempo};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The orders of a seat that are in force or will be: those that it gave ahead for this turn, and its standing orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct InForce {
    ahead: Option<Vec<PlayRule>>,
    effect: Option<EffectPolicy>,
    losses: Option<Losses>,
    retreat: Option<Vec<AreaId>>,
    standing: Option<Policy>,
}

impl InForce {
    /// The orders in force, with what is given ahead for this turn.
    pub(crate) fn of(force: Option<&InForceOf<Punica>>) -> Self {
        let mut in_force = Self::later(force);
        for orders in force.iter().flat_map(|force| force.ahead.values()).map(|filed| &filed.says) {
            match orders {
                Orders::Rules(rules) => in_force.ahead = Some(rules.clone()),
                Orders::Policy(effect) => in_force.effect = Some(effect.clone()),
                Orders::Losses(losses) => in_force.losses = Some(*losses),
                Orders::Retreat(retreat) => in_force.retreat = Some(retreat.clone()),
                Orders::Plans(_) | Orders::Answer(_) => {}
            }
        }
        in_force
    }

    /// The orders in force after this turn, when what is given ahead has lapsed.
    pub(crate) fn later(force: Option<&InForceOf<Punica>>) -> Self {
        Self {
            standing: force
                .and_then(|force| force.standing.as_ref())
                .map(|filed| filed.says.clone()),
            ..Self::default()
        }
    }

    fn sources<'a>(&'a self, rules: &'a Punica) -> Sources<'a> {
        let defaults = rules_of(Some(rules.defaults())).unwrap_or_default();
        Sources {
            ahead: self.ahead.as_deref(),
            standing: rules_of(self.standing.as_ref()),
            defaults,
        }
    }

    /// The other choices that go with a rule which gave a card: from the rule itself, from orders given ahead, from the
    /// standing orders, or from the title.
    fn beside(
        &self,
        rules: &Punica,
        rule: &PlayRule,
    ) -> (Option<EffectPolicy>, Option<Losses>, Vec<AreaId>) {
        let (standing, defaults) = (self.standing.as_ref(), rules.defaults());
        let effect = [
            rule.effect.as_ref(),
            self.effect.as_ref(),
            standing.and_then(|policy| policy.effect.as_ref()),
        ];
        let losses =
            [rule.losses, self.losses, standing.and_then(|policy| policy.losses), defaults.losses];
        let retreat = [
            rule.retreat.as_ref(),
            self.retreat.as_ref(),
            standing.and_then(|policy| policy.retreat.as_ref()),
        ];
        (
            effect.into_iter().flatten().next().or(defaults.effect.as_ref()).cloned(),
            losses.into_iter().flatten().next(),
            retreat
                .into_iter()
                .flatten()
                .next()
                .or(defaults.retreat.as_ref())
                .cloned()
                .unwrap_or_default(),
        )
    }
}

/// An attack that the enemy could make next, and what answers it.
pub(crate) struct Danger {
    pub area: Area,
    /// The ways in, the strongest first.
    pub ways: Vec<Threat>,
    /// The strength of the seat's own units there.
    pub mine: i32,
    /// True if the enemy wins the game by entering it or by winning there.
    pub decisive: bool,
    /// The battle as it would be, if units stand there.
    pub situation: Option<Situation>,
}

/// The areas that matter to a side and that the enemy could enter next: its capital, its areas of influence, and the
/// areas in which its units stand; regions first.
pub(crate) fn dangers(rules: &Punica, board: &Board, side: Side) -> Vec<Danger> {
    let (chart, enemy) = (rules.chart(), side.other());
    let mut by_area: BTreeMap<Area, Vec<Threat>> = BTreeMap::new();
    for threat in threats(rules, board, enemy) {
        by_area.entry(threat.area).or_default().push(threat);
    }
    let matter = chart.own(side) | board.held[side.at()];
    let by_land = by_area.into_iter().filter(|(area, _)| matter & bit(*area) != 0);
    let seas = each(board.held[side.at()] & chart.seas & !board.held[enemy.at()]);
    let by_sea = seas
        .map(|sea| (sea, ways_into(rules, board, enemy, sea)))
        .filter(|(_, ways)| !ways.is_empty());
    by_land.chain(by_sea).map(|(area, ways)| danger(rules, board, side, area, ways)).collect()
}

fn danger(rules: &Punica, board: &Board, side: Side, area: Area, mut ways: Vec<Threat>) -> Danger {
    let (chart, enemy) = (rules.chart(), side.other());
    ways.sort_by_key(|threat| (-threat.strength, threat.card));
    let mine = board.strength(chart, rules.worth(), side, area);
    let influence = chart.influence[side.at()] & bit(area) != 0;
    let third = influence && board.gains(chart, enemy) + 1 >= rules.worth().influence;
    let strongest = ways.first().map_or(0, |threat| threat.strength);
    let situation = (mine > 0).then(|| {
        let met = imagined(rules, board, enemy, area, strongest);
        let mut situation = Situation::of(rules, &met, area, enemy, side);
        situation.theirs = strongest;
        spent(&mut situation.enemy, ways.first().and_then(|threat| threat.card));
        situation
    });
    Danger { area, ways, mine, decisive: area == chart.capital[side.at()] || third, situation }
}

/// Takes an action's card out of the hand that will be met in battle, unless it was the last.
pub(crate) fn spent(hand: &mut Vec<(CardId, i32)>, card: Option<CardId>) {
    if hand.len() > 1 {
        hand.retain(|(held, _)| Some(*held) != card);
    }
}

/// Warnings about what the enemy could do next, and whether the policy answers it.
pub(crate) fn counsel(
    rules: &Punica,
    at: &At<'_>,
    filing: &ParsedOrdersOf<Punica>,
) -> Vec<Complaint> {
    let AtSeat { view, seat, prompts, in_force: force } = *at;
    let (Some(side), Tempo::Brisk) = (Side::of(seat), view.tempo) else { return Vec::new() };
    let acts = prompts.iter().any(|prompt| prompt.question == Question::Action);
    let waits =
        view.active != side && prompts.iter().any(|prompt| prompt.question == Question::Parley);
    if view.ended.is_some()
        || !(acts || waits)
        || filing.orders.is_empty() && filing.standing.is_none()
    {
        return Vec::new();
    }
    let action = filing.orders.values().find_map(|orders| match orders {
        Orders::Answer(answer) => answer.action.clone(),
        _ => None,
    });
    let board =
        action.map_or_else(|| rules.board(view), |action| after_action(rules, view, side, &action));
    let in_force = InForce::later(Some(&entered(rules, force, filing, 0)));
    let path = if filing.standing.is_some() {
        Path::top().then("standing")
    } else {
        Path::top().then("orders")
    };
    // Of a capital that the action leaves empty its own warning tells.
    let capital = rules.chart().capital[side.at()];
    let left = rules.board(view).units(side, capital) > 0 && board.units(side, capital) == 0;
    let on_land: Vec<Danger> = dangers(rules, &board, side)
        .into_iter()
        .filter(|danger| !rules.chart().is_sea(danger.area))
        .filter(|danger| !(left && danger.area == capital))
        .collect();
    let mut found = Vec::new();
    for danger in &on_land {
        found.extend(warn(rules, danger, side, &in_force, &path));
    }
    found.extend(unanswered(rules, &on_land, &in_force, &path));
    found.extend(sea(rules, &board, side, &in_force, &path));
    found
}

/// Attacks on land that no rule of the seat's own answers: one warning for all of them.
fn unanswered(
    rules: &Punica,
    dangers: &[Danger],
    in_force: &InForce,
    path: &Path,
) -> Option<Complaint> {
    let chart = rules.chart();
    let bare = dangers.iter().filter_map(|danger| {
        let situation = danger.situation.as_ref()?;
        let decision = in_force.sources(rules).decide(situation, false)?;
        let (theirs, mine, plays) =
            (situation.theirs, situation.mine, pick_in_words(&decision.pick));
        (decision.by == "default")
            .then(|| (chart.id(danger.area), format!("{theirs}:{mine}, {plays}")))
    });
    let bare: Vec<(_, String)> = bare.collect();
    let (name, _) = bare.first()?;
    let fix = format!("add to standing.battle, for example {{when: {{area: {name}}}, play: ask}}");
    let told: Vec<String> = bare.iter().map(|(area, met)| format!("{area} ({met})")).collect();
    let message = format!(
        "none of your rules covers an attack on {}; in brackets: their strength and yours, and what the default rule plays",
        told.join(", ")
    );
    Some(Code::NoRule.at(path.clone(), message).by("B3").fix(fix))
}

/// The warning that one danger deserves, if any; of those that no rule answers [`unanswered`] warns.
fn warn(
    rules: &Punica,
    danger: &Danger,
    side: Side,
    in_force: &InForce,
    path: &Path,
) -> Option<Complaint> {
    let chart = rules.chart();
    let (enemy, name) = (side.other().proper_name(), chart.id(danger.area));
    let ways = ways_in_words(chart, &danger.ways).join("; ");
    let Some(situation) = &danger.situation else {
        let wins = if danger.decisive { ", and that would win the game" } else { "" };
        let message = format!("{enemy} can enter {name} unopposed next turn ({ways}){wins}");
        return Some(
            Code::Threat
                .at(path.clone(), message)
                .by("V5")
                .fix(format!("put a unit into {name}, or block the route")),
        );
    };
    let decision = in_force.sources(rules).decide(situation, false)?;
    let what = format!(
        "an attack on {name} with strength {} against {}",
        situation.theirs, situation.mine
    );
    if decision.by == "default" {
        return None;
    }
    let plays = pick_in_words(&decision.pick);
    if matches!(decision.rule.play, Play::Card(_)) && (danger.decisive || situation.at_stake) {
        let message = format!(
            "your rule {} always meets {what} with {plays} while that card is in hand, so the \
             choice is easy to predict",
            decision.number
        );
        let fix =
            "choose at random, for example {mix: {r3: 2, r5: 1}}, which the enemy cannot predict";
        return Some(Code::Predictable.at(path.clone(), message).by("B3").fix(fix));
    }
    let losing = danger.decisive && wins_of(situation, &decision.pick, rules) == 0;
    losing.then(|| {
        let message = format!(
            "{what} would win {enemy} the game ({ways}); your rule {} plays {plays}, {}",
            decision.number,
            score(rules, situation, &decision.pick)
        );
        Code::Threat
            .at(path.clone(), message)
            .by("V5")
            .fix("bring a unit there, or play a stronger card")
    })
}

/// Battles at sea: one warning for all of them if no rule speaks to them.
fn sea(
    rules: &Punica,
    board: &Board,
    side: Side,
    in_force: &InForce,
    path: &Path,
) -> Option<Complaint> {
    let (chart, enemy) = (rules.chart(), side.other());
    if board.held[enemy.at()] & chart.seas == 0 {
        return None;
    }
    let bare: Vec<String> = each(board.held[side.at()] & chart.seas & !board.held[enemy.at()])
        .filter(|area| {
            let met = imagined(rules, board, enemy, *area, rules.worth().fleet);
            let situation = Situation::of(rules, &met, *area, enemy, side);
            in_force
                .sources(rules)
                .decide(&situation, false)
                .is_none_or(|decision| decision.by == "default")
        })
        .map(|area| chart.id(area).to_string())
        .collect();
    (!bare.is_empty()).then(|| {
        let message = format!(
            "none of your rules covers a naval battle in {}: the default rule plays the card that \
             beats the enemy's best card, or else your middle card",
            bare.join(", ")
        );
        Code::NoRule.at(path.clone(), message).by("B3").fix(
            "add {when: {kind: sea}, play: lowest}, or the same rule with another play, to \
             standing.battle",
        )
    })
}

/// Ways in, in words: those of one strength and one fleet together.
pub(crate) fn ways_in_words(chart: &Chart, ways: &[Threat]) -> Vec<String> {
    let mut groups: Vec<(&Threat, Vec<String>)> = Vec::new();
    for threat in ways {
        let by =
            threat.card.map_or_else(|| "a single movement".to_owned(), |card| card.to_string());
        match groups
            .iter_mut()
            .find(|(first, _)| (first.strength, first.fleet) == (threat.strength, threat.fleet))
        {
            Some((_, names)) => names.push(by),
            None => groups.push((threat, vec![by])),
        }
    }
    let said = |(threat, names): (&Threat, Vec<String>)| {
        let fleet = threat.fleet.map(|(from, to)| {
            format!(" after a fleet from {} to {}", chart.id(from), chart.id(to))
        });
        format!(
            "{} with strength {}{}",
            names.join(", "),
            threat.strength,
            fleet.unwrap_or_default()
        )
    };
    groups.into_iter().map(said).collect()
}

/// The card or lot that a play yields, in words.
pub(crate) fn pick_in_words(pick: &Pick) -> String {
    match pick {
        Pick::Card(card) => card.to_string(),
        Pick::Ask => "ask".to_owned(),
        Pick::Lot(mix) => {
            let weights = mix.0.iter().map(|(card, weight)| format!("{card} {weight}"));
            format!("a random choice ({})", weights.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Cards that a pick may turn out to be.
fn cards(pick: &Pick) -> Vec<CardId> {
    match pick {
        Pick::Card(card) => vec![*card],
        Pick::Lot(mix) => mix.0.iter().map(|(card, _)| *card).collect(),
        Pick::Ask => Vec::new(),
    }
}

/// Enemy cards that the best card of a pick beats or ties with.
fn wins_of(situation: &Situation, pick: &Pick, rules: &Punica) -> usize {
    let holds = |card: &CardId| {
        let own = rules.of_deck(*card).strength;
        situation
            .enemy
            .iter()
            .filter(|(_, other)| situation.mine + own >= situation.theirs + other)
            .count()
    };
    if *pick == Pick::Ask {
        situation.enemy.len()
    } else {
        cards(pick).iter().map(holds).max().unwrap_or(0)
    }
}

/// The number of the enemy's cards against which a pick wins, ties and loses, in words.
fn score(rules: &Punica, situation: &Situation, pick: &Pick) -> String {
    let each = cards(pick).into_iter().map(|card| {
        let (win, tie, loss) = tally(rules, situation, card);
        format!(
            "{card} wins against {win} of the enemy's cards, ties with {tie} and loses to {loss}"
        )
    });
    let said: Vec<String> = each.collect();
    if said.is_empty() { "you would be asked".to_owned() } else { said.join("; ") }
}

/// An ordered card or lot, and its chances against the enemy's hand.
pub(crate) fn fares(rules: &Punica, situation: &Situation, pick: &Pick) -> Value {
    json!({"by": "order", "rule": 0, "pick": pick_in_words(pick), "score": score(rules, situation, pick)})
}

/// Enemy cards against which a card wins, ties, loses, before effects.
pub(crate) fn tally(rules: &Punica, situation: &Situation, card: CardId) -> (usize, usize, usize) {
    let own = situation.mine + rules.card(card).map_or(0, |card| card.strength);
    let count = |test: &dyn Fn(i32) -> bool| {
        situation.enemy.iter().filter(|(_, other)| test(situation.theirs + other)).count()
    };
    (count(&|other| own > other), count(&|other| own == other), count(&|other| own < other))
}

/// Every rule with whether it fits, why not, and which one fires. In tempo full the seat has been asked already, and
/// `asked` says so.
pub(crate) fn trace(
    rules: &Punica,
    in_force: &InForce,
    situation: &Situation,
    asked: bool,
) -> Value {
    let sources = in_force.sources(rules);
    let fires = sources.decide(situation, asked);
    let fired = fires.as_ref().map(|decision| (decision.by, decision.number));
    let list: Vec<Value> = sources
        .rules()
        .map(|(by, number, rule)| {
            let unfit = situation.fits(&rule.when);
            let idle = || situation.pick(&rule.play, asked).is_none().then(|| "its play does not \
                                                                               choose a card in \
                                                                               your \
                                                                               hand".to_owned());
            let why = unfit.or_else(idle);
            json!({"by": by, "rule": number, "says": flow(&json!(rule)), "fires": fired == Some((by, number)), "why": why})
        })
        .collect();
    let mut value = json!({
        "area": situation.area, "role": situation.role, "mine": situation.mine, "theirs": situation.theirs,
        "at-stake": situation.at_stake, "prize": situation.prize, "rules": list,
    });
    if let Some(decision) = &fires {
        describe(rules, in_force, situation, decision, &mut value);
    }
    value
}

/// A value as an author would write it on one line.
pub(crate) fn flow(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| format!("{key}: {}", flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) if text.starts_with(['<', '>']) => format!("\"{text}\""),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The rule that fires: what it plays, how that fares, and the policies that go with it.
fn describe(
    rules: &Punica,
    in_force: &InForce,
    situation: &Situation,
    decision: &Decision<'_>,
    value: &mut Value,
) {
    let (effect, losses, retreat) = in_force.beside(rules, decision.rule);
    let played = cards(&decision.pick);
    let against = |card: &CardId| {
        let own = rules.card(*card);
        let total = situation.mine + own.map_or(0, |card| card.strength);
        let met = |order: Ordering| {
            let met = situation
                .enemy
                .iter()
                .filter(|(_, other)| total.cmp(&(situation.theirs + other)) == order);
            met.map(|(card, _)| *card).collect::<Vec<_>>()
        };
        json!({
            "card": card, "total": total, "symbol": own.is_some_and(|card| card.symbol),
            "wins": met(Ordering::Greater), "ties": met(Ordering::Equal), "loses": met(Ordering::Less),
        })
    };
    value["by"] = json!(decision.by);
    value["rule"] = json!(decision.number);
    value["pick"] = json!(pick_in_words(&decision.pick));
    value["score"] = json!(score(rules, situation, &decision.pick));
    value["against"] = json!(played.iter().map(against).collect::<Vec<_>>());
    value["effect"] = json!(effect);
    value["does"] = json!(flow(&json!(effect)));
    value["losses"] = json!(losses);
    value["retreat"] = json!(retreat);
}
