//! The whole ladder over a month of eight games: players, the post, the referee's machine and its clock, each of which breaks at
//! each hour. Whatever breaks, nobody counts as absent who could not know or could not be heard, and every game goes on afterwards.

use super::*;

const GAMES: usize = 8;
const HOURS: i64 = 24 * 30;
/// The times for which something is broken, in hours: short, longer than the grace, longer than a phase.
const BROKEN: [i64; 3] = [3, 31, 100];
/// Hours after the repair within which every game must have gone on.
const RECOVERS: i64 = 24 * 9;
const GRACE: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hop {
    /// The mailbox cannot be fetched.
    Fetch,
    /// Nothing from outside reaches the mailbox.
    Delivery,
    /// Nothing from outside reaches it, and our own notices do.
    OwnNotices,
    /// Letters to players are taken, and come back an hour later.
    Bounces,
    /// The way out takes nothing.
    Outgoing,
    /// The machine is off.
    Downtime,
    /// The clock has leapt forward by a week.
    Ahead,
    /// The clock has fallen back by a week.
    Behind,
}

const HOPS: [Hop; 8] = [
    Hop::Fetch,
    Hop::Delivery,
    Hop::OwnNotices,
    Hop::Bounces,
    Hop::Outgoing,
    Hop::Downtime,
    Hop::Ahead,
    Hop::Behind,
];

/// Something is broken from this hour on, for so many hours.
#[derive(Clone, Copy, Debug)]
struct Fault {
    hop: Hop,
    from: i64,
    hours: i64,
}

impl Fault {
    fn broken(self, hop: Hop, hour: i64) -> bool {
        self.hop == hop && (self.from..self.from + self.hours).contains(&hour)
    }
}

/// A letter in the mailbox, or on its way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    Orders {
        game: usize,
        phase: u32,
    },
    /// A report that the letter about a phase did not arrive.
    Bounce {
        game: usize,
    },
    /// The round's own test letter, back from outside.
    Test,
    /// A notice of our own, delivered on this side.
    Own,
}

/// One game: one seat owes orders in every phase. Times are those of the machine's clock, hours those of the world.
#[derive(Clone, Debug)]
struct Play {
    number: usize,
    phase: u32,
    record: DateTime<Utc>,
    /// When the report was handed over, by the clock and in truth.
    since: Option<(DateTime<Utc>, i64)>,
    /// When its orders are due by the charter.
    due: DateTime<Utc>,
    /// When the late letter was handed over, by the clock and in truth.
    late: Option<(DateTime<Utc>, i64)>,
    filed: Option<DateTime<Utc>>,
    /// A letter came back, and the referee sends it again once mail goes out.
    failed: bool,
    resolved_at: i64,
}

impl Play {
    /// The letter about the phase goes out, or waits.
    fn send(&mut self, handed: Option<(DateTime<Utc>, i64)>, schedule: &Schedule) {
        self.since = handed;
        if let Some((since, _)) = handed {
            self.due = schedule.deadline(since, "move").expect("a day of three from now");
        }
    }

    /// The number of hours after the report, or after the late letter, at which its player writes; nobody writes in
    /// every third phase.
    fn habit(&self) -> (Option<i64>, Option<i64>) {
        match (self.number + self.phase as usize) % 6 {
            0 => (Some(5), None),
            1 | 4 => (Some(60), None),
            2 => (None, Some(4)),
            3 => (Some(71), Some(2)),
            _ => (None, None),
        }
    }

    /// The decision of the ladder, if the report of the phase went out.
    fn decision(
        &self,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
        incoming: &Incoming,
        schedule: &Schedule,
    ) -> Decision {
        let late = self.late.map(|(at, _)| at);
        let newest = [Some(self.record), Some(since), late];
        decide(&Facts {
            schedule: Some(schedule),
            now,
            newest: newest.into_iter().flatten().max().unwrap(),
            since: Some(since),
            deadline: Some(incoming.downtime.moved(since, self.due)),
            awaited: 1,
            missing: if self.filed.is_some() { Vec::new() } else { vec!["rome".to_owned()] },
            tentative: Vec::new(),
            holding: Vec::new(),
            filed: self.filed,
            told: late.map_or(Told::Not, Told::At),
            missed: BTreeMap::new(),
            incoming,
            held: false,
        })
    }
}

