//! The commands one by one: what they print for programs, how they end, and what stands in a pipe.

use super::opening::played;
use super::{must, tool};
use crate::table::{Table, run, tabella};
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

/// Parses JSON, refusing repeated keys: readers disagree about such texts.
fn strict(text: &str) -> serde_json::Value {
    let script = "import json,sys\ndef once(pairs):\n    keys=[k for k,_ in pairs]\n    assert len(keys)==len(set(keys)),keys\n    return dict(pairs)\njson.load(sys.stdin,object_pairs_hook=once)";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("json");
    fs::write(&path, text).unwrap();
    must(&tool(folder.path(), "python3", &["-c", script], Some(&path)));
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_json_answer_can_be_read_by_a_program() {
    let game = played();
    fs::write(game.file("wrong.yaml"), "tabella: 1\n").unwrap();
    let titles = strict(&run(tabella().args(["rules", "--json"])).ended(0).out);
    assert!(
        titles[0]["scenarios"][0]["name"].is_string()
            && titles[0]["options"][0]["default"].is_string(),
        "{titles}"
    );
    assert_eq!(strict(&game.tabella(&["status", "--json"]).ended(0).out)["game"], "zama");
    assert_eq!(strict(&game.tabella(&["verify", "--json"]).ended(0).out)["replayed"], 4);
    let complaints = strict(&game.tabella(&["check", "wrong.yaml", "--json"]).ended(1).out);
    assert!(
        complaints["complaints"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["code"] == "E-missing" && one["fix"].is_string()),
        "{complaints}"
    );
    assert_eq!(strict(&game.tabella(&["resolve", "--json"]).ended(3).out)["result"], "waiting");
    let simulated = strict(
        &run(tabella().args(["tools", "simulate", "combined-arms", "--games", "2", "--json"]))
            .ended(0)
            .out,
    );
    assert_eq!(simulated["games"], 2);
    shards_of_a_series_are_the_whole();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/games/combined-arms/cases/acceptance.yaml");
    strict(&run(tabella().args(["tools", "case", cases, "--json"])).ended(0).out);
    let table = Table::deployed();
    let path = table.signed("carthage", table.orders("carthage", 1, "orders: []\n").as_bytes());
    let returned =
        strict(&table.tabella(&["submit", path.to_str().unwrap(), "--json"]).ended(1).out);
    assert_eq!(
        (returned["result"].as_str(), returned["complaints"][0]["code"].as_str()),
        (Some("returned"), Some("E-awaited"))
    );
}

#[test]
fn what_the_title_does_not_have_is_a_wrong_command_line() {
    let game = played();
    let seats = ["--seat", "rome=scipio.pub", "--seat", "carthage=hannibal.pub"];
    let new = |more: &[&str], code: i32, said: &str| {
        let run =
            run(tabella().current_dir(game.folder()).args(["new", "other"]).args(more)).ended(code);
        assert!(run.err.contains(said), "{more:?}: {}", run.err);
        assert!(!game.file("other").exists(), "{more:?} left something behind");
    };
    new(&[&["--game", "combined-armz"][..], &seats].concat(), 2, "Did you mean `combined-arms`?");
    let title = ["--game", "combined-arms"];
    for (more, said) in [
        (&["--scenario", "batle"][..], "did you mean `battle`?"),
        (&["--option", "firts=rome"], "did you mean `first`?"),
        (&["--option", "first=gaul"], "one of: rome, carthage, mobility"),
        (&["--option", "first"], "write --option NAME=VALUE"),
        (&["--option", "first=rome", "--option", "first=rome"], "given twice"),
        (&["--tempo", "slow"], "full or brisk"),
        (&["--days", "0"], "is not between 1 and 366"),
        (&["--mail", "rome=x"], "not a mail address"),
        (&["--mail", "gaul=a@example.org"], "there is no --seat gaul"),
        (&["--seat", "gaul=scipio.pub"], "no seat `gaul`"),
    ] {
        new(&[&title[..], &seats, more].concat(), 2, said);
    }
    new(&[&title[..], &seats[..2]].concat(), 2, "no seat `carthage`");
    new(
        &[&title[..], &["--seat", "rome=scipio", "--seat", "carthage=hannibal.pub"]].concat(),
        4,
        "private key",
    );
    new(
        &[&title[..], &["--seat", "rome=none.pub", "--seat", "carthage=hannibal.pub"]].concat(),
        4,
        "not found",
    );
    let again =
        run(tabella().current_dir(game.folder()).args(["new", "zama"]).args(title).args(seats))
            .ended(4);
    assert!(again.err.contains("not empty"), "{}", again.err);
}

#[test]
fn seats_and_records_that_are_none_are_a_wrong_command_line() {
    let game = played();
    for arguments in [
        &["form", "--seat", "gaul"][..],
        &["report", "--seat", "gaul"],
        &["map", "--seat", "gaul"],
        &["report", "--phase", "99"],
        &["resolve", "--absent", "gaul"],
        &["resolve", "--absent", "rome", "--deadline"],
        &["report", "--format", "pdf"],
        &["submit"],
        &["fight"],
    ] {
        let run = game.tabella(arguments).ended(2);
        assert!(!run.err.is_empty() && run.out.is_empty(), "{arguments:?}: {}", run.err);
    }
    run(&mut tabella()).ended(2);
}

#[test]
fn where_no_game_is_one_is_told_so() {
    let nowhere = tempfile::tempdir().unwrap();
    for arguments in [
        &["status"][..],
        &["report"],
        &["resolve"],
        &["verify"],
        &["form", "--seat", "rome"],
        &["check", "x.yaml"],
    ] {
        let run = run(tabella().current_dir(nowhere.path()).args(arguments)).ended(4);
        assert!(run.err.contains("not a game folder"), "{arguments:?}: {}", run.err);
    }
    let inside = played().root().join("turns/0001/orders");
    assert!(
        run(tabella().current_dir(inside).arg("status"))
            .ended(0)
            .out
            .starts_with("zama (combined-arms), record 3\n")
    );
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = run(tabella().arg("help")).ended(0).out;
    assert_eq!(help, run(tabella().arg("--help")).ended(0).out);
    assert!(help.contains("Exit codes:") && help.contains("tabella tools demo"), "{help}");
    let (listed, _) = help.split_once("Options:").unwrap();
    let names: Vec<&str> = listed
        .lines()
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let inner = match name {
            "analyse" => vec![name, "luck"],
            "change" => vec![name, "key"],
            "club" => vec![name, "tournament", "pair"],
            "key" => vec![name, "new"],
            "git" => vec![name, "hook", "install"],
            "mail" => vec![name, "send"],
            "share" => vec![name, "copy"],
            "tools" => vec![name, "case"],
            _ => vec![name],
        };
        let text = run(tabella().args(&inner).arg("--help")).ended(0).out;
        assert!(text.contains("Example:\n  tabella "), "{name}:\n{text}");
    }
}

