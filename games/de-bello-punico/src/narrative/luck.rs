//! Results against the odds.

use super::Teller;
use super::acts::Act;
use crate::names::Id;
use engine::story::Sentence;

/// A result is against the odds if no more than this many of 36 throws lead to it: one in six.
const LONG_ODDS: u8 = 6;

impl Teller<'_> {
    /// The sentence on an attack that broke its target, with the remark that the odds were long, once a report.
    pub(super) fn luck(&mut self, act: &Act, target: Id, told: Sentence) -> Sentence {
        let Some(fight) = &act.fight else { return told };
        let unit = &act.before.units[&target];
        let left = self.names.printed.kind(unit.kind).morale.saturating_sub(unit.dp);
        let odds = fight.odds;
        let chances = match left {
            0 | 1 => odds.double + odds.win + odds.tie,
            _ => odds.double,
        };
        self.against(chances, act, told)
    }

    /// The same for an attack that was beaten off.
    pub(super) fn mischance(&mut self, act: &Act, told: Sentence) -> Sentence {
        let Some(fight) = &act.fight else { return told };
        let chances = fight.odds.lose + fight.odds.doubled;
        self.against(chances, act, told)
    }

    fn against(&mut self, chances: u8, act: &Act, mut told: Sentence) -> Sentence {
        if chances > LONG_ODDS || act.charge() || self.form("odds", 9) > 0 {
            return told;
        }
        let last = told.more.last_mut().map_or(&mut told.main, |(_, clause)| clause);
        last.rest.push("against the odds".into());
        told
    }
}
