//! Passages of a form that can be ordered as they stand: lines that are commented out and lawful once the sign is gone.

use serde_json::{Value, json};

/// Most passages that are tried; a form has some ten.
const TRIED: usize = 80;

/// The passages of a text, each with its lines and its text without comment signs. `fatal` judges a whole file.
pub(crate) fn of(text: &str, fatal: &dyn Fn(&str) -> bool) -> Value {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if fatal(text) {
        return json!([]);
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut left = TRIED;
    while at < lines.len() && left > 0 {
        let longest = passage(&lines, at);
        let lawful = (1..=longest).rev().find_map(|count| {
            left = left.checked_sub(1)?;
            let bare = bare(&lines[at..at + count]);
            let whole = lines[..at].concat() + &bare + &lines[at + count..].concat();
            (!fatal(&whole)).then_some((count, bare, whole))
        });
        at += match lawful {
            Some((count, bare, whole)) => {
                found.push(json!({ "line": at + 1, "lines": count, "words": bare, "text": whole }));
                count
            }
            None => 1,
        };
    }
    Value::Array(found)
}

/// Lines from `at` on that are commented out and belong together: the later ones are indented deeper than the first.
fn passage(lines: &[&str], at: usize) -> usize {
    let Some(first) = uncommented(lines[at]).filter(|line| is_entry(line)) else { return 0 };
    let deep = indent(first);
    let below = lines[at + 1..].iter().map_while(|line| uncommented(line));
    1 + below.take_while(|line| indent(line) > deep && !line.trim().is_empty()).count()
}

/// The text behind the comment sign. A single blank there begins a sentence, not an entry.
fn uncommented(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| !rest.starts_with(' ') || rest.starts_with("  "))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// True if a line looks like an entry: `key: value`, or an item of a list.
fn is_entry(line: &str) -> bool {
    let text = line.trim();
    let key = text.split_once(':').map(|(key, _)| key);
    let word = |letter: char| letter.is_ascii_alphanumeric() || "_- .".contains(letter);
    text.starts_with("- ") || key.is_some_and(|key| key.chars().all(word) && !key.contains(' '))
}

fn bare(lines: &[&str]) -> String {
    lines.iter().filter_map(|line| uncommented(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn passages_are_found_with_what_is_indented_below_them() {
        let text =
            "orders:\n# Words: as it stands, nothing.\n#  - a: b\n#ahead:\n#  - x: y\n#  z: w\n";
        let found = of(text, &|text| text.contains("z: w") && !text.contains("#  z: w"));
        let words: Vec<&str> =
            found.as_array().unwrap().iter().map(|one| one["words"].as_str().unwrap()).collect();
        assert_eq!(words, ["  - a: b\n", "ahead:\n  - x: y\n"]);
        assert!(found[0]["text"].as_str().unwrap().contains("nothing.\n  - a: b\n#ahead"));
    }
}
