//! Judges a plan for the army that stands there: BA1 to BA3 and the defender's ground. The same judgement serves the
//! checker and the resolution.

mod commands;

use super::chart::Chart;
use super::plan::{
    Charge, CommandOrders, Draft, Ground, Named, Plan, Role, Sector, SectorDraft, SectorPlan, Spot,
};
use super::usual;
use crate::codes::Code;
use crate::elements::{Host, Member};
use engine::complaint::nearest;
use engine::{Complaint, Path, Seat};
use std::collections::BTreeSet;

/// The side for which a plan is judged, and the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    /// The figures of `battle.yaml`.
    pub chart: &'a Chart,
    pub host: &'a Host,
    pub role: Role,
    /// The terrain type of the place.
    pub country: &'a str,
}

/// A part of a plan that stands or falls by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Deployment,
    Commands,
    /// The defender's choice of ground.
    Terrain,
    /// A commit entry, by its place in the list.
    Commit(usize),
}

/// Everything unlawful in a plan. `path` is where the plan stands in its file.
pub(crate) fn judge(field: &Field<'_>, draft: &Draft, path: &Path) -> Vec<Complaint> {
    parts(field, draft, path).into_iter().map(|(_, complaint)| complaint).collect()
}

/// The plan by which a side fights: what is lawful in the draft, the default plan for the rest; and what was void.
pub(crate) fn settle(field: &Field<'_>, draft: &Draft) -> (Plan, Vec<Complaint>) {
    let wrong = parts(field, draft, &Path::top());
    let bad: BTreeSet<Part> = wrong.iter().map(|(part, _)| *part).collect();
    let mut kept = draft.clone();
    if bad.contains(&Part::Deployment) {
        for sector in Sector::LINE {
            if let Some(said) = kept.sector_mut(sector) {
                (said.front, said.rear) = (None, None);
            }
        }
        kept.reserve = None;
        if parts(field, &kept, &Path::top()).iter().any(|(part, _)| *part == Part::Commands) {
            kept.commands = None;
        }
    }
    if bad.contains(&Part::Commands) {
        kept.commands = None;
    }
    if bad.contains(&Part::Terrain) {
        kept.terrain = None;
    }
    if let Some(entries) = &mut kept.commit {
        let mut at = 0;
        entries.retain(|_| {
            at += 1;
            !bad.contains(&Part::Commit(at - 1))
        });
    }
    (complete(field, &kept), wrong.into_iter().map(|(_, complaint)| complaint).collect())
}

/// Lets a commander below the C-in-C set the postures of their sectors. Returns the sectors that are not theirs to set:
/// only those of a delegated command or a contingent are.
pub(crate) fn delegate(
    plan: &mut Plan,
    host: &Host,
    seat: &Seat,
    orders: &CommandOrders,
) -> Vec<Sector> {
    let mut refused = Vec::new();
    for (sector, said) in orders {
        let charge = plan
            .commands
            .iter()
            .find(|charge| charge.sectors.contains(sector) && charge.seat == *seat);
        let contingent = host
            .contingents
            .iter()
            .any(|body| body.seat == *seat && usual::sector_of(plan, body) == Some(*sector));
        if *sector == Sector::Reserve
            || !(contingent || charge.is_some_and(|charge| charge.delegate))
        {
            refused.push(*sector);
            continue;
        }
        let place = plan.sector_mut(*sector);
        *place = merge(said, place.clone());
    }
    refused
}

