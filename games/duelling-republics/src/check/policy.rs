//! Checks standing orders.

use super::Review;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::policy::{ArmyPolicy, Policy};
use crate::rules::minor;
use engine::Path;

pub(super) fn check(review: &mut Review<'_>, policy: &Policy, path: &Path) {
    for id in ArmyId::CAMPAIGN {
        let Some(said) = policy.army(id) else { continue };
        if review.own_side(id, path.key(id.word())) {
            army(review, id, said, &path.then(id.word()));
        }
    }
    for (number, name) in policy.minor_war.iter().flat_map(|war| &war.prefer) {
        let here = path.then("minor_war").then("prefer").then(number.to_string());
        let row = usize::from(*number)
            .checked_sub(1)
            .and_then(|at| review.field.chart.minor_rows.get(at))
            .cloned();
        match row {
            None => review.refuse(
                Code::Row,
                "N4",
                here,
                format!("there is no row {number}"),
                "see the table of minor wars",
            ),
            Some(row) if !minor::allowed(&row, *name) => {
                let known: Vec<&str> = row.right.iter().map(engine::kit::Slug::as_str).collect();
                review.refuse(
                    Code::List,
                    "N4",
                    here,
                    format!("row {number} has no `{name}`"),
                    format!("one of: {}", known.join(", ")),
                );
            }
            Some(_) => {}
        }
    }
}

fn army(review: &mut Review<'_>, id: ArmyId, said: &ArmyPolicy, path: &Path) {
    for (at, place) in said.retreat_to.iter().flatten().enumerate() {
        review.place(*place, path.then("retreat_to").then(at));
    }
    for (at, line) in said.entered.iter().flatten().enumerate() {
        if let Some(by) = line.when.by.filter(|by| by.side() == id.side()) {
            let here = path.then("entered").then(at).then("when").then("by");
            review.refuse(
                Code::Seat,
                "E1",
                here,
                format!("{by} is a friendly army"),
                "name an enemy army",
            );
        }
    }
    for (at, gift) in said.hand_over.iter().flatten().enumerate() {
        let here = path.then("hand_over").then(at).then("to");
        if review.own_side(gift.to, here.clone()) && gift.to == id {
            review.refuse(
                Code::Give,
                "M5",
                here,
                "an army cannot give elements to itself",
                "name your side's other army",
            );
        }
    }
    if let Some(plan) = &said.plan {
        super::fights::someday(review, id, plan, &path.then("plan"));
    }
    let mut seen = Vec::new();
    for (at, troop) in said.losses.iter().flatten().enumerate() {
        if seen.contains(troop) {
            review.warn(
                Code::Twice,
                "T4",
                path.then("losses").then(at),
                format!("{troop} is named twice"),
                "name each type once",
            );
        }
        seen.push(*troop);
    }
}
