//! The field of a case: two hosts with their plans, or a position.

use super::super::chart::Chart;
use super::super::judge::{self, Field};
use super::super::line::{File, Lane, Line, Man, Party, Raider, Transit};
use super::super::plan::{Draft, Named, Plan, Role, Spot};
use super::super::read;
use super::super::rules::{self, Called};
use crate::elements::{ArmyId, Contingent, Host, Member, Office, Separate, Side, Soldier};
use engine::{Common, Complaints, Path, Reader, Seat};
use std::collections::BTreeMap;

/// A code for what is wrong with a case itself.
const CODE: &str = "E-case";

pub(super) struct Given {
    country: String,
    sides: [SideGiven; 2],
    ground: Option<BTreeMap<Spot, String>>,
    /// The position and how many bounds to play from it.
    pub(super) line: Option<(Line, u8)>,
    /// Dice with their labels; none if nothing is to be played.
    pub(super) dice: Option<Vec<(Option<String>, u32)>>,
}

pub(super) struct SideGiven {
    host: Host,
    /// Its plan, as far as it could be read.
    pub(super) draft: Draft,
    pub(super) complaints: Vec<String>,
}

impl Given {
    pub(super) const fn side(&self, role: Role) -> &SideGiven {
        &self.sides[role as usize]
    }

    /// The field against which a side's plan is judged.
    pub(super) fn field<'a>(&'a self, chart: &'a Chart, role: Role) -> Field<'a> {
        Field { chart, host: &self.side(role).host, role, country: &self.country }
    }

    pub(super) fn called(&self, chart: &Chart) -> Called {
        let mut plans: [Plan; 2] = Role::BOTH
            .map(|role| judge::settle(&self.field(chart, role), &self.side(role).draft).0);
        if let Some(ground) = &self.ground {
            plans[1].terrain.clone_from(ground);
        }
        let hosts = Role::BOTH.map(|role| self.side(role).host.clone());
        Called { battle: "case".to_owned(), country: self.country.clone(), hosts, plans }
    }
}

/// Reads what is given.
pub(super) fn given(chart: &Chart, top: &Reader<'_>) -> Option<Given> {
    let keys = [
        "case", "title", "rules", "source", "country", "attacker", "defender", "terrain", "line",
        "play", "dice", "expect", "then", "log",
    ];
    top.only(&keys);
    let country =
        top.get("country").and_then(|part| part.node.text()).unwrap_or_default().to_owned();
    let side = |role: Role| side(chart, &top.need(role.word())?, role, &country);
    let sides = [side(Role::Attacker)?, side(Role::Defender)?];
    let ground = top.get("terrain").map(|part| terrain(chart, &part));
    let dice = top.node.get("dice").map(|node| dice(&top.beside(node, top.path.then("dice"))));
    let mut given = Given { country, sides, ground, line: None, dice };
    if let Some(part) = top.get("line") {
        let bounds = top.get("play").and_then(|n| n.number("bounds to play", 0, 24)).unwrap_or(1);
        let line = position(chart, &given, &part)?;
        given.line = Some((line, bounds));
    }
    Some(given)
}

fn terrain(chart: &Chart, part: &Reader<'_>) -> BTreeMap<Spot, String> {
    let known: Vec<&str> = chart.features.keys().map(String::as_str).collect();
    let mut ground = BTreeMap::new();
    for (key, value) in part.entries("places with features").unwrap_or_default() {
        let spot = Spot::WORDS.iter().position(|word| *word == key.text);
        match (spot, value.word(CODE, "feature", &known)) {
            (Some(spot), Some(at)) => drop(ground.insert(Spot::ALL[spot], known[at].to_owned())),
            _ => part.complain(
                value.fault(CODE, format!("`{}` is not a place with a feature", key.text)),
            ),
        }
    }
    ground
}

