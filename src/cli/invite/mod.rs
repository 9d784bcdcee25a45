//! `tabella club invite` and `tabella club join`: how a game comes together, before it is one.

mod folder;
mod letter;
mod substitute;

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg, hints, pairs, titles};
use crate::cli::invite::substitute::SubstituteArgs;
use crate::cli::sign;
use crate::report::Messages;
use crate::store::records::create::suits;
use crate::store::secrets::keys;
use crate::store::{Folder, NewGame, NewSeat, SigningKey, clock, entropy, files};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::{Args, Subcommand, ValueEnum};
use engine::data::ScenarioNote;
use folder::Drawn;
pub(super) use folder::Gathering;
#[cfg(feature = "mail")]
pub(super) use folder::{Signed, Taken};
use record::charter::{Heads, Person, VERSION};
use record::invitation::{Host, Invitation, Join, Sides};
use record::notes::Authors;
use record::schedule::Schedule;
use record::{Digest, Namespace, Secret, SignedText};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `tabella club invite`
#[derive(Subcommand, Debug)]
pub enum Invite {
    New(Box<InviteArgs>),
    /// Accept a player's join: a file with its signature beside it, a text that includes the signature, or a letter
    #[command(
        after_help = "Example:\n  tabella club invite take capua join.yaml\n  tabella club invite take capua letter.eml"
    )]
    Take {
        /// Folder of the invitation
        dir: PathBuf,
        /// The join, or the letter that brings it
        file: PathBuf,
    },
    /// Work out again who got which seat, and compare the result with the game
    #[command(after_help = "Example:\n  tabella club invite check capua --game games/capua")]
    Check {
        /// Folder of the invitation, with its joins and its lot
        dir: PathBuf,
        /// The game that was created from the invitation: its whole folder or a public copy
        #[arg(long, value_name = "DIR")]
        game: Option<PathBuf>,
    },
    Substitute(SubstituteArgs),
}

/// Write a signed invitation into a new folder, with the secret from which its lot is drawn
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella club invite new capua --id capua --game combined-arms --sides lot --key referee --mail referee@example.org"
)]
pub struct InviteArgs {
    /// Folder to write into
    pub dir: PathBuf,
    /// Id of the future game
    #[arg(long)]
    pub id: String,
    /// Title
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title (see `tabella rules TITLE --choices`)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// How often the game stops to ask
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How seats are assigned
    #[arg(long, value_name = "choice|lot|bid|preference", default_value = "lot")]
    pub sides: String,
    /// What players bid, in words
    #[arg(long, value_name = "TEXT")]
    pub bid: Option<String>,
    /// Public key of somebody who may join; if you name any, nobody else may
    #[arg(long = "only", value_name = "KEY.pub")]
    pub invited: Vec<PathBuf>,
    /// A file with the schedule (docs/referee.md)
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// When people other than the players will see what happened (default: at once)
    #[arg(long, value_name = "at-once|N-turns-late|at-end|nothing")]
    pub public: Option<record::disclosure::Disclosure>,
    /// Let players write notes to one another in their order files: `named` shows their names; `anonymous` lets them hide their names (default: no notes)
    #[arg(long, value_name = "named|anonymous")]
    pub notes: Option<Notes>,
    /// The last day on which joins are accepted
    #[arg(long, value_name = "DATE")]
    pub until: Option<chrono::NaiveDate>,
    /// The referee's private key: it signs the invitation, and will seal the game
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The referee's name
    #[arg(long)]
    pub name: Option<String>,
    /// The referee's mail address, to which joins are sent
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
}

