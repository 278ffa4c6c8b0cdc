//! The log of calls to outside services: the time, the service and the amount of data, never the content.

use super::store;
use crate::{Backend, Result, Viewer};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Help, limits};
use serde::Serialize;
use uuid::Uuid;

/// No call runs this long.
const ABANDONED: TimeDelta = TimeDelta::minutes(10);
/// Quota rows are kept this long. No time zone and no change of zone makes an older day the current one.
const QUOTA_DAYS: TimeDelta = TimeDelta::days(30);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantCall {
    pub id: Uuid,
    pub help: Help,
    pub provider: String,
    /// For a text: the characters of one send. For a recording: the characters received.
    pub characters: i64,
    /// The length of a recording.
    pub seconds: i64,
    /// How often the data was sent: a retry and a simplified request are sent again. Zero: no connection was made.
    pub sends: i64,
    pub outcome: Outcome,
    pub started_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CallOutcome)]
pub enum Outcome {
    Running,
    Done,
    /// The service may have received the data all the same.
    Failed,
}

impl Outcome {
    const ALL: [Self; 3] = [Self::Running, Self::Done, Self::Failed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == text)
    }
}

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
