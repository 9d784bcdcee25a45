//! The record: what makes a past turn checkable by somebody who trusts nobody.
//!
//! Charter and turn file, digests and the `SHA256SUMS` chain, names, signatures, the registered keys, and the referee's
//! committed dice secrets.
//! Everything here is a pure function over bytes: no file is opened, no clock is read and no randomness is drawn; the
//! caller hands all of it in. `docs/protocol.md` is the contract that this room carries out.

pub mod addresses;
mod armor;
pub mod calendar;
pub mod change;
pub mod charter;
pub mod dice_chain;
pub mod digest;
pub mod disclosure;
pub mod exchange;
pub mod fork;
pub mod head;
pub mod invitation;
pub mod items;
mod litter;
pub mod names;
pub mod notes;
pub mod owner;
pub mod parcel;
pub mod people;
mod plain_text;
pub mod player;
pub mod private_key;
pub mod receipt;
pub mod schedule;
pub mod signature;
pub mod signed_text;
pub mod signers;
pub mod span;
pub mod sums;
mod text;
pub mod turn_file;

pub use addresses::Addresses;
pub use charter::{Charter, CharterFault};
pub use dice_chain::{
    Commitment, HiddenSeed, Secret, SecretFault, Secrets, Seed, hidden_seed, salt, seed,
};
pub use digest::{Digest, DigestFault};
pub use head::{head_command, head_command_in_powershell, head_text, order_name};
pub use litter::is_litter;
pub use names::NameFault;
pub use owner::{Owner, owner, view_file, viewer};
pub use plain_text::{as_utf8, forms, from_utf16, lf_only};
pub use private_key::{PrivateKey, PrivateKeyFault};
pub use signature::{Namespace, PublicKey, PublicKeyFault, SignatureFault, usual_spelling, verify};
pub use signed_text::{SignedText, SignedTextFault, signs, verify_restoring};
pub use signers::{REFEREE, Signers, SignersFault};
pub use sums::{Sums, SumsFault, SumsWrong};
pub use text::{check_text, read_plain, visible};
pub use turn_file::{TurnFile, TurnFileFault};
