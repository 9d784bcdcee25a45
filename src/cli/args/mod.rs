//! What can be typed: commands, options and their help.

mod bots;
mod club;
mod hints;
mod language;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "manual")]
mod manual;
mod map;
mod orders;
#[cfg(feature = "git")]
mod repository;
mod sharing;
mod story;

#[cfg(feature = "play")]
pub use bots::Play;
pub use bots::{Demo, Fork, Luck, Player, Practice, Simulate};
pub use club::{Invite, InviteNew, Join, People, Ratings, Site, Substitute, Tournament};
pub use language::{LanguageArg, WishedLanguageArg};
#[cfg(feature = "mail")]
pub use mail::{Address, Mail, Poll, Receive, ReceiverArgs, Referee, RefereeAct, Run, Send};
#[cfg(feature = "manual")]
pub use manual::{Man, Manual};
pub use map::{Map, Replay, Style};
pub use orders::{
    Check, Codes, Explain, Forecast, Form, Legal, Schema, Sheet, Sign, Status, Submit,
};
#[cfg(feature = "git")]
pub use repository::{
    Forge, Gate, GitCommand, GitInit, GitPull, Hook, PushConsent, PushOrders, Seal, Where,
};
pub use sharing::{Change, Export, Need, Open, Publish, Receipt, Verify};
pub use story::{Binding, Story};

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
    #[arg(long, visible_alias = "color", global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub colour: Colour,
    /// Print nothing but what was asked for, and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
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
  4  error with files, keys or locks

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
    New(Box<New>),
    /// Invite to a game that is not there yet, take joins, and check who got which seat
    #[command(subcommand)]
    Invite(Invite),
    /// Answer an invitation with a signed `join.yaml`
    #[command(
        after_help = "Example:\n  tabella join invitation.yaml --key ~/.ssh/id_ed25519 --name 'Livia Drusi' --wish rome"
    )]
    Join(Join),
    /// Who is awaited, since when, until when, and what has been filed (never its content)
    #[command(after_help = "Example:\n  tabella -C zama status")]
    Status(Status),
    /// The order form of a seat for the open phase, filled in as far as the referee may (`--seat referee` where the referee is asked)
    #[command(
        after_help = "Example:\n  tabella -C zama form --seat rome --out rome.yaml\n  tabella -C zama form --seat rome | less"
    )]
    Form(Form),
    /// The order sheet of a seat: a page with the map, on which orders are given by hand, checked and signed, without a network
    #[command(
        after_help = "Example:\n  tabella -C zama sheet --seat rome --out rome.html\n  tabella -C zama sheet --seat rome --out rome.json    # the turn alone, for a page that is at hand"
    )]
    Sheet(Sheet),
    /// What a seat may order, as its order sheet offers it: a list for programs
    #[command(after_help = "Example:\n  tabella -C zama legal --seat rome --unit ve1 --json")]
    Legal(Legal),
    /// The order files or charters of a title as JSON Schema, for editors and other programs
    #[command(after_help = "Example:\n  tabella schema punica --out punica.json")]
    Schema(Schema),
    /// What a code says and the way out, or the table of all codes
    #[command(after_help = "Example:\n  tabella codes E-phase")]
    Codes(Codes),
    /// Everything that is wrong with an order file, before it is sent
    #[command(after_help = "Example:\n  tabella -C zama check rome.yaml")]
    Check(Check),
    /// What a draft may come to, from what its seat knows
    #[command(after_help = "Example:\n  tabella -C zama forecast rome.yaml")]
    Forecast(Forecast),
    /// What the orders in force of a seat, or a draft, would do in a case that you imagine
    #[command(
        after_help = "Example:\n  tabella -C syrtis explain --seat rome                              # every case that the position suggests\n  tabella -C syrtis explain --seat rome sicilia mare-tyrrhenum\n  tabella -C syrtis explain --seat rome 'area: sicilia' 'theirs: 3'\n  tabella -C syrtis explain --seat rome --draft rome.yaml sicilia    # as if rome.yaml counted\n\nThe question is YAML, in words that the guide of the title lists (games/TITLE/README.md)."
    )]
    Explain(Explain),
    /// Sign an order file (the same as `ssh-keygen -Y sign -n tabella-orders`), and vouch for the head that it answers
    #[command(after_help = "Example:\n  tabella sign rome.yaml --key ~/.ssh/id_ed25519")]
    Sign(Sign),
    /// Seal signed orders to the game's own key, so that they can travel where others read (the same as `age -a -r`)
    #[cfg(feature = "git")]
    #[command(
        after_help = "Example:\n  tabella -C zama seal rome.yaml --key ~/.ssh/id_ed25519    # writes rome.yaml.age\n\nThe referee files it like any other: tabella submit rome.yaml.age"
    )]
    Seal(Seal),
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
    /// The game step by step: a page on which the map follows every event, forward and back, with its sentence and arithmetic
    #[command(
        after_help = "Example:\n  tabella replay zama --out zama.html                  # as everybody may see it\n  tabella replay zama --out zama.html --seat rome      # as Rome may"
    )]
    Replay(Replay),
    /// The whole game so far as one narrative
    #[command(
        after_help = "Example:\n  tabella -C zama story | less\n  tabella -C zama story --format epub --out zama.epub"
    )]
    Story(Story),
    /// The referee's signed word for what a seat filed last
    #[command(after_help = "Example:\n  tabella -C zama receipt --seat rome > rome.receipt")]
    Receipt(Receipt),
    /// Replace keys and players, by those who must agree
    #[command(subcommand)]
    Change(Change),
    /// Make a copy that others may have: everything that is public, or that one seat may know
    #[command(
        after_help = "Example:\n  tabella -C zama publish zama-public\n  tabella -C zama publish --seat rome zama-rome"
    )]
    Publish(Publish),
    /// Write a game into one archive without secrets, and say what was left out
    #[command(
        after_help = "Example:\n  tabella export zama zama.tar\n  tabella export zama rome.tar --seat rome"
    )]
    Export(Export),
    /// Show one item of what is hidden, such as a battle, a chit or a card, to somebody without the rest
    #[command(
        after_help = "Example:\n  tabella -C metaurus open /state/units/af-1 --record 7 --out af-1.open\n  tabella verify metaurus-copy --open af-1.open      # whoever was shown it\n\nWhoever has hidden.yaml can: the referee, and everybody once the game is over. The charter must say `items: true` (`tabella new --items`)."
    )]
    Open(Open),
    /// Write a club's pages from the public records of its games: front page, games, players, standings, feed
    #[command(
        after_help = "Example:\n  tabella site games --out public --name 'The Ticinus Club' --url https://club.example"
    )]
    Site(Site),
    /// Everybody who plays, by key: their games, results, and how reliably they answer
    #[command(after_help = "Example:\n  tabella people games")]
    People(People),
    /// Ratings by Glicko-2, over all titles and for each, from finished games
    #[command(
        after_help = "Example:\n  tabella ratings games\n  tabella ratings games --verify --json"
    )]
    Ratings(Ratings),
    /// Tournaments: rounds that anybody can draw again, and tables
    #[command(subcommand)]
    Tournament(Tournament),
    /// The game so far, one line a record
    #[command(after_help = "Example:\n  tabella -C zama log")]
    Log(Json),
    /// A game in a public git repository
    #[cfg(feature = "git")]
    #[command(subcommand)]
    Git(GitCommand),
    /// Judge commits that are to enter a public repository, each against the game before it
    #[cfg(feature = "git")]
    #[command(
        after_help = "Example:\n  tabella gate origin/main..HEAD --start 5d41...\n  tabella gate --explain                        # every code, and the way out"
    )]
    Gate(Gate),
    /// Hooks of a public repository
    #[cfg(feature = "git")]
    #[command(subcommand)]
    Hook(Hook),
    /// Prove a game folder: every turn from the charter, the signed orders and the committed dice
    #[command(
        after_help = "Example:\n  tabella verify zama\n  tabella verify zama --start 5d41... --head 9b1f...\n  tabella verify zama --from 9b1f...      # only what came since you proved that head"
    )]
    Verify(Verify),
    /// Play conformance cases
    #[command(after_help = "Example:\n  tabella case games/combined-arms/cases")]
    Case(Case),
    /// Keys
    #[command(subcommand)]
    Key(Key),
    /// Let built-in players play many games, with a soundness check after every phase
    #[command(
        after_help = "Example:\n  tabella simulate combined-arms --games 1000 --seed 7\n  tabella simulate punica --games 100 --player rome=strong --swap"
    )]
    Simulate(Simulate),
    /// Play a short signed game between two built-in players, tell it, verify it
    #[command(
        after_help = "Example:\n  tabella demo\n  tabella demo --game punica --seed 7 punica-demo"
    )]
    Demo(Demo),
    /// What the dice gave each side, what was to be expected, and how many games in a hundred would have been worse
    #[command(
        after_help = "Example:\n  tabella -C metaurus luck\n  tabella -C metaurus luck --svg dice.svg\n  tabella -C metaurus luck --swing"
    )]
    Luck(Luck),
    /// Play against the program: a game of your own, answered as soon as you have filed
    #[command(
        after_help = "Example:\n  tabella practice punica --seat rome\n  tabella -C practice-punica submit practice-punica/rome.yaml"
    )]
    Practice(Practice),
    /// What if: a sandbox that begins where a game stood, in which you play all seats with other dice
    #[command(
        after_help = "Example:\n  tabella fork zama what-if --at 5\n  tabella -C what-if submit what-if/rome.yaml\n\nTo go back, fork the sandbox: both stay."
    )]
    Fork(Fork),
    /// Give orders in the browser of this machine: the order sheet, answered by this program, files them and shows the report
    #[cfg(feature = "play")]
    #[command(
        after_help = "Example:\n  tabella play zama --seat rome --key scipio\n  tabella play zama --seat rome --no-browser        # prints the address alone"
    )]
    Play(Play),
    /// Mail
    #[cfg(feature = "mail")]
    #[command(subcommand)]
    Mail(Mail),
    /// One round of everything for all games: letters in, receipts, reminders, resolving, reports, letters out
    #[cfg(feature = "mail")]
    #[command(
        after_help = "Example:\n  tabella run                                    # from cron or a systemd timer\n  tabella run --settings ~/club/run.yaml --dry-run\n  tabella run --watch 5m\n\ndocs/referee.md explains the settings."
    )]
    Run(Run),
    /// All games at a glance; hold or release one, write to its players, send a letter again
    #[cfg(feature = "mail")]
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Example:\n  tabella referee\n  tabella -C zama referee hold 'the server is moving'\n  tabella -C zama referee release\n  tabella -C zama referee resend 0007-rome.eml"
    )]
    Referee(Referee),
    /// Completions and manual pages.
    #[cfg(feature = "manual")]
    #[command(flatten)]
    Manual(Manual),
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
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
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
    /// The folder of an invitation (`tabella invite`): draw its lot, and take everything from it and from the joins
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "scenario", "seats", "program", "players", "mails", "options", "id", "referee_mail", "days", "schedule"])]
    pub from_invitation: Option<PathBuf>,
    /// Title
    #[arg(long, value_name = "TITLE", required_unless_present = "from_invitation", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: Option<String>,
    /// Scenario (without it: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// A seat and its player's public key file, once for each seat
    #[arg(long = "seat", value_name = "SEAT=KEY.pub", required_unless_present = "from_invitation", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub seats: Vec<String>,
    /// A seat that the program plays, and how well: it signs its own orders, and the last record proves that nobody else played
    #[arg(long = "program", value_name = "SEAT=easy|fair|strong", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub program: Vec<String>,
    /// A player's name for a seat
    #[arg(long = "player", value_name = "SEAT=NAME", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub players: Vec<String>,
    /// A player's mail address
    #[arg(long = "mail", value_name = "SEAT=ADDRESS", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub mails: Vec<String>,
    /// A player's age key, age1...: parcels in a public repository are sealed to it
    #[arg(long = "age", value_name = "SEAT=RECIPIENT", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub ages: Vec<String>,
    /// An option of the title (see `tabella games TITLE`)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
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
    /// Wait for whoever misses a deadline, instead of letting the title's fallback play for them
    #[arg(long, requires = "days")]
    pub wait: bool,
    /// A file with the whole schedule: times of the week, days off, reminders, what happens to who is late (docs/referee.md)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["days", "wait"])]
    pub schedule: Option<PathBuf>,
    /// What players agree on beside the rules.
    #[command(flatten)]
    pub terms: sharing::Terms,
    /// Folder with data files that replace the title's own (your printed map, your charts)
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella resolve`
#[derive(Args, Debug)]
pub struct Resolve {
    /// Declare a seat absent: its standing orders or the title's fallback answer for it
    #[arg(long, value_name = "SEAT", conflicts_with = "deadline", value_parser = hints::SEAT, hide_possible_values = true)]
    pub absent: Vec<String>,
    /// Resolve if the deadline has passed, and declare absent whoever has not filed
    #[arg(long)]
    pub deadline: bool,
    /// Continue another history than the one that was signed here, and remember why
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
}

/// `tabella report`
#[derive(Args, Debug)]
pub struct Report {
    /// As this seat sees it (without it: as the public does)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Of this phase (without it: the newest)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// How
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print JSON for a program: the facts that the report is made of
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write the page and the map of every record into this folder, as this program renders them today
    #[arg(long, value_name = "DIR", conflicts_with_all = ["phase", "format", "json", "seat"])]
    pub all: Option<PathBuf>,
    /// Also the page on which the game can be followed step by step, linked from the others
    #[arg(long, requires = "all")]
    pub replay: bool,
    /// Folder with templates of your own, for what is shown here (never for a record)
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella case`
#[derive(Args, Debug)]
pub struct Case {
    /// Case file, or a folder of them; the folder below `cases/` names the title
    pub path: PathBuf,
    /// Title (without it: the name of the folder)
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
    /// Put the referee's key and dice secrets into a folder outside the game, from where they are taken from now on
    #[command(after_help = "Example:\n  tabella -C zama key away /media/stick/zama")]
    Away {
        /// The folder
        place: PathBuf,
    },
    /// Bring them back into the game folder
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
    /// Lay them open again
    #[command(
        after_help = "Example:\n  tabella -C zama key unseal            # with TABELLA_IDENTITY=/media/stick/identity"
    )]
    Unseal,
}
