//! The readers of foreign bytes, each with what it is fed from.

use crate::seeds;
use ciphertext::Identity;
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{Node, Seat, Setup, Tempo};
use incoming::{Keys, Message};
use record::change::Change;
use record::exchange::{self, OrderFile, yaml};
use record::receipt::Receipt;
use record::{Charter, Namespace, PrivateKey, PublicKey, Signers, Sums, TurnFile};
use std::collections::BTreeMap;
use std::path::Path;

/// Reads bytes; true where they were taken for what they should be.
type Reader = Box<dyn Fn(&[u8]) -> bool>;

/// One reader.
pub struct Target {
    /// Its name, for the command line.
    pub name: String,
    /// What mutations begin from: all of these are accepted.
    pub seeds: Vec<Vec<u8>>,
    /// The reader itself.
    pub read: Reader,
}

/// All of them.
pub fn all() -> Vec<Target> {
    let games = seeds::games();
    let (_, first) = games.first().expect("recorded games");
    let mut targets = formats(first);
    targets.extend(arriving(first));
    for (slug, game) in &games {
        targets.extend(of_title(slug, game));
    }
    targets
}

fn target(name: &str, seeds: Vec<Vec<u8>>, read: impl Fn(&[u8]) -> bool + 'static) -> Target {
    Target { name: name.to_owned(), seeds, read: Box::new(read) }
}

/// Whether a name is that of a YAML file, which the protocol writes in lower case.
fn is_yaml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "yaml")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

/// The files of a record.
fn formats(game: &Path) -> Vec<Target> {
    let named = |wanted: &'static str| seeds::files(game, move |name| name == wanted);
    let yaml_files = seeds::files(game, is_yaml);
    let public = |bytes: &[u8]| PublicKey::parse(text(bytes)).is_ok();
    let key = PrivateKey::generate(&[7; 32], "fuzz");
    let armored = key.sign(Namespace::Orders, b"orders: []\n");
    let change = "tabella: 1\ngame: zama\nphase: 7\nafter: HEAD\nchange: resign\nreason: a new post in Gaul\nseat: rome\n";
    let receipt = "tabella: 1\nreceipt: filed\ngame: zama\nphase: 7\nseat: rome\nafter: HEAD\nrevision: 2\n\
                   digest: HEAD\nissued: 2026-11-21T16:38:41Z\nsalt: 00112233445566778899aabbccddeeff\n";
    let filled = |text: &str| vec![text.replace("HEAD", &"5d".repeat(32)).into_bytes()];
    vec![
        target("charter", named("game.yaml"), |bytes| Charter::parse(bytes).is_ok()),
        target("turn", named("turn.yaml"), |bytes| TurnFile::parse(bytes).is_ok()),
        target("sums", named("SHA256SUMS"), |bytes| Sums::parse(bytes).is_ok()),
        target("signers", named("allowed_signers"), |bytes| Signers::parse(bytes).is_ok()),
        target("change", filled(change), |bytes| Change::parse(bytes).is_ok()),
        target("receipt", filled(receipt), |bytes| Receipt::parse(bytes).is_ok()),
        target("public-key", vec![key.public().to_string().into_bytes()], public),
        target("private-key", vec![key.to_openssh().into_bytes()], |bytes| {
            PrivateKey::parse(text(bytes)).is_ok()
        }),
        target("signature", vec![armored.into_bytes()], |bytes| {
            record::signature::signer(text(bytes)).is_some()
        }),
        target("yaml", yaml_files, same_meaning),
    ]
}

/// What is accepted as strict YAML must mean the same to a reader of all YAML.
fn same_meaning(bytes: &[u8]) -> bool {
    let Ok(node) = yaml::parse_bytes(bytes, yaml::DATA_LIMIT) else { return false };
    // No file is one bare text, and readers part over where a block of text at the top ends.
    if node.text().is_some() {
        return false;
    }
    let other: serde_yaml::Value = serde_yaml::from_slice(bytes)
        .unwrap_or_else(|error| panic!("only the strict reader takes it: {error}"));
    assert!(agree(&node, &other), "{node:?}\nis to another reader\n{other:?}");
    true
}

fn agree(node: &Node, other: &serde_yaml::Value) -> bool {
    use serde_yaml::Value;
    match other {
        Value::Sequence(items) => node.list().is_some_and(|own| {
            own.len() == items.len() && own.iter().zip(items).all(|(own, item)| agree(own, item))
        }),
        Value::Mapping(entries) => node.map().is_some_and(|own| {
            let same =
                |((key, own), (name, value)): (&(engine::node::Key, Node), (&Value, &Value))| {
                    name.as_str().is_none_or(|name| name == key.text) && agree(own, value)
                };
            own.len() == entries.len() && own.iter().zip(entries).all(same)
        }),
        Value::String(text) => node.text() == Some(text),
        // The strict reader leaves to others what a word means.
        Value::Null | Value::Bool(_) | Value::Number(_) => node.text().is_some(),
        Value::Tagged(_) => false,
    }
}

