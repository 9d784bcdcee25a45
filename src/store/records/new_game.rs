//! The choices for a new game.

use record::PublicKey;
use record::charter::{Heads, Person, WaitsFor};
use record::disclosure::Disclosure;
use record::notes::Authors;
use record::player::Strength;
use record::schedule::Schedule;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A game to be created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its folder: new, empty, or with nothing but a draft, which goes once the game is there.
    pub root: PathBuf,
    /// The id of the game, which its charter will have.
    pub game: String,
    /// Name of the title.
    pub title: String,
    /// Name of the scenario; the title's first without one.
    pub scenario: Option<String>,
    /// Options that differ from the scenario's.
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision: `full` or `brisk`.
    pub tempo: String,
    /// The seats, in any order.
    pub seats: Vec<NewSeat>,
    /// Seats that the program plays, and how well; they need no entry in `seats`.
    pub program: BTreeMap<String, Strength>,
    /// Name of the referee, for the charter, and their address, for their own file.
    pub referee: Person,
    /// The referee's private key; a new one is made and kept in `.tabella/` without one.
    pub referee_key: Option<PathBuf>,
    /// When orders are due.
    pub schedule: Option<Schedule>,
    /// By how many days of vacation each seat may move deadlines; by none without it.
    pub vacations: Option<u32>,
    /// Says whether seats vouch for the heads that their orders answer.
    pub heads: Heads,
    /// For whom a phase waits ahead of its deadline.
    pub waits_for: WaitsFor,
    /// When others than the players see what happened; at once without it.
    pub public: Option<Disclosure>,
    /// True if each hidden item gets a commitment of its own.
    pub items: bool,
    /// The notes that players may write to one another in their order files; none without it.
    pub notes: Option<Authors>,
    /// A folder with data files that replace the title's own, or stand beside them.
    pub data: Option<PathBuf>,
    /// Number of the last phase that has dice; the usual 65535 without it.
    pub phases: Option<u32>,
}

impl NewGame {
    /// A game on one machine: nobody has an address, nothing is due, and all but these is as the title and the program have it.
    pub fn plain(
        root: PathBuf,
        game: String,
        title: String,
        tempo: String,
        seats: Vec<NewSeat>,
    ) -> Self {
        Self {
            root,
            game,
            title,
            scenario: None,
            options: BTreeMap::new(),
            tempo,
            seats,
            program: BTreeMap::new(),
            referee: Person::default(),
            referee_key: None,
            schedule: None,
            vacations: None,
            heads: Heads::Off,
            waits_for: WaitsFor::Awaited,
            public: None,
            items: false,
            notes: None,
            data: None,
            phases: None,
        }
    }
}

/// A seat of a game to be created. The side comes from the scenario.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// Name of the seat.
    pub seat: String,
    /// The player's public key.
    pub key: PublicKey,
    /// The name of the player.
    pub name: Option<String>,
    /// The player's mail address: for the referee's own file, not for the charter.
    pub mail: Option<String>,
    /// The player's age key, to which parcels are sealed in place of `key`.
    pub age: Option<String>,
}
