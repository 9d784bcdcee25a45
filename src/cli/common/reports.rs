//! Makes the context of a report from a game at a record. No other code does it.

use crate::cli::common::for_all::{self, ForAll};
use crate::cli::common::{self, Error, languages, seat_names, sheet_page, titles};
use crate::report::{
    Awaited, Context, FileNote, FormContext, Found, Language, Reporter, Rulebook, SeatNote, Sending,
};
use crate::session::awaited;
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::orders::pending;
use crate::store::post::wishes::{self, Wish};
use crate::store::records::ledger::ledger;
use crate::store::records::players;
use crate::store::{self, Again, Folder, Game, Sealing, files};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use engine::map::Map;
use engine::story::Ledger;
use engine::title::{Origin, Play, RawOrders};
use engine::{OpenPrompt, Seat, Viewer};
use record::charter::{Heads, SeatLine};
use record::exchange::order_file::{self, OrderFile};
use record::notes::{Notes, SentNote};
use record::turn_file::CHANGE;
use record::{Charter, Digest, PublicKey, head_command, head_command_in_powershell, order_name};
use std::collections::BTreeMap;
use std::path::Path;

/// The largest template, in bytes, in a folder that was named.
const TEMPLATE_MAX: usize = 1 << 20;

/// The result of rendering reports: files of the record by name.
type Rendered = Result<BTreeMap<String, Vec<u8>>, Box<dyn std::error::Error + Send + Sync>>;

/// A reporter with the program's own templates: the only one whose words go into a record, a letter or an answer.
/// Nothing in a game folder is ever rendered, because anybody who can put a file there could forge a letter with it.
pub fn reporter() -> Reporter {
    reporter_in(Language::English)
}

pub fn reporter_in(language: Language) -> Reporter {
    Reporter::layered(language, |_| Ok(None))
}

/// A reporter that uses the templates in a named folder before the program's own: only for what is shown here.
pub fn reporter_with(language: Language, templates: &Path) -> Reporter {
    let root = templates.to_owned();
    let own = move |name: &str| {
        let path = root.join(name);
        let bytes = files::read_below_if_there(&root, Path::new(name), TEMPLATE_MAX)
            .map_err(|error| error.to_string())?;
        let found = |text| Found {
            text: std::borrow::Cow::Owned(text),
            origin: path.display().to_string(),
        };
        bytes
            .map(|bytes| {
                String::from_utf8(bytes)
                    .map(found)
                    .map_err(|_| format!("{}: not UTF-8", path.display()))
            })
            .transpose()
    };
    Reporter::layered(language, own)
}

/// Renders everything that a record tells: for the public as Markdown, page and map, and for each seat as Markdown.
pub fn renderer(root: &Path) -> impl Fn(&Sealing<'_>) -> Rendered {
    let (reporter, folder) = (reporter(), Folder::at(root));
    move |sealing| {
        let ledger = ledger(&folder, sealing.play, sealing.turn.phase);
        let salt = |name: &str| sealing.salt(name).map(|salt| salt.to_string());
        rendered(&reporter, folder.root(), &ledger, sealing, &salt)
    }
}

/// Like [`renderer`], from a given memory of earlier records, and with the salt of each seat's report.
///
/// # Errors
/// A template that cannot be rendered.
pub fn rendered(
    reporter: &Reporter,
    root: &Path,
    ledger: &Ledger,
    sealing: &Sealing<'_>,
    salt: &dyn Fn(&str) -> Option<String>,
) -> Rendered {
    let mut rendered = BTreeMap::new();
    let ForAll { markdown, page, map } = for_all::of(reporter, root, ledger, sealing)?;
    rendered.insert("report.html".to_owned(), page.into_bytes());
    rendered.insert("report.md".to_owned(), markdown.into_bytes());
    rendered.insert("map.svg".to_owned(), map.into_bytes());
    for line in &sealing.charter.seats {
        let viewer = Viewer::Seat(Seat::new(&line.seat));
        let name = seat_report(&line.seat);
        let (mut context, map) = scene_after(ledger, root, sealing, &viewer, None);
        context.salt = sealing.hidden.then(|| salt(&name)).flatten();
        rendered.insert(name, reporter.markdown(&context, &map)?.into_bytes());
    }
    Ok(rendered)
}

