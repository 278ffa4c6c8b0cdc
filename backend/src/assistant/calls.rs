//! The log of what left this server: when, to whom and how much, never what.

use super::store;
use crate::{Backend, Result, Viewer};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Help, limits};
use serde::Serialize;
use uuid::Uuid;

/// Longer than any call can take.
const ABANDONED: TimeDelta = TimeDelta::minutes(10);
/// No zone and no change of zone is that far behind.
const QUOTA_DAYS: TimeDelta = TimeDelta::days(30);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AssistantCall {
    pub id: Uuid,
    pub help: Help,
    pub provider: String,
    /// Sent each time, of a text; received, of a recording.
    pub characters: i64,
    /// Of a recording.
    pub seconds: i64,
    /// How often it left this server: a second try and a simpler question are sent anew. None: no connection was made.
    pub sends: i64,
    pub outcome: Outcome,
    pub started_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Running,
    Done,
    /// It may have arrived all the same.
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

/// The newest calls to services outside, a hundred at most, of the last ninety days.
pub async fn calls(backend: &Backend, viewer: &Viewer) -> Result<Vec<AssistantCall>> {
    let since = kept_since(backend);
    store::list(&backend.db, viewer.account()?.user.id, since, limits::ASSISTANT_CALLS).await
}

fn kept_since(backend: &Backend) -> DateTime<Utc> {
    backend.clock.now() - TimeDelta::days(limits::ASSISTANT_CALL_DAYS)
}

/// Forgets what is past its time, and gives back what a process that is gone had taken.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    store::give_back_abandoned(&backend.db, now - ABANDONED).await?;
    store::delete_calls(&backend.db, kept_since(backend)).await?;
    store::delete_quota(&backend.db, (now - QUOTA_DAYS).date_naive()).await
}
