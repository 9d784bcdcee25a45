//! Where letters go is the referee's own: no charter and no copy says it.

use super::super::common::walk;
use super::super::table::{run, tabella};
use super::club::Club;
use std::collections::BTreeMap;
use std::path::Path;

/// The files below a folder that hold a text, by path.
fn holding(root: &Path, text: &str) -> Vec<String> {
    let mut files = BTreeMap::new();
    walk(root, root, &mut files);
    let holds = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(text);
    files.into_iter().filter(|(_, bytes)| holds(bytes)).map(|(path, _)| path).collect()
}

#[test]
fn no_copy_shows_where_letters_go() {
    let club = Club::of("punica");
    let root = club.game.folder.root();
    let told = holding(root, "@example.org");
    let own = |path: &String| path.starts_with("outbox/") || path == ".tabella/addresses.yaml";
    assert!(told.contains(&".tabella/addresses.yaml".to_owned()), "{told:?}");
    assert_eq!(told.iter().find(|path| !own(path)), None);
    for more in [&[][..], &["--seat", "rome"]] {
        let out = club.path("copy").join(more.len().to_string());
        std::fs::create_dir_all(&out).unwrap();
        run(tabella().arg("-C").arg(root).arg("publish").args(more).arg(&out)).ended(0);
        assert_eq!(holding(&out, "@example.org"), [""; 0]);
        let address = ["mail", "address"];
        let entered =
            run(tabella().args(address).arg(&out).args(["rome", "x@example.org"])).ended(4);
        assert!(entered.err.contains("not here"), "{}", entered.err);
    }
}

#[test]
fn an_address_is_shown_entered_and_taken_back() {
    let club = Club::of("punica");
    let root = club.game.folder.root();
    let address = |more: &[&str]| run(tabella().args(["mail", "address"]).arg(root).args(more));
    let all = address(&[]).ended(0).out;
    assert!(all.contains("rome  rome@example.org\n"), "{all}");
    assert!(all.ends_with("referee  referee@example.org\n"), "{all}");
    let entered = address(&["rome", "laelius@example.org"]).ended(0).out;
    assert_eq!(entered, "rome  laelius@example.org\n");
    assert_eq!(address(&["rome", "--none"]).ended(0).out, "rome  none\n");
    assert_eq!(address(&["carthage"]).ended(0).out, "carthage  carthage@example.org\n");
    assert!(address(&["gaul", "a@example.org"]).ended(2).err.contains("the seats are: "));
    assert!(address(&["rome", "nowhere"]).ended(2).err.contains("no mail address"));
    std::fs::write(root.join(".tabella/addresses.yaml"), "rome: [1]\n").unwrap();
    assert!(address(&[]).ended(4).err.contains("SEAT: ADDRESS"));
}
