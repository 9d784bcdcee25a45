//! Keys and signatures against the real `ssh-keygen`, in both directions.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signer, SigningKey};
use record::{
    Digest, Namespace, PrivateKey, PrivateKeyFault, PublicKey, PublicKeyFault, SignatureFault,
    SignedText, Signers, signature, verify,
};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const TEXT: &str = "tabella: 1\ngame: zama-2026\nseat: rome\n";

fn ssh_keygen(folder: &Path, arguments: &[&str], input: Option<&Path>) -> Output {
    let mut command = Command::new("ssh-keygen");
    command.args(arguments).current_dir(folder);
    if let Some(path) = input {
        command.stdin(File::open(path).unwrap());
    }
    let run = command.output();
    run.unwrap_or_else(|error| {
        panic!("this test needs ssh-keygen (Debian: apt-get install openssh-client): {error}")
    })
}

fn must(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    said
}

/// A folder with a fresh key of this kind in `key` and `key.pub`, and the text in `rome.yaml`.
fn folder_with_key(kind: &[&str], passphrase: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [&["-q", "-N", passphrase, "-C", "rome@zama", "-f", "key", "-t"], kind].concat();
    must(&ssh_keygen(folder.path(), &arguments, None));
    fs::write(folder.path().join("rome.yaml"), TEXT).unwrap();
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

fn public(folder: &TempDir) -> PublicKey {
    PublicKey::parse(&read(folder, "key.pub")).unwrap()
}

fn signed_by_ssh_keygen(folder: &TempDir, namespace: &str) -> String {
    must(&ssh_keygen(
        folder.path(),
        &["-Y", "sign", "-f", "key", "-n", namespace, "rome.yaml"],
        None,
    ));
    let signature = read(folder, "rome.yaml.sig");
    fs::remove_file(folder.path().join("rome.yaml.sig")).unwrap();
    signature
}

/// True if ssh-keygen accepts a signature of the text as `name`'s.
fn ssh_keygen_takes(
    folder: &TempDir,
    name: &str,
    namespace: &str,
    signature: &str,
    text: &str,
) -> bool {
    let text = write(folder, "text", text);
    write(folder, "sig", signature);
    let arguments =
        ["-Y", "verify", "-f", "allowed_signers", "-I", name, "-n", namespace, "-s", "sig"];
    ssh_keygen(folder.path(), &arguments, Some(&text)).status.success()
}

fn register(folder: &TempDir, rome: PublicKey) -> Signers {
    let referee = PrivateKey::generate(&[9; 32], "").public().clone();
    let signers = Signers::new(vec![("rome".into(), rome)], referee).unwrap();
    write(folder, "allowed_signers", &signers.render());
    signers
}

const KINDS: [&[&str]; 2] = [&["ed25519"], &["ecdsa", "-b", "256"]];

#[test]
fn what_ssh_keygen_signs_holds_here() {
    for kind in KINDS {
        let folder = folder_with_key(kind, "");
        let key = public(&folder);
        let signature = signed_by_ssh_keygen(&folder, "tabella-orders");
        assert_eq!(
            verify(&key, Namespace::Orders, TEXT.as_bytes(), &signature),
            Ok(()),
            "{kind:?}"
        );
        let other = verify(&key, Namespace::Orders, b"other", &signature);
        assert_eq!(other, Err(SignatureFault::Bad), "{kind:?}");
        let wrong = signed_by_ssh_keygen(&folder, "tabella-record");
        let fault = verify(&key, Namespace::Orders, TEXT.as_bytes(), &wrong);
        assert!(matches!(fault, Err(SignatureFault::WrongNamespace { .. })), "{kind:?}");
    }
}

#[test]
fn what_is_signed_here_holds_for_ssh_keygen() {
    for kind in KINDS {
        let folder = folder_with_key(kind, "");
        let key = PrivateKey::parse(&read(&folder, "key")).unwrap();
        register(&folder, key.public().clone());
        let signature = key.sign(Namespace::Orders, TEXT.as_bytes());
        assert!(ssh_keygen_takes(&folder, "rome", "tabella-orders", &signature, TEXT), "{kind:?}");
        assert!(
            !ssh_keygen_takes(&folder, "rome", "tabella-orders", &signature, "other"),
            "{kind:?}"
        );
        assert!(
            !ssh_keygen_takes(&folder, "referee", "tabella-orders", &signature, TEXT),
            "{kind:?}"
        );
        let record = key.sign(Namespace::Record, TEXT.as_bytes());
        assert!(!ssh_keygen_takes(&folder, "rome", "tabella-record", &record, TEXT), "{kind:?}");
    }
}

#[test]
fn ed25519_signatures_are_the_same_bytes() {
    let folder = folder_with_key(&["ed25519"], "");
    let key = PrivateKey::parse(&read(&folder, "key")).unwrap();
    for namespace in [Namespace::Orders, Namespace::Change, Namespace::Record, Namespace::Receipt] {
        assert_eq!(
            key.sign(namespace, TEXT.as_bytes()),
            signed_by_ssh_keygen(&folder, namespace.word())
        );
    }
}

#[test]
fn public_lines_and_fingerprints_are_the_same() {
    for kind in KINDS {
        let folder = folder_with_key(kind, "");
        let listed = must(&ssh_keygen(folder.path(), &["-l", "-f", "key.pub"], None));
        assert!(listed.contains(&public(&folder).fingerprint()), "{listed}");
        let key = PrivateKey::parse(&read(&folder, "key")).unwrap();
        assert_eq!(key.public_line(), read(&folder, "key.pub"));
        assert_eq!(key.public(), &public(&folder));
    }
}

#[test]
fn a_key_made_here_serves_ssh_keygen() {
    let folder = tempfile::tempdir().unwrap();
    let key = PrivateKey::generate(&[42; 32], "made@here");
    let path = write(&folder, "key", &key.to_openssh());
    write(&folder, "key.pub", &key.public_line());
    write(&folder, "rome.yaml", TEXT);
    fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    let derived = must(&ssh_keygen(folder.path(), &["-y", "-f", "key"], None));
    assert_eq!(derived, key.public_line());
    let signature = signed_by_ssh_keygen(&folder, "tabella-orders");
    assert_eq!(verify(key.public(), Namespace::Orders, TEXT.as_bytes(), &signature), Ok(()));
}

#[test]
fn a_key_behind_a_passphrase_is_told_from_a_damaged_one() {
    for kind in KINDS {
        let folder = folder_with_key(kind, "rosebud");
        assert_eq!(
            PrivateKey::parse(&read(&folder, "key")).unwrap_err(),
            PrivateKeyFault::Encrypted,
            "{kind:?}"
        );
        assert!(PublicKey::parse(&read(&folder, "key.pub")).is_ok());
    }
}

#[test]
fn kinds_that_only_ssh_keygen_can_sign_with_are_named() {
    let folder = folder_with_key(&["ecdsa", "-b", "384"], "");
    let fault = PrivateKey::parse(&read(&folder, "key")).unwrap_err();
    assert_eq!(fault, PrivateKeyFault::Unsupported("a key of type ecdsa-sha2-nistp384".into()));
    let fault = PublicKey::parse(&read(&folder, "key.pub")).unwrap_err();
    assert_eq!(fault, PublicKeyFault::Unsupported("ecdsa-sha2-nistp384".into()));
    let folder = folder_with_key(&["rsa", "-b", "2048"], "");
    let fault = PrivateKey::parse(&read(&folder, "key")).unwrap_err();
    assert_eq!(fault, PrivateKeyFault::Unsupported("a key of type ssh-rsa".into()));
}

#[test]
fn rsa_keys_are_taken_only_where_they_are_built_in() {
    let folder = folder_with_key(&["rsa", "-b", "2048"], "");
    let parsed = PublicKey::parse(&read(&folder, "key.pub"));
    if cfg!(feature = "rsa-keys") {
        let signature = signed_by_ssh_keygen(&folder, "tabella-orders");
        assert_eq!(
            verify(&parsed.unwrap(), Namespace::Orders, TEXT.as_bytes(), &signature),
            Ok(())
        );
        let folder = folder_with_key(&["rsa", "-b", "1024"], "");
        assert_eq!(PublicKey::parse(&read(&folder, "key.pub")), Err(PublicKeyFault::Weak));
    } else {
        assert_eq!(parsed, Err(PublicKeyFault::Unsupported("ssh-rsa".into())));
    }
}

#[test]
fn a_text_with_its_signature_inside_splits_into_what_ssh_keygen_takes() {
    let folder = folder_with_key(&["ed25519"], "");
    register(&folder, public(&folder));
    let pasted =
        SignedText::join(TEXT.as_bytes(), &signed_by_ssh_keygen(&folder, "tabella-orders"));
    let mailed = String::from_utf8(pasted).unwrap() + "\n-- \nsent from the camp\n";
    let parts = SignedText::split(mailed.as_bytes()).unwrap();
    assert!(parts.followed);
    let text = String::from_utf8(parts.signed).unwrap();
    assert!(ssh_keygen_takes(&folder, "rome", "tabella-orders", &parts.signature, &text));
}

/// Fields of the SSH wire format, each preceded by its length.
fn wire(fields: &[&[u8]]) -> Vec<u8> {
    let length = |field: &&[u8]| u32::try_from(field.len()).unwrap().to_be_bytes();
    fields.iter().flat_map(|field| [&length(field)[..], field].concat()).collect()
}

/// What a hardware key would answer, made in software: the line of its public key, and a signature of the text.
fn signed_by_hardware(secret: [u8; 32], flags: u8) -> (String, String) {
    const KIND: &[u8] = b"sk-ssh-ed25519@openssh.com";
    let key = SigningKey::from_bytes(&secret);
    let public = wire(&[KIND, key.verifying_key().as_bytes(), b"ssh:"]);
    let common = wire(&[b"tabella-orders", b"", b"sha256"]);
    let text = Digest::of(TEXT.as_bytes());
    let message = [b"SSHSIG", &common[..], &wire(&[text.bytes()])].concat();
    let trailer = [flags, 0, 0, 0, 7];
    let signed = [Digest::of(b"ssh:").bytes(), &trailer[..], Digest::of(&message).bytes()].concat();
    let signature = [wire(&[KIND, &key.sign(&signed).to_bytes()]), trailer.to_vec()].concat();
    let block =
        [b"SSHSIG\0\0\0\x01", &wire(&[&public])[..], &common, &wire(&[&signature])].concat();
    let armored = format!(
        "-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n",
        STANDARD.encode(block)
    );
    (format!("sk-ssh-ed25519@openssh.com {} token", STANDARD.encode(public)), armored)
}

#[test]
fn signatures_of_hardware_keys_are_judged_alike() {
    let folder = tempfile::tempdir().unwrap();
    for flags in [1, 0] {
        let (line, signature) = signed_by_hardware([5; 32], flags);
        let key = PublicKey::parse(&line).unwrap();
        let signers = register(&folder, key.clone());
        assert_eq!(Signers::parse(signers.render().as_bytes()), Ok(signers));
        assert_eq!(verify(&key, Namespace::Orders, TEXT.as_bytes(), &signature), Ok(()));
        assert!(ssh_keygen_takes(&folder, "rome", "tabella-orders", &signature, TEXT));
        assert_eq!(verify(&key, Namespace::Orders, b"other", &signature), Err(SignatureFault::Bad));
        let (_, other) = signed_by_hardware([6; 32], flags);
        assert!(matches!(
            verify(&key, Namespace::Orders, TEXT.as_bytes(), &other),
            Err(SignatureFault::WrongKey { .. })
        ));
    }
}

/// Blocks with other line lengths are accepted by both programs; with CRLF by neither.
#[test]
fn unusual_blocks_are_judged_alike() {
    let folder = folder_with_key(&["ed25519"], "");
    let key = public(&folder);
    register(&folder, key.clone());
    let signature = signed_by_ssh_keygen(&folder, "tabella-orders");
    let lines: Vec<_> = signature.lines().collect();
    let one_line = format!(
        "{}\n{}\n{}\n",
        lines[0],
        lines[1..lines.len() - 1].concat(),
        lines[lines.len() - 1]
    );
    let crlf = signature.replace('\n', "\r\n");
    let cases = [
        (one_line.as_str(), true),
        (crlf.as_str(), false),
        ("", false),
        (signature.trim_end(), true),
    ];
    for (text, good) in cases {
        assert_eq!(
            verify(&key, Namespace::Orders, TEXT.as_bytes(), text).is_ok(),
            good,
            "{text:?}"
        );
        assert_eq!(
            ssh_keygen_takes(&folder, "rome", "tabella-orders", text, TEXT),
            good,
            "{text:?}"
        );
    }
}

#[test]
fn the_key_behind_a_signature_is_named() {
    let folder = folder_with_key(&["ed25519"], "");
    let signature = signed_by_ssh_keygen(&folder, "tabella-orders");
    assert_eq!(signature::signer(&signature), Some(public(&folder)));
    let other = PrivateKey::generate(&[9; 32], "").public().clone();
    let fault = SignatureFault::WrongKey { signer: public(&folder).fingerprint() };
    assert_eq!(verify(&other, Namespace::Orders, TEXT.as_bytes(), &signature), Err(fault));
}
