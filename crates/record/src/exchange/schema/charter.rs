//! A charter as JSON Schema: what [`Charter`](crate::Charter) reads, with the words of one title.

use crate::change::{Kind, Voice};
use crate::charter::{PROTOCOL, SEATS_MAX};
use crate::disclosure::LATE_MAX;
use crate::fork::Knows;
use crate::names;
use crate::player::Strength;
use crate::schedule::DAYS_MAX;
use crate::sums::LAST_NUMBER;
use engine::data::{Prospectus, ScenarioNote};
use engine::grammar::{either, numbers, text, two_digits, word_of, words};
use serde_json::{Map, Value, json};

/// An id, or the name of a seat. Other limits on names, such as words that YAML reads as truth values, are checked by
/// the program.
const ID: &str = "[a-z0-9][a-z0-9-]{0,63}";
/// The characters of an age key.
const BECH32: &str = "[02-9AC-HJ-NP-Zac-hj-np-z]";
/// A length of time: `15m`, `6h`, `2d`.
const SPAN: &str = "0*[1-9][0-9]*[mhd]";

pub fn charter(slug: &str, title: &Prospectus) -> Value {
    let scenarios = words(title.scenarios.iter().map(|note| note.name.as_str()));
    let properties = [
        ("tabella", "the version of the protocol", whole(PROTOCOL, PROTOCOL)),
        ("game", "the id of the game", text(ID)),
        ("title", "", words([slug])),
        (
            "rules-revision",
            "the revision of the rules with which the game begins",
            whole(1, u32::MAX),
        ),
        ("scenario", "", scenarios),
        ("options", "options that differ from the scenario's", options(title)),
        (
            "tempo",
            "how often the game stops to ask",
            words(title.tempos.iter().map(|tempo| tempo.word())),
        ),
        ("seats", "the seats, in the order that breaks ties", seats(&title.scenarios)),
        ("referee", "who runs the adjudicator", person()),
        ("program", "the seats that the program plays", or_none(program())),
        ("schedule", "when orders are due", or_none(schedule(title))),
        ("vacations", "days of vacation for each seat", or_none(whole(0, u32::MAX))),
        ("heads", "whether seats vouch for heads", or_none(words(["off", "asked", "required"]))),
        ("waits-for", "which seats a phase waits for", or_none(words(["asked", "awaited"]))),
        ("public", "when others see what happened", or_none(public())),
        (
            "items",
            "whether the record commits to each hidden item separately",
            json!({ "type": "boolean" }),
        ),
        (
            "always-hidden",
            "whether every record after the opening has a file hidden.yaml",
            json!({ "type": "boolean" }),
        ),
        ("house", "the data files that are not the title's own", house()),
        ("notes", "which notes players may write", or_none(words(["named", "anonymous"]))),
        ("fork", "what a sandbox was made from", or_none(fork())),
        ("consent", "who must agree to which change", consent()),
        ("seal", "the game's age key", or_none(age_key())),
        ("dice", "what the referee is committed to", dice()),
    ];
    let must = ["tabella", "game", "title", "rules-revision", "scenario", "tempo", "seats", "dice"];
    let whole = object(&properties, &must);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Charter of {}", title.title),
    });
    let fields = schema.as_object_mut().expect("an object");
    fields.extend(whole.as_object().expect("an object").clone());
    schema
}

fn whole(low: u32, high: u32) -> Value {
    json!({ "type": "integer", "minimum": low, "maximum": high })
}

fn or_none(part: Value) -> Value {
    either([part, json!({ "type": "null" })])
}

/// An object with exactly these keys, of which `must` are required.
fn object(properties: &[(&str, &str, Value)], must: &[&str]) -> Value {
    let entry = |(name, about, part): &(&str, &str, Value)| {
        let mut part = part.clone();
        if !about.is_empty() {
            part["description"] = (*about).into();
        }
        ((*name).to_owned(), part)
    };
    let properties: Map<String, Value> = properties.iter().map(entry).collect();
    let mut map =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !must.is_empty() {
        map["required"] = must.into();
    }
    map
}

/// Requires that a key is present.
fn given(name: &str) -> Value {
    json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } })
}

/// The values of the title's options; all of them are texts.
fn options(title: &Prospectus) -> Value {
    let value = |values: &[String]| match values {
        [] => free(),
        known => words(known.iter().map(String::as_str)),
    };
    let all: Vec<(&str, &str, Value)> = title
        .options
        .iter()
        .map(|option| (option.name.as_str(), option.note.as_str(), value(&option.values)))
        .collect();
    object(&all, &[])
}

