//! Tests that only the referee knows the addresses of letters: no charter and no copy has them.

use super::super::common::walk;
use super::super::table::{run, tabella};
use super::club::Club;
use std::collections::BTreeMap;
use std::path::Path;

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
        run(tabella().arg("-C").arg(root).args(["share", "copy"]).args(more).arg(&out)).ended(0);
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
    assert!(address(&["rome", "nowhere"]).ended(2).err.contains("not a mail address"));
    std::fs::write(root.join(".tabella/addresses.yaml"), "rome: [1]\n").unwrap();
    assert!(address(&[]).ended(4).err.contains("SEAT: ADDRESS"));
}

fn sent_to(club: &Club, address: &str) -> Vec<String> {
    let all = club.sent().into_iter();
    all.filter(|sent| sent.to.contains(address)).map(|sent| sent.id).collect()
}

#[test]
fn a_letter_is_sent_again_to_the_address_that_counts_now() {
    let club = Club::of("punica");
    let root = club.game.folder.root().to_owned();
    let referee = |words: &[&str]| run(tabella().arg("-C").arg(&root).args(words));
    club.round("2031-03-01T10:00:00Z");
    let [first] = &sent_to(&club, "rome@example.org")[..] else { panic!("one letter to Rome") };
    // It came back, and the referee asked for the right address.
    let outbox = root.join("outbox");
    std::fs::create_dir_all(outbox.join("failed")).unwrap();
    std::fs::rename(outbox.join("sent/0000-rome.eml"), outbox.join("failed/0000-rome.eml"))
        .unwrap();
    run(tabella().args(["mail", "address"]).arg(&root).args(["rome", "laelius@example.org"]))
        .ended(0);
    referee(&["mail", "resend", "0000-rome.eml"]).ended(0);
    club.round("2031-03-01T11:00:00Z");
    assert_eq!(
        sent_to(&club, "laelius@example.org"),
        std::slice::from_ref(first),
        "the same letter"
    );
    assert_eq!(sent_to(&club, "rome@example.org").len(), 1, "and to nobody else");
}

#[test]
fn what_waits_goes_to_a_new_address_too() {
    let club = Club::of("punica");
    let root = club.game.folder.root().to_owned();
    std::fs::write(club.path("down"), "").unwrap();
    club.round("2031-03-01T10:00:00Z");
    std::fs::remove_file(club.path("down")).unwrap();
    let address = ["mail", "address"];
    let new = ["rome", "laelius@example.org"];
    let entered = run(tabella().args(address).arg(&root).args(new)).ended(0);
    assert!(
        entered.err.contains("0000-rome.eml in the outbox will go there too"),
        "{}",
        entered.err
    );
    club.round("2031-03-01T11:00:00Z");
    assert_eq!(sent_to(&club, "laelius@example.org").len(), 1);
    assert_eq!(sent_to(&club, "carthage@example.org").len(), 1);
    assert!(sent_to(&club, "rome@example.org").is_empty());
}

/// A deadline is the same instant for everybody, and each player reads it in their own time zone.
#[test]
fn a_player_reads_deadlines_by_their_own_clock() {
    let mut club = Club::of("punica");
    let root = club.game.folder.root().to_owned();
    let zone = ["carthage", "--zone", "asia/tokyo"];
    let entered = run(tabella().args(["mail", "address"]).arg(&root).args(zone)).ended(0).out;
    assert_eq!(entered, "carthage  carthage@example.org  in the time of Asia/Tokyo\n");
    let nowhere = ["carthage", "--zone", "Carthago"];
    run(tabella().args(["mail", "address"]).arg(&root).args(nowhere)).ended(2);
    club.round("2031-03-01T10:00:00Z");
    club.write("rome", "zone Nowhere/Land", "\n");
    club.write("rome", "zone america/new_york", "\n");
    club.round("2031-03-01T11:00:00Z");
    club.write("rome", "status", "\n");
    club.write("carthage", "status", "\n");
    club.round("2031-03-01T12:00:00Z");
    let told = |seat: &str, words: &str| {
        let to = format!("{seat}@");
        let says =
            |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words);
        club.sent().iter().any(|sent| sent.to.contains(&to) && says(&sent.text))
    };
    assert!(told("rome", "There is no time zone nowhere/land"));
    assert!(told("rome", "2031-03-04 14:00 America/New_York (19:00 UTC)"));
    assert!(
        told("rome", "2031-03-04 20:00 Europe/Rome (19:00 UTC)"),
        "as long as they asked for none"
    );
    assert!(told("carthage", "2031-03-05 04:00 Asia/Tokyo (19:00 UTC)"));
    assert!(!told("carthage", "Europe/Rome"));
}

#[test]
fn a_letter_that_was_taken_already_is_not_said_to_go_elsewhere() {
    let club = Club::of("punica");
    let root = club.game.folder.root().to_owned();
    std::fs::write(club.path("down"), "").unwrap();
    club.round("2031-03-01T10:00:00Z");
    std::fs::remove_file(club.path("down")).unwrap();
    // The server took it, and the round was cut off before it noted that.
    let letter = root.join("outbox/0000-rome.eml");
    let before = std::fs::read_to_string(&letter).unwrap();
    let id = before.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().trim();
    std::fs::write(letter.with_extension("taken"), format!("{id}\n1\n")).unwrap();
    let entered =
        run(tabella().args(["mail", "address"]).arg(&root).args(["rome", "laelius@example.org"]))
            .ended(0);
    assert!(!entered.err.contains("will go there too"), "{}", entered.err);
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), before);
    club.round("2031-03-01T11:00:00Z");
    let sent = std::fs::read_to_string(root.join("outbox/sent/0000-rome.eml")).unwrap();
    assert_eq!(sent, before, "it is kept as it went");
    assert!(sent_to(&club, "laelius@example.org").is_empty());
}

#[test]
fn nothing_is_sent_again_to_an_address_that_was_taken_away() {
    let club = Club::of("punica");
    let root = club.game.folder.root().to_owned();
    club.round("2031-03-01T10:00:00Z");
    run(tabella().args(["mail", "address"]).arg(&root).args(["rome", "--none"])).ended(0);
    let resend = ["mail", "resend", "0000-rome.eml"];
    let refused = run(tabella().arg("-C").arg(&root).args(resend)).ended(1).err;
    assert!(refused.contains("rome no longer has an address"), "{refused}");
    assert!(root.join("outbox/sent/0000-rome.eml").exists(), "it stays where it is");
    club.round("2031-03-01T11:00:00Z");
    assert_eq!(sent_to(&club, "rome@example.org").len(), 1);
}

#[test]
fn a_language_that_the_settings_no_longer_name_holds_no_longer() {
    let club = Club::of("punica");
    let settings = std::fs::read_to_string(club.path("run.yaml")).unwrap();
    let address =
        || run(tabella().args(["mail", "address"]).arg(club.game.folder.root())).ended(0).out;
    std::fs::write(club.path("run.yaml"), format!("{settings}lang: it\n")).unwrap();
    club.round("2031-03-01T10:00:00Z");
    assert!(address().contains("rome  rome@example.org  in Italian"), "{}", address());
    std::fs::write(club.path("run.yaml"), &settings).unwrap();
    run(tabella()
        .args(["referee", "run", "--all", "--settings"])
        .arg(club.path("run.yaml"))
        .env("TABELLA_NOW", "2031-03-01T11:00:00Z"))
    .ended(0);
    assert!(!address().contains("in Italian"), "{}", address());
}
