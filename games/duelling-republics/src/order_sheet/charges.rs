//! The commands in a plan of battle. Every sector with men in it has a commander, so sectors change hands, some
//! together; none is taken away without a new commander.

use super::Draft;
use super::line::Commander;
use crate::battle::plan::{Charge, Draft as Plan, Sector};
use crate::battle::{judge, usual};
use engine::Offer;
use engine::offers::form::Form;
use serde_json::json;

/// The word behind `~` for this page.
pub(super) const PAGE: &str = "commands";
pub(super) const TITLE: &str = "Which seat commands which sectors";

impl Draft<'_> {
    /// Offers to change the commands of the plan at a path: which sectors may leave each, under whom or to whom, and
    /// who sets postures.
    pub(super) fn charges(
        &self,
        form: &Form,
        path: &str,
        plan: &Plan,
        commander: &Commander,
    ) -> Vec<Offer> {
        let country = self.country(commander);
        let Commander { host, role, .. } = commander;
        let chart = &self.field.chart.battle;
        let field = judge::Field { chart, host, role: *role, country: &country };
        let whole = judge::complete(&field, plan);
        let now = &whole.commands;
        let contingent = |charge: &Charge| {
            let held = |body| usual::sector_of(&whole, body);
            host.contingents.iter().filter_map(held).any(|sector| charge.sectors.contains(&sector))
        };
        let write =
            |charges: &[Charge]| form.write(&format!("{path}/commands"), Some(json!(charges)));
        let mut offers = Vec::new();
        for (at, charge) in now.iter().enumerate().filter(|(_, charge)| !contingent(charge)) {
            let group = format!("Command of {}", named(charge));
            for parted in parts(&charge.sectors) {
                let mut offer = |words: String, to: Vec<Charge>| {
                    let edits = write(&to);
                    offers.push(Offer::new(group.clone(), words, false, edits));
                };
                for (to, other) in now.iter().enumerate().filter(|(to, _)| *to != at) {
                    if !contingent(other) {
                        let words = format!("{} to {}", said(&parted), named(other));
                        offer(
                            words,
                            moved(now, at, &parted, |list| list[to].sectors.extend(&parted)),
                        );
                    }
                }
                for seat in &host.players {
                    let whole = parted.len() == charge.sectors.len();
                    if whole && *seat == charge.seat {
                        continue;
                    }
                    let words = format!("{} under {seat}, apart", said(&parted));
                    let own =
                        Charge { seat: seat.clone(), sectors: parted.clone(), delegate: false };
                    offer(words, moved(now, at, &parted, |list| list.push(own)));
                }
            }
            let mut list = now.clone();
            list[at].delegate = !charge.delegate;
            let words = format!("{} sets its postures", charge.seat);
            offers.push(Offer::new(group, words, charge.delegate, write(&list)));
        }
        if plan.commands.is_some() {
            let edits = form.write(&format!("{path}/commands"), None);
            offers.push(Offer::new("All commands", "As in the default", false, edits));
        }
        offers
    }
}

/// The commands after these sectors have left one of them; a command without a sector is dropped.
fn moved(
    now: &[Charge],
    at: usize,
    parted: &[Sector],
    join: impl FnOnce(&mut Vec<Charge>),
) -> Vec<Charge> {
    let mut list = now.to_vec();
    list[at].sectors.retain(|sector| !parted.contains(sector));
    join(&mut list);
    list.retain(|charge| !charge.sectors.is_empty());
    list
}

/// Every choice of some of these sectors, the smaller ones first.
fn parts(sectors: &[Sector]) -> Vec<Vec<Sector>> {
    let some = |bits: usize| -> Vec<Sector> {
        let taken = sectors.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        taken.map(|(_, sector)| *sector).collect()
    };
    let mut all: Vec<Vec<Sector>> = (1..1 << sectors.len()).map(some).collect();
    all.sort_by_key(Vec::len);
    all
}

fn said(sectors: &[Sector]) -> String {
    sectors.iter().map(|sector| sector.word()).collect::<Vec<_>>().join(", ")
}

fn named(charge: &Charge) -> String {
    format!("{} ({})", charge.seat, said(&charge.sectors))
}
