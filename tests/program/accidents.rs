//! Tests of harmless changes that operating systems, editors, browsers and mail programs make to files.

use crate::table::{SEATS, Table, key, run, tabella};
use record::Namespace;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

type Saved = fn(&str) -> Vec<u8>;

const SAVED: [(&str, Saved); 4] = [
    ("a byte order mark", |text| format!("\u{feff}{text}").into_bytes()),
    ("CRLF", |text| text.replace('\n', "\r\n").into_bytes()),
    ("UTF-16", |text| wide(text, u16::to_le_bytes)),
    ("UTF-16 of the other order", |text| wide(text, u16::to_be_bytes)),
];

fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(bytes).collect()
}

fn orders(table: &Table) -> String {
    let play = table.game().session.play;
    let mut rng = engine::Rng::new(3);
    let seat = engine::Seat::new("rome");
    table.orders("rome", 1, &play.propose(&seat, engine::BotStyle::Sensible, &mut rng))
}

#[test]
fn litter_is_passed_over_by_every_command_and_named_once() {
    let table = Table::deployed();
    let litter = [
        "turns/.DS_Store",
        "turns/0001/.DS_Store",
        "turns/0001/._report.md",
        "turns/0001/report (conflicted copy).md",
        "turns/0001/orders/rome (1).yaml",
        "turns/0001 (conflicted copy)/turn.yaml",
        "data/desktop.ini",
        "data/units.yaml~",
        "pending/.rome.yaml.swp",
        "pending/rome (1).yaml",
        "Thumbs.db",
    ];
    for path in litter {
        fs::create_dir_all(table.path(path).parent().unwrap()).unwrap();
        fs::write(table.path(path), "x").unwrap();
    }
    symlink("u@h.1", table.path("data/.#units.yaml")).unwrap();
    let told = table.tabella(&["verify"]).ended(0).out;
    let notes: Vec<&str> =
        told.lines().filter(|line| line.contains("not files of the game")).collect();
    assert_eq!(notes.len(), 1, "{told}");
    for path in ["turns/.DS_Store", "data/desktop.ini", "turns/0001 (conflicted copy)", "Thumbs.db"]
    {
        assert!(notes[0].contains(path), "{path}: {told}");
    }
    let status = table.tabella(&["status"]).ended(0);
    assert!(
        status.err.contains("not files of the game") && status.err.contains("data/.#units.yaml"),
        "{}",
        status.err
    );
    for command in [
        &["report"][..],
        &["report", "--log"],
        &["map"],
        &["report", "--story"],
        &["form", "--seat", "rome"],
    ] {
        table.tabella(command).ended(0);
    }
    let copy = table.beside("copy");
    table.tabella(&["share", "copy", copy.to_str().unwrap()]).ended(0);
    assert!(!copy.join("data/desktop.ini").exists() && !copy.join("turns/0001/.DS_Store").exists());
    let second = std::process::Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/verify.py"))
        .arg(table.root())
        .output()
        .unwrap();
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stdout));
    // Files that somebody put there on purpose are another matter.
    for path in ["turns/0001/extra.md", "data/more.yaml", "turns/0001/orders/libya.yaml"] {
        fs::write(table.path(path), "x").unwrap();
        let told = table.tabella(&["verify"]).ended(1).out;
        assert!(told.contains(path), "{path}: {told}");
        fs::remove_file(table.path(path)).unwrap();
    }
}

#[test]
fn a_signature_is_found_by_what_it_signs() {
    type Rename = fn(&Path) -> PathBuf;
    let renamed: [Rename; 4] = [
        |place| moved(place, "rome.yaml", "rome (1).yaml"),
        |place| {
            moved(place, "rome.yaml.sig", "rome.yaml.sig.txt");
            place.join("rome.yaml")
        },
        |place| moved(place, "rome.yaml", "rome.yaml.txt"),
        |place| {
            // An older one has the name that this one should have.
            moved(place, "rome.yaml.sig", "rome.yaml (1).sig");
            let other = key("rome").sign(Namespace::Orders, b"another text\n");
            fs::write(place.join("rome.yaml.sig"), other).unwrap();
            place.join("rome.yaml")
        },
    ];
    for rename in renamed {
        let table = Table::deployed();
        let text = orders(&table);
        let place = table.beside("downloads");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("rome.yaml"), &text).unwrap();
        fs::write(place.join("rome"), key("rome").to_openssh()).unwrap();
        run(tabella().current_dir(&place).args(["sign", "rome.yaml", "--key", "rome"])).ended(0);
        moved(&place, "rome.head.sig", "rome.head.sig.txt");
        let file = rename(&place);
        let told = table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
        assert!(told.out.contains("filed: rome"), "{}", told.out);
        assert!(table.path("pending/rome.head.sig").exists(), "the head is vouched for");
    }
}

fn moved(place: &Path, from: &str, to: &str) -> PathBuf {
    fs::rename(place.join(from), place.join(to)).unwrap();
    place.join(to)
}

