//! `tabella practice`: a game of one person against the program, on one machine. Orders are signed with a key that lies in the
//! game's folder, and every file is answered at once.

use super::args::Practice;
use super::{CommandResult, Error, Exit, form, languages, pairs, reports, titles};
use crate::report::{Language, Messages};
use crate::store::{
    self, Absences, Folder, Game, NewGame, NewSeat, Resolution, SigningKey, players,
};
use engine::{Seat, Viewer};
use record::player::Strength;
use record::{Namespace, SignedText};
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// A title, scenario, option, seat or strength that is none; a folder that is not empty.
pub fn run(args: &Practice) -> CommandResult {
    let loaded = titles::packed_title(&args.title)?;
    let setup =
        titles::setup(loaded.as_ref(), args.scenario.as_deref(), &args.options, &args.tempo)?;
    let seats: Vec<&str> = setup.seats.iter().map(|(seat, _)| seat.name()).collect();
    let own = args.seat.as_deref().or(seats.first().copied()).expect("a scenario has seats");
    if !seats.contains(&own) {
        return Err(Error::usage(format!("no seat `{own}`; the seats are: {}", seats.join(", "))));
    }
    let strength = strength(&args.strength)?;
    if strength == Strength::Strong {
        titles::strong(loaded.as_ref(), &args.title)?;
    }
    let root =
        args.folder.clone().unwrap_or_else(|| PathBuf::from(format!("practice-{}", args.title)));
    let key = players::draw_key(own)?;
    let public = key.public().clone();
    let seat = NewSeat { seat: own.to_owned(), key: public, name: None, age: None, mail: None };
    let others = seats.iter().filter(|seat| **seat != own);
    let plan = NewGame {
        scenario: Some(setup.scenario.clone()),
        options: pairs(&args.options, "--option")?.into_iter().collect(),
        program: others.map(|seat| ((*seat).to_owned(), strength)).collect(),
        ..NewGame::plain(
            root.clone(),
            args.id(&root),
            args.title.clone(),
            args.tempo.clone(),
            vec![seat],
        )
    };
    let game = store::create(&plan, &reports::renderer(&root))?;
    players::keep_key(&game.folder, own, &key)?;
    players::begin_practice(&game.folder, own)?;
    let program = plan.program.keys().cloned().collect::<Vec<_>>().join(", ");
    let language = args.lang.language();
    if language != Language::default() {
        languages::enter(&game, own, language.code())?;
    }
    super::tell(&Messages::of(language, &args.title).say(&format!(
        "{}: you play {own}, the program plays {program} ({strength})",
        root.display()
    )));
    show(&game, &Viewer::Seat(Seat::new(own)), language)?;
    go_on(&game.folder, own, language)?;
    #[cfg(feature = "play")]
    if args.sheet {
        return super::play::serve(game.folder, own, None, 0, true, language);
    }
    Ok(Exit::Done)
}

/// A strength by its word.
///
/// # Errors
/// Any other word.
pub fn strength(word: &str) -> Result<Strength, Error> {
    Strength::parse(word)
        .ok_or_else(|| Error::usage(format!("`{word}`: {}", Strength::WORDS.join(" or "))))
}

/// The signature of orders that came without one, where the folder is a game of practice; and whose game it is.
///
/// # Errors
/// A key that cannot be used.
pub fn signature(folder: &Folder, seat: &str, bytes: &[u8]) -> Result<Option<String>, Error> {
    if SignedText::is_signed(bytes) {
        return Ok(None);
    }
    let key = SigningKey::open(&players::key_path(folder, seat)?)?;
    Ok(Some(key.sign(Namespace::Orders, bytes)?))
}

