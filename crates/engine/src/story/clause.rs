//! Clauses: what is said, before it is put into words. Nothing here is grammar: agreement, tense, articles, pronouns
//! and commas are the business of the crate `phrasebook`. English words stand for what they mean, as they do in
//! messages: a verb by its base form, a name with its article.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Words that stay as they are.
pub type Text = Cow<'static, str>;

/// Somebody or something with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Its name in the game's data.
    pub key: String,
    /// The full name, with its article: `the Third of Legion X`.
    pub full: String,
    /// A shorter name, for when nobody else in sight has it: `the Third`.
    #[serde(default)]
    pub short: Option<String>,
    /// True if the name is a plural: `the Third Slingers`.
    #[serde(default)]
    pub plural: bool,
    /// True for a man, who is `he`.
    #[serde(default)]
    pub man: bool,
    /// True for somebody who sits at the table: the key is their seat, they are called by their player's name where the game's
    /// charter has it ([`super::Report::call`]), and never by a pronoun.
    #[serde(default)]
    pub person: bool,
    /// True if the index of a book lists it.
    #[serde(default)]
    pub listed: bool,
    /// Those who stand behind a common name, so that one of them may be called by a short name afterwards.
    #[serde(default)]
    pub members: Vec<Entity>,
}

impl Entity {
    /// Somebody who is called by one name.
    pub fn new(key: impl Into<String>, full: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            full: full.into(),
            short: None,
            plural: false,
            man: false,
            person: false,
            listed: false,
            members: Vec::new(),
        }
    }

    /// The same with a shorter name.
    #[must_use]
    pub fn short(self, short: impl Into<String>) -> Self {
        Self { short: Some(short.into()), ..self }
    }

    /// The same as several, or as one.
    #[must_use]
    pub fn many(self, plural: bool) -> Self {
        Self { plural, ..self }
    }

    /// The same as a man.
    #[must_use]
    pub fn man(self) -> Self {
        Self { man: true, ..self }
    }

    /// Somebody who sits at the table, with the name of their office in case no player's name is known.
    pub fn person(seat: impl Into<String>, office: impl Into<String>) -> Self {
        Self { person: true, ..Self::new(seat, office) }
    }

    /// The same in the index of a book.
    #[must_use]
    pub fn listed(self) -> Self {
        Self { listed: true, ..self }
    }

    /// Makes one entity of several members, with a common name.
    pub fn group(full: impl Into<String>, members: Vec<Self>) -> Self {
        let mut keys: Vec<&str> = members.iter().map(|member| member.key.as_str()).collect();
        keys.sort_unstable();
        let key = keys.join("+");
        Self { members, ..Self::new(key, full).many(true) }
    }
}

/// A number with its noun. Numbers reach a sentence in no other way, so none stands without a noun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The number of things.
    pub n: i64,
    /// The noun that is counted, in the singular.
    pub noun: Text,
    /// The words before the number: an article, or a share of a whole.
    #[serde(default)]
    pub lead: Lead,
    /// The words after the noun, such as `of the Iberians`; empty if there are none.
    #[serde(default)]
    pub tail: Text,
}

/// The words before a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lead {
    /// `two armies`, `one army`.
    #[default]
    Bare,
    /// `an army`, `two armies`.
    A,
    /// `the army`, `the two armies`.
    The,
    /// `the other army`, `the other two armies`.
    TheOther,
    /// `another army`, `two more armies`.
    More,
    /// `all four armies`.
    All,
    /// `two of the four armies`.
    OfThe(i64),
    /// `only two armies`.
    Only,
    /// The noun stands in the sentence before: `two`, `none`.
    Understood,
}

/// A noun phrase: the subject or object of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Np {
    /// Somebody, called as the place allows: by full name, short name or pronoun.
    Name(Entity),
    /// Somebody by full name, whatever went before.
    Full(Entity),
    /// A number with its noun.
    Count(Count),
    /// The number that a die showed: `an eight`; with `or less`, the number that was needed.
    Throw {
        /// The number on the die.
        n: i64,
        /// True for `or less`.
        or_less: bool,
    },
    /// Words that name nobody. They are fixed in the source, so that no number gets in without its noun.
    Words {
        /// The words of the phrase.
        text: Text,
        /// True if they are a plural.
        plural: bool,
    },
    /// Several, with `and` before the last.
    List(Vec<Self>),
    /// With a remark between commas: `the Fifth Iberians, already in disorder,`.
    Apposed(Box<Self>, Text),
    /// With a clause about it between commas, whose subject it is: `the First Slingers, who had come up,`.
    Relative(Box<Self>, Box<Clause>),
    /// A noun that governs a name: `an attack on the First Africans`.
    Headed {
        /// The noun with its preposition.
        noun: Text,
        /// True if the noun is a plural.
        plural: bool,
        /// The name that the noun governs.
        of: Box<Self>,
    },
}

