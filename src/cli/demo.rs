//! `tabella tools demo`: a short signed game between two built-in players, told and proved.

use crate::catalogue;
use crate::cli::common::{self, CommandResult, Error, Exit, hints, reports, titles};
use crate::cli::verify;
use crate::report::{Language, Messages};
use crate::store::copies::folder_source::FolderSource;
use crate::store::{
    self, Absences, Folder, NewGame, NewSeat, Resolution, Submission, entropy, environment, files,
};
use crate::verify::{Expected, verify as prove};
use clap::Args;
use engine::{BotStyle, Rng, Seat};
use record::exchange::compose::{Envelope, compose};
use record::{Namespace, PrivateKey};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Play a short signed game between two built-in players, tell its story and verify it
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella tools demo\n  tabella tools demo --game punica --seed 7 punica-demo"
)]
pub struct DemoArgs {
    /// Folder to create
    #[arg(default_value = "tabella-demo")]
    pub folder: PathBuf,
    /// Title
    #[arg(long, default_value = first_title(), value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// Seed of the built-in players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The title that is shown if none is named.
fn first_title() -> &'static str {
    catalogue::titles().first().map_or("none", |title| title.slug())
}

/// Records after which a game between built-in players is broken off.
const RECORDS_MAX: u32 = 400;

/// A game to be played by built-in players.
#[derive(Clone, Debug)]
pub struct Match {
    pub root: PathBuf,
    /// The slug of the title that is played.
    pub title: String,
    /// Scenario; the title's first without one.
    pub scenario: Option<String>,
    /// Options that differ from the scenario's, by name.
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision.
    pub tempo: String,
    pub style: BotStyle,
    /// Seed of the built-in players' choices; the dice do not depend on it.
    pub seed: u64,
    pub records_max: u32,
}

/// # Errors
/// A folder that is not empty; an unknown title, scenario, option or tempo; a file that cannot be read or written.
pub fn run(args: &DemoArgs) -> CommandResult {
    let loaded = titles::packed_title(&args.game)?;
    let setup =
        titles::setup(loaded.as_ref(), args.scenario.as_deref(), &args.options, &args.tempo)?;
    let root = free(&args.folder)?;
    let plan = Match {
        root: root.clone(),
        title: args.game.clone(),
        scenario: Some(setup.scenario),
        options: setup.options,
        tempo: args.tempo.clone(),
        style: BotStyle::Sensible,
        seed: args.seed,
        records_max: RECORDS_MAX,
    };
    common::tell(&format!(
        "Two built-in players sign their orders and play {} in {} ...",
        args.game,
        root.display()
    ));
    let folder = play(&plan, |line| common::tell(&line))?;
    common::print(&reports::highlights(&folder)?)?;
    let mut verdict = prove(&FolderSource::open(&root)?, Expected::default());
    verify::rendered(&root, &mut verdict)?;
    common::print(&format!(
        "\n{}",
        verify::show(&verdict, Expected::default(), &Messages::of(Language::English, ""))
    ))?;
    let page = folder.record(folder.newest()?.unwrap_or(0)).join("report.html");
    let (program, game) = (environment::called(), root.display());
    common::print(&format!(
        "\nOpen {} in a browser.\nThen try:  {program} -C {game} report --story\n           {program} verify {game}\nOr play:   {program} play {}\n",
        page.display(),
        args.game
    ))?;
    Ok(if verdict.holds() { Exit::Done } else { Exit::No })
}

/// The folder that was named, or the same name with a number, so that a second demonstration needs no cleaning up.
fn free(folder: &Path) -> Result<PathBuf, Error> {
    for number in 1..100 {
        let candidate = match number {
            1 => folder.to_owned(),
            _ => PathBuf::from(format!("{}-{number}", folder.display())),
        };
        if files::names(&candidate).is_ok_and(|names| names.is_empty()) {
            return Ok(candidate);
        }
    }
    Err(Error::files(format!(
        "{}: too many folders with this name already exist; name another folder",
        folder.display()
    )))
}

/// Plays a whole game in a new folder, every order signed and filed as a player would, and answers with the folder.
///
/// # Errors
/// Error with the folder; orders of a built-in player that are refused.
pub fn play(plan: &Match, tell: impl FnMut(String)) -> Result<Folder, Error> {
    play_by(plan, &mut entropy::draw::<32>, tell)
}

