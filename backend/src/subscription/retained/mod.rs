//! What the law wants kept of the payments of people who are gone, and the end of their subscriptions at the provider (product 21.12).

mod store;

pub(super) use store::{note_message, sweep};

use crate::{
    Backend, Result,
    db::Tx,
    providers::payment::{Failure, ProviderStatus, Transaction},
};
use chrono::{DateTime, Datelike, TimeDelta, TimeZone, Utc};
use domain::{UserId, price::Vat};
use store::{Ended, Record};

/// Years after that of a payment for which it is kept (§ 147 AO).
const KEPT_YEARS: i32 = 8;
/// Subscriptions that one look reads.
const BATCH: i64 = 20;
/// The pause before the next try. It doubles with each failure.
const PAUSE: TimeDelta = TimeDelta::minutes(5);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);
/// A payment may show late, so the list is read again until nothing new comes.
const LATER: TimeDelta = TimeDelta::days(3);
/// An order is not activated later than this after it was made: at the provider it can be approved for hours.
const ACTIVATED: TimeDelta = TimeDelta::days(1);
/// One that the provider does not know is no longer asked for after this time.
const UNKNOWN: i64 = 24 * 30;

/// The last day on which a payment of `at` is kept.
pub(crate) fn kept_until(at: DateTime<Utc>) -> DateTime<Utc> {
    first_day_without(at) - TimeDelta::days(1)
}

fn first_day_without(at: DateTime<Utc>) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(at.year() + KEPT_YEARS + 1, 1, 1, 0, 0, 0).single().unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Turns the person's subscriptions into ones of nobody. Their payments are read later, so that no deletion waits for the provider. True:
/// one of them has begun.
pub(crate) async fn keep_records(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    store::keep(tx, user, now, first_day_without(now)).await
}

/// Reads what is due at the provider: ends it there, and keeps its payments.
pub(super) async fn look(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    for one in store::list_due(&backend.db, now, BATCH).await? {
        let doublings = u32::try_from(one.failures).unwrap_or_default().min(10);
        let again = now + (PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE);
        // Whoever gets the row reads it. It is tried again after the pause unless this round comes to its end.
        if !store::take(&backend.db, &one, now, again).await? {
            continue;
        }
        if let Err(failure) = read(backend, &one).await? {
            tracing::warn!(subscription = one.paypal_id, %failure, "a subscription of nobody was not ended yet; it is tried again");
        }
    }
    Ok(())
}

async fn read(backend: &Backend, one: &Ended) -> Result<Result<(), Failure>> {
    let (db, id) = (&backend.db, one.paypal_id.as_str());
    let found = match backend.payment.get(id).await {
        Ok(found) => found,
        Err(Failure::NotFound) if one.failures >= UNKNOWN => {
            store::rest(db, id, None).await?;
            return Ok(Ok(()));
        }
        Err(failure) => return Ok(Err(failure)),
    };
    let now = backend.clock.now();
    if !found.has_begun() {
        // An order that was never activated is never charged. A round that was running may still activate it.
        if now - one.began_at < ACTIVATED {
            store::rest(db, id, Some(now + LONGEST_PAUSE)).await?;
        } else {
            store::delete(db, id).await?;
        }
        return Ok(Ok(()));
    }
    if matches!(found.status, ProviderStatus::Active | ProviderStatus::Suspended)
        && let Err(failure) = backend.payment.cancel(id).await
        && !failure.is_other_status()
    {
        return Ok(Err(failure));
    }
    let paid = match backend.payment.payments(id, one.began_at, now).await {
        Ok(paid) => paid,
        Err(failure) => return Ok(Err(failure)),
    };
    let records: Vec<_> = paid.into_iter().filter_map(|paid| record(backend, id, paid)).collect();
    let is_new = store::put(db, records).await?;
    store::rest(db, id, is_new.then_some(now + LATER)).await?;
    Ok(Ok(()))
}

fn record(backend: &Backend, paypal_id: &str, paid: Transaction) -> Option<Record> {
    let money = paid.amount_with_breakdown?.gross_amount;
    let tax = match backend.settings.vat {
        Vat::Included => "vat",
        Vat::SmallBusiness => "small_business",
    };
    Some(Record {
        id: if paid.id.is_empty() { format!("{paypal_id} {}", paid.time.timestamp()) } else { paid.id },
        paypal_id: paypal_id.to_owned(),
        paid_at: paid.time,
        amount: money.value,
        currency: money.currency_code,
        status: paid.status,
        tax,
        keep_until: first_day_without(paid.time),
    })
}
