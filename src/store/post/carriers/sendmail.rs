//! Handing letters to the machine's own mail system through the `sendmail` command that all of them bring.
//!
//! Called directly and not through the mail library, which keeps neither the exit code (it tells "later" from "never")
//! nor a time limit.

use crate::mail::{Carrier, Envelope, Fault, RouteError, clean};
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The places where mail systems put the command; ordinary users seldom have it in their PATH.
const PLACES: [&str; 3] = ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"];
const LOOK: Duration = Duration::from_millis(20);
/// Maximum number of bytes kept of what the command says.
const SAID_MAX: u64 = 4096;

// Exit codes from sysexits.h that mail systems use.
const EX_DATAERR: i32 = 65;
const EX_NOUSER: i32 = 67;
const EX_NOHOST: i32 = 68;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sendmail {
    programs: Vec<PathBuf>,
    timeout: Duration,
}

impl Default for Sendmail {
    /// `sendmail` from the PATH or from the usual places, five minutes a letter.
    fn default() -> Self {
        Self {
            programs: PLACES.iter().map(PathBuf::from).collect(),
            timeout: Duration::from_mins(5),
        }
    }
}

impl Sendmail {
    /// One program, given `timeout` for each letter.
    pub fn of(program: PathBuf, timeout: Duration) -> Self {
        Self { programs: vec![program], timeout }
    }

    /// Starts the first program that exists.
    fn start(&self, envelope: &Envelope) -> Result<Child, Fault> {
        for program in &self.programs {
            let mut command = Command::new(program);
            // -i: a line with a dot alone ends nothing. The addresses come as arguments, so headers decide nothing.
            command.args(["-i", "-f", &envelope.from, "--", &envelope.to]);
            match command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
            {
                Ok(child) => return Ok(child),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(
                        RouteError::NoSendmail(format!("{}: {error}", program.display())).into()
                    );
                }
            }
        }
        Err(RouteError::NoSendmail(
            "there is no sendmail program here; install a mail system, or use --smtp".to_owned(),
        )
        .into())
    }

    fn wait(&self, child: &mut Child) -> Result<ExitStatus, Fault> {
        let mut waited = Duration::ZERO;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if waited < self.timeout => {
                    thread::sleep(LOOK);
                    waited += LOOK;
                }
                Ok(None) => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(Fault::Doubt(format!(
                        "sendmail did not finish within {} seconds",
                        self.timeout.as_secs()
                    )));
                }
                Err(error) => return Err(Fault::Doubt(error.to_string())),
            }
        }
    }
}

impl Carrier for Sendmail {
    fn ready(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn carry(&mut self, envelope: &Envelope, message: &[u8]) -> Result<String, Fault> {
        let mut child = self.start(envelope)?;
        let feeding = feed(&mut child, message);
        let listening = listen(&mut child);
        let status = self.wait(&mut child)?;
        // The command's words are read only if it failed: a mail system that goes on in the background may hold the
        // pipe open.
        let said = || listening.and_then(|thread| thread.join().ok()).unwrap_or_default();
        let fed = || feeding.is_none_or(|thread| thread.join().unwrap_or(false));
        match status.code() {
            Some(0) if fed() => Ok("given to the local mail system".to_owned()),
            Some(0) => {
                Err(Fault::Doubt("sendmail ended without reading the whole letter".to_owned()))
            }
            Some(EX_NOUSER | EX_NOHOST) => {
                Err(Fault::Recipient { address: envelope.to.clone(), said: said() })
            }
            Some(EX_DATAERR) => Err(Fault::Permanent(said())),
            Some(code) => {
                Err(Fault::Temporary(format!("sendmail ended with code {code}: {}", said())))
            }
            None => Err(Fault::Doubt(format!("sendmail was stopped: {}", said()))),
        }
    }
}

/// Writes the letter with LF line ends, as programs on this side of the network expect, and closes the pipe. True if
/// all of it was taken.
fn feed(child: &mut Child, message: &[u8]) -> Option<JoinHandle<bool>> {
    let mut pipe = child.stdin.take()?;
    let text: Vec<u8> = String::from_utf8_lossy(message).replace("\r\n", "\n").into_bytes();
    Some(thread::spawn(move || pipe.write_all(&text).is_ok()))
}

fn listen(child: &mut Child) -> Option<JoinHandle<String>> {
    let mut pipe = child.stderr.take()?;
    Some(thread::spawn(move || {
        let mut said = Vec::new();
        let _ = pipe.by_ref().take(SAID_MAX).read_to_end(&mut said);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        clean::line(&String::from_utf8_lossy(&said), 300)
    }))
}
