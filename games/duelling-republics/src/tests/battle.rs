//! The line battle of Duelling Republics: its cases, and battles played at random.

use super::plans;
use super::{FOLDER, tree};
use crate::battle::events::Course;
use crate::battle::judge::{self, Field};
use crate::battle::line::Line;
use crate::battle::plan::Role;
use crate::battle::scene::Logged;
use crate::battle::{self, Called, odds, picture, rules, usual};
use crate::elements::{
    ArmyId, Contingent, ElementId, Host, Member, Office, Separate, Soldier, Troop,
};
use engine::data::{DataFault, Loading};
use engine::{Complaints, Data, Dice, Reader, Rng, Seat};
use record::exchange::data;

fn load(data: &Data) -> Result<battle::Chart, Vec<DataFault>> {
    let mut loading = Loading::new(data);
    let chart = battle::data::read(&mut loading);
    loading.finish(&["battle.yaml"], chart)
}

fn chart() -> battle::Chart {
    load(&super::data()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A host with this many elements of each type; the first is the general.
fn host(army: ArmyId, list: &[(Troop, u16)]) -> Host {
    let mut elements: Vec<Soldier> = Vec::new();
    for (troop, count) in list {
        let ids = (1..=*count).map(|number| Member::new(army, ElementId::core(*troop, number)));
        elements.extend(ids.map(|id| Soldier { id, office: None }));
    }
    if let Some(first) = elements.first_mut() {
        first.office = Some(Office::General);
    }
    let players: Vec<Seat> =
        ["1", "2", "3"].map(|n| Seat::new(&format!("{}{n}", &army.word()[..1]))).to_vec();
    Host { army, seat: players[0].clone(), players, elements, contingents: Vec::new() }
}

/// A random host, sometimes with contingents.
fn any_host(army: ArmyId, rng: &mut Rng) -> Host {
    let list: Vec<(Troop, u16)> = (0..=rng.below(7))
        .map(|_| (*rng.pick(Troop::ALL).unwrap(), u16::try_from(1 + rng.below(3)).unwrap()))
        .collect::<std::collections::BTreeMap<_, _>>()
        .into_iter()
        .collect();
    let mut host = host(army, &list);
    if rng.chance(1, 3) {
        let allied = |number| Soldier {
            id: Member::new(army, ElementId::allied(Troop::LH, number)),
            office: None,
        };
        let mut elements: Vec<Soldier> = (1..=3).map(allied).collect();
        elements[0].office = Some(Office::AlliedGeneral);
        host.contingents.push(Contingent {
            cause: Separate::Allied,
            seat: host.players[1].clone(),
            elements,
        });
    }
    if rng.chance(1, 3) {
        let other = if army == ArmyId::Ra { ArmyId::Rb } else { ArmyId::Cb };
        let elements = (1..=2).map(|n| Soldier {
            id: Member::new(other, ElementId::core(Troop::Sp, n)),
            office: None,
        });
        let elements = elements.collect();
        host.contingents.push(Contingent {
            cause: Separate::SecondArmy,
            seat: host.players[2].clone(),
            elements,
        });
    }
    host
}

const COUNTRIES: [&str; 5] = ["arable", "hilly", "forest", "littoral", "dry"];

/// A random battle with random plans.
fn any_battle(chart: &battle::Chart, rng: &mut Rng) -> Called {
    let hosts = [any_host(ArmyId::Ra, rng), any_host(ArmyId::Ca, rng)];
    let country = (*rng.pick(&COUNTRIES).unwrap()).to_owned();
    let plans = Role::BOTH.map(|role| {
        let field = Field { chart, host: &hosts[role as usize], role, country: &country };
        let hostile = rng.chance(1, 2);
        let draft = if hostile { plans::hostile(&field, rng) } else { plans::random(&field, rng) };
        judge::settle(&field, &draft).0
    });
    Called { battle: "anywhere".to_owned(), country, hosts, plans }
}

#[test]
fn any_battle_ends_and_its_events_tell_it_whole() {
    let chart = chart();
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let called = any_battle(&chart, &mut rng);
        let mut digest = [0; 32];
        digest[0] = u8::try_from(seed).unwrap();
        let mut scene = Logged::new(Dice::seeded(digest, None));
        let report = battle::fight(&chart, &mut scene, &called);
        assert!(report.bounds <= chart.field.bounds);
        let mut line = Line::deploy(&rules::deployed(&chart, &called));
        for entry in &scene.entries {
            let text = serde_json::to_string(&entry.event).unwrap();
            let read: battle::Event =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(read, entry.event, "an event is read as it is written");
            line.apply(&read);
            sound(&line);
        }
        assert_eq!(battle::Report::of(&line), report);
        let fallen: usize = report.attacker.lost.len() + report.defender.lost.len();
        let killed: u8 = report.attacker.kills.values().chain(report.defender.kills.values()).sum();
        assert_eq!(fallen, usize::from(killed), "every loss is somebody's kill");
        let mut again = Logged::new(Dice::seeded(digest, None));
        assert_eq!(battle::fight(&chart, &mut again, &called), report);
        assert_eq!(again.entries, scene.entries, "the same dice, the same battle");
    }
}

/// Asserts that every element is in exactly one place.
fn sound(line: &Line) {
    for role in Role::BOTH {
        let party = line.party(role);
        let mut all: Vec<Member> = Vec::new();
        for lane in &line.lanes {
            all.extend(
                lane.front(role).flat_map(|(_, man)| std::iter::once(man.who).chain(man.rear)),
            );
            for (file, man) in lane.front(role).filter(|(_, man)| man.turned.is_some()) {
                assert!(
                    lane.man(file, role.other()).is_none(),
                    "{:?} turned and is faced",
                    man.who
                );
                let on =
                    [file - 1, file + 1].into_iter().filter_map(|at| lane.man(at, role.other()));
                assert!(
                    on.into_iter().any(|enemy| Some(enemy.who) == man.turned),
                    "{:?} turned on nobody",
                    man.who
                );
            }
        }
        all.extend(party.reserve.iter().chain(&party.fled).chain(&party.lost));
        all.extend(party.transit.iter().map(|transit| transit.who));
        all.extend(party.raiders.iter().map(|raider| raider.who));
        all.sort();
        let mut roster = party.roster.clone();
        roster.sort();
        assert_eq!(all, roster);
    }
}

#[test]
fn plans_without_an_aim_are_lawful_and_hostile_ones_are_not() {
    let chart = chart();
    let (rome, _) = core_armies();
    let mut refused = 0;
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        for role in Role::BOTH {
            let field = Field { chart: &chart, host: &rome, role, country: "arable" };
            let random = plans::random(&field, &mut rng);
            assert_eq!(judge::judge(&field, &random, &engine::Path::top()), []);
            let text = serde_json::to_string(&random).unwrap();
            let node = tree(&text);
            let mut complaints = Complaints::new();
            let reader = Reader::new(&node, engine::Path::top(), &mut complaints);
            assert_eq!(battle::read::plan(&reader).as_ref(), Some(&random), "{:?}", complaints.0);
            let hostile = plans::hostile(&field, &mut rng);
            let said = judge::judge(&field, &hostile, &engine::Path::top());
            refused += usize::from(!said.is_empty());
            for complaint in said {
                assert!(
                    complaint.fix.is_some() && complaint.rule.is_some(),
                    "{complaint} helps nobody"
                );
            }
        }
    }
    assert!(refused >= 30, "only {refused} of 40 hostile plans are refused");
}

