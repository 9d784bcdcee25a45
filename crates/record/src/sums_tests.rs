//! Tests of hostile lists of digests.

use super::*;

const D: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn listed(paths: &[&str]) -> String {
    paths.iter().flat_map(|path| [D, "  ", path, "\n"]).collect()
}

fn parse(lines: &[&str]) -> Result<Sums, SumsFault> {
    Sums::parse(listed(lines).as_bytes())
}

fn wrong(text: &str) -> (usize, SumsWrong) {
    let fault = Sums::parse(text.as_bytes()).unwrap_err();
    (fault.line, fault.what)
}

#[test]
fn an_honest_list_comes_back_byte_for_byte() {
    let text = listed(&[
        "../0006/SHA256SUMS",
        "events.yaml",
        "orders/rome.yaml",
        "orders/rome.yaml.sig",
        "turn.yaml",
    ]);
    let sums = Sums::parse(text.as_bytes()).unwrap();
    assert_eq!(sums.render(), text);
    assert_eq!(sums.check_paths(7), Ok(()));
    assert_eq!(sums.previous(), Some((6, D.parse().unwrap())));
    assert_eq!(sums.local().count(), 4);
    assert_eq!(sums.digest(), Digest::of(text.as_bytes()));
}

#[test]
fn the_opening_lists_charter_keys_and_data() {
    let sums =
        parse(&["../../allowed_signers", "../../data/map.yaml", "../../game.yaml", "state.yaml"])
            .unwrap();
    assert_eq!(sums.check_paths(0), Ok(()));
    assert_eq!(sums.previous(), None);
    assert!(matches!(sums.check_paths(1), Err(SumsFault { line: 1, what: SumsWrong::Path(_) })));
}

#[test]
fn an_opening_that_leaves_out_the_charter() {
    let sums = parse(&["../../allowed_signers", "state.yaml"]).unwrap();
    let missing = SumsFault { line: 0, what: SumsWrong::Missing(CHARTER_PATH.into()) };
    assert_eq!(sums.check_paths(0), Err(missing));
}

#[test]
fn a_record_that_is_chained_to_nothing() {
    let sums = parse(&["state.yaml"]).unwrap();
    let missing = SumsFault { line: 0, what: SumsWrong::Missing("../0006/SHA256SUMS".into()) };
    assert_eq!(sums.check_paths(7), Err(missing));
}

#[test]
fn a_record_that_skips_the_one_before_or_names_two() {
    for paths in [
        &["../0005/SHA256SUMS"][..],
        &["../0005/SHA256SUMS", "../0006/SHA256SUMS"],
        &["../0007/SHA256SUMS"],
    ] {
        assert!(parse(paths).unwrap().check_paths(7).is_err(), "{paths:?}");
    }
}

#[test]
fn a_path_that_leaves_the_game() {
    for path in [
        "../x",
        "../../../etc/passwd",
        "/etc/passwd",
        "orders/../../x",
        "./state.yaml",
        "..",
        ".",
        "../../data/../game.yaml",
        "../../data/",
        "../../data/a/b.yaml",
        "../../turns/0001/state.yaml",
        "../../.tabella/secrets",
        "../../data/Map.yaml",
        "../0006/state.yaml",
        "../6/SHA256SUMS",
        "../00006/SHA256SUMS",
        "../+006/SHA256SUMS",
        "../0006/SHA256SUMS.sig",
    ] {
        assert_eq!(wrong(&format!("{D}  {path}\n")), (1, SumsWrong::Path(path.into())));
    }
}

#[test]
fn a_path_that_two_programs_read_differently() {
    for path in [
        "a\\b",
        "a//b",
        "a/",
        "/a",
        "a/b/c",
        "-n",
        "*a",
        "State.yaml",
        "a b",
        "é",
        "a.",
        "a\tb",
        "\u{202e}a",
        ".a",
        "a\0",
        "",
        "SHA256SUMS",
        "SHA256SUMS.sig",
        "state.yaml\r",
    ] {
        assert!(matches!(wrong(&format!("{D}  {path}\n")), (1, SumsWrong::Path(_))), "{path:?}");
    }
}

