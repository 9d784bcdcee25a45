//! Creates the folder of a game.

use crate::session::{HIDDEN_FILE, Opened, Reveal, Session, SessionFault, Times};
use crate::store::copies::ignored;
use crate::store::folder::{SIGNERS_FILE, plain_files};
use crate::store::records::contents::{add_texts, add_views};
use crate::store::records::fork::Origin;
use crate::store::records::staging::Draft;
use crate::store::records::{called, memory, players, unfinished};
use crate::store::secrets::referee::{self, KeySource};
use crate::store::secrets::seal::NewSeal;
use crate::store::{
    Error, Folder, Game, NewGame, NewSeat, PROGRAM, Reports, Sealing, SigningKey, clock, entropy,
    files, load,
};
use crate::verify::Staged;
use crate::{catalogue, packed};
use chrono::{DateTime, Utc};
use engine::POSITION_FILE;
use engine::data::Prospectus;
use engine::title::{LoadedTitle, Title};
use record::change::{Consent, History};
use record::charter::{CHARTER_FILE, DiceLine, PROTOCOL, Person, SeatLine};
use record::dice_chain::DEFAULT_LENGTH;
use record::exchange;
use record::player::{ProgramLine, Strength};
use record::schedule::Schedule;
use record::sums::{CHARTER_PATH, DATA_PREFIX, SIGNERS_PATH};
use record::{
    Addresses, Charter, CharterFault, Digest, PrivateKey, PublicKey, REFEREE, Secret, Secrets,
    Signers, names, salt,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the draft of a game, in the folder in which it will be created.
pub const DRAFT_FILE: &str = "draft.yaml";

/// Creates a game: its charter, keys and data, the referee's secrets, and the sealed opening. The charter is written last,
/// so that a folder is a game from then on and not before; after a failure nothing is left.
///
/// # Errors
/// A folder that is not empty, a choice that the title does not have, a file or a key that cannot be read or written.
pub fn create(plan: &NewGame, reports: &Reports<'_>) -> Result<Game, Error> {
    create_by(plan, reports, &mut entropy::draw::<32>)
}

/// Creates a sandbox: a game that begins where another stood. What the plan says of the title, its scenario and its options is
/// that other game's.
///
/// # Errors
/// As [`create`].
pub fn create_from(plan: &NewGame, origin: &Origin, reports: &Reports<'_>) -> Result<Game, Error> {
    make(plan, Some(origin), reports, &mut entropy::draw::<32>)
}

/// The same with random bytes from the caller: keys, secrets and dice follow from them, so the same bytes and the same
/// plan give the same game.
///
/// # Errors
/// As [`create`], and whatever `draw` fails with.
pub fn create_by(
    plan: &NewGame,
    reports: &Reports<'_>,
    draw: &mut dyn FnMut() -> Result<[u8; 32], Error>,
) -> Result<Game, Error> {
    make(plan, None, reports, draw)
}

fn make(
    plan: &NewGame,
    origin: Option<&Origin>,
    reports: &Reports<'_>,
    draw: &mut dyn FnMut() -> Result<[u8; 32], Error>,
) -> Result<Game, Error> {
    let folder = Folder::at(&plan.root);
    let there = files::metadata(&plan.root)?.is_some();
    unfinished::room(&folder)?;
    called::at_birth(plan)?;
    let key = match &plan.referee_key {
        Some(path) => KeySource::Named(path.clone(), SigningKey::open(path)?),
        None => KeySource::Made(Box::new(PrivateKey::generate(
            &draw()?,
            &format!("referee of {}", plan.game),
        ))),
    };
    let length = plan.phases.unwrap_or(DEFAULT_LENGTH);
    let secrets = Secrets::draw(draw()?, draw()?, length)
        .map_err(|why| CharterFault { field: "dice.phases".to_owned(), what: why.to_string() })?;
    let program = Program::draw(&plan.program, draw)?;
    let plan = &NewGame { seats: program.seated(&plan.seats), ..plan.clone() };
    let public = key.signing_key().public()?;
    let mut ready = prepare(
        plan,
        origin,
        DiceLine::from(secrets.commitment()),
        Digest::of(program.seed.bytes()),
        public,
    )?;
    let addresses = addresses(plan)?;
    let seal = NewSeal::draw(draw)?;
    ready.opened.charter.seal = seal.public();
    let _making = unfinished::begin(&folder, there)?;
    let written = program
        .keep(&folder)
        .and_then(|()| seal.keep(&folder))
        .and_then(|()| keep(&folder, &addresses))
        .and_then(|()| write(&folder, ready, &key, &secrets, reports));
    if written.is_err() {
        unfinished::clear(&folder, there);
    }
    written?;
    let draft = folder.root().join(DRAFT_FILE);
    if files::is_there(&draft) {
        files::remove(&draft)?;
    }
    unfinished::end(&folder)?;
    load(&folder)
}

/// Writes the draft of a game into its folder: new, or empty. It may hold addresses, so it is for the referee's eyes alone.
///
/// # Errors
/// A folder that is not empty, a file that cannot be written.
pub fn write_draft(root: &Path, text: &str) -> Result<PathBuf, Error> {
    unfinished::room(&Folder::at(root))?;
    files::make_folder(root, files::FOLDER_MODE)?;
    let path = root.join(DRAFT_FILE);
    files::place_new(&path, text.as_bytes(), files::SECRET_MODE)?;
    Ok(path)
}

fn addresses(plan: &NewGame) -> Result<Addresses, Error> {
    let mut addresses = Addresses::default();
    let people = plan.seats.iter().map(|new| (new.seat.as_str(), new.mail.as_deref()));
    for (name, mail) in people.chain([(REFEREE, plan.referee.mail.as_deref())]) {
        if let Some(mail) = mail {
            addresses.enter(name, Some(mail)).map_err(Error::Address)?;
        }
    }
    Ok(addresses)
}

fn keep(folder: &Folder, addresses: &Addresses) -> Result<(), Error> {
    if addresses.is_empty() {
        Ok(())
    } else {
        crate::store::post::addresses::write(folder, addresses)
    }
}

struct Program {
    seed: Secret,
    keys: BTreeMap<String, PrivateKey>,
}

impl Program {
    fn draw(
        seats: &BTreeMap<String, Strength>,
        draw: &mut dyn FnMut() -> Result<[u8; 32], Error>,
    ) -> Result<Self, Error> {
        let key = |seat: &String| Ok((seat.clone(), PrivateKey::generate(&draw()?, seat)));
        let keys = seats.keys().map(key).collect::<Result<_, Error>>()?;
        Ok(Self { seed: Secret::from_bytes(draw()?), keys })
    }

    fn seated(&self, players: &[NewSeat]) -> Vec<NewSeat> {
        let own = self.keys.iter().map(|(seat, key)| NewSeat {
            seat: seat.clone(),
            key: key.public().clone(),
            name: Some("tabella".to_owned()),
            mail: None,
            age: None,
        });
        players.iter().cloned().chain(own).collect()
    }

    fn keep(&self, folder: &Folder) -> Result<(), Error> {
        for (seat, key) in &self.keys {
            players::keep_key(folder, seat, key)?;
        }
        if self.keys.is_empty() { Ok(()) } else { players::keep_seed(folder, &self.seed) }
    }
}

/// Checks a schedule against a title.
///
/// # Errors
/// The wrong field of the charter.
pub fn suits(schedule: &Schedule, title: &dyn LoadedTitle) -> Result<(), Error> {
    let fits = schedule.suits(&title.prospectus().phases, title.has_strong());
    let fault = |(field, what): (&str, String)| CharterFault { field: field.to_owned(), what };
    Ok(fits.map_err(fault)?)
}

/// Everything about the game that can be judged before a file is written.
struct Ready {
    opened: Opened,
    signers: Signers,
    data: BTreeMap<String, String>,
    loaded: Box<dyn LoadedTitle>,
}

fn prepare(
    plan: &NewGame,
    origin: Option<&Origin>,
    dice: DiceLine,
    choices: Digest,
    referee_key: PublicKey,
) -> Result<Ready, Error> {
    let data = match origin {
        Some(origin) => origin.data.clone(),
        None => data(plan)?,
    };
    let title = title(&plan.title)?;
    let revision = origin.map_or_else(|| title.revision(), |origin| origin.revision);
    let loaded = title.load(&exchange::data::build(data.clone())?, revision)?;
    let (mut charter, keys) = charter(plan, title, &loaded.prospectus(), dice);
    charter.rules_revision = revision.number();
    charter.fork = origin.map(|origin| origin.line.clone());
    let texts: Vec<(String, String)> = data.clone().into_iter().collect();
    charter.always_hidden = loaded.hides();
    charter.house = packed::house_data(&plan.title, &texts);
    charter.house.retain(|name| origin.is_none() || name != POSITION_FILE);
    charter.program = (!plan.program.is_empty()).then(|| ProgramLine {
        player: loaded.player(),
        seed: choices,
        seats: plan.program.clone(),
    });
    charter.check()?;
    if let Some(schedule) = &charter.schedule {
        suits(schedule, loaded.as_ref())?;
    }
    let signers = Signers::new(keys, referee_key)?.vouching();
    let opened = Session::open(charter, loaded.as_ref() as &dyn LoadedTitle)?;
    Ok(Ready { opened, signers, data, loaded })
}

fn title(slug: &str) -> Result<&'static dyn Title, Error> {
    catalogue::find(slug).ok_or_else(|| {
        let known: Vec<_> = catalogue::titles().iter().map(|title| title.slug()).collect();
        Error::Session(SessionFault::Title { title: slug.to_owned(), known: known.join(", ") })
    })
}

