//! A first game as two new players play it: keys by `ssh-keygen`, orders written by hand, everything through the program
//! and through the tools that a player has without it.

mod commands;
mod opening;

use crate::table::run;
use opening::{Played, played};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn tool(folder: &Path, program: &str, arguments: &[&str], input: Option<&Path>) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.stdin(input.map_or_else(Stdio::null, |path| fs::File::open(path).unwrap().into()));
    command.output().unwrap_or_else(|error| panic!("this test needs {program}: {error}"))
}

#[track_caller]
fn must(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    said
}

#[test]
fn two_players_get_from_keys_to_a_verified_report() {
    let game = played();
    let verdict = game.tabella(&["verify"]).ended(0).out;
    assert!(
        verdict.contains(
            "records    4 complete, chained and sealed; 4 played again with the same result"
        ),
        "{verdict}"
    );
    assert!(
        verdict.contains("signatures 9 hold\n") && verdict.contains("proven to record 3\n"),
        "{verdict}"
    );
    let (start, head) = game.start_and_head();
    let told = run(crate::table::tabella()
        .arg("verify")
        .arg(game.root())
        .args(["--start", &start, "--head", &head]))
    .ended(0)
    .out;
    assert_eq!(told.matches("  as given").count(), 2, "{told}");
}

#[test]
fn every_record_can_be_proved_without_the_program() {
    let game = played();
    for number in 0..4 {
        let record = game.root().join(format!("turns/{number:04}"));
        let said = must(&tool(&record, "sha256sum", &["--strict", "-c", "SHA256SUMS"], None));
        let listed = fs::read_to_string(record.join("SHA256SUMS")).unwrap().lines().count();
        assert_eq!(said.matches(": OK\n").count(), listed, "{said}");
        let arguments = [
            "-Y",
            "verify",
            "-f",
            "../../allowed_signers",
            "-I",
            "referee",
            "-n",
            "tabella-record",
            "-s",
            "SHA256SUMS.sig",
        ];
        let said = must(&tool(&record, "ssh-keygen", &arguments, Some(&record.join("SHA256SUMS"))));
        assert!(said.contains("Good \"tabella-record\" signature for referee"), "{said}");
        for entry in fs::read_dir(record.join("orders"))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
        {
            let Some(seat) = entry.file_name().unwrap().to_str().unwrap().strip_suffix(".yaml")
            else {
                continue;
            };
            let signature = format!("orders/{seat}.yaml.sig");
            let arguments = [
                "-Y",
                "verify",
                "-f",
                "../../allowed_signers",
                "-I",
                seat,
                "-n",
                "tabella-orders",
                "-s",
                &signature,
            ];
            must(&tool(&record, "ssh-keygen", &arguments, Some(&entry)));
            let other = if seat == "rome" { "carthage" } else { "rome" };
            let arguments =
                arguments.map(|argument| if argument == seat { other } else { argument });
            assert!(
                !tool(&record, "ssh-keygen", &arguments, Some(&entry)).status.success(),
                "{other} did not sign that"
            );
        }
    }
}

#[test]
fn the_commands_that_a_report_prints_prove_it() {
    let game = played();
    let record = game.root().join("turns/0003");
    let report = fs::read_to_string(record.join("report-rome.md")).unwrap();
    let proof = &report[report.find("## Proof").expect("a report ends with its proof")..];
    let fence = proof.split("```").nth(1).expect("commands in a fence");
    let commands = fence.split_once('\n').unwrap().1.replace("\\\n", " ");
    assert!(commands.lines().count() >= 3, "{commands}");
    for line in commands.lines().filter(|line| !line.trim().is_empty()) {
        let line = line.replacen("tabella ", &format!("{} ", env!("CARGO_BIN_EXE_tabella")), 1);
        must(&tool(&record, "bash", &["-euc", &line], None));
    }
}

#[test]
fn orders_are_kept_exactly_as_they_were_signed() {
    let game = played();
    for (number, seat, file) in
        [(1, "rome", "rome-1.yaml"), (2, "rome", "rome-2.yaml"), (3, "carthage", "carthage-3.yaml")]
    {
        let kept = game.root().join(format!("turns/{number:04}/orders/{seat}.yaml"));
        assert_eq!(fs::read(kept).unwrap(), fs::read(game.file(file)).unwrap(), "{file}");
    }
}

