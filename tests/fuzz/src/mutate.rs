//! Mutations of bytes: what a wire, an editor, a mail program or an enemy may do to a file.

use engine::Rng;

/// Words that parsers stumble over.
const WORDS: [&str; 28] = [
    "&a ",
    "*a ",
    "!!str ",
    "<<: ",
    "? ",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "|\n",
    ">-\n",
    "'",
    "\"",
    "\\x00",
    "\u{202e}",
    "\u{feff}",
    "\r\n",
    "\n...\n",
    "\n---\n",
    "18446744073709551616",
    "-1",
    "1e999",
    "0x7fffffff",
    "../",
    "-----BEGIN SSH SIGNATURE-----\n",
    "=\n",
];

/// Maximum length of a mutant, in bytes: one twice as large as the largest reader accepts would be refused for its size
/// alone.
const LONGEST: usize = 1 << 18;

/// A mutant of `seed`; `other` lends parts of itself.
pub fn mutant(seed: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        once(&mut bytes, other, rng);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn once(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    match rng.below(9) {
        0 => flip(bytes, rng),
        1 => drop(bytes.drain(span(bytes.len(), 64, rng))),
        2 => {
            let word = *rng.pick(&WORDS).expect("there are words");
            insert(bytes, at, word.as_bytes());
        }
        3 => {
            let copy = bytes[span(bytes.len(), 256, rng)].to_vec();
            insert(bytes, at, &copy);
        }
        4 => {
            let part = other[span(other.len(), 512, rng)].to_vec();
            insert(bytes, at, &part);
        }
        5 => bytes.truncate(at),
        6 => exchange_lines(bytes, rng),
        7 => {
            let byte = u8::try_from(rng.below(256)).expect("below 256");
            let run = vec![byte; 1 << rng.below(12)];
            insert(bytes, at, &run);
        }
        8 => number(bytes, rng),
        kind => unreachable!("mutation {kind}"),
    }
}

fn flip(bytes: &mut [u8], rng: &mut Rng) {
    if !bytes.is_empty() {
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
    }
}

/// A random range of at most `most` bytes.
fn span(length: usize, most: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let from = rng.below(length + 1);
    from..length.min(from + rng.below(most))
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    drop(bytes.splice(at..at, part.iter().copied()));
}

fn exchange_lines(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.len() > 1 {
        let (one, two) = (rng.below(lines.len()), rng.below(lines.len()));
        lines.swap(one, two);
        *bytes = lines.concat();
    }
}

fn number(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let digit = |at: &usize| bytes[*at].is_ascii_digit();
    let starts: Vec<usize> = (0..bytes.len()).filter(digit).collect();
    let Some(from) = rng.pick(&starts).copied() else { return };
    let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = ["0", "7", "255", "65536", "4294967296", "9999999999999999999999"];
    let value = *rng.pick(&value).expect("there are numbers");
    drop(bytes.splice(from..from + length, value.bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_differ_and_follow_from_their_seed() {
        let mutants = |seed| -> Vec<Vec<u8>> {
            let mut rng = Rng::new(seed);
            (0..200).map(|_| mutant(b"phase: 7\nseat: rome\n", b"orders: []\n", &mut rng)).collect()
        };
        let first = mutants(1);
        assert_eq!(first, mutants(1));
        let other =
            first.iter().filter(|bytes| bytes.as_slice() != b"phase: 7\nseat: rome\n").count();
        assert!(other > 150, "only {other} of 200 differ");
    }
}
