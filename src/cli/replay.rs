//! `tabella analyse replay`: a game step by step, as one page.

use crate::cli::common::{
    self, CommandResult, Error, Exit, LanguageArg, hints, reports, seat_game,
};
use crate::cli::map;
use crate::cli::map::Style;
use crate::report::{Billing, Language, Look, Messages, seat_in_words};
use crate::store::{self, Game, files};
use clap::Args;
use engine::Viewer;
use engine::story::Ledger;
use std::path::{Path, PathBuf};

/// Write a page on which you can step through the game on the map, event by event
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella analyse replay zama --out zama.html                  # as everybody may see it\n  tabella analyse replay zama --out zama.html --seat rome      # as Rome may"
)]
pub struct ReplayArgs {
    /// Game folder (default: as `-C` says)
    pub game: Option<PathBuf>,
    /// File to write the page to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The game as this seat sees it (default: as the public sees it)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Show only this phase (default: the whole game)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// Style of the map
    #[arg(long, value_enum, default_value_t = Style::Colour)]
    pub style: Style,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// The reason why a copy gives no such page.
pub(super) const SEALED: &str = "the page cannot be made from a copy with sealed files: ask the \
     referee for the page, or wait for the record that ends the game, which reveals everything";

pub struct Page {
    pub text: String,
    pub records: usize,
    pub steps: usize,
}

/// # Errors
/// No game there, or a copy of one that lacks what is sealed; an unknown seat or record.
pub fn run(dir: Option<&Path>, args: &ReplayArgs) -> CommandResult {
    let dir = args.game.as_deref().or(dir);
    if crate::cli::copy::Copy::find(dir)?.is_some() {
        return Err(Error::no(SEALED));
    }
    let game = store::load(&common::folder(dir)?)?;
    let viewer = seat_game::viewer(&game, args.seat.as_deref())?;
    let look = Look { tone: args.style.into(), zones: false };
    let language = args.lang.language();
    let page = page(&game, &viewer, args.phase, look, language)?;
    files::replace(&args.out, page.text.as_bytes(), map::mode(args.seat.as_deref()))?;
    let done = format!(
        "{}: {} records, {} steps, {} KB",
        args.out.display(),
        page.records,
        page.steps,
        page.text.len() / 1024
    );
    common::tell(&Messages::of(language, &game.session.charter.title).say(&done));
    Ok(Exit::Done)
}

/// True if a page is of the game with this head, as this program makes it.
pub fn is_of(page: &str, head: &str) -> bool {
    page.contains(&format!(
        "<meta name=\"tabella-replay\" content=\"{head} {}\">",
        env!("CARGO_PKG_VERSION")
    ))
}

/// The page of a game, or of one of its records, as one viewer could follow it, in one language.
///
/// # Errors
/// A record that does not exist, or that cannot be played again.
pub fn page(
    game: &Game,
    viewer: &Viewer,
    phase: Option<u32>,
    look: Look,
    language: Language,
) -> Result<Page, Error> {
    let reporter = reports::reporter_in(language);
    let (mut film, mut ledger, mut records) = (reporter.film(look), Ledger::default(), 0);
    let (mut title, only) = (String::new(), phase.map(|_| map::record(game, phase)).transpose()?);
    game.retell(|again| {
        let number = again.session.number;
        if only.is_none_or(|only| only == number) {
            let context = reports::context(game, again, viewer, &ledger);
            title = format!("{}: {}", context.title_name, context.scenario_name);
            film.add(&context, &game.retrace(number)?.frames(viewer))?;
            records += 1;
        }
        again.session.play.remember(&mut ledger);
        Ok::<(), Error>(())
    })?;
    let billing = Billing {
        game: game.session.charter.game.clone(),
        title,
        viewer: Messages::of(language, &game.session.charter.title).say(&in_words(viewer)),
        head: game.session.head.to_string(),
    };
    let steps = film.steps();
    Ok(Page { text: film.page(&billing)?, records, steps })
}

fn in_words(viewer: &Viewer) -> String {
    match viewer {
        Viewer::Public => "everyone may see it".to_owned(),
        Viewer::Seat(seat) => format!("{} sees it", seat_in_words(seat.name())),
        Viewer::Referee => "the referee sees it".to_owned(),
    }
}