#[test]
fn a_receipt_convicts_however_it_was_saved() {
    let table = Table::deployed();
    let text = orders(&table);
    let file = table.signed("rome", text.as_bytes());
    table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
    let receipt = table.path("receipts/0002/rome-1.yaml");
    let words = fs::read_to_string(&receipt).unwrap();
    let signature = fs::read_to_string(receipt.with_extension("yaml.sig")).unwrap();
    for path in ["pending/rome.yaml", "pending/rome.yaml.sig"] {
        fs::remove_file(table.path(path)).unwrap();
    }
    table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    let convicts = |path: &Path| {
        let told = table.tabella(&["verify", "--receipt", path.to_str().unwrap()]).ended(1).out;
        assert!(told.contains("V-receipt"), "{}: {told}", path.display());
    };
    convicts(&receipt);
    for (what, saved) in SAVED {
        let place = table.beside(what);
        fs::create_dir(&place).unwrap();
        let joined = place.join("joined.txt");
        fs::write(&joined, saved(&format!("{words}...\n{signature}"))).unwrap();
        convicts(&joined);
        let apart = place.join("zama-2-rome-receipt (1).yaml");
        fs::write(&apart, saved(&words)).unwrap();
        fs::write(place.join("zama-2-rome-receipt.yaml.sig.txt"), saved(&signature)).unwrap();
        convicts(&apart);
    }
}

#[test]
fn keys_signatures_and_orders_count_however_they_were_saved() {
    for (what, saved) in SAVED {
        let table = Table::deployed();
        let place = table.beside("saved");
        fs::create_dir(&place).unwrap();
        let mut new = tabella();
        new.args(["new", "other", "--game", "combined-arms"]).current_dir(&place);
        for seat in SEATS {
            fs::write(place.join(format!("{seat}.pub")), saved(&key(seat).public_line())).unwrap();
            new.args(["--seat", &format!("{seat}={seat}.pub")]);
        }
        fs::write(
            place.join("schedule.yaml"),
            saved("zone: Europe/Rome\ndays: 3\nhour: 20\nmissed: fallback\n"),
        )
        .unwrap();
        run(new.args(["--schedule", "schedule.yaml"])).ended(0);
        let text = orders(&table);
        let file = table.signed("rome", text.as_bytes());
        let signature = fs::read_to_string(table.beside("rome.yaml.sig")).unwrap();
        fs::write(table.beside("rome.yaml.sig"), saved(&signature)).unwrap();
        fs::write(&file, saved(&text)).unwrap();
        let told = table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
        assert!(told.out.contains("filed: rome"), "{what}: {}", told.out);
        assert_eq!(fs::read_to_string(table.path("pending/rome.yaml")).unwrap(), text, "{what}");
    }
    // The other way about: signed with CRLF, and come with LF.
    let table = Table::deployed();
    let text = orders(&table);
    let crlf = text.replace('\n', "\r\n");
    let file = table.signed("rome", crlf.as_bytes());
    fs::write(&file, &text).unwrap();
    table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
    assert_eq!(
        fs::read_to_string(table.path("pending/rome.yaml")).unwrap(),
        crlf,
        "as it was signed"
    );
    table.tabella(&["resolve"]).ended(0);
    table.holds();
}

#[test]
fn a_file_in_utf_16_is_made_one_in_utf_8_when_it_is_signed() {
    let table = Table::deployed();
    let text = orders(&table);
    let file = table.beside("rome.yaml");
    fs::write(&file, wide(&text, u16::to_le_bytes)).unwrap();
    fs::write(table.beside("key"), key("rome").to_openssh()).unwrap();
    let mut sign = tabella();
    sign.arg("sign").arg(&file).arg("--key").arg(table.beside("key"));
    assert!(run(&mut sign).ended(0).err.contains("from UTF-16 to UTF-8"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
}

#[test]
fn no_salt_of_the_documents_is_taken() {
    let table = Table::deployed();
    let text = orders(&table);
    let salt = text.lines().find(|line| line.starts_with("salt:")).unwrap();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut examples = vec![
        "salt: 0000000000000000000000".to_owned(),
        "salt: passwordpasswordpassword".to_owned(),
    ];
    for name in ["player.md", "protocol.md", "referee.md", "git.md", "mail.md", "editors.md"] {
        let page = fs::read_to_string(docs.join(name)).unwrap();
        let written = page
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("salt: ") && !line.contains('$'));
        examples.extend(written.map(str::to_owned));
    }
    assert!(examples.iter().any(|line| line.contains("k3jf08")), "{examples:?}");
    for example in examples {
        let file = table.beside("rome.yaml");
        fs::write(&file, text.replace(salt, &example)).unwrap();
        let told = table.tabella(&["check", file.to_str().unwrap()]).ended(1);
        assert!(told.out.contains("E-salt"), "{example}: {}", told.out);
    }
}

#[test]
fn what_an_editor_did_is_named_before_anything_else() {
    let table = Table::deployed();
    let text = orders(&table);
    let file = table.beside("rome.yaml");
    let quoted = text.lines().map(|line| format!("> {line}\n")).collect::<Vec<_>>().concat();
    for (other, what) in [
        (format!("{{\\rtf1\\ansi {}}}", text.replace('\n', "\\par\n")), "this is RTF"),
        (format!("<html><body><pre>\n{text}</pre></body></html>\n"), "a web page"),
        (quoted, "quoted as in a mail reply"),
        (format!("Dear referee,\nplease find:\n\n{text}"), "there is text above the orders"),
        (text.replace("seat: rome", "seat: \u{201c}rome\u{201d}"), "curly quotes, U+201C"),
        (text.replace("seat: rome", "seat:\u{a0}rome"), "a no-break space, U+00A0"),
        (text.replace("seat: rome", "seat\u{ff1a}rome"), "U+FF1A"),
    ] {
        fs::write(&file, other).unwrap();
        let told = table.tabella(&["check", file.to_str().unwrap()]).ended(1).out;
        assert!(told.lines().take(2).any(|line| line.contains(what)), "{what}: {told}");
    }
}
