//! The pages of the recorded games as the program renders them today: those in the records are sealed as they were written.

use crate::table::{run, tabella};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Most bytes of a page as a server sends it, gzipped.
const SENT_MAX: usize = 120_000;

/// Everything below a folder, by its path there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for record in fs::read_dir(folder).unwrap() {
        let record = record.unwrap().path();
        for file in fs::read_dir(&record).unwrap() {
            let file = file.unwrap().path();
            let name = file.strip_prefix(folder).unwrap().display().to_string();
            all.insert(name, fs::read(&file).unwrap());
        }
    }
    all
}

/// How many bytes a file has gzipped.
fn gzipped(path: &Path) -> usize {
    let mut gzip = Command::new("gzip");
    gzip.arg("-c").stdin(fs::File::open(path).unwrap()).stdout(Stdio::piped());
    let done = gzip.output().expect("this test needs gzip");
    assert!(done.status.success() && !done.stdout.is_empty(), "{}", path.display());
    done.stdout.len()
}

#[test]
fn the_current_pages_of_recorded_games_are_current() {
    let place = tempfile::tempdir().unwrap();
    for title in tabella::catalogue::titles() {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug());
        let out = place.path().join(title.slug());
        let mut command = tabella();
        command.arg("-C").arg(game.join("example")).args(["report", "--all"]).arg(&out);
        run(&mut command).ended(0);
        let (fresh, kept) = (files(&out), files(&game.join("pages")));
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&fresh), names(&kept), "{}", title.slug());
        for (name, bytes) in &fresh {
            assert!(
                kept[name] == *bytes,
                "games/{0}/pages/{name} is stale: tabella -C games/{0}/example report --all games/{0}/pages",
                title.slug()
            );
        }
        for (name, bytes) in fresh.iter().filter(|(name, _)| name.ends_with(".html")) {
            assert!(bytes.len() < 400_000, "{name} of {}: {} bytes", title.slug(), bytes.len());
        }
        let pages = fresh.iter().filter(|(name, _)| name.ends_with(".html"));
        let (name, _) = pages.max_by_key(|(_, bytes)| bytes.len()).expect("a game has pages");
        let sent = gzipped(&out.join(name));
        assert!(sent < SENT_MAX, "{name} of {}: {sent} bytes gzipped", title.slug());
    }
}
