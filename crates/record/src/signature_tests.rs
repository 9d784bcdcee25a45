//! Signatures and keys that must not pass.

use super::super::PrivateKey;
use super::super::private_key::PrivateKeyFault;
use super::*;

const TEXT: &[u8] = b"tabella: 1\nseat: rome\n";

fn key(n: u8) -> PrivateKey {
    PrivateKey::generate(&[n; 32], "")
}

fn signed() -> (PrivateKey, String) {
    (key(1), key(1).sign(Namespace::Orders, TEXT))
}

/// The binary form of keys and signatures: each string with its length before it.
fn wire(fields: &[&[u8]]) -> Vec<u8> {
    let length = |field: &&[u8]| u32::try_from(field.len()).unwrap().to_be_bytes();
    fields.iter().flat_map(|field| [&length(field)[..], field].concat()).collect()
}

/// A public key line of any kind, from the fields of its binary form.
fn line(kind: &str, fields: &[&[u8]]) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    let data = [wire(&[kind.as_bytes()]), wire(fields)].concat();
    format!("{kind} {}", STANDARD.encode(data))
}

#[test]
fn an_honest_signature_holds() {
    let (key, signature) = signed();
    assert_eq!(verify(key.public(), Namespace::Orders, TEXT, &signature), Ok(()));
    assert_eq!(signer(&signature).as_ref(), Some(key.public()));
}

#[test]
fn a_text_changed_by_one_bit_or_one_line_end() {
    let (key, signature) = signed();
    for i in 0..TEXT.len() {
        let mut text = TEXT.to_vec();
        text[i] ^= 1;
        assert_eq!(
            verify(key.public(), Namespace::Orders, &text, &signature),
            Err(SignatureFault::Bad)
        );
    }
    for text in [&TEXT[..TEXT.len() - 1], b"tabella: 1\r\nseat: rome\r\n", b""] {
        assert_eq!(
            verify(key.public(), Namespace::Orders, text, &signature),
            Err(SignatureFault::Bad)
        );
    }
}

#[test]
fn a_signature_by_another_player() {
    let (_, signature) = signed();
    let fault = SignatureFault::WrongKey { signer: key(1).public().fingerprint() };
    assert_eq!(verify(key(2).public(), Namespace::Orders, TEXT, &signature), Err(fault));
}

#[test]
fn a_signature_given_for_another_purpose() {
    let (key, signature) = signed();
    let fault = SignatureFault::WrongNamespace {
        expected: Namespace::Record,
        found: "tabella-orders".into(),
    };
    assert_eq!(verify(key.public(), Namespace::Record, TEXT, &signature), Err(fault));
}

#[test]
fn a_block_with_any_character_changed() {
    let (key, signature) = signed();
    for i in 0..signature.len() - 1 {
        let mut bytes = signature.clone().into_bytes();
        bytes[i] = if bytes[i] == b'A' { b'B' } else { b'A' };
        let text = String::from_utf8(bytes).unwrap();
        assert!(verify(key.public(), Namespace::Orders, TEXT, &text).is_err(), "character {i}");
    }
}

#[test]
fn a_block_cut_off_anywhere_or_padded() {
    let (key, signature) = signed();
    let bytes = armor::open(&signature).unwrap();
    for length in 0..bytes.len() {
        let fault = verify(key.public(), Namespace::Orders, TEXT, &armor::close(&bytes[..length]));
        assert!(
            matches!(fault, Err(SignatureFault::Malformed | SignatureFault::NotArmored)),
            "{length}"
        );
    }
    for more in [&b"\0"[..], b"more"] {
        let fault = verify(
            key.public(),
            Namespace::Orders,
            TEXT,
            &armor::close(&[&bytes[..], more].concat()),
        );
        assert_eq!(fault, Err(SignatureFault::Malformed));
    }
    assert_eq!(verify(key.public(), Namespace::Orders, TEXT, ""), Err(SignatureFault::NotArmored));
}

