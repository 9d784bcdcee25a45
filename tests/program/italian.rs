//! What commands say in Italian of themselves, and the page on which a game is followed.

use crate::table::{run, tabella};
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
        (&["explain", "--lang", "it"], "manca: `--seat"),
        (&["codes", "--lang", "it", "E-phrase"], "Intendevi `E-phase`?"),
    ] {
        let ended = run(tabella().arg("-C").arg(example("punica")).args(arguments)).ended(2);
        assert!(ended.err.contains(said), "{arguments:?}: {}", ended.err);
        assert!(!ended.err.contains("error:"), "{arguments:?}: {}", ended.err);
    }
}

#[test]
fn a_code_is_explained_in_its_language() {
    let told = run(tabella().args(["codes", "--lang", "it", "E-phase"])).ended(0).out;
    assert!(told.contains("E-phase  errore: il file risponde a un'altra fase"), "{told}");
    assert!(told.contains("-> rispondi al modulo più recente"), "{told}");
}

#[test]
fn a_game_is_followed_in_its_language() {
    let place = tempfile::tempdir().unwrap();
    for title in ["punica", "de-bello-punico"] {
        let out = place.path().join(format!("{title}.html"));
        let mut command = tabella();
        command.arg("replay").arg(example(title)).args(["--lang", "it", "--out"]).arg(&out);
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
