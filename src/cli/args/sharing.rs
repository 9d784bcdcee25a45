//! `tabella receipt`, `change` and `publish`: what players and referee show one another.

use super::LanguageArg;
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand, ValueEnum};
use record::charter::{Heads, WaitsFor};
use record::disclosure::Disclosure;
use record::notes::Authors;
use std::path::PathBuf;

/// `tabella receipt`
#[derive(Args, Debug)]
pub struct Receipt {
    /// Whose file
    #[arg(long)]
    pub seat: String,
    /// Filed for this phase (without it: the open one)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// In which language
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
    /// Another key for a seat, or for `referee`; with --player for another person
    #[command(
        after_help = "Example:\n  tabella -C zama change key rome new.pub --reason 'the laptop was stolen'\n  tabella -C zama change key rome new.pub --player 'Gaius Laelius' --reason 'Scipio is ill'\n\nA seat's key: the referee agrees, with the seat or most of the other seats.\nThe referee's key: the referee and most seats agree, or all seats."
    )]
    Key {
        /// Seat, or `referee`
        seat: String,
        /// The new public key
        key: PathBuf,
        /// Name of the player who takes the seat over
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// The seat's age key, age1...: its parcels in a public repository are sealed to it, not to the SSH key
        #[arg(long, value_name = "RECIPIENT")]
        age: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Orders of the open phase are due later
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
    /// A seat is away; deadlines move to the day after, as far as the charter leaves it days
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
    /// A seat becomes vacant: what it left in force still answers, then the title's fallback
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
    /// The program plays a seat from now on, vacant or not, with a key drawn in this folder; the charter must say who may agree
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
    /// Another person becomes the referee, with a key and secrets of their own, drawn in this folder
    #[command(
        after_help = "Example:\n  tabella -C zama change referee new.pub --name 'Polybius' --reason 'I am leaving'\n\nThe heir runs it in the folder that the old referee handed over. The referee agrees with most seats, or all seats do; then the heir seals it:\n  tabella -C zama change apply notices/01-referee.yaml --key new"
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
    /// Other terms of the charter: schedule, vacations, heads, waits-for, consent
    #[command(
        after_help = "Example:\n  tabella -C zama change charter terms.yaml --reason 'summer'\n\nIn terms.yaml stands for instance `vacations: 14`. The referee and all seats agree."
    )]
    Charter {
        /// The terms that are replaced, as they stand in game.yaml
        terms: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Other options or another tempo for the running game
    #[command(
        after_help = "Example:\n  tabella -C zama change options round-limit=80 --reason 'we want to play it out'\n\n`tabella games TITLE` lists options and tempos. What shaped the opening, such as the map, cannot be chosen anew. The change holds the difference in the state, so that all who sign see it. The referee and all seats agree."
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
    /// A ruling: the state is corrected
    #[command(
        after_help = "Example:\n  tabella -C zama change ruling ruling.yaml --reason 'G4 was played wrong'\n\nIn ruling.yaml stands for instance\n  - {op: replace, path: /state/units/0/square, value: d4}\nThe operations are `add`, `remove` and `replace` of RFC 6902; what is there is put before each as a `test`, so that all who sign see the difference. The referee and all seats agree."
    )]
    Ruling {
        /// The operations
        patch: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Take records back: the game goes on from how it stood behind an earlier one, with other dice
    #[command(
        after_help = "Example:\n  tabella -C zama change rollback 6 --reason 'record 7 was resolved without the letter of Rome'\n\nThe records stay, and what was seen stays seen. The referee and all seats agree."
    )]
    Rollback {
        /// Number of the record behind which the game goes on
        record: u32,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// The game ends here, won by a side or drawn
    #[command(
        after_help = "Example:\n  tabella -C zama change end --winner rome --reason 'Carthage concedes'\n\nAll seats agree."
    )]
    End {
        /// The side that has won; without it the game is drawn
        #[arg(long, value_name = "SIDE")]
        winner: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Seal a change that makes a record of its own, once all have signed who must; the others count with the open phase
    #[command(after_help = "Example:\n  tabella -C zama change apply notices/01-ruling.yaml")]
    Apply {
        /// The change
        file: PathBuf,
        /// Private key of the new referee, where the change brings one
        #[arg(long)]
        key: Option<PathBuf>,
    },
    /// Sign a change (the same as `ssh-keygen -Y sign -n tabella-change`)
    #[command(
        after_help = "Example:\n  tabella change sign notices/01-key.yaml --as rome --key old\n  tabella change sign notices/01-key.yaml --as heir --key new"
    )]
    Sign {
        /// The change; the signature is written beside it
        file: PathBuf,
        /// Who agrees: a seat, `referee`, or `heir` for the new key
        #[arg(long = "as", value_name = "NAME")]
        name: String,
        /// Private key
        #[arg(long)]
        key: PathBuf,
    },
    /// The changes that wait, and who has agreed
    #[command(after_help = "Example:\n  tabella -C zama change list")]
    List {
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
}

