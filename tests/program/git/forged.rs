//! Commits that git would not write, pushed by the raw protocol: the gate's verdict against a model that has git's own word alone, `git fsck`
//! and `git log`. A few dozen here; for an hour: `TABELLA_GATE_SECONDS=3600 cargo test --test program git::forged -- --nocapture`.

use super::Public;
use crate::common::key;
use record::{Namespace, PrivateKey};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The number of pushes unless more are asked for.
const FEW: u32 = 40;
const WHO: &str = "eve <eve@example.org> 1790000000 +0000";

/// Pseudo-random numbers, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

struct Forged {
    name: String,
    tree: String,
}

struct Forge {
    public: Public,
    keys: BTreeMap<String, PrivateKey>,
    /// Object names of two blobs: sealed orders, and other text.
    sealed: String,
    text: String,
    /// The newest commit of the game's branch, and its tree.
    tip: Forged,
    /// Folder for the objects of this push alone.
    objects: PathBuf,
    chance: Chance,
    /// True if the next commit must be one that a player's git would make.
    sound: bool,
    story: String,
}

impl Forge {
    fn new(seed: u64) -> Self {
        let public = Public::open();
        // A push that was taken must not be answered: every push finds the same game.
        fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
        let mut keys = public.game.keys.clone();
        let referee = fs::read_to_string(public.at("match/.tabella/referee.key")).unwrap();
        keys.insert("referee".to_owned(), PrivateKey::parse(&referee).unwrap());
        let known: Vec<String> =
            keys.iter().map(|(name, key)| format!("{name} {}", key.public())).collect();
        fs::write(public.at("known"), known.join("\n") + "\n").unwrap();
        keys.insert("eve".to_owned(), key("eve"));
        let mut forge = Self {
            objects: public.at("objects"),
            public,
            keys,
            sealed: String::new(),
            text: String::new(),
            tip: Forged { name: String::new(), tree: String::new() },
            chance: Chance(seed),
            sound: true,
            story: String::new(),
        };
        let tip = forge.git(&["rev-parse", "main", "main^{tree}"], b"");
        let mut names = tip.lines().map(str::to_owned);
        forge.tip = Forged { name: names.next().unwrap(), tree: names.next().unwrap() };
        let sealed = b"age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\nabc";
        let write = ["hash-object", "-w", "--stdin"];
        forge.git(&["config", "gc.auto", "0"], b"");
        forge.sealed = forge.git(&write, sealed);
        forge.text = forge.git(&write, b"hello\n");
        forge
    }

