//! Battle plans drawn at random: lawful ones without an aim, and such as a checker refuses.

use crate::battle::chart::Chart;
use crate::battle::judge::Field;
use crate::battle::plan::{Charge, Draft, Ground, Named, Posture, Role, Sector, Spot, WhenFree};
use crate::battle::usual;
use crate::elements::{ElementId, Host, Member, Troop};
use engine::{Rng, Seat};

/// Single features that the defender may put before the centre, or across the field.
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

/// A random lawful plan.
pub(super) fn random(field: &Field<'_>, rng: &mut Rng) -> Draft {
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
pub(super) fn hostile(field: &Field<'_>, rng: &mut Rng) -> Draft {
    let mut draft = random(field, rng);
    let nobody = Named { army: None, element: ElementId::core(Troop::Hd, 99) };
    let front: Vec<Named> =
        draft.centre.as_ref().and_then(|centre| centre.front.clone()).unwrap_or_default();
    match rng.below(4) {
        0 => draft.reserve = Some(vec![nobody]),
        1 => draft.reserve = Some(front),
        2 => {
            let seat = Seat::new("nobody");
            draft.commands = Some(vec![Charge {
                seat,
                sectors: vec![Sector::Left, Sector::Left],
                delegate: true,
            }]);
        }
        _ => {
            draft.terrain = Some(Ground::from([
                (Spot::Centre, "swamp".to_owned()),
                (Spot::All, "wood".to_owned()),
            ]));
        }
    }
    draft
}
