//! Tests of seats' views, and of the form of all texts of a record: the record commits to both.

use super::waiting::opened;
use crate::second_verifier::{Batch, run as second, said};
use crate::table::{Table, run, tabella};
use crate::tampering::papers::{Papers, Thing};
use record::sums::{SUMS_FILE, Sums};
use record::{Digest, Owner, PrivateKey, owner};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A running game of a title that hides something, and the key that seals it.
fn running() -> (Table, PrivateKey) {
    let table = opened("");
    let key = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
    (table, PrivateKey::parse(&key).unwrap())
}

fn copy_of(whole: &Papers, seat: Option<&str>) -> Papers {
    let shown = |path: &String| {
        let inside = path.strip_prefix("turns/").and_then(|path| path.split_once('/'));
        match inside.and_then(|(_, name)| owner(name)) {
            None => true,
            Some(Owner::Seat(name)) => Some(name) == seat,
            Some(Owner::Referee) => false,
        }
    };
    let things = whole.0.iter().filter(|(path, _)| shown(path));
    Papers(things.map(|(path, thing)| (path.clone(), thing.clone())).collect())
}

fn found(papers: &Papers) -> Vec<(&'static str, String)> {
    papers.verify().findings.into_iter().map(|one| (one.code, one.path)).collect()
}

/// The salt in a file that has it on a line of its own.
fn salt(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("salt: "));
    line.expect("a salt in a line of its own").to_owned()
}

#[test]
fn a_view_that_was_bent_is_found_by_playing_again() {
    let (table, key) = running();
    let papers = Papers::of(&table.root());
    assert!(papers.verify().holds(), "{:?}", found(&papers));
    let path = "turns/0002/view-rome.yaml";
    let text = papers.text(path);
    let own = text.lines().find(|line| line.trim_start().starts_with("hex: '")).unwrap();
    let elsewhere = format!("{}hex: '0101'", own.split("hex").next().unwrap());
    let mut bent = papers.clone();
    bent.edit(path, own, &elsewhere);
    bent.seal_anew(2, &key);
    assert_eq!(found(&bent), [("V-view", path.to_owned())]);
    // The view of another seat in its place, and none at all.
    let mut exchanged = papers.clone();
    exchanged.copy("turns/0002/view-carthage.yaml", path);
    exchanged.seal_anew(2, &key);
    assert!(found(&exchanged).contains(&("V-view", path.to_owned())), "{:?}", found(&exchanged));
    let mut without = papers;
    without.remove(path);
    without.seal_anew(2, &key);
    assert_eq!(found(&without), [("V-missing", path.to_owned())]);
}

