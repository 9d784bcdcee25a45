//! What can be typed: commands, options and their help.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Board wargames by mail, through git, or with files alone: signed orders, committed dice, turns that anyone can verify.
#[derive(Parser, Debug)]
#[command(name = "tabella", version, propagate_version = true, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Cli {
    /// Game folder (without it: this folder or the nearest above it that is one)
    #[arg(short = 'C', long = "dir", global = true, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub colour: Colour,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Printed below the help of the whole program.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  no: the file is refused, a finding, a failed case
  2  the command line is wrong
  3  not yet: somebody is awaited, or the game is over
  4  trouble with files, keys or locks

Start with:  tabella demo";

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

/// Everything that tabella does.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show the titles, or the scenarios, options and tempos of one
    #[command(after_help = "Example:\n  tabella games combined-arms")]
    Games(Games),
    /// Create a game in a new folder
    #[command(
        after_help = "Example:\n  tabella new zama --game combined-arms --scenario battle \\\n      --seat rome=scipio.pub --seat carthage=hannibal.pub --tempo brisk"
    )]
    New(New),
    /// Who is awaited, since when, until when, and what has been filed (never its content)
    #[command(after_help = "Example:\n  tabella -C zama status")]
    Status(Json),
    /// The order form of a seat for the open phase, filled in as far as the referee may (`referee` where he is asked himself)
    #[command(after_help = "Example:\n  tabella -C zama form --seat rome > rome.yaml")]
    Form(Form),
    /// Everything that is wrong with an order file, before it is sent
    #[command(after_help = "Example:\n  tabella -C zama check rome.yaml")]
    Check(Check),
    /// What the orders in force of a seat, or a draft, would do in a case that you imagine
    #[command(
        after_help = "Example:\n  tabella -C syrtis explain --seat rome                              # every case that the position suggests\n  tabella -C syrtis explain --seat rome sicilia mare-tyrrhenum\n  tabella -C syrtis explain --seat rome 'area: sicilia' 'theirs: 3'\n  tabella -C syrtis explain --seat rome --draft rome.yaml sicilia    # as if rome.yaml counted\n\nThe question is YAML, in words that the page of the title lists (docs/)."
    )]
    Explain(Explain),
    /// Sign an order file (the same as `ssh-keygen -Y sign -n tabella-orders`)
    #[command(after_help = "Example:\n  tabella sign rome.yaml --key ~/.ssh/id_ed25519")]
    Sign(Sign),
    /// File signed orders for the open phase
    #[command(
        after_help = "Example:\n  tabella -C zama submit rome.yaml          # with rome.yaml.sig beside it\n  tabella -C zama submit - < mail.txt       # text and signature in one paste"
    )]
    Submit(Submit),
    /// Resolve the open phase, if everybody awaited has filed
    #[command(
        after_help = "Example:\n  tabella -C zama resolve\n  tabella -C zama resolve --absent carthage"
    )]
    Resolve(Resolve),
    /// Show a report
    #[command(
        after_help = "Example:\n  tabella -C zama report --seat rome\n  tabella -C zama report --phase 4 --format html > 4.html"
    )]
    Report(Report),
    /// Show the map
    #[command(
        after_help = "Example:\n  tabella -C zama map\n  tabella -C zama map --words      # positions in words, for screen readers\n  tabella -C zama map --svg > map.svg"
    )]
    Map(Map),
    /// The whole game so far as one narrative
    #[command(after_help = "Example:\n  tabella -C zama story | less")]
    Story(Story),
    /// Prove a game folder: every turn from the charter, the signed orders and the committed dice
    #[command(
        after_help = "Example:\n  tabella verify zama\n  tabella verify zama --start 5d41... --head 9b1f..."
    )]
    Verify(Verify),
    /// Play conformance cases
    #[command(after_help = "Example:\n  tabella case tests/cases/combined-arms")]
    Case(Case),
    /// Keys
    #[command(subcommand)]
    Key(Key),
    /// Let built-in players play many games, with a soundness check after every phase
    #[command(after_help = "Example:\n  tabella simulate combined-arms --games 1000 --seed 7")]
    Simulate(Simulate),
    /// Play a short signed game between two built-in players, tell it, verify it
    #[command(after_help = "Example:\n  tabella demo")]
    Demo(Demo),
    /// Mail
    #[cfg(feature = "mail")]
    #[command(subcommand)]
    Mail(Mail),
    /// Print the completions of a shell
    #[cfg(feature = "manual")]
    #[command(
        after_help = "Example:\n  tabella completions bash > ~/.local/share/bash-completion/completions/tabella"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[cfg(feature = "manual")]
    #[command(after_help = "Example:\n  tabella man | man -l -")]
    Man,
}