#[test]
fn completions_and_the_manual_page_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(tabella().args(["tools", "completions", shell])).ended(0).out;
        assert!(script.contains("submit") && script.contains("resolve"), "{shell}");
    }
    let script = run(tabella().args(["tools", "completions", "bash"])).ended(0).out;
    let path = folder.path().join("tabella.bash");
    fs::write(&path, script).unwrap();
    let asked = "source tabella.bash; COMP_WORDS=(tabella su); COMP_CWORD=1; _tabella tabella su tabella; echo \"${COMPREPLY[@]}\"";
    assert_eq!(must(&tool(folder.path(), "bash", &["-c", asked], None)).trim(), "submit");
    let page = run(tabella().args(["tools", "man"])).ended(0).out;
    for part in [".TH tabella 1", "tabella\\-submit(1)", "tabella\\-verify(1)", "Exit codes"] {
        assert!(page.contains(part), "the manual page has no {part}");
    }
}

#[test]
fn a_reader_who_goes_away_is_no_trouble() {
    let game = played();
    for arguments in [
        &["report", "--story"][..],
        &["report", "--format", "html"],
        &["map", "--svg"],
        &["tools", "man"],
        &["verify", "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabella"))
            .arg("-C")
            .arg(game.root())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        let status = child.wait().unwrap();
        assert!(status.success() && told.is_empty(), "{arguments:?}: {status}\n{told}");
    }
}

