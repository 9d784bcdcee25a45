//! `tabella club tournament`: rounds, tables, and whether both are right.

use crate::cli::common::{self, CommandResult, Error, Exit, games, reports, titles};
use crate::cli::resolve;
use crate::club::Game;
use crate::club::tournament::{
    self, Line, Pairing, Pause, Progress, TOURNAMENT_MAX, Table, Tournament,
};
use crate::store::{self, NewGame, NewSeat, files};
use clap::Subcommand;
use record::PublicKey;
use record::charter::{Heads, Person, WaitsFor};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `tabella club tournament`
#[derive(Subcommand, Debug)]
pub enum TournamentCommand {
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
    /// Create the games listed in the file that do not exist yet
    #[command(
        after_help = "Example:\n  tabella club tournament open autumn.yaml --into games --referee ~/.ssh/club"
    )]
    Open {
        /// The tournament's file
        file: PathBuf,
        /// Folder for the games; each game gets a subfolder named after its id
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
    /// Draw every round again, and compare the rounds and the games with the file
    #[command(after_help = "Example:\n  tabella club tournament check autumn.yaml games")]
    Check {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
    },
}

/// # Errors
/// A file that cannot be understood; folders that are not games; games that cannot be created.
pub(super) fn run(act: &TournamentCommand) -> CommandResult {
    match act {
        TournamentCommand::Pair { file, games, write } => pair(file, games, *write),
        TournamentCommand::Open { file, into, referee, referee_mail } => {
            open(&read(file)?, into, referee.as_deref(), referee_mail.as_deref())
        }
        TournamentCommand::Table { file, games, json } => table(&read(file)?, games, *json),
        TournamentCommand::Check { file, games } => check(&read(file)?, games),
    }
}

/// The file of a tournament.
///
/// # Errors
/// A message that says what is wrong in it.
pub(super) fn read(file: &Path) -> Result<Tournament, Error> {
    let bytes = files::read_saved(file, TOURNAMENT_MAX)?;
    let parsed = Tournament::parse(&bytes);
    parsed.map_err(|what| Error::no(format!("{}: {what}", file.display())))
}

/// The games that are proved, and how the command ends once it has said which are not.
fn games(paths: &[PathBuf]) -> Result<(Vec<Game>, Exit), Error> {
    // Before the first round the folder of the games may be empty.
    let there: Vec<PathBuf> = paths
        .iter()
        .filter(|path| !files::names(path).is_ok_and(|names| names.is_empty()))
        .cloned()
        .collect();
    let games::Counted { games, unproven } = games::games(&there)?;
    Ok((games.into_values().map(|(_, game)| game).collect(), games::tell(&unproven)))
}

fn pair(file: &Path, paths: &[PathBuf], write: bool) -> CommandResult {
    let (tournament, (games, exit)) = (read(file)?, games(paths)?);
    let progress = Progress::of(&tournament, &games);
    tell_faults(&progress);
    let number = tournament.played.len() + 1;
    let round = match tournament::next(&tournament, &progress) {
        Ok(round) => round,
        Err(pause) => {
            common::tell(&paused(number, &pause));
            return Ok(Exit::NotYet);
        }
    };
    common::print(&round.as_text())?;
    if write {
        let mut text = String::from_utf8(files::read_named(file, TOURNAMENT_MAX)?)
            .expect("what was parsed is UTF-8");
        let place = place_of_rounds(&text).ok_or_else(|| {
            Error::no(format!(
                "{}: `played:` must be the last key of the file, because the round is added at its end",
                file.display()
            ))
        })?;
        text.truncate(place);
        if tournament.played.is_empty() {
            text.push_str("played:\n");
        }
        text.push_str(&round.as_text());
        files::replace(file, text.as_bytes(), files::OPEN_MODE)?;
        common::tell(&format!("round {number} was added to {}", file.display()));
    }
    Ok(exit)
}

/// The place of a new round: at the end of the file, or that of an empty `played:`; none if something stands behind the
/// rounds.
fn place_of_rounds(text: &str) -> Option<usize> {
    let trimmed = text.trim_end();
    let Some(at) = text.find("\nplayed:").map(|at| at + 1) else {
        return text.ends_with('\n').then_some(text.len());
    };
    let line = text[at..].lines().next().unwrap_or_default();
    let behind = text[at..].lines().skip(1);
    let inside = |line: &str| line.is_empty() || line.starts_with([' ', '-', '#']);
    if !behind.into_iter().all(inside) {
        return None;
    }
    let empty = trimmed.len() == at + line.trim_end().len();
    match line["played:".len()..].trim() {
        "" | "[]" if empty => Some(at),
        "" => text.ends_with('\n').then_some(text.len()),
        _ => None,
    }
}

