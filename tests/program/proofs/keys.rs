//! Tests of places for the referee's secrets: outside the game folder, and in an agent.

use crate::table::{DEPLOY, SEATS, Table, files_of, key, run, tabella};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn secrets_that_were_put_away_are_taken_from_there_and_missed_by_name() {
    let table = Table::new("brisk", &[]);
    let away = table.beside("stick");
    let secret =
        |name: &&String| ["secrets.yaml", "referee.key", "seal.key"].contains(&name.as_str());
    let held = |path: &Path| files_of(path).keys().filter(secret).count();
    table.tabella(&["key", "away", table.path("inside").to_str().unwrap()]).ended(4);
    table.tabella(&["key", "away", away.to_str().unwrap()]).ended(0);
    assert_eq!((held(&table.path(".tabella")), held(&away)), (0, 3));
    table.tabella(&["key", "away", away.to_str().unwrap()]).ended(1);
    for (seat, body) in SEATS.into_iter().zip(DEPLOY) {
        table.file(seat, body);
    }
    assert_eq!(table.resolve(), 1);
    table.holds();
    // Without the stick the game can be read, and not played on.
    fs::rename(&away, table.beside("elsewhere")).unwrap();
    table.tabella(&["status"]).ended(0);
    let told = table.tabella(&["resolve", "--absent", "rome"]).ended(4).err;
    assert!(told.contains("tabella key away"), "{told}");
    fs::rename(table.beside("elsewhere"), &away).unwrap();
    table.tabella(&["key", "back"]).ended(0);
    assert_eq!((held(&table.path(".tabella")), held(&away)), (3, 0));
    table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    let copy = table.beside("copy");
    table.tabella(&["share", "copy", copy.to_str().unwrap()]).ended(0);
    run(tabella().arg("-C").arg(&copy).args(["key", "away"]).arg(&away)).ended(4);
}

#[test]
fn dice_secrets_are_sealed_to_an_age_key() {
    let table = Table::new("brisk", &[]);
    let (age, other) = (ciphertext::Identity::generate(), ciphertext::Identity::generate());
    let (identity, wrong) = (table.beside("identity"), table.beside("wrong"));
    fs::write(&identity, format!("# created: today\n{}\n", age.reveal())).unwrap();
    fs::write(&wrong, other.reveal()).unwrap();
    let plain = fs::read_to_string(table.path(".tabella/secrets.yaml")).unwrap();
    table.tabella(&["key", "seal", "age1nobody"]).ended(4);
    let said = table.tabella(&["key", "seal", &age.recipient().to_string()]).ended(0);
    assert!(said.out.contains("secrets.yaml.age") && said.out.contains("seal.key.age"), "{said:?}");
    for name in ["secrets.yaml", "seal.key"] {
        assert!(!table.path(".tabella").join(name).exists(), "{name}");
    }
    let with = |named: Option<&Path>, arguments: &[&str]| {
        let mut command = tabella();
        command.arg("-C").arg(table.root()).args(arguments).env_remove("TABELLA_IDENTITY");
        run(command.envs(named.map(|path| ("TABELLA_IDENTITY", path))))
    };
    for (seat, body) in SEATS.into_iter().zip(DEPLOY) {
        let path = table.signed(seat, table.orders(seat, 1, body).as_bytes());
        with(Some(&identity), &["submit", path.to_str().unwrap()]).ended(0);
    }
    // Without the identity, or with another's, the game can be read and not played on.
    with(None, &["status"]).ended(0);
    let told = with(None, &["resolve"]).ended(4).err;
    assert!(told.contains("secrets.yaml.age") && told.contains("TABELLA_IDENTITY"), "{told}");
    let told = with(Some(&wrong), &["resolve"]).ended(4).err;
    assert!(told.contains("it cannot be opened with"), "{told}");
    with(Some(&identity), &["resolve"]).ended(0);
    // They stay sealed on a stick, and `age` alone opens them.
    let away = table.beside("stick");
    with(None, &["key", "away", away.to_str().unwrap()]).ended(0);
    assert!(away.join("secrets.yaml.age").exists() && !away.join("secrets.yaml").exists());
    with(Some(&identity), &["resolve", "--absent", "rome"]).ended(0);
    with(None, &["key", "unseal"]).ended(4);
    with(Some(&identity), &["key", "unseal"]).ended(0);
    assert_eq!(fs::read_to_string(away.join("secrets.yaml")).unwrap(), plain);
    assert!(!away.join("secrets.yaml.age").exists());
    table.holds();
}

