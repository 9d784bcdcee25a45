//! `tabella sign`: the same signatures that `ssh-keygen -Y sign` makes, of orders and of the head that they answer.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::report::Messages;
use crate::store::orders::beside;
use crate::store::records::changes;
use crate::store::secrets::keys;
use crate::store::{SigningKey, entropy, files};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::Args;
use record::exchange::OrderFile;
use record::exchange::order_file::LIMIT;
use record::{Namespace, PublicKey, SignedText, from_utf16, head_text, parcel};
use std::path::{Path, PathBuf};

/// Sign an order file
///
/// The same as `ssh-keygen -Y sign -n tabella-orders`. If the charter asks for it, the command also signs the head that the orders
/// answer.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella sign rome.yaml --key ~/.ssh/id_ed25519")]
pub struct SignArgs {
    /// Order file; its signature is written to FILE.sig, and the signature that vouches for the head to NAME.head.sig
    pub file: PathBuf,
    /// Private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Fill an empty `salt:` with fresh random bytes before signing
    #[arg(long)]
    pub salt: bool,
    /// Print orders and signature as one block that no mail program can damage, to paste into a letter
    #[arg(long)]
    pub mail: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// # Errors
/// Error with files or the key; no line `salt:` to fill; for mail, a last line without a line break.
pub fn run(dir: Option<&Path>, args: &SignArgs) -> CommandResult {
    // An order file does not say of which title it is; what is said here is said alike of all.
    let messages = Messages::of(args.lang.language(), "");
    let key = SigningKey::open(&args.key)?;
    let mut bytes = files::read_named(&args.file, 2 * LIMIT)?;
    if let Some(text) = from_utf16(&bytes) {
        bytes = text.into_bytes();
        files::replace(&args.file, &bytes, files::OPEN_MODE)?;
        let what = format!(
            "{}: converted from UTF-16 to UTF-8, the encoding of order files",
            args.file.display()
        );
        common::tell(&messages.say(&what));
    }
    if args.salt {
        bytes = salted(&args.file, &bytes)?;
        files::replace(&args.file, &bytes, files::OPEN_MODE)?;
    }
    if args.mail && bytes.last() != Some(&b'\n') {
        let what = "its last line does not end with a line break, but the signature must begin on \
             a new line";
        return Err(Error::no(format!("{}: {what}", args.file.display())));
    }
    if let Some(seats) = of_others(dir, &key.public()?, &bytes)? {
        return Err(Error::no(messages.say(&seats)));
    }
    if matches!(key, SigningKey::Here(_)) && keys::is_read_by_others(&args.key)? {
        common::tell(&messages.say(&format!(
            "{}: others on this machine can read this key and sign as you: protect it with `chmod 600`",
            args.key.display()
        )));
    }
    let armored = key.sign(Namespace::Orders, &bytes)?;
    let path = beside(&args.file);
    files::replace(&path, armored.as_bytes(), files::SECRET_MODE)?;
    let head = vouch(&key, &bytes)?;
    match &head {
        Some(head) => {
            files::replace(&head_beside(&args.file), head.as_bytes(), files::SECRET_MODE)?;
        }
        // One of an earlier text would vouch for nothing.
        None => files::remove(&head_beside(&args.file))?,
    }
    let signed = format!("{}: signed by {}", path.display(), key.public()?.fingerprint());
    common::tell(&messages.say(&signed));
    // Whoever signed believes to be done.
    if let Err(complaints) = OrderFile::read(&bytes) {
        let what = "signed, but in this state it would be refused";
        let fill = if empty_salt(&bytes) { " (`tabella sign --salt` fills it)" } else { "" };
        let what = format!("{}: {what}: {complaints}{fill}", args.file.display());
        common::tell(&messages.say(&what));
    }
    if args.mail {
        let text = SignedText::join_both(&bytes, &armored, head.as_deref());
        common::print(&parcel::wrap(&text))?;
    }
    Ok(Exit::Done)
}

/// The warning that a key is another seat's than that of the orders, by the game in whose folder this is done. None if
/// there is no such game here, or if nobody has the key yet: a change may be about to bring it in.
///
/// # Errors
/// A game that cannot be read.
fn of_others(dir: Option<&Path>, key: &PublicKey, orders: &[u8]) -> Result<Option<String>, Error> {
    let (Ok(file), Ok(folder)) = (OrderFile::read(orders), common::folder(dir)) else {
        return Ok(None);
    };
    let signers = changes::signers(&folder)?;
    let owners = signers.names_of(key);
    if folder.charter()?.game != file.game
        || owners.is_empty()
        || owners.contains(&file.seat.name())
    {
        return Ok(None);
    }
    let owners = owners.join(" and ");
    Ok(Some(format!(
        "not signed: the key belongs to {owners}, but the file is for {}; use the key of {}",
        file.seat, file.seat
    )))
}

/// The signature that vouches for the head that an order file answers; none if it does not say which.
///
/// # Errors
/// A key that cannot sign.
pub fn vouch(key: &SigningKey, orders: &[u8]) -> Result<Option<String>, Error> {
    let Ok(file) = OrderFile::read(orders) else { return Ok(None) };
    let text = head_text(&file.game, file.phase - 1, &file.after);
    Ok(Some(key.sign(Namespace::Head, text.as_bytes())?))
}

/// The file of the signature that vouches for the head: `rome.head.sig` beside `rome.yaml`.
pub fn head_beside(file: &Path) -> PathBuf {
    file.with_extension("head.sig")
}

/// The signature, if the same folder has one, that vouches for the head that an order file answers.
///
/// # Errors
/// A file that cannot be read.
pub fn read_head(file: &Path, orders: &[u8]) -> Result<Option<String>, Error> {
    if file == Path::new("-") {
        return Ok(None);
    }
    let text = OrderFile::read(orders)
        .map(|file| head_text(&file.game, file.phase - 1, &file.after))
        .unwrap_or_default();
    let bytes = beside::of(&head_beside(file), Namespace::Head, text.as_bytes())?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The file of the signature: `.sig` added to the whole name, as `ssh-keygen` puts it.
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
    let lines = text.split_inclusive('\n').map(|line| {
        found |= line.starts_with("salt:");
        if lacks_salt(line) {
            let end = if line.ends_with('\n') { "\n" } else { "" };
            format!("salt: {salt}{end}")
        } else {
            line.to_owned()
        }
    });
    let text: String = lines.collect();
    if !found {
        return Err(Error::no(format!("{}: there is no line `salt:` to fill", file.display())));
    }
    Ok(text.into_bytes())
}

/// True if a line is an empty `salt:`.
fn lacks_salt(line: &str) -> bool {
    line.strip_prefix("salt:").is_some_and(|rest| {
        let given = rest.split('#').next().expect("splitting always gives a first part").trim();
        ["", "\"\"", "''"].contains(&given)
    })
}

fn empty_salt(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).lines().any(lacks_salt)
}
