//! What templates have for making sentences: variety that can be repeated, numbers in words, lists
//! with "and", and the weaving of events into paragraphs.
#![allow(
    clippy::needless_pass_by_value,
    reason = "the template engine hands its arguments over by value"
)]

use super::{Language, Messages, wrap};
use minijinja::value::{Kwargs, Serde, StringInput, ValueKind};
use minijinja::{Environment, Error, ErrorKind, State, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Adds all filters and functions.
pub(super) fn add(environment: &mut Environment<'_>, language: Language) {
    environment.add_function("say", say);
    environment.add_function("vary", vary);
    environment.add_filter("series", series);
    environment.add_filter("number", move |count: u32| language.number(count));
    environment.add_filter("ordinal", move |count: u32| language.ordinal(count));
    environment.add_filter("roman", roman);
    environment.add_filter("plural", plural);
    environment.add_filter("sentence", sentence);
    environment.add_filter("para", para);
    environment.add_filter("pad", pad);
    environment.add_filter("comment", comment);
    environment.add_filter("by", by);
    environment.add_filter("of", of);
    environment.add_filter("weave", weave);
    environment.add_filter("runs", runs);
    environment.add_filter("numbered", numbered);
    environment.add_filter("as_yaml", as_yaml);
    environment.add_filter("said", said(language));
    environment.add_filter("scalar", |text: StringInput<'_>| {
        Value::from_safe_string(super::escape::scalar(text.as_str()))
    });
}

/// What the program says in English, in the language: by the catalogue of the title in whose folder the template stands,
/// read once. What the catalogue lacks stays English.
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

/// How often each family of phrases has been drawn from in this rendering.
#[derive(Default)]
struct Drawn(BTreeMap<String, u32>);

/// One of several values: which one depends on the game, the record and the family's name, and none
/// comes again before all the others have come.
fn vary(state: &mut State<'_, '_>, family: &str, choices: Vec<Value>) -> Result<Value, Error> {
    let count = u32::try_from(choices.len()).expect("a family of words is small");
    if count == 0 {
        return Err(Error::new(ErrorKind::InvalidOperation, "there is nothing to choose from"));
    }
    let drawn =
        state.get_or_insert_extension(Drawn::default()).0.entry(family.to_owned()).or_insert(0);
    let (round, place) = (*drawn / count, *drawn % count);
    *drawn += 1;
    let seed = |name| state.lookup(name).filter(|value| !value.is_undefined());
    let (Some(game), Some(record)) = (seed("game"), seed("number")) else {
        return Err(Error::new(
            ErrorKind::InvalidOperation,
            "only a report with `game` and `number` can vary its words",
        ));
    };
    let start = mix(&format!("{game}\n{record}\n{family}\n{round}"));
    Ok(choices[stride(start, place, count)].clone())
}

/// Place number `place` of a round through `count` choices: from a start, by a step that has no
/// divisor in common with their number.
fn stride(start: u64, place: u32, count: u32) -> usize {
    let count = u64::from(count);
    let coprime = |step: &u64| gcd(*step, count) == 1;
    let steps: Vec<u64> = (1..=count).filter(coprime).collect();
    let step =
        steps[usize::try_from((start >> 32) % steps.len() as u64).expect("a place in the list")];
    usize::try_from((start % count + step * u64::from(place)) % count)
        .expect("less than a number of 32 bits")
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A number from a text: FNV-1a, then a last stir so that every bit counts.
pub(super) fn mix(text: &str) -> u64 {
    let folded = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let folded = (folded ^ (folded >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    folded ^ (folded >> 29)
}

/// One of several phrases with its gaps filled: `{who}` by the argument `who`, `{Who}` by the same with
/// a capital. What fills a gap is made harmless, the phrase itself is the template's own.
fn say(
    state: &mut State<'_, '_>,
    family: &str,
    phrases: Vec<Value>,
    gaps: Kwargs,
) -> Result<Value, Error> {
    let phrase = vary(state, family, phrases)?;
    let phrase = phrase
        .as_str()
        .ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "a phrase must be a text"))?;
    let mut said = String::with_capacity(phrase.len() * 2);
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let (name, after) = after
            .split_once('}')
            .ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "a gap is not closed"))?;
        let lower = name.to_ascii_lowercase();
        let value: Value = gaps.peek(&lower)?;
        let filled = state.format(value)?;
        said.push_str(&if lower == name { filled } else { capital(&filled) });
        rest = after;
    }
    said.push_str(rest);
    Ok(Value::from_safe_string(said))
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
const ORDINALS: [&str; 13] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
];

