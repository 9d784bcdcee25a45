//! A club: ratings compared with a second program in Python, and a tournament from its file to its table.

use crate::table::{key, run, tabella};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tabella::club::{Game, GameResult, Record, Seat, ratings};

const AGE: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A game between these people that ended on day `number`.
fn game(number: u64, people: &[u64], winner: Option<&str>, ranked: bool) -> Game {
    let start: DateTime<Utc> = "2026-01-03T12:00:00Z".parse().unwrap();
    let at = start + TimeDelta::days(i64::try_from(number).unwrap() * 9);
    let sides = ["rome", "carthage"];
    let seat = |(place, person): (usize, &u64)| Seat {
        seat: if people.len() == 2 { sides[place].to_owned() } else { format!("s{place}") },
        side: sides[place % 2].to_owned(),
        name: format!("P{person}"),
        key: format!("SHA256:{person}"),
        program: false,
    };
    let seats: Vec<Seat> = people.iter().enumerate().map(seat).collect();
    let names: Vec<String> = seats.iter().map(|seat| seat.seat.clone()).collect();
    let record = Record {
        number: 0,
        page: "0000".to_owned(),
        headline: String::new(),
        opened: at,
        sealed: at,
        asked: Vec::new(),
        absent: Vec::new(),
    };
    Game {
        id: format!("g{number}"),
        title: "punica".to_owned(),
        title_name: "Punica".to_owned(),
        scenario: "war".to_owned(),
        opening: "war".to_owned(),
        former: Vec::new(),
        vacant: Vec::new(),
        missing: Vec::new(),
        delay: None,
        told_by: String::new(),
        replaced: Vec::new(),
        records: vec![record],
        asked: Vec::new(),
        deadline: None,
        outcome: Some(GameResult { winner: winner.map(str::to_owned), reason: "end".to_owned() }),
        placing: if ranked {
            names.chunks(2).map(<[String]>::to_vec).collect()
        } else {
            Vec::new()
        },
        seats,
        start: String::new(),
        head: String::new(),
    }
}

/// Two hundred games of thirty people over five years, with draws, months without a game, and tables of several.
#[test]
fn ratings_are_those_of_a_second_reading_in_python() {
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut games = Vec::new();
    for number in 0..200 {
        let count = [2, 2, 2, 5][usize::try_from(draw(4)).unwrap()];
        let mut people: Vec<u64> = Vec::new();
        while people.len() < count {
            let person = draw(30);
            if !people.contains(&person) {
                people.push(person);
            }
        }
        let winner = [Some("rome"), Some("rome"), Some("carthage"), None];
        let winner = winner[usize::try_from(draw(4)).unwrap()];
        games.push(game(number + draw(3) * 20, &people, winner, count > 2 && draw(2) == 0));
    }
    let lists = ratings(&games);
    let ours = &lists[0].lines;
    let theirs = reference(&games);
    assert_eq!((ours.len(), theirs.as_object().unwrap().len()), (30, 30));
    for line in ours {
        let told = [line.exact.points, line.exact.deviation, line.exact.volatility];
        for (at, value) in told.into_iter().enumerate() {
            let other = theirs[&line.key][at].as_i64().unwrap();
            // A rounded value may fall to the other side if a machine's logarithm ends in another digit.
            assert!((value - other).abs() <= 1, "{}: {told:?}, {}", line.key, theirs[&line.key]);
        }
    }
    let spread = ours[0].points - ours[29].points;
    assert!(spread > 300, "two hundred games part the strong from the weak: {spread}");
}

