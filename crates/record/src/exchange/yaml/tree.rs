//! From the parser's events to a tree with places.

use super::super::codes::Code;
use super::characters::{complaint as hidden, mischief};
use super::{DEEPEST, MOST_NODES, enough, number, short, wording};
use engine::node::{Key, Value};
use engine::{Complaint, Complaints, Node, Path, Span};
use granit_parser::{Event, Marker, Parser, ScalarStyle, Span as Extent};
use std::collections::BTreeMap;

/// Reads the one document of `text`, before which `skipped` bytes of the file stand.
pub(super) fn build(text: &str, skipped: usize) -> Result<Node, Complaints> {
    let mut options = granit_parser::options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        flow_nesting_limit: DEEPEST,
        block_nesting_limit: DEEPEST,
    };
    options.set_emit_comments(false);
    let mut builder = Builder {
        text,
        skipped,
        open: Vec::new(),
        root: None,
        nodes: 0,
        complaints: Complaints::new(),
    };
    for next in Parser::new_from_str_with_options(text, options) {
        match next {
            Ok((event, extent)) => {
                if !builder.take(event, extent) {
                    break;
                }
            }
            Err(error) => {
                let at = builder.point(*error.marker());
                let complaint = wording::of(error.kind()).at(at);
                let fix = wording::behind_brackets(text, error.marker().line());
                builder.complaints.push(match fix {
                    Some(fix) => complaint.fix(fix),
                    None => complaint,
                });
                break;
            }
        }
        if enough(&mut builder.complaints) {
            break;
        }
    }
    builder.finish()
}

/// A list or map that has not ended yet.
enum Open {
    List(Vec<Node>),
    Map { entries: Vec<(Key, Node)>, lines: BTreeMap<String, u32>, key: Awaited },
}

/// The next part that a map needs.
enum Awaited {
    Key,
    Value(Key),
    /// A value to be dropped because its key was refused.
    Nothing,
}

struct Builder<'a> {
    text: &'a str,
    skipped: usize,
    open: Vec<(Span, Open)>,
    root: Option<Node>,
    nodes: usize,
    complaints: Complaints,
}