impl Np {
    /// A number with its noun in the singular: `two armies`.
    pub fn count(n: impl Into<i64>, noun: &'static str) -> Self {
        let (noun, tail) = (Cow::Borrowed(noun), Cow::Borrowed(""));
        Self::Count(Count { n: n.into(), noun, lead: Lead::Bare, tail })
    }

    /// A number whose noun the sentence has named before: `two`.
    pub fn understood(n: impl Into<i64>, noun: &'static str) -> Self {
        Self::count(n, noun).lead(Lead::Understood)
    }

    /// A count with something before it.
    #[must_use]
    pub fn lead(self, lead: Lead) -> Self {
        match self {
            Self::Count(count) => Self::Count(Count { lead, ..count }),
            other => panic!("{other:?} is not a count"),
        }
    }

    /// A count with something behind it.
    #[must_use]
    pub fn tail(self, tail: impl Into<Text>) -> Self {
        match self {
            Self::Count(count) => Self::Count(Count { tail: tail.into(), ..count }),
            other => panic!("{other:?} is not a count"),
        }
    }

    /// Words in the plural.
    pub fn words(text: &'static str) -> Self {
        Self::Words { text: Cow::Borrowed(text), plural: true }
    }

    /// Adds a remark between commas.
    #[must_use]
    pub fn apposed(self, remark: impl Into<Text>) -> Self {
        Self::Apposed(Box::new(self), remark.into())
    }

    /// Adds a clause between commas, of which this is the subject.
    #[must_use]
    pub fn who(self, clause: Clause) -> Self {
        Self::Relative(Box::new(self), Box::new(clause))
    }

    /// A noun, with its preposition, that governs this.
    #[must_use]
    pub fn headed(self, noun: impl Into<Text>, plural: bool) -> Self {
        Self::Headed { noun: noun.into(), plural, of: Box::new(self) }
    }

    /// True if the verb must be in the plural.
    pub fn plural(&self) -> bool {
        match self {
            Self::Name(entity) | Self::Full(entity) => entity.plural,
            Self::Count(count) => count.n > 1,
            Self::Throw { .. } => false,
            Self::Words { plural, .. } | Self::Headed { plural, .. } => *plural,
            Self::List(parts) => parts.len() > 1 || parts.first().is_some_and(Self::plural),
            Self::Apposed(np, _) | Self::Relative(np, _) => np.plural(),
        }
    }

    /// The entity that this phrase names; none if the phrase is more than one name.
    pub fn entity(&self) -> Option<&Entity> {
        match self {
            Self::Name(entity) | Self::Full(entity) => Some(entity),
            Self::Apposed(np, _) | Self::Relative(np, _) => np.entity(),
            Self::Count(_)
            | Self::Throw { .. }
            | Self::Words { .. }
            | Self::List(_)
            | Self::Headed { .. } => None,
        }
    }
}

impl From<Entity> for Np {
    fn from(entity: Entity) -> Self {
        Self::Name(entity)
    }
}

impl From<&'static str> for Np {
    fn from(text: &'static str) -> Self {
        Self::Words { text: Cow::Borrowed(text), plural: false }
    }
}

/// An adverbial phrase, which says where, how, from and to where, or by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phrase {
    /// As it stands: `in the flank`.
    Words(Text),
    /// A preposition and what it governs.
    Prep(Text, Np),
    /// A distance or an amount: `two hexes`.
    Extent(Np),
}

impl From<&'static str> for Phrase {
    fn from(text: &'static str) -> Self {
        Self::Words(Cow::Borrowed(text))
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self::Words(Cow::Owned(text))
    }
}

impl From<Text> for Phrase {
    fn from(text: Text) -> Self {
        Self::Words(text)
    }
}

/// The tense of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tense {
    /// Things that were done in the record: `the Fifth advanced`.
    #[default]
    Past,
    /// Things as they are now, and headlines: `the Fifth advances`.
    Present,
    /// Things done whose result still holds: `the Fifth has advanced`.
    Perfect,
    /// Things done before others in the past: `the Fifth had advanced`.
    Pluperfect,
    /// Things still to come: `the Fifth will advance`.
    Future,
}

/// A subject, a verb and their complements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// The subject of the verb.
    pub subject: Np,
    /// The verb in its base form, with its particle: `fall back`. Empty where that of the clause before is understood.
    pub verb: Text,
    /// The direct object; none if the verb has none.
    #[serde(default)]
    pub object: Option<Np>,
    /// The rest, in the order in which it is said.
    #[serde(default)]
    pub rest: Vec<Phrase>,
    /// The tense of the verb.
    #[serde(default)]
    pub tense: Tense,
    /// True if the subject suffers it.
    #[serde(default)]
    pub passive: bool,
    /// True if it is denied.
    #[serde(default)]
    pub negated: bool,
    /// `can`, `may`, `must`; empty if none.
    #[serde(default)]
    pub modal: Text,
    /// Between auxiliary and verb: `now`; empty if none.
    #[serde(default)]
    pub adverb: Text,
}

