//! The *no* that sends a file back to its author: faults and refusals, and warnings beside them.

use super::node::{Path, Span, Step};
use std::fmt;

crate::words! {
    pub enum Kind {
        /// The text was not understood, and nothing was done.
        Fault = "fault",
        /// The order is understood, but not lawful.
        Refusal = "refusal",
        /// The order is lawful but probably a mistake; the file is accepted.
        Warning = "warning",
    }
}

/// One thing that is wrong with a file: the code is stable, the words may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Fault, refusal or warning. Only the constructors set it, so that it fits the code.
    kind: Kind,
    /// The stable code: `W-zone` of a warning, `E-zone` of anything else.
    pub code: &'static str,
    /// The rule number that forbids it, for refusals.
    pub rule: Option<&'static str>,
    /// The place in the file, as keys and numbers of items.
    pub path: Path,
    /// The place in the text, once known.
    pub span: Option<Span>,
    /// The mistake, in one line.
    pub message: String,
    /// The text to write instead, in one line.
    pub fix: Option<String>,
    /// The list entry that is left out because of it, while the others are still judged.
    pub left_out: Option<Path>,
}

impl Complaint {
    pub(super) fn new(
        kind: Kind,
        code: &'static str,
        path: Path,
        message: impl Into<String>,
    ) -> Self {
        debug_assert!(fits(kind, code), "{code} is not a code for a {kind}");
        Self {
            kind,
            code,
            rule: None,
            path,
            span: None,
            message: message.into(),
            fix: None,
            left_out: None,
        }
    }

    /// A fault at `path`.
    pub fn fault(code: &'static str, path: Path, message: impl Into<String>) -> Self {
        Self::new(Kind::Fault, code, path, message)
    }

    /// A refusal at `path` by a rule.
    pub fn refusal(
        code: &'static str,
        rule: &'static str,
        path: Path,
        message: impl Into<String>,
    ) -> Self {
        Self::new(Kind::Refusal, code, path, message).by(rule)
    }

    /// A warning at `path`.
    pub fn warning(code: &'static str, path: Path, message: impl Into<String>) -> Self {
        Self::new(Kind::Warning, code, path, message)
    }

    /// What kind of complaint it is.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Adds the text to write instead.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// With the rule it rests on.
    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// With its place in the text.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }
}

/// Whether complaints of a kind may have a code: those of warnings begin with `W-`, all others with `E-`.
pub const fn fits(kind: Kind, code: &str) -> bool {
    let begins = if matches!(kind, Kind::Warning) { b'W' } else { b'E' };
    matches!(code.as_bytes(), [first, b'-', ..] if *first == begins)
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.message)
    }
}

/// Everything that is wrong with one file, in the order found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaints(pub Vec<Complaint>);

impl Complaints {
    /// A file about which nothing has been found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what was found last.
    pub fn push(&mut self, complaint: Complaint) {
        self.0.push(complaint);
    }

    /// True if the file must go back: anything but warnings.
    pub fn fatal(&self) -> bool {
        self.0.iter().any(|complaint| complaint.kind != Kind::Warning)
    }

    /// Turns a path that counts only the list entries that were not left out into the place in the file.
    pub(super) fn in_file(&self, path: &Path) -> Path {
        let mut gaps: Vec<&Path> =
            self.0.iter().filter_map(|complaint| complaint.left_out.as_ref()).collect();
        // Outer lists before those within their entries, and entries in their order.
        gaps.sort();
        let mut steps = path.0.clone();
        for Path(gap) in gaps {
            let Some((Step::Index(lost), list)) = gap.split_last() else { continue };
            if steps.starts_with(list)
                && let Some(Step::Index(at)) = steps.get_mut(list.len())
                && *at >= *lost
            {
                *at += 1;
            }
        }
        Path(steps)
    }

    /// Errors before warnings, each sorted by place in the file, for printing.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|complaint| {
            let place = complaint.span.map_or((0, 0), |span| (span.from, span.to));
            (complaint.kind == Kind::Warning, place)
        });
    }
}

/// All of them on one line, each with its line in the file.
impl fmt::Display for Complaints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, complaint) in self.0.iter().enumerate() {
            let gap = if at == 0 { "" } else { "; " };
            let line =
                complaint.span.map(|span| format!("line {}: ", span.line)).unwrap_or_default();
            write!(f, "{gap}{line}{complaint}")?;
        }
        Ok(())
    }
}

/// A way out of a word that is not known: the nearest known one, and all of them.
pub fn one_of(word: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? One of: {all}"),
        None => format!("one of: {all}"),
    }
}

/// The nearest of `known` to a mistyped word, if one is near enough to be meant: at most one third
/// of the letters differ (at least one, counting a swap of neighbours as one); ties go to the first.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let far = distance(&word.to_lowercase(), &candidate.to_lowercase());
        if far <= limit && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    best.map(|(_, word)| word)
}

/// Damerau-Levenshtein distance (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut least =
                (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{Complaint, Complaints, nearest};
    use crate::node::Path;

    #[test]
    fn a_place_counts_the_entries_that_were_left_out() {
        let gap = |place: &str| Complaint {
            left_out: Some(Path::written(place)),
            ..Complaint::fault("E-word", Path::written(place), "not understood")
        };
        let told = Complaints(["ca[2].give[0]", "ca[0]", "ca[1]"].map(gap).into());
        for (read, written) in [
            ("ca[0].give[1]", "ca[2].give[2]"),
            ("ca[1].give[1]", "ca[3].give[1]"),
            ("ra[0]", "ra[0]"),
            ("ca", "ca"),
        ] {
            assert_eq!(told.in_file(&Path::written(read)), Path::written(written), "{read}");
        }
    }

    #[test]
    fn a_near_word_is_suggested_and_a_far_one_is_not() {
        let known = ["retreat", "attack", "orders"];
        assert_eq!(nearest("retraet", known), Some("retreat"));
        assert_eq!(nearest("Attak", known), Some("attack"));
        assert_eq!(nearest("elephant", known), None);
    }
}
