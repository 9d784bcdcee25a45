//! The workflows for forges: the very steps that stand in them, run on this machine in an environment that holds what the forge
//! gives and nothing else. What decides where a step runs, the forge, is not here; the steps are.

use super::{Public, Said};
use serde_yaml::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

const FORGES: [&str; 4] = ["github", "forgejo", "gitea", "gitlab"];
const ZEROS: &str = "0000000000000000000000000000000000000000";

/// A step of a workflow: its commands, additions to the environment, and condition.
struct Step {
    script: String,
    environment: BTreeMap<String, String>,
    condition: Option<String>,
}

struct Job {
    steps: Vec<Step>,
    /// The whole file, to check for what must not be in it.
    text: String,
}

fn texts(value: &Value) -> BTreeMap<String, String> {
    let Some(map) = value.as_mapping() else { return BTreeMap::new() };
    map.iter().map(|(key, value)| (text(key), text(value))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| panic!("no text: {value:?}"), str::to_owned)
}

/// Writes the workflows of a forge, and reads one of their jobs.
fn job(public: &Public, forge: &str, referee: Option<&str>, name: &str) -> Job {
    let out = format!("{forge}-{name}");
    fs::create_dir_all(public.at(&out)).unwrap();
    let folder = format!("../{out}");
    let mut arguments = vec!["git", "workflows", forge, "--out", &folder];
    arguments.extend(referee.iter().flat_map(|place| ["--referee", place]));
    public.tabella("match", &arguments).done();
    let file = match (forge, name) {
        ("gitlab", _) => ".gitlab-ci.yml".to_owned(),
        (_, "gate") => format!(".{forge}/workflows/tabella.yml"),
        (_, name) => format!(".{forge}/workflows/tabella-{name}.yml"),
    };
    let text = fs::read_to_string(public.at(&out).join(file)).unwrap();
    let read: Value = serde_yaml::from_str(&text).unwrap();
    let steps = if forge == "gitlab" {
        // The lines of a job are one script there. What installs packages is the container's.
        let lines = read[name]["script"].as_sequence().unwrap().iter().map(self::text);
        let environment = texts(&read[name]["variables"]);
        let script = lines.collect::<Vec<_>>().join("\n");
        vec![Step { script, environment, condition: None }]
    } else {
        let job = &read["jobs"][name];
        let step = |step: &Value| {
            assert!(step.get("uses").is_none(), "nothing of others is run: {step:?}");
            let mut environment = texts(&job["env"]);
            environment.extend(texts(&step["env"]));
            let condition = step.get("if").map(self::text);
            Step { script: self::text(&step["run"]), environment, condition }
        };
        job["steps"].as_sequence().unwrap().iter().map(step).collect()
    };
    Job { steps, text }
}

/// A workflow value with every `${{ ... }}` filled in by the forge.
fn filled(value: &str, forge: &BTreeMap<&str, String>) -> String {
    let mut rest = value;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("${{") {
        let (inner, behind) = after.split_once("}}").unwrap();
        let known = |name: &str| forge.get(name.trim()).filter(|value| !value.is_empty());
        text += before;
        text += inner.split("||").find_map(known).map_or("", String::as_str);
        rest = behind;
    }
    text + rest
}

fn holds(condition: &str, forge: &BTreeMap<&str, String>) -> bool {
    let word = |word: &str| {
        let quoted = word.trim().strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        quoted.map_or_else(|| forge.get(word.trim()).cloned().unwrap_or_default(), str::to_owned)
    };
    if let Some((left, right)) = condition.split_once("!=") {
        return word(left) != word(right);
    }
    let (left, right) = condition.split_once("==").expect("one comparison");
    word(left) == word(right)
}

impl Job {
    /// Runs the steps in order in a new folder, as a runner does, up to the first that fails.
    fn run(&self, public: &Public, place: &str, forge: &BTreeMap<&str, String>) -> Said {
        let folder = public.at(place);
        fs::create_dir_all(&folder).unwrap();
        let mut said = Said { good: true, code: Some(0), text: String::new() };
        for step in &self.steps {
            if step.condition.as_ref().is_some_and(|condition| !holds(condition, forge)) {
                continue;
            }
            let mut command = Command::new("bash");
            let script = format!("set -eo pipefail\n{}", step.script);
            command.args(["-c", &script]).current_dir(&folder).env_clear();
            command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", &folder);
            let given = forge.iter().filter(|(name, _)| !name.contains('.'));
            command.envs(given.clone());
            command.envs(step.environment.iter().map(|(name, value)| (name, filled(value, forge))));
            let done = Said::of(&command.output().unwrap());
            let _ = writeln!(said.text, "{}", done.text);
            said.good = done.good;
            if !said.good {
                break;
            }
        }
        said
    }
}

