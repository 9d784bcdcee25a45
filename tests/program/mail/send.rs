//! The outbox against a mail server: each letter once, and what becomes of it when the server will not.

use super::folder::{Game, TIMEOUTS, post, tally};
use super::server::{Server, Treat};
use std::fs;
use std::net::TcpListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tabella::mail::{Carrier, Envelope, Fault, RouteError, SmtpRoute};
use tabella::store::Error;
use tabella::store::post::carriers::{Smtp, Timeouts};
use tabella::store::post::outbox::{DOUBTS_MAX, Fate, Put};

const BOTH: [&str; 2] = ["rome", "carthage"];

/// The receivers of the texts that the server was given, from their message ids.
fn seats(server: &Server) -> Vec<String> {
    let id = |text: &Vec<u8>| Envelope::read(text).unwrap().message_id;
    server.seen().texts.iter().map(|text| id(text).split('.').nth(2).unwrap().to_owned()).collect()
}

#[test]
fn every_letter_arrives_once_byte_for_byte() {
    let (game, server) = (Game::with(&BOTH), Server::start(&[]));
    let (sent, told) = game.send_to(&server.url(), None);
    assert_eq!(sent, tally(2, 0, 0));
    assert!(told.iter().all(|(_, fate)| *fate == Fate::Sent("taken".to_owned())), "{told:?}");
    assert_eq!(server.seen().texts, [post("carthage").bytes, post("rome").bytes]);
    assert_eq!(server.seen().connections, 1);
    assert_eq!(game.files(), ["sent/0007-carthage.eml", "sent/0007-rome.eml"]);
    let commands = server.seen().commands;
    assert!(commands.contains(&"MAIL FROM:<referee@example.org>".to_owned()), "{commands:?}");
    assert!(commands.contains(&"RCPT TO:<rome@example.org>".to_owned()), "{commands:?}");

    assert_eq!(game.send_to(&server.url(), None).0, tally(0, 0, 0));
    assert_eq!((server.seen().texts.len(), server.seen().connections), (2, 1));
    assert_eq!(game.outbox.put(&post("rome")).unwrap(), Put::Known);
    assert_eq!(game.send_to(&server.url(), None).0, tally(0, 0, 0));
}

#[test]
fn what_is_not_taken_now_waits_with_the_reason_and_goes_later() {
    for busy in [
        Treat::Receiver("451 4.7.1 greylisted"),
        Treat::End("452 4.3.1 disk full"),
        Treat::Sender("553 5.7.1 not yours"),
    ] {
        let (game, server) = (Game::with(&BOTH), Server::start(&[busy]));
        let (first, told) = game.send_to(&server.url(), None);
        assert_eq!(first, tally(1, 1, 0), "{busy:?}");
        let Fate::Waits(why) = &told[0].1 else { panic!("{told:?}") };
        assert_eq!(game.text("0007-carthage.why").unwrap().trim_end(), why);
        let (Treat::Receiver(said) | Treat::End(said) | Treat::Sender(said)) = busy else {
            unreachable!()
        };
        assert!(why.contains(said), "{why}");
        assert_eq!(game.files(), ["0007-carthage.eml", "0007-carthage.why", "sent/0007-rome.eml"]);
        assert_eq!(game.outbox.waiting().unwrap()[0].why.as_deref(), Some(why.as_str()));

        assert_eq!(game.send_to(&server.url(), None).0, tally(1, 0, 0));
        assert_eq!(game.files(), ["sent/0007-carthage.eml", "sent/0007-rome.eml"]);
    }
}

#[test]
fn what_is_refused_for_good_is_put_aside_with_the_reason() {
    for refusal in
        [Treat::Receiver("550 5.1.1 nobody here"), Treat::End("554 5.6.0 no such letters")]
    {
        let (game, server) = (Game::with(&BOTH), Server::start(&[refusal]));
        let (first, told) = game.send_to(&server.url(), None);
        assert_eq!(first, tally(1, 0, 1), "{refusal:?}");
        assert!(
            matches!(&told[0].1, Fate::Failed(why) if why.contains("5.1.1 nobody") || why.contains("5.6.0 no such")),
            "{told:?}"
        );
        assert_eq!(
            game.files(),
            ["failed/0007-carthage.eml", "failed/0007-carthage.why", "sent/0007-rome.eml"]
        );
        assert_eq!(game.outbox.put(&post("carthage")).unwrap(), Put::Known);
        assert_eq!(game.send_to(&server.url(), None).0, tally(0, 0, 0));

        // Moved back by hand it is tried again.
        fs::rename(
            game.path("outbox/failed/0007-carthage.eml"),
            game.path("outbox/0007-carthage.eml"),
        )
        .unwrap();
        assert_eq!(game.send_to(&server.url(), None).0, tally(1, 0, 0));
        assert_eq!(game.files(), ["sent/0007-carthage.eml", "sent/0007-rome.eml"]);
    }
}

