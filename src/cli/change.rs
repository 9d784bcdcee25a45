//! `tabella change`: what is altered while a game goes on, by those who must agree.

use crate::cli::common::{self, CommandResult, Error, Exit, reports, titles};
use crate::cli::practice;
use crate::store::records::changes::{self, Notice};
use crate::store::records::{amend, players};
use crate::store::secrets::keys;
use crate::store::{self, SigningKey, files};
use chrono::{DateTime, Utc};
use clap::Subcommand;
use record::REFEREE;
use record::change::{Action, Operation};
use record::exchange::yaml;
use record::player::Strength;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A time of day is part of a deadline: a day alone leaves open which hour is meant.
fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    text.parse().map_err(|_| {
        "not a date and time; write one like 2026-12-01T20:00:00Z or 2026-12-01T21:00:00+01:00"
            .to_owned()
    })
}

/// `tabella change`
#[derive(Subcommand, Clone, Debug)]
pub enum Change {
    /// Give a seat or `referee` a new key; with --player, give the seat to another person
    #[command(
        after_help = "Example:\n  tabella -C zama change key rome new.pub --reason 'the laptop was stolen'\n  tabella -C zama change key rome new.pub --player 'Gaius Laelius' --reason 'Scipio is ill'\n\nFor a seat's key, the referee must agree, with the seat itself or most of the other seats.\nFor the referee's key, the referee and most seats must agree, or all seats."
    )]
    Key {
        /// Seat, or `referee`
        seat: String,
        /// The new public key
        key: PathBuf,
        /// Name of the player who takes over the seat
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// The seat's age key, age1...: its parcels in a public repository are sealed to this key instead of the SSH
        /// key
        #[arg(long, value_name = "RECIPIENT")]
        age: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Move the deadline of the open phase to a later time
    #[command(
        after_help = "Example:\n  tabella -C zama change deadline 2026-12-01T20:00:00Z --reason 'the mail was down'\n\nThe referee must agree."
    )]
    Deadline {
        /// When, in UTC, such as 2026-12-01T20:00:00Z
        #[arg(value_parser = moment)]
        due: DateTime<Utc>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Report that a player is away: deadlines move to the day after, if the seat has enough vacation days left under
    /// the charter
    #[command(
        after_help = "Example:\n  tabella -C zama change vacation rome 2026-12-23 2026-12-28 --reason 'Saturnalia'\n\nThe seat itself must agree."
    )]
    Vacation {
        /// Seat
        seat: String,
        /// First day
        from: chrono::NaiveDate,
        /// Last day
        to: chrono::NaiveDate,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Pause the game: nobody's orders are due on these days, and deadlines in the pause move to the day after it
    #[command(
        after_help = "Example:\n  tabella -C zama change pause 2026-12-20 2027-01-06 --reason 'the holidays'\n\nAll seats must agree, or the referee with most of the seats. During the pause, a phase that all have answered is still resolved."
    )]
    Pause {
        /// First day
        from: chrono::NaiveDate,
        /// Last day
        to: chrono::NaiveDate,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Give up a seat: its orders in force still answer for it, and after them the title's fallback
    #[command(
        after_help = "Example:\n  tabella -C zama change resign rome --reason 'no time any more'\n\nThe seat itself must agree, or the referee with most of the other seats. `change key SEAT KEY --player NAME` fills the seat again."
    )]
    Resign {
        /// Seat
        seat: String,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Let the program play a seat from now on, with a new key kept in this folder; the charter must say who may agree
    /// to this
    #[command(
        after_help = "Example:\n  tabella -C zama change program rome --strength fair --reason 'Scipio is ill'\n\nThe charter must have a rule for this, such as `consent: {program: [referee+most]}`: see `tabella change charter`. `change key SEAT KEY --player NAME` gives the seat to a person again."
    )]
    Program {
        /// Seat
        seat: String,
        /// How well it plays
        #[arg(long, value_name = "easy|fair|strong", default_value = "fair")]
        strength: String,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Make another person the referee, with their own key and with new secrets, which are made in this folder
    #[command(
        after_help = "Example:\n  tabella -C zama change referee new.pub --name 'Polybius' --reason 'I am leaving'\n\nThe new referee runs this in the folder that the old referee handed over. The referee and most seats must agree, or all seats; then the new referee seals the change:\n  tabella -C zama change apply notices/01-referee.yaml --key new"
    )]
    Referee {
        /// The heir's public key
        key: PathBuf,
        /// The new referee's name
        #[arg(long)]
        name: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Change the charter's terms: schedule, vacations, heads, waits-for, consent
    #[command(
        after_help = "Example:\n  tabella -C zama change charter terms.yaml --reason 'summer'\n\nFor example, terms.yaml may hold `vacations: 14`. The referee and all seats must agree."
    )]
    Charter {
        /// The new terms, written as in game.yaml
        terms: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Change options or the tempo of the running game
    #[command(
        after_help = "Example:\n  tabella -C zama change options round-limit=80 --reason 'we want to play it out'\n\n`tabella rules TITLE --choices` lists options and tempos. Options that determined the opening, such as the map, cannot be changed. The change lists its effects on the state, so everybody who signs can see them. The referee and all seats must agree."
    )]
    Options {
        /// Options, as NAME=VALUE
        #[arg(value_name = "NAME=VALUE", required_unless_present = "tempo")]
        options: Vec<String>,
        /// Another tempo
        #[arg(long)]
        tempo: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Correct the state with a ruling
    #[command(
        after_help = "Example:\n  tabella -C zama change ruling ruling.yaml --reason 'G4 was played wrongly'\n\nFor example, ruling.yaml may hold\n  - {op: replace, path: /state/units/0/square, value: d4}\nThe operations are `add`, `remove` and `replace` of RFC 6902. The program puts a `test` of the old value before each operation, so everybody who signs sees the difference. The referee and all seats must agree."
    )]
    Ruling {
        /// The operations
        patch: PathBuf,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Roll the game back: it goes on from an earlier record, with new dice
    #[command(
        after_help = "Example:\n  tabella -C zama change rollback 6 --reason 'record 7 was resolved without the letter of Rome'\n\nThe records stay, and what players have seen cannot be unseen. The referee and all seats must agree."
    )]
    Rollback {
        /// Number of the record after which the game goes on
        record: u32,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// End the game here, won by a side or drawn
    #[command(
        after_help = "Example:\n  tabella -C zama change end --winner rome --reason 'Carthage concedes'\n\nAll seats must agree."
    )]
    End {
        /// The side that wins (default: the game is drawn)
        #[arg(long, value_name = "SIDE")]
        winner: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Seal a change that makes its own record, once everybody who must sign has signed; other changes take effect with
    /// the record of the open phase
    #[command(after_help = "Example:\n  tabella -C zama change apply notices/01-ruling.yaml")]
    Apply {
        /// The change, or its short name, such as `01-ruling` or `ruling`
        file: PathBuf,
        /// Private key of the new referee, if the change names one (default: the one that `TABELLA_REFEREE_KEY` names)
        #[arg(long)]
        key: Option<PathBuf>,
    },
    /// Sign a change (the same as `ssh-keygen -Y sign -n tabella-change`)
    #[command(
        after_help = "Example:\n  tabella change sign notices/01-key.yaml --as rome --key old\n  tabella change sign notices/01-key.yaml --as heir --key new\n  tabella -C zama change sign key --as referee"
    )]
    Sign {
        /// The change, or its short name, such as `01-key` or `key`; the signature is written beside it
        file: PathBuf,
        /// Who agrees: a seat, `referee`, or `heir` for the new key
        #[arg(long = "as", value_name = "NAME")]
        name: String,
        /// Private key (default for the referee: the referee's)
        #[arg(long)]
        key: Option<PathBuf>,
    },
    /// List the pending changes and who has agreed to each
    #[command(after_help = "Example:\n  tabella -C zama change list")]
    List {
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
}

