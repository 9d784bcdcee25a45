//! Seats that the program plays: a game of practice, and the proof that nobody else played for it.

use crate::common::Match;
use crate::table::{alone, at_home, key, run, tabella};
use record::{Digest, Namespace, PrivateKey};
use std::fs;
use std::path::{Path, PathBuf};

fn at(folder: &Path, arguments: &[&str]) -> crate::table::Run {
    run(tabella().arg("-C").arg(folder).args(arguments))
}

/// Writes a seat's next form with these orders in it; returns its path.
fn written(folder: &Path, seat: &str, orders: &str) -> PathBuf {
    let path = folder.join(format!("{seat}-test.yaml"));
    let _ = fs::remove_file(&path);
    at(folder, &["form", "--seat", seat, "--salt", "--out", path.to_str().unwrap()]).ended(0);
    let text = fs::read_to_string(&path).unwrap();
    let at = text.find("\nsalt:").expect("a form has a salt") + 1;
    let end = at + text[at..].find('\n').unwrap() + 1;
    fs::write(&path, format!("{}{orders}\n", &text[..end])).unwrap();
    path
}

#[test]
fn a_game_of_practice_is_answered_at_once_and_proves_that_the_program_played_it() {
    practised("fair");
}

#[test]
fn what_the_strong_player_found_is_worked_out_again() {
    practised("strong");
}

#[test]
fn a_strong_player_of_metaurus_answers_a_person_and_is_worked_out_again() {
    answered("metaurus");
}

#[test]
fn a_strong_player_of_de_bello_punico_answers_a_person_and_is_worked_out_again() {
    answered("de-bello-punico");
}

/// A person plays against the strong player, leaves four forms as they are, and then resigns.
fn answered(title: &str) {
    let place = tempfile::tempdir().unwrap();
    let how = ["--seat", "rome", "--strength", "strong", "--tempo", "brisk"];
    let root = alone(place.path(), title, &how);
    let form = root.join("rome.yaml");
    for _ in 0..4 {
        at(&root, &["submit", form.to_str().unwrap()]).ended(0);
    }
    let gone = written(&root, "rome", "orders: {resign: true}");
    let over = at(&root, &["submit", gone.to_str().unwrap()]).ended(0);
    assert!(over.out.contains("the game is over"), "{}", over.out);
    let proof = run(tabella().arg("verify").arg(&root)).ended(0);
    assert!(proof.out.ends_with("proven\n"), "{}", proof.out);
    assert!(proof.out.contains("were recomputed"), "{}", proof.out);
}

#[test]
fn three_strong_players_of_duelling_republics_answer_a_person_and_are_worked_out_again() {
    let place = tempfile::tempdir().unwrap();
    let strong = ["--seat", "r1", "--strength", "strong", "--tempo", "brisk"];
    let how = [&strong[..], &["--option", "years=1"]].concat();
    let root = alone(place.path(), "duelling-republics", &how);
    // The person leaves every form as it is.
    let form = root.join("r1.yaml");
    let over = (0..20)
        .map(|_| at(&root, &["submit", form.to_str().unwrap()]).ended(0))
        .find(|filed| filed.out.contains("the game is over"));
    assert!(over.is_some(), "a year has fewer phases");
    let proof = run(tabella().arg("verify").arg(&root)).ended(0);
    assert!(proof.out.ends_with("proven\n"), "{}", proof.out);
    assert!(proof.out.contains("were recomputed"), "{}", proof.out);
}