/// The program plays Carthage: its key and secret go where the referee's secrets go, sealed and on a stick, and it
/// plays on.
#[test]
fn what_the_program_plays_with_goes_with_the_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let named = |name: &str| path(name).to_str().unwrap().to_owned();
    fs::write(path("rome.pub"), key("rome").public_line()).unwrap();
    let rome = format!("rome={}", named("rome.pub"));
    let new = ["new", &named("alone"), "--game", "combined-arms", "--seat", &rome];
    run(tabella().args(new).args(["--seat", "carthage=easy"])).ended(0);
    let age = ciphertext::Identity::generate();
    fs::write(path("identity"), age.reveal()).unwrap();
    let root = path("alone");
    let at = |arguments: &[&str]| {
        let mut command = tabella();
        command.arg("-C").arg(&root).args(arguments).env("TABELLA_IDENTITY", path("identity"));
        run(&mut command)
    };
    let held = |at: &Path| -> Vec<String> {
        let ours = |name: &String| name.starts_with("players.seed") || name.starts_with("seat-");
        files_of(at).into_keys().filter(ours).collect()
    };
    at(&["key", "seal", &age.recipient().to_string()]).ended(0);
    at(&["key", "away", &named("stick")]).ended(0);
    assert_eq!(held(&root.join(".tabella")), [""; 0]);
    assert_eq!(held(&path("stick")), ["players.seed.age", "seat-carthage.key"]);
    fs::rename(path("stick"), path("elsewhere")).unwrap();
    at(&["status"]).ended(0);
    fs::rename(path("elsewhere"), path("stick")).unwrap();
    at(&["resolve", "--absent", "rome"]).ended(0);
    assert!(root.join("turns/0001/orders/carthage.yaml").exists(), "the program has played");
    at(&["key", "unseal"]).ended(0);
    at(&["key", "back"]).ended(0);
    assert_eq!(held(&root.join(".tabella")), ["players.seed", "seat-carthage.key"]);
    run(tabella().arg("verify").arg(&root)).ended(0);
}

#[test]
fn an_agent_seals_for_a_referee_whose_private_key_is_nowhere_in_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["rome", "carthage", "referee"] {
        fs::write(path(&format!("{name}.pub")), key(name).public_line()).unwrap();
    }
    fs::write(path("private"), key("referee").to_openssh()).unwrap();
    fs::set_permissions(path("private"), std::os::unix::fs::PermissionsExt::from_mode(0o600))
        .unwrap();
    let (socket, zama) = (path("agent"), path("zama"));
    let mut agent = Command::new("ssh-agent")
        .args(["-D", "-a", &socket])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..500 {
        if fs::metadata(&socket).is_ok() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let added = Command::new("ssh-add")
        .env("SSH_AUTH_SOCK", &socket)
        .arg(path("private"))
        .output()
        .unwrap();
    fs::remove_file(path("private")).unwrap();
    let seat = |name: &str| format!("{name}={}", path(&format!("{name}.pub")));
    let made = run(tabella().env("SSH_AUTH_SOCK", &socket).args([
        "new",
        &zama,
        "--game",
        "combined-arms",
        "--referee",
        &path("referee.pub"),
        "--seat",
        &seat("rome"),
        "--seat",
        &seat("carthage"),
    ]));
    let proved = run(tabella().args(["verify", &zama]));
    agent.kill().unwrap();
    agent.wait().unwrap();
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    made.ended(0);
    proved.ended(0);
    assert!(!fs::exists(path("zama/.tabella/referee.key")).unwrap());
}
