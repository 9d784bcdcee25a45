//! Tests of commands in Italian, and of the page on which a game is followed.

use crate::table::{alone, run, tabella};
use std::fs;
use std::path::{Path, PathBuf};

fn example(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example")
}

#[test]
fn a_command_that_was_called_wrongly_is_answered_in_its_language() {
    for (arguments, said) in [
        (&["status", "--lang", "it", "--nonsense"][..], "qui non c'è un argomento `--nonsense`"),
        (&["report", "--lang=it", "--phase", "x"], "non accetta `x`"),
        (&["analyse", "explain", "--lang", "it"], "manca: `--seat"),
        (&["tools", "codes", "--lang", "it", "E-phrase"], "Intendevi `E-phase`?"),
    ] {
        let ended = run(tabella().arg("-C").arg(example("punica")).args(arguments)).ended(2);
        assert!(ended.err.contains(said), "{arguments:?}: {}", ended.err);
        assert!(!ended.err.contains("error:"), "{arguments:?}: {}", ended.err);
    }
}

#[test]
fn a_code_is_explained_in_its_language() {
    let told = run(tabella().args(["tools", "codes", "--lang", "it", "E-phase"])).ended(0).out;
    assert!(told.contains("E-phase  errore: il file risponde a un'altra fase"), "{told}");
    assert!(told.contains("-> rispondi al modulo più recente"), "{told}");
}

#[test]
fn a_game_is_followed_in_its_language() {
    let place = tempfile::tempdir().unwrap();
    for title in ["punica", "de-bello-punico"] {
        let out = place.path().join(format!("{title}.html"));
        let mut command = tabella();
        command
            .args(["analyse", "replay"])
            .arg(example(title))
            .args(["--lang", "it", "--out"])
            .arg(&out);
        run(&mut command).ended(0);
        let page = fs::read_to_string(out).unwrap();
        for said in [
            "<html lang=\"it\">",
            "passo per passo",
            "Prima del verbale 1<",
            ", come tutti possono",
        ] {
            assert!(page.contains(said), "{title}: no {said}");
        }
        for english in ["step by step", "Before record", "Step on", ">Nothing happened", ", turn "]
        {
            assert!(!page.contains(english), "{title}: {english}");
        }
    }
}

#[test]
fn a_proof_is_told_in_its_language() {
    for (title, proven) in [("punica", "provata"), ("de-bello-punico", "provata fino al verbale 7")]
    {
        let mut command = tabella();
        command.arg("verify").arg(example(title)).args(["--lang", "it"]);
        let told = run(&mut command).ended(0).out;
        assert!(told.ends_with(&format!("\n{proven}\n")), "{told}");
        for english in ["record", "hold", " were ", "won by"] {
            assert!(!told.contains(english), "{title}, {english}: {told}");
        }
        let no = "0".repeat(64);
        let mut command = tabella();
        command.arg("verify").arg(example(title)).args(["--lang", "it", "--start", &no]);
        let told = run(&mut command).ended(1).out;
        assert!(told.contains("NON quella che ti hanno detto"), "{told}");
        assert!(told.ends_with("\ni conti non tornano: 1 rilievo\n"), "{told}");
    }
}

fn turn(game: &Path, more: &[&str]) -> serde_json::Value {
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("turn.json");
    let mut command = tabella();
    command.arg("-C").arg(game).args(["form", "--sheet", "--seat", "rome"]).args(more);
    run(command.arg("--out").arg(&file)).ended(0);
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_practice_goes_on_in_the_language_in_which_it_was_begun() {
    let place = tempfile::tempdir().unwrap();
    for title in ["punica", "de-bello-punico"] {
        let game = alone(place.path(), title, &["--seat", "rome", "--lang", "it"]);
        let (own, english) = (turn(&game, &[]), turn(&game, &["--lang", "en"]));
        assert_eq!(own["lang"], "it");
        assert_eq!(own["sayings"], turn(&game, &["--lang", "it"])["sayings"]);
        assert_eq!(english["sayings"], serde_json::json!({ "page": [], "rules": [] }));
        // Signed parts are the same in every language.
        for field in ["game", "phase", "after", "hand", "data", "outline", "key"] {
            assert_eq!(own[field], english[field], "{title}: {field}");
        }
        let own = |text: &str| {
            text.lines()
                .filter(|line| !line.starts_with('#'))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let form = |turn: &serde_json::Value| own(turn["form"].as_str().unwrap());
        assert_eq!(form(&turn(&game, &[])), form(&english), "{title}: the form's own lines");
    }
}
