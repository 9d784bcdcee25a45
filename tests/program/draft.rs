//! A game from a draft charter: what `tabella new --draft` writes, what is said to a draft with mistakes in it.

use crate::table::{Run, draft, key, run, tabella};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SEATS: [&str; 4] = ["--seat", "rome=rome.pub", "--seat", "carthage=carthage.pub"];

fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    for name in ["rome", "carthage"] {
        fs::write(place.path().join(format!("{name}.pub")), key(name).public_line()).unwrap();
    }
    fs::write(place.path().join("referee"), key("referee").to_openssh()).unwrap();
    place
}

fn new(place: &Path, words: &[&str]) -> Run {
    run(tabella().current_dir(place).args(["new", "zama"]).args(words))
}

fn read(place: &Path, name: &str) -> String {
    fs::read_to_string(place.join("zama").join(name)).unwrap()
}

/// The draft with every option that it offers behind a `#` filled in.
fn all_said(text: &str) -> String {
    let said = |line: &str| {
        let offered = line.trim_start().strip_prefix('#').filter(|rest| !rest.starts_with(' '));
        let nested = line.strip_prefix('#').filter(|rest| rest.starts_with("  "));
        match (nested, offered) {
            (Some(nested), _) => nested.replacen('#', "", 1),
            (None, Some(_)) => line.replacen('#', "", 1),
            (None, None) => line.to_owned(),
        }
    };
    text.lines().map(|line| said(line) + "\n").collect()
}

#[test]
fn a_draft_is_edited_and_becomes_the_charter() {
    let place = place();
    let more = ["--game", "combined-arms", "--option", "first=rome", "--days", "3", "--draft"];
    let mail = ["--mail", "referee=me@example.org", "--referee", "referee"];
    let said = new(place.path(), &[&SEATS[..], &more, &mail].concat()).ended(0).err;
    assert!(
        said.contains("zama/draft.yaml: edit this file; then `tabella new zama` creates"),
        "{said}"
    );
    let text = read(place.path(), "draft.yaml");
    assert!(!place.path().join("zama/game.yaml").exists());
    new(place.path(), &[&SEATS[..], &more].concat()).ended(4);
    let edited = text
        .replacen("    #name: Livia Drusi\n", "    name: Publius\n", 1)
        .replace("  hour: 20", "  hour: 9")
        .replace("  zone: UTC", "  zone: Europe/Rome")
        .replace("#vacations: 14", "vacations: 14")
        .replace("#notes: named", "notes: anonymous")
        .replace("heads: asked", "heads: required");
    fs::write(place.path().join("zama/draft.yaml"), edited).unwrap();
    new(place.path(), &[]).ended(0);
    let charter = read(place.path(), "game.yaml");
    for line in [
        "\n  first: rome\n",
        "\n  name: Publius\n",
        "\n  days: 3\n  zone: Europe/Rome\n  hour: 9\n",
        "\nvacations: 14\n",
        "\nheads: required\n",
        "\nwaits-for: asked\n",
        "\nnotes: anonymous\n",
    ] {
        assert!(charter.contains(line), "{line}{charter}");
    }
    assert!(read(place.path(), ".tabella/addresses.yaml").contains("me@example.org"));
    assert!(!place.path().join("zama/draft.yaml").exists(), "the charter has taken its place");
    run(tabella().current_dir(place.path()).args(["verify", "zama"])).ended(0);
}

#[test]
fn every_line_that_a_draft_offers_is_understood() {
    for title in tabella::catalogue::titles() {
        let place = place();
        new(place.path(), &["--game", title.slug(), "--draft"]).ended(0);
        let path = place.path().join("zama/draft.yaml");
        let text = fs::read_to_string(&path).unwrap();
        let said = new(place.path(), &[]).ended(1).err;
        assert!(said.contains("nobody plays this seat"), "{said}");
        let said = all_said(&text).replace("ssh-ed25519 AAAA...", key("rome").public_line().trim());
        fs::write(&path, &said).unwrap();
        let told = new(place.path(), &[]).ended(1).err;
        assert!(told.contains("give `key` for a player or `program`, not both"), "{told}\n{said}");
    }
}

