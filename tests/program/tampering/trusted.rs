//! Tests of records that are trusted, and of the proofs after them.

use super::papers::{Papers, sums_path};
use super::{RECORDS, papers, told};
use record::sums::record_name;
use record::{Digest, PrivateKey};
use tabella::verify::{Expected, Proof, Trust, Verdict, verify};

fn behind(papers: &Papers, from: Trust) -> Verdict {
    verify(papers, Expected { from: Some(from), ..Expected::default() })
}

fn file(number: u32, name: &str) -> String {
    format!("turns/{}/{name}", record_name(number))
}

#[test]
fn behind_each_record_the_rest_is_proved_as_it_is_in_the_whole() {
    let papers = papers();
    let whole = papers.verify();
    for trusted in 0..=RECORDS {
        let verdict = behind(&papers, Trust::Record(trusted));
        assert!(verdict.holds(), "{}", told(&verdict));
        let looked_at = RECORDS - trusted;
        assert_eq!(
            (verdict.sealed, verdict.replayed, verdict.folded),
            (looked_at, looked_at, looked_at),
            "after record {trusted}: {:?}",
            verdict.notes
        );
        assert_eq!((verdict.start, verdict.head), (whole.start, whole.head));
        assert_eq!((&verdict.next, &verdict.outcome), (&whole.next, &whole.outcome));
        assert_eq!(Proof::of(&verdict), Proof::ProvenBehind { trusted, record: RECORDS });
        assert!(!Proof::of(&verdict).whole(), "what was not looked at is not proved");
        let head = Digest::of(papers.bytes(&sums_path(trusted)));
        assert_eq!(behind(&papers, Trust::Head(head)), verdict);
        assert!(verdict.notes[0].0.ends_with(&format!("the head is {head}")), "{verdict:?}");
    }
}

#[test]
fn behind_what_is_trusted_every_byte_counts_and_before_it_what_later_records_stand_on() {
    let good = papers();
    for number in 0..=RECORDS {
        for name in ["state.yaml", "turn.yaml", "SHA256SUMS"] {
            let mut papers = good.clone();
            let mut bytes = papers.bytes(&file(number, name)).to_vec();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            papers.put(&file(number, name), bytes);
            let verdict = behind(&papers, Trust::Record(2));
            let trusted = number < 2 && name == "state.yaml";
            assert_eq!(verdict.holds(), trusted, "{number} {name}: {}", told(&verdict));
            let folder = file(number, "");
            // The list that follows names the one before.
            let after = sums_path(number + 1);
            if let Some(first) = verdict.findings.first() {
                let path = &first.path;
                assert!(path.starts_with(&folder) || *path == after || number == 0, "{first}");
            }
        }
    }
}

#[test]
fn records_that_another_key_sealed_are_found_behind_what_is_trusted() {
    let mut papers = papers();
    papers.seal_anew(3, &PrivateKey::generate(&[7; 32], "another"));
    let verdict = behind(&papers, Trust::Record(2));
    let seals: Vec<_> = verdict.findings.iter().filter(|one| one.code == "V-seal").collect();
    assert_eq!(seals.len(), 2, "{}", told(&verdict));
}

#[test]
fn what_is_not_there_cannot_be_trusted() {
    let papers = papers();
    for (from, code) in [
        (Trust::Record(RECORDS + 1), "V-missing"),
        (Trust::Head(Digest::of(b"another history")), "V-head"),
    ] {
        let verdict = behind(&papers, from);
        let codes: Vec<_> = verdict.findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [code]);
        assert_eq!((verdict.trusted, verdict.replayed), (None, RECORDS + 1), "all is looked at");
    }
}
