//! `tabella` alone: what to do now. In the folder of a game whose turn it is and the next command; elsewhere one's own games,
//! and how to begin one.

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, reports, seat_names};
use crate::cli::copy::Copy;
use crate::cli::practice::{self, Stand};
use crate::report::Language;
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::records::{players, solo};
use crate::store::{self, Folder, Game, environment, load};
use engine::{OpenPrompt, Outcome, Seat};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Most of the user's own games that are listed, so that the whole answer fits a dozen lines.
const GAMES_MAX: usize = 6;

/// The state of a game against the program, in words.
pub(super) struct Standing {
    /// The title as printed.
    pub(super) title: String,
    /// The side that the person plays, and the opponent.
    pub(super) who: String,
    #[cfg_attr(not(feature = "play"), expect(dead_code, reason = "only a page shows it"))]
    pub(super) turn: u32,
    /// The scenario, where the title has several.
    #[cfg_attr(not(feature = "play"), expect(dead_code, reason = "only a page shows it"))]
    pub(super) scenario: Option<String>,
    /// The question to the person, or the end of the game.
    pub(super) words: String,
    pub(super) stand: Stand,
}

/// Prints whose turn it is and the next command.
///
/// # Errors
/// A game that cannot be read.
pub(super) fn run(dir: Option<&Path>) -> Result<ExitCode, Error> {
    // A script that forgot its command must not take this for its answer.
    let missed = ExitCode::from(2);
    if common::is_quiet() {
        return Ok(missed);
    }
    match common::folder(dir) {
        Ok(folder) => of(&folder)?,
        Err(_) if dir.is_none() => games()?,
        Err(error) => return Err(error),
    };
    Ok(if environment::at_terminal() { ExitCode::SUCCESS } else { missed })
}

/// Outside a game: one's own games, first those that wait for their person, and how to begin.
///
/// # Errors
/// Games that cannot be read.
pub(super) fn games() -> CommandResult {
    let program = environment::called();
    let mut lines = Vec::new();
    for folder in solo::all()? {
        let name = practice::named(&folder);
        let Ok(standing) = load(&folder).map_err(Error::from).and_then(|game| stand(&game)) else {
            lines.push((
                2,
                format!("{name}: cannot be opened; to see why:  {program} verify {name}"),
            ));
            continue;
        };
        let Standing { title, who, words, stand, .. } = standing;
        let (rank, said) = match stand {
            Stand::Asked => (0, format!("your turn, {words}")),
            Stand::Waits { .. } => (0, words),
            Stand::Over(_) => (1, words),
        };
        lines.push((rank, format!("{title} ({who}): {said}\n    {program} play {name}")));
    }
    lines.sort_by_key(|(rank, _)| *rank);
    let mut text = String::new();
    let shown = if lines.len() > GAMES_MAX / 2 { GAMES_MAX / 2 } else { lines.len() };
    for (_, line) in &lines[..shown] {
        let _ = writeln!(text, "{line}");
    }
    if lines.len() > shown {
        let _ = writeln!(text, "and {} more:  {program} play", lines.len() - shown);
    }
    // Whoever is new begins best with a title that has lessons.
    let learn = crate::lessons::titles().first().copied();
    let first = crate::catalogue::titles().first().map(|title| title.slug());
    let first = learn.or(first).expect("there is at least one title");
    let _ = writeln!(text, "Play against the program:  {program} play {first}");
    if let Some(title) = learn {
        let _ = writeln!(text, "Learn in short lessons:    {program} learn {title}");
    }
    let _ = writeln!(text, "The titles and rules:      {program} rules");
    let _ = writeln!(text, "All commands:              {program} --help");
    common::print(&text)?;
    Ok(Exit::Done)
}

/// In the folder of a game: whose turn it is, and the next command.
///
/// # Errors
/// A game that cannot be read.
pub(super) fn of(folder: &Folder) -> CommandResult {
    let program = environment::called();
    let tabella = match environment::current_folder().ok().and_then(|here| Folder::find(&here).ok())
    {
        Some(here) if here.root() == folder.root() => program,
        _ => format!("{program} -C {}", practice::named(folder)),
    };
    if SeatCopy::find(folder)?.is_none() && Copy::of(folder)?.is_some() {
        common::print(&format!(
            "This is a public copy; nobody can give orders in it.\n    {tabella} report     shows \
             what happened last\n    {tabella} status     shows who is awaited\n"
        ))?;
        return Ok(Exit::Done);
    }
    let text = match SeatGame::of(folder)? {
        SeatGame::Copy(copy) => {
            let prompts = copy.hand.asked();
            of_seat(&tabella, &copy.in_force.charter.title, copy.seat.name(), &prompts)?
        }
        SeatGame::Whole(game) => match players::practised(folder)? {
            Some(_) => alone(&tabella, &game)?,
            None => of_all(&tabella, &game)?,
        },
    };
    common::print(&text)?;
    Ok(Exit::Done)
}

fn of_seat(tabella: &str, title: &str, seat: &str, asked: &[OpenPrompt]) -> Result<String, Error> {
    Ok(match asks(title, seat, asked)? {
        Some(words) => format!(
            "Your turn, as {seat}: {words}.\n    {tabella} \
             play                                 gives your orders on a page, in the \
             browser\n    {tabella} form --seat {seat} --out {seat}.yaml     or writes them in a \
             file, to be signed and sent\n"
        ),
        None => format!(
            "Nothing is asked of {seat} now.\n    {tabella} report --seat {seat}     shows what \
             happened last\n"
        ),
    })
}

