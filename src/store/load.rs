//! Taking up a game where its last record left it.

use super::changes::{self, Open};
use super::sealed::{RESTORE, Sealed};
use super::sealing::{OrderNote, Sealing};
use super::{Error, Folder, files, referee};
use crate::session::{
    self, AcceptedOrders, HIDDEN_FILE, Inputs, Position, STATE_FILE, Session, chained_seed,
};
use engine::title::{LoadedTitle, TurnSummary};
use engine::{Seat, Stop};
use record::change::{Changes, KeyHistory};
use record::exchange::{self, OrderFile};
use record::sums::{CHARTER_PATH, DATA_PREFIX, SIGNERS_PATH, Sums};
use record::{Charter, Digest, Secret, Seed, Signers, TurnFile};
use std::collections::{BTreeMap, BTreeSet};

/// A game taken up.
pub struct Game {
    /// Where it lies.
    pub folder: Folder,
    /// The keys that answer for the open phase: those of the last record, with the changes that wait and are agreed on.
    pub signers: Signers,
    /// The keys in force in each record, by its number.
    keys: Vec<KeyHistory>,
    /// The title with this game's data.
    pub loaded: Box<dyn LoadedTitle>,
    /// The game behind its last record.
    pub session: Session,
    /// `turn.yaml` of the last record.
    pub turn: TurnFile,
    /// The last record.
    pub last: Sealed,
}

/// A record played again, with its chapters: for reports, maps and the story.
pub struct Again {
    /// The game behind that record.
    pub session: Session,
    /// Its `turn.yaml`.
    pub turn: TurnFile,
    /// What was done; none in record 0.
    pub done: Option<TurnSummary>,
    previous: Option<Digest>,
    hidden: bool,
    orders: Vec<OrderNote>,
    secret: Option<Secret>,
}

impl Again {
    /// What its reports are rendered from.
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
            secret: self.secret.as_ref(),
        }
    }
}

/// Takes up the game in a folder. What is read is held to the list of the opening and to that of the last record, and this
/// to the referee's signature; the records between are for `verify`.
///
/// # Errors
/// Anything missing, altered or unknown.
pub fn load(folder: &Folder) -> Result<Game, Error> {
    let Some(number) = folder.newest()? else {
        let fix = "the game was never opened: remove what is left, and create it anew".to_owned();
        return Err(Error::Missing { path: folder.record(0), fix });
    };
    let opening = Sealed::open(folder, 0)?;
    let charter_bytes = sealed(folder, &opening.sums, CHARTER_PATH, folder.charter_bytes()?)?;
    let signers_bytes = sealed(folder, &opening.sums, SIGNERS_PATH, folder.signers_bytes()?)?;
    let (mut charter, signers) = (Charter::parse(&charter_bytes)?, Signers::parse(&signers_bytes)?);
    let loaded = loaded(folder, &opening.sums, &charter)?;
    let start = opening.digest;
    let last = if number == 0 { opening } else { Sealed::open(folder, number)? };
    let keys = keys(folder, &charter.game, &signers, number)?;
    let newest = keys.last().expect("the opening has keys");
    last.check_seal(&newest.signers)?;
    for (seat, name) in &newest.players {
        if let Some(line) = charter.seats.iter_mut().find(|line| line.seat == *seat) {
            line.name = Some(name.clone());
        }
    }
    let turn = last.turn()?;
    let seed = recomputed_seed(folder, &charter, start, number)?;
    let at = Position { number, head: last.digest, start, seed };
    let session = Session::resume(charter, loaded.as_ref(), at, &state(&last)?)?;
    let mut game = Game { folder: folder.clone(), signers, keys, loaded, session, turn, last };
    game.signers = changes::complete(&game.open())?.1.signers;
    Ok(game)
}

/// The keys in force in each record from the opening on.
pub(super) fn keys(
    folder: &Folder,
    game: &str,
    opening: &Signers,
    newest: u32,
) -> Result<Vec<KeyHistory>, Error> {
    let mut keys = vec![KeyHistory::start(opening.clone())];
    let mut after = Sealed::open(folder, 0)?.digest;
    for number in 1..=newest {
        let record = Sealed::open(folder, number)?;
        let last = keys.last().expect("the opening has keys");
        let next = changed_keys(last, &record, game, after)?;
        keys.push(next);
        after = record.digest;
    }
    Ok(keys)
}

/// The keys from a record on, which changes them or not.
pub(super) fn changed_keys(
    keys: &KeyHistory,
    record: &Sealed,
    game: &str,
    after: Digest,
) -> Result<KeyHistory, Error> {
    if !record.lists(changes::SIGNERS) {
        return Ok(keys.clone());
    }
    let files = record.changes()?;
    let number = record.number;
    let (next, _) = keys
        .after(&Changes { game, number, after, files: &files })
        .map_err(|fault| Error::broken(&record.path().join(&fault.path), fault.what, RESTORE))?;
    if record.file(changes::SIGNERS)? != next.signers.render().as_bytes() {
        let path = record.path().join(changes::SIGNERS);
        return Err(Error::broken(&path, "not the keys to which its changes lead", RESTORE));
    }
    Ok(next)
}

