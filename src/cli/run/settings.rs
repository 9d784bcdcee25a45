//! The settings of `tabella referee run`: one file of the referee's, outside all games.

use crate::cli::common::Error;
use crate::cli::receive::Limits;
use crate::mail::{Carrier, SmtpRoute};
use crate::report::Language;
use crate::store::post::carriers::{Sendmail, Smtp, Timeouts};
use crate::store::post::programs;
use crate::store::{Folder, environment, files};
use record::{Addresses, REFEREE};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The path of the settings of a referee's machine, unless a command names another.
pub(in crate::cli) const SETTINGS: &str = "~/.config/tabella/run.yaml";

/// Most bytes of the file, of a password, of a file of authorities.
const SETTINGS_MAX: usize = 64 << 10;
const PASSWORD_MAX: usize = 4 << 10;
const AUTHORITY_MAX: usize = 1 << 20;
/// Time limit for a program that prints a password, and for handing one letter to `sendmail`.
const PASSWORD_TIME: Duration = Duration::from_mins(1);
const LETTER_TIME: Duration = Duration::from_mins(5);
/// The time that a program that fetches mail may take.
pub(super) const FETCH_TIME: Duration = Duration::from_mins(10);

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in super::super) struct Settings {
    /// Games, and folders with games in them.
    pub(super) games: Vec<PathBuf>,
    /// The folder in which letters are kept as they came.
    pub(in super::super) letters: PathBuf,
    /// A folder with the folders of open invitations, to which joins are taken by mail.
    #[serde(default)]
    pub(super) invitations: Option<PathBuf>,
    /// The way in which mail comes in; without it none is fetched, and other programs may hand letters to `tabella mail
    /// receive`.
    #[serde(default, rename = "in")]
    pub(in super::super) incoming: Option<Incoming>,
    /// The way in which mail goes out; without it letters wait in the outboxes.
    #[serde(default)]
    pub(super) out: Option<Outgoing>,
    #[serde(default)]
    pub(in super::super) limits: Limits,
    /// Language code for everybody who asks for no other language; English without one.
    #[serde(default)]
    lang: Option<String>,
    /// The people who get the public report of each turn.
    #[serde(default)]
    pub(super) spectators: Vec<Spectator>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spectator {
    pub(super) mail: String,
    /// The ids of the games that they watch; all games if empty.
    #[serde(default)]
    pub(super) games: Vec<String>,
    /// Language code for letters to this person; English without one.
    #[serde(default)]
    lang: Option<String>,
}

impl Spectator {
    pub(super) fn language(&self) -> Language {
        self.lang.as_deref().and_then(Language::of).unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in super::super) struct Incoming {
    pub(in super::super) maildir: PathBuf,
    /// A program that fills it, with its arguments.
    #[serde(default)]
    pub(super) fetch: Option<Vec<String>>,
}

/// The way in which mail goes out: by a server, or by the machine's own mail system.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Outgoing {
    /// The server, as `tabella mail send --smtp` takes it.
    #[serde(default)]
    smtp: Option<String>,
    #[serde(default)]
    password: Option<Password>,
    /// A PEM file with an authority to trust besides the system's.
    #[serde(default)]
    ca: Option<PathBuf>,
    #[serde(default)]
    sendmail: Option<PathBuf>,
    /// An address elsewhere that forwards to the club's mailbox, to which test letters go; without it they go to that mailbox.
    #[serde(default)]
    pub(super) test: Option<String>,
}

/// The source of a password: never the settings themselves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Password {
    #[serde(default)]
    command: Option<Vec<String>>,
    #[serde(default)]
    file: Option<PathBuf>,
    /// The name under which systemd hands it over (`LoadCredential=`).
    #[serde(default)]
    systemd_credential: Option<String>,
}

impl Settings {
    /// Reads the settings. A path in them that is not absolute begins at the file's own folder, `~/` at the home folder.
    ///
    /// # Errors
    /// No such file; what is wrong in it; settings or letters inside a game.
    pub(in super::super) fn read(path: &Path) -> Result<Self, Error> {
        let path = &placed(Path::new(""), path);
        let bytes = files::read_saved(path, SETTINGS_MAX)?;
        let wrong = |what: String| Error::usage(format!("{}: {what}", path.display()));
        let mut settings: Self = record::read_plain(&files::text(path, bytes)?).map_err(wrong)?;
        let base = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        settings.each_path(|path| *path = placed(&base, path));
        if let Some(out) = &settings.out
            && out.smtp.is_some() == out.sendmail.is_some()
        {
            return Err(wrong("out: name either `smtp` or `sendmail`".to_owned()));
        }
        if let Some(place) = settings.invitations.as_deref()
            && !files::is_folder(place)?
        {
            return Err(wrong(format!(
                "invitations: there is no folder {}; joins would be refused",
                place.display()
            )));
        }
        if let Some(test) = settings.out.as_ref().and_then(|out| out.test.as_deref()) {
            let address = Addresses::default().enter(REFEREE, Some(test));
            address.map_err(|what| wrong(format!("out: test: {what}")))?;
        }
        for one in &settings.spectators {
            let address = Addresses::default().enter(REFEREE, Some(&one.mail));
            address.map_err(|what| wrong(format!("spectators: {what}")))?;
            spoken(one.lang.as_deref()).map_err(|what| wrong(format!("spectators: {what}")))?;
        }
        spoken(settings.lang.as_deref()).map_err(|what| wrong(format!("lang: {what}")))?;
        for (what, place) in [("the settings", path), ("letters", &settings.letters)] {
            if let Ok(game) = Folder::find(place) {
                let game = game.root().display();
                return Err(wrong(format!(
                    "{what} would be inside the folder of the game {game}; keep them outside it"
                )));
            }
        }
        Ok(settings)
    }

