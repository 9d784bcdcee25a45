//! The shapes of counters, symbols, stripes and badges. They are drawn for a cell that is 44 across, and enlarged for the field.

/// Scales a drawing 44 across to 100 across.
pub(super) const ENLARGED: &str = "scale(2.27)";

/// Outline and inner line of a counter: corner to the north, side to the north, square.
pub(super) const POINT: [&str; 2] =
    ["M0-22L19-11V11L0 22L-19 11V-11Z", "M0-19.4L16.8-9.7V9.7L0 19.4L-16.8 9.7V-9.7Z"];
pub(super) const FLAT: [&str; 2] =
    ["M-11-19H11L22 0L11 19H-11L-22 0Z", "M-9.7-16.8H9.7L19.4 0L9.7 16.8H-9.7L-19.4 0Z"];
pub(super) const SQUARE: [&str; 2] = ["M-19-19H19V19H-19Z", "M-16.8-16.8H16.8V16.8H-16.8Z"];

/// The pointed front, to the north, for a cell that is 100 across. It lies below the block.
pub(super) const FRONTS: [&str; 3] = [
    "M0-61L26-38.5L0-50L-26-38.5Z",
    "M-24-44H-17L0-59L17-44H24L20-38H-20Z",
    "M-40-44H-17L0-60L17-44H40V-38H-40Z",
];

/// The coloured foot of a counter, in which its strength stands, and the rule above it; for a cell that is 100 across.
pub(super) const FEET: [[&str; 2]; 3] = [
    ["M-40.5 9H40.5V23.5L0 47L-40.5 23.5Z", "M-41 9H41"],
    ["M-42.4 8.5H42.4L23.6 40.6H-23.6Z", "M-43 8.5H43"],
    ["M-40.5 15H40.5V40.5H-40.5Z", "M-41 15H41"],
];

/// The paths of a symbol, from the lowest to the highest.
#[derive(Default)]
pub(super) struct Symbol {
    pub(super) name: &'static str,
    /// The path that is filled with the counter's ink.
    pub(super) ink: &'static str,
    /// The path above it that is filled with the counter's ground colour.
    pub(super) cut: &'static str,
    /// The path above both that is filled with the ink again.
    pub(super) over: &'static str,
    /// The path that is stroked with the ink.
    pub(super) line: &'static str,
}