/// Both core armies, of twelve elements each.
fn core_armies() -> (Host, Host) {
    use Troop::{Ax, Bd, Cv, El, LH, Ps, Sp, Wb};
    let rome = host(ArmyId::Ra, &[(Cv, 2), (Bd, 6), (Sp, 2), (Ps, 2)]);
    (rome, host(ArmyId::Ca, &[(Cv, 1), (El, 2), (LH, 1), (Sp, 3), (Wb, 2), (Ax, 2), (Ps, 1)]))
}

#[test]
fn odds_are_counted_over_all_thirty_six_throws() {
    let chart = chart();
    for &own in Troop::ALL {
        for &enemy in Troop::ALL {
            for bad in [false, true] {
                let odds = odds::of_types(&chart, own, enemy, bad);
                assert_eq!(
                    odds.first.lost() + odds.second.lost() + odds.equal,
                    odds::THROWS,
                    "{own} {enemy}"
                );
            }
        }
    }
    // Warband, four in its own bound, beats blades, five, in ten throws, and each destroys them; four are equal.
    let odds = odds::of_types(&chart, Troop::Wb, Troop::Bd, false);
    assert_eq!((odds.second.lost(), odds.second.destroyed, odds.equal), (10, 10, 5));
}

#[test]
fn the_form_names_limits_ground_and_the_first_clash() {
    let chart = chart();
    let (rome, carthage) = core_armies();
    let field = Field { chart: &chart, host: &carthage, role: Role::Defender, country: "hilly" };
    let form = battle::form::form(&field, Some(&rome));
    assert_eq!(form["limits"]["reserve"], 4);
    assert_eq!(form["limits"]["breaks_at"], 4);
    assert_eq!(form["elements"].as_array().map(Vec::len), Some(12));
    assert_eq!(form["terrain"]["choose"][0], "steep-hill");
    let clash = form["clash"].as_array().unwrap();
    assert!(
        clash.iter().any(|meeting| meeting["lane"] == 2 && meeting["defender"] == "ca.el1"),
        "{clash:?}"
    );
    assert!(
        battle::form::form(&field, None)["odds"].is_null(),
        "no odds against an enemy who is not known"
    );
}

