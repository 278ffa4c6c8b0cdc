//! The dialog's requests.

use crate::browser::Fields;
use domain::identity::IdentityCode;
use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Array, Intl::DateTimeFormat, Object, Reflect};
use serde::Serialize;
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
pub async fn post(url: &str, bearer: Option<&str>, json: String) -> Result<Fields, Refused> {
    send(RequestBuilder::new(url).method(Method::POST), bearer, Some(json)).await
}

/// What is sent: domain types, so that both sides name the fields alike.
pub fn json(form: &impl Serialize) -> String {
    serde_json::to_string(form).unwrap_or_default()
}

/// Without the cookie, which may be somebody else's.
pub async fn get_as(url: &str, token: &str) -> Result<Fields, Refused> {
    send(RequestBuilder::new(url).credentials(RequestCredentials::Omit), Some(token), None).await
}

pub async fn delete(url: &str) -> Result<Fields, Refused> {
    send(RequestBuilder::new(url).method(Method::DELETE), None, None).await
}

async fn send(request: RequestBuilder, bearer: Option<&str>, body: Option<String>) -> Result<Fields, Refused> {
    let mut request = request.header("Content-Type", "application/json");
    if let Some(token) = bearer {
        request = request.header("Authorization", &["Bearer ", token].concat());
    }
    let sent = match body {
        Some(body) => request.body(body).map_err(|_| Refused::Unreachable)?.send().await,
        None => request.send().await,
    };
    let response = sent.map_err(|_| Refused::Unreachable)?;
    let answer = Fields::parse(&response.text().await.map_err(|_| Refused::Unreachable)?);
    if response.ok() {
        return Ok(answer);
    }
    // The provider's `{error: {message}}`, or our `{code, message, detail}`.
    let provider = answer.of("error").text("message");
    Err(if provider.is_empty() {
        Refused::Api { status: response.status(), code: answer.text("code"), message: answer.text("message") }
    } else {
        Refused::Identity(IdentityCode::parse(&provider))
    })
}

/// The browser's IANA zone.
pub fn zone() -> Option<String> {
    let options = DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &JsValue::from_str("timeZone")).ok()?.as_string()
}
