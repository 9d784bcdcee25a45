//! The choices for a new game.

use record::PublicKey;
use record::charter::{Heads, Person, WaitsFor};
use record::disclosure::Disclosure;
use record::notes::Authors;
use record::player::Strength;
use record::schedule::Schedule;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its folder: new, empty, or with nothing but a draft, which goes once the game is there.
    pub root: PathBuf,
    pub game: String,
    pub title: String,
    /// Name of the scenario; by default the title's first.
    pub scenario: Option<String>,
    /// Options that differ from the scenario's.
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision: `full` or `brisk`.
    pub tempo: String,
    /// The seats, in any order.
    pub seats: Vec<NewSeat>,
    /// Seats that the program plays, with their strength; they need no entry in `seats`.
    pub program: BTreeMap<String, Strength>,
    /// The referee's name, for the charter, and address, for the referee's own file.
    pub referee: Person,
    /// The referee's private key; by default a new one is made and kept in `.tabella/`.
    pub referee_key: Option<PathBuf>,
    pub schedule: Option<Schedule>,
    /// By how many days of vacation each seat may move deadlines; none by default.
    pub vacations: Option<u32>,
    pub heads: Heads,
    /// For whom a phase waits ahead of its deadline.
    pub waits_for: WaitsFor,
    /// When others than the players see what happened; at once by default.
    pub public: Option<Disclosure>,
    /// True if each hidden item gets a commitment of its own.
    pub items: bool,
    /// The notes that players may write to one another in their order files; none by default.
    pub notes: Option<Authors>,
    /// A folder with data files that replace the title's own, or stand beside them.
    pub data: Option<PathBuf>,
    /// Number of the last phase that has dice; 65535 by default.
    pub phases: Option<u32>,
}

impl NewGame {
    /// A game on one machine: no addresses, no deadlines, and all else as the title and the program have it by default.
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
    pub seat: String,
    pub key: PublicKey,
    pub name: Option<String>,
    /// The player's mail address: for the referee's own file, not for the charter.
    pub mail: Option<String>,
    /// The player's age key, to which parcels are sealed in place of `key`.
    pub age: Option<String>,
}
