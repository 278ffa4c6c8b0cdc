//! Entries: a person writes one a day, and its visibility decides who reads it.

mod bin;
mod favorite;
mod form;
mod neighbours;
mod of_person;
mod pictures;
mod preview;
mod saves;
mod source;
pub(crate) mod store;
mod summary;
mod versions;
pub(crate) mod view;
mod visibility;

pub(crate) use bin::lock_day;
pub use bin::{Append, Binned, Choice, DayConflict, Restoring, bin, delete, empty_bin, find_binned, restore};
pub use favorite::set_favorite;
pub use neighbours::{Neighbour, Neighbours, neighbours};
pub use of_person::list_of;
pub use preview::{PreviewedAs, preview_as};
#[doc(hidden)]
pub use store::{NEXT, PREVIOUS, statement_of_shown};
pub use versions::{ChangeKind, EntryVersion, TextChange, put_back, version, versions};
pub use visibility::{VisibilityChange, VisibilityWarning, set_visibility, visibility_warning};

use crate::{
    Account, Backend, Result, Viewer, authorization,
    day_ticket::{self, NewDay},
    db,
    media::{self, Sizes, Uploads},
    metrics,
    pagination::{self, Cursor, Page},
    reflection, search, stats,
    throttle::Action,
};
use chrono::NaiveDate;
use domain::{
    Author, Entry, EntryContent, EntryForm, EntryId, Refusal,
    day::{self, DayTicket},
    reflection::AnswerForm,
};
use form::New;
use saves::Save;
use store::Stored;

/// `account_mismatch` if the form names another person, who was signed in when it was opened. The name is no part of what is saved.
fn written_by(account: &Account, form: EntryForm) -> Result<EntryForm> {
    match form.user_id {
        Some(writer) if writer != account.user.id => Err(Refusal::AccountMismatch.into()),
        _ => Ok(EntryForm { user_id: None, ..form }),
    }
}

/// Creates the viewer's entry of today, or of the day of a valid ticket. With the ticket of a missed day it is backfilled. If that day has one: `entry_exists`, with the entry as detail;
/// `edit_closed` if that entry's day is over and the ticket opens none.
pub async fn create(backend: &Backend, viewer: &Viewer, form: EntryForm, files: impl Into<Uploads>) -> Result<Entry> {
    let account = viewer.account()?;
    let form = written_by(account, form)?;
    let files = files.into();
    let save = Save::of(None, &form, &files)?;
    let work = Box::pin(create_once(backend, account, form, files, save.as_ref()));
    metrics::counted(&metrics::SAVES, saves::once(backend, account, save.as_ref(), work).await)
}

async fn create_once(
    backend: &Backend,
    account: &Account,
    form: EntryForm,
    files: Uploads,
    save: Option<&Save>,
) -> Result<Entry> {
    let form = form::cleaned(form, account.plan)?;
    form.check_text("")?;
    let form = source::check(backend, account, form, None).await?;
    let answers = reflection::of_new_entry(&form.reflection_answers)?;
    let day = day_ticket::day_of_new(backend, account, form.date, form.ticket.as_deref())?;
    let date = day.date;
    let mut entry = form::apply(&form, account.plan, &blank(backend, account, day), New::of(&files))?;
    if let Some(existing) = store::find_by_date(&backend.db, account.user.id, date).await? {
        return Err(day_is_taken(backend, account, existing, form.ticket.as_deref()));
    }
    media::check_texts(backend, account.user.id).await?;
    let taken = media::store_uploads(backend, account, files).await?;
    pictures::arrange(&form, &mut entry, &taken.images);
    entry.recording = taken.recording;
    let made = view::of_owner(backend, entry.clone());
    if insert(backend, account, (&entry, &made), answers, &taken.sizes, save).await? {
        return Ok(made);
    }
    Err(match store::find_by_date(&backend.db, account.user.id, date).await? {
        Some(existing) => day_is_taken(backend, account, existing, form.ticket.as_deref()),
        // The other entry was deleted in the meantime. Another try creates this one.
        None => Refusal::Unavailable.into(),
    })
}

