//! The game itself, played step by step as the README says, once for all tests of this file.

use super::{must, tool};
use crate::table::{Run, run, tabella};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

const ROME_1: &str = "\
orders:
  army: consular
  layout: triplex-acies
  place:
    scipio: g2
    ve1: e4 n
standing:
  retreat: {default: [safest, clear, back, straight, general]}
";
const CARTHAGE_1: &str = "\
orders:
  army: {caetrati: 4, numideans: 2, spanish-cavalry: 3, scutarii: 2, african-infantry: 2, celts: 2}
  place:
    hannibal: g12
    ca1: e9
    ca2: f9
    ce1: d9
    af1: \"d10 s\"
";
/// The first turn, with nearly everything that an order can say.
const ROME_2: &str = "\
orders:
  - ve1: {attack: {at: [e6, {square: e7, when: ca1 here}], target: [ca1, ca2]}, to: [e4, d4], face: n}   # skirmish
  - ve2: {to: h5, face: n, when: hannibal not destroyed}
  - ve2: h4                  # used only if the guard above failed
  - ac1: a5 e
  - tr1: w                   # turn only
ahead:
  attack:
    - ve2: {target: [ca4, {unit: af1, when: hurt}]}
    - at-will: {units: [ha1, ha2], pila: throw}
standing:
  attack: {mode: at-will, pila: keep}
  retreat: {default: [safest, back], velites: [lateral, clear], ha1: [e2]}
";
const CARTHAGE_3: &str = "\
orders:
  - ce1: {to: d8, charge: true}
  - ca1: {to: [e8, e7], face: south}
ahead: {attack: []}
";

/// The players' folder, with the game in `zama`.
pub(crate) struct Played {
    folder: TempDir,
}

impl Played {
    pub(crate) fn root(&self) -> PathBuf {
        self.file("zama")
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn tabella(&self, arguments: &[&str]) -> Run {
        run(tabella().current_dir(self.folder()).args(["-C", "zama"]).args(arguments))
    }

    pub(crate) fn start_and_head(&self) -> (String, String) {
        let json = self.tabella(&["status", "--json"]).ended(0).json();
        (json["start"].as_str().unwrap().to_owned(), json["head"].as_str().unwrap().to_owned())
    }

    /// Writes an order file as a player does: the head of the form, a fresh salt, and orders below.
    fn write(&self, seat: &str, phase: u32, body: &str) -> String {
        let form = self.tabella(&["form", "--seat", seat]).ended(0).out;
        let (head, _) =
            form.split_once("\nsalt: \"\"\n").expect("a form leaves the salt to its author");
        let salt = must(&tool(self.folder(), "openssl", &["rand", "-base64", "16"], None));
        let name = format!("{seat}-{phase}.yaml");
        fs::write(self.file(&name), format!("{head}\nsalt: {}\n\n{body}", salt.trim())).unwrap();
        self.tabella(&["check", &name]).ended(0);
        name
    }

    fn sign(&self, key: &str, name: &str) {
        must(&tool(
            self.folder(),
            "ssh-keygen",
            &["-q", "-Y", "sign", "-n", "tabella-orders", "-f", key, name],
            None,
        ));
    }
}

/// The game after three phases: set up, a turn of Rome, a turn of Carthage.
pub(crate) fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let game = Played { folder: tempfile::tempdir().unwrap() };
        for player in ["scipio", "hannibal"] {
            must(&tool(
                game.folder(),
                "ssh-keygen",
                &["-q", "-t", "ed25519", "-N", "", "-C", player, "-f", player],
                None,
            ));
        }
        open(&game);
        set_up(&game);
        first_turns(&game);
        game
    })
}

fn open(game: &Played) {
    let seats = ["--seat", "rome=scipio.pub", "--seat", "carthage=hannibal.pub"];
    crate::table::draft(&game.file("zama"), "seats:\n  rome: {name: P. Cornelius}\n");
    let new = [
        "new",
        "zama",
        "--game",
        "combined-arms",
        "--scenario",
        "battle",
        "--option",
        "first=rome",
    ];
    let said = run(tabella().current_dir(game.folder()).args(new).args(seats)).ended(0);
    assert!(
        said.out.is_empty() && said.err.contains("awaited: rome must answer `deploy`"),
        "{}",
        said.err
    );
    let status = game.tabella(&["status"]).ended(0).out;
    assert_eq!(status.matches("AWAITED").count(), 2, "{status}");
}

fn set_up(game: &Played) {
    let rome = game.write("rome", 1, ROME_1);
    game.sign("scipio", &rome);
    let said = game.tabella(&["submit", &rome]).ended(0).out;
    assert!(said.starts_with("filed: rome, phase 1, revision 1\nSHA-256 "), "{said}");
    assert!(game.tabella(&["submit", &rome]).ended(0).out.starts_with("already filed: rome"));
    let waiting = game.tabella(&["resolve"]).ended(3);
    assert!(waiting.err.contains("phase 1 awaits carthage"), "{}", waiting.err);
    let status = game.tabella(&["status"]).ended(0).out;
    assert!(status.contains("filed 20") && !status.contains("consular"), "{status}");
    let carthage = game.write("carthage", 1, CARTHAGE_1);
    game.sign("hannibal", &carthage);
    game.tabella(&["submit", &carthage]).ended(0);
    let said = game.tabella(&["resolve"]).ended(0).out;
    assert!(said.starts_with("record 1 is sealed: zama/turns/0001/report.md\nhead "), "{said}");
    assert!(said.ends_with("phase 2 (move) awaits rome\n"), "{said}");
}

fn first_turns(game: &Played) {
    // Rome pastes text and signature into one mail; below it stands what a mail program adds.
    let rome = game.write("rome", 2, ROME_2);
    game.sign("scipio", &rome);
    let read = |name: &str| fs::read_to_string(game.file(name)).unwrap();
    let mail =
        format!("{}...\n{}\n-- \nSent from the camp\n", read(&rome), read(&format!("{rome}.sig")));
    let submit = || {
        let mut command = tabella();
        command.current_dir(game.folder()).args(["-C", "zama", "submit", "-", "--json"]);
        command.write_stdin(mail.replace('\n', "\r\n"));
        run(&mut command).ended(0).json()
    };
    let json = submit();
    assert_eq!(
        (json["result"].as_str(), json["filing"]["seat"].as_str()),
        (Some("filed"), Some("rome")),
        "{json}"
    );
    assert_eq!(submit()["result"].as_str(), Some("already filed"));
    let json = game.tabella(&["resolve", "--json"]).ended(0).json();
    assert_eq!(
        (json["result"].as_str(), json["record"].as_u64()),
        (Some("resolved"), Some(2)),
        "{json}"
    );
    // Carthage lets the program fill the salt and sign.
    let name = game.write("carthage", 3, CARTHAGE_3);
    let text: String = read(&name).lines().fold(String::new(), |text, line| {
        text + if line.starts_with("salt: ") { "salt: \"\"   # 16 random bytes" } else { line }
            + "\n"
    });
    fs::write(game.file(&name), text).unwrap();
    run(tabella().current_dir(game.folder()).args(["sign", &name, "--key", "hannibal", "--salt"]))
        .ended(0);
    assert!(!read(&name).contains("salt: \"\""), "the salt is filled");
    game.tabella(&["submit", &name]).ended(0);
    game.tabella(&["resolve"]).ended(0);
}
