//! The newest events, in the settings.

use super::days::{days, more};
use crate::{components::not_loaded, request::PageRequest};
use backend::{audit::Recorded, pagination::Page};
use domain::{Key, limits};
use leptos::prelude::*;

#[component]
pub fn AuditSection(newest: backend::Result<Page<Recorded>>) -> impl IntoView {
    let request = PageRequest::current();
    let text = request.fill(Key::AuditText, &[("days", &limits::AUDIT_DAYS.to_string())]);
    let newest = match newest {
        Ok(page) => {
            let listed = days(&request, page.items, |day| view! { <h3 class="audit-date">{day}</h3> }.into_any());
            view! {
                {listed}
                {more(page.next.as_deref())}
            }
            .into_any()
        }
        Err(error) => not_loaded(&request, &error),
    };
    view! {
        <div class="settings-section audit" id="audit">
            <p class="settings-text">{text}</p>
            {newest}
        </div>
    }
}
