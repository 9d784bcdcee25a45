//! `tabella ratings`: how strong everybody is, from finished games.

use super::args::Ratings;
use super::{CommandResult, Error, Exit, club};
use crate::club::{Game, List, ratings};
use crate::store::Folder;
use crate::store::folder_source::FolderSource;
use crate::verify::{self, Expected, Proof};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// A folder that is no game, or cannot be read.
pub(super) fn run(args: &Ratings) -> CommandResult {
    let mut all = club::games(&args.games)?;
    let mut doubtful = Vec::new();
    if args.verify {
        for (id, (folder, game)) in &all {
            if game.outcome.is_some() && !proven(folder)? {
                doubtful.push(id.clone());
            }
        }
    }
    for id in &doubtful {
        super::tell(&format!("{id} does not count: it is not proven (tabella verify)"));
        all.remove(id);
    }
    let games: Vec<Game> = all.into_values().map(|(_, game)| game).collect();
    let lists = ratings(&games);
    if args.json {
        super::print_json(&lists)?;
    } else {
        super::print(&show(&lists))?;
    }
    Ok(if doubtful.is_empty() { Exit::Done } else { Exit::No })
}

fn proven(folder: &Folder) -> Result<bool, Error> {
    let source = FolderSource::open(folder.root())?;
    Ok(Proof::of(&verify::verify(&source, Expected::default())).whole())
}

/// The lists in words.
fn show(lists: &[List]) -> String {
    if lists.is_empty() {
        return "no game between two people is over yet\n".to_owned();
    }
    let mut text = String::new();
    for list in lists {
        let _ = writeln!(text, "{}", list.name);
        for line in &list.lines {
            let (points, deviation) = (line.points, line.deviation);
            let (games, won, drawn, lost) = (line.games, line.won, line.drawn, line.lost);
            let name = record::visible(&line.name);
            let _ = writeln!(
                text,
                "{:>4} {points:>5} ± {deviation:<3}  +{won} ={drawn} -{lost}, {games} games  {name}",
                line.place
            );
        }
    }
    text
}