/// Name of a seat's own report in a record.
pub fn seat_report(seat: &str) -> String {
    format!("report-{seat}.md")
}

/// A record as one viewer sees it, with its map. `head` is the record's own digest, where it is known.
pub fn scene(
    root: &Path,
    sealing: &Sealing<'_>,
    viewer: &Viewer,
    head: Option<Digest>,
) -> (Context, Map) {
    let ledger = ledger(&Folder::at(root), sealing.play, sealing.turn.phase);
    scene_after(&ledger, root, sealing, viewer, head)
}

/// The context of a record that was played again, for a viewer. `ledger` holds the memory of earlier records.
pub fn context(game: &Game, again: &Again, viewer: &Viewer, ledger: &Ledger) -> Context {
    let (root, head) = (game.folder.root(), Some(again.session.head));
    scene_after(ledger, root, &again.sealing(), viewer, head).0
}

/// Like [`scene`], with the memory of earlier records given.
pub(in crate::cli) fn scene_after(
    ledger: &Ledger,
    root: &Path,
    sealing: &Sealing<'_>,
    viewer: &Viewer,
    head: Option<Digest>,
) -> (Context, Map) {
    let Sealing { charter, play, turn, .. } = sealing;
    let prospectus = play.prospectus();
    let scenario = prospectus.scenarios.iter().find(|scenario| scenario.name == charter.scenario);
    let filed = |seat: &String| sealing.orders.iter().any(|note| note.seat.name() == seat);
    let (left_open, silent) = turn.absent.iter().cloned().partition(filed);
    let awaited = awaited(charter, *play);
    let context = Context {
        game: charter.game.clone(),
        title: charter.title.clone(),
        title_name: prospectus.title.clone(),
        scenario: charter.scenario.clone(),
        scenario_name: scenario
            .map_or_else(|| charter.scenario.clone(), |scenario| scenario.title.clone()),
        seats: seats(charter),
        viewer: viewer.name().to_owned(),
        number: turn.phase,
        next: turn.phase + 1,
        phase: serde_json::to_value(play.phase()).expect("a phase is plain data"),
        chapters: chapters(root, *play, viewer),
        facts: play.report_context(viewer),
        awaited: asked_of(&awaited),
        absent: silent,
        left_open,
        deadline: turn
            .next
            .as_ref()
            .and_then(|next| next.deadline)
            .map(|at| in_words(&at, zone(charter))),
        files: sealing.orders.iter().map(file_note).collect(),
        notes: sealing.notes.map(|notes| read_by(notes, viewer)).unwrap_or_default(),
        changes: sealing.changes.to_vec(),
        amends: turn.name == CHANGE,
        options: charter.options.clone(),
        house: charter.house.clone(),
        fork: charter.fork.clone(),
        outcome: turn.outcome.as_ref().map(plain),
        rules: titles::headings(&charter.title),
        retired: retired(sealing, viewer),
        in_force: viewer.seat().map(|seat| play.in_force(seat)).unwrap_or_default(),
        narrative: play.narrative(viewer, ledger, &awaited),
        start: sealing.start.or(head).map(|digest| digest.to_string()).unwrap_or_default(),
        previous: sealing.previous.map(|digest| digest.to_string()),
        head: head.map(|digest| digest.to_string()),
        alone: false,
        salt: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: charter.rules_revision,
    };
    (context, play.picture(viewer))
}

fn seats(charter: &Charter) -> Vec<SeatNote> {
    let note = |line: &SeatLine| SeatNote {
        seat: line.seat.clone(),
        side: line.side.clone(),
        player: line.name.clone(),
    };
    charter.seats.iter().map(note).collect()
}

