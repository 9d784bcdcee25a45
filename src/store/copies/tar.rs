//! Archives of plain files in the ustar form, as `tar` writes and reads them: what a parcel holds.

use std::collections::BTreeMap;
use std::fmt::Write as _;

const BLOCK: usize = 512;
/// Longest path of folders in front of a file's name.
const BEFORE_MAX: usize = 155;
/// Longest name of a file that fits into a header by itself.
const NAME_MAX: usize = 100;

/// Packs files, each with this mode. The folders of a path longer than [`NAME_MAX`] stand in a field of their own (the
/// prefix of a ustar header).
pub(in crate::store) fn pack(files: &BTreeMap<String, Vec<u8>>, mode: u32) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in files {
        archive.extend_from_slice(&header(name, bytes.len(), mode));
        archive.extend_from_slice(bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    archive
}

/// A path in the two parts that a header has room for: folders before, and the rest.
fn parted(name: &str) -> (&str, &str) {
    if name.len() <= NAME_MAX {
        return ("", name);
    }
    let fits = |(before, last): &(&str, &str)| before.len() <= BEFORE_MAX && last.len() <= NAME_MAX;
    let mut parts = name.match_indices('/').map(|(at, _)| (&name[..at], &name[at + 1..]));
    parts.find(fits).expect("no name in a game has that length")
}

fn header(name: &str, size: usize, mode: u32) -> [u8; BLOCK] {
    let mut header = [0; BLOCK];
    let mut put =
        |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    let (before, last) = parted(name);
    put(0, last);
    put(345, before);
    put(100, &format!("{mode:07o}\0"));
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{size:011o}\0"));
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    let mut text = String::new();
    let _ = write!(text, "{sum:06o}\0 ");
    header[148..156].copy_from_slice(text.as_bytes());
    header
}

/// The plain files of an archive; none if it holds anything else, or is not whole.
#[cfg(feature = "git")]
pub(in crate::store) fn unpack(archive: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut rest = archive;
    loop {
        let header = rest.get(..BLOCK)?;
        if header.iter().all(|byte| *byte == 0) {
            return Some(files);
        }
        let text = |from: usize, length: usize| {
            let field = &header[from..from + length];
            let end = field.iter().position(|byte| *byte == 0).unwrap_or(length);
            std::str::from_utf8(&field[..end]).ok()
        };
        let plain =
            matches!(header[156], b'0' | 0) && &header[257..262] == b"ustar" && header[345] == 0;
        let size = usize::from_str_radix(text(124, 12)?.trim(), 8).ok()?;
        let end = BLOCK.checked_add(size)?;
        let bytes = rest.get(BLOCK..end)?.to_vec();
        if !plain || files.insert(text(0, NAME_MAX)?.to_owned(), bytes).is_some() {
            return None;
        }
        rest = rest.get(end.next_multiple_of(BLOCK)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[cfg(feature = "git")]
    #[test]
    fn what_is_packed_is_unpacked_and_nothing_cut_off_or_altered_is() {
        let files = BTreeMap::from([
            ("turns/0001/report-rome.md".to_owned(), vec![b'x'; 700]),
            ("rome.yaml".to_owned(), Vec::new()),
        ]);
        let archive = pack(&files, 0o644);
        assert_eq!(unpack(&archive), Some(files));
        assert_eq!(unpack(&archive[..1024]), None);
        let mut link = archive.clone();
        link[156] = b'2';
        assert_eq!(unpack(&link), None, "a link");
    }

    #[test]
    fn tar_reads_it() {
        let long = format!("{}/{}", "g".repeat(64), "n".repeat(90));
        let files = BTreeMap::from([
            ("turns/0001/a.md".to_owned(), b"text".to_vec()),
            (long, b" and more".to_vec()),
        ]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        std::fs::write(&path, pack(&files, 0o644)).unwrap();
        let listed =
            Command::new("tar").arg("xOf").arg(&path).stderr(Stdio::inherit()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&listed.stdout), " and moretext");
    }
}
