//! Checks an order file: its envelope by what the game expects, and its sheet by the title.

use crate::store::orders::pending::{self, Pending};
use crate::store::records::index::Entries;
use crate::store::{Error, Game};
use engine::reply::{self, Reply};
use engine::title::RawOrders;
use engine::{Common, Complaint, Complaints, Path, Seat};
use record::change::History;
use record::exchange::codes::Code;
use record::exchange::{
    Acceptance, Expectation, Filed, OrderFile, Signed, accept, authenticate, receive, take_apart,
};
use record::{PublicKey, SignedText};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything wrong with an order file, signed or not yet, found by the same code that files it. Writes nothing.
/// Returns the file too if its envelope could be read.
///
/// # Errors
/// Error with the folder; that the orders are wrong is no error.
pub fn check(
    game: &Game,
    bytes: &[u8],
    signature: Option<&[u8]>,
) -> Result<(Option<OrderFile>, Complaints), Error> {
    let signed = signature.is_some() || SignedText::is_signed(bytes);
    let read = if signed {
        receive(bytes, signature, &game.signers).map(|received| received.file)
    } else {
        OrderFile::read(bytes)
    };
    match read {
        Ok(file) => {
            let filed = pending::all(&game.folder, &game.signers)?;
            let check = |seat: &Seat, sheet: &RawOrders| game.session.play.check(seat, sheet);
            let expected = expectation(game, &filed, &file)?;
            let (accepted, mut complaints) = judge(&check, &file, &expected);
            complaints.0.extend(accepted.and_then(|_| taken_back(game, &filed, &file)));
            Ok((Some(file), complaints))
        }
        Err(complaints) => {
            let complaints = replaced(game, bytes, signature, complaints);
            Ok((None, with_orders(game, bytes, signature, Asker::Here, complaints)))
        }
    }
}

/// A key that answered for a seat until it was replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replaced {
    pub seat: String,
    /// The record that replaced it; none if a change does that takes effect with the next record.
    pub record: Option<u32>,
    /// Fingerprint of the key that counts now.
    pub new: String,
}

impl Replaced {
    /// The key of this fingerprint, if it is nobody's now and was a seat's before.
    pub fn find(game: &Game, fingerprint: &str) -> Option<Self> {
        let of = |number: &u32| {
            let mut seats = game.history_at(*number).signers.seats();
            seats.find(|(_, key)| key.fingerprint() == fingerprint).map(|(seat, _)| seat.to_owned())
        };
        let known = game.signers.seats().any(|(_, key)| key.fingerprint() == fingerprint);
        let number = (0..=game.session.number).rev().find(|number| of(number).is_some());
        number
            .filter(|_| !known)
            .map(|number| Self::at(game, number, &of(&number).expect("it was found")))
    }

    /// The key that a seat had last with record `number`.
    fn at(game: &Game, number: u32, seat: &str) -> Self {
        let record = (number < game.session.number).then_some(number + 1);
        let new = game.signers.key(seat).map(PublicKey::fingerprint).unwrap_or_default();
        Self { seat: seat.to_owned(), record, new }
    }
}

/// Adds whose a key was and what replaced it, if the key is nobody's any more.
pub(super) fn replaced(
    game: &Game,
    bytes: &[u8],
    signature: Option<&[u8]>,
    mut complaints: Complaints,
) -> Complaints {
    let unknown = complaints.0.iter_mut().find(|one| one.code == Code::KeyUnknown.code());
    let Some(unknown) = unknown else { return complaints };
    let before = (0..=game.session.number).rev().map(|number| (number, game.history_at(number)));
    let signed =
        |signers| receive(bytes, signature, signers).ok().map(|received| received.file.seat);
    let found =
        before.into_iter().find_map(|(number, history)| Some((number, signed(&history.signers)?)));
    let Some((number, seat)) = found else { return complaints };
    let Replaced { record, new, .. } = Replaced::at(game, number, seat.name());
    let by = record.map_or_else(
        || "the change of this phase in notices/".to_owned(),
        |record| format!("record {record}"),
    );
    let message = format!("signed with the key that {seat} had until {by} replaced it");
    let fix = format!("sign it with the current key of {seat}, {new}");
    *unknown = Code::KeyReplaced.at(unknown.path.clone(), message).fix(fix);
    complaints
}

/// The warning about a file that takes back parts of its seat's file that counts until now; none for a file with
/// mistakes, of which this cannot be said.
pub(super) fn taken_back(game: &Game, filed: &[Pending], file: &OrderFile) -> Option<Complaint> {
    let before = &filed.iter().find(|one| one.seat == file.seat)?.received.file;
    let says =
        |file: &OrderFile| says(file, &game.session.play.reply(&file.seat, Some(&file.sheet)));
    (before.phase == file.phase)
        .then(|| leaves_out((before.revision, &says(before)), (file, &says(file))))?
}