#[test]
fn a_full_disk_behind_the_output_is_told() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_tabella"))
        .arg("-C")
        .arg(played().root())
        .arg("report")
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output: "), "{output:?}");
}

#[test]
fn a_form_with_the_salt_drawn_by_its_author_is_a_lawful_file() {
    let table = Table::new("full", &[]);
    for seat in ["rome", "carthage"] {
        let form = table.tabella(&["form", "--seat", seat, "--salt"]).ended(0).out;
        let path = table.signed(seat, form.as_bytes());
        table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    }
    table.tabella(&["resolve"]).ended(0);
    // Whoever is not asked may still file a salt and standing orders.
    let status = table.tabella(&["status", "--json"]).ended(0).json();
    let asked = status["awaited"][0]["seat"].as_str().unwrap().to_owned();
    let other = if asked == "rome" { "carthage" } else { "rome" };
    for seat in [other, &asked] {
        let form = table.tabella(&["form", "--seat", seat, "--salt"]).ended(0).out;
        table.tabella_reading(&["check", "-"], form.as_bytes()).ended(0);
        let path = table.signed(seat, form.as_bytes());
        table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    }
    table.tabella(&["resolve"]).ended(0);
    let record = table.files("turns/0002/orders");
    assert_eq!(record.len(), 4, "both files are in the record: {:?}", record.keys());
    table.holds();
}

#[test]
fn a_form_offers_the_next_revision() {
    let table = Table::new("brisk", &[]);
    let first = table.tabella(&["form", "--seat", "rome", "--salt"]).ended(0).out;
    assert!(first.contains("\nrevision: 1\n"), "{first}");
    let path = table.signed("rome", first.as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    let second = table.tabella(&["form", "--seat", "rome", "--salt"]).ended(0).out;
    assert!(second.contains("\nrevision: 2\n"), "{second}");
    let path = table.signed("rome", second.replace("final: true", "final: false").as_bytes());
    let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(0).out;
    assert!(said.contains("revision 2 (not final"), "{said}");
    let path = table.signed(
        "carthage",
        table.tabella(&["form", "--seat", "carthage", "--salt"]).ended(0).out.as_bytes(),
    );
    table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    let waiting = table.tabella(&["resolve"]).ended(3);
    assert!(waiting.err.contains("filed but not final: rome"), "{}", waiting.err);
    table.tabella(&["resolve", "--deadline"]).ended(0);
    assert!(table.path("turns/0001/orders/rome.yaml").exists());
    table.holds();
}

#[test]
fn an_absent_seat_is_played_by_the_fallback() {
    let table = Table::new("brisk", &[]);
    table.file("rome", crate::table::DEPLOY[0]);
    table.tabella(&["resolve", "--absent", "carthage"]).ended(0);
    let turn = fs::read_to_string(table.path("turns/0001/turn.yaml")).unwrap();
    assert!(turn.contains("absent:\n- carthage\n") && turn.contains("by: fallback"), "{turn}");
    let report = table.tabella(&["report"]).ended(0).out;
    assert!(report.contains("carthage") && report.contains("absent"), "{report}");
    table.holds();
}

#[test]
fn a_finished_game_is_told_and_not_continued() {
    let table = Table::deployed();
    table.file("rome", "orders:\n- resign: yes\n");
    let said = table.tabella(&["resolve"]).ended(0).out;
    assert!(said.contains("the game is over: won by carthage"), "{said}");
    assert!(table.tabella(&["status"]).ended(0).out.contains("over      won by carthage"));
    table.tabella(&["resolve"]).ended(3);
    assert_eq!(table.tabella(&["resolve", "--json"]).ended(3).json()["result"], "over");
    let late = table.orders("carthage", 1, "orders: []\n");
    let path = table.signed("carthage", late.as_bytes());
    assert!(table.tabella(&["submit", path.to_str().unwrap()]).ended(1).out.contains("E-over"));
    table.holds();
}

#[test]
fn the_demonstration_plays_tells_and_proves_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let demo = || {
        run(tabella().current_dir(folder.path()).args(["tools", "demo", "--seed", "1"]))
            .ended(0)
            .out
    };
    let said = demo();
    assert!(said.contains("proven") && said.contains("Open tabella-demo/turns/"), "{said}");
    let page = said.split_once("Open ").unwrap().1.split_once(" in a browser").unwrap().0;
    assert!(fs::read_to_string(folder.path().join(page)).unwrap().starts_with("<!doctype html>"));
    assert!(
        demo().contains("Open tabella-demo-2/turns/"),
        "a second demonstration needs no cleaning up"
    );
}

