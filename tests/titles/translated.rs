//! Languages beside English: which templates and phrases they have, and that a turn told in one is the same turn.

use super::narrative::{prose, read_all};
use super::properties::game::titles;
use engine::BotStyle;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tabella::packed;
use tabella::report::{Language, Letter, Reporter, Sending};

/// The titles that are translated completely, by language.
pub(crate) const WHOLE: [(Language, &[&str]); 1] =
    [(Language::Italian, &["punica", "de-bello-punico"])];

const ENGLISH: [&str; 12] =
    ["the", "and", "of", "with", "from", "was", "were", "had", "has", "is", "are", "by"];

fn texts(folder: &str, language: &str) -> BTreeSet<String> {
    let below = format!("{folder}/{language}/");
    packed::FILES
        .iter()
        .filter_map(|(path, _)| Some(path.strip_prefix(&below)?.to_owned()))
        .collect()
}

#[test]
fn what_is_not_translated_is_counted() {
    for (language, titles) in WHOLE {
        let folders = titles.iter().map(|title| format!("games/{title}/templates"));
        let mut missing = Vec::new();
        for folder in folders.chain(["templates".to_owned()]) {
            let (english, own) = (texts(&folder, "en"), texts(&folder, language.code()));
            // The English words about orders and on maps stand in the program itself.
            let strange: Vec<_> = own
                .difference(&english)
                .filter(|name| {
                    !["messages.txt", "orders.txt", "sheet.txt", "picture.txt", "offers.txt"]
                        .contains(&name.as_str())
                })
                .collect();
            assert!(strange.is_empty(), "{folder}: nobody asks for {strange:?}");
            // A page whose words lie beside it is written once for all languages.
            let wordless = |name: &str| {
                name.strip_suffix(".html").is_some_and(|stem| own.contains(&format!("{stem}.txt")))
            };
            // The frames of a book's chapters hold no words; a site is told in English alone.
            let spoken = |name: &str| {
                !name.starts_with("site/")
                    && !name.starts_with("book/")
                    && !wordless(name)
                    && [".md", ".txt", ".html", ".yaml"].iter().any(|end| name.ends_with(end))
            };
            let lacks = english.difference(&own).filter(|name| spoken(name));
            missing.extend(lacks.map(|name| format!("{folder}/{name}")));
        }
        assert_eq!(
            missing,
            Vec::<String>::new(),
            "{language:?}: a site alone is told in English only"
        );
    }
}

#[test]
fn stories_in_another_language_have_no_english_left() {
    for (language, whole) in WHOLE {
        let mut read = 0;
        let titles: Vec<_> = titles().into_iter().filter(|it| whole.contains(&it.slug)).collect();
        let reporter = Reporter::layered(language, |_| Ok(None));
        read_all(language, &titles, BotStyle::Sensible, 21, |slug, viewer, context, report| {
            // Two languages never meet in one report: where a title's stories are in English alone, so is all of it.
            let alone = context.narrative.is_some();
            if alone {
                assert!(report.contains("soltanto in inglese"), "{slug}: {report}");
            }
            let prose = prose(report);
            assert!(
                alone || english(&prose).is_empty(),
                "{slug}, {viewer:?}: {:?}\n{prose}",
                english(&prose)
            );
            let line = || vec!["printf".to_owned()];
            let (vouch, digest) = (line(), Some("5d41".to_owned()));
            let sending = Sending {
                name: "zama-7-rome".to_owned(),
                vouch,
                vouch_required: true,
                sheet_digest: digest,
                guide: true,
                opening: String::new(),
                plays: String::new(),
            };
            for kind in ["report", "digest"] {
                let letter = reporter.letter(kind, context, &sending, "# Titolo\n").unwrap();
                a_letter(context.game.as_str(), &letter);
                assert_eq!(english(&letter.markdown), Vec::<&str>::new(), "{}", letter.markdown);
            }
            read += 1;
        });
        assert!(read > 20, "only {read} reports");
    }
}

fn english(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| ENGLISH.contains(word)).collect()
}

/// Checks a letter's subject, its lines, which no mail program may break, and its language.
#[track_caller]
fn a_letter(game: &str, letter: &Letter) {
    assert!(letter.subject.starts_with(&format!("[{game}] ")), "{}", letter.subject);
    let long: Vec<_> = letter.text.lines().filter(|line| line.chars().count() > 78).collect();
    assert!(long.is_empty(), "{long:#?}");
    assert_eq!(english(&letter.text), Vec::<&str>::new(), "{}", letter.text);
}