/// The largest file of terms or operations, in bytes.
const FILE_MAX: usize = 64 * 1024;

/// # Errors
/// No game there; an unknown seat; a key that cannot sign; a change that cannot be made.
pub fn run(dir: Option<&Path>, args: &Change) -> CommandResult {
    let path = match args {
        Change::Sign { file, name, key } => return sign(dir, file, name, key.as_deref()),
        Change::List { json } => return list(dir, *json),
        Change::Apply { file, key } => return apply(dir, file, key.as_deref()),
        Change::Referee { key, name, reason } => {
            let key = keys::public_key(key)?;
            amend::succeed(&common::folder(dir)?, key, name.clone(), reason).map_err(usage)?
        }
        Change::Program { seat, strength, reason } => return enlist(dir, seat, strength, reason),
        Change::Options { options, tempo, reason } => {
            let options = common::pairs(options, "options")?.into_iter().collect();
            amend::choose(&common::folder(dir)?, options, tempo.clone(), reason).map_err(usage)?
        }
        Change::Ruling { patch, reason } => {
            let patch: Vec<Operation> = read(patch)?;
            amend::rule(&common::folder(dir)?, &patch, reason).map_err(usage)?
        }
        Change::Rollback { record, reason } => {
            amend::go_back(&common::folder(dir)?, *record, reason).map_err(usage)?
        }
        Change::Key { reason, .. }
        | Change::Deadline { reason, .. }
        | Change::Vacation { reason, .. }
        | Change::Pause { reason, .. }
        | Change::Resign { reason, .. }
        | Change::Charter { reason, .. }
        | Change::End { reason, .. } => {
            let (folder, action) = (common::folder(dir)?, action(args)?);
            if let Some(told) = changes::only_told(&store::load(&folder)?, &action) {
                common::tell(&told);
            }
            changes::propose(&folder, action, reason).map_err(usage)?
        }
    };
    common::print(&format!("{}\n", path.display()))?;
    common::tell(
        "now everybody who agrees must sign the change with `tabella change sign` (a new key \
         signs as `heir`)",
    );
    Ok(Exit::Done)
}

