//! The session against the program: what is said of a hand is what the state says.
#![allow(clippy::disallowed_methods, reason = "the tests read the titles' folders")]

use super::titles::{WITH_SHEETS, titles};
use engine::title::{Play, RawOrders, Title};
use engine::{BotStyle, Data, Dice, Revision, Rng, Seat, Setup, Tempo};
use record::charter::Charter;
use record::exchange::order_file::OrderFile;
use record::exchange::{self, Expectation, data, diagnosis, yaml};
use record::{Namespace, PublicKey, SignedText};
use serde_json::{Value, json};
use sheet::{SheetSession, TURN_VERSION};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const AFTER: &str = "77b446d018528c0205df6f4de84eee31d06456c1037a74dc5f916406bf9696d5";
const SALT: &str = "68C0Vve8dEYLP9kN1PX93w==";

fn folder(title: &dyn Title) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(title.slug())
}

fn texts(title: &dyn Title) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder(title).join("data")).unwrap().map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

fn data_of(title: &dyn Title) -> Data {
    data::build(texts(title)).unwrap()
}

/// A game as the title's recorded one began.
fn opened(title: &dyn Title) -> Box<dyn Play> {
    let charter = fs::read(folder(title).join("example/game.yaml")).unwrap();
    let charter = Charter::parse(&charter).unwrap();
    let seats = charter.seats.iter().map(|line| (Seat::new(&line.seat), line.side.clone()));
    let setup = Setup {
        scenario: charter.scenario.clone(),
        options: charter.options.clone(),
        tempo: Tempo::parse(&charter.tempo).unwrap(),
        seats: seats.collect(),
    };
    let revision: Revision = title.revision();
    title.load(&data_of(title), revision).unwrap().open(&setup).unwrap()
}

/// A proposal as orders: an empty text is no orders; none if it is not YAML, as hostile ones need not be.
fn sheet(text: &str) -> Option<RawOrders> {
    if text.trim().is_empty() {
        return Some(RawOrders::default());
    }
    yaml::parse(text).ok().map(|root| RawOrders::of(&root))
}

/// The turn with which a sheet of this seat is opened.
fn turn(title: &dyn Title, play: &dyn Play, seat: &Seat) -> Value {
    json!({
        "do": "open", "tabella_turn": TURN_VERSION, "title": title.slug(), "revision": title.revision().number(), "game": "test",
        "protocol": 1, "phase": 3, "after": AFTER, "captions": "north: N", "data": texts(title), "hand": play.hand(seat),
    })
}

fn ask(session: &mut SheetSession, request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&session.call(&request.to_string())).unwrap();
    assert!(answer["error"].is_null(), "{request} -> {answer}");
    answer
}

fn envelope(seat: &Seat) -> String {
    format!(
        "tabella: 1\ngame: test\nphase: 3\nseat: {seat}\nafter: \"{AFTER}\"\nrevision: 1\nfinal: true\nsalt: {SALT}\n"
    )
}

#[test]
fn a_hand_says_what_the_state_says() {
    let mut compared = 0;
    for &(title, hands) in WITH_SHEETS {
        let mut play = opened(title);
        let loaded = title.load(&data_of(title), title.revision()).unwrap();
        let mut rng = Rng::new(11);
        let (mut hands_held, mut complaints_compared) = (0, 0);
        for number in 1..6 {
            if play.outcome().is_some() {
                break;
            }
            let mut filed = BTreeMap::new();
            let seats: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
            for seat in seats {
                // As it lies in a letter: through the text.
                let text = play.hand(&seat).to_string();
                let hand: Value = serde_json::from_str(&text).unwrap();
                // The requests of a seat's own copy beyond those of a page.
                let adviser = loaded.take_up(&hand).unwrap();
                let hand = hands.take_up(&data_of(title), title.revision().number(), &hand);
                let hand = hand.unwrap_or_else(|why| panic!("{}: {why}", title.slug()));
                let viewer = engine::Viewer::Seat(seat.clone());
                assert_eq!(adviser.form(), play.form(&seat), "{} {number} {seat}", title.slug());
                // The moments of a record are drawn for its report alone.
                let drawn = |mut map: engine::map::Map| {
                    map.stages.clear();
                    map
                };
                let (held, seen) = (drawn(hand.picture()), drawn(play.picture(&viewer)));
                assert_eq!(held, seen, "{} {number} {seat}", title.slug());
                hands_held += 1;
                for style in [BotStyle::Sensible, BotStyle::Random] {
                    let Some(orders) = sheet(&play.propose(&seat, style, &mut rng)) else {
                        continue;
                    };
                    let (ours, theirs) = (hand.check(&orders), play.check(&seat, &orders));
                    assert_eq!(diagnosis::to_json(&ours), diagnosis::to_json(&theirs));
                    assert_eq!(
                        adviser.standing_after(3, &orders),
                        play.standing_after(&seat, 3, &orders)
                    );
                    complaints_compared += ours.0.len();
                    if style == BotStyle::Sensible {
                        filed.insert(seat.clone(), orders);
                    }
                }
            }
            let mut dice = Dice::seeded([5; 32], Some([6; 32]));
            play.turn(number, &filed, &BTreeSet::new(), &mut dice).unwrap();
        }
        assert!(hands_held > 4, "{}", title.slug());
        compared += complaints_compared;
    }
    assert!(compared > 5, "only {compared} complaints were compared");
}

