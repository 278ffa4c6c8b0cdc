//! Events below the day on which they happened, by the person's clock.

use crate::request::{PageRequest, encoded, t};
use backend::audit::Recorded;
use chrono::{DateTime, NaiveDate};
use domain::{
    AuditEvent, AuditKind, Device, Help, Key, date,
    day::{self, Zone},
};
use leptos::prelude::*;

/// `heading` makes the heading of a day at the level that the page needs.
pub fn days(request: &PageRequest, events: Vec<Recorded>, heading: fn(String) -> AnyView) -> AnyView {
    if events.is_empty() {
        return view! { <p class="field-hint">{t(Key::AuditNone)}</p> }.into_any();
    }
    let zone = request.account().map_or(day::DEFAULT_ZONE, |account| account.zone);
    let today = request.backend.clock.now().with_timezone(&zone).date_naive();
    let lived =
        events.into_iter().map(|recorded| (recorded.at.with_timezone(&zone), recorded.event)).collect::<Vec<_>>();
    let by_day = lived.chunk_by(|(one, _), (other, _)| one.date_naive() == other.date_naive());
    let days = by_day.filter_map(|events| {
        let day = events.first()?.0.date_naive();
        let rows = events.iter().map(|(at, event)| row(request, *at, event)).collect_view();
        Some(view! {
            <section>
                {heading(name(request, day, today))}
                <ul class="audit-events">{rows}</ul>
            </section>
        })
    });
    days.collect_view().into_any()
}

/// The way to the events before those that are shown.
pub fn more(next: Option<&str>) -> impl IntoView + use<> {
    next.map(|cursor| {
        view! {
            <p>
                <a class="button" href=format!("/settings/audit?before={}", encoded(cursor)) rel="next">
                    {t(Key::AuditMore)}
                </a>
            </p>
        }
    })
}

/// 'heute', 'gestern', else the date.
fn name(request: &PageRequest, day: NaiveDate, today: NaiveDate) -> String {
    match (today - day).num_days() {
        0 | 1 => date::relative(request.language, day, today).unwrap_or_default(),
        _ => date::short(day),
    }
}

fn row(request: &PageRequest, at: DateTime<Zone>, event: &AuditEvent) -> impl IntoView + use<> {
    let more = details(request, event).join(" · ");
    view! {
        <li class="audit-event">
            <time class="audit-time" datetime=at.to_rfc3339()>
                {at.format("%H:%M").to_string()}
            </time>
            <div class="audit-words">
                <p class="audit-what">
                    {t(event.kind.text())}
                    {event.is_new_device.then(|| view! { <span class="chip">{t(Key::AuditNewDevice)}</span> })}
                </p>
                {(!more.is_empty()).then(|| view! { <p class="field-hint">{more}</p> })}
            </div>
        </li>
    }
}

fn details(request: &PageRequest, event: &AuditEvent) -> Vec<String> {
    let counted = |key, n: i64| request.fill(key, &[("n", &n.to_string())]);
    let help = event.help.map(|help| match help {
        Help::Transcription => Key::SettingsAssistantTranscription,
        Help::Summary => Key::SettingsAssistantSummary,
        Help::Linkedin => Key::SettingsAssistantLinkedin,
    });
    let number = event.number.and_then(|n| match event.kind {
        AuditKind::LinkOpened => Some(counted(Key::AuditOpenedSoFar, n)),
        AuditKind::LinkEnded if n > 0 => Some(counted(Key::AuditOpened, n)),
        AuditKind::WordsSent if n > 1 => Some(counted(Key::AssistantLogTimes, n)),
        AuditKind::Exported => Some(request.fill(Key::ArchiveTitleYear, &[("year", &n.to_string())])),
        _ => None,
    });
    let all = (event.kind == AuditKind::Exported && event.number.is_none()).then(|| t(Key::ArchiveTitle).to_owned());
    let day = event.day.map(|day| request.fill(Key::AuditEntryOf, &[("date", &date::short(day))]));
    let device = event.device.map(|device: Device| device.name(request.language));
    [device, help.map(|help| t(help).to_owned()), event.provider.clone(), day, number, all]
        .into_iter()
        .flatten()
        .collect()
}
