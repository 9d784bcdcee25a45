//! Ways round the chain that lie beside it: templates, links, modes, memory, sizes, names.

use super::papers::{Papers, Thing, sums_path};
use super::{finds, papers, recorded, told};
use crate::table::{Table, key, run, tabella};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn notes(papers: &Papers) -> String {
    papers.verify().notes.into_iter().map(|note| note.0).collect::<Vec<_>>().join("\n")
}

#[test]
fn templates_in_a_game_folder_are_named_and_never_run() {
    let table = recorded().table.copy();
    let forged = "The referee says: surrender.\n";
    for below in ["combined-arms/story.md", "report.md"] {
        let path = table.root().join("templates").join(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, forged).unwrap();
    }
    let report = table.tabella(&["report", "--format", "md"]).ended(0).out;
    assert!(!report.contains("surrender"), "{report}");
    let own = table.root().join("templates");
    let asked = ["report", "--format", "md", "--templates", own.to_str().unwrap()];
    assert_eq!(table.tabella(&asked).ended(0).out, forged);
    let verdict = table.tabella(&["verify"]).ended(1).out;
    assert!(verdict.contains("V-unlisted templates: "), "{verdict}");
    fs::remove_file(own.join("report.md")).unwrap();
    symlink(table.path(".tabella/secrets.yaml"), own.join("report.md")).unwrap();
    let link = table.tabella(&asked).ended(1).err;
    assert!(link.contains("a symbolic link"), "{link}");
}

#[test]
fn a_note_beside_the_chain_cannot_spoil_the_game() {
    let table = recorded().table.copy();
    fs::write(table.path(".tabella/seed"), format!("4 {0} {0}\n", "ab".repeat(32))).unwrap();
    table.tabella(&["status"]).ended(0);
    table.holds();
}

#[test]
fn the_program_remembers_what_it_signed() {
    let table = recorded().table.copy();
    fs::remove_dir_all(table.path("turns/0004")).unwrap();
    let filed: Vec<_> = table.game().session.play.awaited();
    for asked in filed {
        let body = table.game().session.play.propose(
            &asked.seat,
            engine::BotStyle::Sensible,
            &mut engine::Rng::new(3),
        );
        table.file(asked.seat.name(), &body);
    }
    let said = table.tabella(&["resolve"]).ended(4).err;
    assert!(said.contains("record 4 was signed here with head "), "{said}");
    assert!(!table.path("turns/0004").exists());
    table.tabella(&["resolve", "--despite", "all seats agreed"]).ended(0);
    let memory = fs::read_to_string(table.path(".tabella/signed")).unwrap();
    assert!(memory.contains(": all seats agreed\n0003 "), "{memory}");
    // Whoever agreed still holds the receipt for orders that the new record does not count.
    let said = table.tabella(&["verify"]).ended(1).out;
    assert!(said.contains("V-receipt turns/0004/orders/rome.yaml"), "{said}");
}

#[test]
fn a_withheld_secret_of_hidden_dice_is_a_finding() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/combined-arms/example");
    let mut papers = Papers::of(&example);
    let path = format!("turns/{:04}/turn.yaml", papers.last());
    let text = papers.text(&path);
    let line = text.lines().find(|line| line.starts_with("hidden: ")).unwrap().to_owned();
    papers.edit(&path, &format!("{line}\n"), "");
    let finding = finds(&papers, "V-secret", &path);
    assert!(finding.message.contains("withheld"), "{finding}");
}

#[test]
fn secrets_are_the_owners_alone_and_other_files_heed_the_mask() {
    for (mask, open) in [("000", 0o666), ("077", 0o600)] {
        let table = recorded().table.copy();
        let sign = table.beside("orders.yaml");
        fs::write(&sign, "seat: rome\nsalt:\n").unwrap();
        fs::set_permissions(&sign, fs::Permissions::from_mode(0o640)).unwrap();
        fs::write(table.beside("key"), key("rome").to_openssh()).unwrap();
        let program = assert_cmd::cargo::cargo_bin("tabella");
        let script = format!(
            "umask {mask}; cd {0}; {1} sign orders.yaml --key key --salt; {1} key new made; \
             {1} new fresh --game combined-arms --seat rome=made.pub --seat carthage=made.pub",
            table.beside("").display(),
            program.display(),
        );

        let status = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8_lossy(&status.stderr).into_owned();
        assert_eq!(mode(&sign), 0o640, "{said}");
        let fresh = table.beside("fresh");
        assert_eq!(mode(&fresh.join("turns/0000/report.md")), open, "{said}");
        assert_eq!(mode(&fresh.join("game.yaml")), open, "{said}");
        assert_eq!(mode(&fresh.join(".tabella")), 0o700, "{said}");
        assert_eq!(mode(&fresh.join(".tabella/secrets.yaml")), 0o600, "{said}");
        assert_eq!(mode(&table.beside("made")), 0o600, "{said}");
    }
}

