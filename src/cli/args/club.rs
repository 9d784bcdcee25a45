//! What a club does: invitations, tournaments, ratings, people, pages.

use super::{LanguageArg, hints};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella club`
#[derive(Subcommand, Debug)]
pub enum Club {
    /// Invite players to a new game, take their joins, and check who got which seat
    #[command(subcommand)]
    Invite(Invite),
    /// Answer an invitation with a signed `join.yaml`
    #[command(
        after_help = "Example:\n  tabella club join invitation.yaml --key ~/.ssh/id_ed25519 --name 'Livia Drusi' --wish rome"
    )]
    Join(Join),
    /// Tournaments: rounds that anybody can draw again, and tables
    #[command(subcommand)]
    Tournament(Tournament),
    /// Work out Glicko-2 ratings from finished games, over all titles and for each
    #[command(
        after_help = "Example:\n  tabella club ratings games\n  tabella club ratings games --json"
    )]
    Ratings(Ratings),
    /// List everybody who plays, by key: their games, results, and how reliably they answer
    #[command(after_help = "Example:\n  tabella club people games")]
    People(People),
    /// Write a club's pages from the public records of its games: front page, games, players, standings, feed
    #[command(
        after_help = "Example:\n  tabella club site games --out public --name 'The Ticinus Club' --url https://club.example"
    )]
    Site(Site),
}

/// `tabella club site`
#[derive(Args, Debug)]
pub struct Site {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Folder to write the site to; unchanged files are not written again
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Name of the club
    #[arg(long, default_value = "Our games")]
    pub name: String,
    /// Add a page to step through for each complete game
    #[arg(long)]
    pub replay: bool,
    /// The file of a tournament that is to have a page
    #[arg(long = "tournament", value_name = "FILE")]
    pub tournaments: Vec<PathBuf>,
    /// A folder with the folders of invitations; those open to anybody get a page
    #[arg(long, value_name = "DIR")]
    pub invitations: Option<PathBuf>,
    /// Address at which the site will stand; with it, the site gets a feed and every game a preview picture
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// `tabella club people`
#[derive(Args, Debug)]
pub struct People {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella club ratings`
#[derive(Args, Debug)]
pub struct Ratings {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Propose handicaps between two people, given by their names or the fingerprints of their keys
    #[arg(long, num_args = 2, value_names = ["PERSON", "PERSON"], requires = "title")]
    pub between: Option<Vec<String>>,
    /// The title that the two would play
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true, requires = "between")]
    pub title: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella club tournament`
#[derive(Subcommand, Debug)]
pub enum Tournament {
    /// Draw the next round, from the seed and the results so far
    #[command(
        after_help = "Example:\n  tabella club tournament pair autumn.yaml games            # shown only\n  tabella club tournament pair autumn.yaml games --write    # added to the file"
    )]
    Pair {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Add the round at the end of the file
        #[arg(long)]
        write: bool,
    },
    /// Create the games of the file that are not there yet
    #[command(
        after_help = "Example:\n  tabella club tournament open autumn.yaml --into games --referee ~/.ssh/club"
    )]
    Open {
        /// The tournament's file
        file: PathBuf,
        /// Folder of the games; each gets a folder in it with its id
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
        /// The referee's private key (default: a new one for each game, kept in its .tabella/)
        #[arg(long, value_name = "KEY")]
        referee: Option<PathBuf>,
        /// The referee's mail address
        #[arg(long, value_name = "ADDRESS")]
        referee_mail: Option<String>,
    },
    /// Show the table, with the tie-breaks that the file names
    #[command(after_help = "Example:\n  tabella club tournament table autumn.yaml games")]
    Table {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
    /// Draw every round again, and compare the games with the file
    #[command(after_help = "Example:\n  tabella club tournament check autumn.yaml games")]
    Check {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
    },
}

/// `tabella club invite`
#[derive(Subcommand, Debug)]
pub enum Invite {
    /// Write a signed invitation into a new folder, with the secret of its lot
    #[command(
        after_help = "Example:\n  tabella club invite new capua --id capua --game combined-arms --sides lot --key referee --mail referee@example.org"
    )]
    New(Box<InviteNew>),
    /// Take a player's join: a file with its signature beside it, a text that includes it, or a letter
    #[command(
        after_help = "Example:\n  tabella club invite take capua join.yaml\n  tabella club invite take capua letter.eml"
    )]
    Take {
        /// Folder of the invitation
        dir: PathBuf,
        /// The join, or the letter that brings it
        file: PathBuf,
    },
    /// Work out again who got which seat, and compare that with the game
    #[command(after_help = "Example:\n  tabella club invite check capua --game games/capua")]
    Check {
        /// Folder of the invitation, with its joins and its lot
        dir: PathBuf,
        /// The game that it became, whole or a public copy
        #[arg(long, value_name = "DIR")]
        game: Option<PathBuf>,
    },
    /// Propose that the first player standing by takes over a seat of the running game
    #[command(
        after_help = "Example:\n  tabella club invite substitute capua --game games/capua rome --reason 'Livia left'"
    )]
    Substitute(Substitute),
}

/// `tabella club invite substitute`
#[derive(Args, Debug)]
pub struct Substitute {
    /// Folder of the invitation, with its joins and its lot
    pub dir: PathBuf,
    /// The game that it became, the referee's own folder
    #[arg(long, value_name = "DIR")]
    pub game: PathBuf,
    /// The seat that wants a player
    pub seat: String,
    /// Why, for all to read
    #[arg(long)]
    pub reason: String,
    /// Skip this person, who has declined; the name is that of their join
    #[arg(long, value_name = "NAME")]
    pub pass: Vec<String>,
}

/// `tabella club invite new`
#[derive(Args, Debug)]
pub struct InviteNew {
    /// Folder to write into
    pub dir: PathBuf,
    /// Id of the future game
    #[arg(long)]
    pub id: String,
    /// Title
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title (see `tabella rules TITLE --choices`)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// How often the game stops to ask
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How seats are given
    #[arg(long, value_name = "choice|lot|bid|preference", default_value = "lot")]
    pub sides: String,
    /// What players bid, in words
    #[arg(long, value_name = "TEXT")]
    pub bid: Option<String>,
    /// Public key of somebody who may join; if you name any, nobody else may
    #[arg(long = "only", value_name = "KEY.pub")]
    pub invited: Vec<PathBuf>,
    /// A file with the schedule (docs/referee.md)
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// When people other than the players will see what happened (default: at once)
    #[arg(long, value_name = "at-once|N-turns-late|at-end|nothing")]
    pub public: Option<record::disclosure::Disclosure>,
    /// Let players write notes to one another in their order files: `named`, with their name; `anonymous`, without it if they wish (default: no notes)
    #[arg(long, value_name = "named|anonymous")]
    pub notes: Option<super::sharing::Notes>,
    /// The last day on which joins are taken
    #[arg(long, value_name = "DATE")]
    pub until: Option<chrono::NaiveDate>,
    /// The referee's private key: it signs the invitation, and will seal the game
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The referee's name
    #[arg(long)]
    pub name: Option<String>,
    /// The referee's mail address, to which joins are sent
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
}

/// `tabella club join`
#[derive(Args, Debug)]
pub struct Join {
    /// The invitation, with its signature beside it
    pub invitation: PathBuf,
    /// Your private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Your name, as you wish to be called
    #[arg(long)]
    pub name: String,
    /// Your mail address, for the game's letters. It is kept out of the charter, but anybody who sees the joins can read it. (Default: tell the referee in another way)
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
    /// Your age key, `age1...`, to which parcels for you in a public repository are sealed (default: your SSH key, which must then be an ed25519 key)
    #[arg(long, value_name = "RECIPIENT")]
    pub age: Option<String>,
    /// A seat that you would like; name the most wanted first
    #[arg(long = "wish", value_name = "SEAT")]
    pub wishes: Vec<String>,
    /// What you bid for the first seat that you wish for
    #[arg(long, value_name = "N")]
    pub bid: Option<u32>,
    /// Something that nobody can guess (default: drawn at random)
    #[arg(long, value_name = "TEXT")]
    pub salt: Option<String>,
    /// Where to write it
    #[arg(long, value_name = "FILE", default_value = "join.yaml")]
    pub out: PathBuf,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}