/// What strangers send.
fn arriving(game: &Path) -> Vec<Target> {
    let signed = seeds::signed(game);
    let orders: Vec<Vec<u8>> = signed.iter().map(|(orders, _)| orders.clone()).collect();
    let messages: Vec<Vec<u8>> = signed
        .iter()
        .map(|(orders, signature)| [&orders[..], b"...\n", signature].concat())
        .collect();
    let letters: Vec<Vec<u8>> = signed
        .iter()
        .take(2)
        .flat_map(|(orders, signature)| seeds::letters(orders, signature))
        .collect();
    let signers =
        || Signers::parse(&seeds::file(game, "allowed_signers")).expect("a recorded list");
    let (judge, anybody) = (signers(), Registered(signers()));
    let identity = Identity::generate();
    let sealed = ciphertext::seal(&identity.recipient(), &messages[0]).into_bytes();
    vec![
        target("orders", orders, |bytes| OrderFile::read(bytes).is_ok()),
        target("message", messages, move |bytes| exchange::receive(bytes, None, &judge).is_ok()),
        target("mail", letters, move |bytes| {
            let message = Message::read(bytes);
            let _ = (incoming::sender::machine(&message), incoming::bounce::read(bytes));
            let names = incoming::subject::Names { games: &["zama"], seats: &["rome"] };
            let _ = incoming::subject::request(&message, names);
            !incoming::search(&message, &anybody).found.is_empty()
        }),
        target("sealed", vec![sealed], move |bytes| ciphertext::open(&identity, bytes).is_ok()),
    ]
}

struct Registered(Signers);

impl Keys for Registered {
    fn known(&self, key: &PublicKey) -> bool {
        self.0.seats().any(|(_, own)| own == key)
    }
}

/// What a title reads: orders of its seats, data, and states of its records.
fn of_title(slug: &str, game: &Path) -> Vec<Target> {
    let title = tabella::catalogue::find(slug).unwrap_or_else(|| panic!("no title {slug}"));
    let data = exchange::data::build(tabella::packed::data(slug)).expect("packed data");
    let load = || title.load(&data, title.revision()).expect("packed data");
    let (loaded, opened) = (load(), load());
    let plays: Vec<Box<dyn Play>> = openings(opened.as_ref());
    let forms = plays.iter().flat_map(|play| proposals(play.as_ref())).collect();
    let states = seeds::files(game, |name| name == "hidden.yaml" || name == "state.yaml");
    let takes = |loaded: &dyn LoadedTitle, bytes: &[u8]| {
        yaml::parse_bytes(bytes, yaml::DATA_LIMIT).is_ok_and(|node| loaded.resume(&node).is_ok())
    };
    let states = states.into_iter().filter(|bytes| takes(loaded.as_ref(), bytes)).collect();
    let chart = tabella::packed::data(slug).map(|(name, text)| (name.to_owned(), text.to_owned()));
    vec![
        target(&format!("{slug}-orders"), forms, move |bytes| judged(&plays, bytes)),
        target(&format!("{slug}-state"), states, move |bytes| takes(loaded.as_ref(), bytes)),
        data_of(slug, chart.collect()),
    ]
}

/// The data of a title, one file of which is the bytes: the first byte says which.
fn data_of(slug: &str, chart: BTreeMap<String, String>) -> Target {
    let title = tabella::catalogue::find(slug).unwrap_or_else(|| panic!("no title {slug}"));
    let names: Vec<String> = chart.keys().filter(|name| is_yaml(name)).cloned().collect();
    let seed = |(at, name): (usize, &String)| {
        let mut bytes = vec![u8::try_from(at).expect("few files of data")];
        bytes.extend(chart[name].bytes());
        bytes
    };
    let seeds = names.iter().enumerate().map(seed).collect();
    target(&format!("{slug}-data"), seeds, move |bytes| {
        let Some((which, rest)) = bytes.split_first() else { return false };
        let Some(name) = names.get(usize::from(*which)) else { return false };
        let Ok(own) = str::from_utf8(rest) else { return false };
        let mut files = chart.clone();
        files.insert(name.clone(), own.to_owned());
        let Ok(data) = exchange::data::build(files) else { return false };
        title.load(&data, title.revision()).is_ok()
    })
}

/// The first position of each scenario.
fn openings(loaded: &dyn LoadedTitle) -> Vec<Box<dyn Play>> {
    let open = |scenario: &engine::data::ScenarioNote| {
        let setup = Setup {
            scenario: scenario.name.clone(),
            options: BTreeMap::new(),
            tempo: Tempo::Full,
            seats: scenario.seats.clone(),
        };
        loaded.open(&setup).unwrap_or_else(|why| panic!("{}: {why:?}", scenario.name))
    };
    loaded.prospectus().scenarios.iter().map(open).collect()
}

/// What the built-in players of a position propose.
fn proposals(play: &dyn Play) -> Vec<Vec<u8>> {
    let mut rng = engine::Rng::new(1);
    let asked = play.asked();
    let propose =
        |seat: &Seat, rng: &mut engine::Rng| play.propose(seat, engine::BotStyle::Sensible, rng);
    asked.iter().map(|asked| propose(&asked.seat, &mut rng).into_bytes()).collect()
}

/// Whether orders are lawful in any of these positions; every position judges them, and foresees what they do.
fn judged(plays: &[Box<dyn Play>], bytes: &[u8]) -> bool {
    let Ok(node) = yaml::parse_bytes(bytes, exchange::order_file::LIMIT) else { return false };
    let orders = RawOrders::of(&node);
    let mut lawful = false;
    for play in plays {
        for asked in play.asked() {
            let complaints = play.check(&asked.seat, &orders);
            let told = exchange::diagnosis::count(&complaints, &str::to_owned);
            assert!(!told.is_empty(), "complaints without words");
            if !complaints.fatal() {
                lawful = true;
                let _ = play.dry_run(&asked.seat, &orders);
                let _ = play.offers(&asked.seat, &orders, None);
            }
        }
    }
    lawful
}
