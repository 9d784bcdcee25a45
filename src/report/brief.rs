//! The story of a record for somebody at a terminal: the headline, the story and the map, in no more lines than they
//! can take in.

use super::{Context, Recorded, ReportError, Reporter, narrative};
use engine::map::Map;

/// The sign for lines of a story that are left out.
const MORE: &str = "…";
/// Most lines of a headline, including those that separate it from what follows.
const HEADLINE: usize = 4;

impl Reporter {
    /// The headline of the newest of these records, their stories as far as there is room, newer ones first in line for
    /// it, and the map, unless it alone would fill most of the screen: in at most `most` lines of this width. Also
    /// returns whether the map is included.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn brief(
        &self,
        records: &[Context],
        map: &Map,
        (width, most): (usize, usize),
        colour: bool,
    ) -> Result<(String, bool), ReportError> {
        let map = self.text_map(map, colour).trim_end().to_owned();
        let shown = map.lines().count() + HEADLINE <= most;
        let map = if shown { map } else { String::new() };
        let Some(newest) = records.last() else { return Ok((map + "\n", shown)) };
        let headline = self.headline(newest)?;
        let headline = self.text(&headline, width);
        // Between headline, story and map stand empty lines.
        let taken = headline.lines().count() + map.lines().count() + 3;
        let story = self.stories(records, width, most.saturating_sub(taken))?;
        let parts = [headline, story, map];
        let parts: Vec<&str> =
            parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
        Ok((parts.join("\n\n") + "\n", shown))
    }

    /// The headline of a record and, where there is one, the sentence below it.
    ///
    /// # Errors
    /// [`ReportError`].
    #[cfg(feature = "play")]
    pub fn lead(&self, record: &Context) -> Result<(String, String), ReportError> {
        let line = |markdown: &str| self.text(markdown, usize::MAX).trim().to_owned();
        let standfirst = narrative::tell(record).standfirst;
        Ok((line(&self.headline(record)?), line(&standfirst)))
    }

    fn headline(&self, record: &Context) -> Result<String, ReportError> {
        let teller = self.teller(record);
        let told = narrative::tell(record).headline;
        if told.is_empty() {
            return teller.templates.render(&format!("{}/headline.md", record.title), record);
        }
        Ok(told)
    }

    /// The stories that fit into so many lines, in their order.
    fn stories(
        &self,
        records: &[Context],
        width: usize,
        room: usize,
    ) -> Result<String, ReportError> {
        let mut shown: Vec<String> = Vec::new();
        let mut left = room;
        for record in records.iter().rev().filter(|record| !record.amends) {
            let teller = self.teller(record);
            let page = Recorded { context: record, told: narrative::tell(record) };
            let markdown = teller.templates.render(&format!("{}/story.md", record.title), &page)?;
            let story = self.text(&markdown, width).trim().to_owned();
            let lines = story.lines().count();
            if lines == 0 {
                continue;
            }
            if lines > left {
                shown.push(cut(&story, left));
                break;
            }
            shown.push(story);
            left = left.saturating_sub(lines + 1);
        }
        shown.retain(|story| !story.is_empty());
        shown.reverse();
        Ok(shown.join("\n\n"))
    }
}

/// The end of a text in so many lines, with a sign in place of what stood before them.
fn cut(text: &str, lines: usize) -> String {
    if lines < 2 {
        return String::new();
    }
    let all: Vec<&str> = text.lines().collect();
    let kept = &all[all.len() - (lines - 1)..];
    [&[MORE], kept].concat().join("\n")
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn of_a_long_story_the_end_is_shown() {
        assert_eq!(cut("a\nb\nc\nd", 3), "…\nc\nd");
        assert_eq!(cut("a\nb", 1), "");
    }
}