/// The chapters of a record as a viewer sees them. An event names the order that it came from, where the viewer may see
/// that: with its file, from the game folder, and its line.
fn chapters(root: &Path, play: &dyn Play, viewer: &Viewer) -> serde_json::Value {
    let mut chapters = play.chapters(viewer);
    let mut earlier: BTreeMap<String, Option<RawOrders>> = BTreeMap::new();
    for Origin { chapter, event, order, line } in play.origins(viewer) {
        let file = format!("turns/{:04}/orders/{}.yaml", order.phase, order.seat);
        let read = || {
            let bytes = files::read_if_there(&root.join(&file), order_file::LIMIT).ok()??;
            OrderFile::glance(&bytes).map(|(_, sheet)| sheet)
        };
        let line = line.or_else(|| {
            let sheet = earlier.entry(file.clone()).or_insert_with(read);
            sheet.as_ref()?.locate(&order.path).map(|span| span.line)
        });
        let told = &mut chapters[chapter]["events"][event]["by_order"];
        told["file"] = file.into();
        if let Some(line) = line {
            told["line"] = line.into();
        }
    }
    chapters
}

/// Something as a template reads it.
fn plain(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).expect("a story is plain data")
}

fn file_note(order: &store::records::sealing::OrderNote) -> FileNote {
    let store::records::sealing::OrderNote { seat, revision, digest, signer } = order;
    FileNote {
        seat: seat.to_string(),
        revision: *revision,
        digest: digest.to_string(),
        signer: signer.clone(),
    }
}

/// The notes of a record that a viewer may read.
fn read_by(notes: &Notes, viewer: &Viewer) -> Vec<SentNote> {
    match viewer {
        Viewer::Public => notes.public.clone(),
        Viewer::Seat(seat) => notes.for_seat(seat.name()),
        Viewer::Referee => notes.whole(),
    }
}

/// Orders that were withdrawn; a seat sees its own.
fn retired(sealing: &Sealing<'_>, viewer: &Viewer) -> serde_json::Value {
    let all = sealing.done.map(|done| done.retired.as_slice()).unwrap_or_default();
    let own: Vec<_> = all
        .iter()
        .filter(|retired| *viewer == Viewer::Referee || viewer.seat() == Some(&retired.seat))
        .collect();
    serde_json::to_value(own).expect("withdrawn orders are plain data")
}

fn asked_of(awaited: &[OpenPrompt]) -> Vec<Awaited> {
    let mut all: Vec<Awaited> = Vec::new();
    for asked in awaited {
        match all.iter_mut().find(|one| one.seat == asked.seat.name()) {
            Some(one) => one.prompts.push(asked.prompt.clone()),
            None => all.push(Awaited {
                seat: asked.seat.to_string(),
                prompts: vec![asked.prompt.clone()],
            }),
        }
    }
    all
}

/// An instant in the zone of a game's deadlines, and in UTC.
pub fn due(game: &Game, at: &DateTime<Utc>) -> String {
    in_words(at, zone(&game.session.charter))
}

/// An instant as a seat's player reads it, or the referee: in the zone that they asked for, else in that of the game's deadlines; and in UTC.
///
/// # Errors
/// A file that does not hold zones.
pub fn due_to(game: &Game, name: &str, at: &DateTime<Utc>) -> Result<String, Error> {
    let own = wishes::of(&game.folder, Wish::Zone, name)?;
    let own = own.and_then(|zone| zone.parse().ok());
    Ok(in_words(at, own.or_else(|| zone(&game.session.charter))))
}

/// The zone of the game's deadlines.
pub fn zone(charter: &Charter) -> Option<Tz> {
    charter.schedule.as_ref().and_then(|schedule| schedule.zone.parse().ok())
}

/// An instant in the zone of the game's deadlines, and in UTC.
pub fn in_words(at: &DateTime<Utc>, zone: Option<Tz>) -> String {
    match zone.filter(|zone| *zone != Tz::UTC) {
        Some(zone) => format!(
            "{} {zone} ({})",
            at.with_timezone(&zone).format("%Y-%m-%d %H:%M"),
            at.format("%H:%M UTC")
        ),
        None => at.format("%Y-%m-%d %H:%M UTC").to_string(),
    }
}

/// The order form of a seat, or of the referee where a prompt is addressed to it, for the open phase.
///
/// # Errors
/// An unknown seat; a template at fault.
pub fn form(game: &Game, seat: &str) -> Result<String, Error> {
    form_in(Language::English, game, seat)
}

