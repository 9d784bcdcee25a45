//! The codes of this title: what cannot be read, what is refused or void, what is doubtful.

engine::codes! {
    /// What De Bello Punico says no to, or warns of.
    pub(super) enum Code {
        fault Hex = "E-dbp-hex" by "2.1": "no such hex, or one without quotes"
            => "write column and row, two digits each, in quotes";
        fault Name = "E-dbp-name" by "2.4": "no unit or leader bears this name"
            => "take the name from the list of positions";
        fault Way = "E-dbp-way": "a path or a facing that cannot be read"
            => "write hexes or directions (n, ne, se, s, sw, nw) separated by spaces, turns as /ne";
        fault BoxName = "E-dbp-box-name" by "4.1": "no command box of this name"
            => "take one of the boxes that the form lists";
        fault FalsePoint = "E-dbp-false-point" by "4": "the false point is missing, or it is not clear which one it is"
            => "add `vacuus:` and a box";
        fault Term = "E-dbp-term": "a word or term of an order that cannot be read"
            => "use one of the words that the message names";
        refusal SetUp = "E-dbp-set-up": "not a hex of the unit's type, taken, or no unit for the leader"
            => "choose a free set-up hex of the unit's own type";
        refusal Chips = "E-dbp-chips": "a wrong number of points"
            => "place exactly as many true points as your leader has";
        refusal Vacuus = "E-dbp-vacuus": "the false point is placed twice, or not at all"
            => "place the false point once";
        refusal Box = "E-dbp-box": "a box that is not yours, or closed in this battle"
            => "choose one of your own boxes";
        refusal BoxLimit = "E-dbp-box-limit": "too many chips in a box, including the false one"
            => "put the rest into other boxes";
        refusal Unit = "E-dbp-unit": "not a unit of yours that takes this order" => "name units of yours";
        refusal Gone = "E-dbp-gone": "off the map" => "leave it out";
        refusal Panic = "E-dbp-panic": "In fugam" => "leave it out: it flees by itself";
        refusal Motionless = "E-dbp-motionless": "the unit is under a Finis marker, or is not yours to move now"
            => "leave it out this turn";
        refusal Path = "E-dbp-path": "a step to a hex that is not adjacent, or off the map"
            => "go from each hex to a neighbour";
        refusal Front = "E-dbp-front": "a step into a hex that is not in front"
            => "turn first, or go through one of the three front hexes";
        refusal Terrain = "E-dbp-terrain": "the ground is closed to the unit" => "go around it";
        refusal Enemy = "E-dbp-enemy": "an enemy in the way" => "stop before them, or go around";
        refusal Mp = "E-dbp-mp": "too few movement points" => "shorten the path";
        refusal Stack = "E-dbp-stack": "a move that ends on another unit"
            => "end the path in an empty hex";
        refusal CrossZoc = "E-dbp-cross-zoc": "the path crosses a friend that is in an enemy ZdC"
            => "stop before them, or go around";
        refusal TurnShared = "E-dbp-turn-shared": "a turn in a hex that a friend holds"
            => "turn before or after them";
        refusal Zoc = "E-dbp-zoc": "a further step after entering an enemy ZdC"
            => "end the path there; turning is allowed";
        refusal Exit = "E-dbp-exit": "the unit may not leave the map here" => "leave `exit` out";
        refusal Entry = "E-dbp-entry": "a hex by which the unit cannot enter"
            => "enter by the hex of its exit or an edge hex beside it";
        refusal Ambush = "E-dbp-ambush": "too early for the ambush"
            => "wait until some Roman unit has panicked";
        refusal Command = "E-dbp-command": "no point is left in the box" => "leave the point out";
        refusal CommandType = "E-dbp-command-type":
            "more than three units, or more than one type, for one point" => "make a list for each type and each point";
        refusal CommandUnit = "E-dbp-command-unit": "a unit gets a second point in one impulse"
            => "name each unit once";
        refusal Range = "E-dbp-range": "out of the leader's command range"
            => "name units nearer to the leader";
        refusal Target = "E-dbp-target": "none of the listed targets is in front, or in sight"
            => "name an enemy in the unit's front";
        refusal Attacked = "E-dbp-attacked": "a unit attacks twice in one impulse"
            => "name it once";
        refusal NoAttack = "E-dbp-no-attack": "a unit that may not attack in this half"
            => "leave the attack out";
        refusal Charge = "E-dbp-charge" by "15.2": "the unit is not a mercenary unit, or has no charge left"
            => "leave `charge` out";
        refusal Support = "E-dbp-support" by "10.4": "a friend that may not support this unit"
            => "leave the supporter out";
        refusal Condition = "E-dbp-condition": "the condition of an order is not met"
            => "there is nothing to do: the order depends on it";
        refusal Advance = "E-dbp-advance" by "10.8": "an attacker that must advance stays where it is"
            => "leave `advance` out";
        refusal Leader = "E-dbp-leader" by "13": "a hex to which the leader cannot go"
            => "name one of the hexes that the question lists";
        refusal Recover = "E-dbp-recover": "a unit without Disorder Points" => "leave it out";
        warning Rome = "W-dbp-rome" by "15.1": "a standing order about elephants that only Rome can give"
            => "leave it out";
        warning Crossing = "W-dbp-crossing" by "7.1": "moves through friends that cost them disorder"
            => "go around them, or let only Ve, T, or Ha and Pr pass through each other";
        warning Back = "W-dbp-back" by "10.5": "units whose back an enemy could reach in the next half"
            => "put a friend behind them, or a flank guard whose ZdC covers the approach";
        warning WantedTwice = "W-dbp-support-twice" by "10.4": "two attacks want the support of one unit"
            => "say with `support:` which attack gets it";
        warning Idle = "W-dbp-idle" by "10": "units will be in front of an enemy, and no order tells them to attack"
            => "add ahead.combat, standing.attack, or wait: [combat]";
        warning IdlePoint = "W-dbp-idle-point": "a point in a box that no standing order will use"
            => "add the standing order that the message names";
    }
}