/// `--json` alone.
#[derive(Args, Debug)]
pub struct Json {
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella games`
#[derive(Args, Debug)]
pub struct Games {
    /// One title (without it: all)
    pub title: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella new`
#[derive(Args, Debug)]
pub struct New {
    /// Folder to create; its name is the game's id unless --id says otherwise
    pub folder: PathBuf,
    /// Title
    #[arg(long, value_name = "TITLE")]
    pub game: String,
    /// Scenario (without it: the title's first)
    #[arg(long)]
    pub scenario: Option<String>,
    /// A seat and its player's public key file, once for each seat
    #[arg(long = "seat", value_name = "SEAT=KEY.pub", required = true)]
    pub seats: Vec<String>,
    /// A player's name for a seat
    #[arg(long = "player", value_name = "SEAT=NAME")]
    pub players: Vec<String>,
    /// A player's mail address
    #[arg(long = "mail", value_name = "SEAT=ADDRESS")]
    pub mails: Vec<String>,
    /// An option of the title (see `tabella games TITLE`)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// How often the game stops to ask
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// Id of the game (letters, digits and `-`)
    #[arg(long)]
    pub id: Option<String>,
    /// The referee's private key (without it: a new one, kept in .tabella/)
    #[arg(long, value_name = "KEY")]
    pub referee: Option<PathBuf>,
    /// The referee's mail address
    #[arg(long, value_name = "ADDRESS")]
    pub referee_mail: Option<String>,
    /// Days that players have for each phase
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// Hour of the day at which deadlines fall
    #[arg(long, value_name = "0-23", default_value_t = 20, requires = "days")]
    pub hour: u32,
    /// Time zone of the deadlines
    #[arg(long, value_name = "ZONE", default_value = "UTC", requires = "days")]
    pub zone: String,
    /// Wait for whoever misses a deadline, instead of letting the title's fallback play for him
    #[arg(long, requires = "days")]
    pub wait: bool,
    /// Folder with data files that replace the title's own (your printed map, your charts)
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// `tabella form`
#[derive(Args, Debug)]
pub struct Form {
    /// Seat that will answer
    #[arg(long)]
    pub seat: String,
    /// Draw the salt here (only on the player's own machine: the referee must not know it)
    #[arg(long)]
    pub salt: bool,
}

/// `tabella check`
#[derive(Args, Debug)]
pub struct Check {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// The case, in YAML; several arguments are lines of one text (without any: every case that the position suggests)
    pub question: Vec<String>,
    /// Whose orders
    #[arg(long)]
    pub seat: String,
    /// A file that holds the question, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub file: Option<PathBuf>,
    /// An order file that is not sent yet: answer as if it counted (it needs no salt and no signature)
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella sign`
#[derive(Args, Debug)]
pub struct Sign {
    /// Order file; the signature is written beside it as FILE.sig
    pub file: PathBuf,
    /// Private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Fill an empty `salt:` with fresh random bytes before signing
    #[arg(long)]
    pub salt: bool,
}

/// `tabella submit`
#[derive(Args, Debug)]
pub struct Submit {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Signature (without it: FILE.sig, or the block at the end of the text)
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella resolve`
#[derive(Args, Debug)]
pub struct Resolve {
    /// Declare a seat absent: its standing orders or the title's fallback answer for it
    #[arg(long, value_name = "SEAT", conflicts_with = "deadline")]
    pub absent: Vec<String>,
    /// Resolve if the deadline has passed, and declare absent whoever has not filed
    #[arg(long)]
    pub deadline: bool,
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
}

/// `tabella report`
#[derive(Args, Debug)]
pub struct Report {
    /// As this seat sees it (without it: as the public does)
    #[arg(long)]
    pub seat: Option<String>,
    /// Of this phase (without it: the newest)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// How
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `tabella map`
#[derive(Args, Debug)]
pub struct Map {
    /// As this seat sees it
    #[arg(long)]
    pub seat: Option<String>,
    /// Positions in words, for screen readers
    #[arg(long, conflicts_with = "svg")]
    pub words: bool,
    /// As an SVG picture
    #[arg(long)]
    pub svg: bool,
}

/// `tabella story`
#[derive(Args, Debug)]
pub struct Story {
    /// How
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
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
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella case`
#[derive(Args, Debug)]
pub struct Case {
    /// Case file, or a folder of them; the folder below `cases/` names the title
    pub path: PathBuf,
    /// Title (without it: the name of the folder)
    #[arg(long)]
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
}

/// How built-in players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// As well as it can, quickly.
    Sensible,
    /// Lawful and aimless.
    Random,
    /// Orders that a checker would refuse.
    Hostile,
}

/// `tabella simulate`
#[derive(Args, Debug)]
pub struct Simulate {
    /// Title
    pub title: String,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// First seed; game i has seed + i
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Scenario (without it: the title's first)
    #[arg(long)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How a seat plays (without it: sensible)
    #[arg(long = "player", value_name = "SEAT=sensible|random|hostile")]
    pub players: Vec<String>,
    /// Also fold the events of every record and check every honest proposal
    #[arg(long)]
    pub close: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella demo`
#[derive(Args, Debug)]
pub struct Demo {
    /// Folder to create
    #[arg(default_value = "tabella-demo")]
    pub folder: PathBuf,
    /// Title
    #[arg(long, default_value = "combined-arms", value_name = "TITLE")]
    pub game: String,
    /// Seed of the built-in players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// `tabella mail`
#[cfg(feature = "mail")]
#[derive(Subcommand, Debug)]
pub enum Mail {
    /// Send what waits in outbox/, once each
    #[command(
        after_help = "Example:\n  tabella -C zama mail send --smtp smtp://user@mail.example.org:587\n  tabella -C zama mail send --sendmail\n\nThe password is read from TABELLA_SMTP_PASSWORD."
    )]
    Send(Send),
}

/// `tabella mail send`
#[cfg(feature = "mail")]
#[derive(Args, Debug)]
pub struct Send {
    /// SMTP server: smtp://USER@HOST:PORT (STARTTLS required), smtps:// (TLS from the start), or smtp+plain:// (no TLS, for a local relay only)
    #[arg(long, value_name = "URL", required_unless_present = "sendmail")]
    pub smtp: Option<String>,
    /// Hand the mail to the local sendmail
    #[arg(long, conflicts_with = "smtp")]
    pub sendmail: bool,
    /// A PEM file with a certificate authority to trust besides the system's
    #[arg(long, value_name = "PEM")]
    pub ca: Option<PathBuf>,
    /// Say what would be sent, and send nothing
    #[arg(long)]
    pub dry_run: bool,
}
