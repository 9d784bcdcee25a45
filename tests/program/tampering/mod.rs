//! A recorded game is tampered with in every way that we could think of; `verify` names the file each time.

mod disk;
mod holes;
pub(crate) mod papers;
mod referee;
mod second_route;
mod trusted;
mod unjudged;

use crate::second_verifier::{Batch, agrees};
use crate::table::Table;
use engine::{BotStyle, Rng};
use papers::{Papers, Thing, sums_path};
use proptest::prelude::*;
use record::PrivateKey;
use record::sums::record_name;
use std::fs;
use std::sync::OnceLock;
use tabella::verify::{Expected, Finding, Proof, Verdict, verify};

/// Number of records after the opening.
const RECORDS: u32 = 4;

/// A recorded game, what `verify` reads of it, and the key that sealed it.
pub(crate) struct Recorded {
    pub(crate) table: Table,
    pub(crate) papers: Papers,
    pub(crate) referee: PrivateKey,
}

/// One game of four records, shared by all tests of this file.
pub(crate) fn recorded() -> &'static Recorded {
    static RECORDED: OnceLock<Recorded> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let table = Table::deployed();
        let mut rng = Rng::new(2);
        for _ in 1..RECORDS {
            let play = table.game().session.play;
            for asked in play.awaited() {
                table.file(
                    asked.seat.name(),
                    &play.propose(&asked.seat, BotStyle::Random, &mut rng),
                );
            }
            table.resolve();
        }
        let key = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
        Recorded {
            papers: Papers::of(&table.root()),
            referee: PrivateKey::parse(&key).unwrap(),
            table,
        }
    })
}

pub(crate) fn papers() -> Papers {
    recorded().papers.clone()
}

pub(crate) fn told(verdict: &Verdict) -> String {
    verdict.findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n")
}

/// Asserts that the first finding is about this file; the second verifier checks it with its batch.
fn names(second: &mut Batch, papers: &Papers, path: &str, what: &str) -> Verdict {
    let verdict = papers.verify();
    let first = verdict.findings.first().map(|finding| finding.path.clone());
    assert_eq!(first.as_deref(), Some(path), "{what}: {path}\n{}", told(&verdict));
    second.add(papers, &verdict, &format!("{what}: {path}"));
    verdict
}

pub(crate) fn finds(papers: &Papers, code: &str, path: &str) -> Finding {
    let verdict = papers.verify();
    agrees(papers, &verdict, &format!("{code} {path}"));
    let found =
        verdict.findings.iter().find(|finding| finding.code == code && finding.path == path);
    found.unwrap_or_else(|| panic!("no {code} {path} in:\n{}", told(&verdict))).clone()
}

#[test]
fn the_game_as_it_was_recorded_holds() {
    let verdict = papers().verify();
    assert!(verdict.holds(), "{}", told(&verdict));
    assert_eq!((verdict.sealed, verdict.replayed), (RECORDS + 1, RECORDS + 1));
    let files = papers().paths();
    for name in [
        "hidden.yaml",
        "orders/rome.yaml",
        "orders/rome.yaml.sig",
        "report-rome.md",
        "view-rome.yaml",
        "report.html",
        "map.svg",
    ] {
        assert!(files.contains(&format!("turns/0001/{name}")), "{name} is not in {files:?}");
    }
}

#[test]
fn one_byte_altered_anywhere_names_the_file() {
    let mut second = Batch::default();
    let good = papers();
    for path in good.paths() {
        let length = good.bytes(&path).len();
        for at in [0, length / 2, length - 1] {
            let mut altered = good.clone();
            let mut bytes = good.bytes(&path).to_vec();
            bytes[at] ^= 1;
            altered.put(&path, bytes);
            if !same_signature(&good, &altered, &path) {
                names(&mut second, &altered, &path, &format!("byte {at} altered"));
            }
        }
    }
}