fn day_is_taken(backend: &Backend, account: &Account, existing: Stored, ticket: Option<&str>) -> crate::Error {
    if day_ticket::meets_closed(backend, account, (&existing).into(), ticket) {
        return Refusal::EditClosed.into();
    }
    view::conflict(backend, Refusal::EntryExists, existing)
}

fn blank(backend: &Backend, account: &Account, NewDay { date, is_backfilled, is_sent_late }: NewDay) -> Stored {
    let now = backend.clock.now();
    Stored {
        id: EntryId(backend.clock.id()),
        owner: account.user.id,
        date,
        content: EntryContent::default(),
        summary_of: None,
        visibility: account.user.default_visibility,
        images: Vec::new(),
        main_image_index: 0,
        recording: None,
        is_favorite: false,
        is_backfilled,
        is_sent_late,
        is_hidden: false,
        origin: None,
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        author: Author {
            first_name: account.user.first_name.clone(),
            last_name: account.user.last_name.clone(),
            profile_image_url: account.user.profile_image_url.clone(),
        },
        link: None,
    }
}

/// False if the day has an entry. The new files are removed then.
async fn insert(
    backend: &Backend,
    account: &Account,
    (entry, made): (&Stored, &Entry),
    answers: Vec<AnswerForm>,
    sizes: &Sizes,
    save: Option<&Save>,
) -> Result<bool> {
    let inserted = db::once_more(|| async {
        let mut tx = backend.db.begin().await?;
        if !store::insert(&mut tx, entry).await? {
            return Ok(None);
        }
        saves::insert(backend, &mut tx, save, made).await?;
        reflection::insert(backend, &mut tx, (entry.id, entry.owner), answers.clone()).await?;
        search::index(&mut tx, entry.owner, entry.id, &entry.content.texts).await?;
        media::count(backend, &mut tx, entry.owner, sizes).await?;
        stats::reward(backend, &mut tx, account).await?;
        Ok(Some(tx))
    });
    match inserted.await {
        // The row may exist even if the response to COMMIT is lost. Its files stay, and the sweep removes them if there is no row.
        Ok(Some(tx)) => tx.commit().await.map(|()| true),
        Ok(None) => {
            media::discard(backend, &media::ids(&entry.images, entry.recording)).await;
            Ok(false)
        }
        Err(error) => {
            media::discard(backend, &media::ids(&entry.images, entry.recording)).await;
            Err(error)
        }
    }
}

/// Changes an entry. An outdated `version` is refused with `stale` and the current entry as detail. The replaced texts are kept as a version.
pub async fn update(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    form: EntryForm,
    files: impl Into<Uploads>,
) -> Result<Entry> {
    let account = viewer.account()?;
    let form = written_by(account, form)?;
    let files = files.into();
    let save = Save::of(Some(id), &form, &files)?;
    let work = Box::pin(update_once(backend, account, id, form, files, save.as_ref(), Length::Checked));
    metrics::counted(&metrics::SAVES, saves::once(backend, account, save.as_ref(), work).await)
}

/// [`update`] with texts that the entry had before.
async fn update_to_kept(backend: &Backend, viewer: &Viewer, id: EntryId, form: EntryForm) -> Result<Entry> {
    let work = update_once(backend, viewer.account()?, id, form, Uploads::default(), None, Length::AsKept);
    Box::pin(work).await
}

/// Whether a text may be as long as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Checked,
    /// It was the entry's own before, maybe an imported one.
    AsKept,
}

impl Length {
    fn check(self, form: &EntryForm, stored: &Stored) -> Result<()> {
        match self {
            Self::Checked => Ok(form.check_text(&stored.content.texts.text)?),
            Self::AsKept => Ok(()),
        }
    }
}

