//! A game of one person against the program, on one machine. Orders are signed with a key that lies in the game's folder, and
//! every file is answered at once.

use crate::cli::common::{self, Error, languages, pairs, reports, titles};
use crate::cli::form;
use crate::report::{Language, Messages};
use crate::store::records::{players, solo};
use crate::store::{
    self, Absences, Folder, Game, NewGame, NewSeat, Resolution, SigningKey, environment,
};
use engine::{Outcome, Seat, Viewer};
use record::exchange::OrderFile;
use record::player::Strength;
use record::{Namespace, SignedText};
use std::path::{Path, PathBuf};

/// Most lines of the story that are shown at a time: a terminal's height, including what is printed around them.
const LINES: usize = 54;

/// A game that somebody wants to play alone.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) title: String,
    /// The scenario's first without one.
    pub(super) seat: Option<String>,
    pub(super) strength: String,
    /// The title's first without one.
    pub(super) scenario: Option<String>,
    /// The options, each as `NAME=VALUE`.
    pub(super) options: Vec<String>,
    pub(super) tempo: String,
    pub(super) language: Language,
}

#[derive(Clone, Debug)]
pub(super) enum Stand {
    /// They are asked something.
    Asked,
    /// Their file is in, and the game waits for another: a complete one or, if theirs was `tentative`, a final one.
    Waits {
        tentative: bool,
    },
    Over(Outcome),
}

/// Begins such a game in the common folder of games, and plays on to the first question.
///
/// # Errors
/// An unknown title, scenario, option, seat, strength or tempo.
pub(super) fn begin(wanted: &Wanted) -> Result<Folder, Error> {
    let Wanted { title, strength, scenario, options, tempo, language, .. } = wanted;
    let loaded = titles::packed_title(title)?;
    let setup = titles::setup(loaded.as_ref(), scenario.as_deref(), options, tempo)?;
    let seats: Vec<&str> = setup.seats.iter().map(|(seat, _)| seat.name()).collect();
    let own = wanted
        .seat
        .as_deref()
        .or(seats.first().copied())
        .expect("a scenario has at least one seat");
    if !seats.contains(&own) {
        return Err(Error::usage(format!("no seat `{own}`; the seats are: {}", seats.join(", "))));
    }
    let strength = self::strength(strength)?;
    if strength == Strength::Strong {
        titles::strong(loaded.as_ref(), title)?;
    }
    let root = solo::free(title)?;
    let key = players::draw_key(own)?;
    let public = key.public().clone();
    let seat = NewSeat { seat: own.to_owned(), key: public, name: None, age: None, mail: None };
    let others = seats.iter().filter(|seat| **seat != own);
    let id =
        root.file_name().and_then(|name| name.to_str()).expect("the word is the name of a title");
    let plan = NewGame {
        scenario: Some(setup.scenario.clone()),
        options: pairs(options, "--option")?.into_iter().collect(),
        program: others.map(|seat| ((*seat).to_owned(), strength)).collect(),
        ..NewGame::plain(root.clone(), id.to_owned(), title.clone(), tempo.clone(), vec![seat])
    };
    let game = store::create(&plan, &reports::renderer(&root))?;
    players::keep_key(&game.folder, own, &key)?;
    players::begin_practice(&game.folder, own)?;
    if *language != Language::default() {
        languages::enter(&game, own, language.code())?;
    }
    advance(&game.folder, own)?;
    Ok(game.folder)
}

/// A strength by its word.
///
/// # Errors
/// Any other word.
pub(super) fn strength(word: &str) -> Result<Strength, Error> {
    Strength::parse(word)
        .ok_or_else(|| Error::usage(format!("`{word}`: {}", Strength::WORDS.join(" or "))))
}

/// The signature for a seat's orders in a game against the program, if they came without one.
///
/// # Errors
/// A key that cannot be used.
pub(super) fn signature(
    folder: &Folder,
    seat: &str,
    bytes: &[u8],
) -> Result<Option<String>, Error> {
    if SignedText::is_signed(bytes) {
        return Ok(None);
    }
    let key = SigningKey::open(&players::key_path(folder, seat)?)?;
    Ok(Some(key.sign(Namespace::Orders, bytes)?))
}

