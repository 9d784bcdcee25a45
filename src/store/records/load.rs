//! Taking up a game where its last record left it.

use crate::session::{
    self, AcceptedOrders, Amendment, EVENTS_FILE, HIDDEN_FILE, Inputs, Position, STATE_FILE,
    Session, newcomers,
};
use crate::store::post::addresses;
use crate::store::records::changes::{self, Open};
use crate::store::records::index;
use crate::store::records::index::Entries;
use crate::store::records::sealed::{RESTORE, Sealed};
use crate::store::records::sealing::{OrderNote, Sealing};
use crate::store::records::timeline::Timeline;
use crate::store::secrets::referee;
use crate::store::{Error, Folder, files};
use chrono::{DateTime, Utc};
use engine::map::Map;
use engine::title::{Before, LoadedTitle, Play, TurnSummary};
use engine::{Outcome, Seat, Stop};
use record::change::{Action, History};
use record::charter::{CHARTER_FILE, PROTOCOL};
use record::exchange::{self, OrderFile, yaml};
use record::notes::NOTES_FILE;
use record::sums::{CHARTER_PATH, DATA_PREFIX, SIGNERS_PATH, Sums};
use record::{Addresses, Charter, Digest, Secret, Seed, Signers, TurnFile};
use std::collections::{BTreeMap, BTreeSet};

/// A game loaded from its folder.
pub struct Game {
    pub folder: Folder,
    /// The keys that answer for the open phase: those of the last record, with the agreed pending changes.
    pub signers: Signers,
    /// The keys, charter and absences for the open phase: those of the last record, with the agreed changes.
    pub in_force: History,
    timeline: Timeline,
    /// The facts about all records.
    pub(in crate::store) entries: Entries,
    pub loaded: Box<dyn LoadedTitle>,
    pub session: Session,
    pub turn: TurnFile,
    pub last: Sealed,
    /// The addresses to which letters go, as the referee keeps them; empty in a copy of the game.
    pub addresses: Addresses,
}

/// A record played again, with its chapters: for reports, maps and the story.
pub struct Again {
    pub session: Session,
    pub turn: TurnFile,
    /// A summary of the run; none in record 0.
    pub done: Option<TurnSummary>,
    previous: Option<Digest>,
    hidden: bool,
    orders: Vec<OrderNote>,
    secret: Option<Secret>,
    changes: Vec<String>,
}

impl Again {
    pub fn sealing(&self) -> Sealing<'_> {
        Sealing {
            charter: &self.session.charter,
            play: self.session.play.as_ref(),
            turn: &self.turn,
            done: self.done.as_ref(),
            start: self.previous.map(|_| self.session.start),
            previous: self.previous,
            hidden: self.hidden,
            orders: &self.orders,
            notes: self.session.notes.as_ref(),
            changes: &self.changes,
            secret: self.secret.as_ref(),
        }
    }
}

/// What a game stands on, in a whole folder and in any copy alike.
pub(in crate::store) struct Ground {
    pub loaded: Box<dyn LoadedTitle>,
    /// Digest of the opening's list.
    pub start: Digest,
    /// The last record, under its seal.
    pub last: Sealed,
    pub timeline: Timeline,
    /// The facts about all records.
    pub entries: Entries,
    /// `turn.yaml` of the last record.
    pub turn: TurnFile,
}

impl Ground {
    pub(in crate::store) fn open<'a>(&'a self, folder: &'a Folder) -> Open<'a> {
        let in_force = self.timeline.newest();
        Open {
            folder,
            game: &in_force.charter.game,
            phase: self.last.number + 1,
            after: self.last.digest,
            due: self.turn.next.as_ref().and_then(|next| next.deadline),
            in_force,
        }
    }
}

/// Reads what a game stands on.
///
/// # Errors
/// As [`load()`], except for the state.
pub(in crate::store) fn ground(folder: &Folder) -> Result<Ground, Error> {
    ground_by(folder, index::entries)
}

