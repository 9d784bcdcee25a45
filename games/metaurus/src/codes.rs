//! What this title says no to, and what it warns of.

engine::codes! {
    /// The codes of this title.
    pub enum Code {
        fault Word = "E-me-word" was "E01": "there is no such unit, Command, hex, facing, direction or order" => "take the name from the list of positions in the form; rows, positions and facings are in the guide";
        fault AttackChit = "E-me-attack-chit" by "5.2a" was "E05": "`attack` is not a chit" => "write move-to-attack: units that start next to an enemy then attack";
        fault Policy = "E-me-policy" was "E22": "a standing order that is not understood" => "write one of the words allowed";
        refusal Stranger = "E-me-stranger" was "E02": "not a unit or Command of yours, or not one that acts here" => "name only units and Commands of yours, with their own Command";
        refusal Gone = "E-me-gone" was "E02": "no longer on the map" => "leave it out";
        refusal Changes = "E-me-changes" by "5.2b" was "E03": "more chits are changed than may be" => "leave one of the changes out; naming the order a chit has does not count";
        refusal NoChit = "E-me-no-chit" was "E04": "these units have no chit" => "give orders to these units when activating them";
        refusal GaulsReform = "E-me-gauls-reform" by "5.4a" was "E06": "the Gauls may not be given Reform while option gauls is on" => "choose stand, move or move-to-attack";
        refusal Place = "E-me-place" by "13.0" was "E07": "not one of the hexes of its group, or taken" => "choose another hex of the unit's own group";
        refusal Twice = "E-me-twice" was "E08": "named twice" => "name it once";
        refusal Combined = "E-me-combined" by "5.3a" was "E09": "a combined activation needs two legions, both still to act, under the same order" => "activate them one after the other, or change a chit first";
        refusal OnlyTurns = "E-me-only-turns" by "5.2d" was "E10": "under Stand or Reform a unit may only turn" => "leave only `face:`";
        refusal Near = "E-me-near" by "5.2e" was "E11": "under Move no unit may come next to an enemy" => "end the way in a hex that no enemy is adjacent to";
        refusal Far = "E-me-far" by "6.0a" was "E12": "the way costs more than the unit has" => "shorten the way";
        refusal Way = "E-me-way" was "E13": "the way is broken, occupied, closed or off the map" => "choose another way";
        refusal Close = "E-me-close" was "E14": "under Move to Attack a unit goes one hex and ends next to an enemy; one that starts there stays and faces one" => "name one hex adjacent to an enemy, or only a facing";
        refusal MustMove = "E-me-must-move" by "5.2e" was "E15": "under Move a unit must move" => "name a hex, or leave the unit out: it then moves by default";
        refusal Engaged = "E-me-engaged" was "E16": "Engaged units do not move, frozen ones do not turn" => "leave it out: it attacks those it is Engaged with";
        refusal Exit = "E-me-exit" by "6.0c" was "E17": "this unit may not leave the field from here" => "leave `exit` out";
        refusal Attack = "E-me-attack" was "E18": "this unit may not attack that one" => "leave it out of the attack";
        refusal Front = "E-me-front" by "9.0b" was "E19": "the enemy will not be in front of the attacker" => "turn it first, or attack what is in its front";
        refusal TwoAttacks = "E-me-two-attacks" by "9.0b" was "E20": "in two attacks" => "name it in one attack only";
        refusal Acted = "E-me-acted" was "E23": "has acted in this Player Turn already, or is Inactive" => "leave it out";
        refusal Use = "E-me-use" by "5.4a" was "E24": "`use` is for the Gauls, while the option gauls is on" => "leave `use` out";
        warning Uncovered = "W-me-uncovered" by "9.0c": "an enemy in front is in no attack; the rules will assign somebody to it" => "add an attack on it, or name it in one";
        warning Finish = "W-me-finish" by "4.2c": "nobody is activated, so the Player Turn ends" => "write `finish: true` if that is meant";
        warning Nobody = "W-me-nobody" by "4.2b": "a Command without a chit is activated and none of its units is named: nobody acts" => "name each unit that shall act: `units: {nu-1: {order: move, to: ...}}`";
        warning Walks = "W-me-walks" by "5.2f": "a Command under Move is not named: each of its units will walk to the cheapest hex by itself" => "name it, with `march:` or with a hex for each unit";
        warning Leaves = "W-me-leaves" by "6.0c": "a unit that leaves by this edge is eliminated" => "leave `exit` out, unless that is meant";
        warning NoElephants = "W-me-no-elephants" by "12.0c": "only Carthage has Elephants" => "leave `rampage` out";
    }
}
