//! Pages beside a page of the form: the place of each element of a plan, and the elements of a report's hosts that
//! fell, with the seats that took them. A page beside another is picked by its path and a word behind `~`.

use super::{Draft, charges};
use crate::battle::plan::{Draft as Plan, Named, Role, Sector, SectorDraft};
use crate::battle::usual;
use crate::elements::{ArmyId, Host, Member, Office, Side, Soldier, Troop};
use crate::forecast;
use crate::names::Name;
use crate::orders::battle::{BattleId, Report};
use crate::prompts::Question;
use crate::rules::minor;
use engine::offers::form::Form;
use engine::{Offer, Prompt};
use serde::Deserialize;
use serde_json::{Value, json};

/// The one for whom a plan is made, and the battle it is for.
pub(super) struct Commander {
    pub host: Host,
    pub role: Role,
    /// The province of the battle, once that is known.
    place: Option<Name>,
}

impl Draft<'_> {
    /// Doors to the pages beside the one that is picked.
    pub(super) fn doors(&self, form: &Form) -> Vec<Offer> {
        let lead = |group: &'static str, words: String, of: &str| {
            Offer::new(group, words, false, Vec::new()).leads(format!("{}~{of}", self.picked))
        };
        if let Some((plan, commander)) = self.planned(self.picked) {
            let host = &commander.host;
            let charges = lead("More", charges::TITLE.to_owned(), charges::PAGE);
            if !plan.deploys() {
                let whole = self.usual(&plan, &commander);
                let edits = form.write(self.picked, Some(json!(whole)));
                let words = "Start from the usual line and change it";
                return vec![charges, Offer::new("Deployment", words, false, edits)];
            }
            let name = |man: &Soldier| Named::of(man.id, host.army).to_string();
            let place = |name: &str| {
                place(&plan, name).map_or_else(String::new, |place| format!(": {place}"))
            };
            let men = host.all().map(name);
            let men = men.map(|name| {
                lead("Where each element stands", format!("{name}{}", place(&name)), &name)
            });
            return std::iter::once(charges).chain(men).collect();
        }
        if self.reported_at(self.picked).is_some() {
            return Side::BOTH
                .map(|side| lead("More", format!("Losses of {side}"), &format!("fallen-of-{side}")))
                .into();
        }
        Vec::new()
    }

    pub(super) fn beside(&self, form: &Form, path: &str, of: &str) -> Vec<Offer> {
        let mut offers = Vec::new();
        if let Some((plan, commander)) = self.planned(path) {
            offers = match of {
                charges::PAGE => self.charges(form, path, &plan, &commander),
                _ => stations(form, path, (&plan, &commander.host), of),
            };
        }
        if let (Some(report), Some(side)) =
            (self.reported_at(path), of.strip_prefix("fallen-of-").and_then(Side::parse))
        {
            offers = self.fallen(form, path, &report, side);
        }
        offers.push(Offer::new("This entry", "Back", false, Vec::new()).leads(path));
        offers
    }

    /// The plan at a path, and the commander who makes it.
    fn planned(&self, path: &str) -> Option<(Plan, Commander)> {
        let commander = self.commander(path.strip_suffix("/plan")?)?;
        let said = self.said(path).cloned().unwrap_or_else(|| json!({}));
        Some((Plan::deserialize(said).ok()?, commander))
    }

    /// The commander of the plan below a path: in a battle, in a battle that may come, or in a minor war.
    pub(super) fn commander(&self, up: &str) -> Option<Commander> {
        if let Some(army) = up.strip_prefix("/standing/") {
            return self.commander_of(ArmyId::parse(army)?);
        }
        if up.starts_with("/ahead/plan/") {
            return self.commander_of(self.field.state.command(self.seat)?);
        }
        let minor = |prompt: &&Prompt<Question>| matches!(prompt.question, Question::Minor);
        let minor = self.prompts.iter().find(minor).map(|prompt| self.path(prompt));
        let base = up.split("/against/").next();
        if base == Some("/ahead/minor-war") || base == minor.as_deref() {
            return self.minor_commander(up);
        }
        let id = self.said(&format!("{up}/battle")).and_then(Value::as_str);
        let battle = self.field.state.battle(BattleId::new(id?)?)?;
        let mine = |(_, host): &(Role, &Host)| host.seat == *self.seat;
        let (role, host) = Role::BOTH.into_iter().zip(&battle.hosts).find(mine)?;
        Some(Commander { host: host.clone(), role, place: Some(battle.place) })
    }

    /// The commander of an army in a battle that may come.
    pub(super) fn commander_of(&self, army: ArmyId) -> Option<Commander> {
        let host = forecast::own_host(&self.field, army, self.seat)?;
        Some(Commander { host, role: Role::Defender, place: None })
    }

    /// The commander of the army that is chosen at a path for a minor war, by default the first.
    fn minor_commander(&self, up: &str) -> Option<Commander> {
        let against = up.rsplit_once("/against/");
        let (id, role) = if against.is_some() {
            (ArmyId::Mb, Role::Defender)
        } else {
            (ArmyId::Ma, Role::Attacker)
        };
        let number = match against {
            Some((_, number)) => number.parse().ok()?,
            None => self.said(&format!("{up}/row")).and_then(Value::as_u64).unwrap_or(1),
        };
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let row = self.field.chart.minor_rows.get(at)?;
        let column = if against.is_some() { &row.right } else { &row.left };
        let said = self.said(up).filter(|said| said.is_string());
        let said = said.or_else(|| self.said(&format!("{up}/army"))).and_then(Value::as_str);
        let army = said.and_then(Name::new).or_else(|| column.first().copied())?;
        let chosen = self.said(&format!("{up}/elements")).cloned().unwrap_or_else(|| json!([]));
        let chosen: Vec<Troop> = Vec::deserialize(chosen).unwrap_or_default();
        let host = minor::host(&self.field, row, army, id, self.seat, &chosen)?;
        Some(Commander { host, role, place: row.region.first().copied() })
    }

    /// The terrain where the battle is; empty while that is not known.
    pub(super) fn country(&self, commander: &Commander) -> String {
        let country = commander.place.map(|place| self.field.chart.province(place).terrain);
        country.map(|country| country.to_string()).unwrap_or_default()
    }

    /// A plan with the usual deployment in it.
    fn usual(&self, plan: &Plan, commander: &Commander) -> Plan {
        let country = self.country(commander);
        let Commander { host, role, .. } = commander;
        let usual = usual::plan(&self.field.chart.battle, host, *role, &country);
        let named = |member: &Member| Named::of(*member, host.army);
        let mut plan = plan.clone();
        for sector in Sector::LINE {
            let from = usual.sector(sector);
            if let Some(to) = plan.sector_mut(sector) {
                to.front = Some(from.front.iter().map(named).collect());
                let rear = from.rear.iter().map(|(front, rear)| (named(front), named(rear)));
                to.rear = Some(rear.collect())
                    .filter(|rear: &std::collections::BTreeMap<_, _>| !rear.is_empty());
            }
        }
        plan.reserve = Some(usual.reserve.iter().map(named).collect());
        plan
    }

    fn reported_at(&self, path: &str) -> Option<Report> {
        Report::deserialize(self.said(path)?.clone()).ok().filter(|_| path.starts_with("/orders"))
    }

    /// The offers to name the fallen elements of a side, and the seats that took them.
    fn fallen(&self, form: &Form, path: &str, report: &Report, side: Side) -> Vec<Offer> {
        let Some(battle) = self.field.state.battle(report.battle) else { return Vec::new() };
        let Some(host) = battle.hosts.iter().find(|host| host.army.side() == side) else {
            return Vec::new();
        };
        let enemies = battle
            .hosts
            .iter()
            .filter(|host| host.army.side() != side)
            .flat_map(|host| &host.players);
        let credits: Vec<Option<&engine::Seat>> = enemies.map(Some).chain([None]).collect();
        let lost = report.lost.get(&side).cloned().unwrap_or_default();
        let mut offers = Vec::new();
        for man in host.all() {
            let fell = lost.contains(&man.id);
            for seat in &credits {
                let mut other = report.clone();
                let count = match seat {
                    Some(seat) => other.kills.entry((*seat).clone()).or_default(),
                    None => other.other.entry(side).or_default(),
                };
                *count = if fell { count.saturating_sub(1) } else { *count + 1 };
                let list = other.lost.entry(side).or_default();
                if fell {
                    list.retain(|id| *id != man.id);
                } else {
                    list.push(man.id);
                }
                if man.office == Some(Office::General) {
                    other.general_killed.retain(|killed| *killed != side);
                    other.general_killed.extend((!fell).then_some(side));
                    other.general_by.remove(&man.id);
                    let taken = seat.filter(|_| !fell).cloned();
                    other.general_by.extend(taken.map(|seat| (man.id, seat)));
                }
                let whom = seat
                    .map_or("nobody's credit".to_owned(), |seat| format!("the credit of {seat}"));
                let group = if fell {
                    format!("Not lost after all: take the point from {whom}")
                } else {
                    format!("Lost, to {whom}")
                };
                offers.push(Offer::new(
                    group,
                    man.id.to_string(),
                    fell,
                    form.write(path, Some(json!(other))),
                ));
            }
        }
        offers.sort_by(|one, other| one.group.cmp(&other.group));
        offers
    }
}

