//! Orders that come in: checked, filed, refused, and the receipts for them.

pub mod beside;
pub mod filings;
pub mod pending;
pub mod receipts;
pub mod rejected;
pub mod submit;
pub(super) mod vouch;
