//! The built-in player's plans: a few bold ideas, tried out against what the enemy will probably do.

use super::chart::Chart;
use super::judge::{Field, complete};
use super::odds::{Fates, of_types, tries};
use super::plan::{Draft, Ground, Named, Plan, Posture, Role, Sector, SectorDraft, Spot, WhenFree};
use super::rules::Called;
use super::usual;
use crate::elements::{ArmyId, ElementId, Host, Member, Troop};
use engine::{BotStyle, Rng};
use std::collections::BTreeMap;

/// Odd plans among those that the enemy may have.
const ODD: usize = 3;
/// Battles tried out for each idea at first, against each plan.
const ROUGH: u32 = 1;
/// Ideas that are tried out closely.
const FINALISTS: usize = 2;
/// Battles tried out for each of these, against each plan.
const CLOSE: u32 = 2;
/// How often all exchanges of two elements are gone through.
const PASSES: usize = 3;

/// A plan for a side. `enemy` is what the player knows to stand against him; without it he takes the default plan.
pub fn plan(field: &Field<'_>, enemy: Option<&Host>, style: BotStyle, rng: &mut Rng) -> Draft {
    match style {
        BotStyle::Sensible => enemy.map(|enemy| sensible(field, enemy, rng)).unwrap_or_default(),
        BotStyle::Random => random(field, rng),
        BotStyle::Hostile => hostile(field, rng),
    }
}

/// The idea that does best, in two rounds: a few battles for each, then more for the best. The first of equals. The enemy
/// is taken to come by his default plan, or by any other.
fn sensible(field: &Field<'_>, enemy: &Host, rng: &mut Rng) -> Draft {
    let theirs = Field { host: enemy, role: field.role.other(), ..*field };
    let usual = complete(&theirs, &Draft::default());
    let ideas = ideas(field, &usual);
    let mut probable = vec![usual.clone(), usual.clone(), usual];
    probable.extend((0..ODD).map(|_| complete(&theirs, &random(&theirs, rng))));
    let mut ranked: Vec<(i64, Draft)> = Vec::new();
    for idea in ideas {
        ranked.push((worth(field, enemy, &probable, &idea, ROUGH, rng), idea));
    }
    ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    ranked.truncate(FINALISTS);
    let mut best = (i64::MIN, Draft::default());
    for (rough, idea) in ranked {
        let worth = worth(field, enemy, &probable, &idea, CLOSE, rng) + rough;
        if worth > best.0 {
            best = (worth, idea);
        }
    }
    best.1
}

/// Battles won less battles lost, then elements; counted over a few trials against each of the plans. An attacker who does
/// not win by night has to leave, so that a draw is half a defeat to him.
fn worth(
    field: &Field<'_>,
    enemy: &Host,
    against: &[Plan],
    idea: &Draft,
    battles: u32,
    rng: &mut Rng,
) -> i64 {
    let mut sum = 0;
    for theirs in against {
        let own = complete(field, idea);
        let called = match field.role {
            Role::Attacker => called(field, [field.host, enemy], [own, theirs.clone()]),
            Role::Defender => called(field, [enemy, field.host], [theirs.clone(), own]),
        };
        let trials = tries(field.chart, &called, battles, rng);
        let (won, lost) = (i64::from(trials.attacker), i64::from(trials.defender));
        let drawn = i64::from(trials.battles) - won - lost;
        let elements = i64::from(trials.defender_lost) - i64::from(trials.attacker_lost);
        let worth = (won - lost) * 6 - drawn * 3 + elements;
        sum += if field.role == Role::Attacker { worth } else { -worth };
    }
    sum
}

fn called(field: &Field<'_>, hosts: [&Host; 2], plans: [Plan; 2]) -> Called {
    Called {
        battle: "trial".to_owned(),
        country: field.country.to_owned(),
        hosts: hosts.map(Clone::clone),
        plans,
    }
}

/// What is worth trying: stances with the default places and with places that suit the enemy's; the defender on a hill
/// where he may have one.
fn ideas(field: &Field<'_>, theirs: &Plan) -> Vec<Draft> {
    let matched = matched(field, theirs);
    let mut ideas: Vec<Draft> = stances();
    ideas.extend(stances().into_iter().map(|stance| place(stance, &matched, field.host.army)));
    let uphill =
        |name: &String| field.chart.features.get(name).is_some_and(|feature| feature.uphill);
    let hill = grounds(field).into_iter().find(|ground| ground.values().any(uphill));
    for idea in &mut ideas {
        idea.terrain.clone_from(&hill);
    }
    ideas
}

