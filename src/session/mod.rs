//! One phase, from accepted orders to the texts of its record.
//!
//! `tabella resolve` writes what this room gives, and `tabella verify` compares what it gives: there is one code path and
//! no second opinion. Nothing here opens a file, reads a clock or draws at random.

mod amend;
mod fault;
mod load;
mod options;
mod player;
mod texts;
mod turn;

pub use amend::{Amendment, HALTED, WAITS, patched, patched_view, tree};
pub use fault::SessionFault;
pub use load::{load_title, setup};
pub use options::patch as options_patch;
pub use texts::{EVENTS_FILE, HIDDEN_FILE, STATE_FILE, Texts, seat_view};
pub use turn::{Reveal, Times, newcomers};

use engine::title::{LoadedTitle, Play, RawOrders, TurnSummary};
use engine::{Dice, OpenPrompt, Outcome, Phase, Seat, Stop};
use record::charter::{Charter, WaitsFor};
use record::exchange::order_file::OrderFile;
use record::exchange::yaml;
use record::notes::{Note, Notes};
use record::{Digest, Secret, Seed, hidden_seed, seed};
use std::collections::{BTreeMap, BTreeSet};

/// A game between two records.
pub struct Session {
    /// The charter as of the phase that is open.
    pub charter: Charter,
    /// The game itself, as the last record left it.
    pub play: Box<dyn Play>,
    /// Number of the last record.
    pub number: u32,
    /// Digest of the last record's `SHA256SUMS`: what the next orders answer. After [`Session::resolve`] it is still that
    /// of the record before, until [`Session::sealed`].
    pub head: Digest,
    /// The digest of `turns/0000/SHA256SUMS`.
    pub start: Digest,
    /// The seed of the last record.
    pub seed: Seed,
    /// The order files that the last resolution counted; empty before there was one.
    pub counted: Vec<Counted>,
    /// The notes between players in these files; none if the charter takes no notes, and before there was a resolution.
    pub notes: Option<Notes>,
    /// The result that was agreed on, where a change ended the game.
    pub ended: Option<Outcome>,
}

/// An order file that a resolution counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub seat: Seat,
    /// The revision of the file, from 1.
    pub revision: u32,
    /// Digest of its bytes.
    pub digest: Digest,
}

/// A game that has been set up and run to its first question, before anything of it is sealed.
pub struct Opened {
    /// The charter that record 0 will hold.
    pub charter: Charter,
    /// The game at its first question.
    pub play: Box<dyn Play>,
    /// The texts of record 0.
    pub texts: Texts,
}

/// The place of a game in its chain of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Number of the last record.
    pub number: u32,
    /// Digest of its `SHA256SUMS`.
    pub head: Digest,
    /// The digest of `turns/0000/SHA256SUMS`.
    pub start: Digest,
    /// The seed of the last record.
    pub seed: Seed,
}

/// An order file that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedOrders {
    /// The revision of the file, from 1.
    pub revision: u32,
    /// Digest of its bytes, which enters the dice.
    pub digest: Digest,
    pub sheet: RawOrders,
    pub notes: Vec<Note>,
}

impl From<OrderFile> for AcceptedOrders {
    fn from(file: OrderFile) -> Self {
        let OrderFile { revision, digest, sheet, notes, .. } = file;
        Self { revision, digest, sheet, notes }
    }
}

/// The inputs of the resolution of one phase.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The file of each seat that has filed one; the seat `referee` among them.
    pub accepted: &'a BTreeMap<Seat, AcceptedOrders>,
    pub absent: &'a BTreeSet<Seat>,
    /// Seats that have a new player from this record on.
    pub newcomers: &'a BTreeSet<Seat>,
    /// The secret `s[n]` that this record reveals.
    pub secret: &'a Secret,
    /// `h`, where it is known.
    pub hidden: Option<&'a Secret>,
}

/// The results of the resolution of one phase.
pub struct Resolved {
    pub number: u32,
    /// The phase that was awaited.
    pub phase: Phase,
    /// Seats declared absent for whom the fallback played.
    pub absent: Vec<Seat>,
    pub done: TurnSummary,
    pub texts: Texts,
}

/// The prompts that a phase waits for ahead of its deadline. Who is asked is public; whose earlier orders already
/// answer is for the referee alone, unless the charter agrees to tell it.
pub fn awaited(charter: &Charter, play: &dyn Play) -> Vec<OpenPrompt> {
    match charter.waits_for() {
        WaitsFor::Asked => play.asked().into_iter().filter(|asked| !asked.optional).collect(),
        WaitsFor::Awaited => play.awaited(),
    }
}

impl Session {
    /// Sets up a game from its charter and runs it to its first question.
    ///
    /// # Errors
    /// The charter makes a choice that is not possible.
    pub fn open(charter: Charter, loaded: &dyn LoadedTitle) -> Result<Opened, SessionFault> {
        let play = loaded.open(&setup(&charter)?).map_err(SessionFault::Charter)?;
        let texts = Texts::of(&charter, 0, play.as_ref());
        Ok(Opened { charter, play, texts })
    }

