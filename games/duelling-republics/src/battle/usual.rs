//! BA16: the plan of an army whose commander sends none.

use super::chart::Chart;
use super::plan::{
    Charge, Commit, LaneIs, Manner, Overlap, Plan, Posture, Role, Sector, SectorPlan, When,
    WhenFree,
};
use crate::elements::{Contingent, Host, Member, Soldier, Troop};
use engine::Seat;
use std::collections::BTreeMap;

/// The part of an army that the default plan keeps in reserve: one in so many, rounded down.
const RESERVE_PART: usize = 4;
/// The part that the centre must have of those in line: one in so many, rounded down.
const CENTRE_PART: usize = 3;
/// The number of elements that the two wings may always keep between them.
const WINGS_LEAST: usize = 2;

pub(crate) fn plan(chart: &Chart, host: &Host, role: Role, country: &str) -> Plan {
    let sectors = deploy(chart, host);
    let postures = [
        Posture::Hold,
        if role == Role::Attacker { Posture::Attack } else { Posture::Hold },
        Posture::Attack,
    ];
    let mut lines = sectors.line.into_iter().zip(postures).map(|(line, posture)| SectorPlan {
        front: line.front,
        rear: line.rear,
        posture,
        from: None,
        overlap: Overlap::RideRound,
        when_free: WhenFree::RollUp,
    });
    let (left, mut centre, right) = (next(&mut lines), next(&mut lines), next(&mut lines));
    centre.overlap = Overlap::Turn;
    let country = chart.types.get(country).filter(|_| role == Role::Defender);
    let mut plan = Plan {
        commands: Vec::new(),
        left,
        centre,
        right,
        reserve: sectors.reserve,
        priority: Sector::LINE.to_vec(),
        commit: commits(),
        withdraw: None,
        terrain: country.map(|country| country.default.clone()).unwrap_or_default(),
    };
    plan.commands = commands(chart, host, &plan);
    plan
}

fn next(lines: &mut impl Iterator<Item = SectorPlan>) -> SectorPlan {
    lines.next().expect("a line has three sectors")
}

/// The default commit entries: gaps in the centre, right, left; then the centre after two losses.
fn commits() -> Vec<Commit> {
    let gap = |lane| When { lane: Some(lane), is: Some(LaneIs::Gap), ..When::default() };
    let fill = |when, to, n| Commit { when, to, manner: Manner::Fill, n, elements: None };
    let mut entries: Vec<Commit> = [Sector::Centre, Sector::Right, Sector::Left]
        .into_iter()
        .map(|to| fill(gap(to), to, Some(1)))
        .collect();
    entries.push(fill(When { losses: Some(2), ..When::default() }, Sector::Centre, None));
    entries
}

/// A sector of the line, being filled.
#[derive(Default)]
struct Wing {
    front: Vec<Member>,
    rear: BTreeMap<Member, Member>,
    /// Held by a contingent: nobody else comes in.
    taken: bool,
}

struct Sectors {
    /// The left, the centre and the right.
    line: [Wing; 3],
    reserve: Vec<Member>,
}

fn deploy(chart: &Chart, host: &Host) -> Sectors {
    let mut pool: Vec<Soldier> = host.elements.clone();
    let reserve = reserve(host, &mut pool);
    let mut line: [Wing; 3] = Default::default();
    for (body, at) in host.contingents.iter().zip([0, 2]) {
        line[at] = contingent(chart, body);
    }
    let in_line = pool.len();
    deal(&mut pool, &mut line);
    let order = centre_order(chart, &pool);
    let [left, centre, right] = &mut line;
    centre.front = from_the_middle(&order);
    let mut order = order;
    balance(in_line, left, centre, right, &mut order);
    fill_empty(left, centre, right);
    order.retain(|who| centre.front.contains(who));
    double(chart, centre, &order);
    for wing in [left, right] {
        let order = wing.front.clone();
        double(chart, wing, &order);
    }
    Sectors { line, reserve }
}

/// Takes the reserve out of the pool: the general in the last place, before him spears (if the army has blades),
/// psiloi, auxilia.
fn reserve(host: &Host, pool: &mut Vec<Soldier>) -> Vec<Member> {
    let mut places = pool.len() / RESERVE_PART;
    let general = host.general().filter(|_| places > 0);
    places -= usize::from(general.is_some());
    let blades = pool.iter().any(|soldier| soldier.id.element.troop == Troop::Bd);
    let mut reserve: Vec<Member> = Vec::new();
    for troop in [Troop::Sp, Troop::Ps, Troop::Ax] {
        let of_type = pool
            .iter()
            .map(|soldier| soldier.id)
            .filter(|who| who.element.troop == troop && Some(*who) != general);
        if troop != Troop::Sp || blades {
            reserve.extend(of_type);
        }
    }
    reserve.truncate(places);
    reserve.extend(general);
    pool.retain(|soldier| !reserve.contains(&soldier.id));
    reserve
}

fn contingent(chart: &Chart, body: &Contingent) -> Wing {
    let front: Vec<Member> = body.elements.iter().map(|soldier| soldier.id).collect();
    let mut wing = Wing { front: front.clone(), rear: BTreeMap::new(), taken: true };
    double(chart, &mut wing, &front);
    wing
}

