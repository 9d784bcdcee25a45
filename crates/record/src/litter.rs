//! Files that operating systems, editors and synchronising programs leave in any folder. Nobody put them there on
//! purpose, and they do not belong to a game.

/// Names of files that operating systems leave in folders, in lower case.
const SYSTEMS: [&str; 14] = [
    ".ds_store",
    ".localized",
    ".spotlight-v100",
    ".trashes",
    ".fseventsd",
    ".temporaryitems",
    ".directory",
    ".dropbox",
    ".dropbox.attr",
    ".stfolder",
    ".stignore",
    "thumbs.db",
    "ehthumbs.db",
    "desktop.ini",
];

/// Endings of the names of backups and half-written files, in lower case.
const ENDS: [&str; 7] = ["~", ".bak", ".orig", ".swp", ".swo", ".swx", ".tmp"];

/// Parts of the names that sync programs give to a second copy of a file, in lower case.
const CONFLICTS: [&str; 4] =
    ["conflicted copy", ".sync-conflict-", "(case conflict", "(conflicting copy"];

/// True if a file or folder of this name was left by a program that knows nothing of games. No file of a game has such
/// a name, so it is ignored.
pub fn is_litter(name: &str) -> bool {
    let small = name.to_lowercase();
    let begins = small.starts_with("._")
        || small.starts_with(".#")
        || small.starts_with("~$")
        || small.starts_with(".~lock.")
        || small.starts_with(".sync_")
        || (small.starts_with('#') && small.ends_with('#') && small.len() > 1)
        || small.starts_with("icon\r");
    begins
        || SYSTEMS.contains(&small.as_str())
        || ENDS.iter().any(|end| small.len() > end.len() && small.ends_with(end))
        || CONFLICTS.iter().any(|mark| small.contains(mark))
        || is_numbered(&small)
}

/// True if the name is that of a second copy, as browsers and file managers number them: `rome (1).yaml`, `0001 (2)`,
/// `rome - copy.yaml`.
fn is_numbered(name: &str) -> bool {
    let stem = name.find('.').filter(|at| *at > 0).map_or(name, |at| &name[..at]);
    let stem = stem.trim_end();
    if stem.ends_with(" - copy") || stem.ends_with(" copy") {
        return true;
    }
    let inside = stem.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    inside.is_some_and(|(before, number)| {
        !before.is_empty() && !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::is_litter;

    #[test]
    fn what_programs_leave_is_litter_and_what_somebody_put_there_is_not() {
        for name in [
            ".DS_Store",
            "._report.md",
            "Thumbs.db",
            "desktop.ini",
            "Desktop.ini",
            ".#units.yaml",
            "#units.yaml#",
            "units.yaml~",
            ".units.yaml.swp",
            "units.yaml.bak",
            "units.yaml.orig",
            "report (conflicted copy).md",
            "0001 (conflicted copy)",
            "report (1).md",
            "0001 (2)",
            "rome(1).yaml",
            "rome - Copy.yaml",
            "report (Anna's conflicted copy 2026-01-02).md",
            "turn.sync-conflict-20260102-030405-ABCDEFG.yaml",
            "~$rome.yaml",
            ".~lock.rome.yaml#",
            "SHA256SUMS (1)",
            "SHA256SUMS (1).sig",
        ] {
            assert!(is_litter(name), "{name}");
        }
        for name in [
            "report.md",
            "0001",
            "00011",
            "extra.yaml",
            "notes.txt",
            "rome.yaml.sig",
            "SHA256SUMS.sig",
            "hidden",
            "copy.yaml",
            "(1)",
            ".hidden",
            "~",
            "#",
            "rome.yaml.sig.txt",
            "view-rome.yaml",
        ] {
            assert!(!is_litter(name), "{name}");
        }
    }
}
