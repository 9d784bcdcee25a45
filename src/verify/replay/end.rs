//! The findings that need all records to have been played again.

use super::Replay;
use crate::verify::{Expected, Finding, Verdict};
use record::sums::record_name;

impl Replay<'_> {
    /// Adds the findings that can be made only at the end.
    pub(in crate::verify) fn finish(self, told: Expected, verdict: &mut Verdict) {
        if self.recomputed > 0 {
            let files = self.recomputed;
            verdict.note(format!(
                "the program's own orders ({files} files) were recomputed from its seats' views \
                 and match the record"
            ));
        }
        verdict.head = self.head;
        for (number, path, salt) in &self.sealed_with {
            let Some(hidden) = self.hidden(*number) else { continue };
            let right =
                record::salt(hidden, &self.foundation.charter.game, *number, path).to_string();
            if *salt != right {
                let path = format!("turns/{}/{path}", record_name(*number));
                verdict.find(Finding::new(
                    "V-secret",
                    path,
                    "its salt does not follow from the hidden secret",
                ));
            }
        }
        let since =
            self.heads.iter().rev().position(|head| told.head.is_some() && *head == told.head);
        if let Some(since) = since.filter(|since| *since > 0) {
            let number = self.heads.len() - 1 - since;
            verdict.note(format!(
                "the head that you were given was that of record {number}; records added since then: {since}"
            ));
        }
        let told = Expected { head: told.head.filter(|_| since.is_none()), ..told };
        let compared = [
            ("V-start", "start", told.start, verdict.start),
            ("V-head", "head", told.head, self.head),
        ];
        for (code, name, told, found) in compared {
            if let (Some(told), Some(found)) = (told, found)
                && told != found
            {
                let message = format!(
                    "the {name} of this folder is {found}, but you were told {told}: this is a \
                     different history"
                );
                verdict.find(Finding::new(code, "turns", message));
            }
        }
    }
}
