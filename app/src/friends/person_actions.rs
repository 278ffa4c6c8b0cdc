//! What one can do about somebody else: block them, or tell the operator.

use crate::{
    components::{ApiForm, FormMessage, Icon, SubmitButton, TextArea, icon},
    request::{PageRequest, t},
};
use domain::{Entry, EntryId, Key, ReportReason, UserId, limits};
use leptos::prelude::*;
use serde_json::json;

/// Beside somebody else's entry; nothing beside one's own.
pub fn about_entry(entry: &Entry, viewer: Option<UserId>) -> Option<impl IntoView + use<>> {
    let (id, person) = (entry.id, entry.user_id);
    let author = entry.user.as_ref().map(|author| format!("{} {}", author.first_name, author.last_name));
    let name = author.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| t(Key::CardUnknownAuthor).to_owned());
    (viewer != Some(person)).then(|| view! { <PersonActions id=person name entry=id /> })
}

/// A menu and its dialog; once on a page. With an entry, that is what is reported.
#[component]
pub fn PersonActions(
    id: UserId,
    #[prop(into)] name: String,
    #[prop(optional)] entry: Option<EntryId>,
) -> impl IntoView {
    let request = PageRequest::current();
    let named = |key: Key| request.fill(key, &[("name", &name)]);
    let blocked = json!({ "title": named(Key::PeopleBlocked), "kind": "ok" }).to_string();
    view! {
        <button
            type="button"
            class="icon-button person-menu-button"
            popovertarget="person-menu"
            aria-label=named(Key::PeopleMore)
        >
            <Icon of=icon::ELLIPSIS />
        </button>
        <div class="menu person-menu" id="person-menu" popover>
            <button type="button" class="menu-action" data-opens="report">
                <Icon of=icon::FLAG />
                {t(Key::ReportOpen)}
            </button>
            <ApiForm
                action="/api/blocks"
                done_toast=blocked
                failed=Key::PeopleBlockFailed
                then="/friends"
                confirm=named(Key::PeopleBlockConfirm)
            >
                <input type="hidden" name="userId" value=id.to_string() />
                <button class="menu-action" data-busy=t(Key::FormBusy)>
                    <Icon of=icon::BAN />
                    <span data-label>{t(Key::PeopleBlock)}</span>
                </button>
            </ApiForm>
        </div>
        <ReportDialog id name=name.clone() entry />
    }
}

#[component]
fn ReportDialog(id: UserId, name: String, entry: Option<EntryId>) -> impl IntoView {
    let request = PageRequest::current();
    let (title, about) = match entry {
        Some(entry) => (t(Key::ReportTitleEntry).to_owned(), ("entryId", entry.to_string())),
        None => (request.fill(Key::ReportTitlePerson, &[("name", &name)]), ("userId", id.to_string())),
    };
    view! {
        <dialog class="dialog" id="report" aria-labelledby="report-title" closedby="any">
            <div class="dialog-head">
                <h2 id="report-title">{title}</h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=t(Key::AppClose)>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <ReportForm about name then="stay" class="dialog-body" />
        </dialog>
    }
}

/// What the operator is told; once on a page. `about` is a field of the call with its value, `then` as [`ApiForm`]'s.
#[component]
pub(super) fn ReportForm(
    about: (&'static str, String),
    name: String,
    then: &'static str,
    class: &'static str,
) -> impl IntoView {
    let request = PageRequest::current();
    let reasons = ReportReason::ALL.map(|reason| {
        let label = t(reason_text(reason));
        view! {
            <label class="check">
                <input type="radio" name="reason" value=reason.as_str() data-codes="report_reason" />
                {label}
            </label>
        }
    });
    view! {
        <ApiForm action="/api/reports" done=Key::ReportSent failed=Key::ReportFailed then=then class=class>
            <p>{request.fill(Key::ReportText, &[("name", &name)])}</p>
            <input type="hidden" name=about.0 value=about.1 />
            <fieldset class="report-reasons">
                <legend class="field-label">{t(Key::ReportReason)}</legend>
                {reasons.into_iter().collect_view()}
            </fieldset>
            <Words id="report-words" name="words" label=Key::ReportWords max=limits::REPORT_WORDS codes="report_too_long" />
            <FormMessage />
            <SubmitButton label=Key::ReportSend busy=Key::InvitationsSending class="button button-main button-wide" />
        </ApiForm>
    }
}

fn reason_text(reason: ReportReason) -> Key {
    match reason {
        ReportReason::Harassment => Key::ReportReasonHarassment,
        ReportReason::Hate => Key::ReportReasonHate,
        ReportReason::Sexual => Key::ReportReasonSexual,
        ReportReason::Danger => Key::ReportReasonDanger,
        ReportReason::Impersonation => Key::ReportReasonImpersonation,
        ReportReason::Spam => Key::ReportReasonSpam,
        ReportReason::Other => Key::ReportReasonOther,
    }
}

/// A text area that says how much is typed into it.
#[component]
pub(super) fn Words(
    id: &'static str,
    name: &'static str,
    label: Key,
    max: usize,
    codes: &'static str,
    #[prop(optional)] hint: Option<Key>,
) -> impl IntoView {
    let counter = format!("{id}-count");
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {t(label)}
            </label>
            <TextArea name id text=String::new() class="input" rows=4 described_by=counter.clone() codes />
            {hint.map(|hint| view! { <p class="field-hint">{t(hint)}</p> })}
            <p
                class="field-hint words-count"
                id=counter
                data-count=id
                data-max=max.to_string()
                data-words=t(Key::InvitationsCounter)
            ></p>
        </div>
    }
}
