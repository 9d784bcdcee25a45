//! The very files of an order sheet, as `tabella form --sheet` writes them: what a seat may not know changes nothing in them but digests.

use crate::table::{Table, files_of, recorded, seats_of};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Node, Rng, Seat, Viewer};
use record::exchange::{OrderFile, yaml};
use std::collections::BTreeSet;
use std::fs;

const RECORDS: usize = 4;

/// The first standing orders that one of these seats filed in a title's recorded games, else those of an aimless player.
fn standing(slug: &str, seats: &[&str], play: &dyn Play) -> (Seat, Node) {
    let games = recorded().into_iter().filter(|(title, _)| *title == slug);
    let files = games.flat_map(|(_, game)| files_of(&game.join("turns")));
    let orders = files.filter(|(name, _)| name.contains("/orders/"));
    let mut read = orders.filter_map(|(_, bytes)| OrderFile::glance(&bytes));
    let found = read.find_map(|(seat, orders)| {
        orders.standing.filter(|_| seats.contains(&seat.name())).map(|block| (seat, block))
    });
    let mut rng = Rng::new(5);
    let mut aimless = seats.iter().cycle().take(200).filter_map(|name| {
        let seat = Seat::new(name);
        let text = play.propose(&seat, BotStyle::Random, &mut rng);
        let orders = RawOrders::of(&yaml::parse(&format!("seat: {seat}\n{text}")).ok()?);
        Some((seat, orders.standing?))
    });
    let found = found.or_else(|| aimless.next());
    found.unwrap_or_else(|| panic!("{slug}: nobody files standing orders"))
}

/// Files what built-in players propose, one of them with these standing orders or none.
fn filed(table: &Table, author: &Seat, standing: Option<&Node>) {
    let play = table.game().session.play;
    let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
    for seat in asked {
        let text = play.propose(&seat, BotStyle::Sensible, &mut Rng::new(3));
        let text = format!("seat: {seat}\n{text}");
        let mut orders = RawOrders::of(&yaml::parse(&text).expect("players write YAML"));
        if seat == *author {
            orders.standing = standing.cloned();
        }
        let body = mutator::text(&orders);
        if !body.is_empty() {
            table.file(seat.name(), &body);
        }
    }
}

/// The sheet of a seat as a file of this form, without the digest of the history that it answers.
fn sheet(table: &Table, seat: &str, form: &str) -> String {
    let (page, out) = (table.beside("page.html"), table.beside(&format!("{seat}.{form}")));
    let [page, named] = [&page, &out].map(|path| path.to_str().expect("a plain name"));
    table.tabella(&["form", "--sheet", "--seat", seat, "--page", page, "--out", named]).ended(0);
    let head = table.game().session.head.to_string();
    let text = fs::read_to_string(&out).expect("it was written");
    assert!(text.contains(&head), "the sheet says what it answers");
    text.replace(&head, "HEAD")
}

/// True if two different games look the same to a seat.
fn alike(worlds: &[Table; 2], seat: &str) -> bool {
    let viewer = Viewer::Seat(Seat::new(seat));
    let seen = worlds.each_ref().map(|world| {
        let game = world.game();
        let again = game.again(game.session.number).expect("its record is there");
        let play = again.session.play;
        (play.chapters(&viewer), play.awaited(), play.hidden())
    });
    let [(told, awaited, hidden), (others, waiting, kept)] = seen;
    told == others && awaited == waiting && hidden != kept
}

/// The number of times that the sheets of others were compared in a game, record after record.
fn compared(opened: &Table, (slug, seats): (&str, &[&str])) -> usize {
    let (author, block) = standing(slug, seats, opened.game().session.play.as_ref());
    let mut compared = 0;
    let mut table = opened.copy();
    fs::write(table.beside("page.html"), sheet::page::assemble(slug, b"a module")).unwrap();
    for number in 1..=RECORDS {
        let worlds = [Some(&block), None].map(|standing| {
            let world = table.copy();
            filed(&world, &author, standing);
            world.resolve();
            world
        });
        for viewer in seats.iter().filter(|seat| **seat != author.name()) {
            if !alike(&worlds, viewer) {
                continue;
            }
            for form in ["json", "html"] {
                let [one, two] = worlds.each_ref().map(|world| sheet(world, viewer, form));
                assert!(one == two, "{slug}, record {number}: the {form} of {viewer} tells more");
            }
            let [one, two] = worlds.each_ref().map(|world| sheet(world, author.name(), "json"));
            assert!(one != two, "{slug}: {author} finds them in the own sheet");
            compared += 1;
        }
        if compared > 1 {
            break;
        }
        let [_, silent] = worlds;
        table = silent;
    }
    compared
}

#[test]
fn the_files_of_a_sheet_are_the_same_where_what_differs_is_hidden() {
    for slug in tabella::catalogue::titles().iter().map(|title| title.slug()) {
        let seats = seats_of(slug);
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        // The referee's key stays where the first of the games was made.
        let opened = Table::of((slug, None), "brisk", &[], &seats);
        if opened.game().loaded.hides() {
            assert!(compared(&opened, (slug, &seats)) > 0, "{slug}: nothing was compared");
        }
    }
}