/// For the person who plays against the program.
fn alone(tabella: &str, game: &Game) -> Result<String, Error> {
    let Standing { title, who, words, stand, .. } = stand(game)?;
    let name = practice::named(&game.folder);
    let program = environment::called();
    Ok(match stand {
        Stand::Over(_) => format!(
            "{title} ({who}): {words}.\n    {tabella} report     shows how it \
             ended\n    {program} verify {name}     checks that it was played fairly\n"
        ),
        Stand::Asked | Stand::Waits { .. } => format!(
            "{title} ({who}): your turn, {words}.\n    {program} play \
             {name}                  play on a page, in the browser\n    {program} play {name} \
             --no-browser     or here, in the terminal\n"
        ),
    })
}

/// The next steps for a person who holds the whole game.
fn of_all(tabella: &str, game: &Game) -> Result<String, Error> {
    let session = &game.session;
    let status = store::records::status::of(game)?;
    let mut text = format!("{}, record {}: ", session.charter.game, session.number);
    if let Some(outcome) = session.outcome() {
        let _ = writeln!(text, "the game is over, {}.", result(&outcome));
        let _ = writeln!(text, "    {tabella} report     shows how it ended");
        let _ = writeln!(text, "    {tabella} verify     checks that it was played fairly");
        return Ok(text);
    }
    let mut seats: Vec<Seat> = status.awaited.iter().map(|asked| asked.seat.clone()).collect();
    seats.dedup();
    let Some(first) = seats.first() else {
        let _ = writeln!(
            text,
            "everybody has answered.\n    {tabella} resolve     resolves the phase and shows what \
             happened"
        );
        return Ok(text);
    };
    let all: Vec<&str> = seats.iter().map(Seat::name).collect();
    let _ = writeln!(text, "awaited: {}.", all.join(", "));
    if let Some(due) = game.deadline() {
        let _ = writeln!(text, "Orders are due {}.", reports::due(game, &due));
    }
    if let Some(words) = asks(&session.charter.title, first.name(), &session.play.asked())? {
        let _ = writeln!(text, "{first} is asked for {words}.");
    }
    let _ = writeln!(
        text,
        "    {tabella} play --seat {first}     gives its orders on a page, in the browser"
    );
    let _ = writeln!(
        text,
        "    {tabella} form --seat {first} --salt --out {first}.yaml     or writes them in a \
         file, to be signed and submitted"
    );
    let _ = writeln!(text, "    {tabella} status     shows the full status");
    Ok(text)
}

/// The state of a game against the program.
///
/// # Errors
/// The game is not one against the program.
pub(super) fn stand(game: &Game) -> Result<Standing, Error> {
    let session = &game.session;
    let charter = &session.charter;
    let own = players::practised(&game.folder)?
        .ok_or_else(|| Error::no("this is not a game against the program"))?;
    let prospectus = session.play.prospectus();
    let several = prospectus.scenarios.len() > 1;
    let scenario = prospectus.scenarios.into_iter().find(|one| one.name == charter.scenario);
    let scenario = scenario.filter(|_| several).map(|one| one.title);
    let title = prospectus.title;
    let strength = charter.program.as_ref().and_then(|program| program.seats.values().next());
    let strength = strength.map_or_else(String::new, |strength| format!(" ({strength})"));
    let who =
        format!("{}, against the program{strength}", seat_names::of(&game.session.charter, &own));
    let (words, stand) = match session.outcome() {
        Some(outcome) => {
            let words = match &outcome.winner {
                None => "drawn".to_owned(),
                Some(side) if charter.seat(&own).is_some_and(|line| line.side == *side) => {
                    "you won".to_owned()
                }
                Some(side) => format!("{} won", seat_names::capital(side)),
            };
            (words, Stand::Over(outcome))
        }
        None => match asks(&charter.title, &own, &session.play.asked())? {
            Some(words) => (yours(&words), Stand::Asked),
            None => ("the program must answer first".to_owned(), Stand::Waits { tentative: false }),
        },
    };
    Ok(Standing { title, who, turn: session.play.phase().turn, scenario, words, stand })
}

/// The first words about a new game against the program.
///
/// # Errors
/// The game is not one against the program.
pub(super) fn new_game(game: &Game) -> Result<String, Error> {
    let Standing { title, who, .. } = stand(game)?;
    Ok(format!("{}: {title}; you are {who}", practice::named(&game.folder)))
}

/// The question to a seat, as part of a sentence; none if nobody waits for it.
fn asks(title: &str, seat: &str, asked: &[OpenPrompt]) -> Result<Option<String>, Error> {
    let words = reports::asks(Language::English, title, seat, asked)?;
    Ok(words.map(|words| words.trim().trim_end_matches('.').to_owned()))
}

/// The question to a seat, said to its own person.
fn yours(words: &str) -> String {
    let own = |word| if word == "its" { "your" } else { word };
    words.split(' ').map(own).collect::<Vec<_>>().join(" ")
}

fn result(outcome: &Outcome) -> String {
    outcome.winner.as_ref().map_or_else(|| "drawn".to_owned(), |side| format!("won by {side}"))
}
