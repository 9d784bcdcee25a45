//! A mail server in a few lines: plain SMTP on this machine, which answers each letter as it was told to.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What the server does with one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treat {
    Take,
    /// The server answers MAIL FROM with this line.
    Sender(&'static str),
    /// The server answers RCPT TO with this line.
    Receiver(&'static str),
    /// The server answers the end of the text with this line.
    End(&'static str),
    /// Accepts the text and closes the connection without an answer.
    Vanish,
    /// Accepts the text and says nothing for three seconds.
    Mute,
    /// Accepts it, and closes the connection after its answer.
    TakeAndClose,
}

/// The observations of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) connections: usize,
    pub(crate) commands: Vec<String>,
    /// The complete texts received, accepted or not.
    pub(crate) texts: Vec<Vec<u8>>,
}

/// The server; it ends with the test.
pub(crate) struct Server {
    port: u16,
    seen: Arc<Mutex<Seen>>,
    thread: Option<JoinHandle<()>>,
}

const STOP: &str = "STOP";

impl Server {
    /// Treats letters by this plan in order, and accepts all later ones.
    pub(crate) fn start(plan: &[Treat]) -> Self {
        Self::start_with(plan, "")
    }

    /// As [`Server::start`], with one more line in the answer to EHLO.
    pub(crate) fn start_with(plan: &[Treat], extension: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = Arc::clone(&seen);
        let mut plan: VecDeque<Treat> = plan.iter().copied().collect();
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if !serve(&stream.unwrap(), &mut plan, &shared, extension) {
                    return;
                }
            }
        });
        Self { port, seen, thread: Some(thread) }
    }

    /// Its address for `--smtp`.
    pub(crate) fn url(&self) -> String {
        format!("smtp+plain://127.0.0.1:{}", self.port)
    }

    pub(crate) fn url_for(&self, user: &str) -> String {
        format!("smtp+plain://{user}@127.0.0.1:{}", self.port)
    }

    pub(crate) fn seen(&self) -> Seen {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.write_all(format!("{STOP}\r\n").as_bytes());
        }
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Serves one connection. False if it was the one that ends the server.
fn serve(
    stream: &TcpStream,
    plan: &mut VecDeque<Treat>,
    seen: &Mutex<Seen>,
    extension: &str,
) -> bool {
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut reader = BufReader::new(stream);
    let mut treat = Treat::Take;
    let mut line = String::new();
    let say = |text: &str| (&mut &*stream).write_all(format!("{text}\r\n").as_bytes()).is_ok();
    say("220 test ESMTP");
    seen.lock().unwrap().connections += 1;
    while {
        line.clear();
        reader.read_line(&mut line).is_ok_and(|read| read > 0)
    } {
        let command = line.trim_end().to_owned();
        if command == STOP {
            return false;
        }
        seen.lock().unwrap().commands.push(command.clone());
        let verb = command.split([' ', ':']).next().unwrap().to_ascii_uppercase();
        let answered = match verb.as_str() {
            "EHLO" if extension.is_empty() => say("250 test"),
            "EHLO" => say(&format!("250-test\r\n250 {extension}")),
            "AUTH" => say("535 5.7.8 wrong user or password"),
            "MAIL" => {
                treat = plan.pop_front().unwrap_or(Treat::Take);
                say(if let Treat::Sender(answer) = treat { answer } else { "250 sender ok" })
            }
            "RCPT" => {
                say(if let Treat::Receiver(answer) = treat { answer } else { "250 receiver ok" })
            }
            "DATA" => say("354 go on") && take(&mut reader, seen) && conclude(treat, &say),
            "QUIT" => {
                say("221 bye");
                false
            }
            _ => say("250 ok"),
        };
        if !answered {
            break;
        }
    }
    true
}

/// Reads a text up to its final dot, with dots undoubled.
fn take(reader: &mut BufReader<&TcpStream>, seen: &Mutex<Seen>) -> bool {
    let mut text = Vec::new();
    loop {
        let mut line = Vec::new();
        if !reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            return false;
        }
        if line == b".\r\n" {
            break;
        }
        text.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
    seen.lock().unwrap().texts.push(text);
    true
}

/// Answers a text. False if the connection is to be closed.
fn conclude(treat: Treat, say: &impl Fn(&str) -> bool) -> bool {
    match treat {
        Treat::End(answer) => say(answer),
        Treat::Vanish => false,
        Treat::Mute => {
            thread::sleep(Duration::from_secs(3));
            false
        }
        Treat::TakeAndClose => {
            say("250 taken");
            false
        }
        _ => say("250 taken"),
    }
}
