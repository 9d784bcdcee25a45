//! An index of the sealed records, so that a long game is loaded as fast as a short one: `.tabella/index`, one line a record,
//! below one with the numbers of the records that hold changes. What it lacks is read from the records, and it is used only as
//! `derived` says. It is searched as the text that it is, for most commands need one line of it.

use crate::session::chained_seed;
use crate::store::records::derived;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, files};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use record::exchange::{OrderFile, Salt};
use record::sums::record_name;
use record::{Charter, Digest, Seed};
use std::fmt::Write;

const FILE: &str = "index";
/// Maximum size of the index, in bytes: far more than any game has.
const INDEX_MAX: usize = 64 << 20;
/// The mark before a salt that is a text of the player's own.
const TEXT: char = '~';
/// The place of a line's digest and seed among its words; salts follow.
const HEAD: usize = 1;
const SEED: usize = 2;
/// A command that had to read so many records writes the index anew.
const STEP: u32 = 8;

/// The facts about all records of a folder that commands need of others than the newest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Entries {
    /// A line for each record, from record 0 on: its number, the digest of its list, the seed of its dice, and the salts of its
    /// order files. In place of a seed stands `-` where one of the records up to it reveals no secret.
    lines: String,
    /// The number of lines.
    count: u32,
    /// Numbers of the records that hold changes, in ascending order.
    changed: Vec<u32>,
    /// True if an order file that a record lists does not lie there: then its salt is not known, and nothing is kept.
    partial: bool,
}

impl Entries {
    const fn none() -> Self {
        Self { lines: String::new(), count: 0, changed: Vec::new(), partial: false }
    }

    /// The number of the newest record.
    pub(in crate::store) const fn newest(&self) -> u32 {
        self.count - 1
    }

    /// The digests of the records' lists, from record 0 on.
    pub(in crate::store) fn heads(&self) -> impl Iterator<Item = Digest> {
        let head = |line| word(line, HEAD).and_then(|word| word.parse().ok());
        self.lines.lines().map(move |line| head(line).expect("every line has a digest"))
    }

    /// The seed of a record's dice; none where one of the records up to it reveals no secret.
    pub(in crate::store) fn seed(&self, number: u32) -> Option<Seed> {
        word(self.line(number)?, SEED)?.parse().ok()
    }

    /// The records that hold changes, in ascending order.
    pub(in crate::store) fn changed(&self) -> impl Iterator<Item = u32> {
        self.changed.iter().copied()
    }

    /// True if an order file with this salt was sealed, as far as these files lie in the folder.
    pub(in crate::store) fn has_salt(&self, salt: &Salt) -> bool {
        let salt = written(salt);
        [' ', '\n'].into_iter().any(|end| self.lines.contains(&format!(" {salt}{end}")))
    }

    fn line(&self, number: u32) -> Option<&str> {
        let mut lines = self.lines.lines();
        if number + 1 == self.count { lines.next_back() } else { lines.nth(number as usize) }
    }

    /// Adds the record after the last one.
    fn add(&mut self, folder: &Folder, charter: &Charter) -> Result<(), Error> {
        let record = Sealed::open(folder, self.count)?;
        let seed = match self.count.checked_sub(1) {
            None => Some(Seed::start(record.digest)),
            Some(before) => {
                self.seed(before).map_or(Ok(None), |before| next(&record, charter, &before))?
            }
        };
        let mut line = format!("{} {} ", record_name(record.number), record.digest);
        line += &seed.map_or_else(|| "-".to_owned(), |seed| seed.to_string());
        for seat in record.orders().keys() {
            let name = format!("orders/{seat}.yaml");
            if !record.holds(&name) {
                self.partial = true;
                continue;
            }
            // What was sealed beside the files that count, a hostile one among them, has no salt to be told from.
            if let Ok(file) = OrderFile::read(&record.file(&name)?) {
                write!(line, " {}", written(&file.salt)).expect("writing to a string cannot fail");
            }
        }
        if record.sums.local().any(|(name, _)| name.starts_with(record::change::CHANGES)) {
            self.changed.push(record.number);
        }
        self.lines += &line;
        self.lines.push('\n');
        self.count += 1;
        Ok(())
    }