async fn update_once(
    backend: &Backend,
    account: &Account,
    id: EntryId,
    form: EntryForm,
    files: Uploads,
    save: Option<&Save>,
    length: Length,
) -> Result<Entry> {
    let sent = New::of(&files);
    let form = form::cleaned(form, account.plan)?;
    let current = store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, current.owner)?;
    length.check(&form, &current)?;
    let form = source::check(backend, account, form, Some(&current)).await?;
    // This is checked twice: here before any file is read, and below on the locked row.
    let next = changed(backend, account, &form, &current, sent)?;
    if store::text_bytes(&next.content) > store::text_bytes(&current.content) {
        media::check_texts(backend, account.user.id).await?;
    }
    let expected = next.with_renewed_summary().await;
    let new = media::store_uploads(backend, account, files).await?;
    let updated = db::once_more(|| async {
        let mut tx = backend.db.begin().await?;
        let before = store::lock(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
        let mut entry = changed(backend, account, &form, &before, sent)?;
        length.check(&form, &before)?;
        entry.renew_summary(&expected);
        pictures::arrange(&form, &mut entry, &new.images);
        entry.recording = new.recording.or(entry.recording);
        store::update(&mut tx, &before, &entry).await?;
        media::count(backend, &mut tx, entry.owner, &new.sizes).await?;
        let made = view::of_owner(backend, entry.clone());
        saves::insert(backend, &mut tx, save, &made).await?;
        Ok((tx, before, entry, made))
    });
    let (tx, before, entry, made) = match updated.await {
        Ok(done) => done,
        Err(error) => {
            media::discard(backend, &media::ids(&new.images, new.recording)).await;
            return Err(error);
        }
    };
    tx.commit().await?;
    let dropped = before.images.iter().filter(|image| !image.is_in(&entry.images));
    let replaced = before.recording.filter(|_| before.recording != entry.recording);
    media::remove(backend, &media::ids(dropped, replaced)).await;
    Ok(made)
}

/// Applies the form to the entry if its owner may do that now. New files and the order of pictures are not applied yet.
fn changed(backend: &Backend, account: &Account, form: &EntryForm, base: &Stored, new: New) -> Result<Stored> {
    authorization::require_owner(account, base.owner)?;
    if form.version.is_some_and(|version| version != base.version) {
        return Err(view::conflict(backend, Refusal::Stale, base.clone()));
    }
    let next = form::apply(form, account.plan, base, new)?;
    let open = day_ticket::is_open(backend, account, base.into(), form.ticket.as_deref());
    if !open && !form::only_lowers(form, &next, base, new) {
        return Err(Refusal::EditClosed.into());
    }
    visibility::check_seen(backend, base, form.visibility, form.seen_visibility)?;
    Ok(Stored { version: base.version + 1, updated_at: backend.clock.now(), ..next })
}