/// The offers of other places for an element of a plan.
fn stations(form: &Form, path: &str, (plan, host): (&Plan, &Host), of: &str) -> Vec<Offer> {
    let Some(element) = Named::parse(of) else { return Vec::new() };
    let bare = without(plan, element);
    let mut offers = Vec::new();
    let mut offer = |group: String, words: String, to: &Plan| {
        let edits = form.write(path, Some(json!(to)));
        offers.push(Offer::new(group, words, to == plan, edits));
    };
    for sector in Sector::LINE {
        let front = bare.sector(sector).and_then(|said| said.front.clone()).unwrap_or_default();
        for at in 0..=front.len() {
            let mut longer = front.clone();
            longer.insert(at, element);
            let mut to = bare.clone();
            if let Some(said) = to.sector_mut(sector) {
                said.front = Some(longer);
            }
            let words = front
                .get(at)
                .map_or_else(|| "at the right end".to_owned(), |next| format!("left of {next}"));
            offer(format!("Front of the {sector}"), words, &to);
        }
        for before in front {
            let mut to = bare.clone();
            if let Some(said) = to.sector_mut(sector) {
                said.rear.get_or_insert_default().insert(before, element);
            }
            offer(format!("Behind the {sector}"), format!("behind {before}"), &to);
        }
    }
    let mut to = bare.clone();
    to.reserve.get_or_insert_default().push(element);
    offer("Reserve".to_owned(), "in reserve".to_owned(), &to);
    // Two elements that change places leave all numbers as they are.
    for other in
        host.all().map(|man| Named::of(man.id, host.army)).filter(|other| *other != element)
    {
        offer("Change places with".to_owned(), other.to_string(), &exchanged(plan, element, other));
    }
    offers
}

