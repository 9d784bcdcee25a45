//! Resolving the open phase and sealing its record.

use crate::session::{
    AcceptedOrders, HIDDEN_FILE, Inputs, Resolved, Reveal, Session, Times, newcomers,
};
use crate::store::copies::ignored;
use crate::store::lock::PATIENCE;
use crate::store::orders::pending::Pending;
use crate::store::orders::submit::settled;
use crate::store::orders::{pending, vouch};
use crate::store::post::delivery;
use crate::store::records::contents::{add_inputs, add_notes, add_texts, add_views};
use crate::store::records::index::Entries;
use crate::store::records::ready::{Absences, Waiting, ready};
use crate::store::records::sealed::Sealed;
use crate::store::records::sealing::OrderNote;
use crate::store::records::staging::{self, Draft};
use crate::store::records::{changes, index, memory, newer, players};
use crate::store::secrets::referee::Referee;
use crate::store::secrets::seal;
use crate::store::{Error, Folder, Game, Lock, PROGRAM, Reports, Sealing, clock};
use crate::verify::Staged;
use chrono::{DateTime, Utc};
use engine::title::{LoadedTitle, TurnSummary};
use engine::{Outcome, Seat, Stop};
use record::change::History;
use record::sums::{head_path, previous_path};
use record::{Digest, Secret, Seed, Signers, TurnFile, salt};
use std::collections::{BTreeMap, BTreeSet};

/// The result of an attempt to resolve the open phase.
pub enum Resolution {
    Done(Box<Step>),
    /// An earlier command was interrupted after signing this record; it is now in place unchanged. Nothing else was
    /// resolved.
    Completed(u32),
    /// Somebody is awaited, or the charter or the referee lets it wait.
    Waiting(Waiting),
    Over(Outcome),
}

/// A phase just resolved and sealed.
pub struct Step {
    /// The game after the phase; its head is the new one.
    pub session: Session,
    /// The contents of the record's `turn.yaml`.
    pub turn: TurnFile,
    pub done: TurnSummary,
    pub signers: Signers,
}

/// Resolves the open phase and all that then runs by itself, and seals the record with the reports that
/// `reports` renders. The phase is resolved early only if every awaited seat's file says `final: true`,
/// and never against the charter's rules on time or while the referee holds the game.
///
/// # Errors
/// Error with files, keys or the program; that somebody is awaited is no error.
pub fn resolve(
    folder: &Folder,
    absences: &Absences,
    reports: &Reports<'_>,
) -> Result<Resolution, Error> {
    resolve_at(folder, absences, reports, clock::now()?)
}

/// Resolves the open phase as at a given time; a record is never older than the one before it.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_at(
    folder: &Folder,
    absences: &Absences,
    reports: &Reports<'_>,
    now: DateTime<Utc>,
) -> Result<Resolution, Error> {
    players::answer(folder)?;
    let _lock = Lock::take(folder, PATIENCE)?;
    if let Some(number) = staging::recover(folder)? {
        pending::settle(folder, &Sealed::open(folder, number)?)?;
        return Ok(Resolution::Completed(number));
    }
    let game = settled(folder)?;
    if let Some(outcome) = game.session.outcome() {
        return Ok(Resolution::Over(outcome));
    }
    if let Some(claim) = newer::claim(&game)? {
        return Err(Error::Older(claim));
    }
    let filed = pending::all(folder, &game.signers)?;
    belong(&game, &filed)?;
    let now = now.max(game.turn.resolved);
    let absent = match ready(&game, &filed, absences, now)? {
        Ok(absent) => absent,
        Err(waiting) => return Ok(Resolution::Waiting(waiting)),
    };
    let referee = Referee::load(folder)?;
    let number = game.open_phase();
    // No later record is claimed, as was seen above.
    memory::as_signed(folder, game.session.number, game.session.head)?;
    let result = seal(game, &filed, &absent, &referee, now, reports);
    if result.is_err() {
        staging::discard(folder, number);
    }
    result
}