impl Builder<'_> {
    /// Takes one event; false if reading cannot go on.
    fn take(&mut self, event: Event<'_>, extent: Extent) -> bool {
        let span = self.span(extent);
        match event {
            Event::Scalar(text, style, _, tag) => {
                self.refuse_tag(tag.is_some(), extent, span);
                if let Some((c, what)) = text.chars().find_map(|c| Some((c, mischief(c)?))) {
                    self.complaints.push(hidden(c, what).at(span));
                }
                let plain = style == ScalarStyle::Plain;
                // The parser writes a value that is not there as `~`.
                let text =
                    if plain && span.from == span.to { String::new() } else { text.into_owned() };
                self.add(Node { value: Value::Scalar { text, plain }, span });
            }
            Event::SequenceStart(_, _, tag) => {
                self.refuse_tag(tag.is_some(), extent, span);
                self.open.push((span, Open::List(Vec::new())));
            }
            Event::MappingStart(_, _, tag) => {
                self.refuse_tag(tag.is_some(), extent, span);
                self.open.push((
                    span,
                    Open::Map { entries: Vec::new(), lines: BTreeMap::new(), key: Awaited::Key },
                ));
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let fix = "write the value out; put a word that begins with `*` in quotes";
                self.fault(Code::YamlAnchor, "aliases (`*name`) are not allowed", span, fix);
                self.add(Node { value: Value::Scalar { text: String::new(), plain: false }, span });
            }
            Event::Anchor(..) => {
                let fix = "leave it out; put a word that begins with `&` in quotes";
                self.fault(Code::YamlAnchor, "anchors (`&name`) are not allowed", span, fix);
            }
            Event::DocumentStart(..) if self.root.is_some() => {
                let fix = "one file holds one document: remove what follows, or the line `---`";
                self.fault(Code::YamlDocuments, "a second document begins", span, fix);
                return false;
            }
            _ => return true,
        }
        self.nodes += 1;
        if self.open.len() > DEEPEST {
            self.complaints.push(wording::too_deep().at(span));
            return false;
        }
        if self.nodes > MOST_NODES {
            let message = format!("more than {MOST_NODES} values");
            self.fault(Code::YamlNodes, &message, span, "game files are never that long");
            return false;
        }
        true
    }

    fn finish(self) -> Result<Node, Complaints> {
        match self.root {
            Some(root) if self.complaints.0.is_empty() => Ok(root),
            None if self.complaints.0.is_empty() => {
                let fix = "perhaps the wrong file was sent, or it was saved empty";
                let fault =
                    Code::YamlEmpty.at(Path::top(), "the file is empty or contains only comments");
                Err(Complaints(vec![fault.fix(fix)]))
            }
            _ => {
                let mut complaints = self.complaints;
                complaints.sort();
                Err(complaints)
            }
        }
    }

    fn close(&mut self, end: Span) {
        let Some((start, open)) = self.open.pop() else { return };
        let (last, value) = match open {
            Open::List(items) => (items.last().map(|node| node.span.to), Value::List(items)),
            Open::Map { entries, .. } => {
                (entries.last().map(|(_, node)| node.span.to), Value::Map(entries))
            }
        };
        // A block ends where its last value ends; only brackets have an end of their own.
        let bracket = end.to > end.from
            && matches!(self.text.as_bytes().get(end.from - self.skipped), Some(b']' | b'}'));
        let to = if bracket { end.to } else { last.unwrap_or(start.to).max(start.to) };
        self.add(Node { value, span: Span { to, ..start } });
    }

    fn add(&mut self, mut node: Node) {
        let Some((_, open)) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        match open {
            Open::List(items) => items.push(node),
            Open::Map { entries, key, lines } => match std::mem::replace(key, Awaited::Key) {
                Awaited::Nothing => {}
                Awaited::Value(name) => {
                    // Nothing behind a key has no place of its own: it stands where its key stands.
                    if node.span.from == node.span.to {
                        node.span = name.span;
                    }
                    entries.push((name, node));
                }
                Awaited::Key => match key_of(node, lines) {
                    Ok(name) => *key = Awaited::Value(name),
                    Err(complaint) => {
                        *key = Awaited::Nothing;
                        self.complaints.push(complaint);
                    }
                },
            },
        }
    }

    fn refuse_tag(&mut self, tagged: bool, extent: Extent, span: Span) {
        if tagged {
            let at = extent.tag_span().map_or(span, |tag| self.span(tag));
            let fix = "leave it out; put a word that begins with `!` in quotes";
            self.fault(Code::YamlTag, "tags (`!name`) are not allowed", at, fix);
        }
    }

    fn fault(&mut self, code: Code, message: &str, span: Span, fix: &str) {
        self.complaints.push(code.at(Path::top(), message).at(span).fix(fix));
    }

    fn span(&self, extent: Extent) -> Span {
        let (start, end) = (self.point(extent.start), self.point(extent.end));
        Span { to: end.from.max(start.from), ..start }
    }

    fn point(&self, mark: Marker) -> Span {
        let at = mark.byte_offset().unwrap_or(0).min(self.text.len());
        let to =
            at + self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let (from, to) = (self.skipped + at, self.skipped + to);
        Span { from, to, line: number(mark.line()), column: number(mark.col() + 1) }
    }
}

fn key_of(node: Node, lines: &mut BTreeMap<String, u32>) -> Result<Key, Complaint> {
    let span = node.span;
    let refuse = |code: Code, message: String, fix: &str| {
        Err(code.at(Path::top(), message).at(span).fix(fix))
    };
    let (what, nothing) = (node.describe(), node.is_empty());
    let (text, plain) = match node.value {
        Value::Scalar { text, plain } if !text.is_empty() && !nothing => (text, plain),
        _ => {
            return refuse(
                Code::YamlKey,
                format!("a key must be a word, but this is {what}"),
                "write `word: value`",
            );
        }
    };
    if plain && text == "<<" {
        return refuse(
            Code::YamlMerge,
            "merge keys (`<<`) are not allowed".to_owned(),
            "write the values themselves",
        );
    }
    if let Some(line) = lines.get(&text) {
        let message = format!("the key `{}` appears twice", short(&text));
        return refuse(
            Code::YamlDuplicate,
            message,
            &format!("it is already on line {line}: keep only one of the two"),
        );
    }
    lines.insert(text.clone(), span.line);
    Ok(Key { text, span })
}
