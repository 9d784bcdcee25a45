//! What this title says no to, and what it warns of.

engine::codes! {
    /// The codes of this title.
    pub enum Code {
        fault Word = "E-me-word": "there is no such unit, Command, hex, facing, direction or order" => "take the name from the list of positions in the form; rows, positions and facings are in the guide";
        fault AttackChit = "E-me-attack-chit" by "5.2a": "`attack` is not a chit" => "write move-to-attack: units that start next to an enemy then attack";
        fault Policy = "E-me-policy": "a standing order that is not understood" => "write one of the words allowed";
        refusal Stranger = "E-me-stranger": "not a unit or Command of yours, or not one that acts here" => "name only units and Commands of yours, with their own Command";
        refusal Gone = "E-me-gone": "no longer on the map" => "leave it out";
        refusal Changes = "E-me-changes" by "5.2b": "more chits are changed than the rules allow" => "leave one of the changes out; repeating the order that a chit already has is no change";
        refusal NoChit = "E-me-no-chit": "these units have no chit" => "give orders to these units when activating them";
        refusal GaulsReform = "E-me-gauls-reform" by "5.4a": "the Gauls may not be given Reform while option gauls is on" => "choose stand, move or move-to-attack";
        refusal Place = "E-me-place" by "13.0": "the hex does not belong to the unit's group, or is taken" => "choose another hex of the unit's own group";
        refusal Twice = "E-me-twice": "named twice" => "name it once";
        refusal Combined = "E-me-combined" by "5.3a": "a combined activation needs two legions, both still to act, under the same order" => "activate them one after the other, or change a chit first";
        refusal OnlyTurns = "E-me-only-turns" by "5.2d": "under Stand or Reform a unit may only turn" => "leave only `face:`";
        refusal Near = "E-me-near" by "5.2e": "under Move no unit may come next to an enemy" => "end the path in a hex that no enemy is adjacent to";
        refusal Far = "E-me-far" by "6.0a": "the path costs more movement than the unit has" => "shorten the path";
        refusal Way = "E-me-way": "the path is broken, occupied, closed or off the map" => "choose another path";
        refusal Close = "E-me-close": "under Move to Attack a unit moves one hex and ends next to an enemy; a unit that starts next to an enemy stays and faces one" => "name one hex adjacent to an enemy, or only a facing";
        refusal MustMove = "E-me-must-move" by "5.2e": "under Move a unit must move" => "name a hex, or leave the unit out: it then moves by default";
        refusal Engaged = "E-me-engaged": "Engaged units do not move, and frozen units do not turn" => "leave it out: it attacks those it is Engaged with";
        refusal Exit = "E-me-exit" by "6.0c": "this unit may not leave the field from here" => "leave `exit` out";
        refusal Attack = "E-me-attack": "this unit may not attack that one" => "leave it out of the attack";
        refusal Front = "E-me-front" by "9.0b": "the enemy will not be in front of the attacker" => "turn the attacker first, or attack an enemy in its front";
        refusal TwoAttacks = "E-me-two-attacks" by "9.0b": "the unit is named in two attacks" => "name it in one attack only";
        refusal Acted = "E-me-acted": "the unit has already acted in this Player Turn, or is Inactive" => "leave it out";
        refusal Use = "E-me-use" by "5.4a": "`use` is written where it has no meaning, or it does not name the Gauls that have orders" => "leave `use` out if the option gauls is off; otherwise name the Gauls that shall act";
        refusal Unwilling = "E-me-unwilling" by "5.4a": "Gauls that refused to act were ordered to do something; appears only in records"
            => "there is nothing to do: their die decides";
        warning Uncovered = "W-me-uncovered" by "9.0c": "no attack names an enemy in front; the rules will assign an attacker to it" => "add an attack on it, or name it in one";
        warning Finish = "W-me-finish" by "4.2c": "nobody is activated, so the Player Turn ends" => "write `finish: true` if you mean that";
        warning Nobody = "W-me-nobody" by "4.2b": "a Command without a chit is activated and none of its units is named: nobody acts" => "name each unit that is to act: `units: {nu-1: {order: move, to: ...}}`";
        warning Walks = "W-me-walks" by "5.2f": "a Command under Move is not named: each of its units will walk to the cheapest hex by itself" => "name it, with `march:` or with a hex for each unit";
        warning Leaves = "W-me-leaves" by "6.0c": "a unit that leaves by this edge is eliminated" => "leave `exit` out, unless you mean that";
        warning NoElephants = "W-me-no-elephants" by "12.0c": "only Carthage has Elephants" => "leave `rampage` out";
    }
}
