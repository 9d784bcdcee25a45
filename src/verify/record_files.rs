//! Reads one record's files and checks them against their list, their seal and their signatures; records are read in
//! parallel.

use super::file_source::{FileSource, ItemKind, Unread};
use super::foundation::{Foundation, unread_finding};
use super::seals::{seal, verify_signature, why};
use super::{Finding, amended, items, notes, salts, views, vouch};
use crate::session::{AcceptedOrders, EVENTS_FILE, HIDDEN_FILE, STATE_FILE};
use engine::Seat;
use record::change::{Action, CHANGE_MAX, CHANGES, History};
use record::exchange::order_file::{self, OrderFile};
use record::items::ITEMS_FILE;
use record::sums::{self, SUMS_FILE, SUMS_SIGNATURE, Sums};
use record::turn_file::{TURN_FILE, TurnFile};
use record::{Digest, Namespace, Signers, owner};
use std::collections::{BTreeMap, BTreeSet};

/// The key file in a record that changes keys.
const SIGNERS_FILE: &str = "allowed_signers";
/// Maximum size of a list, in bytes.
pub(super) const LIST_MAX: usize = 256 << 10;
/// Most bytes of `turn.yaml`.
const TURN_MAX: usize = 1 << 20;
/// Maximum size of a file that is read as a tree (a state, or events), in bytes.
const TREE_MAX: usize = 2 << 20;
/// Maximum size of any other file in a record, in bytes.
const FILE_MAX: usize = 4 << 20;
/// Maximum total size of a record's files, in bytes.
const RECORD_MAX: usize = 16 << 20;
/// Maximum number of files in a record.
const FILES_MAX: usize = 2048;

/// Files of a record that have the same names in every game.
const OPEN_FILES: [&str; 9] = [
    SIGNERS_FILE,
    TURN_FILE,
    STATE_FILE,
    EVENTS_FILE,
    HIDDEN_FILE,
    ITEMS_FILE,
    "report.md",
    "report.html",
    "map.svg",
];

#[derive(Default)]
pub(super) struct RecordFiles {
    pub number: u32,
    /// The findings about the record by itself.
    pub findings: Vec<Finding>,
    /// Digest of its list's bytes.
    pub digest: Option<Digest>,
    /// Digest of the list before it, according to this list.
    pub previous: Option<Digest>,
    pub turn: Option<TurnFile>,
    pub turn_text: Vec<u8>,
    /// Order files signed by their seat, with what they say of history.
    pub orders: BTreeMap<Seat, (AcceptedOrders, OrderFile)>,
    pub state: Vec<u8>,
    pub events: Vec<u8>,
    pub hidden: Option<Vec<u8>>,
    pub items: Option<Vec<u8>>,
    /// Names of files that are listed and missing because they are sealed.
    pub sealed: Vec<String>,
    /// The digest of each order file by its name without extension, from the list.
    pub order_digests: BTreeMap<String, Digest>,
    /// The text of the record that this one goes back to, if any, and if the text is open.
    pub back: Option<String>,
    /// Salts in its reports, by path in the record.
    pub salts: Vec<(String, String)>,
    pub notes: BTreeMap<String, Vec<u8>>,
    pub views: BTreeMap<String, Vec<u8>>,
    /// Seats whose own reports are there.
    pub told: BTreeSet<String>,
    /// Seats that vouch for the previous record.
    pub heads: BTreeSet<String>,
    pub signatures: u64,
    /// True if the referee's signature is not spelled as `ssh-keygen` writes it.
    pub respelled: bool,
    /// False if the inputs of the phase are not as they were sealed.
    pub stands: bool,
}