/// Changes every list of elements in a plan.
fn each(plan: &mut Plan, change: &dyn Fn(&mut Vec<Named>)) {
    for sector in [&mut plan.left, &mut plan.centre, &mut plan.right].into_iter().flatten() {
        if let Some(front) = &mut sector.front {
            change(front);
        }
    }
    if let Some(reserve) = &mut plan.reserve {
        change(reserve);
    }
}

fn rears(plan: &mut Plan) -> impl Iterator<Item = &mut SectorDraft> {
    [&mut plan.left, &mut plan.centre, &mut plan.right].into_iter().flatten()
}

fn without(plan: &Plan, element: Named) -> Plan {
    let mut bare = plan.clone();
    each(&mut bare, &|list| list.retain(|other| *other != element));
    for sector in rears(&mut bare) {
        if let Some(rear) = &mut sector.rear {
            rear.retain(|front, behind| *front != element && *behind != element);
        }
    }
    bare
}

fn exchanged(plan: &Plan, one: Named, other: Named) -> Plan {
    let swap = move |name: Named| match name {
        name if name == one => other,
        name if name == other => one,
        name => name,
    };
    let mut plan = plan.clone();
    each(&mut plan, &|list| list.iter_mut().for_each(|name| *name = swap(*name)));
    for sector in rears(&mut plan) {
        if let Some(rear) = &mut sector.rear {
            *rear = rear.iter().map(|(front, behind)| (swap(*front), swap(*behind))).collect();
        }
    }
    plan
}

/// The place of an element, in words.
fn place(plan: &Plan, name: &str) -> Option<String> {
    let element = Named::parse(name)?;
    for sector in Sector::LINE {
        let said = plan.sector(sector)?;
        if said.front.iter().flatten().any(|other| *other == element) {
            return Some(format!("front of the {sector}"));
        }
        let rear = said.rear.iter().flatten().find(|(_, behind)| **behind == element);
        if let Some((front, _)) = rear {
            return Some(format!("behind {front}"));
        }
    }
    plan.reserve.iter().flatten().any(|other| *other == element).then(|| "in reserve".to_owned())
}