/// Prepares the file of a seat whose key lies here to replace the one that it filed before for the same phase: with the
/// next revision and a fresh salt. None if neither is needed, or the file cannot be read.
///
/// # Errors
/// Error with the folder.
pub(super) fn renewed(folder: &Folder, bytes: &[u8]) -> Result<Option<String>, Error> {
    let (Ok(file), Ok(text)) = (OrderFile::read(bytes), std::str::from_utf8(bytes)) else {
        return Ok(None);
    };
    let game = store::load(folder)?;
    let filed = store::orders::pending::all(folder, &game.signers)?;
    let Some(before) = filed.iter().map(|one| &one.received.file).find(|before| {
        before.seat == file.seat && before.phase == file.phase && before.digest != file.digest
    }) else {
        return Ok(None);
    };
    if file.revision > before.revision && file.salt != before.salt {
        return Ok(None);
    }
    let revision = file.revision.max(before.revision + 1);
    let line = |line: &str| {
        let rest = line.strip_prefix("revision:").map(|_| format!("revision: {revision}"));
        rest.unwrap_or_else(|| line.to_owned()) + "\n"
    };
    Ok(Some(form::salted(&text.lines().map(line).collect::<String>())?))
}

/// Plays on until the person is asked or the game is over.
///
/// # Errors
/// Error with the folder.
pub(super) fn advance(folder: &Folder, own: &str) -> Result<Stand, Error> {
    let renderer = reports::renderer(folder.root());
    loop {
        let game = store::load(folder)?;
        if let Some(outcome) = game.session.outcome() {
            return Ok(Stand::Over(outcome));
        }
        let asked = game.session.awaited().into_iter().any(|asked| asked.seat == Seat::new(own));
        let filed = store::orders::pending::all(folder, &game.signers)?;
        if asked && !filed.iter().any(|one| one.seat.name() == own) {
            return Ok(Stand::Asked);
        }
        let mut done = store::resolve(folder, &Absences::None, &renderer)?;
        // No clock runs here: whoever leaves it to the rules is told at once what they decide.
        if matches!(&done, Resolution::Waiting(waiting) if waiting.leaves_it_to_the_rules()) {
            done = store::resolve(folder, &Absences::Deadline, &renderer)?;
        }
        if let Resolution::Waiting(waiting) = done {
            return Ok(Stand::Waits { tentative: !waiting.tentative.is_empty() });
        }
    }
}

/// Plays on, and tells at the terminal what happened in the records from `since` on and what to do next: the headline, the
/// story, the map and one line. The next form then lies in the game's folder.
///
/// # Errors
/// Error with the folder.
pub(super) fn go_on(
    folder: &Folder,
    own: &str,
    since: u32,
    language: Language,
) -> Result<(), Error> {
    let stand = advance(folder, own)?;
    let game = store::load(folder)?;
    let messages = Messages::of(language, &game.session.charter.title);
    if game.session.number >= since {
        let (told, with_map) = brief(&game, own, since, language)?;
        common::print(&told)?;
        if !with_map {
            let (program, name) = (environment::called(), named(folder));
            common::tell(&messages.say("The map is larger than this screen:"));
            common::tell(&format!("    {program} -C {name} map --seat {own}"));
        }
    }
    match stand {
        Stand::Over(outcome) => over(folder, &outcome, language),
        Stand::Asked => next(&game, own, language),
        Stand::Waits { tentative } => {
            common::tell(&messages.say(if tentative {
                "your file says `final: false`: the game goes on once you submit the file again \
                 with `final: true`"
            } else {
                "your file is filed, but leaves open a question whose answer the program needs: answer it, and submit the file again"
            }));
            Ok(())
        }
    }
}

