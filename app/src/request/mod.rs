//! A page's request, put into the context by the server.

use crate::Assets;
use backend::{
    Account, Backend, Viewer,
    identity::{Browser, NewSession},
};
use domain::{FeedFilters, Key, Language};
use leptos::prelude::{expect_context, provide_context};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

mod route;
pub mod streamed;

pub use route::{Access, Address, Caching, Route, Scripts, View};

#[derive(Clone)]
pub struct PageRequest {
    /// The request's id, for the log and for error pages.
    pub id: String,
    pub backend: Backend,
    pub viewer: Viewer,
    /// The browser, with its session cookie and its network address.
    pub browser: Browser,
    /// Whether this browser's session was ended from another device.
    pub was_ended_elsewhere: bool,
    pub language: Language,
    /// The session that replaces the browser's after a form ended it; `None` inside: the person is signed out.
    pub renewed: Arc<OnceLock<Option<NewSession>>>,
    /// The route of the requested page; `NOT_FOUND` for a server function.
    pub route: &'static Route,
    pub path: String,
    /// The decoded value of the page's parameter in the path. Empty: it has none.
    pub parameter: String,
    /// The query without the question mark.
    pub query: String,
    /// The own page with a link that led here, with its query.
    pub referrer: Option<String>,
    /// A day ticket from the browser, not yet checked.
    pub ticket: Option<String>,
    /// The cookie that stands for a secret link's PIN, not yet checked.
    pub pass: Option<String>,
    /// The PIN of a secret link, sent with the request.
    pub pin: Option<String>,
    /// The reason why the PIN sent just before was refused, for a page that asks again.
    pub pin_refused: Option<domain::Error>,
    /// The form that has just succeeded. Its page says so once.
    pub form_done: Option<String>,
    /// The refused form that this page answers.
    pub refused: Option<Arc<RefusedForm>>,
    /// Number of friend requests that wait for the viewer's answer.
    pub waiting: u16,
    /// The viewer's choice; absent: the device's.
    pub theme: Option<Theme>,
    /// The feed's filter from the viewer's cookie.
    pub feed: FeedFilters,
    pub assets: Arc<Assets>,
}

impl fmt::Debug for PageRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageRequest").field("id", &self.id).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl PageRequest {
    /// The request that is being answered; only inside a page or a server function.
    pub fn current() -> Arc<Self> {
        expect_context()
    }

    /// Puts the request and its language into the context. The language has an entry of its own, since a page asks for
    /// it some hundred times.
    pub fn provide(self: &Arc<Self>) {
        provide_context(self.language);
        provide_context(self.clone());
    }

    pub fn account(&self) -> Option<&Account> {
        if let Viewer::User(account) = &self.viewer { Some(account) } else { None }
    }

    /// The network address, for throttling.
    pub fn address(&self) -> &str {
        &self.browser.caller.address
    }

    /// Guests see the landing page in place of most others.
    pub fn shows_landing(&self) -> bool {
        self.route.shows_landing(self.account().is_some())
    }

    /// The value of a query parameter, decoded.
    pub fn query(&self, name: &str) -> Option<String> {
        form_value(&self.query, name)
    }

    /// All values of a query parameter, decoded.
    pub fn queries(&self, name: &str) -> Vec<String> {
        form_values(&self.query, name).collect()
    }

    /// The page's own address, to which its forms are sent.
    pub fn here(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }

    /// The same with another value of a query parameter, or without it.
    pub fn here_with(&self, name: &str, value: Option<&str>) -> String {
        let others = form_urlencoded::parse(self.query.as_bytes()).filter(|(other, _)| other != name);
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.extend_pairs(others).extend_pairs(value.map(|value| (name, value))).finish();
        if query.is_empty() { self.path.clone() } else { format!("{}?{query}", self.path) }
    }

    pub fn text(&self, key: Key) -> &'static str {
        self.language.text(key)
    }

    pub fn fill(&self, key: Key, params: &[(&str, &str)]) -> String {
        self.language.fill(key, params)
    }

    /// The value that was typed into a form that has just been refused or asks once more.
    pub fn typed(&self, form: &str, field: &str) -> Option<&str> {
        let refused = self.refused.as_deref().filter(|refused| refused.form == form)?;
        refused.fields.iter().find(|(name, _)| name == field).map(|(_, value)| value.as_str())
    }

    /// Whether the form was sent just now and refused.
    pub fn was_refused(&self, form: &str) -> bool {
        self.refused.as_deref().is_some_and(|sent| sent.form == form && !sent.asks)
    }

    /// Whether this form was just sent and wants a confirmation.
    pub fn asks(&self, form: &str) -> bool {
        self.refused.as_deref().is_some_and(|sent| sent.form == form && sent.asks)
    }

    /// Sets the status and `Retry-After` of `error`, and returns the refusal to show.
    pub fn refuse(&self, error: &backend::Error) -> domain::Error {
        self.log(error);
        let refusal = error.refusal();
        backend::metrics::refused(refusal.code());
        set_refusal(&refusal);
        refusal
    }

    /// Logs the error if it is a failure.
    pub fn log(&self, error: &backend::Error) {
        if let backend::Error::Broken(broken) = error {
            tracing::error!(request = %self.id, what = broken.what, error = %broken.source, "page broke");
        }
    }
}

