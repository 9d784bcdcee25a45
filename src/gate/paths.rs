//! The purposes of paths in a public repository.

use record::REFEREE;
use record::change::{HEIR, Kind};
use record::charter::CHARTER_FILE;
use record::names::{check_data_file, check_seat};
use record::sums::{record_name, record_number};

/// Folder of the order files that players push.
pub const INBOX: &str = "inbox";
/// Highest number in the name of a file of one seat and phase.
const NUMBER_MAX: u32 = 999;

/// The kinds of files, by their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// `inbox/NNNN/SEAT-K.age` or `.txt`.
    Orders { phase: u32, seat: &'a str, sealed: bool },
    /// A file below `turns/`.
    Record,
    /// Charter, keys and data: there from the first commit on.
    Foundation,
    /// `receipts/NNNN/SEAT-K.yaml`, and `.sig`.
    Receipt { signature: bool },
    /// `parcels/NNNN/SEAT-K.age`.
    Parcel,
    /// `notices/NNNN/NN-KIND.yaml`, a pending change, and the signature of `signer` under it.
    Notice { phase: u32, text: &'a str, signer: Option<&'a str> },
    /// The one file of attributes, which keeps git from touching line ends.
    Attributes,
    /// Anything else that people put into a repository: a README, the workflows of a forge.
    House,
}

/// The kind of file at a path; none if no file may have this name.
pub(super) fn place(path: &[u8]) -> Option<Place<'_>> {
    let text = std::str::from_utf8(path).ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let parts: Vec<&str> = text.split('/').collect();
    let special = |part: &&str| {
        ["", ".", ".."].contains(part) || part.starts_with(".git") && *part != ".github"
    };
    if !text.chars().all(plain) || text.len() > 200 {
        return None;
    }
    match parts.as_slice() {
        [".gitattributes"] => return Some(Place::Attributes),
        [".gitlab-ci.yml"] | [".gitea" | ".gitlab", ..] => return Some(Place::House),
        _ if parts.iter().any(special) => return None,
        _ => {}
    }
    match parts.as_slice() {
        [INBOX, phase, name] => {
            let (stem, kind) = name.rsplit_once('.')?;
            let seat = counted(stem)?;
            let sealed = match kind {
                "age" => true,
                "txt" => false,
                _ => return None,
            };
            Some(Place::Orders { phase: record_number(phase)?, seat, sealed })
        }
        ["receipts", phase, name] => {
            record_number(phase)?;
            let (stem, signature) = match name.strip_suffix(".sig") {
                Some(stem) => (stem, true),
                None => (*name, false),
            };
            counted(stem.strip_suffix(".yaml")?)?;
            Some(Place::Receipt { signature })
        }
        ["parcels", phase, name] => {
            record_number(phase)?;
            numbered(name.strip_suffix(".age")?)?;
            Some(Place::Parcel)
        }
        ["notices", phase, name] => notice(text, record_number(phase)?, name),
        ["turns", number, rest @ ..] if (1..=2).contains(&rest.len()) => {
            record_number(number)?;
            Some(Place::Record)
        }
        [CHARTER_FILE | "allowed_signers"] => Some(Place::Foundation),
        ["data", name] => check_data_file(name).ok().map(|()| Place::Foundation),
        [
            INBOX | "receipts" | "parcels" | "notices" | "turns" | "data" | "templates" | "pending",
            ..,
        ] => None,
        _ => Some(Place::House),
    }
}

/// A pending change, or a signature under it, by the last part of its path.
fn notice<'a>(text: &'a str, phase: u32, name: &'a str) -> Option<Place<'a>> {
    let (stem, rest) = name.split_once(".yaml")?;
    let (number, kind) = stem.split_once('-')?;
    let known = Kind::parse(kind).is_some();
    let counted = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit());
    let text = &text[..text.len() - rest.len()];
    let signer = match rest {
        "" => None,
        _ => Some(rest.strip_prefix('.')?.strip_suffix(".sig")?),
    };
    let named =
        signer.is_none_or(|name| [REFEREE, HEIR].contains(&name) || check_seat(name).is_ok());
    (known && counted && named).then_some(Place::Notice { phase, text, signer })
}

/// The seat in `SEAT-K`, where files are counted from 1.
fn counted(stem: &str) -> Option<&str> {
    numbered(stem).filter(|seat| stem.len() != seat.len() + 2 || !stem.ends_with('0'))
}

/// The seat in `SEAT-K`, where K may be 0.
fn numbered(stem: &str) -> Option<&str> {
    let (seat, number) = stem.rsplit_once('-')?;
    let value: u32 = number.parse().ok()?;
    (value.to_string() == number && value <= NUMBER_MAX && check_seat(seat).is_ok()).then_some(seat)
}