/// A way to get the entries of a folder's records up to a number.
type Look = fn(&Folder, &Charter, u32) -> Result<Entries, Error>;

fn ground_by(folder: &Folder, look: Look) -> Result<Ground, Error> {
    let Some(number) = folder.newest()? else {
        let fix = "the game was never opened: remove what is left, and create it again".to_owned();
        return Err(Error::Missing { path: folder.record(0), fix });
    };
    let opening = Sealed::open(folder, 0)?;
    let charter_bytes = sealed(folder, &opening.sums, CHARTER_PATH, folder.charter_bytes()?)?;
    let signers_bytes = sealed(folder, &opening.sums, SIGNERS_PATH, folder.signers_bytes()?)?;
    Error::unless_newer(&folder.root().join(CHARTER_FILE), &charter_bytes, PROTOCOL)?;
    let (charter, signers) = (Charter::parse(&charter_bytes)?, Signers::parse(&signers_bytes)?);
    let loaded = loaded(folder, &opening.sums, &charter)?;
    let start = opening.digest;
    let last = if number == 0 { opening } else { Sealed::open(folder, number)? };
    let entries = look(folder, &charter, number)?;
    let timeline = Timeline::read(folder, History::start(charter, signers), &entries)?;
    last.check_seal(&timeline.newest().signers)?;
    let turn = last.turn()?;
    Ok(Ground { loaded, start, last, timeline, entries, turn })
}

/// Takes up the game in a folder. The files read are checked against the lists of the opening and of the last record,
/// and the latter against the referee's signature; `verify` checks the records between.
///
/// # Errors
/// Anything missing, altered or unknown.
pub fn load(folder: &Folder) -> Result<Game, Error> {
    taken_up(folder, ground(folder)?)
}

/// The same for a folder that somebody else made: its index, if any, is not trusted.
///
/// # Errors
/// As [`load()`].
pub fn load_of_others(folder: &Folder) -> Result<Game, Error> {
    taken_up(folder, ground_by(folder, index::from_records)?)
}

fn taken_up(folder: &Folder, ground: Ground) -> Result<Game, Error> {
    let Ground { loaded, start, last, timeline, entries, turn } = ground;
    let newest = timeline.newest().clone();
    let number = last.number;
    let charter = newest.charter.clone();
    let seed = seed(folder, &entries, number)?;
    let at = Position { number, head: last.digest, start, seed };
    let mut session = Session::resume(charter, loaded.as_ref(), at, &state(&last)?)?;
    session.ended = turn.outcome.clone().map(Outcome::from).filter(|_| newest.own().is_some());
    let (signers, in_force) = (newest.signers.clone(), newest);
    let (folder, addresses) = (folder.clone(), addresses::read(folder)?);
    let mut game = Game {
        folder,
        signers,
        in_force,
        timeline,
        entries,
        loaded,
        session,
        turn,
        last,
        addresses,
    };
    game.in_force = changes::complete(&game.open())?.1;
    game.signers.clone_from(&game.in_force.signers);
    game.session.charter.clone_from(&game.in_force.charter);
    Ok(game)
}

