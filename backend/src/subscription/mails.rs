//! What people get on paper: the contract when it begins, and their cancellation.

use super::{state::Stored, store};
use crate::{
    Backend, Result,
    providers::mail::{Kind, Message},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Language, day, price};

/// Their subscription began.
pub async fn began(backend: &Backend, one: &Stored) {
    let begins = one.starts_at.unwrap_or_else(|| backend.clock.now());
    let vat = backend.settings.vat;
    send(backend, one, |language, day| Kind::ProBegan { price: price::line(language, vat), begins: day(begins) }).await;
}

/// They cancelled it.
pub async fn cancelled(backend: &Backend, one: &Stored) {
    let until = one.end_date.unwrap_or_else(|| backend.clock.now());
    send(backend, one, |_, day| Kind::ProCancelled { until: day(until) }).await;
}

/// What was done holds also where no mail can be sent.
async fn send(
    backend: &Backend,
    one: &Stored,
    kind: impl FnOnce(Language, &dyn Fn(DateTime<Utc>) -> NaiveDate) -> Kind,
) {
    if let Err(error) = try_send(backend, one, kind).await {
        tracing::error!(subscription = %one.id, %error, "a mail about a subscription was not sent");
    }
}

async fn try_send(
    backend: &Backend,
    one: &Stored,
    kind: impl FnOnce(Language, &dyn Fn(DateTime<Utc>) -> NaiveDate) -> Kind,
) -> Result<()> {
    let Some(to) = store::find_recipient(&backend.db, one.user_id).await? else { return Ok(()) };
    let language = Language::parse(&to.language).unwrap_or(Language::De);
    let zone = day::parse_zone(&to.zone).unwrap_or(day::DEFAULT_ZONE);
    let kind = kind(language, &|moment| moment.with_timezone(&zone).date_naive());
    backend.mail.send(&Message { to: to.email, language, kind }).await
}
