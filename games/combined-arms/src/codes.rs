//! The codes of this title's complaints: what each says and the way out, as `docs/codes.md` lists them.

engine::codes! {
    pub(crate) enum Code {
        fault Entry = "E-ca-entry":
            "the entry does not name a unit and what it does" => "write `- ve1: e4 n`, each unit on its own line";
        fault Square = "E-ca-square":
            "the board has no such square" => "write the column and the row in lower case: `e7`";
        refusal Plateau = "E-ca-plateau" by "H2":
            "no unit may enter a plateau" => "choose another square";
        refusal Taken = "E-ca-taken" by "B3":
            "two units would be on one square" => "choose a free square";
        fault Face = "E-ca-face":
            "there is no such facing" => "write n, e, s or w";
        fault Unit = "E-ca-unit":
            "there is no such unit, or you may not name it here" => "use an id from the form";
        fault State = "E-ca-state":
            "a condition names a state that does not exist" => "write here, retreated, hurt, destroyed or `at SQUARE`; for a target you may also write breaks";
        fault Policy = "E-ca-policy":
            "the standing orders name something that does not exist" => "use a word from the list in the form";
        fault Word = "E-ca-word":
            "this word is not allowed in this field" => "use one of the words that the message names";
        refusal Army = "E-ca-army":
            "the army is not allowed" => "keep to the number of units and to the limit for each type";
        refusal Veteran = "E-ca-veteran" by "X1":
            "the choice of veterans is not allowed" => "name units of your army, and no more than the option allows";
        refusal Terrain = "E-ca-terrain" by "H3":
            "the terrain cannot be placed there, or the charter does not allow so much of it" => "choose free squares between your deployment zone and the middle of the board, and no more than the form names";
        fault Layout = "E-ca-layout":
            "there is no such layout for your side" => "choose one that the form names";
        refusal Zone = "E-ca-zone" by "S1":
            "the square is outside your deployment zone" => "choose a square in your own back rows";
        refusal Due = "E-ca-due" by "S4":
            "the units are not exactly those that must be placed now" => "place as many units as the form says, and each unit once";
        refusal Twice = "E-ca-twice" by "M1":
            "a unit has several orders, and one before the last has no condition" => "add `when: UNIT STATE` to that order, or keep only one of them";
        refusal Attacked = "E-ca-attacked" by "K1":
            "this unit has already attacked in this turn" => "leave its attack out";
        refusal Far = "E-ca-far" by "U1":
            "the square is further away than the unit can go in a turn" => "choose a nearer square";
        refusal Way = "E-ca-way" by "M3":
            "no path leads to the square: units or plateaus block it" => "choose another square, or move the unit in the way first";
        refusal Skirmish = "E-ca-skirmish" by "A2":
            "only skirmish units attack during their move" => "write the attack under `ahead: attack:`";
        refusal Charge = "E-ca-charge" by "A5":
            "the unit cannot charge, or has already charged" => "leave `charge` out";
        refusal Onager = "E-ca-onager" by "A8":
            "an Onager that moves or turns cannot attack in the same turn" => "leave it where it is, or leave its attack out";
        refusal Arc = "E-ca-arc" by "K3":
            "the target is outside the unit's cone or range" => "move or turn the unit, or choose a target that it can reach";
        refusal Target = "E-ca-target" by "K3":
            "the target is one of your own units" => "name an enemy unit";
        refusal Draw = "E-ca-draw" by "V3":
            "the enemy has not offered a draw" => "write `draw: offer` to make an offer";
        refusal Ahead = "E-ca-ahead":
            "the orders given in advance would never be used" => "leave them out, or give them in the file of the same turn";
        refusal Phase = "E-ca-phase":
            "the orders belong to another phase" => "use the form of the open phase";
        warning Attack = "W-ca-attack":
            "the file gives no attacks, so your standing orders decide them" => "write them under `ahead: attack:`, or `[]` there for no attacks";
        warning Unread = "W-ca-unread":
            "the entry does nothing, because it could not be read when it was filed" => "remove it, or write what you meant";
        warning General = "W-ca-general" by "V1":
            "your General could be destroyed in the enemy's next turn" => "move him out of reach, or put units next to him and keep squares free behind him";
    }
}