impl Game {
    pub(in crate::store) fn open(&self) -> Open<'_> {
        Open {
            folder: &self.folder,
            game: &self.session.charter.game,
            phase: self.open_phase(),
            after: self.session.head,
            due: self.turn.next.as_ref().and_then(|next| next.deadline),
            in_force: self.sealed_history(),
        }
    }

    /// The keys, charter and absences that were in force in a record.
    pub(in crate::store) fn history_at(&self, number: u32) -> &History {
        self.timeline.at(number)
    }

    /// The keys, charter and absences that the last record leaves in force.
    pub(in crate::store) fn sealed_history(&self) -> &History {
        self.timeline.newest()
    }

    /// When the orders of the open phase are due, counting vacations and changes of the deadline.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        let next = self.turn.next.as_ref()?;
        self.in_force.deadline(next.deadline, &next.awaited)
    }

    fn told(&self, number: u32) -> Vec<String> {
        self.timeline.at(number).agreed.iter().map(ToString::to_string).collect()
    }

    /// The address of a seat, or of `referee`; none if nobody gave one.
    pub fn address(&self, name: &str) -> Option<&str> {
        self.addresses.of(&self.session.charter, name)
    }

    pub fn open_phase(&self) -> u32 {
        self.session.number + 1
    }

    /// The game after a sealed record, derived from that record's own events: they are read back from their text and
    /// folded over the state before. A record that a change made by itself has none.
    ///
    /// # Errors
    /// Anything missing or altered; a copy that lacks what is still sealed.
    pub fn retrace(&self, number: u32) -> Result<Box<dyn Play>, Error> {
        let record = Sealed::open(&self.folder, number)?;
        let broken = |why: String| Error::broken(record.path(), why, RESTORE);
        let tree = |text: &str| yaml::parse(text).map_err(|told| broken(told.to_string()));
        if self.timeline.at(number).own().is_some() {
            return self.loaded.resume(&tree(&state(&record)?)?).map_err(broken);
        }
        let events = if record.lists(HIDDEN_FILE) { HIDDEN_FILE } else { EVENTS_FILE };
        let events = tree(&record.text(events)?)?;
        let Some(before) = number.checked_sub(1) else {
            let setup = session::setup(&self.timeline.at(0).charter)?;
            return self.loaded.retrace(Before::Opening(&setup), &events).map_err(broken);
        };
        let before = tree(&state(&Sealed::open(&self.folder, before)?)?)?;
        self.loaded.retrace(Before::Record(&before), &events).map_err(broken)
    }

    /// Plays a sealed record again, from the one before it.
    ///
    /// # Errors
    /// Anything missing or altered; a copy that lacks what is still sealed.
    pub fn again(&self, number: u32) -> Result<Again, Error> {
        let Some(before) = number.checked_sub(1) else { return self.opening_again() };
        let before = Sealed::open(&self.folder, before)?;
        let charter = self.session.charter.clone();
        let seed = seed(&self.folder, &self.entries, before.number)?;
        let at = Position {
            number: before.number,
            head: before.digest,
            start: self.session.start,
            seed,
        };
        self.next_again(Session::resume(charter, self.loaded.as_ref(), at, &state(&before)?)?)
    }

    /// Plays the whole game again, record by record.
    ///
    /// # Errors
    /// As [`Game::again`], and those of `each`.
    pub fn retell<E: From<Error>>(
        &self,
        mut each: impl FnMut(&Again) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut again = self.opening_again()?;
        each(&again)?;
        while again.session.number < self.session.number {
            again = self.next_again(again.session)?;
            each(&again)?;
        }
        Ok(())
    }

    /// The game before a sealed record, with the record's inputs; none for the opening and for a record of a change alone.
    ///
    /// # Errors
    /// As [`Game::again`].
    pub fn before(&self, number: u32) -> Result<Option<(Session, Resolving)>, Error> {
        let now = self.timeline.at(number);
        let Some(before) = number.checked_sub(1).filter(|_| now.own().is_none()) else {
            return Ok(None);
        };
        let Again { mut session, .. } = self.again(before)?;
        session.charter.clone_from(&now.charter);
        let record = Sealed::open(&self.folder, number)?;
        let hidden = self.hidden(number)?;
        let from = Resolving::read(&record, &record.turn()?, now, hidden)?;
        Ok(Some((session, from)))
    }

    fn opening_again(&self) -> Result<Again, Error> {
        let record = Sealed::open(&self.folder, 0)?;
        let session = Session::open(self.timeline.at(0).charter.clone(), self.loaded.as_ref())?
            .sealed(record.digest);
        let (turn, hidden) = (record.turn()?, record.lists(HIDDEN_FILE));
        Ok(Again {
            changes: Vec::new(),
            session,
            turn,
            done: None,
            previous: None,
            hidden,
            orders: Vec::new(),
            secret: self.hidden(0)?,
        })
    }

    /// Plays the record that follows the session's.
    fn next_again(&self, mut session: Session) -> Result<Again, Error> {
        let record = Sealed::open(&self.folder, session.number + 1)?;
        let secret = self.hidden(record.number)?;
        let turn = record.turn()?;
        let hidden = record.lists(HIDDEN_FILE) || record.lists(NOTES_FILE);
        let previous = Some(session.head);
        let now = self.timeline.at(record.number);
        session.charter.clone_from(&now.charter);
        let done = match now.own() {
            Some(own) => self.amended(&mut session, &record, &turn, &own.change.action)?,
            None => play(&mut session, &record, &turn, now, secret.as_ref())?,
        };
        session.sealed(record.digest);
        let orders = OrderNote::all(&session, &now.signers);
        let changes = self.told(record.number);
        Ok(Again { session, turn, done: Some(done), previous, hidden, orders, secret, changes })
    }

    fn amended(
        &self,
        session: &mut Session,
        record: &Sealed,
        turn: &TurnFile,
        action: &Action,
    ) -> Result<TurnSummary, Error> {
        let secret = turn.secret.as_ref();
        let secret =
            secret.ok_or_else(|| Error::broken(record.path(), "it reveals no secret", RESTORE))?;
        let back = back(&self.folder, action)?;
        let change = Amendment { action, back: back.as_deref(), secret };
        Ok(session.amend(self.loaded.as_ref(), change)?.done)
    }

    /// The secret `h` of a record's referee, if it is revealed or this is the referee's own folder.
    fn hidden(&self, number: u32) -> Result<Option<Secret>, Error> {
        let offices = &self.sealed_history().offices;
        let at = offices.iter().rposition(|office| office.from <= number);
        let at = at.expect("every record has a referee");
        if at + 1 == offices.len()
            && let Some(hidden) = &self.turn.hidden
        {
            return Ok(Some(hidden.clone()));
        }
        match self.turn.hidden_before.get(at) {
            Some(former) => Ok(former.0.clone()),
            None => referee::hidden_if_there(&self.folder, &offices[at].hidden),
        }
    }
}

