//! `/settings/audit`: the audit log, a page at a time.

use super::days::{days, more};
use crate::{
    components::{Frame, Icon, icon, refused::refused},
    request::{PageRequest, t},
};
use domain::{Key, limits};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn audit_page(request: Arc<PageRequest>) -> AnyView {
    let before = request.query("before").filter(|cursor| !cursor.is_empty());
    let found = backend::audit::events(&request.backend, &request.viewer, before.as_deref(), limits::AUDIT_PAGE).await;
    let page = match found {
        Ok(page) => page,
        Err(error) => return refused(&request, &error, "/settings".into(), Key::AssistantLogBack),
    };
    let listed = days(&request, page.items, |day| view! { <h2 class="audit-date">{day}</h2> }.into_any());
    view! {
        <Frame title=t(Key::AuditTitle) class="settings">
            <a class="back-link" href="/settings">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::AssistantLogBack)}
            </a>
            <h1>{t(Key::AuditTitle)}</h1>
            <p class="settings-text">{request.fill(Key::AuditText, &[("days", &limits::AUDIT_DAYS.to_string())])}</p>
            <div class="audit">{listed} {more(page.next.as_deref())}</div>
        </Frame>
    }
    .into_any()
}