/// A draft with the places of a plan.
fn place(mut draft: Draft, plan: &Plan, army: ArmyId) -> Draft {
    for sector in Sector::LINE {
        let stands = plan.sector(sector);
        if let Some(said) = draft.sector_mut(sector) {
            said.front = Some(stands.front.iter().map(|who| Named::of(*who, army)).collect());
            let rear = stands
                .rear
                .iter()
                .map(|(front, rear)| (Named::of(*front, army), Named::of(*rear, army)));
            said.rear = (!stands.rear.is_empty()).then(|| rear.collect());
        }
    }
    draft.reserve = Some(plan.reserve.iter().map(|who| Named::of(*who, army)).collect());
    draft
}

/// The default places, with elements exchanged as long as that betters their first fights against a plan of the enemy's.
/// Contingents and the general stay where they are.
fn matched(field: &Field<'_>, theirs: &Plan) -> Plan {
    let mut plan = complete(field, &Draft::default());
    let values = Values::new(field.chart);
    let general = field.host.general();
    let free: Vec<Member> = field
        .host
        .elements
        .iter()
        .map(|soldier| soldier.id)
        .filter(|who| Some(*who) != general)
        .collect();
    let mut best = values.of(field, &plan, theirs);
    for _ in 0..PASSES {
        let before = best;
        for (at, one) in free.iter().enumerate() {
            for other in &free[at + 1..] {
                let trial = exchanged(&plan, *one, *other);
                let value = values.of(field, &trial, theirs);
                if value > best {
                    (best, plan) = (value, trial);
                }
            }
        }
        if best == before {
            break;
        }
    }
    plan
}

/// A plan in which two have changed places.
fn exchanged(plan: &Plan, one: Member, other: Member) -> Plan {
    let swap = |who: &mut Member| {
        if *who == one {
            *who = other;
        } else if *who == other {
            *who = one;
        }
    };
    let mut plan = plan.clone();
    for sector in Sector::LINE {
        let stands = plan.sector_mut(sector);
        stands.front.iter_mut().for_each(swap);
        let rears = std::mem::take(&mut stands.rear);
        stands.rear = rears
            .into_iter()
            .map(|(mut front, mut rear)| {
                swap(&mut front);
                swap(&mut rear);
                (front, rear)
            })
            .collect();
    }
    plan.reserve.iter_mut().for_each(swap);
    plan
}

/// What a meeting of two types is worth to the first, by type; both bounds counted.
struct Values(BTreeMap<(Troop, Troop), i32>);

impl Values {
    fn new(chart: &Chart) -> Self {
        let one = |own, enemy| {
            let odds = of_types(chart, own, enemy, false);
            let worth = |fates: Fates| {
                4 * i32::from(fates.destroyed) + 2 * i32::from(fates.flee) + i32::from(fates.recoil)
            };
            worth(odds.second) - worth(odds.first)
        };
        let pairs = Troop::ALL.into_iter().flat_map(|own| Troop::ALL.map(|enemy| (own, enemy)));
        Self(pairs.map(|(own, enemy)| ((own, enemy), one(own, enemy) - one(enemy, own))).collect())
    }

    /// The first fights of two plans, from the side of `field`.
    fn of(&self, field: &Field<'_>, own: &Plan, theirs: &Plan) -> i32 {
        let pair = |a: &Member, b: &Member| {
            self.0.get(&(a.element.troop, b.element.troop)).copied().unwrap_or(0)
        };
        let mut sum = 0;
        for sector in Sector::LINE {
            let lane = sector.lane(field.role).unwrap_or(1);
            let (us, them) = (
                &own.sector(sector).front,
                &theirs.sector(Sector::of_lane(lane, field.role.other())).front,
            );
            if sector.is_wing() {
                sum += us.iter().zip(them).map(|(a, b)| pair(a, b)).sum::<i32>();
            } else {
                // The centres look at each other: one side's left end meets the other's right end.
                let width = us.len().max(them.len());
                let (o, p) = ((width - us.len()) / 2, (width - them.len()) / 2);
                let met = (0..width).filter_map(|file| {
                    let a = us.get(file.checked_sub(o)?)?;
                    let b = them.get(them.len().checked_sub(file.checked_sub(p)? + 1)?)?;
                    Some(pair(a, b))
                });
                sum += met.sum::<i32>();
            }
        }
        sum
    }
}