/// The draft with the default plan for what it leaves out. A draft that deploys anybody deploys everybody.
pub(crate) fn complete(field: &Field<'_>, draft: &Draft) -> Plan {
    let host = field.host;
    let mut plan = usual::plan(field.chart, host, field.role, field.country);
    let own = |named: &Named| named.member(host.army);
    if draft.deploys() {
        for sector in Sector::LINE {
            let place = plan.sector_mut(sector);
            place.front.clear();
            place.rear.clear();
            let Some(said) = draft.sector(sector) else { continue };
            place.front.extend(said.front.iter().flatten().map(own));
            place
                .rear
                .extend(said.rear.iter().flatten().map(|(front, rear)| (own(front), own(rear))));
        }
        plan.reserve = draft.reserve.iter().flatten().map(own).collect();
    }
    for sector in Sector::LINE {
        if let Some(said) = draft.sector(sector) {
            let place = plan.sector_mut(sector);
            *place = merge(said, place.clone());
        }
    }
    if let Some(priority) = &draft.priority {
        plan.priority.clone_from(priority);
    }
    if let Some(commit) = &draft.commit {
        plan.commit.clone_from(commit);
    }
    plan.withdraw.clone_from(&draft.withdraw);
    if let (Role::Defender, Some(ground)) = (field.role, &draft.terrain) {
        plan.terrain.clone_from(ground);
    }
    plan.commands = match &draft.commands {
        Some(commands) => with_contingents(commands.clone(), &plan, host),
        None => usual::commands(field.chart, host, &plan),
    };
    plan
}

/// The plan of a sector: what the draft says of it, and the default for the rest.
fn merge(said: &SectorDraft, base: SectorPlan) -> SectorPlan {
    SectorPlan {
        posture: said.posture.unwrap_or(base.posture),
        from: said.from.or(base.from),
        overlap: said.overlap.unwrap_or(base.overlap),
        when_free: said.when_free.unwrap_or(base.when_free),
        ..base
    }
}

/// The commands with those of the contingents: a contingent's sector is its command even if nobody says so.
fn with_contingents(mut commands: Vec<Charge>, plan: &Plan, host: &Host) -> Vec<Charge> {
    for body in &host.contingents {
        let Some(sector) = usual::sector_of(plan, body) else { continue };
        if !commands.iter().any(|charge| charge.sectors.contains(&sector)) {
            commands.push(Charge {
                seat: body.seat.clone(),
                sectors: vec![sector],
                delegate: false,
            });
        }
    }
    commands
}

type Findings = Vec<(Part, Complaint)>;

fn parts(field: &Field<'_>, draft: &Draft, path: &Path) -> Findings {
    let mut found = Findings::new();
    let plan = complete(field, draft);
    if draft.deploys() {
        elements(field, draft, path, &mut found);
        if found.is_empty() {
            limits(field, &plan, path, &mut found);
            contingents_alone(field, &plan, path, &mut found);
        }
    }
    if draft.commands.is_some() && found.is_empty() {
        commands::commands(field, &plan, path, &mut found);
    }
    let who: Vec<Member> = field.host.all().map(|soldier| soldier.id).collect();
    for (at, entry) in draft.commit.iter().flatten().enumerate() {
        for (n, named) in entry.elements.iter().flatten().enumerate() {
            let place = path.then("commit").then(at).then("elements").then(n);
            if let Some(complaint) = unknown(field, &who, *named, place) {
                found.push((Part::Commit(at), complaint));
            }
        }
    }
    if let Some(ground) = &draft.terrain {
        terrain(field, ground, &path.then("terrain"), &mut found);
    }
    found
}