/// Checks the filed orders: files put into `pending/` by hand must not enter a record that `verify` would then refuse.
fn belong(game: &Game, filed: &[Pending]) -> Result<(), Error> {
    for one in filed {
        let file = &one.received.file;
        if file.game != game.session.charter.game
            || file.phase != game.open_phase()
            || file.after != game.session.head
        {
            let path = game.folder.pending().join(format!("{}.yaml", one.seat));
            return Err(Error::broken(
                &path,
                "not orders for this phase of this game",
                "move it away and file it with `tabella submit`",
            ));
        }
    }
    Ok(())
}

fn seal(
    game: Game,
    filed: &[Pending],
    absent: &BTreeSet<Seat>,
    referee: &Referee,
    now: DateTime<Utc>,
    reports: &Reports<'_>,
) -> Result<Resolution, Error> {
    let (changes, in_force) = changes::complete(&game.open())?;
    let deadline = game.deadline();
    let number = game.open_phase();
    let mut work = Work::on(game, (changes, in_force), referee, now)?;
    let hidden = referee.hidden(&work.in_force.charter.dice)?;
    let orders =
        |one: &Pending| (one.seat.clone(), AcceptedOrders::from(one.received.file.clone()));
    let accepted: BTreeMap<Seat, AcceptedOrders> = filed.iter().map(orders).collect();
    let secret = &work.secret;
    let newcomers = &newcomers(&work.in_force);
    let inputs = Inputs { accepted: &accepted, absent, newcomers, secret, hidden: Some(hidden) };
    match work.session.resolve(&inputs) {
        Ok(resolved) => {
            work.conclude(&resolved, filed, reports).map(|step| Resolution::Done(Box::new(step)))
        }
        Err(stop) => stopped(stop, number, deadline, now),
    }
}

/// A record in the making, of a phase or of a change.
pub(in crate::store) struct Work<'a> {
    folder: Folder,
    /// The facts about all records before.
    entries: Entries,
    /// The game, standing after the previous record until this one is made.
    pub session: Session,
    pub loaded: Box<dyn LoadedTitle>,
    before: TurnFile,
    sealed: History,
    changes: changes::Files,
    /// The keys, charter and absences that count from this record on.
    pub in_force: History,
    /// The signatures by which seats vouch for the record before.
    heads: BTreeMap<String, String>,
    referee: &'a Referee,
    /// `s[n]` of this record.
    pub secret: Secret,
    after: (Digest, Seed),
    now: DateTime<Utc>,
}

impl<'a> Work<'a> {
    /// Begins the next record of a game, with these changes.
    ///
    /// # Errors
    /// A secret that does not match its commitment.
    pub(in crate::store) fn on(
        game: Game,
        (changes, in_force): (changes::Files, History),
        referee: &'a Referee,
        now: DateTime<Utc>,
    ) -> Result<Self, Error> {
        let sealed = game.sealed_history().clone();
        let (number, heads) = (game.open_phase(), vouch::all(&game)?);
        let Game { folder, entries, mut session, loaded, turn: before, .. } = game;
        // Whoever takes the office over begins another chain.
        let other = sealed.offices.len() < in_force.offices.len();
        let recorded = before.secret.as_ref().filter(|_| !other);
        let published = recorded.map_or(in_force.charter.dice.commitment, Secret::as_published);
        let secret = referee.secret(number, &published)?;
        session.charter.clone_from(&in_force.charter);
        let after = (session.start, session.seed);
        Ok(Self {
            folder,
            entries,
            session,
            loaded,
            before,
            sealed,
            changes,
            in_force,
            heads,
            referee,
            secret,
            after,
            now,
        })
    }

