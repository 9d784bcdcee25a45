//! The dice against the test vectors in docs/protocol.md, and against a second implementation in another language.

use engine::dice::{Dice, Roll, Secrecy, words};
use record::change::Change;
use record::receipt::Receipt;
use record::{
    Digest, Namespace, PrivateKey, Secret, Secrets, Seed, SignedText, hidden_seed, salt, seed,
    verify,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::second_verifier::{self, said};
use crate::table::{SEATS, Table};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The block of docs/protocol.md fenced under this name.
fn fenced(name: &str) -> String {
    let text = fs::read_to_string(root("docs/protocol.md")).unwrap();
    let (_, rest) =
        text.split_once(&format!("\n```{name}\n")).unwrap_or_else(|| panic!("no block {name}"));
    rest.split_once("\n```\n").expect("the block ends").0.to_owned() + "\n"
}

struct Vectors(BTreeMap<String, String>);

impl Vectors {
    fn read() -> Self {
        let text = fenced("vectors");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(
            lines
                .map(|line| line.split_once(": ").unwrap())
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("no test vector {name}"))
    }

    fn secret(&self, name: &str) -> Secret {
        self.get(name).parse().unwrap()
    }

    fn seed(&self, name: &str) -> Seed {
        self.get(name).parse().unwrap()
    }

    /// Every vector named `kind NUMBER LABEL`, with its numbers.
    fn rolls(&self, kind: &str) -> Vec<(u32, &str, Vec<u32>)> {
        let prefix = format!("{kind} ");
        let named = self.0.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix(&prefix)?.split_once(' ')?, value))
        });
        let parsed = named.map(|((number, label), value)| {
            (
                number.parse().unwrap(),
                label,
                value.split(' ').map(|face| face.parse().unwrap()).collect(),
            )
        });
        parsed.collect()
    }
}

fn orders(text: &str) -> Vec<(&str, Option<Digest>)> {
    let pairs = text.split(", ").map(|pair| pair.split_once(' ').unwrap());
    pairs.map(|(seat, digest)| (seat, (digest != "-").then(|| digest.parse().unwrap()))).collect()
}

#[test]
fn the_chain_is_the_documented_one() {
    let v = Vectors::read();
    let secrets = Secrets::draw(*v.secret("s3").bytes(), *v.secret("h").bytes(), 3).unwrap();
    for n in 1..=3 {
        assert_eq!(secrets.secret(n).unwrap().reveal(), v.get(&format!("s{n}")));
        assert!(v.secret(&format!("s{n}")).opens(&v.get(&format!("s{}", n - 1)).parse().unwrap()));
    }
    assert_eq!(secrets.commitment().commitment.to_string(), v.get("s0"));
    assert_eq!(secrets.commitment().hidden_commitment.to_string(), v.get("h-commitment"));
}

#[test]
fn seeds_and_salts_are_the_documented_ones() {
    let v = Vectors::read();
    let game = v.get("game");
    for n in 1..=2 {
        let drawn = seed(
            &v.secret(&format!("s{n}")),
            game,
            n,
            &v.seed(&format!("seed-{}", n - 1)),
            orders(v.get(&format!("orders-{n}"))),
        );
        assert_eq!(drawn.to_string(), v.get(&format!("seed-{n}")));
    }
    let hidden = hidden_seed(&v.secret("h"), game, 2, &v.seed("seed-2"));
    assert_eq!(Digest::from_bytes(*hidden.bytes()).to_string(), v.get("hidden-seed-2"));
    for path in ["hidden.yaml", "report-rome.md", "view-rome.yaml"] {
        assert_eq!(
            salt(&v.secret("h"), game, 2, path).to_string(),
            v.get(&format!("salt-2 {path}"))
        );
    }
}

