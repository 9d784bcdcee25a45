//! Decides what a letter is, and what is done with it. Only the signature says who speaks; everything else only says
//! whom to answer, and then only at an address that a charter names.

use crate::cli::common::Error;
use crate::store::orders::receipts;
use crate::store::orders::submit::Replaced;
use crate::store::records::changes;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Game, SignedOrders, Submission};
use engine::{Complaints, Node};
use incoming::bounce::{self, Bounce};
use incoming::search::SIGNED_MAX;
use incoming::sender::{self, Machine, Robot};
use incoming::subject::{Asked, Names};
use incoming::{Aim, Found, Keys, Leaf, Message, Request, Search, search, subject};
use record::exchange::{OrderFile, yaml};
use record::{Digest, PublicKey};
use std::path::PathBuf;

pub(super) struct Judgement {
    /// The outcome in one word: `filed`, `recorded`, `change`, `refused:CLASS`, `ignored:CLASS`, `answered:REQUEST`,
    /// `help`; none if the letter brings only joins.
    pub(super) outcome: Option<String>,
    /// The answers, each to one player.
    pub(super) answers: Vec<Answer>,
    pub(super) joins: Joins,
    pub(super) message: Message,
    /// The report of a letter of ours that did not arrive.
    pub(super) bounce: Option<Bounce>,
}

#[derive(Default)]
pub(super) struct Joins {
    /// Those whose signatures fit.
    pub(super) found: Vec<Found>,
    /// True if there is a signature for a join that is missing, or was altered.
    pub(super) lost: bool,
    /// True if no answer may go to such mail.
    pub(super) silent: bool,
}

pub(super) struct Answer {
    /// Number of the game.
    pub(super) game: usize,
    pub(super) seat: String,
    pub(super) says: Says,
    /// True if the letter also brings an order file of that seat that nobody signed.
    pub(super) draft: bool,
}

pub(super) enum Says {
    Orders(Submission),
    /// That orders were filed for a phase that has been resolved since.
    Recorded(Recorded),
    /// The class of the reason why no orders were found; and the seat whose key signed something, if that key was
    /// replaced.
    Unusable(&'static str, Option<Replaced>),
    Asked(Request),
    Change(Consented),
}

/// Orders that were filed for a phase that has been resolved since.
pub(super) struct Recorded {
    pub(super) phase: u32,
    pub(super) revision: u32,
    /// Digest of their bytes.
    pub(super) digest: Digest,
    /// The referee's signed word that they were filed, where it was given.
    pub(super) receipt: Option<PathBuf>,
}

pub(super) struct Consented {
    /// Its action, in words; empty if it could not be read.
    pub(super) action: String,
    /// The reason why it counts, or what it still waits for.
    pub(super) told: String,
    /// The state of the change: it counts, waits, or is refused.
    pub(super) state: &'static str,
}

struct AllKeys<'a> {
    games: &'a [Game],
    inviting: bool,
}

impl Keys for AllKeys<'_> {
    fn known(&self, key: &PublicKey) -> bool {
        self.games.iter().any(|game| !game.signers.names_of(key).is_empty())
    }

    fn inviting(&self) -> bool {
        self.inviting
    }
}

/// Judges a letter and files the orders in it; joins are looked for where there are invitations.
///
/// # Errors
/// A game's folder that cannot be read.
pub(super) fn judge(games: &[Game], raw: &[u8], inviting: bool) -> Result<Judgement, Error> {
    let message = Message::read(raw);
    let ignored = |class: &str, message| Judgement {
        outcome: Some(format!("ignored:{class}")),
        answers: Vec::new(),
        joins: Joins::default(),
        message,
        bounce: None,
    };
    match sender::machine(&message) {
        Some(Machine::Loop) => return Ok(ignored("loop", message)),
        Some(Machine::Bounce) => {
            return Ok(Judgement { bounce: bounce::read(raw), ..ignored("bounce", message) });
        }
        Some(Machine::Notice) => return Ok(ignored("auto-reply", message)),
        None => {}
    }
    let mut found = search(&message, &AllKeys { games, inviting });
    let robot = sender::robot(&message);
    let (joined, rest) = found.found.into_iter().partition(|one| one.aim == Aim::Join);
    found.found = rest;
    let joins = Joins { found: joined, lost: found.lost_joins > 0, silent: robot.is_some() };
    let (outcome, answers) = if !found.found.is_empty() {
        let (outcome, answers) = file(games, &message, &found)?;
        (Some(outcome), answers)
    } else if joins.lost || !joins.found.is_empty() {
        (None, Vec::new())
    } else {
        let (outcome, answers) = unsigned(games, &message, &found, robot);
        (Some(outcome), answers)
    };
    Ok(Judgement { outcome, answers, joins, message, bounce: None })
}