    /// Begins a sealed record again, with the secret that it revealed.
    ///
    /// # Errors
    /// [`Error::Broken`], if it revealed none.
    pub(in crate::store) fn again(
        game: Game,
        (changes, in_force): (changes::Files, History),
        referee: &'a Referee,
        turn: &TurnFile,
    ) -> Result<Self, Error> {
        let Some(secret) = turn.secret.clone() else {
            let fix = "the record itself is faulty";
            return Err(Error::broken(game.last.path(), "the next record revealed no secret", fix));
        };
        let sealed = game.sealed_history().clone();
        let Game { folder, entries, mut session, loaded, turn: before, .. } = game;
        session.charter.clone_from(&in_force.charter);
        let (after, heads, now) = ((session.start, session.seed), BTreeMap::new(), turn.resolved);
        Ok(Self {
            folder,
            entries,
            session,
            loaded,
            before,
            sealed,
            changes,
            in_force,
            heads,
            referee,
            secret,
            after,
            now,
        })
    }

    /// The files of a sealed record, remade from what it was resolved from. What players handed in beside it is not
    /// among them.
    ///
    /// # Errors
    /// Files, reports.
    pub(in crate::store) fn files(
        &self,
        resolved: &Resolved,
        filed: &[Pending],
        turn: &TurnFile,
        reports: &Reports<'_>,
    ) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        self.drafted(resolved, filed, turn, reports)?.into_files()
    }

    /// The record with all its files, not listed yet.
    fn drafted(
        &self,
        resolved: &Resolved,
        filed: &[Pending],
        turn: &TurnFile,
        reports: &Reports<'_>,
    ) -> Result<Draft, Error> {
        let (session, in_force) = (&self.session, &self.in_force);
        let hidden = self.referee.hidden(&in_force.charter.dice)?;
        let rendered = self.render(resolved, turn, hidden, reports)?;
        let number = resolved.number;
        let mut draft = Draft::begin(&self.folder, number)?;
        let keys = (in_force.signers != self.sealed.signers).then_some(&in_force.signers);
        add_inputs(&mut draft, filed, &self.changes, keys)?;
        for (seat, armored) in &self.heads {
            draft.add(&head_path(seat), armored.as_bytes())?;
        }
        let salt = salt(hidden, &session.charter.game, number, HIDDEN_FILE);
        add_texts(&mut draft, &resolved.texts, turn, salt, in_force.charter.items)?;
        add_views(&mut draft, &session.charter, number, session.play.as_ref(), hidden)?;
        add_notes(&mut draft, session, hidden)?;
        for (name, bytes) in rendered {
            draft.add(&name, &bytes)?;
        }
        draft.chain(previous_path(number - 1), session.head);
        Ok(draft)
    }

    /// Renders what was made, and seals it.
    ///
    /// # Errors
    /// [`Error::Unproven`], if it does not add up; files, keys, reports.
    pub(in crate::store) fn conclude(
        self,
        resolved: &Resolved,
        filed: &[Pending],
        reports: &Reports<'_>,
    ) -> Result<Step, Error> {
        let hidden = self.referee.hidden(&self.in_force.charter.dice)?;
        let turn = self.turn_file(resolved, hidden)?;
        let listed = self.drafted(resolved, filed, &turn, reports)?.list()?;
        let number = resolved.number;
        let Self { folder, entries, mut session, loaded, sealed, in_force, referee, after, .. } =
            self;
        let both = [&sealed, &in_force];
        listed.prove(&folder, Staged { in_force: both, loaded, after: Some(after), hidden })?;
        let signature = referee.seal(listed.bytes(), in_force.signers.referee())?;
        session.sealed(listed.sign(&signature)?.publish()?);
        memory::remember(&folder, number, session.head)?;
        // The record is sealed: what cannot be cleared now is cleared by the next command.
        drop(clear(&folder, number, session.outcome().is_some()));
        // Nothing rests on the index: what it lacks is read from the records.
        drop(index::renew(&folder, &session.charter, entries, number));
        Ok(Step { session, turn, done: resolved.done.clone(), signers: in_force.signers })
    }

    /// `turn.yaml` of the record; checks that the two routes to the state meet.
    fn turn_file(&self, resolved: &Resolved, hidden: &Secret) -> Result<TurnFile, Error> {
        let session = &self.session;
        if !session.play.folds() {
            return Err(Error::Unsound(format!(
                "the events of phase {} do not lead to its state",
                resolved.number
            )));
        }
        let over = session.outcome().is_some();
        let schedule = session.charter.schedule.as_ref().filter(|_| !over);
        let due =
            schedule.and_then(|schedule| schedule.deadline(self.now, &session.play.phase().name));
        let asked: Vec<String> =
            session.awaited().into_iter().map(|asked| asked.seat.to_string()).collect();
        let times = Times {
            opened: self.before.resolved,
            resolved: self.now,
            deadline: self.in_force.rested(due, &asked),
        };
        let reveal = if over { self.all(hidden)? } else { Reveal::of(&self.secret) };
        let mut turn = session.turn_file(resolved, &times, reveal, PROGRAM);
        turn.held = delivery::holds(&self.folder)?;
        // A note that an interrupted command did not clear was already told by the record before.
        turn.held.retain(|line| line.to.is_none_or(|to| to >= self.before.resolved));
        Ok(turn)
    }

    /// What the last record reveals: its own secret and all others.
    fn all(&self, hidden: &Secret) -> Result<Reveal, Error> {
        Ok(Reveal {
            hidden: Some(hidden.clone()),
            before: self.referee.former(&self.in_force.offices),
            players: players::seed(&self.folder, &self.session.charter)?,
            identity: seal::reveal(&self.folder, &self.in_force)?,
            ..Reveal::of(&self.secret)
        })
    }

    fn render(
        &self,
        resolved: &Resolved,
        turn: &TurnFile,
        hidden: &Secret,
        reports: &Reports<'_>,
    ) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let session = &self.session;
        let changes: Vec<String> = self.in_force.agreed.iter().map(ToString::to_string).collect();
        let sealing = Sealing {
            charter: &session.charter,
            play: session.play.as_ref(),
            turn,
            done: Some(&resolved.done),
            start: Some(session.start),
            previous: Some(session.head),
            hidden: resolved.texts.has_hidden() || session.notes.is_some(),
            orders: &OrderNote::all(session, &self.in_force.signers),
            notes: session.notes.as_ref(),
            changes: &changes,
            secret: Some(hidden),
        };
        reports(&sealing).map_err(Error::Report)
    }
}

