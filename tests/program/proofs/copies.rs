//! Copies: what a stranger, or one seat, holds of a game that goes on.

use super::{codes, play, verdict};
use crate::second_verifier;
use crate::table::{Table, run, seats_of, tabella};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;
use tabella::cli::common::titles::packed_title;

fn hiding() -> impl Iterator<Item = &'static str> {
    let titles = tabella::catalogue::titles().iter().map(|title| title.slug());
    titles.filter(|title| packed_title(title).unwrap().hides())
}

fn hidden_games() -> Vec<(&'static str, Table)> {
    let game = |title: &'static str| {
        let seats = seats_of(title);
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let table = Table::of((title, None), "brisk", &[], &seats);
        play(&table, 2, 5);
        (title, table)
    };
    hiding().map(game).collect()
}

fn files(root: &Path) -> BTreeSet<String> {
    fn below(root: &Path, path: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(path).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                below(root, &path, found);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut found = BTreeSet::new();
    below(root, root, &mut found);
    found
}

fn is_secret(path: &str) -> bool {
    let inside = path.strip_prefix("turns/").and_then(|path| path.split_once('/'));
    inside.is_some_and(|(_, name)| record::owner(name).is_some())
}

#[test]
fn a_public_copy_shows_nothing_secret_and_proves_all_the_rest() {
    for (title, table) in hidden_games() {
        let out = table.beside("public");
        table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
        let shown = files(&out);
        assert!(!shown.iter().any(|path| is_secret(path)), "{title}: {shown:?}");
        assert!(shown.iter().all(|path| !path.contains(".tabella")), "{title}: {shown:?}");
        let (code, found) = verdict(&out, &[]);
        assert_eq!((code, codes(&found).len()), (0, 0), "{title}: {found}");
        assert_eq!(found["proof"], "consistent-to", "{title}: {found}");
        let next = table.game().turn.next.unwrap();
        let told = (&found["next"]["phase"], &found["next"]["awaited"], &found["outcome"]);
        assert_eq!(told, (&3.into(), &next.awaited.into(), &serde_json::Value::Null), "{title}");
        assert!(found["notes"].to_string().contains("not applied, because hidden.yaml is sealed"));
        let sealed: BTreeSet<&str> = found["sealed_files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|path| path.as_str().unwrap())
            .collect();
        let secret: BTreeSet<String> = files(&table.root())
            .into_iter()
            .filter(|path| path.starts_with("turns/") && is_secret(path))
            .collect();
        assert_eq!(sealed, secret.iter().map(String::as_str).collect(), "{title}");
        let text = run(tabella().arg("verify").arg(&out)).ended(0).out;
        let last = text.lines().last().unwrap();
        assert_eq!(
            last,
            format!("consistent to record 2, {} files sealed", sealed.len()),
            "{title}"
        );
        run(tabella().arg("verify").arg(&out).args(["--need", "proven"])).ended(1);
    }
}

#[test]
fn a_copy_for_a_seat_adds_what_is_its_own() {
    for (title, table) in hidden_games() {
        let seats: Vec<String> =
            table.game().session.charter.seat_names().map(str::to_owned).collect();
        let (seat, out) = (&seats[0], table.beside("own"));
        table.tabella(&["share", "copy", "--seat", seat, out.to_str().unwrap()]).ended(0);
        let shown = files(&out);
        let ours = [
            format!("report-{seat}.md"),
            format!("view-{seat}.yaml"),
            format!("{seat}.yaml"),
            format!("{seat}.yaml.sig"),
        ];
        let others = |path: &&String| {
            is_secret(path) && !ours.iter().any(|name| path.ends_with(&format!("/{name}")))
        };
        assert_eq!(shown.iter().find(others), None, "{title}");
        assert!(shown.contains(&format!("turns/0002/report-{seat}.md")), "{title}: {shown:?}");
        assert_eq!(verdict(&out, &[]).0, 0, "{title}");
        let report =
            |seat: &str| run(tabella().arg("-C").arg(&out).args(["report", "--seat", seat]));
        assert!(!report(seat).ended(0).out.is_empty(), "{title}");
        report(&seats[1]).ended(4);
        table.tabella(&["share", "copy", "--seat", "gaul", out.to_str().unwrap()]).ended(2);
    }
}

#[test]
fn reading_commands_work_in_a_copy() {
    let (_, table) = hidden_games().remove(0);
    let out = table.beside("public");
    table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
    let there = |arguments: &[&str]| run(tabella().arg("-C").arg(&out).args(arguments));
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["report", "--log"],
        &["report"],
        &["report", "--phase", "1", "--format", "md"],
        &["report", "--format", "html"],
        &["map", "--svg"],
        &["report", "--story"],
    ] {
        let shown = there(arguments).ended(0).out;
        assert!(!shown.is_empty(), "{arguments:?}");
    }
    let status = there(&["status"]).out;
    assert!(status.contains("record 2, a copy\n") && status.contains("\nfiled     nobody yet\n"));
    there(&["report", "--phase", "9"]).ended(2);
    let pages = table.beside("pages");
    there(&["report", "--all", pages.to_str().unwrap()]).ended(0);
    for number in ["0000", "0001", "0002"] {
        for name in ["report.html", "map.svg"] {
            let sealed = fs::read(out.join("turns").join(number).join(name)).unwrap();
            assert_eq!(fs::read(pages.join(number).join(name)).unwrap(), sealed, "{number}/{name}");
        }
    }
    // A page says in one sentence that a copy cannot tell something.
    let at = table.beside("replay.html");
    let at = at.to_str().unwrap();
    for (arguments, told) in [
        (&["report", "--json"][..], "a copy holds only the recorded reports"),
        (&["report", "--story", "--json"], "a copy holds only the recorded reports"),
        (&["report", "--seat", "rome"], "its report is in the copy of that seat"),
        (&["map", "--seat", "rome"], "what it sees is in the copy of that seat"),
        (&["report", "--all", at, "--replay"], "cannot be made from a copy with sealed files"),
        (&["analyse", "replay", "--out", at], "cannot be made from a copy with sealed files"),
        (&["share", "receipt", "--seat", "rome"], "the referee keeps it"),
    ] {
        let refused = there(arguments);
        assert!(matches!(refused.code, Some(1 | 4)), "{arguments:?}: {:?}", refused.code);
        let said = format!("{}{}", refused.out, refused.err);
        let program = arguments.contains(&"--json");
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(program || !said.trim().contains('\n'), "{arguments:?}: {said}");
    }
}

/// The public map in a copy is drawn from what everybody sees, and is the same as the whole game's.
#[test]
fn the_map_of_a_copy_is_the_one_of_the_whole_game() {
    for (title, table) in hidden_games() {
        let (out, own) = (table.beside("public"), table.beside("own"));
        let seat = seats_of(title)[0].clone();
        table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
        table.tabella(&["share", "copy", "--seat", &seat, own.to_str().unwrap()]).ended(0);
        for arguments in [
            &["map"][..],
            &["map", "--words"],
            &["map", "--words", "--phase", "1"],
            &["map", "--svg", "--style", "engraved"],
        ] {
            let whole = table.tabella(arguments).ended(0).out;
            for copy in [&out, &own] {
                let here = run(tabella().arg("-C").arg(copy).args(arguments)).ended(0).out;
                assert_eq!(here, whole, "{title}: {arguments:?}");
            }
        }
        let again =
            run(tabella().arg("-C").arg(&own).args(["map", "--seat", &seat, "--phase", "1"]));
        assert!(again.ended(1).err.contains("leave out --phase"), "{title}");
    }
}

/// Copies tell who has filed, and nothing about who needs no file because earlier orders answer for them.
#[test]
fn a_copy_says_who_has_filed_and_never_who_is_awaited() {
    let table = super::waiting::opened("");
    let (out, own) = (table.beside("public"), table.beside("own"));
    let publish = || {
        table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
        table.tabella(&["share", "copy", "--seat", "rome", own.to_str().unwrap()]).ended(0);
    };
    let status = |copy: &Path, more: &[&str]| {
        run(tabella().arg("-C").arg(copy).arg("status").args(more)).ended(0)
    };
    publish();
    for copy in [&out, &own] {
        let said = status(copy, &[]).out;
        assert!(said.contains("\nasked     rome, carthage\nfiled     rome\n"), "{said}");
        assert!(!said.to_lowercase().contains("awaited"), "{said}");
        assert_eq!(status(copy, &["--json"]).json()["filed"], serde_json::json!(["rome"]));
        assert_eq!(verdict(copy, &[]).0, 0);
    }
    // The file names seats alone: no revision, no digest, no time.
    let told = fs::read_to_string(out.join("filed.yaml")).unwrap();
    let keys: Vec<&str> = told.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(keys, ["tabella", "game", "phase", "after", "filed", "- rome"], "{told}");
    // Lines that somebody else wrote there are not shown, and a file of another phase says nothing of this one.
    for (from, to) in [("- rome", "- gaul"), ("game: zama", "game: other"), ("tabella: 1", "no: 1")]
    {
        fs::write(out.join("filed.yaml"), told.replacen(from, to, 1)).unwrap();
        let refused = run(tabella().arg("-C").arg(&out).arg("status")).ended(4);
        assert!(refused.err.contains("filed.yaml"), "{}", refused.err);
    }
    fs::write(out.join("filed.yaml"), told.replacen("phase: 3", "phase: 2", 1)).unwrap();
    assert!(!status(&out, &[]).out.contains("filed  "));
}

#[test]
fn a_copy_grows_with_its_game_and_is_no_other() {
    let table = Table::of(("punica", None), "brisk", &[], &["rome", "carthage"]);
    play(&table, 1, 5);
    let out = table.beside("public");
    let publish = || table.tabella(&["share", "copy", out.to_str().unwrap()]);
    publish().ended(0);
    play(&table, 1, 6);
    publish().ended(0);
    assert!(out.join("turns/0002/state.yaml").exists());
    assert_eq!(verdict(&out, &[]).0, 0);
    fs::write(out.join("turns/0001/state.yaml"), "mine\n").unwrap();
    publish().ended(4);
    let other = table.beside("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("notes.txt"), "mine\n").unwrap();
    table.tabella(&["share", "copy", other.to_str().unwrap()]).ended(4);
    assert_eq!(files(&other).len(), 1);
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=x", "-c", "user.email=x@example.org"]);
    let output = git.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Lays beside the published files what a player or a referee works with; git must take none of it.
fn lay_strays(root: &Path, seat: &str) {
    for path in [
        format!("{seat}.html"),
        format!("{seat}.json"),
        format!("{seat}.yaml"),
        format!("{seat}.yaml.sig"),
        format!("{seat}.yaml.age"),
        format!("{seat}.head.sig"),
        format!(".{seat}.yaml.swp"),
        "map.png".to_owned(),
        "letter.eml".to_owned(),
        "notes".to_owned(),
        "sheets/old.html".to_owned(),
        "inbox/0003/stray.txt".to_owned(),
        "receipts/0003/stray.yaml".to_owned(),
        "data/position.yaml".to_owned(),
        "turns/0001/.hidden.yaml.swp".to_owned(),
        "turns/0001/hidden.yaml~".to_owned(),
        "turns/0001/sheet.pdf".to_owned(),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "stray\n").unwrap();
    }
}

/// The files tracked by git in a folder that contain a stray's text.
fn strays_taken(root: &Path) -> Vec<String> {
    let taken = files(root).into_iter().filter(|path| !path.starts_with(".git/"));
    taken.filter(|path| fs::read(root.join(path)).unwrap() == b"stray\n").collect()
}

#[test]
fn what_git_takes_of_a_running_game_is_a_public_copy() {
    for (title, table) in hidden_games() {
        let (root, clone) = (table.root(), table.beside("clone"));
        // Somebody took the rule away; the next command that writes restores it.
        fs::write(root.join(".gitignore"), "mine\n").unwrap();
        play(&table, 1, 7);
        let rules = fs::read_to_string(root.join(".gitignore")).unwrap();
        assert!(rules.starts_with("mine\n") && rules.contains("\n/turns/*/*\n"), "{rules}");
        lay_strays(&root, "rome");
        git(&root, &["init", "-q"]);
        git(&root, &["add", "-A"]);
        git(&root, &["commit", "-qm", "turn"]);
        git(&root, &["clone", "-q", ".", clone.to_str().unwrap()]);
        let shown = files(&clone);
        let secret = |path: &&String| {
            !path.starts_with(".git/") && (is_secret(path) || path.starts_with(".tabella"))
        };
        assert_eq!(shown.iter().find(secret), None, "{title}");
        assert_eq!(strays_taken(&clone), [""; 0], "{title}");
        let (code, found) = verdict(&clone, &[]);
        assert_eq!((code, codes(&found).len()), (0, 0), "{title}: {found}");
    }
}

#[test]
fn what_a_copy_lacks_beyond_the_secret_is_a_finding() {
    let (_, table) = hidden_games().remove(0);
    let out = table.beside("public");
    table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
    for name in ["state.yaml", "events.yaml", "turn.yaml", "report.md", "SHA256SUMS"] {
        let path = out.join("turns/0001").join(name);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let (code, found) = verdict(&out, &[]);
        assert_eq!(code, 1, "{name}: {found}");
        assert!(codes(&found).contains(&"V-missing"), "{name}: {found}");
        fs::write(&path, bytes).unwrap();
    }
    // Half of a pair.
    let own = table.beside("rome");
    table.tabella(&["share", "copy", "--seat", "rome", own.to_str().unwrap()]).ended(0);
    let orders = files(&own).into_iter().find(|path| path.ends_with("/orders/rome.yaml.sig"));
    fs::remove_file(own.join(orders.expect("rome has filed"))).unwrap();
    assert!(codes(&verdict(&own, &[]).1).contains(&"V-missing"));
}

#[test]
fn a_finished_game_is_published_whole_and_must_stay_so() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("copy");
    run(tabella().arg("-C").arg(&example).args(["share", "copy"]).arg(&out)).ended(0);
    let (code, found) = verdict(&out, &[]);
    assert_eq!((code, found["proof"].as_str()), (0, Some("proven")), "{found}");
    assert!(found["outcome"]["reason"].is_string(), "{found}");
    fs::remove_file(out.join("turns/0001/hidden.yaml")).unwrap();
    let (code, found) = verdict(&out, &[]);
    assert_eq!(code, 1, "{found}");
    assert!(codes(&found).iter().all(|code| *code == "V-missing"), "{found}");
}

/// The files that a stranger had of a recorded game one record before its end.
fn before_the_end(title: &str, folder: &Path) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example");
    let paths = files(&example);
    let last = paths.iter().filter(|path| path.ends_with("/turn.yaml")).max().unwrap();
    let last = last.trim_end_matches("turn.yaml");
    for path in paths.iter().filter(|path| !path.starts_with(last) && !is_secret(path)) {
        let to = folder.join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(example.join(path), to).unwrap();
    }
}