/// The variables that a forge sets for a job: the program with its digest, the repository, and two commits.
fn told(public: &Public, before: &str, after: &str) -> BTreeMap<&'static str, String> {
    // A few bytes instead of many: what is fetched only calls the program that was built.
    let program = public.at("tabella-release");
    let built = assert_cmd::cargo::cargo_bin("tabella");
    fs::write(&program, format!("#!/bin/sh\nexec '{}' \"$@\"\n", built.display())).unwrap();
    let digest = record::Digest::of(&fs::read(&program).unwrap()).to_string();
    let url = format!("file://{}", program.display());
    let place = format!("file://{}", public.at(".").canonicalize().unwrap().display());
    let repository = format!("{place}/match.git");
    BTreeMap::from([
        ("vars.TABELLA_PROGRAM", url.clone()),
        ("vars.TABELLA_SHA256", digest.clone()),
        ("vars.TABELLA_GAME", public.at("match").display().to_string()),
        ("github.event.before", before.to_owned()),
        ("github.event.after", after.to_owned()),
        ("github.event_name", "push".to_owned()),
        ("github.server_url", place.clone()),
        ("github.repository", "match.git".to_owned()),
        ("github.token", "token".to_owned()),
        ("TABELLA_PROGRAM", url),
        ("TABELLA_SHA256", digest),
        ("TABELLA_GAME", public.at("match").display().to_string()),
        ("TABELLA_TOKEN", "token".to_owned()),
        ("CI_COMMIT_BEFORE_SHA", before.to_owned()),
        ("CI_COMMIT_SHA", after.to_owned()),
        ("CI_PIPELINE_SOURCE", "push".to_owned()),
        ("CI_REPOSITORY_URL", repository),
        ("CI_PROJECT_URL", format!("{place}/match")),
        ("CI_DEFAULT_BRANCH", "main".to_owned()),
    ])
}

#[test]
fn the_gate_of_every_forge_judges_pushes_and_pull_requests() {
    let mut public = Public::open();
    let (seat, other) = (public.seats[0].clone(), public.seats[1].clone());
    let first = public.git("match.git", &["rev-list", "--max-parents=0", "main"]).done();
    let first = first.trim().to_owned();
    // Orders on a branch of a fork, as the forge keeps a pull request; and another one that brings more than orders.
    let path = format!("inbox/0001/{seat}-1.age");
    public.seal(&seat, &path);
    public.commit_paths(&seat, &[&path]);
    let good = public.git(&seat, &["rev-parse", "HEAD"]).done().trim().to_owned();
    public.put(&other, ".github/workflows/tabella.yml", b"on: pull_request_target\n");
    public.commit_paths(&other, &[".github"]);
    let bad = public.git(&other, &["rev-parse", "HEAD"]).done().trim().to_owned();
    for (number, (clone, commit)) in [(&seat, &good), (&other, &bad)].into_iter().enumerate() {
        let name = format!("{commit}:refs/pull/{number}/head");
        public.git("match.git", &["fetch", "-q", &format!("../{clone}"), &name]).done();
    }
    for forge in FORGES {
        let gate = job(&public, forge, None, "gate");
        for word in ["secrets.", "actions/checkout", "uses:"] {
            assert!(!gate.text.contains(word), "{forge}: {word}");
        }
        let run = |name: &str, before: &str, after: &str, as_pull_request: bool| {
            let mut told = told(&public, before, after);
            if as_pull_request {
                told.insert("github.event.pull_request.base.sha", before.to_owned());
                told.insert("github.event.pull_request.head.sha", after.to_owned());
                told.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA", before.to_owned());
                told.insert("github.event_name", "pull_request_target".to_owned());
                told.insert("CI_PIPELINE_SOURCE", "merge_request_event".to_owned());
                told.insert("github.event.before", String::new());
                told.insert("github.event.after", String::new());
            }
            gate.run(&public, &format!("{forge}-{name}"), &told)
        };
        let said = run("good", &first, &good, true).done();
        assert!(said.contains("1 commit may enter"), "{forge}: {said}");
        let said = run("bad", &first, &bad, true).refused("G-referee");
        assert!(said.contains("  -> "), "{forge}: {said}");
        let said = run("first", ZEROS, &first, false).done();
        assert!(said.contains("1 commit may enter"), "{forge}: {said}");
        run("rewritten", &good, &first, false).refused("G-rewrite");
        // Another program than the one that was agreed on is not run at all.
        let mut other = told(&public, &first, &good);
        for name in ["vars.TABELLA_SHA256", "TABELLA_SHA256"] {
            other.insert(name, "0".repeat(64));
        }
        let said = gate.run(&public, &format!("{forge}-program"), &other).refused("FAILED");
        assert!(!said.contains("may enter"), "{forge}: {said}");
    }
}

#[test]
fn a_runner_of_the_referees_own_resolves() {
    for forge in FORGES {
        let mut public = Public::open();
        let referee = job(&public, forge, Some("machine"), "referee");
        // The referee's machine has the program on its path.
        let program = assert_cmd::cargo::cargo_bin("tabella");
        let folder = program.parent().unwrap().display();
        let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
        let mut told = told(&public, ZEROS, ZEROS);
        told.insert("PATH", path);
        referee.run(&public, "waits", &told).done();
        assert_eq!(public.game.game().open_phase(), 1, "{forge}: nobody has filed");
        for seat in public.game.awaited() {
            public.push_orders(&seat).done();
        }
        referee.run(&public, "resolves", &told).done();
        assert_eq!(public.game.game().open_phase(), 2, "{forge}");
        told.insert("github.event_name", "schedule".to_owned());
        told.insert("CI_PIPELINE_SOURCE", "schedule".to_owned());
        let said = referee.run(&public, "deadline", &told).done();
        assert!(said.contains("waits for"), "{forge}: {said}");
    }
}