/// The state text that a change goes back to; none for any other change.
pub(in crate::store) fn back(folder: &Folder, action: &Action) -> Result<Option<String>, Error> {
    let Action::Rollback { to } = action else { return Ok(None) };
    state(&Sealed::open(folder, *to)?).map(Some)
}

/// The inputs from which a sealed record was resolved.
pub struct Resolving {
    accepted: BTreeMap<Seat, AcceptedOrders>,
    absent: BTreeSet<Seat>,
    newcomers: BTreeSet<Seat>,
    secret: Secret,
    hidden: Option<Secret>,
}

impl Resolving {
    fn read(
        record: &Sealed,
        turn: &TurnFile,
        now: &History,
        hidden: Option<Secret>,
    ) -> Result<Self, Error> {
        let broken = |what: String| Error::broken(record.path(), what, RESTORE);
        let mut accepted = BTreeMap::new();
        for seat in record.orders().keys() {
            let name = format!("orders/{seat}.yaml");
            let file = OrderFile::read(&record.file(&name)?)
                .map_err(|_| broken(format!("{name} is not an order file")))?;
            accepted.insert(Seat::new(seat), AcceptedOrders::from(file));
        }
        let absent = turn.absent.iter().map(|seat| Seat::new(seat)).collect();
        let secret = turn.secret.clone();
        let secret = secret.ok_or_else(|| broken("it reveals no secret".to_owned()))?;
        Ok(Self { accepted, absent, newcomers: newcomers(now), secret, hidden })
    }

