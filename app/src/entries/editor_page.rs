//! `/create` and `/edit/{id}`: who may write which day, and the form for it.

use super::{
    bin_page::instead,
    editor_form::{EditorForm, Writing},
    editor_props::Saved,
    editor_voice::VoiceLimits,
    kept_words::KeptWords,
    reflection::Asked,
};
use crate::{
    PageRequest,
    components::{
        Page, Section,
        refused::{refused, refused_with},
    },
};
use backend::{Account, Clock, Result};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Entry, EntryId, Help, Key, Refusal, date};
use leptos::prelude::*;

pub async fn create_page(request: PageRequest) -> AnyView {
    match create(&request).await {
        Ok(Create::Write(writing)) => editor(&request, *writing),
        Ok(Create::Continue(id)) => {
            leptos_axum::redirect(&format!("/edit/{id}"));
            ().into_any()
        }
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EditorNotFoundButton),
    }
}

pub async fn edit_page(request: PageRequest) -> AnyView {
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
    /// Today has an entry already.
    Continue(EntryId),
}

enum Edit {
    Write(Box<Writing>),
    /// The day is over, and no ticket speaks for it.
    Closed(NaiveDate),
}

async fn create(request: &PageRequest) -> Result<Create> {
    let PageRequest { backend, viewer, .. } = request;
    let account = viewer.account()?;
    if let Some(entry) = backend::entries::today(backend, viewer).await? {
        return Ok(Create::Continue(entry.id));
    }
    let today = account.today(&backend.clock);
    Ok(Create::Write(Box::new(Writing {
        entry: None,
        date: today,
        is_today: true,
        ticket: Some(backend::entries::ticket(backend, viewer, today)?),
        user: account.user.id,
        plan: account.plan,
        voice: VoiceLimits::of(backend, account),
        summary_by: backend::assistant::offer(backend, account, Help::Summary),
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
    let entry = backend::entries::open(backend, viewer, id.parse()?).await?;
    if entry.user_id != account.user.id {
        return Err(Refusal::AccessDenied.into());
    }
    let is_today = entry.date == account.today(&backend.clock);
    let kept = backend::entries::valid_ticket(backend, viewer, entry.date, request.ticket.as_deref());
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
        is_today,
        entry: Some((entry.id, entry.version.unwrap_or_default())),
        date: entry.date,
        ticket,
        user: account.user.id,
        plan: account.plan,
        voice: VoiceLimits::of(backend, account),
        summary_by: backend::assistant::offer(backend, account, Help::Summary),
        save_line: request.fill(Key::EditorSaveLineSaved, &[("time", &moment(&entry, account, &backend.clock))]),
        saved: entry.into(),
    })))
}

/// When `entry` was saved: '22:14' of today, '19.11.2026, 22:14' of another day.
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
    let is_new = writing.entry.is_none();
    let title = request.text(if is_new { Key::EditorNewTitle } else { Key::EditorEditTitle });
    let language = request.language;
    view! {
        <Page title section=Section::Create class="main-editor">
            <EditorForm writing language />
        </Page>
    }
    .into_any()
}

/// A closed day still leads to its entry. What of it waits on this device can be read, and goes on with its ticket.
fn closed(request: &PageRequest, id: &str, date: NaiveDate) -> AnyView {
    let kept = view! { <KeptWords id=id.to_owned() date is_refused=request.ticket.is_some() /> };
    refused_with(request, &Refusal::EditClosed.into(), format!("/entry/{id}"), Key::EditorBack, kept)
}

/// Everything else leads to the dashboard; of an entry that is gone, words may be left here.
fn missing(request: &PageRequest, error: &backend::Error, id: &str) -> AnyView {
    let is_gone = error.refusal().refusal == Refusal::EntryNotFound;
    let kept = is_gone.then(|| view! { <KeptWords id=id.to_owned() /> });
    refused_with(request, error, "/dashboard".into(), Key::EditorNotFoundButton, kept)
}