#[test]
fn the_page_and_the_program_complain_alike_of_hundreds_of_files_a_title() {
    let count = std::env::var("TABELLA_FILES").map_or(300, |count| count.parse().unwrap());
    for &(title, _) in WITH_SHEETS {
        let mut play = opened(title);
        let (mut rng, mut files, mut refused) = (Rng::new(29), 0, 0);
        for number in 1.. {
            if files >= count {
                break;
            }
            if play.outcome().is_some() {
                play = opened(title);
            }
            let mut filed = BTreeMap::new();
            let seats: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
            for seat in seats {
                let mut session = SheetSession::new(titles());
                ask(&mut session, &turn(title, play.as_ref(), &seat));
                for orders in mutator::many(play.as_ref(), &seat, &mut rng, 50) {
                    let text = format!("{}{}", envelope(&seat), mutator::text(&orders));
                    refused +=
                        usize::from(complain_alike(&mut session, play.as_ref(), &seat, &text));
                    files += 1;
                }
                let orders = play.propose(&seat, BotStyle::Sensible, &mut rng);
                filed.insert(seat, sheet(&orders).expect("sensible orders are YAML"));
            }
            let mut dice = Dice::seeded([5; 32], Some([6; 32]));
            play.turn(number, &filed, &BTreeSet::new(), &mut dice).unwrap();
        }
        assert!(
            refused * 10 > count * 3,
            "{}: only {refused} of {files} files are unlawful",
            title.slug()
        );
    }
}

/// Compares what the page says of a file with what the program does; true if the file is unlawful.
fn complain_alike(session: &mut SheetSession, play: &dyn Play, seat: &Seat, text: &str) -> bool {
    let said = ask(session, &json!({"do": "check", "text": text}));
    let expected = Expectation {
        game: "test".to_owned(),
        phase: 3,
        seats: vec![seat.clone()],
        history: vec![AFTER.parse().expect("a digest")],
        filed: BTreeMap::new(),
        salts: BTreeSet::new(),
        over: false,
        notes: None,
    };
    let mut complaints = match OrderFile::read(text.as_bytes()) {
        Ok(file) => exchange::accept(&file, &expected).err().unwrap_or_default(),
        Err(complaints) => complaints,
    };
    if let Some((_, sheet)) = OrderFile::glance(text.as_bytes()) {
        complaints.0.extend(play.check(seat, &sheet).0);
        complaints.sort();
    }
    let ours = serde_json::to_value(diagnosis::to_json(&complaints)).expect("plain data");
    assert_eq!(said["complaints"], ours, "{text}");
    assert_eq!(said["fatal"], json!(complaints.fatal()), "{text}");
    complaints.fatal()
}

#[test]
fn what_is_offered_is_lawful_and_what_is_signed_is_what_ssh_accepts() {
    let title = combined_arms::TITLE;
    let mut play = opened(title);
    let mut rng = Rng::new(3);
    let (mut seen, mut number) = (BTreeSet::new(), 0);
    for _ in 1..10 {
        // A game that ends early is followed by another.
        if play.outcome().is_some() {
            (play, number) = (opened(title), 0);
        }
        number += 1;
        for seat in play.asked().into_iter().map(|asked| asked.seat).collect::<BTreeSet<_>>() {
            let mut session = SheetSession::new(titles());
            ask(&mut session, &turn(title, play.as_ref(), &seat));
            for _ in 0..3 {
                seen.extend(wander(
                    &mut session,
                    &format!("{}orders:\n", envelope(&seat)),
                    &mut rng,
                ));
            }
        }
        let filed: BTreeMap<Seat, RawOrders> = play
            .awaited()
            .into_iter()
            .map(|asked| {
                let orders = play.propose(&asked.seat, BotStyle::Sensible, &mut rng);
                (asked.seat, sheet(&orders).expect("sensible orders are YAML"))
            })
            .collect();
        play.turn(number, &filed, &BTreeSet::new(), &mut Dice::none()).unwrap();
    }
    for group in ["Move", "Face", "Attack", "Line", "More", "Or else move", "From now on"] {
        assert!(seen.contains(group), "{group} was never offered: {seen:?}");
    }
}

