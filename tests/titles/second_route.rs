//! The second route to a state, title by title: the recorded events of the recorded games, read back from their text and folded
//! over the recorded state before, lead to the recorded state after; without one event, or one field of one, they do not.
//!
//! Some events change nothing that outlasts their record, and some fields are only told. A title lists them in its
//! folder's `testing.yaml` below `told-only`; the list is held against its recorded games both ways.

use engine::node::Value;
use engine::title::{Before, LoadedTitle};
use engine::{Node, Revision, Setup};
use record::charter::Charter;
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tabella::{catalogue, session};

/// The number of attempts to lose one thing before it counts as unnoticed.
const TRIES: usize = 8;
/// Maximum size of a record's file that is read here, in bytes.
const LIMIT: usize = 16 << 20;

struct Recorded {
    title: Box<dyn LoadedTitle>,
    setup: Setup,
    records: Vec<Record>,
}

/// The full contents of a record: of `hidden.yaml` if there is one, else of `state.yaml` and `events.yaml`.
struct Record {
    name: String,
    text: String,
    state: Node,
    events: Node,
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn tree(text: &str) -> Node {
    yaml::parse_bytes(text.as_bytes(), LIMIT)
        .unwrap_or_else(|complaints| panic!("{:?}", complaints.0))
}

impl Record {
    fn read(folder: &Path) -> Self {
        let read = |name: &str| fs::read_to_string(folder.join(name));
        let name = folder.display().to_string();
        if let Ok(text) = read("hidden.yaml") {
            let state = tree(&text);
            return Self { name, text, events: state.clone(), state };
        }
        let (text, events) = (read("state.yaml").unwrap(), read("events.yaml").unwrap());
        Self { name, state: tree(&text), text, events: tree(&events) }
    }
}

impl Recorded {
    fn read(folder: &Path) -> Self {
        let charter = fs::read(folder.join("game.yaml")).unwrap();
        let charter = Charter::parse(&charter).unwrap_or_else(|fault| panic!("{fault:?}"));
        let title = catalogue::find(&charter.title).expect("a title of the catalogue");
        let revision = Revision::new(charter.rules_revision, title.revision().number());
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let files = sorted(&folder.join("data"));
        let files = files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap()));
        let data = data::build(files).unwrap();
        Self {
            title: title.load(&data, revision.expect("a known revision")).unwrap(),
            setup: session::setup(&charter).unwrap(),
            records: sorted(&folder.join("turns")).iter().map(|turn| Record::read(turn)).collect(),
        }
    }

    /// Checks that `events`, in place of the record's own, lead to the state of the record at `at`.
    fn leads(&self, at: usize, events: &Node) -> Result<(), String> {
        let before = at.checked_sub(1).map(|before| &self.records[before].state);
        let folded =
            self.title.fold(before.map_or(Before::Opening(&self.setup), Before::Record), events)?;
        // The state stands in the file as it is folded, word for word.
        if self.records[at].text.contains(&folded) {
            Ok(())
        } else {
            Err("another state".to_owned())
        }
    }
}

fn games(slug: &str) -> Vec<Recorded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(slug);
    let recorded = sorted(&folder).into_iter().filter(|path| path.join("turns").is_dir());
    let games: Vec<_> = recorded.map(|path| Recorded::read(&path)).collect();
    assert!(!games.is_empty(), "{slug}: no recorded game");
    games
}

fn events_of(root: &mut Node, chapter: usize) -> &mut Vec<Node> {
    fn below<'n>(node: &'n mut Node, key: &str) -> &'n mut Vec<Node> {
        let Value::Map(entries) = &mut node.value else { panic!("no map holds `{key}`") };
        let found = entries.iter_mut().find(|(name, _)| name.text == key);
        let Some((_, Node { value: Value::List(items), .. })) = found else { panic!("no {key}") };
        items
    }
    below(&mut below(root, "chapters")[chapter], "events")
}