#[derive(Clone, Debug)]
struct Club {
    plays: Vec<Play>,
    rounds: Rounds,
    heard: Option<DateTime<Utc>>,
    /// When a letter from outside was really taken last.
    truly_heard: Option<i64>,
    /// Letters that nothing has delivered yet, and those in the mailbox, each with the hour of sending.
    held: Vec<(i64, Letter)>,
    mailbox: Vec<(i64, Letter)>,
    tested: Option<DateTime<Utc>>,
    /// Running hours, in which a round was at work.
    running: Vec<bool>,
}

fn instant(hour: i64) -> DateTime<Utc> {
    "2026-03-02T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hour)
}

fn charter() -> Schedule {
    let text = "days: 3\nzone: Europe/Rome\nhour: 20\nmissed: fallback\nremind: [1d]\ngrace: 6h\n";
    Schedule::parse(text.as_bytes()).unwrap()
}

impl Club {
    fn new() -> Self {
        let play = |number| Play {
            number,
            phase: 1,
            record: instant(0),
            since: None,
            due: instant(0),
            late: None,
            filed: None,
            failed: false,
            resolved_at: 0,
        };
        Self {
            plays: (0..GAMES).map(play).collect(),
            rounds: Rounds::default(),
            heard: None,
            truly_heard: None,
            held: Vec::new(),
            mailbox: Vec::new(),
            tested: None,
            running: Vec::new(),
        }
    }

    /// One hour of the world: what players send, the post, and a round, if the machine is on.
    fn hour(&mut self, hour: i64, fault: Option<Fault>, schedule: &Schedule) {
        let broken = |hop| fault.is_some_and(|fault| fault.broken(hop, hour));
        self.players(hour);
        let closed = broken(Hop::Delivery) || broken(Hop::OwnNotices);
        if closed {
            if broken(Hop::OwnNotices) {
                self.mailbox.push((hour, Letter::Own));
            }
        } else {
            self.mailbox.append(&mut self.held);
        }
        self.running.push(!broken(Hop::Downtime));
        if broken(Hop::Downtime) {
            return;
        }
        let week = TimeDelta::days(7);
        let now = if broken(Hop::Ahead) {
            instant(hour) + week
        } else if broken(Hop::Behind) {
            instant(hour) - week
        } else {
            instant(hour)
        };
        let later = self.rounds.begin(now);
        self.read(hour, now, broken(Hop::Fetch));
        if later.is_some() {
            return;
        }
        let incoming = Incoming {
            heard: self.heard.filter(|heard| *heard <= now),
            read: self.rounds.read,
            lost: false,
            downtime: self.rounds.downtime.clone(),
        };
        let out = !broken(Hop::Outgoing);
        let mut test = false;
        for number in 0..GAMES {
            test |= self.game(number, (hour, now), (&incoming, schedule), out);
        }
        if test && out && self.tested.is_none_or(|at| now - at >= TimeDelta::hours(1) || at > now) {
            self.tested = Some(now);
            self.held.push((hour, Letter::Test));
        }
        if broken(Hop::Bounces) {
            let went = |play: &&Play| {
                [play.since, play.late].into_iter().flatten().any(|(_, at)| at == hour)
            };
            for play in self.plays.iter().filter(went) {
                self.held.push((hour, Letter::Bounce { game: play.number }));
            }
        }
    }

    fn players(&mut self, hour: i64) {
        for play in self.plays.iter().filter(|play| !play.failed) {
            let (orders, late) = play.habit();
            let due = |known: Option<(DateTime<Utc>, i64)>, habit: Option<i64>| {
                known.zip(habit).is_some_and(|((_, at), after)| at + after == hour)
            };
            if due(play.since, orders) || due(play.late, late) {
                let letter = Letter::Orders { game: play.number, phase: play.phase };
                self.held.push((hour, letter));
            }
        }
    }

    fn read(&mut self, hour: i64, now: DateTime<Utc>, shut: bool) {
        self.rounds.read = (!shut).then_some(now);
        if shut {
            return;
        }
        for (_, letter) in std::mem::take(&mut self.mailbox) {
            match letter {
                Letter::Own => continue,
                Letter::Bounce { game } => {
                    self.plays[game].failed = true;
                    continue;
                }
                Letter::Orders { game, phase } => {
                    let play = &mut self.plays[game];
                    if play.phase == phase {
                        play.filed.get_or_insert(now);
                    }
                }
                Letter::Test => {}
            }
            (self.heard, self.truly_heard) = (Some(now), Some(hour));
        }
    }

