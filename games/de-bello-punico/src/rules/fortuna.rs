//! 2.3, 4.9: dice, and dice thrown again. Rule 9, ruling R5.

use super::{GameTable, points, question, terms};
use crate::asked::Query;
use crate::events::{Cast, Note};
use crate::names::{AskName, CommandBox, Id, Side};
use crate::policy::{Again, AgainDie, AgainWhen, Role, names};
use engine::Secrecy;

/// A die with its purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throw {
    pub(crate) side: Side,
    pub(crate) cast: Cast,
    pub(crate) unit: Option<Id>,
    pub(crate) rule: &'static str,
}

/// The results so far for the side that may throw again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    die: u8,
    totals: Option<(u8, u8)>,
    miss: bool,
    eliminated: bool,
}

impl Mood {
    pub(crate) const fn new(die: u8) -> Self {
        Self { die, totals: None, miss: false, eliminated: false }
    }

    pub(crate) const fn totals(self, own: u8, other: u8) -> Self {
        Self { totals: Some((own, other)), ..self }
    }

    pub(crate) const fn miss(self, miss: bool) -> Self {
        Self { miss, ..self }
    }

    pub(crate) const fn eliminated(self, eliminated: bool) -> Self {
        Self { eliminated, ..self }
    }

    fn fits(self, when: AgainWhen) -> bool {
        let compare =
            |test: fn(u8, u8) -> bool| self.totals.is_some_and(|(own, other)| test(own, other));
        match when {
            AgainWhen::Losing => compare(|own, other| own < other),
            AgainWhen::Tied => compare(|own, other| own == other),
            AgainWhen::Doubled => {
                compare(|own, other| own < other && other >= own.saturating_mul(2))
            }
            AgainWhen::Miss => self.miss,
            AgainWhen::Eliminated => self.eliminated,
            AgainWhen::AtMost(number) => self.die <= number,
        }
    }
}

/// 2.3: throws a die of six sides.
pub(crate) fn throw(board: &mut GameTable<'_>, throw: &Throw) -> u8 {
    cast(board, throw, throw.rule, false)
}

fn cast(board: &mut GameTable<'_>, throw: &Throw, rule: &'static str, fortuna: bool) -> u8 {
    let whose = throw.unit.map_or_else(|| throw.side.word().to_owned(), |unit| unit.to_string());
    let label = format!("{} {whose}{}", throw.cast, if fortuna { " fortuna" } else { "" });
    let mut die = 1;
    board.settle(rule, &label, Secrecy::Open, 6, 1, |_, faces| {
        die = u8::try_from(faces[0]).expect("a die has six faces");
        Note::Die { side: throw.side, cast: throw.cast, unit: throw.unit, fortuna, die }.into()
    });
    die
}

/// 4.9: throws a die again if the side has a Fortuna point and its policy wants it here; the new result stands. `unit` is
/// the unit whose fight, shot or leader it is.
pub(crate) fn again(
    board: &mut GameTable<'_>,
    throw: &Throw,
    mood: Mood,
    unit: Option<Id>,
) -> Option<u8> {
    let said = asked(board, throw, mood, unit);
    if points::left(board.state(), throw.side, CommandBox::Fortuna) == 0 || said == Some(false) {
        return None;
    }
    if said.is_none() {
        let entries = terms::key(board, throw.side, |policy| policy.fortuna.as_ref())?;
        entries.iter().find(|entry| wanted(board, entry, throw, mood, unit))?;
    }
    let mut die = 0;
    let told = said.map(|_| AskName::Fortuna);
    question::as_told(board, throw.side, (told, "fortuna"), |board| {
        points::spend(board, "4.9", throw.side, CommandBox::Fortuna, unit.into_iter().collect());
        die = cast(board, throw, "4.9", true);
    });
    Some(die)
}

/// The answer of the side, if it is asked. It is asked while chips lie in the box, so that nobody learns which is
/// false.
fn asked(board: &mut GameTable<'_>, throw: &Throw, mood: Mood, unit: Option<Id>) -> Option<bool> {
    let open = question::open(board, throw.side, |policy| policy.fortuna.as_ref());
    if !open || !question::may_hold(board, throw.side, CommandBox::Fortuna) {
        return None;
    }
    let Mood { die, totals, .. } = mood;
    let query = Query::Fortuna { cast: throw.cast, unit: throw.unit.or(unit), die, totals };
    question::ask(board, throw.side, query).again
}

/// True if an entry of the policy wants this die thrown again.
fn wanted(
    board: &GameTable<'_>,
    entry: &Again,
    throw: &Throw,
    mood: Mood,
    unit: Option<Id>,
) -> bool {
    let die = match throw.cast {
        Cast::Initiative => AgainDie::Initiative,
        Cast::Elephants => AgainDie::Elephants,
        Cast::Volley => AgainDie::Volley,
        Cast::Attack | Cast::Defence => AgainDie::Combat,
        Cast::Leader => AgainDie::Leader,
    };
    let role = match throw.cast {
        Cast::Attack => Some(Role::Attack),
        Cast::Defence => Some(Role::Defence),
        Cast::Initiative | Cast::Elephants | Cast::Volley | Cast::Leader => None,
    };
    let named = |picks| {
        unit.and_then(|id| Some((id, board.state().unit(id)?)))
            .is_some_and(|(id, unit)| names(picks, id, unit))
    };
    entry.die == die
        && entry.role.is_none_or(|wants| Some(wants) == role)
        && entry.units.as_ref().is_none_or(named)
        && mood.fits(entry.when)
}