/// `[label, face]`, or a face alone.
fn dice(part: &Reader<'_>) -> Vec<(Option<String>, u32)> {
    let mut found = Vec::new();
    for item in part.items() {
        let pair = if item.node.list().is_some() { item.items() } else { vec![item] };
        let label = pair
            .first()
            .filter(|_| pair.len() == 2)
            .and_then(|first| first.node.text())
            .map(str::to_owned);
        let face = pair.last().and_then(|face| face.number("a face", 1, 6));
        found.extend(face.map(|face| (label, face)));
    }
    found
}

fn side(chart: &Chart, part: &Reader<'_>, role: Role, country: &str) -> Option<SideGiven> {
    part.only(&["army", "seat", "players", "general", "elements", "contingents", "plan"]);
    let army = part.need("army")?.text("an army").and_then(ArmyId::parse)?;
    let letter = if army.side() == Side::Rome { 'r' } else { 'c' };
    let players: Vec<Seat> = match part.get("players") {
        Some(list) => {
            list.items().iter().filter_map(|item| item.node.text()).map(Seat::new).collect()
        }
        None => [1, 2].map(|n| Seat::new(&format!("{letter}{n}"))).to_vec(),
    };
    let seat = part
        .get("seat")
        .and_then(|at| at.node.text())
        .map_or_else(|| players.first().cloned(), |name| Some(Seat::new(name)))?;
    let elements =
        soldiers(&part.need("elements")?, part.get("general").as_ref(), army, Office::General);
    let contingents = part.get("contingents").map(|list| list.items()).unwrap_or_default();
    let contingents = contingents.iter().filter_map(|body| contingent(body, army)).collect();
    let host = Host { army, seat, players, elements, contingents };
    let mut said = Complaints::new();
    let draft =
        part.get("plan").and_then(|plan| read::plan(&plan.telling(&mut said))).unwrap_or_default();
    said.0.extend(judge::judge(&Field { chart, host: &host, role, country }, &draft, &Path::top()));
    let complaints = said.0.iter().map(ToString::to_string).collect();
    Some(SideGiven { host, draft, complaints })
}

/// Elements; the first is the general unless another is named, or `none`.
fn soldiers(
    list: &Reader<'_>,
    general: Option<&Reader<'_>>,
    army: ArmyId,
    office: Office,
) -> Vec<Soldier> {
    let members: Vec<Member> = list.items().iter().filter_map(|item| member(item, army)).collect();
    let general = match general.and_then(|part| part.node.text()) {
        Some("none") => None,
        Some(text) => Named::parse(text).map(|named| named.member(army)),
        None => members.first().copied().filter(|_| office == Office::General),
    };
    members
        .into_iter()
        .map(|id| Soldier { id, office: (Some(id) == general).then_some(office) })
        .collect()
}

fn contingent(body: &Reader<'_>, army: ArmyId) -> Option<Contingent> {
    body.only(&["cause", "seat", "general", "elements"]);
    let cause = body.need("cause")?.word(CODE, "cause", &["allied", "second-army"])?;
    let (cause, office) =
        [(Separate::Allied, Office::AlliedGeneral), (Separate::SecondArmy, Office::General)][cause];
    let seat = Seat::new(body.need("seat")?.text("a seat")?);
    let general = body.get("general");
    let listed = body.need("elements")?;
    let mut elements = soldiers(&listed, general.as_ref(), army, office);
    if general.is_none() {
        for soldier in &mut elements {
            soldier.office = None;
        }
    }
    Some(Contingent { cause, seat, elements })
}

fn member(item: &Reader<'_>, army: ArmyId) -> Option<Member> {
    let text = item.text("an element")?;
    let found = Named::parse(text).map(|named| named.member(army));
    if found.is_none() {
        item.complain(item.fault(CODE, format!("`{text}` is not an element")));
    }
    found
}

