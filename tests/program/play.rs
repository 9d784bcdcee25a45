//! The order sheet behind a loopback address: who is answered, and that what is filed there is filed.

use crate::table::{DEPLOY, Table, alone, key};
use record::Namespace;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::{fs, process};

/// A running `tabella play`, stopped when the test ends.
pub(crate) struct Door {
    child: Child,
    host: String,
    /// The secret path: `/TOKEN/`.
    below: String,
    cookie: Option<String>,
}

/// The answer to a request.
pub(crate) struct Answer {
    pub(crate) code: u16,
    head: String,
    pub(crate) body: String,
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Door {
    pub(crate) fn open(game: &Path, seat: &str, more: &[&str]) -> Self {
        let place = game.parent().unwrap();
        let game = [game.to_str().unwrap(), "--seat", seat];
        Self::of(place, &[&game[..], more].concat())
    }

    /// The same for a user whose data lie below a folder.
    pub(crate) fn of(place: &Path, more: &[&str]) -> Self {
        let mut child = process::Command::new(env!("CARGO_BIN_EXE_tabella"))
            .env_remove("TABELLA_NOW")
            .env_remove("TABELLA_REFEREE_KEY")
            .env("NO_COLOR", "1")
            .env("XDG_DATA_HOME", place)
            .current_dir(place)
            .args(["play", "--address"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim().strip_prefix("http://").unwrap();
        let (host, below) = rest.split_at(rest.find('/').unwrap());
        assert!(host.starts_with("127.0.0.1:") && below.len() > 40, "{address}");
        Self { host: host.to_owned(), below: below.to_owned(), cookie: None, child }
    }

    fn raw(&self, head: &str, body: &str) -> Answer {
        let mut socket = TcpStream::connect(&self.host).unwrap();
        socket.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).unwrap();
        socket.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        // A refusal may come before all was read.
        let _ = socket.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let code = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Answer { code, head: head.to_owned(), body: body.to_owned() }
    }

    fn cookie(&self) -> String {
        self.cookie.as_ref().map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"))
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        let head = format!(
            "GET {}{path} HTTP/1.1\r\nHost: {}\r\n{}",
            self.below,
            self.host,
            self.cookie()
        );
        let answer = self.raw(&head, "");
        let set = answer.head.lines().find_map(|line| line.strip_prefix("Set-Cookie: "));
        if let Some(set) = set {
            assert!(set.contains("HttpOnly; SameSite=Strict"), "{set}");
            self.cookie = set.split(';').next().map(ToOwned::to_owned);
        }
        answer
    }

    fn head_of_post(&self, path: &str, origin: &str, length: usize) -> String {
        format!(
            "POST {}{path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nContent-Length: {length}\r\n{}",
            self.below,
            self.host,
            self.cookie()
        )
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let own = format!("http://{}", self.host);
        self.raw(&self.head_of_post(path, &own, body.len()), &body)
    }

    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.code, 200, "{body}\n{}", answer.head);
        serde_json::from_str(&answer.body).unwrap()
    }
}

