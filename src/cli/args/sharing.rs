//! `tabella change`, `share` and `verify`: what players and referee show one another.

use super::LanguageArg;
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand, ValueEnum};
use record::notes::Authors;
use std::path::PathBuf;

/// `tabella share receipt`
#[derive(Args, Debug)]
pub struct Receipt {
    /// Whose file
    #[arg(long)]
    pub seat: String,
    /// Filed for this phase (default: the open one)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// A time of day is part of a deadline: a day alone leaves open which hour is meant.
fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    text.parse().map_err(|_| {
        "no day with a time; write it like 2026-12-01T20:00:00Z, or 2026-12-01T21:00:00+01:00"
            .to_owned()
    })
}

/// `tabella change`
#[derive(Subcommand, Clone, Debug)]
pub enum Change {
    /// Give a seat or `referee` a new key; with --player, give the seat to another person
    #[command(
        after_help = "Example:\n  tabella -C zama change key rome new.pub --reason 'the laptop was stolen'\n  tabella -C zama change key rome new.pub --player 'Gaius Laelius' --reason 'Scipio is ill'\n\nA seat's key: the referee agrees, with the seat or most of the other seats.\nThe referee's key: the referee and most seats agree, or all seats."
    )]
    Key {
        /// Seat, or `referee`
        seat: String,
        /// The new public key
        key: PathBuf,
        /// Name of the player who takes over the seat
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// The seat's age key, age1..., to which its parcels in a public repository are sealed instead of the SSH key
        #[arg(long, value_name = "RECIPIENT")]
        age: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Move the deadline of the open phase to a later time
    #[command(
        after_help = "Example:\n  tabella -C zama change deadline 2026-12-01T20:00:00Z --reason 'the mail was down'\n\nThe referee agrees."
    )]
    Deadline {
        /// When, in UTC, such as 2026-12-01T20:00:00Z
        #[arg(value_parser = moment)]
        due: DateTime<Utc>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// A player is away: move deadlines to the day after, if the charter leaves the seat enough days
    #[command(
        after_help = "Example:\n  tabella -C zama change vacation rome 2026-12-23 2026-12-28 --reason 'Saturnalia'\n\nThe seat itself agrees."
    )]
    Vacation {
        /// Seat
        seat: String,
        /// First day
        from: chrono::NaiveDate,
        /// Last day
        to: chrono::NaiveDate,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Pause the game: nobody's orders are due on these days, and deadlines move to the day after
    #[command(
        after_help = "Example:\n  tabella -C zama change pause 2026-12-20 2027-01-06 --reason 'the holidays'\n\nAll seats agree, or the referee with most of the seats. A phase that all have answered is still resolved."
    )]
    Pause {
        /// First day
        from: chrono::NaiveDate,
        /// Last day
        to: chrono::NaiveDate,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// A player gives up a seat: its orders in force still answer, then the title's fallback
    #[command(
        after_help = "Example:\n  tabella -C zama change resign rome --reason 'no time any more'\n\nThe seat itself agrees, or the referee with most of the other seats. `change key SEAT KEY --player NAME` fills it again."
    )]
    Resign {
        /// Seat
        seat: String,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Let the program play a seat from now on, with a key drawn in this folder; the charter must say who may agree
    #[command(
        after_help = "Example:\n  tabella -C zama change program rome --strength fair --reason 'Scipio is ill'\n\nIt needs a rule in the charter, such as `consent: {program: [referee+most]}`: see `tabella change charter`. `change key SEAT KEY --player NAME` gives the seat to a person again."
    )]
    Program {
        /// Seat
        seat: String,
        /// How well it plays
        #[arg(long, value_name = "easy|fair|strong", default_value = "fair")]
        strength: String,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Make another person the referee, with their own key and secrets, drawn in this folder
    #[command(
        after_help = "Example:\n  tabella -C zama change referee new.pub --name 'Polybius' --reason 'I am leaving'\n\nThe heir runs this in the folder that the old referee handed over. The referee and most seats agree, or all seats; then the heir seals it:\n  tabella -C zama change apply notices/01-referee.yaml --key new"
    )]
    Referee {
        /// The heir's public key
        key: PathBuf,
        /// The heir's name
        #[arg(long)]
        name: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Change terms of the charter: schedule, vacations, heads, waits-for, consent
    #[command(
        after_help = "Example:\n  tabella -C zama change charter terms.yaml --reason 'summer'\n\nFor example, terms.yaml may hold `vacations: 14`. The referee and all seats agree."
    )]
    Charter {
        /// The new terms, written as in game.yaml
        terms: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Change options or the tempo of the running game
    #[command(
        after_help = "Example:\n  tabella -C zama change options round-limit=80 --reason 'we want to play it out'\n\n`tabella rules TITLE --choices` lists options and tempos. What shaped the opening, such as the map, cannot be changed. The change shows how the state changes, so everybody who signs sees it. The referee and all seats agree."
    )]
    Options {
        /// Options, as NAME=VALUE
        #[arg(value_name = "NAME=VALUE", required_unless_present = "tempo")]
        options: Vec<String>,
        /// Another tempo
        #[arg(long)]
        tempo: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Correct the state by a ruling
    #[command(
        after_help = "Example:\n  tabella -C zama change ruling ruling.yaml --reason 'G4 was played wrong'\n\nFor example, ruling.yaml may hold\n  - {op: replace, path: /state/units/0/square, value: d4}\nThe operations are `add`, `remove` and `replace` of RFC 6902. The old value is put before each as a `test`, so everybody who signs sees the difference. The referee and all seats agree."
    )]
    Ruling {
        /// The operations
        patch: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Take records back: the game goes on from an earlier record, with other dice
    #[command(
        after_help = "Example:\n  tabella -C zama change rollback 6 --reason 'record 7 was resolved without the letter of Rome'\n\nThe records stay, and what was seen stays seen. The referee and all seats agree."
    )]
    Rollback {
        /// Number of the record after which the game goes on
        record: u32,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// End the game here, won by a side or drawn
    #[command(
        after_help = "Example:\n  tabella -C zama change end --winner rome --reason 'Carthage concedes'\n\nAll seats agree."
    )]
    End {
        /// The side that has won (default: the game is drawn)
        #[arg(long, value_name = "SIDE")]
        winner: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Seal a change that makes its own record, once everybody who must sign has signed; other changes count with the open phase
    #[command(after_help = "Example:\n  tabella -C zama change apply notices/01-ruling.yaml")]
    Apply {
        /// The change, or its short name, such as `01-ruling` or `ruling`
        file: PathBuf,
        /// Private key of the new referee, if the change brings one (default: the one that `TABELLA_REFEREE_KEY` names)
        #[arg(long)]
        key: Option<PathBuf>,
    },
    /// Sign a change (the same as `ssh-keygen -Y sign -n tabella-change`)
    #[command(
        after_help = "Example:\n  tabella change sign notices/01-key.yaml --as rome --key old\n  tabella change sign notices/01-key.yaml --as heir --key new\n  tabella -C zama change sign key --as referee"
    )]
    Sign {
        /// The change, or its short name, such as `01-key` or `key`; the signature is written beside it
        file: PathBuf,
        /// Who agrees: a seat, `referee`, or `heir` for the new key
        #[arg(long = "as", value_name = "NAME")]
        name: String,
        /// Private key (default for the referee: the referee's)
        #[arg(long)]
        key: Option<PathBuf>,
    },
    /// List the changes that wait, and who has agreed
    #[command(after_help = "Example:\n  tabella -C zama change list")]
    List {
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
}

