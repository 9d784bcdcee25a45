//! Messages about a command that was called wrongly, in the language that it asks for.

use crate::report::{Language, Messages};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// The language in which a command line asks to be answered, whether or not it can be parsed: the last `--lang` counts.
pub(super) fn language(arguments: impl Iterator<Item = OsString>) -> Language {
    let (mut found, mut next) = (None, false);
    for argument in arguments {
        let Some(argument) = argument.to_str() else { continue };
        if std::mem::take(&mut next) {
            found = Some(argument.to_owned());
        } else if let Some(code) = argument.strip_prefix("--lang=") {
            found = Some(code.to_owned());
        } else {
            next = argument == "--lang";
        }
    }
    found.and_then(|code| Language::of(&code)).unwrap_or_default()
}

/// The message about a wrong command line, in a language other than English; none if the argument parser's own message
/// is the best one.
pub(super) fn wrong(error: &clap::Error, messages: &Messages) -> Option<String> {
    let of = |kind| error.get(kind).map(in_words);
    let argument = of(ContextKind::InvalidArg);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => format!("this command takes no argument `{}`", argument?),
        ErrorKind::InvalidSubcommand => {
            format!("there is no command `{}`", of(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let (argument, value) = (argument?, of(ContextKind::InvalidValue)?);
            if value.is_empty() {
                format!("`{argument}` needs a value")
            } else {
                format!("`{argument}` does not take `{value}`")
            }
        }
        ErrorKind::MissingRequiredArgument => format!("this is missing: `{}`", argument?),
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg).unwrap_or_default();
            if other.is_empty() || other == argument.clone()? {
                format!("`{}` may be given only once", argument?)
            } else {
                format!("`{}` and `{other}` cannot be used together", argument?)
            }
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("`{}` has the wrong number of values", argument?)
        }
        _ => return None,
    };
    let mut lines = vec![messages.find(&what)?];
    let near = of(ContextKind::SuggestedArg)
        .or_else(|| of(ContextKind::SuggestedSubcommand))
        .or_else(|| of(ContextKind::SuggestedValue));
    lines.extend(near.map(|near| messages.say(&format!("Did you mean `{near}`?"))));
    let known = of(ContextKind::ValidValue).filter(|known| !known.is_empty());
    lines.extend(known.map(|known| messages.say(&format!("There are: {known}"))));
    lines.push(
        messages
            .say("`tabella help` lists the commands; `tabella COMMAND --help` explains each one."),
    );
    Some(lines.join("\n"))
}

fn in_words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(one) => one.clone(),
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(all) => {
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}