/// One entry. If it does not exist: `entry_not_found`. If the viewer may not read it: `access_denied`.
pub async fn open(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Entry> {
    let account = viewer.account()?;
    let entry = store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    let reader = authorization::require(backend, account, entry.owner, entry.visibility).await?;
    Ok(view::entry(backend, entry, reader))
}

/// The viewer's own entry. Somebody else's is refused with `access_denied`, whose text says that only its author may do this.
pub async fn open_own(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Entry> {
    let entry = open(backend, viewer, id).await?;
    if viewer.user_id() == Some(entry.user_id) { Ok(entry) } else { Err(authorization::author_only()) }
}

pub async fn today(backend: &Backend, viewer: &Viewer) -> Result<Option<Entry>> {
    of_day(backend, viewer, viewer.account()?.today(&backend.clock)).await
}

/// The viewer's own entry of today, by its id.
pub async fn id_of_today(backend: &Backend, viewer: &Viewer) -> Result<Option<EntryId>> {
    let account = viewer.account()?;
    store::find_id_by_date(&backend.db, account.user.id, account.today(&backend.clock)).await
}

/// The viewer's own entry of `date`.
pub async fn of_day(backend: &Backend, viewer: &Viewer, date: NaiveDate) -> Result<Option<Entry>> {
    let entry = store::find_by_date(&backend.db, viewer.account()?.user.id, date).await?;
    Ok(entry.map(|entry| view::of_owner(backend, entry)))
}

/// The viewer's own entries, newest first.
pub async fn list(backend: &Backend, viewer: &Viewer, before: Option<&str>, limit: usize) -> Result<Page<Entry>> {
    let account = viewer.account()?;
    let before = before.map(Cursor::parse).transpose()?;
    let limit = pagination::clamp(limit);
    let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let rows = store::list(&backend.db, account.user.id, before, one_more).await?;
    let Page { items, next } = pagination::page(rows, limit, store::Row::cursor);
    let entries = store::open_all(&backend.db, items)?.into_iter().map(|entry| view::of_owner(backend, entry));
    Ok(Page { items: entries.collect(), next })
}

/// The viewer's entries of a year, newest first. Without end of a page: a year has at most 366.
pub async fn list_of_year(backend: &Backend, viewer: &Viewer, year: i32) -> Result<Vec<Entry>> {
    let account = viewer.account()?;
    let (first, last) = stats::bounds(year)?;
    let rows = store::list_between(&backend.db, account.user.id, first, last).await?;
    let entries = store::open_all(&backend.db, rows)?;
    Ok(entries.into_iter().map(|entry| view::of_owner(backend, entry)).collect())
}

/// Counts one save, before its body is read. The limit is per account and minute: `too_many_requests`.
pub async fn admit_save(backend: &Backend, viewer: &Viewer) -> Result<()> {
    backend.throttle.take(Action::Save, &viewer.account()?.user.id.to_string()).await
}

/// The editor's signed ticket: this viewer began to write on `date` (product 4). `not_today` if `date` is not today.
pub fn ticket(backend: &Backend, viewer: &Viewer, date: NaiveDate) -> Result<String> {
    day_ticket::issue(backend, viewer.account()?, date)
}

/// A signed ticket: this viewer begins today to write on the earlier day `date`, which they missed (product 4). `not_today` if it is not
/// earlier, `day_too_far_back` if the plan does not reach it.
pub fn missed_day_ticket(backend: &Backend, viewer: &Viewer, date: NaiveDate) -> Result<String> {
    day_ticket::issue_missed(backend, viewer.account()?, date)
}

/// Returns the ticket `signed` if it still lets the viewer edit `entry` (product 4).
pub fn ticket_that_opens(backend: &Backend, viewer: &Viewer, entry: &Entry, signed: Option<&str>) -> Option<String> {
    let account = viewer.account().ok()?;
    signed.filter(|signed| day_ticket::opens(backend, account, entry.into(), Some(signed))).map(str::to_owned)
}

/// A page's ticket for today, with the data that a browser needs to use it offline.
pub async fn day_ticket(backend: &Backend, viewer: &Viewer) -> Result<DayTicket> {
    let account = viewer.account()?;
    let date = account.today(&backend.clock);
    Ok(DayTicket {
        user_id: account.user.id,
        date,
        ticket: day_ticket::issue_to_page(backend, account),
        ends: day::end(date, account.zone, account.day_end),
        zone: account.zone.name().to_owned(),
        day_end: account.day_end,
        visibility: account.user.default_visibility,
        entry_id: store::find_id_by_date(&backend.db, account.user.id, date).await?,
    })
}

/// Whether the viewer may edit the entry now: it is their own, and its day is open or they have Pro.
pub fn may_edit(backend: &Backend, viewer: &Viewer, entry: &Entry) -> bool {
    viewer.account().is_ok_and(|account| {
        account.user.id == entry.user_id && day_ticket::is_open(backend, account, entry.into(), None)
    })
}

/// Removes texts that were replaced, and entries that were deleted, more than thirty days ago, and what repeated saves need after two days.
pub async fn sweep(backend: &Backend) -> Result<()> {
    saves::sweep(backend).await?;
    bin::sweep(backend).await?;
    versions::sweep(backend).await
}