impl Game {
    /// Where the game stands, as far as changes need it.
    pub(super) fn open(&self) -> Open<'_> {
        Open {
            folder: &self.folder,
            game: &self.session.charter.game,
            phase: self.open_phase(),
            after: self.session.head,
            keys: self.keys.last().expect("the opening has keys"),
        }
    }

    /// The keys that sealed the last record.
    pub(super) fn sealed_keys(&self) -> &Signers {
        &self.keys.last().expect("the opening has keys").signers
    }

    /// Number of the open phase.
    pub fn open_phase(&self) -> u32 {
        self.session.number + 1
    }

    /// Plays a sealed record again, from the one before it.
    ///
    /// # Errors
    /// Anything missing or altered; a copy that lacks what is still sealed.
    pub fn again(&self, number: u32) -> Result<Again, Error> {
        let Some(before) = number.checked_sub(1) else { return self.opening_again() };
        let before = Sealed::open(&self.folder, before)?;
        let charter = self.session.charter.clone();
        let seed = recomputed_seed(&self.folder, &charter, self.session.start, before.number)?;
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

    fn opening_again(&self) -> Result<Again, Error> {
        let record = Sealed::open(&self.folder, 0)?;
        let session = Session::open(self.session.charter.clone(), self.loaded.as_ref())?
            .sealed(record.digest);
        let (turn, hidden) = (record.turn()?, record.lists(HIDDEN_FILE));
        Ok(Again {
            session,
            turn,
            done: None,
            previous: None,
            hidden,
            orders: Vec::new(),
            secret: self.hidden()?,
        })
    }

    /// Plays the record after the one that the session stands behind.
    fn next_again(&self, mut session: Session) -> Result<Again, Error> {
        let record = Sealed::open(&self.folder, session.number + 1)?;
        let (turn, secret, hidden) = (record.turn()?, self.hidden()?, record.lists(HIDDEN_FILE));
        let previous = Some(session.head);
        let done = play(&mut session, &record, &turn, secret.as_ref())?;
        session.sealed(record.digest);
        let orders = OrderNote::all(&session, &self.keys[session.number as usize].signers);
        Ok(Again { session, turn, done: Some(done), previous, hidden, orders, secret })
    }

    /// `h`, once it is out, or in the referee's own folder.
    fn hidden(&self) -> Result<Option<Secret>, Error> {
        match &self.turn.hidden {
            Some(hidden) => Ok(Some(hidden.clone())),
            None => referee::hidden_if_there(&self.folder, &self.session.charter),
        }
    }
}

/// Resolves the phase of a sealed record with its own orders and secrets.
fn play(
    session: &mut Session,
    record: &Sealed,
    turn: &TurnFile,
    hidden: Option<&Secret>,
) -> Result<TurnSummary, Error> {
    let broken = |what: String| Error::broken(record.path(), what, RESTORE);
    let mut papers = BTreeMap::new();
    for seat in record.orders().keys() {
        let name = format!("orders/{seat}.yaml");
        let file = OrderFile::read(&record.file(&name)?)
            .map_err(|_| broken(format!("{name} is no order file")))?;
        papers.insert(Seat::new(seat), AcceptedOrders::from(file));
    }
    let absent: BTreeSet<Seat> = turn.absent.iter().map(|seat| Seat::new(seat)).collect();
    let secret = turn.secret.as_ref().ok_or_else(|| broken("it reveals no secret".to_owned()))?;
    let inputs = Inputs { papers: &papers, absent: &absent, secret, hidden };
    match session.resolve(&inputs) {
        Ok(resolved) => Ok(resolved.done),
        Err(Stop::Sealed) => {
            let what = "its hidden dice are still the referee's secret";
            Err(Error::broken(record.path(), what, "ask the referee for the report"))
        }
        Err(stop) => Err(broken(format!("it cannot be played again: {stop:?}"))),
    }
}

/// The text that the next phase starts from: what is hidden where something is, else what is public.
fn state(record: &Sealed) -> Result<String, Error> {
    record.text(if record.lists(HIDDEN_FILE) { HIDDEN_FILE } else { STATE_FILE })
}

/// A file outside the records, held to the list of the opening.
fn sealed(folder: &Folder, sums: &Sums, listed: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    if sums.lines.get(listed) == Some(&Digest::of(&bytes)) {
        return Ok(bytes);
    }
    let path = folder.root().join(listed.trim_start_matches("../"));
    Err(Error::broken(&path, "not the file that the game was opened with", RESTORE))
}

fn loaded(folder: &Folder, sums: &Sums, charter: &Charter) -> Result<Box<dyn LoadedTitle>, Error> {
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

/// The seed of record `number`, from the secrets and orders of every record up to it.
fn recomputed_seed(
    folder: &Folder,
    charter: &Charter,
    start: Digest,
    number: u32,
) -> Result<Seed, Error> {
    let mut seed = Seed::start(start);
    for n in 1..=number {
        let record = Sealed::open(folder, n)?;
        let Some(secret) = record.turn()?.secret else {
            return Err(Error::broken(record.path(), "it reveals no secret", RESTORE));
        };
        seed = chained_seed(charter, n, &seed, &secret, &record.orders());
    }
    Ok(seed)
}
