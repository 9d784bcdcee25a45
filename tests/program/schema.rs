//! What is published as JSON Schema is what the program writes, reads and answers, and a form can name it.

use crate::table::{Table, run, tabella};
use engine::Prospectus;
use record::Charter;
use record::charter::SeatLine;
use record::exchange::yaml;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the repository.
fn root(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// What is published of a title.
fn published(title: &str, file: &str) -> String {
    fs::read_to_string(root("games").join(title).join("schema").join(file)).unwrap()
}

/// One of the schemas that all titles share.
fn shared(name: &str) -> Value {
    let text = fs::read_to_string(root("docs/schema").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The folders of recorded games, with their titles.
fn recorded() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for title in tabella::catalogue::titles() {
        for name in ["example", "example-2"] {
            let folder = root("games").join(title.slug()).join(name);
            if folder.is_dir() {
                found.push((title.slug().to_owned(), folder));
            }
        }
    }
    found
}

/// A file of the program as plain data.
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
            run(tabella().args(["schema", title.slug(), "--out"]).arg(&out).args(more)).ended(0);
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
        let orders: Value = serde_json::from_str(&published(&title, "orders.json")).unwrap();
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

/// What is wrong with a charter of a title, as the program would say it.
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
        && charter.options.iter().all(option);
    (!known).then(|| "a word that the title does not know".to_owned())
}

#[test]
fn what_the_schema_of_a_charter_takes_the_program_takes_and_nothing_else() {
    // What depends on two places, on tables of zones and dates, and on how YAML reads a name.
    const BEYOND: &[&str] = &[
        "twice",
        "there is no seat",
        "time zone",
        "YAML would",
        "meaning of its own",
        "no day is left",
    ];
    let more = "heads: asked\nwaits-for: awaited\npublic: 2-turns-late\nitems: true\nnotes: anonymous\nfork:\n  game: zama\n  record: 4\n  head: aa7365111c9faa4cdbe7d958ec223254a49ba1d2116586aadfdae7cdf9035f15\n  knows: seat\n  seat: rome\n  seed: 7\nvacations: 14\nconsent:\n  key: [seat, referee+most]\n  end: [all]\nreferee:\n  name: Varro\n  mail: varro@example.org\nprogram:\n  player: 1\n  seed: aa7365111c9faa4cdbe7d958ec223254a49ba1d2116586aadfdae7cdf9035f15\n  seats: {SEAT: fair}\nschedule:\n";
    let schedules = [
        "  days: 3\n  hour: 20\n  zone: Europe/Rome\n  missed: fallback\n  off: [sun]\n  early: 6h\n  remind: [half, 12h]\n  grace: 15m\n  vacancy: 2\n  breaker: {missing: 50, silence: 2d}\n",
        "  zone: Europe/Rome\n  weekly: [mon 20:00, thu 08:30]\n  holidays: [2026-12-25, 2026-12-24..2027-01-06]\n",
    ];
    for (title, folder) in recorded() {
        let schema: Value = serde_json::from_str(&published(&title, "charter.json")).unwrap();
        let known = tabella::catalogue::find(&title).unwrap();
        let data = record::exchange::data::build(tabella::packed::data(&title)).unwrap();
        let prospectus = known.load(&data, known.revision()).unwrap().prospectus();
        let plain = fs::read_to_string(folder.join("game.yaml")).unwrap();
        let seat = &Charter::parse(plain.as_bytes()).unwrap().seats[0].seat;
        let second = plain.replace("tabella: 1\n", "tabella: 2\n");
        let full = schedules.map(|lines| format!("{second}{more}{lines}").replace("SEAT", seat));
        for sample in [&plain, &full[0], &full[1]] {
            let judge = |text: &str| wrong(&prospectus, &title, text);
            let found = mutator::files(&schema, sample, BEYOND, 300, judge);
            assert!(found.is_empty(), "{title}: {}: {}", found.len(), found.join("\n"));
        }
    }
}

#[test]
fn answers_have_the_shape_that_is_published() {
    let answers = shared("answers.json");
    let fits = |name: &str, answer: &Value| {
        let schema = json!({ "$defs": answers["$defs"], "$ref": format!("#/$defs/{name}") });
        let found = mutator::misfits(&schema, answer);
        assert!(found.is_empty(), "{name}: {found:?}\n{answer}");
    };
    for (_, folder) in recorded() {
        for name in ["status", "log", "verify"] {
            fits(
                name,
                &run(tabella().arg("-C").arg(&folder).args([name, "--json"])).ended(0).json(),
            );
        }
        fits(
            "resolve",
            &run(tabella().arg("-C").arg(&folder).args(["resolve", "--json"])).ended(3).json(),
        );
    }
    fits("games", &run(tabella().args(["games", "--json"])).ended(0).json());
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    let name = file.to_str().unwrap();
    fits("resolve", &table.tabella(&["resolve", "--json"]).ended(3).json());
    fits("error", &table.tabella(&["check", "nowhere.yaml", "--json"]).ended(4).json());
    for command in [
        &["form", "--seat", "rome", "--json"][..],
        &["form", "--seat", "rome", "--salt", "--out", name, "--json"],
        &["check", name, "--forecast", "--json"],
        &["legal", "--seat", "rome", "--json"],
        &["status", "--json"],
        &["verify", "--json"],
    ] {
        fits(command[0], &table.tabella(command).ended(0).json());
    }
    fits("submit", &table.tabella(&["submit", name, "--json"]).ended(1).json());
}

#[test]
fn a_form_in_a_file_has_its_schema_beside_it() {
    let table = Table::deployed();
    let file = table.beside("rome.yaml");
    table.tabella(&["form", "--seat", "rome", "--salt", "--out", file.to_str().unwrap()]).ended(0);
    let text = fs::read_to_string(&file).unwrap();
    let first = "# yaml-language-server: $schema=combined-arms.schema.json\n# Order form of rome";
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
    assert!(text.starts_with("# yaml-language-server: $schema=ca.json\n# Order form of rome"));
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
