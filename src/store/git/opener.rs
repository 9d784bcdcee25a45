//! The keys with which a player opens parcels.

use super::parcel;
use crate::store::secrets::keys;
use crate::store::{Error, SigningKey};
use ciphertext::Identity;
use record::{PrivateKey, PublicKey};
use std::path::Path;

/// The keys that open the parcels of one player.
pub(super) struct Opener {
    /// The key by which their seats are known.
    pub public: PublicKey,
    ssh: Option<PrivateKey>,
    age: Option<Identity>,
}

impl Opener {
    /// From a player's key and the age identity that they hold beside it. A key that opens nothing is accepted if there
    /// is an identity.
    ///
    /// # Errors
    /// A key that cannot be read, or that opens nothing.
    pub(super) fn new(key: &Path, identity: Option<&Path>) -> Result<Self, Error> {
        let public = SigningKey::open(key)?.public()?;
        let age = identity.map(keys::identity).transpose()?;
        let ssh = keys::parcel_key(key);
        let ssh = if age.is_some() { ssh.ok() } else { Some(ssh?) };
        Ok(Self { public, ssh, age })
    }

    /// The contents of a parcel; none if it was sealed to another key.
    pub(super) fn open(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let age = self.age.as_ref().and_then(|age| age.decrypt(bytes).ok());
        age.or_else(|| parcel::open_parcel(self.ssh.as_ref()?, bytes).ok())
    }
}