/// Each recorded game of a title that hides something, as a stranger had it during the game: both verifiers find
/// nothing against it, and say what is sealed.
#[test]
fn a_stranger_verifies_a_running_game_of_every_hidden_title() {
    for title in hiding() {
        let folder = tempfile::tempdir().unwrap();
        before_the_end(title, folder.path());
        let (code, found) = verdict(folder.path(), &[]);
        assert_eq!((code, codes(&found).len()), (0, 0), "{title}: {found}");
        assert_eq!(found["proof"], "consistent-to", "{title}: {found}");
        let sealed = found["sealed_files"].as_array().unwrap();
        assert!(sealed.len() > 10, "{title}: {sealed:?}");
        let second = second_verifier::run(&[folder.path().as_os_str()]);
        let said = second_verifier::said(&second);
        assert!(second.status.success() && said.contains(" files sealed"), "{title}: {said}");
    }
}

#[test]
fn visible_rolls_of_a_copy_are_held_to_their_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    before_the_end("de-bello-punico", out);
    let (code, found) = verdict(out, &[]);
    assert_eq!(code, 0, "{found}");
    assert!(found["rolls"].as_u64().unwrap() > 0, "{found}");
    let rolled = |path: &&String| {
        path.ends_with("/events.yaml")
            && fs::read_to_string(out.join(path)).is_ok_and(|text| text.contains("faces:\n"))
    };
    let paths = files(out);
    let path = out.join(paths.iter().find(rolled).expect("somebody rolled"));
    let text = fs::read_to_string(&path).unwrap();
    let at = text.find("faces:\n").unwrap();
    let face = text[at..].find("- ").unwrap() + at + 2;
    let other = if &text[face..=face] == "1" { "2" } else { "1" };
    fs::write(&path, format!("{}{other}{}", &text[..face], &text[face + 1..])).unwrap();
    assert!(codes(&verdict(out, &[]).1).contains(&"V-roll"));
}

