//! What can be typed: commands, options and their help.

mod bots;
mod club;
pub(super) mod hints;
mod language;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "manual")]
mod manual;
mod map;
mod orders;
mod play;
mod referee;
#[cfg(feature = "git")]
mod repository;
mod sharing;

pub use bots::{Demo, Fork, Luck, Player, Simulate};
pub use club::{Club, Invite, InviteNew, Join, People, Ratings, Site, Substitute, Tournament};
pub use language::{LanguageArg, WishedLanguageArg};
#[cfg(feature = "mail")]
pub use mail::{Address, Mail, Poll, Receive, ReceiverArgs, Send};
#[cfg(feature = "manual")]
pub use manual::Man;
pub use map::{Map, Replay, Style};
pub use orders::{Check, Codes, Explain, Forecast, Form, Legal, Schema, Sign, Status, Submit};
pub use play::Play;
#[cfg(feature = "mail")]
pub use referee::{Desk, Run};
pub use referee::{Recover, Referee, RefereeAct};
#[cfg(feature = "git")]
pub use repository::{
    Forge, Gate, GitCommand, GitInit, GitPull, Hook, PushConsent, PushOrders, Seal, Where,
};
pub use sharing::{Archive, Change, Copy, Item, Need, Receipt, Verify};

use super::analyse::Analyse;
use super::new::New;
use super::share::Share;
use super::tools::Tools;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Board wargames by mail, git or files: signed orders, committed dice, proof
#[derive(Parser, Debug)]
#[command(name = "tabella", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// Game folder (default: the one around this folder)
    #[arg(short = 'C', long = "dir", global = true, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// When to use colour: auto, always or never
    #[arg(long, visible_alias = "color", global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", hide_default_value = true, hide_possible_values = true)]
    pub colour: Colour,
    /// Print only the result and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// The command (default: what to do now).
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Printed below the help of the whole program.
const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 no: a refused file, a finding, a failed case;
  2 the command line is wrong; 3 not yet: somebody is awaited, the game is over,
  or a newer tabella made it; 4 error with files, keys or locks

