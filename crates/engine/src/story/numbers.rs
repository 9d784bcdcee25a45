//! Numbers as English says them, for names and remarks. Elsewhere a number is a [`super::Count`], and has its noun.

const WORDS: [&str; 13] = [
    "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

const ORDINALS: [&str; 21] = [
    "nought",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// A number in words up to twelve, in figures above.
pub fn number(n: impl Into<i64>) -> String {
    let n = n.into();
    let word = usize::try_from(n).ok().and_then(|at| WORDS.get(at));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A number as an ordinal: `first`, `second`; `21st`.
pub fn ordinal(n: u32) -> String {
    if let Some(word) = ORDINALS.get(n as usize) {
        return (*word).to_owned();
    }
    let end = match (n % 10, n % 100) {
        (1, teen) if teen != 11 => "st",
        (2, teen) if teen != 12 => "nd",
        (3, teen) if teen != 13 => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// An ordinal as part of a name: `Third`.
pub fn rank(n: u32) -> String {
    let word = ordinal(n);
    word[..1].to_ascii_uppercase() + &word[1..]
}

/// Several with `and` before the last.
pub fn listed<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words_up_to_twelve() {
        assert_eq!(
            [number(0), number(12), number(13), number(-1)],
            ["nought", "twelve", "13", "-1"]
        );
        assert_eq!(
            [ordinal(3), ordinal(20), ordinal(21), ordinal(112)],
            ["third", "twentieth", "21st", "112th"]
        );
        assert_eq!(rank(5), "Fifth");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }
}
