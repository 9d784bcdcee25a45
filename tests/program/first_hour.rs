//! Tests of mistakes that people make in their first hour with the program.

use crate::table::{Table, copy_folder, key, run, tabella};
use record::Namespace;
use std::fs;

fn said(run: &crate::table::Run) -> String {
    format!("{}{}", run.out, run.err)
}

#[test]
fn a_form_takes_the_place_of_an_older_one_and_its_signature_with_it() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let signature = file.with_extension("yaml.sig");
    fs::write(&file, "tabella: 1\nphase: 1\n").unwrap();
    fs::write(&signature, "of an older text").unwrap();
    let name = file.to_str().unwrap();
    table.tabella(&["form", "--seat", "rome", "--salt", "--out", name]).ended(0);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\nphase: 2\n") && !text.contains("salt: \"\""), "{text}");
    assert!(!signature.exists());
    let again = table.tabella(&["form", "--seat", "rome", "--out", name]).ended(4);
    assert!(again.err.contains("already holds orders for phase 2"), "{}", again.err);
}

#[test]
fn a_signature_of_another_text_hides_nothing_and_accuses_nobody() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let name = file.to_str().unwrap();
    table.tabella(&["form", "--seat", "rome", "--salt", "--out", name]).ended(0);
    let older = key("rome").sign(Namespace::Orders, b"an older text");
    fs::write(file.with_extension("yaml.sig"), older).unwrap();
    let checked = table.tabella(&["check", name]).ended(0);
    assert!(
        checked.err.contains("this signature belongs to a different text"),
        "{}",
        said(&checked)
    );
    assert!(!said(&checked).contains("E-signature"), "{}", said(&checked));
}

#[test]
fn whoever_signs_what_would_be_refused_is_told_at_once() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let name = file.to_str().unwrap();
    table.tabella(&["form", "--seat", "rome", "--out", name]).ended(0);
    let path = table.beside("rome.key");
    fs::write(&path, key("rome").to_openssh()).unwrap();
    let sign = ["sign", "--key", path.to_str().unwrap(), name];
    let signed = table.tabella(&sign).ended(0);
    assert!(signed.err.contains("it would be refused"), "{}", signed.err);
    assert!(signed.err.contains("tabella sign --salt"), "{}", signed.err);
    let signed = table.tabella(&[&sign[..], &["--salt"]].concat()).ended(0);
    assert!(!signed.err.contains("refused"), "{}", signed.err);
}

#[test]
fn a_copy_of_the_game_files_nothing_and_says_where_orders_go() {
    let table = Table::deployed();
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("copy");
    copy_folder(&table.root(), &copy);
    for private in [".tabella", "pending", "rejected", "outbox"] {
        let _ = fs::remove_dir_all(copy.join(private));
    }
    let file = elsewhere.path().join("rome.yaml");
    let form = run(tabella().arg("-C").arg(&copy).args(["form", "--seat", "rome"])).ended(0).out;
    assert!(!form.contains("salt: \"\""), "the player's own program draws a salt: {form}");
    fs::write(&file, form).unwrap();
    let submitted = run(tabella().arg("-C").arg(&copy).arg("submit").arg(&file)).ended(4);
    assert!(submitted.err.contains("this is a copy of the game"), "{}", submitted.err);
    assert!(!copy.join("pending").exists() && !copy.join("rejected").exists());
}

#[test]
fn the_referees_folder_draws_no_salt_unasked() {
    let table = Table::deployed();
    let form = table.tabella(&["form", "--seat", "rome"]).ended(0).out;
    assert!(form.contains("\nsalt: \"\"\n"), "{form}");
}

#[test]
fn a_report_tells_its_reader_to_use_their_own_seat() {
    let table = Table::deployed();
    for (seat, other) in [("rome", "carthage"), ("carthage", "rome")] {
        let report = table.tabella(&["report", "--seat", seat, "--format", "md"]).ended(0).out;
        assert!(report.contains(&format!("tabella form --seat {seat} ")), "{report}");
        assert!(!report.contains(&format!("--seat {other}")), "{report}");
    }
    let report = table.tabella(&["report", "--format", "md"]).ended(0).out;
    assert!(report.contains("tabella form --seat SEAT "), "{report}");
}

