//! Random bytes from the system, for secrets, salts and keys; never for a die.

use super::Trouble;

/// `N` fresh random bytes.
///
/// # Errors
/// [`Trouble::Entropy`], if the system has none to give.
pub fn draw<const N: usize>() -> Result<[u8; N], Trouble> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Trouble::Entropy(error.to_string()))?;
    Ok(bytes)
}