    /// Adds the records up to `newest`.
    fn complete(&mut self, folder: &Folder, charter: &Charter, newest: u32) -> Result<(), Error> {
        while self.count <= newest {
            self.add(folder, charter)?;
        }
        Ok(())
    }

    /// Forgets the records after `newest`.
    fn cut(&mut self, newest: u32) {
        if let Some(after) = newest.checked_add(1).filter(|after| *after < self.count) {
            let kept = self.lines.split_inclusive('\n').take(after as usize);
            self.lines.truncate(kept.map(str::len).sum());
            self.changed.retain(|number| *number <= newest);
            self.count = after;
        }
    }

    fn rendered(&self) -> String {
        let changed: Vec<String> = self.changed.iter().map(u32::to_string).collect();
        format!("{} {}\n{}", self.count, changed.join(" "), self.lines)
    }

    fn parse(mut text: String) -> Option<Self> {
        let (first, lines) = text.split_once('\n')?;
        let mut numbers = first.split_ascii_whitespace().map(|word| word.parse().ok());
        let count = numbers.next()??;
        let changed = numbers.collect::<Option<_>>()?;
        let begin = text.len() - lines.len();
        text.drain(..begin);
        (count > 0).then_some(Self { lines: text, count, changed, partial: false })
    }
}

/// The seed of a record, that of the one before it given; none where it reveals no secret.
fn next(record: &Sealed, charter: &Charter, before: &Seed) -> Result<Option<Seed>, Error> {
    let chained = |secret| chained_seed(charter, record.number, before, &secret, &record.orders());
    Ok(record.turn()?.secret.map(chained))
}

fn word(line: &str, at: usize) -> Option<&str> {
    line.split(' ').nth(at)
}

fn written(salt: &Salt) -> String {
    match salt {
        Salt::Drawn(bytes) => STANDARD.encode(bytes),
        Salt::Text(text) => format!("{TEXT}{}", STANDARD.encode(text)),
    }
}

/// The records of a folder up to `newest`: from the index as far as it goes, else from the records themselves.
///
/// # Errors
/// A record that is missing or altered, where it must be read.
pub(in crate::store) fn entries(
    folder: &Folder,
    charter: &Charter,
    newest: u32,
) -> Result<Entries, Error> {
    let mut entries = kept(folder, newest)?;
    let known = entries.count;
    entries.complete(folder, charter, newest)?;
    if entries.count - known >= STEP && files::is_folder(&folder.private())? {
        // A user who may write nothing here reads the records again the next time.
        drop(keep(folder, &entries));
    }
    Ok(entries)
}

/// The same from the records alone, for a folder that somebody else made.
///
/// # Errors
/// As [`entries`].
pub(in crate::store) fn from_records(
    folder: &Folder,
    charter: &Charter,
    newest: u32,
) -> Result<Entries, Error> {
    let mut entries = Entries::none();
    entries.complete(folder, charter, newest)?;
    Ok(entries)
}

/// The entries of the index for the records up to `newest`. The last of them must be the record that lies in the folder, by whose
/// digest all before it are determined: an index of another history is not used.
fn kept(folder: &Folder, newest: u32) -> Result<Entries, Error> {
    let Some(mut entries) = derived::read(folder, FILE, INDEX_MAX).and_then(Entries::parse) else {
        return Ok(Entries::none());
    };
    entries.cut(newest);
    let last = Sealed::open(folder, entries.newest())?.digest.to_string();
    let same = entries.line(entries.newest()).and_then(|line| word(line, HEAD)) == Some(&last);
    Ok(if same { entries } else { Entries::none() })
}

/// Writes the index up to record `newest`, given the entries before it. It holds the salts of sealed orders.
///
/// # Errors
/// As [`entries`]; [`Error`] with the path.
pub(in crate::store) fn renew(
    folder: &Folder,
    charter: &Charter,
    mut entries: Entries,
    newest: u32,
) -> Result<(), Error> {
    entries.complete(folder, charter, newest)?;
    keep(folder, &entries)
}

fn keep(folder: &Folder, entries: &Entries) -> Result<(), Error> {
    if entries.partial { Ok(()) } else { derived::write(folder, FILE, &entries.rendered()) }
}
