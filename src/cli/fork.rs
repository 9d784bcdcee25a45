//! `tabella analyse fork`: a sandbox that begins where a game stood. One person plays all its seats, with other dice.

use crate::cli::common::{self, CommandResult, Error, Exit, hints, reports};
use crate::cli::{form, practice};
use crate::report::Language;
use crate::store::records::fork::{Wish, origin};
use crate::store::records::players;
use crate::store::{self, Absences, Folder, Game, NewGame, NewSeat, Resolution};
use clap::Args;
use engine::{Seat, Viewer};
use record::exchange::OrderFile;
use record::fork::{ForkLine, Knows};
use record::names;
use std::path::{Path, PathBuf};

/// Make a sandbox that begins from a position in a game: you play all seats, with new dice
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella analyse fork zama what-if --at 5\n  tabella -C what-if submit what-if/rome.yaml\n\nTo go back, fork the sandbox at an earlier record; both sandboxes are kept."
)]
pub struct ForkArgs {
    /// Game folder, or a copy, or a sandbox
    pub game: PathBuf,
    /// Folder to create
    pub copy: PathBuf,
    /// Record after which the sandbox begins (default: the newest)
    #[arg(long, value_name = "N")]
    pub at: Option<u32>,
    /// Begin from what this seat knew and draw the rest at random (this is always done in a seat's copy, and in a solo game that is not over)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Seed for drawing what is hidden from that seat
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// # Errors
/// A record that does not exist, or that the holder of this folder cannot fork from; a folder that is not empty.
pub fn run(args: &ForkArgs) -> CommandResult {
    let folder = Folder::find(&store::records::solo::meant(&args.game)?)?;
    let wish = Wish { at: args.at, seat: args.seat.as_deref(), seed: args.seed };
    let origin = origin(&folder, wish)?;
    let charter = &origin.charter;
    let mut seats = Vec::new();
    let mut keys = Vec::new();
    for line in &charter.seats {
        let key = players::draw_key(&line.seat)?;
        let public = key.public().clone();
        let (name, age, mail) = (None, None, None);
        seats.push(NewSeat { seat: line.seat.clone(), key: public, name, age, mail });
        keys.push((line.seat.clone(), key));
    }
    let plan = NewGame {
        scenario: Some(charter.scenario.clone()),
        options: charter.options.clone(),
        ..NewGame::plain(
            args.copy.clone(),
            id(&origin.line),
            charter.title.clone(),
            charter.tempo.clone(),
            seats,
        )
    };
    let game = store::create_from(&plan, &origin, &reports::renderer(&args.copy))?;
    for (seat, key) in &keys {
        players::keep_key(&game.folder, seat, key)?;
    }
    let root = args.copy.display();
    common::tell(&format!("{root}: {}; you play all seats", origin.line));
    if origin.line.knows == Knows::Referee {
        common::tell(&format!(
            "show no player anything from {root} while {} goes on: it contains what is hidden \
             from players; for a player, run `tabella analyse fork GAME COPY --seat SEAT`, which \
             uses only what that seat knows",
            origin.line.game
        ));
    }
    go_on(&game.folder)?;
    Ok(Exit::Done)
}

/// The sandbox's id: the id of the game and the record, shortened where that would be too long for an id.
fn id(line: &ForkLine) -> String {
    let end = format!("-fork-{}", line.record);
    let stem = line.game.split("-fork-").next().unwrap_or(&line.game);
    let stem = &stem[..stem.len().min(names::LONGEST - end.len())];
    format!("{}{end}", stem.trim_end_matches('-'))
}

/// A signature for orders that came without one: the sandbox holds every seat's key.
///
/// # Errors
/// A key that cannot be used.
pub(super) fn signature(folder: &Folder, bytes: &[u8]) -> Result<Option<String>, Error> {
    let Some((seat, _)) = OrderFile::glance(bytes) else { return Ok(None) };
    if folder.charter()?.seat(seat.name()).is_none() {
        return Ok(None);
    }
    practice::signature(folder, seat.name(), bytes)
}

/// Plays on until somebody is asked or the game is over, shows what happened, and leaves the next forms.
///
/// # Errors
/// Error with the folder.
pub(super) fn go_on(folder: &Folder) -> Result<(), Error> {
    let renderer = reports::renderer(folder.root());
    loop {
        match store::resolve(folder, &Absences::None, &renderer)? {
            Resolution::Done(_) => {
                practice::show(&store::load(folder)?, &Viewer::Referee, Language::English)?;
            }
            Resolution::Completed(_) => {}
            Resolution::Over(outcome) => {
                return practice::over(folder, &outcome, Language::English);
            }
            Resolution::Waiting(waiting) => return forms(&store::load(folder)?, &waiting.missing),
        }
    }
}

/// Writes the forms of the awaited seats; forms that were already begun stay as they are.
fn forms(game: &Game, awaited: &[Seat]) -> Result<(), Error> {
    let root = game.folder.root();
    let mut lines = String::new();
    for seat in awaited {
        let path = root.join(format!("{seat}.yaml"));
        let text = form::salted(&reports::form(game, seat.name())?)?;
        // A form of this phase may hold a draft by now.
        if !form::begun(&path, game.open_phase())? {
            form::place(&path, &text, game.open_phase())?;
        }
        lines += &told(root, &path);
    }
    common::tell(&format!(
        "orders for phase {}: edit, then\n{}",
        game.open_phase(),
        lines.trim_end()
    ));
    Ok(())
}

fn told(root: &Path, path: &Path) -> String {
    format!("    tabella -C {} submit {}\n", root.display(), path.display())
}
