//! Random bytes from the system, for secrets, salts and keys; never for a die.

use crate::store::Error;

/// `N` fresh random bytes.
///
/// # Errors
/// [`Error::Entropy`], if the system has none to give.
pub fn draw<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Error::Entropy(error.to_string()))?;
    Ok(bytes)
}
