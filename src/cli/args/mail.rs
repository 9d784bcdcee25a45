//! `tabella mail` and what can be asked of it.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella mail`
#[derive(Subcommand, Debug)]
pub enum Mail {
    /// Send the letters that wait in outbox/
    #[command(
        after_help = "Example:\n  tabella -C zama mail send --smtp smtp://user@mail.example.org:587\n  tabella -C zama mail send --sendmail\n\nThe password is read from TABELLA_SMTP_PASSWORD."
    )]
    Send(Send),
    /// Take one letter from standard input: file its orders, and put the answer in outbox/
    #[command(
        after_help = "Example:\n  tabella mail receive --letters ~/letters ~/games/zama < letter.eml    # in a mail filter\n  tabella mail receive --settings ~/.config/tabella/run.yaml < letter.eml\n\nExit code 75 asks the mail server to bring the letter again later."
    )]
    Receive(Receive),
    /// Take the new letters of a Maildir
    #[command(
        after_help = "Example:\n  tabella mail poll --maildir ~/Maildir --letters ~/letters ~/games/zama ~/games/capua"
    )]
    Poll(Poll),
    /// Send a test letter to the club's own mailbox, and say what became of the last one
    #[command(
        after_help = "Example:\n  tabella mail test --settings ~/.config/tabella/run.yaml\n\nThe round that reads it says whether the receiving server finds it genuine (SPF, DKIM, DMARC)."
    )]
    Test(Test),
    /// Show or enter the mail address of a player or the referee
    #[command(
        after_help = "Example:\n  tabella mail address ~/games/zama                              # all of them\n  tabella mail address ~/games/zama rome laelius@example.org\n  tabella mail address ~/games/zama rome --none\n  tabella mail address ~/games/zama rome --lang it\n\nAddresses and languages are the referee's own (.tabella/addresses.yaml, languages.yaml): no copy of the game shows them."
    )]
    Address(Address),
    /// Write to every player of the game
    #[command(after_help = "Example:\n  tabella -C zama mail tell 'I am away until Monday.'")]
    Tell {
        /// What to say
        words: String,
    },
    /// Send a letter again that was sent, failed or came back
    #[command(
        after_help = "Example:\n  tabella -C zama mail resend 0007-rome.eml\n  tabella -C zama mail resend --failed"
    )]
    Resend {
        /// Its file in outbox/sent/ or outbox/failed/
        #[arg(required_unless_present = "failed")]
        letter: Option<String>,
        /// Every letter in outbox/failed/
        #[arg(long, conflicts_with = "letter")]
        failed: bool,
    },
}

/// `tabella mail test`
#[derive(Args, Debug)]
pub struct Test {
    /// The settings of `tabella referee run`
    #[arg(long, value_name = "FILE", default_value = "~/.config/tabella/run.yaml")]
    pub settings: PathBuf,
}

/// `tabella mail address`
#[derive(Args, Debug)]
pub struct Address {
    /// Folder of the game
    pub game: PathBuf,
    /// Seat, or `referee` (default: everybody)
    pub seat: Option<String>,
    /// The new address
    pub address: Option<String>,
    /// Stop writing to this seat
    #[arg(long, requires = "seat", conflicts_with = "address")]
    pub none: bool,
    /// New language of letters to this seat: en or it
    #[arg(long, value_name = "LANGUAGE", requires = "seat")]
    pub lang: Option<String>,
    /// New time zone of deadlines in letters to this seat, such as `America/New_York`
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
    /// The settings of `tabella referee run`, which name letters, games and limits
    #[arg(long, value_name = "FILE", conflicts_with_all = ["letters", "games"])]
    pub settings: Option<PathBuf>,
    /// Folder outside the games in which letters are kept as they came
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
    /// Give the mail to the local sendmail
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