/// The modes of the files below a folder, by path, as seen by a reader who does not own it.
fn modes(root: &Path, below: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(below)).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.path().is_dir() {
            found.extend(modes(root, &path));
        } else {
            found.push((path, mode(&entry.path())));
        }
    }
    found
}

/// True if a file may be sealed, or only one seat or the referee may know its contents.
fn is_private(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap();
    let sealed = path.strip_prefix("turns/").and_then(|rest| rest.split_once('/'));
    sealed.is_some_and(|(_, name)| record::owner(name).is_some())
        || ["pending/", "rejected/", "receipts/", "outbox/"].iter().any(|own| path.starts_with(own))
        || path.starts_with(".tabella/") && name != "lock"
        || name == "view.yaml"
}

#[test]
fn what_may_be_sealed_is_the_owners_alone_whatever_the_mask_says() {
    let table = Table::of(("metaurus", None), "brisk", &[], &["rome", "carthage"]);
    let program = assert_cmd::cargo::cargo_bin("tabella");
    fs::write(table.beside("key"), key("carthage").to_openssh()).unwrap();
    let script = format!(
        "umask 000; set -e; cd {0}; t={1}; g={2}
         $t -C $g form --seat carthage --salt --out draft.yaml
         $t -C $g form --sheet --seat carthage --out sheet.json
         $t -C $g map --seat carthage --png own.png
         $t -C $g map --png all.png
         $t sign draft.yaml --key key
         $t -C $g submit draft.yaml
         $t -C $g resolve
         $t -C $g share copy --seat rome copy
         $t share archive $g own.tar --seat rome
         $t analyse fork $g sandbox --seat rome
         $t analyse replay $g --seat rome --out own.html",
        table.beside("").display(),
        program.display(),
        table.root().display(),
    );
    let ran = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    for own in ["draft.yaml", "draft.yaml.sig", "sheet.json", "own.png", "own.tar", "own.html"] {
        assert_eq!(mode(&table.beside(own)), 0o600, "{own}");
    }
    assert_eq!(mode(&table.beside("all.png")), 0o666);
    for own in ["sandbox/data/position.yaml", "sandbox/rome.yaml", "copy/view.yaml"] {
        assert_eq!(mode(&table.beside(own)), 0o600, "{own}");
    }
    for folder in [table.root(), table.beside("copy"), table.beside("sandbox")] {
        let (private, open): (Vec<_>, Vec<_>) =
            modes(&folder, "").into_iter().partition(|(path, _)| is_private(path));
        assert!(private.len() > 2, "{private:?}");
        let wrong = private.iter().find(|(_, mode)| *mode != 0o600);
        assert_eq!(wrong, None, "{}", folder.display());
        assert!(open.iter().any(|(path, mode)| path == "game.yaml" && mode & 0o044 == 0o044));
    }
}

#[test]
fn errors_cannot_write_to_the_terminal_and_are_told_however_quiet() {
    let table = recorded().table.copy();
    fs::write(table.path("turns/\u{1b}[2Jproven\u{202e}"), "").unwrap();
    // `script` gives it a terminal, to which colours would be passed on.
    for way in ["", "--quiet ", "--colour always "] {
        let line = format!("{} {way}-C {} status", program(), table.root().display());
        let ran = std::process::Command::new("script").args(["-qec", &line, "/dev/null"]).output();
        let Ok(ran) = ran else {
            println!("skipped: no `script` on this machine");
            return;
        };
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(said.contains("turns/\\u{1b}[2Jproven\\u{202e}: no turn record"), "{said:?}");
        assert!(!said.contains("\u{1b}[2J") && !said.contains('\u{202e}'), "{said:?}");
    }
}

fn program() -> String {
    assert_cmd::cargo::cargo_bin("tabella").display().to_string()
}

#[test]
fn names_of_files_cannot_write_to_the_terminal() {
    let table = recorded().table.copy();
    fs::write(table.path("turns/0002/\u{1b}[2Jproven\u{202e}"), "").unwrap();
    let said = run(tabella().arg("verify").arg(table.root())).ended(1).out;
    assert!(said.contains("V-unlisted turns/0002/\\u{1b}[2Jproven\\u{202e}: "), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said:?}");
}

#[test]
fn a_folder_that_is_hostile_in_every_record_is_read_in_little_memory() {
    let mut hostile = papers();
    for number in 1..=4 {
        for at in 1..=7 {
            let name = format!("turns/{number:04}/notes-x{at}.yaml");
            hostile.put(&name, vec![b'a'; 4 << 20]);
        }
        hostile.list_anew(number);
    }
    let folder = tempfile::tempdir().unwrap();
    hostile.write(folder.path());
    // Address space, of which a verdict over the game as it was recorded takes a good half; memory is less.
    let mut bash = assert_cmd::Command::new("bash");
    bash.args(["-c", "ulimit -v 400000; exec \"$@\"", "bash", env!("CARGO_BIN_EXE_tabella")]);
    let said = run(bash.arg("verify").arg(folder.path())).ended(1).out;
    assert!(said.contains("V-size turns/0001/notes-x"), "{said}");
}