#[test]
fn an_archive_holds_what_a_copy_holds_and_says_what_it_left_out() {
    let (_, table) = hidden_games().remove(0);
    let out = table.beside("zama.tar");
    let export = |out: &Path| {
        run(tabella()
            .args(["share", "archive"])
            .arg(table.root())
            .arg(out)
            .args(["--seat", "rome"]))
    };
    let told = export(&out).ended(0).err;
    assert!(told.contains("left out: .tabella/, which is private to the referee ("), "{told}");
    assert!(told.contains("left out: turns/0001/hidden.yaml, which is sealed"), "{told}");
    assert!(!told.contains("left out: turns/0001/report-rome.md"), "{told}");
    export(&out).ended(4);
    let again = table.beside("again.tar");
    export(&again).ended(0);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&again).unwrap());
    let unpacked = table.beside("unpacked");
    fs::create_dir(&unpacked).unwrap();
    let tar = Command::new("tar").arg("xf").arg(&out).current_dir(&unpacked).status().unwrap();
    assert!(tar.success());
    // Unpacked files of a seat can be read only by their owner.
    let mode = fs::metadata(unpacked.join("zama/turns/0002/report-rome.md")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o600);
    let shown = files(&unpacked.join("zama"));
    let secret = |path: &&String| path.contains(".tabella") || path.ends_with("hidden.yaml");
    assert_eq!(shown.iter().find(secret), None);
    assert!(shown.contains("turns/0002/report-rome.md"), "{shown:?}");
    assert_eq!(verdict(&unpacked.join("zama"), &[]).0, 0);
}

