//! Letters as a mail program sees them: read with Python's mail library, which shares nothing with the one that wrote them.

use record::Digest;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use tabella::mail::{Letter, Occasion, Party, Picture, compose};

const TEXT: &str = "Publius Cornelius Scipio — Zama\n\n.\nFrom here on, a dot alone and a From at a line's start.\nÆnēas 東京\n";
const PAGE: &str =
    "<html><body><h1>Zama — Ænēas</h1><svg><g/></svg><p>Rome: D4 north</p></body></html>";
const MAP: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<title>Zama — Ænēas</title>\r\n</svg>";
const FORM: &str = "# Ænēas\ntabella: 1\nsalt:   \norders:\n  - move: D4\n";

fn letter<'a>(occasion: &'a Occasion<'a>) -> Letter<'a> {
    Letter {
        occasion,
        seat: "rome",
        to: Party {
            name: Some("Scipio \"Africanus\", Ænēas <x>"),
            mail: "scipio+zama@example.org",
        },
        subject: "zama-2026: phase 7, Ænēas 東京 \r\nBcc: all@example.org",
        text: TEXT,
        html: PAGE,
        picture: Some(Picture { svg: MAP, png: None, instead: "map & \"words\"" }),
        form: Some(FORM),
        turn: None,
        guide: None,
    }
}

fn occasion() -> Occasion<'static> {
    Occasion {
        game: "zama-2026",
        phase: 7,
        start: Digest::of(b"start"),
        previous: Some(Digest::of(b"previous")),
        head: Digest::of(b"head"),
        date: chrono::DateTime::from_timestamp(1_792_440_000, 0).unwrap(),
        referee: Party { name: Some("The Referee"), mail: "referee@example.org" },
    }
}

fn read(message: &[u8]) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/mail/read_mail.py");
    let run =
        Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut run = run.unwrap_or_else(|error| panic!("this test needs python3: {error}"));
    run.stdin.take().unwrap().write_all(message).unwrap();
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success(), "python could not read the letter");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn seen(letter: &Letter<'_>) -> Value {
    let seen = read(&compose(letter).unwrap());
    assert_eq!(seen["defects"], json!({}), "{seen:#}");
    assert!(!seen["body"].to_string().contains("Defect"), "{seen:#}");
    seen
}

/// A text part with LF line ends and without its final one.
fn text(part: &Value) -> String {
    part["text"].as_str().unwrap().replace("\r\n", "\n").trim_end().to_owned()
}

#[test]
fn headers_say_what_was_given_and_nothing_else() {
    let occasion = occasion();
    let seen = seen(&letter(&occasion));
    assert_eq!(seen["from"], json!([{ "name": "The Referee", "mail": "referee@example.org" }]));
    let to =
        json!([{ "name": "Scipio \"Africanus\", Ænēas <x>", "mail": "scipio+zama@example.org" }]);
    assert_eq!(seen["to"], to);
    assert_eq!(seen["subject"], "zama-2026: phase 7, Ænēas 東京 Bcc: all@example.org");
    assert_eq!(seen["time"], 1_792_440_000);
    let expected = [
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "In-Reply-To",
        "References",
        "Auto-Submitted",
        "X-Auto-Response-Suppress",
        "X-Tabella-Game",
        "List-Id",
        "MIME-Version",
        "Content-Type",
    ];
    assert_eq!(seen["headers"], json!(expected));
}

#[test]
fn parts_are_text_page_with_map_and_form() {
    let occasion = occasion();
    let seen = seen(&letter(&occasion));
    let body = &seen["body"];
    assert_eq!(body["type"], "multipart/mixed");
    let [told, form] = &body["parts"].as_array().unwrap()[..] else { panic!("{body:#}") };
    assert_eq!(told["type"], "multipart/alternative");
    let [plain, related] = &told["parts"].as_array().unwrap()[..] else { panic!("{told:#}") };
    assert_eq!(
        (plain["type"].as_str(), plain["charset"].as_str()),
        (Some("text/plain"), Some("utf-8"))
    );
    assert_eq!(text(plain), TEXT.trim_end());
    assert_eq!(related["type"], "multipart/related");
    let [page, map] = &related["parts"].as_array().unwrap()[..] else { panic!("{related:#}") };
    assert_eq!(
        (page["type"].as_str(), page["charset"].as_str()),
        (Some("text/html"), Some("utf-8"))
    );
    assert_eq!(
        (map["type"].as_str(), map["disposition"].as_str()),
        (Some("image/svg+xml"), Some("inline"))
    );
    assert_eq!(map["file"], "map.svg");
    assert_eq!(map["sha256"], Digest::of(MAP.as_bytes()).to_string());
    assert_eq!(form["type"], "text/yaml");
    assert_eq!(
        (form["disposition"].as_str(), form["file"].as_str()),
        (Some("attachment"), Some("zama-2026-8-rome.yaml"))
    );
    assert_eq!(form["charset"], "utf-8");
    assert_eq!(
        form["sha256"],
        Digest::of(FORM.as_bytes()).to_string(),
        "the form does not arrive byte for byte"
    );
}

#[test]
fn a_picture_that_every_program_shows_stands_in_the_page() {
    let occasion = occasion();
    let plain = letter(&occasion);
    let drawn = plain.picture.map(|picture| Picture { png: Some(b"\x89PNG\r\n\x1a\n"), ..picture });
    let seen = seen(&Letter { picture: drawn, turn: Some("{}"), guide: Some("Sign."), ..plain });
    let parts = seen["body"]["parts"].as_array().unwrap();
    let kinds: Vec<(&str, &str)> = parts[1..]
        .iter()
        .map(|part| (part["type"].as_str().unwrap(), part["file"].as_str().unwrap()))
        .collect();
    let expected = [
        ("text/yaml", "zama-2026-8-rome.yaml"),
        ("application/gzip", "zama-2026-8-rome.json.gz"),
        ("text/plain", "player.txt"),
    ];
    assert_eq!(kinds, expected);
    let map = &parts[0]["parts"][1]["parts"][1];
    assert_eq!((&map["type"], &map["file"]), (&json!("image/png"), &json!("map.png")));
    assert_eq!(map["sha256"], Digest::of(b"\x89PNG\r\n\x1a\n").to_string());
}

#[test]
fn the_page_shows_the_map_and_can_be_read_without_it() {
    let occasion = occasion();
    let seen = seen(&letter(&occasion));
    let related = &seen["body"]["parts"][0]["parts"][1]["parts"];
    let content_id = related[1]["cid"].as_str().unwrap().trim_matches(['<', '>']).to_owned();
    let page = text(&related[0]);
    assert!(
        page.contains(&format!(
            "<img src=\"cid:{content_id}\" alt=\"map &amp; &quot;words&quot;\""
        )),
        "{page}"
    );
    assert!(
        page.contains("<h1>Zama — Ænēas</h1>")
            && page.contains("<p>Rome: D4 north</p>")
            && !page.contains("<svg"),
        "{page}"
    );
    let id = seen["id"].as_str().unwrap().trim_matches(['<', '>']);
    assert_eq!(content_id, format!("map.{id}"));
}

#[test]
fn a_seat_that_owes_nothing_gets_no_form_and_a_game_without_map_no_picture() {
    let occasion = occasion();
    let seen = seen(&Letter { form: None, picture: None, ..letter(&occasion) });
    let mixed = seen["body"]["parts"].as_array().unwrap();
    assert_eq!(mixed.len(), 1);
    let types: Vec<&str> = mixed[0]["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["text/plain", "text/html"]);
}
