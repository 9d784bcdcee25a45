//! An index of the sealed records, so that a long game is taken up as fast as a short one: `.tabella/index`, one line a record.
//! It may be deleted at any time: what it lacks is read from the records. A line that is not as it was written, or an index of
//! another history than the folder's, counts as not there.

use crate::session::chained_seed;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, files};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use record::exchange::{OrderFile, Salt};
use record::sums::{record_name, record_number};
use record::{Charter, Digest, Seed};
use std::fmt::Write;
use std::path::PathBuf;

/// Most bytes of the index: far more than any game has.
const INDEX_MAX: usize = 64 << 20;
/// Hexadecimal digits of the digest at the end of a line, which tells a line that was torn or altered.
const CHECK: usize = 16;
/// The mark before a salt that is a text of the player's own.
const TEXT: char = '~';

/// The facts about a record other than the newest that commands need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Entry {
    /// Digest of its list.
    pub head: Digest,
    /// The seed of its dice; none where one of the records up to it reveals no secret.
    pub seed: Option<Seed>,
    /// True if it holds changes.
    pub changes: bool,
    /// The salts of its order files, as far as they lie in this folder.
    pub salts: Vec<Salt>,
}

impl Entry {
    /// Reads what a record says, the seed before it given.
    fn read(record: &Sealed, charter: &Charter, before: Option<&Seed>) -> Result<Self, Error> {
        let seed = match before {
            None if record.number == 0 => Some(Seed::start(record.digest)),
            None => None,
            Some(before) => record.turn()?.secret.map(|secret| {
                chained_seed(charter, record.number, before, &secret, &record.orders())
            }),
        };
        let mut salts = Vec::new();
        for seat in record.orders().keys() {
            let name = format!("orders/{seat}.yaml");
            if record.holds(&name) {
                // What was sealed beside the files that count, a hostile one among them, has no salt to be told from.
                salts.extend(OrderFile::read(&record.file(&name)?).ok().map(|file| file.salt));
            }
        }
        let changes =
            record.sums.local().any(|(name, _)| name.starts_with(record::change::CHANGES));
        Ok(Self { head: record.digest, seed, changes, salts })
    }

    fn line(&self, number: u32) -> String {
        let seed = self.seed.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        let changes = if self.changes { "changes" } else { "-" };
        let mut line = format!("{} {} {seed} {changes}", record_name(number), self.head);
        for salt in &self.salts {
            let written = match salt {
                Salt::Drawn(bytes) => STANDARD.encode(bytes),
                Salt::Text(text) => format!("{TEXT}{}", STANDARD.encode(text)),
            };
            write!(line, " {written}").expect("writing to a string cannot fail");
        }
        let check = check(&line);
        line + " " + &check
    }

    /// The entry of record `number` that a line holds; none where it is no such line, whole.
    fn parse(line: &str, number: u32) -> Option<Self> {
        let (content, sum) = line.rsplit_once(' ')?;
        if check(content) != sum {
            return None;
        }
        let mut words = content.split(' ');
        if record_number(words.next()?)? != number {
            return None;
        }
        let head = words.next()?.parse().ok()?;
        let seed = match words.next()? {
            "-" => None,
            seed => Some(seed.parse().ok()?),
        };
        let changes = words.next()? == "changes";
        let salts = words.map(salt).collect::<Option<_>>()?;
        Some(Self { head, seed, changes, salts })
    }
}

fn salt(word: &str) -> Option<Salt> {
    match word.strip_prefix(TEXT) {
        Some(text) => Some(Salt::Text(String::from_utf8(STANDARD.decode(text).ok()?).ok()?)),
        None => Some(Salt::Drawn(STANDARD.decode(word).ok()?.try_into().ok()?)),
    }
}

fn check(line: &str) -> String {
    Digest::of(line.as_bytes()).to_string()[..CHECK].to_owned()
}

fn path(folder: &Folder) -> PathBuf {
    folder.private().join("index")
}

/// The records of a folder up to `newest`, by number: from the index as far as it goes, else from the records themselves.
///
/// # Errors
/// A record that is missing or altered, where it must be read.
pub(in crate::store) fn entries(
    folder: &Folder,
    charter: &Charter,
    newest: u32,
) -> Result<Vec<Entry>, Error> {
    let mut entries = kept(folder, newest)?;
    complete(folder, charter, &mut entries, newest)?;
    Ok(entries)
}

/// The same from the records alone, for a folder in which somebody else may have put an index.
///
/// # Errors
/// As [`entries`].
pub(in crate::store) fn from_records(
    folder: &Folder,
    charter: &Charter,
    newest: u32,
) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    complete(folder, charter, &mut entries, newest)?;
    Ok(entries)
}

/// Adds the entries of the records up to `newest`, read from them.
fn complete(
    folder: &Folder,
    charter: &Charter,
    entries: &mut Vec<Entry>,
    newest: u32,
) -> Result<(), Error> {
    for number in u32::try_from(entries.len()).expect("fewer than 2^32 records")..=newest {
        let before = entries.last().and_then(|entry| entry.seed.as_ref());
        let next = Entry::read(&Sealed::open(folder, number)?, charter, before)?;
        entries.push(next);
    }
    Ok(())
}

/// The entries of the index for the records up to `newest`. The last of them must be the record that lies in the
/// folder: an index of another history is not used.
fn kept(folder: &Folder, newest: u32) -> Result<Vec<Entry>, Error> {
    // Whoever may not read it, for it is its owner's alone, has none.
    let Ok(Some(bytes)) = files::read_if_there(&path(folder), INDEX_MAX) else {
        return Ok(Vec::new());
    };
    // A file that is not text is no index.
    let text = String::from_utf8(bytes).unwrap_or_default();
    let lines = (0..=newest).zip(text.lines());
    let entries: Vec<_> = lines.map_while(|(number, line)| Entry::parse(line, number)).collect();
    let Some((last, number)) =
        entries.last().zip((0..=newest).nth(entries.len().saturating_sub(1)))
    else {
        return Ok(Vec::new());
    };
    let same = Sealed::open(folder, number)?.digest == last.head;
    Ok(if same { entries } else { Vec::new() })
}

/// Writes the index up to record `newest`, the entries of those before it given. It holds the salts of sealed orders.
///
/// # Errors
/// As [`entries`]; [`Error`] with the path.
pub(in crate::store) fn renew(
    folder: &Folder,
    charter: &Charter,
    mut entries: Vec<Entry>,
    newest: u32,
) -> Result<(), Error> {
    complete(folder, charter, &mut entries, newest)?;
    let text: String =
        (0..).zip(&entries).map(|(number, entry)| entry.line(number) + "\n").collect();
    files::place(&path(folder), text.as_bytes(), files::SECRET_MODE)
}