#[test]
fn a_block_that_promises_more_than_memory() {
    let (key, signature) = signed();
    let bytes = armor::open(&signature).unwrap();
    for at in 0..bytes.len() - 4 {
        let mut huge = bytes.clone();
        huge[at..at + 4].copy_from_slice(&[0xff; 4]);
        assert!(
            verify(key.public(), Namespace::Orders, TEXT, &armor::close(&huge)).is_err(),
            "offset {at}"
        );
    }
}

/// `ssh-keygen` leaves the reserved field out of what it checks, so a signature over one would split opinions.
#[test]
fn a_signature_that_only_we_would_take() {
    let (key, signature) = signed();
    let mut bytes = armor::open(&signature).unwrap();
    let namespace = b"tabella-orders";
    let at = bytes.windows(namespace.len()).position(|w| w == namespace).unwrap() + namespace.len();
    assert_eq!(bytes[at..at + 4], [0; 4]);
    bytes[at + 3] = 1;
    bytes.insert(at + 4, b'x');
    assert_eq!(
        verify(key.public(), Namespace::Orders, TEXT, &armor::close(&bytes)),
        Err(SignatureFault::Malformed)
    );
}

#[test]
fn a_version_that_does_not_exist() {
    let (key, signature) = signed();
    let bytes = armor::open(&signature).unwrap();
    for version in [0, 2] {
        let mut other = bytes.clone();
        other[9] = version;
        assert_eq!(
            verify(key.public(), Namespace::Orders, TEXT, &armor::close(&other)),
            Err(SignatureFault::Malformed)
        );
    }
}

#[test]
fn a_key_with_a_comment_options_or_company() {
    let plain = key(1).public().to_string();
    for text in [plain.clone(), format!("{plain}\n"), format!("{plain} me@home * \u{202e}\r\n")] {
        assert_eq!(PublicKey::parse(&text).unwrap().to_string(), plain);
    }
    for text in [
        format!("{plain}\n{plain}\n"),
        format!("cert-authority {plain}"),
        format!("rome {plain}"),
        format!("# comment\n{plain}"),
        plain.replacen(' ', "  ", 1),
        plain.replacen(' ', "\t", 1),
        format!(" {plain}"),
        plain[..plain.len() - 4].to_owned(),
        plain.replacen("ssh-ed25519", "ecdsa-sha2-nistp256", 1),
        "ssh-ed25519".into(),
        String::new(),
    ] {
        assert_eq!(PublicKey::parse(&text), Err(PublicKeyFault::Form), "{text:?}");
    }
}

#[test]
fn a_weak_key_that_signs_anything() {
    // The points of low order, in their usual encodings (the neutral element, order 2, order 4, order 8).
    let order8 = [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67,
        0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac,
        0x03, 0x7a,
    ];
    let neutral = std::array::from_fn::<u8, 32, _>(|i| u8::from(i == 0));
    let mut order2 = [0xff; 32];
    (order2[0], order2[31]) = (0xec, 0x7f);
    for point in [neutral, order2, [0; 32], order8] {
        assert_eq!(PublicKey::parse(&line("ssh-ed25519", &[&point])), Err(PublicKeyFault::Weak));
        let hardware = line("sk-ssh-ed25519@openssh.com", &[&point, b"ssh:"]);
        assert_eq!(PublicKey::parse(&hardware), Err(PublicKeyFault::Weak));
    }
}

#[test]
fn a_key_that_is_no_point_of_its_curve() {
    let mut off = [0; 65];
    off[0] = 4;
    off[64] = 1;
    assert_eq!(
        PublicKey::parse(&line("ecdsa-sha2-nistp256", &[b"nistp256", &off])),
        Err(PublicKeyFault::Form)
    );
    let mut off = [0; 32];
    off[0] = 2;
    assert_eq!(PublicKey::parse(&line("ssh-ed25519", &[&off])), Err(PublicKeyFault::Form));
}