pub(super) fn read(
    source: &dyn FileSource,
    foundation: &Foundation,
    in_force: &History,
    number: u32,
) -> RecordFiles {
    let signers = &in_force.signers;
    let mut read = RecordFiles { number, stands: true, ..RecordFiles::default() };
    let folder = format!("turns/{}", sums::record_name(number));
    let Some(list) = read_list(source, signers, &folder, &mut read) else {
        read.stands = false;
        return read;
    };
    let mut files = listed(source, foundation, &folder, &list, &mut read);
    unlisted(source, &folder, "", &list, &mut read);
    read_turn(&folder, files.remove(TURN_FILE), &mut read);
    read.state = files.remove(STATE_FILE).unwrap_or_default();
    read.events = files.remove(EVENTS_FILE).unwrap_or_default();
    read.hidden = files.remove(HIDDEN_FILE);
    read.items = files.remove(ITEMS_FILE);
    items::check(in_force, &folder, &list, &mut read);
    for (name, digest) in list.local() {
        let order = name.strip_prefix("orders/").and_then(|name| name.strip_suffix(".yaml"));
        read.order_digests.extend(order.map(|order| (order.to_owned(), digest)));
    }
    let always = in_force.charter.always_hidden && number > 0;
    let hidden = always.then_some(HIDDEN_FILE);
    let required = [TURN_FILE, STATE_FILE, EVENTS_FILE].into_iter().chain(hidden);
    for required in required.filter(|name| !list.lines.contains_key(*name)) {
        let path = format!("{folder}/{required}");
        let why = "every record must hold one, but this one lists none";
        read.findings.push(Finding::new("V-missing", path, why));
        read.stands = false;
    }
    read_orders(signers, &folder, &files, &mut read);
    vouch::read(in_force, &folder, &files, &mut read);
    uncalled_for(in_force, &folder, &mut read);
    if let Some(Action::Rollback { to }) = in_force.own().map(|own| &own.change.action) {
        read.back = amended::text(source, *to);
    }
    read.salts = salts::of(&files, &list);
    unusual(in_force, &folder, &list, &files, &mut read);
    views::listed(in_force, &folder, &list, &mut read);
    read.told = files.keys().filter_map(|name| told_to(name)).map(str::to_owned).collect();
    for (name, bytes) in files {
        if notes::is_notes(&name) {
            read.notes.insert(name, bytes);
        } else if record::viewer(&name).is_some() {
            read.views.insert(name, bytes);
        }
    }
    read
}

/// Reports files that no record has, and reports to players that are not text.
fn unusual(
    in_force: &History,
    folder: &str,
    list: &Sums,
    files: &BTreeMap<String, Vec<u8>>,
    read: &mut RecordFiles,
) {
    for (name, _) in list.local().filter(|(name, _)| !belongs(in_force, name)) {
        let why = "it lists a file that no record has";
        read.findings.push(Finding::new("V-sums", format!("{folder}/{name}"), why));
    }
    let told = [".md", ".html", ".svg"];
    let told = files.iter().filter(|(name, _)| told.iter().any(|end| name.ends_with(end)));
    for (name, _) in told.filter(|(_, bytes)| std::str::from_utf8(bytes).is_err()) {
        read.findings.push(Finding::new("V-report", format!("{folder}/{name}"), "it is not UTF-8"));
    }
}

/// True if a record of this game may hold a file of this name. Files of orders, heads, changes, notes and views are
/// checked elsewhere.
fn belongs(in_force: &History, name: &str) -> bool {
    let judged = ["orders/", "heads/", CHANGES].iter().any(|folder| name.starts_with(folder));
    judged
        || notes::is_notes(name)
        || record::viewer(name).is_some()
        || told_to(name).is_some_and(|seat| in_force.charter.seat(seat).is_some())
        || OPEN_FILES.contains(&name)
}

/// The seat that alone may read the report in this file, if there is one.
fn told_to(name: &str) -> Option<&str> {
    name.strip_prefix("report-")?.strip_suffix(".md")
}

/// Reports orders where nobody may give any: in a record made by a change, and from a vacant seat.
fn uncalled_for(in_force: &History, folder: &str, read: &mut RecordFiles) {
    let own = in_force.own().is_some();
    for seat in read.order_digests.keys() {
        let why = if own {
            "a change makes this record by itself, so orders do not belong in it"
        } else if in_force.vacant.contains(seat) {
            "the seat is vacant"
        } else {
            continue;
        };
        read.findings.push(Finding::new("V-order", format!("{folder}/orders/{seat}.yaml"), why));
        read.stands = false;
    }
}

