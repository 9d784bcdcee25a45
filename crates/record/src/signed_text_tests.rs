//! Tests of damage that mail and players do to a signed text.

use super::super::PrivateKey;
use super::*;

const TEXT: &[u8] = b"tabella: 1\nseat: rome\nnote: |\n  ...\n";

fn key() -> PrivateKey {
    PrivateKey::generate(&[1; 32], "")
}

fn joined() -> (Vec<u8>, String) {
    let signature = key().sign(Namespace::Orders, TEXT);
    (SignedText::join(TEXT, &signature), signature)
}

fn holds(text: &[u8]) -> bool {
    let parts = SignedText::split(text).unwrap();
    verify_restoring(key().public(), Namespace::Orders, &parts.signed, &parts.signature).is_ok()
}

#[test]
fn one_paste_is_taken_apart_into_what_was_signed() {
    let (text, signature) = joined();
    assert!(SignedText::is_signed(&text) && !SignedText::is_signed(TEXT));
    assert_eq!(
        SignedText::split(&text),
        Ok(SignedText { signed: TEXT.to_vec(), signature, second: None, followed: false })
    );
}

#[test]
fn a_mail_with_windows_line_ends_throughout() {
    let (text, signature) = joined();
    let crlf = String::from_utf8(text).unwrap().replace('\n', "\r\n");
    let parts = SignedText::split(crlf.as_bytes()).unwrap();
    assert_eq!(parts.signature, signature);
    let filed =
        verify_restoring(key().public(), Namespace::Orders, &parts.signed, &parts.signature)
            .unwrap();
    assert_eq!(filed, TEXT);
}

#[test]
fn a_text_that_was_signed_with_windows_line_ends() {
    let crlf = b"tabella: 1\r\nseat: rome\r\n";
    let signature = key().sign(Namespace::Orders, crlf);
    let filed = verify_restoring(key().public(), Namespace::Orders, crlf, &signature).unwrap();
    assert_eq!(filed, &crlf[..]);
    // A text that came with other line ends is filed as it was signed.
    let lf = b"tabella: 1\nseat: rome\n";
    let filed = verify_restoring(key().public(), Namespace::Orders, lf, &signature).unwrap();
    assert_eq!(filed, &crlf[..]);
    assert!(signs(signature.as_bytes(), Namespace::Orders, lf));
    assert!(!signs(signature.as_bytes(), Namespace::Head, lf));
    assert!(!signs(signature.as_bytes(), Namespace::Orders, b"tabella: 1\n"));
}

#[test]
fn only_line_ends_are_restored_and_nothing_else() {
    let signature = key().sign(Namespace::Orders, TEXT);
    let text = String::from_utf8(TEXT.to_vec()).unwrap();
    for other in [text.replace('\n', " \n"), text.replace('\n', "\r"), text.replace('\n', "\r\r\n")]
    {
        let fault =
            verify_restoring(key().public(), Namespace::Orders, other.as_bytes(), &signature);
        assert_eq!(fault, Err(SignatureFault::Bad), "{other:?}");
    }
}

#[test]
fn a_byte_order_mark_and_another_encoding_are_undone() {
    let signature = key().sign(Namespace::Orders, TEXT);
    let text = String::from_utf8(TEXT.to_vec()).unwrap();
    let wide = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes);
    for other in [format!("\u{feff}{text}").into_bytes(), wide.collect()] {
        let filed =
            verify_restoring(key().public(), Namespace::Orders, &other, &signature).unwrap();
        assert_eq!(filed, TEXT);
    }
}

#[test]
fn a_mail_footer_and_blank_lines_around_the_block() {
    let (text, signature) = joined();
    let text = String::from_utf8(text).unwrap();
    let mailed =
        text.replace("...\n-----BEGIN", "...\n\n-----BEGIN") + "\n-- \nScipio, on the move\n";
    let parts = SignedText::split(mailed.as_bytes()).unwrap();
    assert_eq!((parts.signature, parts.followed), (signature, true));
    assert!(holds(mailed.as_bytes()));
}