/// Answer an invitation with a signed `join.yaml`
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella club join invitation.yaml --key ~/.ssh/id_ed25519 --name 'Livia Drusi' --wish rome"
)]
pub struct JoinArgs {
    /// The invitation, with its signature beside it
    pub invitation: PathBuf,
    /// Your private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The name by which you want to be called
    #[arg(long)]
    pub name: String,
    /// Your mail address, for the game's letters. It is kept out of the charter, but anybody who sees the joins can read it. (Default: tell the referee in another way)
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
    /// Your age key, `age1...`, to which parcels for you in a public repository are sealed (default: your SSH key, which must then be an ed25519 key)
    #[arg(long, value_name = "RECIPIENT")]
    pub age: Option<String>,
    /// A seat that you would like; name the one that you want most first
    #[arg(long = "wish", value_name = "SEAT")]
    pub wishes: Vec<String>,
    /// What you bid for the seat that you named first
    #[arg(long, value_name = "N")]
    pub bid: Option<u32>,
    /// Something that nobody can guess (default: drawn at random)
    #[arg(long, value_name = "TEXT")]
    pub salt: Option<String>,
    /// File to write to
    #[arg(long, value_name = "FILE", default_value = "join.yaml")]
    pub out: PathBuf,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// Which notes a game allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Notes {
    /// Notes with their authors' names.
    Named,
    /// Notes with or without names.
    Anonymous,
}

impl From<Notes> for Authors {
    fn from(word: Notes) -> Self {
        match word {
            Notes::Named => Self::Named,
            Notes::Anonymous => Self::Anonymous,
        }
    }
}

/// Most bytes of a schedule.
const SCHEDULE_MAX: usize = 64 << 10;

/// Runs `tabella club invite`.
///
/// # Errors
/// A choice that the title does not have; a join that does not count; a file or a key that cannot be read or written.
pub(super) fn run(act: &Invite) -> CommandResult {
    match act {
        Invite::New(args) => invite(args),
        Invite::Take { dir, file } => {
            let taken = Gathering::read(dir)?.take_file(file, clock::now()?.date_naive())?;
            let what =
                if taken.known { "has already joined; nothing was changed" } else { "has joined" };
            common::tell(&format!("{}: {} {what}", taken.path.display(), taken.join.name));
            Ok(Exit::Done)
        }
        Invite::Check { dir, game } => check(dir, game.as_deref()),
        Invite::Substitute(args) => substitute::run(args),
    }
}

fn invite(args: &InviteArgs) -> CommandResult {
    let title = titles::packed_title(&args.game)?;
    let prospectus = title.prospectus();
    let named = args.scenario.as_deref();
    let scenario = prospectus.scenarios.iter().find(|it| named.is_none_or(|name| it.name == name));
    let scenario = scenario.ok_or_else(|| {
        let known: Vec<&str> = prospectus.scenarios.iter().map(|it| it.name.as_str()).collect();
        Error::usage(format!("--scenario: {} has these: {}", args.game, known.join(", ")))
    })?;
    titles::tempo(&args.tempo)?;
    let key = SigningKey::open(&args.key)?;
    let secret = Secret::from_bytes(entropy::draw()?);
    let schedule = args.schedule.as_deref().map(schedule).transpose()?;
    if let Some(schedule) = &schedule {
        suits(schedule, title.as_ref())?;
    }
    let invitation = Invitation {
        tabella: VERSION,
        invitation: args.id.clone(),
        title: args.game.clone(),
        scenario: scenario.name.clone(),
        options: pairs(&args.options, "--option")?.into_iter().collect(),
        tempo: args.tempo.clone(),
        seats: seats(scenario),
        sides: Sides::parse(&args.sides).ok_or_else(|| {
            Error::usage(format!("--sides {}: one of {}", args.sides, Sides::WORDS.join(", ")))
        })?,
        bid: args.bid.clone(),
        keys: args.invited.iter().map(|path| keys::public_key(path)).collect::<Result<_, _>>()?,
        schedule,
        public: args.public,
        notes: args.notes.map(Authors::from),
        until: args.until,
        referee: Host { name: args.name.clone(), mail: args.mail.clone(), key: key.public()? },
        lot: secret.commitment(),
    };
    invitation.check().map_err(Error::usage)?;
    let keys: BTreeSet<_> = invitation.keys.iter().collect();
    if !keys.is_empty() && keys.len() < invitation.seats.len() {
        return Err(Error::usage(format!(
            "--only: {} may join, but {} seats are open ({}), so the game could never begin; name \
             at least as many keys as there are open seats",
            keys.len(),
            invitation.seats.len(),
            invitation.seats.join(", ")
        )));
    }
    folder::begin(&args.dir, &invitation, &key, &secret)?;
    common::tell(&format!(
        "{}: the signed invitation to {}; give the file and its signature to everybody who may \
         join. The secret of the lot is beside it and must stay there",
        args.dir.join(folder::INVITATION).display(),
        invitation.invitation
    ));
    Ok(Exit::Done)
}