    /// A game's part of a round; returns whether it asks for a test letter.
    fn game(
        &mut self,
        number: usize,
        (hour, now): (i64, DateTime<Utc>),
        (incoming, schedule): (&Incoming, &Schedule),
        out: bool,
    ) -> bool {
        let play = &mut self.plays[number];
        if play.failed {
            // The referee has looked, and sends it again.
            play.failed = !out;
            play.late = None;
            play.send(out.then_some((now, hour)), schedule);
            return false;
        }
        let Some((since, _)) = play.since else {
            play.send(out.then_some((now, hour)), schedule);
            return false;
        };
        match play.decision(since, now, incoming, schedule) {
            Decision::Late(Some(_), _) => {
                if out && play.late.is_none() {
                    play.late = Some((now, hour));
                }
                play.late.is_none_or(|(at, _)| incoming.heard.is_none_or(|heard| heard <= at))
            }
            Decision::Resolve(absent) => {
                if !absent.is_empty() {
                    self.law(number, hour);
                }
                let play = &mut self.plays[number];
                (play.phase, play.record, play.resolved_at) = (play.phase + 1, now, hour);
                (play.late, play.filed) = (None, None);
                play.send(out.then_some((now, hour)), schedule);
                false
            }
            Decision::Listen(_) | Decision::Stop(Reason::Unheard) => true,
            Decision::Wait | Decision::Remind(..) | Decision::Stop(_) | Decision::Late(None, _) => {
                false
            }
        }
    }

    /// Checks what must be true in the world when somebody counts as absent.
    #[track_caller]
    fn law(&self, number: usize, hour: i64) {
        let play = &self.plays[number];
        let what = format!("game {number}, phase {}, hour {hour}", play.phase);
        let (_, since) = play.since.expect("a report went out");
        let (_, late) = play.late.expect("nobody is absent who was not told that they are late");
        // Three days, less what an evening hour takes of the first; in truth, whatever the clock said.
        let ran = |from: i64| {
            let hours = usize::try_from(from).unwrap()..usize::try_from(hour).unwrap();
            self.running[hours].iter().filter(|on| **on).count()
        };
        assert!(late - since >= 48, "{what}: late after {} hours", late - since);
        assert!(ran(late) >= GRACE, "{what}: the grace ran for {} hours", ran(late));
        assert!(self.truly_heard > Some(late), "{what}: nothing came in since the late letter");
        let theirs = Letter::Orders { game: number, phase: play.phase };
        assert!(
            !self.mailbox.iter().any(|(_, letter)| *letter == theirs),
            "{what}: their orders lie unread"
        );
    }
}

#[test]
fn whatever_breaks_at_whatever_hour_nobody_is_wronged_and_every_game_goes_on() {
    let schedule = charter();
    let mut healthy = Club::new();
    // The rounds find the usual interval.
    for hour in -24..0 {
        healthy.rounds.begin(instant(hour));
    }
    for hour in 0..HOURS {
        for (number, hop) in HOPS.into_iter().enumerate() {
            let hours = BROKEN[(number + usize::try_from(hour).unwrap()) % BROKEN.len()];
            let fault = Fault { hop, from: hour, hours };
            let mut club = healthy.clone();
            // A leap lasts as long in the clock's own time, too.
            let mended = hour + hours;
            let recovers = if matches!(hop, Hop::Ahead | Hop::Behind) { 2 } else { 1 } * RECOVERS;
            for later in hour..mended + recovers {
                club.hour(later, Some(fault), &schedule);
                if club.plays.iter().all(|play| play.resolved_at >= mended) {
                    break;
                }
            }
            for play in &club.plays {
                assert!(play.resolved_at >= mended, "{fault:?}: game {} stands", play.number);
            }
        }
        healthy.hour(hour, None, &schedule);
    }
    // If nothing breaks, three days, the grace and an hour or two of listening make a phase.
    for play in &healthy.plays {
        assert!(play.phase >= 7, "game {}: phase {}", play.number, play.phase);
    }
}
