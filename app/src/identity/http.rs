//! The dialog's requests.

use domain::identity::IdentityCode;
use gloo_net::http::{Method, RequestBuilder};
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
        /// Empty where the answer is not the server's own, such as a proxy's.
        code: String,
        message: String,
    },
}

impl Refused {
    /// 0 and nothing where no answer of the server came.
    pub fn status_and_code(&self) -> (u16, &str) {
        match self {
            Self::Api { status, code, .. } => (*status, code),
            Self::Unreachable | Self::Identity(_) => (0, ""),
        }
    }
}

/// `bearer` names who asks. The cookie goes along, so that the answer may set one.
pub async fn post(url: &str, bearer: Option<&str>, body: &impl Serialize) -> Result<String, Refused> {
    let body = serde_json::to_string(body).map_err(|_| Refused::Unreachable)?;
    send(RequestBuilder::new(url).method(Method::POST), bearer, Some(body)).await
}

/// Without the cookie, which may be somebody else's.
pub async fn get_as(url: &str, token: &str) -> Result<String, Refused> {
    send(RequestBuilder::new(url).credentials(RequestCredentials::Omit), Some(token), None).await
}

pub async fn delete(url: &str) -> Result<String, Refused> {
    send(RequestBuilder::new(url).method(Method::DELETE), None, None).await
}

pub fn parse<T: DeserializeOwned>(answer: &str) -> Result<T, Refused> {
    serde_json::from_str(answer).map_err(|_| Refused::Unreachable)
}

async fn send(request: RequestBuilder, bearer: Option<&str>, body: Option<String>) -> Result<String, Refused> {
    let mut request = request.header("Content-Type", "application/json");
    if let Some(token) = bearer {
        request = request.header("Authorization", &["Bearer ", token].concat());
    }
    let sent = match body {
        Some(body) => request.body(body).map_err(|_| Refused::Unreachable)?.send().await,
        None => request.send().await,
    };
    let response = sent.map_err(|_| Refused::Unreachable)?;
    let text = response.text().await.map_err(|_| Refused::Unreachable)?;
    if response.ok() {
        return Ok(text);
    }
    let refusal: Refusal = serde_json::from_str(&text).unwrap_or_default();
    Err(match refusal.error {
        Some(error) => Refused::Identity(IdentityCode::parse(&error.message)),
        None => Refused::Api { status: response.status(), code: refusal.code, message: refusal.message },
    })
}

/// Ours and the provider's in one: `{code, message, detail}` or `{error: {message}}`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Refusal {
    code: String,
    message: String,
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
