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

/// The classes of the drawing round a place of a page, and of the group that is drawn there once more.
fn drawn_again(page: &str) -> Vec<(String, String)> {
    let between = |text: &str, from: &str| {
        let rest = text.split_once(from).map_or("", |(_, rest)| rest);
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let sheets = page.split("<svg ").skip(1).filter(|sheet| sheet.starts_with("xmlns"));
    let used = sheets.flat_map(|sheet| {
        let class = between(sheet, "class=\"");
        let whole = |id: &&str| matches!(*id, "m-a-map" | "b-field");
        let ids = sheet.split("<use href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        ids.filter(whole).map(|id| (class.clone(), id.to_owned())).collect::<Vec<_>>()
    });
    used.map(|(class, id)| (class, between(page, &format!("<g id=\"{id}\" class=\"")))).collect()
}

/// A browser styles what it draws again as if nothing stood round it: rules such as `.m-map text` count there only if the group
/// itself has the class. Without it the letters on narrow windows' maps were black on black, and cut off.
#[test]
fn what_a_narrow_map_draws_again_has_the_class_that_its_letters_are_styled_by() {
    for title in tabella::catalogue::titles() {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug());
        let page = fs::read_to_string(pages.join("pages/0003/report.html")).unwrap();
        let again = drawn_again(&page);
        assert!(!again.is_empty(), "{}: no narrow map", title.slug());
        for (sheet, group) in again {
            assert!(
                sheet.split(' ').any(|class| class == group),
                "{}: {sheet}, {group}",
                title.slug()
            );
        }
    }
}
