//! The closed words of events.

engine::words! {
    /// The reasons for victory points (V).
    pub enum Award {
        /// A battle won, for the C-in-C.
        BattleWon = "battle won",
        /// A battle lost, for the C-in-C.
        BattleLost = "battle lost",
        /// Elements that the seat's troops destroyed.
        Elements = "elements destroyed",
        /// A general whom the seat's troops took.
        General = "general destroyed",
        /// A camp that the seat's troops looted.
        Camp = "camp looted",
        /// An army of one's own destroyed.
        ArmyDestroyed = "army destroyed",
        /// An army of one's own that surrendered.
        ArmySurrendered = "army surrendered",
        /// An army of one's own disbanded.
        ArmyDisbanded = "army disbanded",
        /// A city taken by siege.
        SiegeWon = "siege won",
        /// A city lost to a siege.
        SiegeLost = "siege lost",
        /// A minor city taken (H2).
        MinorCity = "minor city captured",
        /// A major city taken (H2).
        MajorCity = "major city captured",
        /// Resources turned into points (P7).
        Resources = "resources",
        /// Provinces at the end of the game (X2).
        Territory = "territory",
    }

    /// The causes of an army's destruction.
    pub enum Doom {
        /// It lost its last element in a battle (B5).
        Battle = "battle",
        /// Its city fell (Q2).
        Siege = "siege",
        /// It lost its last element in a siege (T4).
        Hunger = "hunger and sickness",
        /// It lost its last element on the way or in winter (T4).
        Attrition = "attrition",
        /// It had to retreat and could not (E6).
        NoRetreat = "no way to retreat",
    }

    /// The reasons why a siege is over without success.
    pub enum Relief {
        /// All besiegers have gone (Q4).
        NoBesieger = "no besieger is left",
        /// Nobody and nothing is left to besiege (Q4).
        NobodyBesieged = "nobody is left to besiege",
        /// The besieged fight before the walls (Q3).
        Sally = "the besieged army sallies",
    }

    /// The reasons why a player left out of the season's battles fights no minor war.
    pub enum Unopposed {
        /// Of two or more left out, none could oppose (N2).
        NoOpponent = "he finds no opponent",
        /// Left out alone, and nobody of the other side can be pressed (N3).
        NobodyLeft = "nobody is left to oppose him",
    }

    /// The ways in which a battle was decided.
    pub enum Decision {
        Break = "break",
        Withdrawal = "withdrawal",
        Night = "night",
        /// On the table, as its players report.
        Reported = "reported",
    }

    /// The reasons for which a move ends (M2).
    pub enum Halt {
        EnemyArmy = "enemy-army",
        Wild = "wild",
        EnemyOwned = "enemy-owned",
        MountainRoute = "mountain-route",
        Water = "water",
    }

    /// The reasons for which an army rolls for attrition (T).
    pub enum Hardship {
        Mountain = "mountain",
        OpenSea = "open-sea",
        WinterMove = "winter-move",
        WinterQuarters = "winter-quarters",
    }
}
