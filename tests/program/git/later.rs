//! Games that others than the players see later: what is not shown yet travels in parcels alone, and the gate goes on.

use super::Public;
use super::games::play;
use record::disclosure::Disclosure;
use std::fs;
use std::path::Path;
use std::process::Command;

fn shown_later(title: &str, word: &str, options: &[(&str, &str)]) -> Public {
    let public: Disclosure = word.parse().unwrap();
    Public::planned(title, |plan| {
        plan.public = Some(public);
        plan.options =
            options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    })
}

fn records(public: &Public, clone: &str) -> usize {
    fs::read_dir(public.at(clone).join("turns")).unwrap().count()
}

#[test]
fn a_hidden_game_shown_at_its_end_is_played_by_parcels() {
    let mut public = shown_later("punica", "at-end", &[("clock", "3")]);
    public.clone_for("stranger");
    play(&mut public, 2);
    let one = public.seats[0].clone();
    // The players have the records as a copy of their seat has them, under the referee's seal; everybody else the opening.
    assert_eq!(records(&public, &one), 3);
    let said = public.tabella(&one, &["verify"]).done();
    assert!(said.contains("consistent to record 2") && !said.contains("proven"), "{said}");
    let said = public.tabella(&one, &["status"]).done();
    assert!(said.contains("record 2"), "{said}");
    let own = format!("turns/0002/report-{one}.md");
    assert!(public.at(&one).join(own).exists());
    public.git("stranger", &["pull", "-q", "--ff-only"]).done();
    assert_eq!(records(&public, "stranger"), 1);
    let tree = public.git("match.git", &["ls-tree", "-r", "--name-only", "main"]).done();
    assert!(!tree.contains("turns/0001") && tree.contains("parcels/0002/"), "{tree}");
    public.tabella("stranger", &["verify"]).done();
    // The gate knows the open phase from the parcels: neither an earlier phase nor a later one is open.
    for (phase, code) in [(2, "G-phase"), (4, "G-phase")] {
        let path = format!("inbox/{phase:04}/{one}-9.age");
        public.seal(&one, &path);
        public.commit_paths(&one, &[&path]);
        public.push(&one).refused(code);
        public.git(&one, &["reset", "-q", "--hard", "origin/main"]).done();
    }
    // Orders for all to read would tell what is not shown yet.
    let path = format!("inbox/0003/{one}-1.txt");
    let text = public.draft(&one, 1);
    let signed = format!("{text}...\n{}", public.game.sign(&one, &text));
    public.put(&one, &path, signed.as_bytes());
    public.commit_paths(&one, &[&path]);
    public.push(&one).refused("G-open");
    public.git(&one, &["reset", "-q", "--hard", "origin/main"]).done();
    // The end shows everything, and what the parcels had brought is that very thing.
    play(&mut public, 60);
    assert!(public.game.game().session.play.outcome().is_some(), "the clock ends it");
    public.git("stranger", &["pull", "-q", "--ff-only"]).done();
    for clone in ["stranger", &one] {
        public.tabella(clone, &["verify", "--need", "proven"]).done();
    }
    assert_eq!(public.git(&one, &["status", "--porcelain", "turns"]).done(), "");
}

#[test]
fn an_open_game_is_shown_some_turns_late() {
    let mut public = shown_later("combined-arms", "1-turn-late", &[]);
    play(&mut public, 4);
    public.clone_for("stranger");
    let newest = public.game.game().session.number;
    let shown =
        tabella::store::copies::publish::newest_shown(&public.game.folder).unwrap().unwrap();
    assert!(shown < newest, "{shown} of {newest}");
    assert_eq!(records(&public, "stranger"), shown as usize + 1);
    public.tabella("stranger", &["verify"]).done();
    for seat in &public.seats {
        assert_eq!(records(&public, seat), newest as usize + 1);
        let said = public.tabella(seat, &["verify"]).done();
        assert!(said.contains(&format!("to record {newest}")), "{said}");
    }
}

#[test]
fn a_game_of_which_nobody_is_told_has_no_public_repository() {
    let game = crate::common::Match::of("combined-arms", |plan| {
        plan.public = Some(Disclosure::Never);
    });
    let init = Command::new(assert_cmd::cargo::cargo_bin("tabella"))
        .args(["git", "init"])
        .current_dir(game.root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&init.stderr);
    assert!(!init.status.success() && said.contains("`public:`"), "{said}");
    assert!(!game.temporary.path().join("match.git").exists());
}

/// Whoever runs a host can seal anything to a seat's key, so a record counts by its seal alone.
#[test]
fn a_forged_parcel_brings_no_record() {
    if Command::new("age").arg("--version").output().is_err() {
        println!("skipped: no `age` on this machine");
        return;
    }
    let mut public = shown_later("combined-arms", "at-end", &[]);
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    for seat in public.game.awaited() {
        public.push_orders(&seat).done();
    }
    let before = public.tip();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    public.git(&other, &["pull", "-q"]).done();
    let parcel = format!("parcels/0001/{one}-0.age");
    let script = format!(
        "rm -rf ../forged && mkdir ../forged && age -d -i ../{one}.key -o ../forged.tar {parcel} && tar xf ../forged.tar -C ../forged && \
         (cd ../forged && echo '# another' >> turns/0001/events.yaml && tar --format=ustar -cf ../forged.tar $(find . -type f -printf '%P ')) && \
         age -R ../{one}.key.pub -o {parcel}.new ../forged.tar && mv {parcel}.new {parcel}"
    );
    public.run(Path::new("sh"), &other, &["-c", &script]).done();
    // Only whoever holds the referee's key gets as far as this: the forged parcel is all that the branch ever held.
    public.git(&other, &["reset", "-q", "--soft", before.trim()]).done();
    public.git(&other, &["add", "-f", "--", &parcel]).done();
    public.commit(&other, "match/.tabella/referee.key");
    public.git("match.git", &["config", "receive.denyNonFastForwards", "false"]).done();
    public.git(&other, &["push", "-q", "--force", "origin", "HEAD:main"]).done();
    let key = format!("../{one}.key");
    let said = public.tabella(&one, &["git", "pull", "--key", &key]);
    said.refused("events.yaml is not what was sealed");
    assert_eq!(records(&public, &one), 1, "nothing of it stays");
}