/// The title's data, replaced or extended by the files in the plan's data folder.
fn data(plan: &NewGame) -> Result<BTreeMap<String, String>, Error> {
    let mut data: BTreeMap<String, String> =
        packed::data(&plan.title).map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    let Some(own) = &plan.data else { return Ok(data) };
    if !files::is_folder(own)? {
        return Err(Error::Missing {
            path: own.clone(),
            fix: "name the folder that holds your data files".to_owned(),
        });
    }
    for (name, bytes) in plain_files(own)? {
        let path = own.join(&name);
        if let Err(why) = names::check_data_file(&name) {
            return Err(Error::broken(&path, why.to_string(), "rename it"));
        }
        if name == POSITION_FILE {
            let fix = "move it away; `tabella analyse fork` makes a sandbox from a position";
            return Err(Error::broken(&path, "only a sandbox has such a file", fix));
        }
        data.insert(name, files::text(&path, bytes)?);
    }
    Ok(data)
}

/// The charter, its seats in the scenario's order, and the players' keys in the same order.
fn charter(
    plan: &NewGame,
    title: &dyn Title,
    prospectus: &Prospectus,
    dice: DiceLine,
) -> (Charter, Vec<(String, PublicKey)>) {
    let named = plan.scenario.as_deref();
    let scenario =
        prospectus.scenarios.iter().find(|scenario| named.is_none_or(|name| scenario.name == name));
    let sides: Vec<(&str, &str)> = scenario
        .iter()
        .flat_map(|scenario| &scenario.seats)
        .map(|(seat, side)| (seat.name(), side.as_str()))
        .collect();
    let mut seats: Vec<&NewSeat> = plan.seats.iter().collect();
    // Seats that the scenario does not have come last; the title refuses them by name.
    seats.sort_by_key(|new| {
        sides.iter().position(|(seat, _)| *seat == new.seat).unwrap_or(usize::MAX)
    });
    let side = |seat: &str| {
        sides.iter().find(|(name, _)| *name == seat).map_or(seat, |(_, side)| side).to_owned()
    };
    let line = |new: &&NewSeat| SeatLine {
        seat: new.seat.clone(),
        side: side(&new.seat),
        name: new.name.clone(),
        mail: None,
        age: new.age.clone(),
    };
    let charter = Charter {
        tabella: PROTOCOL,
        game: plan.game.clone(),
        fork: None,
        title: plan.title.clone(),
        rules_revision: title.revision().number(),
        scenario: named
            .or(scenario.map(|scenario| scenario.name.as_str()))
            .unwrap_or_default()
            .to_owned(),
        options: plan.options.clone(),
        tempo: plan.tempo.clone(),
        seats: seats.iter().map(line).collect(),
        referee: Person { name: plan.referee.name.clone(), mail: None },
        program: None,
        schedule: plan.schedule.clone(),
        vacations: plan.vacations,
        heads: Some(plan.heads),
        waits_for: Some(plan.waits_for),
        public: plan.public,
        items: plan.items,
        always_hidden: false,
        house: Vec::new(),
        notes: plan.notes,
        consent: Consent::beside(plan.schedule.as_ref()),
        seal: None,
        dice,
    };
    (charter, seats.iter().map(|new| (new.seat.clone(), new.key.clone())).collect())
}

