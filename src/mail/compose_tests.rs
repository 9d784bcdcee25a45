//! Composing: ids, threads, what is refused, and that equal letters are equal bytes. What a mail program sees in a letter
//! is tested against another mail library, in `tests/program/mail/letters.rs`.

use super::*;

const OPENING: &[u8] = b"opening";

fn occasion(phase: u32) -> Occasion<'static> {
    Occasion {
        game: "zama-2026",
        phase,
        start: Digest::of(OPENING),
        previous: phase
            .checked_sub(1)
            .map(|before| if before == 0 { Digest::of(OPENING) } else { Digest::of(b"before") }),
        head: if phase == 0 { Digest::of(OPENING) } else { Digest::of(b"head") },
        date: DateTime::from_timestamp(1_792_440_000, 0).unwrap(),
        referee: Party { name: Some("The Referee"), mail: "referee@example.org" },
    }
}

fn letter<'a>(occasion: &'a Occasion<'a>) -> Letter<'a> {
    Letter {
        occasion,
        seat: "rome",
        to: Party { name: Some("Scipio"), mail: "scipio@example.org" },
        subject: "zama-2026: phase 7",
        text: "Rome won.\n",
        html: "<p>Rome won.</p><img src=\"cid:map\" alt=\"map\">",
        picture: Some(Picture {
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
            png: None,
            instead: "map",
        }),
        form: Some("tabella: 1\norders:\n"),
        turn: None,
        guide: None,
    }
}

fn composed(letter: &Letter<'_>) -> String {
    String::from_utf8(compose(letter).unwrap()).unwrap()
}

/// The value of a header, unfolded.
fn header(message: &str, name: &str) -> Option<String> {
    let headers = message.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let line = headers.split("\r\n").find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.map(str::to_owned)
}

