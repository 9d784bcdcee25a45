//! The state of a clone that needs no key: who has filed, what was fetched and is not read, what went back, and whether
//! the host took commits back.

use super::player::{Clone, parcel_of};
use super::seen::{Rewound, Seen, tracked};
use crate::gate::{self, orders_at};
use crate::store::copies::folder_source::FolderSource;
use crate::store::copies::ignored;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, files};
use record::names::check_seat;
use record::receipt::Fate;
use record::sums::{record_name, record_number};
use std::collections::BTreeMap;

/// The git setting of a clone that lists its owner's seats.
const OWN: &str = "tabella.seats";

/// The commits that were fetched and are not read yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    pub commits: u32,
    pub records: Vec<u32>,
    /// Phases and seats for which order files came.
    pub orders: Vec<(u32, String)>,
}

/// An order file that the referee sent back to its seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    pub seat: String,
    /// The receipt, or the parcel in which it waits.
    pub path: String,
    /// The code of the first fault; none while the parcel is closed.
    pub code: Option<String>,
}

impl Clone {
    /// The seats that have pushed files for a phase, with the number of files and of receipts, as this clone has them.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn filed(folder: &Folder, phase: u32) -> Result<BTreeMap<String, (u32, u32)>, Error> {
        let mut filed: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        let count = |place: &str, ends: &[&str]| -> Result<Vec<String>, Error> {
            let names = files::names(&folder.root().join(place).join(record_name(phase)))?;
            let seat = |name: &String| {
                let stem = ends.iter().find_map(|end| name.strip_suffix(end))?;
                // A host without a gate may have let in names that are no seat's.
                let (seat, _) = stem.rsplit_once('-')?;
                check_seat(seat).ok().map(|()| seat.to_owned())
            };
            Ok(names.iter().filter_map(seat).collect())
        };
        for seat in count("inbox", &[".age", ".txt"])? {
            filed.entry(seat).or_default().0 += 1;
        }
        for seat in count("receipts", &[".yaml"])? {
            filed.entry(seat).or_default().1 += 1;
        }
        Ok(filed)
    }

    /// The commits that the remote had at the last fetch and that are not here yet.
    ///
    /// # Errors
    /// A git command that fails.
    pub fn unread(&self) -> Result<Unread, Error> {
        let tracked = tracked(&self.remote, &self.branch);
        let mut unread = Unread::default();
        if self.repository.commit(&tracked)?.is_none() {
            return Ok(unread);
        }
        let count = self.repository.ask(["rev-list", "--count", &format!("HEAD..{tracked}")])?;
        unread.commits =
            count.parse().map_err(|_| Error::Git(format!("git counts `{count}` commits")))?;
        if unread.commits == 0 {
            return Ok(unread);
        }
        let here = self.repository.tree("HEAD")?;
        let there = match self.repository.tree(&tracked) {
            // `pull` reports files that no game has.
            Err(Error::Refused(_)) => return Ok(unread),
            other => other?,
        };
        for path in there.entries.keys().filter(|path| !here.entries.contains_key(*path)) {
            let text = String::from_utf8_lossy(path);
            let record =
                text.strip_prefix("turns/").and_then(|rest| rest.strip_suffix("/turn.yaml"));
            unread.records.extend(record.and_then(record_number));
            let parcel = parcel_of(path).filter(|_| path.ends_with(b"-0.age"));
            unread.records.extend(parcel.map(|(number, _)| number));
            if let Some((phase, seat, _)) = orders_at(path) {
                unread.orders.push((phase, seat.to_owned()));
            }
        }
        unread.records.sort_unstable();
        unread.records.dedup();
        unread.orders.sort();
        unread.orders.dedup();
        Ok(unread)
    }

    /// The order files that the referee sent back in a phase, as far as this clone can know: by the receipts that lie here, and
    /// by parcels of its own seats that nobody has opened yet.
    ///
    /// # Errors
    /// A git command that fails, a file that cannot be read or written.
    pub fn returned(&self, phase: u32) -> Result<Vec<Returned>, Error> {
        let root = self.folder.root();
        let source = FolderSource::open(root)?;
        let start = Sealed::open(&self.folder, 0)?.digest;
        let position = gate::position(&source, start).ok();
        let receipts = position.map(|position| gate::receipts(&source, &position, phase..=phase));
        let refused =
            receipts.into_iter().flatten().filter(|(_, receipt)| receipt.receipt == Fate::Refused);
        let mut returned: Vec<Returned> = refused
            .map(|(path, receipt)| Returned { seat: receipt.seat, path, code: receipt.code })
            .collect();
        let own = self.own()?;
        let below = format!("parcels/{}", record_name(phase));
        for name in files::names(&root.join(&below))? {
            let path = format!("{below}/{name}");
            let Some((_, seat)) = parcel_of(path.as_bytes()).filter(|(_, seat)| own.contains(seat))
            else {
                continue;
            };
            let receipt = path.replacen("parcels/", "receipts/", 1).replace(".age", ".yaml");
            if !name.ends_with("-0.age") && !files::is_there(&root.join(receipt)) {
                returned.push(Returned { seat, path, code: None });
            }
        }
        Ok(returned)
    }

    /// Checks whether the remote shows another history than before, as far as any command has fetched it.
    ///
    /// # Errors
    /// A git command that fails.
    pub fn rewound(&self) -> Result<Option<Rewound>, Error> {
        let Self { repository, remote, branch, here, .. } = self;
        let seen = Seen::of(repository, remote, branch, here)?;
        seen.map_or(Ok(None), |seen| seen.look())
    }

    /// Remembers, for `tabella status`, the seats that somebody here holds a key of.
    pub(super) fn remember(&self, seats: &[&str]) -> Result<(), Error> {
        if seats.is_empty() {
            return Ok(());
        }
        ignored::exclude(self.repository.folder())?;
        self.repository.ask(["config", "--replace-all", OWN, &seats.join(" ")]).map(drop)
    }

    /// The seats that somebody here holds a key of, as far as this clone was told by a key.
    ///
    /// # Errors
    /// A git command that fails.
    pub fn own(&self) -> Result<Vec<String>, Error> {
        if !self.repository.holds(["config", OWN])? {
            return Ok(Vec::new());
        }
        let seats = self.repository.ask(["config", OWN])?;
        Ok(seats.split_whitespace().map(str::to_owned).collect())
    }
}