#[test]
fn what_programs_read_is_json_and_so_are_errors() {
    let table = Table::deployed();
    for command in [
        &["report", "--json"][..],
        &["map", "--json"],
        &["map", "--json", "--phase", "0"],
        &["report", "--story", "--json"],
        &["form", "--seat", "rome", "--json"],
        &["status", "--json"],
    ] {
        table.tabella(command).ended(0).json();
    }
    let unknown = table.tabella(&["report", "--seat", "nobody", "--json"]).ended(2).json();
    assert_eq!(unknown["error"]["exit"], 2, "{unknown}");
    let wrong = run(tabella().args(["report", "--json", "--no-such-option"])).ended(2).json();
    assert!(wrong["error"]["message"].as_str().unwrap().contains("no-such-option"), "{wrong}");
}

#[test]
fn quiet_leaves_what_was_asked_for() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let form = ["form", "--seat", "rome", "--out", file.to_str().unwrap(), "--quiet"];
    let quiet = table.tabella(&form).ended(0);
    assert!(said(&quiet).is_empty(), "{}", said(&quiet));
}

#[test]
fn an_unknown_title_is_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = tabella();
    let refused =
        run(demo.current_dir(&folder).args(["tools", "demo", "--game", "punic"])).ended(2);
    assert!(refused.err.contains("no title `punic`"), "{}", refused.err);
    assert!(!refused.err.contains("play"), "{}", refused.err);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[cfg(feature = "manual")]
#[test]
fn completions_know_titles_scenarios_seats_and_options() {
    let bash = run(tabella().args(["tools", "completions", "bash"])).ended(0).out;
    for word in ["combined-arms", "de-bello-punico", "rome=", "beneventum"] {
        assert!(bash.contains(word), "{word}");
    }
    let help = run(tabella().args(["new", "--help"])).ended(0).out;
    assert!(!help.contains("possible values"), "{help}");
}

#[cfg(feature = "manual")]
#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    run(tabella().args(["tools", "man", "--out"]).arg(folder.path())).ended(0);
    for page in ["tabella.1", "tabella-new.1", "tabella-mail-send.1", "tabella-key-new.1"] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.starts_with(".ie") && text.contains(".SH NAME"), "{page}: {text}");
    }
    let one = run(tabella().args(["tools", "man", "mail", "send"])).ended(0).out;
    assert!(one.contains("tabella\\-mail\\-send"), "{one}");
    run(tabella().args(["tools", "man", "no-such-command"])).ended(2);
}

#[test]
fn a_code_is_found_however_it_is_written_and_one_record_is_one() {
    let told = run(tabella().args(["tools", "codes", "e-salt"])).ended(0).out;
    assert!(told.starts_with("E-salt  "), "{told}");
    let table = Table::new("brisk", &[]);
    let proof = table.tabella(&["verify"]).ended(0).out;
    assert!(proof.contains("from each state to the next in 1 record\n"), "{proof}");
    let pages = table.beside("pages").display().to_string();
    let made = table.tabella(&["report", "--all", &pages]).ended(0).err;
    assert!(made.ends_with(": 1 record\n"), "{made}");
}

#[test]
fn a_folder_and_a_signature_are_named_as_what_they_are() {
    let table = Table::new("brisk", &[]);
    let folder = table.beside("").display().to_string();
    let path = table.signed("rome", table.orders("rome", 1, "orders: {}\n").as_bytes());
    let signature = format!("{}.sig", path.display());
    for command in ["check", "submit"] {
        let told = table.tabella(&[command, &folder]).ended(2).err;
        assert!(told.contains("is a folder; name the order file"), "{told}");
        let told = table.tabella(&[command, &signature]).ended(2).err;
        let orders = format!("name the order file, {}, instead", path.display());
        assert!(told.contains("is a signature") && told.contains(&orders), "{told}");
    }
}