fn practised(strength: &str) {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("tabella/games/punica-1");
    let began = run(at_home(place.path()).args([
        "play",
        "punica",
        "--no-browser",
        "--seat",
        "rome",
        "--strength",
        strength,
        "--tempo",
        "brisk",
    ]))
    .ended(0);
    let who = format!("you are Rome, against the program ({strength})");
    assert!(began.err.contains(&who), "{}", began.err);
    let form = fs::read_to_string(root.join("rome.yaml")).unwrap();
    assert!(form.contains("\nphase: 2\n"), "the program has acted first: {form}");

    let pass = written(&root, "rome", "orders: {action: pass, discard: r0}");
    let filed = at(&root, &["submit", pass.to_str().unwrap()]).ended(0);
    assert!(filed.out.contains("filed: rome, phase 2"), "{}", filed.out);
    let form = fs::read_to_string(root.join("rome.yaml")).unwrap();
    assert!(!form.contains("\nphase: 2\n"), "the next question is there: {form}");

    let running = run(tabella().arg("verify").arg(&root)).ended(0);
    let told = |line: &str| !line.starts_with("views") && line.contains("recomputed");
    assert!(!running.out.lines().any(told), "{}", running.out);
    let gone = written(&root, "rome", "orders: {resign: true}");
    let over = at(&root, &["submit", gone.to_str().unwrap()]).ended(0);
    assert!(over.out.contains("the game is over: won by carthage"), "{}", over.out);
    let proof = run(tabella().arg("verify").arg(&root)).ended(0);
    assert!(proof.out.ends_with("proven\n"), "{}", proof.out);
    assert!(proof.out.contains("\nresult     won by carthage ("), "{}", proof.out);
    assert!(proof.out.contains("were recomputed"), "{}", proof.out);
}

#[test]
fn orders_that_somebody_else_gave_for_the_program_are_found_when_its_secret_is_out() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("framed");
    let public = place.path().join("rome.pub");
    fs::write(&public, format!("{}\n", key("rome").public())).unwrap();
    let rome = format!("rome={}", public.display());
    let new = ["new", root.to_str().unwrap(), "--game", "punica", "--seat", &rome];
    run(tabella().args(new).args(["--seat", "carthage=fair"])).ended(0);

    let forged = written(&root, "carthage", "orders: {action: pass, discard: c1}");
    let own = fs::read_to_string(root.join(".tabella/seat-carthage.key")).unwrap();
    signed(&forged, &PrivateKey::parse(&own).unwrap());
    at(&root, &["submit", forged.to_str().unwrap()]).ended(0);
    at(&root, &["resolve"]).ended(0);
    let gone = written(&root, "rome", "orders: {resign: true}");
    signed(&gone, &key("rome"));
    at(&root, &["submit", gone.to_str().unwrap()]).ended(0);
    at(&root, &["resolve"]).ended(0);

    let verdict = run(tabella().arg("verify").arg(&root)).ended(1);
    assert!(verdict.out.contains("turns/0001/orders/carthage.yaml"), "{}", verdict.out);
    assert!(verdict.out.contains("V-player"), "{}", verdict.out);
}

#[test]
fn the_same_seat_has_a_player_or_the_program() {
    let place = tempfile::tempdir().unwrap();
    let public = place.path().join("rome.pub");
    fs::write(&public, format!("{}\n", key("rome").public())).unwrap();
    let rome = format!("rome={}", public.display());
    let root = place.path().join("both");
    let new = ["new", root.to_str().unwrap(), "--game", "punica", "--seat", &rome];
    let twice = run(tabella().args(new).args(["--seat", "rome=fair"])).ended(2);
    assert!(twice.err.contains("--seat rome: given twice"), "{}", twice.err);
    let strong = run(tabella().args(new).args(["--seat", "carthage=divine"])).ended(4);
    assert!(strong.err.contains("or easy, fair, strong for the program"), "{}", strong.err);
}

#[test]
fn a_withheld_or_foreign_secret_of_the_program_is_a_finding() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let charter = fs::read_to_string(root.join("game.yaml")).unwrap();
    let seed = fs::read_to_string(root.join(".tabella/players.seed")).unwrap();
    let raw: Vec<u8> =
        (0..32).map(|at| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).unwrap()).collect();
    assert!(charter.contains(&Digest::of(&raw).to_string()), "{charter}");
    fs::write(root.join(".tabella/players.seed"), format!("{}\n", "00".repeat(32))).unwrap();
    let gone = written(&root, "rome", "orders: {resign: true}");
    let refused = at(&root, &["submit", gone.to_str().unwrap()]).ended(4);
    assert!(refused.err.contains("players.seed"), "{}", refused.err);
}

