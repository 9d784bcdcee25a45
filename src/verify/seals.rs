//! Checks signatures against the signers' keys: the referee's seal on the list of a record, and which of the two a
//! finding names.

use super::Finding;
use super::file_source::FileSource;
use super::foundation::unread_finding;
use super::record_files::LIST_MAX;
use record::sums::{self, SUMS_FILE, SUMS_SIGNATURE};
use record::{Namespace, REFEREE, SignatureFault, Signers, usual_spelling};

/// The message about a list and a signature that do not match.
const UNSURE: &str =
    "it is not what the referee signed in SHA256SUMS.sig: one of the two was altered";

/// Checks the referee's seal on a list; returns whether it is spelled as `ssh-keygen` writes it. A signature by the
/// right key that does not match is at first held against the list, since it cannot be told which of the two was
/// altered; see `replay`.
pub(super) fn seal(
    source: &dyn FileSource,
    signers: &Signers,
    folder: &str,
    list: &[u8],
) -> Result<bool, Finding> {
    let path = format!("{folder}/{SUMS_SIGNATURE}");
    let signature =
        source.read(&path, LIST_MAX).map_err(|unread| unread_finding(&path, &unread))?;
    let held = verify_signature(signers, REFEREE, Namespace::Record, list, &signature);
    held.map(|()| std::str::from_utf8(&signature).is_ok_and(usual_spelling)).map_err(|fault| {
        match fault {
            Some(SignatureFault::Bad) => {
                Finding::new("V-seal", format!("{folder}/{SUMS_FILE}"), UNSURE)
            }
            fault => Finding::new(
                "V-seal",
                path,
                format!("the referee's signature over {SUMS_FILE} is not valid: {}", why(fault)),
            ),
        }
    })
}

/// True if a finding is about a list and a signature that do not match: it names the list, while all other findings
/// about a seal name the signature.
pub(super) fn unsure(finding: &Finding) -> bool {
    finding.code == "V-seal" && finding.path.ends_with(SUMS_FILE)
}

/// Changes findings about a list into findings about its signature, if nothing else speaks against the list, neither in
/// its own record nor in the next.
pub(super) fn blame_the_seal(findings: &mut [Finding]) {
    for at in 0..findings.len() {
        let path = findings[at].path.clone();
        let Some(folder) = path.strip_suffix(SUMS_FILE).filter(|_| unsure(&findings[at])) else {
            continue;
        };
        let number = sums::record_number(folder.trim_start_matches("turns/").trim_end_matches('/'))
            .expect("only the list of a record can be in doubt");
        let next = format!("turns/{}/{SUMS_FILE}", sums::record_name(number + 1));
        let speaks = |other: &Finding| {
            let foundation = number == 0 && !other.path.starts_with("turns/");
            !unsure(other)
                && (foundation
                    || other.path.starts_with(folder)
                    || other.code == "V-chain" && other.path == next)
        };
        if !findings.iter().any(speaks) {
            let signature = format!("{folder}{SUMS_SIGNATURE}");
            findings[at] = Finding::new(
                "V-seal",
                signature,
                "it is not the referee's signature on SHA256SUMS",
            );
        }
    }
}

/// Checks a signature against the key of a name; the error is the fault, or none if the name has no key that may sign
/// in this namespace.
pub(super) fn verify_signature(
    signers: &Signers,
    name: &str,
    namespace: Namespace,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Option<SignatureFault>> {
    let armored = std::str::from_utf8(signature).map_err(|_| Some(SignatureFault::NotArmored))?;
    signers.verify(name, namespace, message, armored).ok_or(None)?.map_err(Some)
}

pub(super) fn why(fault: Option<SignatureFault>) -> String {
    fault.map_or_else(|| "there is no such key".to_owned(), |fault| fault.to_string())
}
