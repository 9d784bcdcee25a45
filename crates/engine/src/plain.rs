//! Plain data: what states, events and orders are made of.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Plain data: comparable, printable, writable. Ordered maps and fixed-size integers only.
pub trait Plain: Clone + Eq + Debug + Serialize + Send + Sync + 'static {}
impl<T: Clone + Eq + Debug + Serialize + Send + Sync + 'static> Plain for T {}

/// Plain data that is read back from a record as it was written. Orders and standing orders are not: one grammar reads
/// them, whether a player or the program wrote the text.
pub trait Stored: Plain + DeserializeOwned {}
impl<T: Plain + DeserializeOwned> Stored for T {}
