//! Reads the lines of a commit object before its message.

use super::{CommitSignature, Refusal};

/// The parts of a commit besides its tree and parents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// None where it is not signed.
    pub signature: Option<CommitSignature>,
    pub message: String,
}

/// Reads a commit object that has so many parents as git sees it.
///
/// # Errors
/// `G-commit`, where it says more than git writes, anything twice, or in another order.
pub fn commit(raw: &[u8], parents: usize) -> Result<Commit, Refusal> {
    let odd = |what: &str| Refusal::new("G-commit", what);
    if raw.contains(&0) {
        return Err(odd("it holds a zero byte"));
    }
    let Some(end) = raw.windows(2).position(|pair| pair == b"\n\n").map(|at| at + 1) else {
        return Err(odd("there is no empty line before its message"));
    };
    let (mut names, mut payload, mut armored) = (Vec::new(), Vec::new(), Vec::new());
    for line in raw[..end].split_inclusive(|byte| *byte == b'\n') {
        if let Some(rest) = line.strip_prefix(b" ") {
            if names.last() != Some(&&b"gpgsig"[..]) {
                return Err(odd("a header line other than the signature has a continuation line"));
            }
            armored.extend_from_slice(rest);
            continue;
        }
        let blank = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
        names.push(&line[..blank]);
        match line.strip_prefix(b"gpgsig ") {
            Some(rest) => armored.extend_from_slice(rest),
            None => payload.extend_from_slice(line),
        }
    }
    let mut written: Vec<&[u8]> = vec![b"tree"];
    written.resize(parents + 1, b"parent");
    written.extend([&b"author"[..], b"committer"]);
    let rest = names.strip_prefix(&written[..]);
    let known: [&[&[u8]]; 5] =
        [&[], &[b"encoding"], &[b"gpgsig"], &[b"encoding", b"gpgsig"], &[b"gpgsig", b"encoding"]];
    if !rest.is_some_and(|rest| known.contains(&rest)) {
        let names: Vec<String> = names.iter().map(|name| name.escape_ascii().to_string()).collect();
        let what = "its header has a line that git never writes, a repeated line, or lines in the \
             wrong order";
        return Err(odd(&format!("{what}: {}", names.join(", "))));
    }
    let lines: Vec<&[u8]> = payload.split(|byte| *byte == b'\n').skip(1).take(parents).collect();
    if (1..lines.len()).any(|at| lines[..at].contains(&lines[at])) {
        return Err(odd("it names one parent twice"));
    }
    payload.extend_from_slice(&raw[end..]);
    let signature = (!armored.is_empty()).then(|| CommitSignature {
        payload,
        armored: String::from_utf8_lossy(&armored).into_owned(),
    });
    Ok(Commit { signature, message: String::from_utf8_lossy(&raw[end + 1..]).into_owned() })
}

#[cfg(test)]
mod tests {
    use super::commit;

    #[test]
    fn a_signed_commit_is_taken_apart_into_what_was_signed_and_by_what() {
        let head = "tree 1\nparent 2\nparent 3\nauthor a\ncommitter c\n";
        let raw = format!(
            "{head}gpgsig -----BEGIN\n abc\n -----END\nencoding x\n\nA word\n\ngpgsig no\n"
        );
        let read = commit(raw.as_bytes(), 2).unwrap();
        assert_eq!(read.message, "A word\n\ngpgsig no\n");
        let signed = read.signature.unwrap();
        assert_eq!(signed.armored, "-----BEGIN\nabc\n-----END\n");
        let payload = String::from_utf8(signed.payload).unwrap();
        assert_eq!(payload, format!("{head}encoding x\n\nA word\n\ngpgsig no\n"));
        let plain = commit(b"tree 1\nauthor a\ncommitter c\n\nparent 9\n", 0).unwrap();
        assert_eq!((plain.signature, plain.message.as_str()), (None, "parent 9\n"));
    }

    #[test]
    fn what_git_reads_otherwise_is_no_commit() {
        for (raw, parents) in [
            // Git sees one parent here.
            ("tree 1\nparent 2\nauthor a\ncommitter c\nparent 3\n\nx", 1),
            ("tree 1\nparent 2\nauthor a\ncommitter c\nparent 3\n\nx", 2),
            ("tree 1\nparent 2\nparent 3\nparent 2\nauthor a\ncommitter c\n\nx", 3),
            ("tree 1\nauthor a\nparent 2\ncommitter c\n\nx", 0),
            ("tree 1\ntree 2\nauthor a\ncommitter c\n\nx", 0),
            ("tree 1\nauthor a\nauthor b\ncommitter c\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\ncommitter d\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\ngpgsig a\ngpgsig b\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\ngpgsig a\nmergetag b\n c\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\ngpgsig-sha256 a\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\nchange-id a\n\nx", 0),
            ("tree 1\n more\nauthor a\ncommitter c\n\nx", 0),
            ("tree 1\nauthor a\ncommitter c\n", 0),
            ("tree 1\nauthor a\ncommitter c\n\na\0b", 0),
            ("", 0),
        ] {
            let code = commit(raw.as_bytes(), parents).unwrap_err().code;
            assert_eq!(code, "G-commit", "{raw:?}");
        }
    }
}
