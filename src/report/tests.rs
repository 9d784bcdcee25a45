//! Tests of the pages that a reader reads.

use super::Shell;
use super::*;

mod story {
    use engine::story::{Clause, Entity, Np, Paragraph, Report, Sentence};

    fn paragraph(told: Sentence) -> Paragraph {
        Paragraph { sentences: vec![told], ..Paragraph::default() }
    }

    fn rome() -> Entity {
        Entity::new("rome", "Rome")
    }

    pub(super) fn battle() -> Report {
        let scutarii = Entity::new("su1", "the First Scutarii").many(true).listed();
        let elephants = Entity::new("el1", "the First Elephants").many(true).listed();
        let blow = Clause::new(Np::count(3, "unit of Hastati"), "destroy").object(scutarii.clone());
        let rear = Clause::new(elephants, "be").with("taken from behind and destroyed");
        let held = Clause::new(Np::count(2, "attack"), "fail");
        let leads = Clause::new(rome(), "lead").prep("by", Np::count(8, "point")).now();
        Report {
            headline: vec![Clause::new(rome(), "destroy").object(scutarii).now()],
            score: vec![Sentence::stands(leads)],
            paragraphs: vec![
                paragraph(Sentence::told(blow, &[14, 16, 18, 19, 21])),
                paragraph(Sentence::told(rear, &[22, 23])),
                paragraph(Sentence::told(held, &[24, 26])),
            ],
            weight: 85,
            ..Report::default()
        }
    }

    pub(super) fn deployment() -> Report {
        let army = Np::List(vec![
            Np::Name(Entity::new("scipio", "Scipio")),
            Np::count(2, "unit of Velites"),
            Np::count(3, "unit of Hastati"),
        ]);
        let brought = Clause::new(rome(), "bring").object(army);
        Report {
            headline: vec![
                Clause::new(Np::words("the armies"), "take").object(Np::words("the field")),
            ],
            paragraphs: vec![paragraph(Sentence::told(brought, &[1]))],
            weight: 20,
            ..Report::default()
        }
    }

    pub(super) fn end() -> Report {
        let hannibal = Entity::new("hannibal", "Hannibal").man().listed();
        let fell = Clause::new(hannibal.clone(), "fall");
        Report {
            headline: vec![Clause::new(hannibal, "fall").now()],
            paragraphs: vec![paragraph(Sentence::told(fell, &[1, 2]))],
            weight: 200,
            ..Report::default()
        }
    }
}

/// A reporter with the packed templates, and those given here before them.
fn reporter(own: &'static [(&'static str, &'static str)]) -> Reporter {
    let find = move |name: &str| {
        let found = own.iter().find(|(path, _)| *path == name);
        Ok(found.map(|(path, text)| Found {
            text: (*text).into(),
            origin: format!("zama-2026/templates/{path}"),
        }))
    };
    Reporter::layered(Language::English, find)
}

fn record(json: &str) -> Context {
    serde_json::from_str(json).unwrap()
}

fn battle() -> Context {
    let told = story::battle();
    Context { narrative: Some(told), ..record(include_str!("samples/battle.json")) }
}

fn deployment() -> Context {
    let told = story::deployment();
    Context { narrative: Some(told), ..record(include_str!("samples/deploy.json")) }
}

fn end() -> Context {
    Context { narrative: Some(story::end()), ..record(include_str!("samples/over.json")) }
}

fn markdown(context: &Context) -> String {
    reporter(&[]).markdown(context, &sample::map()).unwrap_or_else(|error| panic!("{error}"))
}

/// The text between two headings of the second level.
fn section<'a>(report: &'a str, heading: &str) -> &'a str {
    let start = report.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let rest = &report[start + heading.len() + 5..];
    rest.split("\n## ").next().unwrap_or_default()
}

/// A text with its lines run together.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_report_has_its_parts_in_order() {
    let report = markdown(&battle());
    let headings: Vec<&str> =
        report.lines().filter(|line| line.starts_with("# ") || line.starts_with("## ")).collect();
    assert!(headings[0].contains("First Scutarii"), "the heaviest situation leads: {headings:?}");
    let expected = [
        headings[0],
        "## The story",
        "## Where everything stands",
        "## The log",
        "## Orders due",
        "## Proof",
    ];
    assert_eq!(headings, expected);
    let opening = flat(report.split("```map").next().unwrap());
    assert!(opening.contains("zama-2026: turn 7, Rome"), "{opening}");
    assert!(opening.contains("Rome leads by eight points"), "{opening}");
}

