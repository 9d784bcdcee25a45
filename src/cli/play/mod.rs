//! `tabella play`: against the program, or a seat in the game of a folder; on a page in the browser of this machine that this
//! program answers, or in the terminal.

#[cfg(feature = "play")]
mod answer;
#[cfg(feature = "play")]
pub(super) mod door;
#[cfg(feature = "play")]
mod lesson;
#[cfg(feature = "play")]
mod lobby;
#[cfg(feature = "play")]
mod table;

use crate::catalogue;
use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, WishedLanguageArg, hints, languages};
use crate::cli::copy::Copy;
use crate::cli::now;
use crate::cli::practice::{self, Wanted};
use crate::store::copies::seat_copy::SeatCopy;
#[cfg(feature = "play")]
use crate::store::environment;
use crate::store::records::{players, solo};
use crate::store::{Folder, Game, SigningKey, files, load};
use clap::Args;
use engine::complaint::nearest;
use record::charter::CHARTER_FILE;
use std::path::{Path, PathBuf};

/// Play against the program, or play your seat in a game with others
///
/// The game opens in the browser, or in the terminal. Games against the program are kept in your data folder, and continue where you left them.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella play                        # your games, and new ones, in the browser\n  tabella play punica                 # your current game of Punica, or a new one\n  tabella play punica --no-browser    # the same in the terminal\n  tabella play zama --seat rome --key scipio"
)]
pub struct PlayArgs {
    /// A title, the name of your game against the program, or the folder of a game (default: a list of your games, and new ones)
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Your seat (default: the scenario's first, or the only one open to you)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Begin a new game of the title, even if you have others
    #[arg(long)]
    pub new: bool,
    /// In a new game: how well the program plays (default: fair)
    #[arg(long, value_name = "easy|fair|strong")]
    pub strength: Option<String>,
    /// In a new game: the scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// In a new game: an option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// In a new game: how often the game stops to ask: `full` asks you everything, `brisk` lets standing orders answer
    /// for you (default: full)
    #[arg(long, value_name = "full|brisk")]
    pub tempo: Option<String>,
    /// In a game with others: your private key, with which the program signs what you file (default: you sign on the page)
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Play in the terminal, with `form`, `check` and `submit`
    #[arg(long)]
    pub no_browser: bool,
    /// Print the page's address instead of opening a browser
    #[cfg(feature = "play")]
    #[arg(long, conflicts_with = "no_browser")]
    pub address: bool,
    /// Port on this machine (0: any free port)
    #[cfg(feature = "play")]
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

impl PlayArgs {
    /// True if a new game is asked for: `--new`, or anything that only a new game can have.
    pub fn begins(&self) -> bool {
        self.new
            || self.strength.is_some()
            || self.scenario.is_some()
            || self.tempo.is_some()
            || !self.options.is_empty()
    }
}

/// The path of the page of games, below the secret path.
#[cfg(feature = "play")]
pub(super) const GAMES_PATH: &str = "games";

/// The path of a lesson, below the secret path.
#[cfg(feature = "play")]
pub(super) fn lesson_path(title: &str, id: &str) -> String {
    format!("learn/{title}/{id}/")
}

pub(super) enum Target {
    /// The page on which the person chooses one of their games, or begins a new one.
    Games,
    /// A game against the program, and the first record that its person has not been told of.
    Alone { folder: Folder, since: u32 },
    Seat {
        folder: Folder,
        #[cfg_attr(not(feature = "play"), expect(dead_code, reason = "only a page asks for it"))]
        seat: String,
    },
}

/// Runs the command. If it serves a page, it ends only when it is stopped.
///
/// # Errors
/// No such game or title; a choice that the title does not have; a copy with sealed files that is not a seat's copy; an
/// unknown seat, or one that another copy serves; a key that cannot be used; a port that is taken.
pub fn run(dir: Option<&Path>, args: &PlayArgs) -> CommandResult {
    let key = args.key.as_deref().map(SigningKey::open).transpose()?;
    let target = target(dir, args, key.as_ref())?;
    #[cfg(feature = "play")]
    if args.address || (!args.no_browser && environment::has_screen()) {
        return door::serve(
            door::Start::Play(target, key),
            args.port,
            args.address,
            args.lang.language(),
        );
    }
    in_terminal(&target, args)
}

/// Says in the terminal where the game stands and what to do next.
fn in_terminal(target: &Target, args: &PlayArgs) -> CommandResult {
    match target {
        Target::Games => now::games(),
        Target::Seat { folder, .. } => now::of(folder),
        Target::Alone { folder, since } => {
            let own = players::practised(folder)?.expect("the game is played against the program");
            let game = SeatGame::of(folder)?;
            let language = languages::of_page(args.lang.language(), &game, &own)?;
            practice::go_on(folder, &own, *since, language)?;
            Ok(Exit::Done)
        }
    }
}

/// The game that the arguments mean: a folder that is a game, one's own game of that name, a title.
fn target(dir: Option<&Path>, args: &PlayArgs, key: Option<&SigningKey>) -> Result<Target, Error> {
    let Some(word) = &args.game else {
        if args.begins() {
            return Err(Error::usage("which title? For example: tabella play punica --new"));
        }
        return match common::folder(dir) {
            Ok(folder) => of_folder(folder, args, key),
            Err(_) if dir.is_none() => Ok(Target::Games),
            Err(error) => Err(error),
        };
    };
    let (path, title) = (Path::new(word), catalogue::find(word).is_some());
    let is_game = files::metadata(&path.join(CHARTER_FILE))?.is_some();
    if is_game || (files::is_folder(path)? && !title) {
        if title {
            common::tell(&format!(
                "`{word}` is a game folder here, so the game in it is played; in another folder, \
                 the same command plays the title of that name"
            ));
        }
        return of_folder(Folder::find(path)?, args, key);
    }
    match (solo::find(word)?, title) {
        (Some(folder), _) => of_folder(folder, args, key),
        (None, true) => of_title(word, args),
        (None, false) => {
            let known = catalogue::titles().iter().map(|title| title.slug());
            let hint = nearest(word, known.clone()).map(|near| format!(" Did you mean `{near}`?"));
            Err(Error::usage(format!(
                "`{word}` is not one of your games, a game folder or a title.{} Titles: {}",
                hint.unwrap_or_default(),
                known.collect::<Vec<_>>().join(", ")
            )))
        }
    }
}

/// The running game of a title if it matches the arguments, else a new one.
fn of_title(title: &str, args: &PlayArgs) -> Result<Target, Error> {
    if !args.begins() {
        for folder in solo::all()? {
            let game = load(&folder)?;
            let own = players::practised(&folder)?;
            let wanted = args.seat.is_none() || args.seat == own;
            if own.is_some()
                && wanted
                && game.session.charter.title == title
                && game.session.outcome().is_none()
            {
                return Ok(Target::Alone { folder, since: game.session.number });
            }
        }
    }
    let word = |choice: &Option<String>, usual: &str| choice.clone().unwrap_or(usual.to_owned());
    let folder = practice::begin(&Wanted {
        title: title.to_owned(),
        seat: args.seat.clone(),
        strength: word(&args.strength, "fair"),
        scenario: args.scenario.clone(),
        options: args.options.clone(),
        tempo: word(&args.tempo, "full"),
        language: args.lang.language().unwrap_or_default(),
    })?;
    let game = load(&folder)?;
    common::tell(&now::new_game(&game)?);
    // The opening itself is told only where nothing came behind it.
    let since = game.session.number.min(1);
    Ok(Target::Alone { folder, since })
}

fn of_folder(folder: Folder, args: &PlayArgs, key: Option<&SigningKey>) -> Result<Target, Error> {
    if args.begins() {
        return Err(Error::usage(
            "this is an existing game; to begin a new one, name a title, as in `tabella play punica --new`",
        ));
    }
    if SeatCopy::find(&folder)?.is_none() && Copy::of(&folder)?.is_some() {
        return Err(Error::no(
            "this is a public copy, in which files are sealed: ask the referee for your seat's \
             copy (`tabella share copy --seat SEAT`), or open the order sheet that came with the \
             letter",
        ));
    }
    let game = SeatGame::of(&folder)?;
    if let Some(seat) = &args.seat {
        game.seat(seat)?;
    }
    match (players::practised(&folder)?, &args.seat, &game) {
        (Some(own), seat, SeatGame::Whole(game)) if seat.as_ref().is_none_or(|it| *it == own) => {
            let since = game.session.number;
            Ok(Target::Alone { folder, since })
        }
        (_, Some(seat), _) => Ok(Target::Seat { folder, seat: seat.clone() }),
        (_, None, SeatGame::Copy(copy)) => {
            let seat = copy.seat.to_string();
            Ok(Target::Seat { folder, seat })
        }
        (_, None, SeatGame::Whole(game)) => {
            let seat = only_seat(game, key)?;
            Ok(Target::Seat { folder, seat })
        }
    }
}

/// The seat of a key, or the only one that a person plays.
fn only_seat(game: &Game, key: Option<&SigningKey>) -> Result<String, Error> {
    let charter = &game.session.charter;
    let public = key.map(SigningKey::public).transpose()?;
    let program = charter.program.as_ref();
    let seats = charter.seat_names().filter(|seat| match &public {
        Some(public) => game.signers.key(seat) == Some(public),
        None => program.is_none_or(|program| !program.seats.contains_key(*seat)),
    });
    match seats.collect::<Vec<_>>()[..] {
        [one] => Ok(one.to_owned()),
        [] => Err(Error::usage("that key is not registered for any seat of this game")),
        ref several => Err(Error::usage(format!(
            "whose orders? Name one of these seats: {}",
            several.iter().map(|seat| format!("--seat {seat}")).collect::<Vec<_>>().join(", ")
        ))),
    }
}
