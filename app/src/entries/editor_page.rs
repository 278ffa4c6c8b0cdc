//! `/create`, `/create?date=…` for a missed day, and `/edit/{id}`: whether the day may be written, and its form.

use super::{
    bin_page::instead,
    editor_form::EditorForm,
    editor_props::Saved,
    editor_voice::VoiceLimits,
    plain_form::refused_page,
    reflection::Asked,
    unsaved_drafts::UnsavedDrafts,
    writing::{Day, SummaryBy, Writing},
};
use crate::{
    PageRequest,
    components::{
        Frame, Section,
        refused::{refused, refused_with},
    },
};
use backend::{Account, Backend, Clock, Result};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Entry, EntryId, Help, Key, Refusal, date};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn create_page(request: Arc<PageRequest>) -> AnyView {
    if let Some(page) = refused_page(&request).await {
        return page;
    }
    match create(&request).await {
        Ok(Create::Write(writing)) => editor(&request, *writing),
        Ok(Create::Existing { id, may_edit }) => {
            leptos_axum::redirect(&format!("/{}/{id}", if may_edit { "edit" } else { "entry" }));
            ().into_any()
        }
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EditorNotFoundButton),
    }
}

pub async fn edit_page(request: Arc<PageRequest>) -> AnyView {
    if let Some(page) = refused_page(&request).await {
        return page;
    }
    let id = &request.parameter;
    match edit(&request, id).await {
        Ok(Edit::Write(writing)) => editor(&request, *writing),
        Ok(Edit::Closed(date)) => closed(&request, id, date),
        Err(error) => match instead(&request, id, &error).await {
            Some(page) => page,
            None => missing(&request, &error, id),
        },
    }
}

enum Create {
    Write(Box<Writing>),
    /// The day has an entry already.
    Existing {
        id: EntryId,
        may_edit: bool,
    },
}

enum Edit {
    Write(Box<Writing>),
    /// The day is over, and there is no ticket for it.
    Closed(NaiveDate),
}

async fn create(request: &PageRequest) -> Result<Create> {
    let PageRequest { backend, viewer, .. } = request;
    let account = viewer.account()?;
    let today = account.today(&backend.clock);
    let date = match request.query("date") {
        None => today,
        Some(date) => domain::day::named(&date).ok_or(Refusal::NotToday)?,
    };
    if let Some(entry) = backend::entries::of_day(backend, viewer, date).await? {
        let may_edit = backend::entries::may_edit(backend, viewer, &entry);
        return Ok(Create::Existing { id: entry.id, may_edit });
    }
    let day = if date == today { Day::Today } else { Day::Missed };
    let ticket = match day {
        Day::Missed => backend::entries::missed_day_ticket(backend, viewer, date)?,
        _ => backend::entries::ticket(backend, viewer, date)?,
    };
    Ok(Create::Write(Box::new(Writing {
        entry: None,
        date,
        day,
        ticket: Some(ticket),
        user: account.user.id,
        plan: account.plan,
        shows_pro_hints: account.shows_pro_hints(),
        voice: VoiceLimits::of(backend, account),
        summary_by: summary_by(backend, account).await?,
        saved: Saved::new_entry(account.user.default_visibility),
        asked: Asked {
            entry: None,
            questions: backend::reflection::questions(viewer, request.language)?,
            answers: Vec::new(),
        },
        save_line: request.text(Key::EditorSaveLineEmpty).to_owned(),
    })))
}

async fn edit(request: &PageRequest, id: &str) -> Result<Edit> {
    let PageRequest { backend, viewer, .. } = request;
    let account = viewer.account()?;
    let entry = backend::entries::open_own(backend, viewer, id.parse()?).await?;
    let is_today = entry.date == account.today(&backend.clock);
    let kept = backend::entries::ticket_that_opens(backend, viewer, &entry, request.ticket.as_deref());
    if kept.is_none() && !backend::entries::may_edit(backend, viewer, &entry) {
        return Ok(Edit::Closed(entry.date));
    }
    let ticket = if is_today { Some(backend::entries::ticket(backend, viewer, entry.date)?) } else { kept };
    let asked = Asked {
        entry: Some(entry.id),
        questions: backend::reflection::questions(viewer, request.language)?,
        answers: backend::reflection::answers(backend, viewer, entry.id, request.language).await?,
    };
    Ok(Edit::Write(Box::new(Writing {
        asked,
        day: if is_today { Day::Today } else { Day::Over },
        entry: Some((entry.id, entry.version.unwrap_or_default())),
        date: entry.date,
        ticket,
        user: account.user.id,
        plan: account.plan,
        shows_pro_hints: account.shows_pro_hints(),
        voice: VoiceLimits::of(backend, account),
        summary_by: summary_by(backend, account).await?,
        save_line: request.fill(Key::EditorSaveLineSaved, &[("time", &moment(&entry, account, &backend.clock))]),
        saved: entry.into(),
    })))
}

async fn summary_by(backend: &Backend, account: &Account) -> Result<SummaryBy> {
    let offer = backend::assistant::offer(backend, account, Help::Summary);
    Ok(SummaryBy { offer, left: backend::assistant::uses_left(backend, account, Help::Summary).await? })
}

/// The time of the save: '22:14' today, '19.11.2026, 22:14' on another day.
fn moment(entry: &Entry, account: &Account, clock: &Clock) -> String {
    let local = |at: DateTime<Utc>| at.with_timezone(&account.zone).naive_local();
    let at = local(entry.updated_at.unwrap_or(entry.created_at));
    let time = at.format("%H:%M");
    if at.date() == local(clock.now()).date() {
        time.to_string()
    } else {
        format!("{}, {time}", date::short(at.date()))
    }
}

fn editor(request: &PageRequest, writing: Writing) -> AnyView {
    let title = match (&writing.entry, writing.day) {
        (Some(_), _) => request.text(Key::EditorEditTitle).to_owned(),
        (None, Day::Missed) => format!("{} {}", request.text(Key::MissedDayTitle), date::long(writing.date)),
        (None, _) => request.text(Key::EditorNewTitle).to_owned(),
    };
    let language = request.language;
    view! {
        <Frame title section=Section::Create class="main-editor">
            <EditorForm writing language />
        </Frame>
    }
    .into_any()
}

/// The page of a closed day, with a link to its entry. Drafts on this device can be read, and edited with their ticket.
fn closed(request: &PageRequest, id: &str, date: NaiveDate) -> AnyView {
    let kept = view! { <UnsavedDrafts id=id.to_owned() date is_refused=request.ticket.is_some() /> };
    refused_with(request, &Refusal::EditClosed.into(), format!("/entry/{id}"), Key::EditorBack, kept)
}

/// The refusal of any other entry, with a link to the dashboard. Drafts of a deleted entry may still be on this device.
fn missing(request: &PageRequest, error: &backend::Error, id: &str) -> AnyView {
    let is_gone = error.refusal().refusal == Refusal::EntryNotFound;
    let kept = is_gone.then(|| view! { <UnsavedDrafts id=id.to_owned() /> });
    refused_with(request, error, "/dashboard".into(), Key::EditorNotFoundButton, kept)
}
