//! The codes of this title: what cannot be read, what is refused or void, what is doubtful.

engine::codes! {
    /// What De Bello Punico says no to, or warns of.
    pub(super) enum Code {
        fault Hex = "E-dbp-hex" by "2.1": "no such hex, or one without quotes"
            => "write column and row, two digits each, in quotes";
        fault Name = "E-dbp-name" by "2.4": "no unit or leader bears this name"
            => "take the name from the list of positions";
        fault Way = "E-dbp-way": "a way or a facing that cannot be read"
            => "write hexes or directions (n, ne, se, s, sw, nw) parted by blanks, turns as /ne";
        fault BoxName = "E-dbp-box-name" by "4.1": "no command box of this name"
            => "take one of the boxes that the form lists";
        fault FalsePoint = "E-dbp-false-point" by "4": "the false point is missing, or it is not clear which one it is"
            => "add `vacuus:` and a box";
        fault Term = "E-dbp-term": "a word or term of an order that cannot be read"
            => "take one of the words that the message names";
        refusal SetUp = "E-dbp-set-up" was "E-SETUP": "not a hex of the unit's type, taken, or no unit for the leader"
            => "choose a free set-up hex of the unit's own type";
        refusal Chips = "E-dbp-chips" was "E-CHIPS": "a wrong number of points"
            => "place just as many true points as your leader has";
        refusal Vacuus = "E-dbp-vacuus" was "E-VACUUS": "the false point is laid twice, or not at all"
            => "place the false point once";
        refusal Box = "E-dbp-box" was "E-BOX": "a box that is not yours, or closed in this battle"
            => "choose one of your own boxes";
        refusal BoxLimit = "E-dbp-box-limit" was "E-BOX-LIMIT": "too many chips in a box, the false one counted"
            => "put the rest into other boxes";
        refusal Unit = "E-dbp-unit" was "E-UNIT": "not a unit of yours that takes this order" => "name units of yours";
        refusal Gone = "E-dbp-gone" was "E-GONE": "off the map" => "leave it out: it is off the map";
        refusal Panic = "E-dbp-panic" was "E-PANIC": "In fugam" => "leave it out: it runs by itself";
        refusal Motionless = "E-dbp-motionless" was "E-MOTIONLESS": "under a Finis marker, or not yours to move now"
            => "leave it out this turn";
        refusal Path = "E-dbp-path" was "E-PATH": "a step to a hex that is not adjacent, or off the map"
            => "go from each hex to a neighbour";
        refusal Front = "E-dbp-front" was "E-FRONT": "a step into a hex that is not in front"
            => "turn first, or go through one of the three front hexes";
        refusal Terrain = "E-dbp-terrain" was "E-TERRAIN": "closed ground" => "go around it";
        refusal Enemy = "E-dbp-enemy" was "E-ENEMY": "an enemy in the way" => "stop before them, or go around";
        refusal Mp = "E-dbp-mp" was "E-MP": "too few movement points" => "shorten the way";
        refusal Stack = "E-dbp-stack" was "E-STACK": "a move that ends on another unit"
            => "end the way in an empty hex";
        refusal CrossZoc = "E-dbp-cross-zoc" was "E-CROSS-ZOC": "a friend who stands in an enemy ZdC is crossed"
            => "stop before them, or go around";
        refusal TurnShared = "E-dbp-turn-shared" was "E-TURN-SHARED": "a turn in a hex that a friend holds"
            => "turn before or behind them";
        refusal Zoc = "E-dbp-zoc" was "E-ZOC": "a step on after entering an enemy ZdC"
            => "end the way there; turning is allowed";
        refusal Exit = "E-dbp-exit" was "E-EXIT": "the unit may not leave the map here" => "leave `exit` out";
        refusal Entry = "E-dbp-entry" was "E-ENTRY": "a hex by which the unit cannot enter"
            => "enter by the hex of its exit or an edge hex beside it";
        refusal Ambush = "E-dbp-ambush" was "E-AMBUSH": "too early for the ambush"
            => "wait until some Roman unit has panicked";
        refusal Command = "E-dbp-command" was "E-COMMAND": "no point is left in the box" => "leave the point out";
        refusal CommandType = "E-dbp-command-type" was "E-COMMAND-TYPE":
            "more than three units, or more than one type, for one point" => "make a list for each type and each point";
        refusal CommandUnit = "E-dbp-command-unit" was "E-COMMAND-UNIT": "a second point for a unit in one impulse"
            => "name each unit once";
        refusal Range = "E-dbp-range" was "E-RANGE": "out of the leader's command range"
            => "name units nearer to the leader";
        refusal Target = "E-dbp-target" was "E-TARGET": "nothing that is listed stands in front, or in sight"
            => "name an enemy in the unit's front";
        refusal Attacked = "E-dbp-attacked" was "E-ATTACKED": "a second attack of one unit in an impulse"
            => "name it once";
        refusal NoAttack = "E-dbp-no-attack" was "E-NO-ATTACK": "a unit that may not attack in this half"
            => "leave the attack out";
        refusal Charge = "E-dbp-charge" by "15.2" was "E-CHARGE": "not mercenaries, or no charge is left"
            => "leave `charge` out";
        refusal Support = "E-dbp-support" by "10.4" was "E-SUPPORT": "a friend that may not support this unit"
            => "leave the supporter out";
        refusal Condition = "E-dbp-condition" was "E-CONDITION": "the condition of an order does not hold"
            => "nothing: the order was meant to depend on it";
        refusal Recover = "E-dbp-recover" was "E-RECOVER": "a unit without Disorder Points" => "leave it out";
        warning Rome = "W-dbp-rome" by "15.1": "a standing order about elephants that only Rome can give"
            => "leave it out";
        warning Crossing = "W-dbp-crossing" by "7.1": "moves through friends that cost them disorder"
            => "go round them, or let only Ve, T, or Ha and Pr pass through each other";
        warning Back = "W-dbp-back" by "10.5": "units whose back an enemy could reach in the next half"
            => "put a friend behind them, or a flank guard whose ZdC covers the way";
        warning WantedTwice = "W-dbp-support-twice" by "10.4": "two attacks want the support of one unit"
            => "say who shall have it, with `support:`";
        warning Idle = "W-dbp-idle" by "10": "units that will stand before an enemy with nothing to tell them to attack"
            => "add ahead.combat, standing.attack, or wait: [combat]";
        warning IdlePoint = "W-dbp-idle-point": "a point in a box that no standing order will use"
            => "add the standing order that the message names";
    }
}