#[test]
fn a_report_comes_in_every_format_and_for_every_seat() {
    let game = played();
    let text = game.tabella(&["report", "--phase", "2"]).ended(0).out;
    for part in ["The story", "Where everything stands", "The log", "Orders due", "Proof"] {
        assert!(
            text.contains(&format!("\n{part}\n{}\n", "-".repeat(part.len()))),
            "{part} is not in\n{text}"
        );
    }
    let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(wide.is_empty(), "wider than a terminal: {wide:?}");
    let markdown = game.tabella(&["report", "--phase", "2", "--format", "md"]).ended(0).out;
    assert!(markdown.starts_with("# ") && markdown.contains("\n## The story\n"), "{markdown}");
    let page = game
        .tabella(&["report", "--phase", "2", "--format", "html", "--seat", "carthage"])
        .ended(0)
        .out;
    assert!(
        page.starts_with("<!doctype html>")
            && page.contains("<svg")
            && page.trim_end().ends_with("</html>")
    );
    assert!(
        !page.contains("<script") && !page.contains("src=\"http") && !page.contains("@import"),
        "it needs a network"
    );
    let (start, head) = game.start_and_head();
    for (seat, name) in [("rome", "Rome"), ("carthage", "Carthage")] {
        let report = game.tabella(&["report", "--seat", seat]).ended(0).out.replace('\n', " ");
        assert!(
            report.contains(&start) && report.contains(&head),
            "start and head stand in every report"
        );
        assert!(report.contains(&format!("as {name} sees it")), "{report}");
    }
    let moved = "ve1";
    assert!(text.contains(moved) && markdown.contains(moved) && page.contains(moved));
}

#[test]
fn a_seat_reads_its_own_standing_orders_and_nobody_elses() {
    let game = played();
    let own = game.tabella(&["report", "--seat", "rome", "--phase", "2"]).ended(0).out;
    assert!(own.contains("in force for rome") && own.contains("lateral"), "{own}");
    for arguments in
        [&["report", "--phase", "2"][..], &["report", "--phase", "2", "--seat", "carthage"]]
    {
        let other = game.tabella(arguments).ended(0).out;
        assert!(!other.contains("lateral"), "{other}");
    }
    for name in
        ["report.md", "report-carthage.md", "report.html", "state.yaml", "events.yaml", "turn.yaml"]
    {
        let text = fs::read_to_string(game.root().join("turns/0002").join(name)).unwrap();
        assert!(!text.contains("lateral"), "{name} betrays Rome's standing orders");
    }
}

#[test]
fn what_the_report_command_prints_is_what_the_record_holds() {
    let game = played();
    for (file, arguments) in [
        ("report.md", &["report", "--phase", "3", "--format", "md"][..]),
        ("report.html", &["report", "--phase", "3", "--format", "html"]),
        ("map.svg", &["map", "--svg"]),
    ] {
        let recorded = fs::read_to_string(game.root().join("turns/0003").join(file)).unwrap();
        let printed = game.tabella(arguments).ended(0).out;
        // Only the head of the record itself can't stand in the record.
        let (_, head) = game.start_and_head();
        let known: Vec<&str> = printed.lines().filter(|line| !line.contains(&head)).collect();
        let recorded: Vec<&str> = recorded.lines().collect();
        let more = known.iter().filter(|line| !recorded.contains(line)).count();
        assert!(more <= 1, "{file}: {more} lines differ");
    }
}

#[test]
fn the_map_comes_as_picture_as_text_and_in_words() {
    let game = played();
    let plain = game.tabella(&["map"]).ended(0).out;
    assert!(
        plain.contains("12 ") && plain.contains("\n1 ") && !plain.contains('\u{1b}'),
        "{plain}"
    );
    let colour = game.tabella(&["--colour", "always", "map"]).ended(0).out;
    assert!(colour.contains("\u{1b}["), "{colour}");
    let words = game.tabella(&["map", "--words"]).ended(0).out;
    assert!(words.lines().any(|line| line.starts_with("Scipio scipio on ")), "{words}");
    assert_eq!(words.lines().filter(|line| line.contains(" on ")).count(), 32, "{words}");
    let svg = game.tabella(&["map", "--svg", "--seat", "rome"]).ended(0).out;
    assert!(svg.starts_with("<svg ") && svg.contains("<title") && svg.contains("<desc"), "{svg}");
    game.tabella(&["map", "--svg", "--words"]).ended(2);
}

#[test]
fn the_story_tells_every_record_once() {
    let game = played();
    let story = game.tabella(&["report", "--story"]).ended(0).out;
    assert_eq!(story.matches("Rome moves first").count(), 1, "{story}");
    let chapters = game.tabella(&["report", "--story", "--format", "md"]).ended(0).out;
    let chapters: Vec<&str> =
        chapters.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(chapters[..2], ["The armies take the field", "Turns I and II"]);
    assert_eq!(chapters[2..], ["The roll of the fallen", "Who is named, and in which records"]);
    assert!(
        game.tabella(&["report", "--story", "--format", "html"])
            .ended(0)
            .out
            .starts_with("<!doctype html>")
    );
}

#[test]
fn status_says_who_is_awaited_and_never_what_was_filed() {
    let game: &Played = played();
    let status = game.tabella(&["status"]).ended(0).out;
    let rome = status.lines().find(|line| line.contains("rome") && line.contains("AWAITED"));
    assert!(rome.is_some(), "{status}");
    let json = game.tabella(&["status", "--json"]).ended(0).json();
    let (start, head) = game.start_and_head();
    assert_eq!(
        (json["start"].as_str(), json["head"].as_str()),
        (Some(&start[..]), Some(&head[..]))
    );
    assert_eq!(
        (json["record"].as_u64(), json["awaited"][0]["seat"].as_str()),
        (Some(3), Some("rome"))
    );
}