fn read_list(
    source: &dyn FileSource,
    signers: &Signers,
    folder: &str,
    read: &mut RecordFiles,
) -> Option<Sums> {
    let path = format!("{folder}/{SUMS_FILE}");
    let bytes = source
        .read(&path, LIST_MAX)
        .map_err(|unread| read.findings.push(unread_finding(&path, &unread)))
        .ok()?;
    read.digest = Some(Digest::of(&bytes));
    match seal(source, signers, folder, &bytes) {
        Ok(usual) => {
            read.signatures += 1;
            read.respelled = !usual;
        }
        Err(finding) => read.findings.push(finding),
    }
    let list = Sums::parse(&bytes).and_then(|list| list.check_paths(read.number).map(|()| list));
    let list = list.map_err(|fault| {
        read.findings
            .push(Finding::new("V-sums", path.clone(), fault.what.to_string()).line(fault.line));
    });
    let list = list.ok()?;
    read.previous = list.previous().map(|(_, digest)| digest);
    Some(list)
}

/// Reads the listed files of the record and checks each against its digest. Altered files are kept all the same: where
/// the game can be played again, the first differing byte can be named.
fn listed(
    source: &dyn FileSource,
    foundation: &Foundation,
    folder: &str,
    list: &Sums,
    read: &mut RecordFiles,
) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    if list.lines.len() > FILES_MAX {
        let message = format!("it lists more than {FILES_MAX} files, which no record has");
        read.findings.push(Finding::new("V-size", format!("{folder}/{SUMS_FILE}"), message));
        read.stands = false;
        return files;
    }
    let mut budget = RECORD_MAX;
    for (name, digest) in list.local() {
        let path = format!("{folder}/{name}");
        match source.read(&path, limit(name).min(budget)) {
            Ok(bytes) => {
                budget -= bytes.len();
                if Digest::of(&bytes) != digest {
                    read.findings.push(Finding::new(
                        "V-digest",
                        path,
                        "it is not the file that was sealed",
                    ));
                    read.stands &= !stood_on(name);
                }
                files.insert(name.to_owned(), bytes);
            }
            Err(Unread::Missing) if foundation.goes_on && owner(name).is_some() => {
                read.sealed.push(name.to_owned());
                read.stands &= !stood_on(name);
            }
            Err(unread) => {
                read.findings.push(unread_finding(&path, &unread));
                read.stands &= !stood_on(name);
            }
        }
    }
    whole_pairs(folder, list, &files, read);
    files
}

/// Checks that an order file and its signature are both sealed or both shown: one without the other was taken away.
fn whole_pairs(
    folder: &str,
    list: &Sums,
    files: &BTreeMap<String, Vec<u8>>,
    read: &mut RecordFiles,
) {
    let other = |name: &str| match name.strip_suffix(".sig") {
        Some(signed) => signed.to_owned(),
        None => format!("{name}.sig"),
    };
    for name in read.sealed.iter().filter(|name| name.starts_with("orders/")) {
        let other = other(name);
        if !list.lines.contains_key(&other) {
            let why = format!("the list names it, but not {other}");
            read.findings.push(Finding::new("V-signature", format!("{folder}/{name}"), why));
        }
    }
    let halved = |name: &String| name.starts_with("orders/") && files.contains_key(&other(name));
    let (halved, sealed) = std::mem::take(&mut read.sealed).into_iter().partition(halved);
    read.sealed = sealed;
    let finding =
        |name: &String| Finding::new("V-missing", format!("{folder}/{name}"), "it is not there");
    let halved: Vec<String> = halved;
    read.findings.extend(halved.iter().map(finding));
}

/// Maximum size of a file of this name, in bytes.
pub(super) fn limit(name: &str) -> usize {
    match name {
        TURN_FILE => TURN_MAX,
        STATE_FILE | EVENTS_FILE | HIDDEN_FILE => TREE_MAX,
        _ if name.starts_with("orders/") => order_file::LIMIT,
        _ if name.starts_with(CHANGES) => CHANGE_MAX,
        _ => FILE_MAX,
    }
}

/// True for the files from which a phase is resolved.
pub(super) fn stood_on(name: &str) -> bool {
    name == TURN_FILE
        || name == SIGNERS_FILE
        || name.starts_with("orders/")
        || name.starts_with(CHANGES)
}

