//! The daily reminder: who is due, and who has written already.

use super::{
    stop,
    store::{self, Due},
};
use crate::{
    Backend, Result,
    providers::mail::{Kind, Mail, Message},
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Language, MailKind, UserId, day};

/// A reminder that is later than this, because no server ran, is left out.
const LATE: TimeDelta = TimeDelta::hours(1);
/// People of one transaction.
const BATCH: usize = 50;
/// Transactions of one call. Other mails wait behind these.
const BATCHES: usize = 20;

/// Called each minute: reminds those whose time has come. Each person is taken by one server, in the transaction that stores the mail and
/// the next time.
pub async fn send_due(backend: &Backend) -> Result<()> {
    if !store::is_any_due(&backend.db, backend.clock.now()).await? {
        return Ok(());
    }
    for _ in 0..BATCHES {
        if remind(backend).await? < BATCH {
            break;
        }
    }
    backend.mail.start_sending();
    Ok(())
}

/// How many people were due.
async fn remind(backend: &Backend) -> Result<usize> {
    let now = backend.clock.now();
    let mut tx = backend.db.begin().await?;
    let due = store::take_due(&mut tx, now, BATCH).await?;
    for person in &due {
        let id = UserId(person.id);
        if let Some(today) = day_to_remind(person, now)
            && !store::has_entry(&mut tx, id, today).await?
        {
            let language = Language::parse(&person.language).unwrap_or(Language::De);
            let kind = Kind::Reminder { stop: stop::link(backend, MailKind::Reminder, id) };
            backend.mail.keep(&mut tx, &Message { to: person.email.clone(), language, kind }).await?;
            store::set_reminded(&mut tx, id, today).await?;
        }
        store::set_next(&mut tx, id, person.time().next(now, person.zone())).await?;
    }
    tx.commit().await?;
    Ok(due.len())
}

/// The diary day to remind of. None: no mail can go, it is too late, or the person was reminded of this day.
fn day_to_remind(person: &Due, now: DateTime<Utc>) -> Option<NaiveDate> {
    let today = |at| {
        let today = day::today(at, person.zone(), person.day_end());
        person.day_floor.map_or(today, |floor| today.max(floor))
    };
    let (meant, is_late) = (today(person.next_reminder_at), now - person.next_reminder_at > LATE);
    let is_new = person.reminded_on.is_none_or(|reminded| reminded < meant);
    let can_go = person.email_confirmed && Mail::can_reach(&person.email);
    (can_go && is_new && !is_late && today(now) == meant).then_some(meant)
}
