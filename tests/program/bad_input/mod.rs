//! Everything bad that can be handed to the program: each gets a clear answer with its code, nothing is lost, and the game
//! folder stays as it was.
#![allow(
    clippy::format_push_string,
    clippy::case_sensitive_file_extension_comparisons,
    reason = "the test makes files of every kind"
)]

mod author;
mod content;
mod interrupted;
mod system;
mod together;

use crate::table::{Run, Table};
use std::sync::OnceLock;

/// Lawful orders for the phase that is open on [`table`].
pub(crate) const MOVES: &str = "orders:\n- ve1: e4\n- ac1: a4 n\n";

/// A game in which Rome is awaited for its first move, phase 2.
pub(crate) fn table() -> Table {
    static DEPLOYED: OnceLock<Table> = OnceLock::new();
    DEPLOYED.get_or_init(Table::deployed).copy()
}

/// What the author was told: the codes in order, and all messages.
pub(crate) struct Returned {
    pub(crate) codes: Vec<String>,
    pub(crate) json: serde_json::Value,
}

/// Asserts that a submission drew complaints, and that its bytes and the reasons are kept.
#[track_caller]
pub(crate) fn returned(table: &Table, run: Run, bytes: &[u8]) -> Returned {
    let json = run.ended(1).json();
    assert_eq!(json["result"], "returned", "{json}");
    let complaints = json["complaints"].as_array().unwrap();
    let codes: Vec<String> =
        complaints.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect();
    for complaint in complaints {
        let expected = complaint["message"].as_str().unwrap().starts_with("expected ");
        assert!(
            expected || complaint["fix"].is_string() || complaint["kind"] == "warning",
            "no way out: {complaint}"
        );
    }
    let kept = json["kept"].as_str().unwrap();
    assert!(std::path::Path::new(kept).starts_with(table.path("rejected")), "{kept}");
    let kept_bytes = std::fs::read(kept).unwrap();
    assert_eq!(kept_bytes, bytes[..bytes.len().min(64 * 1024)], "{kept} holds other bytes");
    let notes = std::fs::read_to_string(kept.replace(".yaml", ".txt")).unwrap();
    assert!(
        notes.starts_with(&format!(
            "sha256 {}, {} bytes\n",
            record::Digest::of(bytes),
            bytes.len()
        )),
        "{notes}"
    );
    for code in &codes {
        assert!(notes.contains(code.as_str()), "{code} is not among the reasons:\n{notes}");
    }
    Returned { codes, json }
}

/// Submits orders with their signature beside them; they must be returned.
#[track_caller]
pub(crate) fn submit_bad(table: &Table, seat: &str, text: &[u8]) -> Returned {
    let path = table.signed(seat, text);
    returned(table, table.tabella(&["submit", path.to_str().unwrap(), "--json"]), text)
}

#[track_caller]
pub(crate) fn submit_good(table: &Table, seat: &str, text: &[u8]) {
    let path = table.signed(seat, text);
    let json = table.tabella(&["submit", path.to_str().unwrap(), "--json"]).ended(0).json();
    assert_eq!(json["result"], "filed", "{json}");
}

#[track_caller]
pub(crate) fn goes_on(table: &Table) {
    table.holds();
    let before = table.tabella(&["status", "--json"]).ended(0).json();
    assert_eq!(
        (before["record"].as_u64(), before["filed"].as_array().map(Vec::len)),
        (Some(1), Some(0)),
        "{before}"
    );
    submit_good(table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    table.tabella(&["resolve"]).ended(0);
    table.holds();
}