/// A line of free text.
fn free() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 200 })
}

fn seats(scenarios: &[ScenarioNote]) -> Value {
    let mut sides: Vec<&str> = Vec::new();
    for (_, side) in scenarios.iter().flat_map(|note| &note.seats) {
        if !sides.contains(&side.as_str()) {
            sides.push(side);
        }
    }
    let line = [
        ("seat", "", text(ID)),
        ("side", "", words(sides)),
        ("name", "the name by which the player is called", or_none(free())),
        ("mail", "used only in old games", or_none(mail())),
        ("age", "the key to which the player's private files are sealed", or_none(age_key())),
    ];
    json!({
        "type": "array", "minItems": 1, "maxItems": SEATS_MAX, "items": object(&line, &["seat", "side"]),
    })
}

fn age_key() -> Value {
    text(&format!("age1{BECH32}{{58}}"))
}

/// Names of data files. Other limits on them are checked by the program.
fn house() -> Value {
    let mut name = text("[a-z0-9][a-z0-9_-]*\\.[a-z0-9][a-z0-9_-]*");
    name["maxLength"] = names::LONGEST.into();
    json!({ "type": "array", "items": name })
}

fn fork() -> Value {
    let seed = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
    let parts = [
        ("game", "the id of the game", text(ID)),
        ("record", "the record after which the sandbox begins", whole(0, u32::MAX)),
        ("head", "the digest of that record's list", digest()),
        ("knows", "what its position was made from", word_of::<Knows>()),
        ("seat", "the seat from whose knowledge it was drawn", or_none(text(ID))),
        ("seed", "the seed with which the unknown things were drawn", or_none(seed)),
    ];
    let mut fork = object(&parts, &["game", "record", "head", "knows"]);
    fork["if"] = json!({ "properties": { "knows": { "const": Knows::Seat.word() } } });
    let drawn = ["seat", "seed"].map(given);
    fork["then"] = json!({ "allOf": drawn });
    fork["else"] = json!({ "not": { "anyOf": drawn } });
    fork
}

fn mail() -> Value {
    let plain = "[!#-'*+\\-./0-9=?A-Z^-~]+";
    let mut mail = text(&format!("{plain}@{plain}"));
    mail["maxLength"] = 254.into();
    mail
}

fn person() -> Value {
    object(&[("name", "", or_none(free())), ("mail", "only in old games", or_none(mail()))], &[])
}

fn program() -> Value {
    let mut seats = json!({ "type": "object", "additionalProperties": word_of::<Strength>() });
    seats["propertyNames"] = text(ID);
    let parts = [
        ("player", "the version of the built-in player", whole(0, u32::MAX)),
        ("seed", "the SHA-256 of the program's secret", digest()),
        ("seats", "how well the program plays each seat", seats),
    ];
    object(&parts, &["player", "seed", "seats"])
}

fn digest() -> Value {
    text("[0-9a-f]{64}")
}

fn schedule(title: &Prospectus) -> Value {
    let span = || text(SPAN);
    let list = |part: Value| json!({ "type": "array", "items": part, "maxItems": 200 });
    let day = "(?:mon|tue|wed|thu|fri|sat|sun)";
    let date = format!("[0-9]{{4}}-{}-{}", two_digits(12), two_digits(31));
    let breaker = [
        (
            "missing",
            "the share of awaited seats that have not answered, in percent",
            or_none(whole(1, 100)),
        ),
        ("silence", "how long no mail has arrived", or_none(span())),
    ];
    let mut phases = json!({ "type": "object", "additionalProperties": whole(1, DAYS_MAX) });
    phases["propertyNames"] = words(title.phases.iter().copied());
    let parts = [
        ("days", "calendar days for a phase", or_none(whole(1, DAYS_MAX))),
        ("zone", "the time zone, such as Europe/Rome", json!({ "type": "string", "minLength": 1 })),
        ("hour", "the hour at which orders are due", or_none(whole(0, 23))),
        ("missed", "what happens to a seat that filed nothing", words(["wait", "fallback"])),
        (
            "weekly",
            "deadlines at fixed times of the week, instead of `days`",
            list(text(&format!("{day} {CLOCK}"))),
        ),
        ("off", "days on which nothing is due", list(text(day))),
        (
            "holidays",
            "dates on which nothing is due",
            list(text(&format!("{date}(?:\\.\\.{date})?"))),
        ),
        (
            "early",
            "how long a phase waits for second thoughts once everybody has answered",
            or_none(span()),
        ),
        (
            "remind",
            "when to send reminders: after `half` of the time, or this long before the deadline",
            list(text(&format!("half|{SPAN}"))),
        ),
        ("grace", "how long after the deadline orders are still accepted", or_none(span())),
        (
            "vacancy",
            "the number of phases that a seat must miss in a row to become vacant",
            or_none(whole(1, u32::MAX)),
        ),
        (
            "breaker",
            "the conditions under which the program does not act when a deadline passes",
            or_none(object(&breaker, &[])),
        ),
        ("phases", "the days for each phase, by its name", phases),
        ("vacant", "how well the program plays a vacant seat", or_none(word_of::<Strength>())),
    ];
    let mut schedule = object(&parts, &["zone"]);
    exclusions(&mut schedule);
    schedule
}

