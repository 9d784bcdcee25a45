//! Tests that the published JSON Schemas describe what the program writes, reads and answers, and that a form can name
//! them.

use crate::table::{Table, recorded, run, tabella};
use engine::Prospectus;
use record::Charter;
use record::charter::SeatLine;
use record::exchange::yaml;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn root(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

fn published(title: &str, file: &str) -> String {
    fs::read_to_string(root("games").join(title).join("schema").join(file)).unwrap()
}

fn shared(name: &str) -> Value {
    let text = fs::read_to_string(root("docs/schema").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn value(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap();
    yaml::parse(&text).unwrap_or_else(|complaints| panic!("{complaints}")).plain_value()
}

#[test]
fn what_is_published_is_what_the_program_writes() {
    for title in tabella::catalogue::titles() {
        for (file, more) in [("orders.json", &[][..]), ("charter.json", &["--charter"][..])] {
            let place = tempfile::tempdir().unwrap();
            let out = place.path().join(file);
            run(tabella().args(["tools", "schema", title.slug(), "--out"]).arg(&out).args(more))
                .ended(0);
            let written = fs::read_to_string(out).unwrap();
            let same = written == published(title.slug(), file);
            assert!(same, "{} {file}: write it anew", title.slug());
        }
    }
}

#[test]
fn every_record_has_the_shape_that_is_published() {
    let kinds = ["turn", "events", "state"].map(|kind| (kind, shared(&format!("{kind}.json"))));
    let (mut seen, mut filed) = (0, 0);
    for (title, folder) in recorded() {
        let orders: Value = serde_json::from_str(&published(title, "orders.json")).unwrap();
        for record in fs::read_dir(folder.join("turns")).unwrap() {
            let record = record.unwrap().path();
            for (kind, schema) in &kinds {
                let file = record.join(format!("{kind}.yaml"));
                let found = mutator::misfits(schema, &value(&file));
                assert!(found.is_empty(), "{}: {found:?}", file.display());
                seen += 1;
            }
            for file in fs::read_dir(record.join("orders")).into_iter().flatten() {
                let file = file.unwrap().path();
                if file.extension().is_some_and(|extension| extension == "yaml") {
                    let found = mutator::misfits(&orders, &value(&file));
                    assert!(found.is_empty(), "{}: {found:?}", file.display());
                    filed += 1;
                }
            }
        }
    }
    assert!(seen > 100 && filed > 50, "{seen}, {filed}");
}

#[test]
fn a_file_of_a_seat_that_is_asked_several_things_may_answer_one() {
    let orders: Value =
        serde_json::from_str(&published("duelling-republics", "orders.json")).unwrap();
    let text = "tabella: 1\ngame: hannibal\nphase: 4\nseat: r2\nafter: 70a5fa0f642bbc0e1b9d5576f2cf74d3656ffb1ca79b2b4153b91119751287b0\n\
               revision: 1\nfinal: true\n\
                salt: MMqiPR41Q0TxvXAW7wgZ2g==\n\
                orders: {battle: transalpine-gaul-218-spring, winner: none, lost: {rome: [], carthage: []}}\n";
    let mut file = yaml::parse(text).unwrap().plain_value();
    assert_eq!(mutator::misfits(&orders, &file), Vec::<String>::new(), "its only answer");
    let report = file["orders"].take();
    file["orders"] = json!({ "report": report });
    assert_eq!(mutator::misfits(&orders, &file), Vec::<String>::new(), "one of several");
    file["orders"] = json!({ "report": report, "minor-war": {} });
    assert_eq!(mutator::misfits(&orders, &file), Vec::<String>::new(), "two");
    file["orders"] = json!({ "repart": report });
    assert_ne!(mutator::misfits(&orders, &file), Vec::<String>::new(), "no question of this title");
}

fn wrong(title: &Prospectus, slug: &str, text: &str) -> Option<String> {
    let charter = match Charter::parse(text.as_bytes()) {
        Ok(charter) => charter,
        Err(fault) => return Some(fault.to_string()),
    };
    let side = |line: &SeatLine| {
        title.scenarios.iter().flat_map(|note| &note.seats).any(|(_, side)| *side == line.side)
    };
    let option = |(name, value): (&String, &String)| {
        title.options.iter().any(|note| {
            note.name == *name && (note.values.is_empty() || note.values.contains(value))
        })
    };
    let known = charter.title == slug
        && title.scenarios.iter().any(|note| note.name == charter.scenario)
        && title.tempos.iter().any(|tempo| tempo.word() == charter.tempo)
        && charter.seats.iter().all(side)
        && charter.options.iter().all(option)
        && charter.schedule.iter().all(|schedule| schedule.suits(&title.phases, true).is_ok());
    (!known).then(|| "a word that the title does not know".to_owned())
}

#[test]
fn what_the_schema_of_a_charter_takes_the_program_takes_and_nothing_else() {
    // Complaints about rules that depend on two places, on tables of zones and dates, or on how YAML reads a name.
    const BEYOND: &[&str] = &[
        "twice",
        "there is no seat",
        "time zone",
        "YAML would",
        "reserved in records",
        "there is no day left",
    ];
    let more = "heads: asked\nwaits-for: awaited\npublic: 2-turns-late\nitems: true\nalways-hidden: true\nnotes: anonymous\nfork:\n  game: zama\n  record: 4\n  head: aa7365111c9faa4cdbe7d958ec223254a49ba1d2116586aadfdae7cdf9035f15\n  knows: seat\n  seat: rome\n  seed: 7\nvacations: 14\nconsent:\n  key: [seat, referee+most]\n  end: [all]\n  program: [referee]\nreferee:\n  name: Varro\n  mail: varro@example.org\nprogram:\n  player: 1\n  seed: aa7365111c9faa4cdbe7d958ec223254a49ba1d2116586aadfdae7cdf9035f15\n  seats: {SEAT: fair}\nschedule:\n";
    let schedules = [
        "  days: 3\n  hour: 20\n  zone: Europe/Rome\n  missed: fallback\n  off: [sun]\n  early: 6h\n  remind: [half, 12h]\n  grace: 15m\n  vacancy: 2\n  breaker: {missing: 50, silence: 2d}\n  phases: {PHASE: 7}\n  vacant: fair\n",
        "  zone: Europe/Rome\n  weekly: [mon 20:00, thu 08:30]\n  holidays: [2026-12-25, 2026-12-24..2027-01-06]\n",
    ];
    for (title, folder) in recorded() {
        let schema: Value = serde_json::from_str(&published(title, "charter.json")).unwrap();
        let known = tabella::catalogue::find(title).unwrap();
        let data = record::exchange::data::build(tabella::packed::data(title)).unwrap();
        let prospectus = known.load(&data, known.revision()).unwrap().prospectus();
        let plain = fs::read_to_string(folder.join("game.yaml")).unwrap();
        // Lines of which every game has one, and which are added below, are taken out first.
        let bare = |line: &&str| {
            !["heads:", "waits-for:", "always-hidden:"].iter().any(|key| line.starts_with(key))
        };
        let bare: String = plain.lines().filter(bare).flat_map(|line| [line, "\n"]).collect();
        let seat = &Charter::parse(plain.as_bytes()).unwrap().seats[0].seat;
        let phase = prospectus.phases[0];
        let filled = |text: String| text.replace("SEAT", seat).replace("PHASE", phase);
        let full = schedules.map(|lines| filled(format!("{bare}{more}{lines}")));
        for sample in [&plain, &full[0], &full[1]] {
            let judge = |text: &str| wrong(&prospectus, title, text);
            let found = mutator::files(&schema, sample, BEYOND, 300, judge);
            assert!(found.is_empty(), "{title}: {}: {}", found.len(), found.join("\n"));
        }
    }
}

/// Checks an answer of the program against its published schema.
pub(crate) fn fits(name: &str, answer: &Value) {
    let answers = shared("answers.json");
    let schema = json!({ "$defs": answers["$defs"], "$ref": format!("#/$defs/{name}") });
    let found = mutator::misfits(&schema, answer);
    assert!(found.is_empty(), "{name}: {found:?}\n{answer}");
}

#[test]
fn answers_have_the_shape_that_is_published() {
    for (_, folder) in recorded() {
        for (name, words) in
            [("status", &["status"][..]), ("log", &["report", "--log"]), ("verify", &["verify"])]
        {
            let answer = run(tabella().arg("-C").arg(&folder).args(words).arg("--json")).ended(0);
            fits(name, &answer.json());
        }
        fits(
            "resolve",
            &run(tabella().arg("-C").arg(&folder).args(["resolve", "--json"])).ended(3).json(),
        );
    }
    fits("games", &run(tabella().args(["rules", "--json"])).ended(0).json());
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let name = file.to_str().unwrap();
    fits("resolve", &table.tabella(&["resolve", "--json"]).ended(3).json());
    fits("error", &table.tabella(&["check", "nowhere.yaml", "--json"]).ended(4).json());
    for command in [
        &["form", "--seat", "rome", "--json"][..],
        &["form", "--seat", "rome", "--salt", "--out", name, "--json"],
        &["check", name, "--forecast", "--json"],
        &["status", "--json"],
        &["verify", "--json"],
    ] {
        fits(command[0], &table.tabella(command).ended(0).json());
    }
    let legal = table.tabella(&["tools", "legal", "--seat", "rome", "--json"]);
    fits("legal", &legal.ended(0).json());
    fits("submit", &table.tabella(&["submit", name, "--json"]).ended(1).json());
}

#[test]
fn answers_about_games_people_and_results_have_the_shape_that_is_published() {
    let answers = shared("answers.json");
    for (title, folder) in recorded() {
        let whole = folder.to_str().unwrap();
        // No dice are thrown in Combined Arms.
        let luck = ["-C", whole, "analyse", "luck"];
        let luck = (title != "combined-arms").then_some(&luck[..]);
        for words in
            [&["club", "people", whole][..], &["club", "ratings", whole]].into_iter().chain(luck)
        {
            let name = words.iter().find(|word| answers["$defs"].get(**word).is_some()).unwrap();
            fits(name, &run(tabella().args(words).arg("--json")).ended(0).json());
        }
    }
    let cases = root("games/combined-arms/cases");
    fits("case", &run(tabella().args(["tools", "case"]).arg(cases).arg("--json")).ended(0).json());
    let games = ["tools", "simulate", "combined-arms", "--games", "2", "--json"];
    fits("simulate", &run(tabella().args(games)).ended(0).json());
    let table = Table::deployed();
    let (copy, archive) = (table.beside("copy"), table.beside("all.tar"));
    let published = table.tabella(&["share", "copy", copy.to_str().unwrap(), "--json"]);
    fits("publish", &published.ended(0).json());
    let whole = table.root();
    let export = ["share", "archive", whole.to_str().unwrap(), archive.to_str().unwrap(), "--json"];
    fits("export", &run(tabella().args(export)).ended(0).json());
    let (settings, name) = (table.beside("run.yaml"), whole.file_name().unwrap().to_str().unwrap());
    let rounds = "letters: letters\nin: {maildir: letters}\nout: {sendmail: ./sendmail}\n";
    fs::write(&settings, format!("games: [{name}]\n{rounds}")).unwrap();
    let referee = ["referee", "desk", "--json", "--settings", settings.to_str().unwrap()];
    fits("referee", &run(tabella().args(referee)).ended(0).json());
    // One game beside it cannot be taken up.
    let broken = table.beside("broken");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("game.yaml"), "no charter\n").unwrap();
    fs::write(&settings, format!("games: [{name}, broken]\n{rounds}")).unwrap();
    let desk = run(tabella().args(referee)).json();
    assert!(desk["games"][0]["error"].is_string(), "{desk}");
    fits("referee", &desk);
    // A copy of the game itself is its twin, and neither is touched.
    fs::remove_dir_all(&broken).unwrap();
    crate::table::copy_folder(&whole, &broken);
    let desk = run(tabella().args(referee)).json();
    assert_eq!(desk["twins"].as_array().map(Vec::len), Some(1), "{desk}");
    fits("referee", &desk);
    let key = table.beside("key.pub");
    fs::write(&key, crate::table::key("rome").public_line()).unwrap();
    let seat = |seat: &str| format!("--seat={seat}={}", key.display());
    let new = ["new", "again", "--game", "combined-arms", &seat("rome"), &seat("carthage")];
    let made = tabella().current_dir(table.beside("")).args(new).arg("--json").output().unwrap();
    fits("new", &serde_json::from_slice(&made.stdout).unwrap());
}

#[test]
fn answers_about_tournaments_letters_and_drafts_have_the_shape_that_is_published() {
    let answers = shared("answers.json");
    let fits = |name: &str, answer: &Value| {
        let schema = json!({ "$defs": answers["$defs"], "$ref": format!("#/$defs/{name}") });
        let found = mutator::misfits(&schema, answer);
        assert!(found.is_empty(), "{name}: {found:?}\n{answer}");
    };
    let place = tempfile::tempdir().unwrap();
    let (file, games) = (place.path().join("cup.yaml"), place.path().join("games"));
    let act = |words: &[&str]| {
        let mut command = tabella();
        command.args(["club", "tournament"]).arg(words[0]).arg(&file);
        run(command.args(&words[1..])).ended(0)
    };
    let line =
        |name: &&str| format!("- {{player: {name}, key: {}}}\n", crate::table::key(name).public());
    let players: String = ["livia", "hanno", "marius"].iter().map(line).collect();
    let head = "tournament: cup\nname: The Cup\nsystem: round-robin\ntitle: combined-arms\n\
        seats: [rome, carthage]\nseed: calends\ntie-breaks: [buchholz-cut-1, head-to-head]\n";
    fs::write(&file, format!("{head}players:\n{players}")).unwrap();
    for _ in 0..3 {
        act(&["pair", "--write"]);
    }
    let into = games.to_str().unwrap();
    act(&["open", "--into", into]);
    // One game is ruled, one runs, one is not there.
    let drawn = fs::read_to_string(&file).unwrap();
    let ruled = drawn.replacen("- game: cup-1-1\n", "- game: cup-1-1\n    ruling: nobody\n", 1);
    fs::write(&file, ruled).unwrap();
    fs::remove_dir_all(games.join("cup-2-1")).unwrap();
    let table = act(&["table", into, "--json"]).json();
    assert_eq!(table["games"]["cup-1-1"]["decided"]["first"], 1, "{table}");
    let (there, gone) = (&table["games"]["cup-3-1"], &table["games"]["cup-2-1"]);
    assert_eq!((there, gone), (&json!("running"), &json!("unopened")), "{table}");
    fits("tournament", &table);
    let table = Table::deployed();
    let draft = table.beside("rome.yaml");
    let name = draft.to_str().unwrap();
    table.tabella(&["form", "--seat", "rome", "--salt", "--out", name]).ended(0);
    let forecast =
        table.tabella(&["analyse", "forecast", name, "--games", "2", "--json"]).ended(0).json();
    assert!(!forecast["forecast"][0]["figures"].as_array().unwrap().is_empty(), "{forecast}");
    fits("forecast", &forecast);
    let waiting = table.tabella(&["mail", "send", "--sendmail", "--dry-run", "--json"]);
    fits("send", &waiting.ended(0).json());
}

#[test]
fn a_form_in_a_file_has_its_schema_beside_it() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    table.tabella(&["form", "--seat", "rome", "--salt", "--out", file.to_str().unwrap()]).ended(0);
    let text = fs::read_to_string(&file).unwrap();
    let first = "# yaml-language-server: $schema=combined-arms.schema.json\n# rome in ";
    assert!(text.starts_with(first), "{text}");
    let beside = fs::read_to_string(file.with_file_name("combined-arms.schema.json")).unwrap();
    assert!(beside == published("combined-arms", "orders.json"));
    table.tabella(&["check", file.to_str().unwrap()]).ended(0);
    let printed = table.tabella(&["form", "--seat", "rome"]).ended(0).out;
    assert!(!printed.contains("$schema"), "a letter names no file of another machine");
}

#[test]
fn a_form_names_the_schema_in_its_first_line_and_stays_a_form() {
    let table = Table::deployed();
    let form =
        |place: &str| table.tabella(&["form", "--seat", "rome", "--salt", "--schema", place]);
    let text = form("ca.json").ended(0).out;
    assert!(text.starts_with("# yaml-language-server: $schema=ca.json\n# rome in "));
    let file = table.root().join("../rome-with-schema.yaml");
    fs::write(&file, text).unwrap();
    table.tabella(&["check", file.to_str().unwrap()]).ended(0);
    for place in ["", "a b.json", &"x".repeat(41)] {
        let refused = form(place).ended(2);
        assert!(refused.err.contains("first line of a form"), "{}", refused.err);
    }
    let widest = form(&"x".repeat(40)).ended(0).out;
    assert_eq!(widest.lines().next().unwrap().len(), 72);
}
