//! Armored SSH signatures in a text, whatever a mail program made of their lines.

use record::PublicKey;
use record::signature::signer;

pub(crate) const BEGIN: &str = "BEGIN SSH SIGNATURE";
const END: &str = "END SSH SIGNATURE";
/// Characters on a line of base64, as `ssh-keygen` writes them.
const WIDTH: usize = 70;

/// A signature that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// First byte of the line that begins it.
    pub from: usize,
    /// One past the last byte of it.
    pub to: usize,
    /// The block as `ssh-keygen` would have written it.
    pub armored: String,
    pub key: PublicKey,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Those that can be read, in order.
    pub whole: Vec<Block>,
    /// True if a signature begins that is cut off or cannot be read.
    pub broken: bool,
}

/// Looks for signature blocks, whatever dashes, quoting marks, blanks and line lengths they have.
pub fn find(text: &str) -> Blocks {
    let mut blocks = Blocks::default();
    let mut from = 0;
    while let Some(at) = text[from..].find(BEGIN).map(|at| from + at) {
        let inside = at + BEGIN.len();
        let Some(end) = text[inside..].find(END).map(|end| inside + end) else {
            blocks.broken = true;
            break;
        };
        from = end + END.len();
        let armored = armor(&text[inside..end]);
        let begins = text[..at].rfind('\n').map_or(0, |line| line + 1);
        match signer(&armored) {
            Some(key) => blocks.whole.push(Block { from: begins, to: from, armored, key }),
            None => blocks.broken = true,
        }
    }
    blocks
}

/// The text between the BEGIN and the END line, in lines of the usual width.
fn armor(body: &str) -> String {
    let base64: Vec<u8> =
        body.bytes().filter(|c| c.is_ascii_alphanumeric() || b"+/=".contains(c)).collect();
    let mut text = format!("-----{BEGIN}-----\n");
    for line in base64.chunks(WIDTH) {
        text.extend(line.iter().map(|c| char::from(*c)));
        text.push('\n');
    }
    text + "-----" + END + "-----\n"
}
