//! Tests of sealed files in the inbox, compared with what counted and with what the referee answered.

use super::super::file_source::Unread;
use super::*;
use record::exchange::{Envelope, compose};
use record::{Charter, PrivateKey, SignedText};

/// A key that was drawn once for these tests.
const IDENTITY: &str = "AGE-SECRET-KEY-1C42K79XSEJE4RP33H26Z0YLFPNXS0GKGP792J886A6PJSZQHND8Q0JZ7UU";
const LATE: &str = "it may have come late";

#[derive(Default)]
struct Folder(BTreeMap<String, Vec<u8>>);

impl FileSource for Folder {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let below = self.0.keys().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
        let plain = below.filter(|name| !name.contains('/'));
        Ok(plain.map(|name| Item { name: name.to_owned(), kind: ItemKind::File }).collect())
    }

    fn read(&self, path: &str, _max: usize) -> Result<Vec<u8>, Unread> {
        self.0.get(path).cloned().ok_or(Unread::Missing)
    }
}

fn key(seed: u8) -> PrivateKey {
    PrivateKey::generate(&[seed; 32], "")
}

fn foundation() -> Foundation {
    let zero = "ab".repeat(32);
    let charter = format!(
        "tabella: 2\ngame: zama\ntitle: toy\nrules-revision: 1\nscenario: one\ntempo: brisk\nseats:\n- seat: rome\n  side: rome\n\
         dice:\n  commitment: {zero}\n  hidden: {zero}\n"
    );
    let seats = vec![("rome".to_owned(), key(1).public().clone())];
    Foundation {
        charter: Charter::parse(charter.as_bytes()).unwrap(),
        signers: Signers::new(seats, key(2).public().clone()).unwrap(),
        loaded: None,
        stands: true,
        goes_on: false,
    }
}

fn orders(phase: u32, revision: u32) -> String {
    let envelope = Envelope {
        game: "zama",
        phase,
        seat: &engine::Seat::new("rome"),
        after: Digest::of(b"head"),
        revision,
        final_: true,
        salt: Some(*b"yrgc!vmq0zxk7dwa"),
        comments: &[],
    };
    compose(&envelope, "orders: [advance]")
}

impl Folder {
    /// Puts a text into the inbox of phase 1, signed and sealed; returns its digest there.
    fn send(&mut self, name: &str, text: &str) -> Digest {
        let signed =
            SignedText::join(text.as_bytes(), &key(1).sign(Namespace::Orders, text.as_bytes()));
        let identity: Identity = IDENTITY.parse().unwrap();
        self.put(name, ciphertext::seal(&identity.recipient(), &signed).into_bytes())
    }

    fn put(&mut self, name: &str, bytes: Vec<u8>) -> Digest {
        let digest = Digest::of(&bytes);
        self.0.insert(format!("inbox/0001/{name}"), bytes);
        digest
    }

    fn receipt(&mut self, name: &str, arrived: Digest, digest: Digest, code: Option<&str>) {
        let filed = code.is_none();
        let receipt = Receipt {
            tabella: 1,
            receipt: if filed { Fate::Filed } else { Fate::Refused },
            game: "zama".to_owned(),
            phase: 1,
            seat: "rome".to_owned(),
            after: Digest::of(b"head"),
            revision: filed.then_some(1),
            digest,
            arrived: Some(arrived),
            code: code.map(str::to_owned),
            issued: "2026-11-21T16:38:41Z".parse().unwrap(),
            salt: "00".repeat(16),
        };
        let text = receipt.render().into_bytes();
        let signature = key(2).sign(Namespace::Receipt, &text).into_bytes();
        self.0.insert(format!("receipts/0001/{name}.yaml.sig"), signature);
        self.0.insert(format!("receipts/0001/{name}.yaml"), text);
    }

    fn counted(&mut self, text: Option<&str>) {
        let mut list = Sums::default();
        list.add("turn.yaml", b"");
        if let Some(text) = text {
            list.add("orders/rome.yaml", text.as_bytes());
            self.0.insert("turns/0001/orders/rome.yaml".to_owned(), text.as_bytes().to_vec());
        }
        self.0.insert("turns/0001/SHA256SUMS".to_owned(), list.render().into_bytes());
    }

    /// The number of files that were opened, and all findings and notes.
    fn verified(&self) -> (u32, Vec<String>) {
        let mut verdict = Verdict { sealed: 2, ..Verdict::default() };
        opened(self, &foundation(), &IDENTITY.parse().unwrap(), &mut verdict);
        let found = verdict.findings.iter().map(ToString::to_string);
        let noted = verdict.notes.iter().map(|note| note.0.clone());
        (verdict.inbox, found.chain(noted).collect())
    }
}

#[test]
fn a_receipt_is_held_to_what_it_answers() {
    let text = orders(1, 1);
    let own = Digest::of(text.as_bytes());
    for (digest, code, told) in [
        (own, None, None),
        (own, Some("E-revision"), None),
        (Digest::of(b"other"), None, Some("is not what the referee filed")),
        (own, Some("E-sealed"), Some("it holds orders of rome")),
    ] {
        let mut folder = Folder::default();
        let arrived = folder.send("rome-1.age", &text);
        folder.receipt("one", arrived, digest, code);
        let (opened, all) = folder.verified();
        assert_eq!((opened, all.len()), (1, usize::from(told.is_some())), "{all:?}");
        assert!(told.is_none_or(|told| all[0].contains(told)), "{all:?}");
    }
}

#[test]
fn what_does_not_open_convicts_whoever_said_that_it_was_filed() {
    let mut folder = Folder::default();
    let arrived = folder.put("rome-1.age", b"age-encryption.org/v1\nnothing".to_vec());
    assert_eq!(folder.verified(), (0, Vec::new()));
    folder.receipt("one", arrived, arrived, Some("E-sealed"));
    assert_eq!(folder.verified(), (0, Vec::new()));
    // Of two receipts the one that says more counts, in whichever order they lie there.
    for filed in ["a", "z"] {
        let mut both = Folder(folder.0.clone());
        both.receipt(filed, arrived, arrived, None);
        let (opened, all) = both.verified();
        assert_eq!((opened, all.len()), (0, 1));
        assert!(all[0].contains("it cannot be opened"), "{all:?}");
    }
}

#[test]
fn a_file_without_a_receipt_is_told_of_where_it_would_have_counted() {
    let late = |counted: Option<&str>, text: &str| {
        let mut folder = Folder::default();
        folder.counted(counted);
        folder.send("rome-1.age", text);
        let (opened, all) = folder.verified();
        assert_eq!(opened, 1);
        assert!(all.iter().all(|told| told.contains(LATE)), "{all:?}");
        !all.is_empty()
    };
    let (first, second) = (orders(1, 1), orders(1, 2));
    assert!(late(Some(&first), &second), "a higher revision");
    assert!(late(None, &first), "nothing of the seat counted");
    assert!(!late(Some(&first), &first), "that is what counted");
    assert!(!late(Some(&second), &first), "a lower revision");
    assert!(!late(Some(&first), &orders(2, 2)), "of another phase");
}
