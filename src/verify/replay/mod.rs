//! The game played again, record by record, and compared.

mod end;
mod secrets;
mod times;

use super::foundation::Foundation;
use super::record_files::RecordFiles;
use super::salts::salt_of;
use super::{Finding, Verdict, compare, forms, notes, players, rolls, views, vouch};
use crate::session::{
    AcceptedOrders, Amendment, EVENTS_FILE, HIDDEN_FILE, Inputs, Reveal, STATE_FILE, Session,
    Texts, Times, chained_seed, newcomers,
};
use chrono::{DateTime, Utc};
use engine::{Seat, Stop};
use record::change::{Action, History, Office};
use record::exchange::Salt;
use record::sums::{SUMS_FILE, record_name};
use record::turn_file::{NextLine, TURN_FILE, TurnFile};
use record::{Digest, Secret, Seed};
use std::collections::{BTreeMap, BTreeSet};

/// The state of a replay between two records.
pub(super) struct Replay<'a> {
    foundation: &'a Foundation,
    /// The game as played so far; none before record 0, and after the first record that could not be played again.
    session: Option<Session>,
    /// False once a record could not be played again; one finding says why, and no others follow from it.
    running: bool,
    head: Option<Digest>,
    /// The heads of the game so far, one for each record.
    heads: Vec<Option<Digest>>,
    made: Option<DateTime<Utc>>,
    /// When the orders of the phase that the next record resolves are due.
    due: Option<DateTime<Utc>>,
    awaited: Vec<String>,
    /// Commitment to `s[n]` in the last record, which the next must open.
    committed: Digest,
    /// Number of the record that ended the game.
    ended: Option<u32>,
    salts: BTreeSet<Salt>,
    /// Salts of hidden files, to be checked against `h` once it is revealed.
    sealed_with: Vec<(u32, String, String)>,
    /// Each referee's `h`, if revealed.
    hidden: Vec<(Office, Option<Secret>)>,
    /// The secret from which the program's choices follow, once revealed.
    players: Option<Secret>,
    /// Number of the program's order files that were worked out again and match the record.
    recomputed: u32,
    seed: Option<Seed>,
    /// True if hidden dice were rolled in the last record played and `h` is not revealed.
    sealed: bool,
}

impl<'a> Replay<'a> {
    pub(super) fn new(foundation: &'a Foundation, verdict: &mut Verdict) -> Self {
        let running = foundation.loaded.is_some() && foundation.stands;
        if !running && !verdict.unknown_rules {
            verdict.note(
                "the game could not be played again: only the files, the chain and the signatures \
                 were checked",
            );
        }
        Self {
            foundation,
            session: None,
            running,
            head: None,
            heads: Vec::new(),
            made: None,
            due: None,
            awaited: Vec::new(),
            committed: foundation.charter.dice.commitment,
            ended: None,
            salts: BTreeSet::new(),
            sealed_with: Vec::new(),
            hidden: Vec::new(),
            players: None,
            recomputed: 0,
            seed: None,
            sealed: false,
        }
    }

    /// Adds the revealed secret of the program's choices, if it is the one committed to.
    pub(super) fn with_players(self, last: Option<&History>, players: Option<Secret>) -> Self {
        let program = last.and_then(|last| last.charter.program.as_ref());
        let players = players.filter(|secret| program.is_some_and(|line| secret.opens(&line.seed)));
        Self { players, ..self }
    }

    /// Starts after a record that is taken as it is, with the game as that left it.
    pub(super) fn stands_behind(&mut self, files: &RecordFiles, session: Option<Session>) {
        self.resume(session);
        self.leave(files);
        self.committed = secret_of(files).map_or(self.committed, Secret::as_published);
    }

    /// Skips a trusted record: checks that its list continues the one before, and takes its secret, against which later
    /// ones are checked.
    pub(super) fn pass(&mut self, files: &RecordFiles, now: &History, verdict: &mut Verdict) {
        self.chain(&format!("turns/{}", record_name(files.number)), files, verdict);
        if files.number > 0 && now.offices.iter().any(|office| office.from == files.number) {
            self.committed = now.charter.dice.commitment;
        }
        self.committed = secret_of(files).map_or(self.committed, Secret::as_published);
        self.seed = self.next_seed(files);
        self.told(files, now, verdict);
        self.leave(files);
    }

    /// Goes on with the game as a trusted record left it; if `session` is none, nothing is played again.
    pub(super) fn resume(&mut self, session: Option<Session>) {
        self.running = session.is_some();
        self.session = session;
    }

