//! Functions by which templates make sentences: numbers in words, lists with "and", runs of like events.
#![allow(
    clippy::needless_pass_by_value,
    reason = "the template engine passes its arguments by value"
)]

use super::{Language, Messages, wrap};
use minijinja::value::{Serde, StringInput};
use minijinja::{Environment, Error, ErrorKind, State, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Adds all filters and functions.
pub(super) fn add(environment: &mut Environment<'_>, language: Language) {
    environment.add_filter("series", series);
    environment.add_filter("number", move |count: u32| language.number(count));
    environment.add_filter("ordinal", engine::story::ordinal);
    environment.add_filter("roman", roman);
    environment.add_filter("plural", plural);
    environment.add_filter("sentence", sentence);
    environment.add_filter("para", para);
    environment.add_filter("pad", pad);
    environment.add_filter("comment", comment);
    environment.add_filter("by", by);
    environment.add_filter("of", of);
    environment.add_filter("runs", runs);
    environment.add_filter("numbered", numbered);
    environment.add_filter("as_yaml", as_yaml);
    environment.add_filter("said", said(language));
    environment.add_filter("seat", |seat: StringInput<'_>| seat_in_words(seat.as_str()));
    environment.add_filter("scalar", |text: StringInput<'_>| {
        Value::from_safe_string(super::escape::scalar(text.as_str()))
    });
}

/// The filter that translates English text of the program into the language, by the catalogue of the title in whose
/// folder the template stands; the catalogue is read once. What it lacks stays English.
fn said(language: Language) -> impl Fn(&State<'_, '_>, StringInput<'_>) -> Value + Send + Sync {
    let read: Mutex<BTreeMap<String, Arc<Messages>>> = Mutex::default();
    move |state, english| {
        if language == Language::English {
            return Value::from(english.as_str());
        }
        let title = state.name().split('/').next().unwrap_or_default();
        let messages = {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            let known = read.entry(title.to_owned());
            known.or_insert_with(|| Arc::new(Messages::of(language, title))).clone()
        };
        Value::from(messages.say(english.as_str()))
    }
}

/// Characters a line of a form may hold.
const COMMENT_WIDTH: usize = super::narrow::WIDTH;

/// A seat in a sentence: `Rome` for `rome`, which is a name, but `c1` as it is.
pub fn seat_in_words(seat: &str) -> String {
    if seat.chars().all(char::is_alphabetic) { capital(seat) } else { seat.to_owned() }
}

/// An English sentence about a seat, put to its player: "your" for "its", "you change" for "it changes". Italian text has
/// no such words and stays.
pub(super) fn to_the_reader(said: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut after_it = false;
    for word in said.split_whitespace() {
        // A comma or full stop is no part of the word.
        let plain = word.trim_end_matches([',', '.', ';', ':']);
        let put = match plain {
            "its" => "your",
            "it" => "you",
            "is" if after_it => "are",
            "goes" if after_it => "go",
            verb if after_it => verb.strip_suffix('s').unwrap_or(verb),
            other => other,
        };
        words.push(format!("{put}{}", &word[plain.len()..]));
        after_it = plain == "it";
    }
    words.join(" ")
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a, b and c`.
fn series(state: &mut State<'_, '_>, items: Vec<Value>, last: &str) -> Result<Value, Error> {
    let mut joined = String::new();
    let count = items.len();
    for (at, item) in items.into_iter().enumerate() {
        match count - at {
            _ if at == 0 => {}
            1 => {
                let _ = write!(joined, " {last} ");
            }
            _ => joined.push_str(", "),
        }
        joined.push_str(&state.format(item)?);
    }
    Ok(Value::from_safe_string(joined))
}

const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
/// A number in words up to twelve, in figures above.
pub(super) fn number(count: u32) -> String {
    NUMBERS.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// A number as Romans wrote it; figures from 4000 up and for 0.
pub(super) fn roman(count: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if count == 0 || count >= 4000 {
        return count.to_string();
    }
    let (mut left, mut text) = (count, String::new());
    for (value, sign) in SIGNS {
        while left >= value {
            text.push_str(sign);
            left -= value;
        }
    }
    text
}

/// The first word for one, the second for any other number.
fn plural(count: i64, one: Value, many: Value) -> Value {
    if count == 1 { one } else { many }
}

/// With a capital first letter.
fn sentence(text: StringInput<'_>) -> Value {
    text.preserve_safety(capital(text.as_str()))
}

/// One paragraph by itself: blanks and line ends run together, wrapped so that no line begins like a list.
fn para(text: StringInput<'_>, width: Option<usize>) -> Value {
    let paragraph = wrap::paragraph(text.as_str(), width.unwrap_or(96));
    text.preserve_safety(if paragraph.is_empty() {
        paragraph
    } else {
        format!("\n{paragraph}\n\n")
    })
}

/// One paragraph as comment lines of a YAML file, indented by so many blanks after the sign.
fn comment(text: StringInput<'_>, indent: Option<usize>) -> Value {
    let first = format!("# {}", " ".repeat(indent.unwrap_or(0)));
    let rest = if indent.is_some() { format!("{first}  ") } else { first.clone() };
    Value::from_safe_string(
        wrap::hanging(&super::escape::plain(text.as_str()), &first, &rest, COMMENT_WIDTH) + "\n",
    )
}

/// Filled with blanks to a width.
fn pad(text: StringInput<'_>, width: usize) -> Value {
    text.preserve_safety(format!("{:<width$}", text.as_str()))
}

/// A list of maps as a map from the value of one of their fields.
fn by(items: Vec<Value>, field: &str) -> Result<Value, Error> {
    let pairs = items.into_iter().map(|item| Ok((item.get_attr(field)?.to_string(), item)));
    Ok(Value::from(pairs.collect::<Result<BTreeMap<String, Value>, Error>>()?))
}

/// The entries of a map that these names have, each with its name as `id`; a name without an entry
/// stands for itself.
fn of(names: Vec<Value>, map: Value) -> Result<Value, Error> {
    let entry = |name: Value| {
        let found = map.get_item(&name)?;
        let mut fields: BTreeMap<String, Value> = BTreeMap::new();
        if !found.is_undefined() {
            for key in found.try_iter()? {
                fields.insert(key.to_string(), found.get_item(&key)?);
            }
        }
        fields.insert("id".to_owned(), name);
        Ok(Value::from(fields))
    };
    Ok(Value::from(names.into_iter().map(entry).collect::<Result<Vec<Value>, Error>>()?))
}

/// Neighbours that agree in all these fields (one that lacks a field agrees with one that lacks it too).
fn runs(items: Vec<Value>, fields: Vec<String>) -> Result<Value, Error> {
    let mut runs: Vec<(Vec<Value>, Vec<Value>)> = Vec::new();
    for item in items {
        let keys =
            fields.iter().map(|field| item.get_attr(field)).collect::<Result<Vec<_>, _>>()?;
        match runs.last_mut() {
            Some((last, items)) if *last == keys => items.push(item),
            _ => runs.push((keys, vec![item])),
        }
    }
    Ok(Value::from(runs.into_iter().map(|(_, items)| Value::from(items)).collect::<Vec<_>>()))
}

/// The events of all chapters that have these numbers.
fn numbered(chapters: Vec<Value>, numbers: Vec<u32>) -> Result<Value, Error> {
    let mut found = Vec::new();
    for chapter in chapters {
        for event in chapter.get_attr("events")?.try_iter()? {
            let number = event.get_attr("n")?;
            if numbers.iter().any(|wanted| number == Value::from(*wanted)) {
                found.push(event);
            }
        }
    }
    Ok(Value::from(found))
}

/// A value in the words of an order file.
fn as_yaml(value: Serde<serde_json::Value>) -> Result<Value, Error> {
    let text = serde_yaml::to_string(&value.0)
        .map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))?;
    let lines: Vec<String> = text.lines().map(super::escape::printable).collect();
    Ok(Value::from_safe_string(lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::context;

    fn render(template: &str, context: Value) -> String {
        let mut environment = Environment::new();
        add(&mut environment, Language::English);
        environment.render_str(template, context).unwrap()
    }

    #[test]
    fn numbers_and_lists_in_words() {
        let said = render(
            "{{ 0 | number }} {{ 12 | number }} {{ 13 | number }} {{ 2 | ordinal }} {{ 22 | ordinal }}",
            context! {},
        );
        assert_eq!(said, "no twelve 13 second 22nd");
        assert_eq!(
            render(
                "{{ 14 | roman }} {{ 1 | plural('unit', 'units') }} {{ 2 | plural('unit', 'units') }}",
                context! {}
            ),
            "XIV unit units"
        );
        assert_eq!(
            render(
                "{{ ['a'] | series('and') }}; {{ ['a', 'b', 'c'] | series('or') }}",
                context! {}
            ),
            "a; a, b or c"
        );
    }

    #[test]
    fn a_question_is_put_to_its_reader() {
        let asked =
            "the hex to which its leader goes, the piece that it loses, and what it may move.";
        let put =
            "the hex to which your leader goes, the piece that you lose, and what you may move.";
        assert_eq!(to_the_reader(asked), put);
        assert_eq!(to_the_reader("its choice to go first"), "your choice to go first");
    }

    #[test]
    fn neighbours_that_agree_are_one_run() {
        let event = |kind: &'static str| Value::from(BTreeMap::from([("kind", kind)]));
        let events = vec![event("moved"), event("moved"), event("attack"), event("moved")];
        let runs = "{% for run in events | runs(['kind', 'none']) %}{{ run | length }}{% endfor %}";
        assert_eq!(render(runs, context! { events }), "211");
    }
}