Examples: tabella COMMAND --help. A first look: tabella tools demo";

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that knows it.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Everything that tabella does, in the order of the groups in which its help lists it.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play against the program, or play your seat in a game with others
    ///
    /// The game opens in the browser, or in the terminal. Games against the program are kept in your data folder, and continue where you left them.
    #[command(
        after_help = "Example:\n  tabella play                        # your games, and new ones, in the browser\n  tabella play punica                 # your current game of Punica, or a new one\n  tabella play punica --no-browser    # the same in the terminal\n  tabella play zama --seat rome --key scipio"
    )]
    Play(Play),
    /// Learn a title in short lessons
    ///
    /// Each lesson shows a position and asks one question, and tells you what happens after your answer.
    #[command(
        after_help = "Example:\n  tabella learn                # all lessons, and which of them you have done\n  tabella learn punica         # the next one\n  tabella learn punica three-signs 'action: move, move: army sardinia baleares'"
    )]
    Learn(Learn),
    /// List the titles, or tell the rules of one in plain words
    ///
    /// The choices for a new game stand at their end.
    #[command(
        after_help = "Example:\n  tabella rules punica               # how to win and how to play\n  tabella rules punica M3            # what one rule number says\n  tabella rules punica --choices     # scenarios, tempos, options"
    )]
    Rules(Rules),
    /// Show whose orders are awaited, until when, and who has filed
    ///
    /// It never shows what was filed.
    #[command(after_help = "Example:\n  tabella -C zama status")]
    Status(Status),
    /// Make the order form of a seat, or its order sheet
    ///
    /// The form is filled in except for the orders and the salt; `--seat referee` makes the referee's own, if the referee is asked something.
    /// The order sheet (`--sheet`) is a page with the map, on which you click, check and sign orders, without a network.
    #[command(
        after_help = "Example:\n  tabella -C zama form --seat rome --out rome.yaml\n  tabella -C zama form --seat rome | less\n  tabella -C zama form --seat rome --sheet --out rome.html\n  tabella -C zama form --seat rome --sheet --out rome.json    # the turn alone, for a page that you already have"
    )]
    Form(Form),
    /// Find everything that is wrong with an order file, before you send it
    #[command(after_help = "Example:\n  tabella -C zama check rome.yaml")]
    Check(Check),
    /// Sign an order file
    ///
    /// The same as `ssh-keygen -Y sign -n tabella-orders`. If the charter asks for it, this also signs the head that the orders answer.
    #[command(after_help = "Example:\n  tabella sign rome.yaml --key ~/.ssh/id_ed25519")]
    Sign(Sign),
    /// File signed orders for the open phase
    #[command(
        after_help = "Example:\n  tabella -C zama submit rome.yaml          # with rome.yaml.sig beside it\n  tabella -C zama submit - < mail.txt       # text and signature in one paste"
    )]
    Submit(Submit),
    /// Show a phase's report, or the log or story of the whole game
    #[command(
        after_help = "Example:\n  tabella -C zama report --seat rome\n  tabella -C zama report --phase 4 --format html > 4.html\n  tabella -C zama report --log\n  tabella -C zama report --story | less\n  tabella -C zama report --story --format epub --out zama.epub"
    )]
    Report(Report),
    /// The map
    #[command(
        after_help = "Example:\n  tabella -C zama map\n  tabella -C zama map --words      # positions in words, for screen readers\n  tabella -C zama map --svg > map.svg"
    )]
    Map(Map),
    /// Luck, forecasts, replays and what-ifs
    #[command(subcommand)]
    Analyse(Analyse),
    /// Create a game in a new folder
    ///
    /// On a terminal it asks for what no option says. The rest stands in a draft charter (`--draft`): the names of players, the hour and zone of deadlines, and what players agree on beside the rules.
    #[command(
        after_help = "Example:\n  tabella new zama --game combined-arms --scenario battle \\\n      --seat rome=scipio.pub --seat carthage=hannibal.pub --days 3\n  tabella new zama --game combined-arms --seat rome=scipio.pub --seat carthage=fair --draft\n  tabella new zama            # creates the game from its draft charter, once you have edited it"
    )]
    New(Box<New>),
    /// Resolve the open phase
    ///
    /// This needs the orders of everybody who is awaited.
    #[command(
        after_help = "Example:\n  tabella -C zama resolve\n  tabella -C zama resolve --absent carthage"
    )]
    Resolve(Resolve),
    /// Change keys, players, deadlines or terms by consent
    #[command(subcommand)]
    Change(Change),
    /// See all games at a glance, run rounds, hold or recover a game
    #[command(
        after_help = "Example:\n  tabella referee                    # all games at a glance\n  tabella referee run                # one round, from cron or a systemd timer"
    )]
    Referee(Referee),
    /// Send letters and take them in
    #[cfg(feature = "mail")]
    #[command(subcommand)]
    Mail(Mail),
    /// Play in a public git repository
    #[cfg(feature = "git")]
    #[command(subcommand)]
    Git(GitCommand),
    /// Make copies, archives and receipts for others
    #[command(subcommand)]
    Share(Share),
    /// Prove a game: every turn from charter, signed orders and dice
    #[command(
        after_help = "Example:\n  tabella verify zama\n  tabella verify zama --start 5d41... --head 9b1f...\n  tabella verify zama --from 9b1f...      # only what came since you proved that head"
    )]
    Verify(Verify),
    /// Make a key, or move the referee's keys and secrets
    #[command(subcommand)]
    Key(Key),
    /// Run a club: invitations, tournaments, ratings, people, a website
    #[command(subcommand)]
    Club(Club),
    /// Cases, schemas, simulations, codes, manual pages
    #[command(subcommand)]
    Tools(Tools),
}

/// `tabella rules`
#[derive(Args, Debug)]
pub struct Rules {
    /// One title (default: all)
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// A rule number, as in reports and refusals: show that rule only
    pub number: Vec<String>,
    /// Show only the choices for a new game: scenarios, tempos, options, and how even they are
    #[arg(long, requires = "title", conflicts_with = "number")]
    pub choices: bool,
    /// Print JSON for a program
    #[arg(long, conflicts_with_all = ["number", "choices"])]
    pub json: bool,
}

