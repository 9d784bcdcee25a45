//! The views of seats: every record commits to each seat's view, and a replay of the record compares them.

use super::forms::canonical;
use super::record_files::RecordFiles;
use super::salts::salt_of;
use super::{Finding, Verdict, compare};
use crate::session::{Session, seat_view};
use engine::title::LoadedTitle;
use record::change::History;
use record::charter::VERSION;
use record::sums::Sums;
use record::{Digest, view_file, viewer};

/// Checks that the list names the view of every seat, and no others.
pub(super) fn listed(in_force: &History, folder: &str, list: &Sums, read: &mut RecordFiles) {
    for seat in in_force.charter.seat_names() {
        let name = view_file(seat);
        if !list.lines.contains_key(&name) {
            let why = "every record must list what each seat was shown, but this record does not \
                 list this file";
            read.findings.push(Finding::new("V-missing", format!("{folder}/{name}"), why));
        }
    }
    let views = list.local().filter_map(|(name, _)| Some((name, viewer(name)?)));
    for (name, _) in views.filter(|(_, seat)| in_force.charter.seat(seat).is_none()) {
        let why = "no seat of the charter has this name";
        read.findings.push(Finding::new("V-view", format!("{folder}/{name}"), why));
    }
}

/// Compares the views that are here with those that follow from the replayed record.
pub(super) fn compared(
    folder: &str,
    files: &RecordFiles,
    session: &Session,
    verdict: &mut Verdict,
) {
    for (name, recorded) in &files.views {
        let Some(seat) = viewer(name).filter(|seat| session.charter.seat(seat).is_some()) else {
            continue; // The list is at fault, which another finding says.
        };
        let path = format!("{folder}/{name}");
        let Some(salt) = salt(recorded) else {
            verdict.find(Finding::new("V-view", path, NO_SALT));
            continue;
        };
        let play = session.play.as_ref();
        let derived = seat_view(&session.charter, files.number, play, seat, &salt);
        let source = "the orders and dice";
        verdict.views += 1;
        verdict.findings.extend(compare::difference(
            "V-view",
            &path,
            recorded,
            derived.as_bytes(),
            source,
        ));
    }
}

/// Checks the views in a record that could not be played again, as in a seat's copy: each belongs to its record and
/// seat, has a salt, is written as the program writes it, and is a hand that the title can use.
pub(super) fn read(
    folder: &str,
    files: &RecordFiles,
    charter: &record::Charter,
    loaded: Option<&dyn LoadedTitle>,
    verdict: &mut Verdict,
) {
    for (name, recorded) in &files.views {
        let Some(seat) = viewer(name) else { continue };
        verdict.views_read += 1;
        if let Err(why) = taken_up(recorded, (&charter.game, files.number, seat), loaded) {
            verdict.find(Finding::new("V-view", format!("{folder}/{name}"), why));
        }
    }
}

/// The fields of a hand, in their order.
const HAND: [&str; 6] = ["seat", "phase", "prompts", "view", "in_force", "chapters"];
const NO_SALT: &str = "it has no salt, so it could be guessed from its digest";

fn salt(recorded: &[u8]) -> Option<Digest> {
    salt_of(recorded)?.parse().ok()
}

fn taken_up(
    recorded: &[u8],
    (game, number, seat): (&str, u32, &str),
    loaded: Option<&dyn LoadedTitle>,
) -> Result<(), String> {
    let tree = canonical(recorded)?;
    let salt = salt(recorded).ok_or(NO_SALT)?;
    let head = format!(
        "tabella: {VERSION}\ngame: {game}\nphase: {number}\nseat: {seat}\nsalt: {salt}\nhand:\n"
    );
    if !recorded.starts_with(head.as_bytes()) {
        return Err("it is not this seat's view of this record".to_owned());
    }
    let fields = tree["hand"].as_object().into_iter().flat_map(|hand| hand.keys());
    if !fields.map(String::as_str).eq(HAND) {
        return Err("its `hand` does not have exactly the fields of a seat's hand".to_owned());
    }
    let Some(loaded) = loaded else { return Ok(()) };
    let hand = loaded.take_up(&tree["hand"])?;
    if hand.seat().name() != seat {
        return Err(format!("it holds the hand of {}", hand.seat()));
    }
    Ok(())
}
