//! The one form in which the rules of every title say why an order is not carried out.
//!
//! A rule makes a refusal where it finds that an order cannot be carried out, and knows nothing of files. Who checks a
//! file turns it [`at`](Refusal::at) a place into a complaint; who resolves a phase records it with the order that came to
//! nothing. Both say the same words, for both ask the same rule.

use super::codes::CodeList;
use super::complaint::Complaint;
use super::node::Path;

/// The reason why an order is not carried out, under one of the codes `C` of a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<C> {
    /// The stable code of the reason.
    pub code: C,
    /// The number of the rule that forbids it, such as `4.2`.
    pub rule: &'static str,
    /// The reason, in one line.
    pub reason: String,
    /// The text to write instead, in one line; none if the remedy of the code says it.
    pub fix: Option<String>,
}

impl<C: CodeList> Refusal<C> {
    /// A refusal by a rule, with the way out that its code names.
    pub fn new(code: C, rule: &'static str, reason: impl Into<String>) -> Self {
        Self { code, rule, reason: reason.into(), fix: None }
    }

    /// Adds the text to write instead.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// The refusal as a complaint about what stands at `path`, for a file that is being checked; always with a way out.
    pub fn at(self, path: Path) -> Complaint {
        let fix = self.way_out();
        Complaint::refusal(self.code.entry().code, self.rule, path, self.reason).fix(fix)
    }

    /// The refusal as a warning, for when things may have changed by the time the order is carried out.
    pub fn warn(self, path: Path) -> Complaint {
        let fix = self.way_out();
        self.code.entry().warn(path, self.reason).by(self.rule).fix(fix)
    }

    fn way_out(&self) -> String {
        self.fix.clone().unwrap_or_else(|| self.code.entry().way_out.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal;
    use crate::{Kind, Path, codes};

    codes! {
        enum Code {
            fault Unit = "E-tt-unit": "no such unit" => "take one from the form";
            refusal Far = "E-tt-far": "out of reach" => "go nearer";
        }
    }

    #[test]
    fn a_refusal_is_complained_of_with_its_own_way_out_or_that_of_its_code() {
        let path = || Path::top().then("to");
        let no = Refusal::new(Code::Far, "4.2", "b5 is 3 squares off");
        let complaint = no.clone().at(path());
        let said = (complaint.kind(), complaint.code, complaint.rule, complaint.path);
        assert_eq!(said, (Kind::Refusal, "E-tt-far", Some("4.2"), path()));
        assert_eq!(complaint.fix.as_deref(), Some("go nearer"));
        let complaint = no.clone().warn(path());
        let said = (complaint.kind(), complaint.code, complaint.rule, complaint.path);
        assert_eq!(said, (Kind::Warning, "W-tt-far", Some("4.2"), path()));
        assert_eq!(complaint.fix.as_deref(), Some("go nearer"));
        let complaint = no.fix("take b4").at(path());
        assert_eq!(complaint.message, "b5 is 3 squares off");
        assert_eq!(complaint.fix.as_deref(), Some("take b4"));
        // A complaint of the rules is a refusal, even where its code is also used for a fault of reading.
        assert_eq!(Refusal::new(Code::Unit, "2", "gone").at(path()).kind(), Kind::Refusal);
    }

    #[test]
    fn a_code_is_found_again_by_its_word() {
        for code in Code::ALL {
            assert_eq!(Code::of(code.code()), Some(*code));
        }
        assert_eq!(Code::of("E-tt-no"), None);
    }
}