#[test]
fn words_put_behind_the_mark_or_before_the_text() {
    let (text, _) = joined();
    let text = String::from_utf8(text).unwrap();
    let behind = text.replace("...\n-----BEGIN", "...\nfinal: false\n-----BEGIN");
    assert_eq!(SignedText::split(behind.as_bytes()), Err(SignedTextFault::NoMark));
    assert!(!holds(format!("Dear referee,\n{text}").as_bytes()));
    let at_the_end_of_the_signed = text.replacen("...\n-----BEGIN", "more: 1\n...\n-----BEGIN", 1);
    assert!(!holds(at_the_end_of_the_signed.as_bytes()));
}

#[test]
fn two_blocks_in_one_text() {
    let (text, _) = joined();
    let other = PrivateKey::generate(&[2; 32], "").sign(Namespace::Orders, b"x\n");
    let stacked = SignedText::join(&text, &other);
    let parts = SignedText::split(&stacked).unwrap();
    assert_eq!(parts.signed, text);
    assert_eq!(
        SignedText::split(&[&text[..], other.as_bytes()].concat()),
        Err(SignedTextFault::NoMark)
    );
}

#[test]
fn a_block_without_beginning_mark_or_end() {
    let (text, signature) = joined();
    assert_eq!(SignedText::split(TEXT), Err(SignedTextFault::NoSignature));
    assert_eq!(SignedText::split(b""), Err(SignedTextFault::NoSignature));
    assert_eq!(SignedText::split(signature.as_bytes()), Err(SignedTextFault::NoMark));
    assert_eq!(
        SignedText::split(&[TEXT, signature.as_bytes()].concat()),
        Err(SignedTextFault::NoMark)
    );
    let cut = &text[..text.len() - 10];
    assert_eq!(SignedText::split(cut), Err(SignedTextFault::CutOff));
}

#[test]
fn bytes_that_are_no_text() {
    let (mut text, _) = joined();
    text.splice(0..0, [0xff, 0, 0xfe]);
    assert!(!holds(&text));
    assert_eq!(SignedText::split(&[0xff; 1000]), Err(SignedTextFault::NoSignature));
}

#[test]
fn a_detached_signature_that_came_through_mail() {
    let signature = key().sign(Namespace::Orders, TEXT);
    let mailed = signature.replace('\n', " \r\n") + "\r\n";
    assert_eq!(mend_armor(&mailed), signature);
    assert!(verify_restoring(key().public(), Namespace::Orders, TEXT, &mailed).is_ok());
    let more = signature + "note: and my second thoughts\n";
    let fault = verify_restoring(key().public(), Namespace::Orders, TEXT, &more);
    assert_eq!(fault, Err(SignatureFault::NotArmored));
}

#[test]
fn a_second_block_is_told_apart_from_the_first_and_from_a_footer() {
    let (text, signature) = joined();
    let vouch = key().sign(Namespace::Head, b"tabella/2 head\n");
    let both = SignedText::join_both(TEXT, &signature, Some(&vouch));
    assert_eq!(both, [text.as_slice(), vouch.as_bytes()].concat());
    let parts = |text: &[u8]| SignedText::split(text).unwrap();
    let whole = SignedText {
        signed: TEXT.to_vec(),
        signature,
        second: Some(vouch.clone()),
        followed: false,
    };
    assert_eq!(parts(&both), whole);
    let mailed = String::from_utf8(both).unwrap().replace('\n', "\r\n\r\n") + "-- \r\nScipio\r\n";
    let (signed, followed) = (parts(mailed.as_bytes()).signed, true);
    assert_eq!(parts(mailed.as_bytes()), SignedText { signed, followed, ..whole });
    // With words between the two the first alone counts, and nothing that ends nowhere does.
    let apart = parts(&[text.as_slice(), format!("see below\n{vouch}").as_bytes()].concat());
    assert!(apart.second.is_none() && apart.followed);
    let cut = [text.as_slice(), vouch.replace("-----END", "-----ENDE").as_bytes()].concat();
    assert_eq!(SignedText::split(&cut), Err(SignedTextFault::NoMark));
}