fn seats(scenario: &ScenarioNote) -> Vec<String> {
    scenario.seats.iter().map(|(seat, _)| seat.to_string()).collect()
}

/// The schedule in a file.
///
/// # Errors
/// A file that cannot be read, or what is wrong with it.
pub(super) fn schedule(path: &Path) -> Result<Schedule, Error> {
    let bytes = files::read_saved(path, SCHEDULE_MAX)?;
    Schedule::parse(&bytes).map_err(|what| Error::usage(format!("{}: {what}", path.display())))
}

/// Runs `tabella club join`.
///
/// # Errors
/// An invitation that its referee did not sign; wishes that it does not take; a file or the key that cannot be read
/// or written.
pub(super) fn join(args: &JoinArgs) -> CommandResult {
    let (invitation, bytes) = folder::invitation(&args.invitation)?;
    let key = SigningKey::open(&args.key)?;
    let salt = args.salt.clone();
    let salt = salt.map_or_else(|| Ok(STANDARD.encode(entropy::draw::<16>()?)), Ok::<_, Error>)?;
    let join = Join {
        tabella: VERSION,
        join: invitation.invitation.clone(),
        invitation: Digest::of(&bytes),
        name: args.name.clone(),
        mail: args.mail.clone(),
        key: key.public()?,
        age: args.age.clone(),
        wishes: args.wishes.clone(),
        bid: args.bid,
        salt,
    };
    let text = join.render();
    Join::parse(text.as_bytes())
        .and_then(|join| join.answers(&invitation, &bytes))
        .map_err(Error::no)?;
    let armored = key.sign(Namespace::Join, text.as_bytes())?;
    files::replace(&args.out, text.as_bytes(), files::OPEN_MODE)?;
    files::replace(&sign::beside(&args.out), armored.as_bytes(), files::OPEN_MODE)?;
    let done = format!(
        "{}: signed by {}; send the file with its signature, or send this text, which holds both:",
        args.out.display(),
        join.key.fingerprint()
    );
    common::tell(&Messages::of(args.lang.language(), &invitation.title).say(&done));
    common::print(&String::from_utf8_lossy(&SignedText::join(text.as_bytes(), &armored)))?;
    Ok(Exit::Done)
}

