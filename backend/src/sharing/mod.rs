//! Secret links: the owner creates, changes and ends them; whoever has the link (and its PIN, if it has one) opens them.

mod card;
mod changes;
mod pin;
mod store;
mod view;

pub use card::{Card, CardFace, Cards, HEIGHT as CARD_HEIGHT, WIDTH as CARD_WIDTH};
pub use pin::{Pass, Visitor};

use crate::{
    Account, Backend, Error, Result, Viewer, authorization,
    entries::{self, store::Stored},
    media::{self, MediaFile},
    providers::media::File,
    reflection,
    secret::purpose::SHARE_TOKEN as TOKEN,
    share_links::{Link, StoredPin},
    throttle::{self, Action},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    EntryId, ExpectedLink, Expiry, ImageId, Language, LinkForm, LinkState, PinChange, Refusal, ShareOptions,
    SharedEntry, day, limits, media::Rendition, sharing::is_robot,
};
use store::{Change, ExpectedRow, To};

/// Random bytes of a token. They are 43 characters in the URL.
const TOKEN_BYTES: usize = 32;
const TOKEN_LENGTH: usize = 43;
/// Time in which further visits of the same browser count as one opening.
pub const OPENING: TimeDelta = TimeDelta::hours(6);

/// Creates the entry's link, or changes the one it has, and returns its token. An existing link keeps its token, and keeps what the form
/// does not name. An expired link is replaced by a new one: whoever creates a link wants it to work.
pub async fn create(backend: &Backend, viewer: &Viewer, id: EntryId, form: impl Into<LinkForm>) -> Result<String> {
    let form = form.into();
    entries::admit_save(backend, viewer).await?;
    let entry = find_owned(backend, viewer, id).await?;
    if entry.is_hidden {
        return Err(Refusal::EntryHidden.into());
    }
    let lives =
        |link: &&Link| !link.is_over(backend.clock.now()) && backend.secret.decrypt(TOKEN, &link.sealed_token).is_ok();
    let link = entry.link.as_ref().filter(lives);
    is_still(backend, form.expected.as_ref(), &entry)?;
    let options = match (form.options, link) {
        (Some(options), _) => options,
        (None, Some(link)) => link.options()?,
        (None, None) => ShareOptions::default(),
    };
    if to_shared(backend, &entry, options, "", Language::De).await?.is_empty() {
        return Err(Refusal::NothingShared.into());
    }
    let change = change(backend, viewer.account()?, &form, link)?;
    let sealed = if matches!(form.expected, Some(ExpectedLink::Link { .. })) && link.is_some() {
        // Update only: no other link may be created in its place.
        changes::update(backend, &entry, &change).await?
    } else {
        changes::clear(backend, &entry).await?;
        let token = backend.secret.token(TOKEN_BYTES)?;
        let (hash, sealed) = (backend.secret.hash(TOKEN, &token), backend.secret.encrypt(TOKEN, &token)?);
        changes::upsert(backend, &entry, (hash, sealed, json(options)?), &change).await?
    };
    match sealed {
        Some(sealed) => backend.secret.decrypt(TOKEN, &sealed),
        None => Err(entries::view::conflict(backend, Refusal::LinkChanged, find_owned(backend, viewer, id).await?)),
    }
}

/// Refuses a form that is about another link than the entry's current one, even if that has expired.
fn is_still(backend: &Backend, expected: Option<&ExpectedLink>, entry: &Stored) -> Result<()> {
    // A link that was made under another secret counts as none.
    let link =
        entry.link.as_ref().and_then(|link| Some((backend.secret.decrypt(TOKEN, &link.sealed_token).ok()?, link)));
    let is_same = match (expected, link) {
        (None, _) | (Some(ExpectedLink::NoLink), None) => true,
        (Some(ExpectedLink::Link { token, options }), Some((now, link))) => {
            *token == now && link.options()? == *options
        }
        _ => false,
    };
    if is_same { Ok(()) } else { Err(entries::view::conflict(backend, Refusal::LinkChanged, entry.clone())) }
}