fn reference(games: &[Game]) -> Value {
    let mut child = Command::new("python3")
        .arg(root().join("tests/ratings.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    child.stdin.take().unwrap().write_all(&serde_json::to_vec(games).unwrap()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    serde_json::from_slice(&done.stdout).unwrap()
}

/// The folders of recorded games, unpacked if need be.
fn recorded() -> Vec<PathBuf> {
    let games = root().join("games");
    vec![games.join("punica/example"), games.join("duelling-republics/example")]
}

#[test]
fn recorded_games_are_rated_by_winner_or_by_place() {
    let out = run(tabella().args(["club", "ratings"]).args(recorded()).args(["--json"])).ended(0);
    let lists: Value = serde_json::from_str(&out.out).unwrap();
    let names: Vec<&str> =
        lists.as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["All titles", "Duelling Republics", "Punica: Rome vs Carthage"]);
    let places: Vec<(u64, u64, u64)> = lists[1]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let of = |key: &str| line[key].as_u64().unwrap();
            (of("place"), of("won"), of("lost"))
        })
        .collect();
    assert_eq!(places, [(1, 1, 0), (1, 1, 0), (1, 1, 0), (4, 0, 3)], "{}", out.out);
    // Nobody of these two has played Combined Arms: over all titles one is the stronger, and takes the weaker side.
    let names: Vec<&str> = lists[0]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    let (best, stranger) = (names[0], "A newcomer");
    let between = ["--between", best, stranger, "--title", "combined-arms"];
    let told = run(tabella().args(["club", "ratings"]).args(recorded()).args(between)).ended(0).out;
    assert!(
        told.contains(&format!("{best}: ")) && told.contains("A newcomer: 1500 ± 350"),
        "{told}"
    );
    let proposed =
        run(tabella().args(["club", "ratings"]).args(recorded()).args(between).arg("--json"));
    let proposed: Value = serde_json::from_str(&proposed.ended(0).out).unwrap();
    let battle = |side: &str| {
        let all = proposed.as_array().unwrap().iter();
        let mut of = all.filter(|one| one["scenario"] == "battle" && one["tempo"] == "brisk");
        of.find(|one| one["side"] == side).unwrap()["expected"].as_i64().unwrap()
    };
    // Measured: Carthage won 7 of 12, Rome 5.
    assert!(battle("carthage") > battle("rome") && battle("rome") > 429, "{proposed}");
    let people = run(tabella().args(["club", "people"]).args(recorded())).ended(0);
    assert!(
        people.out.contains("1 won, 0 lost, 0 drawn, 0 running, 0 left early"),
        "{}",
        people.out
    );
}

/// A tournament of three: its rounds are drawn into the file, its games created, one is ruled, and the file is checked
/// against them.
#[test]
fn a_tournament_from_its_file_to_its_table() {
    let place = tempfile::tempdir().unwrap();
    let (file, games) = (place.path().join("autumn.yaml"), place.path().join("games"));
    let head = "tournament: autumn\nname: The Autumn Cup\nsystem: round-robin\ntitle: combined-arms\n\
        seats: [rome, carthage]\nseed: calends\nheads: required\npublic: at-end\nplayers:\n";
    let player = |name| format!("- {{player: {name}, key: {}, age: {AGE}}}\n", key(name).public());
    let text = head.to_owned() + &["livia", "hanno", "marius"].map(player).concat();
    fs::write(&file, &text).unwrap();
    let act = |words: &[&str]| {
        let mut command = tabella();
        command.args(["club", "tournament"]).arg(words[0]).arg(&file);
        run(command.args(&words[1..]))
    };
    let into = games.to_str().unwrap();
    assert_eq!(act(&["pair"]).ended(0).out, act(&["pair", "--write"]).ended(0).out);
    act(&["pair", "--write"]).ended(0);
    act(&["pair", "--write"]).ended(0);
    assert!(act(&["pair", "--write"]).ended(3).err.contains("all rounds are drawn"));
    assert!(act(&["open", "--into", into]).ended(0).err.contains("3 games created"));
    assert!(act(&["open", "--into", into]).ended(0).err.contains("0 games created"));
    let told = act(&["check", into]).ended(0).out;
    assert!(
        told.contains("3 of 3 rounds agree")
            && told.contains("3 games in the file, 0 do not exist yet"),
        "{told}"
    );
    let charter = fs::read_to_string(games.join("autumn-1-1/game.yaml")).unwrap();
    for line in ["game: autumn-1-1", "- seat: rome", "heads: required", "public: at-end", AGE] {
        assert!(charter.contains(line), "{line}: {charter}");
    }

    // A ruling counts as a result; a seed that was changed afterwards is found.
    let text = fs::read_to_string(&file).unwrap();
    let winner = ["livia", "hanno", "marius"]
        .into_iter()
        .find(|name| charter.contains(&format!("name: {name}")))
        .unwrap();
    let line = "- game: autumn-1-1\n";
    let ruled = text.replacen(line, &format!("{line}    ruling: {winner}\n"), 1);
    assert_ne!(text, ruled, "{text}");
    fs::write(&file, &ruled).unwrap();
    let table = act(&["table", into]).ended(0).out;
    let first = table.lines().nth(1).unwrap();
    assert!(first.contains(winner) && first.contains("+1 =0 -0"), "{table}");
    act(&["check", into]).ended(0);
    let other = ["ides", "nones", "kalends", "march"].into_iter().any(|seed| {
        fs::write(&file, ruled.replace("seed: calends", &format!("seed: {seed}"))).unwrap();
        act(&["check", into]).code == Some(1)
    });
    assert!(other, "another seed gives another draw");
}

