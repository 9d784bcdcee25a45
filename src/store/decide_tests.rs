//! Decisions under an injected clock.

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A club's charter.
fn club() -> Schedule {
    let text = "days: 3\nzone: Europe/Rome\nhour: 20\nmissed: fallback\nearly: 15m\nremind: [half, 1d, 1h]\ngrace: 6h\n\
        vacancy: 2\nbreaker: {missing: 50, silence: 2d}\n";
    Schedule::parse(text.as_bytes()).unwrap()
}

fn mail(heard: Option<DateTime<Utc>>) -> Incoming {
    Incoming { heard, ..Incoming::default() }
}

fn seats(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Three seats, one of which owes orders, in a phase that opened on a Thursday before the clocks change.
fn facts(schedule: &Schedule) -> Facts<'_> {
    let since = at("2026-03-26T12:00:00Z");
    Facts {
        schedule: Some(schedule),
        now: since,
        since: Some(since),
        deadline: schedule.deadline(since, "move"),
        awaited: 3,
        missing: seats(&["rome"]),
        tentative: Vec::new(),
        filed: None,
        missed: BTreeMap::new(),
        incoming: mail(Some(since)),
        held: false,
    }
}

#[test]
fn reminders_grace_and_fallback_follow_the_clock_on_the_wall() {
    let schedule = club();
    // Due on Sunday 29 March, 20:00 in Rome, after the change of the clocks: 18:00 UTC.
    let told = |now: &str| {
        decide(&Facts { now: at(now), incoming: mail(Some(at(now))), ..facts(&schedule) })
    };
    let rome = seats(&["rome"]);
    assert_eq!(told("2026-03-27T12:00:00Z"), Decision::Wait);
    assert_eq!(told("2026-03-28T04:00:00Z"), Decision::Remind(0, rome.clone()));
    assert_eq!(told("2026-03-28T18:00:00Z"), Decision::Remind(1, rome.clone()));
    assert_eq!(told("2026-03-29T17:30:00Z"), Decision::Remind(2, rome.clone()));
    let until = at("2026-03-30T00:00:00Z");
    assert_eq!(told("2026-03-29T18:00:00Z"), Decision::Late(Some(until), rome.clone()));
    assert_eq!(told("2026-03-30T00:00:00Z"), Decision::Resolve(rome));
}

#[test]
fn a_phase_is_resolved_early_after_a_time_for_second_thoughts() {
    let schedule = club();
    let filed = at("2026-03-27T12:00:00Z");
    let all = Facts { missing: Vec::new(), filed: Some(filed), ..facts(&schedule) };
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
    let late = Facts { now: at("2026-03-31T00:00:00Z"), ..facts(&schedule) };
    let incoming = mail(Some(at("2026-03-30T12:00:00Z")));
    let told = |facts: Facts<'_>| decide(&facts);
    assert_eq!(told(late.clone()), Decision::Stop(Reason::Silence));
    assert_eq!(
        told(Facts { incoming: mail(None), ..late.clone() }),
        Decision::Resolve(seats(&["rome"]))
    );
    let two = seats(&["rome", "carthage"]);
    let many = Facts { missing: two.clone(), incoming, ..late.clone() };
    assert_eq!(told(many), Decision::Stop(Reason::Missing(two)));
    let stopped = Facts { since: None, deadline: None, incoming, ..late.clone() };
    assert_eq!(told(stopped), Decision::Wait);
    // A letter came back of which nobody knows which it was: perhaps one of this game.
    let lost = Facts { incoming: Incoming { lost: true, ..incoming }, ..late.clone() };
    assert_eq!(told(lost), Decision::Stop(Reason::Lost));
    // Their orders may lie in a letter that found no room on this side.
    let untaken = Facts { incoming: Incoming { untaken: true, ..incoming }, ..late.clone() };
    assert_eq!(told(untaken), Decision::Stop(Reason::Untaken));
    assert_eq!(told(Facts { held: true, incoming, ..late }), Decision::Wait);
}

#[test]
fn a_seat_that_misses_phase_after_phase_is_vacant() {
    let schedule = club();
    let told = |before: u32| {
        let missed = BTreeMap::from([("rome".to_owned(), before)]);
        let now = at("2026-03-30T12:00:00Z");
        decide(&Facts { now, incoming: mail(Some(now)), missed, ..facts(&schedule) })
    };
    assert_eq!(told(1), Decision::Resolve(seats(&["rome"])));
    assert_eq!(told(2), Decision::Stop(Reason::Vacant(seats(&["rome"]))));
}

#[test]
fn a_game_that_waits_for_whoever_is_late_resolves_nothing_without_them() {
    let waits = Schedule { missed: Missed::Wait, ..club() };
    let late = Facts { now: at("2026-06-01T00:00:00Z"), ..facts(&waits) };
    assert_eq!(decide(&late), Decision::Late(None, seats(&["rome"])));
    let none = Facts { schedule: None, deadline: None, ..late };
    assert_eq!(decide(&none), Decision::Wait);
}

/// Forty games by one clock that ticks every quarter of an hour from before the summer time to after it, while the mail is
/// out for four days: nobody is taken for absent on account of the outage, no phase is resolved before its time, each
/// reminder falls due once, and every game goes on.
#[test]
fn forty_games_over_summer_time_and_an_outage() {
    let outage = at("2026-03-28T00:00:00Z")..at("2026-04-01T00:00:00Z");
    for number in 0..40_i64 {
        let schedule = club();
        let mut now = at("2026-03-24T00:00:00Z") + TimeDelta::minutes(37 * number);
        let (mut since, mut heard, mut phases) = (now, now, 0);
        let mut reminded: Vec<usize> = Vec::new();
        let mut deadline = schedule.deadline(since, "move");
        while now < at("2026-04-20T00:00:00Z") {
            now += TimeDelta::minutes(15);
            let out = outage.contains(&now);
            if !out {
                heard = now;
            }
            let facts = Facts {
                now,
                since: Some(since),
                deadline,
                incoming: mail(Some(heard)),
                ..facts(&schedule)
            };
            match decide(&facts) {
                Decision::Resolve(absent) => {
                    assert_eq!(absent, seats(&["rome"]), "game {number}");
                    assert!(now >= deadline.unwrap() + TimeDelta::hours(6), "game {number}: {now}");
                    assert!(now - heard < TimeDelta::days(2), "game {number}: {now} in the outage");
                    assert!(reminded.is_sorted(), "game {number}: {reminded:?}");
                    (since, phases, reminded) = (now, phases + 1, Vec::new());
                    deadline = schedule.deadline(since, "move");
                }
                Decision::Remind(which, _) if !reminded.contains(&which) => reminded.push(which),
                Decision::Stop(reason) => {
                    assert!(out && reason == Reason::Silence, "game {number}: {reason:?}");
                }
                Decision::Remind(..) | Decision::Late(..) | Decision::Wait => {}
            }
        }
        assert!(phases >= 4, "game {number}: {phases} phases");
    }
}