#[test]
fn copies_show_the_changes_that_wait_and_are_copied_again() {
    let (_, table) = hidden_games().remove(0);
    let reason = ["--reason", "she has gone to sea"];
    table.tabella(&[&["change", "resign", "rome"][..], &reason].concat()).ended(0);
    let (out, again) = (table.beside("public"), table.beside("again"));
    table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
    let there = |arguments: &[&str]| run(tabella().arg("-C").arg(&out).args(arguments));
    let listed = there(&["change", "list"]).ended(0).out;
    assert!(listed.contains("notices/0003/01-resign.yaml"), "{listed}");
    there(&["share", "copy", again.to_str().unwrap()]).ended(0);
    assert_eq!(files(&out), files(&again));
    let archive = table.beside("public.tar");
    run(tabella().args(["share", "archive"]).arg(&out).arg(&archive)).ended(0);
    there(&["report", "--format", "md", "--templates", "/tmp"]).ended(1);
}

#[test]
fn git_takes_nothing_of_a_seats_copy_that_is_the_seats_alone() {
    for (title, table) in hidden_games() {
        let out = table.beside("own");
        let seat = seats_of(title)[0].clone();
        let publish = || table.tabella(&["share", "copy", "--seat", &seat, out.to_str().unwrap()]);
        publish().ended(0);
        // Lines that the player wrote stay: above the rule where it was taken away, and below it as an exception.
        fs::write(out.join(".gitignore"), "mine\n").unwrap();
        publish().ended(0);
        let rules = fs::read_to_string(out.join(".gitignore")).unwrap();
        fs::write(out.join(".gitignore"), format!("{rules}!/README.md\n")).unwrap();
        publish().ended(0);
        fs::write(out.join("README.md"), "for all\n").unwrap();
        lay_strays(&out, &seat);
        git(&out, &["init", "-q"]);
        git(&out, &["add", "-A"]);
        git(&out, &["commit", "-qm", "turn"]);
        let clone = table.beside("clone");
        git(&out, &["clone", "-q", ".", clone.to_str().unwrap()]);
        let shown = files(&clone);
        let secret = |path: &&String| {
            !path.starts_with(".git/") && (is_secret(path) || path.as_str() == "view.yaml")
        };
        assert_eq!(shown.iter().find(secret), None, "{title}");
        assert_eq!(strays_taken(&clone), [""; 0], "{title}");
        assert!(shown.contains("README.md"), "{title}: {shown:?}");
        let rules = fs::read_to_string(clone.join(".gitignore")).unwrap();
        assert!(rules.starts_with("mine\n") && rules.ends_with("!/README.md\n"), "{rules}");
        assert_eq!(verdict(&clone, &[]).0, 0, "{title}");
    }
}

#[test]
fn a_record_taken_back_is_not_handed_on() {
    let (_, table) = hidden_games().remove(0);
    fs::remove_dir_all(table.path("turns/0002")).unwrap();
    let out = table.beside("public");
    let said = table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(4).err;
    assert!(said.contains("record 2 was signed here") && !out.exists(), "{said}");
    let said = table.tabella(&["git", "init", table.root().to_str().unwrap()]).ended(4).err;
    assert!(said.contains("record 2 was signed here"), "{said}");
}