/// Reports every file in the record's folder that its list does not name.
fn unlisted(
    source: &dyn FileSource,
    folder: &str,
    below: &str,
    list: &Sums,
    read: &mut RecordFiles,
) {
    let items = match source.list(&format!("{folder}/{below}")) {
        Ok(items) => items,
        Err(unread) => {
            read.findings
                .push(unread_finding(format!("{folder}/{below}").trim_end_matches('/'), &unread));
            return;
        }
    };
    for item in items {
        let name = format!("{below}{}", item.name);
        let path = format!("{folder}/{name}");
        match item.kind {
            ItemKind::Other => {
                read.findings.push(Finding::new(
                    "V-kind",
                    path,
                    "it is a link or a special file, not a plain one",
                ));
            }
            ItemKind::Folder
                if below.is_empty()
                    && ["orders", "changes", "heads"].contains(&item.name.as_str()) =>
            {
                let below = format!("{name}/");
                if source.list(&format!("{folder}/{below}")).is_ok_and(|items| items.is_empty()) {
                    read.findings.push(Finding::new(
                        "V-unlisted",
                        path,
                        "the record has an empty folder",
                    ));
                } else {
                    unlisted(source, folder, &below, list, read);
                }
            }
            ItemKind::File
                if list.lines.contains_key(&name)
                    || name == SUMS_FILE
                    || name == SUMS_SIGNATURE => {}
            _ => read.findings.push(Finding::new(
                "V-unlisted",
                path,
                "it is in the record, but the record's list does not name it",
            )),
        }
    }
}

fn read_turn(folder: &str, bytes: Option<Vec<u8>>, read: &mut RecordFiles) {
    let Some(bytes) = bytes else { return };
    let path = format!("{folder}/{TURN_FILE}");
    match TurnFile::parse(&bytes) {
        Ok(turn) if turn.phase == read.number => read.turn = Some(turn),
        Ok(turn) => {
            let message = format!(
                "it belongs to phase {}, but is in the record of phase {}",
                turn.phase, read.number
            );
            read.findings.push(Finding::new("V-turn", path, message));
        }
        Err(fault) => read.findings.push(Finding::new("V-turn", path, fault.0)),
    }
    read.stands &= read.turn.is_some();
    read.turn_text = bytes;
}

/// Reads the order files and checks each seat's signature.
fn read_orders(
    signers: &Signers,
    folder: &str,
    files: &BTreeMap<String, Vec<u8>>,
    read: &mut RecordFiles,
) {
    for (name, bytes) in files {
        let Some(file) = name.strip_prefix("orders/") else { continue };
        let path = format!("{folder}/{name}");
        if let Some(signed) = file.strip_suffix(".sig") {
            if !files.contains_key(&format!("orders/{signed}")) {
                read.findings.push(Finding::new(
                    "V-signature",
                    path,
                    "there is no order file to which this signature belongs",
                ));
            }
            continue;
        }
        let Some(seat) = file.strip_suffix(".yaml").filter(|seat| signers.key(seat).is_some())
        else {
            read.findings.push(Finding::new(
                "V-order",
                path,
                "no seat has an order file of this name",
            ));
            read.stands = false;
            continue;
        };
        match read_order(signers, seat, bytes, files.get(&format!("{name}.sig"))) {
            Ok(order) => {
                read.signatures += 1;
                let accepted = AcceptedOrders::from(order.clone());
                read.orders.insert(Seat::new(seat), (accepted, order));
            }
            Err((code, why)) => {
                read.findings.push(Finding::new(code, path, why));
                read.stands = false;
            }
        }
    }
}

fn read_order(
    signers: &Signers,
    seat: &str,
    bytes: &[u8],
    signature: Option<&Vec<u8>>,
) -> Result<OrderFile, (&'static str, String)> {
    let Some(signature) = signature else {
        return Err(("V-signature", "it is not signed".to_owned()));
    };
    verify_signature(signers, seat, Namespace::Orders, bytes, signature).map_err(|fault| {
        ("V-signature", format!("the signature of {seat} is not valid: {}", why(fault)))
    })?;
    if bytes.len() > order_file::LIMIT {
        return Err(("V-order", "it is larger than an order file may be".to_owned()));
    }
    OrderFile::read(bytes).map_err(|complaints| {
        let first = complaints.0.first().map(ToString::to_string).unwrap_or_default();
        ("V-order", format!("it cannot be read: {first}"))
    })
}

/// `turn.yaml` of the last record, which says whether the game is over and then reveals `h`.
pub(super) fn last_turn(source: &dyn FileSource, last: u32) -> Option<TurnFile> {
    let bytes =
        source.read(&format!("turns/{}/{TURN_FILE}", sums::record_name(last)), TURN_MAX).ok()?;
    TurnFile::parse(&bytes).ok()
}
