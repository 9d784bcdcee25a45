//! The seeds of mutations: files of the recorded games, and letters as mail programs send them.

#[cfg(feature = "program")]
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The recorded games of all titles, with the titles' names.
pub(crate) fn games() -> Vec<(String, PathBuf)> {
    let mut games: Vec<(String, PathBuf)> = listed(&root().join("games"))
        .into_iter()
        .map(|folder| (name(&folder), folder.join("example")))
        .collect();
    games.retain(|(_, game)| game.is_dir());
    games
}

/// The files in a game's first records whose names satisfy `of`.
pub(crate) fn files(game: &Path, of: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let records = listed(&game.join("turns")).into_iter().take(6);
    for folder in [game.to_owned(), game.join("data")].into_iter().chain(records) {
        for path in listed(&folder).into_iter().chain(listed(&folder.join("orders"))) {
            if path.is_file() && of(&name(&path)) {
                found.push(read(&path));
            }
        }
    }
    found
}

pub(crate) fn file(game: &Path, path: &str) -> Vec<u8> {
    read(&game.join(path))
}

/// Every file of a game's first records and of what they rest on, by its path in the game.
#[cfg(feature = "program")]
pub(crate) fn whole(game: &Path, records: usize) -> BTreeMap<String, Vec<u8>> {
    let turns = listed(&game.join("turns")).into_iter().take(records);
    let mut found = BTreeMap::new();
    for folder in [game.to_owned(), game.join("data")].into_iter().chain(turns) {
        for path in listed(&folder).into_iter().chain(listed(&folder.join("orders"))) {
            if path.is_file() {
                let below = path.strip_prefix(game).expect("a path in the game");
                found.insert(below.to_string_lossy().into_owned(), read(&path));
            }
        }
    }
    found
}

pub(crate) fn signed(game: &Path) -> Vec<(Vec<u8>, Vec<u8>)> {
    let of = |end: &str| files(game, |name| name.ends_with(end) && !name.starts_with("SHA256SUMS"));
    let signatures = of(".yaml.sig");
    let orders =
        files(game, |name| ["rome.yaml", "carthage.yaml", "r1.yaml", "c1.yaml"].contains(&name));
    orders.into_iter().zip(signatures).collect()
}

/// Signed orders in the shapes of mail: plain, as attachments, quoted, in base64, as HTML.
pub(crate) fn letters(orders: &[u8], signature: &[u8]) -> Vec<Vec<u8>> {
    let (orders, signature) = (String::from_utf8_lossy(orders), String::from_utf8_lossy(signature));
    let head = "From: Publius <p@example.org>\r\nTo: referee@example.org\r\nSubject: Re: zama\r\nMIME-Version: 1.0\r\n";
    let text = format!("{orders}...\n{signature}");
    let wrapped = |text: &str, before: &str, behind: &str| -> String {
        text.lines().flat_map(|line| [before, line, behind]).collect()
    };
    let quoted = wrapped(&text, "> ", "\r\n");
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace("  ", "&nbsp; ");
    let html = wrapped(&escaped, "<div>", "</div>");
    let part = |kind: &str, name: &str, body: &str| {
        format!(
            "--x\r\nContent-Type: {kind}; name=\"{name}\"\r\nContent-Disposition: attachment\r\n\r\n{body}\r\n"
        )
    };
    let attached = part("text/plain", "rome.yaml", &orders)
        + &part("application/octet-stream", "rome.yaml.sig", &signature);
    [
        format!("{head}Content-Type: text/plain; charset=utf-8\r\n\r\nAve,\r\n\r\n{text}\r\n-- \r\nP.\r\n"),
        format!("{head}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n{quoted}"),
        format!("{head}Content-Type: text/html\r\n\r\n<html><body>{html}</body></html>"),
        format!("{head}Content-Type: multipart/mixed; boundary=x\r\n\r\n{attached}--x--\r\n"),
        format!("{head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}", text.replace('=', "=3D")),
    ]
    .map(String::into_bytes)
    .to_vec()
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a listed file").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().expect("a path with a name").to_string_lossy().into_owned()
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
