//! Stable codes under which complaints are made: one enumeration for each title, one for what all titles share.
//!
//! A code never changes its meaning; the words of a message may. Each stands in its enumeration with its kind, with what
//! it says and with the way out, so that `docs/codes.md` is made from the very lists that the program complains by.
//!
//! ```
//! # use tabella_engine as engine;
//! use engine::{Path, codes};
//! codes! {
//!     /// What this title says no to.
//!     pub enum Code {
//!         fault Unit = "E-tt-unit": "no such unit, or not yours" => "take one of your own from the form";
//!         refusal Far = "E-tt-far" by "4.2": "the square is out of reach" => "go nearer first";
//!     }
//! }
//! let complaint = Code::Far.at(Path::top(), "b5 is 3 squares off").fix("a unit of this type moves 2");
//! assert_eq!((complaint.code, complaint.rule), ("E-tt-far", Some("4.2")));
//! ```

use super::complaint::{self, Complaint, Kind};
use super::node::Path;
use super::reader::Reader;
use std::fmt;

/// A code as the table of codes shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeEntry {
    /// Its name in the program: `Phase`.
    pub name: &'static str,
    /// The code, such as `E-phase`.
    pub code: &'static str,
    /// The same code as a warning, such as `W-phase`: for what may be lawful by the time it is carried out.
    pub as_warning: &'static str,
    /// The kind of message: a fault, a refusal or a warning.
    pub kind: Kind,
    /// The rule that it always rests on, if it is always the same.
    pub rule: Option<&'static str>,
    /// The meaning of the code, in one line.
    pub says: &'static str,
    /// The remedy, in one line.
    pub way_out: &'static str,
}

impl CodeEntry {
    /// A complaint of this kind at `path`.
    pub fn at(&self, path: Path, message: impl Into<String>) -> Complaint {
        self.by_its_rule(Complaint::new(self.kind, self.code, path, message))
    }

    /// A warning of the same at `path`.
    pub fn warn(&self, path: Path, message: impl Into<String>) -> Complaint {
        self.by_its_rule(Complaint::new(Kind::Warning, self.as_warning, path, message))
    }

    fn by_its_rule(&self, mut complaint: Complaint) -> Complaint {
        complaint.rule = self.rule;
        complaint
    }

    /// A complaint of this kind about what `reader` stands at, with its place in the text.
    pub fn here(&self, reader: &Reader<'_>, message: impl Into<String>) -> Complaint {
        self.at(reader.path.clone(), message).at(reader.span())
    }
}

/// A title's enumeration of codes; [`codes!`](crate::codes!) makes them.
pub trait CodeList: Copy + Eq + fmt::Debug + 'static {
    /// Its line in the table of codes.
    fn entry(self) -> &'static CodeEntry;
}

/// The code of `length` bytes with `W` in place of its first letter.
#[must_use]
pub const fn as_warning<const LENGTH: usize>(code: &str) -> [u8; LENGTH] {
    let (mut bytes, mut at) = ([b'W'; LENGTH], 1);
    while at < LENGTH {
        bytes[at] = code.as_bytes()[at];
        at += 1;
    }
    bytes
}

/// Whether each code of a list begins with the letter of its kind.
#[must_use]
pub const fn begin_rightly(table: &[CodeEntry]) -> bool {
    let mut at = 0;
    while at < table.len() {
        if !complaint::fits(table[at].kind, table[at].code) {
            return false;
        }
        at += 1;
    }
    true
}

/// Declares the codes of a title: `kind Name = "code" [by "rule"]: "what it says" => "way out";`,
/// where `kind` is `fault`, `refusal` or `warning`. A code that nothing uses is an unused variant, which the compiler
/// reports where the enumeration is not `pub`.
#[macro_export]
macro_rules! codes {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $($kind:ident $value:ident = $code:literal
                $(by $rule:literal)? : $says:literal => $way_out:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name { $(#[doc = $says] $value),+ }

        #[allow(
            dead_code,
            unreachable_pub,
            reason = "codes have more methods than any one of their users needs"
        )]
        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// All of them as the table of codes shows them, in order.
            pub const TABLE: &'static [$crate::codes::CodeEntry] = &[$(
                $crate::codes::CodeEntry {
                    name: ::std::stringify!($value),
                    code: $code,
                    as_warning: {
                        const BYTES: [u8; $code.len()] = $crate::codes::as_warning($code);
                        match ::std::str::from_utf8(&BYTES) {
                            ::std::result::Result::Ok(code) => code,
                            ::std::result::Result::Err(_) => ::std::panic!("codes are ASCII"),
                        }
                    },
                    kind: $crate::codes!(@kind $kind),
                    rule: $crate::codes!(@maybe $($rule)?),
                    says: $says,
                    way_out: $way_out,
                }
            ),+];

            /// Its line in the table of codes.
            pub const fn entry(self) -> &'static $crate::codes::CodeEntry {
                &Self::TABLE[self as usize]
            }

            /// The code itself, such as `E-phase`.
            pub const fn code(self) -> &'static str {
                self.entry().code
            }

            /// A complaint at `path`, of the kind that the code is.
            pub fn at(
                self,
                path: $crate::Path,
                message: impl ::std::convert::Into<::std::string::String>,
            ) -> $crate::Complaint {
                self.entry().at(path, message)
            }

            /// A warning of the same at `path`.
            pub fn warn(
                self,
                path: $crate::Path,
                message: impl ::std::convert::Into<::std::string::String>,
            ) -> $crate::Complaint {
                self.entry().warn(path, message)
            }

            /// A complaint about what a reader stands at, with its place in the text.
            pub fn here(
                self,
                reader: &$crate::Reader<'_>,
                message: impl ::std::convert::Into<::std::string::String>,
            ) -> $crate::Complaint {
                self.entry().here(reader, message)
            }

            /// The code of this word, as records hold it.
            pub fn of(word: &str) -> ::std::option::Option<Self> {
                Self::ALL.iter().copied().find(|code| code.code() == word)
            }
        }

        const _: () = ::std::assert!(
            $crate::codes::begin_rightly($name::TABLE),
            "a warning has a code that begins with W-, anything else one that begins with E-",
        );

        impl $crate::codes::CodeList for $name {
            fn entry(self) -> &'static $crate::codes::CodeEntry {
                self.entry()
            }
        }

        impl ::std::convert::From<$name> for &'static str {
            fn from(code: $name) -> Self {
                code.code()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.code())
            }
        }
    };
    (@kind fault) => { $crate::Kind::Fault };
    (@kind refusal) => { $crate::Kind::Refusal };
    (@kind warning) => { $crate::Kind::Warning };
    (@maybe) => { ::std::option::Option::None };
    (@maybe $text:literal) => { ::std::option::Option::Some($text) };
}

