//! The page round the module: one self-contained HTML file, the same bytes for every player and game of a title, and the
//! same with a turn in it.
//!
//! Its content security policy allows exactly its own script and style, by their digests, and nothing else: no request
//! leaves it.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const FRAME: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/sheet.css");
/// The parts of one function, in the order in which they need each other.
const SCRIPTS: [&str; 9] = [
    include_str!("../page/engine.js"),
    include_str!("../page/map.js"),
    include_str!("../page/choices.js"),
    include_str!("../page/text.js"),
    include_str!("../page/rules.js"),
    include_str!("../page/notes.js"),
    include_str!("../page/kept.js"),
    include_str!("../page/sign.js"),
    include_str!("../page/main.js"),
];

/// Replaces the module if the program itself answers; it comes before the last part.
const LOCAL: &str = concat!(include_str!("../page/local.js"), include_str!("../page/lesson.js"));

/// The page of games: its frame, its style, its script.
const GAMES: [&str; 3] = [
    include_str!("../page/games.html"),
    include_str!("../page/games.css"),
    include_str!("../page/games.js"),
];

const PLAIN: &str = include_str!("../page/plain.html");

/// The element into which the turn is put.
const EMPTY: &str = "<script type=\"application/json\" id=\"turn\"></script>";
/// The tag with which a page names its title.
const MARK: &str = "<meta name=\"tabella-sheet\" content=\"";

/// The page of a title around its gzipped module.
pub fn assemble(title: &str, module: &[u8]) -> String {
    framed(title, module, &SCRIPTS.concat(), (" 'wasm-unsafe-eval'", ""))
}

/// The page of a title that asks the program at its own address instead of a module, and may ask nothing else.
pub fn answered(title: &str) -> String {
    let (last, before) = SCRIPTS.split_last().expect("there are scripts");
    let scripts = [&before.concat(), LOCAL, last].concat();
    framed(title, &[], &scripts, ("", " connect-src 'self';"))
}

/// The page of games, with what it shows. It asks the program at its own address.
pub fn games(shown: &Value) -> String {
    let [frame, style, script] = GAMES;
    let page = guarded(frame, style, script, ("", " connect-src 'self';"));
    page.replacen(EMPTY, &carrying(&shown.to_string()), 1)
}

/// A page that only says something, under a heading.
pub fn plain(heading: &str, words: &[String]) -> String {
    let told = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let said: Vec<String> = words.iter().map(|one| format!("<p>{}</p>\n", told(one))).collect();
    guarded(PLAIN, GAMES[1], "", ("", ""))
        .replace("{{heading}}", &told(heading))
        .replace("{{words}}", &said.concat())
}

/// The order sheet with its script, and what else that script may do and reach.
fn framed(title: &str, module: &[u8], scripts: &str, may: (&str, &str)) -> String {
    guarded(FRAME, STYLE, scripts, may)
        .replace("{{title}}", title)
        .replace("{{module}}", &STANDARD.encode(module))
}

/// A page whose policy allows its own script and style, and whatever else its script may do and reach.
fn guarded(frame: &str, style: &str, scripts: &str, (may, reach): (&str, &str)) -> String {
    let script = format!("\"use strict\";(() => {{\n{scripts}}})();");
    let style = style.trim_end();
    let policy = format!(
        "default-src 'none'; script-src '{}'{may}; style-src '{}';{reach} base-uri 'none'; form-action 'none'",
        source(&script),
        source(style)
    );
    frame.replace("{{policy}}", &policy).replace("{{style}}", style).replace("{{script}}", &script)
}

/// The element of the turn with this JSON in it. The JSON has `<` only in texts, where its escape means the same.
fn carrying(json: &str) -> String {
    EMPTY.replace("></script>", &format!(">{}</script>", json.replace('<', "\\u003c")))
}

/// The digest of a text as a content security policy writes it.
fn source(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// A page with a turn put into it.
///
/// # Errors
/// The page is not of this title, or has a turn already.
pub fn with_turn(page: &str, title: &str, turn: &str) -> Result<String, String> {
    let of = page.split_once(MARK).and_then(|(_, rest)| rest.split_once('"')).map(|(of, _)| of);
    match of {
        Some(of) if of == title => {}
        Some(of) => {
            return Err(format!("this page is made for {of}, but the game's title is {title}"));
        }
        None => return Err("this is not a page of an order sheet".to_owned()),
    }
    if !page.contains(EMPTY) {
        return Err("this page already has a turn in it: use the title's empty page".to_owned());
    }
    Ok(page.replacen(EMPTY, &carrying(turn), 1))
}

#[cfg(test)]
mod tests {
    use super::{assemble, with_turn};

    #[test]
    fn a_page_takes_one_turn_of_its_title() {
        let page = assemble("toy", b"module");
        let filled = with_turn(&page, "toy", "{\"note\":\"</script><b>\"}").unwrap();
        assert!(filled.contains("{\"note\":\"\\u003c/script>\\u003cb>\"}</script>"));
        assert!(with_turn(&filled, "toy", "{}").unwrap_err().contains("already"));
        assert!(with_turn(&page, "other", "{}").unwrap_err().contains("made for toy"));
        assert!(with_turn("<html>", "toy", "{}").is_err());
        assert!(!page.contains("{{"), "nothing is left to fill");
    }
}
