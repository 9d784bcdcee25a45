//! The addresses to which letters to the people of a game go. They are in the referee's own file, because everybody may
//! read the charter.

use super::charter::{Charter, check_mail};
use super::{REFEREE, text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most bytes of the file.
const ADDRESSES_MAX: usize = 64 * 1024;

/// A mail address for each seat, and for `referee`. A name without an entry has the address that the charter of an
/// older game gives it; an empty entry takes that one away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Addresses(BTreeMap<String, String>);

impl Addresses {
    /// Reads the file.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let addresses: Self = text::read(bytes, ADDRESSES_MAX)?;
        for (name, mail) in addresses.0.iter().filter(|(_, mail)| !mail.is_empty()) {
            check_mail(mail).map_err(|what| format!("{name}: {what}"))?;
        }
        Ok(addresses)
    }

    pub fn render(&self) -> String {
        text::write(self)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets the address of a name; `None` says that it has none any more.
    ///
    /// # Errors
    /// A text that is no mail address.
    pub fn enter(&mut self, name: &str, mail: Option<&str>) -> Result<(), String> {
        mail.map_or(Ok(()), check_mail)?;
        self.0.insert(name.to_owned(), mail.unwrap_or_default().to_owned());
        Ok(())
    }

    /// The address of a seat, or of `referee`; none if it is not known.
    pub fn of<'a>(&'a self, charter: &'a Charter, name: &str) -> Option<&'a str> {
        let public = || match name {
            REFEREE => charter.referee.mail.as_deref(),
            seat => charter.seat(seat).and_then(|line| line.mail.as_deref()),
        };
        match self.0.get(name) {
            Some(mail) => Some(mail.as_str()).filter(|mail| !mail.is_empty()),
            None => public(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_read_again_and_nothing_else_passes_for_an_address() {
        let mut addresses = Addresses::default();
        assert!(addresses.is_empty());
        addresses.enter("rome", Some("scipio@example.org")).unwrap();
        assert!(!addresses.is_empty());
        addresses.enter("carthage", None).unwrap();
        assert!(addresses.enter("rome", Some("a@b\nBcc: c@d")).is_err());
        let text = addresses.render();
        assert_eq!(text, "carthage: ''\nrome: scipio@example.org\n");
        assert_eq!(Addresses::parse(text.as_bytes()), Ok(addresses));
        for wrong in ["rome: scipio\n", "rome: [a@b]\n", "- rome\n"] {
            assert!(Addresses::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