#[test]
fn a_seat_that_somebody_left_is_given_to_the_program_by_those_whom_the_charter_names() {
    let mut game = Match::of("punica", |_| {});
    game.round();
    let root = game.root().to_owned();
    let place = game.temporary.path().to_owned();
    for seat in ["rome", "carthage"] {
        fs::write(place.join(seat), game.keys[seat].to_openssh()).unwrap();
    }
    fs::copy(root.join(".tabella/referee.key"), place.join("referee")).unwrap();
    let sign = |file: &str, who: &[&str]| {
        for name in who {
            let private = place.join(name);
            let private = private.to_str().unwrap();
            at(&root, &["change", "sign", file, "--as", name, "--key", private]).ended(0);
        }
    };
    let ill = ["change", "program", "rome", "--strength", "easy", "--reason", "Scipio is ill"];

    let early = at(&root, &ill).ended(0).out.trim().to_owned();
    sign(&early, &["referee", "rome", "carthage"]);
    let waits = at(&root, &["change", "list"]).ended(0).out;
    assert!(waits.contains("the charter does not say who must agree"), "{waits}");

    let terms = place.join("terms.yaml");
    fs::write(&terms, "consent: {program: [referee+most]}\n").unwrap();
    let terms = ["change", "charter", terms.to_str().unwrap(), "--reason", "in case one is ill"];
    let agreed = at(&root, &terms).ended(0).out.trim().to_owned();
    sign(&agreed, &["referee", "rome", "carthage"]);
    at(&root, &["change", "apply", &agreed]).ended(0);
    let given = at(&root, &ill).ended(0).out.trim().to_owned();
    sign(&given, &["referee"]);
    let waits = at(&root, &["change", "list"]).ended(0).out;
    assert!(waits.contains("so far: referee"), "{waits}");
    sign(&given, &["carthage"]);
    let waits = at(&root, &["change", "list"]).ended(0).out;
    assert!(waits.contains("counts: the program plays rome (easy)"), "{waits}");

    for _ in 0..3 {
        for seat in game.awaited() {
            if seat == "carthage" {
                game.propose("carthage", 1, true);
            }
        }
        at(&root, &["resolve"]).ended(0);
    }
    let gone = written(&root, "carthage", "orders: {resign: true}");
    signed(&gone, &game.keys["carthage"]);
    at(&root, &["submit", gone.to_str().unwrap()]);
    let mut over = false;
    for _ in 0..3 {
        over = over || at(&root, &["resolve"]).out.contains("the game is over");
    }
    let proof = run(tabella().arg("verify").arg(&root)).ended(0);
    assert!(proof.out.contains("the program plays rome (easy)"), "{}", proof.out);
    assert!(over && proof.out.ends_with("proven\n"), "{}", proof.out);
    assert!(proof.out.contains("were recomputed"), "{}", proof.out);
    let second = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/verify.py");
    let second = run(assert_cmd::Command::new("python3").arg(second).arg(&root)).ended(0);
    assert!(second.out.contains("adds up"), "{}", second.out);
}

fn signed(path: &Path, key: &PrivateKey) {
    let armored = key.sign(Namespace::Orders, &fs::read(path).unwrap());
    fs::write(path.with_extension("yaml.sig"), armored).unwrap();
}

