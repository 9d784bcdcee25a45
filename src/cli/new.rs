//! `tabella new`: a game in a new folder.

use super::args::New;
use super::{CommandResult, Error, Exit, invite, pairs, practice, reports, titles};
use crate::session::SessionFault;
use crate::store::{self, NewGame, NewSeat, files, keys};
use record::charter::{Heads, Person};
use record::notes::Authors;
use record::player::Strength;
use record::schedule::{Missed, Schedule};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// Most bytes of a schedule.
const SCHEDULE_MAX: usize = 64 << 10;

/// Runs the command.
///
/// # Errors
/// A choice that the title does not have, a key that cannot be used, a folder that is not empty.
pub fn run(args: &New) -> CommandResult {
    let plan = match &args.from_invitation {
        Some(dir) => invite::plan(args, dir)?,
        None => plan(args)?,
    };
    let game = store::create(&plan, &reports::renderer(&args.folder))
        .map_err(|error| wrong(&plan, error))?;
    super::resolve::leave_letters(&game.folder);
    let (start, root) = (game.session.start, game.folder.root().display());
    if args.json {
        let awaited = game.session.awaited();
        super::print_json(
            &json!({"game": plan.game, "folder": game.folder.root(), "start": start, "awaited": awaited}),
        )?;
        return Ok(Exit::Done);
    }
    super::tell(&format!(
        "{root}: {} is open; the referee's secrets are in {root}/.tabella and must stay there",
        plan.game
    ));
    super::tell(&format!("start {start}"));
    tell_house_data(&game)?;
    for (key, names) in game.signers.shared() {
        super::tell(&format!(
            "warning: one key serves {}: {}",
            names.join(" and "),
            key.fingerprint()
        ));
    }
    for asked in game.session.awaited() {
        super::tell(&format!(
            "awaited: {}, for `{}` (tabella -C {root} form --seat {})",
            asked.seat, asked.prompt, asked.seat
        ));
    }
    Ok(Exit::Done)
}

/// The title, where there is no invitation that names it.
fn title(args: &New) -> &str {
    args.game.as_deref().expect("clap asks for it")
}

/// The game that the arguments describe.
fn plan(args: &New) -> Result<NewGame, Error> {
    titles::tempo(&args.tempo)?;
    Ok(NewGame {
        root: args.folder.clone(),
        game: id(args)?,
        title: title(args).to_owned(),
        scenario: args.scenario.clone(),
        options: pairs(&args.options, "--option")?.into_iter().collect(),
        tempo: args.tempo.clone(),
        seats: seats(args)?,
        program: program(args)?,
        referee: Person { name: None, mail: args.referee_mail.clone() },
        referee_key: args.referee.clone(),
        schedule: schedule(args)?,
        vacations: args.terms.vacations,
        heads: args.terms.heads.map_or(Heads::Asked, Heads::from),
        waits_for: args.terms.waits_for.into(),
        public: args.terms.public,
        items: args.terms.items,
        notes: args.terms.notes.map(Authors::from),
        data: args.data.clone(),
        phases: None,
    })
}

/// Says which data are the players' own.
fn tell_house_data(game: &store::Game) -> Result<(), Error> {
    let texts = game
        .folder
        .data_files()?
        .into_iter()
        .filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?)));
    let title = &game.session.charter.title;
    let house = crate::packed::house_data(title, &texts.collect::<Vec<_>>());
    if !house.is_empty() {
        super::tell(&format!(
            "house data: {} differ from the title's own; every player is told by `tabella verify`",
            house.join(", ")
        ));
    }
    Ok(())
}

/// A choice that the title or a charter does not have was made on the command line; anything else is a file that
/// cannot be read or written.
fn wrong(plan: &NewGame, error: store::Error) -> Error {
    match error {
        store::Error::Session(SessionFault::Title { .. }) => titles::unknown(&plan.title),
        store::Error::Charter(_)
        | store::Error::Signers(_)
        | store::Error::Session(SessionFault::Charter(_)) => Error::usage(error.to_string()),
        other => other.into(),
    }
}

/// The game's id: as given, else the folder's name.
fn id(args: &New) -> Result<String, Error> {
    let named = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
    args.id.clone().or_else(|| named(&args.folder)).ok_or_else(|| {
        Error::usage(format!("{}: give the game an id with --id", args.folder.display()))
    })
}

/// The seats that the program plays.
fn program(args: &New) -> Result<BTreeMap<String, Strength>, Error> {
    let mut seats = BTreeMap::new();
    for (seat, word) in pairs(&args.program, "--program")? {
        if args.seats.iter().any(|given| given.starts_with(&format!("{seat}="))) {
            return Err(Error::usage(format!("--program {seat}: that seat has a player's key")));
        }
        let strength = practice::strength(&word)?;
        if strength == Strength::Strong {
            let title = title(args);
            titles::strong(titles::packed_title(title)?.as_ref(), title)?;
        }
        seats.insert(seat, strength);
    }
    Ok(seats)
}

/// The schedule of a file, or so many days for every phase.
fn schedule(args: &New) -> Result<Option<Schedule>, Error> {
    let Some(path) = &args.schedule else {
        let missed = if args.wait { Missed::Wait } else { Missed::Fallback };
        return Ok(args.days.map(|days| Schedule::every(days, args.hour, &args.zone, missed)));
    };
    let bytes = files::read_saved(path, SCHEDULE_MAX)?;
    let read = Schedule::parse(&bytes);
    read.map(Some).map_err(|what| Error::usage(format!("{}: {what}", path.display())))
}

fn seats(args: &New) -> Result<Vec<NewSeat>, Error> {
    let mut names: BTreeMap<String, String> =
        pairs(&args.players, "--player")?.into_iter().collect();
    let mut mails: BTreeMap<String, String> = pairs(&args.mails, "--mail")?.into_iter().collect();
    let mut ages: BTreeMap<String, String> = pairs(&args.ages, "--age")?.into_iter().collect();
    let mut seats = Vec::new();
    for (seat, path) in pairs(&args.seats, "--seat")? {
        let (name, mail, age) = (names.remove(&seat), mails.remove(&seat), ages.remove(&seat));
        seats.push(NewSeat { key: keys::public_key(Path::new(&path))?, seat, name, mail, age });
    }
    for (option, left) in [("--player", names), ("--mail", mails), ("--age", ages)] {
        if let Some(seat) = left.keys().next() {
            return Err(Error::usage(format!("{option} {seat}: there is no --seat {seat}")));
        }
    }
    Ok(seats)
}