/// Adds the fields of a schedule that need or exclude one another.
fn exclusions(schedule: &mut Value) {
    let given =
        |name: &str| json!({ "required": [name], "properties": { name: { "type": "integer" } } });
    let weekly = json!({ "required": ["weekly"], "properties": { "weekly": { "minItems": 1 } } });
    let daily = json!({ "allOf": [given("days"), given("hour"), { "not": weekly }] });
    let by_week = json!({ "allOf": [weekly, { "not": either([given("days"), given("hour")]) }] });
    schedule["anyOf"] = json!([daily, by_week]);
    let no_phases = json!({ "properties": { "phases": { "maxProperties": 0 } } });
    let no_program = json!({ "properties": { "vacant": { "type": "null" } } });
    schedule["allOf"] =
        json!([either([no_phases, given("days")]), either([no_program, given("vacancy")])]);
}

/// A time of day, `HH:MM`, on the 24-hour clock.
const CLOCK: &str = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";

fn public() -> Value {
    let late = numbers(2, LATE_MAX);
    either([
        words(["at-once", "at-end", "nothing", "1-turn-late"]),
        text(&format!("(?:{late})-turns-late")),
    ])
}

fn consent() -> Value {
    let voices = |known: &[&str]| format!("(?:{})", known.join("|"));
    let of = |kind: &Kind| {
        let all: Vec<&str> = Voice::ALL
            .iter()
            .filter(|voice| kind.concerns_a_seat() || **voice != Voice::Seat)
            .map(|voice| voice.word())
            .collect();
        let one = voices(&all);
        let twice = |word: &&str| format!("(?!.*{word}.*{word})");
        let twice = all.iter().map(twice).collect::<Vec<_>>().concat();
        let rule = text(&format!("{twice}{one}(?:\\+{one})*"));
        (kind.word(), "", json!({ "type": "array", "items": rule, "minItems": 1 }))
    };
    object(&Kind::ALL.iter().map(of).collect::<Vec<_>>(), &[])
}

fn dice() -> Value {
    let parts = [
        ("commitment", "", digest()),
        ("phases", "the number of the last phase that has a secret", whole(1, LAST_NUMBER)),
        ("hidden", "", digest()),
        ("by", "", or_none(words(["referee"]))),
        ("beacon", "", json!({ "type": "null" })),
    ];
    object(&parts, &["commitment", "hidden"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seat;

    #[test]
    fn sides_are_those_of_the_scenarios_each_once_and_only_what_has_words_is_described() {
        let scenario = |name: &str, seats: &[(&str, &str)]| ScenarioNote {
            name: name.to_owned(),
            title: String::new(),
            seats: seats.iter().map(|(seat, side)| (Seat::new(seat), (*side).to_owned())).collect(),
        };
        let both = [
            scenario("battle", &[("r1", "rome"), ("r2", "rome"), ("c1", "carthage")]),
            scenario("siege", &[("r1", "rome"), ("g1", "gaul")]),
        ];
        let line = &seats(&both)["items"]["properties"];
        assert_eq!(line["side"], json!({ "enum": ["rome", "carthage", "gaul"] }));
        assert_eq!(seats(&both)["items"]["required"], json!(["seat", "side"]));
        assert_eq!(object(&[("name", "", free())], &[]).get("required"), None);
        assert_eq!(line["name"]["description"], "the name by which the player is called");
    }
}
