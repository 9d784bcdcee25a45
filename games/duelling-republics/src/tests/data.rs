//! Duelling Republics: data that contradict themselves are named with file and line; what the packed data hold adds up.

use super::{FILES, FOLDER};
use crate::DuellingRepublics;
use crate::data::chart::Chart;
use crate::elements::{Side, Troop};
use crate::names::{City, Name, Way};
use engine::{Data, Rules};
use record::exchange::data;
use std::collections::{BTreeMap, BTreeSet};

/// The data with one passage of one file replaced; the passage must occur there exactly once.
fn changed(file: &str, from: &str, to: &str) -> Data {
    let text = FOLDER.text(&format!("data/{file}"));
    let count = text.matches(from).count();
    assert_eq!(count, 1, "`{from}` stands {count} times in {file}");
    FOLDER.data_with(file, from, to)
}

fn line_of(file: &str, text: &str) -> u32 {
    let whole = FOLDER.text(&format!("data/{file}"));
    let at = whole.find(text).unwrap_or_else(|| panic!("no `{text}` in {file}"));
    u32::try_from(whole[..at].matches('\n').count() + 1).unwrap()
}

/// Asserts that a fault containing `says` is found in this file on this line (0: any line).
#[track_caller]
fn found(file: &str, from: &str, to: &str, says: &str, line: u32) {
    let Err(faults) = DuellingRepublics::load(&changed(file, from, to), engine::Revision::FIRST)
    else {
        panic!("`{to}` is taken")
    };
    let told: Vec<String> = faults.iter().map(|f| format!("{}: {}", f.file, f.complaint)).collect();
    let one = faults.iter().find(|fault| fault.complaint.message.contains(says));
    let one = one.unwrap_or_else(|| panic!("`{from}` -> `{to}`: nobody says `{says}`: {told:#?}"));
    assert_eq!(one.file, file, "{told:#?}");
    let at = one.complaint.span.map(|span| span.line);
    assert!(at.is_some(), "no line: {told:#?}");
    assert!(line == 0 || at == Some(line), "line {at:?}, not {line}: {told:#?}");
}

/// Like `found`, for a fault in the changed line itself.
#[track_caller]
fn here(file: &str, from: &str, to: &str, says: &str) {
    found(file, from, to, says, line_of(file, from));
}

#[test]
fn a_map_that_does_not_fit_is_named() {
    let map = "map.yaml";
    here(
        map,
        "city: minor, city_name: Arretium,    coast: true,  terrain: arable",
        "city: minor, city_name: Arretium, coast: true, terrain: steppe",
        "no type of terrain `steppe`",
    );
    here(map, "city: minor, city_name: Arretium,", "city: minor,", "give a city a name");
    here(
        map,
        "name: Umbria,           theater: italian, city: none, ",
        "name: Umbria, theater: italian, city: none, city_name: Ariminum, ",
        "give a city a name",
    );
    here(
        map,
        "name: Umbria,           theater: italian, city: none",
        "name: Umbria, theater: italian, city: huge",
        "huge",
    );
    here(
        map,
        "name: Umbria,           theater: italian",
        "name: Umbria, theater: gallic",
        "no theater `gallic`",
    );
    found(map, "theater: none, wild: true,", "theater: italian,", "0 wild provinces", 0);
    here(
        map,
        "- [etruria, umbria]",
        "- [etruria, atlantis]",
        "a link joins two provinces of the map",
    );
}

#[test]
fn a_map_whose_ways_do_not_fit_is_named() {
    let map = "map.yaml";
    here(map, "- [etruria, umbria]", "- [etruria, etruria]", "a link joins two provinces");
    here(map, "- [etruria, umbria]", "- [etruria]", "a link has two ends");
    here(map, "- [umbria, cisalpine-gaul]", "- [umbria, etruria]", "are linked twice");
    here(map, "- [baetica, mauretania]", "- [lusitania, mauretania]", "a sea route ends at coasts");
    found(
        map,
        "- [byzacium, tripolitania]\n",
        "- [byzacium, carthage]\n",
        "tripolitania cannot be reached",
        0,
    );
    found(
        map,
        "city: major, city_name: Rome, ",
        "city: minor, city_name: Rome, ",
        "rome must be a province with a major city",
        0,
    );
    here(
        map,
        "african: {colour: purple, first_owner: carthage}",
        "african: {colour: purple, first_owner: nobody}",
        "nobody",
    );
    found(
        map,
        "african: {colour: purple, first_owner: carthage}",
        "african: {colour: purple, first_owner: rome}",
        "carthage must belong to carthage",
        0,
    );
    found(map, "source:\n  theaters:", "sauce:\n  theaters:", "source", 0);
}

