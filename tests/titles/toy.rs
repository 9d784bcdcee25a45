//! A title that is not in the catalogue: its pages by the program's own reporter, and what a new title needs.

use crate::properties::game::{Game, Player, Title};
use engine::title::RawOrders;
use engine::{Revision, Viewer};
use record::exchange::{data, yaml};
use std::fs;
use std::path::{Path, PathBuf};
use tabella::catalogue;
use tabella::report::{Context, FormContext, Found, Reporter};

/// The folder of a title below the root, as `games/TITLE` would be.
pub(crate) const FOLDER: &str = "tests/toy";
/// The files that list all titles, each in lines that `docs/adding-a-title.md` shows.
const LISTS: [&str; 5] = [
    "Cargo.toml",
    "src/catalogue.rs",
    "sheet/Cargo.toml",
    "sheet/src/titles.rs",
    "tests/program/record_examples.rs",
];
/// Every file that a title must have beside its sources.
const FILES: [&str; 14] = [
    "Cargo.toml",
    "README.md",
    "rules.md",
    "rules.yaml",
    "testing.yaml",
    "templates/en/form.yaml",
    "templates/en/heading.md",
    "templates/en/headline.md",
    "templates/en/log.md",
    "templates/en/awaited.md",
    "templates/en/positions.md",
    "templates/en/short.md",
    "templates/en/story.md",
    "src/lib.rs",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn title() -> Title {
    title_by(toy::TITLE.revision())
}

pub(crate) fn title_by(revision: Revision) -> Title {
    let board = fs::read_to_string(root().join(FOLDER).join("data/board.yaml")).unwrap();
    let data = data::build([("board.yaml", board)]).unwrap();
    let loaded = toy::TITLE.load(&data, revision).unwrap();
    Title { slug: toy::TITLE.slug(), loaded }
}

/// A reporter that finds the toy's templates where a title's would be.
fn reporter() -> Reporter {
    let own = |name: &str| {
        let path = name
            .strip_prefix("toy/")
            .map(|rest| root().join(FOLDER).join("templates/en").join(rest));
        Ok(path.and_then(|path| {
            let text = fs::read_to_string(&path).ok()?;
            Some(Found { text: text.into(), origin: path.display().to_string() })
        }))
    };
    Reporter::layered(tabella::report::Language::English, own)
}

#[test]
fn it_holds_to_what_every_title_of_the_catalogue_holds_to() {
    let title = title();
    for (at, setup) in (0..).zip(title.setups()) {
        for player in Player::ALL {
            let mut game = Game::open(title.loaded.as_ref(), title.slug, &setup, at);
            while game.play.outcome().is_none() {
                game.record(player);
            }
        }
    }
}

#[test]
fn its_form_its_report_and_its_rehearsal_are_rendered_like_those_of_any_title() {
    let title = title();
    let setup = title.setups().remove(0);
    let mut game = Game::open(title.loaded.as_ref(), title.slug, &setup, 1);
    for _ in 0..2 {
        game.advance(engine::BotStyle::Random);
    }
    let (play, seat) = (&game.play, setup.seats[0].0.clone());
    let common = |name: &str| name.to_owned();
    let phase = serde_json::to_value(play.phase()).unwrap();
    let form = FormContext {
        name: "trial-1-seat".to_owned(),
        game: common("trial"),
        title: common("toy"),
        seat: seat.to_string(),
        phase: phase.clone(),
        form: play.form(&seat),
        ..FormContext::default()
    };
    let text = reporter().form(&form).unwrap();
    assert!(text.contains("seat: noughts") && text.contains("# orders: {square: "), "{text}");
    let viewer = Viewer::Seat(seat.clone());
    let mut chapters = play.chapters(&viewer);
    let order = &mut chapters[0]["events"][0]["by_order"];
    assert!(order["line"].is_u64(), "{order}");
    order["file"] = "turns/0002/orders/noughts.yaml".into();
    let context = Context {
        game: common("trial"),
        title: common("toy"),
        viewer: seat.to_string(),
        phase,
        chapters,
        facts: play.report_context(&viewer),
        ..Context::default()
    };
    let report = reporter().markdown(&context, &play.picture(&viewer)).unwrap();
    assert!(report.contains("(turns/0002/orders/noughts.yaml:"), "{report}");
    let root = yaml::parse("orders: {square: b2}\n").unwrap();
    let sheet = RawOrders { orders: root.get("orders").cloned(), ..RawOrders::default() };
    let dry = reporter().dry_run("toy", &play.dry_run(&seat, &sheet)).unwrap();
    assert!(dry.contains("You mark b2, unless the other names it too"), "{dry}");
    let answer = play.explain(&seat, None, &yaml::parse("taken: [b2]\n").unwrap()).unwrap();
    let explained = reporter().explanation("toy", &answer).unwrap();
    assert!(explained.starts_with("With b2 taken, you are asked"), "{explained}");
}

#[test]
fn its_die_is_somebodys_luck() {
    let text = fs::read_to_string(root().join(FOLDER).join("luck.yaml")).unwrap();
    let luck: tabella::luck::Spec = serde_yaml::from_str(&text).unwrap();
    assert!(luck.knows("contested") && !luck.knows("marked"));
}

fn texts(below: &str) -> Vec<(PathBuf, String)> {
    let (mut paths, mut found) = (vec![root().join(below)], Vec::new());
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.push((path, text));
        }
    }
    found
}

