//! `tabella sign`: the same signature that `ssh-keygen -Y sign -n tabella-orders` makes.

use super::args::Sign;
use super::{CommandResult, Error, Exit};
use crate::store::{SigningKey, entropy, files};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use record::exchange::order_file::LIMIT;
use record::{Namespace, SignedText, parcel};
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// Error with files or the key; no line `salt:` to fill; for mail, a last line without its end.
pub fn run(args: &Sign) -> CommandResult {
    let key = SigningKey::open(&args.key)?;
    let mut bytes = files::read_named(&args.file, LIMIT)?;
    if args.salt {
        bytes = salted(&args.file, &bytes)?;
        files::replace(&args.file, &bytes, files::OPEN_MODE)?;
    }
    if args.mail && bytes.last() != Some(&b'\n') {
        let what = "its last line has no line end, and the signature stands on lines of its own";
        return Err(Error::no(format!("{}: {what}", args.file.display())));
    }
    let armored = key.sign(Namespace::Orders, &bytes)?;
    let path = beside(&args.file);
    files::replace(&path, armored.as_bytes(), files::OPEN_MODE)?;
    super::tell(&format!("{}: signed by {}", path.display(), key.public()?.fingerprint()));
    if args.mail {
        super::print(&parcel::wrap(&SignedText::join(&bytes, &armored)))?;
    }
    Ok(Exit::Done)
}

/// The file of the signature: `.sig` behind the whole name, as `ssh-keygen` puts it.
pub fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".sig");
    PathBuf::from(name)
}

/// The text with fresh random bytes in its empty `salt:`; a salt that is there is kept.
fn salted(file: &Path, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::no(format!("{}: not UTF-8 text", file.display())))?;
    let salt = STANDARD.encode(entropy::draw::<16>()?);
    let mut found = false;
    let lines = text.split_inclusive('\n').map(|line| match line.strip_prefix("salt:") {
        Some(rest) => {
            found = true;
            let end = if line.ends_with('\n') { "\n" } else { "" };
            let given = rest.split('#').next().unwrap_or("").trim();
            if ["", "\"\"", "''"].contains(&given) {
                format!("salt: {salt}{end}")
            } else {
                line.to_owned()
            }
        }
        None => line.to_owned(),
    });
    let text: String = lines.collect();
    if !found {
        return Err(Error::no(format!("{}: there is no line `salt:` to fill", file.display())));
    }
    Ok(text.into_bytes())
}
