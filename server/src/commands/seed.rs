//! `tagesecho seed`: one account with many entries, for measurements; prints what a measuring program needs as JSON.

use super::{demo::photo, embedded_only, failed, open, say};
use crate::{config::Config, http::cookies::SessionCookie};
use backend::{Backend, Clock, Viewer, entries, error::StartError, identity, invitation_codes, sharing, subscription};
use chrono::{TimeDelta, Timelike};
use domain::{
    EntryForm, Mood, ShareOptions, Visibility,
    identity::{RegistrationForm, SessionForm},
};
use serde_json::json;

/// Number of the newest entries that have a picture: more than one page shows.
const PICTURES: usize = 60;
const TEXT: &str = "Ein Tag wie viele, und doch einer, an den ich mich erinnern möchte. Am Morgen Regen, am Mittag Suppe, am \
    Abend ein langer Anruf. Dazwischen Arbeit, ein Umweg durch den Park und das Gefühl, dass es so gut ist.";

pub async fn run(config: Config, count: usize, photos: Option<usize>) -> Result<(), StartError> {
    if config.settings.production {
        return Err(StartError("measurements are not for production".into()));
    }
    embedded_only(&config, "an account for measurements")?;
    let now = Clock::system().now();
    let days = i64::try_from(count).ok().and_then(TimeDelta::try_days);
    let start = days.and_then(|days| now.checked_sub_signed(days)).and_then(|start| start.with_hour(11));
    let start = start.ok_or_else(|| StartError("--entries is too large".into()))?;
    let backend = open(&config, Clock::fixed(start)).await?;
    let person = Person::new(&backend)?;
    let viewer = person.register(&backend, photos.is_some_and(|photos| photos > 1)).await?;

    let mut newest = None;
    for n in 0..count {
        backend.clock.advance(TimeDelta::days(1));
        let pictures = photos.unwrap_or(usize::from(count - n <= PICTURES));
        let images = (0..pictures).map(|_| photo("coffee.jpg")).collect::<Result<Vec<_>, _>>()?;
        let entry = entries::create(&backend, &viewer, form(n), images).await.map_err(failed("an entry"))?;
        newest = Some(entry.id);
    }
    let newest = newest.ok_or_else(|| StartError("--entries must be at least 1".into()))?;
    let options = ShareOptions { original_text: true, ..ShareOptions::default() };
    let token = sharing::create(&backend, &viewer, newest, options).await.map_err(failed("the link"))?;

    backend.clock.advance(now - backend.clock.now());
    let (cookie, id_token) = person.sign_in(&backend).await?;
    backend.db.close().await;
    let name = SessionCookie::of_origin(&config.settings.origin).name();
    say(&json!({
        "email": person.email,
        "password": person.password,
        "cookie": format!("{name}={cookie}"),
        "idToken": id_token,
        "entryId": newest,
        "shareToken": token,
    })
    .to_string())
}

fn form(n: usize) -> EntryForm {
    EntryForm {
        text: Some(format!("{TEXT} ({n})")),
        summary: n.is_multiple_of(2).then(|| "Regen, Suppe, ein langer Anruf.".into()),
        top_moment: Some("Der Umweg durch den Park".into()),
        emojis: Some("🌧️🍲📞".into()),
        mood: Some(Mood::at(u8::try_from(n % 10).unwrap_or_default() + 1)),
        visibility: Some(Visibility::Private),
        ..EntryForm::default()
    }
}

struct Person {
    email: String,
    password: String,
}

impl Person {
    fn new(backend: &Backend) -> Result<Self, StartError> {
        let token = |bytes| backend.secret.token(bytes).map_err(failed("random numbers"));
        Ok(Self { email: format!("bench-{}@tagesecho.example", token(6)?.to_lowercase()), password: token(12)? })
    }

    async fn register(&self, backend: &Backend, has_pro: bool) -> Result<Viewer, StartError> {
        let signed_up = backend.identity.sign_up(&self.email, &self.password).await;
        let tokens = signed_up.map_err(|error| failed("the sign-up")(error.into()))?;
        let code = invitation_codes::invite(backend, 1).await.map_err(failed("the invitation"))?.remove(0);
        let form = RegistrationForm {
            invitation_code: code,
            first_name: "Berta".into(),
            last_name: "Beispiel".into(),
            ..RegistrationForm::default()
        };
        let viewer = || identity::viewer_of_bearer(backend, &tokens.id_token);
        let guest = viewer().await.map_err(failed("the sign-in"))?;
        identity::create_account(backend, &guest, &form).await.map_err(failed("the registration"))?;
        if has_pro {
            let last = (backend.clock.now() + TimeDelta::days(36_500)).date_naive();
            subscription::grant(backend, &self.email, last).await.map_err(failed("Pro"))?;
        }
        viewer().await.map_err(failed("the sign-in"))
    }

    /// The session cookie's value and an ID token.
    async fn sign_in(&self, backend: &Backend) -> Result<(String, String), StartError> {
        let signed_in = backend.identity.sign_in(&self.email, &self.password).await;
        let tokens = signed_in.map_err(|error| failed("the sign-in")(error.into()))?;
        let form = SessionForm { refresh_token: tokens.refresh_token, zone: None, language: None };
        let session = identity::start_session(backend, &tokens.id_token, &form, "seed").await;
        Ok((session.map_err(failed("the session"))?.cookie, tokens.id_token))
    }
}
