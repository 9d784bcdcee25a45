//! Tests of the memory of earlier records, and of its file.

use crate::common::copy;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tabella::store::records::ledger::{Recollection, ledger};
use tabella::store::{Folder, load};

#[test]
fn what_reports_remember_is_kept_and_believed_only_where_it_fits_the_records() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("example");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games/combined-arms/example"), &root);
    fs::create_dir(root.join(".tabella")).unwrap();
    let folder = Folder::find(&root).unwrap();
    let game = load(&folder).unwrap();
    let (play, number) = (game.session.play.as_ref(), game.session.number);
    let from_records = || Recollection::default().before(number, &folder, play).clone();
    let (path, expected) = (root.join(".tabella/ledger"), from_records());
    assert_eq!(ledger(&folder, play, number), expected);
    let kept = fs::read(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    // It is what is read: a list of events that is away is missed by the records alone.
    let away = place.path().join("away");
    let remembered = |events: &std::path::PathBuf| {
        fs::rename(events, &away).unwrap();
        let missed = from_records() != expected;
        fs::rename(&away, events).unwrap();
        missed
    };
    let mut all = (1..number).map(|earlier| root.join(format!("turns/{earlier:04}/events.yaml")));
    let events = all.find(remembered).expect("a record of which something is remembered");
    fs::rename(&events, &away).unwrap();
    assert_eq!(ledger(&folder, play, number), expected);
    assert_ne!(from_records(), expected);
    fs::rename(&away, &events).unwrap();
    for at in (0..kept.len()).step_by(97) {
        let mut altered = kept.clone();
        altered[at] ^= 1;
        fs::write(&path, altered).unwrap();
        assert_eq!(ledger(&folder, play, number), expected, "byte {at}");
    }
    // Nor does what nobody did in earlier records, under the digest that anybody can work out.
    let text = String::from_utf8(kept.clone()).unwrap();
    let [program, _, next, last, _] = text.splitn(5, '\n').collect::<Vec<_>>()[..] else {
        panic!()
    };
    let content = format!("{next}\n{last}\n{{\"records\":{next},\"pasts\":{{}}}}");
    let code = record::Digest::of(content.as_bytes());
    fs::write(&path, format!("{program}\n{code}\n{content}")).unwrap();
    assert_eq!(ledger(&folder, play, number), expected);
    // That of a later record, or of another history, counts for nothing.
    fs::write(&path, &kept).unwrap();
    let earlier = Recollection::default().before(number - 1, &folder, play).clone();
    assert_eq!(ledger(&folder, play, number - 1), earlier);
    let list = root.join(format!("turns/{:04}/SHA256SUMS", number - 1));
    fs::write(&list, fs::read_to_string(&list).unwrap() + "\n").unwrap();
    fs::write(&path, &kept).unwrap();
    fs::rename(&events, &away).unwrap();
    assert_ne!(ledger(&folder, play, number), expected);
}