/// `tabella learn`
#[derive(Args, Debug)]
pub struct Learn {
    /// One title (default: all lessons)
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// One lesson (default: the first that you have not done)
    pub lesson: Option<String>,
    /// Your answer: a file with orders, or the orders themselves, in quotes
    pub answer: Vec<String>,
    /// A hint
    #[arg(long, requires = "title", conflicts_with = "answer")]
    pub hint: bool,
    /// A right answer
    #[arg(long, requires = "title", conflicts_with_all = ["answer", "hint"])]
    pub show: bool,
    /// Learn in the terminal
    #[arg(long)]
    pub no_browser: bool,
    /// Print the address of the page and open no browser
    #[cfg(feature = "play")]
    #[arg(long, conflicts_with = "no_browser")]
    pub address: bool,
    /// Port on this machine (0: any that is free)
    #[cfg(feature = "play")]
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}

impl Learn {
    /// Whether the answer is wanted in the terminal.
    #[cfg(feature = "play")]
    pub fn speaks(&self) -> bool {
        self.no_browser || self.hint || self.show || !self.answer.is_empty()
    }
}

/// `tabella resolve`
#[derive(Args, Debug)]
pub struct Resolve {
    /// Declare a seat absent: its standing orders or the title's fallback answer for it
    #[arg(long, value_name = "SEAT", conflicts_with = "deadline", value_parser = hints::SEAT, hide_possible_values = true)]
    pub absent: Vec<String>,
    /// Resolve if the deadline has passed, and declare absent everybody who has not filed
    #[arg(long)]
    pub deadline: bool,
    /// Continue another history than the one that was signed here, and note why
    #[arg(long, value_name = "REASON")]
    pub despite: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// How a report is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Wrapped text for a terminal.
    Text,
    /// Markdown.
    Md,
    /// One self-contained page.
    Html,
    /// The whole story as an e-book (give its file with --out).
    #[cfg(feature = "epub")]
    Epub,
}

/// `tabella report`
#[derive(Args, Debug)]
pub struct Report {
    /// As this seat sees it (default: as the public does)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// The phase (default: the newest)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// The game so far, one line a record
    #[arg(long, conflicts_with_all = ["seat", "phase", "format", "all", "templates", "story", "out"])]
    pub log: bool,
    /// The whole game so far as one narrative
    #[arg(long, conflicts_with_all = ["seat", "phase", "all", "templates"])]
    pub story: bool,
    /// How
    #[arg(long, value_enum, default_value_t = Format::Text, requires_if("epub", "story"))]
    pub format: Format,
    /// File to write the story to (default: standard output)
    #[arg(
        long,
        value_name = "FILE",
        requires = "story",
        required_if_eq("format", "epub"),
        conflicts_with = "json"
    )]
    pub out: Option<PathBuf>,
    /// Print the facts of the report as JSON for a program
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write the page and the map of every record into this folder, as this program renders them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["phase", "format", "json", "seat"])]
    pub all: Option<PathBuf>,
    /// Also write the page for stepping through the game, with links from the others
    #[arg(long, requires = "all")]
    pub replay: bool,
    /// Folder with your own templates, for this output only (never for a record)
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella tools case`
#[derive(Args, Debug)]
pub struct Case {
    /// Case file, or a folder of case files
    pub path: PathBuf,
    /// Title (default: the nearest folder that is named after one)
    #[arg(long, value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella key`
#[derive(Subcommand, Debug)]
pub enum Key {
    /// Make an ed25519 key pair (the same as `ssh-keygen -t ed25519`)
    #[command(
        after_help = "Example:\n  tabella key new scipio          # writes scipio and scipio.pub"
    )]
    New {
        /// Private key file to write; the public one gets `.pub`
        file: PathBuf,
        /// Comment in the public key
        #[arg(long, default_value = "tabella")]
        comment: String,
    },
    /// Move the referee's key and dice secrets to a folder outside the game, and use them from there from now on
    #[command(after_help = "Example:\n  tabella -C zama key away /media/stick/zama")]
    Away {
        /// The folder
        place: PathBuf,
    },
    /// Move them back into the game folder
    #[command(after_help = "Example:\n  tabella -C zama key back")]
    Back,
    /// Seal the dice secrets, and the key of sealed orders, to an age key
    #[command(
        after_help = "Example:\n  tabella -C zama key seal age1...      # what `age-keygen -o /media/stick/identity` printed\n  TABELLA_IDENTITY=/media/stick/identity tabella -C zama resolve"
    )]
    Seal {
        /// The public half, age1...
        recipient: String,
    },
    /// Unseal them again
    #[command(
        after_help = "Example:\n  tabella -C zama key unseal            # with TABELLA_IDENTITY=/media/stick/identity"
    )]
    Unseal,
}
