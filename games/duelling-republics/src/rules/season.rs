//! Y1, Y2, Y5: a season begins; army turns; who forfeits.

use super::{Field, Refusal, attrition, choices, contact, field, march, say, score, siege, void};
use crate::Table;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::events::{Award, Movement, Relief, Sequence, Sieges};
use crate::names::{Gaul, Season};
use crate::orders::Choice;
use crate::state::{Entry, Open};

/// A season begins; in Winter armies without quarters suffer, in move order.
pub(crate) fn begin(table: &mut Table<'_>, season: Season) {
    say(table, "Y2", Sequence::Season { season });
    if season == Season::Winter {
        let order: Vec<ArmyId> = (0..4).filter_map(|slot| table.state().mover(slot)).collect();
        for id in order {
            attrition::quarters(table, id);
        }
    }
}

pub(crate) fn has_turn(field: &Field<'_>, id: ArmyId) -> bool {
    field.state.army(id).is_some_and(|army| !army.done && !field.state.engaged(id))
}

pub(crate) fn turn(table: &mut Table<'_>, id: ArmyId, options: &[Choice]) {
    if table.state().army(id).is_none() {
        return;
    }
    if !has_turn(&field(table), id) {
        if options.iter().any(|option| *option != Choice::default()) {
            void(
                table,
                id,
                "turn",
                Refusal::new(
                    Code::Forfeit,
                    "Y5",
                    "the army has retreated or is engaged, and forfeits its turn",
                ),
            );
        }
        say(table, "Y5", Movement::Stayed { army: id, forfeit: true });
        return;
    }
    let open = options.iter().position(|one| choices::holds(&field(table), id, &one.when));
    if let (Some(at), 2..) = (open, options.len()) {
        table.by_order(table.current_order().cloned().map(|order| order.below(at)));
    }
    let chosen = open.map(|at| options[at].clone()).unwrap_or_default();
    if chosen.disband {
        disband(table, id);
    } else if table.state().besieged(id) {
        shut_in(table, id, &chosen);
    } else {
        march(table, id, &chosen);
    }
}

/// A besieged army may come out; nothing else.
fn shut_in(table: &mut Table<'_>, id: ArmyId, chosen: &Choice) {
    let marches = table.state().army(id).is_some_and(|army| chosen.marches(army.at));
    if marches || !chosen.recruit.is_empty() || !chosen.give.is_empty() {
        void(
            table,
            id,
            "turn",
            Refusal::new(
                Code::Besieged,
                "Q5",
                "the army is besieged: it may sally, disband or do nothing",
            ),
        );
    }
    if !chosen.sally {
        say(table, "Y5", Movement::Stayed { army: id, forfeit: false });
        return;
    }
    let Some((at, siege)) =
        table.state().sieges.iter().find(|(_, siege)| siege.besieged.contains(&id))
    else {
        return;
    };
    let (at, siege) = (*at, siege.clone());
    let Some((first, target)) =
        siege.besieged.first().copied().zip(siege.besiegers.first().copied())
    else {
        return;
    };
    say(table, "Q3", Sieges::SiegeLifted { at, why: Relief::Sally });
    for army in siege.besieged {
        say(table, "Q3", Movement::Stayed { army, forfeit: false });
    }
    let entry = Entry {
        mover: first,
        target,
        place: at,
        from: None,
        way: None,
        open: Open::NoSiege,
        if_siege: None,
    };
    super::entered::ask(table, entry);
}

fn march(table: &mut Table<'_>, id: ArmyId, chosen: &Choice) {
    if chosen.sally {
        void(table, id, "sally", Refusal::new(Code::Sally, "Q3", "the army is not besieged"));
    }
    let Some(start) = table.state().army(id).map(|army| army.at) else { return };
    if table.state().besieges(id) && chosen.marches(start) {
        if !chosen.leave_siege {
            let why = "the army is laying siege; to move, it needs `leave_siege: true`";
            void(table, id, "move", Refusal::new(Code::Siege, "M7", why));
            say(table, "M7", Movement::Stayed { army: id, forfeit: false });
            return;
        }
        say(table, "M7", Sieges::SiegeLeft { at: start, army: id });
        siege::tidy(table);
    }
    let came = march::walk(table, id, chosen);
    let Some(army) = table.state().army(id) else { return };
    let at = army.at;
    match came {
        Some((from, way)) => contact::enter(table, id, from, way, chosen),
        None => {
            say(table, "Y2", Movement::Stayed { army: id, forfeit: false });
            if chosen.gaul == Some(Gaul::Seek) && table.rules().chart.wild(at) {
                super::gaul::meet(table, id, None, Gaul::Seek);
            }
        }
    }
}

/// M6: an army is disbanded; under siege that is surrender.
fn disband(table: &mut Table<'_>, id: ArmyId) {
    let chart = &table.rules().chart;
    let Some(army) = table.state().army(id) else { return };
    let (size, at) = (army.size, army.at);
    let siege = table.state().sieges.get(&at).filter(|siege| siege.besieged.contains(&id)).cloned();
    let Some(siege) = siege else {
        if usize::from(size) >= chart.points.disbanded_from {
            score::of_army(table, "V", id, chart.points.disbanded, Award::ArmyDisbanded);
        }
        say(table, "M6", Movement::Disbanded { army: id, size, surrender: false });
        return;
    };
    let city = field(table).enemy_major(at, id.side().other());
    let alone = siege.besieged == [id] && !city;
    score::of_army(table, "V", id, chart.points.lost_army, Award::ArmySurrendered);
    if alone {
        score::of_army(table, "V", id, chart.points.lost, Award::SiegeLost);
    }
    say(table, "M6", Movement::Disbanded { army: id, size, surrender: true });
    if let Some(by) = siege.besiegers.first().copied().filter(|_| alone) {
        let city = crate::names::City::None;
        say(table, "M6", Sieges::SiegeWon { at, by, city });
        score::of_army(table, "V", by, chart.points.won, Award::SiegeWon);
    }
    siege::tidy(table);
}
