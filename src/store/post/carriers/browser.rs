//! Showing somebody an address.

use crate::store::Error;

/// Opens an address in the browser that the machine's owner uses.
///
/// # Errors
/// There is none, or it does not start.
pub fn show(address: &str) -> Result<(), Error> {
    open::that_detached(address)
        .map_err(|error| Error::Program { program: "browser".to_owned(), what: error.to_string() })
}