#[test]
fn workflows_are_written_where_a_forge_finds_them() {
    let public = Public::open();
    let seat = public.seats[0].clone();
    let write = |folder: &str| public.tabella(folder, &["git", "workflows", "github"]);
    for folder in ["match", "match.git"] {
        let said = write(folder).ended(2);
        assert!(said.contains("not a git working tree") && said.contains("--out"), "{said}");
    }
    let said = write(&format!("{seat}/turns")).ended(2);
    assert!(said.contains("not the top folder of its working tree"), "{said}");
    write(&seat).done();
    let text = fs::read_to_string(public.at(&seat).join(".github/workflows/tabella.yml")).unwrap();
    assert!(text.contains(&public.game.game().session.start.to_string()), "{text}");
}

/// A server that accepts one comment and returns what was sent to it.
fn comments() -> (String, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let taken = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut came = Vec::new();
        let mut some = [0; 4096];
        loop {
            let read = stream.read(&mut some).unwrap();
            came.extend_from_slice(&some[..read]);
            let text = String::from_utf8_lossy(&came).into_owned();
            let length = text.lines().find_map(|line| line.strip_prefix("Content-Length: "));
            let length: usize = length.map_or(0, |length| length.trim().parse().unwrap());
            let body = text.find("\r\n\r\n").map(|at| came.len() - at - 4);
            if read == 0 || body.is_some_and(|body| body >= length) {
                stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}").unwrap();
                return text;
            }
        }
    });
    (url, taken)
}

#[test]
fn a_forge_plays_the_referee_and_shows_nothing_that_it_does_not_keep() {
    if Command::new("jq").arg("--version").output().is_err() {
        println!("skipped: no `jq` on this machine");
        return;
    }
    for forge in ["github", "gitlab"] {
        let mut public = Public::open();
        let robot = job(&public, forge, Some("forge"), "robot");
        // The referee moves the folder to a private repository, without the key, and the hook no longer answers.
        fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
        public.git(".", &["init", "-q", "--bare", "-b", "main", "kept.git"]).done();
        public.git(".", &["clone", "-q", "kept.git", "keeper"]).done();
        let script = "mv match game && tar -cf keeper/game.tar --exclude game/.tabella/referee.key \
                      --exclude game/.tabella/public.yaml game && mv game match";
        public.run(Path::new("sh"), ".", &["-c", script]).done();
        public.git("keeper", &["add", "game.tar"]).done();
        let who = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
        public.git("keeper", &[&who[..], &["commit", "-q", "-m", "kept"]].concat()).done();
        public.git("keeper", &["push", "-q", "origin", "HEAD:main"]).done();
        let key = fs::read_to_string(public.at("match/.tabella/referee.key")).unwrap();
        let kept = format!("file://{}", public.at("kept.git").display());
        for seat in public.game.awaited() {
            let said = public.push_orders(&seat).ended(3);
            assert!(said.contains("no answer yet"), "{said}");
        }
        let (url, comment) = comments();
        let mut told = told(&public, ZEROS, ZEROS);
        for (name, value) in [
            ("secrets.TABELLA_FOLDER", &kept),
            ("TABELLA_FOLDER", &kept),
            ("secrets.TABELLA_KEY", &key),
            ("TABELLA_KEY", &key),
            ("vars.TABELLA_ISSUE", &"7".to_owned()),
            ("TABELLA_ISSUE", &"7".to_owned()),
            ("github.api_url", &url),
            ("CI_API_V4_URL", &url),
            ("CI_PROJECT_ID", &"9".to_owned()),
        ] {
            told.insert(name, value.clone());
        }
        robot.run(&public, "robot", &told).done();
        let comment = comment.join().unwrap();
        assert!(comment.contains("/issues/7/") && comment.contains("\"body\""), "{comment}");
        let shown = public.git("match.git", &["ls-tree", "-r", "--name-only", "main"]).done();
        assert!(shown.contains("turns/0001/turn.yaml"), "{shown}");
        assert!(shown.contains(&format!("receipts/0001/{}-1.yaml", public.seats[0])), "{shown}");
        let bundle = public.git("kept.git", &["cat-file", "blob", "main:game.tar"]);
        assert!(!bundle.text.contains("OPENSSH PRIVATE KEY"), "the key is kept apart");
        // Nothing to do is no failure, and nothing is said twice.
        let before = public.tip();
        robot.run(&public, "again", &told).done();
        assert_eq!(public.tip(), before, "{forge}");
        public.clone_for("stranger");
        public.tabella("stranger", &["verify"]).done();
    }
}