impl Clause {
    /// A clause in the past tense.
    pub fn new(subject: impl Into<Np>, verb: impl Into<Text>) -> Self {
        Self {
            subject: subject.into(),
            verb: verb.into(),
            object: None,
            rest: Vec::new(),
            tense: Tense::Past,
            passive: false,
            negated: false,
            modal: Cow::Borrowed(""),
            adverb: Cow::Borrowed(""),
        }
    }

    /// The same clause with a direct object.
    #[must_use]
    pub fn object(self, object: impl Into<Np>) -> Self {
        Self { object: Some(object.into()), ..self }
    }

    /// Adds words after it.
    #[must_use]
    pub fn with(mut self, phrase: impl Into<Phrase>) -> Self {
        self.rest.push(phrase.into());
        self
    }

    /// With more words behind it, if there are any.
    #[must_use]
    pub fn maybe(self, phrase: Option<impl Into<Phrase>>) -> Self {
        match phrase {
            Some(phrase) => self.with(phrase),
            None => self,
        }
    }

    /// With a preposition and what it governs.
    #[must_use]
    pub fn prep(self, preposition: &'static str, np: impl Into<Np>) -> Self {
        self.with(Phrase::Prep(Cow::Borrowed(preposition), np.into()))
    }

    /// The same clause in another tense.
    #[must_use]
    pub fn tense(self, tense: Tense) -> Self {
        Self { tense, ..self }
    }

    /// Puts the clause into the present tense.
    #[must_use]
    pub fn now(self) -> Self {
        self.tense(Tense::Present)
    }

    /// The same clause in the perfect tense.
    #[must_use]
    pub fn perfect(self) -> Self {
        self.tense(Tense::Perfect)
    }

    /// The same clause in the passive voice.
    #[must_use]
    pub fn passive(self) -> Self {
        Self { passive: true, ..self }
    }

    /// The same clause, negated.
    #[must_use]
    pub fn denied(self) -> Self {
        Self { negated: true, ..self }
    }

    /// Adds `can`, `may` or `must`.
    #[must_use]
    pub fn modal(self, modal: &'static str) -> Self {
        Self { modal: Cow::Borrowed(modal), ..self }
    }

    /// With an adverb between auxiliary and verb.
    #[must_use]
    pub fn adverb(self, adverb: &'static str) -> Self {
        Self { adverb: Cow::Borrowed(adverb), ..self }
    }

    /// The names in the clause, in the order in which they are said.
    pub fn names(&self) -> Vec<&Entity> {
        let mut found = Vec::new();
        gather(&self.subject, &mut found);
        self.object.iter().for_each(|object| gather(object, &mut found));
        self.rest.iter().for_each(|phrase| gather_phrase(phrase, &mut found));
        found
    }
}

/// Passes everybody who is named in a clause to `each`, which may change them.
pub(super) fn change_names(clause: &mut Clause, each: &mut impl FnMut(&mut Entity)) {
    change(&mut clause.subject, each);
    clause.object.iter_mut().for_each(|object| change(object, each));
    clause.rest.iter_mut().for_each(|phrase| change_phrase(phrase, each));
}

pub(super) fn change_phrase(phrase: &mut Phrase, each: &mut impl FnMut(&mut Entity)) {
    match phrase {
        Phrase::Words(_) => {}
        Phrase::Prep(_, np) | Phrase::Extent(np) => change(np, each),
    }
}

fn change(np: &mut Np, each: &mut impl FnMut(&mut Entity)) {
    match np {
        Np::Name(entity) | Np::Full(entity) => each(entity),
        Np::List(parts) => parts.iter_mut().for_each(|part| change(part, each)),
        Np::Apposed(np, _) | Np::Headed { of: np, .. } => change(np, each),
        Np::Relative(np, clause) => {
            change(np, each);
            change_names(clause, each);
        }
        Np::Count(_) | Np::Throw { .. } | Np::Words { .. } => {}
    }
}

fn gather_phrase<'a>(phrase: &'a Phrase, found: &mut Vec<&'a Entity>) {
    match phrase {
        Phrase::Words(_) => {}
        Phrase::Prep(_, np) | Phrase::Extent(np) => gather(np, found),
    }
}

fn gather<'a>(np: &'a Np, found: &mut Vec<&'a Entity>) {
    match np {
        Np::Name(entity) | Np::Full(entity) => found.push(entity),
        Np::List(parts) => parts.iter().for_each(|part| gather(part, found)),
        Np::Apposed(np, _) | Np::Headed { of: np, .. } => gather(np, found),
        Np::Relative(np, clause) => {
            gather(np, found);
            clause.object.iter().for_each(|object| gather(object, found));
            clause.rest.iter().for_each(|phrase| gather_phrase(phrase, found));
        }
        Np::Count(_) | Np::Throw { .. } | Np::Words { .. } => {}
    }
}
