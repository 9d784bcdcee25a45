//! One game in memory, and everything that must hold at each of its records.

use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Node, Revision, Rng, Seat, Setup, Stop, Tempo, Viewer};
use record::Digest;
use record::exchange::compose::{Envelope, compose};
use record::exchange::{OrderFile, data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use tabella::catalogue;
use tabella::packed;

/// A title with its packed data.
pub(crate) struct Title {
    pub(crate) slug: &'static str,
    pub(crate) loaded: Box<dyn LoadedTitle>,
}

/// Every title of the catalogue, by the newest revision of its rules.
pub(crate) fn titles() -> Vec<Title> {
    catalogue::titles().iter().map(|title| Title::by(*title, title.revision())).collect()
}

impl Title {
    /// A title of the catalogue with a given revision of its rules.
    pub(crate) fn by(title: &dyn engine::title::Title, revision: Revision) -> Self {
        let data = data::build(packed::data(title.slug())).unwrap();
        let loaded = title
            .load(&data, revision)
            .unwrap_or_else(|faults| panic!("{} by {revision}: {faults:?}", title.slug()));
        Self { slug: title.slug(), loaded }
    }

    /// Every scenario in every tempo, with the scenario's own options.
    pub(crate) fn setups(&self) -> Vec<Setup> {
        let prospectus = self.loaded.prospectus();
        let mut setups = Vec::new();
        for scenario in &prospectus.scenarios {
            for tempo in [Tempo::Full, Tempo::Brisk] {
                setups.push(Setup {
                    scenario: scenario.name.clone(),
                    options: BTreeMap::new(),
                    tempo,
                    seats: scenario.seats.clone(),
                });
            }
        }
        setups
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    BuiltIn(BotStyle),
    /// A built-in player who files no standing orders and nothing ahead.
    Asked(BotStyle),
    /// Somebody whose orders are mostly readable but not lawful.
    Unlawful,
    /// Somebody who mangles the text of what a built-in player proposes.
    Mangler,
    Nobody,
}

impl Player {
    pub(crate) const ALL: [Self; 7] = [
        Self::BuiltIn(BotStyle::Sensible),
        Self::BuiltIn(BotStyle::Random),
        Self::Asked(BotStyle::Sensible),
        Self::Asked(BotStyle::Random),
        Self::Unlawful,
        Self::Mangler,
        Self::Nobody,
    ];
}

/// A game between two records.
pub(crate) struct Game<'a> {
    loaded: &'a dyn LoadedTitle,
    pub(crate) name: String,
    seats: Vec<Seat>,
    pub(crate) play: Box<dyn Play>,
    number: u32,
    seed: u64,
    rng: Rng,
}

impl<'a> Game<'a> {
    pub(crate) fn open(loaded: &'a dyn LoadedTitle, slug: &str, setup: &Setup, seed: u64) -> Self {
        let play = loaded
            .open(setup)
            .unwrap_or_else(|complaints| panic!("{slug}, {setup:?}: {complaints:?}"));
        let again = loaded
            .open(setup)
            .unwrap_or_else(|complaints| panic!("{slug}, {setup:?}: {complaints:?}"));
        let name = format!("{slug}, {} {:?}, seed {seed}", setup.scenario, setup.tempo);
        assert_eq!(saved(play.as_ref()), saved(again.as_ref()), "{name}: opened twice");
        let seats = setup.seats.iter().map(|(seat, _)| seat.clone()).collect();
        Self { loaded, name, seats, play, number: 0, seed, rng: Rng::new(seed) }
    }

    /// Plays the next record, and checks everything about it.
    pub(crate) fn record(&mut self, player: Player) {
        self.number += 1;
        let name = format!("{}, record {}, {player:?}", self.name, self.number);
        self.waits(&name);
        let sheets = self.sheets(player, &name);
        let awaited = self.play.awaited().into_iter().map(|asked| asked.seat);
        let absent: BTreeSet<Seat> = match player {
            // A file that cannot be read does nothing: then the fallback must play.
            Player::Nobody | Player::Mangler | Player::Unlawful => awaited.collect(),
            Player::BuiltIn(_) | Player::Asked(_) => BTreeSet::new(),
        };
        let mut resumed = self.resumed(&name);
        let mut again = self.play.copy();
        let mut play = self.play.copy();
        let done = self.turn(play.as_mut(), &sheets, &absent, &name);
        self.play = play;
        assert!(self.play.folds(), "{name}: the events do not lead to the state");
        for (what, other) in
            [("played again", &mut again), ("taken up and played again", &mut resumed)]
        {
            assert_eq!(self.turn(other.as_mut(), &sheets, &absent, &name), done, "{name}: {what}");
            assert_eq!(saved(other.as_ref()), saved(self.play.as_ref()), "{name}: {what}");
        }
        for text in saved(self.play.as_ref()).iter().flatten() {
            reads_the_same_everywhere(text, &name);
        }
    }

    /// Plays the next record with built-in players, for tests that only need a position: [`Self::record`] resolves the
    /// same orders three times and resumes the game, to compare the results.
    pub(crate) fn advance(&mut self, style: BotStyle) {
        self.go_on(Player::BuiltIn(style));
    }

    /// The same with players of any kind who answer.
    pub(crate) fn go_on(&mut self, player: Player) {
        self.number += 1;
        let name = format!("{}, record {}, {player:?}", self.name, self.number);
        let sheets = self.sheets(player, &name);
        let mut play = self.play.copy();
        self.turn(play.as_mut(), &sheets, &BTreeSet::new(), &name);
        self.play = play;
    }

    /// Asserts that nothing happens without an answer.
    fn waits(&self, name: &str) {
        let mut play = self.play.copy();
        let before = saved(play.as_ref());
        let stop = play
            .turn(self.number, &BTreeMap::new(), &BTreeSet::new(), &mut self.dice())
            .unwrap_err();
        assert!(matches!(stop, Stop::Awaiting(ref seats) if !seats.is_empty()), "{name}: {stop:?}");
        assert_eq!(saved(play.as_ref()), before, "{name}: waiting changes something");
    }

    pub(crate) fn dice(&self) -> Dice {
        let seed = |which: u8| {
            *Digest::of(format!("{} {} {which}", self.seed, self.number).as_bytes()).bytes()
        };
        Dice::seeded(seed(0), Some(seed(1)))
    }

    fn turn(
        &self,
        play: &mut dyn Play,
        sheets: &BTreeMap<Seat, RawOrders>,
        absent: &BTreeSet<Seat>,
        name: &str,
    ) -> String {
        let done = play.turn(self.number, sheets, absent, &mut self.dice());
        format!("{:?}", done.unwrap_or_else(|stop| panic!("{name}: {stop:?}")))
    }

    /// The game resumed from what its record holds, as the program does it; it must know everything it knew.
    fn resumed(&self, name: &str) -> Box<dyn Play> {
        let body = self.play.hidden().unwrap_or_else(|| self.play.public_state());
        let text = format!(
            "tabella: 1\ngame: trial\nphase: {}\nsalt: {}\n{body}",
            self.number - 1,
            Digest::of(b"salt")
        );
        let resumed = self
            .loaded
            .resume(&yaml::parse(&text).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(resumed.public_state(), self.play.public_state(), "{name}: taken up");
        assert_eq!(
            (resumed.asked(), resumed.awaited()),
            (self.play.asked(), self.play.awaited()),
            "{name}: taken up"
        );
        for seat in &self.seats {
            let viewer = Viewer::Seat(seat.clone());
            assert_eq!(
                resumed.form(seat),
                self.play.form(seat),
                "{name}: the form of {seat} taken up"
            );
            assert_eq!(
                resumed.report_context(&viewer),
                self.play.report_context(&viewer),
                "{name}: what {seat} sees, taken up"
            );
            assert_eq!(
                resumed.in_force(seat),
                self.play.in_force(seat),
                "{name}: in force for {seat}, taken up"
            );
        }
        resumed
    }

    fn sheets(&mut self, player: Player, name: &str) -> BTreeMap<Seat, RawOrders> {
        let asked: BTreeSet<Seat> = self.play.asked().into_iter().map(|asked| asked.seat).collect();
        let mut sheets = BTreeMap::new();
        for seat in asked.into_iter().filter(|_| player != Player::Nobody) {
            let style = match player {
                Player::BuiltIn(style) | Player::Asked(style) => style,
                Player::Unlawful => {
                    let mut sheet = mutator::orders(self.play.as_ref(), &seat, &mut self.rng);
                    if self.seed % 2 == 1 {
                        (sheet.ahead, sheet.standing) = (None, None);
                    }
                    sheets.insert(seat, sheet);
                    continue;
                }
                Player::Mangler | Player::Nobody => BotStyle::Random,
            };
            let mut text = self.play.propose(&seat, style, &mut self.rng);
            if player == Player::Mangler {
                text = mangled(&text, &mut self.rng);
            }
            let Some(mut file) = self.file(&seat, &text, player, name) else { continue };
            if matches!(player, Player::Asked(_)) {
                (file.sheet.ahead, file.sheet.standing) = (None, None);
            }
            let complaints = self.play.check(&seat, &file.sheet);
            let honest = matches!(player, Player::BuiltIn(_) | Player::Asked(_));
            assert!(!honest || !complaints.fatal(), "{name}: {:?}\n{text}", complaints.0);
            sheets.insert(seat, file.sheet);
        }
        sheets
    }

    /// The orders as the file that a player would sign, read back; none where a bad one is not even YAML.
    fn file(&self, seat: &Seat, body: &str, player: Player, name: &str) -> Option<OrderFile> {
        let envelope = Envelope {
            game: "trial",
            phase: self.number,
            seat,
            after: Digest::of(b"head"),
            revision: 1,
            final_: true,
            salt: Some(*b"yrgc!vmq0zxk7dwa"),
            comments: &[],
        };
        let text = compose(&envelope, body);
        match OrderFile::read(text.as_bytes()) {
            Ok(file) => Some(file),
            Err(_) if player == Player::Mangler => None,
            Err(complaints) => panic!("{name}: {:?}\n{text}", complaints.0),
        }
    }
}

fn saved(play: &dyn Play) -> [Option<String>; 3] {
    [Some(play.public_state()), Some(play.public_events()), play.hidden()]
}

/// Text with lines left out, repeated or exchanged, and words put where they do not belong.
fn mangled(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(lines.len());
        let Some(line) = lines.get(at).cloned() else { break };
        let word = rng.pick(&words).cloned().unwrap_or_default();
        let other = rng.pick(&words).cloned().unwrap_or_default();
        match rng.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines[at] = line.replacen(&word, &other, 1),
            3 => {
                lines[at] = line.replacen(
                    &word,
                    ["-1", "4294967296", "[]", "{}", "~", "''"][rng.below(6)],
                    1,
                );
            }
            4 => lines[at] = line.replacen(&word, &format!("[{word}, {other}]"), 1),
            _ => lines.push(format!("{}{other}: {word}", " ".repeat(rng.below(4)))),
        }
    }
    lines.join("\n") + "\n"
}