/// Takes some offers one after the other, and checks that the file stays lawful and its signature good.
fn wander(session: &mut SheetSession, text: &str, rng: &mut Rng) -> BTreeSet<String> {
    let (mut text, mut seen) = (text.to_owned(), BTreeSet::new());
    let all = ask(session, &json!({"do": "offers", "text": text, "picked": null}));
    let subjects = all["subjects"].as_array().unwrap().clone();
    for _ in 0..12 {
        let picked = rng.pick(&subjects).filter(|_| rng.chance(4, 5)).map(|one| &one["id"]);
        let offers = ask(session, &json!({"do": "offers", "text": text, "picked": picked}));
        let offers = offers["offers"].as_array().unwrap();
        seen.extend(offers.iter().map(|one| one["group"].as_str().unwrap().to_owned()));
        let Some(offer) = rng.pick(offers) else { continue };
        let next = ask(session, &json!({"do": "edit", "text": text, "edits": offer["edits"]}));
        let next = next["text"].as_str().unwrap().to_owned();
        let checked = ask(session, &json!({"do": "check", "text": next}));
        // Several choices that are each lawful may not be so together; each alone must be readable.
        let faults = checked["complaints"].as_array().unwrap();
        assert!(faults.iter().all(|one| one["kind"] != "fault"), "{offer}\n{next}\n{checked}");
        if checked["fatal"] == json!(false) {
            ask(session, &json!({"do": "draft", "text": next}));
            text = next;
        }
    }
    ask(session, &json!({"do": "key-new", "random": "A".repeat(43) + "=", "comment": "test"}));
    let signed = ask(session, &json!({"do": "sign", "text": text}));
    let key = PublicKey::parse(signed["public"].as_str().unwrap()).unwrap();
    let joined = signed["joined"].as_str().unwrap();
    let parts = SignedText::split(joined.as_bytes()).unwrap();
    assert_eq!(parts.signed, text.as_bytes());
    let good = record::verify(
        &key,
        Namespace::Orders,
        text.as_bytes(),
        signed["signature"].as_str().unwrap(),
    );
    assert!(good.is_ok());
    seen
}

#[test]
fn keys_are_made_and_opened_with_and_without_a_passphrase() {
    let mut session = SheetSession::new(titles());
    let random = "A".repeat(43) + "=";
    let salt = "A".repeat(26) + "A=";
    for phrase in ["", "a word of passage"] {
        let made = ask(
            &mut session,
            &json!({"do": "key-new", "random": random, "random_salt": salt, "passphrase": phrase, "comment": "rome@zama"}),
        );
        ask(&mut session, &json!({"do": "key-drop"}));
        let private = &made["private"];
        if !phrase.is_empty() {
            let locked = ask(&mut session, &json!({"do": "key-open", "key": private}));
            assert_eq!(locked["encrypted"], json!(true));
            let wrong = session
                .call(&json!({"do": "key-open", "key": private, "passphrase": "x"}).to_string());
            assert!(wrong.contains("does not unlock"), "{wrong}");
        }
        let opened =
            ask(&mut session, &json!({"do": "key-open", "key": private, "passphrase": phrase}));
        assert_eq!(opened["fingerprint"], made["fingerprint"]);
        assert_eq!(opened["locked"], json!(!phrase.is_empty()));
        let bare = made["private"].clone();
        let typed = ask(
            &mut session,
            &json!({"do": "key-open", "key": bare, "passphrase": "a word of passage"}),
        );
        assert_eq!(typed["locked"], opened["locked"], "whatever is typed");
    }
}

#[test]
fn what_cannot_be_answered_is_an_error_and_nothing_unlawful_is_signed() {
    let mut session = SheetSession::new(titles());
    let error = |session: &mut SheetSession, request: &str| -> String {
        let answer: Value = serde_json::from_str(&session.call(request)).unwrap();
        answer["error"].as_str().unwrap_or_else(|| panic!("{request} -> {answer}")).to_owned()
    };
    for request in
        ["", "{}", "{\"do\":\"x\"}", "{\"do\":\"map\"}", "{\"do\":\"sign\",\"text\":\"\"}"]
    {
        error(&mut session, request);
    }
    let title = combined_arms::TITLE;
    let play = opened(title);
    let seat = Seat::new("rome");
    let mut other = turn(title, play.as_ref(), &seat);
    other["revision"] = json!(99);
    assert!(error(&mut session, &other.to_string()).contains("revision 99"));
    other["title"] = json!("chess");
    assert!(error(&mut session, &other.to_string()).contains("made for"));
    let mut aged = turn(title, play.as_ref(), &seat);
    for (version, told) in [
        (json!(TURN_VERSION - 1), "an older tabella wrote this turn"),
        (json!(TURN_VERSION + 1), "a newer tabella wrote this turn"),
        (Value::Null, "not a turn for an order sheet"),
    ] {
        aged["tabella_turn"] = version;
        let why = error(&mut session, &aged.to_string());
        assert!(why.contains(told), "{why}");
    }
    ask(&mut session, &turn(title, play.as_ref(), &seat));
    ask(&mut session, &json!({"do": "key-new", "random": "A".repeat(43) + "=", "comment": ""}));
    let text = format!("{}orders: {{army: nobody}}\n", envelope(&seat));
    assert!(
        error(&mut session, &json!({"do": "sign", "text": text}).to_string())
            .contains("not allowed")
    );
}
