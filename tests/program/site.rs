//! The site of a club, from recorded games.

use crate::table::{Table, copy_folder, key, run, tabella};
use std::fs;
use std::path::Path;

#[test]
fn a_site_of_recorded_games_is_written_once_and_then_only_what_changed() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("site");
    let other = place.path().join("other");
    copy_folder(&games.join("punica/example"), &other);
    let write = || {
        let mut command = tabella();
        command.args(["club", "site"]).arg(games.join("punica/example")).arg(&other);
        run(command.args(["--name", "The Ticinus Club", "--out"]).arg(&out))
    };
    let twice = write().ended(2);
    assert!(
        twice.err.contains("two of these folders hold the game punica-example"),
        "{}",
        twice.err
    );

    assert!(!out.exists(), "nothing is written of what cannot be a site");

    let table = Table::deployed();
    let write = || {
        let mut command = tabella();
        command.args(["club", "site"]).arg(games.join("punica/example")).arg(table.root());
        run(command.args(["--name", "The Ticinus Club", "--out"]).arg(&out))
    };
    let first = write().ended(0);
    assert!(first.err.contains("2 games, ") && first.err.contains(" 0 unchanged"), "{}", first.err);
    let again = write().ended(0);
    assert!(again.err.contains(", 0 files written, "), "{}", again.err);

    let front = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        front.contains("The Ticinus Club") && front.contains("games/punica-example/index.html"),
        "{front}"
    );
    // A record's own picture is never shown: the site draws what this program draws.
    let drawn = place.path().join("drawn");
    let mut command = tabella();
    command.arg("-C").arg(games.join("punica/example")).args(["report", "--all"]);
    run(command.arg(&drawn)).ended(0);
    let shown = fs::read(out.join("games/punica-example/0001/map.svg")).unwrap();
    assert!(shown == fs::read(drawn.join("0001/map.svg")).unwrap(), "another map than today's");
    let page = fs::read_to_string(out.join("games/punica-example/0001/report.html")).unwrap();
    assert!(page.contains("href=\"../0002/report.html\"") && page.contains("<svg"), "{page}");
    assert!(!out.join("feed.atom").exists());
}

#[test]
fn what_one_seat_may_know_is_not_on_the_site() {
    let table = Table::deployed();
    let place = tempfile::tempdir().unwrap();
    run(tabella().args(["club", "site"]).arg(table.root()).arg("--out").arg(place.path())).ended(0);
    let copy = table.beside("public");
    table.tabella(&["share", "copy", copy.to_str().unwrap()]).ended(0);
    let other = tempfile::tempdir().unwrap();
    run(tabella().args(["club", "site"]).arg(&copy).arg("--out").arg(other.path())).ended(0);
    let files = |root: &Path| crate::table::files_of(root);
    assert_eq!(
        files(place.path()),
        files(other.path()),
        "a public copy gives the same site, byte for byte"
    );
}

/// A game one phase old whose charter shows its records to others as `public` says.
fn shown(place: &Path, public: &str) -> std::path::PathBuf {
    let act = |words: &[&str]| run(tabella().current_dir(place).args(words)).ended(0);
    let game = place.join(public);
    let folder = game.to_str().unwrap();
    crate::table::draft(&game, &format!("public: {public}\n"));
    let mut new: Vec<String> =
        ["new", folder, "--game", "combined-arms"].map(str::to_owned).to_vec();
    for seat in ["rome", "carthage"] {
        fs::write(place.join(seat), key(seat).to_openssh()).unwrap();
        fs::write(place.join(format!("{seat}.pub")), key(seat).public_line()).unwrap();
        new.extend(["--seat".to_owned(), format!("{seat}={seat}.pub")]);
    }
    act(&new.iter().map(String::as_str).collect::<Vec<_>>());
    for seat in ["rome", "carthage"] {
        let file = format!("{public}-{seat}.yaml");
        act(&["-C", folder, "form", "--seat", seat, "--salt", "--out", &file]);
        act(&["sign", &file, "--key", seat]);
        act(&["-C", folder, "submit", &file]);
    }
    act(&["-C", folder, "resolve"]);
    game
}

#[test]
fn others_see_a_game_when_its_charter_says() {
    let place = tempfile::tempdir().unwrap();
    let (late, never) = (shown(place.path(), "at-end"), shown(place.path(), "nothing"));
    let site = place.path().join("site");
    let mut command = tabella();
    command.args(["club", "site"]).arg(&late).arg(&never).arg("--replay").arg("--out").arg(&site);
    let told = run(&mut command).ended(0).err;
    assert!(told.contains("1 games, "), "nobody is told of the other: {told}");
    let page = fs::read_to_string(site.join("games/at-end/index.html")).unwrap();
    assert!(page.contains("see what happens only when the game is over."), "{page}");
    assert!(!page.contains("Awaited now") && !page.contains("step by step"), "{page}");
    assert!(site.join("games/at-end/0000/report.html").exists());
    let next = fs::read_to_string(site.join("games/at-end/0001/report.html")).unwrap();
    assert!(next.contains("Nobody can read this report yet"), "{next}");
    assert!(!site.join("games/at-end/0001/map.svg").exists());
    assert!(!site.join("games/nothing").exists());

    let publish = |game: &Path, more: &[&str]| {
        let out = place.path().join(format!("copy-{}", more.len()));
        run(tabella().arg("-C").arg(game).args(["share", "copy"]).arg(out).args(more))
    };
    publish(&late, &[]).ended(0);
    assert!(place.path().join("copy-0/turns/0000/turn.yaml").exists());
    assert!(!place.path().join("copy-0/turns/0001").exists());
    publish(&late, &["--seat", "rome"]).ended(0);
    assert!(place.path().join("copy-2/turns/0001/turn.yaml").exists(), "players see all at once");
    let refused = publish(&never, &[]).ended(1).err;
    assert!(refused.contains("this game is not public yet"), "{refused}");
    #[cfg(feature = "git")]
    {
        let init = ["git", "init", "--repository", "public.git"];
        let mut command = tabella();
        let refused = run(command.current_dir(place.path()).arg("-C").arg(&never).args(init));
        assert!(refused.ended(1).err.contains("this game is not public yet"));
        assert!(!place.path().join("public.git").exists(), "nothing is begun");
    }
}
