//! `tabella club people`: everybody who plays, by what the records show.

use crate::cli::common::{self, CommandResult, games};
use crate::club::{Fate, Game, Person, people};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// List everybody who plays, by key: their games, results, and how reliably they answer
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella club people games")]
pub struct PeopleArgs {
    /// Game folders (whole games or public copies), or folders that contain games
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// # Errors
/// A folder that is no game; two proved games with the same id.
pub(super) fn run(args: &PeopleArgs) -> CommandResult {
    let games::Counted { games, unproven } = games::games(&args.games)?;
    let games: Vec<Game> = games.into_values().map(|(_, game)| game).collect();
    let (people, exit) = (people(&games), games::tell(&unproven));
    if args.json {
        common::print_json(&people.values().collect::<Vec<_>>())?;
        return Ok(exit);
    }
    let mut text = String::new();
    for person in people.values() {
        let _ = writeln!(text, "{} ({})", record::visible(&person.name), person.key);
        let _ = writeln!(text, "  {}; {}", results(person), reliability(person));
    }
    common::print(&text)?;
    Ok(exit)
}

fn results(person: &Person) -> String {
    let count = |fate| person.games.iter().filter(|game| game.result == fate).count();
    let running = count(Fate::Running);
    format!(
        "{} won, {} lost, {} drawn, {running} running, {} left early",
        count(Fate::Won),
        count(Fate::Lost),
        count(Fate::Drawn),
        person.left
    )
}

fn reliability(person: &Person) -> String {
    let answered = person.asked.saturating_sub(person.missed);
    let mut text = format!("answered {answered} of {} questions", person.asked);
    if let Some(minutes) = person.answer {
        let _ = write!(text, ", on average within {}", span(minutes));
    }
    text
}

/// Minutes in words, in the largest unit of which there are two or more.
fn span(minutes: i64) -> String {
    match minutes {
        2880.. => format!("{} days", minutes / 1440),
        120.. => format!("{} hours", minutes / 60),
        1 => "1 minute".to_owned(),
        _ => format!("{minutes} minutes"),
    }
}