/// `tabella publish`
#[derive(Args, Debug)]
pub struct Publish {
    /// Folder of the copy: new, empty, or an earlier copy of this game (without it: the public repository)
    pub out: Option<PathBuf>,
    /// For this seat alone: its own orders and reports too
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Whether players vouch for the heads that their orders answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Vouching {
    /// Nobody does.
    Off,
    /// The form asks for it.
    Asked,
    /// Orders do not count without.
    Required,
}

impl From<Vouching> for Heads {
    fn from(word: Vouching) -> Self {
        match word {
            Vouching::Off => Self::Off,
            Vouching::Asked => Self::Asked,
            Vouching::Required => Self::Required,
        }
    }
}

/// What players of a new game agree on beside its rules.
#[derive(Args, Clone, Copy, Debug)]
pub struct Terms {
    /// Whether players sign which history they answer, so that nobody can be shown another (without it: asked; required with
    /// --from-invitation, for then their first orders sign the charter too)
    #[arg(long, value_name = "off|asked|required")]
    pub heads: Option<Vouching>,
    /// For whom a phase waits ahead of its deadline: for all who are asked, so that nobody learns who has standing orders, or for those alone for whom none answer
    #[arg(long, value_name = "asked|awaited", default_value = "asked")]
    pub waits_for: Waiting,
    /// By how many days of vacation each seat may move deadlines in the whole game (without it: by none)
    #[arg(long, value_name = "DAYS")]
    pub vacations: Option<u32>,
    /// When others than the players see what happened (without it: at once)
    #[arg(
        long,
        value_name = "at-once|N-turns-late|at-end|nothing",
        conflicts_with = "from_invitation"
    )]
    pub public: Option<Disclosure>,
    /// Commit to every item of what is hidden by itself, so that one can be shown to somebody without the rest (`tabella open`)
    #[arg(long)]
    pub items: bool,
    /// What players may write to one another in their order files: nothing without it; `named`, with their name; `anonymous`,
    /// without it where they wish
    #[arg(long, value_name = "named|anonymous", conflicts_with = "from_invitation")]
    pub notes: Option<Notes>,
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

/// For whom a phase waits ahead of its deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Waiting {
    /// For every seat that is asked.
    Asked,
    /// For those whom nothing in force answers for.
    Awaited,
}

impl From<Waiting> for WaitsFor {
    fn from(word: Waiting) -> Self {
        match word {
            Waiting::Asked => Self::Asked,
            Waiting::Awaited => Self::Awaited,
        }
    }
}

/// `tabella export`
#[derive(Args, Debug)]
pub struct Export {
    /// Folder of the game
    pub game: PathBuf,
    /// Archive to write, in the form of `tar`
    pub out: PathBuf,
    /// For this seat alone: its own orders and reports too
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella open`
#[derive(Args, Debug)]
pub struct Open {
    /// What to show: paths in the record's hidden.yaml, such as /state/units/pr1; everything below them is shown
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
    /// Take the records up to this one on trust, by its number or by the head that you proved, and prove what follows
    #[arg(long, value_name = "N|HEX")]
    pub from: Option<String>,
    /// Receipts that you hold, each one text with its signature or with it beside as FILE.sig: what they convict of is a finding
    #[arg(long = "receipt", value_name = "FILE", num_args = 1..)]
    pub receipts: Vec<PathBuf>,
    /// Render the reports and maps again of all records that this very program made, and compare them
    #[arg(long)]
    pub reports: bool,
    /// Items that somebody opened to you (`tabella open`)
    #[arg(long = "open", value_name = "FILE")]
    pub opened: Vec<PathBuf>,
    /// Another copy of the game, a folder or a git repository (its address will do): where it parts with this one is a finding
    #[arg(long, value_name = "COPY")]
    pub against: Vec<String>,
    /// Take nothing less: fail if something is sealed or could not be played again
    #[arg(long, value_enum, value_name = "WHAT")]
    pub need: Option<Need>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// What a verdict must at least be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Need {
    /// Every record played again, and nothing sealed.
    Proven,
}
