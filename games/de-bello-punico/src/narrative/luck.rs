//! Results against the odds.

use super::Teller;
use super::acts::Act;
use crate::names::Id;
use engine::story::{Clause, Lead, Np, Sentence};

/// An attack is against the odds if no more than this many of 36 throws break its target: one in six.
const LONG_ODDS: u8 = 6;

impl Teller<'_> {
    /// Long odds against an attack that broke its target, once a report.
    pub(super) fn luck(&mut self, act: &Act, target: Id) -> Option<Sentence> {
        let fight = act.fight.as_ref()?;
        let unit = &act.before.units[&target];
        let left = self.names.printed.kind(unit.kind).morale.saturating_sub(unit.dp);
        let odds = fight.odds;
        let chances = match left {
            0 | 1 => odds.double + odds.win + odds.tie,
            _ => odds.double,
        };
        if chances > LONG_ODDS || act.charge() || self.form("odds", 9) > 0 {
            return None;
        }
        let (verb, how) = self.ruin(target);
        let clause = Clause::new(throws(chances), verb).modal("would");
        let clause = Clause { verb: have(verb).into(), ..clause };
        Some(Sentence::told(clause.object(self.names.unit(target)).maybe(how), &[act.n()]))
    }

    /// An attack that was beaten off against the odds, once a report.
    pub(super) fn mischance(&mut self, act: &Act) -> Option<Sentence> {
        let (attacker, _) = act.pair()?;
        let odds = act.fight.as_ref()?.odds;
        let chances = odds.lose + odds.doubled;
        if chances > LONG_ODDS || act.charge() || self.form("odds", 9) > 0 {
            return None;
        }
        let clause = Clause::new(throws(chances), "have beaten off").modal("would");
        Some(Sentence::told(clause.object(self.names.unit(attacker)), &[act.n()]))
    }
}

/// This many throws of 36.
fn throws(chances: u8) -> Np {
    Np::count(chances, "throw").lead(Lead::Only).tail("in 36")
}

/// The verb for what a throw would have done.
fn have(verb: &str) -> &'static str {
    match verb {
        "scatter" => "have scattered",
        "drive" => "have driven",
        _ => "have broken",
    }
}
