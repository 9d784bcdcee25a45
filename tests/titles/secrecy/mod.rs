//! Tests that a seat's secrets leave no trace in anything that another seat gets from a title, whichever title it is.
//!
//! Games of built-in players are looked at twice: as they are, and with everything that a seat may not know put otherwise.
//! A title that hides something lists in its folder's `testing.yaml`, below `hidden`, what that is:
//!
//! - `state`: places of the recorded state that are hidden from somebody, `*` being any key;
//! - `events`: kinds of event that somebody is told in part or not at all, and `rare-events`: those that built-in players
//!   bring about too seldom to count on;
//! - `ask`: cases that a seat may imagine, where the title explains any;
//! - `options`: choices of a charter by which more is hidden; every other game is played with one of them.
//!
//! From each pair that looks the same both games go on with the same files and dice, for a secret may show only when the
//! rules come to it.
//!
//! The list is held against the games both ways: what is hidden and not listed fails, and so does what is listed and
//! open.

mod doors;
mod files;
mod notes;
mod onward;
mod vary;

use crate::properties::game::{Title, titles};
use crate::toy;
use doors::{Door, Eyes, through};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Node, OpenPrompt, Rng, Seat, Setup, Viewer};
use record::exchange::yaml;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use vary::{Pool, Way, disguised, saved};

const RECORDS: u32 = 14;
/// Maximum and minimum number of games of a title; the minimum is one in each tempo.
const GAMES: (usize, usize) = (16, 2);
/// The minimum numbers of comparisons: positions shown to each seat with something varied; listed places that held
/// something else; records that came from other orders without a trace; events of each listed kind that were kept from
/// somebody; and records played on from there.
const FLOOR: Floor = Floor { positions: 2, places: 3, twins: 1, events: 3, onward: 6 };

struct Floor {
    positions: usize,
    places: usize,
    twins: usize,
    events: usize,
    onward: usize,
}

/// A title that hides something.
pub(crate) struct Subject {
    slug: &'static str,
    loaded: Box<dyn LoadedTitle>,
    setups: Vec<Setup>,
    secrets: Secrets,
}

/// The contents of `testing.yaml`.
struct Secrets {
    state: Vec<Way>,
    events: BTreeSet<String>,
    rare: BTreeSet<String>,
    ask: Vec<Node>,
    options: Vec<BTreeMap<String, String>>,
}

impl Secrets {
    fn read(folder: &Path) -> Self {
        let path = folder.join("testing.yaml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}: a title that hides something says what it is", path.display())
        });
        let root =
            yaml::parse(&text).unwrap_or_else(|why| panic!("{}: {:?}", path.display(), why.0));
        let hidden = root.get("hidden");
        let list = |key: &str| {
            hidden.and_then(|hidden| hidden.get(key)).and_then(Node::list).unwrap_or_default()
        };
        let word = |node: &Node| node.text().expect("a word").to_owned();
        let way = |way: &Node| -> Way { word(way).split('.').map(str::to_owned).collect() };
        let options = |node: &Node| {
            let entries = node.map().expect("options are a map").iter();
            entries.map(|(key, value)| (key.text.clone(), word(value))).collect()
        };
        Self {
            state: list("state").iter().map(way).collect(),
            events: list("events").iter().map(word).collect(),
            rare: list("rare-events").iter().map(word).collect(),
            ask: list("ask").to_vec(),
            options: list("options").iter().map(options).collect(),
        }
    }
}

/// Every title that hides something: of the catalogue, and the toy.
fn subjects() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalogue = titles().into_iter().map(|title| {
        let folder = root.join("games").join(title.slug);
        (title, folder)
    });
    let all = catalogue.chain([(toy::title(), root.join(toy::FOLDER))]);
    all.filter(|(title, _)| title.loaded.hides())
        .map(|(title, folder)| subject(title, &folder))
        .collect()
}

fn subject(title: Title, folder: &Path) -> Subject {
    Subject {
        slug: title.slug,
        setups: title.setups(),
        loaded: title.loaded,
        secrets: Secrets::read(folder),
    }
}

impl Subject {
    /// The setup of a game: both tempos in turn, one scenario after another.
    fn setup(&self, game: usize) -> Setup {
        let mut setup = self.setups[game % self.setups.len()].clone();
        if let Some(options) =
            self.secrets.options.iter().cycle().nth(game / 2).filter(|_| game / 2 % 2 == 1)
        {
            setup.options.extend(options.clone());
        }
        setup
    }
}