/// Signs a change as somebody; the referee's key lies in the folder.
fn sign(dir: Option<&Path>, file: &Path, name: &str, key: Option<&Path>) -> CommandResult {
    let file = found(dir, file)?;
    let key = match key {
        Some(key) => SigningKey::open(key)?,
        None if name == REFEREE => changes::referees_key(&common::folder(dir)?)?,
        None => {
            return Err(Error::usage(format!("name the private key of {name}: --key FILE")));
        }
    };
    let path = changes::sign(&file, name, &key).map_err(usage)?;
    common::tell(&format!("{}: signed as {name}", path.display()));
    Ok(Exit::Done)
}

/// Shows the pending changes.
fn list(dir: Option<&Path>, json: bool) -> CommandResult {
    let folder = common::folder(dir)?;
    let waiting = if folder.is_referees()? {
        changes::take_up(&folder)?
    } else {
        changes::waiting_in_copy(&folder)?
    };
    show(&waiting, json)
}

/// Proposes that the program plays a seat.
fn enlist(dir: Option<&Path>, seat: &str, strength: &str, reason: &str) -> CommandResult {
    let folder = common::folder(dir)?;
    let strength = practice::strength(strength)?;
    if strength == Strength::Strong {
        let title = folder.charter()?.title;
        titles::strong(titles::packed_title(&title)?.as_ref(), &title)?;
    }
    let path = players::enlist(&folder, seat, strength, reason).map_err(usage)?;
    common::print(&format!("{}\n", path.display()))?;
    common::tell(
        "now everybody who agrees must sign the change with `tabella change sign` (the program \
         has signed with its own key)",
    );
    Ok(Exit::Done)
}