/// Like [`form`], with the form's comments in the given language.
///
/// # Errors
/// As for [`form`].
pub fn form_in(language: Language, game: &Game, seat: &str) -> Result<String, Error> {
    Ok(reporter_in(language).form(&form_context(game, seat)?)?)
}

/// The values of a seat's form.
///
/// # Errors
/// An unknown seat; a file that cannot be read.
pub(in crate::cli) fn form_context(game: &Game, seat: &str) -> Result<FormContext, Error> {
    let session = &game.session;
    // The referee has a form whenever the title asks the referee something.
    let for_referee = seat == Seat::referee().name()
        && session.play.asked().iter().any(|asked| asked.seat == Seat::referee());
    if !for_referee && !session.charter.seat_names().any(|name| name == seat) {
        let known: Vec<&str> = session.charter.seat_names().collect();
        return Err(Error::usage(format!("no seat `{seat}`; the seats are: {}", known.join(", "))));
    }
    let seat = Seat::new(seat);
    let head = &session.head;
    let asked = session.play.asked().into_iter().filter(|asked| asked.seat == seat);
    let filed = pending::all(&game.folder, &game.signers)?;
    let last =
        filed.iter().find(|one| one.seat == seat).map_or(0, |one| one.received.file.revision);
    let due = game.deadline().map(|at| due_to(game, seat.name(), &at)).transpose()?;
    Ok(FormContext {
        name: order_name(&session.charter.game, game.open_phase(), seat.name()),
        game: session.charter.game.clone(),
        title: session.charter.title.clone(),
        seat: seat.name().to_owned(),
        number: game.open_phase(),
        phase: serde_json::to_value(session.play.phase()).expect("a phase is plain data"),
        prompts: asked.map(|asked| asked.prompt).collect(),
        awaited: session.awaited().iter().any(|asked| asked.seat == seat),
        revision: last + 1,
        start: session.start.to_string(),
        after: session.head.to_string(),
        deadline: due,
        key: game.signers.key(seat.name()).map(PublicKey::fingerprint),
        brief: false,
        signs: session.charter.fork.is_some() || players::practised(&game.folder)?.is_some(),
        notes: session.charter.notes(),
        vouch: vouch(IN_SHELL, &session.charter, session.number, head, &seat),
        vouch_in_powershell: vouch(IN_POWERSHELL, &session.charter, session.number, head, &seat),
        vouch_required: session.charter.heads() == Heads::Required,
        form: session.play.form(&seat),
        in_force: session.play.in_force(&seat),
    })
}

/// The order form of a seat in its own copy.
///
/// # Errors
/// A template at fault.
pub fn form_of_copy(language: Language, copy: &SeatCopy) -> Result<String, Error> {
    Ok(reporter_in(language).form(&form_context_of_copy(copy))?)
}

/// The values of a seat's form, in its own copy.
pub(in crate::cli) fn form_context_of_copy(copy: &SeatCopy) -> FormContext {
    let (charter, name) = (&copy.in_force.charter, copy.seat.name());
    let awaited = copy.turn.next.iter().flat_map(|next| &next.awaited).any(|seat| seat == name);
    FormContext {
        name: order_name(&charter.game, copy.open_phase(), name),
        game: charter.game.clone(),
        title: charter.title.clone(),
        seat: name.to_owned(),
        number: copy.open_phase(),
        phase: serde_json::to_value(copy.hand.phase()).expect("a phase is plain data"),
        prompts: copy.hand.asked().into_iter().map(|asked| asked.prompt).collect(),
        awaited,
        revision: copy.revision(),
        start: copy.start.to_string(),
        after: copy.head.to_string(),
        deadline: copy.deadline().map(|at| in_words(&at, zone(charter))),
        key: copy.in_force.signers.key(name).map(PublicKey::fingerprint),
        brief: false,
        signs: false,
        notes: charter.notes(),
        vouch: vouch(IN_SHELL, charter, copy.number, &copy.head, &copy.seat),
        vouch_in_powershell: vouch(IN_POWERSHELL, charter, copy.number, &copy.head, &copy.seat),
        vouch_required: charter.heads() == Heads::Required,
        form: copy.hand.form(),
        in_force: copy.hand.in_force(),
    }
}

