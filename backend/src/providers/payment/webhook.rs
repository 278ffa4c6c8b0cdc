//! Messages of the payment provider. Only the provider can say whether one is genuine.

use super::wire::Event;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

/// The provider repeats a message for three days.
const OLDEST: TimeDelta = TimeDelta::days(4);
/// The provider's clock may be ahead of ours.
const NEWEST: TimeDelta = TimeDelta::hours(1);
const LONGEST_HEADER: usize = 1024;
const LONGEST_ID: usize = 100;

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
    /// The event of a message that can be genuine, checked without a call. None: it cannot be.
    pub fn event(&self, now: DateTime<Utc>) -> Option<Event> {
        let WebhookHeaders { auth_algo, cert_url, transmission_id, transmission_sig, transmission_time } = self.headers;
        let are_whole = [auth_algo, cert_url, transmission_id, transmission_sig]
            .iter()
            .all(|header| (1..=LONGEST_HEADER).contains(&header.len()));
        let sent = DateTime::parse_from_rfc3339(transmission_time).ok()?.to_utc();
        let is_recent = (now - OLDEST..=now + NEWEST).contains(&sent);
        // The provider fetches the certificate, and nobody may make it fetch another address.
        if !are_whole || !is_recent || !is_of_provider(cert_url) {
            return None;
        }
        let event: Event = serde_json::from_slice(self.body).ok()?;
        let is_id = (1..=LONGEST_ID).contains(&event.id.len()) && event.id.bytes().all(|byte| byte.is_ascii_graphic());
        is_id.then_some(event)
    }

    /// The question whether the message is genuine, with the body as it came.
    pub(super) fn question(&self, webhook_id: &str) -> Option<String> {
        let body = std::str::from_utf8(self.body).ok()?;
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
        Some(format!("{question},\"webhook_event\":{body}}}"))
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
    use chrono::{DateTime, Utc};

    const BODY: &[u8] = br#"{ "id": "WH-1",  "resource": { "id": "I-1" }, "amount": 3.990 }"#;

    fn headers() -> WebhookHeaders {
        WebhookHeaders {
            auth_algo: "SHA256withRSA".into(),
            cert_url: "https://api.paypal.com/cert".into(),
            transmission_id: "1".into(),
            transmission_sig: "a\"b".into(),
            transmission_time: "2026-11-20T10:00:00Z".into(),
        }
    }

    /// Whether PayPal would be asked about the message.
    fn is_asked_about(headers: &WebhookHeaders, body: &[u8], now: &str) -> bool {
        let now: DateTime<Utc> = now.parse().unwrap();
        Message { headers, body }.event(now).is_some()
    }

    #[test]
    fn a_body_goes_as_it_came() {
        let asked = Message { headers: &headers(), body: BODY }.question("W-1").unwrap();
        assert!(asked.contains(std::str::from_utf8(BODY).unwrap()) && asked.contains(r#""a\"b""#), "{asked}");
        assert!(serde_json::from_str::<serde_json::Value>(&asked).is_ok());
    }

    #[test]
    fn nothing_is_asked_about_a_message_that_cannot_be_genuine() {
        let now = "2026-11-20T10:00:05Z";
        assert!(is_asked_about(&headers(), BODY, now));
        assert!(is_asked_about(&headers(), BODY, "2026-11-23T11:00:00Z"), "it was repeated for three days");
        for late in ["2026-11-25T10:00:00Z", "2026-11-20T08:00:00Z"] {
            assert!(!is_asked_about(&headers(), BODY, late), "{late}");
        }
        for foreign in [
            "https://paypal.com.evil.example/c",
            "http://api.paypal.com/c",
            "https://x@api.paypal.com/",
            "",
            "https://evilpaypal.com/",
        ] {
            assert!(!is_asked_about(&WebhookHeaders { cert_url: foreign.into(), ..headers() }, BODY, now), "{foreign}");
        }
        for wrong in [String::new(), "x".repeat(2000)] {
            let set: [fn(&mut WebhookHeaders) -> &mut String; 4] = [
                |headers| &mut headers.auth_algo,
                |headers| &mut headers.transmission_id,
                |headers| &mut headers.transmission_sig,
                |headers| &mut headers.transmission_time,
            ];
            for set in set {
                let mut headers = headers();
                set(&mut headers).clone_from(&wrong);
                assert!(!is_asked_about(&headers, BODY, now), "{headers:?}");
            }
        }
        for body in ["", "[]", "{}", r#"{"id":"WH-1"}"#, r#"{"id":"","resource":{}}"#, r#"{"id":"a b","resource":{}}"#]
        {
            assert!(!is_asked_about(&headers(), body.as_bytes(), now), "{body}");
        }
    }
}
