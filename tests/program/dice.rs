//! The dice against the test vectors in docs/protocol.md, and against a second implementation in another language.

use engine::dice::{Dice, Roll, Secrecy, words};
use record::{
    Digest, Namespace, PrivateKey, Secret, Secrets, Seed, SignedText, Signers, Sums, hidden_seed,
    salt, seed, sums, verify,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The block of docs/protocol.md that is fenced under this name.
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

    /// Every vector whose name is `kind NUMBER LABEL`, with its numbers.
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
    for path in ["hidden.yaml", "report-rome.md"] {
        assert_eq!(
            salt(&v.secret("h"), game, 2, path).to_string(),
            v.get(&format!("salt-2 {path}"))
        );
    }
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

/// Throws as the program does: a numbered label is reached by using the plain one before.
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
}

fn python(arguments: &[&Path]) -> Output {
    let run =
        Command::new("python3").arg(root("tests/independent_dice.py")).args(arguments).output();
    run.unwrap_or_else(|error| {
        panic!("this test needs python3 (Debian: apt-get install python3): {error}")
    })
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_second_implementation_finds_the_same_vectors() {
    let output = python(&[]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("26 test vectors hold"), "{}", said(&output));
}

#[test]
fn a_second_implementation_notices_a_wrong_vector() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("protocol.md");
    let text = fs::read_to_string(root("docs/protocol.md")).unwrap();
    let lines: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("dice ") || line.starts_with("shuffle "))
        .collect();
    for line in lines {
        let last = line.rsplit(' ').next().unwrap();
        let other =
            format!("{}{}", &line[..line.len() - last.len()], last.parse::<u32>().unwrap() + 1);
        fs::write(&file, text.replacen(line, &other, 1)).unwrap();
        let output = python(&[&file]);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", said(&output));
    }
}

/// Writes a small game with three records as the protocol says, and returns the folder of the last.
fn write_game(folder: &Path) -> PathBuf {
    let secrets = Secrets::draw([1; 32], [2; 32], 10).unwrap();
    let key = |n| PrivateKey::generate(&[n; 32], "").public().clone();
    let signers =
        Signers::new(vec![("rome".into(), key(1)), ("carthage".into(), key(2))], key(3)).unwrap();
    let public = secrets.commitment();
    let charter = format!(
        "tabella: 1\ngame: zama-2026\ndice:\n  commitment: {}\n  phases: 10\n  hidden: {}\n",
        public.commitment, public.hidden_commitment
    );
    fs::write(folder.join("game.yaml"), charter).unwrap();
    fs::write(folder.join("allowed_signers"), signers.render()).unwrap();
    let mut list =
        write_record(&folder.join("turns/0000"), &[("state.yaml", "turn: 0\n".into())], None);
    let mut previous = Seed::start(Digest::of(list.as_bytes()));
    for n in 1..=2 {
        let secret = secrets.secret(n).unwrap();
        let rome = format!("seat: rome\nphase: {n}\n");
        let digest = Some(Digest::of(rome.as_bytes()));
        previous = seed(&secret, "zama-2026", n, &previous, [("rome", digest), ("carthage", None)]);
        let hidden = hidden_seed(secrets.hidden(), "zama-2026", n, &previous);
        let mut dice = Dice::seeded(*previous.bytes(), Some(*hidden.bytes()));
        let open = [
            dice.throw("combat/a>b", Secrecy::Open, 6, 2),
            dice.throw("combat/a>b", Secrecy::Open, 10, 1),
        ];
        let all = [
            dice.shuffle("deck", Secrecy::Hidden, 5),
            open[0].clone(),
            dice.throw("luck: draw", Secrecy::Hidden, 6, 1),
        ];
        let ending =
            if n == 2 { format!("hidden: {}\n", secrets.hidden().reveal()) } else { String::new() };
        let files = [
            ("orders/rome.yaml", rome),
            ("events.yaml", events(&open)),
            ("hidden.yaml", events(&all)),
            ("turn.yaml", format!("phase: {n}\nsecret: {}\n{ending}", secret.reveal())),
        ];
        list = write_record(
            &folder.join("turns").join(sums::record_name(n)),
            &files,
            Some((n - 1, &list)),
        );
    }
    folder.join("turns/0002")
}

fn events(rolls: &[Roll]) -> String {
    let entries = rolls.iter().map(|roll| BTreeMap::from([("roll", roll)])).collect::<Vec<_>>();
    serde_yaml::to_string(&BTreeMap::from([("events", entries)])).unwrap()
}

fn write_record(
    folder: &Path,
    files: &[(&str, String)],
    previous: Option<(u32, &String)>,
) -> String {
    fs::create_dir_all(folder.join("orders")).unwrap();
    let mut list = Sums::default();
    for (path, contents) in files {
        fs::write(folder.join(path), contents).unwrap();
        list.add(*path, contents.as_bytes());
    }
    if let Some((number, text)) = previous {
        list.add(sums::previous_path(number), text.as_bytes());
    }
    fs::write(folder.join("SHA256SUMS"), list.render()).unwrap();
    list.render()
}

#[test]
fn a_second_implementation_follows_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let last = write_game(folder.path());
    let output = python(&[Path::new("--game"), folder.path()]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).ends_with("2 records and 10 rolls hold\n"), "{}", said(&output));

    let turn = fs::read_to_string(last.join("turn.yaml")).unwrap();
    let sealed: String = turn
        .lines()
        .filter(|line| !line.starts_with("hidden"))
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::write(last.join("turn.yaml"), sealed).unwrap();
    let output = python(&[Path::new("--game"), folder.path()]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        said(&output).ends_with("2 records and 6 rolls hold, 4 rolls are still hidden\n"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_second_implementation_notices_a_game_that_was_tampered_with() {
    let tampering: [(&str, &str, &str); 6] = [
        ("turns/0002/events.yaml", "label: combat/a>b\n", "label: combat/a>c\n"),
        ("turns/0002/hidden.yaml", "sides: 5\n", "sides: 4\n"),
        ("turns/0002/orders/rome.yaml", "rome", "roma"),
        ("turns/0001/turn.yaml", "secret: ", "secret: 00"),
        ("turns/0000/SHA256SUMS", "state.yaml", "stage.yaml"),
        ("allowed_signers", "carthage ", "gaul "),
    ];
    for (path, from, to) in tampering {
        let folder = tempfile::tempdir().unwrap();
        write_game(folder.path());
        let file = folder.path().join(path);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{path}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let output = python(&[Path::new("--game"), folder.path()]);
        assert_eq!(output.status.code(), Some(1), "{path}: {}", said(&output));
    }
}