    /// A git command on the repository that writes objects to the folder of this push.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        let repository = self.public.at("match.git");
        command.arg("--git-dir").arg(&repository).args(arguments);
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        if self.objects.exists() {
            command.env("GIT_OBJECT_DIRECTORY", &self.objects);
            command.env("GIT_ALTERNATE_OBJECT_DIRECTORIES", repository.join("objects"));
        }
        command.env("GIT_INDEX_FILE", self.public.at("forged.index"));
        command
    }

    fn said(mut command: Command, input: &[u8]) -> (bool, Vec<u8>) {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Whoever refuses at once reads no more.
        drop(child.stdin.take().unwrap().write_all(input));
        let output = child.wait_with_output().unwrap();
        (output.status.success(), output.stdout)
    }

    #[track_caller]
    fn git(&self, arguments: &[&str], input: &[u8]) -> String {
        let (good, said) = Self::said(self.command(arguments), input);
        assert!(good, "git {arguments:?}");
        String::from_utf8_lossy(&said).trim_end().to_owned()
    }

    /// True once in `of` times at random, but never for a sound commit.
    fn slip(&mut self, of: usize) -> bool {
        !self.sound && self.chance.below(of) == 0
    }

    /// A tree that changes another one.
    fn tree(&mut self, before: &str) -> String {
        let (sealed, text) = (self.sealed.clone(), self.text.clone());
        let [one, other] = [0, 1].map(|at| self.public.seats[at].clone());
        let mut lines = String::new();
        let count = if self.sound { 1 } else { *self.chance.one(&[&1, &1, &1, &1, &0, &2]) };
        for _ in 0..count {
            let own = format!("inbox/0001/{one}-{}.age", 1 + self.chance.below(5));
            let change = match if self.sound { 0 } else { self.chance.below(22) } {
                0..=7 => format!("100644 {sealed}\t{own}"),
                8 => format!("100644 {sealed}\tinbox/0001/{other}-3.age"),
                9 => format!("100644 {text}\t{own}"),
                10 => format!("100644 {sealed}\tinbox/0002/{one}-1.age"),
                11 => format!("100644 {sealed}\tinbox/0001/{one}-0.age"),
                12 | 13 => format!("100644 {text}\tREADME.md"),
                14 => format!("100644 {text}\t.github/workflows/x.yml"),
                15 => format!("100644 {text}\tturns/0001/turn.yaml"),
                16 => format!("100644 {text}\tnotes/.gitattributes"),
                17 => format!("120000 {text}\t{own}"),
                18 => format!("100755 {sealed}\t{own}"),
                19 => format!("160000 {}\tsub", self.tip.name),
                20 => format!("100644 {text}\tgame.yaml"),
                21 => "0 0000000000000000000000000000000000000000\tREADME.md".to_owned(),
                _ => unreachable!(),
            };
            let _ = writeln!(lines, "{change}");
        }
        self.story += &lines;
        self.git(&["read-tree", before], b"");
        self.git(&["update-index", "--index-info"], lines.as_bytes());
        self.git(&["write-tree"], b"")
    }

    /// A commit object, mostly as git writes it.
    fn commit(&mut self, tree: String, parents: &[&str]) -> Forged {
        let mut lines = vec![format!("tree {tree}\n")];
        lines.extend(parents.iter().map(|parent| format!("parent {parent}\n")));
        lines.push(format!("author {WHO}\n"));
        lines.push(format!("committer {WHO}\n"));
        if self.chance.below(8) == 0 {
            lines.push("encoding UTF-8\n".to_owned());
        }
        let mut message =
            self.chance.one(&["step\n", "step\n\nparent none\n", "", "a\n\n\nb"]).to_owned();
        let before = lines.clone();
        let count = if self.sound { 0 } else { *self.chance.one(&[&0, &0, &0, &1, &2]) };
        for _ in 0..count {
            let odd = match self.chance.below(14) {
                0..=3 => format!("parent {}\n", self.tip.name),
                4 => format!("tree {tree}\n"),
                5 => format!("author {WHO}\n"),
                6 => format!("committer {WHO}\n"),
                7 => "encoding ISO-8859-1\n".to_owned(),
                8 => "change-id abcdef\n".to_owned(),
                9 => " goes on\n".to_owned(),
                10 => format!("mergetag object {}\n type commit\n tag x\n", self.tip.name),
                11 => "gpgsig\n".to_owned(),
                12 => format!("parent {} \n", self.tip.name),
                13 => "x\0y\n".to_owned(),
                _ => unreachable!(),
            };
            lines.insert(1 + self.chance.below(lines.len()), odd);
        }
        if self.slip(30) {
            message += "\0parent";
        }
        let signer = self.chance.one(&["", "", "eve", "referee", "0", "0", "0", "1"]);
        let signer = if self.sound { "0" } else { signer };
        let signer = match signer {
            "0" => self.public.seats[0].clone(),
            "1" => self.public.seats[1].clone(),
            other => other.to_owned(),
        };
        let [over, namespace, name, place] = [6, 20, 25, 8].map(|of| self.slip(of));
        if let Some(key) = self.keys.get(&signer) {
            // Over what is there, or over what was there before something was slipped in.
            let over = if over { &before } else { &lines };
            let payload = format!("{}\n{message}", over.concat());
            let namespace = if namespace { Namespace::Record } else { Namespace::Commit };
            let armored = key.sign(namespace, payload.as_bytes());
            let name = if name { "gpgsig-sha256" } else { "gpgsig" };
            let signature = format!("{name} {}\n", armored.trim_end().replace('\n', "\n "));
            let place = if place { 3.min(lines.len()) } else { lines.len() };
            lines.insert(place, signature);
        }
        let end = if self.slip(40) { String::new() } else { format!("\n{message}") };
        let raw = format!("{}{end}", lines.concat());
        let _ = writeln!(self.story, "signed {signer:?}: {raw:?}");
        let write = ["hash-object", "-t", "commit", "-w", "--literally", "--stdin"];
        Forged { name: self.git(&write, raw.as_bytes()), tree }
    }

    /// A few commits after the tip, the newest last.
    fn history(&mut self) -> Vec<Forged> {
        let (tip, tree) = (self.tip.name.clone(), self.tip.tree.clone());
        let side = |forge: &mut Self, behind: &str, tree: &str| {
            forge.sound = forge.chance.below(4) != 0;
            let tree = forge.tree(tree);
            forge.commit(tree, &[behind])
        };
        let first = side(self, &tip, &tree);
        match self.chance.below(8) {
            0..=3 => vec![first],
            4 => {
                let second = side(self, &first.name, &first.tree);
                vec![first, second]
            }
            5 => {
                // Nothing before it.
                let root = self.commit(first.tree.clone(), &[]);
                vec![first, root]
            }
            _ => {
                let second = side(self, &tip, &tree);
                let (good, merged) = Self::said(
                    self.command(&["merge-tree", "--write-tree", &first.name, &second.name]),
                    b"",
                );
                let merged =
                    String::from_utf8_lossy(&merged).lines().next().unwrap_or_default().to_owned();
                let clean = good && self.chance.below(4) != 0;
                self.sound = clean && self.chance.below(2) == 0;
                let tree = if clean { merged } else { self.tree(&first.tree) };
                let joined = self.commit(tree, &[&first.name, &second.name]);
                vec![first, second, joined]
            }
        }
    }

    /// True if the push was accepted; speaks the protocol of `git push`.
    fn push(&self, new: &str) -> bool {
        let listed = format!("{new}\n^{}\n", self.tip.name);
        let (good, pack) = Self::said(
            self.command(&["pack-objects", "--stdout", "-q", "--revs"]),
            listed.as_bytes(),
        );
        if !good {
            // Git itself cannot follow it. It is sent as it is.
            return false;
        }
        let line = format!("{} {new} refs/heads/try\0 report-status", "0".repeat(40));
        let mut said = format!("{:04x}{line}0000", line.len() + 4).into_bytes();
        said.extend(pack);
        let mut command = Command::new("git");
        command.arg("receive-pack").arg(self.public.at("match.git"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        Self::said(command, &said);
        let taken = self.public.at("match.git/refs/heads/try");
        let there = taken.exists();
        if there {
            fs::remove_file(taken).unwrap();
        }
        there
    }

    /// The verdict of a model that reads no commit object itself but asks git for everything.
    fn model(&self, new: &str) -> Result<(), String> {
        let (sound, _) = Self::said(self.command(&["fsck", "--no-dangling", "--no-progress"]), b"");
        if !sound {
            return Err("git fsck".to_owned());
        }
        let known = format!("gpg.ssh.allowedSignersFile={}", self.public.at("known").display());
        let behind = format!("^{}", self.tip.name);
        let ask = [
            "-c",
            &known,
            "-c",
            "merge.renames=false",
            "log",
            "--reverse",
            "--topo-order",
            "--diff-merges=remerge",
            "--raw",
            "--no-renames",
            "--no-abbrev",
            "-r",
            "--root",
            "--format=commit|%H|%P|%G?|%GS",
            new,
            &behind,
        ];
        let (good, log) = Self::said(self.command(&ask), b"");
        if !good {
            return Err("git log".to_owned());
        }
        let log = String::from_utf8_lossy(&log).into_owned();
        for commit in log.split("commit|").skip(1) {
            let (about, changes) = commit.split_once('\n').unwrap_or((commit, ""));
            let fields: Vec<&str> = about.split('|').collect();
            let named: Vec<&str> = fields[1].split_whitespace().collect();
            let parents = named.len();
            if (1..parents).any(|at| named[..at].contains(&named[at])) {
                return Err("one parent twice".to_owned());
            }
            let signer = if fields[2] == "G" { fields[3] } else { "" };
            self.plain(fields[0], parents)?;
            let changes: Vec<&str> = changes.lines().filter(|line| line.starts_with(':')).collect();
            match parents {
                1 => self.lawful(signer, &changes)?,
                2 if changes.is_empty() => {}
                3.. if self.holds_what_they_hold(fields[0], &named) => {}
                other => return Err(format!("{other} parents, {changes:?}")),
            }
        }
        Ok(())
    }

    /// True if a commit that joins more than two histories (a join that git does not repeat) has at every path what was
    /// done on one side since they parted.
    fn holds_what_they_hold(&self, commit: &str, parents: &[&str]) -> bool {
        let files = |of: &str| -> BTreeMap<String, String> {
            let listed = self.git(&["ls-tree", "-r", of], b"");
            let line =
                |line: &str| line.split_once('\t').map(|(it, path)| (path.into(), it.into()));
            listed.lines().filter_map(line).collect()
        };
        let ask = [&["merge-base", "--octopus", "--all"], parents].concat();
        let (_, bases) = Self::said(self.command(&ask), b"");
        let bases = String::from_utf8_lossy(&bases).into_owned();
        let [base] = bases.lines().collect::<Vec<_>>()[..] else { return false };
        let (base, after) = (files(base), files(commit));
        let sides: Vec<_> = parents.iter().map(|parent| files(parent)).collect();
        let paths: BTreeSet<_> =
            sides.iter().chain([&base, &after]).flat_map(|it| it.keys()).collect();
        paths.into_iter().all(|path| {
            let done = sides.iter().map(|side| side.get(path)).filter(|it| *it != base.get(path));
            let done: BTreeSet<_> = done.collect();
            let wanted = done.first().copied().unwrap_or(base.get(path));
            done.len() < 2 && after.get(path) == wanted
        })
    }

    /// Checks that nothing stands before the message except what git shows.
    fn plain(&self, commit: &str, parents: usize) -> Result<(), String> {
        let (_, raw) = Self::said(self.command(&["cat-file", "commit", commit]), b"");
        let text = String::from_utf8_lossy(&raw).into_owned();
        let (before, _) = text.split_once("\n\n").ok_or("no message")?;
        let unfolded = before.replace("\n ", "\u{1}");
        let mut names: Vec<&str> = Vec::new();
        for line in unfolded.lines() {
            let name = line.split(' ').next().unwrap_or_default();
            if line.contains('\u{1}') && !line.starts_with("gpgsig ") {
                return Err(format!("{name} goes on"));
            }
            names.push(name);
        }
        if names.last() == Some(&"encoding") {
            let at = names.len() - 1;
            if names[at - 1] == "gpgsig" {
                names.swap(at - 1, at);
            }
        }
        let mut wanted = vec!["tree"];
        wanted.extend(vec!["parent"; parents]);
        wanted.extend(["author", "committer"]);
        wanted.extend(["encoding", "gpgsig"].into_iter().filter(|name| names.contains(name)));
        if names != wanted || text.contains('\0') {
            return Err(format!("before the message: {names:?}"));
        }
        Ok(())
    }

    /// Checks what a commit with one parent may do.
    fn lawful(&self, signer: &str, changes: &[&str]) -> Result<(), String> {
        let house = |path: &str| ["README.md", ".github/workflows/x.yml"].contains(&path);
        let mut orders = 0;
        for change in changes {
            let (about, path) = change.split_once('\t').unwrap();
            let fields: Vec<&str> = about.split(' ').collect();
            let (mode, object, status) = (fields[1], fields[3], fields[4]);
            let may = signer == "referee" && house(path);
            let own = (1..=5).any(|number| path == format!("inbox/0001/{signer}-{number}.age"));
            let fit = status == "A" && mode == "100644" && own && object == self.sealed;
            orders += u32::from(fit && self.public.seats.iter().any(|seat| seat == signer));
            if !(may && (status == "D" || mode == "100644") || fit) {
                return Err(format!("{signer:?} may not: {change}"));
            }
        }
        if signer != "referee" && orders == 0 {
            return Err(format!("{signer:?} adds no orders"));
        }
        Ok(())
    }
}

#[test]
fn the_gate_sees_of_a_forged_commit_what_git_sees() {
    let seconds = std::env::var("TABELLA_GATE_SECONDS").ok().map(|text| text.parse().unwrap());
    let began = Instant::now();
    let seed = std::env::var("TABELLA_GATE_SEED").map_or(7, |text| text.parse().unwrap());
    let mut forge = Forge::new(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
    let (mut taken, mut refused) = (0, 0);
    let goes_on = |count: u32| match seconds {
        Some(seconds) => began.elapsed() < Duration::from_secs(seconds),
        None => count < FEW,
    };
    while goes_on(taken + refused) {
        fs::create_dir(&forge.objects).unwrap();
        forge.story.clear();
        let history = forge.history();
        let new = &history.last().unwrap().name;
        let model = forge.model(new);
        let gate = forge.push(new);
        assert_eq!(gate, model.is_ok(), "{model:?} of push {}:\n{}", taken + refused, forge.story);
        *if gate { &mut taken } else { &mut refused } += 1;
        fs::remove_dir_all(&forge.objects).unwrap();
        if (taken + refused) % 200 == 0 {
            // The index from the last push is removed.
            let _ = fs::remove_file(forge.public.at("forged.index"));
            forge.git(&["prune", "--expire=now"], b"");
            // They are read by name in every push.
            let write = ["hash-object", "-w", "--stdin"];
            forge.git(&write, b"age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\nabc");
            forge.git(&write, b"hello\n");
            println!(
                "{taken} pushes taken, {refused} refused, after {} s",
                began.elapsed().as_secs()
            );
        }
    }
    println!("{taken} pushes taken and {refused} refused, each as the model says");
    let both = taken >= FEW / 10 && refused >= FEW / 4;
    assert!(seconds.is_some() || both, "{taken} taken, {refused} refused");
}
