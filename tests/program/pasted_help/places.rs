//! The examples of `--help` that end with another code than success, and the places here that replace places elsewhere.

/// Examples that do not exit with 0: those that run for ever are stopped, and the example's mail server does not exist.
pub(super) const ANSWERS: &[(&str, i32)] = &[
    ("tabella play punica --no-browser", 0),
    ("tabella play", 124),
    ("tabella learn punica three-signs", 0),
    ("tabella learn", 124),
    ("tabella referee run --watch", 124),
    ("tabella -C zama mail send --smtp", 4),
];

/// Words in examples for things that only the reader has, and their equivalents here.
pub(super) const PLACES: &[(&str, &str)] = &[
    ("/srv/git", "$HOME/srv"),
    ("/media/stick", "$HOME/stick"),
    ("git@forge.example:zama.git", "$HOME/srv/zama.git"),
    ("age1...", "$(age-keygen -y stick/identity)"),
    ("5d41...", "$(sha256sum < \"$HOME/zama/turns/0000/SHA256SUMS\" | cut -c 1-64)"),
    ("9b1f...", "$(sha256sum < \"$HOME/zama/turns/0008/SHA256SUMS\" | cut -c 1-64)"),
    ("notices/0007", "notices/0009"),
    ("2026-12-01T20:00:00Z", "$(date -u -d '+30 days' +%FT20:00:00Z)"),
    ("2026-12-23 2026-12-28", "$(date -u -d '+40 days' +%F) $(date -u -d '+45 days' +%F)"),
    ("--swing", "--swing --games 1"),
    ("--games 1000", "--games 2"),
    ("--games 100 ", "--games 1 "),
];
