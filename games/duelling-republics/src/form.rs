//! The values of the order form: the choices that are open, by name, and their odds.

use super::DuellingRepublics;
use super::asked::Query;
use super::battle::plan::Role;
use super::battle::{form as line, judge};
use super::elements::{ArmyId, Host, Side, Troop};
use super::forecast;
use super::names::{Do, Name};
use super::orders::Pick;
use super::orders::battle::BattleId;
use super::player::ways;
use super::prompts::Question;
use super::rules::{Field, control, entered, political, question, retreat, siege};
use super::state::{Battle, Entry};
use crate::dry_run;
use crate::explain;
use crate::order_sheet;
use crate::orders;
use engine::prelude::*;
use engine::{AtSeat, Prompt, Seat};
use serde_json::{Value, json};

impl OrderHelp for DuellingRepublics {
    fn form(&self, at: &AtSeat<'_, Self>) -> Value {
        let field = &self.field(at.view);
        let AtSeat { view, seat, prompts, .. } = *at;
        let asked: Vec<Value> = prompts.iter().map(|prompt| one(field, at, prompt)).collect();
        let army = field.state.command(seat);
        json!({
            "seat": seat,
            "side": view.side,
            "tempo": field.state.options.tempo.word(),
            "year_bc": field.state.year_bc(field.chart.year_bc),
            "season": field.state.season,
            "army": army,
            "prompts": asked,
            "position": super::report_context::report_context(field, view),
        })
    }