#[test]
fn only_the_page_itself_is_answered() {
    let table = Table::deployed();
    let mut door = Door::open(&table.root(), "rome", &[]);
    let host = door.host.clone();
    let get = |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\n{more}");
    let hosted = format!("Host: {host}\r\n");
    let below = door.below.clone();
    // Before anybody has opened it: a wrong secret, other paths, other names of this machine, other origins.
    let other = format!("/{}/", "0".repeat(below.len() - 2));
    for head in [
        get("/", &hosted),
        get(&other, &hosted),
        get(below.trim_end_matches('/'), &hosted),
        get(&format!("{below}news"), &hosted),
        get(&below, "Host: localhost\r\n"),
        get(&below, &format!("Host: evil.example:{}\r\n", host.rsplit_once(':').unwrap().1)),
        get(&below, &format!("{hosted}Host: evil.example\r\n")),
        get(&below, &format!("{hosted}Origin: https://evil.example\r\n")),
        door.head_of_post("ask", &format!("http://{host}"), 2),
    ] {
        let answer = door.raw(&head, "{}");
        assert_eq!((answer.code, answer.body.as_str()), (404, ""), "{head}");
    }
    let page = door.get("");
    assert_eq!(page.code, 200);
    assert!(page.body.contains("connect-src 'self'") && page.body.contains("tabella_turn"));
    assert!(
        page.head.contains("Cache-Control: no-store")
            && page.head.contains("frame-ancestors 'none'")
    );
    // The address alone opens nothing any more; nor does another's cookie.
    let own = door.cookie.take();
    assert_eq!(door.get("").code, 404, "the address opens once");
    door.cookie = Some(format!("{}0", own.as_ref().unwrap()));
    assert_eq!(door.get("").code, 404);
    door.cookie = own;
    assert_eq!(door.get("").code, 200, "who has opened it may load it again");
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(door.raw(&door.head_of_post("ask", origin, 2), "{}").code, 404, "{origin}");
    }
    let nobody =
        format!("POST {below}ask HTTP/1.1\r\n{hosted}Content-Length: 2\r\n{}", door.cookie());
    assert_eq!(door.raw(&nobody, "{}").code, 404, "a browser names who hands something over");
    let own = format!("http://{host}");
    assert_eq!(door.raw(&door.head_of_post("ask", &own, 2 << 20), "").code, 413);
    let endless = format!(
        "POST {below}ask HTTP/1.1\r\n{hosted}Origin: {own}\r\nTransfer-Encoding: chunked\r\n{}",
        door.cookie()
    );
    assert_eq!(door.raw(&endless, "").code, 411);
    for path in ["ask", "x", "../game.yaml", "file"] {
        assert_eq!(door.get(path).code, 404, "{path}");
    }
    assert_eq!(door.post("x", &json!({})).code, 404);
    assert!(door.ask("ask", &json!({"do": "x"}))["error"].as_str().unwrap().contains("no verb"));
}

#[test]
fn orders_are_filed_and_the_report_is_shown_when_the_turn_is_there() {
    let table = Table::deployed();
    let mut door = Door::open(&table.root(), "rome", &[]);
    let turn = |door: &mut Door| -> Value {
        let page = door.get("").body;
        let (_, turn) = page.split_once("id=\"turn\">").unwrap();
        serde_json::from_str(turn.split_once("</script>").unwrap().0).unwrap()
    };
    let next = turn(&mut door)["phase"].as_u64().unwrap() + 1;
    let mut turn_of_rome = turn(&mut door);
    turn_of_rome["do"] = "open".into();
    assert_eq!(door.ask("ask", &turn_of_rome)["seat"], "rome");
    let text = table.orders("rome", 1, "orders: []\n");
    let checked = door.ask("ask", &json!({"do": "check", "text": text}));
    assert_eq!(checked["fatal"], false, "{checked}");
    let offers = door.ask("ask", &json!({"do": "offers", "text": text, "picked": null}));
    assert!(!offers["subjects"].as_array().unwrap().is_empty());
    let unsigned = door.ask("file", &json!({"text": text, "signature": null}));
    assert!(unsigned["words"].as_str().unwrap().contains("not signed"), "{unsigned}");
    let wrong = key("carthage").sign(Namespace::Orders, text.as_bytes());
    let refused = door.ask("file", &json!({"text": text, "signature": wrong}));
    assert_eq!(refused["filed"], false, "{refused}");
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    let filed = door.ask("file", &json!({"text": text, "signature": signature}));
    assert_eq!(filed["words"], "Filed: rome, phase 2, revision 1.");
    let news = |door: &mut Door| serde_json::from_str::<Value>(&door.get("news").body).unwrap();
    assert_eq!(news(&mut door)["record"], 1);
    assert_eq!(table.resolve(), 2);
    let told = news(&mut door);
    let own = ["record", "over", "signs", "files"].map(|field| told[field].clone());
    assert_eq!(own, [json!(2), json!(false), json!(false), json!(true)]);
    assert!(!told["awaited"].as_array().unwrap().is_empty(), "{told}");
    assert_eq!((&told["since"], &told["given"]), (&json!(2), &json!(true)), "its own last orders");
    // The events can be followed on the map.
    let answer: Value = serde_json::from_str(&door.get("answer/2").body).unwrap();
    let steps = answer["steps"].as_array().unwrap().len();
    assert!(!answer["headline"].as_str().unwrap().is_empty(), "{answer}");
    let last: Value = serde_json::from_str(&door.get(&format!("scene/2/{steps}")).body).unwrap();
    assert!(!last["pieces"].as_array().unwrap().is_empty());
    for none in [format!("scene/2/{}", steps + 1), "answer/3".to_owned(), "scene/0/0".to_owned()] {
        assert_eq!(door.get(&none).code, 404, "{none}");
    }
    let report = door.get("report").body;
    assert!(report.contains("Rome sees it"), "{report}");
    assert_eq!(turn(&mut door)["phase"], next, "the sheet is that of the next turn");
}