/// Words that readers of YAML 1.1 take for true or false. (The old standard also names single letters, but no reader
/// takes them.)
const DOUBTFUL: [&str; 12] =
    ["yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"];

/// Asserts that a text is strict YAML, and means the same to two readers.
fn reads_the_same_everywhere(text: &str, name: &str) {
    let node = yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
    let one = node.plain_value();
    let other: serde_json::Value =
        serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    same(&one, &other, name);
    plain_words(&node, name);
}

/// Asserts that two readers found the same; otherwise names the place where they differ.
fn same(one: &serde_json::Value, other: &serde_json::Value, name: &str) {
    use serde_json::Value;
    match (one, other) {
        (Value::Object(ours), Value::Object(theirs)) if ours.len() == theirs.len() => {
            for (key, value) in ours {
                same(value, theirs.get(key).unwrap_or(&Value::Null), &format!("{name}.{key}"));
            }
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (at, (one, other)) in ours.iter().zip(theirs).enumerate() {
                same(one, other, &format!("{name}[{at}]"));
            }
        }
        _ => assert_eq!(one, other, "{name}: two readers differ"),
    }
}

fn plain_words(node: &Node, name: &str) {
    use engine::node::Value;
    match &node.value {
        Value::Scalar { text, plain } => {
            let sexagesimal =
                text.contains(':') && text.chars().all(|c| c.is_ascii_digit() || c == ':');
            assert!(
                !plain || !(DOUBTFUL.contains(&text.as_str()) || sexagesimal),
                "{name}: {text} stands without quotes"
            );
        }
        Value::List(items) => items.iter().for_each(|item| plain_words(item, name)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| plain_words(value, name)),
    }
}
