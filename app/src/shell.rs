//! The document around every page: head, security policy, scripts.

use crate::{
    identity::sign_in::SignInAgain,
    request::{Address, Caching, PageRequest, Scripts, Theme},
    routes::App,
    security,
    subscription::ORDER_PATH,
};
use domain::Key;
use http::{HeaderName, HeaderValue, header::CONTENT_SECURITY_POLICY};
use leptos::{html, nonce::use_nonce, prelude::*, reactive::owner::Owner};
use leptos_axum::ResponseOptions;
use leptos_meta::MetaTags;

/// Colours of the paper for the browser's own bars; `style/tokens.css` has the same two.
const LIGHT: &str = "#fbf8f2";
const DARK: &str = "#17130f";

/// The whole document. Data of pages is not serialised into it: only islands hydrate, and they get props.
pub fn shell() -> impl IntoView {
    if let Some(shared) = Owner::current_shared_context() {
        shared.set_is_hydrating(false);
    }
    let request = PageRequest::current();
    let scripts = request.route.scripts(request.account().is_some());
    set_policy(&request, scripts);
    let account = request.account();
    let user_id = account.map(|account| account.user.id.to_string());
    let zone = account.map(|account| account.zone.name());
    let texts = account.is_some().then_some(&request);
    let signed_in = texts.map(|request| request.text(Key::SignInSignedIn));
    let registered = texts.map(|request| request.text(Key::SignInAccountCreated));
    let form_texts = serde_json::to_string(&request.language.texts_below("form.answer")).unwrap_or_default();
    let toast_texts = serde_json::to_string(&request.language.texts_below("toast")).unwrap_or_default();
    view! {
        <!DOCTYPE html>
        <html
            lang=request.language.as_str()
            data-theme=request.theme.map(Theme::as_str)
            data-user-id=user_id
            data-zone=zone
            data-session-ended=request.was_ended_elsewhere.then_some("")
        >
            <head>
                <meta charset="utf-8" />
                <meta
                    name="viewport"
                    content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
                />
                <meta name="color-scheme" content=request.theme.map_or("light dark", Theme::as_str) />
                {theme_colors(request.theme)}
                {transition(&request)}
                {head_links(&request, scripts)}
                {description(&request)}
                <MetaTags />
            </head>
            <body data-toast-texts=toast_texts data-form-texts=form_texts data-google-signed-in=signed_in data-google-registered=registered>
                <App />
                {scripts.sign_in_again.then(|| view! { <SignInAgain /> })}
                {body_scripts(&request, scripts)}
            </body>
        </html>
    }
}

fn set_policy(request: &PageRequest, scripts: Scripts) {
    let (Some(options), Some(nonce)) = (use_context::<ResponseOptions>(), use_nonce()) else { return };
    if request.route.caching == Caching::Offline {
        return set(&options, CONTENT_SECURITY_POLICY, security::KEPT_PAGE);
    }
    // The policy's `form-action` also covers redirects of the answer.
    let payment = request.backend.payment.approval_origin().filter(|_| request.route.path == ORDER_PATH);
    set(&options, CONTENT_SECURITY_POLICY, &security::policy(&nonce, scripts.wasm, payment));
}

fn set(options: &ResponseOptions, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        options.insert_header(name, value);
    }
}

/// The description for search engines. Addresses with a secret have none.
fn description(request: &PageRequest) -> impl IntoView + use<> {
    let is_plain = request.route.address == Address::Plain;
    let words = is_plain.then(|| request.text(Key::LandingHeroText));
    view! {
        {(!is_plain).then(|| view! { <meta name="robots" content="noindex" /> })}
        {words.map(|words| view! { <meta name="description" content=words /> })}
    }
}

/// Pages fade into one another. Browsers ask for this rule at the first frame, when a style sheet may not be there yet. A transition that
/// they skip, because the next page is slow or another one is asked for, is no error; a script of its own file would come too late to say so.
fn transition(request: &PageRequest) -> impl IntoView + use<> {
    const RULE: &str = "@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }";
    const SKIPPED: &str = "addEventListener('unhandledrejection', (event) => \
        { if (/^Transition was /.test(event.reason?.message)) event.preventDefault() })";
    (request.route.caching != Caching::Offline).then(|| {
        view! {
            <style nonce=use_nonce()>{RULE}</style>
            <script nonce=use_nonce() inner_html=SKIPPED></script>
        }
    })
}

/// Both colours if the device decides, else the chosen one.
fn theme_colors(theme: Option<Theme>) -> impl IntoView {
    [(Theme::Light, LIGHT), (Theme::Dark, DARK)].map(|(of, color)| {
        let media = theme.is_none().then(|| format!("(prefers-color-scheme: {})", of.as_str()));
        let meta = || html::meta().attr("name", "theme-color").attr("content", color).attr("media", media);
        theme.is_none_or(|chosen| chosen == of).then(meta)
    })
}

/// Styles and the two fonts before the first paint. Scripts are fetched in parallel and run after parsing.
fn head_links(request: &PageRequest, scripts: Scripts) -> impl IntoView + use<> {
    let assets = &request.assets;
    let fonts = assets.fonts.iter().map(|href| {
        view! { <link rel="preload" r#as="font" href=href.clone() type="font/woff2" crossorigin="anonymous" /> }
    });
    let styles = assets.styles.iter().map(|href| view! { <link rel="stylesheet" href=href.clone() /> });
    let preloads = scripts
        .preload
        .iter()
        .filter_map(|name| assets.islands.get(*name))
        .flatten()
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .map(|href| view! { <link rel="modulepreload" href=href.clone() /> });
    view! {
        {fonts.collect_view()}
        {styles.collect_view()}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {preloads.collect_view()}
        {assets.page.clone().map(|src| view! { <script type="module" src=src></script> })}
    }
}

fn body_scripts(request: &PageRequest, scripts: Scripts) -> impl IntoView + use<> {
    let assets = &request.assets;
    let loader =
        assets.loader.clone().filter(|_| scripts.loader).map(|src| view! { <script type="module" src=src></script> });
    let wasm = assets
        .wasm_boot
        .clone()
        .filter(|_| scripts.wasm)
        .map(|src| view! { <script type="module" src=src data-wasm=assets.wasm.clone() data-js=assets.wasm_js.clone()></script> });
    view! {
        {loader}
        {wasm}
    }
}
