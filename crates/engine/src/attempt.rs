//! Runs code that may panic because somebody else's record is false. Such a panic is reported as an error, and is not
//! shown as a fault of the program.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static ATTEMPTING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `what`, which may panic, and prints nothing on standard error if it does. Other panics, of this thread or
/// another, are printed as ever.
///
/// # Errors
/// The message of the panic.
pub(super) fn attempt<T>(what: impl FnOnce() -> T) -> Result<T, String> {
    static SILENCED: Once = Once::new();
    SILENCED.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !ATTEMPTING.get() {
                shown(info);
            }
        }));
    });
    let before = ATTEMPTING.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(what));
    ATTEMPTING.set(before);
    done.map_err(|payload| said(payload.as_ref()))
}

/// The message of a panic.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("it cannot be").to_owned()
}

#[cfg(test)]
mod tests {
    use super::attempt;

    #[test]
    fn what_panics_says_why_and_what_does_not_gives_its_value() {
        assert_eq!(attempt(|| 7), Ok(7));
        assert_eq!(attempt(|| panic!("no unit `{}`", "ve9")), Err::<(), _>("no unit `ve9`".into()));
        assert_eq!(attempt(|| panic!("nothing")), Err::<(), _>("nothing".into()));
    }
}