#[test]
fn attacks_on_one_target_are_one_paragraph_with_their_arithmetic_beside_it() {
    let report = markdown(&battle());
    let story = section(&report, "The story");
    let paragraphs: Vec<String> = story.split("\n\n").map(flat).collect();
    let at = paragraphs.iter().position(|text| text.contains("First Scutarii")).unwrap();
    let told = &paragraphs[at];
    assert!(told.contains("Three units of Hastati") && !told.contains("su1"), "{told}");
    let sums = &paragraphs[at + 1];
    assert!(
        sums.starts_with("> - **K4** ha1 at e6 (n) on su1 at e7, distance 1, melee, front: 1 (base 1); 1 of 3 (printed 3)"),
        "{sums}"
    );
    assert!(
        sums.contains(
            "**D4** su1 on e7 destroyed: no square to fall back to; damaged by ha1, ha2, ha3"
        ),
        "{sums}"
    );
    assert!(story.contains("rear: 3 (highest of base 1, rear 3); 3 of 3 (printed 3)"));
    assert!(story.contains("1 of 4 (printed 3, hannibal 1)"));
}

#[test]
fn the_log_is_complete() {
    for context in [battle(), deployment(), end()] {
        let report = markdown(&context);
        let log = section(&report, "The log");
        let events = context
            .chapters
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|chapter| chapter["events"].as_array().unwrap());
        for event in events {
            let line = format!("{}. **{}** ", event["n"], event["rule"].as_str().unwrap());
            assert!(log.contains(&line), "{line}");
        }
    }
}

#[test]
fn positions_what_is_owed_and_the_proof_stand_in_every_report() {
    let report = markdown(&battle());
    assert!(report.contains("| pr1, Principes | g5 | east | Defense 4; pila 2; veteran |"));
    assert!(report.contains("| ca1, Caetrati | e9 | north | Defense 2; has fallen back |"));
    let owed = flat(section(&report, "Orders due"));
    assert!(
        owed.contains(
            "**Carthage** is asked for the moves of its turn, with the attacks under `ahead: attack`"
        ),
        "{owed}"
    );
    assert!(owed.contains("due by Friday 27 November 2026, 18:00 UTC"), "{owed}");
    let proof = section(&report, "Proof");
    for digest in ["ab12".repeat(16), "cd34".repeat(16), "ef56".repeat(16)] {
        assert!(proof.contains(&digest), "{digest}");
    }
    let unsealed = markdown(&Context { head: None, ..battle() });
    assert!(unsealed.contains("head: the SHA-256 of `turns/0012/SHA256SUMS`"));
    let opening = markdown(&Context {
        start: String::new(),
        head: None,
        previous: None,
        number: 0,
        ..deployment()
    });
    assert!(
        opening.contains("start: the SHA-256 of `turns/0000/SHA256SUMS`")
            && !opening.contains(": ``"),
        "{opening}"
    );
    assert!(section(&markdown(&end()), "Orders due").contains("the game is over"));
}

#[test]
fn what_a_seat_alone_may_know_stands_in_its_report_alone() {
    let own = Context {
        viewer: "rome".to_owned(),
        salt: Some("5a17".repeat(16)),
        in_force: serde_json::json!({"standing": {"phase": 3, "says": {"attack": {"mode": "at-will"}}}}),
        ..battle()
    };
    let report = markdown(&own);
    assert!(
        report.contains("as Rome sees it")
            && report.contains("mode: at-will")
            && report.contains(&"5a17".repeat(16))
    );
    assert!(!markdown(&battle()).contains("at-will"));
}

#[test]
fn the_whole_game_is_one_narrative() {
    let story = reporter(&[]).story(&[deployment(), battle(), end()]).unwrap();
    let headings: Vec<&str> = story.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        [
            "# Punic Wars Combined Arms: the story so far",
            "## The armies take the field",
            "## Turns VII and VIII",
            "## Turns IX and X"
        ]
    );
    let flat = flat(&story);
    assert!(flat.contains("Scipio, two units of Velites and three units of Hastati"), "{story}");
    let told = [deployment(), battle(), end()].map(|record| (record, sample::map()));
    let book = reporter(&[])
        .book(
            &told,
            &serde_json::json!({
                "rome": {"all": {"dice": 4, "better": 3, "permille": 715}, "kinds": {}}
            }),
        )
        .unwrap();
    for part in [
        "## Turns VII and VIII",
        "### ",
        "## The roll of the fallen",
        "First Scutarii: 12",
        "| **Rome, all together** | 4 | 3 | 71.5% |",
        "```figure record-",
    ] {
        assert!(book.contains(part), "{part}: {book}");
    }
    let page = reporter(&[]).book_page(&told, &serde_json::Value::Null).unwrap();
    assert!(
        page.matches("<svg").count() >= 2 && page.contains("Turns VII and VIII"),
        "a map at the turning point, and the last"
    );
}