/// Plays on until the person is asked or the game is over, shows what happened, and leaves the next form.
///
/// # Errors
/// Error with the folder; a form that was begun already for this phase.
pub fn go_on(folder: &Folder, own: &str, language: Language) -> Result<(), Error> {
    let renderer = reports::renderer(folder.root());
    loop {
        let game = store::load(folder)?;
        if let Some(outcome) = game.session.outcome() {
            return over(folder, &outcome, language);
        }
        let asked = game.session.awaited().into_iter().any(|asked| asked.seat == Seat::new(own));
        let filed = store::pending::all(folder, &game.signers)?;
        if asked && !filed.iter().any(|one| one.seat.name() == own) {
            return next_form(&game, own, language);
        }
        match store::resolve(folder, &Absences::None, &renderer)? {
            Resolution::Done(_) => {
                show(&store::load(folder)?, &Viewer::Seat(Seat::new(own)), language)?;
            }
            Resolution::Completed(_) | Resolution::Over(_) => {}
            Resolution::Waiting(waiting) => {
                let messages = Messages::of(language, &game.session.charter.title);
                super::tell(&messages.say(if waiting.missing.is_empty() {
                    "your file says `final: false`: the game goes on once a file with `final: true` and a higher revision is in"
                } else {
                    "your file is in, and gives no orders yet: write them, raise `revision` by one, and submit it again"
                }));
                return Ok(());
            }
        }
    }
}

/// The report of the newest record, as the person may see it.
///
/// # Errors
/// A record that cannot be played again.
pub(super) fn show(game: &Game, viewer: &Viewer, language: Language) -> Result<(), Error> {
    let again = game.again(game.session.number)?;
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), viewer, Some(game.session.head));
    let reporter = reports::reporter_in(language);
    let markdown = reporter.markdown(&context, &map)?;
    super::print(&format!("{}\n", reporter.text(&markdown, super::WIDTH)))
}

/// Leaves the form for the open phase in the game's folder, with its salt.
fn next_form(game: &Game, own: &str, language: Language) -> Result<(), Error> {
    let path = game.folder.root().join(format!("{own}.yaml"));
    let text = form::salted(&reports::form_in(language, game, own)?)?;
    form::place(&path, &text, game.open_phase())?;
    let messages = Messages::of(language, &game.session.charter.title);
    let (root, path, lang) = (game.folder.root().display(), path.display(), asked_in(language));
    let mut lines = vec![
        messages.say(&format!("your orders for phase {}: edit {path}, then", game.open_phase())),
        format!("    tabella -C {root} check {path}{lang}"),
        format!("    tabella -C {root} submit {path}{lang}"),
    ];
    if cfg!(feature = "play") {
        lines.push(messages.say("or give them by hand, in the browser:"));
        lines.push(format!("    tabella play {root} --seat {own}"));
    }
    super::tell(&lines.join("\n"));
    Ok(())
}

/// What asks a command for a language that is not its own.
fn asked_in(language: Language) -> String {
    match language {
        Language::English => String::new(),
        Language::Italian => format!(" --lang {}", language.code()),
    }
}

/// Says that the game is over, and how.
///
/// # Errors
/// Standard output; a charter that cannot be read.
pub(super) fn over(
    folder: &Folder,
    outcome: &engine::Outcome,
    language: Language,
) -> Result<(), Error> {
    let messages = Messages::of(language, &folder.charter()?.title);
    let result =
        outcome.winner.as_ref().map_or_else(|| "drawn".to_owned(), |side| format!("won by {side}"));
    let result = messages.say(&result);
    let (root, lang) = (folder.root().display(), asked_in(language));
    let lines = [
        messages.say(&format!(
            "the game is over: {result} ({}, rule {})",
            outcome.reason, outcome.rule
        )),
        String::new(),
        messages.say("Whether it was the dice, and which throws mattered most:"),
        format!("    tabella -C {root} luck --swing{lang}"),
        messages.say("To see that it was played fairly, the program's own orders included:"),
        format!("    tabella verify {root}"),
    ];
    super::print(&(lines.join("\n") + "\n"))
}

impl Practice {
    /// The game's id: the folder's name, where that can be one.
    fn id(&self, root: &Path) -> String {
        let name = root.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if record::names::check_id(name).is_ok() {
            name.to_owned()
        } else {
            format!("practice-{}", self.title)
        }
    }
}