/// An invitation, three joins by file and by paste, the lot, the game, and what is found when one of them is tampered with.
#[test]
fn a_game_comes_together_by_invitation() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    keys_in(place.path(), &["referee", "livia", "hanno", "marius"]);
    let act = |words: &[&str]| run(tabella().current_dir(place.path()).args(words));
    let terms =
        "--id capua --game combined-arms --option veterans=2 --key referee --mail r@example.org";
    let terms: Vec<&str> = terms.split(' ').collect();
    act(&[&["club", "invite", "new", "capua"], &terms[..]].concat()).ended(0);
    a_site_shows_it(place.path(), true);
    let join = |name: &str, more: &[&str]| {
        let out = format!("{name}.yaml");
        let shown = "public/open/capua/invitation.yaml";
        let first = ["club", "join", shown, "--key", name, "--name", name, "--out", &out];
        act(&[&first[..], more].concat())
    };
    assert!(join("livia", &["--age", "age1 of iron"]).ended(1).err.contains("age: not an age"));
    for name in ["livia", "marius"] {
        join(name, &["--mail", &format!("{name}@example.org"), "--age", AGE]).ended(0);
    }
    act(&["club", "invite", "take", "capua", "livia.yaml"]).ended(0);
    let twice = act(&["club", "invite", "take", "capua", "livia.yaml"]).ended(0);
    assert!(twice.err.contains("livia has already joined; nothing"), "{}", twice.err);
    fs::copy(at("livia.yaml"), at("first.yaml")).unwrap();
    fs::copy(at("livia.yaml.sig"), at("first.yaml.sig")).unwrap();
    join("livia", &["--wish", "rome"]).ended(0);
    let other = act(&["club", "invite", "take", "capua", "livia.yaml"]).ended(1);
    assert!(other.err.contains("with a different text"), "{}", other.err);
    let lone = act(&["new", "g", "--from-invitation", "capua", "--referee", "referee"]).ended(1);
    assert!(lone.err.contains("1 have joined, but nobody wishes for"), "{}", lone.err);
    assert!(join("hanno", &["--wish", "gaul"]).ended(1).err.contains("gaul is not open"));
    // As a letter: one text that carries its signature, with the line ends of mail.
    let pasted = join("hanno", &["--salt", "the third hen laid two eggs"]).ended(0).out;
    fs::write(at("letter.txt"), pasted.replace('\n', "\r\n") + "\r\nSent from my tablet\r\n")
        .unwrap();
    act(&["club", "invite", "take", "capua", "letter.txt"]).ended(0);
    let letter = "From: Hanno <hanno@example.org>\nSubject: My join\nContent-Type: text/plain; charset=utf-8\n\n";
    fs::write(at("letter.eml"), format!("{letter}Here it is.\n\n{pasted}\n")).unwrap();
    let again = act(&["club", "invite", "take", "capua", "letter.eml"]).ended(0);
    assert!(again.err.contains("hanno has already joined"), "{}", again.err);
    fs::write(at("letter.eml"), format!("{letter}{}", pasted.replace("hanno", "Hanno"))).unwrap();
    let changed = act(&["club", "invite", "take", "capua", "letter.eml"]).ended(1);
    assert!(changed.err.contains("was changed by a mail program"), "{}", changed.err);
    act(&["club", "invite", "take", "capua", "marius.yaml"]).ended(0);
    assert!(act(&["club", "invite", "check", "capua"]).ended(0).out.contains("3 have joined"));

    let wrong = act(&["new", "g", "--from-invitation", "capua", "--referee", "livia"]).ended(2);
    assert!(wrong.err.contains("not the key that signed the invitation"), "{}", wrong.err);
    let made = act(&["new", "g", "--from-invitation", "capua", "--referee", "referee"]).ended(0);
    assert!(made.out.contains("stands by: "), "{}", made.out);
    let charter = fs::read_to_string(at("g/game.yaml")).unwrap();
    assert!(charter.contains("game: capua") && charter.contains("veterans: '2'"), "{charter}");
    act(&["club", "invite", "check", "capua", "--game", "g"]).ended(0);
    act(&["verify", "g"]).ended(0);
    a_site_shows_it(place.path(), false);
    assert!(charter.contains("heads: required"), "first orders sign the charter: {charter}");
    who_stands_by_takes_a_seat_over(place.path(), &made.out, &charter);
    altered_terms_are_found(place.path(), &charter);
}

