//! The newest events, in the settings.

use super::days::{days, more};
use crate::{
    components::{loaded, not_loaded},
    request::{PageRequest, in_own_task},
};
use domain::{Key, limits};
use leptos::prelude::*;

#[component]
pub fn AuditSection() -> impl IntoView {
    let request = PageRequest::current();
    let text = request.fill(Key::AuditText, &[("days", &limits::AUDIT_DAYS.to_string())]);
    let newest = loaded(async move {
        let (backend, viewer) = (request.backend.clone(), request.viewer.clone());
        let load = async move { backend::audit::events(&backend, &viewer, None, limits::AUDIT_SHOWN).await };
        match in_own_task(load).await {
            Ok(page) => {
                let listed = days(&request, page.items, |day| view! { <h3 class="audit-date">{day}</h3> }.into_any());
                view! {
                    {listed}
                    {more(page.next.as_deref())}
                }
                .into_any()
            }
            Err(error) => not_loaded(&request, &error),
        }
    });
    view! {
        <div class="settings-section audit" id="audit">
            <p class="settings-text">{text}</p>
            {newest}
        </div>
    }
}
