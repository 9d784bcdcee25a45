//! Tests of giving seats, and of invitations and joins that are refused.

use super::*;
use crate::PrivateKey;

fn key(name: &str) -> PublicKey {
    let mut seed = [5; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    PrivateKey::generate(&seed, name).public().clone()
}

fn invitation(sides: Sides) -> Invitation {
    Invitation {
        tabella: 1,
        invitation: "capua".to_owned(),
        title: "combined-arms".to_owned(),
        scenario: "battle".to_owned(),
        options: BTreeMap::new(),
        tempo: "brisk".to_owned(),
        seats: vec!["rome".to_owned(), "carthage".to_owned()],
        bid: (sides == Sides::Bid).then(|| "cohorts that the bidder leaves at home".to_owned()),
        sides,
        keys: Vec::new(),
        schedule: None,
        public: None,
        notes: None,
        until: None,
        referee: Host { name: None, mail: None, key: key("referee") },
        lot: Secret::from_bytes([9; 32]).commitment(),
    }
}

fn join(invitation: &Invitation, name: &str, wishes: &[&str], bid: Option<u32>) -> (Digest, Join) {
    let join = Join {
        tabella: 1,
        join: "capua".to_owned(),
        invitation: Digest::of(invitation.render().as_bytes()),
        name: name.to_owned(),
        mail: None,
        key: key(name),
        age: None,
        wishes: wishes.iter().map(|seat| (*seat).to_owned()).collect(),
        bid,
        salt: format!("a salt of {name}"),
    };
    (Digest::of(join.render().as_bytes()), join)
}

/// The names by seat, and those who stand by.
fn drawn(invitation: &Invitation, joins: &[(Digest, Join)]) -> Result<Vec<String>, Vec<String>> {
    let digest = Digest::of(invitation.render().as_bytes());
    let turns = turns(invitation, digest, &Secret::from_bytes([9; 32]), joins);
    let given = seated(invitation, &turns, joins)?;
    Ok(invitation.seats.iter().map(|seat| joins[given[seat]].1.name.clone()).collect())
}

#[test]
fn a_lot_does_not_depend_on_the_order_in_which_joins_came_and_gives_either_seat() {
    let lot = invitation(Sides::Lot);
    let pair = |one: &str, other: &str| [join(&lot, one, &[], None), join(&lot, other, &[], None)];
    let mut firsts = BTreeSet::new();
    for number in 0..12 {
        let other = format!("hanno{number}");
        let (ahead, back) = (pair("livia", &other), pair(&other, "livia"));
        assert_eq!(drawn(&lot, &ahead), drawn(&lot, &back));
        firsts.insert(drawn(&lot, &ahead).unwrap()[0] == "livia");
    }
    assert_eq!(firsts.len(), 2, "either gets the first seat now and then");
}

#[test]
fn wishes_are_met_in_turn_and_bids_come_first() {
    let wish = invitation(Sides::Preference);
    let joins = [join(&wish, "livia", &["carthage"], None), join(&wish, "hanno", &["rome"], None)];
    assert_eq!(drawn(&wish, &joins).unwrap(), ["hanno", "livia"]);
    let both = [join(&wish, "livia", &["rome"], None), join(&wish, "hanno", &["rome"], None)];
    assert_eq!(drawn(&wish, &both).unwrap().len(), 2, "who comes second takes what is left");

    let choice = invitation(Sides::Choice);
    let both = [join(&choice, "livia", &["rome"], None), join(&choice, "hanno", &["rome"], None)];
    assert_eq!(drawn(&choice, &both), Err(vec!["carthage".to_owned()]));

    let bid = invitation(Sides::Bid);
    for (livia, hanno, first) in [(3, 2, "livia"), (2, 3, "hanno")] {
        let joins = [
            join(&bid, "livia", &["rome"], Some(livia)),
            join(&bid, "hanno", &["rome"], Some(hanno)),
            join(&bid, "marius", &[], None),
        ];
        assert_eq!(drawn(&bid, &joins).unwrap()[0], first);
        assert!(!drawn(&bid, &joins).unwrap().contains(&"marius".to_owned()), "who bids is first");
    }
}

#[test]
fn what_answers_another_invitation_or_nothing_is_refused() {
    let mut lot = invitation(Sides::Lot);
    let (_, good) = join(&lot, "livia", &["rome"], None);
    let bytes = lot.render().into_bytes();
    assert_eq!(good.answers(&lot, &bytes), Ok(()));
    assert_eq!(Invitation::parse(&bytes), Ok(lot.clone()));
    assert_eq!(Join::parse(good.render().as_bytes()), Ok(good.clone()));
    let refused =
        |join: Join, invitation: &Invitation| join.answers(invitation, &bytes).unwrap_err();
    assert!(refused(Join { join: "nola".to_owned(), ..good.clone() }, &lot).contains("another"));
    assert!(
        refused(Join { invitation: Digest::of(b""), ..good.clone() }, &lot).contains("another")
    );
    assert!(
        refused(Join { wishes: vec!["gaul".to_owned()], ..good.clone() }, &lot).contains("gaul")
    );
    assert!(refused(Join { bid: Some(3), ..good.clone() }, &lot).contains("bid"));
    lot.keys = vec![key("hanno")];
    assert!(refused(good.clone(), &lot).contains("private"));
    let short = Join { salt: "short".to_owned(), ..good };
    assert!(Join::parse(short.render().as_bytes()).unwrap_err().contains("salt"));
}

#[test]
fn an_invitation_is_taken_in_one_spelling_only() {
    let text = invitation(Sides::Lot).render();
    assert!(Invitation::parse(format!("{text}# more\n").as_bytes()).is_err());
    let twice = text.replace("- carthage", "- rome");
    assert!(Invitation::parse(twice.as_bytes()).unwrap_err().contains("twice"));
}

#[test]
fn every_join_turns_the_lot_of_the_others() {
    // Whoever joins last cannot know who was first, for their own salt decides it too.
    let lot = invitation(Sides::Lot);
    let digest = Digest::of(lot.render().as_bytes());
    let mut firsts = BTreeSet::new();
    for number in 0..12 {
        let last = format!("hanno{number}");
        let joins = ["livia", "marius", &last].map(|name| join(&lot, name, &[], None));
        let turns = turns(&lot, digest, &Secret::from_bytes([9; 32]), &joins);
        firsts.insert(turns.into_iter().find(|at| *at < 2));
    }
    assert_eq!(firsts.len(), 2, "livia or marius");
}

#[test]
fn a_choice_names_seats_and_a_bid_the_seat_it_is_for() {
    let answered = |sides: Sides, wishes: &[&str], bid: Option<u32>| {
        let invitation = invitation(sides);
        let bytes = invitation.render().into_bytes();
        join(&invitation, "livia", wishes, bid).1.answers(&invitation, &bytes)
    };
    assert_eq!(answered(Sides::Choice, &["rome"], None), Ok(()));
    assert!(answered(Sides::Choice, &[], None).unwrap_err().contains("name the seats"));
    assert!(answered(Sides::Choice, &["rome"], Some(3)).unwrap_err().contains("bid"));
    assert_eq!(answered(Sides::Bid, &["rome"], Some(3)), Ok(()));
    assert_eq!(answered(Sides::Bid, &[], None), Ok(()), "who bids nothing may take either");
    assert!(answered(Sides::Bid, &[], Some(3)).unwrap_err().contains("that you bid for"));
    assert_eq!(answered(Sides::Lot, &[], None), Ok(()));
    let thrice = ["rome", "carthage", "rome"];
    assert!(answered(Sides::Lot, &thrice, None).unwrap_err().contains("twice"));
}

#[test]
fn another_version_and_what_cannot_be_seen_are_refused() {
    let lot = invitation(Sides::Lot);
    let (_, join) = join(&lot, "livia", &[], None);
    let newer = |text: String| text.replace("tabella: 1", "tabella: 3").into_bytes();
    let unknown = "this program does not know protocol version 3";
    assert_eq!(Invitation::parse(&newer(lot.render())).unwrap_err(), unknown);
    assert_eq!(Join::parse(&newer(join.render())).unwrap_err(), unknown);
    let host = Host { name: Some("Fabius\u{202e}".to_owned()), ..lot.referee.clone() };
    let posing = Invitation { referee: host, ..lot };
    assert!(posing.check().unwrap_err().contains("invisible characters"));
}
