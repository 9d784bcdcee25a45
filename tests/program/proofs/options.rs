//! Options and tempo of a running game, and who may change what: both are changed in the open, and never back unseen.

use super::history::{agree, game, path, ruling, state, turn};
use super::verdict;
use crate::second_verifier::agrees;
use crate::table::{Run, Table, key, recorded, run, seats_of, tabella};
use crate::tampering::papers::Papers;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::store::Folder;
use tabella::store::records::changes;

const ALL: [(&str, &str); 3] = [("rome", "rome"), ("carthage", "carthage"), ("referee", "referee")];

/// Proposes a change that everybody agrees to, and seals its record.
fn done(table: &Table, change: &[&str]) {
    let file = agree(table, change, &ALL);
    table.tabella(&["change", "apply", &file]).ended(0);
}

/// Asserts that both verifiers find a change that does not count, in a record sealed by its referee.
fn found(mut papers: Papers, number: u32, what: &str) {
    papers.seal_anew(number, &key("referee"));
    let verdict = papers.verify();
    let folder = format!("turns/{number:04}/");
    let named = |code: &str| {
        verdict.findings.iter().any(|one| one.code == code && one.path.starts_with(&folder))
    };
    assert!(named("V-change"), "{what}: {:?}", verdict.findings);
    agrees(&papers, &verdict, what);
}

#[test]
fn options_and_tempo_are_changed_by_all_and_the_rules_obey() {
    let table = game();
    let change = ["options", "round-limit=30", "stall-limit=20", "--tempo", "full"];
    done(&table, &change);
    let now = state(&table, 2)["options"].clone();
    let expected = serde_json::json!([30, 20, "full"]);
    assert_eq!(serde_json::json!([now["round-limit"], now["stall-limit"], now["tempo"]]), expected);
    let report = table.tabella(&["report"]).ended(0).out;
    assert!(report.contains("round-limit 30"), "{report}");
    turn(&table, "rome", "rome");
    let (code, found_by_all) = verdict(&table.root(), &["--need", "proven"]);
    assert_eq!(code, 0, "{found_by_all}");
    let told = "from record 2 on, the game is played with round-limit 30, stall-limit 20, tempo full: \
                replace /state/options/round-limit: 30";
    assert!(found_by_all["notes"].to_string().contains(told), "{found_by_all}");
    let papers = Papers::of(&table.root());
    agrees(&papers, &papers.verify(), "other options");
    let mut bent = papers.clone();
    bent.edit("turns/0002/state.yaml", "round-limit: 30", "round-limit: 80");
    bent.edit("turns/0002/hidden.yaml", "round-limit: 30", "round-limit: 80");
    found(bent, 2, "another value than was agreed on");
    let mut alone = papers;
    alone.remove("turns/0002/changes/01-options.yaml.carthage.sig");
    found(alone, 2, "without one of the seats");
}

