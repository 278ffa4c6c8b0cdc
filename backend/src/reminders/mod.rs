//! Mails that a person may switch off: the daily reminder, and news of friends (product 28).

mod due;
mod friends;
mod stop;
mod store;

pub use due::send_due;
pub(crate) use friends::{tell, tell_registered};
pub use stop::{check_stop, stop};

use crate::{Backend, Clock, Result, Viewer, db::Tx, providers::mail::FriendEvent};
use chrono::TimeDelta;
use domain::{MailKind, NotificationForm, Notifications, Refusal, ReminderTime, UserId, day};

/// The settings that the viewer has chosen.
pub async fn settings(backend: &Backend, viewer: &Viewer) -> Result<Notifications> {
    let chosen = store::find(&backend.db, viewer.account()?.user.id).await?;
    Ok(chosen.ok_or(Refusal::UserNotFound)?.notifications())
}

/// Changes what the form names. The reminder can be switched on with a confirmed address only.
pub async fn change(backend: &Backend, viewer: &Viewer, form: &NotificationForm) -> Result<Notifications> {
    let id = viewer.account()?.user.id;
    let time = form.reminder_time.as_deref().map(str::parse::<ReminderTime>).transpose()?;
    let mut tx = backend.db.begin().await?;
    let stored = store::lock(&mut tx, id).await?.ok_or(Refusal::UserNotFound)?;
    let before = stored.notifications();
    let after = Notifications {
        reminder: form.reminder.unwrap_or(before.reminder),
        reminder_time: time.unwrap_or(before.reminder_time),
        friend_requests: form.friend_requests.unwrap_or(before.friend_requests),
        friend_news: form.friend_news.unwrap_or(before.friend_news),
        ..before
    };
    if after.reminder && !before.reminder && !before.email_confirmed {
        return Err(Refusal::EmailUnconfirmed.into());
    }
    let is_same = after.reminder == before.reminder && after.reminder_time == before.reminder_time;
    let next = match stored.next_reminder_at {
        // A reminder that is due at this moment stays due.
        next if is_same => next,
        _ => after.reminder.then(|| after.reminder_time.next(backend.clock.now(), stored.zone())),
    };
    store::update(&mut tx, id, after, next).await?;
    tx.commit().await?;
    Ok(after)
}

/// Called in the transaction that changed the person's zone, which holds their row: the reminder follows the new clock.
pub(crate) async fn follow_zone(tx: &mut Tx, clock: &Clock, id: UserId, zone: day::Zone) -> Result<()> {
    if let Some(time) = store::find_time(tx, id).await? {
        store::set_next(tx, id, time.next(clock.now(), zone)).await?;
    }
    Ok(())
}

/// The kind of mails that an event comes as.
fn kind_of(event: FriendEvent) -> MailKind {
    match event {
        FriendEvent::Asked => MailKind::FriendRequests,
        FriendEvent::Accepted | FriendEvent::Registered | FriendEvent::CodeUsed => MailKind::FriendNews,
    }
}

/// Forgets about whom people were written to, once it bounds nothing any more.
pub async fn sweep(backend: &Backend) -> Result<()> {
    store::delete_sent(&backend.db, backend.clock.now() - TimeDelta::days(1)).await
}