/// Files every order that was found, those of one seat in ascending revision. A key that is nobody's in the game for which it signed
/// is answered to the player whose address the letter comes from.
fn file(games: &[Game], message: &Message, found: &Search) -> Result<(String, Vec<Answer>), Error> {
    let (about, played) = (named(games, message), played(games, message));
    let drafts = drafts(message, found);
    let drafted = |game: &Game, seat: &str| {
        let id = &game.session.charter.game;
        drafts.iter().any(|one| one.game == *id && one.seat.name() == seat)
    };
    let mut orders: Vec<(Label, &Found)> =
        found.found.iter().map(|one| (Label::of(games, about, one), one)).collect();
    orders.sort_by(|(one, _), (other, _)| one.cmp(other));
    let (mut outcome, mut answers) = (None, Vec::new());
    for (label, one) in orders {
        let game = &games[label.game];
        if one.aim == Aim::Change {
            let (class, answer) = consent(games, label.game, one)?;
            outcome.get_or_insert(class);
            answers.extend(answer);
            continue;
        }
        let by_key = game.signers.names_of(&one.key).first().map(|name| (*name).to_owned());
        let by_address = || {
            let (_, seats) = played.iter().find(|(number, _)| *number == label.game)?;
            seats.iter().find(|seat| **seat == label.seat).or(seats.first()).cloned()
        };
        let seat = by_key.or_else(by_address);
        if let Some(seat) = &seat
            && let Some(known) = recorded(game, seat, &one.bytes)?
        {
            outcome.get_or_insert_with(|| "recorded".to_owned());
            let (draft, says) = (drafted(game, seat), Says::Recorded(known));
            answers.push(Answer { game: label.game, seat: seat.clone(), says, draft });
            continue;
        }
        let heads = found.heads.iter().filter(|(key, _)| *key == one.key);
        let heads: Vec<&str> = heads.map(|(_, armored)| armored.as_str()).collect();
        let signed = SignedOrders {
            bytes: &one.bytes,
            signature: Some(one.armored.as_bytes()),
            heads: &heads,
            from: None,
        };
        let done = store::submit_signed(&game.folder, &signed)?;
        let class = match &done {
            Submission::Filed(_) | Submission::Same(_) => "filed".to_owned(),
            Submission::Returned { complaints, .. } => format!("refused:{}", class(complaints)),
        };
        if class == "filed" || outcome.is_none() {
            outcome = Some(class);
        }
        if let Some(seat) = seat {
            let draft = drafted(game, &seat);
            answers.push(Answer { game: label.game, seat, says: Says::Orders(done), draft });
        }
    }
    Ok((outcome.expect("signed orders were found"), answers))
}

/// The complete order files without a signature that are attached to a letter: their sender may believe that they are
/// filed.
fn drafts(message: &Message, found: &Search) -> Vec<OrderFile> {
    // However its lines end, what was signed is none.
    let bare = |bytes: &[u8]| -> Vec<u8> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        bytes.iter().copied().filter(|c| !c.is_ascii_whitespace()).collect()
    };
    let signed: Vec<Vec<u8>> = found.found.iter().map(|one| bare(&one.bytes)).collect();
    let leaves = message.leaves.iter().filter(|leaf| leaf.bytes.len() <= SIGNED_MAX);
    let unsigned = leaves.filter(|leaf| !signed.contains(&bare(&leaf.bytes)));
    unsigned.filter_map(|leaf| OrderFile::read(&leaf.bytes).ok()).collect()
}

/// The orders that were filed for a phase that has been resolved, before their letter was done with. The round that was
/// interrupted between the two may have resolved the phase, and then it would be wrong to say that these orders are
/// refused.
fn recorded(game: &Game, seat: &str, bytes: &[u8]) -> Result<Option<Recorded>, Error> {
    let Ok(file) = OrderFile::read(bytes) else { return Ok(None) };
    let past = (1..=game.session.number).contains(&file.phase);
    if !past || file.game != game.session.charter.game || file.seat.name() != seat {
        return Ok(None);
    }
    let receipt = receipts::of_filed(&game.folder, file.phase, seat, &file.digest)?;
    let counted = || -> Result<bool, Error> {
        let sealed = Sealed::open(&game.folder, file.phase)?;
        Ok(sealed.orders().get(seat) == Some(&file.digest))
    };
    let known = receipt.is_some() || counted()?;
    let OrderFile { phase, revision, digest, .. } = file;
    Ok(known.then_some(Recorded { phase, revision, digest, receipt }))
}

