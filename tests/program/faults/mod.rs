//! Tests of faults between any two steps of a command on the disk: it is killed, the disk becomes full, or the power
//! fails and what was not flushed is lost.
//!
//! `faults.c` stands between the program and the system, counts the steps, and does the harm at one of them. `store` tries every
//! command that writes to a game, `mail::faults` letters.

mod disk;
mod store;

use disk::Disk;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The faults that can be made at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Kill,
    /// The disk is full from there on, until the process ends.
    Full,
    /// The process is killed, and the disk forgets what was not flushed.
    Power,
}

/// The library that makes the faults, built once.
fn library() -> &'static Path {
    static BUILT: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/faults/faults.c");
        let mut cc = Command::new("cc");
        cc.args(["-Wall", "-Werror", "-shared", "-fPIC", "-O1", "-o"]).arg(&path).arg(source);
        let built = cc.output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        (folder, path)
    });
    path
}

/// The program at this time, with a fault at a step. The file exists afterwards if that step was reached.
pub(crate) fn tabella(now: &str, fault: Option<(Fault, usize, &Path)>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
    command
        .env("TABELLA_NOW", now)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some((fault, step, mark)) = fault {
        let word = match fault {
            Fault::Kill => "kill",
            Fault::Full => "full",
            Fault::Power => "power",
        };
        command.env("LD_PRELOAD", library()).env("FAULT", word);
        command.env("FAULT_AT", step.to_string()).env("FAULT_MARK", mark);
    }
    command
}

/// The program when nobody may read files whose path ends like this.
pub(crate) fn without_leave_to_read(end: &str) -> Command {
    let mut command = tabella(NOW, None);
    command.env("LD_PRELOAD", library()).env("FAULT_UNREADABLE", end);
    command
}

pub(crate) fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{:?}: {}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// Runs a command whose power fails at a step, or after its end; returns what the disk may then hold of a folder, as
/// two folders: with as little as possible, and with as much. The last value says whether the step was reached.
pub(crate) fn power(
    root: &Path,
    step: usize,
    words: impl FnOnce(&mut Command),
) -> (Output, [TempDir; 2], bool) {
    let place = tempfile::tempdir().unwrap();
    let (mark, journal) = (place.path().join("mark"), place.path().join("journal"));
    fs::create_dir(&journal).unwrap();
    let mut disk = Disk::of(root);
    let mut command = tabella(NOW, Some((Fault::Power, step, &mark)));
    command.env("FAULT_JOURNAL", &journal).env("FAULT_ROOT", root);
    words(&mut command);
    let output = command.output().unwrap();
    disk.flush(&journal);
    (output, [disk.least(), disk.most(root)], mark.exists())
}

/// True if every step is struck by a fault, not only some: `TABELLA_FAULTS=all`.
pub(crate) fn all_steps() -> bool {
    std::env::var_os("TABELLA_FAULTS").is_some_and(|value| value == "all")
}

/// The steps to be struck: each one, or every `stride`th.
pub(crate) fn steps(stride: usize) -> impl Iterator<Item = usize> {
    (0..STEPS_MAX).step_by(if all_steps() { 1 } else { stride })
}

/// More steps than any command takes.
const STEPS_MAX: usize = 2_000;

pub(crate) const NOW: &str = "2031-03-01T10:00:00Z";