/// The game that an invitation becomes, in a new folder; draws the lot if that was not done before. Orders in it need
/// the seat's signature over their head, so that the first orders sign the charter too.
///
/// # Errors
/// Seats that nobody takes; a key other than that of the referee who invited.
pub(super) fn plan(root: &Path, dir: &Path, referee: Option<&Path>) -> Result<NewGame, Error> {
    let gathering = Gathering::read(dir)?;
    let invitation = gathering.invitation.clone();
    let referee = referee.ok_or_else(|| {
        Error::usage(
            "--from-invitation: with --referee, name the referee's key that signed the invitation",
        )
    })?;
    if SigningKey::open(referee)?.public()? != invitation.referee.key {
        return Err(Error::usage("--referee: not the key that signed the invitation"));
    }
    let drawn = gathering.draw()?;
    common::print(&told(&drawn))?;
    let seat = |(seat, join): (&String, &Join)| NewSeat {
        seat: seat.clone(),
        key: join.key.clone(),
        name: Some(join.name.clone()),
        age: join.age.clone(),
        mail: join.mail.clone(),
    };
    let (id, title, tempo) = (invitation.invitation, invitation.title, invitation.tempo);
    let seats = drawn.seats.iter().map(seat).collect();
    Ok(NewGame {
        scenario: Some(invitation.scenario),
        options: invitation.options,
        referee: Person { name: invitation.referee.name, mail: invitation.referee.mail },
        referee_key: Some(referee.to_owned()),
        schedule: invitation.schedule,
        heads: Heads::Required,
        public: invitation.public,
        notes: invitation.notes,
        ..NewGame::plain(root.to_owned(), id, title, tempo, seats)
    })
}

fn told(drawn: &Drawn) -> String {
    let mut text = String::new();
    for (seat, join) in &drawn.seats {
        let _ = writeln!(text, "{seat}: {} ({})", join.name, join.key.fingerprint());
    }
    for join in &drawn.reserves {
        let _ = writeln!(text, "stands by: {} ({})", join.name, join.key.fingerprint());
    }
    text
}

/// Checks an invitation, its joins, its lot and its game against one another.
fn check(dir: &Path, game: Option<&Path>) -> CommandResult {
    let gathering = Gathering::read(dir)?;
    let joins = gathering.joins()?;
    let Some(drawn) = gathering.drawn()? else {
        common::print(&format!(
            "{} have joined {}; the lot has not been drawn yet\n",
            joins.len(),
            gathering.invitation.invitation
        ))?;
        return Ok(if game.is_some() { Exit::No } else { Exit::Done });
    };
    common::print(&told(&drawn))?;
    if let Some(game) = game {
        let faults = faults(&gathering.invitation, &drawn, &Folder::find(game)?)?;
        for fault in &faults {
            common::print(&format!("{}: {fault}\n", game.display()))?;
        }
        if !faults.is_empty() {
            return Ok(Exit::No);
        }
    }
    common::print("the lot follows from the secret and the joins, and so does the charter\n")?;
    Ok(Exit::Done)
}

fn faults(invitation: &Invitation, drawn: &Drawn, folder: &Folder) -> Result<Vec<String>, Error> {
    let (charter, signers) = (folder.charter()?, folder.signers()?);
    let mut faults = Vec::new();
    let terms = [
        ("game", charter.game == invitation.invitation),
        ("title", charter.title == invitation.title),
        ("scenario", charter.scenario == invitation.scenario),
        ("options", charter.options == invitation.options),
        ("tempo", charter.tempo == invitation.tempo),
        ("schedule", charter.schedule == invitation.schedule),
        ("public", charter.public == invitation.public),
        ("notes", charter.notes == invitation.notes),
        ("the referee's key", *signers.referee() == invitation.referee.key),
    ];
    for (what, _) in terms.iter().filter(|(_, same)| !same) {
        faults.push(format!("{what}: differs from the invitation"));
    }
    for line in &charter.seats {
        match drawn.seats.get(&line.seat) {
            None => faults.push(format!("{}: the invitation has no such seat", line.seat)),
            Some(join) if signers.key(&line.seat) != Some(&join.key) => {
                faults.push(format!("{}: not the key of {}", line.seat, join.name));
            }
            Some(join) if line.name.as_ref() != Some(&join.name) => {
                faults.push(format!("{}: not the name given in their join", line.seat));
            }
            Some(join) if line.age != join.age => {
                faults.push(format!("{}: not the age key given in their join", line.seat));
            }
            Some(_) => {}
        }
    }
    if charter.seats.len() < drawn.seats.len() {
        faults.push("seats: the charter lacks some that were assigned".to_owned());
    }
    Ok(faults)
}
