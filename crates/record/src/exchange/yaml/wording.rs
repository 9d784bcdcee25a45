//! Messages about text that is no YAML, in words for somebody who has never heard of a scalar.

use super::super::codes::Code;
use super::DEEPEST;
use engine::{Complaint, Path};
use granit_parser::ErrorKind;

pub(super) fn of(kind: &ErrorKind) -> Complaint {
    match kind {
        ErrorKind::RecursionLimitExceeded => return too_deep(),
        ErrorKind::DirectiveDisallowed => {
            let fault = Code::YamlDirective.at(Path::top(), "directives (`%...`) are not allowed");
            return fault.fix("remove the line that begins with `%`");
        }
        _ => {}
    }
    let (message, fix) = words(kind).unwrap_or_default();
    let message = if message.is_empty() { kind.to_string() } else { message.to_owned() };
    let fix =
        if fix.is_empty() { "compare this line and the one before it with the form" } else { fix };
    Code::Yaml.at(Path::top(), message).fix(fix)
}

/// The fix where entries follow an empty value in brackets, from the text and the line at which the reader stopped;
/// `None` elsewhere.
pub(super) fn behind_brackets(text: &str, line: usize) -> Option<&'static str> {
    let spoken = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let before = text.lines().take(line.checked_sub(1)?).map(str::trim).filter(spoken).last()?;
    let bare = before.split(" #").next().unwrap_or_default().trim_end();
    ["[]", "{}"]
        .into_iter()
        .zip(BRACKETS)
        .find(|(empty, _)| bare.ends_with(empty))
        .map(|(_, fix)| fix)
}

/// The advice to remove the brackets so that entries may follow.
const BRACKETS: [&str; 2] = [
    "a key that has entries below it must have nothing after it: remove the `[]` from the line above",
    "a key that has entries below it must have nothing after it: remove the `{}` from the line above",
];

pub(super) fn too_deep() -> Complaint {
    let message = format!("lists and maps are nested more than {DEEPEST} deep");
    Code::YamlDepth
        .at(Path::top(), message)
        .fix("no order needs that: look for brackets that are never closed")
}

/// Message and fix for an error; `None` if the parser's own words say it best.
fn words(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    layout(kind).or_else(|| brackets(kind)).or_else(|| texts(kind))
}

/// The words for faults of indents, keys and colons.
fn layout(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind as K;
    Some(match kind {
        K::TabNotAllowed
        | K::TabInBlockIndentation
        | K::TabInIndentation
        | K::TabInPlainScalar
        | K::TabAtBlockScalarStart => ("a tab where only spaces are allowed", "indent with spaces"),
        K::InvalidIndentation | K::InvalidFlowScalarIndent | K::InvalidBlockScalarIndent => (
            "this line is indented wrongly",
            "indent the keys of one map equally, and more than the key above them",
        ),
        K::ExpectedBlockMappingKey => {
            ("expected a key here", "write `key: value`, indented like the other keys of the map")
        }
        K::SimpleKeyExpected | K::InvalidSimpleKey => {
            ("expected `:` after this key", "write `key: value`, with a space after the colon")
        }
        K::MappingValueNotAllowed | K::InvalidColonPlacement | K::MappingKeyNotAllowed => (
            "a `:` or key where none is allowed",
            "put text that contains `: ` in quotes; write one `key: value` on each line",
        ),
        K::InvalidMappingValueWhitespace | K::FlowMappingValueAdjacentCollection => {
            ("`:` without a space after it", "write `key: value`")
        }
        _ => return None,
    })
}

/// The message about `{...}` and `[...]`.
fn brackets(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind as K;
    Some(match kind {
        K::ExpectedFlowMappingSeparator
        | K::UnexpectedEofFlowMapping
        | K::UnexpectedEofImplicitFlowMapping => (
            "a `,` or `}` is missing in this `{...}`",
            "separate its entries with commas and close it with `}`",
        ),
        K::ExpectedFlowSequenceSeparator | K::UnexpectedEofFlowSequence => (
            "a `,` or `]` is missing in this `[...]`",
            "separate its items with commas and close it with `]`",
        ),
        K::UnclosedFlowCollection { .. } => {
            ("this bracket is never closed", "close it with `]` or `}`")
        }
        K::MisplacedFlowCollectionEnd => {
            ("a closing bracket without an opening one", "remove it, or put the text in quotes")
        }
        K::MismatchedFlowCollectionEnd { .. } => (
            "this bracket is closed by a bracket of a different kind",
            "`[` is closed by `]`, `{` by `}`",
        ),
        _ => return None,
    })
}

/// The message about quotes, comments and the start of a text.
fn texts(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind as K;
    Some(match kind {
        K::InvalidQuotedScalarIndent => (
            "this line is still inside the quotes opened above, but not indented enough",
            "close the quotes on the line where they were opened",
        ),
        K::UnclosedQuotedScalar | K::DocumentIndicatorInQuotedScalar => {
            ("these quotes are never closed", "close it on the same line")
        }
        K::InvalidTrailingSingleQuotedScalar | K::InvalidTrailingDoubleQuotedScalar => (
            "something follows after the closing quotation mark",
            "put the whole text in the quotes, or none of it",
        ),
        K::UnknownQuotedScalarEscape
        | K::InvalidQuotedScalarHexEscape
        | K::InvalidUnicodeEscape => (
            "this `\\` in double quotes means nothing",
            "use single quotes, in which a backslash is a backslash",
        ),
        K::BlockSequenceEntryNotAllowed
        | K::BlockEntryInFlowCollection
        | K::ExpectedBlockSequenceEntry => (
            "a `- ` item where none is allowed",
            "begin a list on the line after its key, every item with the same indent",
        ),
        K::UnexpectedCharacter { .. } => {
            ("text without quotes cannot begin with this character", "put the text in quotes")
        }
        K::CommentNotSeparated | K::CommentInterceptedScalar => {
            ("a comment inside a text", "put a space before `#`, or put the text in quotes")
        }
        K::InvalidDocumentEnd => ("something follows the end of the document (`...`)", "remove it"),
        K::MissingAnchorOrAliasName
        | K::ExpectedTagBang
        | K::UndeclaredTagHandle
        | K::MissingTagUri => {
            ("text without quotes cannot begin with `&`, `*` or `!`", "put the text in quotes")
        }
        _ => return None,
    })
}
