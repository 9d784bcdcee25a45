//! Tests of mistakes and fraud with committed dice.

use super::*;

fn secrets(length: u32) -> Secrets {
    Secrets::draw([7; 32], [9; 32], length).unwrap()
}

#[test]
fn every_link_opens_the_one_below_it() {
    let secrets = secrets(5000);
    let mut published = secrets.commitment().commitment;
    for phase in 1..=5000 {
        let link = secrets.secret(phase).unwrap();
        assert!(link.opens(&published), "phase {phase}");
        published = link.as_published();
        assert!(!link.opens(&published), "phase {phase}");
    }
    assert_eq!(published, Digest::from_bytes([7; 32]));
    assert_eq!(secrets.check(&secrets.commitment()), Ok(()));
}

#[test]
fn chains_whose_length_falls_beside_a_checkpoint() {
    for length in [1, 2, 1023, 1024, 1025, 2048, 2049] {
        let secrets = secrets(length);
        let bottom =
            (0..length).fold(Digest::from_bytes([7; 32]), |link, _| Digest::of(link.bytes()));
        assert_eq!(secrets.commitment().commitment, bottom, "length {length}");
        assert_eq!(secrets.secret(length).unwrap().bytes(), &[7; 32], "length {length}");
        assert_eq!(secrets.secret(0).unwrap().as_published(), bottom);
        assert!(secrets.secret(1).unwrap().opens(&bottom));
    }
}

#[test]
fn a_phase_after_the_last_secret() {
    assert_eq!(secrets(3).secret(4), Err(SecretFault::PastTheEnd { phase: 4, length: 3 }));
    assert_eq!(Secrets::draw([7; 32], [9; 32], 0), Err(SecretFault::NoLinks));
}

#[test]
fn a_secret_that_leaks_through_a_debug_line() {
    let secrets = secrets(3);
    let hidden = hidden_seed(secrets.hidden(), "zama-2026", 1, &Seed::start(Digest::of(b"start")));
    let shown = format!("{secrets:?} {:?} {hidden:?}", secrets.secret(2).unwrap());
    assert!(
        !shown.contains("07")
            && !shown.contains("09")
            && !shown.contains(", 7")
            && !shown.contains(", 9"),
        "{shown}"
    );
    assert!(!shown.contains(&secrets.secret(2).unwrap().reveal()));
}

#[test]
fn the_file_comes_back_and_a_cut_one_is_refused() {
    let secrets = secrets(1500);
    let text = serde_json::to_string(&secrets).unwrap();
    assert_eq!(serde_json::from_str::<Secrets>(&text).unwrap(), secrets);
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["checkpoints"].as_array_mut().unwrap().pop();
    let fault = serde_json::from_value::<Secrets>(file).unwrap_err().to_string();
    assert!(fault.contains("3 checkpoints, not 2"), "{fault}");
}

#[test]
fn a_file_whose_secrets_were_exchanged() {
    let honest = secrets(1500);
    let mut mixed = honest.clone();
    mixed.checkpoints[1] = Secret([1; 32]);
    assert_eq!(mixed.check(&honest.commitment()), Err(SecretFault::Broken));
    let other = Secrets::draw([8; 32], [9; 32], 1500).unwrap();
    assert_eq!(other.check(&honest.commitment()), Err(SecretFault::OtherCommitment));
    let other = Secrets::draw([7; 32], [8; 32], 1500).unwrap();
    assert_eq!(other.check(&honest.commitment()), Err(SecretFault::OtherCommitment));
}

/// Everything that enters a seed changes it: what could be left out could be varied unseen.
#[test]
fn anything_that_could_be_varied_without_changing_the_dice() {
    let (a, b) = (Digest::of(b"a"), Digest::of(b"b"));
    let (s, t) = (Secret([1; 32]), Secret([2; 32]));
    let start = Seed::start(a);
    let seeds = [
        seed(&s, "zama", 1, &start, [("rome", Some(a)), ("carthage", None)]),
        seed(&t, "zama", 1, &start, [("rome", Some(a)), ("carthage", None)]),
        seed(&s, "cannae", 1, &start, [("rome", Some(a)), ("carthage", None)]),
        seed(&s, "zama", 2, &start, [("rome", Some(a)), ("carthage", None)]),
        seed(&s, "zama", 1, &Seed::start(b), [("rome", Some(a)), ("carthage", None)]),
        seed(&s, "zama", 1, &start, [("rome", Some(b)), ("carthage", None)]),
        seed(&s, "zama", 1, &start, [("rome", None), ("carthage", Some(a))]),
        seed(&s, "zama", 1, &start, [("carthage", None), ("rome", Some(a))]),
        seed(&s, "zama", 1, &start, [("rome", Some(a))]),
    ];
    let different: std::collections::BTreeSet<_> = seeds.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), seeds.len());
}

#[test]
fn hidden_rolls_and_salts_that_follow_from_what_is_public() {
    let (h, other) = (Secret([1; 32]), Secret([2; 32]));
    let open = Seed::start(Digest::of(b"a"));
    assert_ne!(hidden_seed(&h, "zama", 1, &open), hidden_seed(&other, "zama", 1, &open));
    assert_ne!(hidden_seed(&h, "zama", 1, &open).bytes(), open.bytes());
    assert_ne!(salt(&h, "zama", 1, "hidden.yaml"), salt(&other, "zama", 1, "hidden.yaml"));
    assert_ne!(salt(&h, "zama", 1, "hidden.yaml"), salt(&h, "zama", 1, "report-rome.md"));
    assert_ne!(salt(&h, "zama", 1, "hidden.yaml"), salt(&h, "zama", 2, "hidden.yaml"));
}

#[test]
#[should_panic(expected = "no line of a seed text holds a line feed")]
fn a_game_id_that_smuggles_in_a_second_line() {
    seed(&Secret([1; 32]), "zama\n2", 1, &Seed::start(Digest::of(b"a")), []);
}
