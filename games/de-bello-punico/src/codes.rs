//! The codes of this title: what cannot be read, what is refused or void, what is doubtful.

engine::codes! {
    /// The codes of De Bello Punico: its refusals and its warnings.
    pub(super) enum Code {
        fault Hex = "E-dbp-hex" by "2.1": "there is no such hex, or it is not in quotes"
            => "write the column and the row with two digits each, in quotes";
        fault Name = "E-dbp-name" by "2.4": "no unit or leader has this name"
            => "take the name from the list of positions";
        fault Way = "E-dbp-way": "the path or the facing cannot be read"
            => "write hexes or directions (n, ne, se, s, sw, nw) with spaces between them, and turns as in /ne";
        fault BoxName = "E-dbp-box-name" by "4.1": "there is no command box of this name"
            => "use one of the boxes that the form lists";
        fault FalsePoint = "E-dbp-false-point" by "4": "the blank is missing, or it is not clear which one it is"
            => "add `vacuus:` and a box";
        fault Term = "E-dbp-term": "a word or a condition in the order cannot be read"
            => "use one of the words that the message names";
        refusal SetUp = "E-dbp-set-up": "the hex is not one for this type of unit, or it is taken, or the leader has no unit"
            => "choose a free set-up hex of the unit's own type";
        refusal Chips = "E-dbp-chips": "the number of points is wrong"
            => "place exactly as many true points as your leader has";
        refusal Vacuus = "E-dbp-vacuus": "the blank is placed twice, or not at all"
            => "place the blank once";
        refusal Box = "E-dbp-box": "the box is not yours, or it is closed in this battle"
            => "choose one of your own boxes";
        refusal BoxLimit = "E-dbp-box-limit": "there are too many chips in a box, including the blank"
            => "put the others into other boxes";
        refusal Unit = "E-dbp-unit": "this is not one of your units, or it cannot be given this order" => "name one of your units that can do this";
        refusal Gone = "E-dbp-gone": "the unit is off the map" => "leave it out";
        refusal Panic = "E-dbp-panic": "the unit is In fugam" => "leave it out: it flees by itself";
        refusal Motionless = "E-dbp-motionless": "the unit has a Finis marker, or is not yours to move now"
            => "leave it out in this turn";
        refusal Path = "E-dbp-path": "a step leads to a hex that is not adjacent, or off the map"
            => "go from each hex to a neighbour";
        refusal Front = "E-dbp-front": "a step leads to a hex that is not in front of the unit"
            => "turn first, or go through one of the three front hexes";
        refusal Terrain = "E-dbp-terrain": "the ground is closed to the unit" => "go around it";
        refusal Enemy = "E-dbp-enemy": "an enemy is in the way" => "stop before it, or go around it";
        refusal Mp = "E-dbp-mp": "the unit has too few movement points" => "shorten the path";
        refusal Stack = "E-dbp-stack": "the move ends on another unit"
            => "end the path in an empty hex";
        refusal CrossZoc = "E-dbp-cross-zoc": "the path crosses a friendly unit in an enemy ZdC"
            => "stop before it, or go around it";
        refusal TurnShared = "E-dbp-turn-shared": "the unit turns in a hex with a friendly unit"
            => "turn before or after that hex";
        refusal Zoc = "E-dbp-zoc": "the path goes on after the unit enters an enemy ZdC"
            => "end the path there; turning is allowed";
        refusal Exit = "E-dbp-exit": "the unit may not leave the map here" => "leave `exit` out";
        refusal Entry = "E-dbp-entry": "the unit cannot enter by this hex"
            => "enter by the hex by which it left, or by an edge hex next to it";
        refusal Ambush = "E-dbp-ambush": "it is too early for the ambush"
            => "wait until some Roman unit has panicked";
        refusal Command = "E-dbp-command": "no point is left in the box" => "leave the point out";
        refusal CommandType = "E-dbp-command-type":
            "more than three units, or more than one type, for one point" => "make a list for each type and each point";
        refusal CommandUnit = "E-dbp-command-unit": "a unit would get a second point in one impulse"
            => "name each unit once";
        refusal Range = "E-dbp-range": "the unit is outside the leader's command range"
            => "name units nearer to the leader";
        refusal Target = "E-dbp-target": "none of the listed targets is in front, or in sight"
            => "name an enemy in the unit's front";
        refusal Attacked = "E-dbp-attacked": "a unit attacks twice in one impulse"
            => "name it once";
        refusal NoAttack = "E-dbp-no-attack": "the unit may not attack in this half"
            => "leave the attack out";
        refusal Charge = "E-dbp-charge" by "15.2": "the unit is not a mercenary unit, or has no charge left"
            => "leave `charge` out";
        refusal Support = "E-dbp-support" by "10.4": "a friendly unit may not support this one"
            => "leave the supporter out";
        refusal Condition = "E-dbp-condition": "the condition of an order is not met"
            => "there is nothing to do: the order depends on it";
        refusal Advance = "E-dbp-advance" by "10.8": "the attacker must advance, but the order says that it stays"
            => "leave `advance` out";
        refusal Leader = "E-dbp-leader" by "13": "the leader cannot go to this hex"
            => "name one of the hexes that the question lists";
        refusal Recover = "E-dbp-recover": "the unit has no Disorder Points" => "leave it out";
        warning Rome = "W-dbp-rome" by "15.1": "only Rome can give standing orders about elephants"
            => "leave it out";
        warning Crossing = "W-dbp-crossing" by "7.1": "moves through friendly units would give them disorder"
            => "go around them, or let only units pass that may do so freely: Ve and T, or Ha and Pr through each other";
        warning Back = "W-dbp-back" by "10.5": "an enemy could get behind some units in the next half"
            => "put a friendly unit behind them, or a flank guard whose ZdC covers the way there";
        warning WantedTwice = "W-dbp-support-twice" by "10.4": "two attacks want the support of one unit"
            => "say with `support:` which attack gets it";
        warning Idle = "W-dbp-idle" by "10": "some units will have an enemy in front, but no order tells them to attack"
            => "add `ahead: combat`, `standing: attack` or `standing: wait: [combat]`";
        warning IdlePoint = "W-dbp-idle-point": "no standing order will use the point in this box"
            => "add the standing order that the message names";
    }
}
