//! The salts that files carry which may be sealed.

use std::collections::BTreeMap;

/// The salts of what seats read. That of a report stands behind whatever others wrote in it, and of notes before.
pub(super) fn of(files: &BTreeMap<String, Vec<u8>>) -> Vec<(String, String)> {
    let salt = |(name, bytes): (&String, &Vec<u8>)| {
        let salt = match name.as_str() {
            name if name.starts_with("report") => last_salt_of(bytes),
            name if name.starts_with("notes-") => salt_of(bytes),
            _ => None,
        };
        salt.map(|salt| (name.clone(), salt))
    };
    files.iter().filter_map(salt).collect()
}

/// The salt that a hidden file carries: 64 hexadecimal digits behind the word, in a line of its own, the first of these.
pub(super) fn salt_of(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok()?.lines().find_map(salt_in)
}

/// The same of a report, where it is the last: what players wrote stands before it.
fn last_salt_of(bytes: &[u8]) -> Option<String> {
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
    use super::{last_salt_of, salt_of};

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