#[test]
fn a_game_of_practice_is_signed_and_answered_by_the_program() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let mut door = Door::open(&root, "rome", &[]);
    assert_eq!(door.get("").code, 200);
    let form = fs::read_to_string(root.join("rome.yaml")).unwrap();
    let at = form.find("\nsalt:").unwrap() + 1;
    let end = at + form[at..].find('\n').unwrap() + 1;
    let text = format!("{}orders: {{action: pass, discard: r0, draw: offer}}\n", &form[..end]);
    let tentative = text.replace("final: true", "final: false");
    let first = door.ask("file", &json!({"text": tentative, "signature": null}));
    assert_eq!(first["words"], "Filed: rome, phase 2, revision 1.", "{first}");
    // A second try has the revision and the salt of the first, and gets its own.
    let filed = door.ask("file", &json!({"text": text, "signature": null}));
    assert_eq!((&filed["filed"], filed["signature"].is_string()), (&json!(true), true), "{filed}");
    assert!(filed["words"].as_str().unwrap().contains("revision 2"), "{filed}");
    let news: Value = serde_json::from_str(&door.get("news").body).unwrap();
    assert!(news["record"].as_u64().unwrap() > 1 && news["signs"] == true, "{news}");
    let answer: Value = serde_json::from_str(&door.get("answer/2").body).unwrap();
    assert_eq!(answer["declined"], json!(["Carthage"]), "the program takes no draw: {answer}");
    // Its report leads back to the game, and speaks of no signing.
    let report = door.get("report").body;
    assert!(report.contains("Back to the game") && !report.contains("Y sign"), "{report}");
}