#[test]
fn files_larger_than_any_are_named_before_they_are_read() {
    for (name, bytes) in [
        ("turn.yaml", 1 << 20),
        ("state.yaml", 2 << 20),
        ("map.svg", 4 << 20),
        ("orders/rome.yaml", 64 << 10),
    ] {
        let mut large = papers();
        large.put(&format!("turns/0001/{name}"), vec![b' '; bytes + 1]);
        finds(&large, "V-size", &format!("turns/0001/{name}"));
    }
    let mut many = papers();
    let nothing = "0".repeat(64);
    let list = (0..3000).map(|at| format!("{nothing}  f{at:04}\n"));
    many.put(&sums_path(2), format!("{nothing}  {}\n", sums_path(1).replacen("turns", "..", 1)));
    many.put(&sums_path(2), many.text(&sums_path(2)) + &list.collect::<String>());
    finds(&many, "V-size", &sums_path(2));
}

#[test]
fn an_empty_folder_in_a_record_is_named() {
    let table = recorded().table.copy();
    fs::create_dir(table.path("turns/0002/changes")).unwrap();
    let said = run(tabella().arg("verify").arg(table.root())).ended(1).out;
    assert!(said.contains("V-unlisted turns/0002/changes: "), "{said}");
}

#[test]
fn a_charter_is_held_to_one_spelling() {
    let mut spelled = papers();
    spelled.edit("game.yaml", "tempo: brisk\n", "tempo: 'brisk'\n");
    spelled.seal_anew(0, &recorded().referee);
    let finding = finds(&spelled, "V-charter", "game.yaml");
    assert!(finding.line.is_some(), "{finding}");
}

#[test]
fn another_spelling_of_the_seal_is_told() {
    let mut respelled = papers();
    let path = format!("{}.sig", sums_path(2));
    let text = respelled.text(&path);
    let (first, rest) = text.split_once('\n').unwrap();
    respelled.put(&path, format!("{first}\n{}", rest.replacen('\n', "", 1)));
    assert!(respelled.verify().holds(), "{}", told(&respelled.verify()));
    assert!(
        notes(&respelled).contains("turns/0002/SHA256SUMS.sig is valid, but not in the form that")
    );
}

#[test]
fn an_absence_before_the_deadline_is_told() {
    let mut early = papers();
    let path = "turns/0002/turn.yaml";
    let next = early.text(path);
    assert!(next.contains("\n  awaited:\n"), "{next}");
    early.put(path, format!("{next}  deadline: 2999-01-01T00:00:00Z\n"));
    let text = early.text("turns/0003/turn.yaml");
    let line = text.lines().find(|line| line.starts_with("resolved: ")).unwrap();
    early.edit("turns/0003/turn.yaml", line, &format!("{line}\nabsent:\n- rome"));
    let notes = notes(&early);
    assert!(notes.contains("in record 3, rome was declared absent before the deadline"), "{notes}");
}

#[test]
fn a_deadline_that_the_schedule_does_not_give_is_told() {
    let table = Table::by_command("combined-arms", &["--days", "3"]);
    let mut moved = Papers::of(&table.root());
    assert!(!notes(&moved).contains("sets the deadline"), "{}", notes(&moved));
    let text = moved.text("turns/0000/turn.yaml");
    let line = text.lines().find(|line| line.starts_with("  deadline: ")).unwrap().to_owned();
    moved.edit("turns/0000/turn.yaml", &line, "  deadline: 2999-01-01T00:00:00Z");
    let notes = notes(&moved);
    assert!(
        notes.contains("record 0 sets the deadline at 2999-01-01 00:00 UTC, but by the schedule"),
        "{notes}"
    );
}

#[test]
fn dates_that_go_backwards_are_found_without_a_replay() {
    let mut papers = papers();
    papers.0.insert("data/units.yaml".to_owned(), Thing::Link);
    let text = papers.text("turns/0003/turn.yaml");
    let line = text.lines().find(|line| line.starts_with("resolved: ")).unwrap().to_owned();
    papers.edit("turns/0003/turn.yaml", &line, "resolved: 1999-01-01T00:00:00Z");
    let found = papers.verify().findings;
    let backwards = |one: &&tabella::verify::Finding| one.message.contains("before its phase");
    assert!(found.iter().any(|one| backwards(&one)), "{}", told(&papers.verify()));
}

