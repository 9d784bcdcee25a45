//! `tabella mail` and what can be asked of it.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella mail`
#[derive(Subcommand, Debug)]
pub enum Mail {
    /// Send what waits in outbox/, once each
    #[command(
        after_help = "Example:\n  tabella -C zama mail send --smtp smtp://user@mail.example.org:587\n  tabella -C zama mail send --sendmail\n\nThe password is read from TABELLA_SMTP_PASSWORD."
    )]
    Send(Send),
    /// Take one letter from standard input: file its orders, leave the answer in outbox/
    #[command(
        after_help = "Example:\n  tabella mail receive --letters ~/letters ~/games/zama < letter.eml    # in a mail filter\n  tabella mail receive --settings ~/.config/tabella/run.yaml < letter.eml\n\nExit code 75 asks the mail server to bring the letter again later."
    )]
    Receive(Receive),
    /// Take the new letters of a Maildir
    #[command(
        after_help = "Example:\n  tabella mail poll --maildir ~/Maildir --letters ~/letters ~/games/zama ~/games/capua"
    )]
    Poll(Poll),
    /// Where letters to a player, or to the referee, go: show it, or enter it
    #[command(
        after_help = "Example:\n  tabella mail address ~/games/zama                              # all of them\n  tabella mail address ~/games/zama rome laelius@example.org\n  tabella mail address ~/games/zama rome --none\n  tabella mail address ~/games/zama rome --lang it\n\nAddresses and languages are the referee's own (.tabella/addresses.yaml, languages.yaml): no copy of the game shows them."
    )]
    Address(Address),
}

/// `tabella mail address`
#[derive(Args, Debug)]
pub struct Address {
    /// Folder of the game
    pub game: PathBuf,
    /// Seat, or `referee` (without it: everybody)
    pub seat: Option<String>,
    /// The address from now on
    pub address: Option<String>,
    /// Write to this seat no longer
    #[arg(long, requires = "seat", conflicts_with = "address")]
    pub none: bool,
    /// In which language letters to this seat are written from now on: en or it
    #[arg(long, value_name = "LANGUAGE", requires = "seat")]
    pub lang: Option<String>,
    /// In whose time letters to this seat tell deadlines from now on: `America/New_York`
    #[arg(long, value_name = "ZONE", requires = "seat")]
    pub zone: Option<String>,
}

/// `tabella mail receive`
#[derive(Args, Debug)]
pub struct Receive {
    /// Where it belongs.
    #[command(flatten)]
    pub receiver: ReceiverArgs,
}

/// `tabella mail poll`
#[derive(Args, Debug)]
pub struct Poll {
    /// The Maildir
    #[arg(long, value_name = "FOLDER", required_unless_present = "settings")]
    pub maildir: Option<PathBuf>,
    /// Where it belongs.
    #[command(flatten)]
    pub receiver: ReceiverArgs,
}

/// Where letters go, and how many are answered
#[derive(Args, Debug)]
pub struct ReceiverArgs {
    /// The settings of `tabella run`, which name letters, games and limits
    #[arg(long, value_name = "FILE", conflicts_with_all = ["letters", "games"])]
    pub settings: Option<PathBuf>,
    /// Folder, outside the games, in which letters are kept as they came
    #[arg(long, value_name = "FOLDER", required_unless_present = "settings")]
    pub letters: Option<PathBuf>,
    /// Folders of the games that letters may be about
    #[arg(required_unless_present = "settings", value_name = "GAME")]
    pub games: Vec<PathBuf>,
}

/// `tabella mail send`
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
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella run`
#[derive(Args, Debug)]
pub struct Run {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = "~/.config/tabella/run.yaml")]
    pub settings: PathBuf,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do the I-th of N parts of the games, by their folders' names: several machines share the work
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Look at every game, and not at those alone that the index says may need it
    #[arg(long)]
    pub all: bool,
    /// Go on for ever, with a pause such as 5m after every round
    #[arg(long, value_name = "PAUSE", conflicts_with = "dry_run")]
    pub watch: Option<String>,
}

/// `tabella referee`
#[derive(Args, Debug)]
pub struct Referee {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = "~/.config/tabella/run.yaml")]
    pub settings: PathBuf,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// What to do with one game.
    #[command(subcommand)]
    pub act: Option<RefereeAct>,
}

/// What a referee does with one game.
#[derive(Subcommand, Debug)]
pub enum RefereeAct {
    /// Resolve nothing and remind nobody until the game is released
    #[command(after_help = "Example:\n  tabella -C zama referee hold 'the server is moving'")]
    Hold {
        /// Why, in one line
        reason: String,
    },
    /// Let a game go on that was held; the time of its phase begins anew
    #[command(after_help = "Example:\n  tabella -C zama referee release")]
    Release,
    /// Send a letter again that was sent, failed or came back
    #[command(after_help = "Example:\n  tabella -C zama referee resend 0007-rome.eml")]
    Resend {
        /// Its file in outbox/sent/ or outbox/failed/
        letter: String,
    },
    /// Write to every player of the game
    #[command(after_help = "Example:\n  tabella -C zama referee tell 'I am away until Monday.'")]
    Tell {
        /// What to say
        words: String,
    },
}