/// A point in a game: before a record, with what every seat files for it.
struct Moment {
    number: u32,
    play: Box<dyn Play>,
    filed: BTreeMap<Seat, RawOrders>,
}

fn dice(number: u32) -> Dice {
    Dice::seeded([u8::try_from(number).expect("few records"); 32], None)
}

fn filed(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let seats = |asked: Vec<OpenPrompt>| -> BTreeSet<Seat> {
        asked.into_iter().map(|asked| asked.seat).collect()
    };
    let awaited = seats(play.awaited());
    // For whom nobody waits, may file or not: so some have filed while others are still thinking.
    let mut seats = seats(play.asked());
    seats.retain(|seat| awaited.contains(seat) || rng.chance(1, 2));
    let mut orders = |seat: &Seat| {
        let text = play.propose(seat, style, rng);
        let root = yaml::parse(&format!("seat: {seat}\n{text}")).expect("players write YAML");
        RawOrders::of(&root)
    };
    seats.into_iter().map(|seat| (seat.clone(), orders(&seat))).collect()
}

/// The moments of one game played from a seed, and every seat that plays in it.
fn played(subject: &Subject, setup: &Setup, seed: u64) -> Vec<Moment> {
    let mut rng = Rng::new(seed);
    let open = subject.loaded.open(setup);
    let mut play = open.unwrap_or_else(|why| panic!("{}: {why:?}", subject.slug));
    let mut moments = Vec::new();
    for number in 1..=RECORDS {
        if play.outcome().is_some() {
            break;
        }
        let style = if number % 2 == 0 { BotStyle::Random } else { BotStyle::Sensible };
        let filed = filed(play.as_ref(), style, &mut rng);
        let next = {
            let mut next = play.copy();
            next.turn(number, &filed, &BTreeSet::new(), &mut dice(number))
                .unwrap_or_else(|stop| panic!("{}, record {number}: {stop:?}", subject.slug));
            next
        };
        moments.push(Moment { number, play, filed });
        play = next;
    }
    moments
}

/// The numbers of comparisons made, to be checked against the minimum.
#[derive(Default)]
struct Tally {
    /// Positions with something varied, by the seat that was shown both.
    positions: BTreeMap<Seat, usize>,
    /// Places that held something else, by the index of their pattern.
    places: BTreeMap<usize, usize>,
    /// True if any orders were in force, so the title has such orders.
    standing: bool,
    /// Number of seats for which something else was in force.
    force: usize,
    /// Number of records that came from other orders of other seats and look the same.
    twins: usize,
    /// Number of records after which two games about which a seat knows the same still look the same, though what is
    /// hidden differs.
    onward: usize,
    /// Kinds of event that somebody was not told, or not in full, with their number.
    events: BTreeMap<String, usize>,
    caught: BTreeSet<Door>,
}

impl Tally {
    /// The comparisons of which there are too few to say that nothing shows.
    fn lacks(&self, subject: &Subject) -> Vec<String> {
        let mut lacks = self.unshown(subject);
        for kind in &subject.secrets.events {
            let kept = self.events.get(kind).copied().unwrap_or(0);
            lacks.extend(short(&format!("`{kind}` kept from somebody"), kept, FLOOR.events));
        }
        lacks.extend(short("records that look the same", self.twins, FLOOR.twins));
        lacks.extend(short("records by which games went on alike", self.onward, FLOOR.onward));
        lacks
    }

    fn unshown(&self, subject: &Subject) -> Vec<String> {
        let mut lacks = Vec::new();
        let seats = subject.setups.iter().flat_map(|setup| &setup.seats);
        for seat in seats.map(|(seat, _)| seat).collect::<BTreeSet<_>>() {
            let shown = self.positions.get(seat).copied().unwrap_or(0);
            lacks.extend(short(&format!("positions shown to {seat}"), shown, FLOOR.positions));
        }
        let places = self.places.values().sum();
        lacks.extend(short("places put otherwise", places, FLOOR.places));
        if self.standing {
            lacks.extend(short("others in force", self.force, FLOOR.places));
        }
        let doors = Door::SECRET.into_iter();
        for door in doors.filter(|door| self.standing || *door != Door::InForce) {
            let caught = usize::from(self.caught.contains(&door));
            lacks.extend(short(&format!("betrayed through {door:?}"), caught, 1));
        }
        lacks
    }
}

/// A message if a number is below its minimum.
fn short(what: &str, count: usize, floor: usize) -> Option<String> {
    (count < floor).then(|| format!("{what}: {count} of {floor}"))
}