fn keys_in(place: &Path, names: &[&str]) {
    for name in names {
        fs::write(place.join(name), key(name).to_openssh()).unwrap();
        fs::write(place.join(format!("{name}.pub")), key(name).public_line()).unwrap();
    }
}

/// Checks that, while anybody may join, a site shows the invitation with all that a join needs, before there is any
/// game.
fn a_site_shows_it(place: &Path, open: bool) {
    let act = |words: &[&str]| run(tabella().current_dir(place).args(words));
    fs::create_dir_all(place.join("games")).unwrap();
    act(&["club", "site", "games", "--out", "other"]).ended(4);
    act(&["club", "site", "games", "--invitations", ".", "--out", "public"]).ended(0);
    let front = fs::read_to_string(place.join("public/index.html")).unwrap();
    assert_eq!(front.contains("open/capua/index.html"), open, "{front}");
    assert!(!place.join("public/open/capua/lot.secret").exists());
}

/// Checks that the first person whom the lot left without a seat is asked first, unless passed over.
fn who_stands_by_takes_a_seat_over(place: &Path, drawn: &str, charter: &str) {
    let act = |words: &[&str]| run(tabella().current_dir(place).args(words));
    let next = drawn.lines().find_map(|line| line.strip_prefix("stands by: ")).unwrap();
    let (next, _) = next.split_once(' ').unwrap();
    let seat = charter.lines().find_map(|line| line.strip_prefix("- seat: ")).unwrap();
    let base = [
        "club",
        "invite",
        "substitute",
        "capua",
        "--game",
        "g",
        seat,
        "--reason",
        "nobody answers",
    ];
    let proposed = act(&base).ended(0);
    assert!(
        proposed.err.contains(&format!("{next} is first on the stand-by list")),
        "{}",
        proposed.err
    );
    let change = fs::read_to_string(place.join(proposed.out.trim())).unwrap();
    assert!(change.contains(&format!("name: {next}")) && change.contains("player"), "{change}");
    let none = act(&[&base[..], &["--pass", next]].concat()).ended(1).err;
    assert!(none.contains("nobody is left on the stand-by list"), "{none}");
    let unknown = act(&[&base[..], &["--pass", "Scipio"]].concat()).ended(2).err;
    assert!(unknown.contains("nobody of that name is on the stand-by list"), "{unknown}");
    fs::remove_dir_all(place.join("g/notices")).unwrap();
}

/// Checks that contradictions between a charter and its joins, and missing joins, are found.
fn altered_terms_are_found(place: &Path, charter: &str) {
    let at = |name: &str| place.join(name);
    let act = |words: &[&str]| run(tabella().current_dir(place).args(words));
    // Two of the three named an age key, so one who is seated did; another key than theirs is found.
    let line = format!("  age: {AGE}\n");
    fs::write(at("g/game.yaml"), charter.replacen(&line, "", 1)).unwrap();
    let found = act(&["club", "invite", "check", "capua", "--game", "g"]).ended(1).out;
    assert!(found.contains("not the age key given in their join"), "{found}");
    fs::write(at("g/game.yaml"), charter).unwrap();

    let other = fs::read_to_string(at("g/game.yaml")).unwrap().replacen("name: ", "name: not ", 1);
    fs::write(at("g/game.yaml"), other).unwrap();
    let found = act(&["club", "invite", "check", "capua", "--game", "g"]).ended(1).out;
    assert!(found.contains("not the name given in their join"), "{found}");
    fs::remove_file(at("capua/joins/003.yaml")).unwrap();
    assert!(
        act(&["club", "invite", "check", "capua"]).ended(1).err.contains("joins other than these")
    );
}

/// Sets the times of everything in a game's folder back by an hour.
#[cfg(feature = "mail")]
fn rest(folder: &Path) {
    let before = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rest(&path);
        }
    }
    let times = fs::FileTimes::new().set_modified(before);
    fs::File::open(folder).unwrap().set_times(times).unwrap();
}

