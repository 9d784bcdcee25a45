//! Clauses and sentences in English.

use super::discourse::{Discourse, Role};
use super::verbs::{Forms, forms, plural};
use engine::story::{
    Clause, Count, Entity, Lead, Np, Phrase, Relation, Sentence, Tense, listed, number,
};

/// The state of wording one paragraph, from its first sentence on.
#[derive(Default)]
pub(super) struct Speech {
    discourse: Discourse,
    /// True if a pronoun stood for the person or unit that was named last.
    pronoun: bool,
}

/// The forms of a verb after the word that joins its clause to the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Finite,
    Infinitive,
}

impl Speech {
    /// A sentence, with its capital and its stop.
    pub(super) fn sentence(&mut self, sentence: &Sentence) -> String {
        let mut text = String::new();
        if let Some(front) = &sentence.front {
            text = format!("{} ", self.phrase(front, None));
        }
        text += &self.clause(&sentence.main, None);
        let mut before = &sentence.main;
        for (relation, clause) in &sentence.more {
            let relation = self.fitting(*relation, before, clause);
            link(&mut text, join(relation, before, clause));
            text += &self.clause(clause, Some((before, relation)));
            before = clause;
        }
        self.discourse.end_sentence();
        capital(text.trim_end_matches(',')) + "."
    }

    /// "Which" and "whom" may only follow the name that they refer to. After anything else, or a pronoun, they become
    /// "but they", or "after" with the name again.
    fn fitting(&self, relation: Relation, before: &Clause, clause: &Clause) -> Relation {
        let last = match before.rest.last() {
            Some(Phrase::Prep(_, np) | Phrase::Extent(np)) => Some(np),
            Some(Phrase::Words(_)) => None,
            None => before.object.as_ref(),
        };
        let fits = |what: Option<&Np>| {
            let taken_up = last.and_then(Np::entity).zip(what.and_then(Np::entity));
            taken_up.is_some_and(|(one, other)| one.key == other.key) && !self.pronoun
        };
        match relation {
            Relation::Which if !fits(Some(&clause.subject)) => Relation::But,
            Relation::Whom if !fits(clause.object.as_ref()) => Relation::After,
            other => other,
        }
    }

    /// Clauses as a headline: with a capital and no stop.
    pub(super) fn headline(&mut self, clauses: &[Clause]) -> String {
        let mut text = String::new();
        let mut before: Option<&Clause> = None;
        for clause in clauses {
            if let Some(before) = before {
                link(&mut text, join(Relation::And, before, clause));
            }
            text += &self.clause(clause, before.map(|before| (before, Relation::And)));
            before = Some(clause);
        }
        capital(text.trim_end_matches(','))
    }