/// A change's file as it was named: from here, from the game of `-C`, or by the short name of one that waits.
fn found(dir: Option<&Path>, file: &Path) -> Result<PathBuf, Error> {
    let there = dir.map(|dir| dir.join(file));
    if let Some(found) =
        [Some(file.to_owned()), there].into_iter().flatten().find(|path| files::is_there(path))
    {
        return Ok(found);
    }
    let waiting = changes::waiting_in_copy(&common::folder(dir)?)?;
    let paths: Vec<PathBuf> = waiting.into_iter().map(|notice| notice.path).collect();
    changes::called(&paths, file).map(Path::to_owned).map_err(Error::usage)
}

/// The action of a change whose text follows from the command alone.
fn action(args: &Change) -> Result<Action, Error> {
    Ok(match args.clone() {
        Change::Key { seat, key, player, age, .. } => {
            let key = keys::public_key(&key)?;
            match player {
                None => Action::Key { seat, key, age },
                Some(name) => Action::Player { seat, key, name: Some(name), age },
            }
        }
        Change::Deadline { due, .. } => Action::Deadline { due },
        Change::Vacation { seat, from, to, .. } => Action::Vacation { seat, from, to },
        Change::Pause { from, to, .. } => Action::Pause { from, to },
        Change::Resign { seat, .. } => Action::Resign { seat },
        Change::Charter { terms, .. } => Action::Charter { terms: read(&terms)? },
        Change::End { winner, .. } => Action::End { winner },
        Change::Program { .. }
        | Change::Referee { .. }
        | Change::Options { .. }
        | Change::Ruling { .. }
        | Change::Rollback { .. }
        | Change::Apply { .. }
        | Change::Sign { .. }
        | Change::List { .. } => unreachable!("these commands are handled elsewhere"),
    })
}

/// A file that the user names, read as a change needs it.
fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = files::read_named(path, FILE_MAX)?;
    let text = files::text(path, bytes)?;
    let node = yaml::parse(&text)
        .map_err(|complaints| Error::no(format!("{}: {complaints}", path.display())))?;
    serde_json::from_value(node.plain_value())
        .map_err(|why| Error::no(format!("{}: {why}", path.display())))
}

fn apply(dir: Option<&Path>, file: &Path, key: Option<&Path>) -> CommandResult {
    let (folder, file) = (common::folder(dir)?, found(dir, file)?);
    let step =
        amend::apply(&folder, &file, key, &reports::renderer(folder.root())).map_err(usage)?;
    crate::cli::resolve::leave_letters(&folder);
    let (number, head) = (step.session.number, step.session.head);
    common::print(&format!("record {number} is sealed; it holds only this change\nhead {head}\n"))?;
    if let Some(next) = &step.turn.next {
        common::print(&format!(
            "phase {} ({}) awaits {}\n",
            next.phase,
            next.name,
            next.awaited.join(", ")
        ))?;
    }
    Ok(Exit::Done)
}

fn usage(error: store::Error) -> Error {
    match error {
        store::Error::Broken { .. } | store::Error::Change(_) => Error::no(error.to_string()),
        other => other.into(),
    }
}

fn show(waiting: &[Notice], json: bool) -> CommandResult {
    if json {
        let line = |notice: &Notice| {
            serde_json::json!({
                "file": notice.path, "change": notice.change,
                "signed": notice.signatures.keys().collect::<Vec<_>>(),
                "counts": notice.agreed.is_ok(), "lacking": notice.agreed.as_ref().err(),
            })
        };
        common::print_json(&waiting.iter().map(line).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for Notice { path, change, agreed, .. } in waiting {
        let name = path.display();
        let _ = match agreed {
            Ok(agreed) if change.action.kind().rides() => {
                writeln!(text, "{name}\n  counts: {agreed}")
            }
            Ok(agreed) => writeln!(text, "{name}\n  may be applied: {agreed}"),
            Err(lacking) => {
                writeln!(text, "{name}\n  {} ({})\n  {lacking}", change.action, change.reason)
            }
        };
    }
    if waiting.is_empty() {
        common::tell("no change waits");
    }
    common::print(&text)?;
    Ok(Exit::Done)
}
