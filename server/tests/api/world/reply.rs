//! The answer to a request.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    /// The header's value, or nothing.
    pub fn header(&self, name: impl TryInto<HeaderName>) -> &str {
        let name = name.try_into().ok().unwrap();
        self.headers.get(name).map(HeaderValue::to_str).transpose().unwrap().unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("{e}: {} {}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The JSON of an answer with this status.
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    /// Status and code of a refusal; its text must be there, too.
    pub fn refusal(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["message"].as_str().is_some_and(|text| !text.is_empty()), "{json}");
        assert!(!json["message"].as_str().unwrap().contains('{'), "every placeholder is filled in: {json}");
        assert!(json.get("detail").is_some(), "{json}");
        (self.status.as_u16(), json["code"].as_str().unwrap_or_default().to_owned())
    }

    /// The `name=value` of the session's cookie, if the answer begins one.
    pub fn session(&self) -> Option<String> {
        let mut lines = self.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
        let line = lines.find(|line| line.starts_with("session=") && !line.starts_with("session=;"))?;
        line.split(';').next().map(str::to_owned)
    }

    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!(self.refusal(), (status, code.to_owned()), "{}", self.text());
    }
}

/// The `name=value` of a cookie that the answer sets.
pub fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// Whether the answer makes the browser known from now on.
pub fn is_known(reply: &Reply) -> bool {
    reply.headers.get_all("set-cookie").iter().any(|line| line.as_bytes().starts_with(b"device="))
}

impl From<&Reply> for StatusCode {
    fn from(reply: &Reply) -> Self {
        reply.status
    }
}
