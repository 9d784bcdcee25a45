//! What a club does: its pages, people, ratings, tournaments.

use super::{LanguageArg, hints};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella site`
#[derive(Args, Debug)]
pub struct Site {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Folder to write the site into; what stands there already is not written again
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Name of the club
    #[arg(long, default_value = "Our games")]
    pub name: String,
    /// With a page for each game on which it can be followed step by step, where its folder lacks nothing
    #[arg(long)]
    pub replay: bool,
    /// The file of a tournament that gets a page
    #[arg(long = "tournament", value_name = "FILE")]
    pub tournaments: Vec<PathBuf>,
    /// A folder with the folders of invitations; those that are open to anybody get a page
    #[arg(long, value_name = "DIR")]
    pub invitations: Option<PathBuf>,
    /// Where the site will stand: then it has a feed, and every game a preview picture
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// `tabella people`
#[derive(Args, Debug)]
pub struct People {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella ratings`
#[derive(Args, Debug)]
pub struct Ratings {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Prove every finished game first, and count none that is not proven
    #[arg(long)]
    pub verify: bool,
    /// Propose handicaps between two people, by their names or the fingerprints of their keys: which scenario, and who takes which side
    #[arg(long, num_args = 2, value_names = ["PERSON", "PERSON"], requires = "title")]
    pub between: Option<Vec<String>>,
    /// The title that the two would play
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true, requires = "between")]
    pub title: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella tournament`
#[derive(Subcommand, Debug)]
pub enum Tournament {
    /// Draw the next round, from the seed and the results so far
    #[command(
        after_help = "Example:\n  tabella tournament pair autumn.yaml games            # shown only\n  tabella tournament pair autumn.yaml games --write    # put into the file"
    )]
    Pair {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Put the round at the end of the file
        #[arg(long)]
        write: bool,
    },
    /// Create the games of the rounds in the file that are not there yet
    #[command(
        after_help = "Example:\n  tabella tournament open autumn.yaml --into games --referee ~/.ssh/club"
    )]
    Open {
        /// The tournament's file
        file: PathBuf,
        /// Folder of the games; each gets a folder in it with its id
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
        /// The referee's private key (without it: a new one for each game, kept in its .tabella/)
        #[arg(long, value_name = "KEY")]
        referee: Option<PathBuf>,
        /// The referee's mail address
        #[arg(long, value_name = "ADDRESS")]
        referee_mail: Option<String>,
    },
    /// The table, with the tie-breaks that the file names
    #[command(after_help = "Example:\n  tabella tournament table autumn.yaml games")]
    Table {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
    /// Draw every round again, and hold the games to the file
    #[command(after_help = "Example:\n  tabella tournament check autumn.yaml games")]
    Check {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
    },
}

/// `tabella invite`
#[derive(Subcommand, Debug)]
pub enum Invite {
    /// Write a signed invitation into a new folder, with the secret of its lot
    #[command(
        after_help = "Example:\n  tabella invite new capua --id capua --game combined-arms --sides lot --key referee --mail referee@example.org"
    )]
    New(Box<InviteNew>),
    /// Take a player's join: a file with its signature beside it, a text that carries it, or a letter
    #[command(
        after_help = "Example:\n  tabella invite take capua join.yaml\n  tabella invite take capua letter.eml"
    )]
    Take {
        /// Folder of the invitation
        dir: PathBuf,
        /// The join, or the letter that brings it
        file: PathBuf,
    },
    /// Work out again who got which seat, and hold the game to it
    #[command(after_help = "Example:\n  tabella invite check capua --game games/capua")]
    Check {
        /// Folder of the invitation, with its joins and its lot
        dir: PathBuf,
        /// The game that it became, whole or a public copy
        #[arg(long, value_name = "DIR")]
        game: Option<PathBuf>,
    },
    /// Propose that whoever stands by first takes a seat of the running game over
    #[command(
        after_help = "Example:\n  tabella invite substitute capua --game games/capua rome --reason 'Livia left'"
    )]
    Substitute(Substitute),
}

/// `tabella invite substitute`
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
    /// Somebody who stands by, by the name of their join, and has declined
    #[arg(long, value_name = "NAME")]
    pub pass: Vec<String>,
}

/// `tabella invite new`
#[derive(Args, Debug)]
pub struct InviteNew {
    /// Folder to write into
    pub dir: PathBuf,
    /// Id of the game to be
    #[arg(long)]
    pub id: String,
    /// Title
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (without it: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title (see `tabella games TITLE`)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// How often the game stops to ask
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How seats are given
    #[arg(long, value_name = "choice|lot|bid|preference", default_value = "lot")]
    pub sides: String,
    /// What a bid is a bid of, in words
    #[arg(long, value_name = "TEXT")]
    pub bid: Option<String>,
    /// The public key of somebody who may join; with any, nobody else may
    #[arg(long = "only", value_name = "KEY.pub")]
    pub invited: Vec<PathBuf>,
    /// A file with the schedule (docs/referee.md)
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// When others than the players will see what happened (without it: at once)
    #[arg(long, value_name = "at-once|N-turns-late|at-end|nothing")]
    pub public: Option<record::disclosure::Disclosure>,
    /// What players will be able to write to one another in their order files: nothing without it; `named`, with their name; `anonymous`,
    /// without it where they wish
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

/// `tabella join`
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
    /// Your mail address, for the letters of the game; it goes into the referee's own file and no charter, but whoever is shown the joins
    /// reads it (without it: tell the referee by another way)
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
    /// Your age key, `age1...`, to which what is for you alone is sealed in a public repository (without it: your SSH key, which
    /// must then be an ed25519 key)
    #[arg(long, value_name = "RECIPIENT")]
    pub age: Option<String>,
    /// A seat that you wish for, the dearest first
    #[arg(long = "wish", value_name = "SEAT")]
    pub wishes: Vec<String>,
    /// What you bid for the first of them
    #[arg(long, value_name = "N")]
    pub bid: Option<u32>,
    /// Something that nobody can guess (without it: drawn at random)
    #[arg(long, value_name = "TEXT")]
    pub salt: Option<String>,
    /// Where to write it
    #[arg(long, value_name = "FILE", default_value = "join.yaml")]
    pub out: PathBuf,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}