#[test]
fn a_line_that_is_no_line() {
    let upper = D.to_uppercase();
    for line in [
        String::new(),
        D.into(),
        format!("{D} a"),
        format!("{D} *a"),
        format!("\\{D}  a"),
        format!("{upper}  a"),
        format!("  {D}  a"),
        format!("{}  a", &D[1..]),
        format!("SHA256 (a) = {D}"),
        "# comment".into(),
    ] {
        assert_eq!(wrong(&format!("{line}\n")), (1, SumsWrong::Form), "{line:?}");
    }
    assert_eq!(wrong(&format!("{D}   a\n")), (1, SumsWrong::Path(" a".into())));
}

#[test]
fn one_file_with_two_digests() {
    let other = Digest::of(b"x");
    assert_eq!(wrong(&format!("{D}  a\n{other}  a\n")), (2, SumsWrong::Twice("a".into())));
    assert_eq!(wrong(&format!("{D}  a\n{D}  b\n{other}  a\n")), (3, SumsWrong::Order("a".into())));
}

#[test]
fn the_same_list_in_another_order() {
    assert_eq!(wrong(&format!("{D}  b\n{D}  a\n")), (2, SumsWrong::Order("a".into())));
}

#[test]
fn a_list_with_nothing_in_it_or_cut_off() {
    assert_eq!(wrong(""), (0, SumsWrong::Empty));
    assert_eq!(wrong("\n"), (1, SumsWrong::Form));
    assert_eq!(wrong(&format!("{D}  a\n{D}  b")), (2, SumsWrong::NoLineFeed));
    assert_eq!(wrong(&format!("{D}  a\n\n")), (2, SumsWrong::Form));
}

#[test]
fn windows_line_ends_a_byte_order_mark_and_bytes_that_are_no_text() {
    assert_eq!(wrong(&format!("{D}  a\r\n")), (1, SumsWrong::Path("a\r".into())));
    assert_eq!(wrong(&format!("\u{feff}{D}  a\n")), (1, SumsWrong::Form));
    let fault = Sums::parse(&[format!("{D}  a\n").as_bytes(), b"\xff\n"].concat()).unwrap_err();
    assert_eq!((fault.line, fault.what), (2, SumsWrong::NotText));
}

#[test]
fn record_folders_have_one_name_each() {
    for (number, name) in [(0, "0000"), (7, "0007"), (9999, "9999"), (10_000, "10000")] {
        assert_eq!(record_name(number), name);
        assert_eq!(record_number(name), Some(number));
    }
    for name in [
        "7",
        "007",
        "00007",
        "+007",
        "-001",
        " 007",
        "000７",
        "0007 ",
        "",
        "999999999",
        "99999999999999999999",
    ] {
        assert_eq!(record_number(name), None, "{name:?}");
    }
}

#[test]
fn a_file_that_is_listed_again_has_its_last_digest() {
    let mut sums = parse(&["state.yaml"]).unwrap();
    assert_eq!(sums.add("turn.yaml", b"one"), None);
    assert_eq!(sums.add("turn.yaml", b"two"), Some(Digest::of(b"one")));
    assert_eq!(sums.render(), format!("{D}  state.yaml\n{}  turn.yaml\n", Digest::of(b"two")));
}

#[test]
fn the_opening_is_chained_to_nothing() {
    let paths = ["../../allowed_signers", "../../game.yaml", "../0006/SHA256SUMS", "state.yaml"];
    let fault = parse(&paths).unwrap().check_paths(0).unwrap_err();
    assert_eq!((fault.line, fault.what), (3, SumsWrong::Path("../0006/SHA256SUMS".into())));
}

#[test]
fn the_signature_by_which_a_seat_vouches_is_a_file_of_the_record() {
    assert_eq!(head_path("rome"), "heads/rome.sig");
    assert!(may_list(7, &head_path("rome")));
}