#[test]
fn a_page_needs_nothing_else() {
    let page = reporter(&[]).html(&battle(), &sample::map()).unwrap();
    assert!(
        page.starts_with("<!doctype html>\n<html lang=\"en\">")
            && page.contains("First Scutarii")
            && page.contains("zama-2026: turn 7, Rome")
    );
    let foreign = page.replacen("http://www.w3.org/2000/svg", "", 1).replacen("http-equiv", "", 1);
    // The drawing's own counters and the page's own parts are no other place.
    let foreign = foreign.replace("href=\"#m-", "").replace("href=\"#part-", "");
    for word in ["http", "<script", "<link", "<img", "@import", "src=", "href="] {
        assert!(!foreign.contains(word), "{word}");
    }
    let levels: Vec<char> = page
        .match_indices("<h")
        .filter_map(|(at, _)| page[at + 2..].chars().next())
        .filter(char::is_ascii_digit)
        .collect();
    assert!(levels.windows(2).all(|pair| pair[1] <= char::from(pair[0] as u8 + 1)), "{levels:?}");
    assert!(
        page.contains("<div class=\"note\">") && page.contains("<table>") && !page.contains("```")
    );
}

#[test]
fn the_policy_of_a_page_names_its_one_style() {
    let reporter = reporter(&[]);
    let text = reporter.markdown(&battle(), &sample::map()).unwrap();
    for shell in [Shell::Letter, Shell::Alone] {
        let page = reporter.page(&text, &sample::map(), shell).unwrap();
        let (_, style) = page.split_once("<style>").unwrap();
        let (style, rest) = style.split_once("</style>").unwrap();
        assert!(page.contains(&format!("style-src '{}'", styles::source(style))));
        // In a letter a picture takes the place of the drawing.
        assert_eq!(style.contains(".m-map"), shell == Shell::Alone, "the drawing's rules");
        assert!(!rest.contains("<style") && !page.contains(" style=") && !page.contains("unsafe"));
    }
}

#[test]
fn a_page_of_a_record_leads_to_its_neighbours_and_to_the_map() {
    let report = reporter(&[]);
    let text = report.markdown(&battle(), &sample::map()).unwrap();
    let page = |number, goes_on| {
        report
            .page(&text, &sample::map(), Shell::Record { number, goes_on, replay: number == 9 })
            .unwrap()
    };
    let middle = page(7, true);
    for link in ["href=\"../0006/report.html\"", "href=\"../0008/report.html\"", "href=\"map.svg\""]
    {
        assert!(middle.contains(link), "{link}");
    }
    assert!(middle.contains("<a href=\"#part-1\">The story</a>"), "contents name the parts");
    assert!(middle.contains("<h2 id=\"part-1\">The story</h2>"), "and lead to them");
    assert!(
        !middle.contains("replay.html"),
        "a sealed page leads to nothing that is not sealed with it"
    );
    assert!(page(9, true).contains("<a href=\"../replay.html#r9\">"));
    let (first, last) = (page(0, true), page(7, false));
    assert!(!first.contains("rel=\"prev\"") && first.contains("../0001/report.html"));
    assert!(!last.contains("rel=\"next\"") && last.contains("../0006/report.html"));
    let letter = report.page(&text, &sample::map(), Shell::Letter).unwrap();
    assert!(!letter.contains("<nav"), "a letter leads nowhere");
}

#[test]
fn hostile_names_stay_text() {
    let evil = "<script>x</script> [a](http://x.example) *b*\n\n# c\u{202e}";
    let mut context = battle();
    evil.clone_into(&mut context.scenario_name);
    context.options.insert(evil.to_owned(), evil.to_owned());
    context.files[0].signer = evil.to_owned();
    context.facts["armies"][0]["units"][0]["square"] = evil.into();
    let mut map = sample::map();
    evil.clone_into(&mut map.title);
    evil.clone_into(&mut map.pieces[0].words);
    let report = reporter(&[]);
    let text = report.markdown(&context, &map).unwrap();
    assert!(!text.lines().any(|line| line.starts_with("# c")) && !text.contains('\u{202e}'));
    let page = report.page(&text, &map, Shell::Alone).unwrap();
    assert!(
        !page.contains("<script")
            && !page.contains("<em>b</em>")
            && !page.replace("href=\"#m-", "").replace("href=\"#part-", "").contains("href"),
        "{page}"
    );
}

