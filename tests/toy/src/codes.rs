//! The codes of this title's refusals.

engine::codes! {
    /// The codes of this title's complaints and of its void orders.
    pub(crate) enum Code {
        fault Square = "E-toy-square":
            "no square of the board" => "name one from a1 to c3";
        refusal Taken = "E-toy-taken" by "2":
            "the square has a mark already" => "name a free one";
        warning Own = "W-toy-own" by "4":
            "your own trap lies there: it stays hidden and does you no harm" => "think again";
        warning Ahead = "W-toy-ahead" by "2":
            "orders given in advance in an earlier file name the same square, and will find it taken" => "give others below `ahead`";
    }
}