/// How a seat can tell two games apart through these doors; none if it cannot.
fn apart(
    subject: &Subject,
    [one, two]: [&dyn Play; 2],
    (seat, eyes): (&Seat, Eyes<'_>),
    tried: &[RawOrders],
    mut doors: impl Iterator<Item = Door>,
) -> Option<String> {
    let told_apart = |door: Door| {
        let [one, two] = [one, two].map(|play| through(door, subject, play, (seat, eyes), tried));
        let apart = one.bytes().zip(two.bytes()).position(|(a, b)| a != b);
        let apart = apart.unwrap_or_else(|| one.len().min(two.len()));
        let near = |text: &str| {
            let bytes = &text.as_bytes()[apart.saturating_sub(200)..text.len().min(apart + 200)];
            String::from_utf8_lossy(bytes).into_owned()
        };
        (one != two).then(|| {
            format!("{door:?} betrays something to {seat}:\n{}\n\n{}", near(&one), near(&two))
        })
    };
    doors.find_map(told_apart)
}

/// Serves the seat with another's eyes, as a faulty title would, and notes through which doors it shows.
fn betray(
    subject: &Subject,
    plays: [&dyn Play; 2],
    (seat, other): (&Seat, &Seat),
    tally: &mut Tally,
) {
    for door in
        Door::SECRET.into_iter().filter(|door| !tally.caught.contains(door)).collect::<Vec<_>>()
    {
        let [one, two] =
            plays.map(|play| through(door, subject, play, (seat, Eyes::Others(other)), &[]));
        if one != two {
            tally.caught.insert(door);
        }
    }
}

struct Watch<'a> {
    subject: &'a Subject,
    setup: Setup,
    pool: Pool,
    tally: &'a mut Tally,
}

impl Watch<'_> {
    /// Compares the position with one in which what the seat may not know is varied.
    fn look_twice(&mut self, moments: &[Moment], seat: &Seat, other: &Seat) {
        let moment = &moments[0];
        let Subject { slug, loaded, .. } = self.subject;
        let what = format!(
            "{slug}, {} {:?}, before record {}",
            self.setup.scenario, self.setup.tempo, moment.number
        );
        let plain = loaded.resume(&Node::from_value(&saved(moment.play.as_ref())));
        let plain = plain.unwrap_or_else(|why| panic!("{what}: {why}"));
        let mut rng = Rng::new(moment.number.into());
        let disguised = disguised(self.subject, plain.as_ref(), seat, &self.pool, &mut rng);
        if disguised.changed.is_empty() && disguised.force == 0 {
            return;
        }
        let plays = [plain.as_ref(), disguised.play.as_ref()];
        let mut tried = Vec::new();
        if moment.number.is_multiple_of(4) {
            tried.extend(moment.filed.get(seat).cloned());
            tried.push(mutator::orders(moment.play.as_ref(), seat, &mut rng));
        }
        let doors = Door::all(!tried.is_empty());
        if let Some(how) = apart(self.subject, plays, (seat, Eyes::Own), &tried, doors) {
            panic!("{what}: {how}");
        }
        betray(self.subject, plays, (seat, other), self.tally);
        self.go_on(plays, moments, seat);
        *self.tally.positions.entry(seat.clone()).or_default() += 1;
        for (pattern, count) in disguised.changed {
            *self.tally.places.entry(pattern).or_default() += count;
        }
        self.tally.force += disguised.force;
    }

    /// Compares the record with one in which everybody else gave other orders. If the seat is shown the same events,
    /// nothing else may let it tell them apart.
    fn file_twice(&mut self, moments: &[Moment], seat: &Seat, other: &Seat) {
        let moment = &moments[0];
        let what =
            format!("{}, record {} with other orders of others", self.subject.slug, moment.number);
        let mut rng = Rng::new(u64::from(moment.number) + 1000);
        let style =
            if moment.number.is_multiple_of(2) { BotStyle::Sensible } else { BotStyle::Random };
        let mut others = filed(moment.play.as_ref(), style, &mut rng);
        match moment.filed.get(seat) {
            Some(own) => drop(others.insert(seat.clone(), own.clone())),
            None => drop(others.remove(seat)),
        }
        let after = |filed: &BTreeMap<Seat, RawOrders>| {
            let mut play = moment.play.copy();
            play.turn(moment.number, filed, &BTreeSet::new(), &mut dice(moment.number)).ok()?;
            Some(play)
        };
        let (Some(one), Some(two)) = (after(&moment.filed), after(&others)) else { return };
        let viewer = Viewer::Seat(seat.clone());
        kept_from(one.as_ref(), &viewer, &mut self.tally.events);
        // Whom the game waits for is told to all.
        if one.chapters(&viewer) != two.chapters(&viewer) || one.awaited() != two.awaited() {
            return;
        }
        let plays = [one.as_ref(), two.as_ref()];
        let doors = Door::all(false).chain([Door::Frames]);
        if let Some(how) = apart(self.subject, plays, (seat, Eyes::Own), &[], doors) {
            panic!("{what}: {how}");
        }
        betray(self.subject, plays, (seat, other), self.tally);
        if one.hidden() != two.hidden() {
            self.tally.twins += 1;
            self.go_on(plays, &moments[1..], seat);
        }
    }

    /// Checks that two games that look the same to a seat keep doing so as they go on.
    fn go_on(&mut self, plays: [&dyn Play; 2], moments: &[Moment], seat: &Seat) {
        let went = onward::alike(self.subject, plays, moments, (seat, Eyes::Own));
        self.tally.onward += went.unwrap_or_else(|how| {
            panic!("{}, {}: {how}", self.subject.slug, self.setup.scenario);
        });
    }
}