#[test]
fn pages_and_drawings_are_well_formed() {
    let report = reporter(&[]);
    let page = report.html(&battle(), &sample::map()).unwrap();
    let page = page.replacen("<!doctype html>", "", 1).replace("<br />", "<br/>");
    let xml = with_metas_closed(&page);
    for text in [report.svg(&sample::map()).unwrap(), xml] {
        well_formed(&text);
    }
}

/// The page with its `meta` elements closed as XML wants them.
fn with_metas_closed(page: &str) -> String {
    page.lines()
        .map(
            |line| {
                if line.starts_with("<meta") {
                    line.replace("\">", "\"/>")
                } else {
                    line.to_owned()
                }
            },
        )
        .collect::<Vec<_>>()
        .join("\n")
}

/// Checks that every element is closed in order, and that every attribute is quoted.
fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, next) = after
            .split_once('>')
            .unwrap_or_else(|| panic!("an open tag: {}", &after[..after.len().min(60)]));
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = next;
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_first_letter_welcomes_and_shows_the_armies_before_it_asks() {
    let mut context = battle();
    "carthage".clone_into(&mut context.viewer);
    let report = reporter(&[]);
    let text = report.markdown(&context, &sample::map()).unwrap();
    let sending = Sending {
        opening: "**You win** by war.".to_owned(),
        plays: "Carthage".to_owned(),
        ..Sending::default()
    };
    let letter = report.letter("report", &context, &sending, &text).unwrap();
    let at =
        |words: &str| letter.text.find(words).unwrap_or_else(|| panic!("{words}: {}", letter.text));
    assert!(at("(zama-2026). You play Carthage.") < at("You win by war."));
    assert!(at("You win by war.") < at("Where everything stands"));
    assert!(at("Where everything stands") < at("YOU OWE ORDERS"));
    assert!(letter.markdown.contains("**You win** by war."), "{}", letter.markdown);
}

#[test]
fn a_letter_has_a_subject_and_short_lines() {
    let mut context = battle();
    "carthage".clone_into(&mut context.viewer);
    let report = reporter(&[]);
    let text = report.markdown(&context, &sample::map()).unwrap();
    let sending = Sending { name: "zama-2026-13-carthage".to_owned(), ..Sending::default() };
    let letter = report.letter("report", &context, &sending, &text).unwrap();
    assert_eq!(letter.subject, "[zama-2026] Punic Wars Combined Arms");
    let first = "zama-2026: turn 7, Rome: orders are due by Friday 27 November 2026, 18:00 UTC\n";
    assert!(letter.text.starts_with(first), "{}", letter.text);
    assert!(
        letter.text.contains(
            "-n tabella-orders -f ~/.ssh/id_ed25519 \\\n       zama-2026-13-carthage.yaml"
        )
    );
    let files = "`zama-2026-13-carthage.yaml` and `zama-2026-13-carthage.yaml.sig`";
    let page = flat(&letter.markdown);
    for said in ["**Your orders for carthage are due, phase 13", files, "ssh-keygen -Y sign"] {
        assert!(page.contains(said), "the page lacks {said}: {page}");
    }
    assert!(letter.markdown.starts_with("# "), "the title names the page");
    let long = letter.text.lines().find(|line| line.chars().count() > 78);
    assert_eq!(long, None);
}

#[test]
fn a_game_may_have_templates_of_its_own() {
    let own = reporter(&[("combined-arms/story.md", "As you like it.\n")]);
    let report = own.markdown(&battle(), &sample::map()).unwrap();
    assert_eq!(section(&report, "The story").trim(), "As you like it.");
    let broken = reporter(&[("combined-arms/story.md", "\n{{ facts.secrets.plan }}\n")]);
    let error = broken.markdown(&battle(), &sample::map()).unwrap_err().to_string();
    assert!(
        error.starts_with("zama-2026/templates/combined-arms/story.md, line 2: undefined value"),
        "{error}"
    );
    let unreadable =
        Reporter::new(Language::English, |name| Err(format!("{name}: permission denied")));
    let error = unreadable.markdown(&battle(), &sample::map()).unwrap_err().to_string();
    assert!(error.contains("permission denied"), "{error}");
}
