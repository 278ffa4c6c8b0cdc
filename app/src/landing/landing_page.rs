//! The landing page.

use crate::{components::PageTitle, identity::login_dialog::LoginDialog, request::t};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn LandingPage() -> impl IntoView {
    view! {
        <PageTitle text=t(Key::AppName) />
        <h1>{t(Key::LandingHeroTitle)}</h1>
        <LoginDialog title=t(Key::SignInTitle).to_owned() />
    }
}
