//! The whole game as a book for readers of books.

use crate::table::{run, tabella};
use record::Digest;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

fn bound(title: &str, folder: &Path) -> Vec<u8> {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example");
    let file = folder.join(format!("{title}.epub"));
    let mut command = tabella();
    command.arg("-C").arg(game).args(["report", "--story", "--format", "epub", "--out"]).arg(&file);
    run(&mut command).ended(0);
    fs::read(file).unwrap()
}

#[test]
fn the_same_game_is_the_same_book_whenever_it_is_bound() {
    let place = tempfile::tempdir().unwrap();
    let (once, again) = (bound("punica", place.path()), bound("punica", place.path()));
    assert_eq!(Digest::of(&once), Digest::of(&again));
    assert!(
        once.starts_with(b"PK\x03\x04") && once[30..].starts_with(b"mimetypeapplication/epub+zip")
    );
    let text = String::from_utf8_lossy(&once);
    assert!(text.contains("OEBPS/record-") && text.contains("OEBPS/chapter-001.xhtml"));
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example");
    let unnamed =
        run(tabella().arg("-C").arg(&game).args(["report", "--story", "--format", "epub"]))
            .ended(2);
    assert!(unnamed.err.contains("--out"), "{}", unnamed.err);
}

#[test]
fn the_luck_of_both_sides_is_told_and_a_book_has_one_language() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/de-bello-punico/example");
    let told = |language: &str| {
        let how = ["report", "--story", "--format", "md", "--lang", language];
        run(tabella().arg("-C").arg(&game).args(how)).ended(0).out
    };
    let english = told("en");
    assert!(
        english.contains("## The luck of both sides") && english.contains(", all together** |"),
        "{english}"
    );
    // Stories are in English alone, and so is all that stands beside them.
    assert_eq!(told("it"), english);
}

#[test]
fn a_book_shows_its_turning_points_and_no_map_twice() {
    for title in tabella::catalogue::titles() {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug());
        let told = |format: &str| {
            let mut command = tabella();
            command
                .arg("-C")
                .arg(game.join("example"))
                .args(["report", "--story", "--format", format]);
            run(&mut command).ended(0).out
        };
        let drawn = told("html").matches("<figure class=\"map\">").count();
        let book = told("md");
        let shown: Vec<&str> = book
            .split("```figure record-")
            .skip(1)
            .filter_map(|rest| rest.lines().next())
            .collect();
        assert!(shown.len() >= 3, "{}: {shown:?}", title.slug());
        let newest = fs::read_dir(game.join("example/turns")).unwrap().count() - 1;
        let ends = shown.last().is_some_and(|last| *last == newest.to_string());
        // If the last record turned nothing, its map ends the book.
        assert_eq!(drawn, shown.len() + usize::from(!ends), "{}: {shown:?}", title.slug());
    }
}

/// The output of `epubcheck` for a book, if it is installed: as a program or, as on Debian, as a bare jar.
fn epubcheck(book: &Path) -> Option<Output> {
    if let Ok(said) = Command::new("epubcheck").arg(book).output() {
        return Some(said);
    }
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join("epubcheck"));
    let jar = files.find(|file| file.is_file())?;
    let said = Command::new("java").arg("-jar").arg(jar).arg(book).output();
    Some(said.expect("epubcheck is a jar here, and java runs it"))
}

/// Ids name shapes: a second map must not be styled as the first.
#[test]
fn no_id_stands_twice_in_a_book_of_one_page() {
    for title in tabella::catalogue::titles() {
        let game =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug()).join("example");
        let page =
            run(tabella().arg("-C").arg(game).args(["report", "--story", "--format", "html"]))
                .ended(0)
                .out;
        let ids = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next());
        let mut known = BTreeSet::new();
        for id in ids {
            assert!(known.insert(id), "{}: {id:?} stands twice", title.slug());
        }
        assert!(known.len() > 20, "{}: {} ids", title.slug(), known.len());
    }
}

/// Runs `epubcheck` only if it is installed; otherwise the books are only bound.
#[test]
fn the_books_of_all_titles_are_valid() {
    let place = tempfile::tempdir().unwrap();
    for title in tabella::catalogue::titles() {
        let book = bound(title.slug(), place.path());
        assert!(book.len() > 10_000, "{}: {} bytes", title.slug(), book.len());
        let file = place.path().join(format!("{}.epub", title.slug()));
        let Some(checked) = epubcheck(&file) else {
            println!("epubcheck is not installed: {} is not checked", title.slug());
            continue;
        };
        let said = String::from_utf8_lossy(&checked.stderr).into_owned();
        assert!(checked.status.success(), "{}: {said}", title.slug());
    }
}
