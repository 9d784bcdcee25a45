//! The folder of an invitation: `invitation.yaml`, `joins/`, and `lot.yaml` once the lot is drawn.

use crate::cli::common::Error;
use crate::cli::sign;
use crate::store::lock::PATIENCE;
use crate::store::orders::beside;
use crate::store::{self, Lock, SigningKey, files};
use chrono::NaiveDate;
use record::invitation::{INVITATION_MAX, Invitation, JOINS_MAX, Join, seated, turns};
use record::{Digest, Namespace, Secret, SignedText, verify, verify_restoring};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(super) const INVITATION: &str = "invitation.yaml";
/// Name of the file with the secret of the lot, the referee's alone until the lot is drawn.
const SECRET: &str = "lot.secret";
const LOT: &str = "lot.yaml";
/// Most bytes of a signature, and of a secret's file.
const SMALL_MAX: usize = 64 << 10;
/// Most bytes of a file that brings a join: it may be a whole letter.
const LETTER_MAX: usize = 32 << 20;

/// An invitation with what answers it.
pub(in super::super) struct Gathering {
    dir: PathBuf,
    bytes: Vec<u8>,
    pub(in super::super) invitation: Invitation,
}

/// A join that is in the folder.
pub(in super::super) struct Taken {
    pub(in super::super) path: PathBuf,
    pub(in super::super) join: Join,
    /// Digest of what was signed, which a letter answers with.
    #[cfg(feature = "mail")]
    pub(in super::super) digest: Digest,
    /// True if the very same join had come before.
    pub(in super::super) known: bool,
}

pub(in super::super) struct Signed {
    /// The text, as it was signed or as mail left it.
    pub(in super::super) bytes: Vec<u8>,
    pub(in super::super) armored: String,
}