/// The parts of a file that a later one may leave out, including notes to other players.
pub(in crate::store) fn says(file: &OrderFile, reply: &Reply) -> Vec<String> {
    let mut said = reply::says(&file.sheet, reply);
    if !file.notes.is_empty() {
        said.push("note".to_owned());
    }
    said
}

/// The complaint that a file leaves out parts of an earlier revision for the same phase; none if it leaves out nothing.
pub(in crate::store) fn leaves_out(
    (revision, before): (u32, &[String]),
    (file, after): (&OrderFile, &[String]),
) -> Option<Complaint> {
    let gone = before.iter().filter(|said| !after.contains(said));
    let gone: Vec<String> = gone.map(|place| format!("`{place}`")).collect();
    if gone.is_empty() {
        return None;
    }
    let gone = gone.join(", ");
    let message = format!(
        "this file leaves out something that revision {revision} contains, and so withdraws it: \
         {gone}"
    );
    let fix =
        format!("copy it from revision {revision} into this file, unless you want to withdraw it");
    let complaint = Code::TakenBack.at(Path::top().then("revision"), message);
    Some(complaint.at(file.place("revision")).fix(fix))
}

/// Who reads the complaints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    /// The person at this folder, who can read it anyway.
    Here,
    Anybody,
}

/// Adds the complaints about the orders to those about the envelope. They reveal what the seat may know, so the sender
/// must have signed as that seat.
pub(super) fn with_orders(
    game: &Game,
    bytes: &[u8],
    signature: Option<&[u8]>,
    asker: Asker,
    mut complaints: Complaints,
) -> Complaints {
    let parts = take_apart(bytes, signature).ok();
    let authentic = |(seat, _): &(Seat, RawOrders)| {
        let signed = |parts: &Signed| {
            authenticate(&parts.bytes, &parts.armored, &game.signers, seat).is_ok()
        };
        asker == Asker::Here || parts.as_ref().is_some_and(signed)
    };
    let sheet =
        OrderFile::glance(parts.as_ref().map_or(bytes, |parts| &parts.bytes)).filter(authentic);
    if let Some((seat, sheet)) =
        sheet.filter(|(seat, _)| game.session.charter.seat(seat.name()).is_some())
    {
        // The line that holds the answer may be the mistake in the envelope.
        let said = game.session.play.check(&seat, &sheet).0.into_iter();
        complaints.0.extend(said.filter(|one| one.code != Common::Unanswered.code()));
        complaints.sort();
    }
    complaints
}

/// Judges envelope and sheet together, so that authors see all their mistakes at once.
pub(in crate::store) fn judge(
    check: &dyn Fn(&Seat, &RawOrders) -> Complaints,
    file: &OrderFile,
    expected: &Expectation,
) -> (Option<Acceptance>, Complaints) {
    let (acceptance, mut complaints) = match accept(file, expected) {
        Ok(acceptance) => (Some(acceptance), Complaints::new()),
        Err(complaints) => (None, complaints),
    };
    // A file for another game, phase or seat was written for another position.
    let here = file.game == expected.game
        && file.phase == expected.phase
        && expected.seats.contains(&file.seat);
    if here && !expected.over {
        complaints.0.extend(check(&file.seat, &file.sheet).0);
    }
    complaints.sort();
    (acceptance, complaints)
}

/// The envelope that the game expects of this order file.
pub(super) fn expectation(
    game: &Game,
    filed: &[Pending],
    file: &OrderFile,
) -> Result<Expectation, Error> {
    let open = game.open_phase();
    let mut expected = sealed_expectation(&game.entries, &game.in_force, open, file);
    if game.session.play.asked().iter().any(|asked| asked.seat == Seat::referee()) {
        expected.seats.push(Seat::referee());
    }
    expected.over = game.session.outcome().is_some();
    let earlier = pending::superseded(&game.folder)?;
    for file in earlier.iter().chain(filed.iter().map(|one| &one.received.file)) {
        expected.salts.insert(file.salt.clone());
        if file.phase == open {
            let known = Filed { revision: file.revision, digest: file.digest };
            expected.filed.entry(file.seat.clone()).or_default().push(known);
        }
    }
    Ok(expected)
}

/// The envelope that is expected of a file by the sealed records; in a copy, by those of them that are there. Of all salts it
/// holds only the file's own, if that was used.
pub(in crate::store) fn sealed_expectation(
    entries: &Entries,
    in_force: &History,
    open: u32,
    file: &OrderFile,
) -> Expectation {
    let played = |seat: &&str| !in_force.vacant.contains(*seat);
    Expectation {
        game: in_force.charter.game.clone(),
        phase: open,
        seats: in_force.charter.seat_names().filter(played).map(Seat::new).collect(),
        history: entries.heads().collect(),
        filed: BTreeMap::new(),
        salts: Some(&file.salt)
            .filter(|salt| entries.has_salt(salt))
            .cloned()
            .into_iter()
            .collect(),
        over: false,
        notes: in_force.charter.notes(),
    }
}