/// Postures of left, centre and right that did best in trials of the two core lists against each other.
fn stances() -> Vec<Draft> {
    use Posture::{Attack, Hold, Refuse};
    [[Hold, Hold, Attack], [Attack, Hold, Attack], [Hold, Attack, Attack], [Refuse, Hold, Attack]]
        .map(stance)
        .to_vec()
}

fn stance(postures: [Posture; 3]) -> Draft {
    let mut draft = Draft::default();
    for (sector, posture) in Sector::LINE.into_iter().zip(postures) {
        let from = (posture == Posture::Refuse).then_some(5);
        if let Some(place) = draft.sector_mut(sector) {
            *place = SectorDraft { posture: Some(posture), from, ..SectorDraft::default() };
        }
    }
    draft
}

/// Single features that the defender may put before his centre, or across the field.
fn grounds(field: &Field<'_>) -> Vec<Ground> {
    let country = field.chart.types.get(field.country).filter(|_| field.role == Role::Defender);
    let mut grounds = Vec::new();
    for name in country.map(|country| country.choose.as_slice()).unwrap_or_default() {
        let feature = field.chart.features.get(name).copied().unwrap_or_default();
        let spot = if feature.all_lanes { Spot::All } else { Spot::Centre };
        if !feature.bad {
            grounds.push(Ground::from([(spot, name.clone())]));
        }
    }
    grounds
}

/// A lawful plan without an aim.
fn random(field: &Field<'_>, rng: &mut Rng) -> Draft {
    let mut draft = Draft::default();
    for sector in Sector::LINE {
        if let Some(place) = draft.sector_mut(sector) {
            place.posture = rng.pick(Posture::ALL).copied();
            place.when_free = rng.pick(WhenFree::ALL).copied();
        }
    }
    if field.host.contingents.is_empty() && rng.chance(1, 2) {
        shuffle(field.chart, field.host, &mut draft, rng);
    }
    let ground = rng.pick(&grounds(field)).cloned();
    if rng.chance(1, 2) {
        draft.terrain = ground;
    }
    draft
}

/// The default plan's places, with the elements in another order.
fn shuffle(chart: &Chart, host: &Host, draft: &mut Draft, rng: &mut Rng) {
    let plan = usual::plan(chart, host, Role::Attacker, "");
    let mut all: Vec<Member> = host.all().map(|soldier| soldier.id).collect();
    rng.shuffle(&mut all);
    let mut all = all.into_iter().map(|who| Named::of(who, host.army));
    for sector in Sector::LINE {
        let sizes = plan.sector(sector);
        let front: Vec<Named> = all.by_ref().take(sizes.front.len()).collect();
        let rear = front.iter().copied().zip(all.by_ref().take(sizes.rear.len())).collect();
        if let Some(place) = draft.sector_mut(sector) {
            (place.front, place.rear) = (Some(front), Some(rear));
        }
    }
    draft.reserve = Some(all.collect());
}

/// A plan that a checker refuses: somebody twice, somebody from nowhere, sectors for strangers.
fn hostile(field: &Field<'_>, rng: &mut Rng) -> Draft {
    let mut draft = random(field, rng);
    let nobody = Named { army: None, element: ElementId::core(Troop::Hd, 99) };
    let front: Vec<Named> =
        draft.centre.as_ref().and_then(|centre| centre.front.clone()).unwrap_or_default();
    match rng.below(4) {
        0 => draft.reserve = Some(vec![nobody]),
        1 => draft.reserve = Some(front),
        2 => {
            let seat = engine::Seat::new("nobody");
            draft.commands = Some(vec![super::plan::Charge {
                seat,
                sectors: vec![Sector::Left, Sector::Left],
                delegate: true,
            }]);
        }
        _ => {
            draft.terrain = Some(Ground::from([
                (Spot::Centre, "swamp".to_owned()),
                (Spot::All, "wood".to_owned()),
            ]))
        }
    }
    draft
}
