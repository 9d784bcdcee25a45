//! What stands beside a page of the form: where each element of a plan stands, and who of a report's hosts fell to whom.
//! A page beside another is picked by its path and a word behind `~`.

use super::Draft;
use crate::battle::plan::{Draft as Plan, Named, Role, Sector, SectorDraft};
use crate::battle::usual;
use crate::elements::{Host, Member, Office, Side, Soldier};
use crate::gates::Gate;
use crate::orders::battle::{BattleId, Report};
use engine::Offer;
use engine::offers::form::Form;
use serde::Deserialize;
use serde_json::{Value, json};

impl Draft<'_> {
    /// Doors to the pages beside the one that is picked.
    pub(super) fn doors(&self, form: &Form) -> Vec<Offer> {
        let lead = |words: String, of: &str| {
            Offer::new("More", words, false, Vec::new()).leads(format!("{}~{of}", self.picked))
        };
        if let Some((plan, host, role)) = self.planned(self.picked) {
            if !plan.deploys() {
                let whole = self.usual(&plan, host, role);
                let edits = form.write(self.picked, Some(json!(whole)));
                return vec![Offer::new(
                    "Deployment",
                    "Take the usual line over, to change it",
                    false,
                    edits,
                )];
            }
            let name = |man: &Soldier| Named::of(man.id, host.army).to_string();
            let place = |name: &str| {
                place(&plan, name).map_or_else(String::new, |place| format!(": {place}"))
            };
            return host
                .all()
                .map(name)
                .map(|name| lead(format!("{name}{}", place(&name)), &name))
                .collect();
        }
        if self.reported_at(self.picked).is_some() {
            return Side::BOTH
                .map(|side| lead(format!("Who fell of {side}"), &format!("fallen-of-{side}")))
                .into();
        }
        Vec::new()
    }

    /// The page beside another.
    pub(super) fn beside(&self, form: &Form, path: &str, of: &str) -> Vec<Offer> {
        let mut offers = Vec::new();
        if let Some((plan, host, _)) = self.planned(path) {
            offers = stations(form, path, (&plan, host), of);
        }
        if let (Some(report), Some(side)) =
            (self.reported_at(path), of.strip_prefix("fallen-of-").and_then(Side::parse))
        {
            offers = self.fallen(form, path, &report, side);
        }
        offers.push(Offer::new("This entry", "Back", false, Vec::new()).leads(path));
        offers
    }

    /// The plan at a path, with the host of the battle that it is for.
    fn planned(&self, path: &str) -> Option<(Plan, &Host, Role)> {
        let up = path.strip_suffix("/plan").filter(|up| up.starts_with("/orders"))?;
        let id =
            self.said(&format!("{up}/battle")).and_then(Value::as_str).and_then(BattleId::new)?;
        let battle = self.field.state.battle(id)?;
        let mine = |(_, host): &(Role, &Host)| host.seat == *self.seat;
        let (role, host) = Role::BOTH.into_iter().zip(&battle.hosts).find(mine)?;
        let said = self.said(path).cloned().unwrap_or_else(|| json!({}));
        Some((Plan::deserialize(said).ok()?, host, role))
    }

    /// A plan with the usual deployment in it.
    fn usual(&self, plan: &Plan, host: &Host, role: Role) -> Plan {
        let place = self
            .field
            .state
            .battles
            .iter()
            .find(|battle| battle.hosts.iter().any(|other| other.army == host.army));
        let country = place.map(|battle| self.field.chart.province(battle.place).terrain);
        let country = country.map(|country| country.to_string()).unwrap_or_default();
        let usual = usual::plan(&self.field.chart.battle, host, role, &country);
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

    /// The report at a path.
    fn reported_at(&self, path: &str) -> Option<Report> {
        Report::deserialize(self.said(path)?.clone()).ok().filter(|_| path.starts_with("/orders"))
    }

    /// Who fell of a side, and to whose credit.
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
        let named = self.field.chart.revision.has(Gate::TableNamed);
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
                    let taken = seat.filter(|_| !fell && named).cloned();
                    other.general_by.extend(taken.map(|seat| (man.id, seat)));
                }
                let whom = seat
                    .map_or("nobody's credit".to_owned(), |seat| format!("the credit of {seat}"));
                let group = if fell {
                    format!("Did not fall, taken off {whom}")
                } else {
                    format!("Fell, to {whom}")
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

/// Where an element of a plan may stand instead.
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

/// Every list of elements in a plan, changed.
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

/// Where an element stands, in words.
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