/// Everything that an answer can say: its kind, and the values for its template.
fn answers() -> Vec<(&'static str, Value)> {
    let complaint = json!({ "line": 3, "warning": false, "code": "E-x", "rule": "4", "message": "m", "fix": "f" });
    let filing = json!({ "phase": 2, "revision": 1, "final": false, "digest": "00" });
    let filed = |known: bool| json!({ "filing": filing, "known": known, "complaints": [], "receipt": true, "does": null });
    let open = |mut filing: Value, hold: bool| {
        filing["open"] = json!(["setup-rome", "advance"]);
        if hold {
            filing["hold"] = json!(true);
        }
        json!({ "filing": filing, "known": false, "complaints": [], "receipt": true, "does": "- ve1: e4" })
    };
    let mut all = vec![
        ("filed", filed(false)),
        ("filed", filed(true)),
        ("filed", open(filing.clone(), false)),
        ("filed", open(filing.clone(), true)),
        ("recorded", json!({ "phase": 1, "revision": 1, "digest": "00", "receipt": true })),
        ("recorded", json!({ "phase": 1, "revision": 1, "digest": "00", "receipt": false })),
        ("returned", json!({ "complaints": [complaint], "receipt": true, "before": null })),
        ("returned", json!({ "complaints": [complaint], "receipt": true, "before": 2 })),
        ("report", json!("testo")),
        ("form", Value::Null),
        ("sheet", Value::Null),
        ("no-report", json!({ "named": 9, "newest": 3 })),
        ("vacation", json!({ "wrong": "w", "file": null, "action": null, "told": null })),
        ("vacation", json!({ "wrong": null, "file": "v.yaml", "action": "d", "told": "t" })),
        ("extend", json!({ "wrong": null, "file": "extend.yaml", "action": "d", "told": null })),
        ("receipts", Value::Null),
        ("message", json!({ "to": ["rome", "carthage"] })),
        ("message", json!({ "wrong": "anonymous" })),
        ("message", json!({ "wrong": "empty" })),
        ("message", json!({ "wrong": "address", "named": "rome" })),
        ("message", json!({ "wrong": "receiver", "named": "x", "seats": ["rome", "carthage"] })),
        ("lang", json!({ "code": "it" })),
        ("lang", json!({ "wrong": "klingon", "known": ["en", "it"] })),
        ("help", Value::Null),
    ];
    all.extend(unusable().into_iter().map(|says| ("unusable", says)));
    for state in ["refused", "counts", "waits"] {
        all.push(("change", json!({ "state": state, "action": "d", "told": "t" })));
    }
    all
}

fn unusable() -> Vec<Value> {
    let says = |class: &str, program: Value, replaced: Value| json!({ "class": class, "program": program, "replaced": replaced });
    let of = |class: &&str| says(class, Value::Null, Value::Null);
    let classes = [
        "altered",
        "cut-off",
        "unsigned",
        "no-orders",
        "winmail",
        "archive",
        "encrypted",
        "wrapped",
        "size",
        "namespace",
        "key",
        "unreadable",
    ];
    let mut all: Vec<Value> = classes.iter().map(of).collect();
    for record in [json!(7), Value::Null] {
        let replaced = json!({ "seat": "rome", "record": record, "new": "SHA256:x" });
        all.push(says("key", Value::Null, replaced));
    }
    for program in ["outlook", "apple", "gmail", "thunderbird"] {
        all.push(says("altered", json!(program), Value::Null));
    }
    all
}

#[test]
fn letters_in_another_language_have_no_english_left() {
    let frame = json!({
        "game": "zama", "title_name": "Punica", "seat": "rome", "phase": 3, "over": false,
        "written": "2031-07-31 20:00 UTC", "deadline": "2031-08-01 20:00 UTC", "until": "2031-08-02 20:00 UTC", "grace": true,
        "filed": true, "open": [], "change": true, "downtime": true,
        "from": "carthage", "words": "parole", "action": "d", "file": "extend.yaml", "place": "zama",
        "line": "l", "folder": "zama",
        "draft": true,
        "asked": [{ "seat": "rome", "answered": true }, { "seat": "carthage", "answered": false }],
        "sending": { "name": "zama-3-rome", "vouch": ["printf"], "vouch_required": true },
    });
    for (language, _) in WHOLE {
        let reporter = Reporter::layered(language, |_| Ok(None));
        let with = |more: Value| {
            let mut context = frame.clone();
            let Value::Object(more) = more else { unreachable!("a map is added") };
            context.as_object_mut().unwrap().extend(more);
            context
        };
        for name in ["asked", "late", "message", "moved", "notice", "remind"] {
            a_letter("zama", &reporter.note(name, &frame).unwrap());
        }
        for (name, more) in [
            ("held", json!({ "reason": null })),
            ("held", json!({ "reason": "r" })),
            ("vacant", json!({ "seats": ["rome"], "program": false })),
            ("vacant", json!({ "seats": ["rome"], "program": true })),
            ("vacant", json!({ "seats": ["rome", "carthage"], "program": false })),
            ("vacant", json!({ "seats": ["rome", "carthage"], "program": true })),
            ("late", json!({ "until": null })),
            ("late", json!({ "grace": false })),
            ("late", json!({ "open": ["setup-rome", "advance"] })),
            ("message", json!({ "from": "referee" })),
            ("message", json!({ "from": null })),
            ("moved", json!({ "downtime": false })),
            ("moved", json!({ "change": false })),
            ("remind", json!({ "filed": false })),
            ("remind", json!({ "open": ["setup-rome", "advance"] })),
        ] {
            a_letter("zama", &reporter.note(name, &with(more)).unwrap());
        }
        for (kind, says) in answers() {
            let letter = with(json!({ "kind": kind, "says": says }));
            a_letter("zama", &reporter.note("answer", &letter).unwrap());
        }
        let over = json!({ "kind": "sheet", "says": null, "over": true });
        a_letter("zama", &reporter.note("answer", &with(over)).unwrap());
        for joined in answers_to_joins() {
            a_letter("zama", &reporter.note("joined", &joined).unwrap());
        }
    }
}