/// The seats that the lot gave, and the people who stand by.
pub(super) struct Drawn {
    pub(super) seats: BTreeMap<String, Join>,
    /// The people without a seat, in the order in which they are asked to take one over.
    pub(super) reserves: Vec<Join>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lot {
    /// The secret by which the lot is drawn; its digest stands in the invitation.
    secret: Secret,
    /// The digests of the joins that it was drawn from, ascending.
    joins: Vec<Digest>,
    seats: BTreeMap<String, Digest>,
}

/// Writes an invitation into a folder that has none, with the secret beside it.
///
/// # Errors
/// There is one already; a file or the key that cannot be read or written.
pub(super) fn begin(
    dir: &Path,
    invitation: &Invitation,
    key: &SigningKey,
    secret: &Secret,
) -> Result<(), Error> {
    files::make_folder(dir, files::FOLDER_MODE)?;
    let (path, text) = (dir.join(INVITATION), invitation.render());
    if files::is_there(&path) {
        return Err(store::Error::Exists(path).into());
    }
    let armored = key.sign(Namespace::Invitation, text.as_bytes())?;
    files::replace(&dir.join(SECRET), secret.reveal().as_bytes(), files::SECRET_MODE)?;
    let rule = dir.join(".gitignore");
    if files::read_if_there(&rule, SMALL_MAX)?.is_none() {
        // Joins may be shown in a repository, and the secret only with the lot.
        files::place_new(&rule, format!("/{SECRET}\n").as_bytes(), files::OPEN_MODE)?;
    }
    files::replace(&sign::beside(&path), armored.as_bytes(), files::OPEN_MODE)?;
    // Last: whoever finds an invitation finds what it was signed with, and the secret that it commits to.
    Ok(files::place_new(&path, text.as_bytes(), files::OPEN_MODE)?)
}

/// An invitation whose referee signed it, with its bytes.
///
/// # Errors
/// A message that says what is wrong with it.
pub(super) fn invitation(path: &Path) -> Result<(Invitation, Vec<u8>), Error> {
    let wrong = |what: String| Error::no(format!("{}: {what}", path.display()));
    let bytes = files::read_named(path, INVITATION_MAX)?;
    let invitation = Invitation::parse(&bytes).map_err(wrong)?;
    let armored = text(&files::read_saved(&sign::beside(path), SMALL_MAX)?);
    verify(&invitation.referee.key, Namespace::Invitation, &bytes, &armored)
        .map_err(|fault| wrong(format!("the referee's signature: {fault}")))?;
    Ok((invitation, bytes))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Gathering {
    /// Reads the folder of an invitation.
    ///
    /// # Errors
    /// As [`invitation`].
    pub(super) fn read(dir: &Path) -> Result<Self, Error> {
        let (invitation, bytes) = invitation(&dir.join(INVITATION))?;
        Ok(Self { dir: dir.to_owned(), bytes, invitation })
    }

    /// The invitations whose folders lie in a folder, by name; for one that cannot be read, the error.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub(in super::super) fn below(dir: &Path) -> Result<Vec<Result<Self, Error>>, Error> {
        let folders = files::names(dir)?.into_iter().map(|name| dir.join(name));
        let folders = folders.filter(|folder| files::is_there(&folder.join(INVITATION)));
        Ok(folders.map(|folder| Self::read(&folder)).collect())
    }

    /// The files, by name, to be given to anybody who may join: the invitation and its signature.
    ///
    /// # Errors
    /// A signature that cannot be read.
    pub(in super::super) fn given_out(&self) -> Result<[(&'static str, Vec<u8>); 2], Error> {
        let path = sign::beside(&self.dir.join(INVITATION));
        let signature = files::read_named(&path, SMALL_MAX)?;
        Ok([("invitation.yaml.sig", signature), (INVITATION, self.bytes.clone())])
    }

    #[cfg(feature = "mail")]
    pub(in super::super) fn digest(&self) -> Digest {
        Digest::of(&self.bytes)
    }

    /// The joins, by the numbers of their files.
    ///
    /// # Errors
    /// The first that does not count.
    pub(in super::super) fn joins(&self) -> Result<Vec<(Digest, Join)>, Error> {
        let folder = self.dir.join("joins");
        let mut joins: Vec<(Digest, Join)> = Vec::new();
        for name in files::names(&folder)? {
            let path = folder.join(&name);
            if path.extension().is_none_or(|ext| ext != "yaml") {
                continue;
            }
            let wrong = |what: String| Error::no(format!("{}: {what}", path.display()));
            let bytes = files::read_named(&path, INVITATION_MAX)?;
            let armored = text(&files::read_saved(&sign::beside(&path), SMALL_MAX)?);
            let (bytes, join) = self.judge(&Signed { bytes, armored }).map_err(wrong)?;
            if joins.iter().any(|(_, other)| other.key == join.key) {
                return Err(wrong("this key is in two joins".to_owned()));
            }
            joins.push((Digest::of(&bytes), join));
        }
        Ok(joins)
    }

    /// A join that its author signed and that answers this invitation, with the bytes that were signed; else what is wrong.
    fn judge(&self, signed: &Signed) -> Result<(Vec<u8>, Join), String> {
        let join = Join::parse(&signed.bytes)?;
        let bytes = verify_restoring(&join.key, Namespace::Join, &signed.bytes, &signed.armored);
        let bytes = bytes.map_err(|fault| format!("its signature: {fault}"))?.into_owned();
        join.answers(&self.invitation, &self.bytes)?;
        Ok((bytes, join))
    }

    /// Takes the join that a file brings: a letter, one text that carries its signature, or a file with its signature beside it.
    ///
    /// # Errors
    /// Why it is not taken.
    pub(super) fn take_file(&self, file: &Path, today: NaiveDate) -> Result<Taken, Error> {
        let wrong = |what: String| Error::no(format!("{}: {what}", file.display()));
        let came = files::read_named(file, LETTER_MAX)?;
        let signed = if let Some(found) = super::letter::join_in(&came).map_err(wrong)? {
            found
        } else if SignedText::is_signed(&came) {
            let split = SignedText::split(&came).map_err(|fault| wrong(fault.to_string()))?;
            Signed { bytes: split.signed, armored: split.signature }
        } else {
            let armored = beside::signature(file, Namespace::Join, &came)?;
            let missing = || {
                wrong(format!(
                    "it is not signed, and there is no signature beside it named {}",
                    sign::beside(file).display()
                ))
            };
            Signed { bytes: came, armored: text(&armored.ok_or_else(missing)?) }
        };
        self.take(&signed, today)?.map_err(wrong)
    }

    /// Takes a join, else says why it is not taken. Taking the same join again changes nothing.
    ///
    /// # Errors
    /// A file that cannot be read or written; a join that came before and does not count.
    pub(in super::super) fn take(
        &self,
        signed: &Signed,
        today: NaiveDate,
    ) -> Result<Result<Taken, String>, Error> {
        let _lock = Lock::on(&self.dir, &self.dir.join(INVITATION), PATIENCE)?;
        let (bytes, join) = match self.judge(signed) {
            Ok(judged) => judged,
            Err(what) => return Ok(Err(what)),
        };
        let folder = self.dir.join("joins");
        let before = self.joins()?;
        let digest = Digest::of(&bytes);
        if before.iter().any(|(known, _)| *known == digest) {
            return Ok(Ok(Taken {
                path: folder,
                join,
                #[cfg(feature = "mail")]
                digest,
                known: true,
            }));
        }
        if let Some(what) = self.closed(&join, &before, today)? {
            return Ok(Err(what));
        }
        files::make_folder(&folder, files::FOLDER_MODE)?;
        let there = files::names(&folder)?;
        let name = (1..=JOINS_MAX + there.len())
            .map(|number| format!("{number:03}.yaml"))
            .find(|name| !there.contains(name));
        let path = folder.join(name.expect("at least one number is free"));
        // The signature first: a join without one would not count, and a signature without a join is passed over.
        files::replace(&sign::beside(&path), signed.armored.as_bytes(), files::OPEN_MODE)?;
        files::replace(&path, &bytes, files::OPEN_MODE)?;
        Ok(Ok(Taken {
            path,
            join,
            #[cfg(feature = "mail")]
            digest,
            known: false,
        }))
    }

    /// The reason why a sound join is not taken any more.
    fn closed(
        &self,
        join: &Join,
        before: &[(Digest, Join)],
        today: NaiveDate,
    ) -> Result<Option<String>, Error> {
        if files::read_named_if_there(&self.dir.join(LOT), SMALL_MAX)?.is_some() {
            return Ok(Some("the lot has been drawn; nobody can join any more".to_owned()));
        }
        if let Some(until) = self.invitation.until.filter(|until| today > *until) {
            return Ok(Some(format!("joins were accepted until {until}")));
        }
        if before.iter().any(|(_, other)| other.key == join.key) {
            return Ok(Some(format!(
                "{} has already joined, with a different text; to change it, ask the referee to \
                 remove the earlier join from `joins` first",
                join.name
            )));
        }
        Ok((before.len() >= JOINS_MAX)
            .then(|| format!("{JOINS_MAX} people have joined; no more are accepted")))
    }

    /// True if joins are taken on a day.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(in super::super) fn is_open(&self, today: NaiveDate) -> Result<bool, Error> {
        let drawn = files::read_named_if_there(&self.dir.join(LOT), SMALL_MAX)?.is_some();
        Ok(!drawn && self.invitation.until.is_none_or(|until| today <= until))
    }

    /// Draws the lot, if it is not drawn yet, and publishes the secret.
    ///
    /// # Errors
    /// Seats that nobody takes; a secret that is not there.
    pub(super) fn draw(&self) -> Result<Drawn, Error> {
        if let Some(drawn) = self.drawn()? {
            return Ok(drawn);
        }
        let path = self.dir.join(SECRET);
        let told = text(&files::read_named(&path, SMALL_MAX)?);
        let secret: Secret = told
            .trim()
            .parse()
            .map_err(|_| Error::files(format!("{}: no secret", path.display())))?;
        let (drawn, lot) = self.by(&secret)?;
        let text = serde_yaml::to_string(&lot).expect("plain data");
        files::replace(&self.dir.join(LOT), text.as_bytes(), files::OPEN_MODE)?;
        Ok(drawn)
    }

    /// The lot as it was drawn, worked out again; none if it has not been drawn.
    ///
    /// # Errors
    /// A recorded lot other than the one that follows from the secret and the joins.
    pub(super) fn drawn(&self) -> Result<Option<Drawn>, Error> {
        let path = self.dir.join(LOT);
        let wrong = |what: String| Error::no(format!("{}: {what}", path.display()));
        let Some(bytes) = files::read_named_if_there(&path, INVITATION_MAX)? else {
            return Ok(None);
        };
        let lot: Lot = record::read_plain(&text(&bytes)).map_err(wrong)?;
        let (drawn, again) = self.by(&lot.secret)?;
        if lot.joins != again.joins {
            return Err(wrong("it was drawn from joins other than these".to_owned()));
        }
        if lot.seats != again.seats {
            return Err(wrong("the seats are not those that the lot assigns".to_owned()));
        }
        Ok(Some(drawn))
    }

    fn by(&self, secret: &Secret) -> Result<(Drawn, Lot), Error> {
        if !secret.opens(&self.invitation.lot) {
            return Err(Error::no("the secret is not the one that the invitation commits to"));
        }
        let joins = self.joins()?;
        let turns = turns(&self.invitation, Digest::of(&self.bytes), secret, &joins);
        let given = seated(&self.invitation, &turns, &joins).map_err(|lacking| {
            Error::no(format!(
                "{} have joined, but nobody wishes for {}",
                joins.len(),
                lacking.join(", ")
            ))
        })?;
        let stands_by = turns.iter().filter(|at| !given.values().any(|seated| seated == *at));
        let mut digests: Vec<Digest> = joins.iter().map(|(digest, _)| *digest).collect();
        digests.sort_unstable();
        let lot = Lot {
            secret: secret.clone(),
            joins: digests,
            seats: given.iter().map(|(seat, at)| (seat.clone(), joins[*at].0)).collect(),
        };
        let drawn = Drawn {
            seats: given.iter().map(|(seat, at)| (seat.clone(), joins[*at].1.clone())).collect(),
            reserves: stands_by.map(|at| joins[*at].1.clone()).collect(),
        };
        Ok((drawn, lot))
    }
}