    fn each_path(&mut self, change: impl Fn(&mut PathBuf)) {
        self.games.iter_mut().for_each(&change);
        change(&mut self.letters);
        self.invitations.iter_mut().for_each(&change);
        if let Some(incoming) = &mut self.incoming {
            change(&mut incoming.maildir);
        }
        if let Some(out) = &mut self.out {
            out.ca.iter_mut().for_each(&change);
            out.sendmail.iter_mut().filter(|path| path.components().count() > 1).for_each(&change);
            out.password.iter_mut().filter_map(|one| one.file.as_mut()).for_each(&change);
        }
    }

    /// The games that the settings name, in order, each once.
    ///
    /// # Errors
    /// A folder that is not there, or holds no game.
    pub(in super::super) fn folders(&self) -> Result<Vec<Folder>, Error> {
        let mut found = Vec::new();
        for root in &self.games {
            // `games/*` says the same as `games`.
            let root = if root.ends_with("*") { root.parent().unwrap_or(root) } else { root };
            found.extend(Folder::below(root)?);
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The language for everybody who asks for no other, if the settings name one.
    pub(super) fn language(&self) -> Option<Language> {
        self.lang.as_deref().and_then(Language::of)
    }

    /// The carrier that takes letters away; none without `out`.
    ///
    /// # Errors
    /// A server, certificate or password that cannot be used.
    pub(super) fn carrier(&self) -> Result<Option<Box<dyn Carrier>>, Error> {
        let Some(out) = &self.out else { return Ok(None) };
        if let Some(program) = &out.sendmail {
            let one = Sendmail::of(program.clone(), LETTER_TIME);
            return Ok(Some(Box::new(one)));
        }
        let url = out.smtp.as_deref().expect("the settings name a server or a program");
        let password = out.password.as_ref().map(Password::tell).transpose()?;
        let wrong = |what: String| Error::usage(format!("out: {what}"));
        let route = SmtpRoute::parse(url, password).map_err(|fault| wrong(fault.to_string()))?;
        let authority =
            out.ca.as_deref().map(|path| files::read_named(path, AUTHORITY_MAX)).transpose()?;
        let smtp = Smtp::new(route, authority.as_deref(), Timeouts::default());
        Ok(Some(Box::new(smtp.map_err(|fault| wrong(fault.to_string()))?)))
    }
}

impl Password {
    /// The password, without the line end behind it.
    fn tell(&self) -> Result<String, Error> {
        let text = match (&self.command, &self.file, &self.systemd_credential) {
            (Some(argv), None, None) => programs::run(argv, PASSWORD_TIME)?,
            (None, Some(path), None) => secret(path)?,
            (None, None, Some(name)) => {
                let folder = environment::variable("CREDENTIALS_DIRECTORY").ok_or_else(|| {
                    Error::files(
                        "out: systemd passed no credentials; LoadCredential= is missing from the \
                         unit",
                    )
                })?;
                secret(&Path::new(&folder).join(name))?
            }
            _ => {
                let what = "out: name the source of the password: `command`, `file` or \
                     `systemd-credential`";
                return Err(Error::usage(what));
            }
        };
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }
}

fn secret(path: &Path) -> Result<String, Error> {
    let bytes = files::read_named(path, PASSWORD_MAX)?;
    String::from_utf8(bytes).map_err(|_| Error::files(format!("{}: not UTF-8", path.display())))
}

/// Checks that there is a language of this code, if one is given.
fn spoken(code: Option<&str>) -> Result<(), String> {
    match code.filter(|code| Language::of(code).is_none()) {
        None => Ok(()),
        Some(code) => {
            let known = Language::ALL.map(Language::code).join(", ");
            Err(format!("no language `{code}`; the languages are: {known}"))
        }
    }
}

/// A path of the settings as this machine finds it.
fn placed(base: &Path, path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), environment::variable("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => base.join(path),
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, files};

    fn read(text: &str) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.yaml");
        files::replace(&path, text.as_bytes(), files::OPEN_MODE).unwrap();
        Settings::read(&path).map_err(|error| error.to_string())
    }

    #[test]
    fn paths_begin_where_the_file_lies_and_at_home() {
        let settings = read("games: [games/*]\nletters: /var/letters\nout: {sendmail: sendmail}\n");
        let settings = settings.unwrap();
        assert!(settings.games[0].is_absolute() && settings.games[0].ends_with("games/*"));
        assert_eq!(settings.letters.to_str(), Some("/var/letters"));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (text, what) in [
            ("games: []\n", "letters"),
            ("games: []\nletters: l\nout: {}\n", "either"),
            ("games: []\nletters: l\nout: {smtp: a, sendmail: b}\n", "either"),
            ("games: []\nletters: l\npassword: secret\n", "unknown field"),
            ("games: []\nletters: l\nspectators: [{mail: nobody}]\n", "not a mail address"),
            ("games: []\nletters: l\nspectators: [{mail: a@b.c, lang: x}]\n", "no language"),
            (
                "games: []\nletters: l\nlang: tlh\n",
                "lang: no language `tlh`; the languages are: en, it",
            ),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(what), "{fault}");
        }
    }
}