    /// The seed of the last record, if all before it are known.
    pub(super) fn seed(&self) -> Option<Seed> {
        self.seed
    }

    fn leave(&mut self, files: &RecordFiles) {
        self.head = files.digest;
        self.heads.push(files.digest);
        if let Some(turn) = &files.turn {
            self.made = Some(turn.resolved);
            self.due = turn.next.as_ref().and_then(|next| next.deadline);
            self.awaited = turn.next.as_ref().map(|next| next.awaited.clone()).unwrap_or_default();
        }
    }

    /// Notes which phase a record opens, or the outcome if it ends the game.
    fn told(&mut self, files: &RecordFiles, now: &History, verdict: &mut Verdict) {
        let Some(turn) = &files.turn else { return };
        verdict.made = Some(turn.resolved);
        verdict.next = turn.next.clone().map(|next| NextLine {
            deadline: now.unchanged().deadline(next.deadline, &next.awaited),
            ..next
        });
        if turn.outcome.is_some() {
            self.ended = Some(files.number);
            verdict.outcome.clone_from(&turn.outcome);
        }
    }

    pub(super) fn take(&mut self, mut files: RecordFiles, now: &History, verdict: &mut Verdict) {
        let folder = format!("turns/{}", record_name(files.number));
        let (before, replayed) = (verdict.findings.len(), verdict.replayed);
        verdict.signatures += files.signatures;
        if files.number == 0 {
            // The foundation may have told of the opening's seal already.
            files.findings.retain(|finding| !verdict.findings.contains(finding));
        }
        verdict.findings.append(&mut files.findings);
        self.chain(&folder, &files, verdict);
        self.secrets(&folder, &mut files, now, verdict);
        self.times_noted(&folder, &files, now, verdict);
        self.orders(&folder, &mut files, verdict);
        vouch::judge(&folder, &files, now, verdict);
        notes::judge(&folder, &files, now, verdict);
        if let Some(ended) = self.ended {
            verdict.find(Finding::new(
                "V-chain",
                &folder,
                format!("the game ended with record {ended}"),
            ));
            self.running = false;
        }
        let sealed = verdict.findings.len() == before;
        verdict.sealed += u32::from(sealed);
        if self.running {
            self.running = files.stands && self.play(&folder, &files, now, verdict);
            if !self.running {
                self.note_the_end(&files, verdict);
            }
        }
        self.seed = self.next_seed(&files);
        if verdict.replayed <= replayed
            && let Some(seed) = &self.seed
        {
            rolls::check(&folder, &files, seed, verdict);
        }
        if verdict.replayed <= replayed {
            forms::check(&folder, &files, &now.charter, verdict);
            let loaded = self.foundation.loaded.as_deref();
            views::read(&folder, &files, &now.charter, loaded, verdict);
        }
        for seat in std::mem::take(&mut files.told) {
            *verdict.told.entry(seat).or_default() += 1;
        }
        verdict.sealed_files.extend(files.sealed.iter().map(|name| format!("{folder}/{name}")));
        let salts = std::mem::take(&mut files.salts).into_iter();
        self.sealed_with.extend(salts.map(|(path, salt)| (files.number, path, salt)));
        self.told(&files, now, verdict);
        self.leave(&files);
        if let (Some(session), Some(head)) = (&mut self.session, files.digest) {
            session.sealed(head);
        }
    }

    /// The seed of a record, from the list of order files alone: so everybody knows it, whatever is sealed.
    fn next_seed(&self, files: &RecordFiles) -> Option<Seed> {
        if files.number == 0 {
            return files.digest.map(Seed::start);
        }
        let (previous, secret) = (self.seed.as_ref()?, files.turn.as_ref()?.secret.as_ref()?);
        let digests = files.order_digests.iter().map(|(seat, digest)| (seat.as_str(), *digest));
        let charter = &self.foundation.charter;
        Some(chained_seed(charter, files.number, previous, secret, &digests.collect()))
    }

    fn chain(&self, folder: &str, files: &RecordFiles, verdict: &mut Verdict) {
        let path = format!("{folder}/{SUMS_FILE}");
        if files.number > 0 && files.previous.is_some() && files.previous != self.head {
            let previous = record_name(files.number - 1);
            let message = format!("it does not continue turns/{previous}/{SUMS_FILE}");
            verdict.find(Finding::new("V-chain", path, message));
        }
        if files.number == 0 {
            verdict.start = files.digest;
        }
    }

