//! `tabella analyse forecast`: what a draft may come to, as far as its author can know.

use crate::cli::check;
use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::report::Messages;
use clap::Args;
use engine::{Figure, Supposed};
use record::exchange::OrderFile;
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Show what a draft may lead to, using only what its seat knows
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella -C zama analyse forecast rome.yaml")]
pub struct ForecastArgs {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Number of games to simulate for each assumption about the enemy
    #[arg(long, default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
    /// Seed of the simulated games: the same seed gives the same answer
    #[arg(long, default_value_t = SEED)]
    pub seed: u64,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// Default number of games simulated for each assumption about the enemy.
pub const GAMES: u32 = 50;
/// Default seed of the imagined games.
pub const SEED: u64 = 1;

/// # Errors
/// No game there; a file that cannot be read or holds mistakes; a title that cannot be forecast.
pub fn run(dir: Option<&Path>, args: &ForecastArgs) -> CommandResult {
    let (name, bytes) = check::read(&args.file)?;
    let seat_game = SeatGame::find(dir)?;
    let title = &seat_game.charter().title;
    let check::Judged { file, complaints, .. } = check::judge(&seat_game, &args.file, &bytes)?;
    let Some(file) = file.filter(|_| !complaints.fatal()) else {
        check::report_in(args.lang.language(), title, &name, &bytes, &complaints, args.json)?;
        return Ok(Exit::No);
    };
    let found = of(&seat_game, &file, args.games, args.seed)?;
    let facts = seat_game.dry_run(&file.seat, &file.sheet);
    if args.json {
        common::print_json(&json!({"dry_run": facts, "forecast": found}))?;
    } else {
        check::tell_dry_run(args.lang.language(), title, &facts)?;
        common::print(&show(&found, &Messages::of(args.lang.language(), title)))?;
    }
    Ok(Exit::Done)
}

/// Forecasts a file without mistakes.
///
/// # Errors
/// A title that cannot be forecast.
pub(super) fn of(
    seat_game: &SeatGame,
    file: &OrderFile,
    games: u32,
    seed: u64,
) -> Result<Vec<Supposed>, Error> {
    seat_game.forecast(&file.seat, &file.sheet, games, seed).ok_or_else(|| {
        let title = &seat_game.charter().title;
        Error::usage(format!(
            "this phase of {title} cannot be forecast: what is hidden cannot be drawn at random, \
             or the resolution has stopped at a question; `tabella check` tells what a draft \
             will certainly do"
        ))
    })
}

pub(super) fn show(found: &[Supposed], messages: &Messages) -> String {
    let mut text = String::new();
    let say = |line: String| messages.say(&line);
    for one in found {
        let what = match one.others {
            "stands" => "if the enemy does nothing new",
            _ => "if the enemy plays as the program would (`fair`)",
        };
        let head = format!("When you are next asked, {what}: of {} simulated games", one.games);
        let _ = writeln!(text, "{}\n", say(head));
        let over = [
            ("are won by then", one.won),
            ("are lost by then", one.lost),
            ("are drawn by then", one.drawn),
        ];
        for (how, games) in over.into_iter().filter(|(_, games)| *games > 0) {
            let _ = writeln!(text, "  {games} {}", messages.say(how));
        }
        for Figure { name, now, then: [least, lower, median, upper, most] } in &one.figures {
            let line = if least == most {
                format!("{name}: {now} now, then {median}")
            } else {
                format!(
                    "{name}: {now} now, then {median} (half of them {lower} to {upper}, all {least} to {most})"
                )
            };
            let _ = writeln!(text, "  {}", say(line));
        }
        text.push('\n');
    }
    text += &say("For each game, what is hidden is drawn at random to agree with what you have \
         seen; nothing here depends on the real position."
        .to_owned());
    text.push('\n');
    text
}