    /// A clause; after another clause, its subject is left out where the relation allows it.
    fn clause(&mut self, clause: &Clause, before: Option<(&Clause, Relation)>) -> String {
        let same = before.is_some_and(|(before, _)| same_subject(before, clause));
        let relation = before.map(|(_, relation)| relation);
        let shape = match relation {
            Some(Relation::OnlyTo) => Shape::Infinitive,
            _ => Shape::Finite,
        };
        let elided =
            same && matches!(relation, Some(Relation::And | Relation::But | Relation::Comma));
        let mut parts: Vec<String> = Vec::new();
        let spoken = shape == Shape::Finite && relation != Some(Relation::Which) && !elided;
        if spoken {
            let who = clause.subject.entity().filter(|who| same && !who.person);
            parts.push(match who {
                Some(who) => Discourse::pronoun(who, Role::Subject).to_owned(),
                None => self.np(&clause.subject, Role::Subject, None),
            });
        }
        let (auxiliary, verb) = verb_group(clause, shape);
        let shared = elided
            && before.is_some_and(|(before, _)| {
                before.passive
                    && clause.passive
                    && before.tense == clause.tense
                    && !before.negated
                    && !clause.negated
                    && matches!(&*clause.adverb, "" | "then")
            });
        if !shared {
            parts.push(auxiliary);
        }
        parts.push(clause.adverb.to_string());
        parts.push(verb);
        let subject = clause.subject.entity();
        if let Some(object) = clause.object.as_ref().filter(|_| relation != Some(Relation::Whom)) {
            parts.push(self.np(object, Role::Object, subject));
        }
        for phrase in &clause.rest {
            parts.push(self.phrase(phrase, subject));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ").replace(",,", ",").replace(" ,", ",")
    }

    fn phrase(&mut self, phrase: &Phrase, subject: Option<&Entity>) -> String {
        match phrase {
            Phrase::Words(text) => text.to_string(),
            Phrase::Prep(preposition, np) => {
                format!("{preposition} {}", self.np(np, Role::Object, subject))
            }
            Phrase::Extent(np) => self.np(np, Role::Object, subject),
        }
    }

    fn np(&mut self, np: &Np, role: Role, subject: Option<&Entity>) -> String {
        self.named(np, role, subject).0
    }

    /// The name or pronoun for somebody or something here, and true if it is a pronoun.
    fn named(&mut self, np: &Np, role: Role, subject: Option<&Entity>) -> (String, bool) {
        let plain = |text: String| (text, false);
        match np {
            Np::Name(who) | Np::Full(who) => {
                let full = matches!(np, Np::Full(_));
                let (said, pronoun) = self.discourse.refer(who, role, subject, full);
                self.pronoun = pronoun;
                (said, pronoun)
            }
            Np::Count(count) => plain(counted(count)),
            Np::Throw { n, or_less } => {
                let or_less = if *or_less { " or less" } else { "" };
                plain(format!("{}{or_less}", with_a(&number(*n))))
            }
            Np::Words { text, .. } => plain(text.to_string()),
            Np::List(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.np(part, role, subject)).collect();
                plain(listed(&parts))
            }
            Np::Apposed(np, remark) => {
                let (said, pronoun) = self.named(np, role, subject);
                // "it, already in disorder," is no English.
                if pronoun { (said, true) } else { plain(format!("{said}, {remark},")) }
            }
            Np::Relative(np, clause) => {
                let (said, pronoun) = self.named(np, role, subject);
                if pronoun {
                    return (said, true);
                }
                let man = np.entity().is_some_and(|who| who.man);
                let who = if np.plural() || man { "who" } else { "which" };
                let told = self.clause(clause, Some((clause, Relation::Which)));
                plain(format!("{said}, {who} {told},"))
            }
            Np::Headed { noun, of, .. } => {
                plain(format!("{noun} {}", self.np(of, Role::Object, subject)))
            }
        }
    }
}

fn same_subject(before: &Clause, clause: &Clause) -> bool {
    match (before.subject.entity(), clause.subject.entity()) {
        (Some(one), Some(other)) => one.key == other.key,
        (None, None) => before.subject == clause.subject,
        _ => false,
    }
}

fn with_a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !noun.starts_with("one");
    let eight = noun.starts_with('8') || matches!(noun, "11" | "18");
    format!("{} {noun}", if vowel && !noun.starts_with("uni") || eight { "an" } else { "a" })
}

fn counted(count: &Count) -> String {
    let (one, words) = (count.n < 2, if count.n == 0 { "no".to_owned() } else { number(count.n) });
    let noun = if one { count.noun.to_string() } else { plural(&count.noun) };
    let said = match (count.lead, one) {
        (Lead::Understood, _) if count.n == 0 => "none".to_owned(),
        (Lead::Understood, _) => number(count.n),
        (Lead::A, true) => with_a(&noun),
        (Lead::Bare | Lead::A, _) => format!("{words} {noun}"),
        (Lead::The, true) => format!("the {noun}"),
        (Lead::The, false) => format!("the {words} {noun}"),
        (Lead::TheOther, true) => format!("the other {noun}"),
        (Lead::TheOther, false) => format!("the other {words} {noun}"),
        (Lead::More, true) => format!("another {noun}"),
        (Lead::More, false) => format!("{words} more {noun}"),
        (Lead::OfThe(all), _) => format!("{words} of the {} {}", number(all), plural(&count.noun)),
        (Lead::All, _) if count.n == 2 => format!("both {noun}"),
        (Lead::All, _) => format!("all {words} {noun}"),
        (Lead::Only, _) => format!("only {words} {noun}"),
    };
    if count.tail.is_empty() { said } else { format!("{said} {}", count.tail) }
}