/// The symbols of units, each on a field of 32 by 32. They are our own drawings.
pub(super) const SYMBOLS: &[Symbol] = &[
    Symbol {
        name: "heavy-infantry",
        ink: "M8 11H20Q22 11 22 13V26Q22 29 15 30Q8 29 8 26ZM10 9Q10 3 15 3Q20 3 20 9ZM25 30V8L26.5 3L28 8V30Z",
        cut: "M15 17.5L17.8 20.5L15 23.5L12.2 20.5ZM14.2 12.5H15.8V17H14.2ZM14.2 24H15.8V28.4H14.2Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "light-infantry",
        ink: "M12 13A7.5 7.5 0 1 1 11.9 13ZM18 27L27 4L29 2.5L29 5L20 28ZM22.5 29L30 11L31.5 9.6L31.4 11.8L24.4 29.8Z",
        cut: "M12 17A3.5 3.5 0 1 1 11.9 17ZM12 19A1.5 1.5 0 1 0 12.1 19Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "slinger",
        ink: "M21 3A5 5 0 1 1 20.9 3ZM4 26L8 22L11 25L7 29Q4 30 3 29Q2 28 4 26Z",
        cut: "",
        over: "",
        line: "M9 24Q10 12 16.5 9.5M9 24Q20 22 23.5 12.5",
    },
    Symbol {
        name: "light-horse",
        ink: "M3 13Q5 11 8 12L18 12Q20 7 24 5L25 3L26.5 5.2Q29 7 30.5 10L29 12L26 11Q25 15 23.5 17L27 20L25.5 24L23.6 23.2L24.3 20.8L19.5 19L12 19L8 22L9 27L6.8 27.5L5.2 21.5L7 17.5Q5 16 4.6 14.5L2 18L1 17Z",
        cut: "",
        over: "",
        line: "",
    },
    Symbol {
        name: "heavy-horse",
        ink: "M3 15Q5 13 8 14L18 14Q20 9.5 24 8L25 6L26.5 8.2Q29 10 30.5 13L29 15L26 14Q25 17.5 23.5 19.5L27 22L25.5 26L23.6 25.2L24.3 22.8L19.5 21L12 21L8 24L9 29L6.8 29.5L5.2 23.5L7 19.5Q5 18 4.6 16.5L2 20L1 19ZM11 13L12 6.5Q14 4.6 16.2 6.5L17.4 13ZM14.1 5A2.6 2.6 0 1 1 14.2 5Z",
        cut: "",
        over: "",
        line: "M6 10.8L27 3.2",
    },
    Symbol {
        name: "elephant",
        ink: "M5 14Q8 11 14 11Q19 10 22 11.5Q25 9.5 27.5 11.5Q30 14 29.6 19L30.6 25Q30.8 28 28.6 28L28.2 26.4Q28.6 23 27 20.5L24.6 21.5L24.4 29H19.8L19.4 23.5H13L12.4 29H7.8L7.2 22Q5.4 20 5 17L3 23L2 22.6ZM9 10V3.5H11V5H13V3.5H15V5H17V3.5H19V10Z",
        cut: "M23.2 13.4Q25.4 14.6 24.4 18.6Q22.2 18 22 15.4Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "general",
        ink: "M7 20Q6 10 15 9Q23 9 24 17L27 19L24.5 20.5V22L25.5 24.5L23.5 27L20 27.5L19 22.5L15 20.5V28H9Q7 26 7 20ZM3.5 21Q1.5 6 14 3.5Q22 2.5 27 9L25 11Q20 6.4 14 7.2Q6 8.6 6.2 19.4Z",
        cut: "",
        over: "",
        line: "",
    },
    Symbol {
        name: "camp",
        ink: "M4 4H13V7H7V13H4ZM19 4H28V13H25V7H19ZM4 19H7V25H13V28H4ZM25 19H28V28H19V25H25ZM16 10L21 21H18.4L16 15.4L13.6 21H11Z",
        cut: "",
        over: "",
        line: "",
    },
    Symbol {
        name: "fleet",
        ink: "M2 18H5.5L6 20H24.5Q27 19.5 27.4 15.5L26 13.5Q29 12.2 30.4 15Q30.4 21 26.4 24H5.2L1 22.5L4.4 21ZM14.6 3H16.4V18H14.6ZM7.6 5.6H23.4Q24.6 11 22.4 15.4H8.8Q11 10.6 7.6 5.6Z",
        cut: "",
        over: "",
        line: "M8 25L6 29M13 25L11 29M18 25L16 29M23 25L21 29",
    },
    Symbol {
        name: "spearman",
        ink: "M14.5 10A10 10 0 1 1 14.4 10ZM26.2 31V6L24.6 6L27.2 .6L29.8 6L28.2 6V31ZM9 8.4Q9.4 1.6 14.6 1.6Q19.8 1.6 20.2 8.4Q17 6.9 14.6 6.9Q12 6.9 9 8.4Z",
        cut: "M14.5 13A7 7 0 1 0 14.6 13ZM14.5 14.8A5.2 5.2 0 1 1 14.4 14.8Z",
        over: "M14.5 17.6A2.4 2.4 0 1 1 14.4 17.6Z",
        line: "",
    },
    Symbol {
        name: "thureos",
        ink: "M13.5 2Q22 4.6 22 16Q22 27.4 13.5 30Q5 27.4 5 16Q5 4.6 13.5 2ZM26 31V9L24.4 9L27 3L29.6 9L28 9V31Z",
        cut: "M12.8 5H14.2V12.6L16.6 16L14.2 19.4V27H12.8V19.4L10.4 16L12.8 12.6Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "swordsman",
        ink: "M5 6H19Q21 6 21 8V25Q21 29 12 30.4Q3 29 3 25V8Q3 6 5 6ZM25.4 22V9L27 4.6L28.6 9V22H30.6V24H28V29.4H26V24H23.4V22Z",
        cut: "M11.2 8.4H12.8V13.6L15.6 17.8L12.8 22V28H11.2V22L8.4 17.8L11.2 13.6Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "buckler",
        ink: "M12 10A9 9 0 1 1 11.9 10ZM23 29L24.6 20Q22.6 13 29.4 3Q31 12 27 20.4L25.4 29.4Z",
        cut: "M12 13.4A5.6 5.6 0 1 0 12.1 13.4ZM12 15A4 4 0 1 1 11.9 15Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "long-sword",
        ink: "M4 9L12 5L20 9V25L12 29L4 25ZM26 31V26H23V24.2H25.6V4L26.8 1.4L28 4V24.2H30.6V26H27.8V31Z",
        cut: "M11.2 9H12.8V14.4L15 17L12.8 19.6V25H11.2V19.6L9 17L11.2 14.4Z",
        over: "",
        line: "",
    },
    Symbol {
        name: "engine",
        ink: "M3 22H29V26H3ZM8 24.4A3.8 3.8 0 1 1 7.9 24.4ZM24 24.4A3.8 3.8 0 1 1 23.9 24.4ZM13 22L8.4 8.6L10.4 7.8L17 22ZM5 2.6Q11 1.6 11.4 7.2Q7 11 4 7.4ZM18 22V10H21V22Z",
        cut: "",
        over: "",
        line: "",
    },
];

