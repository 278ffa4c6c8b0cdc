//! Secret links: made, changed and ended by the owner; opened by whoever holds one.

mod store;
mod view;

use crate::{
    Backend, Error, Result, Viewer,
    entries::{
        self, access,
        store::{Link, Stored},
        view::TOKEN,
    },
    media::{self, MediaFile},
    providers::media::File,
    reflection,
    throttle::Action,
};
use domain::{EntryId, ImageId, Language, Refusal, ShareOptions, SharedEntry, media::Rendition};

/// Random bytes of a token; 43 characters in an address.
const TOKEN_BYTES: usize = 32;
const TOKEN_LENGTH: usize = 43;

/// The entry's link; an existing one keeps its token and takes the options. Who makes one wants something to be seen.
pub async fn create(backend: &Backend, viewer: &Viewer, id: EntryId, options: ShareOptions) -> Result<String> {
    let entry = own(backend, viewer, id).await?;
    if shown(backend, &entry, options, "", Language::De).await?.is_empty() {
        return Err(Refusal::NothingShared.into());
    }
    let options = json(options)?;
    let sealed = upsert(backend, id, &options).await?;
    if let Ok(token) = backend.secret.decrypt(TOKEN, &sealed) {
        return Ok(token);
    }
    // Made under another secret, so nobody can open it any more.
    store::delete(&backend.db, id).await?;
    let sealed = upsert(backend, id, &options).await?;
    backend.secret.decrypt(TOKEN, &sealed)
}

async fn upsert(backend: &Backend, id: EntryId, options: &str) -> Result<Vec<u8>> {
    let token = backend.secret.token(TOKEN_BYTES)?;
    let sealed = backend.secret.encrypt(TOKEN, &token)?;
    let hash = backend.secret.hash(TOKEN, &token);
    store::upsert(&backend.db, id, hash, sealed, options.to_owned(), backend.clock.now()).await
}

/// Also to nothing at all: who takes everything back keeps the address.
pub async fn update_options(backend: &Backend, viewer: &Viewer, id: EntryId, options: ShareOptions) -> Result<()> {
    own(backend, viewer, id).await?;
    if store::update_options(&backend.db, id, json(options)?).await? { Ok(()) } else { Err(Refusal::NotShared.into()) }
}

/// The link is dead at the next request; removing twice is no error.
pub async fn remove(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<()> {
    own(backend, viewer, id).await?;
    store::delete(&backend.db, id).await
}

/// What the link shows; `address` is the caller's, for throttling wrong tokens, `language` that of the questions.
pub async fn open(
    backend: &Backend,
    _viewer: &Viewer,
    token: &str,
    address: &str,
    language: Language,
) -> Result<SharedEntry> {
    let (entry, options) = find(backend, token, address).await?;
    shown(backend, &entry, options, token, language).await
}

/// What whoever holds the entry's link gets, for the owner to look at, and the link's token. Where there is no link, or it
/// shows nothing any more, it is refused as it is to them.
pub async fn open_own(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    address: &str,
    language: Language,
) -> Result<(String, SharedEntry)> {
    let link = own(backend, viewer, id).await?.link.ok_or(Refusal::LinkNotFound)?;
    let token = backend.secret.decrypt(TOKEN, &link.sealed_token).map_err(|_| Refusal::LinkNotFound)?;
    let entry = open(backend, viewer, &token, address, language).await?;
    Ok((token, entry))
}

async fn shown(
    backend: &Backend,
    entry: &Stored,
    options: ShareOptions,
    token: &str,
    language: Language,
) -> Result<SharedEntry> {
    let answers = if options.details { Some(reflection::shared(backend, entry.id, language).await?) } else { None };
    Ok(SharedEntry { reflection_answers: answers, ..view::shared(entry, options, token) })
}

/// A picture that the link releases.
pub async fn open_media(
    backend: &Backend,
    _viewer: &Viewer,
    token: &str,
    id: ImageId,
    rendition: Rendition,
    address: &str,
) -> Result<MediaFile> {
    let (entry, options) = find(backend, token, address).await?;
    let (images, _) = view::released_images(&entry, options);
    if !images.iter().any(|image| image.id == id) {
        return Err(Refusal::MediaNotFound.into());
    }
    media::file(backend, File::Picture(id, rendition)).await
}

/// The recording, if the link releases it.
pub async fn open_audio(backend: &Backend, _viewer: &Viewer, token: &str, address: &str) -> Result<MediaFile> {
    let (entry, options) = find(backend, token, address).await?;
    let recording = entry.recording.filter(|_| options.audio).ok_or(Refusal::MediaNotFound)?;
    media::file(backend, recording.file()).await
}

/// The viewer's own entry; others are refused.
async fn own(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Stored> {
    let account = viewer.account()?;
    let entry = entries::store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    access::owner(account, entry.owner)?;
    Ok(entry)
}

/// The entry behind a token and what the link releases. Only a wrong token is counted against the address.
async fn find(backend: &Backend, token: &str, address: &str) -> Result<(Stored, ShareOptions)> {
    let found = if token.len() == TOKEN_LENGTH {
        entries::store::find_by_link(&backend.db, backend.secret.hash(TOKEN, token)).await?
    } else {
        None
    };
    if let Some(entry) = found
        && let Some(Link { options, .. }) = &entry.link
    {
        let options = serde_json::from_str(options).map_err(|e| Error::broken("share options", e))?;
        return Ok((entry, options));
    }
    backend.throttle.take(Action::SharedLink, address)?;
    Err(Refusal::LinkNotFound.into())
}

fn json(options: ShareOptions) -> Result<String> {
    serde_json::to_string(&options).map_err(|e| Error::broken("share options as JSON", e))
}
