//! The pages of the recorded games as the program renders them today: those in the records are sealed as they were written.

use crate::examples::recorded_pages;
use crate::table::{files_of, run, tabella};
use record::Digest;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Maximum size of a gzipped page, in bytes.
const SENT_MAX: usize = 60_000;

fn gzipped(path: &Path) -> usize {
    let mut gzip = Command::new("gzip");
    gzip.arg("-c").stdin(fs::File::open(path).unwrap()).stdout(Stdio::piped());
    let done = gzip.output().expect("this test needs gzip");
    assert!(done.status.success() && !done.stdout.is_empty(), "{}", path.display());
    done.stdout.len()
}

#[test]
fn the_pages_of_recorded_games_are_those_that_were_read() {
    let place = tempfile::tempdir().unwrap();
    for title in tabella::catalogue::titles() {
        let out = place.path().join(title.slug());
        render(title.slug(), &out);
        let kept = fs::read_to_string(recorded_pages(title.slug())).unwrap();
        assert!(
            digests(&out) == kept,
            "the pages of {} are no longer those that were recorded: read {}, then run tools/record-examples",
            title.slug(),
            place.keep().display()
        );
        let mut pages: Vec<_> = files_of(&out).into_iter().collect();
        pages.retain(|(name, _)| name.ends_with(".html"));
        for (name, bytes) in &pages {
            assert!(bytes.len() < 400_000, "{name} of {}: {} bytes", title.slug(), bytes.len());
        }
        let (name, _) =
            pages.iter().max_by_key(|(_, bytes)| bytes.len()).expect("a game has pages");
        let sent = gzipped(&out.join(name));
        assert!(sent < SENT_MAX, "{name} of {}: {sent} bytes gzipped", title.slug());
        narrow_maps_are_styled(title.slug(), &out);
    }
}

fn render(title: &str, out: &Path) {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example");
    run(tabella().arg("-C").arg(game).args(["report", "--all"]).arg(out)).ended(0);
}

/// The digests of all files below a folder, as `sha256sum` writes them.
pub(crate) fn digests(folder: &Path) -> String {
    let line = |(name, bytes): (String, Vec<u8>)| format!("{}  {name}\n", Digest::of(&bytes));
    files_of(folder).into_iter().map(line).collect()
}

/// The classes of the drawing around a place of a page, and of the group that is drawn there again.
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

/// A browser styles a reused drawing as if nothing surrounded it: rules such as `.m-map text` apply only if the group
/// itself has the class. Without it the letters on maps in narrow windows were black on black, and cut off.
fn narrow_maps_are_styled(title: &str, pages: &Path) {
    let again = drawn_again(&fs::read_to_string(pages.join("0003/report.html")).unwrap());
    assert!(!again.is_empty(), "{title}: no narrow map");
    for (sheet, group) in again {
        assert!(sheet.split(' ').any(|class| class == group), "{title}: {sheet}, {group}");
    }
}
