//! What people get on paper: the contract when it begins, and their cancellation.

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

/// Their subscription began. The mail goes out if `tx` is committed.
pub async fn began(backend: &Backend, tx: &mut Tx, one: &Stored) -> Result<()> {
    let begins = one.starts_at.unwrap_or_else(|| backend.clock.now());
    let vat = backend.settings.vat;
    keep(backend, tx, one, |language, day| Kind::ProBegan { price: price::line(language, vat), begins: day(begins) })
        .await
}

/// They cancelled it.
pub async fn cancelled(backend: &Backend, tx: &mut Tx, one: &Stored) -> Result<()> {
    let until = one.end_date.filter(|end| *end > backend.clock.now());
    let may_come_back = one.intent == Intent::End;
    keep(backend, tx, one, |_, day| Kind::ProCancelled { until: until.map(day), may_come_back }).await
}

async fn keep(
    backend: &Backend,
    tx: &mut Tx,
    one: &Stored,
    kind: impl FnOnce(Language, &dyn Fn(DateTime<Utc>) -> NaiveDate) -> Kind,
) -> Result<()> {
    let Some(to) = store::find_recipient(tx, one.user_id).await? else { return Ok(()) };
    // What was done holds also where no mail arrives.
    if !Mail::can_reach(&to.email) {
        return Ok(());
    }
    let language = Language::parse(&to.language).unwrap_or(Language::De);
    let zone = day::parse_zone(&to.zone).unwrap_or(day::DEFAULT_ZONE);
    let kind = kind(language, &|moment| moment.with_timezone(&zone).date_naive());
    backend.mail.keep(tx, &Message { to: to.email, language, kind }).await
}
