//! The codes of this title: its refusals and its warnings.

engine::codes! {
    pub enum Code {
        fault Word = "E-me-word": "there is no such unit, Command, hex, facing, direction or order" => "take the name from the list of positions in the form; the guide explains rows, positions and facings";
        fault AttackChit = "E-me-attack-chit" by "5.2a": "there is no chit `attack`" => "write move-to-attack; units that start next to an enemy then attack it";
        fault Policy = "E-me-policy": "the standing order cannot be read" => "write one of the words that the message names";
        refusal Stranger = "E-me-stranger": "this is not one of your units or Commands, or it cannot act here" => "name only your own units and Commands, and each unit under its own Command";
        refusal Gone = "E-me-gone": "the unit is no longer on the map" => "leave it out";
        refusal Changes = "E-me-changes" by "5.2b": "more chits are changed than the rules allow" => "leave one of the changes out; repeating the order that a chit already has is no change";
        refusal NoChit = "E-me-no-chit": "these units have no chit" => "give orders to these units when you activate them";
        refusal GaulsReform = "E-me-gauls-reform" by "5.4a": "the Gauls may not be given Reform while the option `gauls` is on" => "choose stand, move or move-to-attack";
        refusal Place = "E-me-place" by "13.0": "the hex does not belong to the unit's group, or is taken" => "choose another hex of the unit's own group";
        refusal Twice = "E-me-twice": "a unit, Command or hex is named twice" => "name it once";
        refusal Combined = "E-me-combined" by "5.3a": "a combined activation needs two legions that are under the same order and have not acted yet" => "activate them one after the other, or change a chit first";
        refusal OnlyTurns = "E-me-only-turns" by "5.2d": "under Stand or Reform a unit may only turn" => "write only `face:`";
        refusal Near = "E-me-near" by "5.2e": "under Move, a unit may not move next to an enemy" => "end the path in a hex that is not next to any enemy";
        refusal Far = "E-me-far" by "6.0a": "the path costs more movement points than the unit has" => "shorten the path";
        refusal Way = "E-me-way": "the path has a gap, is blocked by a unit or by closed terrain, or leaves the map" => "choose another path";
        refusal Close = "E-me-close": "under Move to Attack a unit moves one hex and ends next to an enemy; a unit that starts next to an enemy stays and faces one" => "name one hex next to an enemy, or only a facing";
        refusal MustMove = "E-me-must-move" by "5.2e": "under Move a unit must move" => "name a hex, or leave the unit out: it then moves by default";
        refusal Engaged = "E-me-engaged": "Engaged units do not move, and frozen units do not turn" => "leave it out: it attacks the enemies with which it is Engaged";
        refusal Exit = "E-me-exit" by "6.0c": "the unit may not leave the map from here" => "leave `exit` out";
        refusal Attack = "E-me-attack": "the unit may not attack this enemy" => "leave it out of the attack";
        refusal Front = "E-me-front" by "9.0b": "the enemy will not be in front of the attacker" => "turn the attacker first, or attack an enemy in its front";
        refusal TwoAttacks = "E-me-two-attacks" by "9.0b": "the unit is named in two attacks" => "name it in one attack only";
        refusal Acted = "E-me-acted": "the unit has already acted in this Player Turn, or is Inactive" => "leave it out";
        refusal Use = "E-me-use" by "5.4a": "`use` has no effect here, or it does not name the Gauls to which you gave orders" => "leave `use` out if the option `gauls` is off; otherwise name the Gauls that are to act";
        refusal Unwilling = "E-me-unwilling" by "5.4a": "you gave orders to Gauls that refused to act; this code appears only in records"
            => "nothing needs to be changed: the die decides whether they act";
        warning Uncovered = "W-me-uncovered" by "9.0c": "no attack is ordered against an enemy in front of one of your units; the rules will assign an attacker" => "attack this enemy, or add it to another attack";
        warning Finish = "W-me-finish" by "4.2c": "no Command is activated, so the Player Turn ends" => "write `finish: true` if that is what you want";
        warning Nobody = "W-me-nobody" by "4.2b": "a Command without a chit is activated, but none of its units is named, so none of them acts" => "name each unit that is to act: `units: {nu-1: {order: move, to: ...}}`";
        warning Walks = "W-me-walks" by "5.2f": "a Command under Move is not named, so each of its units will move to the cheapest hex by itself" => "name the Command, with `march:` or with a hex for each unit";
        warning Leaves = "W-me-leaves" by "6.0c": "a unit that leaves by this edge is eliminated" => "leave `exit` out, unless that is what you want";
        warning NoElephants = "W-me-no-elephants" by "12.0c": "only Carthage has Elephants" => "leave `rampage` out";
    }
}
