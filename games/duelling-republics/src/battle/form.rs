//! The values of the order form of a battle: the elements with their factors, the default plan, limits, and exact odds.

use super::judge::Field;
use super::odds::{Clash, first_clash, of_types};
use super::plan::{Named, Role};
use super::rules::Called;
use super::usual;
use crate::elements::{Host, Troop};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The values of the form, from what the side itself knows. `enemy` is what it knows to stand against it.
pub(crate) fn form(field: &Field<'_>, enemy: Option<&Host>) -> Value {
    let (chart, host) = (field.chart, field.host);
    let count = host.len();
    let plan = usual::plan(chart, host, field.role, field.country);
    let elements: Vec<Value> = host
        .all()
        .map(|soldier| {
            element(
                field,
                soldier.id.element.troop,
                Named::of(soldier.id, host.army),
                soldier.office,
            )
        })
        .collect();
    let country = chart.types.get(field.country).filter(|_| field.role == Role::Defender);
    json!({
        "army": host.army,
        "role": field.role,
        "country": field.country,
        "elements": elements,
        "players": host.players,
        "contingents": host.contingents,
        "default": plan,
        "limits": {
            "elements": count,
            "breaks_at": chart.breaking_point(count),
            "reserve": count / 3,
            "front": chart.field.max_front,
            "command": chart.commands.min_elements,
            "commands": chart.commands.max,
            "per_player": chart.commands.per_player,
        },
        "terrain": country.map(|country| json!({
            "choose": country.choose,
            "centre_bad": country.centre_bad,
            "features": chart.max_features,
            "bad": chart.max_bad,
        })),
        "clash": enemy.map(|enemy| clash(field, enemy)),
        "odds": enemy.map(|enemy| types(field, enemy)),
    })
}

fn element(
    field: &Field<'_>,
    troop: Troop,
    named: Named,
    office: Option<crate::elements::Office>,
) -> Value {
    let figures = field.chart.of(troop);
    json!({
        "id": named,
        "type": troop,
        "name": troop.name(),
        "foot": figures.foot,
        "mounted": figures.horse_factor,
        "good": figures.good,
        "bad": figures.bad,
        "office": office,
    })
}

/// The first clash of both default plans.
fn clash(field: &Field<'_>, enemy: &Host) -> Vec<Clash> {
    let own = usual::plan(field.chart, field.host, field.role, field.country);
    let theirs = usual::plan(field.chart, enemy, field.role.other(), field.country);
    let (hosts, plans) = match field.role {
        Role::Attacker => ([field.host.clone(), enemy.clone()], [own, theirs]),
        Role::Defender => ([enemy.clone(), field.host.clone()], [theirs, own]),
    };
    first_clash(
        field.chart,
        &Called { battle: String::new(), country: field.country.to_owned(), hosts, plans },
    )
}

/// Throws of 36 for each own type against each of the enemy's: alone, in good going, in the side's own bound.
fn types(field: &Field<'_>, enemy: &Host) -> Vec<Value> {
    let of = |host: &Host| {
        host.all().map(|soldier| soldier.id.element.troop).collect::<BTreeSet<Troop>>()
    };
    let mut rows = Vec::new();
    for own in of(field.host) {
        for foe in of(enemy) {
            let odds = of_types(field.chart, own, foe, false);
            rows.push(json!({
                "own": own,
                "enemy": foe,
                "wins": odds.second.lost(),
                "destroys": odds.second.destroyed,
                "equal": odds.equal,
                "loses": odds.first.lost(),
                "destroyed": odds.first.destroyed,
                "of": super::odds::THROWS,
            }));
        }
    }
    rows
}