#[test]
fn lists_that_do_not_fit_are_named() {
    let armies = "armies.yaml";
    found(
        armies,
        "slots: [[Cv], [Cv], [Bd], [Bd], [Bd], [Bd], [Bd], [Bd], [Sp], [Sp], [Ps], [Ps]]\n      general: Cv",
        "slots: [[Cv], [Cv], [Bd], [Bd], [Bd], [Bd], [Bd], [Bd], [Sp], [Sp], [Ps]]\n      general: Cv",
        "11 slots instead of 12",
        line_of(armies, "source: \"found (Polybian"),
    );
    found(
        armies,
        "slots: [[Cv], [El, Cv], [El, LH], [LH]",
        "slots: [[Cv], [El, Cv], [El, LH], [Zz]",
        "Zz",
        line_of(armies, "slots: [[Cv], [El, Cv]"),
    );
    found(
        armies,
        "[Sp], [Sp], [Ps], [Ps]]\n      general: Cv",
        "[Sp], [Sp], [Ps], [Ps]]\n      general: El",
        "no slot for its general",
        0,
    );
    found(
        armies,
        "slots: [[Cv], [El, Cv], [El, LH], [LH], [Sp], [Sp], [Sp], [Wb, Ps], [Wb, Ps], [Ax], [Ax, Ps], [Ps]]",
        "slots: [[Cv], [El, Cv], [El, LH], [LH], [Sp], [Sp], [Sp], [Wb, Ps], [Wb, Ps], [Ax], [Ax], [Ps]]",
        "does not fit into the expanded one",
        0,
    );
    found(
        armies,
        "african: {name: \"Numidians\",                 general: LH, slots: [[LH], [LH], [LH], [LH], [Ax, Ps], [Ax, Ps]]}",
        "spanish: {name: \"Numidians\", general: LH, slots: [[LH], [LH], [LH], [LH], [Ax, Ps], [Ax, Ps]]}",
        "african",
        0,
    );
}

#[test]
fn armies_and_places_that_do_not_fit_are_named() {
    let armies = "armies.yaml";
    here(
        armies,
        "at: cisalpine-gaul, size: small",
        "at: numidia, size: small",
        "rb must start in a province of its own side",
    );
    here(armies, "at: cisalpine-gaul, size: small", "at: cisalpine-gaul, size: tiny", "tiny");
    here(
        armies,
        "cb: {standard: [Cv, El, LH, Sp, Sp, Sp],",
        "cb: {standard: [El, Cv, LH, Sp, Sp, Sp],",
        "6 elements of the core list, the general's first",
    );
    here(
        armies,
        "cb: {standard: [Cv, El, LH, Sp, Sp, Sp],",
        "cb: {standard: [Cv, El, LH, Sp, Sp],",
        "6 elements of the core list",
    );
    found(
        armies,
        "cb: {side: carthage, rank: II,",
        "cb: {side: carthage, rank: I, ",
        "one army I and one army II",
        0,
    );
    here(armies, "cb: {side: carthage, rank: II,", "cb: {side: rome, rank: II,", "of its own side");
    here(
        armies,
        "carthage: [carthage, cartago-nova, sicily]",
        "carthage: [carthage, utica]",
        "must raise armies in provinces of the map",
    );
}

#[test]
fn armies_whose_elements_do_not_fit_are_named() {
    let armies = "armies.yaml";
    here(
        armies,
        "region: [celtiberia],",
        "region: [transalpine-gaul],",
        "provinces that can be owned",
    );
    here(
        armies,
        "right: [gallic, massiliote, nation]",
        "right: [gallic, etruscan, nation]",
        "no army `etruscan`",
    );
    found(
        armies,
        "right: [gallic, massiliote, nation]",
        "right: [gallic, nation]",
        "no row names the army `massiliote`",
        0,
    );
    here(armies, "{row: 5, region", "{row: 6, region", "rows are numbered from 1");
    here(
        armies,
        "aetolian:       {dba: II/31j,  general: LH, slots: [[LH], [LH],",
        "aetolian: {dba: II/31j, general: LH, slots: [[LH],",
        "11 slots instead of 12",
    );
}