#[test]
fn kinds_of_key_that_are_not_taken() {
    for kind in [
        "ssh-dss",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "ssh-ed25519-cert-v01@openssh.com",
    ] {
        let fault = PublicKeyFault::Unsupported(kind.into());
        assert_eq!(PublicKey::parse(&line(kind, &[&[0; 32]])), Err(fault));
    }
    assert!(PublicKey::parse(&line("ssh-ed448", &[&[1; 57]])).is_err());
    let rsa = line("ssh-rsa", &[&[1, 0, 1], &[0x7f; 128]]);
    assert!(PublicKey::parse(&rsa).is_err());
}

#[test]
fn a_private_key_handed_in_as_a_public_one_and_the_reverse() {
    let key = key(1);
    assert_eq!(PublicKey::parse(&key.to_openssh()), Err(PublicKeyFault::Private));
    assert_eq!(PrivateKey::parse(&key.public_line()).unwrap_err(), PrivateKeyFault::Public);
}

#[test]
fn a_private_key_comes_back_with_its_comment() {
    let key = PrivateKey::generate(&[5; 32], "rome@zama");
    assert!(key.public_line().ends_with(" rome@zama\n"));
    for text in [key.to_openssh(), key.to_openssh().replace('\n', "\r\n")] {
        let again = PrivateKey::parse(&text).unwrap();
        assert_eq!((again.public(), again.comment()), (key.public(), "rome@zama"));
        assert_eq!(again.sign(Namespace::Record, TEXT), key.sign(Namespace::Record, TEXT));
    }
}

#[test]
fn a_private_key_file_that_is_none_or_damaged() {
    let text = key(1).to_openssh();
    for bad in [
        "",
        "hello",
        "-----BEGIN OPENSSH PRIVATE KEY-----\n",
        &text[..text.len() / 2],
        &text.replacen("b3Bl", "b3Bm", 1),
    ] {
        assert_eq!(PrivateKey::parse(bad).unwrap_err(), PrivateKeyFault::Form, "{bad:?}");
    }
    for label in ["RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY"] {
        let pem = format!("-----BEGIN {label}-----\nAAAA\n-----END {label}-----\n");
        assert!(matches!(PrivateKey::parse(&pem), Err(PrivateKeyFault::Unsupported(_))), "{label}");
    }
    let encrypted =
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    assert_eq!(PrivateKey::parse(encrypted).unwrap_err(), PrivateKeyFault::Encrypted);
}

/// One ECDSA key in five hundred: made by `ssh-keygen` until its number had 31 bytes.
#[test]
fn an_ecdsa_key_with_a_short_number_is_left_to_ssh_keygen() {
    let text = "\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAaAAAABNlY2RzYS
1zaGEyLW5pc3RwMjU2AAAACG5pc3RwMjU2AAAAQQQvoxRgoAIUd7mrfro2LmvtRrHso2/p
CMJ5t0ZHW9O4wEgZKn63eKN3gZOg9W494XBTni7ry2ljWILC3uNNC6MBAAAAoIYrRnmGK0
Z5AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBC+jFGCgAhR3uat+
ujYua+1Gseyjb+kIwnm3Rkdb07jASBkqfrd4o3eBk6D1bj3hcFOeLuvLaWNYgsLe400Low
EAAAAfDBYbnx+6pxkcKQG/lhMvzGzicjdzcKwQa3G4i4ZpIAAAAAR0ZXN0AQIDBAU=
-----END OPENSSH PRIVATE KEY-----
";
    let fault = PrivateKey::parse(text).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "the program cannot sign with this ECDSA key: use `ssh-keygen -Y sign`"
    );
    let cut = text.replacen("AAAA", "AAA", 1);
    assert_eq!(PrivateKey::parse(&cut).unwrap_err(), PrivateKeyFault::Form);
}

#[test]
fn a_private_key_that_leaks_through_a_debug_line() {
    let key = key(1);
    assert_eq!(format!("{key:?}"), format!("PrivateKey({})", key.public().fingerprint()));
}