/// The stripes of Commands, from 1, on a field of 5 by 22 round the middle.
pub(super) const STRIPES: [&str; 6] = [
    "M-2.5-11h5v22h-5z",
    "M-2.5-11h5v3h-5zM-2.5-6.2h5v3h-5zM-2.5-1.5h5v3h-5zM-2.5 3.2h5v3h-5zM-2.5 8h5v3h-5z",
    "M0-10.6l2.5 2.6l-2.5 2.6l-2.5-2.6zM0-4.6l2.5 2.6l-2.5 2.6l-2.5-2.6zM0 1.4l2.5 2.6l-2.5 2.6l-2.5-2.6zM0 7.4l1.8 1.8l-1.8 1.8l-1.8-1.8z",
    "M-2.5-11h1.6v22h-1.6zM.9-11h1.6v22h-1.6z",
    "M-2.5-6l5-5v3l-5 5zM-2.5 0l5-5v3l-5 5zM-2.5 6l5-5v3l-5 5zM-2.5 11v-2l5-5v3l-4 4z",
    "M-2.5-11h2.5v3.7h-2.5zM0-7.3h2.5v3.7h-2.5zM-2.5-3.7h2.5v3.7h-2.5zM0 0h2.5v3.7h-2.5zM-2.5 3.7h2.5v3.6h-2.5zM0 7.3h2.5v3.7h-2.5z",
];

/// Orders on a chit, on a field of 16 by 16 round the middle, by the word that a chit says.
pub(super) const ORDERS: [(&str, &str); 4] = [
    ("Stand and Defend", "M-1.6-7h3.2v11h4.4v3h-12v-3h4.4z"),
    ("Move", "M-7-1.6h7v-4.4l7 6l-7 6v-4.4h-7z"),
    ("Move to Attack", "M-7-1.4h5.4v-4.6l6 6l-6 6v-4.6h-5.4zM4.6-7h2.6v14h-2.6z"),
    ("Reform", "M6.8-1A7 7 0 1 0 4.4 5.4L2.6 3.2A4.2 4.2 0 1 1 4-1.4H1.4L5.4 3L8.8-1z"),
];

pub(super) const STAR: &str =
    "M0-5.6L1.5-1.9L5.3-1.7L2.4.7L3.4 4.5L0 2.4L-3.4 4.5L-2.4.7L-5.3-1.7L-1.5-1.9Z";
/// A wreath: its stem, and its leaves.
pub(super) const LAUREL: [&str; 2] = [
    "M-1.4 6.2Q-7 4.4-6.6-2.6M1.4 6.2Q7 4.4 6.6-2.6",
    "M-6.6-2.6q-1.6-2.2.2-4.2q1.8 1.8-.2 4.2zM-6.5.6q-3.2-.2-3.4-3q2.8 0 3.4 3zM-5.2 3.4q-3 .8-4.2-1.6q2.6-1 4.2 1.6zM-3 5.4q-2.2 2-4.4.4q1.8-2.2 4.4-.4zM6.6-2.6q1.6-2.2-.2-4.2q-1.8 1.8.2 4.2zM6.5.6q3.2-.2 3.4-3q-2.8 0-3.4 3zM5.2 3.4q3 .8 4.2-1.6q-2.6-1-4.2 1.6zM3 5.4q2.2 2 4.4.4q-1.8-2.2-4.4-.4z",
];