/// The text of `key` in the language of the request that is being answered.
pub fn t(key: Key) -> &'static str {
    expect_context::<Language>().text(key)
}

/// The text of `key` with a colon.
pub fn label(key: Key) -> String {
    expect_context::<Language>().label(key)
}

/// A form that has just been refused, or asks once more.
pub struct RefusedForm {
    /// The form's name.
    pub form: String,
    /// The typed values by the names of their fields.
    pub fields: Vec<(String, String)>,
    /// Whether the form only wants a confirmation, and has no error.
    pub asks: bool,
    /// The reason in the viewer's language.
    pub message: String,
    /// The field that is refused; empty: no field in particular.
    pub field: String,
}

/// Prints no values, which may be passwords.
impl fmt::Debug for RefusedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RefusedForm").field("form", &self.form).finish_non_exhaustive()
    }
}

/// The answer's status, and when it is worth trying again.
pub fn set_refusal(refusal: &domain::Error) {
    let Some(options) = leptos::prelude::use_context::<leptos_axum::ResponseOptions>() else { return };
    if let Ok(status) = http::StatusCode::from_u16(refusal.status()) {
        options.set_status(status);
    }
    if let Some(seconds) = refusal.retry_after {
        options.insert_header(http::header::RETRY_AFTER, seconds.into());
    }
}

/// The status of the answer; without one it is 200.
pub fn set_status(status: http::StatusCode) {
    if let Some(options) = leptos::prelude::use_context::<leptos_axum::ResponseOptions>() {
        options.set_status(status);
    }
}

/// Forbids every cache to keep the answer, the browser's too.
pub fn keep_nowhere() {
    if let Some(options) = leptos::prelude::use_context::<leptos_axum::ResponseOptions>() {
        options.insert_header(http::header::CACHE_CONTROL, http::HeaderValue::from_static("private, no-store"));
    }
}

fn form_value(query: &str, name: &str) -> Option<String> {
    form_values(query, name).next()
}

fn form_values(query: &str, name: &str) -> impl Iterator<Item = String> {
    let pairs = query.split('&').filter(|pair| pair.contains('='));
    let decoded = pairs.flat_map(|pair| form_urlencoded::parse(pair.as_bytes()));
    decoded.filter(move |(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// Encodes a value of a query or a part of a path.
pub fn encoded(text: &str) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::{encoded, form_value, form_values};

    #[test]
    fn query_values_are_decoded_and_broken_escapes_stay() {
        assert_eq!(form_value("a=1&next=%2Fentry%2F1", "next").as_deref(), Some("/entry/1"));
        assert_eq!(form_value("q=a+b%zz%4", "q").as_deref(), Some("a b%zz%4"));
        assert_eq!(form_value("q", "q"), None);
        assert_eq!(form_values("a=1&b=2&a=%33", "a").collect::<Vec<_>>(), ["1", "3"]);
        assert_eq!(encoded("/entry/1?a=b&ü"), "%2Fentry%2F1%3Fa%3Db%26%C3%BC");
        let email = "änne+tag&x@example.org";
        assert_eq!(form_value(&format!("email={}", encoded(email)), "email").as_deref(), Some(email));
    }
}