/// A complaint of an element that is not in the battle.
fn unknown(field: &Field<'_>, who: &[Member], named: Named, place: Path) -> Option<Complaint> {
    if who.contains(&named.member(field.host.army)) {
        return None;
    }
    let all: Vec<String> =
        who.iter().map(|member| Named::of(*member, field.host.army).to_string()).collect();
    let fix = match nearest(&named.to_string(), all.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`? In the battle: {}", all.join(", ")),
        None => format!("in the battle: {}", all.join(", ")),
    };
    Some(
        Complaint::refusal(
            Code::PlanUnknown.code(),
            "BA1",
            place,
            format!("{named} is not in this battle"),
        )
        .fix(fix),
    )
}

/// BA1: every element once; BA2: a rear element behind a front element of its sector.
fn elements(field: &Field<'_>, draft: &Draft, path: &Path, found: &mut Findings) {
    let who: Vec<Member> = field.host.all().map(|soldier| soldier.id).collect();
    let mut seen: BTreeSet<Member> = BTreeSet::new();
    let mut place = |named: Named, at: Path, found: &mut Findings| {
        if let Some(complaint) = unknown(field, &who, named, at.clone()) {
            found.push((Part::Deployment, complaint));
        } else if !seen.insert(named.member(field.host.army)) {
            let complaint = Complaint::refusal(
                Code::PlanTwice.code(),
                "BA1",
                at,
                format!("{named} is deployed twice"),
            );
            found.push((
                Part::Deployment,
                complaint.fix(format!("leave {named} in one place only")),
            ));
        }
    };
    for sector in Sector::LINE {
        let Some(said) = draft.sector(sector) else { continue };
        let here = path.then(sector.word());
        for (at, named) in said.front.iter().flatten().enumerate() {
            place(*named, here.then("front").then(at), found);
        }
        let mut backed: BTreeSet<Member> = BTreeSet::new();
        for (front, rear) in said.rear.iter().flatten() {
            let at = here.then("rear").then(front.to_string());
            let mut say = |message: String, fix: String| {
                let complaint =
                    Complaint::refusal(Code::PlanRear.code(), "BA2", at.clone(), message);
                found.push((Part::Deployment, complaint.fix(fix)));
            };
            if !backed.insert(front.member(field.host.army)) {
                let message = format!("two elements stand behind {front}");
                say(message, "leave one of them there".to_owned());
            }
            if !stands_in_front(field, said, *front) {
                let message = format!(
                    "{front} is not a front element of the {sector}, so {rear} cannot stand behind it"
                );
                say(message, format!("name an element of `{sector}: front`"));
            }
            place(*rear, at, found);
        }
    }
    for (at, named) in draft.reserve.iter().flatten().enumerate() {
        place(*named, path.then("reserve").then(at), found);
    }
    for member in who.iter().filter(|member| !seen.contains(member)) {
        let named = Named::of(*member, field.host.army);
        let message = format!("{named} is not deployed");
        let complaint = Complaint::refusal(Code::PlanMissing.code(), "BA1", path.clone(), message);
        let fix = format!("put {named} into a sector's `front` or `rear`, or into `reserve`");
        found.push((Part::Deployment, complaint.fix(fix)));
    }
}

fn stands_in_front(field: &Field<'_>, said: &SectorDraft, named: Named) -> bool {
    let full = |named: Named| named.member(field.host.army);
    said.front.iter().flatten().any(|other| full(*other) == full(named))
}

/// BA2: checks the sizes of sectors.
fn limits(field: &Field<'_>, plan: &Plan, path: &Path, found: &mut Findings) {
    let (host, most) = (field.host, field.chart.field.max_front);
    let count = host.len();
    let mut say = |code: Code, at: Path, message: String, fix: String| {
        found.push((Part::Deployment, code.at(at, message).by("BA2").fix(fix)));
    };
    let of_contingent = |sector: Sector| {
        host.contingents.iter().any(|body| usual::sector_of(plan, body) == Some(sector))
    };
    for sector in Sector::LINE {
        let (here, front) = (path.then(sector.word()), plan.sector(sector).front.len());
        if front == 0 && count >= 6 {
            let message = format!("the {sector} has no elements in front");
            say(
                Code::PlanFront,
                here,
                message,
                format!("put at least one element into `{sector}: front`"),
            );
        } else if front > most {
            let message = format!(
                "the {sector} has {front} elements in front, but at most {most} may be there"
            );
            say(
                Code::PlanFront,
                here.then("front"),
                message,
                format!("put {} of them behind the others, in `rear`", front - most),
            );
        }
    }
    let reserve = plan.reserve.len();
    if reserve > count / 3 {
        let message =
            format!("{reserve} elements are in reserve, but at most {} may be", count / 3);
        let fix = format!("at most {} of the {count} elements may be in reserve", count / 3);
        say(Code::PlanReserve, path.then("reserve"), message, fix);
    }
    let wings = [Sector::Left, Sector::Right].into_iter().filter(|wing| !of_contingent(*wing));
    let longer = wings
        .map(|wing| (plan.sector(wing).front.len(), wing))
        .max_by_key(|(length, wing)| (*length, std::cmp::Reverse(*wing)));
    let centre = plan.centre.front.len();
    if let Some((length, wing)) = longer
        .filter(|(length, _)| *length > centre && count >= 6 && !of_contingent(Sector::Centre))
    {
        let message =
            format!("the centre has fewer elements in front than the {wing}: {centre} to {length}");
        say(
            Code::PlanCentre,
            path.then("centre"),
            message,
            format!("move front elements from the {wing} to the centre"),
        );
    }
}

/// BA3: a contingent is alone in its sector.
fn contingents_alone(field: &Field<'_>, plan: &Plan, path: &Path, found: &mut Findings) {
    for body in &field.host.contingents {
        let Some(first) = body.elements.first().map(|soldier| soldier.id) else { continue };
        let Some(sector) = plan.sector_of(first) else { continue };
        let stands: BTreeSet<Member> = plan.elements(sector).into_iter().collect();
        let belongs: BTreeSet<Member> = body.elements.iter().map(|soldier| soldier.id).collect();
        if stands != belongs {
            let named = Named::of(first, field.host.army);
            let all: Vec<String> =
                belongs.iter().map(|who| Named::of(*who, field.host.army).to_string()).collect();
            let message = format!("{named}'s contingent must have a sector to itself");
            let complaint =
                Complaint::refusal(Code::Command.code(), "BA3", path.then(sector.word()), message);
            found.push((
                Part::Deployment,
                complaint.fix(format!(
                    "put these elements, and no others, in one sector: {}",
                    all.join(", ")
                )),
            ));
        }
    }
}

fn terrain(field: &Field<'_>, ground: &Ground, here: &Path, found: &mut Findings) {
    let mut say = |at: Path, message: String, fix: String| {
        found.push((
            Part::Terrain,
            Complaint::refusal(Code::Terrain.code(), "B1", at, message).fix(fix),
        ));
    };
    if field.role == Role::Attacker {
        say(
            here.clone(),
            "only the defender chooses the ground".to_owned(),
            "leave `terrain` out".to_owned(),
        );
        return;
    }
    let chart = field.chart;
    let Some(country) = chart.types.get(field.country) else { return };
    for (spot, name) in ground {
        let at = here.then(spot.word());
        let Some(feature) = chart.features.get(name).filter(|_| country.choose.contains(name))
        else {
            let message = format!("{name} may not be chosen in {} land", field.country);
            say(at, message, format!("one of: {}", country.choose.join(", ")));
            continue;
        };
        if feature.bad && *spot == Spot::Centre && !country.centre_bad {
            let message =
                format!("{name} may not be chosen for the centre in {} land", field.country);
            say(at.clone(), message, "choose it for a wing, or choose good going".to_owned());
        }
        if feature.all_lanes != (*spot == Spot::All) {
            let fix = if feature.all_lanes {
                format!("write `all: {name}`")
            } else {
                "name left, centre or right".to_owned()
            };
            say(at, format!("{name} cannot be chosen for this place"), fix);
        }
    }
    let bad = ground
        .values()
        .filter(|name| chart.features.get(*name).is_some_and(|feature| feature.bad))
        .count();
    if ground.len() > chart.max_features {
        say(
            here.clone(),
            format!("{} features, but at most {} are allowed", ground.len(), chart.max_features),
            "choose fewer".to_owned(),
        );
    }
    if bad > chart.max_bad {
        say(
            here.clone(),
            format!("{bad} features are bad going, but at most {} may be", chart.max_bad),
            "choose good going for the others".to_owned(),
        );
    }
}
