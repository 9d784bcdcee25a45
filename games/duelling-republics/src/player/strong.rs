//! The search of the strong player: marches and allocations worth playing out, and the value of a position in the end.

use super::imagined::best;
use super::sensible::{self, capital};
use super::ways::reach;
use crate::DuellingRepublics;
use crate::elements::{ArmyId, Side};
use crate::events::sight::View;
use crate::names::{City, Gaul, IfSiege, Name};
use crate::orders::{Choice, ElementItem, Item, Orders, Pick, Resources, Turns};
use crate::prompts::Question;
use crate::rules::Field;
use crate::state::{Army, Stage, State};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, BuiltInPlayer, Effort, Rng, Search, Seat};

/// The number of marches played out: the best by the sensible player's reckoning.
const KEPT: usize = 10;

engine::weights! {
    /// The weights of a position's parts: `weights.yaml` says what each weight means.
    pub(crate) struct Scale {
        lead,
        own,
        province,
        city,
        element,
        army,
        gold,
        siege,
        capital,
        landing,
        guard,
        beset,
    }
}

/// True if the search may think about what a seat is asked: its army's turn or a whole year's resources, nothing half
/// resolved.
pub(crate) fn thinks(at: &AtSeat<'_, DuellingRepublics>) -> bool {
    let asked =
        |question: &Question| matches!(question, Question::Season { .. } | Question::Resources);
    let state = &at.view.state;
    let whole = matches!(state.stage, Stage::Move { .. } | Stage::Resources)
        && state.political.is_none()
        && state.battles.is_empty()
        && state.entry.is_none();
    whole && matches!(at.prompts, [prompt] if asked(&prompt.question))
}

impl Search for DuellingRepublics {
    const EFFORT: Effort =
        Effort { positions: 800, turns: 4, records: 24, proposals: 1, samples: 8 };

    fn candidates(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Vec<ParsedOrdersOf<Self>> {
        let ([prompt], Some(side)) = (at.prompts, at.view.side) else { return Vec::new() };
        let field = self.field(at.view);
        let plain = self.propose(at, BotStyle::Sensible, rng);
        let orders: Vec<Orders> = match (&prompt.question, plain.orders.get(&prompt.name)) {
            (Question::Season { army }, _) => choices(&field, *army)
                .into_iter()
                .map(|choice| Orders::Season(Box::new(Turns::of(*army, vec![choice]))))
                .collect(),
            (Question::Resources, Some(Orders::Resources(plain))) => {
                allocations(at.view, side, plain)
                    .into_iter()
                    .map(|allocate| Orders::Resources(Resources { allocate, ..plain.clone() }))
                    .collect()
            }
            _ => Vec::new(),
        };
        let with = |orders| {
            let mut filing = plain.clone();
            filing.orders.insert(prompt.name.clone(), orders);
            filing
        };
        orders.into_iter().map(with).collect()
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        let Some(player) = state.player(seat) else { return 0 };
        let (scale, side) = (&self.scale, player.side);
        let field = Field::new(&self.chart, state);
        let lead = best(state, side) - best(state, side.other());
        lead * i64::from(scale.lead)
            + i64::from(player.vp) * i64::from(scale.own)
            + standing(self, &field, side)
            - standing(self, &field, side.other())
    }
}

/// The choices of an army: to stay, to come out of a siege, or to march where that promises most.
fn choices(field: &Field<'_>, id: ArmyId) -> Vec<Choice> {
    let stay = Choice { gaul: Some(Gaul::Avoid), ..Choice::default() };
    if field.state.besieged(id) {
        return vec![stay.clone(), Choice { sally: true, ..stay }];
    }
    let leave_siege = field.state.besieges(id);
    let mut all = vec![stay];
    let mut ways: Vec<_> = reach(field, id)
        .into_iter()
        .map(|(to, route)| (sensible::worth(field, id, to, &route), route))
        .collect();
    ways.sort_by_key(|(worth, route)| (std::cmp::Reverse(*worth), route.steps.clone()));
    // Home is always worth a thought: who loses the capital loses the war.
    let home = capital(id.side());
    let kept = ways.iter().enumerate().filter(|(at, (_, route))| {
        *at < KEPT || route.steps.last().is_some_and(|step| step.to == home)
    });
    for route in kept.map(|(_, (_, route))| route.clone()) {
        let (if_siege, gaul) = (Some(IfSiege::Starve), Some(Gaul::Avoid));
        all.push(Choice { path: route.steps, leave_siege, if_siege, gaul, ..Choice::default() });
    }
    all
}

/// Lists of allocations: points alone, elements first for each army, and gold.
fn allocations(view: &View, side: Side, plain: &Resources) -> Vec<Vec<Item>> {
    let points = Item::Repeat { repeat: Box::new(Item::VP) };
    let raises: Vec<Item> =
        plain.allocate.iter().filter(|item| matches!(item, Item::Raise { .. })).cloned().collect();
    let with = |items: Vec<Item>| -> Vec<Item> {
        raises.iter().cloned().chain(items).chain([points.clone()]).collect()
    };
    let mut all = vec![vec![points.clone()], with(Vec::new())];
    for (army, _) in view.state.armies_of(side) {
        for number in [2, 4] {
            all.push(with(vec![Item::Gold { gold: army }; number]));
        }
        let elements: Vec<Item> = plain
            .allocate
            .iter()
            .filter(|item| {
                matches!(item, Item::Element { element: ElementItem { army: to, kind: Pick::Of(_), .. } } if *to == army)
            })
            .cloned()
            .collect();
        if !elements.is_empty() {
            all.push(with(elements));
        }
    }
    all
}

/// The value of what a side holds, in hundredths of a point.
fn standing(rules: &DuellingRepublics, field: &Field<'_>, side: Side) -> i64 {
    let (scale, state) = (&rules.scale, field.state);
    let mut sum = 0;
    for province in field.chart.provinces.iter().filter(|p| state.owned(p.id, side)) {
        sum += scale.province;
        sum += if province.city == City::None { 0 } else { scale.city };
    }
    for (_, army) in state.armies_of(side) {
        let chest = i32::from(army.body.chest);
        sum += scale.army + i32::from(army.size) * scale.element + chest.min(6) * scale.gold;
    }
    let home = capital(side);
    let garrison: u16 =
        state.armies_of(side).filter(|(_, army)| army.at == home).map(|(_, army)| army.size).sum();
    let beside = field.chart.neighbours(home).any(|(at, _)| field.enemy_in(at, side));
    if garrison == 0 {
        sum -= scale.landing + if beside { scale.capital } else { 0 };
    }
    sum -= scale.guard * i32::from(comes(field, side, home).saturating_sub(garrison));
    for (at, siege) in &state.sieges {
        let lasted = i32::from(siege.counter.saturating_add(1));
        let own = siege.besiegers.iter().any(|id| id.side() == side);
        if *at == home && !own {
            sum -= scale.beset * lasted;
        } else if own && *at != capital(side.other()) {
            sum += scale.city * lasted * scale.siege / 100;
        }
    }
    i64::from(sum)
}

/// The size of the largest enemy army that can be before a place in one move, by land or over the open sea, or is there.
fn comes(field: &Field<'_>, side: Side, home: Name) -> u16 {
    let enemies = field.state.armies_of(side.other());
    let can = |id: ArmyId, army: &Army| {
        let free = !field.state.besieged(id);
        army.at == home || free && reach(field, id).contains_key(&home)
    };
    enemies.filter(|(id, army)| can(*id, army)).map(|(_, army)| army.size).max().unwrap_or_default()
}