/// A round opens a game only if something has changed in it or falls due; the index may vanish at any time, and shards
/// divide the games.
#[cfg(feature = "mail")]
#[test]
fn a_round_leaves_alone_what_it_need_not_open() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for name in ["rome", "carthage"] {
        fs::write(at(&format!("{name}.pub")), key(name).public_line()).unwrap();
        fs::write(at(name), key(name).to_openssh()).unwrap();
    }
    fs::create_dir(at("games")).unwrap();
    let act = |words: &[&str]| {
        let mut command = tabella();
        command.current_dir(place.path()).env("TABELLA_NOW", "2031-05-01T12:00:00Z");
        run(command.args(words))
    };
    let names = ["games/a", "games/b", "games/c", "games/d"];
    for name in names {
        let seats = ["--seat", "rome=rome.pub", "--seat", "carthage=carthage.pub"];
        let first = ["new", name, "--game", "combined-arms", "--days", "3"];
        act(&[&first[..], &seats].concat()).ended(0);
    }
    fs::write(at("run.yaml"), "games: [games]\nletters: letters\n").unwrap();
    let round =
        |more: &[&str]| act(&[&["referee", "run", "--settings", "run.yaml"], more].concat());
    round(&[]).ended(0);
    rest(&at("games"));
    round(&[]).ended(0);
    assert!(fs::read_to_string(at("letters/index.json")).unwrap().contains("games/a"));

    // Nothing shows from outside, and so the game is not even opened.
    let charter = fs::read(at("games/a/game.yaml")).unwrap();
    fs::write(at("games/a/game.yaml"), "no charter\n").unwrap();
    round(&[]).ended(0);
    assert!(round(&["--all"]).ended(4).out.contains("games/a"));
    fs::write(at("games/a/game.yaml"), &charter).unwrap();
    round(&["--all"]).ended(0);

    // Orders that are filed show.
    for seat in ["rome", "carthage"] {
        let file = format!("{seat}.yaml");
        act(&["-C", "games/b", "form", "--seat", seat, "--salt", "--out", &file]).ended(0);
        act(&["sign", &file, "--key", seat]).ended(0);
        act(&["-C", "games/b", "submit", &file]).ended(0);
    }
    assert!(round(&[]).ended(0).out.contains("record 1 is sealed"));
    fs::remove_file(at("letters/index.json")).unwrap();
    round(&[]).ended(0);

    let shown = |shard: &str| round(&["--dry-run", "--shard", shard]).ended(0).out;
    let parts = [shown("1/3"), shown("2/3"), shown("3/3")];
    for name in names {
        assert_eq!(parts.iter().filter(|part| part.contains(name)).count(), 1, "{parts:?}");
    }
    assert!(round(&["--shard", "4/3"]).ended(2).err.contains("write I/N"));
    round(&["--shard", "2/3"]).ended(0);
}

#[cfg(feature = "mail")]
#[test]
fn a_file_that_holds_keeps_nobody_waiting_after_the_deadline() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for name in ["rome", "carthage"] {
        fs::write(at(&format!("{name}.pub")), key(name).public_line()).unwrap();
        fs::write(at(name), key(name).to_openssh()).unwrap();
    }
    fs::write(at("run.yaml"), "games: [g]\nletters: letters\n").unwrap();
    let act = |day: &str, words: &str| {
        let mut command = tabella();
        command.current_dir(place.path()).env("TABELLA_NOW", format!("2031-05-{day}:00:00Z"));
        run(command.args(words.split(' '))).ended(0).out
    };
    act("01T12", "new g --game punica --days 2 --seat rome=rome.pub --seat carthage=carthage.pub");
    act("01T12", "-C g form --seat carthage --salt --out carthage.yaml");
    let form = fs::read_to_string(at("carthage.yaml")).unwrap();
    fs::write(at("carthage.yaml"), form.replace("#hold: true", "hold: true")).unwrap();
    act("01T12", "sign carthage.yaml --key carthage");
    act("01T12", "-C g submit carthage.yaml");
    assert_eq!(act("03T19", "referee run --settings run.yaml"), "");
    let told = act("03T20", "referee run --settings run.yaml");
    assert!(told.contains("record 1 is sealed"), "{told}");
    act("03T20", "verify g");
}
