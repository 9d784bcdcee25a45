//! Tests of showing games that others made: only proved games count, and no text of somebody else's is shown as it is.

use crate::table::{Run, Table, files_of, run, tabella};
use crate::tampering::papers::{Papers, sums_path};
use crate::tampering::recorded;
use record::{Digest, PrivateKey};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SCRIPT: &str = "<script>document.title='PWNED'</script>";

fn finished() -> Papers {
    Papers::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example"))
}

fn folder(papers: &Papers, name: &str) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join(name);
    papers.write(&root);
    (place, root)
}

fn site(game: &Path, out: &Path) -> Run {
    let mut command = tabella();
    command.args(["club", "site"]).arg(game).args([
        "--name",
        "Club",
        "--url",
        "https://club.example",
    ]);
    run(command.arg("--out").arg(out))
}

/// A published copy of a game of two phases, with its referee's key.
fn published() -> (Table, PathBuf, PrivateKey) {
    let table = Table::deployed();
    let copy = table.beside("copy");
    table.tabella(&["share", "copy", copy.to_str().unwrap()]).ended(0);
    let key = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
    (table, copy, PrivateKey::parse(&key).unwrap())
}

/// Changes files in the newest record of a copy and seals it again, as a cheating referee would; what the copy lacks
/// stays listed.
fn reseal(copy: &Path, changed: &[(&str, &str)], referee: &PrivateKey) {
    let list = copy.join(sums_path(1));
    let mut lines = fs::read_to_string(&list).unwrap();
    for (name, text) in changed {
        fs::write(copy.join("turns/0001").join(name), text).unwrap();
        let old = lines.lines().find(|line| line.ends_with(&format!("  {name}"))).unwrap();
        lines = lines.replace(old, &format!("{}  {name}", Digest::of(text.as_bytes())));
    }
    let signature = referee.sign(record::Namespace::Record, lines.as_bytes());
    fs::write(copy.join(format!("{}.sig", sums_path(1))), signature).unwrap();
    fs::write(list, lines).unwrap();
}

#[test]
fn pages_maps_and_reports_that_somebody_sealed_are_never_shown_as_they_lie() {
    let (_table, copy, referee) = published();
    let drawing =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"PWNED\">{SCRIPT}</svg>");
    let text = "# <img src=x onerror=\"PWNED\"> \u{9b}2J\u{202e}\u{61c}\u{1b}[31m\n\n<b onclick=\"PWNED\">x</b>\n";
    reseal(&copy, &[("report.html", SCRIPT), ("map.svg", &drawing), ("report.md", text)], &referee);
    run(tabella().arg("verify").arg(&copy)).ended(0);
    let out = tempfile::tempdir().unwrap();
    site(&copy, out.path()).ended(0);
    for (path, bytes) in files_of(out.path()) {
        let text = String::from_utf8_lossy(&bytes);
        if !path.ends_with(".html") && !path.ends_with(".svg") && !path.ends_with(".atom") {
            continue;
        }
        for mark in ["<script>document", "<img src=x", "<b onclick", "onload="] {
            assert!(!text.contains(mark), "{path} holds {mark}");
        }
        if path.ends_with(".html") {
            assert!(text.contains("http-equiv=\"Content-Security-Policy\""), "{path}");
        }
    }
    let shown =
        |arguments: &[&str]| run(tabella().arg("-C").arg(&copy).args(arguments)).ended(0).out;
    let drawn = shown(&["map", "--svg"]);
    assert!(drawn.contains("<svg") && !drawn.contains("PWNED"), "{drawn}");
    let page = shown(&["report", "--format", "html"]);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    for arguments in [
        &["report", "--colour", "always"][..],
        &["report", "--format", "md"],
        &["report", "--story"],
        &["report", "--log"],
    ] {
        let told = shown(arguments);
        let odd = told.chars().find(|letter| *letter != '\n' && engine::text::unprintable(*letter));
        assert_eq!(odd, None, "{arguments:?}: {told:?}");
    }
}

#[test]
fn a_drawing_of_somebody_elses_reads_no_file_and_holds_nothing_up() {
    let (_table, copy, referee) = published();
    let picture = |name: &str| {
        let path = copy.with_file_name(name);
        run(tabella().arg("-C").arg(&copy).args(["map", "--png"]).arg(&path)).ended(0);
        fs::read(path).unwrap()
    };
    let honest = picture("honest.png");
    for named in ["/dev/zero", "/etc/hostname", "/dev/stdin"] {
        let drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 9 9\">\
             <image width=\"9\" height=\"9\" xlink:href=\"{named}\"/></svg>"
        );
        reseal(&copy, &[("map.svg", &drawing)], &referee);
        assert_eq!(picture("other.png"), honest, "{named}");
        let out = tempfile::tempdir().unwrap();
        site(&copy, out.path()).ended(0);
        assert!(out.path().join("games/zama/picture.png").exists(), "{named}");
    }
}

