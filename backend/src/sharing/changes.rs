//! Changes of a link, each with its event in the audit log.

use super::store::{self, Change};
use crate::{
    Backend, Result, audit,
    db::{Tx, once_more},
    entries::store::Stored,
    secret::purpose::SHARE_TOKEN as TOKEN,
    share_links,
};
use domain::AuditKind;

/// The token's hash, the encrypted token, and the options of a new link.
type NewLink = (Vec<u8>, Vec<u8>, String);

/// [`store::upsert`].
pub async fn upsert(backend: &Backend, entry: &Stored, new: NewLink, change: &Change) -> Result<Option<Vec<u8>>> {
    once_more(|| async {
        let (hash, sealed, options) = new.clone();
        let mut tx = backend.db.begin().await?;
        let stored = store::upsert(&mut tx, entry.id, hash, sealed, options, change, backend.clock.now()).await?;
        match &stored {
            Some(stored) if *stored == new.1 => record(backend, &mut tx, entry, AuditKind::LinkMade).await?,
            Some(_) => record_change(backend, &mut tx, entry, change).await?,
            None => {}
        }
        tx.commit().await?;
        Ok(stored)
    })
    .await
}

/// [`store::update`].
pub async fn update(backend: &Backend, entry: &Stored, change: &Change) -> Result<Option<Vec<u8>>> {
    once_more(|| async {
        let mut tx = backend.db.begin().await?;
        let stored = store::update(&mut tx, entry.id, change).await?;
        if stored.is_some() {
            record_change(backend, &mut tx, entry, change).await?;
        }
        tx.commit().await?;
        Ok(stored)
    })
    .await
}

/// [`store::delete`]. False: there was no such link.
pub async fn remove(backend: &Backend, entry: &Stored, token_hash: Option<Vec<u8>>) -> Result<bool> {
    once_more(|| async {
        let mut tx = backend.db.begin().await?;
        let opened = store::delete(&mut tx, entry.id, token_hash.clone()).await?;
        if let Some(opened) = opened {
            share_links::record_end(&mut tx, &backend.clock, (entry.owner, entry.date), opened).await?;
        }
        tx.commit().await?;
        Ok(opened.is_some())
    })
    .await
}

/// Removes a link that nobody can open any more: it has expired, or was made under another secret.
pub async fn clear(backend: &Backend, entry: &Stored) -> Result<()> {
    let foreign = entry.link.as_ref().filter(|link| backend.secret.decrypt(TOKEN, &link.sealed_token).is_err());
    let foreign = foreign.map(|link| link.sealed_token.clone());
    once_more(|| async {
        let mut tx = backend.db.begin().await?;
        if let Some(opened) = store::delete_closed(&mut tx, entry.id, backend.clock.now(), foreign.clone()).await? {
            share_links::record_end(&mut tx, &backend.clock, (entry.owner, entry.date), opened).await?;
        }
        tx.commit().await
    })
    .await
}

async fn record_change(backend: &Backend, tx: &mut Tx, entry: &Stored, change: &Change) -> Result<()> {
    // A link that somebody else has made meanwhile counts as changed.
    if entry.link.as_ref().is_none_or(|link| change.is_change(link)) {
        record(backend, tx, entry, AuditKind::LinkChanged).await?;
    }
    Ok(())
}

async fn record(backend: &Backend, tx: &mut Tx, entry: &Stored, kind: AuditKind) -> Result<()> {
    audit::record(tx, &backend.clock, entry.owner, share_links::event(kind, entry.date)).await
}
