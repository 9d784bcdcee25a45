//! A player of two games at one club: what they ask for without naming a game, and orders for a game that is not there.

use super::super::table::{key, run, tabella};
use record::{Namespace, SignedText};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const GAMES: [&str; 2] = ["capua", "zama"];

fn club() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for seat in ["rome", "carthage"] {
        fs::write(folder.path().join(seat), key(seat).public_line()).unwrap();
    }
    for game in GAMES {
        let mut new = tabella();
        new.current_dir(folder.path()).args(["new", game, "--game", "combined-arms"]);
        new.args(["--scenario", "battle", "--days", "3"]);
        crate::table::draft(&folder.path().join(game), "vacations: 14\n");
        new.args(["--seat", "rome=rome", "--seat", "carthage=carthage"]);
        new.args(["--mail", "rome=rome@example.org", "--mail", "carthage=carthage@example.org"]);
        run(new.args(["--mail", "referee=referee@example.org"])).ended(0);
    }
    folder
}

/// Hands in a letter; returns the outcome and the games in which Rome is answered.
fn answered(club: &Path, letter: &str) -> (String, Vec<&'static str>) {
    let before = answers(club);
    let mut receive = tabella();
    receive.args(["mail", "receive", "--letters"]).arg(club.join("letters"));
    receive.args(GAMES.map(|game| club.join(game))).write_stdin(letter.replace('\n', "\r\n"));
    let said = run(&mut receive).ended(0).err;
    let new = |game: &&str| {
        let here = |path: &&PathBuf| path.starts_with(club.join(game));
        answers(club).iter().filter(here).count() > before.iter().filter(here).count()
    };
    (said.trim().to_owned(), GAMES.into_iter().filter(new).collect())
}

fn answers(club: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for game in GAMES {
        let Ok(outbox) = fs::read_dir(club.join(game).join("outbox")) else { continue };
        let paths = outbox.map(|entry| entry.unwrap().path());
        found.extend(paths.filter(|path| path.to_string_lossy().contains("-rome-re-")));
    }
    found
}

fn letter(headers: &str, words: &str) -> String {
    format!("From: rome@example.org\nMessage-ID: <{}@x>\n{headers}\n{words}", words.len())
}

#[test]
fn a_word_without_the_name_of_a_game_is_answered_for_each() {
    let club = club();
    let asks = |headers: &str, words: &str| answered(club.path(), &letter(headers, words)).1;
    assert_eq!(asks("Subject: hello\n", "status\n"), GAMES);
    assert_eq!(asks("Subject: vacation 2051-12-10 2051-12-12\n", "\n"), GAMES);
    assert_eq!(asks("Subject: zama receipts\n", "\n\n"), ["zama"]);
    assert_eq!(asks("Subject: hello\n", "zama  orders\n"), ["zama"]);
    assert_eq!(asks("Subject: Re: [zama] Combined Arms\n", "form\n"), ["zama"]);
    // Words to somebody go once.
    assert_eq!(asks("Subject: hello\n", "message carthage\nShall we talk?\n").len(), 1);
    assert_eq!(
        asks("Subject: hello\n", "I have a question about supply, dear referee.\n").len(),
        1
    );
}

/// Orders for a game that is not here are answered in the game in whose thread they came.
#[test]
fn a_bad_file_is_answered_in_the_thread_in_which_it_came() {
    let club = club();
    let head = "ab".repeat(32);
    let text = format!(
        "tabella: 1\ngame: zamma\nphase: 1\nseat: rome\nafter: {head}\nrevision: 1\nfinal: true\nsalt: {}\norders:\n  army: consular\n",
        "qL8B7x1ZTtC2v0yWmE4RkA=="
    );
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    let pasted = String::from_utf8(SignedText::join(text.as_bytes(), &signature)).unwrap();
    let (said, games) =
        answered(club.path(), &letter("Subject: Re: [zama] Combined Arms\n", &pasted));
    assert!(said.starts_with("refused:"), "{said}");
    assert_eq!(games, ["zama"]);
}

/// A key that counts in one game was replaced in the other: orders for the latter are refused, and their sender is
/// told.
#[test]
fn whoever_signs_with_a_key_that_was_replaced_in_this_game_alone_is_told() {
    let club = club();
    let path = |name: &str| club.path().join(name);
    for name in ["rome", "livia", "referee"] {
        fs::write(path(&format!("{name}.key")), key(name).to_openssh()).unwrap();
    }
    fs::write(path("livia"), key("livia").public_line()).unwrap();
    let change = |words: &[&str]| {
        let mut change = tabella();
        run(change.current_dir(club.path()).args(["-C", "zama", "change"]).args(words)).ended(0).out
    };
    let new = path("livia").display().to_string();
    let file = change(&["key", "rome", &new, "--reason", "lost"]).trim().to_owned();
    for (name, with) in
        [("heir", "livia.key"), ("rome", "rome.key"), ("referee", "zama/.tabella/referee.key")]
    {
        change(&["sign", &file, "--as", name, "--key", with]);
    }
    let mut form = tabella();
    form.current_dir(club.path()).args(["-C", "zama", "form", "--seat", "rome", "--salt"]);
    let text = run(&mut form).ended(0).out;
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    let pasted = String::from_utf8(SignedText::join(text.as_bytes(), &signature)).unwrap();
    let (said, games) = answered(club.path(), &letter("Subject: orders\n", &pasted));
    assert!(said.starts_with("refused:key") && said.contains("answered to rome@"), "{said}");
    assert_eq!(games, ["zama"]);
    let told = fs::read_to_string(answers(club.path()).pop().unwrap()).unwrap();
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("the key that rome had until"), "{told}");
    assert!(
        told.contains("Nothing has changed. The form of phase 1 is attached."),
        "nothing was filed: {told}"
    );
}