/// Horse and light troops go to the wings, right and left in turn; the rest stays in the pool.
fn deal(pool: &mut Vec<Soldier>, line: &mut [Wing; 3]) {
    let kinds = [Troop::Kn, Troop::Cv, Troop::LH, Troop::Ax, Troop::Ps];
    let of = |troop: Troop| {
        pool.iter().map(|soldier| soldier.id).filter(move |who| who.element.troop == troop)
    };
    let light: Vec<Member> = kinds.into_iter().flat_map(of).collect();
    if line[0].taken && line[2].taken {
        return;
    }
    for (turn, who) in light.iter().enumerate() {
        let at = if turn.is_multiple_of(2) { 2 } else { 0 };
        let at = if line[at].taken { 2 - at } else { at };
        line[at].front.push(*who);
    }
    pool.retain(|soldier| !light.contains(&soldier.id));
}

/// The centre's elements in the order in which they are placed: factor against foot, type name, roster.
fn centre_order(chart: &Chart, pool: &[Soldier]) -> Vec<Member> {
    let mut order: Vec<Member> = pool.iter().map(|soldier| soldier.id).collect();
    order.sort_by_key(|who| {
        (std::cmp::Reverse(chart.of(who.element.troop).foot), who.element.troop.word())
    });
    order
}

/// The first in the middle, the next at the left end, the next at the right end, and so on.
fn from_the_middle(order: &[Member]) -> Vec<Member> {
    let mut front = std::collections::VecDeque::new();
    for (turn, who) in order.iter().enumerate() {
        if turn.is_multiple_of(2) {
            front.push_back(*who);
        } else {
            front.push_front(*who);
        }
    }
    front.into()
}

/// While the centre is too weak and the wings have more than two, the longer wing gives up its last.
fn balance(
    in_line: usize,
    left: &mut Wing,
    centre: &mut Wing,
    right: &mut Wing,
    order: &mut Vec<Member>,
) {
    let least = (in_line / CENTRE_PART).max(1);
    loop {
        let length = |wing: &Wing| if wing.taken { 0 } else { wing.front.len() };
        let (l, r) = (length(left), length(right));
        let weak = centre.front.len() < least || centre.front.len() < l.max(r);
        if !weak || l + r <= WINGS_LEAST {
            return;
        }
        let giver = if l >= r { &mut *left } else { &mut *right };
        let Some(who) = giver.front.pop() else { return };
        centre.front.push(who);
        order.push(who);
    }
}

/// An empty wing, the right one first, takes the centre's end element if the centre has three.
fn fill_empty(left: &mut Wing, centre: &mut Wing, right: &mut Wing) {
    if right.front.is_empty() && centre.front.len() >= 3 {
        right.front.extend(centre.front.pop());
    }
    if left.front.is_empty() && centre.front.len() >= 3 {
        left.front.push(centre.front.remove(0));
    }
}

/// Those placed after the longest front allowed stand behind the first placed, in that order.
fn double(chart: &Chart, wing: &mut Wing, order: &[Member]) {
    let (first, rest) = order.split_at(order.len().min(chart.field.max_front));
    wing.front.retain(|who| !rest.contains(who));
    wing.rear.extend(first.iter().copied().zip(rest.iter().copied()));
}

/// Commands of a deployment: one for each contingent, and for the rest as many as its wings allow.
pub(crate) fn commands(chart: &Chart, host: &Host, plan: &Plan) -> Vec<Charge> {
    let bodies: Vec<(Sector, &Contingent)> =
        host.contingents.iter().filter_map(|body| Some((sector_of(plan, body)?, body))).collect();
    let own: Vec<Sector> = Sector::ALL
        .iter()
        .copied()
        .filter(|sector| bodies.iter().all(|(taken, _)| taken != sector))
        .collect();
    let size = |sectors: &[Sector]| {
        sectors.iter().map(|sector| plan.elements(*sector).len()).sum::<usize>()
    };
    let part = |wing: bool| {
        own.iter().copied().filter(|sector| sector.is_wing() == wing).collect::<Vec<Sector>>()
    };
    let (wings, rest) = (part(true), part(false));
    let least = chart.commands.min_elements;
    let seats = seats(chart, host);
    let enough = |sectors: &[Sector]| size(sectors) >= least;
    let mut shares = vec![own.clone()];
    if !rest.is_empty() && !wings.is_empty() && enough(&rest) && enough(&wings) && seats.len() >= 2
    {
        let each =
            wings.len() == 2 && wings.iter().all(|wing| enough(&[*wing])) && seats.len() >= 3;
        let [right, left] = [Sector::Right, Sector::Left];
        shares = match (each, wings.as_slice()) {
            (true, _) => vec![rest, vec![right], vec![left]],
            (false, [_, _]) => vec![rest, vec![right, left]],
            (false, _) => vec![rest, wings],
        };
    }
    let charge = |(sectors, seat): (Vec<Sector>, Seat)| Charge { seat, sectors, delegate: false };
    let mut commands: Vec<Charge> = shares.into_iter().zip(seats).map(charge).collect();
    commands.extend(bodies.iter().map(|(sector, body)| charge((vec![*sector], body.seat.clone()))));
    commands
}

pub(crate) fn sector_of(plan: &Plan, body: &Contingent) -> Option<Sector> {
    body.elements.first().and_then(|soldier| plan.sector_of(soldier.id))
}

/// The seats that get the first, second, third command: the C-in-C, then the players of that side who lead no
/// contingent, then they again, as far as a player may have several.
fn seats(chart: &Chart, host: &Host) -> Vec<Seat> {
    let leads = |seat: &&Seat| host.contingents.iter().any(|body| body.seat == **seat);
    let others = host.players.iter().filter(|seat| **seat != host.seat && !leads(seat)).cloned();
    let one: Vec<Seat> = std::iter::once(host.seat.clone()).chain(others).collect();
    std::iter::repeat_n(one, chart.commands.per_player).flatten().collect()
}
