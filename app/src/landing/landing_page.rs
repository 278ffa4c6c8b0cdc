//! The landing page.

use crate::{components::Page, request::t};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn LandingPage() -> impl IntoView {
    view! {
        <Page title=t(Key::AppName)>
            <h1>{t(Key::LandingHeroTitle)}</h1>
        </Page>
    }
}