#[test]
fn a_letter_without_an_answer_goes_again_under_the_same_id() {
    let (game, server) = (Game::with(&BOTH), Server::start(&[Treat::Vanish]));
    let (first, told) = game.send_to(&server.url(), None);
    assert_eq!(first, tally(1, 1, 0));
    assert!(matches!(&told[0], (file, Fate::Doubt(_)) if file == "0007-carthage.eml"), "{told:?}");
    let expected =
        ["0007-carthage.eml", "0007-carthage.sending", "0007-carthage.why", "sent/0007-rome.eml"];
    assert_eq!(game.files(), expected);
    assert_eq!(game.outbox.waiting().unwrap()[0].doubts, 1);

    assert_eq!(game.send_to(&server.url(), None).0, tally(1, 0, 0));
    assert_eq!(seats(&server), ["carthage", "rome", "carthage"]);
    assert_eq!(server.seen().texts[0], server.seen().texts[2]);
    assert_eq!(game.files(), ["sent/0007-carthage.eml", "sent/0007-rome.eml"]);
}

#[test]
fn a_server_that_never_answers_does_not_get_a_letter_for_ever() {
    let (game, server) = (Game::with(&["rome"]), Server::start(&[Treat::Vanish; 9]));
    for _ in 0..DOUBTS_MAX {
        assert_eq!(game.send_to(&server.url(), None).0, tally(0, 1, 0));
    }
    let (last, told) = game.send_to(&server.url(), None);
    assert_eq!(last, tally(0, 0, 1));
    assert!(
        matches!(&told[0].1, Fate::Failed(why) if why.contains("<zama-2026.7.rome.")),
        "{told:?}"
    );
    assert_eq!(server.seen().texts.len(), DOUBTS_MAX as usize);
    assert_eq!(game.files(), ["failed/0007-rome.eml", "failed/0007-rome.why"]);
}

/// Hands letters over, and stops the process the moment the server has accepted one.
struct Dies(Smtp);

impl Carrier for Dies {
    fn ready(&mut self) -> Result<(), Fault> {
        self.0.ready()
    }

    fn carry(&mut self, envelope: &Envelope, message: &[u8]) -> Result<String, Fault> {
        panic!("taken, and then the machine stops: {:?}", self.0.carry(envelope, message));
    }
}

#[test]
fn a_crash_between_the_servers_word_and_the_note_of_it() {
    let (game, server) = (Game::with(&["rome"]), Server::start(&[]));
    let route = SmtpRoute::parse(&server.url(), None).unwrap();
    let mut dies = Dies(Smtp::new(route, None, TIMEOUTS).unwrap());
    assert!(catch_unwind(AssertUnwindSafe(|| game.send(&mut dies))).is_err());
    drop(dies);
    assert_eq!(game.files(), ["0007-rome.eml", "0007-rome.sending"]);
    assert_eq!(game.outbox.waiting().unwrap()[0].doubts, 1);
    assert_eq!(game.send_to(&server.url(), None).0, tally(1, 0, 0));
    assert_eq!(server.seen().texts[0], server.seen().texts[1]);

    // A crash after the move and before the tidying is seen to be no doubt at all.
    fs::write(game.path("outbox/0007-rome.sending"), "<left@over>\n1\n").unwrap();
    assert_eq!(game.send_to(&server.url(), None).0, tally(0, 0, 0));
    assert_eq!(game.files(), ["sent/0007-rome.eml"]);
    assert_eq!(server.seen().texts.len(), 2);
}

#[test]
fn a_server_that_hangs_up_between_letters_is_called_again() {
    for plan in [&[Treat::TakeAndClose][..], &[Treat::Take, Treat::Sender("421 4.3.2 closing")]] {
        let (game, server) = (Game::with(&BOTH), Server::start(plan));
        assert_eq!(game.send_to(&server.url(), None).0, tally(2, 0, 0), "{plan:?}");
        assert_eq!(seats(&server), ["carthage", "rome"]);
        assert_eq!(server.seen().connections, 2);
    }
}

#[test]
fn where_the_way_is_closed_no_letter_is_to_blame() {
    let game = Game::with(&BOTH);
    let url = Server::start(&[]).url();
    let (closed, told) = game.send_to(&url, None);
    assert!(matches!(closed.closed, Some(RouteError::Unreachable { .. })), "{closed:?}");
    assert_eq!((closed.sent, closed.waiting, closed.failed), (0, 2, 0));
    assert!(told.iter().all(|(_, fate)| matches!(fate, Fate::Waits(_))), "{told:?}");

    let server = Server::start_with(&[], "AUTH PLAIN LOGIN");
    let (closed, _) = game.send_to(&server.url_for("scipio"), None);
    let Some(RouteError::Login { user, said, .. }) = &closed.closed else { panic!("{closed:?}") };
    assert!(
        user == "scipio" && said.contains("535") && !format!("{closed:?}").contains("pass word"),
        "{closed:?}"
    );
    assert_eq!(server.seen().commands.iter().filter(|line| line.starts_with("MAIL")).count(), 0);
    let all = ["0007-carthage.eml", "0007-carthage.why", "0007-rome.eml", "0007-rome.why"];
    assert_eq!(game.files(), all);

    assert_eq!(game.send_to(&Server::start(&[]).url(), None).0, tally(2, 0, 0));
}

