//! Other programs that a settings file names: one that fetches mail, one that tells a password.

use crate::store::Error;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const LOOK: Duration = Duration::from_millis(20);

/// Runs a program without a shell and without standard input, for at most `limit`; gives what it printed.
///
/// # Errors
/// [`Error::Program`]: it could not be started, did not end in time, or failed.
pub fn run(argv: &[String], limit: Duration) -> Result<String, Error> {
    let fault =
        |what: String| Error::Program { program: argv.first().cloned().unwrap_or_default(), what };
    let (program, arguments) =
        argv.split_first().ok_or_else(|| fault("no program is named".into()))?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|error| fault(error.to_string()))?;
    let mut pipe = child.stdout.take().expect("the program's standard output is piped");
    let reader = thread::spawn(move || std::io::read_to_string(&mut pipe));
    let mut waited = Duration::ZERO;
    let status = loop {
        match child.try_wait().map_err(|error| fault(error.to_string()))? {
            Some(status) => break status,
            None if waited < limit => {
                thread::sleep(LOOK);
                waited += LOOK;
            }
            None => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(fault(format!("it did not finish within {} seconds", limit.as_secs())));
            }
        }
    };
    if !status.success() {
        return Err(fault(format!("it failed ({status})")));
    }
    let text = reader.join().map_err(|_| fault("its answer could not be read".into()))?;
    text.map_err(|error| fault(error.to_string()))
}
