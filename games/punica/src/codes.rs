//! The codes of Punica: its refusals and its warnings.

engine::codes! {
    pub(crate) enum Code {
        fault Key = "E-pu-key": "the key is not allowed here" => "use one of the keys that the message lists";
        fault Missing = "E-pu-missing": "a required key is missing" => "add it";
        fault Area = "E-pu-area": "no such area" => "name the area by its id or its three-letter code, as the report does";
        fault Unit = "E-pu-unit": "there is no such kind of unit" => "write army, hannibal, fleet or, with the option, hannibal+army";
        fault Card = "E-pu-card": "no such card" => "name a card in your hand by its id, such as r5 or c5";
        fault Move = "E-pu-move": "a movement, or a unit and its place, cannot be read" => "write the unit, the area it leaves and the area it enters: army roma sicilia";
        fault Action = "E-pu-action": "no such action" => "write move, card, deploy or pass";
        fault Policy = "E-pu-policy": "a rule, play or effect cannot be read" => "write it as the form shows it";
        fault Awaited = "E-pu-awaited": "the seat has no orders to give in this phase" => "leave `orders` out; `ahead` and `standing` may be filed at any time";
        fault DrawWord = "E-pu-draw-word": "this is neither an offer nor the acceptance of a draw" => "write `draw: offer` or `draw: accept`";

        refusal NoSeat = "E-pu-no-seat" by "T1": "the seat has no side in this game" => "file orders for rome or carthage";
        refusal Over = "E-pu-over" by "V5": "the game is over" => "order nothing more";
        refusal Draw = "E-pu-draw" by "X2": "the order accepts a draw that was not offered, or offers one without an action" => "offer it together with an action, or leave `draw` out";
        refusal Hand = "E-pu-hand": "the card is not in your hand, or the play does not choose a card in your hand" => "name a card in your hand, or add an alternative";
        refusal Foreign = "E-pu-foreign" by "B3": "your side never has this card" => "name one of your own cards";
        refusal SameArea = "E-pu-same-area" by "M7": "a movement ends where it began" => "name two areas";
        refusal Element = "E-pu-element" by "M7": "an army is ordered to a sea, or a fleet to a region" => "armies go from region to region, fleets from sea to sea";
        refusal NoUnit = "E-pu-no-unit": "you have no such unit there at that moment" => "name an area where you have such a unit";
        refusal Engaged = "E-pu-engaged" by "M6": "a unit is ordered to move after it has met the enemy" => "order another one";
        refusal Unreachable = "E-pu-unreachable" by "M3": "the area can be reached neither over a border nor by a chain of seas" => "choose an area that the message lists, or bring a fleet first";
        refusal NoEscort = "E-pu-no-escort" by "O4": "hannibal+army is allowed only with the option hannibal.escort" => "move each of them with a movement of its own";
        refusal StepOrder = "E-pu-step-order" by "K2": "a card's movements are not in their printed order" => "put them in the order of the card";
        refusal TooMany = "E-pu-too-many" by "K2": "you have ordered more movements than the card has" => "leave the last movements out";
        refusal WrongUnit = "E-pu-wrong-unit" by "K3": "the card does not move this unit" => "order a unit that the card moves, or play another card";
        refusal NoFleet = "E-pu-no-fleet" by "D1": "you have no fleet off the board" => "take another action";
        refusal WrongBattle = "E-pu-wrong-battle" by "B2": "another battle must be answered now" => "name the battle that the form names";
        refusal NotPending = "E-pu-not-pending" by "B2": "the order of battles names an area where no battle is pending" => "name pending ones";
        refusal Loss = "E-pu-loss" by "B6": "you may not choose this loss, or there is no such unit there" => "write `lose: army` or `lose: hannibal` where you are asked for it";
        refusal Retreat = "E-pu-retreat" by "W5": "the units cannot retreat there" => "choose an area that the message lists";
        refusal Undecided = "E-pu-undecided": "the answer to a question is missing" => "add it";

        warning AheadFull = "W-pu-ahead-full" by "T1": "orders given in advance are ignored in tempo `full`" => "leave `ahead` out";
        warning LastArmy = "W-pu-last-army" by "V3": "you give up your last army and lose at once" => "take another action";
        warning Unused = "W-pu-unused" by "K1": "the card has movements left" => "add movements, if you wish";
        warning OpenCapital = "W-pu-open-capital" by "V1": "your capital is left empty within reach of the enemy" => "leave a unit there";
        warning NeverMade = "W-pu-never-made" by "V5": "a movement follows the one that ends the game" => "leave it out";
        warning Threat = "W-pu-threat" by "V5": "the enemy can enter unopposed, or win the game, next turn" => "put a unit there, block the route, or play a stronger card";
        warning NoRule = "W-pu-no-rule" by "B3": "none of your rules covers an attack, so the default rule chooses the card" => "add a rule to standing.battle";
        warning Predictable = "W-pu-predictable" by "B3": "an attack that decides the game is always met with the same card" => "let chance choose the card: {mix: {r3: 2, r5: 1}}";
    }
}
