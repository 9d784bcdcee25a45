//! Where the referee's secrets may lie: outside the game folder, and in an agent.

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
    table.tabella(&["publish", copy.to_str().unwrap()]).ended(0);
    run(tabella().arg("-C").arg(&copy).args(["key", "away"]).arg(&away)).ended(4);
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
