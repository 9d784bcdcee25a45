//! The one style sheet of a page: what drawings bring of rules and of attributes of style goes into it, so that the page's policy can
//! name it by its digest, and lets pass no other.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use record::Digest;
use std::fmt::Write as _;

/// Rules of a page's drawings and those of their marks, each once, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Styles {
    rules: Vec<String>,
    /// They come last: an attribute of style counts more than any rule.
    marks: Vec<String>,
}

impl Styles {
    /// A drawing without its rules, and with a mark in the place of each attribute of style, for which there is a rule.
    pub(super) fn bare(&mut self, drawing: &str) -> String {
        let bare = self.without_rules(drawing);
        self.without_attributes(&bare)
    }

    /// A page's own style followed by these rules, with the line ends into which a browser turns all others.
    pub(super) fn behind(&self, own: &str) -> String {
        let all = own.to_owned() + &self.rules.concat() + &self.marks.concat();
        all.replace("\r\n", "\n").trim_end().to_owned()
    }

    fn without_rules(&mut self, drawing: &str) -> String {
        const OPENS: &str = "<style>";
        const CLOSES: &str = "</style>";
        let mut bare = String::with_capacity(drawing.len());
        let mut rest = drawing;
        while let Some((before, after)) = rest.split_once(OPENS) {
            let (rules, after) = after.split_once(CLOSES).expect("a drawing has a closing tag");
            keep(
                &mut self.rules,
                rules.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
            );
            bare.push_str(before);
            rest = after;
        }
        bare + rest
    }

    fn without_attributes(&mut self, drawing: &str) -> String {
        const OPENS: &str = " style=\"";
        let mut bare = String::with_capacity(drawing.len());
        let mut parts = drawing.split(OPENS);
        bare.push_str(parts.next().expect("splitting always gives a first part"));
        for part in parts {
            let (rule, rest) = part.split_once('"').expect("an attribute closes");
            let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
            let mark: String = rule.chars().map(sign).collect();
            keep(&mut self.marks, format!("[data-s={mark}]{{{rule}}}"));
            write!(bare, " data-s=\"{mark}\"{rest}").expect("writing to a string never fails");
        }
        bare
    }
}

fn keep(kept: &mut Vec<String>, rules: String) {
    if !kept.contains(&rules) {
        kept.push(rules);
    }
}

/// The digest of a style sheet or a script as a policy names it.
pub(super) fn source(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Digest::of(text.as_bytes()).bytes()))
}