fn header_names(message: &str) -> Vec<String> {
    let headers = message.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    headers.split("\r\n").map(|line| line.split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn equal_letters_are_equal_bytes_and_others_are_not() {
    let occasion = occasion(7);
    let first = letter(&occasion);
    assert_eq!(compose(&first), compose(&first.clone()));
    let boundary = |letter: &Letter<'_>| header(&composed(letter), "Content-Type").unwrap();
    let others = [
        Letter { text: "Rome lost.\n", ..first.clone() },
        Letter { html: "<p>Rome lost.</p>", ..first.clone() },
        Letter { form: None, ..first.clone() },
        Letter { picture: None, ..first.clone() },
        Letter { seat: "carthage", ..first.clone() },
    ];
    for other in others {
        assert_ne!(boundary(&first), boundary(&other), "{other:?}");
    }
}

#[test]
fn no_part_can_hold_a_boundary() {
    let occasion = occasion(7);
    let first = composed(&letter(&occasion));
    let boundary = header(&first, "Content-Type").unwrap().split('"').nth(1).unwrap().to_owned();
    let text = format!("--{boundary}--\nContent-Type: text/html\n\nforged\n");
    let second = composed(&Letter { text: &text, ..letter(&occasion) });
    assert_ne!(header(&second, "Content-Type").unwrap().split('"').nth(1), Some(boundary.as_str()));
}

#[test]
fn a_letter_is_plain_ascii_with_mail_line_ends_and_short_lines() {
    let occasion = occasion(7);
    let long = "Ænēas ".repeat(500);
    let message = composed(&Letter {
        text: &long,
        html: &long,
        subject: &long,
        form: Some(&long),
        ..letter(&occasion)
    });
    assert!(message.is_ascii());
    assert!(message.ends_with("--\r\n"));
    assert_eq!(message.matches('\n').count(), message.matches("\r\n").count());
    assert!(message.lines().all(|line| line.len() <= 100), "a long line");
}

#[test]
fn ids_and_threads() {
    let root = message_id("zama-2026", 0, "rome", &Digest::of(OPENING));
    assert!(
        root.starts_with("<zama-2026.0.rome.") && root.ends_with("@tabella.invalid>"),
        "{root}"
    );
    let thread = |phase| {
        let occasion = occasion(phase);
        let message = composed(&letter(&occasion));
        ["Message-ID", "In-Reply-To", "References"].map(|name| header(&message, name))
    };
    let before = message_id("zama-2026", 6, "rome", &Digest::of(b"before"));
    let [id, answered, whole] = thread(7);
    assert_eq!(id, Some(message_id("zama-2026", 7, "rome", &Digest::of(b"head"))));
    assert_eq!(answered, Some(before.clone()));
    assert_eq!(whole, Some(format!("{root} {before}")));
    assert_eq!(thread(0), [Some(root.clone()), None, None]);
    assert_eq!(thread(1)[1..], [Some(root.clone()), Some(root)]);
    let other = message_id("zama-2026", 7, "carthage", &Digest::of(b"head"));
    assert_ne!(id, Some(other));
}

#[test]
fn robots_are_told_not_to_answer() {
    let occasion = occasion(7);
    let message = composed(&letter(&occasion));
    assert_eq!(header(&message, "Auto-Submitted").as_deref(), Some("auto-generated"));
    assert_eq!(header(&message, "X-Auto-Response-Suppress").as_deref(), Some("All"));
    assert_eq!(header(&message, "Date").as_deref(), Some("Mon, 19 Oct 2026 20:00:00 +0000"));
}

#[test]
fn names_and_subjects_add_no_header() {
    let hostile = [
        "Rome\r\nBcc: all@example.org",
        "Rome\nBcc: all@example.org\n\n<script>",
        "Rome\rBcc: x@y",
        "\" <all@example.org>, \"",
        "Rome\" <a@b>\r\n\r\nbody",
        "=?utf-8?q?=0D=0ABcc:_all@example.org?=",
        "Rome\u{85}Bcc: x\u{2028}Cc: y",
        "Ænēas\r\n Bcc: x@y",
        "\\",
        "\0\u{1b}[2J",
        &"x".repeat(5000),
        "",
    ];
    let mut occasion = occasion(7);
    let expected = header_names(&composed(&letter(&occasion)));
    for text in hostile {
        occasion.referee.name = Some(text);
        let to = Party { name: Some(text), mail: "scipio@example.org" };
        let message = composed(&Letter { to, subject: text, ..letter(&occasion) });
        assert_eq!(header_names(&message), expected, "{text:?}");
        let envelope =
            Envelope::read(message.as_bytes()).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
        assert_eq!(
            (envelope.from.as_str(), envelope.to.as_str()),
            ("referee@example.org", "scipio@example.org"),
            "{text:?}"
        );
    }
}

#[test]
fn what_cannot_be_composed() {
    let good = occasion(7);
    let bad = "scipio@example.org\r\nBcc: all@example.org";
    let fault = |letter: Letter<'_>| compose(&letter).unwrap_err();
    let to = Party { name: None, mail: bad };
    assert!(
        matches!(fault(Letter { to, ..letter(&good) }), MailFault::Address { whose, .. } if whose == "rome")
    );
    let from = Occasion { referee: to, ..good.clone() };
    assert!(matches!(fault(letter(&from)), MailFault::Address { whose, .. } if whose == "referee"));
    for seat in ["Rome", "../rome", "rome\r\n", ""] {
        assert!(
            matches!(fault(Letter { seat, ..letter(&good) }), MailFault::Name { .. }),
            "{seat:?}"
        );
    }
    let game = Occasion { game: "zama>\r\nBcc: x@y", ..good.clone() };
    assert!(matches!(fault(letter(&game)), MailFault::Name { .. }));
    for seconds in [-1, 253_370_764_800] {
        let date = DateTime::from_timestamp(seconds, 0).unwrap();
        let dated = Occasion { date, ..good.clone() };
        assert_eq!(fault(letter(&dated)), MailFault::Date(date));
    }
    let torn = Occasion { previous: None, ..good.clone() };
    assert_eq!(fault(letter(&torn)), MailFault::Previous(7));
    let early = Occasion { phase: 0, ..good };
    assert_eq!(fault(letter(&early)), MailFault::Previous(0));
}

#[test]
fn a_record_becomes_one_post_for_each_letter() {
    let occasion = occasion(12);
    let rome = letter(&occasion);
    let carthage = Letter { seat: "carthage", form: None, ..rome.clone() };
    let posts = letters(&[rome.clone(), carthage]).unwrap();
    assert_eq!(
        posts.iter().map(|post| post.file.as_str()).collect::<Vec<_>>(),
        ["0012-rome.eml", "0012-carthage.eml"]
    );
    assert_eq!(posts[0].bytes, compose(&rome).unwrap());
}
