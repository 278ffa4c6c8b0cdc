//! Settings: whom one has blocked, with the way to end it.

use super::parts::day;
use crate::{
    components::{ApiForm, Avatar},
    profile::SettingsSection,
    request::{PageRequest, by_itself, t},
};
use backend::friends::blocks::Blocked;
use domain::{Key, date};
use leptos::prelude::*;

#[component]
pub fn BlocksSection() -> impl IntoView {
    let request = PageRequest::current();
    view! {
        <SettingsSection id="blocks" title=t(Key::PeopleBlockedTitle) text=t(Key::PeopleBlockedText)>
            <Suspense>
                {Suspend::new(async move {
                    let PageRequest { backend, viewer, .. } = request.clone();
                    let load = async move { backend::friends::blocks::blocked(&backend, &viewer).await };
                    match by_itself(load).await {
                        Ok(blocked) => list(&request, blocked),
                        Err(error) => {
                            let said = request.language.error_text(&error.refusal());
                            view! { <p class="alert">{said}</p> }.into_any()
                        }
                    }
                })}
            </Suspense>
        </SettingsSection>
    }
}

fn list(request: &PageRequest, blocked: Vec<Blocked>) -> AnyView {
    if blocked.is_empty() {
        return view! { <p>{t(Key::PeopleBlockedNone)}</p> }.into_any();
    }
    let rows = blocked.into_iter().map(|blocked| row(request, &blocked)).collect_view();
    view! { <ul class="people">{rows}</ul> }.into_any()
}

fn row(request: &PageRequest, blocked: &Blocked) -> impl IntoView + use<> {
    let (person, name) = (&blocked.person, blocked.person.display_name());
    let since = date::short(day(request, blocked.blocked_at));
    let label = request.fill(Key::PeopleUnblockNamed, &[("name", &name)]);
    view! {
        <li class="person">
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
                <ApiForm
                    method="DELETE"
                    action=format!("/api/blocks/{}", person.id)
                    done=Key::PeopleUnblocked
                    failed=Key::PeopleUnblockFailed
                    then="reload"
                >
                    <button class="button" aria-label=label data-busy=t(Key::FormBusy)>
                        {t(Key::PeopleUnblock)}
                    </button>
                </ApiForm>
            </div>
        </li>
    }
}