#[test]
fn a_signature_of_another_kind_than_its_key() {
    let (key, signature) = signed();
    let bytes = armor::open(&signature).unwrap();
    // The last string is the signature: its kind and 64 bytes.
    let (before, last) =
        bytes.split_at(bytes.len() - wire(&[&wire(&[b"ssh-ed25519", &[0; 64]])]).len());
    assert_eq!(last[4..], *wire(&[b"ssh-ed25519", &last[last.len() - 64..]]));
    let other = wire(&[&wire(&[b"rsa-sha2-512", &[1; 64]])]);
    let armored = armor::close(&[before, &other].concat());
    assert_eq!(signer(&armored).as_ref(), Some(key.public()));
    let fault = verify(key.public(), Namespace::Orders, TEXT, &armored);
    assert_eq!(fault, Err(SignatureFault::Malformed));
}

#[test]
fn another_spelling_of_a_block_holds_and_is_told() {
    let (key, signature) = signed();
    assert!(usual_spelling(&signature));
    let body: String = signature.lines().filter(|line| !line.starts_with('-')).collect();
    let one_line = format!("{}\n{body}\n{}\n", armor::BEGIN, armor::END);
    assert_eq!(verify(key.public(), Namespace::Orders, TEXT, &one_line), Ok(()));
    assert!(!usual_spelling(&one_line));
    assert!(!usual_spelling("no block"));
}

#[test]
fn the_secret_bytes_of_a_key_are_those_that_it_was_made_from() {
    assert_eq!(key(7).ed25519(), Some([7; 32]));
    let public = key(7).public().ed25519().unwrap();
    let line = line("ssh-ed25519", &[&public]);
    assert_eq!(PublicKey::parse(&line).as_ref(), Ok(key(7).public()));
}

#[cfg(feature = "p256-keys")]
#[test]
fn an_ecdsa_key_signs_and_its_point_is_spelt_whole() {
    use ssh_key::private::{EcdsaKeypair, KeypairData};
    let secret = p256::SecretKey::from_slice(&[7; 32]).unwrap();
    let public = secret.public_key().into();
    let pair = KeypairData::Ecdsa(EcdsaKeypair::NistP256 { public, private: secret.into() });
    let text = ssh_key::PrivateKey::new(pair, "rome").unwrap().to_openssh(LineEnding::LF).unwrap();
    let key = PrivateKey::parse(&text).unwrap();
    let signature = key.sign(Namespace::Orders, TEXT);
    assert_eq!(verify(key.public(), Namespace::Orders, TEXT, &signature), Ok(()));
    assert_eq!((key.ed25519(), key.public().ed25519()), (None, None));
    let point = public.as_bytes();
    let short = [&[2 + (point[64] & 1)], &point[1..33]].concat();
    let spelt =
        |point: &[u8]| PublicKey::parse(&line("ecdsa-sha2-nistp256", &[b"nistp256", point]));
    assert_eq!(spelt(point).as_ref(), Ok(key.public()));
    assert_eq!(spelt(&short), Err(PublicKeyFault::Form));
}

