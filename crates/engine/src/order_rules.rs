//! The trait by which a title reads and judges orders, and answers prompts without fresh orders.

use super::answer::{AheadAnswer, StandingAnswer};
use super::complaint::Complaint;
use super::prompt::{Place, Prompt};
use super::reader::Reader;
use super::rules::{AtSeat, ParsedOrdersOf, Rules};
use super::seat::Seat;

/// Reads and judges a title's orders, and answers prompts for which there are no fresh orders.
pub trait OrderRules: Rules {
    /// Reads what a file says to the prompt `name`: below `orders` if it is open, below `ahead` if not.
    fn read_orders(&self, name: &str, place: Place, reader: &Reader<'_>) -> Option<Self::Orders>;

    /// Names that `ahead` may hold.
    fn ahead_names(&self) -> Vec<&'static str>;

    /// Reads the standing orders of a file.
    fn read_policy(&self, reader: &Reader<'_>) -> Option<Self::Policy>;

    /// Everything unlawful or doubtful in a filing, as far as the seat can know: the very code that
    /// resolves, run on the seat's view. Paths start at the top of the order file; see [`super::prompt::path_of`].
    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint>;

    /// Says whether orders given in advance answer a prompt now.
    fn ahead(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        kept: &Self::Orders,
    ) -> AheadAnswer<Self::Orders> {
        let _ = (view, prompt);
        AheadAnswer::Answer(kept.clone())
    }

    /// True if a fresh answer to this prompt discards what an earlier file gave ahead for it. By default it stays for
    /// the next prompt of that name.
    fn outdated(&self, prompt: &Prompt<Self::Question>) -> bool {
        let _ = prompt;
        false
    }

    /// True if orders given in advance under `name` have lost their use; tested after each phase.
    fn lapsed(&self, state: &Self::State, seat: &Seat, name: &str, kept: &Self::Orders) -> bool {
        let _ = (state, seat, name, kept);
        false
    }

    /// Says whether a standing order, or the title's default for it, answers a prompt by itself.
    fn standing(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        policy: Option<&Self::Policy>,
    ) -> StandingAnswer<Self::Orders>;

    /// The orders of a seat that is declared absent.
    fn fallback(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        policy: Option<&Self::Policy>,
    ) -> Self::Orders;
}