/// Changes the link. The options may also release nothing: then the link keeps its URL. What the form does not name stays.
pub async fn update_options(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    form: impl Into<LinkForm>,
) -> Result<LinkState> {
    entries::admit_save(backend, viewer).await?;
    let (form, entry) = (form.into(), find_owned(backend, viewer, id).await?);
    is_still(backend, form.expected.as_ref(), &entry)?;
    let link = entry.link.as_ref().ok_or(Refusal::NotShared)?;
    let change = change(backend, viewer.account()?, &form, Some(link))?;
    if changes::update(backend, &entry, &change).await?.is_some() {
        return state(backend, viewer, id).await;
    }
    // The link was ended or changed at this moment.
    match form.expected {
        Some(_) => Err(entries::view::conflict(backend, Refusal::LinkChanged, find_owned(backend, viewer, id).await?)),
        None => Err(Refusal::NotShared.into()),
    }
}

/// The current state of the entry's link.
pub async fn state(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<LinkState> {
    let link = find_owned(backend, viewer, id).await?.link.ok_or(Refusal::NotShared)?;
    Ok(link.state())
}

/// Ends the link. It is gone at the next request, and removing it twice is no error. With `over`, only that link ends, whatever its
/// options are by now.
pub async fn remove(backend: &Backend, viewer: &Viewer, id: EntryId, expected: Option<&ExpectedLink>) -> Result<()> {
    let entry = find_owned(backend, viewer, id).await?;
    let hash = expected.map(|expected| match expected {
        ExpectedLink::Link { token, .. } => backend.secret.hash(TOKEN, token),
        // The expected link does not exist.
        ExpectedLink::NoLink => Vec::new(),
    });
    let is_any = hash.is_none();
    if changes::remove(backend, &entry, hash).await? || is_any {
        return Ok(());
    }
    is_still(backend, Some(&ExpectedLink::NoLink), &find_owned(backend, viewer, id).await?)
}

/// `link` is the current one.
fn change(backend: &Backend, account: &Account, form: &LinkForm, link: Option<&Link>) -> Result<Change> {
    let pin = match &form.pin {
        None => To::Same,
        Some(PinChange::Remove) => To::Nothing,
        Some(PinChange::Set(pin)) => To::New(pin::new(backend, pin)?),
    };
    let expires_at = form.expiry.map_or(Ok(To::Same), |expiry| end(backend, account, expiry))?;
    let expected = form.expected.as_ref().map(|expected| match (expected, link) {
        // Compares the options as they are stored, since `is_still` has compared them with the form.
        (ExpectedLink::Link { token, .. }, Some(link)) => {
            ExpectedRow { token_hash: backend.secret.hash(TOKEN, token), options: link.options.clone() }
        }
        // The expected link does not exist.
        _ => ExpectedRow::default(),
    });
    Ok(Change { options: form.options.map(json).transpose()?, expires_at, pin, expected })
}

/// The time at which the link expires. Refuses a past or too distant time with `InvalidExpiry`.
fn end(backend: &Backend, account: &Account, expiry: Expiry) -> Result<To<DateTime<Utc>>> {
    let now = backend.clock.now();
    let latest = now + TimeDelta::days(limits::LINK_DAYS);
    let end = match expiry {
        Expiry::Never => return Ok(To::Nothing),
        Expiry::Days(days) if (1..=limits::LINK_DAYS).contains(&days) => now + TimeDelta::days(days),
        Expiry::Days(_) => return Err(Refusal::InvalidExpiry.into()),
        // Checked before any calculation with the date: it may be at the end of the calendar's range.
        Expiry::Date(date) if date > latest.date_naive() => return Err(Refusal::InvalidExpiry.into()),
        Expiry::Date(date) if date < now.date_naive() - TimeDelta::days(2) => return Err(Refusal::InvalidExpiry.into()),
        Expiry::Date(date) => day::end(date, account.zone, 0),
        Expiry::At(at) => at,
    };
    if end > now && end <= latest + TimeDelta::days(2) { Ok(To::New(end)) } else { Err(Refusal::InvalidExpiry.into()) }
}

/// The content behind a link.
#[derive(Clone, Debug)]
pub struct Opened {
    pub entry: SharedEntry,
    /// The entry's id, if the viewer is its owner.
    pub own: Option<EntryId>,
    /// The link has a PIN. Without it nothing is shown, not even to a messenger's preview.
    pub has_pin: bool,
}

/// Opens the link. `language` is that of the reflection questions.
pub async fn open(
    backend: &Backend,
    viewer: &Viewer,
    token: &str,
    visitor: impl Into<Visitor<'_>>,
    language: Language,
) -> Result<Opened> {
    let ReleasedEntry { entry, options, is_own, pin } = admitted(backend, viewer, token, visitor.into()).await?;
    let own = is_own.then_some(entry.id);
    let entry = to_shared(backend, &entry, options, token, language).await?;
    Ok(Opened { entry, own, has_pin: pin.is_some() })
}

/// Shows the owner what visitors see once they have typed the PIN, and returns the link's token too. If there is no link, or if
/// visitors can no longer open it, the owner gets the same refusal as they do.
pub async fn open_own(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    address: &str,
    language: Language,
) -> Result<(String, Opened)> {
    let link = find_owned(backend, viewer, id).await?.link.ok_or(Refusal::LinkNotFound)?;
    let token = backend.secret.decrypt(TOKEN, &link.sealed_token).map_err(|_| Refusal::LinkNotFound)?;
    let opened = open(backend, viewer, &token, address, language).await?;
    if let Some(pin) = &link.pin {
        pin.is_open()?;
    }
    Ok((token, opened))
}

/// The entry as a link with these options shows it. The caller has checked that the viewer may see that much.
pub(crate) async fn to_shared(
    backend: &Backend,
    entry: &Stored,
    options: ShareOptions,
    token: &str,
    language: Language,
) -> Result<SharedEntry> {
    let answers = if options.reflection { Some(reflection::shared(backend, entry.id, language).await?) } else { None };
    Ok(SharedEntry { reflection_answers: answers, ..view::shared(entry, options, token) })
}

/// The link's preview card for messengers, not drawn yet.
pub async fn card(backend: &Backend, viewer: &Viewer, token: &str, visitor: impl Into<Visitor<'_>>) -> Result<Card> {
    let found = admitted(backend, viewer, token, visitor.into()).await?;
    let face = CardFace::of(&view::shared(&found.entry, found.options, token));
    Card::new(backend, found.entry.owner, face, found.pin.is_some())
}

/// A picture that the link releases.
pub async fn open_media(
    backend: &Backend,
    viewer: &Viewer,
    token: &str,
    id: ImageId,
    rendition: Rendition,
    visitor: impl Into<Visitor<'_>>,
) -> Result<MediaFile> {
    let found = admitted(backend, viewer, token, visitor.into()).await?;
    let (images, _) = view::released_images(&found.entry, found.options);
    if !images.iter().any(|image| image.id == id) {
        return Err(Refusal::MediaNotFound.into());
    }
    let key = backend.db.data_key(found.entry.owner).await?;
    let mut file = media::file(backend, &key, File::Picture(id, rendition)).await?;
    file.is_guarded = found.pin.is_some();
    Ok(file)
}

/// The recording, if the link releases it.
pub async fn open_audio(
    backend: &Backend,
    viewer: &Viewer,
    token: &str,
    visitor: impl Into<Visitor<'_>>,
) -> Result<MediaFile> {
    let ReleasedEntry { entry, options, pin, .. } = admitted(backend, viewer, token, visitor.into()).await?;
    let recording = entry.recording.filter(|_| options.audio).ok_or(Refusal::MediaNotFound)?;
    let key = backend.db.data_key(entry.owner).await?;
    let mut file = media::file(backend, &key, recording.file()).await?;
    file.is_guarded = pin.is_some();
    Ok(file)
}

/// An attempt to open the link with the visitor's PIN. The pass proves that it was right. None: the link has no PIN.
pub async fn unlock(
    backend: &Backend,
    viewer: &Viewer,
    token: &str,
    visitor: impl Into<Visitor<'_>>,
) -> Result<Option<Pass>> {
    let visitor = visitor.into();
    let ReleasedEntry { entry, pin, .. } = find(backend, viewer, token, visitor.address).await?;
    let Some(pin) = pin else { return Ok(None) };
    pin::attempt(backend, entry.id, &pin, visitor.pin.unwrap_or_default(), visitor.address).await?;
    Ok(Some(pin::pass(backend, &pin)))
}

/// How a browser requested the page of a link.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The client address. Repeated visits from one address within some minutes are one opening.
    pub address: &'a str,
    /// The `User-Agent` header.
    pub agent: &'a str,
    /// The browser prefetches the page: nobody looks at it yet.
    pub is_prefetch: bool,
    /// This browser has opened the link a short while ago.
    pub is_known: bool,
}

