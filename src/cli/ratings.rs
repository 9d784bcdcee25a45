//! `tabella club ratings`: how strong everybody is, from finished games.

use crate::cli::common::{self, CommandResult, Error, games, hints};
use crate::cli::simulate::measured_balance;
use crate::club::{Game, Handicap, List, handicaps, people, ratings};
use clap::Args;
use rating::Rating;
use std::fmt::Write;
use std::path::PathBuf;

/// Compute Glicko-2 ratings from finished games, for all titles together and for each title
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella club ratings games\n  tabella club ratings games --json"
)]
pub struct RatingsArgs {
    /// Game folders (whole games or public copies), or folders that contain games
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

/// # Errors
/// A folder that is no game; two proved games with the same id.
pub(super) fn run(args: &RatingsArgs) -> CommandResult {
    let games::Counted { games, unproven } = games::games(&args.games)?;
    let exit = games::tell(&unproven);
    let games: Vec<Game> = games.into_values().map(|(_, game)| game).collect();
    let lists = ratings(&games);
    if let (Some(two), Some(title)) = (&args.between, &args.title) {
        tell_unknown(&games, two);
        propose(&lists, two, title, args.json)?;
    } else if args.json {
        common::print_json(&lists)?;
    } else {
        common::print(&show(&lists))?;
    }
    Ok(exit)
}

/// Tells which of the two never played in these games, and so are rated as newcomers.
fn tell_unknown(games: &[Game], two: &[String]) {
    let people = people(games);
    for who in two {
        if !people.values().any(|one| one.name == *who || one.key == *who) {
            common::tell(&format!(
                "{who} is not in any of these games, by name or key, and counts as a newcomer"
            ));
        }
    }
}

fn propose(lists: &[List], two: &[String], title: &str, json: bool) -> Result<(), Error> {
    let found = [strength(lists, &two[0], title)?, strength(lists, &two[1], title)?];
    let proposed = handicaps(found[0].0, found[1].0, &measured_balance(title)?);
    if json {
        return common::print_json(&proposed);
    }
    let mut text = String::new();
    for (name, (rating, of)) in two.iter().zip(&found) {
        let (points, deviation) = (rating.points / 1000, rating.deviation / 1000);
        let _ = writeln!(text, "{}: {points} ± {deviation}, {of}", record::visible(name));
    }
    if proposed.is_empty() {
        text += "the balance of the title's scenarios has not been measured, so nothing can be \
             proposed\n";
    }
    let first = record::visible(&two[0]);
    for Handicap { scenario, tempo, side, expected, games } in &proposed {
        let (whole, tenth) = (expected / 10, expected % 10);
        let _ = writeln!(
            text,
            "{whole:>3}.{tenth} %  {first} takes {side} in {scenario}, {tempo} (measured in {games} games)"
        );
    }
    common::print(&text)
}

/// The strength of a player at a title, else over all titles, else that of a newcomer; and which of these it is.
///
/// # Errors
/// Two people of one name.
fn strength(lists: &[List], who: &str, title: &str) -> Result<(Rating, String), Error> {
    let named = |list: &&List| list.title.as_deref() == Some(title);
    let lists = lists.iter().filter(named).chain(lists.iter().filter(|list| list.title.is_none()));
    for list in lists {
        let found: Vec<_> =
            list.lines.iter().filter(|line| line.name == who || line.key == who).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Ok((one.exact, list.name.clone())),
            [one, ..] => {
                return Err(Error::usage(format!(
                    "--between {who}: several people have that name; name the one you mean by \
                     their key, such as {}",
                    one.key
                )));
            }
        }
    }
    Ok((Rating::default(), "no game counts yet".to_owned()))
}

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