#[test]
fn turning_points_are_pictures() {
    let chart = chart();
    let (rome, carthage) = core_armies();
    let hosts = [rome, carthage];
    let plans = Role::BOTH.map(|role| usual::plan(&chart, &hosts[role as usize], role, "hilly"));
    let mut scene = Logged::new(Dice::seeded([3; 32], None));
    battle::fight(
        &chart,
        &mut scene,
        &Called { battle: "b".to_owned(), country: "hilly".to_owned(), hosts, plans },
    );
    let shown = scene.entries.iter().filter_map(|entry| match &entry.event {
        battle::Event::Course(Course::Line(snapshot)) => Some(picture::map(snapshot)),
        _ => None,
    });
    let maps: Vec<_> = shown.collect();
    assert!(maps.len() >= 4, "line, contact, and the end: {}", maps.len());
    assert_eq!(maps[0].title, "The armies in line");
    assert_eq!(maps[0].pieces.len(), 24);
    for map in &maps {
        for piece in &map.pieces {
            assert!(
                map.cells.iter().any(|cell| cell.id == piece.cell && cell.centre == piece.at),
                "{}",
                piece.words
            );
            assert!(piece.at.x < map.size.x && piece.at.y < map.size.y);
        }
    }
}

#[test]
fn data_that_contradict_themselves_are_named_with_their_line() {
    let text = FOLDER.text("data/battle.yaml");
    let broken = text
        .replace("Wb: {name: warband,     class: foot,", "Wb: {name: warband,     class: feet,")
        .replace("{rear: Pk, front: [Pk]", "{rear: Px, front: [Pk]")
        .replace(
            "    Hd: [{by: [El, Kn], going: good, result: destroyed}, {by: [Wb], result: destroyed}, {result: none}]",
            "    Hd: [{by: [El, Kn], result: destroyed}]",
        )
        .replace("default: {centre: gentle-hill}", "default: {centre: marsh}")
        .replace("  pursuit_score: 6", "  pursuit_score: 7");
    let data = data::build([("battle.yaml", broken)]).unwrap();
    let faults = load(&data).unwrap_err();
    let said: Vec<String> = faults.iter().map(|fault| format!("{}", fault.complaint)).collect();
    assert_eq!(faults.len(), 5, "{said:#?}");
    assert!(faults.iter().all(|fault| fault.file == "battle.yaml"
        && fault.complaint.span.is_some_and(|span| span.line > 1)));
    assert!(load(&data::build([("map.yaml", "a: 1\n")]).unwrap()).is_err(), "no file, no chart");
}

#[test]
fn only_a_delegated_command_or_a_contingent_takes_orders_of_its_own() {
    let chart = chart();
    let (mut rome, _) = core_armies();
    let allied = |number| Soldier {
        id: Member::new(ArmyId::Ra, ElementId::allied(Troop::Sp, number)),
        office: None,
    };
    let elements = (1..=3).map(allied).collect();
    rome.contingents.push(Contingent { cause: Separate::Allied, seat: Seat::new("r3"), elements });
    let field = Field { chart: &chart, host: &rome, role: Role::Attacker, country: "arable" };
    let text = "commands: [{seat: r1, sectors: [right, reserve]}, {seat: r2, sectors: [centre], delegate: true}]";
    let draft = |text: &str| {
        let node = tree(text);
        let mut complaints = Complaints::new();
        battle::read::plan(&Reader::new(&node, engine::Path::top(), &mut complaints)).unwrap()
    };
    let orders = |text: &str| {
        let node = tree(text);
        let mut complaints = Complaints::new();
        let read = battle::read::command(&Reader::new(&node, engine::Path::top(), &mut complaints))
            .unwrap();
        assert!(!complaints.fatal(), "{:?}", complaints.0);
        read
    };
    let (mut plan, void) = judge::settle(&field, &draft(text));
    assert_eq!(void, []);
    let say = orders("centre: {posture: refuse, from: 4}\nright: {posture: hold}\n");
    let refused = judge::delegate(&mut plan, &rome, &Seat::new("r2"), &say);
    assert_eq!(refused, [battle::plan::Sector::Right], "the right is another's");
    assert_eq!((plan.centre.posture, plan.centre.from), (battle::plan::Posture::Refuse, Some(4)));
    assert_eq!(plan.right.posture, battle::plan::Posture::Attack);
    let left = orders("left: {posture: attack, when_free: camp}\n");
    assert!(
        judge::delegate(&mut plan, &rome, &Seat::new("r3"), &left).is_empty(),
        "a contingent's sector is its own"
    );
    assert_eq!(plan.left.when_free, battle::plan::WhenFree::Camp);
    assert_eq!(
        judge::delegate(&mut plan, &rome, &Seat::new("r1"), &left).len(),
        1,
        "not the C-in-C's either"
    );
}
