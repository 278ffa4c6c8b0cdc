//! The dialog's requests.

use domain::identity::IdentityCode;
use gloo::net::http::{Request, RequestBuilder, Response};
use js_sys::{Array, Intl::DateTimeFormat, Object, Reflect};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;
use web_sys::RequestCredentials;

#[derive(Clone, Debug)]
pub enum Refused {
    /// No answer, or none that can be read.
    Unreachable,
    Identity(IdentityCode),
    Api {
        status: u16,
        message: String,
    },
}

/// An answer whose content does not matter.
#[derive(Debug)]
pub struct Nothing;

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(input).map(|_| Self)
    }
}

/// `bearer` names who asks; the session cookie goes along for the answer's sake.
pub async fn post<T: DeserializeOwned>(url: &str, bearer: Option<&str>, body: &impl Serialize) -> Result<T, Refused> {
    let body = serde_json::to_string(body).map_err(|_| Refused::Unreachable)?;
    let mut request = Request::post(url).header("Content-Type", "application/json");
    if let Some(token) = bearer {
        request = request.header("Authorization", &format!("Bearer {token}"));
    }
    let request = request.body(body).map_err(|_| Refused::Unreachable)?;
    answer(request.send().await).await
}

/// Without the cookie, which may be somebody else's.
pub async fn get_as<T: DeserializeOwned>(url: &str, token: &str) -> Result<T, Refused> {
    let request = Request::get(url).credentials(RequestCredentials::Omit);
    answer(request.header("Authorization", &format!("Bearer {token}")).send().await).await
}

pub async fn delete(url: &str) -> Result<Nothing, Refused> {
    let request: RequestBuilder = Request::delete(url);
    answer(request.send().await).await
}

async fn answer<T: DeserializeOwned>(sent: Result<Response, gloo::net::Error>) -> Result<T, Refused> {
    let response = sent.map_err(|_| Refused::Unreachable)?;
    let text = response.text().await.map_err(|_| Refused::Unreachable)?;
    if response.ok() {
        let text = if text.is_empty() { "null" } else { &text };
        return serde_json::from_str(text).map_err(|_| Refused::Unreachable);
    }
    let refusal: Refusal = serde_json::from_str(&text).unwrap_or_default();
    Err(match refusal.error {
        Some(error) => Refused::Identity(IdentityCode::parse(&error.message)),
        None => Refused::Api { status: response.status(), message: refusal.message },
    })
}

/// Ours and the provider's in one: `{code, message, detail}` or `{error: {message}}`.
#[derive(Default, Deserialize)]
struct Refusal {
    #[serde(default)]
    message: String,
    #[serde(default)]
    error: Option<ProviderError>,
}

#[derive(Deserialize)]
struct ProviderError {
    message: String,
}

/// The browser's IANA zone.
pub fn zone() -> Option<String> {
    let options = DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &JsValue::from_str("timeZone")).ok()?.as_string()
}
