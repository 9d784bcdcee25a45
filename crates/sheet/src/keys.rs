//! Keys: made of the page's random bytes, or read from the player's own file. They stay in this memory.

use super::session::{Answer, text};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use record::{PrivateKey, PrivateKeyFault};
use serde_json::{Value, json};

/// Random bytes that the page drew.
fn random<const N: usize>(ask: &Value, field: &str) -> Result<[u8; N], String> {
    let bytes = STANDARD.decode(text(ask, field)?).map_err(|error| error.to_string())?;
    bytes.try_into().map_err(|_| format!("`{field}` must hold {N} bytes"))
}

fn told(key: &PrivateKey) -> Value {
    json!({
        "public": key.public().to_string(),
        "line": key.public_line(),
        "fingerprint": key.public().fingerprint(),
    })
}

/// Makes a key, under a passphrase if one is given, and opens it.
pub(crate) fn make(slot: &mut Option<PrivateKey>, ask: &Value) -> Answer {
    let comment = ask["comment"].as_str().unwrap_or("");
    let key = PrivateKey::generate(&random::<32>(ask, "random")?, comment);
    let mut answer = told(&key);
    let passphrase = ask["passphrase"].as_str().filter(|phrase| !phrase.is_empty());
    answer["private"] = json!(match passphrase {
        Some(phrase) => key.to_openssh_under(phrase, &random::<20>(ask, "random_salt")?),
        None => key.to_openssh(),
    });
    *slot = Some(key);
    Ok(answer)
}

/// The open key as a file under a passphrase, to be kept.
pub(crate) fn locked(slot: Option<&PrivateKey>, ask: &Value) -> Answer {
    let key = slot.ok_or("no key is loaded")?;
    let salt = random::<20>(ask, "random_salt")?;
    Ok(json!({ "private": key.to_openssh_under(text(ask, "passphrase")?, &salt) }))
}

/// Opens a key file; `{"encrypted": true}` asks for its passphrase. `locked` says whether the file may be kept as it is.
pub(crate) fn open(slot: &mut Option<PrivateKey>, ask: &Value) -> Answer {
    let file = text(ask, "key")?;
    let bare = PrivateKey::parse(file);
    // A file without a passphrase opens whatever is typed.
    let locked = matches!(bare, Err(PrivateKeyFault::Encrypted));
    let passphrase = ask["passphrase"].as_str().filter(|phrase| locked && !phrase.is_empty());
    match passphrase.map_or(bare, |phrase| PrivateKey::unlock(file, phrase)) {
        Ok(key) => {
            let mut answer = told(&key);
            answer["locked"] = json!(locked);
            *slot = Some(key);
            Ok(answer)
        }
        Err(PrivateKeyFault::Encrypted) => Ok(json!({ "encrypted": true })),
        Err(fault) => Err(fault.to_string()),
    }
}
