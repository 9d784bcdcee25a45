//! Passages: sentences as they follow one another, short ones joined into longer ones.

/// How far sentences are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// Clauses in a sentence at most.
    clauses: usize,
    /// Words in a sentence that was joined at most.
    words: usize,
}

/// What is told for its own sake.
pub(super) const TOLD: Measure = Measure { clauses: 2, words: 24 };

/// What is told in passing.
pub(super) const IN_PASSING: Measure = Measure { clauses: 3, words: 32 };

/// Joined sentences in a row after which a short one stands by itself.
const LONG: usize = 2;

/// Words of a sentence that counts as short.
const SHORT: usize = 7;

/// Words by which two sentences speak of the same.
const SUBJECT: usize = 3;

/// A sentence that can be said.
pub(super) struct Sentence {
    /// By itself.
    pub(super) text: String,
    /// Within another, without a capital that only its place gave it; none where that cannot be known.
    pub(super) within: Option<String>,
}

/// Sentences, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Passage {
    text: String,
    /// Where its last sentence begins.
    last: usize,
    /// The clauses of its last sentence; none that another may join.
    clauses: usize,
    /// How many of its last sentences in a row were joined.
    long: usize,
}

impl Passage {
    pub(super) fn text(self) -> String {
        self.text
    }

    pub(super) fn so_far(&self) -> &str {
        &self.text
    }

    /// Whether a sentence would become part of the last one.
    pub(super) fn takes(&self, sentence: &Sentence, measure: Measure) -> bool {
        let Some(within) = &sentence.within else { return false };
        let last = &self.text[self.last..];
        let whole = |text: &str| text.ends_with('.') && !text.contains(['*', ':', '?', '!']);
        let fits = count(last) + count(within) < measure.words;
        let rests = self.long >= LONG && count(within) <= SHORT;
        let room = (1..measure.clauses).contains(&self.clauses);
        let alone = |text: &str| self.clauses > 1 || !text.contains(';');
        room && fits
            && !rests
            && whole(last)
            && whole(within)
            && alone(last)
            && !within.contains(';')
            && subject(last) != subject(within)
    }

    /// Adds a sentence, and says whether it became part of the last one.
    pub(super) fn add(&mut self, sentence: Sentence, and: &str, measure: Measure) -> bool {
        if self.takes(&sentence, measure) {
            let within = sentence.within.expect("what is taken can stand within another");
            let plain =
                |text: &str| !text.contains([',', ';']) && !text.contains(&format!(" {and} "));
            let plainly = plain(&self.text[self.last..]) && plain(&within);
            self.text.pop();
            let joint = if plainly { [", ", and, " "] } else { ["; ", "", ""] };
            self.text.extend(joint);
            self.text.push_str(&within);
            self.long += usize::from(self.clauses == 1);
            self.clauses += 1;
            return true;
        }
        if self.clauses == 1 {
            self.long = 0;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.last = self.text.len();
        self.text.push_str(&sentence.text);
        self.clauses = 1;
        false
    }
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Whom a sentence speaks of, by its first words.
fn subject(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(SUBJECT).collect();
    words.join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sentences: &[&str], measure: Measure) -> String {
        let mut passage = Passage::default();
        for text in sentences {
            let within = text.strip_prefix("The ").map(|rest| format!("the {rest}"));
            passage.add(Sentence { text: (*text).to_owned(), within }, "and", measure);
        }
        passage.text()
    }

    #[test]
    fn short_sentences_are_joined_and_long_ones_stay() {
        let few = ["The Gauls came on.", "The line of Rome held.", "The day was over."];
        assert_eq!(
            told(&few, TOLD),
            "The Gauls came on, and the line of Rome held. The day was over."
        );
        assert_eq!(
            told(&few, IN_PASSING),
            "The Gauls came on, and the line of Rome held; the day was over."
        );
        let long = "The army of Spain went from Sardinia to Etruria by way of Umbria, Campania and Rome itself.";
        assert_eq!(
            told(&[long, few[0], "The rest stayed with the camp and did not move."], TOLD)
                .matches(';')
                .count(),
            1
        );
        assert_eq!(told(&[long, long], TOLD).matches(';').count(), 0);
    }

    #[test]
    fn what_would_be_read_wrongly_is_not_joined() {
        for pair in [
            ["The commands: Livia has one.", "The Gauls came on."],
            ["The Gauls came on.", "Nero came on."],
            ["The army of Spain won.", "The army of Spain went on."],
            ["**The Gauls are gone.**", "The line of Rome held."],
        ] {
            assert_eq!(told(&pair, IN_PASSING), pair.join(" "));
        }
    }

    #[test]
    fn after_two_long_sentences_a_short_one_stands_by_itself() {
        let many = [
            "The left came on.",
            "The right held fast.",
            "The horse rode up.",
            "The foot stayed there.",
        ];
        let text = told(
            &[
                &many[..],
                &[
                    "The bulk of the baggage train of the enemy was there by noon already.",
                    "The end came.",
                ],
            ]
            .concat(),
            TOLD,
        );
        assert!(text.ends_with(" The end came."), "{text}");
    }
}
