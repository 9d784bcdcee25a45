//! The outbox and the local mail system, of which a script stands in.

use super::folder::{Game, post, tally};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::Duration;
use tabella::mail::RouteError;
use tabella::store::post::carriers::Sendmail;
use tabella::store::post::outbox::Fate;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/mail/fake_sendmail");

fn sendmail(game: &Game, patience: Duration) -> Sendmail {
    let link = game.path("sendmail");
    if !link.exists() {
        symlink(SCRIPT, &link).unwrap();
    }
    Sendmail::of(link, patience)
}

#[test]
fn a_letter_goes_to_the_local_mail_system() {
    let game = Game::with(&["rome"]);
    assert_eq!(game.send(&mut sendmail(&game, Duration::from_secs(30))).0, tally(1, 0, 0));
    let arguments = fs::read_to_string(game.path("arguments")).unwrap();
    assert_eq!(arguments, "-i\n-f\nreferee@example.org\n--\nrome@example.org\n");
    let letter = fs::read_to_string(game.path("letter")).unwrap();
    assert_eq!(letter, String::from_utf8(post("rome").bytes).unwrap().replace("\r\n", "\n"));
    assert_eq!(game.files(), ["sent/0007-rome.eml"]);
}

#[test]
fn what_the_local_mail_system_says_by_its_exit_code() {
    let game = Game::with(&["broken", "busy", "nobody"]);
    let (sent, told) = game.send(&mut sendmail(&game, Duration::from_secs(30)));
    assert_eq!(sent, tally(0, 1, 2));
    let [(_, Fate::Failed(broken)), (_, Fate::Waits(busy)), (_, Fate::Failed(nobody))] = &told[..]
    else {
        panic!("{told:?}")
    };
    assert!(
        broken.contains("bad data")
            && busy.contains("try again")
            && nobody.contains("no such user"),
        "{told:?}"
    );
    assert!(nobody.contains("nobody@example.org"), "{nobody}");
}

#[test]
fn a_local_mail_system_that_does_not_end() {
    let game = Game::with(&["asleep"]);
    let (sent, told) = game.send(&mut sendmail(&game, Duration::from_millis(300)));
    assert_eq!(sent, tally(0, 1, 0));
    assert!(matches!(&told[0].1, Fate::Doubt(_)), "{told:?}");
    assert_eq!(game.outbox.waiting().unwrap()[0].doubts, 1);
}

#[test]
fn no_local_mail_system() {
    let game = Game::with(&["rome"]);
    let (sent, _) =
        game.send(&mut Sendmail::of(PathBuf::from("/nowhere/sendmail"), Duration::from_secs(1)));
    assert!(matches!(sent.closed, Some(RouteError::NoSendmail(_))), "{sent:?}");
    assert_eq!(game.files(), ["0007-rome.eml", "0007-rome.why"]);
}