fn answers_to_joins() -> Vec<Value> {
    let about = json!({
        "game": "zama", "title_name": "Punica", "seats": ["rome", "carthage"], "until": "2031-04-01",
        "referee": "referee@example.org", "name": "Livia", "known": false, "joins": 2, "wishes": ["rome", "carthage"],
        "mail": "livia@example.org", "digest": "00", "wrong": "w", "named": "zama", "open": ["nola", "capua"],
    });
    let with = |more: Value| {
        let mut one = about.clone();
        one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        one
    };
    vec![
        with(json!({ "kind": "taken" })),
        with(
            json!({ "kind": "taken", "known": true, "joins": 1, "seats": ["rome"], "wishes": [], "mail": null }),
        ),
        with(json!({ "kind": "refused" })),
        with(json!({ "kind": "unknown" })),
        with(json!({ "kind": "lost" })),
    ]
}

/// The words of the order sheet's page, and those that its scripts have translated, with their gaps empty.
fn page_words() -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/sheet/page");
    let read = |name: &str| fs::read_to_string(page.join(name)).unwrap();
    let spoken = |text: &str| text.chars().any(|letter| letter.is_ascii_alphabetic());
    let html = read("index.html");
    let (_, body) = html.split_once("<body>").unwrap();
    let (body, _) = body.split_once("<script").unwrap();
    let between = body.split('>').filter_map(|part| part.split('<').next());
    let labels = body.split("aria-label=\"").skip(1).filter_map(|part| part.split('"').next());
    let code = |text: &&str| !matches!(*text, "ssh-keygen" | "tabella sign");
    let mut words: BTreeSet<String> = between
        .chain(labels)
        .map(str::trim)
        .filter(|text| spoken(text))
        .filter(code)
        .map(str::to_owned)
        .collect();
    let files = fs::read_dir(&page).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|kind| kind == "js")) {
        let script = fs::read_to_string(path).unwrap();
        for (at, _) in script.match_indices("t(").filter(|(at, _)| {
            !script[..*at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '.')
        }) {
            let rest = &script[at + 2..];
            let quote = rest.chars().next().filter(|first| matches!(first, '"' | '`'));
            let Some(quote) = quote else { continue };
            let text = rest[1..].split(quote).next().unwrap();
            let mut gaps = text.split("${");
            let first = gaps.next().unwrap().to_owned();
            words
                .insert(gaps.fold(first, |all, part| all + "{}" + part.split_once('}').unwrap().1));
        }
    }
    words
}

#[test]
fn all_that_the_order_sheet_says_is_translated_and_nothing_else() {
    let own = |text: &str| text.split(' ').any(|word| word.len() > 3);
    for (language, _) in WHOLE {
        let catalogue = packed::get(&format!("templates/{}/sheet.txt", language.code())).unwrap();
        let (page, engine) = catalogue.split_once("# Il motore").expect("two parts");
        let margin = |text: &str| -> BTreeSet<String> {
            let lines =
                text.lines().filter(|line| !line.starts_with([' ', '#']) && !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        let (said, known) = (page_words(), margin(page));
        assert!(said.iter().filter(|text| own(text)).count() > 80, "{said:#?}");
        let missing: Vec<_> = said.difference(&known).collect();
        assert!(missing.is_empty(), "not in sheet.txt: {missing:#?}");
        // The one that no call of its own stands round: it is kept until nobody can be asked any more.
        let kept = "the program has stopped; start `tabella play` again".to_owned();
        let strange: Vec<_> = known.difference(&said).filter(|text| **text != kept).collect();
        assert!(strange.is_empty(), "the page does not say {strange:#?}");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sources = ["crates/sheet/src/session.rs", "crates/record/src/private_key.rs"];
        let sources = sources.map(|name| fs::read_to_string(root.join(name)).unwrap()).concat();
        let sources = sources.split("\\\n").map(str::trim_start).collect::<String>();
        for sentence in margin(engine.split_once('\n').unwrap().1) {
            assert!(sources.contains(&format!("\"{sentence}")), "nothing says {sentence}");
        }
    }
}