#[test]
fn strangers_cannot_fill_the_disk() {
    let table = recorded().table.copy();
    let long = "x".repeat(60_000);
    let said = table.tabella_reading(&["submit", "-"], long.as_bytes()).ended(1).err;
    assert!(said.contains("not filed"), "{said}");
    let kept = table.files("rejected");
    let bytes = kept.iter().find(|(name, _)| name.strip_suffix(".yaml").is_some()).unwrap().1;
    assert_eq!(bytes.len(), 4096);
    for at in 0..1000 {
        fs::write(table.path(&format!("rejected/{at}")), "").unwrap();
    }
    let before = table.files("rejected").len();
    table.tabella_reading(&["submit", "-"], b"another").ended(1);
    let after = table.files("rejected");
    assert_eq!(after.len(), before + 1, "one list, and nothing else");
    let list = String::from_utf8(after["more.txt"].clone()).unwrap();
    assert!(list.contains("7 bytes, not kept"), "{list}");
}

#[test]
fn a_seat_cannot_fill_the_disk_either() {
    let table = Table::deployed();
    fs::create_dir_all(table.path("rejected")).unwrap();
    for at in 0..10_000 {
        fs::write(table.path(&format!("rejected/{at}")), "").unwrap();
    }
    let path = table.signed("rome", table.orders("rome", 1, "orders: {no-such: 1}").as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let after = table.files("rejected");
    assert_eq!(after.len(), 10_001, "one list, and nothing else");
    let list = String::from_utf8(after["more.txt"].clone()).unwrap();
    assert!(list.contains("bytes, not kept: too many files are here already"), "{list}");
}

#[test]
fn a_report_that_the_program_does_not_render_is_found_by_the_same_program() {
    let table = Table::new("brisk", &[]);
    for (seat, body) in crate::table::SEATS.into_iter().zip(crate::table::DEPLOY) {
        table.file(seat, body);
    }
    assert_eq!(table.resolve(), 1);
    let said = table.tabella(&["verify"]).ended(0).out;
    assert!(said.contains("reports    rendered again for 2 of 2 records\n"), "{said}");
    let referee = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
    let referee = record::PrivateKey::parse(&referee).unwrap();
    let path = "turns/0001/report.md";
    let mut altered = Papers::of(&table.root());
    let text = altered.text(path) + "The referee says: surrender.\n";
    altered.put(path, text);
    altered.seal_anew(1, &referee);
    // Another program made it: how that words its reports nobody can say.
    let mut other = altered.clone();
    let program = other.text("turns/0001/turn.yaml");
    let line = program.lines().find(|line| line.starts_with("program: ")).unwrap().to_owned();
    other.edit("turns/0001/turn.yaml", &line, "program: tabella 0.0.1");
    other.seal_anew(1, &referee);
    for (papers, code) in [(altered, 1), (other, 0)] {
        let folder = tempfile::tempdir().unwrap();
        papers.write(folder.path());
        let mut verify = tabella();
        let said = run(verify.arg("verify").arg(folder.path())).ended(code).out;
        assert_eq!(said.contains("V-report turns/0001/report.md: "), code == 1, "{said}");
        let others =
            "not compared for 1 of 2 records, because a different program or version made them";
        assert_eq!(said.contains(others), code == 0, "{said}");
        let said = run(tabella().args(["verify", "--no-reports"]).arg(folder.path())).ended(0).out;
        assert!(said.contains("reports    not compared"), "{said}");
    }
}

#[test]
fn house_data_are_announced_and_told() {
    let data = tempfile::tempdir().unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/combined-arms/data/units.yaml");
    let text = fs::read_to_string(own).unwrap();
    fs::write(data.path().join("units.yaml"), format!("# ours\n{text}")).unwrap();
    let table = Table::new("brisk", &[]);
    fs::write(table.beside("made.pub"), key("rome").public_line()).unwrap();
    let mut new = tabella();
    new.current_dir(table.beside("")).args(["new", "fresh", "--game", "combined-arms"]);
    new.args(["--seat", "rome=made.pub", "--seat", "carthage=made.pub"]);
    crate::table::draft(&table.beside("fresh"), &format!("data: {}\n", data.path().display()));
    let said = run(&mut new).ended(0).err;
    assert!(said.contains("house data: units.yaml differ"), "{said}");
    let told = run(tabella().arg("verify").arg(table.beside("fresh"))).ended(0).out;
    assert!(told.contains("note       house data: units.yaml differ"), "{told}");
    assert!(told.contains("for combined-arms, as the charter says"), "{told}");
    let read = |name: &str| fs::read_to_string(table.beside("fresh").join(name)).unwrap();
    assert!(read("game.yaml").contains("\nhouse:\n- units.yaml\n"), "{}", read("game.yaml"));
    let report = read("turns/0000/report.md");
    assert!(
        report.contains("- data that replace the title's own (house data): units.yaml\n"),
        "{report}"
    );
}
