//! The section of blocked people in the settings. They have no page any more, so ending a block and reporting are here.

use super::{
    forms::{OF_BLOCKED, REPORT},
    parts::day,
    report_form::ReportForm,
};
use crate::{
    components::{Avatar, SettingsSection, not_loaded},
    forms::{ButtonForm, FormsStatus},
    request::{PageRequest, t},
};
use backend::friends::blocks::Blocked;
use domain::{Key, UserId, date};
use leptos::prelude::*;

#[component]
pub fn BlocksSection(blocked: backend::Result<Vec<Blocked>>) -> impl IntoView {
    let request = PageRequest::current();
    let blocked = match blocked {
        Ok(blocked) => list(&request, blocked),
        Err(error) => not_loaded(&request, &error),
    };
    view! {
        <SettingsSection id="blocks" title=t(Key::PeopleBlockedTitle) text=t(Key::PeopleBlockedText)>
            <FormsStatus of=OF_BLOCKED />
            {blocked}
        </SettingsSection>
    }
}

fn list(request: &PageRequest, blocked: Vec<Blocked>) -> AnyView {
    if blocked.is_empty() {
        return view! { <p>{t(Key::PeopleBlockedNone)}</p> }.into_any();
    }
    let reported = request.query(REPORT).and_then(|id| id.parse().ok());
    let rows = blocked.into_iter().map(|blocked| row(request, &blocked, reported)).collect_view();
    view! { <ul class="people">{rows}</ul> }.into_any()
}

fn row(request: &PageRequest, blocked: &Blocked, reported: Option<UserId>) -> impl IntoView + use<> {
    let (person, name) = (&blocked.person, blocked.person.display_name());
    let since = date::short(day(request, blocked.blocked_at));
    let [unblock, report] =
        [Key::PeopleUnblockNamed, Key::ReportTitlePerson].map(|key| request.fill(key, &[("name", &name)]));
    let form = (reported == Some(person.id)).then(|| {
        let about = ("user_id", person.id.to_string());
        view! { <ReportForm title=report.clone() about name=name.clone() back="/settings#blocks" /> }
    });
    view! {
        <li class="person" id=format!("blocked-{}", person.id)>
            <Avatar initials=person.initials() image=None />
            <div class="person-words">
                <p class="person-name" dir="auto">
                    {name}
                </p>
                <p class="person-below">
                    {format!("@{} · ", person.username)} {request.fill(Key::PeopleBlockedSince, &[("date", &since)])}
                </p>
            </div>
            <div class="person-buttons">
                <a
                    class="button button-quiet"
                    href=format!("/settings?report={0}#blocked-{0}", person.id)
                    aria-label=report
                >
                    {t(Key::ReportOpen)}
                </a>
                <ButtonForm name="unblock" id=person.id.to_string()>
                    <button class="button" aria-label=unblock>
                        {t(Key::PeopleUnblock)}
                    </button>
                </ButtonForm>
            </div>
            {form}
        </li>
    }
}