/// Adds the link between two clauses; a comma that ends a remark is kept, but not doubled.
fn link(text: &mut String, join: &str) {
    if join.starts_with([',', ';']) {
        text.truncate(text.trim_end_matches(',').len());
    }
    *text += join;
}

fn join(relation: Relation, before: &Clause, clause: &Clause) -> &'static str {
    match relation {
        Relation::And if same_subject(before, clause) => " and ",
        Relation::And => ", and ",
        Relation::But => ", but ",
        Relation::Comma => ", ",
        Relation::Against => "; ",
        Relation::Which => ", which ",
        Relation::Whom => ", whom ",
        Relation::Where => ", where ",
        Relation::OnlyTo => ", only to ",
        Relation::SoThat => ", so that ",
        // After a passive the reader takes up a new subject only behind a comma.
        Relation::Because if before.passive && !same_subject(before, clause) => ", because ",
        Relation::Because => " because ",
        Relation::After => " after ",
        Relation::Until => " until ",
        Relation::Although => ", although ",
        Relation::While => ", while ",
        Relation::If => " if ",
        Relation::Whether => " whether ",
    }
}

/// The auxiliaries of a clause, and its verb with the particle.
fn verb_group(clause: &Clause, shape: Shape) -> (String, String) {
    if clause.verb.is_empty() {
        return (String::new(), String::new());
    }
    let Forms { base, third, past, participle, particle } = forms(&clause.verb);
    let many = clause.subject.plural();
    let ended = |verb: &str| format!("{verb}{particle}");
    let suffered = format!("be {participle}");
    let bare = if clause.passive { &suffered } else { &base };
    if shape == Shape::Infinitive {
        return (String::new(), ended(bare));
    }
    let not = if clause.negated { " not" } else { "" };
    if clause.modal == "can" && clause.negated {
        return ("cannot".to_owned(), ended(bare));
    }
    if !clause.modal.is_empty() {
        return (format!("{}{not}", clause.modal), ended(bare));
    }
    if clause.tense == Tense::Future {
        return (format!("will{not}"), ended(bare));
    }
    let be = match (clause.tense, many) {
        (Tense::Past, false) => "was",
        (Tense::Past, true) => "were",
        (_, false) => "is",
        (_, true) => "are",
    };
    let have = match (clause.tense, many) {
        (Tense::Pluperfect, _) => "had",
        (_, false) => "has",
        (_, true) => "have",
    };
    match (clause.tense, clause.passive) {
        (Tense::Perfect | Tense::Pluperfect, true) => {
            (format!("{have}{not} been"), ended(&participle))
        }
        (Tense::Perfect | Tense::Pluperfect, false) => (format!("{have}{not}"), ended(&participle)),
        (_, true) => (format!("{be}{not}"), ended(&participle)),
        (_, false) if base == "be" => (format!("{be}{not}"), particle.trim_start().to_owned()),
        (tense, false) if clause.negated => {
            let does = match (tense, many) {
                (Tense::Past, _) => "did",
                (_, true) => "do",
                (_, false) => "does",
            };
            (format!("{does} not"), ended(&base))
        }
        (Tense::Present, false) => (String::new(), ended(if many { &base } else { &third })),
        (_, false) => (String::new(), ended(&past)),
    }
}

fn capital(text: &str) -> String {
    let at = text.find(char::is_alphanumeric).unwrap_or(0);
    let (before, rest) = text.split_at(at);
    let mut letters = rest.chars();
    let first: String =
        letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{before}{first}{}", letters.as_str())
}
