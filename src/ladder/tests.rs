//! Decisions under an injected clock.

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn club() -> Schedule {
    let text = "days: 3\nzone: Europe/Rome\nhour: 20\nmissed: fallback\nearly: 15m\nremind: [half, 1d, 1h]\ngrace: 6h\n\
        vacancy: 2\nbreaker: {missing: 50, silence: 2d}\n";
    Schedule::parse(text.as_bytes()).unwrap()
}

/// Mail that was last heard, and last read to its end, at this time.
fn mail(heard: &str) -> Incoming {
    Incoming { heard: Some(at(heard)), read: Some(at(heard)), ..Incoming::default() }
}

fn seats(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Three seats, one of which owes orders, in a phase that opened on a Thursday before the clocks change.
fn facts<'a>(schedule: &'a Schedule, incoming: &'a Incoming) -> Facts<'a> {
    let since = at("2026-03-26T12:00:00Z");
    Facts {
        schedule: Some(schedule),
        now: since,
        newest: since,
        told: Told::Not,
        since: Some(since),
        deadline: schedule.deadline(since, "move"),
        awaited: 3,
        missing: seats(&["rome"]),
        tentative: Vec::new(),
        holding: Vec::new(),
        filed: None,
        missed: BTreeMap::new(),
        incoming,
        held: false,
    }
}

#[test]
fn reminders_grace_and_fallback_follow_the_clock_on_the_wall() {
    let schedule = club();
    // Due on Sunday 29 March, 20:00 in Rome, after the change of the clocks: 18:00 UTC.
    let told = |now: &str, told: Told| {
        let incoming = mail(now);
        decide(&Facts { now: at(now), told, ..facts(&schedule, &incoming) })
    };
    let rome = seats(&["rome"]);
    assert_eq!(told("2026-03-27T12:00:00Z", Told::Not), Decision::Wait);
    assert_eq!(told("2026-03-28T04:00:00Z", Told::Not), Decision::Remind(0, rome.clone()));
    assert_eq!(told("2026-03-28T18:00:00Z", Told::Not), Decision::Remind(1, rome.clone()));
    assert_eq!(told("2026-03-29T17:30:00Z", Told::Not), Decision::Remind(2, rome.clone()));
    let late = |until: &str| Decision::Late(Some(at(until)), rome.clone());
    assert_eq!(told("2026-03-29T18:00:00Z", Told::Not), late("2026-03-30T00:00:00Z"));
    // The grace runs from the letter that was handed over, be it late.
    assert_eq!(told("2026-03-30T09:00:00Z", Told::Not), late("2026-03-30T15:00:00Z"));
    let handed = Told::At(at("2026-03-29T18:05:00Z"));
    assert_eq!(told("2026-03-30T00:04:00Z", handed), late("2026-03-30T00:05:00Z"));
    assert_eq!(told("2026-03-30T00:05:00Z", handed), Decision::Resolve(rome.clone()));
    // Whoever resolves a game that no round keeps answers for the mail themselves.
    assert_eq!(told("2026-03-30T00:00:00Z", Told::Elsewhere), Decision::Resolve(rome));
}

#[test]
fn a_phase_is_resolved_early_after_a_time_for_second_thoughts() {
    let (schedule, incoming) = (club(), Incoming::default());
    let filed = at("2026-03-27T12:00:00Z");
    let all = Facts { missing: Vec::new(), filed: Some(filed), ..facts(&schedule, &incoming) };
    let told = |now: &str, tentative: &[&str]| {
        decide(&Facts { now: at(now), tentative: seats(tentative), ..all.clone() })
    };
    assert_eq!(told("2026-03-27T12:14:00Z", &[]), Decision::Wait);
    assert_eq!(told("2026-03-27T12:15:00Z", &[]), Decision::Resolve(Vec::new()));
    assert_eq!(told("2026-03-27T12:15:00Z", &["rome"]), Decision::Wait);
    assert_eq!(told("2026-03-29T18:00:00Z", &["rome"]), Decision::Resolve(Vec::new()));
}

#[test]
fn nobody_is_absent_while_the_fault_may_be_the_mails() {
    let schedule = club();
    let healthy = mail("2026-03-31T00:00:00Z");
    let told = |incoming: &Incoming, change: &dyn Fn(&mut Facts<'_>)| {
        let mut late = facts(&schedule, incoming);
        (late.now, late.told) = (at("2026-03-31T00:00:00Z"), Told::At(at("2026-03-29T18:05:00Z")));
        change(&mut late);
        decide(&late)
    };
    let same = |_: &mut Facts<'_>| {};
    let rome = seats(&["rome"]);
    assert_eq!(told(&healthy, &same), Decision::Resolve(rome.clone()));
    // Nothing came in since they were told; for an hour the test letter may be on its way.
    let unheard = Incoming { heard: Some(at("2026-03-29T18:05:00Z")), ..healthy.clone() };
    assert_eq!(told(&unheard, &same), Decision::Stop(Reason::Unheard));
    assert_eq!(
        told(&unheard, &|late| late.now = at("2026-03-30T01:00:00Z")),
        Decision::Listen(rome.clone())
    );
    let never = Incoming { heard: None, ..healthy.clone() };
    assert_eq!(told(&never, &same), Decision::Stop(Reason::Unheard));
    // Their orders may lie in a mailbox that could not be read, or was read before the grace was over.
    for read in [None, Some(at("2026-03-30T00:04:00Z"))] {
        let unread = Incoming { read, ..healthy.clone() };
        assert_eq!(told(&unread, &same), Decision::Stop(Reason::Unread));
    }
    // A letter came back of which nobody knows which it was: perhaps one of this game.
    let lost = Incoming { lost: true, ..healthy.clone() };
    assert_eq!(told(&lost, &same), Decision::Stop(Reason::Lost));
    let heard = Incoming { heard: Some(at("2026-03-29T20:00:00Z")), ..healthy.clone() };
    let weeks = |late: &mut Facts<'_>| late.now = at("2026-04-08T00:00:00Z");
    let read = Incoming { read: Some(at("2026-04-08T00:00:00Z")), ..heard };
    assert_eq!(told(&read, &weeks), Decision::Stop(Reason::Silence));
    let two = seats(&["rome", "carthage"]);
    assert_eq!(
        told(&healthy, &|late| late.missing.clone_from(&two)),
        Decision::Stop(Reason::Missing(two.clone()))
    );
    let stopped = |late: &mut Facts<'_>| (late.since, late.deadline) = (None, None);
    assert_eq!(told(&healthy, &stopped), Decision::Wait);
    assert_eq!(told(&healthy, &|late| late.held = true), Decision::Wait);
    // The clock stands before what the game has seen.
    let newest = at("2026-04-01T00:00:00Z");
    let behind = |late: &mut Facts<'_>| late.newest = newest;
    assert_eq!(told(&healthy, &behind), Decision::Stop(Reason::Clock(newest)));
}

#[test]
fn a_seat_that_misses_phase_after_phase_is_vacant() {
    let schedule = club();
    let now = "2026-03-30T12:00:00Z";
    let incoming = mail(now);
    let told = |before: u32| {
        let missed = BTreeMap::from([("rome".to_owned(), before)]);
        let told = Told::At(at("2026-03-29T18:05:00Z"));
        decide(&Facts { now: at(now), told, missed, ..facts(&schedule, &incoming) })
    };
    assert_eq!(told(1), Decision::Resolve(seats(&["rome"])));
    assert_eq!(told(2), Decision::Stop(Reason::Vacant(seats(&["rome"]))));
}

#[test]
fn a_game_that_waits_for_whoever_is_late_resolves_nothing_without_them() {
    let (waits, incoming) = (Schedule { missed: Missed::Wait, ..club() }, Incoming::default());
    let late = Facts { now: at("2026-06-01T00:00:00Z"), ..facts(&waits, &incoming) };
    assert_eq!(decide(&late), Decision::Late(None, seats(&["rome"])));
    let none = Facts { schedule: None, deadline: None, ..late };
    assert_eq!(decide(&none), Decision::Wait);
}

/// Rounds every quarter of an hour, then a gap: what was due in it and behind it is due as much later.
#[test]
fn time_in_which_no_round_was_at_work_does_not_count() {
    let mut rounds = Rounds::default();
    let mut now = at("2026-03-01T00:00:00Z");
    for _ in 0..20 {
        assert_eq!(rounds.begin(now), None);
        now += TimeDelta::minutes(15);
    }
    let last = now - TimeDelta::minutes(15);
    // A short pause is none.
    assert_eq!(rounds.begin(last + TimeDelta::minutes(50)), None);
    assert_eq!(rounds.downtime, Downtime::default());
    let back = last + TimeDelta::minutes(50) + TimeDelta::hours(10);
    assert_eq!(rounds.begin(back), None);
    let hours = |hours| TimeDelta::hours(hours);
    let (since, due) = (last - hours(2), last + hours(5));
    assert_eq!(rounds.downtime.moved(since, due), due + hours(10));
    assert_eq!(rounds.downtime.moved(since, last), last, "it was due before");
    assert_eq!(rounds.downtime.moved(back, back + hours(5)), back + hours(5), "it began behind it");
    // A phase that began while the machine was off loses what was left of the gap.
    let since = back - hours(4);
    assert_eq!(rounds.downtime.moved(since, since + hours(6)), since + hours(10));
    // The clock falls back: said once, and what was noted of a time to come is forgotten.
    assert_eq!(rounds.begin(last), Some(back));
    assert_eq!(rounds.begin(last + TimeDelta::minutes(15)), None);
    assert_eq!(rounds.downtime, Downtime::default());
}

#[test]
fn whoever_holds_is_heard_and_is_no_reason_to_remind_to_wait_longer_or_to_stop() {
    let schedule = club();
    let decided = |now: &str, missing: &[&str], holding: &[&str]| {
        let incoming = mail(now);
        let missed = BTreeMap::from([("rome".to_owned(), 9)]);
        let facts = Facts { missed, told: Told::Elsewhere, ..facts(&schedule, &incoming) };
        let (missing, holding) = (seats(missing), seats(holding));
        decide(&Facts { now: at(now), missing, holding, filed: facts.since, ..facts })
    };
    // Early, and when a reminder falls due.
    assert_eq!(decided("2026-03-27T12:00:00Z", &[], &["rome"]), Decision::Wait);
    assert_eq!(decided("2026-03-28T18:00:00Z", &[], &["rome"]), Decision::Wait);
    // At the deadline, without grace: nobody is late, nobody missing, nobody gone.
    assert_eq!(
        decided("2026-03-29T18:00:00Z", &[], &["rome", "gaul"]),
        Decision::Resolve(seats(&["rome", "gaul"]))
    );
    // With one who is late: that one has grace, and then the rules answer for both.
    let until = Some(at("2026-03-30T00:00:00Z"));
    assert_eq!(
        decided("2026-03-29T18:00:00Z", &["gaul"], &["rome"]),
        Decision::Late(until, seats(&["gaul"]))
    );
    assert_eq!(
        decided("2026-03-30T00:00:00Z", &["gaul"], &["rome"]),
        Decision::Resolve(seats(&["gaul", "rome"]))
    );
    // If nobody ever counts as absent, nothing is left to the rules.
    let (patient, incoming) = (Schedule { missed: Missed::Wait, ..club() }, Incoming::default());
    let late = Facts {
        now: at("2026-03-30T00:00:00Z"),
        missing: Vec::new(),
        holding: seats(&["rome"]),
        ..facts(&patient, &incoming)
    };
    assert_eq!(decide(&late), Decision::Late(None, seats(&["rome"])));
}
