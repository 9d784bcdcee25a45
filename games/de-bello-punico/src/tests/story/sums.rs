//! Checks the counts of attacks and volleys.

use super::strikes::Strike;
use super::table::{named, wing};
use super::truth::{Checker, n, sided};
use engine::story::{Lead, Np};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn summed(&self, read: &Read<'_>) -> Option<Verdict> {
        let Np::Count(count) = &read.clause.subject else { return None };
        if count.noun.ends_with("volley") {
            return Some(self.volleys(read));
        }
        if !count.noun.ends_with("attack") {
            return None;
        }
        let mine = sided(&read.clause.subject);
        let cited: Vec<&Strike> = self.of_cited(read.cited);
        let told: Vec<&&Strike> = cited
            .iter()
            .filter(|one| one.fight.is_some() && one.before.side(&one.by) == mine)
            .collect();
        let broke: BTreeSet<String> =
            self.strikes.iter().flat_map(|one| one.broke.clone()).collect();
        let of = |side: &str| broke.iter().filter(|unit| self.after.side(unit) == side).count();
        let made = usize::try_from(count.n) == Ok(told.len());
        let said = |np: Option<&Np>| counted(np).and_then(|n| usize::try_from(n).ok());
        Some(match read.verb {
            "break" => {
                let np = read.clause.object.as_ref();
                hold(
                    made && np.is_some_and(|np| sided(np) != mine)
                        && said(np) == Some(of(if mine == "rome" { "carthage" } else { "rome" })),
                    "another sum",
                )
            }
            "cost" => {
                let payer = read.object.is_some_and(|who| who.key == mine);
                hold(made && payer && said(read.extent()) == Some(of(mine)), "another cost")
            }
            _ => {
                let hit: BTreeSet<String> = told
                    .iter()
                    .filter(|one| one.points(&one.on) > 0)
                    .map(|one| one.on.clone())
                    .collect();
                if let Some(whom) = read.object {
                    let all = self.undecided(self.wing_of(told[0]));
                    let of_all = match count.lead {
                        Lead::OfThe(of) => usize::try_from(of) == Ok(all),
                        Lead::Bare | Lead::All => all == told.len(),
                        Lead::More => self.strikes.iter().any(|one| self.decided(one)),
                        _ => false,
                    };
                    let each = told.iter().all(|one| one.points(&one.on) > 0);
                    hold(made && of_all && each && named(whom) == hit, "another sum")
                        .and_then(|()| self.were_steady(read, &hit, None))
                } else {
                    let shaken = hit.iter().filter(|unit| !broke.contains(*unit)).count();
                    hold(made && said(read.clause.object.as_ref()) == Some(shaken), "another sum")
                }
            }
        })
    }

    fn wing_of(&self, one: &Strike) -> &'static str {
        // A unit struck again after it fell back belongs to where it was struck first.
        let first = self.strikes.iter().find(|other| other.on == one.on).expect("itself at least");
        let at = first.before.unit(&first.on).at.clone().expect("it stood somewhere");
        wing(&at)
    }

    /// The number of fights on a wing that decided nothing.
    fn undecided(&self, wing: &str) -> usize {
        let fought = self.strikes.iter().filter(|one| one.fight.is_some());
        fought.filter(|one| self.wing_of(one) == wing && !self.decided(one)).count()
    }

    /// True if somebody broke in the attacks on that unit, or a leader was in danger.
    fn decided(&self, one: &Strike) -> bool {
        let same = self.strikes.iter().filter(|other| other.on == one.on);
        same.into_iter().any(|other| {
            let risked = self.record.told.events.iter().any(|event| {
                matches!(word(event, "kind"), "leader-die" | "leader-lost")
                    && other.events.contains(&n(event))
            });
            !other.broke.is_empty() || other.caught || risked
        })
    }

    fn volleys(&self, read: &Read<'_>) -> Verdict {
        let Np::Count(count) = &read.clause.subject else { return Err("no count".to_owned()) };
        let side = sided(&read.clause.subject);
        let shots = read.of("volley");
        let own = shots.iter().all(|event| self.after.side(word(event, "unit")) == side);
        let hits: Vec<_> = shots.iter().filter(|event| event["hit"] == true).collect();
        let of_all = match count.lead {
            Lead::OfThe(of) => usize::try_from(of) == Ok(shots.len()),
            _ => usize::try_from(count.n) == Ok(shots.len()),
        };
        hold(
            own && of_all && usize::try_from(count.n) == Ok(hits.len()),
            "another number of volleys",
        )?;
        let struck: BTreeSet<String> =
            hits.iter().map(|event| word(event, "target").to_owned()).collect();
        hold(read.object.is_none_or(|whom| named(whom) == struck), "others were hit")?;
        let first = |unit: &String| hits.iter().find(|event| word(event, "target") == unit);
        let points = |event: &&Value| self.before[&n(event)].unit(word(event, "target")).dp;
        Self::order(read, struck.iter().filter_map(first).map(|event| points(event)))
    }
}
