//! Leaving: an account is gone for everybody at once, and for good after fourteen days (product 30).

mod list;
mod store;

pub(crate) use list::{merge as merge_lists, move_list, newest_day};

use crate::{
    Backend, Error, Result, Viewer, audit,
    db::{Tx, once_more},
    identity, imports, media,
    providers::mail::{Kind, Mail, Message},
    subscription,
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{AuditKind, Language, Refusal, UserId, day, email, identity::LeaveForm, limits};
use store::Person;
use uuid::Uuid;

const SIGNED: &str = "account leaves";

/// The viewer leaves. Returns when the account is deleted for good: in fourteen days, or now. `id_token` is the viewer's own.
///
/// From the commit on nobody sees anything of theirs. What still fails afterwards is done by the sweep.
pub async fn leave(
    backend: &Backend,
    viewer: &Viewer,
    id_token: &str,
    form: &LeaveForm,
    address: &str,
) -> Result<DateTime<Utc>> {
    let user = &viewer.account()?.user;
    let fresh = identity::confirm_person(backend, viewer, id_token, &form.password, address).await?;
    let now = backend.clock.now();
    let leaves_at = if form.immediately { now } else { now + TimeDelta::days(limits::LEAVING_DAYS) };
    begin(backend, user.id, leaves_at).await?;
    if form.immediately {
        let gone = delete_now(backend, user.id.0).await;
        // The embedded provider's account is gone with the rows. Another one deletes only whoever has just signed in.
        if !backend.identity.is_embedded()
            && let Err(error) = backend.identity.delete(&fresh).await
        {
            let uid = gone.as_ref().map(|gone| gone.uid.as_str());
            tracing::error!(error = %Error::from(error), uid, "an account stays at the identity provider; delete it there");
        }
        if let Some(gone) = gone {
            media::remove(backend, &gone.files).await;
        }
    }
    Ok(leaves_at)
}

/// What a person reads before they leave.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// When the account would be deleted.
    pub leaves_at: DateTime<Utc>,
    /// The last day on which records of their payments are kept. None: they paid nothing.
    pub payments_until: Option<DateTime<Utc>>,
    /// A subscription would be ended.
    pub is_charged: bool,
}

pub async fn outlook(backend: &Backend, viewer: &Viewer) -> Result<Outlook> {
    let now = backend.clock.now();
    let overview = subscription::overview(backend, viewer).await?;
    Ok(Outlook {
        leaves_at: now + TimeDelta::days(limits::LEAVING_DAYS),
        payments_until: (!overview.subscriptions.is_empty()).then(|| subscription::kept_until(now)),
        is_charged: overview.current.is_some(),
    })
}

/// The operator deletes the account with this address, without the fourteen days. Returns whether an identity stays at another provider.
pub async fn delete_account(backend: &Backend, typed: &str) -> Result<bool> {
    let id = store::find_by_email(&backend.db, &email::fold(typed)).await?.ok_or(Refusal::UserNotFound)?;
    begin(backend, UserId(id), backend.clock.now()).await?;
    if let Some(gone) = remove(backend, id, true).await? {
        media::remove(backend, &gone.files).await;
    }
    Ok(!backend.identity.is_embedded())
}

/// The text of a link to the page that says when an account is deleted.
pub fn farewell(backend: &Backend, leaves_at: DateTime<Utc>) -> String {
    backend.secret.sign(SIGNED, &leaves_at.timestamp().to_string())
}

/// What [`farewell`] says. None: it is not ours.
pub fn read_farewell(backend: &Backend, _viewer: &Viewer, text: &str) -> Option<DateTime<Utc>> {
    let seconds = backend.secret.verify(SIGNED, text.trim())?;
    DateTime::from_timestamp(seconds.parse().ok()?, 0)
}

/// Ends sign-ins, links, mails and the subscription, in the transaction that takes the person away from everybody.
async fn begin(backend: &Backend, id: UserId, leaves_at: DateTime<Utc>) -> Result<()> {
    once_more(|| begin_once(backend, id, leaves_at)).await?;
    backend.cards.forget();
    backend.mail.start_sending();
    subscription::start_reading(backend);
    Ok(())
}

async fn begin_once(backend: &Backend, id: UserId, leaves_at: DateTime<Utc>) -> Result<()> {
    let now = backend.clock.now();
    let uid = store::uid_of(&backend.db, id.0).await?.ok_or(Refusal::UserNotFound)?;
    let mut tx = backend.db.begin().await?;
    identity::end_everywhere(backend, &mut tx, &uid).await?;
    let person = store::set_leaving(&mut tx, id.0, leaves_at).await?.ok_or(Refusal::UserNotFound)?;
    audit::record(&mut tx, &backend.clock, id, AuditKind::LeaveAsked).await?;
    store::delete_links(&mut tx, id.0).await?;
    let files = imports::stop(&mut tx, id).await?;
    subscription::end_all(backend, &mut tx, id).await?;
    backend.mail.forget(&mut tx, &person.email, id.0).await?;
    if leaves_at > now {
        say(backend, &mut tx, &person, |day| Kind::Leaving { until: day(leaves_at) }).await?;
    }
    tx.commit().await?;
    imports::remove_files(backend, files).await;
    Ok(())
}

