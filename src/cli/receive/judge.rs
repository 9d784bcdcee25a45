//! What a letter is, and what becomes of it. The signature alone says who speaks; everything else is only asked whom to
//! answer, and then only at an address that a charter names.

use super::super::Error;
use crate::store::receipts;
use crate::store::sealed::Sealed;
use crate::store::{self, Game, SignedOrders, Submission, changes};
use engine::{Complaints, Node};
use incoming::bounce::{self, Bounce};
use incoming::search::SIGNED_MAX;
use incoming::sender::{self, Machine, Robot};
use incoming::subject::Names;
use incoming::{Aim, Found, Keys, Leaf, Message, Request, Search, search, subject};
use record::exchange::{OrderFile, yaml};
use record::{Digest, PublicKey};
use std::path::PathBuf;

/// What becomes of a letter.
pub(super) struct Judgement {
    /// In a word: `filed`, `recorded`, `change`, `refused:CLASS`, `ignored:CLASS`, `answered:REQUEST`, `help`; none where the letter brings
    /// joins alone.
    pub(super) outcome: Option<String>,
    /// What is said to whom.
    pub(super) answers: Vec<Answer>,
    /// The joins in it.
    pub(super) joins: Joins,
    /// The letter, taken apart.
    pub(super) message: Message,
    /// What it reports of a letter of ours that did not arrive.
    pub(super) bounce: Option<Bounce>,
}

/// What a letter brings of joins.
#[derive(Default)]
pub(super) struct Joins {
    /// Those whose signatures fit.
    pub(super) found: Vec<Found>,
    /// Whether a signature is there for a join that is not, or was altered.
    pub(super) lost: bool,
    /// Whether no answer may go to such mail.
    pub(super) silent: bool,
}

/// What is said to one seat's player.
pub(super) struct Answer {
    /// Number of the game.
    pub(super) game: usize,
    pub(super) seat: String,
    /// What is said.
    pub(super) says: Says,
    /// Whether the letter also brings an order file of that seat that nobody signed.
    pub(super) draft: bool,
}

/// The kinds of answers.
pub(super) enum Says {
    /// What became of orders.
    Orders(Submission),
    /// That orders were filed for a phase that has been resolved since.
    Recorded(Recorded),
    /// Why no orders were found, by the class of what is wrong.
    Unusable(&'static str),
    /// What was asked for.
    Asked(Request),
    /// What became of a signed change.
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

/// A change that came signed.
pub(super) struct Consented {
    /// What it does, in words; empty where it could not be read.
    pub(super) deed: String,
    /// Why it counts, or what it still waits for.
    pub(super) told: String,
    /// Whether it counts, waits, or is refused.
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
    let (outcome, mut answers) = if !found.found.is_empty() {
        let (outcome, answers) = file(games, &found, &drafts(&message, &found))?;
        (Some(outcome), answers)
    } else if joins.lost || !joins.found.is_empty() {
        (None, Vec::new())
    } else {
        let (outcome, answers) = unsigned(games, &message, &found, robot);
        (Some(outcome), answers)
    };
    if robot.is_some() {
        // Orders in such mail are filed; nothing is ever answered to it (RFC 3834, section 2).
        answers.clear();
    }
    Ok(Judgement { outcome, answers, joins, message, bounce: None })
}

/// Files every order that was found, those of one seat in ascending revision.
fn file(
    games: &[Game],
    found: &Search,
    drafts: &[OrderFile],
) -> Result<(String, Vec<Answer>), Error> {
    let drafted = |game: &Game, seat: &str| {
        let id = &game.session.charter.game;
        drafts.iter().any(|one| one.game == *id && one.seat.name() == seat)
    };
    let mut orders: Vec<(Label, &Found)> =
        found.found.iter().map(|one| (Label::of(games, one), one)).collect();
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
        let seat = game.signers.names_of(&one.key).first().map(|name| (*name).to_owned());
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

/// The order files that a letter brings as files of their own, complete and without a signature: whoever attached one may take it for
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

/// What was filed for a phase that has been resolved, before its letter was done with: the round that was interrupted between the two
/// may have resolved the phase, and whoever is told then that these orders are refused is told wrong.
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
            let told = match changes::only_told(game, &notice.change.deed) {
                Some(only) => format!("{told}; {only}"),
                None => told,
            };
            Consented { deed: notice.change.deed.to_string(), told, state }
        }
        Err(told) => Consented { deed: String::new(), told, state: "refused" },
    };
    let class = if says.state == "refused" { "refused:change" } else { "change" };
    let answer = Answer { game: number, seat: name, says: Says::Change(says), draft: false };
    Ok((class.to_owned(), Some(answer)))
}

