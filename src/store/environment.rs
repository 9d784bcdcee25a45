//! The environment of the program: variables and terminal.

use crate::store::Error;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// A variable of the environment, unless it is unset or empty.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The width of the terminal in characters, if standard output is one or the environment says it.
pub fn terminal_width() -> Option<usize> {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.or_else(|| variable("COLUMNS")?.parse().ok())
}

/// The folder that the command was started in.
///
/// # Errors
/// If it is gone.
pub fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|error| Error::io("find", Path::new("."), error))
}

/// The folder in which programs keep data of this user, where the system names one.
pub fn data_folder() -> Option<PathBuf> {
    let named = variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).map(PathBuf::from);
    named.or_else(|| Some(Path::new(&variable("HOME")?).join(".local/share")))
}

/// The folder in which programs keep what they can make again, where the system names one.
pub fn cache_folder() -> Option<PathBuf> {
    let named = variable("XDG_CACHE_HOME").or_else(|| variable("LOCALAPPDATA")).map(PathBuf::from);
    named.or_else(|| Some(Path::new(&variable("HOME")?).join(".cache")))
}

pub fn program_folder() -> Option<PathBuf> {
    std::env::current_exe().ok()?.canonicalize().ok()?.parent().map(Path::to_owned)
}

/// The command that starts this program from here: its name if that finds it, else its path.
pub fn called() -> String {
    let named = || {
        let own = std::env::current_exe().ok()?.canonicalize().ok()?;
        let name = own.file_name()?.to_str()?.to_owned();
        let found = std::env::split_paths(&std::env::var_os("PATH")?)
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())?;
        (found.canonicalize().ok()? == own).then(|| name.trim_end_matches(".exe").to_owned())
    };
    named().unwrap_or_else(|| {
        let path = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("tabella"));
        let here = current_folder().ok();
        let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
        below.unwrap_or(path).display().to_string()
    })
}

/// True if the user who started the command could be shown a browser.
#[cfg(feature = "play")]
pub fn has_screen() -> bool {
    let screens = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"];
    !cfg!(target_os = "linux") || screens.into_iter().any(|name| variable(name).is_some())
}

/// True if a person reads what is printed.
pub fn at_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// True if a person can be asked: they see the question, and their terminal answers it.
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks a question and waits for the answer, which has no white space around it; none once the input has ended.
///
/// # Errors
/// A terminal that cannot be read.
pub fn ask(question: &str) -> Result<Option<String>, Error> {
    let mut answer = String::new();
    let mut out = std::io::stderr();
    out.write_all(question.as_bytes())
        .and_then(|()| out.flush())
        .and_then(|()| std::io::stdin().read_line(&mut answer))
        .map_err(|error| Error::io("read", Path::new("standard input"), error))?;
    Ok(answer.ends_with('\n').then(|| answer.trim().to_owned()))
}