    fn grammar(&self) -> Option<Grammar> {
        Some(orders::grammar::grammar(&self.chart))
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Value {
        dry_run::dry_run(&self.field(at.view), at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        order_sheet::foresee(self, at, filing)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        order_sheet::offers(self, at, filing, picked)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<Value, Vec<Complaint>> {
        explain::answer(self, at, draft, question)
    }
}

fn one(field: &Field<'_>, at: &AtSeat<'_, DuellingRepublics>, prompt: &Prompt<Question>) -> Value {
    let AtSeat { view, seat, .. } = *at;
    let mut value = match &prompt.question {
        Question::Setup { army } => setup(field, *army),
        Question::Resources | Question::Allocate => {
            view.side.map(|side| resources(field, seat, side)).unwrap_or_default()
        }
        Question::Commands { armies } => json!({ "armies": armies }),
        Question::Season { army } => season(field, *army),
        Question::Answer { entry } => answer(field, entry),
        Question::Plan { battles: ids } | Question::Ruling { battles: ids } => {
            battles(field, seat, ids)
        }
        Question::Report { battle } => battles(field, seat, &[*battle]),
        Question::Asked { query } => asked(field, query, at),
        Question::Minor => json!({ "rows": rows(field) }),
        Question::Seats => json!({
            "vacant": field.state.players.iter().filter(|player| player.vacant).map(|player| &player.seat).collect::<Vec<_>>(),
        }),
        Question::Ready | Question::Word => json!({}),
    };
    if let Some(map) = value.as_object_mut() {
        map.insert("name".to_owned(), Value::from(prompt.name.as_str()));
        map.insert("optional".to_owned(), Value::from(prompt.optional));
    }
    value
}

/// A choice in the middle of a phase, with what happens without an answer.
fn asked(field: &Field<'_>, query: &Query, at: &AtSeat<'_, DuellingRepublics>) -> Value {
    let army = query.army();
    let force = at.in_force.and_then(|force| force.standing.as_ref());
    let own = force.and_then(|filed| filed.says.army(army));
    let body = field.state.army(army).map(|army| &army.body);
    json!({
        "query": query, "answer": question::usual(field, query, own),
        "core": body.map(|body| &body.core), "allied": body.map(|body| &body.allied),
        "general": body.and_then(|body| body.general),
    })
}

fn slot(slot: &[Troop]) -> String {
    slot.iter().map(|troop| troop.word()).collect::<Vec<_>>().join("/")
}

fn slots(list: &[Vec<Troop>]) -> String {
    list.iter().map(|part| slot(part)).collect::<Vec<_>>().join(", ")
}

fn setup(field: &Field<'_>, army: ArmyId) -> Value {
    let form = usize::from(field.state.options.expanded);
    let start = field.chart.start.iter().find(|start| start.id == army);
    json!({
        "army": army, "army_name": field.chart.army_name(army), "due": control::due(field, army),
        "slots": slots(&field.core(army.side()).slots.0),
        "default": start.map(|start| start.elements[form].clone()).unwrap_or_default(),
    })
}

fn resources(field: &Field<'_>, seat: &Seat, side: Side) -> Value {
    let turns =
        field.state.political.as_ref().map_or(0, |political| political.turns[side as usize]);
    let mine = (0..turns)
        .filter(|turn| political::on_turn(field, side, *turn).as_ref() == Some(seat))
        .count();
    let armies: Vec<Value> = field
        .state
        .armies_of(side)
        .map(|(id, army)| {
            let core: Vec<&str> = Troop::ALL
                .iter()
                .copied()
                .filter(|troop| field.core(side).slots.admits(&army.body.core_troops(), *troop))
                .map(Troop::word)
                .collect();
            let mut allied: Vec<String> = Troop::ALL
                .iter()
                .copied()
                .map(Pick::Of)
                .filter(|kind| political::ally(field, id, *kind).is_ok())
                .map(|kind| kind.to_string())
                .collect();
            if political::ally(field, id, Pick::General).is_ok() {
                allied.insert(0, "Gen".to_owned());
            }
            let list = field.chart.allied(side, field.chart.theater(army.at));
            json!({
                "id": id, "at": army.at, "size": army.size, "chest": army.body.chest, "besieged": field.state.besieged(id),
                "core": core, "allied": allied, "allies": list.map(|list| list.name.as_str()),
            })
        })
        .collect();
    let room = field.state.armies_of(side).count() < field.chart.armies_max;
    let open =
        |place: &&Name| room && field.state.owned(**place, side) && !field.enemy_in(**place, side);
    let raise: Vec<&Name> = field.chart.raise_at[side as usize].iter().filter(open).collect();
    json!({
        "turns": turns, "mine": mine, "order": field.state.order[side as usize], "armies": armies, "raise": raise,
        "slots": slots(&field.core(side).slots.0), "default": political::default(field, side),
        "default_elements": field.core(side).slots.0.iter().filter_map(|slot| slot.first()).take(field.chart.raised).collect::<Vec<_>>(),
    })
}

/// The provinces to which an army can go, with the risk and the armies that it meets.
fn season(field: &Field<'_>, id: ArmyId) -> Value {
    let Some(army) = field.state.army(id) else { return json!({}) };
    let alone = ways::without_allies(field.state, id);
    let routes: Vec<Value> = ways::reach(field, id).into_iter().map(|(to, route)| {
        let enemies: Vec<ArmyId> = field.state.in_province(to, id.side().other());
        let first = enemies.first().copied();
        json!({
            "to": to,
            "steps": route.steps.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "way": route.by,
            "owner": field.state.owners.get(&to),
            "city": field.chart.province(to).city,
            "hits": route.peril.as_ref().map(|peril| peril.hits(field.chart)),
            "dice": route.peril.as_ref().map(|peril| peril.coloured),
            "modifiers": route.peril.as_ref().map(|peril| peril.modifiers.clone()),
            "enemies": enemies.iter().map(|enemy| json!({ "id": enemy, "size": field.state.armies[enemy].size })).collect::<Vec<_>>(),
            "without_allies": route.without_allies && !army.body.allied.is_empty(),
            "battle": first.and_then(|enemy| {
                let state = if route.without_allies { &alone } else { field.state };
                forecast::battle(&Field::new(field.chart, state), id, enemy, to)
            }),
        })
    }).collect();
    let here = field.state.sieges.get(&army.at).map(|there| {
        let bonuses = siege::bonuses(field, army.at, there);
        let rolls: Vec<u32> = (0..6)
            .map(|later| forecast::siege(bonuses[0].points + later, bonuses[1].points))
            .collect();
        json!({ "besieged": field.state.besieged(id), "rolls": rolls, "counter": there.counter })
    });
    let allies = field.chart.allied(id.side(), field.chart.theater(army.at));
    json!({
        "army": id, "army_name": field.chart.army_name(id), "at": army.at, "size": army.size, "chest": army.body.chest,
        "core": army.body.core, "allied": army.body.allied, "general": army.body.general,
        "routes": routes, "siege": here,
        "allies": allies.map(|list| json!({ "name": list.name, "slots": slots(&list.slots.0) })),
        "friends": field.state.armies_of(id.side()).filter(|(other, _)| *other != id).map(|(other, army)| json!({ "id": other, "at": army.at })).collect::<Vec<_>>(),
    })
}

fn answer(field: &Field<'_>, entry: &Entry) -> Value {
    let answers: Vec<Value> = Do::ALL
        .iter()
        .map(|what| {
            let lawful = entered::lawful(field, entry, *what);
            json!({ "do": what, "open": lawful.is_ok(), "why": lawful.err().map(|no| format!("{} ({})", no.reason, no.rule)) })
        })
        .collect();
    let retreats = retreat::places(field, entry.target, entry.from);
    json!({
        "entry": entry, "answers": answers,
        "size": field.state.army(entry.target).map(|army| army.size), "enemy": field.state.army(entry.mover).map(|army| army.size),
        "retreats": retreats.iter().map(|(place, way)| json!({ "to": place, "way": way })).collect::<Vec<_>>(),
        "battle": forecast::battle(field, entry.mover, entry.target, entry.place),
    })
}

fn battles(field: &Field<'_>, seat: &Seat, ids: &[BattleId]) -> Value {
    let known = ids.iter().filter_map(|id| field.state.battle(*id));
    json!({
        "battles": known.map(|known| battle(field, seat, known)).collect::<Vec<_>>(),
    })
}

fn battle(field: &Field<'_>, seat: &Seat, battle: &Battle) -> Value {
    let roster = |host: &Host| -> Vec<Value> {
        host.all().map(|soldier| json!({ "id": soldier.id, "office": soldier.office })).collect()
    };
    let hosts: Vec<Value> = battle
        .hosts
        .iter()
        .map(|host| {
            json!({
                "army": host.army, "seat": host.seat, "players": host.players, "size": host.len(), "roster": roster(host),
                "contingents": host.contingents.iter().map(|body| json!({
                    "cause": body.cause, "seat": body.seat,
                    "elements": body.elements.iter().map(|soldier| soldier.id).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
                "mine": host.seat == *seat,
            })
        })
        .collect();
    let country = field.chart.province(battle.place).terrain;
    json!({
        "id": battle.id, "name": field.chart.battle_name(battle.id), "at": battle.place, "terrain": country, "mode": battle.mode, "hosts": hosts,
        "features": field.chart.battle.types.get(country.as_str()).map(|country| country.choose.clone()),
        "leads": battle.hosts.iter().any(|host| host.seat == *seat),
        "differences": battle.differences, "reports": battle.reports,
        "line": hosts_mine(field, seat, battle),
        "forecast": forecast::of_hosts(field, battle),
    })
}

/// The facts that the C-in-C of a battle needs for a plan: the elements with their factors, the default plan, the
/// limits and the exact odds of the first clash.
fn hosts_mine(field: &Field<'_>, seat: &Seat, battle: &Battle) -> Option<Value> {
    let (role, host) =
        Role::BOTH.into_iter().zip(&battle.hosts).find(|(_, host)| host.seat == *seat)?;
    let country = field.chart.province(battle.place).terrain;
    let judged = judge::Field { chart: &field.chart.battle, host, role, country: country.as_str() };
    Some(line::form(&judged, battle.hosts.get(role.other() as usize)))
}

fn rows(field: &Field<'_>) -> Vec<Value> {
    let rows = field.chart.minor_rows.iter().enumerate();
    rows.map(|(at, row)| json!({ "row": at + 1, "region": row.region, "left": row.left, "right": row.right })).collect()
}