#[test]
fn numbers_that_do_not_fit_are_named() {
    let campaign = "campaign.yaml";
    found(
        campaign,
        "seasons: [spring, summer, autumn, winter]",
        "seasons: [spring, summer, winter]",
        "the seasons are",
        0,
    );
    found(
        campaign,
        "initiative-I, other-I, initiative-II, other-II",
        "initiative-I, initiative-II, other-I, other-II",
        "the order of moves",
        0,
    );
    here(campaign, "4: [2, 2]", "4: [3, 1]", "as equally as possible");
    here(campaign, "5: [3, 2]", "5: [3, 3]", "as equally as possible");
    here(
        campaign,
        "tempo:        {default: brisk,",
        "tempo:        {default: slow,",
        "the default is not among the choices",
    );
    here(
        campaign,
        "years:        {default: 6,  range: [1, 17]",
        "years:        {default: 18,  range: [1, 17]",
        "out of its range",
    );
    found(
        campaign,
        "losses: [Ps, Ax, Wb, Sp, LH, Bd, Pk, Hd, El, Kn, Cv]",
        "losses: [Ps, Ax, Wb, Sp, LH, Bd, Pk, Hd, El, Cv]",
        "each type of troops once",
        0,
    );
    here(campaign, "- {when: {odds: 1.0}, do: fight}", "- {when: {odds: 1.0}, do: flee}", "flee");
    found(campaign, "floor: 0", "floor: 1", "never goes below 0", 0);
    here(campaign, "enemy_army: {value: true,", "enemy_army: {value: false,", "always ends a move");
    found(
        campaign,
        "causes: [mountain, open-sea,",
        "causes: [mountain, river,",
        "the causes are",
        0,
    );
    found(campaign, "both: 4}", "bith: 4}", "both", 0);
}

#[test]
fn battle_charts_that_do_not_fit_are_named() {
    let battle = "battle.yaml";
    here(
        battle,
        "Wb: {name: warband,     class: foot,    foot: 3",
        "Wb: {name: warband,     class: feet,    foot: 3",
        "feet",
    );
    here(
        battle,
        "good: 5, bad: 2, slips_away: true, horse: true}",
        "good: 2, bad: 5, slips_away: true, horse: true}",
        "moves faster in bad going",
    );
    found(
        battle,
        "  El: {name: elephants,",
        "  Em: {name: elephants,",
        "unknown type of troops `Em`",
        0,
    );
    found(
        battle,
        "    Ax: [{by: [Kn], going: good, result: destroyed}, {result: recoil}]",
        "    Ax: [{by: [Kn], going: good, result: destroyed}]",
        "without conditions, so that it always applies",
        0,
    );
    found(
        battle,
        "    Ax: [{by: [Kn], going: good, result: destroyed}, {result: recoil}]\n",
        "",
        "no entry for Ax",
        0,
    );
    here(battle, "{rear: Pk, front: [Pk]", "{rear: Px, front: [Pk]", "Px");
    here(battle, "default: {centre: gentle-hill}", "default: {centre: marsh}", "marsh");
    here(
        battle,
        "centre_bad: true,  default: {left: wood}",
        "centre_bad: false, default: {centre: wood}",
        "not among its defender's choices",
    );
    here(battle, "  pursuit_score: 6", "  pursuit_score: 7", "7");
    here(battle, "  lanes: 3", "  lanes: 5", "three lanes");
}

