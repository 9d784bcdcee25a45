//! Readers of more than one file: a whole game folder in which one file is another's, and templates that somebody named.

use crate::seeds;
use crate::targets::{Target, target};
use engine::map::Map;
use record::Sums;
use record::sums::SUMS_FILE;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tabella::report::{Context, Found, Language, Reporter};
use tabella::verify::{Expected, FileSource, Item, ItemKind, Unread, verify};

/// Number of records in a folder that is proved with a mutated file: one that opens the game and one that plays it.
const RECORDS: usize = 2;

struct Files(BTreeMap<String, Vec<u8>>);

impl FileSource for Files {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let inside = format!("{}/", folder.trim_end_matches('/'));
        let below = self.0.keys().filter_map(|path| path.strip_prefix(&inside));
        let item = |below: &str| match below.split_once('/') {
            Some((name, _)) => Item { name: name.to_owned(), kind: ItemKind::Folder },
            None => Item { name: below.to_owned(), kind: ItemKind::File },
        };
        Ok(below.map(item).collect::<BTreeSet<_>>().into_iter().collect())
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        match self.0.get(path) {
            None => Err(Unread::Missing),
            Some(bytes) if bytes.len() > max => Err(Unread::TooLarge),
            Some(bytes) => Ok(bytes.clone()),
        }
    }
}

/// The first records of a title's recorded game with one file replaced by the input, whose first byte says which. The
/// record lists the digest of the replaced file, so that more than the digest is read.
pub(crate) fn of_title(slug: &str, game: &Path) -> Target {
    let files = seeds::whole(game, RECORDS);
    let names: Vec<String> = files.keys().cloned().collect();
    let seed = |(at, name): (usize, &String)| {
        let at = u8::try_from(at).ok()?;
        Some([&[at], &files[name][..]].concat())
    };
    let seeds = names.iter().enumerate().filter_map(seed).collect();
    target(&format!("{slug}-folder"), seeds, move |bytes| {
        let Some((which, own)) = bytes.split_first() else { return false };
        let Some(name) = names.get(usize::from(*which)) else { return false };
        let mut bent = files.clone();
        bent.insert(name.clone(), own.to_owned());
        list_anew(&mut bent, name);
        verify(&Files(bent), Expected::default()).holds()
    })
}

fn list_anew(files: &mut BTreeMap<String, Vec<u8>>, name: &str) {
    let mut parts = name.splitn(3, '/');
    let (Some("turns"), Some(record), Some(below)) = (parts.next(), parts.next(), parts.next())
    else {
        return;
    };
    let list = format!("turns/{record}/{SUMS_FILE}");
    let Some(Ok(mut sums)) = files.get(&list).map(|bytes| Sums::parse(bytes)) else { return };
    if sums.lines.contains_key(below) {
        sums.add(below, &files[name]);
        files.insert(list, sums.render().into_bytes());
    }
}

/// A report made with a user's own template.
pub(crate) fn templates() -> Target {
    let sample = include_str!("../../../src/report/samples/battle.json");
    let context: Context = serde_json::from_str(sample).expect("a sample of a report");
    let packed = ["report.md", "story.md"];
    let own = |name: &str| tabella::packed::template_in("en", name).expect("packed").into_owned();
    let seeds = packed.map(own).map(String::into_bytes).to_vec();
    target("templates", seeds, move |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return false };
        let made = |place: &'static str| {
            let text = text.to_owned();
            let find = move |name: &str| {
                let found = || Found { text: text.clone().into(), origin: name.to_owned() };
                Ok((name == place).then(found))
            };
            Reporter::layered(Language::English, find)
        };
        let map = Map::default();
        made("report.md").markdown(&context, &map).is_ok()
            | made("story.md").story(std::slice::from_ref(&context)).is_ok()
    })
}
