//! The template engine: where templates come from, how their output is kept harmless, and how their
//! faults are told.

use super::{Language, escape, words};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, ValueKind};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value,
};
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error as _;
use std::sync::Arc;

/// Steps that one rendering may take: some hundred times what the longest story takes, so that a template that runs in
/// circles ends with an error.
const FUEL: u64 = 10_000_000;

/// A template that a loader has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub text: Cow<'static, str>,
    /// The source of the template, for messages: `templates/report.md`, or the path in a game's own folder.
    pub origin: String,
}

impl Found {
    /// A template that came with the program; `name` is its path below `templates/`.
    pub fn packed(name: &str, text: Cow<'static, str>) -> Self {
        Self { text, origin: format!("templates/{name}") }
    }
}

/// Finds templates by their path below `templates/`: the game's own first, then what came with the
/// program. An error is a template that is there but cannot be read.
pub type Loader = dyn Fn(&str) -> Result<Option<Found>, String> + Send + Sync;

/// The reasons why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    #[error("there is no template {0}")]
    Missing(String),
    /// A template has a fault, or asks for something that is not there.
    #[error("{origin}, line {line}: {what}")]
    Template {
        /// The template, by where it came from.
        origin: String,
        /// The line of the template, from 1.
        line: usize,
        what: String,
    },
    /// A template cannot be read, or its place in it is not known.
    #[error("{0}")]
    Other(String),
}

pub(super) struct Templates {
    environment: Environment<'static>,
    loader: Arc<Loader>,
}

impl Templates {
    /// An engine that compiles templates when they are first asked for.
    pub(super) fn new(language: Language, loader: Arc<Loader>) -> Self {
        let mut environment = Environment::new();
        // Its dump of variables would show what a viewer may not see.
        environment.set_debug(false);
        environment.remove_global("debug");
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(FUEL));
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build();
        environment
            .set_syntax(syntax.expect("only the white space differs from the default syntax"));
        environment.set_auto_escape_callback(escaping);
        environment.set_formatter(write_value);
        let find = loader.clone();
        environment.set_loader(move |name| {
            if !plain_name(name) {
                return Ok(None);
            }
            let found = find(name).map_err(|what| Error::new(ErrorKind::BadInclude, what))?;
            Ok(found.map(|found| found.text.into_owned()))
        });
        words::add(&mut environment, language);
        Self { environment, loader }
    }

    /// Renders a template.
    ///
    /// # Errors
    /// [`ReportError`].
    pub(super) fn render<T: Serialize>(
        &self,
        name: &str,
        context: &T,
    ) -> Result<String, ReportError> {
        self.render_value(name, Value::from(Serde(context)))
    }

    /// Renders a template with a context that is a value already.
    ///
    /// # Errors
    /// [`ReportError`].
    pub(super) fn render_value(&self, name: &str, context: Value) -> Result<String, ReportError> {
        let template =
            self.environment.get_template(name).map_err(|error| self.explain(name, &error))?;
        template.render(context).map_err(|error| self.explain(name, &error))
    }

    /// The raw text of a file beside the templates; empty if there is none.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn text(&self, name: &str) -> Result<Cow<'static, str>, ReportError> {
        let found = (self.loader)(name).map_err(ReportError::Other)?;
        found.map(|found| found.text).ok_or_else(|| ReportError::Missing(name.to_owned()))
    }

    /// Names the file and line in which an error began: the innermost one that knows its place.
    fn explain(&self, asked: &str, error: &Error) -> ReportError {
        let mut inner = error;
        while let Some(next) = inner.source().and_then(|source| source.downcast_ref::<Error>()) {
            inner = next;
        }
        if inner.kind() == ErrorKind::TemplateNotFound && inner.line().is_none() {
            return ReportError::Missing(asked.to_owned());
        }
        let what = match inner.detail() {
            Some(detail) => format!("{}: {detail}", inner.kind()),
            None => inner.kind().to_string(),
        };
        let placed = if inner.name().is_some() { inner } else { error };
        match (placed.name(), placed.line()) {
            (Some(name), Some(line)) => {
                let found = (self.loader)(name).ok().flatten();
                let origin = found.map_or_else(|| name.to_owned(), |found| found.origin);
                ReportError::Template { origin, line, what }
            }
            _ => ReportError::Other(format!("{asked}: {what}")),
        }
    }
}

