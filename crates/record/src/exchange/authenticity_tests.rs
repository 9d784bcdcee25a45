use super::super::{Envelope, compose};
use super::*;
use crate::{Digest, PrivateKey};

struct Table {
    rome: PrivateKey,
    carthage: PrivateKey,
    signers: Signers,
    text: String,
}

fn table() -> Table {
    let [rome, carthage, referee] = [1, 2, 3].map(|seed| PrivateKey::generate(&[seed; 32], ""));
    let seats = [("rome", &rome), ("carthage", &carthage)]
        .map(|(name, key)| (name.to_owned(), key.public().clone()));
    let signers = Signers::new(seats.to_vec(), referee.public().clone()).unwrap();
    let seat = Seat::new("rome");
    let envelope = Envelope {
        game: "zama",
        phase: 1,
        seat: &seat,
        after: Digest::of(b""),
        revision: 1,
        final_: true,
        salt: Some(*b"yrgc!vmq0zxk7dwa"),
        comments: &[],
    };
    let text = compose(&envelope, "orders: [advance]");
    Table { rome, carthage, signers, text }
}

impl Table {
    fn pasted(&self) -> String {
        format!("{}...\n{}", self.text, self.rome.sign(Namespace::Orders, self.text.as_bytes()))
    }

    fn wrong(&self, text: &str, armored: Option<&str>) -> (&'static str, String) {
        let mut complaints =
            receive(text.as_bytes(), armored.map(str::as_bytes), &self.signers).unwrap_err().0;
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        let complaint = complaints.remove(0);
        (complaint.code, format!("{}; {}", complaint.message, complaint.fix.unwrap()))
    }
}

#[test]
fn beside_the_text_or_at_its_end() {
    let table = table();
    let armored = table.rome.sign(Namespace::Orders, table.text.as_bytes());
    let beside = receive(table.text.as_bytes(), Some(armored.as_bytes()), &table.signers).unwrap();
    let pasted = receive(table.pasted().as_bytes(), None, &table.signers).unwrap();
    assert_eq!(beside, pasted);
    assert_eq!((beside.bytes, beside.armored), (table.text.clone().into_bytes(), armored));
    assert_eq!(pasted.file.digest, Digest::of(table.text.as_bytes()));
}

#[test]
fn mail_turned_line_ends_into_crlf() {
    let table = table();
    let received =
        receive(table.pasted().replace('\n', "\r\n").as_bytes(), None, &table.signers).unwrap();
    assert_eq!(received.bytes, table.text.as_bytes());
    assert_eq!(
        received.file.digest,
        Digest::of(table.text.as_bytes()),
        "the digest is of what was signed"
    );
    assert!(!received.armored.contains('\r'));
}

#[test]
fn a_windows_author_signed_crlf() {
    let table = table();
    let text = table.text.replace('\n', "\r\n");
    let armored = table.rome.sign(Namespace::Orders, text.as_bytes());
    let received = receive(text.as_bytes(), Some(armored.as_bytes()), &table.signers).unwrap();
    assert_eq!(received.bytes, text.as_bytes());
}

#[test]
fn unsigned_is_told_beside_everything_else() {
    let table = table();
    let (code, text) = table.wrong(&table.text, None);
    assert_eq!(code, "E-unsigned");
    assert!(text.contains("ssh-keygen -Y sign -n tabella-orders -f"), "{text}");
    let broken = table.text.replace("final: true", "final: maybe");
    let codes: Vec<_> = receive(broken.as_bytes(), None, &table.signers)
        .unwrap_err()
        .0
        .iter()
        .map(|it| it.code)
        .collect();
    assert_eq!(codes, ["E-type", "E-unsigned"]);
}

#[test]
fn keys_that_are_not_the_seats_own() {
    let table = table();
    let armored = table.carthage.sign(Namespace::Orders, table.text.as_bytes());
    let (code, text) = table.wrong(&table.text, Some(&armored));
    assert_eq!(code, "E-key-other");
    assert!(text.contains("the key of carthage") && text.contains("rome.yaml"), "{text}");
    assert!(text.contains(&table.rome.public().fingerprint()), "{text}");
    let stranger = PrivateKey::generate(&[9; 32], "");
    let (code, text) =
        table.wrong(&table.text, Some(&stranger.sign(Namespace::Orders, table.text.as_bytes())));
    assert_eq!(code, "E-key-unknown");
    assert!(text.contains(&stranger.public().fingerprint()), "{text}");
    let (code, text) = table.wrong(&table.text.replace("seat: rome", "seat: gaul"), Some(&armored));
    assert_eq!(code, "E-seat");
    assert!(text.ends_with("the seats are: rome, carthage"), "{text}");
}

#[test]
fn signed_for_something_else() {
    let table = table();
    let (code, text) =
        table.wrong(&table.text, Some(&table.rome.sign(Namespace::Change, table.text.as_bytes())));
    assert_eq!(code, "E-namespace");
    assert!(text.contains("`tabella-change`") && text.contains("-n tabella-orders"), "{text}");
}

#[test]
fn changed_after_signing() {
    let table = table();
    let armored = table.rome.sign(Namespace::Orders, table.text.as_bytes());
    let changed = table.text.replace("advance", "retreat");
    let (code, text) = table.wrong(&changed, Some(&armored));
    assert_eq!(code, "E-signature");
    assert!(
        text.contains("ssh-keygen -Y verify -f allowed_signers -I rome -n tabella-orders"),
        "{text}"
    );
    let wide: Vec<u16> = std::iter::once(0xfeff).chain(table.text.encode_utf16()).collect();
    let wide: Vec<u8> = wide.into_iter().flat_map(u16::to_le_bytes).collect();
    let armored = table.rome.sign(Namespace::Orders, &wide);
    let (code, text) = table.wrong(&table.text, Some(&armored));
    assert_eq!(code, "E-signature");
    assert!(text.contains("in UTF-16"), "{text}");
}

#[test]
fn blocks_that_are_torn_or_misplaced() {
    let table = table();
    let pasted = table.pasted();
    let cut = pasted.split("-----END").next().unwrap();
    assert_eq!(table.wrong(cut, None).0, "E-armor");
    assert_eq!(table.wrong(&pasted.replace("\n...\n", "\n"), None).0, "E-armor");
    assert_eq!(table.wrong(&table.text, Some("no signature")).0, "E-armor");
    assert_eq!(table.wrong(&table.text, Some("")).0, "E-armor");
}

#[test]
fn what_no_signature_could_make_fit_is_read_no_further() {
    let text = "x".repeat(LIMIT + SIGNATURE_LIMIT + 1);
    assert_eq!(table().wrong(&text, None).0, "E-size");
}

#[test]
fn the_limit_is_of_the_signed_bytes() {
    let table = table();
    let filled = format!("{}# {}\n", table.text, "x".repeat(LIMIT - table.text.len() - 3));
    assert_eq!(filled.len(), LIMIT);
    for (text, fits) in
        [(filled.clone(), true), (filled.clone() + "\n", false), (filled.repeat(200), false)]
    {
        let armored = table.rome.sign(Namespace::Orders, text.as_bytes());
        let result = receive(format!("{text}...\n{armored}").as_bytes(), None, &table.signers);
        match result {
            Ok(received) => assert!(fits && received.bytes.len() == LIMIT),
            Err(complaints) => assert!(!fits && complaints.0[0].code == "E-size", "{complaints:?}"),
        }
    }
}
