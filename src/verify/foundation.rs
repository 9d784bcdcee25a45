//! The foundation of the whole chain: the charter, the registered keys, the rules data, and the numbers of the records.

use super::file_source::{FileSource, Item, ItemKind, Unread};
use super::{Finding, Verdict, compare, seals};
use crate::packed;
use crate::session::{self, SessionFault};
use engine::POSITION_FILE;
use engine::title::LoadedTitle;
use record::charter::{CHARTER_FILE, CHARTER_MAX, Charter};
use record::exchange;
use record::{Digest, Signers, sums};
use std::collections::BTreeMap;

/// Maximum size of `allowed_signers`, in bytes.
const SIGNERS_MAX: usize = 256 * 1024;
/// Maximum size of a data file, in bytes.
const DATA_MAX: usize = 4 * 1024 * 1024;
/// The folder in which an old game folder could hold templates.
const TEMPLATES: &str = "templates";
const SIGNERS_FILE: &str = "allowed_signers";

/// What the chain stands on.
pub(super) struct Foundation {
    pub charter: Charter,
    pub signers: Signers,
    /// The title, if this program can use its data.
    pub loaded: Option<Box<dyn LoadedTitle>>,
    /// True if all of it is as it was sealed with the game.
    pub stands: bool,
    /// True if the game is not over, so that a copy may lack what is sealed.
    pub goes_on: bool,
}

impl Foundation {
    /// Reads what the chain stands on; none without a charter or keys, since nothing more can be said then.
    pub(super) fn read(source: &dyn FileSource, verdict: &mut Verdict) -> Option<Self> {
        let mut digests = BTreeMap::new();
        let charter_bytes = take(source, CHARTER_FILE, CHARTER_MAX, verdict);
        let signers_bytes = take(source, SIGNERS_FILE, SIGNERS_MAX, verdict);
        if let Some(bytes) = &charter_bytes {
            digests.insert(sums::CHARTER_PATH.to_owned(), Digest::of(bytes));
        }
        if let Some(bytes) = &signers_bytes {
            digests.insert(sums::SIGNERS_PATH.to_owned(), Digest::of(bytes));
        }
        let texts = data(source, &mut digests, verdict);
        let signers = signers_bytes.map(|bytes| Signers::parse(&bytes));
        altered(
            source,
            &digests,
            signers.as_ref().and_then(|signers| signers.as_ref().ok()),
            verdict,
        );
        let charter_bytes = charter_bytes?;
        let charter = Charter::parse(&charter_bytes);
        let charter = charter.map_err(|fault| {
            verdict.find(Finding::new("V-charter", CHARTER_FILE, fault.to_string()));
        });
        let signers = signers?.map_err(|fault| {
            verdict.find(Finding::new("V-signers", SIGNERS_FILE, fault.what).line(fault.line));
        });
        let (charter, signers) = (charter.ok()?, signers.ok()?);
        let usual = "this program's form of the charter";
        verdict.findings.extend(compare::difference(
            "V-charter",
            CHARTER_FILE,
            &charter_bytes,
            charter.render().as_bytes(),
            usual,
        ));
        own_templates(source, verdict);
        house_data(&charter, &texts, verdict);
        verdict.fork.clone_from(&charter.fork);
        seats_have_keys(&charter, &signers, verdict);
        verdict.game.clone_from(&charter.game);
        verdict.title.clone_from(&charter.title);
        let data = exchange::data::build(texts).map_err(SessionFault::Data);
        let loaded = data.and_then(|data| session::load_title(&charter, &data));
        let loaded = loaded
            .map_err(|fault| match fault {
                SessionFault::Title { .. } | SessionFault::Revision { .. } => {
                    verdict.unknown_rules = true;
                    verdict.note(fault.to_string());
                }
                SessionFault::Data(_)
                | SessionFault::Charter(_)
                | SessionFault::State(_)
                | SessionFault::Ruling(_) => {
                    verdict.find(Finding::new("V-data", "data", fault.to_string()));
                }
            })
            .ok();
        let stands = verdict.findings.is_empty();
        Some(Self { charter, signers, loaded, stands, goes_on: false })
    }
}

impl Foundation {
    /// True if seats of this title may not see everything, or if the title is not known here.
    pub(super) fn hides(&self) -> bool {
        self.loaded.as_ref().is_none_or(|loaded| loaded.hides())
    }
}

/// Notes templates in a game folder: they are no part of a game, and nothing may render them.
fn own_templates(source: &dyn FileSource, verdict: &mut Verdict) {
    if source.list(TEMPLATES).is_ok_and(|items| items.is_empty()) {
        return;
    }
    let message = "a game folder must not hold templates: no record seals them";
    verdict.find(Finding::new("V-unlisted", TEMPLATES, message));
}

fn house_data(charter: &Charter, texts: &[(String, String)], verdict: &mut Verdict) {
    let title = &charter.title;
    let mut house = packed::house_data(title, texts);
    house.retain(|name| charter.fork.is_none() || name != POSITION_FILE);
    if house.is_empty() {
        return;
    }
    // A game of before, whose charter does not speak of it, or a title whose own data were corrected since.
    let agreed = if house == charter.house { ", as the charter says" } else { "" };
    verdict.note(format!(
        "house data: {} differ from the data that comes with this program for {title}{agreed}",
        house.join(", ")
    ));
}

