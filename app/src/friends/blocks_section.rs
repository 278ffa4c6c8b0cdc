//! Settings: whom one has blocked, with the ways to end it and to tell the operator about them: they have no page any more.

use super::{parts::day, person_actions::ReportForm};
use crate::{
    components::{ApiForm, Avatar, SettingsSection, loaded, not_loaded},
    request::{PageRequest, by_itself, t},
};
use backend::friends::blocks::Blocked;
use domain::{Key, UserId, date};
use leptos::prelude::*;

#[component]
pub fn BlocksSection() -> impl IntoView {
    let request = PageRequest::current();
    let blocked = loaded(async move {
        let PageRequest { backend, viewer, .. } = request.clone();
        let load = async move { backend::friends::blocks::blocked(&backend, &viewer).await };
        match by_itself(load).await {
            Ok(blocked) => list(&request, blocked),
            Err(error) => not_loaded(&request, &error),
        }
    });
    view! {
        <SettingsSection id="blocks" title=t(Key::PeopleBlockedTitle) text=t(Key::PeopleBlockedText)>
            {blocked}
        </SettingsSection>
    }
}

fn list(request: &PageRequest, blocked: Vec<Blocked>) -> AnyView {
    if blocked.is_empty() {
        return view! { <p>{t(Key::PeopleBlockedNone)}</p> }.into_any();
    }
    let reported = request.query("report").and_then(|id| id.parse().ok());
    let rows = blocked.into_iter().map(|blocked| row(request, &blocked, reported)).collect_view();
    view! { <ul class="people">{rows}</ul> }.into_any()
}

fn row(request: &PageRequest, blocked: &Blocked, reported: Option<UserId>) -> impl IntoView + use<> {
    let (person, name) = (&blocked.person, blocked.person.display_name());
    let since = date::short(day(request, blocked.blocked_at));
    let [unblock, report] =
        [Key::PeopleUnblockNamed, Key::ReportTitlePerson].map(|key| request.fill(key, &[("name", &name)]));
    let form = (reported == Some(person.id)).then(|| report_form(&report, person.id, name.clone()));
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
                <ApiForm
                    method="DELETE"
                    action=format!("/api/blocks/{}", person.id)
                    done=Key::PeopleUnblocked
                    failed=Key::PeopleUnblockFailed
                    then="reload"
                >
                    <button class="button" aria-label=unblock data-busy=t(Key::FormBusy)>
                        {t(Key::PeopleUnblock)}
                    </button>
                </ApiForm>
            </div>
            {form}
        </li>
    }
}

fn report_form(title: &str, person: UserId, name: String) -> impl IntoView + use<> {
    view! {
        <section class="person-report">
            <h3>{title.to_owned()}</h3>
            <ReportForm about=("userId", person.to_string()) name then="/settings#blocks" class="" />
            <a class="button button-quiet button-wide" href="/settings#blocks">
                {t(Key::AppCancel)}
            </a>
        </section>
    }
}