/// Counts an opening in the background, after the response. False if it does not count.
pub async fn note(backend: &Backend, viewer: &Viewer, token: &str, opening: Opening<'_>) -> bool {
    if opening.is_known || opening.is_prefetch || is_robot(opening.agent) {
        return false;
    }
    // The key contains the viewer, so that the owner's own visits do not hide an opening by others at the same address.
    let who = viewer.user_id().map(|id| id.to_string()).unwrap_or_default();
    let key = format!("{token} {} {who}", throttle::network_key(opening.address));
    if backend.throttle.take(Action::LinkOpening, &key).await.is_err() {
        return false;
    }
    let (hash, viewer, now) = (backend.secret.hash(TOKEN, token), viewer.user_id(), backend.clock.now());
    let db = backend.db.clone();
    backend.background.spawn(async move {
        if let Err(error) = store::count(&db, hash, viewer, now).await {
            tracing::warn!(%error, "an opening of a link was not counted");
        }
    })
}

/// The viewer's own entry. Entries of others are refused.
async fn find_owned(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Stored> {
    let account = viewer.account()?;
    let entry = entries::store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, entry.owner)?;
    Ok(entry)
}

/// The entry behind a token and what the link releases.
struct ReleasedEntry {
    entry: Stored,
    options: ShareOptions,
    is_own: bool,
    pin: Option<StoredPin>,
}