/// Takes a change that somebody signed who plays in the game that it names.
fn consent(
    games: &[Game],
    number: usize,
    found: &Found,
) -> Result<(String, Option<Answer>), Error> {
    let game = &games[number];
    let Some(name) = game.signers.names_of(&found.key).first().map(|name| (*name).to_owned())
    else {
        return Ok(("refused:key".to_owned(), None));
    };
    let says = match changes::receive(&game.folder, &found.bytes, &name, &found.armored)? {
        Ok(notice) => {
            let (state, told) = match &notice.agreed {
                Ok(agreed) => ("counts", agreed.to_string()),
                Err(lacking) => ("waits", lacking.clone()),
            };
            let told = match changes::only_told(game, &notice.change.action) {
                Some(only) => format!("{told}; {only}"),
                None => told,
            };
            Consented { action: notice.change.action.to_string(), told, state }
        }
        Err(told) => Consented { action: String::new(), told, state: "refused" },
    };
    let class = if says.state == "refused" { "refused:change" } else { "change" };
    let answer = Answer { game: number, seat: name, says: Says::Change(says), draft: false };
    Ok((class.to_owned(), Some(answer)))
}

/// The game and phase to which signed orders belong, by their own text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Label {
    game: usize,
    seat: String,
    revision: u64,
}

impl Label {
    fn of(games: &[Game], about: Option<usize>, found: &Found) -> Self {
        let tree = yaml::parse_bytes(&found.bytes, SIGNED_MAX).ok();
        let field = |name: &str| {
            let text = tree.as_ref().and_then(|tree| tree.get(name)).and_then(Node::text);
            text.unwrap_or_default().to_owned()
        };
        let named = field("game");
        let by_name = games.iter().position(|game| game.session.charter.game == named);
        // A game that is not here: the one in whose thread they came says so to the player, else the first in which the key plays.
        let plays = |game: &Game| !game.signers.names_of(&found.key).is_empty();
        let by_thread = about.filter(|number| plays(&games[*number]));
        let by_key = || by_thread.or_else(|| games.iter().position(plays));
        Self {
            game: by_name.or_else(by_key).expect("signatures are searched only for known keys"),
            seat: field("seat"),
            revision: field("revision").parse().unwrap_or(u64::MAX),
        }
    }
}

/// The class of a refusal, by the code of what is wrong first.
fn class(complaints: &Complaints) -> &'static str {
    let first = complaints.0.iter().find(|one| one.kind() != engine::Kind::Warning);
    match first.map(|one| one.code) {
        Some("E-phase") => "phase",
        Some("E-after") => "history",
        Some("E-game") => "game",
        Some("E-key-other" | "E-key-unknown" | "E-key-replaced") => "key",
        Some("E-namespace") => "namespace",
        Some("E-size") => "size",
        Some("E-utf8") => "utf8",
        Some(_) | None => "orders",
    }
}

/// A letter without orders that could be filed. If it says that it came through a list, or that a program wrote it, it
/// is answered only for a word that is understood, so that no two programs write to each other for ever.
fn unsigned(
    games: &[Game],
    message: &Message,
    found: &Search,
    robot: Option<Robot>,
) -> (String, Vec<Answer>) {
    let played = played(games, message);
    let about = named(games, message).filter(|about| played.iter().any(|(game, _)| game == about));
    let asked = asked(games, message, &played, about);
    match robot {
        Some(Robot::List) if asked.is_empty() => return ("ignored:list".to_owned(), Vec::new()),
        Some(Robot::Automatic) if asked.is_empty() => {
            return ("ignored:auto-reply".to_owned(), Vec::new());
        }
        Some(_) | None => {}
    }
    let thread = about.and_then(|about| played.iter().find(|(game, _)| *game == about));
    let Some((game, seats)) = thread.or(played.first()) else {
        let nobody = message.malformed && message.addresses("from").is_empty();
        let outcome = if nobody { "refused:malformed" } else { "ignored:stranger" };
        return (outcome.to_owned(), Vec::new());
    };
    let first = |says| vec![Answer { game: *game, seat: seats[0].clone(), says, draft: false }];
    if let Some(class) = unusable(message, found) {
        let old = |key: &String| Replaced::find(&games[*game], key);
        let replaced = found.strangers.iter().find_map(old).filter(|_| class == "key");
        return (format!("refused:{class}"), first(Says::Unusable(class, replaced)));
    }
    match asked.first() {
        None => ("help".to_owned(), first(Says::Asked(Request::Help))),
        Some(one) => {
            let Says::Asked(request) = &one.says else { unreachable!("it was asked") };
            (format!("answered:{}", request.word()), asked)
        }
    }
}