/// `tabella share copy`
#[derive(Args, Debug)]
pub struct Copy {
    /// Folder of the copy: new, empty, or an earlier copy of this game (default: the public repository)
    pub out: Option<PathBuf>,
    /// A copy for this seat alone, with its own orders and reports
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Whose notes a game takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Notes {
    /// Of seats that give their name.
    Named,
    /// Of these and of others.
    Anonymous,
}

impl From<Notes> for Authors {
    fn from(word: Notes) -> Self {
        match word {
            Notes::Named => Self::Named,
            Notes::Anonymous => Self::Anonymous,
        }
    }
}

/// `tabella share archive`
#[derive(Args, Debug)]
pub struct Archive {
    /// Folder of the game
    pub game: PathBuf,
    /// Archive to write, in `tar` format
    pub out: PathBuf,
    /// A copy for this seat alone, with its own orders and reports
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella share item`
#[derive(Args, Debug)]
pub struct Item {
    /// What to show: paths in the record's hidden.yaml, such as /state/units/pr1, with everything below them
    #[arg(required = true, value_name = "ITEM")]
    pub items: Vec<String>,
    /// The record
    #[arg(long, value_name = "N")]
    pub record: u32,
    /// Where to write it
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// `tabella verify`
#[derive(Args, Debug)]
pub struct Verify {
    /// Game folder
    pub folder: Option<PathBuf>,
    /// The start that you were told
    #[arg(long, value_name = "HEX")]
    pub start: Option<String>,
    /// The head that you were told
    #[arg(long, value_name = "HEX")]
    pub head: Option<String>,
    /// Trust the records up to this one, given by its number or by the head that you proved, and prove what follows
    #[arg(long, value_name = "N|HEX")]
    pub from: Option<String>,
    /// Receipts that you hold, each with its signature in the file or beside it as FILE.sig; anything that contradicts them is a finding
    #[arg(long = "receipt", value_name = "FILE", num_args = 1..)]
    pub receipts: Vec<PathBuf>,
    /// Do not compare reports, pages and maps. (By default those that this very program made are rendered again, which takes most of the time)
    #[arg(long)]
    pub no_reports: bool,
    /// Items that somebody opened to you (`tabella share item`)
    #[arg(long = "open", value_name = "FILE")]
    pub opened: Vec<PathBuf>,
    /// Another copy of the game, a folder or a git repository or its address; any difference from this one is a finding
    #[arg(long, value_name = "COPY")]
    pub against: Vec<String>,
    /// Fail if the verdict is less than this: `proven` means that every record was played again, and nothing is sealed
    #[arg(long, value_enum, value_name = "WHAT")]
    pub need: Option<Need>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// What a verdict must at least be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Need {
    /// Every record played again, and nothing sealed.
    Proven,
}
