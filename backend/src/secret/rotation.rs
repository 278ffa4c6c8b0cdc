//! Replaces the old secret with a new one: what the database holds of the old one is carried over or removed.
//!
//! The three lists below name what is stored. What is not stored, but was handed out, is valid for as long as
//! `TAGESECHO_SECRET_OLD` is set:
//!
//! | what | made by | afterwards |
//! |---|---|---|
//! | day tickets | `sign` | opening the page of today again issues a new one |
//! | links in mails that stop invitations | `sign` | the next mail has a new one; an address that has stopped invitations stays stopped |
//! | the cookie of a known device | `hash` | the next sign-in sets a new one |
//!
//! Two things end at once. A visitor has to type the PIN of a link again, because the signature of the cookie depends on the stored hash.
//! And the `ETag` of a preview card changes.

use super::{
    Secret,
    check::{Made, failed, hash_key, not_finished},
    purpose,
    store::{self, Column, column},
};
use crate::{
    Db, Result, Settings,
    db::{Migrations, Tx},
    error::StartError,
    sealing,
};
use domain::UserId;
use uuid::Uuid;

/// Encrypted values and their purposes. Each is decrypted and encrypted again.
const ENCRYPTED: [(Column, &str); 5] = [
    (column!("share_links", "token"), purpose::SHARE_TOKEN),
    (column!("identity_keys", "private_key"), purpose::IDENTITY_KEY),
    (column!("mails", "letter"), purpose::MAIL),
    (column!("declarations", "content"), purpose::DECLARATION),
    (column!("reports", "words"), purpose::REPORT),
];

/// Keyed hashes that stay valid: each is hashed once more with the new key, as [`Secret::hash`] does from then on.
const CARRIED: [Column; 8] = [
    column!("share_links", "token_hash"),
    column!("share_links", "pin_hash"),
    // 'Never again' must hold for ever, and only the hash of these addresses is stored.
    column!("invited_addresses", "email_hash"),
    column!("invitation_sends", "email_hash"),
    column!("friend_invitations", "proof_hash"),
    // Receipts are open for a month.
    column!("declarations", "token_hash"),
    // Codes sent by mail; they are valid for ten minutes.
    column!("identity_codes", "code_hash"),
    // Ended ID tokens, and sessions that were ended from another device.
    column!("ended_tokens", "token_hash"),
];

/// Rows that are removed: someone with the old secret and a copy of the database could read what they hold.
const REMOVED: [Column; 7] = [
    column!("sessions", "id_hash"),
    column!("sessions", "refresh_token"),
    column!("sessions", "id_token"),
    column!("identity_refresh_tokens", "token_hash"),
    // Sign-ins with Google that have begun; they are valid for ten minutes.
    column!("sign_in_flows", "state_hash"),
    column!("sign_in_flows", "cookie_hash"),
    column!("sign_in_flows", "flow"),
];

/// Every column whose values depend on the secret, as `table.column`, including the hash keys themselves.
pub fn columns() -> Vec<&'static str> {
    let encrypted = ENCRYPTED.iter().map(|(column, _)| column.name);
    let others = CARRIED.iter().chain(&REMOVED).map(|column| column.name);
    encrypted.chain(others).chain(["hash_keys.sealed", "users.data_key"]).collect()
}

/// The result of a rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rotation {
    /// The database used the old secret until now.
    pub is_new: bool,
    /// Number of values that were encrypted again.
    pub encrypted: usize,
    /// Number of values that neither secret decrypts. They were left as they are.
    pub unreadable: usize,
    /// Number of keyed hashes that were carried over.
    pub hashes: usize,
    /// Number of sessions that ended.
    pub sessions: u64,
    /// Number of people whose data key was wrapped anew.
    pub people: usize,
}

/// Carries everything over from `TAGESECHO_SECRET_OLD` to `TAGESECHO_SECRET` in one transaction, and then wraps the data keys in batches. A
/// server that still runs writes nothing after that transaction, and none starts before the last batch is done. A second run goes on where the
/// first one ended.
pub async fn rotate(settings: &Settings) -> Result<Rotation, StartError> {
    let both = (settings.secret.as_deref(), settings.secret_old.as_deref());
    let (Some(new), Some(old)) = both else {
        return Err(StartError(
            "set TAGESECHO_SECRET to the new secret and TAGESECHO_SECRET_OLD to the one from before; where none was set, that is what the \
             file `secret` in the data folder says"
                .into(),
        ));
    };
    if new == old {
        return Err(StartError("TAGESECHO_SECRET and TAGESECHO_SECRET_OLD are the same".into()));
    }
    let secret = Secret::open(settings, true)?;
    if Db::is_missing(&settings.database_url) {
        return Err(StartError(format!("there is no database: DATABASE_URL ({})", settings.database_url)));
    }
    let db = Db::connect(&settings.database_url).await?;
    let rotated = rotate_in(&db, &secret).await;
    db.close().await;
    rotated
}

