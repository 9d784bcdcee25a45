//! The orders that a seat files, and those of its orders that are in force beside the state.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The orders of a file, typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParsedOrders<O, P> {
    /// Answers to open prompts, by prompt name.
    pub orders: BTreeMap<String, O>,
    /// Replaces the seat's whole `ahead` if present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<BTreeMap<String, O>>,
    /// Replaces the seat's standing orders if present, key by key ([`super::standing`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<P>,
    /// Keys of the standing orders that are withdrawn.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub withdrawn: BTreeSet<String>,
}

impl<O, P> Default for ParsedOrders<O, P> {
    fn default() -> Self {
        Self { orders: BTreeMap::new(), ahead: None, standing: None, withdrawn: BTreeSet::new() }
    }
}

/// Something filed, and the phase it was filed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Filed<T> {
    /// Phase of the file.
    pub phase: u32,
    /// The part of the file that was filed.
    pub says: T,
}

/// The orders of one seat that are in force beside the state: those given in advance, and its standing orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InForce<O, P> {
    /// Orders given in advance, by prompt name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ahead: BTreeMap<String, Filed<O>>,
    /// Standing orders, with the phase of the newest file that gave any of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Filed<P>>,
    /// Keys of the standing orders that an older file gave, with the phase of that file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub since: BTreeMap<String, u32>,
}

impl<O, P> Default for InForce<O, P> {
    fn default() -> Self {
        Self { ahead: BTreeMap::new(), standing: None, since: BTreeMap::new() }
    }
}
