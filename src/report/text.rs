//! A report as plain text, wrapped for a terminal or a letter.

use super::html::EXTENSIONS;
use super::wrap::{hanging, paragraph, width};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use std::fmt::Write;

/// Renders Markdown as plain text in lines of at most `limit` characters; what is printed as it stands
/// (maps, digests, long words) may be longer.
pub(super) fn plain(markdown: &str, limit: usize) -> String {
    let mut page = Page { limit: limit.max(40), ..Page::default() };
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        page.take(event);
    }
    page.flush();
    let mut text = page.out;
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[derive(Default)]
struct Page {
    limit: usize,
    out: String,
    /// Text of the block that is open.
    line: String,
    quoted: usize,
    /// Open lists: the next number, or none for bullets.
    lists: Vec<Option<u64>>,
    /// The mark of a list item that has not been written yet.
    mark: Option<String>,
    heading: Option<HeadingLevel>,
    literal: bool,
    /// A block of the same list came just before: no blank line between its items.
    tight: bool,
    rows: Vec<Vec<String>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.line.push_str(&text);
            }
            Event::SoftBreak => self.line.push(' '),
            Event::HardBreak => {
                let mark = self.mark.take();
                self.flush_with(mark, true);
            }
            Event::Rule => {
                self.flush();
                self.line = "-".repeat(20);
                self.flush();
            }
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading = Some(*level);
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quoted += 1;
            }
            Tag::List(start) => {
                self.flush();
                self.tight = !self.lists.is_empty();
                self.lists.push(*start);
            }
            Tag::Item => {
                self.flush();
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                });
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.literal = true;
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::CodeBlock => self.flush(),
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quoted -= 1;
            }
            TagEnd::Item => {
                self.flush();
                self.tight = true;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.tight = !self.lists.is_empty();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.line);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Ends the open block.
    fn flush(&mut self) {
        if self.literal {
            let text = std::mem::take(&mut self.line);
            self.gap();
            for line in text.lines() {
                self.out.push_str(line.trim_end());
                self.out.push('\n');
            }
            self.literal = false;
            return;
        }
        if self.line.trim().is_empty() {
            self.line.clear();
            return;
        }
        let mark = self.mark.take();
        self.flush_with(mark, false);
    }

    /// Writes the open text with its list mark; a broken line goes on without a gap.
    fn flush_with(&mut self, mark: Option<String>, broken: bool) {
        let text = std::mem::take(&mut self.line);
        if !self.tight {
            self.gap();
        }
        self.tight = broken;
        let depth = self.lists.len();
        let base =
            format!("{}{}", "    ".repeat(self.quoted), "  ".repeat(depth.saturating_sub(1)));
        let (first, rest) = match mark {
            Some(mark) => (format!("{base}{mark}"), format!("{base}{}", " ".repeat(width(&mark)))),
            None if depth > 0 => (format!("{base}  "), format!("{base}  ")),
            None => (base.clone(), base),
        };
        let level = self.heading.take();
        let text = if level == Some(HeadingLevel::H1) { text.to_uppercase() } else { text };
        let block = hanging(&text, &first, &rest, self.limit);
        self.out.push_str(&block);
        self.out.push('\n');
        if let Some(level @ (HeadingLevel::H1 | HeadingLevel::H2)) = level {
            let long = block.lines().map(width).max().unwrap_or(0).min(self.limit);
            let rule = if level == HeadingLevel::H1 { "=" } else { "-" };
            self.out.push_str(&rule.repeat(long));
            self.out.push('\n');
        }
    }

    /// A blank line, unless the text has one already.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Writes the open table in columns; cells wrap where the table would be wider than the limit.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let widths = column_widths(&rows, self.limit);
        self.gap();
        for (at, row) in rows.iter().enumerate() {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, wide)| paragraph(cell, *wide)).collect();
            let tall = cells.iter().map(|cell| cell.lines().count()).max().unwrap_or(0).max(1);
            for line in 0..tall {
                let mut text = String::new();
                for (cell, wide) in cells.iter().zip(&widths) {
                    let _ = write!(text, "{:<wide$}  ", cell.lines().nth(line).unwrap_or_default());
                }
                let _ = writeln!(self.out, "{}", text.trim_end());
            }
            if at == 0 {
                let rule: Vec<String> = widths.iter().map(|wide| "-".repeat(*wide)).collect();
                let _ = writeln!(self.out, "{}", rule.join("  "));
            }
        }
        self.tight = false;
    }
}

/// The width of each column: what its cells need, the widest narrowed, to its longest word at most, until the table
/// fits into the limit.
fn column_widths(rows: &[Vec<String>], limit: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |at: usize| rows.iter().filter_map(move |row| row.get(at));
    let word = |cell: &String| cell.split(' ').map(width).max().unwrap_or(0);
    let least: Vec<usize> = (0..columns).map(|at| cells(at).map(word).max().unwrap_or(0)).collect();
    let mut widths: Vec<usize> =
        (0..columns).map(|at| cells(at).map(|cell| width(cell)).max().unwrap_or(0)).collect();
    while widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1) > limit {
        let open = widths.iter_mut().zip(&least).filter(|(wide, least)| **wide > **least);
        let Some((widest, _)) = open.max_by_key(|(wide, _)| **wide) else { break };
        *widest -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_readable_as_plain_text() {
        let markdown = "# Zama, turn 3\n\nThe *line* held \\<fast\\>.\nAnd so on.\n\n> K4: 1\n\n## Log\n\n1. **K4** one\n2. two\n   - inner\n\n\
                        | Unit | Where |\n|---|---|\n| ve1 | e4 |\n| hannibal | g11 |\n\n```map\n . x\n```\n";
        let expected = "ZAMA, TURN 3\n============\n\nThe line held <fast>. And so on.\n\n    K4: 1\n\nLog\n---\n\n1. K4 one\n2. two\n  - inner\n\n\
                        Unit      Where\n--------  -----\nve1       e4\nhannibal  g11\n\n . x\n";
        assert_eq!(plain(markdown, 72), expected);
    }

    #[test]
    fn lines_stay_within_the_limit() {
        let markdown = "word ".repeat(100);
        assert!(plain(&markdown, 50).lines().all(|line| line.len() <= 50));
    }

    #[test]
    fn the_widest_columns_of_a_table_give_way() {
        let markdown = "| Theatre | Rome's | Carthage's |\n|---|---|---|\n\
                        | Italian | Etruria, Apulia, Bruttium, Sicily | none |\n| African | none | Numidia, Byzacium |\n";
        let expected = "Theatre  Rome's           Carthage's\n-------  ---------------  ---------------\n\
                        Italian  Etruria,         none\n         Apulia,\n         Bruttium,\n         Sicily\n\
                        African  none             Numidia,\n                          Byzacium\n";
        assert_eq!(plain(markdown, 41), expected);
    }
}
