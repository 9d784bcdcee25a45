//! Hundreds of letters that something went wrong with on the way: whatever comes, nothing panics, work stays bounded, and
//! only the very bytes that were signed are ever found.

use crate::{Keys, Message, Request, bounce, search, search::TRIES_MAX, sender, subject};
use record::{Namespace, PrivateKey, PublicKey, SignedText, parcel};

/// The number of letters, unless `TABELLA_LETTERS` sets another.
const LETTERS: usize = 700;
const ORDERS: &str = "# Order form of rome in zama.\ntabella: 1\ngame: zama\nphase: 1\nseat: rome\nafter: 5d41\nrevision: 1\n\
    final: true\nsalt: yv66vt6tvu8QIzJURnaIlA==\norders:\n  move: [d4, d5]\n";

struct Known(PublicKey);

impl Keys for Known {
    fn known(&self, key: &PublicKey) -> bool {
        *key == self.0
    }
}

/// Numbers that come out the same in every run (xorshift64).
struct Rng(u64);

impl Rng {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }
}

/// The same orders in the shapes that mail programs give them.
fn letters(key: &PrivateKey) -> Vec<Vec<u8>> {
    let signature = key.sign(Namespace::Orders, ORDERS.as_bytes());
    let text = String::from_utf8(SignedText::join(ORDERS.as_bytes(), &signature)).unwrap();
    let wrapped = parcel::wrap(text.as_bytes());
    let head = "From: a@example.org\nTo: r@example.org\nSubject: Re: [zama] x\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n";
    let plain = |body: &str| format!("{head}Content-Type: text/plain; charset=utf-8\n\n{body}");
    let html: String =
        text.lines().map(|line| format!("<div>{line}</div>\n")).collect::<Vec<_>>().concat();
    let quoted: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
    let part = |name: &str, body: &str| {
        format!(
            "--b\nContent-Type: text/yaml; name={name}\nContent-Disposition: attachment; filename={name}\n\n{body}\n"
        )
    };
    let mixed = format!(
        "{head}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nHello.\n{}{}--b--\n",
        part("rome.yaml", ORDERS),
        part("rome.yaml.sig", &signature)
    );
    let report = format!(
        "From: MAILER-DAEMON@mx\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\
         --b\nContent-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n\n{}--b--\n",
        part("x", "Message-ID: <zama.0.rome.5d41@tabella.invalid>")
    );
    let all = [
        plain(&text),
        plain(&format!("Hello,\n\n{wrapped}\nYours\n")),
        plain(&quoted.join("\n")),
        format!("{head}Content-Type: text/html\n\n<html><body>{html}</body></html>"),
        mixed,
        report,
        plain("message carthage\nShall we talk?\n"),
    ];
    all.into_iter().map(|letter| letter.replace('\n', "\r\n").into_bytes()).collect()
}

/// Spoils a letter in a few random ways.
fn spoil(letter: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        if letter.is_empty() {
            return;
        }
        let at = rng.below(letter.len());
        match rng.below(7) {
            0 => letter[at] = u8::try_from(rng.below(256)).unwrap(),
            1 => letter.truncate(at),
            2 => drop(letter.remove(at)),
            3 => letter.insert(at, b"\n\r =<>-\0"[rng.below(8)]),
            4 => letter.extend_from_within(at..),
            5 => drop(letter.splice(at..at, other.iter().copied())),
            _ => letter[at..].reverse(),
        }
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a long run says how many letters")]
fn spoilt_letters_forge_nothing_and_cost_little() {
    let key = PrivateKey::generate(&[7; 32], "rome");
    let known = Known(key.public().clone());
    let letters = letters(&key);
    let count = std::env::var("TABELLA_LETTERS").map_or(LETTERS, |count| count.parse().unwrap());
    let mut rng = Rng(20_310_301);
    let (mut found, mut asked) = (0, 0);
    for number in 0..count {
        let shape = number % letters.len();
        let other = &letters[rng.below(7)];
        let mut letter = letters[shape].clone();
        spoil(&mut letter, other, &mut rng);
        let message = Message::read(&letter);
        let search = search(&message, &known);
        assert!(search.tries <= TRIES_MAX, "letter {number}");
        for one in &search.found {
            assert_eq!(one.bytes, ORDERS.as_bytes(), "letter {number} forges orders");
        }
        found += usize::from(!search.found.is_empty());
        let (_, _) = (sender::machine(&message), sender::robot(&message));
        let names = subject::Names { games: &["zama"], seats: &["rome"] };
        let request = subject::request(&message, names).map(|asked| asked.request);
        asked += usize::from(matches!(request, Some(Request::Message { .. })));
        if let Some(bounce) = bounce::read(&letter) {
            assert!(
                bounce.ids.iter().all(|id| id.ends_with("@tabella.invalid>")),
                "letter {number}"
            );
        }
    }
    assert!(found > count / 10 && asked > count / 100, "{found} with orders, {asked} with words");
}
