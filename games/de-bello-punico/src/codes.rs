//! The codes of this title: what cannot be read, what is refused or void, what is doubtful.

engine::codes! {
    pub(super) enum Code {
        fault Hex = "E-dbp-hex" by "2.1": "there is no such hex, or it is not in quotes"
            => "write the column and the row with two digits each, in quotes";
        fault Name = "E-dbp-name" by "2.4": "no unit or leader has this name"
            => "take the name from the list of positions";
        fault Way = "E-dbp-way": "the path or the facing cannot be read"
            => "write hexes or directions (n, ne, se, s, sw, nw) with spaces between them, and turns as in /ne";
        fault BoxName = "E-dbp-box-name" by "4.1": "there is no command box of this name"
            => "use one of the boxes that the form lists";
        fault FalsePoint = "E-dbp-false-point" by "4": "the blank is missing, or it is not clear which chip is the blank"
            => "add `vacuus:` and a box";
        fault Term = "E-dbp-term": "a word or a condition in the order cannot be read"
            => "use one of the words that the message names";
        refusal SetUp = "E-dbp-set-up": "the hex is not for this type of unit or is occupied, or the leader has no unit"
            => "choose a free set-up hex of the unit's own type";
        refusal Chips = "E-dbp-chips": "the number of points is wrong"
            => "place exactly as many true points as your leader has";
        refusal Vacuus = "E-dbp-vacuus": "the blank is placed twice, or not at all"
            => "place the blank once";
        refusal Box = "E-dbp-box": "the box is not yours, or it is closed in this battle"
            => "choose one of your own boxes";
        refusal BoxLimit = "E-dbp-box-limit": "a box has too many chips, counting the blank"
            => "put the others into other boxes";
        refusal Unit = "E-dbp-unit": "this is not one of your units, or it cannot be given this order" => "name one of your units that can do this";
        refusal Gone = "E-dbp-gone": "the unit is off the map" => "leave it out";
        refusal Panic = "E-dbp-panic": "the unit is In fugam" => "leave it out: it flees by itself";
        refusal Motionless = "E-dbp-motionless": "the unit has a Finis marker, or is not yours to move now"
            => "leave it out in this turn";
        refusal Path = "E-dbp-path": "a step leads to a hex that is not adjacent, or off the map"
            => "go from each hex to a neighbour";
        refusal Front = "E-dbp-front": "a step leads to a hex that is not one of the unit's three front hexes"
            => "turn first, or go through one of the three front hexes";
        refusal Terrain = "E-dbp-terrain": "the unit cannot enter this terrain" => "go around it";
        refusal Enemy = "E-dbp-enemy": "an enemy is in the way" => "stop in front of it, or go around it";
        refusal Mp = "E-dbp-mp": "the unit has too few movement points" => "shorten the path";
        refusal Stack = "E-dbp-stack": "the move ends on another unit"
            => "end the path in an empty hex";
        refusal CrossZoc = "E-dbp-cross-zoc": "the path crosses a friendly unit in an enemy ZdC"
            => "stop before it, or go around it";
        refusal TurnShared = "E-dbp-turn-shared": "the unit turns in a hex with a friendly unit"
            => "turn before or after that hex";
        refusal Zoc = "E-dbp-zoc": "the path continues after the unit has entered an enemy ZdC"
            => "end the path there; turning is allowed";
        refusal Exit = "E-dbp-exit": "the unit may not leave the map here" => "leave `exit` out";
        refusal Entry = "E-dbp-entry": "the unit cannot enter the map by this hex"
            => "enter by the hex by which it left, or by an edge hex next to it";
        refusal Ambush = "E-dbp-ambush": "the ambush may not enter yet"
            => "wait until some Roman unit has panicked";
        refusal Command = "E-dbp-command": "no point is left in the box" => "leave the point out";
        refusal CommandType = "E-dbp-command-type":
            "one point is given to more than three units, or to more than one type" => "give each point its own list, of at most three units of one type";
        refusal CommandUnit = "E-dbp-command-unit": "a unit would get two points in one impulse"
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
            => "nothing needs to be changed: the order is carried out only if its condition is met";
        refusal Advance = "E-dbp-advance" by "10.8": "the attacker must advance, but the order tells it to stay"
            => "leave `advance` out";
        refusal Leader = "E-dbp-leader" by "13": "the leader cannot go to this hex"
            => "name one of the hexes that the question lists";
        refusal Recover = "E-dbp-recover": "the unit has no Disorder Points" => "leave it out";
        warning Rome = "W-dbp-rome" by "15.1": "only Rome can give standing orders about elephants"
            => "leave it out";
        warning Crossing = "W-dbp-crossing" by "7.1": "moving through friendly units would cause disorder"
            => "go around them, or cross only where no disorder results: Ve and T, or Ha and Pr through each other";
        warning Back = "W-dbp-back" by "10.5": "an enemy could get behind some units in the next half"
            => "put a friendly unit behind them, or one on the flank whose ZdC covers the way there";
        warning WantedTwice = "W-dbp-support-twice" by "10.4": "two attacks ask for the support of the same unit"
            => "say with `support:` which attack gets it";
        warning Idle = "W-dbp-idle" by "10": "some units will have an enemy in front, but no order tells them to attack"
            => "add `ahead: combat`, `standing: attack` or `standing: wait: [combat]`";
        warning IdlePoint = "W-dbp-idle-point": "no standing order will use the point in this box"
            => "add the standing order that is named in the message";
    }
}