fn paused(number: usize, pause: &Pause) -> String {
    match pause {
        Pause::Unfinished(games) => {
            format!("round {number} can be drawn once these games are over: {}", games.join(", "))
        }
        Pause::Over => "all rounds are drawn".to_owned(),
        Pause::Exhausted => format!(
            "round {number} cannot be drawn without two players meeting a second time: end the tournament here, or make `rounds:` smaller"
        ),
    }
}

fn tell_faults(progress: &Progress<'_>) {
    for fault in &progress.faults {
        common::tell(&format!("{fault}; it does not count"));
    }
}

fn open(
    tournament: &Tournament,
    into: &Path,
    referee: Option<&Path>,
    mail: Option<&str>,
) -> CommandResult {
    let mut made = 0;
    for one in tournament.played.iter().flat_map(|round| &round.games) {
        let root = into.join(&one.game);
        if one.ruling.is_some() || files::is_folder(&root)? {
            continue;
        }
        files::make_folder(into, files::FOLDER_MODE)?;
        let plan = plan(tournament, one, root, referee, mail)?;
        let game = store::create(&plan, &reports::renderer(&plan.root))?;
        resolve::leave_letters(&game.folder);
        common::tell(&format!("{} is open; start {}", plan.game, game.session.start));
        made += 1;
    }
    common::tell(&format!("{made} games created"));
    Ok(Exit::Done)
}

fn plan(
    tournament: &Tournament,
    one: &Pairing,
    root: PathBuf,
    referee: Option<&Path>,
    mail: Option<&str>,
) -> Result<NewGame, Error> {
    let tempo = tournament.tempo.clone().unwrap_or_else(|| "brisk".to_owned());
    titles::tempo(&tempo)?;
    let seat = |(seat, player): (&String, &String)| {
        let player = tournament.player(player).expect("the file was checked");
        NewSeat {
            seat: seat.clone(),
            key: PublicKey::parse(&player.key).expect("the file was checked"),
            name: Some(player.name.clone().unwrap_or_else(|| player.player.clone())),
            age: player.age.clone(),
            mail: player.mail.clone(),
        }
    };
    Ok(NewGame {
        root,
        game: one.game.clone(),
        title: tournament.title.clone(),
        scenario: tournament.scenario.clone(),
        options: tournament.options.clone(),
        tempo,
        seats: tournament.seats.iter().zip(&one.players).map(seat).collect(),
        program: BTreeMap::new(),
        referee: Person { name: None, mail: mail.map(str::to_owned) },
        referee_key: referee.map(Path::to_owned),
        schedule: tournament.schedule.clone(),
        vacations: None,
        heads: tournament.heads.unwrap_or(Heads::Asked),
        waits_for: WaitsFor::Asked,
        public: tournament.public,
        items: false,
        notes: None,
        data: None,
        phases: None,
    })
}

fn table(tournament: &Tournament, paths: &[PathBuf], json: bool) -> CommandResult {
    let (games, exit) = games(paths)?;
    let progress = Progress::of(tournament, &games);
    let lines = tournament::standings(tournament, &progress);
    if json {
        let value = json!({
            "tournament": tournament.tournament, "tie-breaks": tournament.tie_breaks,
            "table": lines, "games": progress.tables, "faults": progress.faults,
        });
        common::print_json(&value)?;
        return Ok(exit);
    }
    tell_faults(&progress);
    common::print(&show(tournament, &lines))?;
    Ok(exit)
}

fn show(tournament: &Tournament, lines: &[Line]) -> String {
    let rounds = (tournament.played.len(), tournament.length());
    let mut text = format!("{}, {} of {} rounds drawn\n", tournament.name, rounds.0, rounds.1);
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
    for line in lines {
        let Line { place, name, number, points, won, drawn, lost, byes, ties, .. } = line;
        let _ = write!(
            text,
            "{place:>3}. {name:<width$}  ({number})  {points:>4}  +{won} ={drawn} -{lost}"
        );
        if *byes > 0 {
            let _ = write!(text, ", sat out {byes}");
        }
        for (tie, value) in tournament.tie_breaks.iter().zip(ties) {
            let _ = write!(text, ", {} {value}", tie.word());
        }
        text.push('\n');
    }
    text
}

fn check(tournament: &Tournament, paths: &[PathBuf]) -> CommandResult {
    let (games, exit) = games(paths)?;
    let progress = Progress::of(tournament, &games);
    let mut faults = progress.faults.clone();
    faults.extend(tournament::check(tournament, &progress));
    let unopened = progress.tables.values().filter(|table| **table == Table::Unopened).count();
    for fault in &faults {
        common::print(&format!("{fault}\n"))?;
    }
    if !faults.is_empty() {
        return Ok(Exit::No);
    }
    common::print(&format!(
        "{} of {} rounds agree with the seed and the results; of the {} games in the file, {unopened} do not exist yet, and the others agree with the file\n",
        tournament.played.len(),
        tournament.length(),
        progress.tables.len()
    ))?;
    Ok(exit)
}