#[cfg(feature = "p256-keys")]
#[test]
fn an_ecdsa_key_on_a_security_key_signs_for_the_place_where_it_was_made() {
    use p256::ecdsa::{Signature, SigningKey, signature::Signer};
    const KIND: &str = "sk-ecdsa-sha2-nistp256@openssh.com";
    let secret = SigningKey::from_slice(&[7; 32]).unwrap();
    let point = secret.verifying_key().to_encoded_point(false);
    let fields = |point: &[u8]| line(KIND, &[b"nistp256", point, b"ssh:"]);
    let key = PublicKey::parse(&fields(point.as_bytes())).unwrap();
    assert_eq!(key.to_string().trim_end(), fields(point.as_bytes()).trim_end());
    let signed = SshSig::signed_data("tabella-orders", HashAlg::Sha512, TEXT).unwrap();
    let armored = |touched: u8, signed: &[u8]| {
        let end = [&[touched][..], &9_u32.to_be_bytes()].concat();
        let (place, text) = (crate::Digest::of(b"ssh:"), crate::Digest::of(signed));
        let signature: Signature = secret.sign(&[place.bytes(), &end[..], text.bytes()].concat());
        let number = |bytes: &[u8]| {
            let bytes: Vec<u8> = bytes.iter().copied().skip_while(|byte| *byte == 0).collect();
            if bytes[0] < 0x80 { bytes } else { [&[0], &bytes[..]].concat() }
        };
        let numbers =
            wire(&[&number(&signature.r().to_bytes()), &number(&signature.s().to_bytes())]);
        let inner = [wire(&[KIND.as_bytes(), &numbers]), end].concat();
        let public = wire(&[KIND.as_bytes(), b"nistp256", point.as_bytes(), b"ssh:"]);
        let rest = wire(&[&public, b"tabella-orders", b"", b"sha512", &inner]);
        armor::close(&[b"SSHSIG\0\0\0\x01", &rest[..]].concat())
    };
    assert_eq!(verify(&key, Namespace::Orders, TEXT, &armored(1, &signed)), Ok(()));
    assert_eq!(
        verify(&key, Namespace::Orders, TEXT, &armored(1, b"another text")),
        Err(SignatureFault::Bad)
    );
    // No point of the curve, and a point in its other spelling.
    assert_eq!(PublicKey::parse(&fields(&[4; 65])), Err(PublicKeyFault::Form));
    assert_eq!(PublicKey::parse(&fields(&point.as_bytes()[..33])), Err(PublicKeyFault::Form));
}

#[cfg(feature = "passphrases")]
#[test]
fn a_key_file_under_a_passphrase_opens_with_no_other() {
    let plain = PrivateKey::generate(&[5; 32], "rome@zama");
    let text = plain.to_openssh_under("ave", &[3; 20]);
    assert_eq!(PrivateKey::parse(&text).unwrap_err(), PrivateKeyFault::Encrypted);
    assert_eq!(PrivateKey::unlock(&text, "vale").unwrap_err(), PrivateKeyFault::Passphrase);
    let opened = PrivateKey::unlock(&text, "ave").unwrap();
    assert_eq!((opened.public(), opened.comment()), (plain.public(), "rome@zama"));
    assert_eq!(opened.ed25519(), Some([5; 32]));
}

#[cfg(feature = "rsa-keys")]
#[test]
fn an_rsa_key_has_2048_bits_and_raises_to_more_than_one() {
    let rsa = |exponent: &[u8], bytes: usize| {
        PublicKey::parse(&line("ssh-rsa", &[exponent, &vec![0x7f; bytes]])).map(drop)
    };
    assert_eq!(rsa(&[1, 0, 1], 256), Ok(()));
    assert_eq!(rsa(&[1, 0, 1], 255), Err(PublicKeyFault::Weak));
    assert_eq!(rsa(&[1], 256), Err(PublicKeyFault::Weak));
}

/// A key of type `ssh-rsa` signs as `rsa-sha2-512`: that is one kind.
#[cfg(feature = "rsa-keys")]
#[test]
fn an_rsa_signature_that_does_not_fit_is_of_its_keys_kind() {
    let public = wire(&[b"ssh-rsa", &[1, 0, 1], &[0x7f; 256]]);
    let key = PublicKey::parse(&line("ssh-rsa", &[&[1, 0, 1], &[0x7f; 256]])).unwrap();
    let signature = wire(&[b"rsa-sha2-512", &[1; 256]]);
    let rest = wire(&[&public, b"tabella-orders", b"", b"sha512", &signature]);
    let armored = armor::close(&[b"SSHSIG\0\0\0\x01", &rest[..]].concat());
    let fault = verify(&key, Namespace::Orders, TEXT, &armored);
    assert_eq!(fault, Err(SignatureFault::Bad));
}