/// The story of the records from `since` on, as far as the person may see it, and true if the map is included.
fn brief(game: &Game, own: &str, since: u32, language: Language) -> Result<(String, bool), Error> {
    let (viewer, root) = (Viewer::Seat(Seat::new(own)), game.folder.root());
    let mut contexts = Vec::new();
    let mut map = None;
    for number in since..=game.session.number {
        let again = game.again(number)?;
        let (context, picture) = reports::scene(root, &again.sealing(), &viewer, None);
        contexts.push(context);
        map = Some(picture);
    }
    let map = map.expect("at least one record is told");
    let reporter = reports::reporter_in(language);
    let (told, with_map) =
        reporter.brief(&contexts, &map, (common::width(), LINES), common::colour())?;
    Ok((told + "\n", with_map))
}

/// The report of the newest record, as far as the viewer may see it.
///
/// # Errors
/// A record that cannot be played again.
pub(super) fn show(game: &Game, viewer: &Viewer, language: Language) -> Result<(), Error> {
    let again = game.again(game.session.number)?;
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), viewer, Some(game.session.head));
    let reporter = reports::reporter_in(language);
    let markdown = reporter.markdown(&context, &map)?;
    common::print(&format!("{}\n", reporter.text(&markdown, common::width())))
}

pub(super) fn form_path(folder: &Folder, own: &str) -> PathBuf {
    folder.root().join(format!("{own}.yaml"))
}

/// The order file that is meant: the one that was named, else, in a game against the program, the form that lies there.
///
/// # Errors
/// No file was named, and the game is not against the program.
pub(super) fn file(folder: &Folder, named: Option<&Path>) -> Result<PathBuf, Error> {
    if let Some(path) = named {
        return Ok(path.to_owned());
    }
    let own = players::practised(folder)?;
    let missing = "which file? Name the order file, or `-` for standard input";
    own.map(|own| form_path(folder, &own)).ok_or_else(|| Error::usage(missing))
}

pub(super) fn named(folder: &Folder) -> String {
    solo::name(folder).map_or_else(|| folder.root().display().to_string(), ToOwned::to_owned)
}

/// Leaves the form for the open phase in the game's folder, with its salt, unless it was begun already, and says what to do next.
fn next(game: &Game, own: &str, language: Language) -> Result<(), Error> {
    let path = form_path(&game.folder, own);
    if !form::begun(&path, game.open_phase())? {
        let text = form::salted(&reports::form_in(language, game, own)?)?;
        form::place(&path, &text, game.open_phase())?;
    }
    let title = &game.session.charter.title;
    let asks = reports::asks(language, title, own, &game.session.play.asked())?;
    let said = format!(
        "Your turn: {}. Write your orders in {}, then:",
        asks.unwrap_or_default().trim_end_matches('.'),
        path.display()
    );
    let (program, name, lang) = (environment::called(), named(&game.folder), asked_in(language));
    common::tell(&format!(
        "{}\n    {program} -C {name} check{lang}\n    {program} -C {name} submit{lang}",
        Messages::of(language, title).say(&said)
    ));
    Ok(())
}

/// The option that asks a command for a language other than its own.
fn asked_in(language: Language) -> String {
    match language {
        Language::English => String::new(),
        Language::Italian => format!(" --lang {}", language.code()),
    }
}

/// Says that the game is over, and how.
///
/// # Errors
/// Standard output that cannot be written; a charter that cannot be read.
pub(super) fn over(folder: &Folder, outcome: &Outcome, language: Language) -> Result<(), Error> {
    let messages = Messages::of(language, &folder.charter()?.title);
    let result =
        outcome.winner.as_ref().map_or_else(|| "drawn".to_owned(), |side| format!("won by {side}"));
    let result = messages.say(&result);
    let (program, name, lang) = (environment::called(), named(folder), asked_in(language));
    let lines = [
        messages.say(&format!(
            "the game is over: {result} ({}, rule {})",
            outcome.reason, outcome.rule
        )),
        String::new(),
        messages.say("To see whether the dice decided it, and which rolls mattered most:"),
        format!("    {program} -C {name} analyse luck --swing{lang}"),
        messages.say("To see that it was played fairly, the program's own orders included:"),
        format!("    {program} verify {name}"),
    ];
    common::print(&(lines.join("\n") + "\n"))
}