/// A position: lanes that are not named are empty, and so is a reserve that is not named.
fn position(chart: &Chart, given: &Given, part: &Reader<'_>) -> Option<Line> {
    let called = given.called(chart);
    let mut line = Line::deploy(&rules::deployed(chart, &called));
    let armies = Role::BOTH.map(|role| line.party(role).army());
    part.only(&["bound", "lanes", armies[0].word(), armies[1].word()]);
    line.bound = small(part, "bound").unwrap_or(0);
    for (number, lane) in line.lanes.iter_mut().enumerate() {
        lane.files.clear();
        let named = part.get("lanes").and_then(|lanes| lanes.get(&(number + 1).to_string()));
        if let Some(named) = named {
            fill_lane(lane, &named, armies)?;
        }
    }
    let played = line.bound;
    for role in Role::BOTH {
        let party = &mut line.parties[role as usize];
        party.reserve.clear();
        party.own = if role == Role::Attacker { played.div_ceil(2) } else { played / 2 };
        if let Some(named) = part.get(party.army().word()) {
            fill_party(party, &named);
        }
    }
    Some(line)
}

fn small(part: &Reader<'_>, key: &str) -> Option<u8> {
    part.get(key)?.number(key, 0, 99)
}

fn fill_lane(lane: &mut Lane, part: &Reader<'_>, armies: [ArmyId; 2]) -> Option<()> {
    part.only(&["distance", "mover", "crossed", "files"]);
    let role = |word: &Reader<'_>| {
        armies
            .iter()
            .position(|army| Some(army.word()) == word.node.text())
            .map(|at| Role::BOTH[at])
    };
    lane.distance = small(part, "distance").unwrap_or(0);
    lane.mover = part.get("mover").and_then(|word| role(&word));
    lane.crossed = part.get("crossed").and_then(|word| word.truth("crossed")).unwrap_or(false);
    for (key, place) in part.get("files")?.entries("files")? {
        let mut file = File::default();
        for (at, army) in armies.into_iter().enumerate() {
            let named = |key: String| place.get(&key).and_then(|item| member(&item, army));
            let Some(who) = named(army.to_string()) else { continue };
            let rear = named(format!("{army}-rear"));
            let turned =
                place.get(&format!("{army}-turned")).and_then(|item| member(&item, armies[1 - at]));
            file.men[at] = Some(Man { who, rear, turned });
        }
        file.apart = place.get("apart").and_then(|word| role(&word));
        lane.files.insert(key.text.parse().ok()?, file);
    }
    Some(())
}

fn fill_party(party: &mut Party, part: &Reader<'_>) {
    part.only(&["own", "reserve", "fled", "lost", "transit", "raiders", "looted", "shaken"]);
    let army = party.army();
    let members = |key: &str| -> Vec<Member> {
        let items = part.get(key).map(|list| list.items()).unwrap_or_default();
        items.iter().filter_map(|item| member(item, army)).collect()
    };
    party.reserve = members("reserve");
    party.fled = members("fled");
    party.lost = members("lost");
    let left = party.own.saturating_sub(1);
    party.raiders = members("raiders").into_iter().map(|who| Raider { who, left }).collect();
    party.own = small(part, "own").unwrap_or(party.own);
    if let Some(seat) = part.get("looted").and_then(|at| at.node.text()) {
        party.looted = Some(Seat::new(seat));
        party.camp_losses = 2;
    }
    for item in part.get("transit").map(|list| list.items()).unwrap_or_default() {
        let who = item.get("who").and_then(|who| member(&who, army));
        let lane = |key: &str| small(&item, key).map(|n| usize::from(n.clamp(1, 3)) - 1);
        if let (Some(who), Some(from), Some(to)) = (who, lane("from"), lane("to")) {
            party.transit.push(Transit { who, from, to });
        }
    }
    for item in part.get("shaken").map(|list| list.items()).unwrap_or_default() {
        let Some(command) = item.number("a command", 1, 9) else { continue };
        match party.shaken.get_mut(command - 1) {
            Some(place) => *place = true,
            None => part.complain(Common::Case.here(&item, "this plan has no such command")),
        }
    }
}