#[test]
fn options_that_shaped_the_opening_or_that_there_are_not_are_refused() {
    let table = game();
    for (change, word) in [
        (&["map=ridges"][..], "determined the opening"),
        (&["handicap-rome=1"], "rome has 16 units of 15"),
        (&["round-limit=50"], "already played this way"),
        (&["--tempo", "brisk"], "already played this way"),
        (&["round-limit=many"], "round-limit"),
        (&["mood=grim"], "mood"),
        (&["--tempo", "slow"], "unknown tempo"),
        (&["round-limit"], "NAME=VALUE"),
    ] {
        let arguments = [&["change", "options"], change, &["--reason", "so"]].concat();
        let said = table.tabella(&arguments);
        assert_ne!(said.code, Some(0), "{change:?}");
        assert!(said.err.contains(word), "{change:?}: {}", said.err);
    }
    assert!(table.files("notices").is_empty());
    // The change that all sign and the effect of the options are one thing.
    let file = agree(&table, &["options", "round-limit=30"], &[]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n  value: 30\n"), "{text}");
    fs::write(&file, text.replace("\n  value: 30\n", "\n  value: 80\n")).unwrap();
    for (name, with) in ALL {
        let with = path(&table, with);
        table.tabella(&["change", "sign", &file, "--as", name, "--key", &with]).ended(0);
    }
    let said = table.tabella(&["change", "apply", &file]).ended(4).err;
    assert!(said.contains("the new options lead to another value"), "{said}");
    table.holds();
}

/// A game of a title's first scenario with a key file for everybody in it, and everybody's names.
fn of(title: &str) -> (Table, Vec<String>) {
    let mut names = seats_of(title);
    let seats: Vec<&str> = names.iter().map(String::as_str).collect();
    let table = Table::of((title, None), "brisk", &[], &seats);
    names.push("referee".to_owned());
    for name in &names {
        fs::write(table.beside(name), key(name).to_openssh()).unwrap();
    }
    (table, names)
}

#[test]
fn options_are_changed_and_states_corrected_in_every_title() {
    for (title, option, place, square, value) in [
        ("combined-arms", "repetition=0", "repetition", "options/flank", "wide"),
        ("punica", "quiet=60", "quiet", "options/escort", "true"),
        ("metaurus", "turn-limit=12", "turn_limit", "options/gauls", "false"),
        ("duelling-republics", "years=4", "years", "players/0/vp", "3"),
    ] {
        let (table, names) = of(title);
        let all: Vec<(&str, &str)> =
            names.iter().map(|name| (name.as_str(), name.as_str())).collect();
        let patch = format!("- {{op: replace, path: /state/{square}, value: {value}}}\n");
        let patch = ruling(&table, &patch);
        let changes: [&[&str]; 2] = [&["options", option, "--tempo", "full"], &["ruling", &patch]];
        for change in changes {
            let file = agree(&table, change, &all);
            table.tabella(&["change", "apply", &file]).ended(0);
        }
        let copy = path(&table, "copy");
        table.tabella(&["share", "copy", &copy]).ended(0);
        for folder in [table.root(), copy.into()] {
            let (code, found) = verdict(&folder, &[]);
            let told = found["notes"].to_string();
            assert_eq!(code, 0, "{title}: {found}");
            assert!(told.contains(&format!("replace /state/options/{place}: ")), "{told}");
            assert!(
                told.contains(&format!("the referee rules: replace /state/{square}: ")),
                "{told}"
            );
            let papers = Papers::of(&folder);
            agrees(&papers, &papers.verify(), title);
        }
        // A state that was bent beside what was agreed on, as everybody sees it.
        let mut bent = Papers::of(&table.root());
        let state = bent.text("turns/0002/state.yaml");
        let line = state.lines().find(|line| line.contains("tempo: full")).unwrap();
        bent.edit("turns/0002/state.yaml", line, &line.replace("full", "brisk"));
        bent.remove_if_there("turns/0002/hidden.yaml");
        found(bent, 2, title);
    }
}

/// A sandbox of Combined Arms that begins where a unit falls back and its seat is asked where to.
fn halted(place: &Path) -> PathBuf {
    let waits = |root: &PathBuf, number: u32| {
        let hidden = fs::read_to_string(root.join(format!("turns/{number:04}/hidden.yaml")));
        hidden.is_ok_and(|text| text.contains("\nhalted:\n"))
    };
    let mut found = recorded().into_iter().filter(|(slug, _)| *slug == "combined-arms");
    let found = found.find_map(|(_, root)| {
        let number = (1..200).find(|number| waits(&root, *number))?;
        Some((root, number))
    });
    let (example, number) = found.expect("a recorded game asks where a unit falls back to");
    let root = place.join("sandbox");
    let mut fork = tabella();
    fork.args(["analyse", "fork"]).arg(example).arg(&root).args(["--at", &number.to_string()]);
    run(&mut fork).ended(0);
    root
}

fn propose(root: &Path, change: &[&str]) -> Run {
    let mut command = tabella();
    command.arg("-C").arg(root).arg("change").args(change).args(["--reason", "so"]);
    run(&mut command)
}

/// A halted resolution is repeated from its beginning, which a change of options would not reach.
#[test]
fn options_do_not_change_in_the_middle_of_a_resolution() {
    let place = tempfile::tempdir().unwrap();
    let root = halted(place.path());
    let said = propose(&root, &["options", "round-limit=80"]);
    assert_ne!(said.code, Some(0));
    assert!(said.err.contains("in the middle of a resolution"), "{}", said.err);
    let folder = Folder::find(&root).unwrap();
    assert!(changes::waiting_in_copy(&folder).unwrap().is_empty());
}

/// If the program turns out to be wrong at a question, the referee goes on by a ruling.
#[test]
fn a_ruling_closes_a_question_in_the_middle_of_a_phase() {
    let place = tempfile::tempdir().unwrap();
    let root = halted(place.path());
    let text = fs::read_to_string(root.join("turns/0000/state.yaml")).unwrap();
    let state = record::exchange::yaml::parse(&text).unwrap().plain_value()["state"].clone();
    let asked = state["asked"]["unit"].as_str().unwrap();
    let units = state["units"].as_array().unwrap();
    let at = units.iter().position(|unit| unit["id"] == asked).unwrap();
    let heals = format!(
        "- {{op: remove, path: /state/units/{at}/damage}}\n- {{op: remove, path: /state/units/{at}/made-by}}\n"
    );
    let file = place.path().join("ruling.yaml");
    let rules = |operations: &str| {
        fs::write(&file, operations).unwrap();
        propose(&root, &["ruling", file.to_str().unwrap()])
    };
    let open = rules(&heals);
    assert_ne!(open.code, Some(0));
    assert!(open.err.contains("{op: remove, path: /state/asked}"), "{}", open.err);
    let change = rules(&format!("- {{op: remove, path: /state/asked}}\n{heals}")).ended(0);
    let change = change.out.trim();
    let at_table = |arguments: &[&str]| {
        run(tabella().arg("-C").arg(&root).arg("change").args(arguments)).ended(0);
    };
    for seat in ["rome", "carthage", "referee"] {
        let key = if seat == "referee" { seat.to_owned() } else { format!("seat-{seat}") };
        let key = root.join(format!(".tabella/{key}.key"));
        at_table(&["sign", change, "--as", seat, "--key", key.to_str().unwrap()]);
    }
    at_table(&["apply", change]);
    let hidden = fs::read_to_string(root.join("turns/0001/hidden.yaml")).unwrap_or_default();
    assert!(!hidden.contains("\nhalted:\n"), "the question is still open");
    let papers = Papers::of(&root);
    let verdict = papers.verify();
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    agrees(&papers, &verdict, "a ruling on a question");
    // The side on turn is asked for the rest of the phase.
    run(tabella().arg("-C").arg(&root).args(["form", "--seat", "rome"])).ended(0);
}

/// While a question is open, a public copy holds only the position in the middle of a phase.
#[test]
fn a_public_copy_does_not_fork_from_the_middle_of_a_resolution() {
    let place = tempfile::tempdir().unwrap();
    let root = halted(place.path());
    let (public, fork) = (place.path().join("public"), place.path().join("fork"));
    run(tabella().arg("-C").arg(&root).args(["share", "copy"]).arg(&public)).ended(0);
    let said = run(tabella().args(["analyse", "fork"]).arg(&public).arg(&fork)).ended(1);
    assert!(said.err.contains("has stopped at a question"), "{}", said.err);
}

/// Verification layers in git projects were broken by trusting an old policy again, and by a policy in the middle of a
/// range.
#[test]
fn a_policy_of_the_past_is_trusted_no_more() {
    let table = game();
    let policy = |word: &str| {
        let file = table.beside(&format!("{word}.yaml"));
        fs::write(&file, format!("consent:\n  ruling:\n  - {word}\n")).unwrap();
        done(&table, &["charter", file.to_str().unwrap()]);
    };
    let rule = |facing: &str, by: &[(&str, &str)]| {
        let text = format!("- {{op: replace, path: /state/units/3/facing, value: {facing}}}\n");
        agree(&table, &["ruling", &ruling(&table, &text)], by)
    };
    policy("referee");
    let file = rule("s", &ALL[2..]);
    table.tabella(&["change", "apply", &file]).ended(0);
    policy("referee+all");
    let file = rule("w", &ALL[2..]);
    table.tabella(&["change", "apply", &file]).ended(1);
    for (name, with) in &ALL[..2] {
        let with = path(&table, with);
        table.tabella(&["change", "sign", &file, "--as", name, "--key", &with]).ended(0);
    }
    table.tabella(&["change", "apply", &file]).ended(0);
    let (code, all) = verdict(&table.root(), &["--need", "proven"]);
    assert_eq!(code, 0, "{all}");
    let told = all["notes"].to_string();
    assert!(told.contains("less consent than usual for: ruling"), "{told}");
    let good = Papers::of(&table.root());
    agrees(&good, &good.verify(), "a policy that was weak for a while");
    // The policy of record 2 once more, in the place of the newer one, and behind it.
    let mut back = good.clone();
    for seat in ["rome", "carthage"] {
        back.remove(&format!("turns/0005/changes/01-ruling.yaml.{seat}.sig"));
    }
    found(back, 5, "by the policy of record 2");
    let mut again = good.clone();
    for name in ["", ".rome.sig", ".carthage.sig", ".referee.sig"] {
        let [from, to] =
            [2, 4].map(|number| format!("turns/{number:04}/changes/01-charter.yaml{name}"));
        again.copy(&from, &to);
    }
    found(again, 4, "the change of record 2 in the place of the newer one");
    let mut dropped = good;
    for name in ["", ".rome.sig", ".carthage.sig", ".referee.sig"] {
        dropped.remove(&format!("turns/0004/changes/01-charter.yaml{name}"));
    }
    dropped.seal_anew(4, &key("referee"));
    let verdict = dropped.verify();
    assert!(verdict.findings.iter().any(|one| one.path.starts_with("turns/0004")), "{verdict:?}");
    agrees(&dropped, &verdict, "without the newer policy");
}
