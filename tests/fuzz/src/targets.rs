//! The readers of foreign bytes, each with what it is fed from.

use crate::seeds;
use ciphertext::Identity;
use engine::Node;
use incoming::{Keys, Message};
use record::change::Change;
use record::disclosure::Disclosure;
use record::exchange::{self, OrderFile, yaml};
use record::invitation::{Host, Invitation, Join, Sides};
use record::items::Opening;
use record::notes::Authors;
use record::receipt::Receipt;
use record::schedule::{Missed, Schedule};
use record::{Charter, Namespace, PrivateKey, PublicKey, Signers, Sums, TurnFile};
use std::collections::BTreeMap;
use std::path::Path;

/// Reads bytes; true if they were accepted.
type Reader = Box<dyn Fn(&[u8]) -> bool>;

/// A reader of outside input, with seeds.
pub struct Target {
    pub name: String,
    /// The inputs from which mutations begin: the reader accepts all of these.
    pub seeds: Vec<Vec<u8>>,
    pub read: Reader,
}

pub fn all() -> Vec<Target> {
    let games = seeds::games();
    let (_, first) = games.first().expect("recorded games");
    let mut targets = formats(first);
    targets.extend(shown(first));
    targets.extend(arriving(first));
    #[cfg(feature = "program")]
    targets.extend(crate::titles::all(&games));
    targets
}

pub(crate) fn target(
    name: &str,
    seeds: Vec<Vec<u8>>,
    read: impl Fn(&[u8]) -> bool + 'static,
) -> Target {
    Target { name: name.to_owned(), seeds, read: Box::new(read) }
}

/// True if the name is that of a YAML file; the protocol writes the extension in lower case.
pub(crate) fn is_yaml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "yaml")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

fn formats(game: &Path) -> Vec<Target> {
    let named = |wanted: &'static str| seeds::files(game, move |name| name == wanted);
    let yaml_files = seeds::files(game, is_yaml);
    let public = |bytes: &[u8]| PublicKey::parse(text(bytes)).is_ok();
    let key = PrivateKey::generate(&[7; 32], "fuzz");
    let armored = key.sign(Namespace::Orders, b"orders: []\n");
    let change =
        |what: &str| format!("tabella: 1\ngame: zama\nphase: 7\nafter: HEAD\nchange: {what}\n");
    let changes = [
        change("resign\nreason: a new post in Gaul\nseat: rome"),
        change("rollback\nreason: the table agrees\nrecord: 3"),
        change("end\nreason: the table agrees\nwinner: carthage"),
        change(
            "ruling\nreason: a slip\npatch:\n- op: test\n  path: /state/turn\n  value: 2\n\
             - op: replace\n  path: /state/turn\n  value: 3",
        ),
        change("deadline\nreason: a wedding\ndue: 2026-11-21T20:00:00Z"),
        change("vacation\nreason: a wedding\nseat: rome\nfrom: 2026-11-21\nto: 2026-11-29"),
    ];
    let receipt = "tabella: 1\nreceipt: filed\ngame: zama\nphase: 7\nseat: rome\nafter: HEAD\nrevision: 2\n\
                   digest: HEAD\nissued: 2026-11-21T16:38:41Z\nsalt: 00112233445566778899aabbccddeeff\n";
    let filled = |text: &str| vec![text.replace("HEAD", &"5d".repeat(32)).into_bytes()];
    vec![
        target("charter", named("game.yaml"), |bytes| Charter::parse(bytes).is_ok()),
        target("turn", named("turn.yaml"), |bytes| TurnFile::parse(bytes).is_ok()),
        target("sums", named("SHA256SUMS"), |bytes| Sums::parse(bytes).is_ok()),
        target("signers", named("allowed_signers"), |bytes| Signers::parse(bytes).is_ok()),
        target("change", changes.iter().flat_map(|text| filled(text)).collect(), |bytes| {
            Change::parse(bytes).is_ok()
        }),
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

/// Checks that an input that strict YAML accepts means the same to a reader of all YAML.
fn same_meaning(bytes: &[u8]) -> bool {
    let Ok(node) = yaml::parse_bytes(bytes, yaml::DATA_LIMIT) else { return false };
    // No file is one bare text, and readers part over where a block of text at the top ends.
    if node.text().is_some() {
        return false;
    }
    let other: serde_yaml::Value = match serde_yaml::from_slice(bytes) {
        Ok(other) => other,
        Err(_) if refused_elsewhere(bytes) => return false,
        Err(error) => panic!("only the strict reader takes it: {error}"),
    };
    assert!(agree(&node, &other), "{node:?}\nis to another reader\n{other:?}");
    true
}

/// True if it contains something that YAML 1.2 allows and the other reader does not: a plain word that begins with a
/// colon, or an integer of more than 64 bits.
fn refused_elsewhere(bytes: &[u8]) -> bool {
    let colon = bytes.windows(2).any(|pair| pair[1] == b':' && b" \n\r\t{[,".contains(&pair[0]));
    let number = |run: &[u8]| run.len() >= 19 && run.iter().all(u8::is_ascii_digit);
    colon || bytes.split(|byte| !byte.is_ascii_alphanumeric()).any(number)
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

/// Readers of files that people exchange outside a game: invitations and their answers, parcels, revealed hidden items.
fn shown(game: &Path) -> Vec<Target> {
    let key = PrivateKey::generate(&[7; 32], "fuzz");
    let invitation = Invitation {
        tabella: 1,
        invitation: "zama".to_owned(),
        title: "combined-arms".to_owned(),
        scenario: "battle".to_owned(),
        options: BTreeMap::from([("map".to_owned(), "hills".to_owned())]),
        tempo: "brisk".to_owned(),
        seats: ["rome", "carthage"].map(str::to_owned).to_vec(),
        sides: Sides::Bid,
        bid: Some("points".to_owned()),
        keys: vec![key.public().clone()],
        schedule: Some(Schedule::every(3, 20, "Europe/Rome", Missed::Fallback)),
        public: Some(Disclosure::AtEnd),
        notes: Some(Authors::Named),
        until: None,
        referee: Host { name: Some("Varro".to_owned()), mail: None, key: key.public().clone() },
        lot: record::Digest::of(b"lot"),
    };
    let join = format!(
        "tabella: 1\njoin: zama\ninvitation: {}\nname: Scipio\nkey: {}\nwishes: [rome]\nsalt: 0123456789abcdef\n",
        "5d".repeat(32),
        key.public()
    );
    let hidden = seeds::files(game, |name| name == "hidden.yaml");
    let salted = format!("salt: {}\nstate:\n  units: {{ve1: e4}}\n  chits: []\n", "5d".repeat(32));
    let lines = record::items::lines(&salted).expect("a text with a salt");
    let opening = Opening {
        game: "zama".to_owned(),
        record: 1,
        head: record::Digest::of(b"list"),
        lines: lines.into_iter().map(|(_, line)| line).collect(),
    };
    let parcel = record::parcel::wrap(b"tabella: 1\norders: []\n");
    vec![
        target("invitation", vec![invitation.render().into()], |bytes| {
            Invitation::parse(bytes).is_ok()
        }),
        target("join", vec![join.into()], |bytes| Join::parse(bytes).is_ok()),
        target("opening", vec![opening.render().into()], |bytes| Opening::parse(bytes).is_ok()),
        target("items", [hidden, vec![salted.into()]].concat(), |bytes| {
            record::items::list(text(bytes)).is_ok()
        }),
        target("parcel", vec![parcel.into()], |bytes| {
            !record::parcel::find(text(bytes)).is_empty()
        }),
    ]
}

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