/// Every event of a record: its chapter, its index there, and the event.
fn events(root: &Node) -> Vec<(usize, usize, &Node)> {
    let mut all = Vec::new();
    let chapters = root.get("chapters").and_then(Node::list).expect("a record has chapters");
    for (at, chapter) in chapters.iter().enumerate() {
        let list = chapter.get("events").and_then(Node::list).expect("a chapter has events");
        all.extend(list.iter().enumerate().map(|(place, event)| (at, place, event)));
    }
    all
}

/// The losses that were tried, and those that the second route noticed: kinds of event, or fields as `kind.field`.
#[derive(Default)]
struct Losses {
    missed: BTreeSet<String>,
    tried: BTreeMap<String, usize>,
}

impl Losses {
    fn lose(&mut self, game: &Recorded, at: usize, what: String, change: impl FnOnce(&mut Node)) {
        let tried = self.tried.entry(what.clone()).or_default();
        if *tried == TRIES || self.missed.contains(&what) {
            return;
        }
        *tried += 1;
        let mut events = game.records[at].events.clone();
        change(&mut events);
        if game.leads(at, &events).is_err() {
            self.missed.insert(what);
        }
    }

    fn unmissed(&self) -> BTreeSet<String> {
        self.tried.keys().filter(|what| !self.missed.contains(*what)).cloned().collect()
    }
}

fn told_only(slug: &str, key: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(slug).join("testing.yaml");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let root = yaml::parse(&text).unwrap_or_else(|why| panic!("{}: {:?}", path.display(), why.0));
    let list = root.get("told-only").and_then(|told| told.get(key)).and_then(Node::list);
    list.unwrap_or_default().iter().map(|word| word.text().expect("a word").to_owned()).collect()
}

fn all_losses(slug: &str) -> [Losses; 2] {
    let [mut kinds, mut fields] = [Losses::default(), Losses::default()];
    for game in games(slug) {
        for (at, record) in game.records.iter().enumerate() {
            assert_eq!(game.leads(at, &record.events), Ok(()), "{}", record.name);
            for (chapter, place, event) in events(&record.events) {
                let kind = event.get("kind").and_then(Node::text).expect("every event has a kind");
                kinds.lose(&game, at, kind.to_owned(), |root| {
                    drop(events_of(root, chapter).remove(place));
                });
                for (key, _) in event.map().expect("an event is a map") {
                    // The record's own words say nothing of the state.
                    if ["n", "rule", "roll", "order"].contains(&key.text.as_str()) {
                        continue;
                    }
                    fields.lose(&game, at, format!("{kind}.{}", key.text), |root| {
                        let Value::Map(entries) = &mut events_of(root, chapter)[place].value else {
                            return;
                        };
                        entries.retain(|(other, _)| other.text != key.text);
                    });
                }
            }
        }
    }
    [kinds, fields]
}

#[test]
fn what_is_lost_of_recorded_events_is_missed_by_this_route_alone() {
    std::thread::scope(|scope| {
        for title in catalogue::titles() {
            scope.spawn(move || {
                let slug = title.slug();
                let losses = all_losses(slug);
                for (key, losses) in ["events", "fields"].into_iter().zip(&losses) {
                    let listed = told_only(slug, key);
                    assert_eq!(losses.unmissed(), listed, "{slug}: {key} whose loss nobody minds");
                }
                assert!(
                    losses[0].missed.len() > 8 && losses[1].missed.len() > 30,
                    "{slug}: little was missed"
                );
            });
        }
    });
}

#[test]
fn an_event_of_no_known_kind_is_not_folded() {
    for title in catalogue::titles() {
        let game = games(title.slug()).remove(0);
        let at = game
            .records
            .iter()
            .position(|record| !events(&record.events).is_empty())
            .expect("events");
        let mut changed = game.records[at].events.clone();
        let (chapter, place, _) = events(&game.records[at].events)[0];
        let Value::Map(entries) = &mut events_of(&mut changed, chapter)[place].value else {
            panic!("no map")
        };
        for (_, node) in entries.iter_mut().filter(|(key, _)| key.text == "kind") {
            node.value = Value::Scalar { text: "supper".to_owned(), plain: true };
        }
        assert!(game.leads(at, &changed).is_err(), "{}", title.slug());
    }
}
