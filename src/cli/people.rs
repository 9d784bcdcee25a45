//! `tabella club people`: everybody who plays, by what the records show.

use super::args::People;
use super::{CommandResult, club};
use crate::club::{Fate, Game, Person, people};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// A folder that is no game; two proved games of one id.
pub(super) fn run(args: &People) -> CommandResult {
    let club::Counted { games, unproven } = club::games(&args.games)?;
    let games: Vec<Game> = games.into_values().map(|(_, game)| game).collect();
    let (people, exit) = (people(&games), club::tell(&unproven));
    if args.json {
        super::print_json(&people.values().collect::<Vec<_>>())?;
        return Ok(exit);
    }
    let mut text = String::new();
    for person in people.values() {
        let _ = writeln!(text, "{} ({})", record::visible(&person.name), person.key);
        let _ = writeln!(text, "  {}; {}", results(person), reliability(person));
    }
    super::print(&text)?;
    Ok(exit)
}

/// What came of their games, in words.
fn results(person: &Person) -> String {
    let count = |fate| person.games.iter().filter(|game| game.result == fate).count();
    let running = count(Fate::Running);
    format!(
        "{} won, {} lost, {} drawn, {running} running, {} left",
        count(Fate::Won),
        count(Fate::Lost),
        count(Fate::Drawn),
        person.left
    )
}

/// How they answer, in words.
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