#[test]
fn a_win_that_is_not_proved_counts_nowhere_and_is_listed_as_such() {
    let mut papers = finished();
    let turn = format!("turns/{:04}/turn.yaml", papers.last());
    let winner = ["rome", "carthage"];
    let won =
        winner.iter().position(|side| papers.text(&turn).contains(&format!("winner: {side}")));
    let won = won.expect("somebody won");
    let swapped = format!("winner: {}", winner[1 - won]);
    papers.edit(&turn, &format!("winner: {}", winner[won]), &swapped);
    papers.list_anew(papers.last());
    let (_place, root) = folder(&papers, "forged");
    run(tabella().arg("verify").arg(&root)).ended(1);
    for command in ["people", "ratings"] {
        let told = run(tabella().args(["club", command]).arg(&root)).ended(1);
        assert!(told.err.contains("punica-example is left out: not consistent"), "{}", told.err);
        assert!(!told.out.contains("won"), "{}", told.out);
    }
    let out = tempfile::tempdir().unwrap();
    site(&root, out.path()).ended(1);
    let games = fs::read_to_string(out.path().join("games.html")).unwrap();
    assert!(games.contains("Not proven") && games.contains("punica-example"), "{games}");
    assert!(
        !out.path().join("games/punica-example").exists() && !out.path().join("players").exists()
    );
    // Beside a forgery of it the game itself counts, and the site is written.
    let (_true, honest) = folder(&finished(), "honest");
    let told = run(tabella().args(["club", "people"]).args([&root, &honest])).ended(1);
    assert!(told.out.contains("1 won"), "{}", told.out);
}

#[test]
fn what_was_proved_is_not_proved_again_and_never_believed_of_other_files() {
    let cache = tempfile::tempdir().unwrap();
    let people = |game: &Path| {
        run(tabella().env("XDG_CACHE_HOME", cache.path()).args(["club", "people"]).arg(game))
    };
    let papers = finished();
    let (_place, root) = folder(&papers, "game");
    people(&root).ended(0);
    let notes = files_of(cache.path());
    assert_eq!(notes.len(), 1, "{notes:?}");
    // The seal is not looked at again: the cache is what answers.
    let seal = root.join(format!("{}.sig", sums_path(papers.last())));
    let sealed = fs::read(&seal).unwrap();
    fs::remove_file(&seal).unwrap();
    people(&root).ended(0);
    fs::write(&seal, sealed).unwrap();
    for path in [
        format!("turns/{:04}/turn.yaml", papers.last()),
        "allowed_signers".to_owned(),
        sums_path(1),
    ] {
        let kept = fs::read(root.join(&path)).unwrap();
        let mut other = kept.clone();
        other.extend_from_slice(b"# x\n");
        fs::write(root.join(&path), other).unwrap();
        people(&root).ended(1);
        fs::write(root.join(&path), kept).unwrap();
    }
    people(&root).ended(0);
    for (name, bytes) in files_of(cache.path()) {
        let text = String::from_utf8(bytes).unwrap();
        fs::write(cache.path().join(name), text.replace("tabella ", "tabella 9")).unwrap();
    }
    fs::remove_file(&seal).unwrap();
    people(&root).ended(1);
}

#[test]
fn of_a_game_that_goes_on_only_what_is_new_is_proved() {
    let cache = tempfile::tempdir().unwrap();
    let whole = Papers::of(&recorded().table.root());
    let mut begun = whole.clone();
    for path in whole.paths() {
        if path.starts_with("turns/0003") || path.starts_with("turns/0004") {
            begun.remove(&path);
        }
    }
    let (_place, root) = folder(&begun, "game");
    let people = || {
        run(tabella().env("XDG_CACHE_HOME", cache.path()).args(["club", "people"]).arg(&root))
            .ended(0)
    };
    people();
    let before = files_of(cache.path());
    whole.write(&root);
    people();
    assert_ne!(files_of(cache.path()), before, "the note goes on with the game");
}

#[test]
fn brackets_without_end_are_refused_at_once() {
    let brackets = "[".repeat(200_000);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/metaurus/example");
    let mut papers = Papers::of(&example);
    let hidden = papers.text("turns/0001/hidden.yaml");
    papers.put("turns/0001/hidden.yaml", format!("{hidden}a: {brackets}\n"));
    papers.list_anew(1);
    let (place, copy) = folder(&papers, "copy");
    let began = Instant::now();
    run(tabella().arg("-C").arg(&copy).args(["analyse", "luck"])).ended(1);
    let file = place.path().join("autumn.yaml");
    fs::write(&file, format!("tournament: autumn\nname: A\nsystem: swiss\nplayers: {brackets}\n"))
        .unwrap();
    run(tabella().args(["club", "tournament", "table"]).arg(&file).arg(&copy)).ended(1);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