/// The requests of a letter: in the game that its words name, else in the one in whose thread it came, else in every
/// game of its writer. Words to be passed on go to one game alone.
fn asked(
    games: &[Game],
    message: &Message,
    played: &[(usize, Vec<String>)],
    about: Option<usize>,
) -> Vec<Answer> {
    let names: Vec<&str> = games.iter().map(|game| game.session.charter.game.as_str()).collect();
    let request = |seats: &[String]| {
        let own: Vec<&str> = seats.iter().map(String::as_str).collect();
        subject::request(message, Names { games: &names, seats: &own })
    };
    let mut all: Vec<(usize, &[String], Asked)> = played
        .iter()
        .filter_map(|(game, seats)| Some((*game, seats.as_slice(), request(seats)?)))
        .collect();
    let meant = |(game, _, asked): &(usize, &[String], Asked)| match &asked.game {
        Some(name) => games[*game].session.charter.game == *name,
        None => about.is_none_or(|about| about == *game),
    };
    all.retain(meant);
    let running = |(game, ..): &(usize, &[String], Asked)| games[*game].session.outcome().is_none();
    if all.iter().any(running) {
        all.retain(running);
    }
    if all.first().is_some_and(|(.., asked)| !for_each_game(&asked.request)) {
        all.truncate(1);
    }
    let mut answers = Vec::new();
    for (game, seats, Asked { seat, request, .. }) in all {
        let meant = match seat {
            Some(seat) => vec![seat],
            None if for_each_seat(&request) => seats.to_vec(),
            None => seats[..1].to_vec(),
        };
        let says = || Says::Asked(request.clone());
        answers.extend(meant.into_iter().map(|seat| Answer {
            game,
            seat,
            says: says(),
            draft: false,
        }));
    }
    answers
}

/// True if a request without the name of a game means each game of its writer.
fn for_each_game(request: &Request) -> bool {
    match request {
        Request::Status
        | Request::Report(_)
        | Request::Form
        | Request::Sheet
        | Request::Orders
        | Request::Receipts
        | Request::Lang(_)
        | Request::Zone(_)
        | Request::Vacation { .. }
        | Request::Extend(_) => true,
        Request::Message { .. } | Request::Help => false,
    }
}

/// True if a request without the name of a seat means each seat of its writer.
fn for_each_seat(request: &Request) -> bool {
    match request {
        Request::Report(_)
        | Request::Form
        | Request::Sheet
        | Request::Orders
        | Request::Receipts
        | Request::Lang(_)
        | Request::Zone(_)
        | Request::Vacation { .. } => true,
        Request::Status | Request::Extend(_) | Request::Message { .. } | Request::Help => false,
    }
}

/// The games and seats whose player's address a letter comes from.
fn played(games: &[Game], message: &Message) -> Vec<(usize, Vec<String>)> {
    let from = message.addresses("from");
    let seats = |game: &Game| -> Option<Vec<String>> {
        let known = |seat: &&str| {
            game.address(seat).is_some_and(|mail| from.contains(&mail.to_lowercase()))
        };
        let seats: Vec<String> =
            game.session.charter.seat_names().filter(known).map(str::to_owned).collect();
        (!seats.is_empty()).then_some(seats)
    };
    games.iter().enumerate().filter_map(|(number, game)| Some((number, seats(game)?))).collect()
}

/// The game that the subject of a letter, or a letter that it answers, names.
fn named(games: &[Game], message: &Message) -> Option<usize> {
    let headers = ["subject", "in-reply-to", "references"];
    let about = headers.map(|name| message.header(name)).join(" ");
    let words: Vec<&str> = about.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    games.iter().position(|game| words.contains(&game.session.charter.game.as_str()))
}

/// The class of the reason why no orders could be read in a letter that seems to bring some.
fn unusable(message: &Message, found: &Search) -> Option<&'static str> {
    let leaf = |test: &dyn Fn(&Leaf) -> bool| message.leaves.iter().any(test);
    let kind = |kind: &str| leaf(&|leaf| leaf.kind == kind);
    let large = |leaf: &Leaf| {
        let orders = leaf.text.as_deref().is_some_and(|text| text.contains("tabella:"));
        leaf.bytes.len() > SIGNED_MAX && orders
    };
    let wrapped = leaf(&|leaf| leaf.kind.ends_with("pkcs7-mime"));
    let signed_data = message.header("content-type").contains("signed-data");
    let checks = [
        (message.malformed, "malformed"),
        (kind("application/ms-tnef"), "winmail"),
        (kind("application/pgp-encrypted"), "encrypted"),
        (wrapped && signed_data, "wrapped"),
        (wrapped, "encrypted"),
        (leaf(&|leaf| leaf.bytes.starts_with(b"PK\x03\x04")), "archive"),
        (leaf(&large), "size"),
        (!found.misused.is_empty(), "namespace"),
        (!found.strangers.is_empty(), "key"),
        (found.orphans > 0 && found.draft, "altered"),
        (found.broken, "cut-off"),
        (found.orphans > 0, "no-orders"),
        (found.draft, "unsigned"),
    ];
    checks.into_iter().find(|(holds, _)| *holds).map(|(_, class)| class)
}