/// True if code names a title where it must not. Tests, sample pages for tests, comments, and examples in a command's
/// help may name titles.
fn names_a_title(path: &Path, line: &str) -> bool {
    let below = path.strip_prefix(root()).unwrap();
    let tests =
        below.iter().any(|part| part == "samples" || part.to_string_lossy().contains("test"));
    let prose = line.trim_start().starts_with("//") || line.contains("tabella ");
    !tests && !prose && catalogue::titles().iter().any(|title| names(line, title.slug()))
}

/// True if a text names a title, in either spelling.
fn names(text: &str, slug: &str) -> bool {
    text.contains(slug) || text.contains(&slug.replace('-', "_"))
}

#[test]
fn whoever_adds_a_title_finds_every_list_of_titles_on_the_page() {
    let page = fs::read_to_string(root().join("docs/adding-a-title.md")).unwrap();
    let titles: Vec<&str> = catalogue::titles().iter().map(|title| title.slug()).collect();
    for list in LISTS {
        let text = fs::read_to_string(root().join(list)).unwrap();
        assert!(page.contains(&format!("`{list}`")), "the page does not name {list}");
        assert!(titles.iter().all(|slug| names(&text, slug)), "{list} does not list all titles");
    }
    for slug in &titles {
        let sheet = format!("tests/browser/{slug}.mjs");
        assert!(root().join(&sheet).is_file(), "{sheet} is missing");
    }
    let places =
        ["src", "crates", "sheet", "templates", "benches", "build.rs", "Cargo.toml", ".ci"];
    let tests = ["tests/browser/run", "tests/program", "tests/mutator", "tests/fuzz/src"];
    let more = [".github", "tests/titles/properties", "tests/titles/secrecy", "tests/table"];
    for (path, text) in places.into_iter().chain(tests).chain(more).flat_map(texts) {
        let below = path.strip_prefix(root()).unwrap();
        let listed = LISTS.iter().any(|list| below == Path::new(list));
        let all = titles.iter().all(|slug| names(&text, slug));
        assert!(listed || !all, "{} lists all titles, and a new one is missing", below.display());
    }
}

#[test]
fn a_new_title_needs_its_folder_its_line_in_cargo_toml_and_its_line_in_the_catalogue() {
    for file in FILES {
        assert!(root().join(FOLDER).join(file).is_file(), "{file}");
        for title in catalogue::titles() {
            let path = root().join("games").join(title.slug()).join(file);
            // A title that tells its scenes has no need of the short lines.
            let may_lack = file == "templates/en/short.md";
            assert!(path.is_file() || may_lack, "{}", path.display());
        }
    }
    let page = fs::read_to_string(root().join("docs/adding-a-title.md")).unwrap();
    for title in catalogue::titles() {
        for entry in fs::read_dir(root().join("games").join(title.slug())).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // One page goes beyond what a title needs: it tells the events to whoever reads records without the program.
            let listed = name == "events.md" || page.contains(&format!("`{name}"));
            assert!(listed, "{}: docs/adding-a-title.md does not list `{name}`", title.slug());
        }
    }
    let mut named = Vec::new();
    for (path, text) in
        ["src", "crates", "templates", "build.rs", "benches"].into_iter().flat_map(texts)
    {
        let text = text.split("#[cfg(test)]").next().unwrap();
        if path.ends_with("src/catalogue.rs") {
            continue;
        }
        let lines = text.lines().filter(|line| names_a_title(&path, line));
        named.extend(lines.map(|line| format!("{}: {line}", path.display())));
    }
    assert!(named.is_empty(), "a title is named outside its folder and the catalogue: {named:#?}");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let list = fs::read_to_string(root().join("src/catalogue.rs")).unwrap();
    let sheets = fs::read_to_string(root().join("sheet/src/titles.rs")).unwrap();
    for title in catalogue::titles() {
        let slug = title.slug();
        let dependency = format!(
            "{slug} = {{ package = \"tabella-{slug}\", path = \"games/{slug}\", version = \"{}\", optional = true }}",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(manifest.matches(&dependency).count(), 1, "{slug}");
        assert_eq!(
            manifest.matches(&format!("\"{slug}\"")).count(),
            1,
            "{slug}: its word in `default`"
        );
        let entry = format!("\"{slug}\": {},", slug.replace('-', "_"));
        assert_eq!(list.matches(&entry).count(), 1, "{slug}");
        assert_eq!(sheets.matches(&entry).count(), 1, "{slug}: sheet/src/titles.rs");
    }
}