    /// Notes from where on nothing could be played again, and why.
    fn note_the_end(&self, files: &RecordFiles, verdict: &mut Verdict) {
        let why = if self.sealed {
            ", because its hidden dice are still the referee's secret"
        } else if !files.sealed.is_empty() {
            ", because orders are sealed"
        } else {
            ""
        };
        let number = files.number;
        verdict.note(format!("from record {number} on, the game was not played again{why}"));
    }

    /// Checks that the order files belong to this phase, answer this history, and are new.
    fn orders(&mut self, folder: &str, files: &mut RecordFiles, verdict: &mut Verdict) {
        for (seat, (_, order)) in &files.orders {
            let mut wrong = Vec::new();
            if order.game != self.foundation.charter.game {
                wrong.push(format!("it belongs to the game {}", order.game));
            }
            if order.phase != files.number {
                wrong.push(format!("it answers phase {}", order.phase));
            }
            if order.seat != *seat {
                wrong.push(format!("it speaks for {}", order.seat));
            }
            if Some(order.after) != self.head {
                wrong.push(
                    "it answers another history: its `after` is not the record before".to_owned(),
                );
            }
            if !self.salts.insert(order.salt.clone()) {
                wrong.push("its salt was used before in this game".to_owned());
            }
            if !wrong.is_empty() {
                let path = format!("{folder}/orders/{seat}.yaml");
                verdict.find(Finding::new("V-order", path, wrong.join("; ")));
                files.stands = false;
            }
        }
    }

    /// Plays the record again; false if that is impossible or gives another result.
    fn play(
        &mut self,
        folder: &str,
        files: &RecordFiles,
        now: &History,
        verdict: &mut Verdict,
    ) -> bool {
        let before = verdict.findings.len();
        let Some(turn) = &files.turn else { return false };
        if let Some(session) = &mut self.session {
            // The changes of this record decide who plays a seat in it.
            session.charter.clone_from(&now.charter);
        }
        if let (Some(session), Some(secret), None) = (&self.session, &self.players, now.own()) {
            self.recomputed += players::recompute(session, files, secret, verdict);
        }
        let played = match now.own() {
            _ if files.number == 0 => self.open(files, turn),
            Some(own) => self.amend(files, turn, now, &own.change.action),
            None => self.resolve(files, turn, now),
        };
        match played {
            Ok((texts, file)) => {
                self.compare(folder, files, &texts, &file, verdict);
                if let Some(session) = &self.session {
                    views::compared(folder, files, session, verdict);
                }
            }
            Err(_) if self.sealed => return false,
            Err(why) => verdict.find(Finding::new("V-replay", folder, why)),
        }
        let same = verdict.findings.len() == before;
        verdict.replayed += u32::from(same);
        same
    }

    fn open(&mut self, files: &RecordFiles, turn: &TurnFile) -> Result<(Texts, TurnFile), String> {
        let loaded = self.foundation.loaded.as_ref().ok_or("the title cannot be played")?;
        let opened = Session::open(self.foundation.charter.clone(), loaded.as_ref())
            .map_err(|fault| fault.to_string())?;
        let reveal = revealed(turn);
        let times = self.times(turn, self.foundation.charter.schedule.is_some());
        let file = opened.turn_file(&times, reveal, &turn.program);
        let texts = opened.texts.clone();
        self.session = Some(opened.sealed(files.digest.ok_or("its list of files is missing")?));
        Ok((texts, file))
    }

    fn resolve(
        &mut self,
        files: &RecordFiles,
        turn: &TurnFile,
        now: &History,
    ) -> Result<(Texts, TurnFile), String> {
        let times = self.times(turn, now.charter.schedule.is_some());
        let hidden = self.hidden(files.number).cloned();
        let session = self.session.as_mut().ok_or("the game has no opening record")?;
        session.charter.clone_from(&now.charter);
        let secret = turn.secret.as_ref().ok_or("its secret is missing")?;
        let accepted: BTreeMap<Seat, AcceptedOrders> =
            files.orders.iter().map(|(seat, (orders, _))| (seat.clone(), orders.clone())).collect();
        let absent: BTreeSet<Seat> = turn.absent.iter().map(|name| Seat::new(name)).collect();
        let inputs = Inputs {
            accepted: &accepted,
            absent: &absent,
            newcomers: &newcomers(now),
            secret,
            hidden: hidden.as_ref(),
        };
        let resolved = session.resolve(&inputs).map_err(|stop| match stop {
            Stop::Awaiting(seats) => {
                let names: Vec<&str> = seats.iter().map(Seat::name).collect();
                format!("orders are missing, and no absence is declared: {}", names.join(", "))
            }
            Stop::Over => "the game was over".to_owned(),
            Stop::Unsound(unsound) => format!("the resulting state is inconsistent: {}", unsound.0),
            Stop::Sealed => {
                self.sealed = true;
                String::new()
            }
        })?;
        let mut file = session.turn_file(&resolved, &times, revealed(turn), &turn.program);
        file.held.clone_from(&turn.held);
        if !session.play.folds() {
            return Err("its events do not lead to its state".to_owned());
        }
        Ok((resolved.texts, file))
    }