crate::codes! {
    /// The codes that every title shares: what cannot be read of any orders, of a charter, of data files and of cases.
    pub enum Common {
        fault Missing = "E-missing":
            "a field is missing or empty" => "add it as the form shows it";
        fault Type = "E-type":
            "the value is of the wrong kind" => "write the kind of value that the message names";
        fault Range = "E-range":
            "a number is out of its range" => "write a number within the range that the message gives";
        fault Field = "E-field":
            "the field is unknown" => "use the most similar known name, or leave the field out";
        fault Awaited = "E-awaited":
            "the seat is not asked anything in this phase" => "leave `orders` out";
        fault Unanswered = "E-unanswered":
            "the file answers none of the questions that its seat is asked"
            => "write the answer below `orders:`, or write `hold: true` to let the rules decide at the deadline";
        warning PartAnswered = "W-part-answered":
            "the file leaves open some of the questions that its seat is asked"
            => "answer those too, or write `hold: true` to let the rules decide them at the \
                 deadline";
        fault Standing = "E-standing":
            "the file withdraws a standing order that is not in force" => "use the name of a standing order that is in force, or leave it out";
        fault Explain = "E-explain":
            "the title cannot explain this situation"
            => "write the question as `tabella analyse explain --help` shows";
        fault Scenario = "E-scenario":
            "the charter names a scenario that this title does not have" => "choose one that `tabella rules TITLE --choices` lists";
        fault Option = "E-option":
            "the charter names an option or a value that this title does not have"
            => "choose one that `tabella rules TITLE --choices` lists";
        fault Tempo = "E-tempo":
            "the charter names a tempo that this title does not have" => "choose one that `tabella rules TITLE --choices` lists";
        fault Seats = "E-seats":
            "the charter's seats do not match the scenario's seats" => "name the seats that `tabella rules TITLE --choices` lists";
        fault Data = "E-data":
            "a data file is inconsistent" => "correct the line that the message names, or use the title's own file";
        fault Case = "E-case":
            "the conformance case cannot be read, or could never fail" => "correct the line that the message names";
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeEntry, begin_rightly};
    use crate::{Complaint, Complaints, Kind, Node, Path, Reader};

    codes! {
        enum Code {
            fault Unit = "E-tt-unit": "no such unit" => "take one from the form";
            refusal Far = "E-tt-far" by "4.2": "out of reach" => "go nearer";
            warning Risk = "W-tt-risk": "dangerous" => "think again";
        }
    }

    #[test]
    fn a_code_makes_its_own_kind_of_complaint() {
        let (node, mut complaints) = (Node::from_value(&"b5".into()), Complaints::new());
        let reader = Reader::new(&node, Path::top().then("to"), &mut complaints);
        let far = Code::Far.here(&reader, "b5 is too far");
        let refusal = Complaint::refusal("E-tt-far", "4.2", reader.path.clone(), "b5 is too far");
        assert_eq!(far, refusal.at(reader.span()));
        assert_eq!(Code::Unit.at(Path::top(), "x").kind(), Kind::Fault);
        assert_eq!(Code::Risk.at(Path::top(), "x").by("2.1").rule, Some("2.1"));
    }

    #[test]
    fn what_is_only_warned_of_has_the_code_of_a_warning() {
        let warned = Code::Far.warn(Path::top(), "b5 is too far");
        assert_eq!((warned.kind(), warned.code), (Kind::Warning, "W-tt-far"));
        assert_eq!(warned.rule, Some("4.2"));
        assert_eq!(Code::Risk.warn(Path::top(), "x"), Code::Risk.at(Path::top(), "x"));
        let wrong = |kind| Code::TABLE.iter().map(move |entry| CodeEntry { kind, ..*entry });
        for kind in [Kind::Fault, Kind::Refusal, Kind::Warning] {
            assert!(!begin_rightly(&wrong(kind).collect::<Vec<_>>()), "{kind}");
        }
    }
}
