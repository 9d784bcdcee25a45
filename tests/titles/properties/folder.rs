//! The same through game folders: every form is a lawful file, every report can be made, every record can be proved.

use crate::table::{Trial, key, run, salt, tabella};
use engine::{BotStyle, Prospectus, Rng, Seat};
use record::Namespace;
use record::charter::{Heads, Person, WaitsFor};
use record::exchange::compose::{Envelope, compose};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tabella::cli::common::{reports, titles};
use tabella::store::{self, Absences, Folder, Game, NewGame, NewSeat, Resolution, Submission};

const RECORDS: u32 = 7;

fn new(root: &Path, slug: &str, tempo: &str, prospectus: &Prospectus) -> Folder {
    let scenario = &prospectus.scenarios[0];
    let seat = |(seat, _): &(Seat, String)| NewSeat {
        seat: seat.name().to_owned(),
        key: key(seat.name()).public().clone(),
        name: None,
        age: None,
        mail: None,
    };
    let plan = NewGame {
        root: root.to_owned(),
        game: "trial".to_owned(),
        title: slug.to_owned(),
        scenario: Some(scenario.name.clone()),
        options: BTreeMap::new(),
        tempo: tempo.to_owned(),
        seats: scenario.seats.iter().map(seat).collect(),
        program: BTreeMap::new(),
        referee: Person::default(),
        referee_key: None,
        schedule: None,
        vacations: None,
        heads: Heads::Asked,
        waits_for: WaitsFor::Awaited,
        public: None,
        items: false,
        notes: None,
        data: None,
        phases: Some(100),
    };
    let mut rng = Rng::new(7);
    let mut draw = || Ok(std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte")));
    store::create_by(&plan, &reports::renderer(root), &mut draw).unwrap().folder
}

fn file(folder: &Folder, seat: &Seat, text: &str) {
    let signature = key(seat.name()).sign(Namespace::Orders, text.as_bytes());
    let answer = store::submit(folder, text.as_bytes(), Some(signature.as_bytes())).unwrap();
    assert!(matches!(answer, Submission::Filed(_)), "{answer:?}\n{text}");
}

/// The form of a seat with only a salt filled in, held on purpose; nothing may be wrong with it.
fn form(game: &Game, seat: &Seat) -> String {
    let form = reports::form(game, seat.name()).unwrap();
    // Mail programs break longer lines, and then the signature does not fit.
    let wide = form.lines().find(|line| line.chars().count() > 72);
    assert_eq!(wide, None, "{seat}, phase {}", game.open_phase());
    let salt = base64(&salt(seat, game.open_phase(), &form));
    let (before, behind) =
        form.split_once("\nsalt: \"\"\n").expect("a form leaves the salt to its author");
    let text = format!("{before}\nsalt: {salt}\n{behind}");
    let text = text.replace("\n#hold: true\n", "\nhold: true\n");
    let (read, complaints) = store::check(game, text.as_bytes(), None).unwrap();
    assert!(read.is_some() && !complaints.fatal(), "{seat}: {:?}\n{text}", complaints.0);
    text
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn proposal(game: &Game, seat: &Seat, rng: &mut Rng) -> String {
    let body = game.session.play.propose(seat, BotStyle::Sensible, rng);
    let envelope = Envelope {
        game: "trial",
        phase: game.open_phase(),
        seat,
        after: game.session.head,
        revision: 1,
        final_: true,
        salt: Some(salt(seat, game.open_phase(), &body)),
        comments: &[],
    };
    compose(&envelope, &body)
}

/// Plays a game, alternating forms and proposals; every seat's form is checked at every record.
fn play(root: &Path, slug: &str, tempo: &str) {
    let prospectus = titles::packed_title(slug).unwrap().prospectus();
    let folder = new(root, slug, tempo, &prospectus);
    let mut rng = Rng::new(11);
    for number in 1..=RECORDS {
        let game = store::load(&folder).unwrap();
        if game.session.play.outcome().is_some() {
            break;
        }
        let seats: Vec<Seat> =
            prospectus.scenarios[0].seats.iter().map(|(seat, _)| seat.clone()).collect();
        let forms: BTreeMap<Seat, String> =
            seats.iter().map(|seat| (seat.clone(), form(&game, seat))).collect();
        let awaited: BTreeSet<Seat> =
            game.session.play.awaited().into_iter().map(|asked| asked.seat).collect();
        for seat in &awaited {
            let as_it_stands = number == 1 || number % 4 == 0;
            file(
                &folder,
                seat,
                &if as_it_stands { forms[seat].clone() } else { proposal(&game, seat, &mut rng) },
            );
        }
        let resolve =
            |absent: &Absences| store::resolve(&folder, absent, &reports::renderer(root)).unwrap();
        let resolved = match resolve(&Absences::None) {
            // A form that was held on purpose orders nothing; then the seat is as good as absent.
            Resolution::Waiting(waiting) => {
                let owing = waiting.missing.iter().chain(&waiting.holding);
                let missing = owing.map(|seat| seat.name().to_owned());
                resolve(&Absences::Seats(missing.collect()))
            }
            resolved => resolved,
        };
        match resolved {
            Resolution::Done(step) => assert_eq!(step.session.number, number),
            Resolution::Waiting(waiting) => panic!("{slug}: {waiting:?}"),
            Resolution::Completed(_) | Resolution::Over(_) => {
                panic!("{slug}: nothing was resolved")
            }
        }
    }
    run(tabella().arg("verify").arg(root)).ended(0);
    for arguments in [
        &["report", "--story"][..],
        &["map", "--words"],
        &["report", "--phase", "2", "--format", "html"],
    ] {
        run(tabella().arg("-C").arg(root).args(arguments)).ended(0);
    }
}

#[test]
fn forms_of_every_title_are_lawful_files_and_their_games_can_be_told_and_proved() {
    let folder = Trial::new();
    for title in tabella::catalogue::titles() {
        for tempo in ["full", "brisk"] {
            play(&folder.path().join(format!("{}-{tempo}", title.slug())), title.slug(), tempo);
        }
    }
}
