//! The not-found screen.

use crate::{components::PageTitle, request::t};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! {
        <PageTitle text=t(Key::NotFoundTitle) />
        <h1>{t(Key::NotFoundTitle)}</h1>
    }
}