/// Like [`find`], and checks the PIN. The owner needs none.
async fn admitted(backend: &Backend, viewer: &Viewer, token: &str, visitor: Visitor<'_>) -> Result<ReleasedEntry> {
    let found = find(backend, viewer, token, visitor.address).await?;
    if let Some(pin) = found.pin.as_ref().filter(|_| !found.is_own) {
        pin::check(backend, found.entry.id, pin, visitor).await?;
    }
    Ok(found)
}

/// Finds the entry by its token. Only wrong tokens count against the address. An expired link is treated as a wrong token.
async fn find(backend: &Backend, viewer: &Viewer, token: &str, address: &str) -> Result<ReleasedEntry> {
    let found = if token.len() == TOKEN_LENGTH {
        store::find_entry(&backend.db, backend.secret.hash(TOKEN, token)).await?
    } else {
        None
    };
    if let Some(entry) = found
        && let Some(link) = entry.link.as_ref().filter(|link| !link.is_over(backend.clock.now()))
    {
        let options = link.options()?;
        let (is_own, pin) = (viewer.user_id() == Some(entry.owner), link.pin.clone());
        return Ok(ReleasedEntry { entry, options, is_own, pin });
    }
    backend.throttle.take(Action::SharedLink, address).await?;
    Err(Refusal::LinkNotFound.into())
}

fn json(options: ShareOptions) -> Result<String> {
    serde_json::to_string(&options).map_err(|e| Error::broken("share options as JSON", e))
}