/// Checks that every seat of the charter has its line among the keys, in the same order; notes keys that serve two
/// names.
fn seats_have_keys(charter: &Charter, signers: &Signers, verdict: &mut Verdict) {
    let seats: Vec<&str> = charter.seat_names().collect();
    let keyed: Vec<&str> = signers.seats().map(|(seat, _)| seat).collect();
    if seats != keyed {
        let message = format!(
            "its seats are {}, but the charter's are {}",
            keyed.join(", "),
            seats.join(", ")
        );
        verdict.find(Finding::new("V-signers", SIGNERS_FILE, message));
    }
    for (key, names) in signers.shared() {
        verdict.note(format!("one key serves {}: {}", names.join(" and "), key.fingerprint()));
    }
}

/// Reports files that differ from those sealed in record 0, before anything is built on them. If the list itself was
/// altered, that is reported first.
fn altered(
    source: &dyn FileSource,
    digests: &BTreeMap<String, Digest>,
    signers: Option<&Signers>,
    verdict: &mut Verdict,
) {
    let folder = format!("turns/{}", sums::record_name(0));
    let Ok(bytes) = source.read(&format!("{folder}/{}", sums::SUMS_FILE), CHARTER_MAX) else {
        return;
    };
    let Ok(list) = sums::Sums::parse(&bytes) else { return };
    let mut found = Vec::new();
    let mut find = |code, path: &str, message| {
        found.push(Finding::new(code, &path["../../".len()..], message));
    };
    for (path, digest) in list.lines.iter().filter(|(path, _)| path.starts_with("../../")) {
        match digests.get(path) {
            Some(found) if found != digest => {
                find("V-digest", path, "it is not the file that was sealed with the game");
            }
            None if path.starts_with(sums::DATA_PREFIX) => {
                find("V-missing", path, "it was sealed with the game, but is missing");
            }
            _ => {}
        }
    }
    for path in digests.keys().filter(|path| !list.lines.contains_key(*path)) {
        find("V-unlisted", path, "it was not sealed with the game");
    }
    let broken = signers
        .filter(|_| !found.is_empty())
        .and_then(|signers| seals::seal(source, signers, &folder, &bytes).err());
    verdict.findings.extend(broken.filter(seals::unsure).into_iter().chain(found));
}

fn data(
    source: &dyn FileSource,
    digests: &mut BTreeMap<String, Digest>,
    verdict: &mut Verdict,
) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let items = listed(source, "data", verdict);
    for item in items {
        let path = format!("data/{}", item.name);
        if item.kind != ItemKind::File {
            verdict.find(Finding::new("V-kind", path, "only plain files belong there"));
            continue;
        }
        let Some(bytes) = take(source, &path, DATA_MAX, verdict) else { continue };
        digests.insert(format!("{}{}", sums::DATA_PREFIX, item.name), Digest::of(&bytes));
        match String::from_utf8(bytes) {
            Ok(text) => texts.push((item.name, text)),
            Err(_) => verdict.find(Finding::new("V-data", path, "it is not UTF-8 text")),
        }
    }
    texts
}

/// A file's bytes; adds a finding if it cannot be read.
pub(super) fn take(
    source: &dyn FileSource,
    path: &str,
    max: usize,
    verdict: &mut Verdict,
) -> Option<Vec<u8>> {
    source.read(path, max).map_err(|unread| verdict.find(unread_finding(path, &unread))).ok()
}

pub(super) fn unread_finding(path: &str, unread: &Unread) -> Finding {
    match unread {
        Unread::Missing => Finding::new("V-missing", path, "it is missing"),
        Unread::NotPlain => {
            Finding::new("V-kind", path, "it is a link or a special file, not a plain one")
        }
        Unread::TooLarge => {
            Finding::new("V-size", path, "it is larger than any such file that the program writes")
        }
        Unread::Failed(error) => {
            Finding::new("V-missing", path, format!("it cannot be read: {error}"))
        }
    }
}

/// The items in a folder; adds a finding if it is no folder.
fn listed(source: &dyn FileSource, folder: &str, verdict: &mut Verdict) -> Vec<Item> {
    source.list(folder).unwrap_or_else(|unread| {
        verdict.find(match unread {
            Unread::Failed(error) => {
                Finding::new("V-missing", folder, format!("it cannot be read: {error}"))
            }
            Unread::TooLarge => {
                Finding::new("V-size", folder, "it holds more files than any game has")
            }
            _ => Finding::new("V-kind", folder, "it is a link or a file, not a folder"),
        });
        Vec::new()
    })
}

/// The numbers of the records: from 0, up to the first gap.
pub(super) fn records(source: &dyn FileSource, verdict: &mut Verdict) -> std::ops::Range<u32> {
    let items = listed(source, "turns", verdict).into_iter();
    // By number: the name of record 10000 stands before that of 9999.
    let mut items: Vec<_> = items.map(|item| (sums::record_number(&item.name), item)).collect();
    items.sort();
    let mut next = 0;
    for (number, item) in items {
        let path = format!("turns/{}", item.name);
        match number {
            Some(_) if item.kind != ItemKind::Folder => {
                verdict.find(Finding::new("V-kind", path, "it is not a folder"));
            }
            Some(number) if number == next => next += 1,
            Some(_) => {
                let missing = format!("turns/{}", sums::record_name(next));
                verdict.find(Finding::new(
                    "V-gap",
                    missing,
                    format!("it is missing, although {path} exists"),
                ));
                break;
            }
            None => verdict.find(Finding::new("V-gap", path, "it is not a turn record")),
        }
    }
    if next == 0 {
        verdict.find(Finding::new("V-missing", "turns/0000", "the opening record is missing"));
    }
    0..next
}
