//! Keeps account of the names in a paragraph, and of the short names and pronouns that may stand for them now.

use engine::story::Entity;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a clause in which somebody is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Subject,
    Object,
}

/// The number of sentences for which a short name still says who is meant.
const NEAR: u32 = 2;

/// The names that a reader has in mind within one paragraph.
#[derive(Default)]
pub(super) struct Discourse {
    /// The number of the sentence in which somebody was last named.
    named: BTreeMap<String, u32>,
    /// The keys of those whom a short name could mean, by the short name.
    shorts: BTreeMap<String, BTreeSet<String>>,
    /// Those named in the sentence before.
    last: Vec<Entity>,
    /// Those named in this sentence so far.
    now: Vec<Entity>,
    /// The number of sentences so far.
    said: u32,
}

impl Discourse {
    pub(super) fn end_sentence(&mut self) {
        self.last = std::mem::take(&mut self.now);
        self.said += 1;
    }

    /// The name or pronoun for somebody here, and true if it is a pronoun. `subject` is that of the clause.
    pub(super) fn refer(
        &mut self,
        who: &Entity,
        role: Role,
        subject: Option<&Entity>,
        full: bool,
    ) -> (String, bool) {
        let (text, pronoun) = if !full && !who.person && self.alone(who, role, subject) {
            (Self::pronoun(who, role).to_owned(), true)
        } else {
            (self.name(who, full), false)
        };
        if !self.now.iter().any(|one| one.key == who.key) {
            self.now.push(who.clone());
        }
        self.named.insert(who.key.clone(), self.said);
        let those = if who.members.is_empty() { std::slice::from_ref(who) } else { &who.members };
        for one in those {
            self.named.insert(one.key.clone(), self.said);
            if let Some(short) = &one.short {
                self.shorts.entry(short.clone()).or_default().insert(one.key.clone());
            }
        }
        (text, pronoun)
    }

    pub(super) const fn pronoun(who: &Entity, role: Role) -> &'static str {
        match (who.plural, who.man, role) {
            (true, _, Role::Subject) => "they",
            (true, _, Role::Object) => "them",
            (false, true, Role::Subject) => "he",
            (false, true, Role::Object) => "him",
            (false, false, _) => "it",
        }
    }

    /// The short name, if it was heard lately and can mean nobody else; else the full one.
    fn name(&self, who: &Entity, full: bool) -> String {
        let near = self.named.get(&who.key).is_some_and(|at| self.said - at <= NEAR);
        let clear = |short: &&String| {
            let meant = self.shorts.get(*short);
            meant.is_none_or(|keys| keys.iter().all(|key| *key == who.key))
        };
        match who.short.as_ref().filter(clear) {
            Some(short) if near && !full => short.clone(),
            Some(_) | None => who.full.clone(),
        }
    }

    /// True if a pronoun can mean nobody else, because this is the only one of its kind in sight. Within a sentence
    /// only the names in it compete, otherwise those of the sentence before as well; the object of a clause cannot mean
    /// its subject.
    fn alone(&self, who: &Entity, role: Role, subject: Option<&Entity>) -> bool {
        let there = |names: &[Entity]| names.iter().any(|one| one.key == who.key);
        let here = there(&self.now);
        if !here && !there(&self.last) {
            return false;
        }
        if role == Role::Subject && !self.now.is_empty() && !here {
            return false;
        }
        // A group and one of its members are not told apart by a pronoun.
        let kin = |one: &Entity| {
            one.members.iter().any(|member| member.key == who.key)
                || who.members.iter().any(|member| member.key == one.key)
        };
        let alike = |one: &Entity| {
            let kind =
                one.plural == who.plural && (one.plural || one.man == who.man) && !one.person;
            one.key != who.key && (kind || kin(one))
        };
        let competes = |one: &&Entity| {
            alike(one)
                && (role == Role::Subject || subject.is_none_or(|subject| subject.key != one.key))
        };
        let earlier = if here { &[][..] } else { &self.last };
        !self.now.iter().chain(earlier).any(|one| competes(&one))
    }
}
