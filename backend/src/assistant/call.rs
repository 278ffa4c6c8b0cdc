//! A call to an outside service, as the log keeps it.

use chrono::{DateTime, Utc};
use domain::Help;
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantCall {
    pub id: Uuid,
    pub help: Help,
    pub provider: String,
    /// The characters sent for a text, or received for a recording.
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