/// Two machines that each play a shard of a series together give what one gives alone.
fn shards_of_a_series_are_the_whole() {
    let place = tempfile::tempdir().unwrap();
    let series =
        "tools simulate punica --games 5 --seed 9 --swap --all easy --player rome=fair --json";
    let play = |more: &[&str]| run(tabella().args(series.split(' ')).args(more)).ended(0).out;
    let whole = play(&[]);
    assert_eq!(strict(&whole)["players"].as_object().unwrap().len(), 2, "{whole}");
    let file = |shard: u8| place.path().join(format!("{shard}.jsonl")).display().to_string();
    for (shard, word) in [(1, "1/2"), (2, "2/2")] {
        play(&["--shard", word, "--out", &file(shard)]);
    }
    let merge = |files: &[&str]| {
        run(tabella().args(["tools", "simulate", "--json", "--merge"]).args(files.iter().copied()))
    };
    assert_eq!(merge(&[&file(2), &file(1)]).ended(0).out, whole);
    let twice = merge(&[&file(1), &file(1)]).ended(1);
    assert!(twice.out.contains("already been counted"), "{}", twice.out);
}

#[test]
fn a_series_by_other_weights_says_so_and_is_never_joined_with_one_by_the_titles_own() {
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| place.path().join(name).display().to_string();
    let series = "tools simulate metaurus --games 2 --option turn-limit=2 --player rome=strong";
    let play = |more: &[&str]| run(tabella().args(series.split(' ')).args(more));
    let (own, other) = (file("own.jsonl"), file("other.jsonl"));
    play(&["--shard", "1/2", "--out", &own]).ended(0);
    play(&["--shard", "2/2", "--weight", "rome_change=90", "--out", &other]).ended(0);
    assert!(fs::read_to_string(&other).unwrap().contains("\"weights\":{\"rome_change\":90}"));
    assert!(!fs::read_to_string(&own).unwrap().contains("weights"));
    let joined =
        run(tabella().args(["tools", "simulate", "--json", "--merge", &own, &other])).ended(1);
    assert!(joined.out.contains("to a different series"), "{}", joined.out);
    let unknown = play(&["--weight", "rome_chang=1"]).ended(2);
    assert!(unknown.err.contains("no weight `rome_chang`"), "{}", unknown.err);
    let fraction = play(&["--weight", "rome_change=1.5"]).ended(2);
    assert!(fraction.err.contains("a whole number"), "{}", fraction.err);
}

#[test]
fn endings_of_a_title_without_sure_wins_are_none() {
    let endings = "tools simulate metaurus --games 1 --endings 3 --json";
    let told = run(tabella().args(endings.split(' '))).ended(0).json();
    assert_eq!((told["endings"].as_u64(), told["games"].as_u64()), (Some(0), Some(1)), "{told}");
}
