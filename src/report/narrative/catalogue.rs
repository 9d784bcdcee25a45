//! Catalogues of phrases: `say.txt` beside a title's templates, and the one that all titles share.
//!
//! A family is a line at the margin, its phrases stand indented below it, one a line. `{who}` is a gap, `{Who}` the same
//! with a capital, `{#count}` a number in figures, `{who?was|were}` chooses by whether one or several fill the gap, and what stands in `[...]` is left out
//! where one of its gaps is not filled. A family whose name is followed by ` +` speaks of several.
//!
//! A noun has one name in one report: the first phrase of its family, and the second where there are two and the first has
//! been said. A family that is followed by ` ~` may be said in any of its phrases.

use std::collections::BTreeMap;

/// The phrases of one language for one title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Catalogue(BTreeMap<String, Family>);

/// Phrases that say one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Family {
    /// True if they speak of several.
    pub(crate) several: bool,
    /// True if they may stand for one another within a sentence.
    pub(crate) varied: bool,
    pub(crate) phrases: Vec<Vec<Piece>>,
}

/// A piece of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// As it stands.
    Text(String),
    /// What fills a gap; with a capital, if so.
    Gap(String, bool),
    /// A number in figures.
    Figure(String),
    /// The first if one fills the gap, the second if several do.
    Number(String, String, String),
    /// Left out where a gap in it is not filled.
    Optional(Vec<Piece>),
}

impl Catalogue {
    /// Reads the texts of catalogues; a family of a later one replaces that of an earlier one.
    ///
    /// # Errors
    /// The line at fault.
    pub(crate) fn read(texts: &[&str]) -> Result<Self, String> {
        let mut families = BTreeMap::new();
        for text in texts {
            let mut name: Option<String> = None;
            for (at, line) in text.lines().enumerate() {
                let wrong = |what: &str| format!("line {}: {what}", at + 1);
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                if !line.starts_with(' ') {
                    let (family, varied) = marked(line, " ~");
                    let (family, several) = marked(family, " +");
                    let phrases = Vec::new();
                    families.insert(family.to_owned(), Family { several, varied, phrases });
                    name = Some(family.to_owned());
                    continue;
                }
                let family = name.as_ref().and_then(|name| families.get_mut(name));
                let family = family.ok_or_else(|| wrong("a phrase without a family"))?;
                family.phrases.push(pieces(line.trim()).map_err(|what| wrong(&what))?);
            }
        }
        match families.iter().find(|(_, family)| family.phrases.is_empty()) {
            Some((name, _)) => Err(format!("the family {name} has no phrase")),
            None => Ok(Self(families)),
        }
    }

    /// A family; where there is none of this name, the one that it is a kind of: `now` for `now/move`.
    pub(crate) fn family(&self, name: &str) -> Option<&Family> {
        self.0.get(name).or_else(|| self.family(name.rsplit_once('/')?.0))
    }
}

/// The name of a family without a mark, and whether it had it.
fn marked<'a>(name: &'a str, mark: &str) -> (&'a str, bool) {
    name.strip_suffix(mark).map_or((name, false), |name| (name, true))
}

/// A phrase in pieces.
fn pieces(phrase: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = phrase;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        let close = if from.starts_with('{') { '}' } else { ']' };
        let (inner, after) =
            from[1..].split_once(close).ok_or_else(|| format!("`{}` is not closed", &from[..1]))?;
        pieces.push(if close == ']' { Piece::Optional(self::pieces(inner)?) } else { gap(inner)? });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(pieces)
}

fn gap(inner: &str) -> Result<Piece, String> {
    if inner.contains('{') {
        return Err(format!("`{inner}` has a gap within a gap"));
    }
    let Some((name, forms)) = inner.split_once('?') else {
        if let Some(name) = inner.strip_prefix('#') {
            return Ok(Piece::Figure(name.to_owned()));
        }
        let name = inner.to_ascii_lowercase();
        let capital = name != inner;
        return Ok(Piece::Gap(name, capital));
    };
    let (one, many) =
        forms.split_once('|').ok_or_else(|| format!("`{inner}` lacks its second form"))?;
    Ok(Piece::Number(name.to_owned(), one.to_owned(), many.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_read_and_its_mistakes_are_named() {
        let read =
            Catalogue::read(&["# words\nfell +\n  {Who} {who?was|were} lost[ in {where}].\n"]);
        let catalogue = read.unwrap();
        let family = catalogue.family("fell").unwrap();
        assert!(family.several && !family.varied);
        let both = Catalogue::read(&["fell + ~\n  lost\n"]).unwrap();
        assert!(both.family("fell").is_some_and(|family| family.several && family.varied));
        assert_eq!(family.phrases[0].len(), 6);
        for (text, what) in [
            ("  phrase\n", "line 1: a phrase without a family"),
            ("a\n  {who\n", "line 2: `{` is not closed"),
            ("a\n  {who?was}\n", "line 2: `who?was` lacks its second form"),
            ("a\n  {n?one|all {n}}\n", "line 2: `n?one|all {n` has a gap within a gap"),
            ("a\n", "the family a has no phrase"),
        ] {
            assert_eq!(Catalogue::read(&[text]).unwrap_err(), what);
        }
    }
}