#[test]
fn a_copy_of_a_seat_checks_the_view_that_it_holds() {
    let (table, key) = running();
    let whole = Papers::of(&table.root());
    let rome = copy_of(&whole, Some("rome"));
    let verdict = rome.verify();
    assert!(verdict.holds() && verdict.views + verdict.views_read == 3, "{:?}", found(&rome));
    let path = "turns/0002/view-rome.yaml";
    let text = rome.text(path);
    let mut batch = Batch::default();
    for (from, to) in [
        ("seat: rome", "seat: carthage"),
        ("phase: 2", "phase: 1"),
        ("\nsalt: ", "\nsugar: "),
        ("\nhand:\n", "\nhand:\n  whim: 1\n"),
        ("  prompts:\n", "  prompts: # a word\n"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let mut bent = whole.clone();
        bent.put(path, text.replacen(from, to, 1));
        bent.seal_anew(2, &key);
        let bent = copy_of(&bent, Some("rome"));
        let findings = found(&bent);
        assert!(!findings.is_empty(), "{from} -> {to}");
        assert!(findings.iter().all(|(code, at)| *code == "V-view" && at == path), "{findings:?}");
        batch.add(&bent, &bent.verify(), to);
    }
    // Without a new seal it is not the file that was sealed.
    let mut altered = rome;
    altered.put(path, text.replacen("hex: '", "hex: '1", 1));
    assert_eq!(found(&altered)[0], ("V-digest", path.to_owned()));
}

#[test]
fn no_public_file_tells_the_salt_of_a_view() {
    let (table, _) = running();
    let whole = Papers::of(&table.root());
    let public = copy_of(&whole, None);
    let seen: String = public
        .0
        .values()
        .map(|thing| match thing {
            Thing::File(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Thing::Link => String::new(),
        })
        .collect();
    let mut salts: BTreeSet<String> = BTreeSet::new();
    for (number, seat) in [0, 1, 2].into_iter().flat_map(|n| [(n, "rome"), (n, "carthage")]) {
        let path = format!("turns/{number:04}/view-{seat}.yaml");
        let text = whole.text(&path);
        let salt = salt(&text);
        assert!(!seen.contains(&salt), "{path}");
        // Whoever knows all the rest of the view, and tries the salts that they know, does not come upon its digest.
        let list = whole.bytes(&format!("turns/{number:04}/{SUMS_FILE}"));
        let listed = Sums::parse(list).unwrap().lines[&format!("view-{seat}.yaml")];
        assert_eq!(Digest::of(text.as_bytes()), listed);
        for known in &salts {
            assert_ne!(Digest::of(text.replace(&salt, known).as_bytes()), listed, "{path}");
        }
        assert!(salts.insert(salt), "{path}: its salt stands elsewhere too");
    }
}

#[test]
fn a_hold_and_its_release_stand_in_the_next_record() {
    let (table, key) = running();
    table.tabella(&["referee", "hold", "the server is moving"]).ended(0);
    table.tabella(&["referee", "hold", "two\nlines"]).ended(2);
    table.tabella(&["referee", "release"]).ended(0);
    table.file("carthage", "orders: {change: {}}\n");
    assert_eq!(table.resolve(), 3);
    let papers = Papers::of(&table.root());
    let path = "turns/0003/turn.yaml";
    let turn = papers.text(path);
    assert!(
        turn.contains("\nheld:\n- from: ") && turn.contains("  reason: the server is moving\n")
    );
    let notes = papers.verify().notes;
    assert!(
        notes.iter().any(|note| note.0.contains("before record 3, the referee held the game from")),
        "{notes:?}"
    );
    let output = second(&[table.root().as_os_str()]);
    assert!(output.status.success(), "{}", said(&output));
    // Once it is told, it is told no more.
    super::play(&table, 1, 3);
    assert!(!Papers::of(&table.root()).text("turns/0004/turn.yaml").contains("held:"));
    let mut batch = Batch::default();
    for (from, to) in
        [("  to: ", "  until: "), ("  reason: the", "  reason:  the"), ("  to: 2", "  to: 1")]
    {
        let mut bent = papers.clone();
        bent.edit(path, from, to);
        bent.seal_anew(3, &key);
        assert_eq!(found(&bent)[0], ("V-turn", path.to_owned()), "{to}");
        batch.add(&bent, &bent.verify(), to);
    }
}

#[test]
fn what_no_record_has_is_found_by_both_verifiers() {
    let (table, key) = running();
    let whole = Papers::of(&table.root());
    let mut batch = Batch::default();
    for name in ["payload.bin", "report-hannibal.md", "view-hannibal.yaml", "notes-rome.yaml"] {
        let mut more = whole.clone();
        more.put(&format!("turns/0002/{name}"), "x\n");
        more.seal_anew(2, &key);
        assert!(!found(&more).is_empty(), "{name}");
        batch.add(&more, &more.verify(), name);
        let public = copy_of(&more, None);
        assert!(!found(&public).is_empty(), "{name} in a copy");
        batch.add(&public, &public.verify(), name);
    }
    for name in ["report.md", "report.html", "map.svg"] {
        let mut unread = whole.clone();
        unread.put(&format!("turns/0002/{name}"), vec![0xff, 0xfe, b'\n']);
        unread.seal_anew(2, &key);
        assert_eq!(found(&unread), [("V-report", format!("turns/0002/{name}"))]);
        batch.add(&unread, &unread.verify(), name);
    }
}

#[test]
fn what_is_written_otherwise_is_found_by_both_verifiers() {
    let (table, key) = running();
    let whole = Papers::of(&table.root());
    let mut batch = Batch::default();
    for (name, from, to) in [
        ("state.yaml", "\nstate:\n", "\nstate: # as it is\n"),
        ("state.yaml", "\nstate:\n", "\n\nstate:\n"),
        ("state.yaml", "\nstate:\n", "\nstate: {}\nmore: 1\n"),
        ("state.yaml", "\nstate:\n", "\n\"state\":\n"),
        ("events.yaml", "\nchapters:\n", "\nchapters: !x\n"),
        ("events.yaml", "\nphase: 2\n", "\nphase: 02\n"),
        ("events.yaml", "\nphase: 2\n", "\nphase: 1\n"),
        ("events.yaml", "\n- phase:\n", "\n-  phase:\n"),
        ("turn.yaml", "\nname: ", "\n@: [\nname: "),
        ("turn.yaml", "\nname: ", "\nname:  "),
    ] {
        let mut bent = copy_of(&whole, None);
        // A public copy is sealed by the list of the whole game, so the file is bent in that.
        let path = format!("turns/0002/{name}");
        let mut sealed = whole.clone();
        sealed.edit(&path, from, to);
        sealed.seal_anew(2, &key);
        for there in bent.paths() {
            bent.put(&there, sealed.bytes(&there).to_vec());
        }
        let findings = found(&bent);
        assert!(findings.iter().any(|(_, at)| *at == path), "{to:?}: {findings:?}");
        batch.add(&bent, &bent.verify(), to);
    }
}

/// The output of `verify` names the reworded report, and says which reports it did not compare.
#[test]
fn a_verdict_says_which_reports_were_not_compared() {
    let (table, _) = running();
    let copy = table.beside("of-rome");
    table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
    let verify = |folder: &Path| run(tabella().arg("verify").arg(folder)).ended(0).out;
    // Whoever has all but the referee's secrets renders them again too.
    let open = tempfile::tempdir().unwrap();
    Papers::of(&table.root()).write(open.path());
    assert!(verify(open.path()).contains("\nreports    rendered again for 3 of 3 records\n"));
    assert!(verify(&copy).contains("\nreports    not compared"), "{}", verify(&copy));
    assert!(verify(&table.root()).contains("\nreports    rendered again for 3 of 3 records\n"));
}

/// A seat's report follows from sealed files: only the referee can render it during the game, and the verdict on the
/// seat's copy says so of that very file.
#[test]
fn a_reworded_report_in_the_copy_of_a_seat_is_named_as_not_compared() {
    let (table, key) = running();
    let path = "turns/0002/report-rome.md";
    let mut lied = Papers::of(&table.root());
    let text = lied.text(path) + "\nScouts: nobody stands on the road behind the hill.\n";
    lied.put(path, text);
    lied.seal_anew(2, &key);
    let folder = tempfile::tempdir().unwrap();
    copy_of(&lied, Some("rome")).write(folder.path());
    let told = run(tabella().arg("verify").arg(folder.path())).ended(0).out;
    assert!(told.contains("\nreports    report-rome.md of 3 records NOT compared"), "{told}");
    assert!(!told.contains("report-carthage.md of"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    copy_of(&lied, None).write(folder.path());
    let told = run(tabella().arg("verify").arg(folder.path())).ended(0).out;
    assert!(told.contains("\nviews      not compared"), "{told}");
    // Whoever has what it is rendered from finds it.
    let folder = tempfile::tempdir().unwrap();
    lied.write(folder.path());
    let told = run(tabella().arg("verify").arg(folder.path())).ended(1).out;
    assert!(told.starts_with(&format!("V-report {path}: ")), "{told}");
}

#[test]
fn a_record_of_the_future_is_noted() {
    let (table, _) = running();
    let mut verify = tabella();
    let told =
        run(verify.env("TABELLA_NOW", "2020-01-01T00:00:00Z").arg("verify").arg(table.root()));
    assert!(
        told.ended(0)
            .out
            .contains("note       the newest record says that it was made in the future, at ")
    );
    let told = run(tabella().arg("verify").arg(table.root())).ended(0).out;
    assert!(!told.contains("in the future"), "{told}");
}

#[test]
fn an_altered_byte_of_the_newest_turn_is_named_first() {
    let (table, _) = running();
    let mut public = copy_of(&Papers::of(&table.root()), None);
    let path = "turns/0002/turn.yaml";
    let text = public.text(path) + "x: 1\n";
    public.put(path, text);
    let findings = found(&public);
    assert_eq!(findings[0].1, path, "{findings:?}");
    assert!(findings.iter().all(|(code, _)| *code != "V-missing"), "{findings:?}");
}
