//! The facts that templates need beside events: positions, totals, names. The templates add the prose.

use super::elements::{ArmyId, Side};
use super::events::sight::View;
use super::rules::{Field, end, siege};
use super::state::{Army, Player};
use serde_json::{Map, Value, json};

/// The whole position as a viewer knows it.
pub(super) fn report_context(field: &Field<'_>, view: &View) -> Value {
    let (chart, state) = (field.chart, field.state);
    let options = &state.options;
    json!({
        "title": "Duelling Republics",
        "options": {
            "tempo": options.tempo.word(), "years": options.years, "battles": options.battles,
            "expanded": options.expanded, "minor_wars": options.minor_wars, "open_rosters": options.open_rosters,
        },
        "year": state.year,
        "year_bc": state.year_bc(chart.year_bc),
        "season": state.season,
        "stage": state.stage,
        "initiative": state.initiative,
        "wins": { "rome": state.wins[0], "carthage": state.wins[1] },
        "provinces_of": { "rome": state.provinces(Side::Rome), "carthage": state.provinces(Side::Carthage) },
        "players": players(field),
        "armies": state.armies.iter().map(|(id, army)| told_army(field, view, *id, army)).collect::<Vec<_>>(),
        "provinces": provinces(field),
        "sieges": sieges(field),
        "battles": state.battles.iter().map(|battle| json!({
            "id": battle.id, "at": battle.place, "attacker": battle.attacker, "defender": battle.defender,
            "mode": battle.mode, "stage": battle.stage, "minor": battle.minor, "differences": battle.differences,
        })).collect::<Vec<_>>(),
        "result": state.result,
        "names": names(field),
    })
}

/// Players by the places that the rules give them if the game ends now, with their scores then.
fn players(field: &Field<'_>) -> Vec<Value> {
    let state = field.state;
    let over = state.result.as_ref();
    let more = |side: Side| if over.is_some() { 0 } else { end::territory(state, side) };
    let now = |player: &Player| player.vp + more(player.side);
    let places = over.map_or_else(|| end::ranking(state, None, now), |end| end.ranking.clone());
    let mut told = Vec::new();
    for (place, seats) in places.iter().enumerate() {
        for player in seats.iter().filter_map(|seat| state.player(seat)) {
            let army = state.command(&player.seat);
            told.push(json!({
                "seat": player.seat, "side": player.side, "vp": player.vp, "place": place + 1,
                "now": now(player), "vacant": player.vacant, "missed": player.missed,
                "army": army, "rank": army.and_then(|id| state.army(id)).and_then(|army| army.rank),
            }));
        }
    }
    told
}

fn told_army(field: &Field<'_>, view: &View, id: ArmyId, army: &Army) -> Value {
    let known = view.knows(id) && !army.body.core.is_empty();
    json!({
        "id": id,
        "name": field.chart.army_name(id),
        "side": id.side(),
        "at": army.at,
        "place": place(field, id, army),
        "rank": army.rank,
        "seat": army.seat,
        "size": army.size,
        "known": known,
        "core": army.body.core,
        "allied": army.body.allied,
        "general": army.body.general,
        "allied_general": army.body.allied_general,
        "chest": if known { Some(army.body.chest) } else { None },
        "shown": army.shown,
        "besieged": field.state.besieged(id),
        "besieges": field.state.besieges(id),
        "done": army.done,
    })
}

/// Where an army stands: before a city that it besieges, else in the province.
fn place(field: &Field<'_>, id: ArmyId, army: &Army) -> String {
    let province = field.chart.province(army.at);
    if field.state.besieges(id) {
        format!("before {}", province.town())
    } else {
        format!("in {}", province.name)
    }
}

fn provinces(field: &Field<'_>) -> Vec<Value> {
    let one = |province: &super::data::chart::Province| {
        let here =
            field.state.armies.iter().filter(|(_, army)| army.at == province.id).map(|(id, _)| *id);
        json!({
            "id": province.id,
            "name": province.name,
            "theater": province.theater,
            "city": province.city,
            "city_name": province.city_name,
            "terrain": province.terrain,
            "owner": field.state.owners.get(&province.id),
            "first_owner": province.theater.and_then(|theater| {
                field.chart.theaters.iter().find(|(name, _)| *name == theater).map(|(_, side)| *side)
            }),
            "armies": here.collect::<Vec<_>>(),
            "besieged": field.state.sieges.contains_key(&province.id),
        })
    };
    field.chart.provinces.iter().map(one).collect()
}

fn sieges(field: &Field<'_>) -> Vec<Value> {
    let one = |(at, siege_of): (&super::names::Name, &super::state::Siege)| {
        let bonuses = siege::bonuses(field, *at, siege_of);
        json!({
            "at": at, "name": field.chart.province(*at).name, "city": field.chart.province(*at).city_name,
            "besiegers": siege_of.besiegers, "besieged": siege_of.besieged, "counter": siege_of.counter,
            "bonuses": bonuses, "chance": super::forecast::siege(bonuses[0].points, bonuses[1].points),
        })
    };
    field.state.sieges.iter().map(one).collect()
}

/// Names in words, by id.
fn names(field: &Field<'_>) -> Value {
    let places: Map<String, Value> = field
        .chart
        .provinces
        .iter()
        .map(|province| (province.id.to_string(), Value::from(province.name.as_str())))
        .collect();
    let cities = field
        .chart
        .provinces
        .iter()
        .map(|province| (province.id.to_string(), Value::from(province.city_name.as_str())));
    let armies =
        ArmyId::CAMPAIGN.iter().map(|id| (id.to_string(), Value::from(field.chart.army_name(*id))));
    json!({
        "places": places,
        "cities": cities.collect::<Map<String, Value>>(),
        "armies": armies.collect::<Map<String, Value>>(),
        "sides": field.state.players.iter().map(|p| (p.seat.to_string(), Value::from(p.side.word()))).collect::<Map<String, Value>>(),
    })
}