#[test]
fn several_faults_are_told_at_once_and_a_missing_file_is_one() {
    let mut texts: BTreeMap<&str, String> =
        FILES.map(|name| (name, FOLDER.text(&format!("data/{name}")))).into();
    let map = texts.get_mut("map.yaml").unwrap();
    *map = map
        .replace("- [etruria, umbria]", "- [etruria, atlantis]")
        .replace("theater: none, wild: true,", "theater: none, wild: maybe,");
    let campaign = texts.get_mut("campaign.yaml").unwrap();
    *campaign = campaign.replace("floor: 0", "floor: 1").replace("4: [2, 2]", "4: [3, 1]");
    let Err(faults) =
        DuellingRepublics::load(&data::build(texts.clone()).unwrap(), engine::Revision::FIRST)
    else {
        panic!("taken")
    };
    let files: BTreeSet<&str> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert!(
        faults.len() >= 4 && files == BTreeSet::from(["campaign.yaml", "map.yaml"]),
        "{faults:#?}"
    );
    for file in FILES {
        let rest = texts
            .iter()
            .filter(|(name, _)| **name != file)
            .map(|(name, text)| (*name, text.clone()));
        let Err(faults) =
            DuellingRepublics::load(&data::build(rest).unwrap(), engine::Revision::FIRST)
        else {
            panic!("{file} is not missed")
        };
        assert!(
            faults.iter().any(|f| f.file == file && f.complaint.message.contains("is missing")),
            "{file}: {faults:#?}"
        );
    }
}

/// The reconstruction of the map and the lists keeps promises that other data need not keep.
#[test]
fn the_packed_data_add_up() {
    use Troop::{Bd, Cv, El, LH, Ps, Sp, Wb};
    let data = super::data();
    let chart: Chart = DuellingRepublics::load(&data, engine::Revision::FIRST)
        .unwrap_or_else(|faults| panic!("{faults:#?}"))
        .chart;
    let side = |theater: Name| {
        chart.theaters.iter().find(|(name, _)| *name == theater).map(|(_, side)| *side).unwrap()
    };
    let owned: Vec<_> =
        chart.provinces.iter().filter_map(|p| Some((p, side(p.theater?)))).collect();
    assert_eq!((chart.provinces.len(), owned.len()), (25, 24));
    for republic in Side::BOTH {
        let mine = || owned.iter().filter(|(_, side)| *side == republic);
        assert_eq!(mine().count(), 12);
        assert_eq!(mine().filter(|(province, _)| province.city == City::Minor).count(), 7);
    }
    let major: Vec<&str> =
        owned.iter().filter(|(p, _)| p.city == City::Major).map(|(p, _)| p.id.as_str()).collect();
    assert_eq!(major, ["rome", "sicily", "carthage"]);
    let count = |way: Way| chart.links.values().filter(|by| **by == way).count() / 2;
    assert_eq!([Way::Land, Way::Mountain, Way::Sea].map(count), [22, 8, 8]);
    for theater in ["greek", "iberian"].map(Name::of) {
        let lists = Side::BOTH.map(|side| chart.allied(side, Some(theater)).unwrap().slots.clone());
        assert_eq!(lists[0], lists[1], "both sides find the same allies in {theater}");
    }
    assert_eq!(
        chart.start.iter().filter(|army| army.full).map(|army| army.id.word()).collect::<Vec<_>>(),
        ["ca"]
    );
    assert_eq!((chart.raised, chart.armies_max, chart.small), (6, 2, 6));
    assert_eq!((chart.siege.army, chart.siege.city, chart.siege.both), (2, 3, 4));
    let points = chart.points;
    assert_eq!(
        (points.lost_army, points.disbanded, points.minor_city, points.major_city),
        (-2, -1, 1, 3)
    );
    for (troop, figures) in &chart.battle.figures {
        assert!(
            (2..=5).contains(&figures.foot) && (2..=5).contains(&figures.horse_factor),
            "{troop}"
        );
        assert!(2 <= figures.bad && figures.bad <= figures.good && figures.good <= 5, "{troop}");
    }
    let fate = |lost, won, bad, doubled| chart.battle.fate(lost, won, bad, doubled).word();
    assert_eq!([fate(Bd, Wb, true, false), fate(El, Ps, false, false)], ["destroyed"; 2]);
    assert_eq!([fate(Cv, Sp, false, true), fate(Cv, Bd, false, true)], ["flee", "destroyed"]);
    assert_eq!([fate(LH, Bd, false, true), fate(LH, Ps, false, true)], ["flee", "destroyed"]);
    assert_eq!([fate(Sp, LH, false, false), fate(Sp, LH, true, false)], ["destroyed", "recoil"]);
}
