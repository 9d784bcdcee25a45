//! G1: contact in Transalpine Gaul.

use super::{contact, entered, question, say};
use crate::Table;
use crate::asked::Query;
use crate::elements::ArmyId;
use crate::events::Encounter;
use crate::names::{Gaul, Name};
use crate::orders::Says;
use crate::state::{Entry, Open};
use engine::dice::Secrecy;

/// An army meets the enemies in the wild province one after the other, until there is a battle.
pub(crate) fn meet(table: &mut Table<'_>, mover: ArmyId, from: Option<Name>, wants: Gaul) {
    let Some(place) = table.state().army(mover).map(|army| army.at) else { return };
    if table.state().engaged(mover) {
        return;
    }
    for target in table.state().in_the_open(place, mover.side().other()) {
        let told = question::ask(table, Query::Gaul { army: target, by: mover });
        let other = match told {
            Some(Says::Gaul(wish)) => wish,
            Some(_) | None => contact::gaul_wish(table, target),
        };
        let both = [wants, other];
        let prevails = (wants != other).then(|| throw(table, mover, target));
        let battle = match prevails {
            None => wants == Gaul::Seek,
            Some(winner) => {
                if winner == mover {
                    wants == Gaul::Seek
                } else {
                    other == Gaul::Seek
                }
            }
        };
        say(
            table,
            "G1",
            Encounter::Evasion { armies: [mover, target], wants: both, prevails, battle },
        );
        if battle {
            let entry = Entry {
                mover,
                target,
                place,
                from,
                way: None,
                open: Open::NoSiege,
                if_siege: None,
            };
            entered::fight(table, &entry);
            return;
        }
    }
}

/// Both throw, the mover first, until one is higher.
fn throw(table: &mut Table<'_>, mover: ArmyId, target: ArmyId) -> ArmyId {
    loop {
        let mut scores = [0, 0];
        for (at, army) in [mover, target].into_iter().enumerate() {
            table.settle("G1", &format!("evasion {army}"), Secrecy::Open, 6, 1, |_, faces| {
                scores[at] = u8::try_from(faces[0]).expect("a die has six faces");
                Encounter::EvasionThrow { army, score: scores[at] }.into()
            });
        }
        if scores[0] != scores[1] {
            return if scores[0] > scores[1] { mover } else { target };
        }
    }
}