    pub fn inputs(&self) -> Inputs<'_> {
        let Self { accepted, absent, newcomers, secret, hidden } = self;
        Inputs { accepted, absent, newcomers, secret, hidden: hidden.as_ref() }
    }
}

fn play(
    session: &mut Session,
    record: &Sealed,
    turn: &TurnFile,
    now: &History,
    hidden: Option<&Secret>,
) -> Result<TurnSummary, Error> {
    let broken = |what: String| Error::broken(record.path(), what, RESTORE);
    let from = Resolving::read(record, turn, now, hidden.cloned())?;
    match session.resolve(&from.inputs()) {
        Ok(resolved) => Ok(resolved.done),
        Err(Stop::Sealed) => {
            let what = "its hidden dice are still the referee's secret";
            Err(Error::broken(record.path(), what, "ask the referee for the report"))
        }
        Err(stop) => Err(broken(format!("it cannot be played again: {stop:?}"))),
    }
}

/// The text from which the next phase starts: the hidden one if the title hides anything, else the public one.
fn state(record: &Sealed) -> Result<String, Error> {
    if record.lists(HIDDEN_FILE) && !record.holds(HIDDEN_FILE) {
        let fix = "this is a copy, without that file as long as it is secret. `tabella report`, \
             `map`, `status`, `analyse luck`, `change list`, `share` and `verify` work in a \
             copy. To prepare a seat's orders, use the copy that the referee makes with `tabella \
             share copy --seat SEAT OUT`. Everything else needs the referee's folder";
        return Err(Error::Missing { path: record.path().join(HIDDEN_FILE), fix: fix.to_owned() });
    }
    record.text(if record.lists(HIDDEN_FILE) { HIDDEN_FILE } else { STATE_FILE })
}

/// The map of a record as everybody may see it, in copies too.
///
/// # Errors
/// As [`load()`], but for what a copy lacks.
pub fn public_picture(folder: &Folder, record: &Sealed) -> Result<Map, Error> {
    let read = |name| {
        let tree = yaml::parse(&record.text(name)?);
        tree.map_err(|told| Error::Unsound(told.to_string()))
    };
    let (state, events) = (read(STATE_FILE)?, read(EVENTS_FILE)?);
    let drawn = ground(folder)?.loaded.public_picture(&state, &events);
    drawn.map_err(|what| Error::broken(record.path(), what, RESTORE))
}

/// Checks a file outside the records against the list of the opening.
fn sealed(folder: &Folder, sums: &Sums, listed: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    if sums.lines.get(listed) == Some(&Digest::of(&bytes)) {
        return Ok(bytes);
    }
    let path = folder.root().join(listed.trim_start_matches("../"));
    Err(Error::broken(&path, "not the file with which the game was opened", RESTORE))
}

pub(in crate::store) fn loaded(
    folder: &Folder,
    sums: &Sums,
    charter: &Charter,
) -> Result<Box<dyn LoadedTitle>, Error> {
    let mut texts = Vec::new();
    let mut listed: BTreeSet<&str> =
        sums.lines.keys().filter_map(|path| path.strip_prefix(DATA_PREFIX)).collect();
    for (name, bytes) in folder.data_files()? {
        let bytes = sealed(folder, sums, &format!("{DATA_PREFIX}{name}"), bytes)?;
        listed.remove(name.as_str());
        let path = folder.data().join(&name);
        texts.push((name, files::text(&path, bytes)?));
    }
    if let Some(name) = listed.first() {
        return Err(Error::Missing { path: folder.data().join(name), fix: RESTORE.to_owned() });
    }
    Ok(session::load_title(charter, &exchange::data::build(texts)?)?)
}

/// The seed of record `number`, which follows from the secrets and orders of every record up to it.
fn seed(folder: &Folder, entries: &Entries, number: u32) -> Result<Seed, Error> {
    let seed = entries.seed(number);
    seed.ok_or_else(|| Error::broken(&folder.record(number), "it reveals no secret", RESTORE))
}