    /// Repeats the change of a record that a change made by itself.
    fn amend(
        &mut self,
        files: &RecordFiles,
        turn: &TurnFile,
        now: &History,
        action: &Action,
    ) -> Result<(Texts, TurnFile), String> {
        let times = self.times(turn, now.charter.schedule.is_some());
        let session = self.session.as_mut().ok_or("the game was not opened")?;
        session.charter.clone_from(&now.charter);
        let loaded = self.foundation.loaded.as_ref().ok_or("the title cannot be played")?;
        let secret = turn.secret.as_ref().ok_or("its secret is missing")?;
        if matches!(action, Action::Rollback { .. }) && files.back.is_none() {
            self.sealed = true;
            return Err(String::new());
        }
        let change = Amendment { action, back: files.back.as_deref(), secret };
        let resolved = session.amend(loaded.as_ref(), change).map_err(|fault| fault.to_string())?;
        let mut file = session.turn_file(&resolved, &times, revealed(turn), &turn.program);
        file.held.clone_from(&turn.held);
        Ok((resolved.texts, file))
    }

    /// When a record must have been opened, and when it says that it was made. A deadline needs a schedule; it is not
    /// worked out anew, since the world's time zones change.
    fn times(&self, turn: &TurnFile, scheduled: bool) -> Times {
        let deadline = turn.next.as_ref().and_then(|next| next.deadline).filter(|_| scheduled);
        Times { opened: self.made.unwrap_or(turn.resolved), resolved: turn.resolved, deadline }
    }

    fn compare(
        &mut self,
        folder: &str,
        files: &RecordFiles,
        texts: &Texts,
        turn: &TurnFile,
        verdict: &mut Verdict,
    ) {
        let mut compare = |name: &str, recorded: &[u8], derived: &[u8]| {
            let code = if name == TURN_FILE { "V-turn" } else { "V-state" };
            verdict.findings.extend(compare::difference(
                code,
                &format!("{folder}/{name}"),
                recorded,
                derived,
                "the orders and dice",
            ));
        };
        compare(TURN_FILE, &files.turn_text, turn.render().as_bytes());
        compare(STATE_FILE, &files.state, texts.state.as_bytes());
        compare(EVENTS_FILE, &files.events, texts.events.as_bytes());
        let path = format!("{folder}/{HIDDEN_FILE}");
        match (&files.hidden, texts.has_hidden()) {
            (Some(bytes), true) => {
                let salt = salt_of(bytes).and_then(|salt| salt.parse::<Digest>().ok());
                match salt.and_then(|salt| Some((salt, texts.hidden(&salt)?))) {
                    Some((salt, derived)) => {
                        compare(HIDDEN_FILE, bytes, derived.as_bytes());
                        self.sealed_with.push((
                            files.number,
                            HIDDEN_FILE.to_owned(),
                            salt.to_string(),
                        ));
                    }
                    None => verdict.find(Finding::new("V-state", path, "it has no salt")),
                }
            }
            (None, true) if files.sealed.iter().any(|name| name == HIDDEN_FILE) => {}
            (None, true) => verdict.find(Finding::new(
                "V-missing",
                path,
                "something is hidden, but the record does not hold this file",
            )),
            (Some(_), false) => {
                verdict.find(Finding::new(
                    "V-state",
                    path,
                    "nothing is hidden, but the record holds this file",
                ));
            }
            (None, false) => {}
        }
    }
}

fn secret_of(files: &RecordFiles) -> Option<&Secret> {
    files.turn.as_ref()?.secret.as_ref()
}

fn revealed(turn: &TurnFile) -> Reveal {
    Reveal {
        secret: turn.secret.clone(),
        hidden: turn.hidden.clone(),
        before: turn.hidden_before.clone(),
        players: turn.players.clone(),
        identity: turn.identity.clone(),
    }
}