#[test]
fn one_word_begins_a_game_and_takes_it_up_again_where_it_stood() {
    let place = tempfile::tempdir().unwrap();
    let play = |more: &[&str]| {
        run(at_home(place.path()).args(["play", "punica", "--no-browser"]).args(more)).ended(0)
    };
    let began = play(&["--seat", "rome"]);
    assert!(began.err.contains("punica-1"), "{}", began.err);
    let root = place.path().join("tabella/games/punica-1");
    let charter = fs::read_to_string(root.join("game.yaml")).unwrap();
    assert!(charter.contains("tempo: full"), "nothing is decided unasked: {charter}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(root.parent().unwrap()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
    // The draft stays where it is.
    let form = root.join("rome.yaml");
    let text = fs::read_to_string(&form).unwrap() + "orders: {action: pass, discard: r0}\n";
    fs::write(&form, &text).unwrap();
    play(&[]);
    assert_eq!(fs::read_to_string(&form).unwrap(), text);
    assert!(!place.path().join("tabella/games/punica-2").exists());
    // The game is known by its name, and neither file nor seat need be named.
    assert!(began.err.contains("Your turn: an action"), "{}", began.err);
    let own = run(at_home(place.path()).args(["-C", "punica-1", "form"])).ended(0).out;
    let salted = |line: &str| line.strip_prefix("salt: ").is_some_and(|salt| salt.len() == 24);
    assert!(own.contains("\nseat: rome\n") && own.lines().any(salted), "{own}");
    let checked = run(at_home(place.path()).args(["-C", "punica-1", "check"])).ended(0);
    assert!(checked.err.contains("no mistakes found"), "{}", checked.err);
    run(at_home(place.path()).args(["-C", "punica-1", "submit"])).ended(0);
    run(at_home(place.path()).args(["verify", "punica-1"])).ended(0);
    let second = play(&["--new"]);
    assert!(second.err.contains("punica-2"), "{}", second.err);
    let third = play(&["--strength", "easy"]);
    assert!(third.err.contains("punica-3"), "{}", third.err);
    let none = run(at_home(place.path()).args(["play", "punika"])).ended(2);
    assert!(none.err.contains("Did you mean `punica`?"), "{}", none.err);
}

#[test]
fn what_happened_fits_on_a_screen_and_the_cryptography_is_left_to_whoever_asks() {
    let place = tempfile::tempdir().unwrap();
    for title in tabella::catalogue::titles() {
        let slug = title.slug();
        let began = run(at_home(place.path()).args(["play", slug, "--no-browser"])).ended(0);
        let told = format!("{}{}", began.out, began.err);
        assert!(told.lines().count() <= 60, "{slug}: {} lines\n{told}", told.lines().count());
        assert!(told.contains("submit"), "{slug}: what to do next is missing\n{told}");
        assert!(!told.contains("SHA-256"), "{slug}\n{told}");
    }
    let form = place.path().join("tabella/games/punica-1/rome.yaml");
    let form = if form.exists() { form } else { form.with_file_name("carthage.yaml") };
    let text = fs::read_to_string(&form).unwrap();
    fs::write(&form, text + "orders: {action: pass, discard: lowest}\n").unwrap();
    let filed = run(at_home(place.path()).args(["-C", "punica-1", "submit"])).ended(0);
    let told = format!("{}{}", filed.out, filed.err);
    assert!(told.lines().count() <= 60, "{} lines\n{told}", told.lines().count());
    assert!(!told.contains("SHA-256") && !told.contains("receipt"), "{told}");
}

#[test]
fn the_program_alone_says_what_to_do_now() {
    let place = tempfile::tempdir().unwrap();
    let now = || {
        let said = run(&mut at_home(place.path())).ended(2).out;
        assert!(said.lines().count() <= 12, "{said}");
        said
    };
    let said = now();
    assert!(said.contains("play punica") && said.contains("--help"), "{said}");
    let quiet = run(at_home(place.path()).arg("-q")).ended(2);
    assert_eq!(quiet.out, "");
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let said = now();
    assert!(said.contains("your turn, an action") && said.contains("play punica-1"), "{said}");
    let here = run(at_home(place.path()).current_dir(&root)).ended(2).out;
    assert!(here.contains("your turn, an action"), "{here}");

    let table = crate::table::Table::deployed();
    let said = run(tabella().current_dir(table.root())).ended(2).out;
    assert!(said.contains("awaited: rome") && said.contains("form --seat rome"), "{said}");
    let copy = table.beside("of-rome");
    table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
    let said = run(tabella().current_dir(copy)).ended(2).out;
    assert!(said.contains("Your turn, as rome"), "{said}");
}