    /// Takes up a game behind its last record; `state` is the text of its `hidden.yaml` where there is one, else of its
    /// `state.yaml`.
    ///
    /// # Errors
    /// [`SessionFault::State`], if the text is not such a state.
    pub fn resume(
        charter: Charter,
        loaded: &dyn LoadedTitle,
        at: Position,
        state: &str,
    ) -> Result<Self, SessionFault> {
        let saved =
            yaml::parse(state).map_err(|complaints| SessionFault::State(complaints.to_string()))?;
        let play = loaded.resume(&saved).map_err(SessionFault::State)?;
        let Position { number, head, start, seed } = at;
        Ok(Self {
            charter,
            play,
            number,
            head,
            start,
            seed,
            counted: Vec::new(),
            notes: None,
            ended: None,
        })
    }

    /// The result: by the rules, or by agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.play.outcome())
    }

    /// For whom the open phase waits ahead of its deadline, as everybody may know it.
    pub fn awaited(&self) -> Vec<OpenPrompt> {
        awaited(&self.charter, self.play.as_ref())
    }

    /// Resolves the open phase and all that then runs by itself.
    ///
    /// # Errors
    /// [`Stop`]. After [`Stop::Unsound`] and [`Stop::Sealed`] the session must be dropped; after any other it is as it was.
    pub fn resolve(&mut self, inputs: &Inputs<'_>) -> Result<Resolved, Stop> {
        let number = self.number + 1;
        let phase = self.play.phase();
        let (open, mut dice) = self.dice(inputs);
        self.play.welcome(inputs.newcomers);
        let done = self.play.turn(number, &sheets(inputs), inputs.absent, &mut dice)?;
        self.number = number;
        self.seed = open;
        let counted = |(seat, orders): (&Seat, &AcceptedOrders)| Counted {
            seat: seat.clone(),
            revision: orders.revision,
            digest: orders.digest,
        };
        self.counted = inputs.accepted.iter().map(counted).collect();
        let notes = inputs.accepted.iter().map(|(seat, it)| (seat.name(), it.notes.as_slice()));
        self.notes = Notes::of(&self.charter, notes);
        let texts = Texts::of(&self.charter, number, self.play.as_ref());
        Ok(Resolved { number, phase, absent: turn::absent(&done), done, texts })
    }

    /// The game as the open phase would leave it; with `anew`, as if the roll of that label fell by another seed.
    /// Nothing of it is recorded.
    ///
    /// # Errors
    /// As [`Session::resolve`].
    pub fn tried(
        &self,
        inputs: &Inputs<'_>,
        anew: Option<(&str, [u8; 32])>,
    ) -> Result<Box<dyn Play>, Stop> {
        let mut play = self.play.copy();
        let (_, usual) = self.dice(inputs);
        let mut dice = match anew {
            Some((label, seed)) => usual.with_anew(label, seed),
            None => usual,
        };
        play.welcome(inputs.newcomers);
        play.turn(self.number + 1, &sheets(inputs), inputs.absent, &mut dice)?;
        Ok(play)
    }

    fn dice(&self, inputs: &Inputs<'_>) -> (Seed, Dice) {
        let open = self.next_seed(inputs.secret, inputs.accepted);
        let seed = |h| *hidden_seed(h, &self.charter.game, self.number + 1, &open).bytes();
        let dice = Dice::seeded(*open.bytes(), inputs.hidden.map(seed));
        (open, dice)
    }

    fn next_seed(&self, secret: &Secret, accepted: &BTreeMap<Seat, AcceptedOrders>) -> Seed {
        let digests = accepted.iter().map(|(seat, orders)| (seat.name(), orders.digest)).collect();
        chained_seed(&self.charter, self.number + 1, &self.seed, secret, &digests)
    }

    /// Notes that the last record has been sealed: its digest is the head.
    pub fn sealed(&mut self, head: Digest) {
        self.head = head;
    }
}

fn sheets(inputs: &Inputs<'_>) -> BTreeMap<Seat, RawOrders> {
    inputs.accepted.iter().map(|(seat, orders)| (seat.clone(), orders.sheet.clone())).collect()
}

impl Opened {
    /// The session behind record 0, once that is sealed.
    pub fn sealed(self, start: Digest) -> Session {
        let Self { charter, play, .. } = self;
        Session {
            charter,
            play,
            number: 0,
            head: start,
            start,
            seed: Seed::start(start),
            counted: Vec::new(),
            notes: None,
            ended: None,
        }
    }
}

/// `seed(number)` from `seed(number - 1)`, the phase's secret, and the digests of the order files by seat; other names
/// than the charter's seats stay out.
pub fn chained_seed(
    charter: &Charter,
    number: u32,
    previous: &Seed,
    secret: &Secret,
    orders: &BTreeMap<&str, Digest>,
) -> Seed {
    let lines = charter.seat_names().map(|seat| (seat, orders.get(seat).copied()));
    seed(secret, &charter.game, number, previous, lines)
}