/// Like [`play`], but takes all keys, salts, secrets and dice from the caller's random bytes: the same bytes and the
/// same clock give the same game.
///
/// # Errors
/// As [`play`], and whatever `draw` fails with.
pub fn play_by(
    plan: &Match,
    draw: &mut dyn FnMut() -> Result<[u8; 32], store::Error>,
    mut tell: impl FnMut(String),
) -> Result<Folder, Error> {
    let prospectus = titles::packed_title(&plan.title)?.prospectus();
    let scenario = match &plan.scenario {
        Some(name) => prospectus.scenarios.iter().find(|scenario| scenario.name == *name),
        None => prospectus.scenarios.first(),
    };
    let scenario = scenario
        .ok_or_else(|| Error::usage(format!("{} does not have this scenario", plan.title)))?;
    let mut keys = BTreeMap::new();
    for (seat, _) in &scenario.seats {
        keys.insert(seat.clone(), PrivateKey::generate(&draw()?, seat.name()));
    }
    let new = new_game(plan, &scenario.name, &keys);
    let folder = store::create_by(&new, &reports::renderer(&plan.root), draw)?.folder;
    let mut rng = Rng::new(plan.seed);
    for _ in 0..plan.records_max {
        file_orders(&folder, &keys, draw, (plan.style, &mut rng))?;
        match store::resolve(&folder, &Absences::None, &reports::renderer(&plan.root))? {
            Resolution::Done(step) => {
                let phase = step
                    .done
                    .phases
                    .first()
                    .map(|(phase, _)| phase.name.to_string())
                    .expect("a resolution runs through at least one phase");
                tell(format!("  record {:>3}  {phase}", step.session.number));
                if step.done.outcome.is_some() {
                    break;
                }
            }
            Resolution::Over(_) => break,
            Resolution::Completed(_) => {}
            Resolution::Waiting(waiting) => {
                return Err(Error::no(format!("nobody answers for {:?}", waiting.missing)));
            }
        }
    }
    Ok(folder)
}

/// The names of those who play a title in its demonstrations, by seat: its `demo.yaml`.
fn players(title: &str) -> BTreeMap<String, String> {
    let read = |text| {
        serde_yaml::from_str(text)
            .unwrap_or_else(|error| panic!("games/{title}/demo.yaml: {error}"))
    };
    crate::packed::demo(title).map(read).unwrap_or_default()
}

fn new_game(plan: &Match, scenario: &str, keys: &BTreeMap<Seat, PrivateKey>) -> NewGame {
    let id = plan
        .root
        .file_name()
        .and_then(|name| name.to_str())
        .map_or_else(|| "demo".to_owned(), str::to_lowercase);
    let names = players(&plan.title);
    let seats = keys.iter().map(|(seat, key)| NewSeat {
        seat: seat.name().to_owned(),
        key: key.public().clone(),
        name: names.get(seat.name()).cloned(),
        age: None,
        mail: None,
    });
    let game = if record::names::check_id(&id).is_ok() { id } else { "demo".to_owned() };
    let (root, title, tempo) = (plan.root.clone(), plan.title.clone(), plan.tempo.clone());
    NewGame {
        scenario: Some(scenario.to_owned()),
        options: plan.options.clone(),
        ..NewGame::plain(root, game, title, tempo, seats.collect())
    }
}

fn file_orders(
    folder: &Folder,
    keys: &BTreeMap<Seat, PrivateKey>,
    draw: &mut dyn FnMut() -> Result<[u8; 32], store::Error>,
    (style, rng): (BotStyle, &mut Rng),
) -> Result<(), Error> {
    let game = store::load(folder)?;
    let session = &game.session;
    let mut seats: Vec<Seat> = session.awaited().into_iter().map(|asked| asked.seat).collect();
    seats.dedup();
    for seat in seats {
        let Some(key) = keys.get(&seat) else { continue };
        let envelope = Envelope {
            game: &session.charter.game,
            phase: game.open_phase(),
            seat: &seat,
            after: session.head,
            revision: 1,
            final_: true,
            salt: draw()?.first_chunk().copied(),
            comments: &[],
        };
        let text = compose(&envelope, &session.play.propose(&seat, style, rng));
        let armored = key.sign(Namespace::Orders, text.as_bytes());
        if let Submission::Returned { complaints, .. } =
            store::submit(folder, text.as_bytes(), Some(armored.as_bytes()))?
        {
            let lines: Vec<String> = complaints.0.iter().map(ToString::to_string).collect();
            return Err(Error::no(format!(
                "the orders of the built-in player for {seat} were refused:\n{}\n\n{text}",
                lines.join("\n")
            )));
        }
    }
    Ok(())
}
