//! The form that reports a person or an entry to the operator, on its page under `?report`.

use super::{
    forms::{ABOUT_ENTRY, REPORT},
    person_menu::author,
};
use crate::{
    forms::{FieldError, FormStatus, FormsStatus, LongField, PostForm},
    request::{PageRequest, t},
};
use domain::{Entry, Key, ReportReason, limits};
use leptos::prelude::*;

/// `about` is a field of the form with its value. `back` leaves the form.
#[component]
pub fn ReportForm(
    title: String,
    about: (&'static str, String),
    name: String,
    #[prop(optional, into)] back: Option<String>,
) -> impl IntoView {
    let request = PageRequest::current();
    let chosen = request.typed(REPORT, "reason").map(str::to_owned);
    let reasons = ReportReason::ALL.map(|reason| {
        let label = t(reason.text());
        let is_chosen = chosen.as_deref() == Some(reason.as_str());
        view! {
            <label class="check">
                <input type="radio" name="reason" value=reason.as_str() checked=is_chosen />
                {label}
            </label>
        }
    });
    let back = back.unwrap_or_else(|| request.here_with(REPORT, None));
    view! {
        <section class="person-report" id="report" aria-labelledby="report-title">
            <h2 id="report-title">{title}</h2>
            <PostForm name=REPORT done=Key::ReportSent busy=Key::InvitationsSending class="stack">
                <p>{request.fill(Key::ReportText, &[("name", &name)])}</p>
                <input type="hidden" name=about.0 value=about.1 />
                <fieldset class="report-reasons" aria-describedby="report-reason-error">
                    <legend class="field-label">{t(Key::ReportReason)}</legend>
                    {reasons.into_iter().collect_view()}
                    <FieldError id="report-reason-error" name="reason" />
                </fieldset>
                <LongField id="report-words" name="words" label=Key::ReportWords max=limits::REPORT_WORDS rows=4 />
                <FormStatus />
                <div class="row">
                    <button class="button button-main">{t(Key::ReportSend)}</button>
                    <a class="button button-quiet" href=back>
                        {t(Key::AppCancel)}
                    </a>
                </div>
            </PostForm>
        </section>
    }
}

/// The report on the page of somebody else's entry: the form where it was chosen, else its result.
#[component]
pub fn EntryReport<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let request = PageRequest::current();
    let is_own = request.viewer.user_id() == Some(entry.user_id);
    let (id, name) = (entry.id, author(entry));
    (!is_own).then(|| {
        let form = request.query(REPORT).map(|_| {
            let title = t(Key::ReportTitleEntry).to_owned();
            view! { <ReportForm title about=("entry_id", id.to_string()) name /> }
        });
        view! {
            <FormsStatus of=ABOUT_ENTRY />
            {form}
        }
    })
}
