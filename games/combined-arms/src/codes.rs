//! The codes of this title's complaints: what each says and the way out, as `docs/codes.md` lists them.

engine::codes! {
    /// What this title says no to, or asks about twice.
    pub(crate) enum Code {
        fault Entry = "E-ca-entry":
            "an entry that does not name a unit and what it does" => "write `- ve1: e4 n`, each unit on its own line";
        fault Square = "E-ca-square":
            "not the name of a square of this board" => "write column and row in lower case: `e7`";
        refusal Plateau = "E-ca-plateau" by "H2":
            "no unit may enter a plateau" => "choose another square";
        refusal Taken = "E-ca-taken" by "B3":
            "two units on one square" => "choose a free square";
        fault Face = "E-ca-face":
            "not a facing" => "write n, e, s or w";
        fault Unit = "E-ca-unit":
            "no such unit, or not one that you may name here" => "use an id from the form";
        fault State = "E-ca-state":
            "a guard asks for a state that does not exist" => "write here, retreated, hurt, destroyed or `at SQUARE`; for a target you may also write breaks";
        fault Policy = "E-ca-policy":
            "standing orders name something that does not exist" => "use a word from the list in the form";
        fault Word = "E-ca-word":
            "a word that this field does not allow" => "use one of the words that the message names";
        refusal Army = "E-ca-army":
            "not a lawful army" => "keep to the number of units, and to the limits for each type";
        refusal Veteran = "E-ca-veteran" by "X1":
            "not a lawful choice of veterans" => "name units of your army, no more than the option allows";
        refusal Terrain = "E-ca-terrain" by "H3":
            "terrain that cannot be placed there, or more of it than the charter allows" => "choose free squares between your deployment zone and the middle of the board, no more than the form names";
        fault Layout = "E-ca-layout":
            "no such layout for your side" => "choose one that the form names";
        refusal Zone = "E-ca-zone" by "S1":
            "a square outside your deployment zone" => "choose a square of your own back rows";
        refusal Due = "E-ca-due" by "S4":
            "not exactly the units that must be placed now" => "place as many units as the form names, each once";
        refusal Twice = "E-ca-twice" by "M1":
            "a unit has two orders, and the first has no guard" => "add `when: UNIT STATE` to it, or keep one of them";
        refusal Attacked = "E-ca-attacked" by "K1":
            "this unit has already attacked in this turn" => "leave its attack out";
        refusal Far = "E-ca-far" by "U1":
            "a square further away than the unit can ever go" => "choose a nearer one";
        refusal Way = "E-ca-way" by "M3":
            "no path leads to the square: units or plateaus block it" => "choose another square, or move the unit in the way first";
        refusal Skirmish = "E-ca-skirmish" by "A2":
            "only skirmish units attack during their move" => "write the attack below `ahead: attack:`";
        refusal Charge = "E-ca-charge" by "A5":
            "the unit cannot charge, or has charged before" => "leave `charge` out";
        refusal Onager = "E-ca-onager" by "A8":
            "an Onager that moves or turns cannot attack in the same turn" => "leave it where it is, or leave its attack out";
        refusal Arc = "E-ca-arc" by "K3":
            "the target is out of the unit's cone or reach" => "move or turn the unit, or choose a target that it can reach";
        refusal Target = "E-ca-target" by "K3":
            "the target is one of your own units" => "name an enemy unit";
        refusal Draw = "E-ca-draw" by "V3":
            "the enemy has not offered a draw" => "`draw: offer` makes an offer";
        refusal Ahead = "E-ca-ahead":
            "orders given ahead that would never be used" => "leave them out, or give them in the file of the same turn";
        refusal Phase = "E-ca-phase":
            "orders that belong to another phase" => "use the form of the open phase";
        warning Attack = "W-ca-attack":
            "no attacks are given, and your standing policy will attack" => "write them below `ahead: attack:`, `[]` for none";
        warning Unread = "W-ca-unread":
            "an entry that does nothing, because it could not be read when it was filed" => "remove it, or write what you meant";
        warning General = "W-ca-general" by "V1":
            "your General could be destroyed in the enemy's next turn" => "move him out of reach, or put units and free squares behind him";
    }
}
