//! Words of events: how an attack was made, why a unit was lost, why an entry did nothing, what ended the game.

engine::words! {
    /// What an attack is made with.
    pub enum Means {
        /// By hand, against an adjacent unit.
        Melee = "melee",
        /// Slings and light javelins.
        Missile = "missile",
        /// A pilum, which is spent.
        Pilum = "pilum",
        /// The stones of an engine.
        Stones = "stones",
    }
}

engine::words! {
    /// The side on which an adjacent target is attacked.
    pub enum Aspect {
        /// The target faces the attacker.
        Front = "front",
        /// Diagonally, which counts as neither side nor rear.
        Corner = "corner",
        /// Left or right of the target.
        Side = "side",
        Rear = "rear",
    }
}

engine::words! {
    /// The causes for which a unit is destroyed.
    pub enum Cause {
        /// An Elephant that had to fall back.
        Elephant = "elephant",
        /// No square to fall back to.
        Blocked = "blocked",
        /// Driven over its own edge.
        OffBoard = "off-board",
        /// Thrown back twice in one phase.
        DoubleWhammy = "double-whammy",
    }
}

engine::words! {
    /// The reasons for which an entry is void.
    pub enum Reason {
        /// No destination left that it can reach.
        Unreachable = "unreachable",
        /// It cannot get to a square to attack from.
        AttackSquare = "attack-square",
        /// No target left that it can attack.
        NoTarget = "no-target",
        /// An Onager that has moved or turned.
        OnagerMoved = "onager-moved",
        NoSkirmisher = "no-skirmisher",
        /// It cannot charge, or has charged before.
        NoCharge = "no-charge",
        /// No such unit of this side is on the board.
        NoUnit = "no-unit",
        /// An entry that belongs to another phase.
        Misplaced = "misplaced",
        NoOffer = "no-offer",
        /// Not a lawful army: a ready army is taken instead.
        Army = "army",
        /// Not a lawful choice of veterans.
        Veterans = "veterans",
        /// No lawful square for terrain, or more than may be laid.
        Terrain = "terrain",
        /// No such layout for this side.
        Layout = "layout",
        /// Outside the zone, taken, or a plateau.
        Square = "square",
        NotDue = "not-due",
    }
}

engine::words! {
    /// The reasons for which an entry is passed over.
    pub enum Passed {
        /// Its guard does not hold.
        Guard = "guard",
        Moved = "moved",
        Attacked = "attacked",
    }
}

engine::words! {
    /// Whether the game was won or drawn.
    pub enum Finish {
        Won = "won",
        Drawn = "drawn",
    }
}

engine::words! {
    pub enum Ending {
        /// A General was destroyed.
        General = "general",
        Resignation = "resignation",
        Agreement = "agreement",
        /// The same position for the third time.
        Repetition = "repetition",
        /// No loss for too long.
        Stall = "stall",
        /// The last round was played.
        Limit = "limit",
    }
}

impl Ending {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::General => "V1",
            Self::Resignation => "V2",
            Self::Agreement => "V3",
            Self::Repetition => "V4",
            Self::Stall => "V5",
            Self::Limit => "V6",
        }
    }
}
