//! The memory for later reports: who helped to destroy whom, who rode far forward, and by what rules units were lost.

use super::march::RIDE;
use crate::data::chart::Chart;
use crate::events::{Combat, Event, Movement};
use crate::names::Side;
use engine::Chapter;
use engine::story::Ledger;

pub(crate) fn remember(chart: &Chart, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(Combat::Destroyed { unit, helpers, cause, .. }) => {
                    ledger.note("rule", turn, cause.word(), "", 0);
                    for helper in helpers {
                        ledger.note(helper, turn, "beat", unit, 0);
                    }
                }
                Event::Movement(Movement::Moved { unit, from, to, .. }) => {
                    let kind = chart.kind_of_id(*unit).expect("a unit has a type");
                    let north = i32::from(to.row) - i32::from(from.row);
                    let forward = match kind.side {
                        Side::Rome => north,
                        Side::Carthage => -north,
                    };
                    if kind.movement >= 6 && forward >= RIDE {
                        ledger.note(unit, turn, "rode", to, forward);
                    }
                }
                Event::SetUp(_)
                | Event::Movement(_)
                | Event::Combat(_)
                | Event::Listing(_)
                | Event::Sequence(_) => {}
            }
        }
    }
}