/// Counts the last record's events that a viewer is not told, or not in full, by kind.
fn kept_from(play: &dyn Play, viewer: &Viewer, kinds: &mut BTreeMap<String, usize>) {
    // Events are numbered anew for those who see fewer, and an order is named to those who may read it.
    let events = |viewer: &Viewer| -> Vec<Value> {
        let chapters = play.chapters(viewer);
        let of = |chapter: &Value| chapter["events"].as_array().cloned().unwrap_or_default();
        let mut events: Vec<Value> =
            chapters.as_array().into_iter().flatten().flat_map(of).collect();
        for event in events.iter_mut().filter_map(Value::as_object_mut) {
            event.retain(|key, _| !["n", "by_order"].contains(&key.as_str()));
        }
        events
    };
    let mut seen = events(viewer);
    for event in events(&Viewer::Referee) {
        match seen.iter().position(|told| *told == event) {
            Some(at) => drop(seen.swap_remove(at)),
            None => {
                *kinds.entry(event["kind"].as_str().expect("a kind").to_owned()).or_default() += 1;
            }
        }
    }
}

fn watched(subject: &Subject) -> Tally {
    let mut tally = Tally::default();
    for game in 0..GAMES.0 {
        if game >= GAMES.1 && tally.lacks(subject).is_empty() {
            break;
        }
        let setup = subject.setup(game);
        let moments = played(subject, &setup, game as u64);
        let mut pool = Pool::default();
        for moment in &moments {
            pool.gather(&saved(moment.play.as_ref()), &subject.secrets.state);
        }
        tally.standing |= pool.stands();
        let seats: Vec<Seat> = setup.seats.iter().map(|(seat, _)| seat.clone()).collect();
        let mut watch = Watch { subject, setup, pool, tally: &mut tally };
        for (at, here) in (game..).zip(0..moments.len()) {
            let moments = &moments[here..];
            // One seat after another, so that many take no longer than two.
            let (seat, other) = (&seats[at % seats.len()], &seats[(at + 1) % seats.len()]);
            if game < GAMES.1 || !watch.tally.unshown(subject).is_empty() {
                watch.look_twice(moments, seat, other);
            }
            watch.file_twice(moments, seat, other);
        }
    }
    tally
}

#[test]
fn what_a_seat_may_not_know_leaves_no_trace() {
    let subjects = subjects();
    assert!(subjects.len() > 4, "some titles hide something");
    std::thread::scope(|scope| {
        for subject in &subjects {
            scope.spawn(move || {
                let tally = watched(subject);
                let slug = subject.slug;
                assert_eq!(
                    tally.lacks(subject),
                    Vec::<String>::new(),
                    "{slug}: too little was hidden"
                );
                let listed = |kind: &String| {
                    [&subject.secrets.events, &subject.secrets.rare]
                        .iter()
                        .any(|list| list.contains(kind))
                };
                let unlisted: Vec<_> = tally.events.keys().filter(|kind| !listed(kind)).collect();
                assert!(
                    unlisted.is_empty(),
                    "{slug}: {unlisted:?} are kept from somebody, and testing.yaml does not say so"
                );
            });
        }
    });
}