/// True if a path stays below `templates/`, whatever a template asks to include.
fn plain_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
    };
    name.split('/').all(part)
}

fn escaping(name: &str) -> AutoEscape {
    match name.rsplit('.').next() {
        Some("html" | "xml") => AutoEscape::Html,
        Some("md") => AutoEscape::Custom(Cow::Borrowed("markdown")),
        Some("css") => AutoEscape::None,
        _ => AutoEscape::Custom(Cow::Borrowed("plain")),
    }
}

/// Writes one value as its file's kind demands.
fn write_value(
    out: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    if matches!(value.kind(), ValueKind::Undefined | ValueKind::None) {
        return Err(Error::new(
            ErrorKind::UndefinedError,
            "the template uses a value that does not exist",
        ));
    }
    let AutoEscape::Custom(how) = state.auto_escape() else {
        return minijinja::escape_formatter(out, state, value);
    };
    let markdown = how == "markdown";
    let text = value.as_str().map_or_else(|| Cow::Owned(value.to_string()), Cow::Borrowed);
    if value.is_safe() || value.is_number() {
        out.write_str(&text)?;
    } else if markdown {
        out.write_str(&escape::markdown(&text))?;
    } else {
        out.write_str(&escape::plain(&text))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn engine(files: &'static [(&'static str, &'static str)]) -> Templates {
        let find = move |name: &str| {
            Ok(files
                .iter()
                .find(|(own, _)| *own == name)
                .map(|(_, text)| Found::packed(name, (*text).into())))
        };
        Templates::new(Language::English, Arc::new(find))
    }

    #[test]
    fn values_cannot_mark_up() {
        let engine = engine(&[
            ("a.md", "{{ x }} {{ ['<', x] | series('and') }}\n"),
            ("a.html", "{{ x }}"),
            ("a.yaml", "# {{ x }}\n"),
        ]);
        let context = json!({"x": "*a*\n<b>"});
        assert_eq!(
            engine.render("a.md", &context).unwrap(),
            "\\*a\\* \\<b\\> \\< and \\*a\\* \\<b\\>\n"
        );
        assert_eq!(engine.render("a.html", &context).unwrap(), "*a*\n&lt;b&gt;");
        assert_eq!(engine.render("a.yaml", &context).unwrap(), "# *a* <b>\n");
    }

    #[test]
    fn a_template_that_runs_in_circles_ends() {
        let circles =
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
        let engine = engine(Box::leak(Box::new([("a.md", circles)])));
        let told = engine.render("a.md", &json!({})).unwrap_err().to_string();
        assert!(told.contains("fuel"), "{told}");
    }

    #[test]
    fn faults_name_file_and_line_and_no_variable() {
        let engine = engine(&[
            ("a.md", "one\n{% include 'b.md' %}\n"),
            ("b.md", "two\n\n{{ secret.missing }}\n"),
            ("c.md", "{% if %}\n"),
            ("d.md", "{% include 'nowhere.md' %}"),
            ("e.md", "{{ nothing }}"),
            ("../f.md", "out of reach"),
            ("g.md", "{% include '../f.md' %}"),
        ]);
        let context = json!({"secret": {"plan": "flank"}, "nothing": null});
        let told = |name| engine.render(name, &context).unwrap_err().to_string();
        assert!(told("a.md").starts_with("templates/b.md, line 3: undefined"), "{}", told("a.md"));
        assert!(
            told("c.md").starts_with("templates/c.md, line 1: syntax error"),
            "{}",
            told("c.md")
        );
        assert!(
            told("d.md").starts_with("templates/d.md, line 1: template not found"),
            "{}",
            told("d.md")
        );
        assert_eq!(told("nowhere.md"), "there is no template nowhere.md");
        assert!(told("e.md").contains("line 1"));
        assert!(told("g.md").contains("non-existing template '../f.md'"), "{}", told("g.md"));
        assert!(!told("a.md").contains("flank"));
    }
}
