//! The settings of signing in with Google: all of them, or none.

use super::{Sources, text};
use backend::settings::{OpenIdSettings, is_safe_to_call};

const ISSUER: &str = "https://accounts.google.com";

/// `None` without the client's id.
pub fn read(given: &Sources) -> Option<OpenIdSettings> {
    let client_id = text(given.google_client_id.clone())?;
    Some(OpenIdSettings {
        client_id,
        client_secret: text(given.google_client_secret.clone()).unwrap_or_default(),
        issuer: text(given.google_issuer.clone()).unwrap_or_else(|| ISSUER.into()),
    })
}

pub fn objections(google: Option<&OpenIdSettings>, production: bool) -> Vec<String> {
    let Some(google) = google else { return Vec::new() };
    let mut found = Vec::new();
    if google.client_secret.is_empty() {
        found.push("GOOGLE_CLIENT_SECRET must be set where GOOGLE_CLIENT_ID is".into());
    }
    let https = google.issuer.starts_with("https://");
    if !is_safe_to_call(&google.issuer) || (production && !https) {
        found.push(format!("GOOGLE_ISSUER is '{}'; it must begin with https://", google.issuer));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{objections, read};
    use crate::config::Sources;

    fn given(id: &str, secret: &str, issuer: &str) -> Sources {
        let some = |text: &str| Some(text.to_owned());
        Sources {
            google_client_id: some(id),
            google_client_secret: some(secret),
            google_issuer: some(issuer),
            ..Sources::default()
        }
    }

    #[test]
    fn without_an_id_there_is_no_google_and_with_one_it_is_googles_own_issuer() {
        assert_eq!(read(&given(" ", "secret", "https://x.example")), None);
        let google = read(&given("id", "secret", "")).unwrap();
        assert_eq!(google.issuer, "https://accounts.google.com");
        assert!(objections(Some(&google), true).is_empty());
    }

    #[test]
    fn secrets_are_complete_and_never_sent_in_the_clear() {
        let found = |secret: &str, issuer: &str, production| {
            objections(read(&given("id", secret, issuer)).as_ref(), production).len()
        };
        assert_eq!(found("", "", false), 1);
        assert_eq!(found("s", "http://issuer.example", false), 1);
        assert_eq!(found("s", "http://127.0.0.1:4150", false), 0);
        assert_eq!(found("s", "http://127.0.0.1:4150", true), 1);
    }
}
