//! The not-found screen.

use crate::{
    components::{EmptyState, Frame, drawing::Drawing},
    request::{set_status, t},
};
use domain::Key;
use http::StatusCode;
use leptos::prelude::*;

#[component]
pub fn NotFoundPage() -> impl IntoView {
    set_status(StatusCode::NOT_FOUND);
    view! {
        <Frame title=t(Key::NotFoundTitle)>
            <EmptyState drawing=Drawing::LoosePage title=t(Key::NotFoundTitle) text=t(Key::NotFoundText)>
                <a class="button button-main" href="/dashboard">
                    {t(Key::NotFoundButton)}
                </a>
            </EmptyState>
        </Frame>
    }
}
