//! The landing page: guests also see it in place of every page for signed-in people.

use super::{example::ExampleEntry, features::Features, prices::Prices};
use crate::{
    components::{Frame, LanguageChoice, ThemeChoice},
    head::Meta,
    identity::{
        sign_in::{SignIn, SignInButton},
        tab::Tab,
    },
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn LandingPage() -> impl IntoView {
    let request = PageRequest::current();
    let is_elsewhere = request.path != "/";
    let origin = &request.backend.settings.origin;
    view! {
        <Meta property="og:type" content="website" />
        <Meta property="og:title" content=t(Key::AppName) />
        <Meta property="og:description" content=t(Key::LandingHeroText) />
        <Meta property="og:url" content=format!("{origin}/") />
        <Meta property="og:image" content=format!("{origin}/icon-512.png") />
        <Meta name="twitter:card" content="summary" />
        <Frame title=t(Key::AppName) class="landing" bar=bar().into_any() footer=footer().into_any()>
            <noscript>
                <p class="notice">{t(Key::AppNoScript)}</p>
            </noscript>
            {is_elsewhere.then(|| view! { <p class="notice">{t(Key::LandingLoggedOut)}</p> })}
            <section class="hero">
                <div class="hero-words">
                    <h1>{t(Key::LandingHeroTitle)}</h1>
                    <p class="hero-text">{t(Key::LandingHeroText)}</p>
                    <div class="hero-start">
                        <SignInButton
                            tab=Tab::Register
                            label=Key::LandingHeroButton
                            class="button button-main button-large"
                        />
                        <p>{t(Key::LandingInvited)}</p>
                    </div>
                </div>
                <ExampleEntry />
            </section>
            <Features />
            <Prices />
            <section class="call">
                <h2>{t(Key::LandingCtaTitle)}</h2>
                <p>{t(Key::LandingCtaText)}</p>
                <SignInButton tab=Tab::Register label=Key::LandingCtaButton class="button button-main button-large" />
            </section>
        </Frame>
        <SignIn />
    }
}

fn bar() -> impl IntoView {
    view! {
        <SignInButton tab=Tab::Login label=Key::LandingLogin class="button button-quiet" />
        <SignInButton tab=Tab::Register label=Key::LandingSignUp class="button" />
    }
}

fn footer() -> impl IntoView {
    view! {
        <div class="landing-footer">
            <LanguageChoice />
            <ThemeChoice />
            <p>{t(Key::AppName)} " · " {t(Key::AppTagline)}</p>
        </div>
    }
}
