//! The threats of a side: the areas that it could reach with its next action. Rules M1 to M7, K1 to K3.

use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Area, Areas, CardStep, bit, each};
use crate::names::{CardId, Side, Unit, Who};

/// The strongest entry into a region that one action allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threat {
    pub area: Area,
    /// The card; none for the plain action `move`.
    pub card: Option<CardId>,
    pub strength: i32,
    /// Movements of armies that the cheapest entry takes.
    pub moves: u32,
    /// The movement of a fleet that must come first.
    pub fleet: Option<(Area, Area)>,
}

/// Every region that a side does not hold and could enter with its next action, by action; regions in order of id, for
/// each the plain move first, then cards in the order of the deck.
pub(crate) fn threats(rules: &Punica, board: &Board, side: Side) -> Vec<Threat> {
    let chart = rules.chart();
    let targets = chart.regions & !board.held[side.at()];
    let cards = rules
        .deck(side)
        .0
        .iter()
        .enumerate()
        .filter(|(at, _)| board.hands[side.at()] & (1 << at) != 0);
    let one = [CardStep { who: Who::Any, n: 1 }];
    let mut actions: Vec<(Option<CardId>, &[CardStep])> = vec![(None, &one)];
    actions.extend(cards.map(|(_, card)| (Some(card.id), &card.steps[..])));
    let mut found = Vec::new();
    for area in each(targets) {
        for (card, steps) in &actions {
            let best = best_entry(rules, board, side, area, steps);
            found.extend(best.map(|(strength, moves, fleet)| Threat {
                area,
                card: *card,
                strength,
                moves,
                fleet,
            }));
        }
    }
    found
}

pub(crate) fn threats_to(rules: &Punica, board: &Board, side: Side, area: Area) -> Vec<Threat> {
    threats(rules, board, side).into_iter().filter(|threat| threat.area == area).collect()
}

/// The ways by which a side could come into a region or sea with its next action, the strongest first.
pub(crate) fn ways_into(rules: &Punica, board: &Board, side: Side, area: Area) -> Vec<Threat> {
    let mut ways = if rules.chart().is_sea(area) {
        by_fleet(rules, board, side, area)
    } else {
        threats_to(rules, board, side, area)
    };
    ways.sort_by_key(|threat| (-threat.strength, threat.card));
    ways
}

/// The ways by which fleets could come: from any sea to any other, as many as the action moves.
fn by_fleet(rules: &Punica, board: &Board, side: Side, area: Area) -> Vec<Threat> {
    let (chart, worth) = (rules.chart(), rules.worth());
    let free = chart.seas & board.held[side.at()] & !board.held[side.other().at()] & !bit(area);
    let most = each(free).map(|sea| u32::from(board.units(side, sea))).sum::<u32>();
    let cards = rules
        .deck(side)
        .0
        .iter()
        .enumerate()
        .filter(|(at, _)| board.hands[side.at()] & (1 << at) != 0);
    let fleets = cards.map(|(_, card)| {
        let steps = card.steps.iter().filter(|step| step.who.admits(Unit::Fleet));
        (Some(card.id), steps.map(|step| u32::from(step.n)).sum::<u32>())
    });
    let threat = |(card, n): (Option<CardId>, u32)| {
        let n = n.min(most);
        let strength = i32::try_from(n).expect("few fleets") * worth.fleet;
        (n > 0).then_some(Threat { area, card, strength, moves: 1, fleet: None })
    };
    std::iter::once((None, 1)).chain(fleets).filter_map(threat).collect()
}

/// An entry: strength, movements of the nearest unit, the fleet moved before.
type Entry = (i32, u32, Option<(Area, Area)>);

/// The strongest entry that a card's steps allow: strength, movements of the cheapest, the fleet moved before.
fn best_entry(
    rules: &Punica,
    board: &Board,
    side: Side,
    area: Area,
    steps: &[CardStep],
) -> Option<Entry> {
    let first_army = steps.iter().position(|step| step.who != Who::Fleet)?;
    let budget = steps.iter().skip(first_army).filter(|step| step.who != Who::Fleet);
    let (who, n) = budget.fold((Who::Army, 0), |(_, n), step| (step.who, n + u32::from(step.n)));
    let plain =
        entry(rules, board, side, area, who, n).map(|(strength, moves)| (strength, moves, None));
    if first_army == 0 {
        return plain;
    }
    let chart = rules.chart();
    let fleets = board.held[side.at()] & chart.seas & !board.held[side.other().at()];
    let mut best = plain;
    for from in each(fleets) {
        for to in each(chart.seas & !bit(from) & !board.held[0] & !board.held[1]) {
            let mut moved = *board;
            moved.shift(side, Unit::Fleet, from, to);
            let Some((strength, moves)) = entry(rules, &moved, side, area, who, n) else {
                continue;
            };
            if best.is_none_or(|(known, _, _)| strength > known) {
                best = Some((strength, moves, Some((from, to))));
            }
        }
    }
    best
}

/// The most strength that `n` movements bring into a region, and the movements of the nearest unit.
fn entry(
    rules: &Punica,
    board: &Board,
    side: Side,
    area: Area,
    who: Who,
    n: u32,
) -> Option<(i32, u32)> {
    let worth = rules.worth();
    let far = distances(rules, board, side, area, n);
    let mut costs: Vec<u32> = Vec::new();
    let mut hannibal = None;
    for (cost, ring) in far.iter().enumerate().skip(1) {
        let cost = u32::try_from(cost).expect("few steps");
        for from in each(ring & board.held[side.at()]) {
            if who.admits(Unit::Army) {
                costs.extend((0..board.count[side.at()][from]).map(|_| cost));
            }
            if who.admits(Unit::Hannibal) && board.hannibal_at(side, from) {
                hannibal = Some(cost);
            }
        }
    }
    let nearest = costs.iter().copied().chain(hannibal).min()?;
    let armies = |mut left: u32| {
        let fits = costs.iter().take_while(|cost| {
            let fits = **cost <= left;
            left = left.saturating_sub(**cost);
            fits
        });
        i32::try_from(fits.count()).expect("few armies") * worth.army
    };
    let with = hannibal.filter(|cost| *cost <= n).map(|cost| worth.hannibal + armies(n - cost));
    let strength = with.unwrap_or(0).max(armies(n));
    (strength > 0).then_some((strength, nearest))
}

/// Regions by number of movements to a region, through regions without enemies; at index 0 the region itself.
pub(crate) fn distances(
    rules: &Punica,
    board: &Board,
    side: Side,
    area: Area,
    most: u32,
) -> Vec<Areas> {
    let chart = rules.chart();
    let clear = chart.regions & !board.held[side.other().at()];
    let (mut rings, mut seen) = (vec![bit(area)], bit(area));
    for _ in 0..most {
        let last = *rings.last().expect("the area itself is the first ring");
        let ring = each(last).fold(0, |all, from| all | board.range(chart, side, Unit::Army, from))
            & clear
            & !seen;
        if ring == 0 {
            break;
        }
        seen |= ring;
        rings.push(ring);
    }
    rings
}