#[test]
fn the_page_of_games_has_those_that_go_on_and_begins_new_ones() {
    let place = tempfile::tempdir().unwrap();
    let mut door = Door::of(place.path(), &[]);
    let shown = |door: &mut Door| -> Value {
        let page = door.get("").body;
        let (_, shown) = page.split_once("id=\"turn\">").unwrap();
        serde_json::from_str(shown.split_once("</script>").unwrap().0).unwrap()
    };
    let first = shown(&mut door);
    assert_eq!(first["games"], json!([]));
    assert_eq!(first["titles"].as_array().unwrap().len(), tabella::catalogue::titles().len());
    door.below = door.below.trim_end_matches("games").to_owned();
    let wanted = json!({
        "title": "punica", "scenario": "punica", "seat": "rome", "strength": "fair", "tempo": "full", "language": "en"
    });
    let punica = first["titles"].as_array().unwrap().iter().find(|one| one["slug"] == "punica");
    let scenario = punica.unwrap()["scenarios"][0]["name"].clone();
    let asked = |change: &[(&str, &str)]| {
        let mut asked = wanted.clone();
        asked["scenario"] = scenario.clone();
        for (field, value) in change {
            asked[*field] = (*value).into();
        }
        asked
    };
    let begun = door.ask("new", &asked(&[]));
    assert_eq!(begun["at"], "game/punica-1/", "{begun}");
    let page = door.get("game/punica-1/");
    assert!(page.body.contains("tabella_turn"), "{}", page.code);
    assert_eq!(door.get("game/punica-9/").code, 404);
    assert_eq!(door.get("game/../punica-1/").code, 404);
    let nobody = door.ask("new", &asked(&[("seat", "gaul")]));
    assert!(nobody["error"].as_str().unwrap().contains("no seat `gaul`"), "{nobody}");
    let games: Value = {
        let page = door.get("games").body;
        let (_, shown) = page.split_once("id=\"turn\">").unwrap();
        serde_json::from_str(shown.split_once("</script>").unwrap().0).unwrap()
    };
    assert_eq!(
        (&games["games"][0]["name"], &games["games"][0]["state"]),
        (&json!("punica-1"), &json!("asked"))
    );
    // If the program fails, the page says so in plain words, and a request for data is told the reason.
    let sealed = place.path().join("tabella/games/punica-1/turns/0001/turn.yaml");
    let kept = fs::read(&sealed).unwrap();
    fs::write(&sealed, "no record\n").unwrap();
    let broken = door.get("game/punica-1/");
    assert_eq!(broken.code, 200);
    for words in ["Your orders are kept", "punica-1", "Load this page again"] {
        assert!(broken.body.contains(words), "{words}: {}", broken.body);
    }
    let news: Value = serde_json::from_str(&door.get("game/punica-1/news").body).unwrap();
    assert!(news["error"].is_string(), "{news}");
    fs::write(&sealed, kept).unwrap();
    assert!(door.get("game/punica-1/").body.contains("tabella_turn"));
    // A game is deleted once.
    assert_eq!(door.ask("delete", &json!("punica-1")), json!({"deleted": true}));
    assert_eq!(door.ask("delete", &json!("punica-1")), json!({"deleted": false}));
    assert_eq!(door.get("game/punica-1/").code, 404);
}

#[test]
fn the_sheet_of_nobody_or_of_a_port_that_is_taken_is_refused() {
    let table = Table::deployed();
    let nobody = table.tabella(&["play", "--seat", "gaul", "--address"]).ended(2);
    assert!(nobody.err.contains("no seat `gaul`"), "{}", nobody.err);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = table.tabella(&["play", "--seat", "rome", "--address", "--port", &port]).ended(4);
    assert!(refused.err.contains(&port) && refused.err.contains("--port"), "{}", refused.err);
}

#[test]
fn orders_filed_on_the_page_vouch_for_the_head_where_the_game_requires_it() {
    let table = Table::vouching();
    let own = table.beside("rome.key");
    fs::write(&own, key("rome").to_openssh()).unwrap();
    let text = table.orders("rome", 1, DEPLOY[0]);
    let ask = |door: &Door, signature: Option<&String>, head: Option<&String>| {
        door.ask("file", &json!({"text": text, "signature": signature, "head": head}))
    };
    // Signed by the program, in the seat's own copy: what is saved can be sent as it is.
    let copy = table.beside("of-rome");
    table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
    let mut door = Door::open(&copy, "rome", &["--key", own.to_str().unwrap()]);
    door.get("");
    let saved = ask(&door, None, None);
    assert!(saved["words"].as_str().unwrap().contains("rome.head.sig. Send all 3"), "{saved}");
    let file = table.beside("zama-1-rome.yaml");
    assert!(table.beside("zama-1-rome.head.sig").exists());
    table.tabella(&["submit", file.to_str().unwrap()]).ended(0);
    fs::remove_file(table.path("pending/rome.head.sig")).unwrap();
    // Signed on the page, in the referee's folder.
    let mut door = Door::open(&table.root(), "rome", &[]);
    door.get("");
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    let bare = ask(&door, Some(&signature), None);
    assert!(bare["words"].as_str().unwrap().contains("E-head"), "{bare}");
    let head = fs::read_to_string(table.beside("zama-1-rome.head.sig")).unwrap();
    let filed = ask(&door, Some(&signature), Some(&head));
    assert_eq!(filed["filed"], true, "{filed}");
    assert!(table.path("pending/rome.head.sig").exists());
}