/// Reserved ways to seed dice: what is written of them can be computed as it stands.
#[test]
fn reserved_seeds_are_the_documented_ones_and_no_game_asks_for_them() {
    let v = Vectors::read();
    let (game, start) = (v.get("game"), v.seed("seed-0"));
    let mut links = orders(v.get("links-3"));
    let mut key = None;
    for n in [2, 1, 0] {
        for (_, link) in &mut links {
            *link = link.map(|link| Digest::of(link.bytes()));
        }
        let named = |between: &str, each: &str| {
            let one = |(seat, link): &(&str, Option<Digest>)| format!("{seat} {}", link.unwrap());
            links.iter().map(|pair| one(pair) + each).collect::<Vec<_>>().join(between)
        };
        if n < 2 {
            assert_eq!(named(", ", ""), v.get(&format!("links-{n}")));
        }
        if n == 1 {
            let text = format!("tabella/2 links\n{game}\n1\n{}", named("", "\n"));
            key = Some(Digest::of(text.as_bytes()).to_string());
        }
    }
    let key = key.unwrap();
    assert_eq!(key, v.get("links-1 key"));
    let filed = orders(v.get("orders-1"));
    let drawn = seed(&key.parse().unwrap(), game, 1, &start, filed.clone());
    assert_eq!(drawn.to_string(), v.get("players-seed-1"));
    let (_, signature) = v.get("beacon quicknet").split_once(' ').unwrap();
    let byte = |at: usize| u8::from_str_radix(&signature[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..signature.len()).step_by(2).map(byte).collect();
    let with = filed.into_iter().chain([("beacon", Some(Digest::of(&bytes)))]);
    let drawn = seed(&v.secret("s1"), game, 1, &start, with);
    assert_eq!(drawn.to_string(), v.get("beacon-seed-1"));
    // A game that asks for either is refused by that word, whatever is done with it.
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    let charter = fs::read_to_string(table.path("game.yaml")).unwrap();
    for asked in ["by: players", "beacon: quicknet"] {
        let text = charter.replacen("dice:\n", &format!("dice:\n  {asked}\n"), 1);
        fs::write(table.path("game.yaml"), text).unwrap();
        let refused = table.tabella(&["resolve"]).ended(4).err;
        let found = table.tabella(&["verify"]).ended(1).out;
        for said in [refused, found] {
            assert!(said.contains("is reserved"), "{asked}: {said}");
        }
    }
}

#[test]
fn the_text_that_vouches_for_a_head_is_the_documented_one() {
    let v = Vectors::read();
    let head = v.get("seed-0").parse().unwrap();
    let text = record::head_text(v.get("game"), 0, &head);
    assert_eq!(Digest::of(text.as_bytes()).to_string(), v.get("head-0 text digest"));
}

#[test]
fn words_and_rolls_are_the_documented_ones() {
    let v = Vectors::read();
    let (open, hidden) = (*v.seed("seed-2").bytes(), *v.seed("hidden-seed-2").bytes());
    assert!(Digest::of(v.get("label").as_bytes()).to_string().starts_with(v.get("nonce")));
    let drawn: Vec<_> =
        words(&open, v.get("label")).take(20).map(|word| format!("{word:08x}")).collect();
    assert_eq!(drawn.join(" "), v.get("words"));

    let (dice, shuffles, hidden_shuffles) =
        (v.rolls("dice"), v.rolls("shuffle"), v.rolls("hidden-shuffle"));
    assert!(dice.len() >= 5 && !shuffles.is_empty() && !hidden_shuffles.is_empty());
    for (sides, label, faces) in dice {
        assert_eq!(thrown(open, label, sides, faces.len()).faces, faces, "{label}");
        assert!(
            Roll { label: label.into(), sides, faces, hidden: false }.follows_from(&open),
            "{label}"
        );
    }
    for (len, label, faces) in shuffles {
        assert_eq!(
            Dice::seeded(open, None).shuffle(label, Secrecy::Open, len as usize).faces,
            faces,
            "{label}"
        );
    }
    for (len, label, faces) in hidden_shuffles {
        let roll = Dice::seeded(open, Some(hidden)).shuffle(label, Secrecy::Hidden, len as usize);
        assert_eq!(roll.faces, faces, "{label}");
        assert!(roll.follows_from(&hidden), "{label}");
    }
}

/// Rolls as the program does: a numbered label is reached by using the plain one first.
fn thrown(seed: [u8; 32], label: &str, sides: u32, count: usize) -> Roll {
    let mut dice = Dice::seeded(seed, None);
    let plain = label.split('#').next().unwrap();
    loop {
        let roll = dice.throw(plain, Secrecy::Open, sides, count);
        if roll.label == label {
            return roll;
        }
    }
}

#[test]
fn the_documented_order_file_is_signed_as_documented() {
    let v = Vectors::read();
    let key = PrivateKey::generate(v.secret("key-secret").bytes(), "");
    assert_eq!(key.public().to_string(), v.get("key-public"));
    assert_eq!(key.public().fingerprint(), v.get("key-fingerprint"));
    let parts = SignedText::split(fenced("signed").as_bytes()).unwrap();
    assert_eq!(verify(key.public(), Namespace::Orders, &parts.signed, &parts.signature), Ok(()));
    assert_eq!(key.sign(Namespace::Orders, &parts.signed), parts.signature);
    let filed = Digest::of(&parts.signed);
    let parts = SignedText::split(fenced("signed-change").as_bytes()).unwrap();
    assert_eq!(key.sign(Namespace::Change, &parts.signed), parts.signature);
    let change = Change::parse(&parts.signed).unwrap();
    assert_eq!(change.render().as_bytes(), parts.signed);
    let parts = SignedText::split(fenced("signed-receipt").as_bytes()).unwrap();
    assert_eq!(key.sign(Namespace::Receipt, &parts.signed), parts.signature);
    let receipt = Receipt::parse(&parts.signed).unwrap();
    assert_eq!(receipt.render().as_bytes(), parts.signed);
    assert_eq!(receipt.digest, filed);
}

#[test]
fn an_item_is_committed_to_as_documented() {
    let v = Vectors::read();
    let (salt, path) = (v.get("salt-2 hidden.yaml"), "/state/units/pr1/hex");
    let hidden = format!("salt: {salt}\nstate:\n  units:\n    pr1:\n      hex: '1208'\n");
    let lines = record::items::lines(&hidden).unwrap();
    assert_eq!(lines, [(path.to_owned(), v.get(&format!("item-2 {path}")).to_owned())]);
    let list = record::items::list(&hidden).unwrap();
    for name in ["item-2 digest", "pad-2"] {
        assert!(list.lines().any(|line| line == v.get(name)), "{name}");
    }
}

#[test]
fn a_second_implementation_finds_the_same_vectors() {
    let output = second_verifier::run(&["--vectors".as_ref()]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        said(&output).contains("39 test vectors hold, and 3 signed texts"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_second_implementation_notices_a_wrong_vector() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("protocol.md");
    let text = fs::read_to_string(root("docs/protocol.md")).unwrap();
    let lines: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("dice ") || line.starts_with("shuffle "))
        .filter(|line| line.ends_with(|last: char| last.is_ascii_digit()))
        .collect();
    assert!(lines.len() > 3, "the vectors are lines of the protocol");
    for line in lines {
        let last = line.rsplit(' ').next().unwrap();
        let other =
            format!("{}{}", &line[..line.len() - last.len()], last.parse::<u32>().unwrap() + 1);
        fs::write(&file, text.replacen(line, &other, 1)).unwrap();
        let output = second_verifier::run(&["--vectors".as_ref(), file.as_ref()]);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", said(&output));
    }
}
