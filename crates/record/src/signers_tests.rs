//! Lines by which one key could speak for somebody else.

use super::super::PrivateKey;
use super::*;

fn key(n: u8) -> PublicKey {
    PrivateKey::generate(&[n; 32], "").public().clone()
}

fn signers() -> Signers {
    Signers::new(vec![("rome".into(), key(1)), ("carthage".into(), key(2))], key(3)).unwrap()
}

fn fault_line(text: &str) -> usize {
    Signers::parse(text.as_bytes()).unwrap_err().line
}

#[test]
fn the_file_comes_back_byte_for_byte() {
    let text = signers().render();
    let first = format!("rome namespaces=\"tabella-orders,tabella-change\" {}\n", key(1));
    assert!(text.starts_with(&first), "{text}");
    let last = format!(
        "referee namespaces=\"tabella-orders,tabella-change,tabella-record,tabella-receipt\" {}\n",
        key(3)
    );
    assert!(text.ends_with(&last), "{text}");
    assert_eq!(Signers::parse(text.as_bytes()), Ok(signers()));
}

#[test]
fn seats_are_looked_up_by_their_exact_name() {
    let signers = signers();
    assert_eq!(signers.key("carthage"), Some(&key(2)));
    assert_eq!(signers.key("referee"), Some(&key(3)));
    for name in ["Rome", "rome ", "", "*", "rom"] {
        assert_eq!(signers.key(name), None, "{name:?}");
    }
    assert_eq!(signers.seats().map(|(seat, _)| seat).collect::<Vec<_>>(), ["rome", "carthage"]);
}

#[test]
fn patterns_and_lists_that_ssh_keygen_would_obey() {
    let text = signers().render();
    for name in ["*", "ro?e", "!rome", "rome,carthage", "*,!x", "\"rome\""] {
        assert_eq!(fault_line(&text.replacen("rome ", &format!("{name} "), 1)), 1, "{name}");
    }
}

#[test]
fn options_that_ssh_keygen_would_obey() {
    let text = signers().render();
    for option in [
        "cert-authority,namespaces=\"tabella-orders,tabella-change\"",
        "namespaces=\"tabella-orders,tabella-change\",valid-before=\"20300101\"",
        "namespaces=\"tabella-orders\"",
        "namespaces=\"tabella-change,tabella-orders\"",
        "namespaces=\"*\"",
        "NAMESPACES=\"tabella-orders,tabella-change\"",
    ] {
        let other = text.replacen("namespaces=\"tabella-orders,tabella-change\"", option, 1);
        assert_eq!(fault_line(&other), 1, "{option}");
    }
    assert_eq!(
        fault_line(&text.replacen("namespaces=\"tabella-orders,tabella-change\" ", "", 1)),
        1
    );
}

#[test]
fn a_player_whose_line_grants_the_referees_namespaces() {
    let text = signers().render();
    let greedy =
        "carthage namespaces=\"tabella-orders,tabella-change,tabella-record,tabella-receipt\"";
    assert_eq!(
        fault_line(&text.replace("carthage namespaces=\"tabella-orders,tabella-change\"", greedy)),
        2
    );
    assert!(
        !signers().may_sign("rome", Namespace::Record)
            && !signers().may_sign("rome", Namespace::Receipt)
    );
    assert!(
        signers().may_sign("rome", Namespace::Orders)
            && signers().may_sign("rome", Namespace::Change)
    );
    let signature = PrivateKey::generate(&[1; 32], "").sign(Namespace::Record, b"x");
    assert_eq!(signers().verify("rome", Namespace::Record, b"x", &signature), None);
}

#[test]
fn a_signature_is_checked_by_the_key_of_its_seat() {
    let signature = PrivateKey::generate(&[1; 32], "").sign(Namespace::Orders, b"x");
    assert_eq!(signers().verify("rome", Namespace::Orders, b"x", &signature), Some(Ok(())));
    let other = signers().verify("carthage", Namespace::Orders, b"x", &signature);
    assert_eq!(other, Some(Err(SignatureFault::WrongKey { signer: key(1).fingerprint() })));
    assert_eq!(signers().verify("gaul", Namespace::Orders, b"x", &signature), None);
}

#[test]
fn comments_blank_lines_and_other_spellings() {
    let text = signers().render();
    for other in [
        format!("# keys\n{text}"),
        format!("\n{text}"),
        text.replacen('\n', " me@home\n", 1),
        text.replacen('\n', " \n", 1),
        text.replacen(' ', "  ", 1),
        text.replacen(' ', "\t", 1),
        text.replacen('\n', "\r\n", 1),
        format!("\u{feff}{text}"),
    ] {
        assert_eq!(fault_line(&other), 1, "{other:?}");
    }
    assert_eq!(fault_line(&format!("{text}\n")), 4);
    assert_eq!(fault_line(text.trim_end()), 3);
    assert_eq!(fault_line(""), 1);
    assert!(Signers::parse(b"\xff\n").is_err());
}

#[test]
fn a_seat_twice_or_a_referee_missing_or_in_the_middle() {
    let text = signers().render();
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    assert_eq!(fault_line(&[lines[0], lines[0], lines[2]].concat()), 2);
    assert_eq!(fault_line(&[lines[0], lines[1]].concat()), 2);
    assert_eq!(fault_line(&[lines[0], lines[2], lines[1], lines[2]].concat()), 2);
    assert_eq!(fault_line(lines[2]), 0);
}

#[test]
fn one_key_in_two_hands_is_named() {
    assert_eq!(signers().shared(), []);
    let shared = Signers::new(
        vec![("rome".into(), key(1)), ("carthage".into(), key(2)), ("gaul".into(), key(1))],
        key(2),
    )
    .unwrap();
    assert_eq!(
        shared.shared(),
        [(&key(1), vec!["rome", "gaul"]), (&key(2), vec!["carthage", "referee"])]
    );
    assert_eq!(shared.names_of(&key(2)), ["carthage", "referee"]);
}

#[test]
fn keys_that_are_refused_at_registration_are_refused_in_the_file() {
    let text = signers().render();
    let weak = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let fault = Signers::parse(text.replace(&key(2).to_string(), weak).as_bytes()).unwrap_err();
    assert_eq!(fault.line, 2);
    assert!(fault.what.contains("weak"), "{fault}");
}

#[test]
fn keys_that_may_vouch_do_so_all_or_none() {
    let (plain, vouching) = (signers(), signers().vouching());
    let text = vouching.render();
    assert!(
        text.starts_with("rome namespaces=\"tabella-orders,tabella-change,tabella-head\" "),
        "{text}"
    );
    let last = "referee namespaces=\"tabella-orders,tabella-change,tabella-head,tabella-record,tabella-receipt\" ";
    assert!(text.contains(last), "{text}");
    assert_eq!(Signers::parse(text.as_bytes()), Ok(vouching.clone()));
    assert!(vouching.may_vouch() && vouching.may_sign("rome", Namespace::Head));
    assert!(!plain.may_vouch() && !plain.may_sign("rome", Namespace::Head));
    assert!(vouching.with_key("rome", key(4)).may_vouch(), "a change of keys takes nothing away");
    assert_eq!(fault_line(&text.replacen(",tabella-head", "", 1)), 2);
    let second = text.lines().nth(1).unwrap();
    assert_eq!(fault_line(&text.replace(second, &second.replace(",tabella-head", ""))), 2);
}