/// A number in words up to twelve, in figures above.
pub(super) fn number(count: u32) -> String {
    NUMBERS.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// `first` to `twelfth`, then `13th`.
pub(super) fn ordinal(count: u32) -> String {
    if let Some(word) = ORDINALS.get(count as usize) {
        return (*word).to_owned();
    }
    let end = match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{count}{end}")
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

/// Events in groups that one paragraph tells. `subjects` names for a kind of event the field that holds
/// its subject: neighbours with the same subject are one group, and a kind with an empty field name
/// belongs to the group before it. Any other kind groups with neighbours of its kind. A kind named in
/// `ends` is the last of its group but for those that belong to it.
fn weave(events: Vec<Value>, subjects: Value, ends: Option<Vec<String>>) -> Result<Value, Error> {
    let ends = ends.unwrap_or_default();
    let mut groups: Vec<(Value, Value, Vec<Value>)> = Vec::new();
    let mut ended = false;
    for event in events {
        let kind = event.get_attr("kind")?;
        let field = subjects.get_item(&kind)?;
        let field = field.as_str();
        let subject = match field {
            None => Value::from(()),
            Some("") => groups.last().map_or(Value::from(()), |(_, subject, _)| subject.clone()),
            Some(field) => event.get_attr(field)?,
        };
        let joins = groups.last().is_some_and(|(first, current, _)| match field {
            None => *first == kind,
            Some(field) => {
                current.kind() != ValueKind::None
                    && *current == subject
                    && (field.is_empty() || !ended)
            }
        });
        let over = kind.as_str().is_some_and(|kind| ends.iter().any(|end| end == kind));
        ended = over || (joins && ended);
        match groups.last_mut() {
            Some((_, _, events)) if joins => events.push(event),
            _ => groups.push((kind, subject, vec![event])),
        }
    }
    let group = |(kind, subject, events)| {
        Value::from(BTreeMap::from([
            ("kind", kind),
            ("subject", subject),
            ("events", Value::from(events)),
        ]))
    };
    Ok(Value::from(groups.into_iter().map(group).collect::<Vec<Value>>()))
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
    use std::collections::BTreeSet;

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
    fn words_vary_without_repeating_and_can_be_repeated() {
        let template = "{% macro one() %}{{ vary('x', ['a', 'b', 'c', 'd']) }}{% endmacro %}{% for i in [1, 2, 3, 4] %}{{ one() }}{% endfor %}";
        let said = |record: u32| render(template, context! { game => "zama", number => record });
        assert_eq!(said(1), said(1));
        let all: BTreeSet<String> = (1..20).map(said).collect();
        assert!(all.len() > 3, "{all:?}");
        for one in all {
            assert_eq!(one.chars().collect::<BTreeSet<_>>().len(), 4, "{one}");
        }
    }

    #[test]
    fn phrases_have_gaps() {
        let said = render(
            "{{ say('x', ['{Who} held {where}.'], who='the line', where='e4') }}",
            context! { game => "g", number => 1 },
        );
        assert_eq!(said, "The line held e4.");
    }

    #[test]
    fn events_are_woven_by_subject() {
        let event = |kind: &'static str, target: &'static str| {
            Value::from(BTreeMap::from([("kind", kind), ("target", target), ("unit", target)]))
        };
        let events = vec![
            event("moved", "a"),
            event("moved", "b"),
            event("attack", "x"),
            event("holds", "x"),
            event("attack", "x"),
            event("retreat", "x"),
            event("credit", "b"),
            event("attack", "y"),
        ];
        let template = "{% for g in events | weave({'attack': 'target', 'holds': 'target', 'retreat': 'unit', 'credit': ''}, ['retreat']) %}\
                        {{ g.kind }}:{{ g.events | length }} {% endfor %}";
        assert_eq!(
            render(template, context! { events => events.clone() }),
            "moved:2 attack:5 attack:1 "
        );
        let runs = "{% for run in events | runs(['kind', 'none']) %}{{ run | length }}{% endfor %}";
        assert_eq!(render(runs, context! { events }), "2111111");
    }
}
