//! Idempotency keys: a save that is sent again, because its response was lost, is done once (product 6.11).

mod store;

use super::view;
use crate::{
    Account, Backend, Error, Result,
    db::Tx,
    media::{self, Uploads},
};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, EntryId, Refusal};
use ring::digest::{Context, SHA256};

/// Time in which a repeated save gets the first one's answer.
const LIFETIME: TimeDelta = TimeDelta::hours(48);

/// Number of a person's newest saves that store the entry as they left it.
const NEWEST: i64 = 20;

/// A save that may be sent again: its idempotency key, and a hash of everything that it asks for.
pub struct Save {
    key: String,
    digest: Vec<u8>,
}

impl Save {
    /// `None`: the form names no key. `id` is the entry that is changed, `None` for a new one.
    pub fn of(id: Option<EntryId>, form: &EntryForm, files: &Uploads) -> Result<Option<Self>> {
        let Some(key) = form.idempotency_key.clone() else { return Ok(None) };
        let json = serde_json::to_vec(&(id, form)).map_err(|e| Error::broken("form as JSON", e))?;
        let mut context = Context::new(&SHA256);
        let recording = files.recording.iter().map(|file| file.bytes.as_ref());
        let images = files.images.iter().map(|file| file.bytes.as_ref());
        for part in [json.as_slice()].into_iter().chain(recording).chain(images) {
            context.update(&part.len().to_le_bytes());
            context.update(part);
        }
        // A recording is no picture.
        context.update(&[u8::from(files.recording.is_some())]);
        Ok(Some(Self { key, digest: context.finish().as_ref().to_vec() }))
    }
}

/// Runs `work`, unless it is done already; then the result is what it did. Checked again after a refusal, because the same request may
/// have come twice at once.
pub async fn once(
    backend: &Backend,
    account: &Account,
    save: Option<&Save>,
    work: impl Future<Output = Result<Entry>>,
) -> Result<Entry> {
    let Some(save) = save else { return work.await };
    if let Some(entry) = find(backend, account, save).await? {
        return Ok(entry);
    }
    match work.await {
        Err(error @ Error::Refused(_)) => find(backend, account, save).await?.ok_or(error),
        done => done,
    }
}

/// The entry as `save` left it, with the link that it has now. An old save whose entry has changed since is refused with `stale`: its answer would pass
/// the newer words off as what was sent.
async fn find(backend: &Backend, account: &Account, save: &Save) -> Result<Option<Entry>> {
    let since = backend.clock.now() - LIFETIME;
    let Some(saved) = store::find(&backend.db, account.user.id, &save.key, since).await? else { return Ok(None) };
    // A key belongs to one request.
    if saved.digest != save.digest {
        return Err(Refusal::InvalidForm.into());
    }
    let Some(entry) = saved.entry else {
        let now = super::store::find(&backend.db, saved.entry_id).await?.ok_or(Refusal::EntryNotFound)?;
        if now.version != saved.version {
            return Err(view::conflict(backend, Refusal::Stale, now));
        }
        return Ok(Some(view::of_owner(backend, now)));
    };
    let now = super::store::find_readable(&backend.db, saved.entry_id).await?;
    Ok(Some(match now.map(|now| view::of_owner(backend, now)) {
        Some(Entry { share_token, share_options, share_link, .. }) => {
            Entry { share_token, share_options, share_link, ..entry }
        }
        None => entry,
    }))
}

/// Remembers that `save` made `entry`. If the key is taken by then, the caller's transaction must not be committed: `invalid_form`.
pub async fn insert(backend: &Backend, tx: &mut Tx, save: Option<&Save>, entry: &Entry) -> Result<()> {
    let Some(save) = save else { return Ok(()) };
    let now = backend.clock.now();
    // Either an expired save is there, or one of another request at the same time.
    store::delete_one(tx, entry.user_id, &save.key, now - LIFETIME).await?;
    // A link's token is stored encrypted only.
    let entry = Entry { share_token: None, share_options: None, share_link: None, ..entry.clone() };
    if let Some(bytes) = store::insert(tx, &entry, &save.key, &save.digest, now).await? {
        media::count_texts(tx, entry.user_id, bytes).await?;
        return store::shorten(tx, entry.user_id, NEWEST).await;
    }
    Err(Refusal::InvalidForm.into())
}

pub async fn sweep(backend: &Backend) -> Result<()> {
    store::delete_before(&backend.db, backend.clock.now() - LIFETIME).await
}
