//! The keys, charter and absences in force in each record of a game.

use crate::store::records::changes;
use crate::store::records::index::Entries;
use crate::store::records::sealed::{RESTORE, Sealed};
use crate::store::{Error, Folder};
use record::change::{Changes, History};
use std::collections::BTreeMap;

/// The keys, charter and absences in force in each record. Most records change nothing, so only what differs from the
/// record before is kept.
pub(in crate::store) struct Timeline {
    /// By the first record in which each counts.
    from: BTreeMap<u32, History>,
    newest: u32,
}

impl Timeline {
    /// Reads it from the records that hold changes, from `opening` on, the facts about all records given.
    ///
    /// # Errors
    /// A change that does not count where it stands; anything missing or altered.
    pub(in crate::store) fn read(
        folder: &Folder,
        opening: History,
        entries: &Entries,
    ) -> Result<Self, Error> {
        let newest = entries.newest();
        let mut timeline = Self { from: BTreeMap::from([(0, opening)]), newest };
        for number in entries.changed().filter(|number| *number > 0) {
            let (before, record) = (number - 1, Sealed::open(folder, number)?);
            let next = changed(timeline.at(before), &record, &Sealed::open(folder, before)?)?;
            timeline.from.insert(number + 1, next.unchanged());
            timeline.from.insert(number, next);
        }
        Ok(timeline)
    }

    pub(in crate::store) fn at(&self, number: u32) -> &History {
        let (_, history) =
            self.from.range(..=number).next_back().expect("the timeline begins with the opening");
        history
    }

    /// The keys, charter and absences that the newest record leaves in force.
    pub(in crate::store) fn newest(&self) -> &History {
        self.at(self.newest)
    }
}

/// The history from a record on, whether or not that record changes anything.
///
/// # Errors
/// A change that does not count there; anything missing or altered.
pub(in crate::store) fn changed(
    last: &History,
    record: &Sealed,
    before: &Sealed,
) -> Result<History, Error> {
    let files = record.changes()?;
    if files.is_empty() {
        return Ok(last.unchanged());
    }
    let due = before.turn()?.next.and_then(|next| next.deadline);
    let (game, number, after) = (&last.charter.game, record.number, before.digest);
    let next = last
        .after(&Changes { game, number, after, due, files: &files })
        .map_err(|fault| Error::broken(&record.path().join(&fault.path), fault.what, RESTORE))?;
    let keys = (next.signers != last.signers).then(|| next.signers.render().into_bytes());
    let told = record.lists(changes::SIGNERS).then(|| record.file(changes::SIGNERS)).transpose()?;
    if keys != told {
        let path = record.path().join(changes::SIGNERS);
        return Err(Error::broken(&path, "not the keys that result from its changes", RESTORE));
    }
    Ok(next)
}
