//! Vouches by mail: orders and the signature over the head that they answer come in one letter, in every shape in which players
//! send them, and count as they do from a file.

use super::super::common::Match;
use super::super::table::{run, tabella};
use super::club::{attached, attachment};
use record::charter::Heads;
use record::{Namespace, SignedText, head_text, parcel};
use std::fs;

/// A game that accepts no orders without a signed head.
fn game() -> Match {
    game_by_mail(Heads::Required)
}

fn game_by_mail(heads: Heads) -> Match {
    Match::new(|plan| {
        plan.heads = heads;
        for seat in &mut plan.seats {
            seat.mail = Some(format!("{}@example.org", seat.seat));
        }
        plan.referee.mail = Some("referee@example.org".to_owned());
    })
}

/// Rome's orders, their signature, and its signature for the head.
fn signed(game: &mut Match) -> [String; 3] {
    let orders = game.orders("rome", 1, true);
    let session = &game.game().session;
    let head = head_text(&session.charter.game, session.number, &session.head);
    let vouch = game.keys["rome"].sign(Namespace::Head, head.as_bytes());
    [orders.clone(), game.sign("rome", &orders), vouch]
}

fn letter(content: &str) -> String {
    format!(
        "From: rome@example.org\nTo: referee@example.org\nSubject: Re: [match-1] x\n\
         Message-ID: <1.rome@example.org>\nMIME-Version: 1.0\n{content}"
    )
}

fn text(words: &str) -> String {
    letter(&format!("Content-Type: text/plain; charset=utf-8\n\n{words}"))
}

/// The answer of the referee's program to a letter, and whether the vouch waits for the record.
fn taken(game: &Match, letter: &str) -> (String, bool) {
    let letters = game.temporary.path().join("letters");
    let mut command = tabella();
    command.args(["mail", "receive", "--letters"]).arg(letters).arg(game.root());
    let output = command.write_stdin(letter.replace('\n', "\r\n")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (said.trim().to_owned(), game.root().join("pending/rome.head.sig").exists())
}

#[test]
fn orders_and_vouch_come_in_one_letter_in_every_shape() {
    let filed = ("filed, answered to rome@example.org".to_owned(), true);
    for shape in 0..6 {
        let mut game = game();
        let [orders, signature, vouch] = signed(&mut game);
        let both = SignedText::join_both(orders.as_bytes(), &signature, Some(&vouch));
        let pasted = String::from_utf8(both.clone()).unwrap();
        let files = [("rome.yaml", &orders), ("rome.yaml.sig", &signature), ("v.sig", &vouch)];
        let letter = match shape {
            // One paste, with words around it.
            0 => text(&format!("Ave,\n\n{pasted}\n-- \nPublius\n")),
            // A parcel, as `tabella sign --mail` prints it.
            1 => text(&format!("Here.\n\n{}\nYours\n", parcel::wrap(&both))),
            // Three files.
            2 => letter(&attached("Here.\n", &files)),
            // The signature of the orders below them, and the vouch as a file.
            3 => {
                let alone = SignedText::join(orders.as_bytes(), &signature);
                letter(&attached(&String::from_utf8(alone).unwrap(), &files[2..]))
            }
            // The orders as files, and the vouch in the text.
            4 => letter(&attached(&vouch, &files[..2])),
            // One file that holds all three.
            _ => letter(&attached("Here.\n", &[("rome.txt", &pasted)])),
        };
        assert_eq!(taken(&game, &letter), filed, "shape {shape}");
        game.holds();
    }
}

#[test]
fn orders_without_it_go_back_and_the_record_holds_it() {
    let mut game = game();
    let [orders, signature, vouch] = signed(&mut game);
    let alone = SignedText::join(orders.as_bytes(), &signature);
    let (said, waits) = taken(&game, &text(&String::from_utf8(alone).unwrap()));
    assert!(said.starts_with("refused:") && !waits, "{said}");
    let answer = fs::read_dir(game.root().join("outbox")).unwrap();
    let answers: Vec<String> = answer
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap_or_default())
        .filter(|text| text.contains("does not vouch for record 0"))
        .collect();
    assert_eq!(answers.len(), 1, "the player is told");
    // Somebody else's signature over the head vouches for nothing.
    let session = &game.game().session;
    let head = head_text(&session.charter.game, session.number, &session.head);
    let other = game.keys["carthage"].sign(Namespace::Head, head.as_bytes());
    let both = SignedText::join_both(orders.as_bytes(), &signature, Some(&other));
    let (said, waits) = taken(&game, &text(&String::from_utf8(both).unwrap()));
    assert!(said.starts_with("refused:") && !waits, "{said}");
    let both = SignedText::join_both(orders.as_bytes(), &signature, Some(&vouch));
    let (said, waits) = taken(&game, &text(&String::from_utf8(both).unwrap()));
    assert!(said.starts_with("filed") && waits, "{said}");
    let theirs = game.orders("carthage", 1, true);
    let (own, key) = (game.temporary.path().join("c.yaml"), game.temporary.path().join("c.key"));
    fs::write(&own, theirs).unwrap();
    fs::write(&key, game.keys["carthage"].to_openssh()).unwrap();
    run(tabella().arg("sign").arg(&own).arg("--key").arg(key)).ended(0);
    run(tabella().arg("-C").arg(game.root()).arg("submit").arg(own)).ended(0);
    run(tabella().arg("-C").arg(game.root()).arg("resolve")).ended(0);
    assert!(game.root().join("turns/0001/heads/rome.sig").exists());
    game.holds();
}

fn newest(game: &Match, number: u32) -> String {
    run(tabella().arg("-C").arg(game.root()).args([
        "mail",
        "send",
        "--dry-run",
        "--smtp",
        "smtp://localhost",
    ]))
    .ended(0);
    let path = game.root().join(format!("outbox/{number:04}-rome.eml"));
    fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

#[test]
fn the_letter_asks_for_all_three_files_and_the_first_brings_the_page_for_players() {
    let letter = newest(&game(), 0);
    assert!(letter.contains("attach all three:"), "{letter}");
    for file in ["match-1-1-rome.yaml", "match-1-1-rome.yaml.sig", "match-1-1-rome.head.sig"] {
        assert!(letter.contains(file), "{file}: {letter}");
    }
    let form = attachment(&letter, "match-1-1-rome.yaml").expect("a form is attached");
    let form = String::from_utf8(form).unwrap();
    assert!(form.contains("send all three files:") && form.contains("Set-Content"), "{form}");
    let page =
        String::from_utf8(attachment(&letter, "player.txt").expect("it goes along")).unwrap();
    assert!(
        page.contains("ssh-keygen -t ed25519") && page.contains("zama-7-rome.head.sig"),
        "{page}"
    );
    assert!(page.lines().all(|line| line.chars().count() < 160), "{page}");
    let mut game = game_by_mail(Heads::Asked);
    assert!(attachment(&newest(&game, 0), "player.txt").is_some());
    game.round();
    assert_eq!(attachment(&newest(&game, 1), "player.txt"), None, "once is enough");
}