async fn rotate_in(db: &Db, secret: &Secret) -> Result<Rotation, StartError> {
    db.migrate(Migrations::Compare).await?;
    let broken = |error| StartError(format!("the secret could not be changed, and nothing was: {error}"));
    let interrupted = |error| StartError(format!("the change of the secret was interrupted: {error}; run this again"));
    let mut tx = db.begin().await.map_err(broken)?;
    store::lock(&mut tx).await.map_err(broken)?;
    let stored = tx.query(store::HASH_KEYS).fetch_all().await.map_err(failed)?;
    let made = secret.made(&stored);
    if made == Made::Other {
        return Err(secret.another());
    }
    if !store::is_wrapped_in(&mut tx).await.map_err(failed)? && !secret.goes_on(&stored) {
        return Err(not_finished());
    }
    let mut done = Rotation::default();
    // A database without stored keys counts as made with the old secret, since its operator asks for a rotation.
    if made != Made::New {
        done.is_new = true;
        carry_on(secret, &mut tx, &stored, &mut done).await.map_err(broken)?;
        for (column, purpose) in &ENCRYPTED {
            encrypt_anew(secret, &mut tx, column, purpose, &mut done).await.map_err(broken)?;
        }
    }
    tx.commit()
        .await
        .map_err(|error| StartError(format!("whether the secret was changed is not known: {error}; run this again")))?;
    wrap_anew(db, secret, &mut done).await.map_err(interrupted)?;
    Ok(done)
}

/// People of one transaction of [`wrap_anew`].
const BATCH: i64 = 1000;

/// Wraps the data keys that the old secret has wrapped. What they seal stays as it is.
async fn wrap_anew(db: &Db, secret: &Secret, done: &mut Rotation) -> Result<()> {
    let mut last = Uuid::nil();
    loop {
        let mut tx = db.begin().await?;
        let keys = store::list_data_keys(&mut tx, last, BATCH).await?;
        let Some((end, _)) = keys.last() else { break };
        last = *end;
        for (user, wrapped) in keys {
            let purpose = sealing::purpose(UserId(user));
            if secret.keys.unwrap(&purpose, &wrapped).is_some() {
                continue;
            }
            match secret.unwrap(&purpose, &wrapped) {
                Some(key) => {
                    store::set_data_key(&mut tx, user, secret.wrap(&purpose, &key)?).await?;
                    done.people += 1;
                }
                None => done.unreadable += 1,
            }
        }
        tx.commit().await?;
    }
    store::set_wrapped(db).await
}

/// Carries the hashes of the old secret over to this one.
async fn carry_on(secret: &Secret, tx: &mut Tx, stored: &[(i64, Vec<u8>)], done: &mut Rotation) -> Result<()> {
    let Some(old) = &secret.old else { return Ok(()) };
    for (position, sealed) in stored {
        // `made` has checked that the old secret decrypts all of them.
        if let Some(key) = hash_key(old, sealed) {
            store::set_hash_key(tx, *position, secret.sealed_hash_key(&key)?).await?;
        }
    }
    if stored.is_empty() {
        store::insert_hash_key(tx, 0, secret.sealed_hash_key(&old.hash)?).await?;
    }
    let last = stored.last().map_or(0, |(position, _)| *position);
    store::insert_hash_key(tx, last + 1, secret.sealed_hash_key(&secret.keys.hash)?).await?;
    for column in &CARRIED {
        for (hash,) in column.values(tx).await? {
            let carried = secret.carry(&hash);
            column.replace(tx, hash, carried).await?;
            done.hashes += 1;
        }
    }
    for column in &REMOVED {
        let rows = column.delete_rows(tx).await?;
        if column.name.starts_with("sessions.") {
            done.sessions += rows;
        }
    }
    Ok(())
}

/// The columns with values that the secret itself encrypts, as `table.column`.
pub(crate) fn encrypted_columns() -> impl Iterator<Item = &'static str> {
    ENCRYPTED.iter().map(|(column, _)| column.name)
}

/// The columns with values that this secret does not decrypt, and how many of them there are.
pub(crate) async fn unreadable(db: &Db, secret: &Secret) -> Result<Vec<(&'static str, usize)>> {
    let mut found = Vec::new();
    for (column, purpose) in &ENCRYPTED {
        let mut tx = db.begin().await?;
        let values = column.values(&mut tx).await?;
        drop(tx);
        let closed = values.iter().filter(|(sealed,)| secret.unwrap(purpose, sealed).is_none()).count();
        if closed > 0 {
            found.push((column.name, closed));
        }
    }
    Ok(found)
}

async fn encrypt_anew(secret: &Secret, tx: &mut Tx, column: &Column, purpose: &str, done: &mut Rotation) -> Result<()> {
    for (sealed,) in column.values(tx).await? {
        match secret.decrypt(purpose, &sealed) {
            Ok(text) => {
                let anew = secret.encrypt(purpose, &text)?;
                column.replace(tx, sealed, anew).await?;
                done.encrypted += 1;
            }
            Err(_) => done.unreadable += 1,
        }
    }
    Ok(())
}