#[test]
fn a_mistake_in_a_draft_is_told_with_its_line() {
    for (text, code, told) in [
        ("titel: punica\n", 1, "line 1: unknown field `titel`"),
        ("\nschedule: {days: many}\n", 1, "line 2: invalid type"),
        ("a: [\n", 1, "zama/draft.yaml: "),
        ("heads: off\n", 1, "zama/draft.yaml: `title:` is missing"),
        ("\ntitle: punicc\n", 1, "line 2: title: no title `punicc`. Did you mean `punica`?"),
        ("title: combined-arms\n\ntempo: slow\n", 1, "line 3: tempo: `slow` is not full or brisk"),
        ("title: combined-arms\nscenario: batle\n", 1, "line 2: scenario: "),
        ("title: combined-arms\noptions:\n  firts: rome\n", 1, "line 3: options.firts: "),
        (
            "title: combined-arms\nschedule:\n  days: 3\n  hour: 20\n  zone: Mars/Base\n",
            1,
            "line 5: schedule.zone: `Mars/Base` is not a time zone",
        ),
        ("title: combined-arms\nseats:\n  rome: {mail: x}\n", 1, "line 3: seats.rome.mail: `x` is"),
        ("title: combined-arms\nseats:\n  rome: {age: x}\n", 1, "line 3: seats.rome.age: not an"),
        ("title: combined-arms\nseats:\n  rome: {program: fair}\n", 2, "change it there"),
        ("title: combined-arms\nreferee: {mail: x}\n", 1, "line 2: referee.mail: `x` is not a"),
        (
            "title: combined-arms\nseats:\n  gaul: {program: fair}\n",
            1,
            "line 2: seats: E-seats no seat `gaul`",
        ),
    ] {
        let place = place();
        draft(&place.path().join("zama"), text);
        let said = new(place.path(), &SEATS).ended(code).err;
        assert!(said.contains(told), "{text}{said}");
        assert_eq!(read(place.path(), "draft.yaml"), text, "the draft stays as it was");
    }
}

#[test]
fn a_draft_beside_an_invitation_says_only_what_that_leaves_open() {
    let place = place();
    let act = |words: &[&str]| run(tabella().current_dir(place.path()).args(words));
    act(&[
        "club",
        "invite",
        "new",
        "capua",
        "--id",
        "zama",
        "--game",
        "combined-arms",
        "--sides",
        "lot",
        "--key",
        "referee",
    ])
    .ended(0);
    for name in ["livia", "hanno"] {
        fs::write(place.path().join(name), key(name).to_openssh()).unwrap();
        let file = format!("{name}.yaml");
        act(&[
            "club",
            "join",
            "capua/invitation.yaml",
            "--key",
            name,
            "--name",
            name,
            "--out",
            &file,
        ])
        .ended(0);
        act(&["club", "invite", "take", "capua", &file]).ended(0);
    }
    new(place.path(), &["--from-invitation", "capua", "--referee", "referee", "--draft"]).ended(0);
    assert!(!place.path().join("capua/lot.yaml").exists(), "a draft draws no lot");
    let text = read(place.path(), "draft.yaml");
    let path = place.path().join("zama/draft.yaml");
    fs::write(&path, format!("{text}public: at-end\n")).unwrap();
    let said = new(place.path(), &[]).ended(1).err;
    assert!(
        said.contains("public: the invitation settles this; remove it from the draft"),
        "{said}"
    );
    fs::write(&path, text.replace("#vacations: 14", "vacations: 14")).unwrap();
    new(place.path(), &[]).ended(0);
    let charter = read(place.path(), "game.yaml");
    assert!(charter.contains("\nvacations: 14\nheads: required\n"), "{charter}");
    act(&["club", "invite", "check", "capua", "--game", "zama"]).ended(0);
}
