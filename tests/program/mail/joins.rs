//! Joins that come by mail in a round, and the answers to them.

use super::super::table::{key, run, tabella};
use super::club::{Club, Sent, attached, files_in};
use std::fs;

/// A club that invites to `capua`, with a letter from everybody who joins: pasted, attached, to another game, altered
/// on its way.
fn inviting() -> (Club, String) {
    let club = Club::of("combined-arms");
    for name in ["host", "livia", "hanno", "marius"] {
        let path = club.path(name);
        fs::write(&path, key(name).to_openssh()).unwrap();
        fs::write(path.with_extension("pub"), key(name).public_line()).unwrap();
    }
    fs::create_dir(club.path("open")).unwrap();
    let terms = "club invite new open/capua --id capua --game combined-arms --key host --mail referee@example.org --until 2031-04-01";
    act(&club, &terms.split(' ').collect::<Vec<_>>());
    let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
    fs::write(club.path("run.yaml"), settings.clone() + "invitations: open\n").unwrap();
    (club, settings)
}

fn act(club: &Club, words: &[&str]) -> String {
    run(tabella().current_dir(club.path("")).args(words)).ended(0).out
}

/// Somebody's join, as the single text that `tabella club join` prints.
fn join(club: &Club, name: &str, more: &[&str]) -> String {
    let out = format!("{name}.yaml");
    let words = [
        "club",
        "join",
        "open/capua/invitation.yaml",
        "--key",
        name,
        "--name",
        name,
        "--out",
        &out,
    ];
    act(club, &[&words[..], more].concat())
}

/// The only letter to somebody about joins, on one line.
fn told(sent: &[Sent], to: &str, words: &str) -> String {
    let joins = sent.iter().filter(|one| one.to.contains(to) && one.id.contains(".join@"));
    let lines: Vec<String> =
        joins.map(|one| one.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let found: Vec<&String> = lines.iter().filter(|line| line.contains(words)).collect();
    assert_eq!(found.len(), 1, "{to} was not told `{words}` once: {lines:#?}");
    found[0].clone()
}

#[test]
fn joins_come_by_mail_and_are_answered() {
    let (mut club, _) = inviting();
    let livia = join(&club, "livia", &["--mail", "livia@example.org", "--wish", "rome"]);
    club.write("livia", "I join", &format!("Salve!\n\n{livia}\nLivia\n"));
    join(&club, "hanno", &[]);
    let file = |name: &str| fs::read_to_string(club.path(name)).unwrap();
    let files = [("join.yaml", file("hanno.yaml")), ("join.yaml.sig", file("hanno.yaml.sig"))];
    let headers = "From: Hanno <hanno@example.org>\nTo: referee@example.org\nSubject: x\nMessage-ID: <h@example.org>\nMIME-Version: 1.0\n";
    let attachment = headers.to_owned() + &attached("Here.\n", &files);
    club.post(&attachment);
    let marius = join(&club, "marius", &["--mail", "marius@example.org"]);
    club.write("marius", "I join", &marius.replace("name: marius", "name: Marius"));
    club.write("stranger", "hello", "Is anybody there?\n");
    let (said, code) = club.round("2031-03-01T10:00:00Z");
    assert_eq!(code, 0, "{said}");
    for line in [
        "join, answered to livia@",
        "join, answered to hanno@",
        "refused:join, answered to marius@",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(said.contains("ignored:stranger\n"), "strangers are not answered: {said}");
    let sent = club.sent();
    let letter = told(&sent, "livia@", "your join to capua has been accepted");
    assert!(letter.contains("From: referee@example.org") && letter.contains("[capua]"), "{letter}");
    assert!(letter.contains("You wish for rome"), "{letter}");
    told(&sent, "hanno@", "gives no address");
    told(&sent, "marius@", "a mail program changed the text");
    assert!(sent.iter().all(|one| !one.to.contains("stranger")));
    assert_eq!(files_in(&club.path("open/capua/joins")), 4, "two joins with their signatures");

    // The round was interrupted before it noted what it had done, and the letter comes once more.
    fs::remove_file(club.path("letters/journal")).unwrap();
    club.post(&attachment);
    let (said, code) = club.round("2031-03-01T11:00:00Z");
    assert!(code == 0 && said.contains("join, answered to hanno@"), "{said}");
    assert_eq!(files_in(&club.path("open/capua/joins")), 4, "nothing twice");
    assert!(club.counts().values().all(|count| *count == 1), "{:#?}", club.counts());
    act(&club, &["club", "invite", "check", "open/capua"]);
}

#[test]
fn a_join_that_does_not_count_is_told_why() {
    let (mut club, plain) = inviting();
    let livia = join(&club, "livia", &["--mail", "livia@example.org"]);
    // The lot is drawn before hers comes.
    for name in ["hanno", "marius"] {
        join(&club, name, &[]);
        act(&club, &["club", "invite", "take", "open/capua", &format!("{name}.yaml")]);
    }
    act(&club, &["new", "g", "--from-invitation", "open/capua", "--referee", "host"]);
    club.write("livia", "I join", &livia);
    club.round("2031-03-02T10:00:00Z");
    told(&club.sent(), "livia@", "the lot has been drawn");
    // A mail program says in which language its owner wishes to be answered.
    let italian = "From: livia@example.org\nSubject: x\nMessage-ID: <it@example.org>\nAccept-Language: it-IT, en-US\n";
    club.post(&format!("{italian}MIME-Version: 1.0\nContent-Type: text/plain\n\n{livia}"));
    club.round("2031-03-02T10:30:00Z");
    told(&club.sent(), "livia@", "La tua adesione a capua");
    // Nobody invites to that game any more, but another game is open.
    fs::rename(club.path("open/capua"), club.path("capua")).unwrap();
    let terms =
        "club invite new open/nola --id nola --game punica --key host --mail referee@example.org";
    act(&club, &terms.split(' ').collect::<Vec<_>>());
    club.write("livia", "Again", &livia);
    club.round("2031-03-02T11:00:00Z");
    told(&club.sent(), "livia@", "there is no such invitation here; these are open: nola");
    // Without the setting joins are what they were: words of a stranger.
    fs::write(club.path("run.yaml"), plain + "invitations: nowhere\n").unwrap();
    let (said, code) = club.round("2031-03-02T12:00:00Z");
    assert!(code == 2 && said.contains("there is no folder"), "{said}");
}
