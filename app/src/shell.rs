//! The document around every page: head, security policy, scripts. It is the same for everybody but for a few values, so it is written as
//! it stands in the answer.

use crate::{
    PageRequest,
    identity::sign_in::SignInAgain,
    request::{Address, Caching, Scripts, Theme},
    security,
    subscription::ORDER_PATH,
};
use domain::{Key, Language};
use http::{HeaderName, HeaderValue, header::CONTENT_SECURITY_POLICY};
use leptos::{nonce::use_nonce, prelude::*};
use leptos_axum::ResponseOptions;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::{collections::BTreeSet, sync::OnceLock};

/// Colours of the paper for the browser's own bars; `style/tokens.css` has the same two.
const LIGHT: &str = "#fbf8f2";
const DARK: &str = "#17130f";

/// Pages fade into one another. Browsers ask for this rule at the first frame, when a style sheet may not be there yet.
const TRANSITION: &str = "@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }";
/// A transition that browsers skip, because the next page is slow or another one is asked for, is no error; a script of its own file would
/// come too late to say so.
const SKIPPED: &str = "addEventListener('unhandledrejection', (event) => \
    { if (/^Transition was /.test(event.reason?.message)) event.preventDefault() })";

/// The page's own parts as HTML.
#[derive(Debug)]
pub struct Document {
    /// Title and tags.
    pub head: String,
    pub page: String,
}

pub fn document(request: &PageRequest, own: &Document) -> String {
    let scripts = request.route.scripts(request.account().is_some());
    let nonce = set_policy(request, scripts);
    let account = request.account();
    let on_sign_in = |key| account.map(|_| request.text(key));
    let [toasts, forms] = texts_of_scripts(request.language);
    let markup = html! {
        (DOCTYPE)
        html lang=(request.language.as_str()) data-theme=[request.theme.map(Theme::as_str)]
            data-user-id=[account.map(|account| account.user.id)] data-zone=[account.map(|account| account.zone.name())]
            data-session-ended=[request.was_ended_elsewhere.then_some("")] {
            head {
                (head(request, scripts, nonce.as_deref()))
                (PreEscaped(&own.head))
            }
            body data-toast-texts=(PreEscaped(toasts)) data-form-texts=(PreEscaped(forms))
                data-google-signed-in=[on_sign_in(Key::SignInSignedIn)]
                data-google-registered=[on_sign_in(Key::SignInAccountCreated)] {
                (PreEscaped(&own.page))
                @if scripts.sign_in_again {
                    (PreEscaped(SignInAgain().to_html()))
                }
                (body_scripts(request, scripts))
            }
        }
    };
    markup.into_string()
}

/// Styles and the two fonts come before the first paint. Scripts are fetched in parallel and run after parsing.
fn head(request: &PageRequest, scripts: Scripts, nonce: Option<&str>) -> Markup {
    let assets = &request.assets;
    let preloads: BTreeSet<_> = scripts.preload.iter().filter_map(|name| assets.islands.get(*name)).flatten().collect();
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content";
        meta name="color-scheme" content=(request.theme.map_or("light dark", Theme::as_str));
        // Both colours if the device decides, else the chosen one.
        @for (of, color) in [(Theme::Light, LIGHT), (Theme::Dark, DARK)] {
            @if request.theme.is_none_or(|chosen| chosen == of) {
                meta name="theme-color" content=(color)
                    media=[request.theme.is_none().then(|| format!("(prefers-color-scheme: {})", of.as_str()))];
            }
        }
        @if request.route.caching != Caching::Offline {
            style nonce=[nonce] { (PreEscaped(TRANSITION)) }
            script nonce=[nonce] { (PreEscaped(SKIPPED)) }
        }
        @for font in &assets.fonts {
            link rel="preload" as="font" href=(font) type="font/woff2" crossorigin="anonymous";
        }
        @for style in &assets.styles {
            link rel="stylesheet" href=(style);
        }
        link rel="icon" href="/favicon.svg" type="image/svg+xml";
        link rel="apple-touch-icon" href="/apple-touch-icon.png";
        link rel="manifest" href="/manifest.webmanifest";
        @for script in preloads {
            link rel="modulepreload" href=(script);
        }
        @if let Some(page) = &assets.page {
            script type="module" src=(page) {}
        }
        // Addresses with a secret have no description for search engines.
        @if request.route.address == Address::Plain {
            meta name="description" content=(request.text(Key::LandingHeroText));
        } @else {
            meta name="robots" content="noindex";
        }
    }
}

/// The texts that scripts of all pages show, of notes and of forms, as the values of attributes.
fn texts_of_scripts(language: Language) -> [&'static str; 2] {
    static ALL: [OnceLock<[String; 2]>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];
    let write = || {
        ["toast", "form.answer"].map(|prefix| {
            let texts = serde_json::to_string(&language.texts_below(prefix)).unwrap_or_default();
            html_escape::encode_double_quoted_attribute(&texts).into_owned()
        })
    };
    ALL.get(language as usize).map_or([""; 2], |texts| texts.get_or_init(write).each_ref().map(String::as_str))
}

fn body_scripts(request: &PageRequest, scripts: Scripts) -> Markup {
    let assets = &request.assets;
    html! {
        @if let Some(loader) = assets.loader.as_deref().filter(|_| scripts.loader) {
            script type="module" src=(loader) {}
        }
        @if let Some(boot) = assets.wasm_boot.as_deref().filter(|_| scripts.wasm) {
            script type="module" src=(boot) data-wasm=[assets.wasm.as_deref()] data-js=[assets.wasm_js.as_deref()] {}
        }
    }
}

/// Sets the policy, and returns its nonce.
fn set_policy(request: &PageRequest, scripts: Scripts) -> Option<String> {
    let options = use_context::<ResponseOptions>()?;
    if request.route.caching == Caching::Offline {
        set(&options, CONTENT_SECURITY_POLICY, security::KEPT_PAGE);
        return None;
    }
    let nonce = use_nonce()?.to_string();
    // The policy's `form-action` also covers redirects of the answer.
    let payment = request.backend.payment.approval_origin().filter(|_| request.route.path == ORDER_PATH);
    set(&options, CONTENT_SECURITY_POLICY, &security::policy(&nonce, scripts.wasm, payment));
    Some(nonce)
}

fn set(options: &ResponseOptions, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        options.insert_header(name, value);
    }
}