fn write(
    folder: &Folder,
    ready: Ready,
    key: &KeySource,
    secrets: &Secrets,
    reports: &Reports<'_>,
) -> Result<(), Error> {
    let Ready { opened, signers, data, loaded } = ready;
    let root = folder.root();
    referee::store(folder, key, secrets)?;
    files::replace(&root.join(".gitattributes"), b"* -text\n", files::OPEN_MODE)?;
    ignored::ignore(folder, opened.play.outcome().is_some())?;
    let (charter, keys) = (opened.charter.render(), signers.render());
    files::replace(&root.join(SIGNERS_FILE), keys.as_bytes(), files::OPEN_MODE)?;
    files::make_folder(&folder.data(), files::FOLDER_MODE)?;
    let mut draft = Draft::begin(folder, 0)?;
    draft.chain(CHARTER_PATH, Digest::of(charter.as_bytes()));
    draft.chain(SIGNERS_PATH, Digest::of(keys.as_bytes()));
    for (name, text) in &data {
        // The position of a sandbox may be what one seat or the referee knows of another game.
        let secret = name == POSITION_FILE;
        let mode = if secret { files::SECRET_MODE } else { files::OPEN_MODE };
        files::write_new(&folder.data().join(name), text.as_bytes(), mode)?;
        files::flush(&folder.data().join(name))?;
        draft.chain(format!("{DATA_PREFIX}{name}"), Digest::of(text.as_bytes()));
    }
    files::flush(&folder.data())?;
    fill(&mut draft, &opened, secrets.hidden(), clock::now()?, reports)?;
    let listed = draft.list()?;
    let hidden = secrets.hidden();
    let opening = History::start(opened.charter.clone(), signers.clone());
    let staged = Staged { in_force: [&opening, &opening], loaded, after: None, hidden };
    listed.prove(folder, staged)?;
    let signature = referee::seal(&key.signing_key(), listed.bytes(), signers.referee())?;
    let start = listed.sign(&signature)?.publish()?;
    memory::remember(folder, 0, start)?;
    files::replace(&root.join(CHARTER_FILE), charter.as_bytes(), files::OPEN_MODE)
}

