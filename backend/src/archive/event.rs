//! The audit log in the export, as data.

use crate::{
    Backend, Result, Viewer,
    audit::{self, Recorded},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Help, Language, limits};
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    at: DateTime<Utc>,
    kind: &'static str,
    text: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_new_device: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Help>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
}

impl Event {
    fn of(recorded: Recorded, language: Language) -> Self {
        let Recorded { at, event, .. } = recorded;
        Self {
            at,
            kind: event.kind.as_str(),
            text: language.text(event.kind.text()),
            device: event.device.map(|device| device.name(language)),
            is_new_device: event.is_new_device,
            help: event.help,
            provider: event.provider,
            day: event.day,
            number: event.number,
        }
    }
}

/// All that the log has, the newest first. Its length is bounded ([`limits::AUDIT_PER_DAY`]).
pub async fn all(backend: &Backend, viewer: &Viewer, language: Language) -> Result<Vec<Event>> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = audit::events(backend, viewer, before.as_deref(), limits::PAGE_MAX).await?;
        all.extend(page.items.into_iter().map(|recorded| Event::of(recorded, language)));
        before = page.next;
        if before.is_none() {
            return Ok(all);
        }
    }
}
