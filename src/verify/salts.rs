//! The salts that files carry which may be sealed.

use crate::session::HIDDEN_FILE;
use record::notes::NOTES_FILE;
use record::sums::Sums;
use std::collections::BTreeMap;

/// The salts of what seats read. A report has its salt after everything others wrote in it; notes have it before. A
/// report to one seat must have one if the record hides something or holds notes: without it its salt is empty.
pub(super) fn of(files: &BTreeMap<String, Vec<u8>>, list: &Sums) -> Vec<(String, String)> {
    let salted = [HIDDEN_FILE, NOTES_FILE].iter().any(|name| list.lines.contains_key(*name));
    let salt = |(name, bytes): (&String, &Vec<u8>)| {
        let salt = match name.as_str() {
            name if salted && name.starts_with("report-") => {
                Some(last_salt_of(bytes).unwrap_or_default())
            }
            name if name.starts_with("report") => last_salt_of(bytes),
            name if name.starts_with("notes-") || record::viewer(name).is_some() => salt_of(bytes),
            _ => None,
        };
        salt.map(|salt| (name.clone(), salt))
    };
    files.iter().filter_map(salt).collect()
}

/// The salt that a hidden file carries: 64 hexadecimal digits after the word, on a line of its own; the first such line
/// counts.
pub(super) fn salt_of(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok()?.lines().find_map(salt_in)
}

/// The same for a report, where the last such line counts: what players wrote stands before it.
pub fn last_salt_of(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok()?.lines().rev().find_map(salt_in)
}

fn salt_in(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("salt")?;
    let digits: String =
        rest.chars().skip_while(|c| *c != ':').skip(1).filter(|c| !" `>-".contains(*c)).collect();
    let plain = before.chars().all(|c| !c.is_alphanumeric()) && digits.len() == 64;
    (plain && digits.bytes().all(|c| c.is_ascii_hexdigit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::{last_salt_of, of, salt_of};
    use record::sums::Sums;
    use std::collections::BTreeMap;

    #[test]
    fn a_report_that_lost_its_salt_is_not_passed_over() {
        let files = BTreeMap::from([("report-rome.md".to_owned(), b"# Rome\n".to_vec())]);
        let list = |other: &str| {
            let digest = "ab".repeat(32);
            let lines = format!("{digest}  {other}\n{digest}  report-rome.md\n");
            Sums::parse(lines.as_bytes()).unwrap()
        };
        let lost = vec![("report-rome.md".to_owned(), String::new())];
        assert_eq!(of(&files, &list("hidden.yaml")), lost);
        assert_eq!(of(&files, &list("notes.yaml")), lost);
        assert_eq!(of(&files, &list("events.yaml")), Vec::new());
    }

    #[test]
    fn a_salt_is_found_in_yaml_and_in_a_report() {
        let hex = "ab".repeat(32);
        assert_eq!(
            salt_of(format!("phase: 3\nsalt: {hex}\nstate: 1\n").as_bytes()),
            Some(hex.clone())
        );
        assert_eq!(
            salt_of(format!("# Head\n\n- salt of this report: `{hex}`\n").as_bytes()),
            Some(hex)
        );
        assert_eq!(salt_of(b"the salt of the earth: none\n"), None);
    }

    #[test]
    fn what_a_player_writes_is_not_taken_for_the_salt_of_a_report() {
        let (false_one, hex) = ("cd".repeat(32), "ab".repeat(32));
        let report = format!("> salt: {false_one}\n\n- salt of this report: `{hex}`\n");
        assert_eq!(last_salt_of(report.as_bytes()), Some(hex));
    }
}