/// True if only the form of an armored signature differs: line ends and padding are no part of it.
fn same_signature(good: &Papers, altered: &Papers, path: &str) -> bool {
    let armored = |papers: &Papers| {
        papers.text(path).lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    path.ends_with("SHA256SUMS.sig")
        && std::str::from_utf8(altered.bytes(path)).is_ok()
        && armored(good) == armored(altered)
}

#[test]
fn a_file_removed_names_it() {
    let mut second = Batch::default();
    let good = papers();
    for path in good.paths() {
        let mut without = good.clone();
        without.0.remove(&path);
        let secret = ["/hidden.yaml", "/report-", "/view-"].iter().any(|part| path.contains(part));
        if secret {
            // The game goes on: what may be sealed may lack, and is told, and nothing is called proven.
            let verdict = without.verify();
            assert!(verdict.holds(), "{path}: {}", told(&verdict));
            assert_eq!(verdict.sealed_files, std::slice::from_ref(&path));
            assert!(!Proof::of(&verdict).whole());
            second.add(&without, &verdict, &format!("{path} removed"));
            continue;
        }
        let verdict = names(&mut second, &without, &path, "removed");
        assert_eq!(verdict.findings[0].code, "V-missing", "{}", told(&verdict));
    }
}

#[test]
fn a_file_cut_short_names_it() {
    let mut second = Batch::default();
    let good = papers();
    for path in good.paths() {
        let bytes = good.bytes(&path);
        for keep in [0, bytes.len() / 2] {
            let mut cut = good.clone();
            cut.put(&path, &bytes[..keep]);
            names(&mut second, &cut, &path, &format!("cut to {keep} bytes"));
        }
    }
}

#[test]
fn a_file_replaced_by_a_link_names_it() {
    let mut second = Batch::default();
    let good = papers();
    for path in good.paths() {
        let mut linked = good.clone();
        linked.0.insert(path.clone(), Thing::Link);
        let verdict = names(&mut second, &linked, &path, "a link");
        assert_eq!(verdict.findings[0].code, "V-kind", "{}", told(&verdict));
    }
}

#[test]
fn line_ends_changed_name_the_file() {
    let mut second = Batch::default();
    let good = papers();
    for path in good.paths().into_iter().filter(|path| !path.ends_with("SHA256SUMS.sig")) {
        let mut changed = good.clone();
        changed.put(&path, good.text(&path).replace('\n', "\r\n"));
        names(&mut second, &changed, &path, "CRLF");
    }
}

#[test]
fn a_foreign_file_names_itself() {
    let mut second = Batch::default();
    for number in 0..=RECORDS {
        let record = format!("turns/{}", record_name(number));
        for name in [
            "notes.txt",
            ".hidden",
            "SHA256SUMS.old",
            "state.yaml.1",
            "Report.md",
            "orders/gaul.yaml",
            "orders/.x",
            "more/a.yaml",
        ] {
            let mut more = papers();
            let path = format!("{record}/{name}");
            more.put(&path, "x");
            let shown = path.trim_end_matches("/a.yaml");
            assert_eq!(names(&mut second, &more, shown, "foreign").findings.len(), 1, "{path}");
        }
    }
    for (path, code) in [
        ("data/more.yaml", "V-unlisted"),
        ("data/.x", "V-unlisted"),
        ("turns/notes.txt", "V-gap"),
        ("turns/5", "V-gap"),
    ] {
        let mut more = papers();
        more.put(path, "{}\n");
        finds(&more, code, path);
    }
}

#[test]
fn two_files_swapped_name_both() {
    let mut second = Batch::default();
    let good = papers();
    for number in 0..=RECORDS {
        let folder = format!("turns/{}/", record_name(number));
        let inside: Vec<String> =
            good.paths().into_iter().filter(|path| path.starts_with(&folder)).collect();
        for pair in inside.windows(2) {
            swapped(&mut second, &good, &pair[0], &pair[1]);
        }
    }
    swapped(&mut second, &good, "game.yaml", "allowed_signers");
    swapped(&mut second, &good, "data/maps.yaml", "data/units.yaml");
    swapped(&mut second, &good, "turns/0002/state.yaml", "turns/0003/state.yaml");
    swapped(&mut second, &good, "turns/0002/turn.yaml", "turns/0003/turn.yaml");
    swapped(&mut second, &good, "turns/0002/SHA256SUMS.sig", "turns/0003/SHA256SUMS.sig");
}

fn swapped(second: &mut Batch, good: &Papers, one: &str, other: &str) {
    if good.bytes(one) == good.bytes(other) {
        return;
    }
    let mut papers = good.clone();
    papers.put(one, good.bytes(other));
    papers.put(other, good.bytes(one));
    let verdict = papers.verify();
    for path in [one, other] {
        // Keys and charter can't be read at all any more: one of them is enough to know that nothing stands.
        let named = verdict.findings.iter().any(|finding| finding.path == path);
        assert!(named, "{one} and {other} swapped, {path} is not named:\n{}", told(&verdict));
    }
    second.add(&papers, &verdict, &format!("{one} and {other} swapped"));
}

#[test]
fn records_removed_renumbered_or_repeated_are_named() {
    let mut second = Batch::default();
    let good = papers();
    for number in 0..RECORDS {
        let mut gap = good.clone();
        let name = format!("turns/{}", record_name(number));
        gap.0.retain(|path, _| !path.starts_with(&format!("{name}/")));
        finds(&gap, "V-gap", &name);
    }
    let mut renumbered = good.clone();
    renumbered.move_folder("turns/0004", "turns/0005");
    finds(&renumbered, "V-gap", "turns/0004");
    let mut repeated = good.clone();
    repeated.copy_folder("turns/0004", "turns/0005");
    names(&mut second, &repeated, &sums_path(5), "the last record once more");
    let mut exchanged = good.clone();
    exchanged.move_folder("turns/0002", "turns/x");
    exchanged.move_folder("turns/0003", "turns/0002");
    exchanged.move_folder("turns/x", "turns/0003");
    finds(&exchanged, "V-sums", &sums_path(2));
    finds(&exchanged, "V-sums", &sums_path(3));
    let mut spelled = good;
    spelled.move_folder("turns/0004", "turns/00004");
    finds(&spelled, "V-gap", "turns/00004");
}

#[test]
fn records_are_counted_by_number_and_not_by_name() {
    let mut many = papers();
    for number in RECORDS + 1..=10_001 {
        many.put(&format!("turns/{}/empty", record_name(number)), "");
    }
    let verdict = many.verify();
    assert!(
        verdict.findings.iter().all(|finding| finding.code != "V-gap"),
        "{}",
        verdict.findings[0]
    );
}

#[test]
fn the_last_records_taken_away_show_only_by_the_head() {
    let good = papers();
    let head = good.verify().head.unwrap();
    let mut shorter = good.clone();
    shorter.0.retain(|path, _| !path.starts_with("turns/0004/"));
    assert!(shorter.verify().holds(), "a folder proves itself, not that it is the only one");
    let verdict =
        verify(&shorter, Expected { start: good.verify().start, head: Some(head), from: None });
    assert_eq!(verdict.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["V-head"]);
    assert!(verdict.findings[0].message.contains(&head.to_string()));
    let verdict = verify(&good, Expected { start: Some(head), head: Some(head), from: None });
    assert_eq!(
        verdict.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
        ["V-start"]
    );
}

#[test]
fn a_record_listed_anew_and_signed_by_nobody_names_the_list() {
    let mut second = Batch::default();
    let good = papers();
    for number in 0..=RECORDS {
        let mut listed = good.clone();
        let state = format!("turns/{}/state.yaml", record_name(number));
        listed.put(&state, format!("{}# so it was\n", good.text(&state)));
        listed.list_anew(number);
        let verdict = names(&mut second, &listed, &sums_path(number), "listed anew");
        assert_eq!(verdict.findings[0].code, "V-seal");
    }
    for path in ["game.yaml", "allowed_signers", "data/units.yaml"] {
        let mut listed = good.clone();
        let end = if path == "allowed_signers" { "\n" } else { "# more\n" };
        listed.put(path, format!("{}{end}", good.text(path)));
        listed.list_anew(0);
        let verdict = listed.verify();
        let named = [path.to_owned(), sums_path(0)];
        assert!(
            verdict.findings.iter().any(|finding| named.contains(&finding.path)),
            "{path}:\n{}",
            told(&verdict)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_byte_changed_to_any_other_is_found(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut papers = papers();
        let path = file.get(&papers.paths()).clone();
        let good = papers.clone();
        let mut bytes = good.bytes(&path).to_vec();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        papers.put(&path, bytes);
        prop_assume!(!same_signature(&good, &papers, &path));
        let verdict = papers.verify();
        prop_assert!(verdict.findings.iter().any(|finding| finding.path == path), "{path}, byte {at}: {}", told(&verdict));
    }

    #[test]
    fn bytes_put_in_taken_out_or_replaced_are_found(
        file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), cut in 0..9usize, new in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let mut papers = papers();
        let path = file.get(&papers.paths()).clone();
        let good = papers.clone();
        let mut bytes = good.bytes(&path).to_vec();
        let from = at.index(bytes.len());
        let to = (from + cut).min(bytes.len());
        bytes.splice(from..to, new);
        prop_assume!(bytes != good.bytes(&path));
        papers.put(&path, bytes);
        prop_assume!(!same_signature(&good, &papers, &path));
        let verdict = papers.verify();
        prop_assert!(verdict.findings.iter().any(|finding| finding.path == path), "{path}: {}", told(&verdict));
    }
}