/// Tries to send again while sending.
struct Twice<'a>(&'a Game);

impl Carrier for Twice<'_> {
    fn ready(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn carry(&mut self, _: &Envelope, _: &[u8]) -> Result<String, Fault> {
        let second = self.0.outbox.send(&mut Twice(self.0), &mut |_, _| ());
        assert!(matches!(second, Err(Error::Busy(_))), "{second:?}");
        assert_eq!(self.0.outbox.put(&post("syracuse")).unwrap(), Put::Placed);
        Ok("taken".to_owned())
    }
}

#[test]
fn two_runs_at_once_send_nothing_twice_and_a_phase_is_resolved_meanwhile() {
    let game = Game::with(&["rome"]);
    assert_eq!(game.send(&mut Twice(&game)).0, tally(1, 0, 0));
    assert_eq!(game.files(), ["0007-syracuse.eml", "sent/0007-rome.eml"]);
}

#[test]
fn a_letter_mended_by_hand_is_sent_as_mail_wants_it() {
    let (game, server) = (Game::with(&BOTH), Server::start(&[]));
    let rome = game.text("0007-rome.eml").unwrap();
    fs::write(
        game.path("outbox/0007-rome.eml"),
        rome.replace("\r\n", "\n").replace("To: ", "Bcc: all@example.org\nTo: "),
    )
    .unwrap();
    let carthage = game.text("0007-carthage.eml").unwrap();
    fs::write(game.path("outbox/0007-carthage.eml"), carthage.replace("\r\n", "\n")).unwrap();
    let (sent, told) = game.send_to(&server.url(), None);
    assert_eq!(sent, tally(1, 0, 1));
    assert!(matches!(&told[1].1, Fate::Failed(why) if why.contains("bcc")), "{told:?}");
    assert_eq!(server.seen().texts, [post("carthage").bytes]);
}

#[test]
fn another_letter_of_the_same_name_is_not_overwritten_and_strange_files_are_left_alone() {
    let (game, server) = (Game::with(&["rome"]), Server::start(&[]));
    let mut other = post("rome");
    other.bytes = String::from_utf8(other.bytes)
        .unwrap()
        .replace("<zama-2026.7.", "<zama-2026.8.")
        .into_bytes();
    assert!(matches!(game.outbox.put(&other), Err(Error::Exists(_))));
    assert!(matches!(
        game.outbox.put(&tabella::mail::Post { file: "../x.eml".into(), ..post("rome") }),
        Err(Error::Broken { .. })
    ));
    for name in ["notes.eml", ".writing-1", "0007-Rome.eml", "7-rome.eml", "0007-rome.txt"] {
        fs::write(game.path("outbox").join(name), "mine").unwrap();
    }
    assert_eq!(game.send_to(&server.url(), None).0, tally(1, 0, 0));
    assert_eq!(game.files().len(), 6);
    assert_eq!(server.seen().texts.len(), 1);
}

/// A server that says nothing is reported as such, and waited for once, not for every letter.
#[test]
fn a_server_that_does_not_answer_in_time_is_told_as_one() {
    let short = Timeouts { step: Duration::from_secs(1), answer: Duration::from_secs(1) };
    let send = |game: &Game, url: &str| {
        let route = SmtpRoute::parse(url, Some("pass word".to_owned())).unwrap();
        game.send(&mut Smtp::new(route, None, short).unwrap())
    };
    // The system takes the connection, and nobody ever speaks on it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    for scheme in ["smtp+plain", "smtps"] {
        let (game, began) = (Game::with(&BOTH), Instant::now());
        let (ended, told) = send(&game, &format!("{scheme}://127.0.0.1:{port}"));
        let why = format!("127.0.0.1:{port} did not answer within 1 seconds");
        assert_eq!(ended.closed.map(|closed| closed.to_string()), Some(why.clone()), "{scheme}");
        assert_eq!((ended.sent, ended.waiting, ended.failed), (0, 2, 0));
        assert!(told.iter().all(|(_, fate)| *fate == Fate::Waits(why.clone())), "{told:?}");
        assert!(began.elapsed() < Duration::from_secs(4), "{scheme}: {:?}", began.elapsed());
    }
    let (game, server) = (Game::with(&BOTH), Server::start(&[Treat::Mute]));
    let (ended, told) = send(&game, &server.url());
    assert!(
        matches!(&told[0].1, Fate::Doubt(why) if why.contains("did not answer within 1 seconds")),
        "{told:?}"
    );
    assert!(matches!(&told[1].1, Fate::Waits(_)) && ended.closed.is_some(), "{told:?}");
}