/// Phase, seat and number of an order file's path.
pub fn orders_at(path: &[u8]) -> Option<(u32, &str, u32)> {
    let Some(Place::Orders { phase, seat, .. }) = place(path) else { return None };
    let stem = path.rsplit(|byte| *byte == b'/').next()?.rsplitn(2, |byte| *byte == b'.').last()?;
    let number = std::str::from_utf8(stem).ok()?.rsplit_once('-')?.1.parse().ok()?;
    Some((phase, seat, number))
}

/// Phase, path of the change, and who signs it, of a signature's path.
pub fn consent_at(path: &[u8]) -> Option<(u32, &str, &str)> {
    let Some(Place::Notice { phase, text, signer }) = place(path) else { return None };
    Some((phase, text, signer?))
}

/// The path of the next order file of a seat for a phase; `taken` tells which names are in use.
pub fn inbox_path(
    phase: u32,
    seat: &str,
    kind: &str,
    taken: impl Fn(&str) -> bool,
) -> Option<String> {
    let stem = |number| format!("{INBOX}/{}/{seat}-{number}", record_name(phase));
    let free = |number: &u32| {
        ["age", "txt"].iter().all(|kind| !taken(&format!("{}.{kind}", stem(*number))))
    };
    (1..=NUMBER_MAX).find(free).map(|number| format!("{}.{kind}", stem(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_say_what_they_are_for() {
        let orders = |seat, sealed| Some(Place::Orders { phase: 7, seat, sealed });
        assert_eq!(place(b"inbox/0007/rome-1.age"), orders("rome", true));
        assert_eq!(place(b"inbox/0007/rome-10.age"), orders("rome", true));
        assert_eq!(place(b"inbox/0007/north-east-12.txt"), orders("north-east", false));
        assert_eq!(place(b"turns/0007/orders/rome.yaml"), Some(Place::Record));
        assert_eq!(place(b"receipts/0007/rome-1.yaml"), Some(Place::Receipt { signature: false }));
        assert_eq!(
            place(b"receipts/0007/rome-1.yaml.sig"),
            Some(Place::Receipt { signature: true })
        );
        assert_eq!(place(b"parcels/0007/rome-0.age"), Some(Place::Parcel));
        let text = "notices/0007/01-key.yaml";
        let notice = |signer| Some(Place::Notice { phase: 7, text, signer });
        assert_eq!(place(text.as_bytes()), notice(None));
        assert_eq!(place(b"notices/0007/01-key.yaml.heir.sig"), notice(Some("heir")));
        assert_eq!(place(b"notices/0007/01-key.yaml.rome.sig"), notice(Some("rome")));
        assert_eq!(place(b"game.yaml"), Some(Place::Foundation));
        assert_eq!(place(b"data/map.yaml"), Some(Place::Foundation));
        for house in [
            "README.md",
            ".github/workflows/tabella.yml",
            ".gitlab-ci.yml",
            ".forgejo/workflows/tabella.yml",
        ] {
            assert_eq!(place(house.as_bytes()), Some(Place::House), "{house}");
        }
    }

    #[test]
    fn names_that_mean_another_thing_elsewhere_are_no_paths() {
        for name in [
            "inbox/0007/rome.age",
            "inbox/0007/rome-01.age",
            "inbox/0007/rome-0.age",
            "inbox/0007/rome-0.txt",
            "receipts/0007/rome-0.yaml",
            "inbox/0007/rome-1.yaml",
            "inbox/7/rome-1.age",
            "inbox/0007/Rome-1.age",
            "inbox/0007/referee-1.age",
            "inbox/0007/x/rome-1.age",
            "inbox/x",
            "notices/01-key.yaml",
            "notices/0007/1-key.yaml",
            "notices/0007/01-open.yaml",
            "notices/0007/01-key.yaml.sig",
            "notices/0007/01-key.yaml.no.sig",
            "turns/0007",
            "turns/0007/a/b/c",
            "turns/x/a",
            "../x",
            "a//b",
            ".git/hooks/x",
            "a/.git/x",
            ".gitmodules",
            "inbox/.gitattributes",
            "a/.gitattributes",
            "a\nb",
            "a b",
            "templates/en/report.md",
            "data/../x",
        ] {
            assert_eq!(place(name.as_bytes()), None, "{name}");
        }
        assert_eq!(place(b"inbox/0007/r\xf6me-1.age"), None, "not UTF-8");
    }

    #[test]
    fn the_next_name_of_a_seat_is_one_that_nobody_has() {
        let taken = ["inbox/0007/rome-1.age", "inbox/0007/rome-2.txt"];
        let next = |seat| inbox_path(7, seat, "age", |path| taken.contains(&path));
        assert_eq!(next("rome").as_deref(), Some("inbox/0007/rome-3.age"));
        assert_eq!(next("carthage").as_deref(), Some("inbox/0007/carthage-1.age"));
    }
}
