//! `tabella git seal`: signed orders as an age file that the referee's program alone can open.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::{check, sign};
use crate::store::{SigningKey, files};
use ciphertext::Recipient;
use clap::Args;
use record::exchange::order_file::LIMIT;
use record::exchange::take_apart;
use record::signed_text::mend_armor;
use record::{Charter, Namespace, SignedText};
use std::path::{Path, PathBuf};

/// Encrypt signed orders to the game's own key, so that others cannot read them in transit (the same as `age -a -r`)
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama git seal rome.yaml --key ~/.ssh/id_ed25519    # writes rome.yaml.age\n\nThe referee files it like any other: tabella submit rome.yaml.age"
)]
pub struct SealArgs {
    /// The order file, with its signature beside it or at its end (`-`: standard input)
    pub file: PathBuf,
    /// Sign with this private key
    #[arg(long, value_name = "KEY")]
    pub key: Option<PathBuf>,
    /// File to write to (default: the order file's name with .age)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// # Errors
/// No game there, or one without a key; orders that are not signed.
pub fn run(dir: Option<&Path>, args: &SealArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let to = recipient(&folder.charter()?)?;
    let (name, bytes) = check::read(&args.file)?;
    let text = signed(&args.file, &name, bytes, args.key.as_deref())?;
    let sealed = ciphertext::seal(&to, &text);
    let out = match &args.out {
        Some(out) => out.clone(),
        None if args.file == Path::new("-") => {
            common::print(&sealed)?;
            return Ok(Exit::Done);
        }
        None => beside(&args.file),
    };
    files::replace(&out, sealed.as_bytes(), files::OPEN_MODE)?;
    common::tell(&format!("{}: sealed to {to}", out.display()));
    Ok(Exit::Done)
}

/// The game's own key.
///
/// # Errors
/// A game without one.
pub fn recipient(charter: &Charter) -> Result<Recipient, Error> {
    let Some(seal) = &charter.seal else {
        let what = "this game has no key for sealing orders (`seal:` in game.yaml): send the \
             orders to the referee in a way that the other seats cannot read";
        return Err(Error::no(what));
    };
    seal.parse()
        .map_err(|why: ciphertext::KeyFault| Error::files(format!("game.yaml, seal: {why}")))
}

/// Orders with their signature as one text: the one that they carry, that of the file beside them, or that of a key that was
/// named.
///
/// # Errors
/// Orders that are not signed; a key that cannot sign.
pub fn signed(
    file: &Path,
    name: &str,
    bytes: Vec<u8>,
    key: Option<&Path>,
) -> Result<Vec<u8>, Error> {
    if SignedText::is_signed(&bytes) {
        return Ok(bytes);
    }
    if bytes.len() > LIMIT {
        return Err(Error::no(format!("{name}: an order file has at most {LIMIT} bytes")));
    }
    let (armored, head) = match (key, check::signature(file, &bytes)?) {
        (Some(key), _) => {
            let key = SigningKey::open(key)?;
            (key.sign(Namespace::Orders, &bytes)?.into_bytes(), sign::vouch(&key, &bytes)?)
        }
        (None, Some(signature)) => (signature, sign::read_head(file, &bytes)?),
        (None, None) => {
            return Err(Error::no(format!(
                "{name}: not signed; run `tabella sign {name} --key KEY`, or name the key here \
                 with --key"
            )));
        }
    };
    let unfit = |_| Error::no(format!("{name}: the signature beside it cannot be read"));
    let parts = take_apart(&bytes, Some(&armored)).map_err(unfit)?;
    let head = head.map(|head| mend_armor(&head));
    let text = SignedText::join_both(&parts.bytes, &parts.armored, head.as_deref());
    // If the last line of the orders has no end, the mark must still stand in a line of its own.
    if SignedText::split(&text).is_ok_and(|parts| parts.signed == bytes) {
        return Ok(text);
    }
    Err(Error::no(format!(
        "{name}: its last line must end with a line break; add one, and sign the file again"
    )))
}

fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".age");
    PathBuf::from(name)
}
