//! Mails about a subscription: the contract when it begins, and the confirmation of a cancellation.

use super::{
    state::{Intent, Stored},
    store,
};
use crate::{
    Backend, Result,
    db::Tx,
    providers::mail::{Kind, Mail, Message},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Language, day, price};

/// The mail after the subscription began. It is sent if `tx` is committed.
pub async fn began(backend: &Backend, tx: &mut Tx, one: &Stored) -> Result<()> {
    let begins = one.starts_at.unwrap_or_else(|| backend.clock.now());
    let vat = backend.settings.vat;
    keep(backend, tx, one, |language, day| Kind::ProBegan { price: price::line(language, vat), begins: day(begins) })
        .await
}

/// The mail after the person cancelled. It is sent if `tx` is committed.
pub async fn cancelled(backend: &Backend, tx: &mut Tx, one: &Stored) -> Result<()> {
    let until = one.end_date.filter(|end| *end > backend.clock.now());
    let may_come_back = one.intent == Intent::End;
    keep(backend, tx, one, |_, day| Kind::ProCancelled { until: until.map(day), may_come_back }).await
}

/// The mail after a payment went back, with which Pro ends. It is sent if `tx` is committed.
pub async fn refunded(backend: &Backend, tx: &mut Tx, one: &Stored) -> Result<()> {
    keep(backend, tx, one, |_, day| Kind::ProRefunded {
        at: day(one.refunded_at.unwrap_or_else(|| backend.clock.now())),
    })
    .await
}

async fn keep(
    backend: &Backend,
    tx: &mut Tx,
    one: &Stored,
    kind: impl FnOnce(Language, &dyn Fn(DateTime<Utc>) -> NaiveDate) -> Kind,
) -> Result<()> {
    let Some(to) = store::find_recipient(tx, one.user_id).await? else { return Ok(()) };
    // The change itself is valid even if no mail can be sent.
    if !Mail::can_reach(&to.email) {
        return Ok(());
    }
    let language = Language::parse(&to.language).unwrap_or(Language::De);
    let zone = day::parse_zone(&to.zone).unwrap_or(day::DEFAULT_ZONE);
    let kind = kind(language, &|moment| moment.with_timezone(&zone).date_naive());
    backend.mail.keep(tx, &Message { to: to.email, language, kind }).await
}