/// Somebody who was deleted.
struct Gone {
    uid: String,
    /// Pictures and recordings whose files are still there. The sweep of media removes those that are not removed at once.
    files: Vec<Uuid>,
}

/// A failure is left to the sweep.
async fn delete_now(backend: &Backend, id: Uuid) -> Option<Gone> {
    remove(backend, id, true).await.unwrap_or_else(|error| {
        tracing::error!(%error, "an account is deleted by the next sweep");
        None
    })
}

/// Accounts that are going to be deleted: scheduled, and due.
pub async fn count(backend: &Backend) -> Result<(i64, i64)> {
    store::count(&backend.db, backend.clock.now()).await
}

/// Deletes those whose time is over, and shares the list. Their files follow with the sweep of media.
pub async fn sweep(backend: &Backend) -> Result<()> {
    for id in store::list_due(&backend.db, backend.clock.now()).await? {
        let gone = delete_now(backend, id).await;
        if let Some(gone) = gone.filter(|_| !backend.identity.is_embedded()) {
            tracing::warn!(
                uid = gone.uid,
                "the identity provider keeps the account of somebody who left; delete it there"
            );
        }
    }
    list::share(backend).await.map(drop)
}

/// Called before anybody is served: deletes anew whom a backup has brought back.
pub async fn delete_again(backend: &Backend) -> Result<()> {
    for id in list::share(backend).await? {
        if store::bring_forward(&backend.db, id, backend.clock.now()).await? {
            tracing::warn!("an account that came back with a backup is deleted anew");
            // Nobody sees it from now on. If it cannot be deleted yet, the sweep does it.
            if let Err(error) = remove(backend, id, false).await {
                tracing::error!(%error, "an account is deleted by the next sweep");
            }
        }
    }
    Ok(())
}

/// Deletes every row of somebody whose time is over, in one transaction. None: another server was faster, or they have come back.
async fn remove(backend: &Backend, id: Uuid, is_told: bool) -> Result<Option<Gone>> {
    once_more(|| remove_once(backend, id, is_told)).await
}

async fn remove_once(backend: &Backend, id: Uuid, is_told: bool) -> Result<Option<Gone>> {
    let now = backend.clock.now();
    let Some(uid) = store::uid_of(&backend.db, id).await? else { return Ok(None) };
    let mut tx = backend.db.begin().await?;
    backend.identity.lock(&mut tx, &uid).await?;
    let Some(person) = store::lock_due(&mut tx, id, now).await? else { return Ok(None) };
    // Named before the rows go, so that no backup brings somebody back who is not in the list.
    list::append(&backend.settings.data, id, now.date_naive()).await?;
    let files = store::note_files(&mut tx, id).await?;
    backend.mail.forget_all(&mut tx, &person.email, id).await?;
    let has_paid = subscription::keep_records(&mut tx, UserId(id), now).await?;
    store::delete_traces(&mut tx, &backend.secret, id, &person.email_folded).await?;
    backend.identity.remove(&mut tx, &uid).await?;
    store::delete_user(&mut tx, id).await?;
    if is_told {
        let kept_until = has_paid.then(|| subscription::kept_until(now));
        say(backend, &mut tx, &person, |day| Kind::Left { at: day(now), payments_until: kept_until.map(day) }).await?;
    }
    backend.mail.forget_files(&person.email).await;
    tx.commit().await?;
    let media = backend.media.clone();
    // Nobody waits for a bucket that is away.
    backend.background.spawn(async move {
        if let Err(error) = media.note_deleted(id, now.date_naive()).await {
            tracing::warn!(%error, "the sweep takes a deleted account into the bucket's list");
        }
    });
    backend.cards.forget();
    backend.mail.start_sending();
    Ok(Some(Gone { uid, files }))
}

async fn say(
    backend: &Backend,
    tx: &mut Tx,
    person: &Person,
    kind: impl FnOnce(&dyn Fn(DateTime<Utc>) -> chrono::NaiveDate) -> Kind,
) -> Result<()> {
    // The account goes even if no mail can be sent.
    if !Mail::can_reach(&person.email) {
        return Ok(());
    }
    let zone = day::parse_zone(&person.zone).unwrap_or(day::DEFAULT_ZONE);
    let kind = kind(&|moment| moment.with_timezone(&zone).date_naive());
    let language = Language::parse(&person.language).unwrap_or(Language::De);
    backend.mail.keep(tx, &Message { to: person.email.clone(), language, kind }).await
}
