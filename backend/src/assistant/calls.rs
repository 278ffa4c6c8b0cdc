//! The log of calls to outside services: the time, the service and the amount of data, never the content.

use super::{call::AssistantCall, store};
use crate::{Backend, Result, Viewer};
use chrono::{DateTime, TimeDelta, Utc};
use domain::limits;

/// No call runs this long.
const ABANDONED: TimeDelta = TimeDelta::minutes(10);
/// Quota rows are kept this long. No time zone and no change of zone makes an older day the current one.
const QUOTA_DAYS: TimeDelta = TimeDelta::days(30);

/// The calls to outside services of the last ninety days, newest first, at most a hundred.
pub async fn calls(backend: &Backend, viewer: &Viewer) -> Result<Vec<AssistantCall>> {
    let since = kept_since(backend);
    store::list(&backend.db, viewer.account()?.user.id, since, limits::ASSISTANT_CALLS).await
}

fn kept_since(backend: &Backend) -> DateTime<Utc> {
    backend.clock.now() - TimeDelta::days(limits::ASSISTANT_CALL_DAYS)
}

/// Deletes expired rows, and returns the quota of calls whose process ended before they did.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    store::give_back_abandoned(&backend.db, now - ABANDONED).await?;
    store::delete_calls(&backend.db, kept_since(backend)).await?;
    store::delete_quota(&backend.db, (now - QUOTA_DAYS).date_naive()).await
}
