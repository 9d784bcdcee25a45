//! The names that a game may use: for itself, for its seats, and for its data files.
//!
//! A name becomes a file, a line that other programs parse and a word in YAML, so it must mean the same to all of them:
//! no name may be a path, an option, a YAML boolean or number, or a device on some player's machine.

/// Longest name, in bytes.
pub const LONGEST: usize = 64;

/// Words that YAML 1.1 readers take for something other than text.
const YAML_WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Names that cannot be files on Windows, with or without an extension; a player's checkout would fail.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Names that no seat may have.
const RESERVED: [&str; 4] = [super::REFEREE, super::change::HEIR, "closing", "beacon"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    #[error("a name cannot be empty")]
    Empty,
    /// Longer than [`LONGEST`] bytes.
    #[error("a name is at most {LONGEST} characters long")]
    TooLong,
    /// Not of the form `[a-z0-9][a-z0-9-]*` (data files: `[a-z0-9][a-z0-9_-]*` with one such extension).
    #[error("{0}")]
    Pattern(&'static str),
    /// YAML would read it as a boolean or as nothing.
    #[error("YAML would read this name as true, false or null")]
    YamlWord,
    /// YAML would read it as a number or a date.
    #[error("YAML would read this name as a number or a date")]
    Number,
    /// Windows keeps the name for a device.
    #[error("Windows does not allow a file of this name")]
    Device,
    /// `referee`, or another word with a meaning of its own in a record.
    #[error("this name is reserved in records (referee, heir, closing, beacon)")]
    Reserved,
}

/// Checks the id of a game, a title, a scenario or anything else that is named like one.
///
/// # Errors
/// The [`NameFault`] of the first rule that the name breaks.
pub fn check_id(name: &str) -> Result<(), NameFault> {
    const WHAT: &str = "a name is made of a-z, 0-9 and -, and starts with a letter or digit";
    check_length(name)?;
    if !is_word(name, false) {
        return Err(NameFault::Pattern(WHAT));
    }
    check_meaning(name)?;
    check_device(name)
}

/// Checks the name of a player's seat: an id other than a reserved word.
///
/// # Errors
/// The [`NameFault`] of the first rule that the name breaks.
pub fn check_seat(name: &str) -> Result<(), NameFault> {
    check_id(name)?;
    if RESERVED.contains(&name) { Err(NameFault::Reserved) } else { Ok(()) }
}

/// Checks the name of a file in `data/`: a word, a dot, an extension.
///
/// # Errors
/// The [`NameFault`] of the first rule that the name breaks.
pub fn check_data_file(name: &str) -> Result<(), NameFault> {
    const WHAT: &str =
        "name a data file like map_east.yaml: use a-z, 0-9, - and _, with one extension";
    check_length(name)?;
    let (stem, extension) = name.split_once('.').ok_or(NameFault::Pattern(WHAT))?;
    if !is_word(stem, true) || !is_word(extension, true) {
        return Err(NameFault::Pattern(WHAT));
    }
    check_meaning(name)?;
    check_device(stem)
}

fn check_length(name: &str) -> Result<(), NameFault> {
    match name.len() {
        0 => Err(NameFault::Empty),
        1..=LONGEST => Ok(()),
        _ => Err(NameFault::TooLong),
    }
}

fn check_meaning(name: &str) -> Result<(), NameFault> {
    if YAML_WORDS.contains(&name) {
        Err(NameFault::YamlWord)
    } else if reads_as_number(name) {
        Err(NameFault::Number)
    } else {
        Ok(())
    }
}

fn check_device(stem: &str) -> Result<(), NameFault> {
    let port = ["com", "lpt"]
        .iter()
        .any(|p| stem.strip_prefix(p).is_some_and(|n| matches!(n.as_bytes(), [b'1'..=b'9'])));
    if port || DEVICES.contains(&stem) { Err(NameFault::Device) } else { Ok(()) }
}

fn is_word(word: &str, underscore: bool) -> bool {
    let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
    let mut bytes = word.bytes();
    bytes.next().is_some_and(plain)
        && bytes.all(|c| plain(c) || c == b'-' || (underscore && c == b'_'))
}

/// True if YAML 1.1 or 1.2 may read a name as a number or a date: `1914`, `218-01-30`, `0x1f`, `1e5`, `1.5`.
fn reads_as_number(name: &str) -> bool {
    let digits = |s: &str| s.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'-' | b'_' | b'.'));
    let based = ["0x", "0o", "0b"].iter().any(|p| {
        name.strip_prefix(p)
            .is_some_and(|rest| rest.bytes().all(|c| c.is_ascii_hexdigit() || c == b'_'))
    });
    let power = name
        .split_once('e')
        .is_some_and(|(m, e)| digits(m) && digits(e) && !m.is_empty() && !e.is_empty());
    digits(name) || based || power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_pass() {
        for name in [
            "rome",
            "zama-2026",
            "1st-army",
            "a",
            "2nd",
            "north",
            "e4",
            "yes-man",
            "0x-ray",
            "0bx",
            &"x".repeat(64),
        ] {
            assert_eq!(check_id(name), Ok(()), "{name}");
            assert_eq!(check_seat(name), Ok(()), "{name}");
        }
        for name in ["map.yaml", "units_roman.yaml", "1914.yaml", "on.yaml", "map-2.svg"] {
            assert_eq!(check_data_file(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_a_path() {
        for name in ["..", "../x", "a/b", "/etc", "a\\b", ".hidden", "a.b"] {
            assert!(matches!(check_id(name), Err(NameFault::Pattern(_))), "{name}");
        }
        for name in ["../x.yaml", "a/b.yaml", ".yaml", "a.", "a.b.yaml", "map", "a/../b.y"] {
            assert!(check_data_file(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_an_option_of_some_program() {
        assert!(check_id("-rf").is_err());
        assert!(check_data_file("-o.yaml").is_err());
    }

    #[test]
    fn a_name_that_yaml_reads_as_something_else() {
        for word in ["no", "on", "null", "y", "true"] {
            assert_eq!(check_id(word), Err(NameFault::YamlWord), "{word}");
        }
        for word in ["1914", "2026-01-30", "0x1f", "0o17", "1e5", "12-3", "1e-5"] {
            assert_eq!(check_id(word), Err(NameFault::Number), "{word}");
        }
        assert_eq!(check_data_file("1.5"), Err(NameFault::Number));
    }

    #[test]
    fn a_name_that_looks_like_another() {
        for name in ["Rome", "röme", "rоme", "rome ", "ro me", "rome\n", "rome\0", "ro\u{200b}me"]
        {
            assert!(matches!(check_id(name), Err(NameFault::Pattern(_))), "{name:?}");
        }
    }

    #[test]
    fn a_name_no_windows_player_can_check_out() {
        for name in ["con", "nul", "com1", "lpt9"] {
            assert_eq!(check_seat(name), Err(NameFault::Device), "{name}");
        }
        assert_eq!(check_data_file("aux.yaml"), Err(NameFault::Device));
        assert_eq!(check_seat("com10"), Ok(()));
    }

    #[test]
    fn a_seat_that_poses_as_the_referee() {
        assert_eq!(check_seat("referee"), Err(NameFault::Reserved));
    }

    #[test]
    fn names_without_end_or_without_beginning() {
        assert_eq!(check_id(""), Err(NameFault::Empty));
        assert_eq!(check_id(&"x".repeat(65)), Err(NameFault::TooLong));
        assert_eq!(check_data_file(""), Err(NameFault::Empty));
        assert_eq!(check_data_file(&format!("{}.yaml", "x".repeat(60))), Err(NameFault::TooLong));
    }
}