/// The question to a seat, in words; none if nobody waits for it.
///
/// # Errors
/// A template at fault.
pub fn asks(
    language: Language,
    title: &str,
    seat: &str,
    asked: &[OpenPrompt],
) -> Result<Option<String>, Error> {
    let own = asked.iter().filter(|one| one.seat.name() == seat && !one.optional);
    let prompts: Vec<String> = own.map(|one| one.prompt.clone()).collect();
    if prompts.is_empty() {
        return Ok(None);
    }
    let asked = Awaited { seat: seat.to_owned(), prompts };
    Ok(Some(reporter_in(language).asks(title, &asked)?))
}

/// The part of a letter to a seat that is about sending orders; in the first letter, it also welcomes the player.
///
/// # Errors
/// A page of the title that cannot be read.
pub fn sending(game: &Game, seat: &str, first: bool) -> Result<Sending, Error> {
    let charter = &game.session.charter;
    // The rules are in English, and two languages never meet in one letter.
    let welcomed = first && languages::of(game, seat)? == Language::English;
    let opening =
        if welcomed { Rulebook::of(&charter.title)?.opening().to_owned() } else { String::new() };
    let (number, head) = (game.session.number, &game.session.head);
    Ok(Sending {
        name: order_name(&charter.game, number + 1, seat),
        vouch: vouch(IN_SHELL, charter, number, head, &Seat::new(seat)),
        vouch_required: charter.heads() == Heads::Required,
        sheet_digest: sheet_page::digest(&charter.title)?.map(|digest| digest.to_string()),
        guide: first,
        opening,
        plays: seat_names::of(charter, seat),
    })
}

/// The lines by which a shell vouches for a record, as [`head_command`] gives them.
type Command = fn(&str, u32, &Digest, &str, &str) -> Vec<String>;

/// A shell's lines, with the path of the key that `ssh-keygen` makes unless it is told otherwise.
const IN_SHELL: (Command, &str) = (head_command, "~/.ssh/id_ed25519");
/// PowerShell hands `~` to other programs as it is.
const IN_POWERSHELL: (Command, &str) = (head_command_in_powershell, "$HOME/.ssh/id_ed25519");

/// The lines by which a seat vouches for the newest record, where it is asked to.
fn vouch(
    (command, key): (Command, &str),
    charter: &Charter,
    number: u32,
    head: &Digest,
    seat: &Seat,
) -> Vec<String> {
    if charter.heads() == Heads::Off || *seat == Seat::referee() {
        return Vec::new();
    }
    let name = order_name(&charter.game, number + 1, seat.name());
    command(&charter.game, number, head, &name, key)
}

/// All records so far as everybody may see them, each with its map.
///
/// # Errors
/// A record that cannot be played again.
pub fn whole(game: &Game) -> Result<Vec<(Context, Map)>, Error> {
    let mut records = Vec::new();
    let (root, mut ledger) = (game.folder.root(), Ledger::default());
    game.retell(|again| {
        let (sealing, head) = (again.sealing(), Some(again.session.head));
        let (context, map) = scene_after(&ledger, root, &sealing, &Viewer::Public, head);
        if !context.amends {
            sealing.play.remember(&mut ledger);
        }
        records.push((context, map));
        Ok::<(), Error>(())
    })?;
    Ok(records)
}

/// The end of the story of a demonstration, for the terminal.
///
/// # Errors
/// A record that cannot be told.
pub fn highlights(folder: &Folder) -> Result<String, Error> {
    let game = store::load(folder)?;
    let mut records = whole(&game)?;
    let reporter = reporter();
    let (last, newest): (Vec<_>, Vec<_>) =
        records.split_off(records.len().saturating_sub(2)).into_iter().unzip();
    let story = reporter.story(&last)?;
    let map = newest.last().expect("a game has its opening record");
    Ok(format!(
        "\n{}\n{}",
        reporter.text_map(map, common::colour()),
        reporter.text(&story, common::width())
    ))
}