/// The files of record 0, made at this time.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn fill(
    draft: &mut Draft,
    opened: &Opened,
    hidden: &Secret,
    now: DateTime<Utc>,
    reports: &Reports<'_>,
) -> Result<(), Error> {
    let charter = &opened.charter;
    let over = opened.play.outcome().is_some();
    let schedule = charter.schedule.as_ref().filter(|_| !over);
    let times = Times {
        opened: now,
        resolved: now,
        deadline: schedule.and_then(|schedule| schedule.deadline(now, &opened.play.phase().name)),
    };
    let turn = opened.turn_file(
        &times,
        Reveal {
            secret: None,
            hidden: over.then(|| hidden.clone()),
            before: Vec::new(),
            players: None,
            identity: None,
        },
        PROGRAM,
    );
    let sealing = Sealing {
        charter,
        play: opened.play.as_ref(),
        turn: &turn,
        done: None,
        start: None,
        previous: None,
        hidden: opened.texts.has_hidden(),
        orders: &[],
        notes: None,
        changes: &[],
        secret: Some(hidden),
    };
    let salt = salt(hidden, &charter.game, 0, HIDDEN_FILE);
    add_texts(draft, &opened.texts, &turn, salt, charter.items)?;
    add_views(draft, charter, 0, opened.play.as_ref(), hidden)?;
    for (name, bytes) in reports(&sealing).map_err(Error::Report)? {
        draft.add(&name, &bytes)?;
    }
    Ok(())
}
