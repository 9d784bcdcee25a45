//! Checks that a title's grammar, as editors get it, and its readers agree.

use crate::{Pool, alter, count, flow};
use engine::grammar::{Grammar, prompt};
use engine::{Complaints, Kind, Node, OrderRules, Path, Place, Reader, Rng, standing};
use jsonschema::Validator;
use record::exchange::yaml;
use serde_json::{Value, json};

/// The disagreements between the grammar and the readers about samples and about altered samples. `samples` is a YAML
/// list of maps with one key each: `orders NAME` for an answer to a prompt, `ahead` or `standing`. `beyond` are parts
/// of the rules that a schema cannot state.
///
/// # Panics
/// On samples that are no such list, and on a grammar that is no schema.
pub fn disagreements<R: OrderRules>(
    rules: &R,
    grammar: Grammar,
    samples: &str,
    beyond: &[&str],
    altered: u32,
) -> Vec<String> {
    let root = yaml::parse(samples).unwrap_or_else(|complaints| panic!("{:?}", complaints.0));
    let files = root.list().expect("samples are a list");
    let mut pool = Pool::default();
    for file in files {
        pool.gather("", file);
    }
    let known: Vec<String> = grammar.standing.iter().map(|(key, ..)| (*key).to_owned()).collect();
    let (parts, shared) = grammar.parts();
    let mut found = Vec::new();
    for file in files {
        let [(key, sample)] = file.map().expect("a sample is a map") else {
            panic!("a sample has one key");
        };
        let part = match key.text.strip_prefix("orders ") {
            Some(name) => json!({ "$ref": format!("#/$defs/{}", prompt(name)) }),
            None => parts[&key.text].clone(),
        };
        let schema = validator(&json!({ "$defs": shared, "allOf": [part] }));
        let comparison = Comparison { schema, pool: &pool, beyond };
        let reads = |node: &Node| reads(rules, &key.text, node, &known);
        found.extend(comparison.of(&key.text, sample, altered, reads));
    }
    found
}

/// The disagreements between a schema and the reader of a whole file about a sample and altered ones.
/// `reads` gives the reader's complaints about a text; `beyond` are parts of the rules that a schema
/// cannot state.
///
/// # Panics
/// On a sample that is not YAML, and on a value that is not a schema.
pub fn files(
    schema: &Value,
    sample: &str,
    beyond: &[&str],
    altered: u32,
    reads: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let root = yaml::parse(sample).unwrap_or_else(|complaints| panic!("{:?}", complaints.0));
    let mut pool = Pool::default();
    pool.gather("", &root);
    let comparison = Comparison { schema: validator(schema), pool: &pool, beyond };
    let reads = |node: &Node| reads(&flow(node)).into_iter().collect();
    comparison.of("a file", &root, altered, reads)
}

/// The parts of a value that a schema does not allow.
///
/// # Panics
/// On a value that is not a schema.
pub fn misfits(schema: &Value, value: &Value) -> Vec<String> {
    let say = |one: jsonschema::ValidationError<'_>| format!("{}: {one}", one.instance_path);
    validator(schema).iter_errors(value).map(say).collect()
}

struct Comparison<'a> {
    schema: Validator,
    pool: &'a Pool,
    beyond: &'a [&'a str],
}

impl Comparison<'_> {
    /// The disagreements about a sample, which both must accept, and about altered ones.
    fn of(
        &self,
        name: &str,
        sample: &Node,
        altered: u32,
        reads: impl Fn(&Node) -> Vec<String>,
    ) -> Vec<String> {
        let mut rng = Rng::new(7);
        let mut found = Vec::new();
        let mut judge = |node: &Node, whole: bool| {
            let (said, value) = (reads(node), node.plain_value());
            let valid = self.schema.is_valid(&value);
            let further = |one: &String| self.beyond.iter().any(|part| one.contains(part));
            let differ = if valid { !said.iter().all(further) } else { said.is_empty() };
            if differ || whole && !valid {
                let reads = said.join("; ");
                found.push(format!("{name}: {value}\n  the schema: {valid}; the reader: {reads}"));
            }
        };
        judge(sample, true);
        for _ in 0..altered {
            let mut other = sample.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(count(&other));
                alter(&mut other, "", &mut { at }, self.pool, &mut rng);
            }
            judge(&other, false);
        }
        found
    }
}

pub(super) fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap_or_else(|error| panic!("{error}"))
}

fn reads<R: OrderRules>(rules: &R, key: &str, node: &Node, known: &[String]) -> Vec<String> {
    let mut complaints = Complaints::new();
    if node.is_empty() && !key.starts_with("orders") {
        return vec!["the reader of the envelope refuses a key with nothing behind it".to_owned()];
    }
    if let Some(name) = key.strip_prefix("orders ") {
        let reader = Reader::new(node, Path::top().then("orders"), &mut complaints);
        rules.read_orders(name, Place::Orders, &reader);
    } else if key == "ahead" {
        let reader = Reader::new(node, Path::top().then("ahead"), &mut complaints);
        let entries = reader.entries("a map").unwrap_or_default();
        reader.only(&rules.ahead_names());
        for (name, part) in entries {
            if rules.ahead_names().contains(&name.text.as_str()) {
                rules.read_orders(&name.text, Place::Ahead, &part);
            }
        }
    } else {
        let (kept, withdrawn) = standing::split(node);
        let reader = Reader::new(&kept, Path::top().then("standing"), &mut complaints);
        rules.read_policy(&reader);
        if let Some(strange) = withdrawn.iter().find(|key| !known.contains(key)) {
            return vec![format!("`{strange}` cannot be withdrawn")];
        }
    }
    let faults = complaints.0.iter().filter(|one| one.kind() != Kind::Warning);
    faults.map(ToString::to_string).collect()
}