/// Where signed orders belong, as their own text says it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Label {
    game: usize,
    seat: String,
    revision: u64,
}

impl Label {
    fn of(games: &[Game], found: &Found) -> Self {
        let tree = yaml::parse_bytes(&found.bytes, SIGNED_MAX).ok();
        let field = |name: &str| {
            let text = tree.as_ref().and_then(|tree| tree.get(name)).and_then(Node::text);
            text.unwrap_or_default().to_owned()
        };
        let named = field("game");
        let by_name = games.iter().position(|game| game.session.charter.game == named);
        // A game that is not here: the first in which the key plays says so to the player.
        let by_key = || games.iter().position(|game| !game.signers.names_of(&found.key).is_empty());
        Self {
            game: by_name.or_else(by_key).expect("only signatures of known keys are searched"),
            seat: field("seat"),
            revision: field("revision").parse().unwrap_or(u64::MAX),
        }
    }
}

/// The class of a refusal, by the code of what is wrong first.
fn class(complaints: &Complaints) -> &'static str {
    let first = complaints.0.iter().find(|one| one.kind != engine::Kind::Warning);
    match first.map(|one| one.code) {
        Some("E-phase") => "phase",
        Some("E-after") => "history",
        Some("E-game") => "game",
        Some("E-key-other" | "E-key-unknown") => "key",
        Some("E-namespace") => "namespace",
        Some("E-size") => "size",
        Some("E-utf8") => "utf8",
        Some(_) | None => "orders",
    }
}

/// A letter without orders that could be filed.
fn unsigned(
    games: &[Game],
    message: &Message,
    found: &Search,
    robot: Option<Robot>,
) -> (String, Vec<Answer>) {
    match robot {
        Some(Robot::List) => return ("ignored:list".to_owned(), Vec::new()),
        Some(Robot::Automatic) => return ("ignored:auto-reply".to_owned(), Vec::new()),
        None => {}
    }
    let Some((game, seats)) = player(games, message) else {
        let nobody = message.malformed && message.addresses("from").is_empty();
        let outcome = if nobody { "refused:malformed" } else { "ignored:stranger" };
        return (outcome.to_owned(), Vec::new());
    };
    let first = |says| vec![Answer { game, seat: seats[0].clone(), says, draft: false }];
    if let Some(class) = unusable(message, found) {
        return (format!("refused:{class}"), first(Says::Unusable(class)));
    }
    let names: Vec<&str> = games.iter().map(|game| game.session.charter.game.as_str()).collect();
    let own: Vec<&str> = seats.iter().map(String::as_str).collect();
    let Some(asked) = subject::request(message, Names { games: &names, seats: &own }) else {
        return ("help".to_owned(), first(Says::Asked(Request::Help)));
    };
    let outcome = format!("answered:{}", asked.request.word());
    let meant = match asked.seat {
        Some(seat) => vec![seat],
        None if for_each_seat(&asked.request) => seats,
        None => seats[..1].to_vec(),
    };
    let answer =
        |seat| Answer { game, seat, says: Says::Asked(asked.request.clone()), draft: false };
    (outcome, meant.into_iter().map(answer).collect())
}

/// Whether whoever plays several seats and names none means each of them.
fn for_each_seat(request: &Request) -> bool {
    match request {
        Request::Report(_)
        | Request::Form
        | Request::Sheet
        | Request::Receipts
        | Request::Lang(_)
        | Request::Zone(_)
        | Request::Vacation { .. } => true,
        Request::Status | Request::Extend(_) | Request::Message { .. } | Request::Help => false,
    }
}

/// The seats whose player's address a letter comes from: in the game that its subject or the letter it answers names, else
/// in the first.
fn player(games: &[Game], message: &Message) -> Option<(usize, Vec<String>)> {
    let from = message.addresses("from");
    let seats = |game: &Game| -> Option<Vec<String>> {
        let known = |seat: &&str| {
            game.address(seat).is_some_and(|mail| from.contains(&mail.to_lowercase()))
        };
        let seats: Vec<String> =
            game.session.charter.seat_names().filter(known).map(str::to_owned).collect();
        (!seats.is_empty()).then_some(seats)
    };
    let all: Vec<(usize, Vec<String>)> = games
        .iter()
        .enumerate()
        .filter_map(|(number, game)| Some((number, seats(game)?)))
        .collect();
    let about = format!("{} {}", message.header("subject"), message.header("in-reply-to"));
    let meant = all.iter().find(|(number, _)| {
        let game = games[*number].session.charter.game.as_str();
        about.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == game)
    });
    meant.or(all.first()).cloned()
}

/// Why no orders could be read in a letter that seems to bring some, by class.
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
