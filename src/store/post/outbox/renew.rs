//! A letter that says something else as long as it waits: until when orders are taken depends on when it goes.

use super::{Outbox, Put};
use crate::mail::{Envelope, Post};
use crate::store::post::dispatches::Dispatch;
use crate::store::{Error, clock, files};

impl Outbox {
    /// Puts a letter in; replaces one that waits already and was not handed over yet. One that somebody moved to
    /// `sent/` is noted as sent now.
    ///
    /// # Errors
    /// As [`Outbox::put`].
    pub fn renew(&self, post: &Post) -> Result<Put, Error> {
        if self.put(post)? == Put::Placed {
            return Ok(Put::Placed);
        }
        let waits = self.folder.join(&post.file);
        let marked = |end: &str| files::metadata(&self.beside(&post.file, end));
        if files::metadata(&waits)?.is_some() {
            if marked("sending")?.is_none() && marked("taken")?.is_none() {
                files::replace(&waits, &post.bytes, files::SECRET_MODE)?;
            }
        } else if files::metadata(&self.sent().join(&post.file))?.is_some()
            && let Ok(envelope) = Envelope::read(&post.bytes)
            && !self.journal().latest()?.contains_key(&envelope.message_id)
        {
            self.journal().note(&envelope.message_id, Dispatch::Sent, clock::now()?)?;
        }
        Ok(Put::Known)
    }
}