/// Clears away what a sealed record now holds, and keeps the secrets out of git.
fn clear(folder: &Folder, number: u32, over: bool) -> Result<(), Error> {
    let sealed = Sealed::open(folder, number)?;
    changes::settle(folder, number, &|bytes| sealed.counts_change(bytes))?;
    ignored::ignore(folder, over)?;
    vouch::clear(folder)?;
    delivery::told(folder)?;
    pending::settle(folder, &sealed)
}

/// The resolution that waits for awaited seats. Anything else that stops a run here is a bug.
fn stopped(
    stop: Stop,
    phase: u32,
    deadline: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Resolution, Error> {
    match stop {
        Stop::Awaiting(missing) => {
            let passed = deadline.is_some_and(|deadline| now >= deadline);
            let (holding, tentative, blocker) = (Vec::new(), Vec::new(), None);
            let waiting = Waiting { phase, missing, holding, tentative, deadline, passed, blocker };
            Ok(Resolution::Waiting(waiting))
        }
        Stop::Unsound(unsound) => Err(Error::Stumbled(unsound.0)),
        Stop::Sealed => {
            Err(Error::Unsound("hidden dice were rolled without their seed".to_owned()))
        }
        Stop::Over => Err(Error::Unsound("the game is over, but has no result".to_owned())),
    }
}
