//! The site of a club, from recorded games.

use crate::table::{Table, run, tabella};
use std::fs;
use std::path::Path;

#[test]
fn a_site_of_recorded_games_is_written_once_and_then_only_what_changed() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("site");
    let write = || {
        let mut command = tabella();
        command.arg("site").arg(games.join("punica/example")).arg(games.join("metaurus/example"));
        run(command.args(["--name", "The Ticinus Club", "--out"]).arg(&out))
    };
    let twice = write().ended(2);
    assert!(twice.err.contains("two of these folders hold the game example"), "{}", twice.err);

    assert!(!out.exists(), "nothing is written of what cannot be a site");

    let table = Table::deployed();
    let write = || {
        let mut command = tabella();
        command.arg("site").arg(games.join("punica/example")).arg(table.root());
        run(command.args(["--name", "The Ticinus Club", "--out"]).arg(&out))
    };
    let first = write().ended(0);
    assert!(first.err.contains("2 games, ") && first.err.contains(" 0 unchanged"), "{}", first.err);
    let again = write().ended(0);
    assert!(again.err.contains(", 0 files written, "), "{}", again.err);

    let front = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        front.contains("The Ticinus Club") && front.contains("games/example/index.html"),
        "{front}"
    );
    let example = games.join("punica/example/turns/0001/report.html");
    assert_eq!(
        fs::read(out.join("games/example/0001/report.html")).unwrap(),
        fs::read(example).unwrap()
    );
    assert!(!out.join("feed.atom").exists());
}

#[test]
fn what_one_seat_may_know_is_not_on_the_site() {
    let table = Table::deployed();
    let place = tempfile::tempdir().unwrap();
    run(tabella().arg("site").arg(table.root()).arg("--out").arg(place.path())).ended(0);
    let copy = table.beside("public");
    table.tabella(&["publish", copy.to_str().unwrap()]).ended(0);
    let other = tempfile::tempdir().unwrap();
    run(tabella().arg("site").arg(&copy).arg("--out").arg(other.path())).ended(0);
    let files = |root: &Path| crate::table::files_of(root);
    assert_eq!(
        files(place.path()),
        files(other.path()),
        "a public copy gives the same site, byte for byte"
    );
}
