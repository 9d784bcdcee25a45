//! A YAML document as a tree in which every key and value knows where it stands.
//!
//! Order files and data files are read from this tree, never by a type's derived reader: a reader
//! that goes on after a mistake can report them all at once, each with line and column.

use std::fmt;

/// The place of a piece of text in a file. Lines and columns count from 1, columns in characters; `from` and `to` are
/// byte offsets into the file, `to` exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Byte offset of the first byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// Line of the first byte.
    pub line: u32,
    /// Column of the first byte.
    pub column: u32,
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The scalar, list or map.
    pub value: Value,
    /// Its place in the file.
    pub span: Span,
}

/// The value of a node. Scalars stay text: the reader of a value decides whether `n`, `07` or `no` is a facing, a
/// number or a word. YAML never decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word, number or quoted string.
    Scalar {
        /// The text after YAML's escapes.
        text: String,
        /// True if it was written without quotes.
        plain: bool,
    },
    /// A sequence of values.
    List(Vec<Node>),
    /// A mapping, in written order, keys unique.
    Map(Vec<(Key, Node)>),
}

/// A key of a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The text of the key, after YAML's escapes are read.
    pub text: String,
    /// Its place in the file.
    pub span: Span,
}

impl Node {
    /// The text of a scalar; none for a list or a map.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a mapping.
    pub fn map(&self) -> Option<&[(Key, Node)]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// True for an empty plain scalar, `~` and `null`: a key with nothing written behind it.
    pub fn is_empty(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// The value that the program wrote here: plain truth values, whole numbers and nulls are read as such, everything
    /// else as text. The emitter of records quotes text that would be misread, and writes no floats.
    pub fn plain_value(&self) -> serde_json::Value {
        match &self.value {
            Value::Scalar { text, plain: true } => match text.as_str() {
                "" | "~" | "null" => serde_json::Value::Null,
                "true" => true.into(),
                "false" => false.into(),
                word => match (word.parse::<i64>(), word.parse::<u64>()) {
                    (Ok(number), _) => number.into(),
                    (Err(_), Ok(number)) => number.into(),
                    (Err(_), Err(_)) => word.into(),
                },
            },
            Value::Scalar { text, plain: false } => text.as_str().into(),
            Value::List(items) => items.iter().map(Self::plain_value).collect(),
            Value::Map(entries) => {
                entries.iter().map(|(key, node)| (key.text.clone(), node.plain_value())).collect()
            }
        }
    }

    /// A tree without places, from a value that the program itself has written.
    ///
    /// # Panics
    /// On a fractional number: no value of ours has one.
    pub fn from_value(value: &serde_json::Value) -> Self {
        let scalar = |text: String, plain| Value::Scalar { text, plain };
        let value = match value {
            serde_json::Value::Null => scalar("null".to_owned(), true),
            serde_json::Value::Bool(truth) => scalar(truth.to_string(), true),
            serde_json::Value::Number(number) => {
                assert!(!number.is_f64(), "a fractional number, {number}, in the orders");
                scalar(number.to_string(), true)
            }
            serde_json::Value::String(text) => scalar(text.clone(), false),
            serde_json::Value::Array(items) => {
                Value::List(items.iter().map(Self::from_value).collect())
            }
            serde_json::Value::Object(entries) => {
                let key = |text: &String| Key { text: text.clone(), span: Span::default() };
                let entry = |(name, value)| (key(name), Self::from_value(value));
                Value::Map(entries.iter().map(entry).collect())
            }
        };
        Self { value, span: Span::default() }
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.map()?.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }

    /// The kind of value, as a message calls it.
    pub fn describe(&self) -> &'static str {
        match &self.value {
            _ if self.is_empty() => "nothing",
            Value::Scalar { .. } => "a single value",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }

    /// The span of the node at `path`, or of the nearest ancestor that exists. A path that ends in a key points at the
    /// value, or at the key itself if its last step is a `KeyOf`.
    pub fn locate(&self, path: &Path) -> Span {
        let mut here = self;
        let mut span = self.span;
        for step in &path.0 {
            let next = match (step, &here.value) {
                (Step::Key(key), Value::Map(entries)) => {
                    entries.iter().find(|(k, _)| k.text == *key).map(|(k, node)| (k.span, node))
                }
                (Step::KeyOf(key), Value::Map(entries)) => {
                    return entries
                        .iter()
                        .find(|(k, _)| k.text == *key)
                        .map_or(span, |(k, _)| k.span);
                }
                (Step::Index(index), Value::List(items)) => {
                    items.get(*index).map(|node| (node.span, node))
                }
                // A single value may stand where a list of one is meant.
                (Step::Index(0), _) => Some((here.span, here)),
                _ => None,
            };
            let Some((at, node)) = next else { return span };
            span = if matches!(node.value, Value::Scalar { .. }) && !node.is_empty() {
                node.span
            } else {
                at
            };
            here = node;
        }
        span
    }
}

/// One step of a path into a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The value under a key.
    Key(String),
    /// The key of this name, not its value.
    KeyOf(String),
    /// An item of a list, from 0.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<String> for Step {
    fn from(key: String) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way from the top of a document to one value: `orders[2].ve1.to`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// Parses a path as it is written: `activations[0].units.la-1`.
    pub fn written(text: &str) -> Self {
        let step = |step: &str| match step.strip_suffix(']').and_then(|index| index.parse().ok()) {
            Some(index) => Step::Index(index),
            None => Step::Key(step.to_owned()),
        };
        Self(text.split(['.', '[']).filter(|step| !step.is_empty()).map(step).collect())
    }

    /// The path to the whole document.
    pub fn top() -> Self {
        Self::default()
    }

    /// The path that goes one step further.
    #[must_use]
    pub fn then(&self, step: impl Into<Step>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }

    /// This path extended by a written one: `units.la-1` below `activations[0]`.
    #[must_use]
    pub fn below(&self, part: &str) -> Self {
        let mut steps = self.0.clone();
        steps.extend(Self::written(part).0);
        Self(steps)
    }

    /// This path extended by the key of an entry rather than its value.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::KeyOf(key.to_owned()));
        Self(steps)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) | Step::KeyOf(key) if at == 0 => f.write_str(key)?,
                Step::Key(key) | Step::KeyOf(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
