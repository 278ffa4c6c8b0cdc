//! Messages of the payment provider: only it can say that one is genuine.

use super::wire::Event;
use serde_json::{Value, json};

/// The headers of a message that prove where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookHeaders {
    /// `PAYPAL-AUTH-ALGO`.
    pub auth_algo: String,
    pub cert_url: String,
    pub transmission_id: String,
    pub transmission_sig: String,
    pub transmission_time: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    pub headers: &'a WebhookHeaders,
    pub body: &'a [u8],
}

impl Message<'_> {
    /// What it says, and the question whether it is genuine, with the body as it came. None: it cannot be.
    pub(super) fn question(&self, webhook_id: &str) -> Option<(Event, String)> {
        let event: Event = serde_json::from_slice(self.body).ok()?;
        // It is asked for, so that nobody makes the provider fetch another address.
        let is_theirs = is_of_provider(&self.headers.cert_url);
        let body = std::str::from_utf8(self.body).ok().filter(|_| is_theirs)?;
        let WebhookHeaders { auth_algo, cert_url, transmission_id, transmission_sig, transmission_time } = self.headers;
        let mut question = json!({
            "auth_algo": auth_algo,
            "cert_url": cert_url,
            "transmission_id": transmission_id,
            "transmission_sig": transmission_sig,
            "transmission_time": transmission_time,
            "webhook_id": webhook_id,
        })
        .to_string();
        question.truncate(question.len() - 1);
        Some((event, format!("{question},\"webhook_event\":{body}}}")))
    }
}

fn is_of_provider(cert_url: &str) -> bool {
    let Ok(url) = url::Url::parse(cert_url) else { return false };
    let is_theirs = url.host_str().is_some_and(|host| host == "paypal.com" || host.ends_with(".paypal.com"));
    url.scheme() == "https" && is_theirs && url.username().is_empty() && url.port().is_none()
}

/// The event of a question; for the sandbox, which answers it.
pub(super) fn asked(question: &Value) -> Option<(&str, &Value)> {
    Some((question["transmission_sig"].as_str()?, &question["webhook_event"]))
}

#[cfg(test)]
mod tests {
    use super::{Message, WebhookHeaders};

    #[test]
    fn a_body_goes_as_it_came_and_certificates_of_others_are_not_asked_about() {
        let body = br#"{ "id": "WH-1",  "resource": { "id": "I-1" }, "amount": 3.990 }"#;
        let question = |cert_url: &str| {
            let headers = WebhookHeaders {
                cert_url: cert_url.into(),
                transmission_sig: "a\"b".into(),
                ..WebhookHeaders::default()
            };
            Message { headers: &headers, body }.question("W-1").map(|(_, question)| question)
        };
        let asked = question("https://api.paypal.com/cert").unwrap();
        assert!(asked.contains(std::str::from_utf8(body).unwrap()) && asked.contains(r#""a\"b""#), "{asked}");
        assert!(serde_json::from_str::<serde_json::Value>(&asked).is_ok());
        for foreign in [
            "https://paypal.com.evil.example/c",
            "http://api.paypal.com/c",
            "https://x@api.paypal.com/",
            "",
            "https://evilpaypal.com/",
        ] {
            assert!(question(foreign).is_none(), "{foreign}");
        }
    }
}
